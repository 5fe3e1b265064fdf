// Tetris in real time: the piece falls, faster from level to level. Only where it comes to rest is a
// move of the puzzle, so a game is the same line of placements as without a clock.

import { button, fill, h, s, setAttribute, wantsStillness } from "./dom.js";
import { FallingPiece, LAST_LEVEL, rowTime, wellOf } from "./falling.js";
import { addStyles } from "./views.js";

/** @typedef {import("./falling.js").Well} Well */
/** @typedef {(string | null)[][]} Colours letters of the pieces that the cells came from */

/** Rows shown above the board. */
const ABOVE = 4;
/** Time for which full rows are shown before they vanish, in milliseconds. */
const FLASH = 220;
/** Longest time that passes at once, in milliseconds: a page that was slow loses no piece. */
const LONGEST = 100;
/** Time after the last key before the piece's place is said. */
const SETTLED = 400;
/** A drag down at least so fast, in cells for a millisecond, drops the piece. */
const SWIPE = 0.025;

/** Keys that play, and what they do. @type {Record<string, (view: TetrisView) => void>} */
const KEYS = {
    ArrowLeft: (view) => view.shift(-1),
    ArrowRight: (view) => view.shift(1),
    ArrowDown: (view) => view.sink(),
    ArrowUp: (view) => view.rotate(1),
    x: (view) => view.rotate(1),
    z: (view) => view.rotate(-1),
    " ": (view) => view.drop(),
    p: (view) => view.pause(),
    Escape: (view) => view.pause(),
};

/** Icons on a square of 16, with what they do. @type {[string, string, string, string][]} */
const CONTROLS = [
    ["z", "Turn left", "z", "M4 2v5h5M4.5 7A5 5 0 1 1 4 11"],
    ["ArrowLeft", "Left", "←", "M10 3 5 8l5 5"],
    ["ArrowDown", "Down", "↓", "M3 6l5 5 5-5"],
    ["ArrowRight", "Right", "→", "M6 3l5 5-5 5"],
    ["ArrowUp", "Turn right", "↑ or x", "M12 2v5H7M11.5 7A5 5 0 1 0 12 11"],
    [" ", "Drop", "Space", "M8 2v8M4 7l4 4 4-4M3 14h10"],
];

/** @param {import("./table.js").Table} table */
export function view(table) {
    addStyles("view_tetris");
    return new TetrisView(table);
}

class TetrisView {
    /** @type {Well | null} */
    #well = null;
    /** @type {FallingPiece | null} */
    #piece = null;
    #runs = false;
    /** The move that this view plays and whose position is awaited. */
    #played = "";
    #last = 0;
    #timer = 0;
    /** @type {Colours} */
    #colours = [];
    /** @type {string[]} */
    #line = [];
    /** @type {Map<string, Colours>} colours by the moves that led to them */
    #known = new Map();
    /** @type {{rotation: number, column: number} | null} */
    #hinted = null;

