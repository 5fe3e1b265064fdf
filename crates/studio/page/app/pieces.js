// Pieces that are taken and put down, by dragging or with two clicks, and arrow keys and swipes that
// play. What can be moved comes from the server with each position.

import { keyOf } from "./picture.js";

/** @typedef {import("./table.js").Table} Table */

export class PieceMoves {
    /** @type {Place | null} the piece that was clicked and waits for its place */
    #held = null;
    /** @type {{from: Place, to: Place} | null} where a drag began, and where it is */
    #drag = null;

    /** @param {Table} table */
    constructor(table) {
        this.table = table;
        /** @type {Pieces} */
        this.pieces = { drags: [], arrows: {} };
    }

    /** @param {Position} position */
    take({ pieces }) {
        this.pieces = pieces ?? { drags: [], arrows: {} };
        this.#held = null;
        this.#drag = null;
        this.#mark([]);
    }

    /** Whether a pointer that moves over the board means something. */
    get canDrag() {
        return this.pieces.drags.length > 0 || Object.keys(this.pieces.arrows).length > 0;
    }

    /**
     * Returns the moves that bring a piece from one place to another, if it can go there.
     * @param {Place} from
     * @param {Place} to
     */
    #between(from, to) {
        const [start, end] = [keyOf(from), keyOf(to)];
        return this.pieces.drags.find((drag) => keyOf(drag.from) === start && keyOf(drag.to) === end)?.moves;
    }

    /**
     * Puts the held piece down, if it can go to the place that was chosen; returns whether it can.
     * @param {Place} place
     */
    putDown(place) {
        const moves = this.#held && this.#between(this.#held, place);
        if (moves) this.table.playAll(moves);
        return Boolean(moves);
    }

    /**
     * Takes the piece that was chosen; returns whether there is one.
     * @param {Place} place
     */
    pickUp(place) {
        const drags = this.#dragsOf(place);
        // A second click puts the piece back.
        const isBack = this.#held !== null && keyOf(this.#held) === keyOf(place);
        this.#held = drags.length > 0 && !isBack ? place : null;
        this.#mark(this.#held ? [place, ...drags.map((drag) => drag.to)] : []);
        return drags.length > 0;
    }

    /** @param {Place} place */
    #dragsOf(place) {
        const key = keyOf(place);
        return this.pieces.drags.filter((drag) => keyOf(drag.from) === key);
    }

    /**
     * A drag has come to a place; returns whether it means something.
     * @param {Place} place
     * @param {boolean} isFirst
     */
    drag(place, isFirst) {
        if (!this.canDrag || place.length === 3) return false;
        this.#drag = isFirst || !this.#drag ? { from: place, to: place } : { ...this.#drag, to: place };
        const drags = this.#dragsOf(this.#drag.from);
        this.#mark([this.#drag.from, ...drags.map((drag) => drag.to)]);
        return drags.length > 0 || Object.keys(this.pieces.arrows).length > 0;
    }

    /** The pointer was released: the piece is put down, or the swipe counts as an arrow key. */
    drop() {
        if (!this.#drag) return;
        const { from, to } = this.#drag;
        this.#drag = null;
        this.#mark([]);
        const moves = this.#between(from, to);
        if (moves) this.table.playAll(moves);
        else if (this.#dragsOf(from).length === 0) this.#steer(directionOf(from, to));
    }

    /**
     * An arrow key was pressed; returns whether it means something here. Where the held piece cannot
     * go that way, the focus moves, so that the piece can be put down elsewhere.
     * @param {string} key
     */
    arrow(key) {
        if (!this.#held) return this.#steer(key);
        const isThere = (/** @type {Pieces["drags"][0]} */ { from, to, moves }) =>
            moves.length === 1 && isStraight(from, to) && directionOf(from, to) === key;
        const drags = this.#dragsOf(this.#held).filter(isThere);
        const nearest = drags.sort((one, other) => lengthOf(one) - lengthOf(other))[0];
        if (nearest) this.table.playAll(nearest.moves);
        return nearest !== undefined;
    }

    /** @param {string | null} key */
    #steer(key) {
        const { arrows } = this.pieces;
        const mv = key && arrows[key];
        if (mv) this.table.playAll([mv]);
        return Object.keys(arrows).length > 0;
    }

    /** @param {Place[]} places */
    #mark(places) {
        this.table.board.drawing.mark("held", places);
    }
}

/** @param {Pieces["drags"][0]} drag */
function lengthOf({ from, to }) {
    return Math.abs(Number(to[0]) - Number(from[0])) + Math.abs(Number(to[1]) - Number(from[1]));
}

/**
 * @param {Place} from
 * @param {Place} to
 */
function isStraight(from, to) {
    return from[0] === to[0] || from[1] === to[1];
}

/**
 * Returns the arrow key that points from one place to another, or nearly so.
 * @param {Place} from
 * @param {Place} to
 */
function directionOf(from, to) {
    const [right, down] = [Number(to[0]) - Number(from[0]), Number(to[1]) - Number(from[1])];
    if (right === 0 && down === 0) return null;
    if (Math.abs(right) > Math.abs(down)) return right > 0 ? "ArrowRight" : "ArrowLeft";
    return down > 0 ? "ArrowDown" : "ArrowUp";
}
