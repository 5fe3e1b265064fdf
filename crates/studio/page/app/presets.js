// Presets of the generators: a few sizes and degrees of difficulty for each puzzle, in its own parameters.
// Puzzles whose generator knows tiers get theirs from its parameters.

/**
 * A choice with its words, the parameters that it sets, and the tiers that its boards hardly ever reach.
 * @typedef {[string, Values, string[]?]} Preset
 * @typedef {{sizes: Preset[], levels: Preset[]}} Presets
 */

/**
 * Squares of these sides, each perhaps with the tiers that it hardly ever reaches.
 * @param {...(number | [number, ...string[]])} sides
 * @returns {Preset[]}
 */
const squares = (...sides) =>
    sides.map((given) => {
        const [side, ...without] = typeof given === "number" ? [given] : given;
        return [`${side} × ${side}`, { rows: side, columns: side }, without];
    });

/**
 * @param {string} name
 * @param {[string, unknown][]} choices
 * @returns {Preset[]}
 */
const by = (name, choices) => choices.map(([words, value]) => [words, { [name]: value }]);

/** Sizes of puzzles whose generator knows tiers. What it does not reach in ten seconds is left out. @type {Record<string, Preset[]>} */
const SIZES = {
    hidato: [
        ["19 hexagons", { topology: "hex", side: 3 }, ["beyond"]],
        ["37 hexagons", { topology: "hex", side: 4 }],
        ["61 hexagons", { topology: "hex", side: 5 }],
        ["7 × 7 squares", { topology: "square", rows: 7, columns: 7 }],
        ["Numbrix 8 × 8", { topology: "orthogonal", rows: 8, columns: 8 }],
    ],
    sudoku: [
        ["4 × 4", { shape: "2x2" }, ["medium", "hard", "expert", "beyond"]],
        ["6 × 6", { shape: "2x3" }, ["beyond"]],
        ["9 × 9", { shape: "3x3" }],
        ["12 × 12", { shape: "3x4" }, ["hard"]],
    ],
    "slither-link": squares(5, 7, 10),
    corral: squares([5, "beyond"], 7, 9),
    "cross-sum": squares(6, 8, 10, 14),
    cryptarithm: [
        ["two words", { form: "two" }, ["beyond"]],
        ["three words", { form: "three" }, ["easy", "medium", "beyond"]],
    ],
    "instant-insanity": [3, 4, 5, 6].map((cubes) => [`${cubes} cubes`, { cubes }, ["beyond"]]),
    kplumber: squares(5, 7, 10, 14),
    "light-up": squares([5, "beyond"], 7, 10, 14),
    minesweeper: squares([6, "beyond"], 8, 10, 14),
    nurikabe: squares([5, "beyond"], [7, "beyond"], [9, "beyond"]),
    pearl: squares([5, "beyond"], [7, "beyond"], 9),
    reflections: [
        ["5 × 5", { rows: 5, columns: 5, lasers: 1, mirrors: 2 }, ["expert", "beyond"]],
        ["7 × 7", { rows: 7, columns: 7, lasers: 2, mirrors: 3 }, ["expert", "beyond"]],
        ["8 × 8", { rows: 8, columns: 8 }, ["beyond"]],
    ],
    "spiral-galaxies": squares([5, "expert", "beyond"], [7, "expert", "beyond"], 10),
};

