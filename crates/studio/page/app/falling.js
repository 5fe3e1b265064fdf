// A Tetris piece on its way down. Where a piece may come to rest is known from the position; here it
// only moves above those places, so that nothing of the rules is repeated.

/** Least time that a piece stays above the board, in milliseconds, so that it can reach every column. */
const ENTRY = 500;
/** Time for which a piece lies before it is placed, in milliseconds. */
const REST = 500;
/** Number of moves that prolong this time. */
const MOST_RESTS = 15;
export const LAST_LEVEL = 20;

/**
 * A piece in one rotation: its cells from its upper left corner, and by its leftmost column where it
 * may come to rest, as the move and the row of its upper left corner.
 * @typedef {{rotation: number, width: number, height: number, cells: [number, number][], rests: Map<number, {mv: string, top: number}>}} Turn
 */

/**
 * The board of a position and the piece that is to be placed; `next` are cells of pieces to come.
 * @typedef {{width: number, height: number, filled: boolean[][], letter: string, turns: Turn[], next: {x: number, y: number, letter: string}[]}} Well
 */

/**
 * Reads the board from a position. Above it the picture offers the piece, beside it those to come.
 * @param {Position} position
 * @returns {Well}
 */
export function wellOf({ scene, reaches }) {
    const tiles = scene.tiles.map(([x, y, , , , look]) => ({ x, y, ...scene.looks[look] }));
    const board = tiles.filter(({ tint }) => tint === "blank" || tint === "plain");
    const above = Math.min(...board.map(({ y }) => y));
    const width = Math.max(...board.map(({ x }) => x)) + 1;
    const height = Math.max(...board.map(({ y }) => y)) + 1 - above;
    const filled = Array.from({ length: height }, () => Array(width).fill(false));
    for (const { x, y, tint } of board) filled[y - above][x] = tint === "plain";
    /** @type {Map<number, Turn>} */
    const turns = new Map();
    let letter = "";
    for (const { moves, cells } of reaches) {
        if (moves.length !== 1) continue;
        const [name, rotation] = moves[0].split(" ");
        letter = name;
        const [xs, ys] = [cells.map(([x]) => x), cells.map(([, y]) => Number(y) - above)];
        const [left, top] = [Math.min(...xs), Math.min(...ys)];
        const turn = turns.get(Number(rotation)) ?? {
            rotation: Number(rotation),
            width: Math.max(...xs) + 1 - left,
            height: Math.max(...ys) + 1 - top,
            cells: xs.map((x, index) => /** @type {[number, number]} */ ([x - left, ys[index] - top])),
            rests: new Map(),
        };
        turn.rests.set(left, { mv: moves[0], top });
        turns.set(turn.rotation, turn);
    }
    const next = tiles.filter(({ x, tint }) => x >= width && typeof tint === "number");
    return {
        width,
        height,
        filled,
        letter,
        turns: [...turns.values()].sort((one, other) => one.rotation - other.rotation),
        next: next.map(({ x, y, label }) => ({ x, y, letter: label })),
    };
}

/**
 * Milliseconds in which a piece falls one row: the usual speed of games on screens since 2001.
 * @param {number} level
 */
export function rowTime(level) {
    const above = Math.min(level, LAST_LEVEL) - 1;
    return 1000 * (0.8 - 0.007 * above) ** above;
}

export class FallingPiece {
    /** Milliseconds until the piece falls a row or, where it lies, is placed. */
    #left = 0;
    #rested = 0;

    /**
     * @param {Well} well
     * @param {number} level
     */
    constructor(well, level) {
        this.well = well;
        this.pace = 0;
        this.turn = well.turns[0];
        this.column = Math.floor((well.width - this.turn.width) / 2);
        this.top = -this.turn.height;
        this.setLevel(level);
    }

    /** Sets the speed of this piece. @param {number} level */
    setLevel(level) {
        this.pace = rowTime(level);
        this.#left = this.lies ? REST : Math.max(this.pace, ENTRY);
    }

    /** The move if the piece were dropped now; none where it finds no room. */
    get landing() {
        return this.turn.rests.get(this.column) ?? null;
    }

    /** Whether the piece lies on something. */
    get lies() {
        return this.landing?.top === this.top;
    }

    /**
     * Whether a piece may be somewhere: above the board everywhere, inside it only over a place where
     * it may come to rest.
     * @param {Turn} turn
     * @param {number} column
     * @param {number} top
     */
    #fits(turn, column, top) {
        if (top + turn.height <= 0) return column >= 0 && column + turn.width <= this.well.width;
        const rest = turn.rests.get(column);
        return rest !== undefined && top <= rest.top;
    }

    /**
     * @param {Turn} turn
     * @param {number} column
     * @param {number} top
     */
    #move(turn, column, top) {
        if (!this.#fits(turn, column, top)) return false;
        const lay = this.lies;
        Object.assign(this, { turn, column, top });
        if (this.lies && this.#rested < MOST_RESTS) {
            this.#left = REST;
            this.#rested += 1;
        } else if (lay && !this.lies) {
            this.#left = this.pace;
        }
        return true;
    }

    /** @param {number} columns */
    shift(columns) {
        return this.#move(this.turn, this.column + columns, this.top);
    }

    /**
     * Turns the piece about its middle, if necessary a little aside or higher.
     * @param {number} by quarters, clockwise
     */
    rotate(by) {
        const { turns } = this.well;
        const index = (turns.indexOf(this.turn) + by + turns.length) % turns.length;
        const turn = turns[index];
        const column = this.column + Math.floor((this.turn.width - turn.width) / 2);
        const top = this.top + Math.ceil((this.turn.height - turn.height) / 2);
        for (const up of [0, 1, 2, 3])
            for (const aside of [0, -1, 1, -2, 2])
                if (this.#move(turn, column + aside, top - up)) return true;
        return false;
    }

    /** Moves the piece down a row; returns whether it could. */
    sink() {
        const isSunk = this.#fits(this.turn, this.column, this.top + 1);
        if (isSunk) {
            this.top += 1;
            this.#left = this.lies ? REST : this.pace;
        }
        return isSunk;
    }

    /**
     * Lets time pass; returns whether the piece is to be placed. Above a column without room it waits.
     * @param {number} milliseconds
     */
    pass(milliseconds) {
        this.#left -= milliseconds;
        while (this.#left <= 0) {
            const late = this.#left;
            if (this.lies) return true;
            if (!this.sink()) {
                this.#left = this.pace;
                return false;
            }
            this.#left += late;
        }
        return false;
    }

    /** Drops the piece; returns whether there is room for it. */
    drop() {
        if (this.landing) this.top = this.landing.top;
        return this.landing !== null;
    }
}