    /** @param {import("./table.js").Table} table */
    constructor(table) {
        this.table = table;
        this.isFalling = localStorage.getItem("quarry-tetris") !== "place";
        this.first = tilesOf(table.game.opened.picture);
        this.svg = s("svg", { class: "well", tabindex: 0, role: "application", "data-testid": "well" });
        this.live = h("p", { class: "unseen", "aria-live": "polite", "data-testid": "falling" });
        this.cover = h("div", { class: "well-cover" });
        this.next = s("svg", { class: "well next", role: "img" });
        this.level = h("select", { "data-testid": "level", id: "level" });
        const kept = Number(localStorage.getItem("quarry-tetris-level")) || 1;
        for (let level = 1; level <= LAST_LEVEL; level++)
            this.level.append(h("option", { value: String(level), selected: level === kept }, level));
        this.level.addEventListener("change", () => {
            localStorage.setItem("quarry-tetris-level", this.level.value);
            this.#piece?.setLevel(this.#level);
            this.#showFigures();
        });
        this.starter = button("Start", () => (this.#runs ? this.pause() : this.start()), {
            class: "primary",
            "data-testid": "start",
        });
        this.figures = h("dl", { class: "facts", "data-testid": "figures" });
        const controls = CONTROLS.map(([key, name, shown, path]) =>
            h(
                "button",
                {
                    type: "button",
                    "aria-label": name,
                    title: `${name}: ${shown}`,
                    "data-testid": `press-${name.replace(" ", "-")}`,
                    onclick: () => this.#press(key),
                },
                s("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, s("path", { d: path })),
            ),
        );
        this.way = h("div", { class: "actions way", role: "group", "aria-label": "Way to play" });
        this.stage = h(
            "div",
            { class: "tetris" },
            h("div", { class: "well-frame" }, this.svg, this.cover),
            h(
                "div",
                { class: "well-side" },
                h("h2", {}, "Next"),
                this.next,
                this.figures,
                h("label", { for: "level" }, "First level "),
                this.level,
                this.starter,
            ),
            h("div", { class: "controls", role: "group", "aria-label": "The falling piece" }, controls),
            this.live,
        );
        table.frame.before(this.way, this.stage);
        this.#listen();
        table.board.drawing.onmark = (name, places) => this.#hint(name, places);
        this.#choose(this.isFalling);
    }

    focus() {
        if (this.isFalling) this.svg.focus({ preventScroll: true });
        else this.table.board.focus();
    }

    /** Pieces fall, or are placed without a clock. @param {boolean} isFalling */
    #choose(isFalling) {
        this.isFalling = isFalling;
        localStorage.setItem("quarry-tetris", isFalling ? "fall" : "place");
        if (!isFalling) this.pause();
        this.stage.hidden = !isFalling;
        for (const each of [this.table.frame, this.table.words]) each.hidden = isFalling;
        const choice = (/** @type {string} */ name, /** @type {boolean} */ falls, /** @type {string} */ id) =>
            button(name, () => this.#choose(falls), {
                "aria-pressed": String(falls === isFalling),
                "data-testid": id,
            });
        const had = this.way.contains(document.activeElement);
        fill(this.way, choice("Falling", true, "falling-way"), choice("Without a clock", false, "placing-way"));
        if (had) /** @type {HTMLElement} */ (this.way.children[isFalling ? 0 : 1]).focus();
    }

    #listen() {
        const { leaving } = this.table;
        document.addEventListener(
            "keydown",
            (event) => {
                if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
                const { target } = event;
                const isAt = (/** @type {string} */ what) => target instanceof Element && target.matches(what);
                if (isAt("input, select, textarea") || (event.key === " " && isAt("button, a, summary"))) return;
                if (!this.#runs) {
                    if (target !== this.svg || ![" ", "Enter"].includes(event.key)) return;
                    this.start();
                } else if (KEYS[event.key]) {
                    this.#press(event.key);
                } else return;
                event.preventDefault();
                event.stopPropagation();
            },
            { signal: leaving, capture: true },
        );
        document.addEventListener("visibilitychange", () => document.hidden && this.pause(), { signal: leaving });
        leaving.addEventListener("abort", () => this.pause());
        this.#listenToPointer();
    }

    /** A tap turns the piece, a drag moves it, a swipe down drops it. */
    #listenToPointer() {
        /** @type {{id: number, x: number, y: number, column: number, row: number, begun: number, moved: boolean} | null} */
        let drag = null;
        this.svg.addEventListener("pointerdown", (event) => {
            if (event.button !== 0 || !event.isPrimary) return;
            if (!this.#runs) return this.start();
            const { pointerId: id, clientX: x, clientY: y } = event;
            drag = { id, x, y, column: 0, row: 0, begun: event.timeStamp, moved: false };
            this.svg.setPointerCapture(id);
        });
        const cells = (/** @type {PointerEvent} */ { clientX, clientY }) => {
            const size = this.svg.getBoundingClientRect().width / (this.#well?.width ?? 10);
            return [(clientX - (drag?.x ?? 0)) / size, (clientY - (drag?.y ?? 0)) / size];
        };
        this.svg.addEventListener("pointermove", (event) => {
            if (!drag || event.pointerId !== drag.id || !this.#runs) return;
            const [right, down] = cells(event).map(Math.round);
            for (; drag.column < right; drag.column++) this.shift(1);
            for (; drag.column > right; drag.column--) this.shift(-1);
            const isSlow = down < SWIPE * (event.timeStamp - drag.begun);
            if (isSlow) for (; drag.row < down; drag.row++) this.sink();
            drag.moved ||= right !== 0 || down !== 0;
        });
        this.svg.addEventListener("pointerup", (event) => {
            if (!drag || event.pointerId !== drag.id) return;
            const [right, down] = cells(event);
            const isSwipe = down > 2 && down > 2 * Math.abs(right);
            if (!drag.moved) this.rotate(1);
            else if (isSwipe && down > SWIPE * (event.timeStamp - drag.begun)) this.drop();
            drag = null;
        });
        this.svg.addEventListener("pointercancel", () => (drag = null));
    }

    /** @param {string} key */
    #press(key) {
        if (this.#runs) KEYS[key](this);
    }

    /** The level reached: one more for every ten rows. */
    get #level() {
        return Math.min(Number(this.level.value) + Math.floor(this.#rows / 10), LAST_LEVEL);
    }

    /** Rows removed so far: cells that came, less those that are there. */
    get #rows() {
        const filled = this.#well?.filled.flat().filter(Boolean).length ?? 0;
        return Math.round((this.first + 4 * this.#line.length - filled) / (this.#well?.width ?? 1));
    }

    start() {
        if (this.#runs || !this.#well?.letter) return;
        this.#runs = true;
        this.#piece ??= new FallingPiece(this.#well, this.#level);
        this.#cover();
        this.svg.focus({ preventScroll: true });
        this.#say(`${this.#piece.well.letter} falls.`);
        this.#last = performance.now();
        const step = (/** @type {number} */ now) => {
            if (!this.#runs) return;
            this.#pass(Math.min(now - this.#last, LONGEST));
            this.#last = now;
            requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
    }

    pause() {
        if (!this.#runs) return;
        this.#runs = false;
        this.#cover();
        this.#say("Paused.");
    }

    /** @param {number} milliseconds */
    #pass(milliseconds) {
        const { top } = this.#piece ?? {};
        if (this.#piece?.pass(milliseconds)) this.#place();
        else if (this.#piece?.top !== top) this.#showPiece();
    }

    /** @param {number} columns */
    shift(columns) {
        if (this.#piece?.shift(columns)) this.#moved();
    }

    /** @param {number} by */
    rotate(by) {
        if (this.#piece?.rotate(by)) this.#moved();
    }

    sink() {
        if (this.#piece?.sink()) this.#showPiece();
    }

    drop() {
        if (!this.#piece) return;
        if (this.#piece.drop()) this.#place();
        else this.#say("There is no room for it here.");
    }

    #moved() {
        this.#showPiece();
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#piece && this.#say(placeWords(this.#piece)), SETTLED);
    }

    /** The piece has come to rest: that is the move. */
    async #place() {
        const piece = this.#piece;
        if (!piece?.landing) return;
        clearTimeout(this.#timer);
        this.#showPiece();
        this.#piece = null;
        this.#played = piece.landing.mv;
        const rows = this.#rows;
        await this.table.playAll([this.#played]);
        const gone = this.#rows - rows;
        const full = gone === 0 ? "" : gone === 1 ? " A row is full." : ` ${gone} rows are full.`;
        const end = this.#well?.letter ? ` ${this.#well.letter} falls.` : " The game is over.";
        this.#say(`${piece.well.letter} rests in ${columnWords(piece)}.${full}${end}`);
    }

    /** @param {string} words */
    #say(words) {
        this.live.textContent = words;
    }

    /** @param {Position} position */
    async show(position) {
        const before = { well: this.#well, colours: this.#colours };
        const well = wellOf(position);
        const isOwn = this.#played !== "" && position.line.at(-1) === this.#played;
        this.#played = "";
        // Where the luck of a game is not fixed, it is part of the line.
        const line = position.line.filter((mv) => /^[A-Z] /.test(mv));
        const { cells, full } = this.#colour(before, well, line);
        this.#well = well;
        this.#line = line;
        this.#piece = null;
        this.#hinted = null;
        if (!isOwn || !well.letter) this.#runs = false;
        this.#layOut(well);
        this.#showFigures();
        if (full && isOwn && !wantsStillness()) {
            this.#showCells(full.cells, full.rows);
            this.#showPiece();
            await new Promise((done) => setTimeout(done, FLASH));
            if (this.#well !== well) return;
        }
        if (well.letter) this.#piece = new FallingPiece(well, this.#level);
        this.#showCells(cells, []);
        this.#showPiece();
        this.#cover();
    }

    /**
     * Returns the colours of a position and, if rows have just become full, the board with them. The
     * rules know filled cells only, so that a position from elsewhere is grey.
     * @param {{well: Well | null, colours: Colours}} before
     * @param {Well} well
     * @param {string[]} line
     */
    #colour({ well: before, colours }, well, line) {
        const grey = () => well.filled.map((row) => row.map((isFilled) => (isFilled ? "" : null)));
        let full = null;
        const key = line.join(";");
        let cells = this.#known.get(key);
        const isNext = line.length === this.#line.length + 1 && key.startsWith(this.#line.join(";"));
        if (before && isNext) {
            const found = before.turns.flatMap((turn) =>
                [...turn.rests].filter(([, { mv }]) => mv === line.at(-1)).map(([column, { top }]) => ({ turn, column, top })),
            )[0];
            if (found) {
                const placed = colours.map((row) => [...row]);
                for (const [x, y] of found.turn.cells) placed[found.top + y][found.column + x] = before.letter;
                const rows = placed.flatMap((row, y) => (row.every((cell) => cell !== null) ? [y] : []));
                const left = placed.filter((_, y) => !rows.includes(y));
                const empty = () => /** @type {null[]} */ (Array(well.width).fill(null));
                cells ??= [...rows.map(empty), ...left];
                if (rows.length > 0) full = { cells: placed, rows };
            }
        }
        const isTrue = cells?.every((row, y) => row.every((cell, x) => (cell !== null) === well.filled[y][x]));
        if (!cells || !isTrue) cells = grey();
        this.#known.set(key, cells);
        this.#colours = cells;
        return { cells, full };
    }

    /** @param {Well} well */
    #layOut({ width, height, next }) {
        const box = `0 ${-ABOVE} ${width} ${height + ABOVE}`;
        if (this.svg.getAttribute("viewBox") !== box) {
            setAttribute(this.svg, "viewBox", box);
            this.svg.style.setProperty("--ratio", String(width / (height + ABOVE)));
            this.cells = s("g");
            this.ghost = s("g", { class: "ghost" });
            this.target = s("g", { class: "target" });
            this.block = s("g");
            const fence = `M0 0V${height}H${width}V0`;
            const lines = Array.from({ length: width - 1 }, (_, x) => `M${x + 1} 0v${height}`).join("");
            this.svg.replaceChildren(
                s("rect", { class: "ground", width, height }),
                s("path", { class: "lines", d: lines }),
                this.cells,
                s("path", { class: "edge", d: fence }),
                this.target,
                this.ghost,
                this.block,
            );
        }
        const [left, down] = [Math.min(...next.map(({ x }) => x)), Math.max(...next.map(({ y }) => y)) + 1];
        setAttribute(this.next, "viewBox", next.length > 0 ? `0 0 4 ${Math.max(down, 2)}` : "0 0 4 2");
        setAttribute(this.next, "aria-label", next.length > 0 ? comingWords(next) : "The next piece is not known.");
        const unknown = s("text", { x: 2, y: 1.4, "text-anchor": "middle", "font-size": 1 }, "?");
        this.next.replaceChildren(
            ...(next.length > 0 ? next.map(({ x, y, letter }) => cell(x - left, y, letter)) : [unknown]),
        );
    }

    /** @param {Colours} colours @param {number[]} full */
    #showCells(colours, full) {
        const blocks = colours.flatMap((row, y) =>
            row.flatMap((letter, x) => (letter === null ? [] : [cell(x, y, letter, full.includes(y))])),
        );
        this.cells?.replaceChildren(...blocks);
    }

    #showPiece() {
        const piece = this.#piece;
        const draw = (/** @type {import("./falling.js").Turn} */ turn, /** @type {number} */ column, /** @type {number} */ top) =>
            turn.cells.map(([x, y]) => cell(column + x, top + y, this.#well?.letter ?? ""));
        this.block?.replaceChildren(...(piece ? draw(piece.turn, piece.column, piece.top) : []));
        const landing = piece?.landing;
        this.ghost?.replaceChildren(...(piece && landing ? draw(piece.turn, piece.column, landing.top) : []));
        const hinted = this.#hinted;
        const turn = this.#well?.turns.find(({ rotation }) => rotation === hinted?.rotation);
        const rest = turn?.rests.get(hinted?.column ?? -1);
        this.target?.replaceChildren(...(turn && rest && hinted ? draw(turn, hinted.column, rest.top) : []));
    }

    /** A hint marks one of the pieces offered above the board. @param {string} name @param {Place[]} places */
    #hint(name, places) {
        if (name !== "hinted") return;
        this.#hinted = places.length > 0 ? { column: places[0][0], rotation: places[0][1] } : null;
        this.#showPiece();
    }

    #showFigures() {
        const level = this.#level;
        /** @type {[string, string | number][]} */
        const figures = [
            ["Level", level],
            ["Rows", this.#rows],
            ["Pieces", this.#line.length],
            ["Rows a second", (1000 / rowTime(level)).toFixed(level < 9 ? 1 : 0)],
        ];
        fill(this.figures, figures.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));
    }

    /** Says on the board and on the button whether the game runs. */
    #cover() {
        const isOver = !this.#well?.letter;
        const { turn, top } = this.#piece ?? {};
        const isBegun = this.#line.length > 0 || (turn !== undefined && top !== -turn.height);
        const words = isOver ? "The game is over" : isBegun ? "Paused" : "Ready";
        this.starter.textContent = this.#runs ? "Pause" : isBegun && !isOver ? "Continue" : "Start";
        setAttribute(this.starter, "disabled", isOver);
        this.stage.classList.toggle("runs", this.#runs);
        fill(this.cover, !this.#runs && h("p", {}, words, h("small", {}, isOver ? "" : `Enter or tap to ${isBegun ? "go on" : "start"}`)));
        const piece = isOver ? "over" : this.#runs ? `${this.#well?.letter} is falling` : "paused";
        setAttribute(this.svg, "aria-label", `Tetris, ${piece}. Arrows move and turn, space drops, p pauses.`);
    }
}

/**
 * A cell of a piece.
 * @param {number} x
 * @param {number} y
 * @param {string} letter
 * @param {boolean} [isFull]
 */
const cell = (x, y, letter, isFull = false) =>
    s(
        "g",
        { class: `cell piece-${letter}${isFull ? " full" : ""}`, transform: `translate(${x} ${y})` },
        s("rect", { x: 0.03, y: 0.03, width: 0.94, height: 0.94, rx: 0.1 }),
        s("path", { d: "M.12 .86V.12H.86" }),
    );

/** @param {Picture} picture */
const tilesOf = ({ tiles, looks }) => tiles.filter(([, , , , , look]) => looks[look].tint === "plain").length;

/** @param {FallingPiece} piece */
function columnWords({ column, turn: { width } }) {
    return width === 1 ? `column ${column + 1}` : `columns ${column + 1} to ${column + width}`;
}

/** @param {FallingPiece} piece */
function placeWords(piece) {
    const { landing, top, lies } = piece;
    const above = landing ? `${landing.top - top} above its place` : "no room below";
    const where = lies ? "lies" : above;
    return `${columnWords(piece)}, ${where}`;
}

/** @param {{letter: string}[]} next */
function comingWords(next) {
    const letters = next.filter((_, index) => index % 4 === 0).map(({ letter }) => letter);
    return `Next: ${letters.join(", ")}`;
}