/** @type {Record<string, Presets>} */
const OWN = {
    samegame: {
        sizes: squares(8, 10, 15, 20),
        levels: by("colours", [
            ["easy: 3 colours", 3],
            ["medium: 4 colours", 4],
            ["hard: 5 colours", 5],
            ["expert: 6 colours", 6],
        ]),
    },
    lemmings: {
        sizes: [],
        levels: [
            ["easy: 2 obstacles", { kind: "course", n: 2 }],
            ["medium: 4 obstacles", { kind: "course", n: 4 }],
            ["hard: 8 obstacles", { kind: "course", n: 8 }],
            ["expert: 11 obstacles", { kind: "course", n: 11 }],
        ],
    },
    tetris: {
        sizes: [
            ["10 × 10", { height: 10 }],
            ["10 × 14", { height: 14 }],
            ["10 × 20", { height: 20 }],
        ],
        levels: [
            ["easy: next piece shown, bags of seven", { preview: true, pieces: "bag7" }],
            ["medium: next piece shown", { preview: true }],
            ["hard: no preview", {}],
        ],
    },
    cubic: {
        sizes: [],
        levels: [
            ["easy", { columns: 6, rows: 5, colours: 2, blocks: 6, least_moves: 3 }],
            ["medium", { columns: 7, rows: 5, colours: 3, blocks: 8, least_moves: 6 }],
            ["hard", { columns: 8, rows: 6, colours: 4, blocks: 11, least_moves: 10 }],
            ["expert", { columns: 8, rows: 7, colours: 5, blocks: 14, least_moves: 14 }],
        ],
    },
    "n-puzzle": {
        sizes: squares(3, 4, 5, 6),
        levels: by("moves", [
            ["easy: 10 moves", 10],
            ["medium: 20 moves", 20],
            ["hard: any board", 0],
        ]),
    },
    "blocks-world": {
        sizes: [],
        levels: by("blocks", [
            ["easy: 5 blocks", 5],
            ["medium: 8 blocks", 8],
            ["hard: 12 blocks", 12],
            ["expert: 20 blocks", 20],
            ["beyond: 40 blocks", 40],
        ]),
    },
    "peg-solitaire": {
        sizes: by("board", [
            ["English", "english"],
            ["European", "european"],
            ["triangle", "triangle"],
            ["square", "square"],
            ["scattered", "scattered"],
        ]),
        levels: [
            ["easy: 6 pegs", { pegs: 6, difficulty: "few" }],
            ["medium: 9 pegs", { pegs: 9, difficulty: "some" }],
            ["hard: 12 pegs", { pegs: 12, difficulty: "most" }],
        ],
    },
    sokoban: {
        sizes: [],
        levels: [
            ["easy: 2 stones", { columns: 8, rows: 7, stones: 2, pushes: 6 }],
            ["medium: 3 stones", { columns: 9, rows: 8, stones: 3, pushes: 12 }],
            ["hard: 4 stones", { columns: 10, rows: 9, stones: 4, pushes: 24 }],
            ["expert: 6 stones", { columns: 12, rows: 10, stones: 6, pushes: 40 }],
        ],
    },
    shanghai: {
        sizes: by("layout", [
            ["heap", "heap"],
            ["hill", "hill"],
            ["stacks", "stacks"],
            ["rampart", "rampart"],
            ["pyramid", "pyramid"],
            ["turtle", "turtle"],
        ]),
        levels: by("deal", [
            ["easy: can be solved", "solvable"],
            ["medium: dealt at random", "random"],
        ]),
    },
    "shanghai-game": {
        sizes: by("layout", [
            ["heap", "heap"],
            ["hill", "hill"],
            ["stacks", "stacks"],
            ["rampart", "rampart"],
            ["pyramid", "pyramid"],
            ["turtle", "turtle"],
        ]),
        levels: [],
    },
    "minesweeper-game": {
        sizes: [],
        levels: [
            ["easy: 9 × 9, 10 mines", { rows: 9, columns: 9, mines: 10, start: "open" }],
            ["medium: 16 × 16, 40 mines", { rows: 16, columns: 16, mines: 40, start: "open" }],
            ["hard: 16 × 30, 99 mines", { rows: 16, columns: 30, mines: 99, start: "open" }],
            ["expert: 16 × 30, first cell anywhere", { rows: 16, columns: 30, mines: 99, start: "any" }],
        ],
    },
    "pac-man": {
        sizes: [
            ["9 × 9", { width: 9, height: 9 }],
            ["11 × 11", { width: 11, height: 11 }],
            ["15 × 15", { width: 15, height: 15 }],
        ],
        levels: [
            ["easy: one ghost on patrol", { chase: 0, ambush: 0, shy: 0, patrol: 1, objective: "any" }],
            ["medium: two ghosts", { chase: 0, ambush: 0, shy: 1, patrol: 1, objective: "any" }],
            ["hard: four ghosts", { objective: "any" }],
            ["expert: four ghosts, in the shortest time", {}],
        ],
    },
    satisfiability: {
        sizes: by("variables", [
            ["12 variables", 12],
            ["20 variables", 20],
            ["50 variables", 50],
        ]),
        levels: by("form", [
            ["one solution", "puzzle"],
            ["at random", "random"],
        ]),
    },
    colouring: {
        sizes: by("vertices", [
            ["12 vertices", 12],
            ["20 vertices", 20],
            ["30 vertices", 30],
        ]),
        levels: by("form", [
            ["one solution", "puzzle"],
            ["at random", "random"],
        ]),
    },
    "hamiltonian-circuit": {
        sizes: by("vertices", [
            ["8 vertices", 8],
            ["12 vertices", 12],
            ["20 vertices", 20],
        ]),
        levels: by("form", [
            ["one solution", "puzzle"],
            ["at random", "random"],
        ]),
    },
    "search-tree": {
        sizes: [],
        levels: by("depth", [
            ["easy: depth 3", 3],
            ["medium: depth 6", 6],
            ["hard: depth 10", 10],
        ]),
    },
    "tetris-offline": {
        sizes: [],
        levels: [
            ["easy: 10 pieces", { pieces: 10, width: 6, height: 10 }],
            ["medium: 20 pieces", { pieces: 20, width: 8, height: 14 }],
            ["hard: 40 pieces", { pieces: 40 }],
        ],
    },
    "bit-string": {
        sizes: by("blocks", [
            ["4 blocks", 4],
            ["8 blocks", 8],
            ["16 blocks", 16],
        ]),
        levels: by("objective", [
            ["every one counts", "one-max"],
            ["whole blocks count", "royal-road"],
        ]),
    },
};

/**
 * The presets of a puzzle; one that is not listed here has tiers, if its generator knows them.
 * @param {string} puzzle
 * @param {Field[]} fields the generator's
 * @returns {Presets}
 */
export function presetsOf(puzzle, fields) {
    const tiers = fields.find(({ name }) => name === "tier")?.choices ?? [];
    const known = tiers.filter((tier) => tier !== "any");
    return OWN[puzzle] ?? { sizes: SIZES[puzzle] ?? [], levels: known.map(tierPreset) };
}

/** @param {string} tier @returns {Preset} */
const tierPreset = (tier) => [tier, { tier }];

/**
 * The easiest, the second or the third level of a puzzle.
 * @param {string} puzzle
 * @param {number} index
 * @returns {Preset}
 */
export function levelOf(puzzle, index) {
    const own = OWN[puzzle]?.levels;
    return own ? own[Math.min(index, own.length - 1)] : tierPreset(["easy", "medium", "hard"][index]);
}
