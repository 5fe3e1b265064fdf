// A game in progress: an instance, its history, the current time, and the position computed by the
// server. The server keeps no state: each request sends all the moves. Requests are sent one after
// the other, so that fast keys cannot overtake each other.

import * as api from "./api.js";
import { isPass, timeOf } from "./history.js";
import { MANY_TILES } from "./picture.js";

/** Number of pictures of a large board that are kept, so that only changes need to be sent. */
const MOST_KEPT = 24;

export class Game {
    /** @type {Position | null} */
    position = null;
    /** @type {Promise<unknown>} */
    #last = Promise.resolve();
    /** @type {Map<number, {step: string, moves: number, scene: Picture}>} pictures of a large board, by their nodes */
    #scenes = new Map();

    /**
     * @param {Opened} opened
     * @param {import("./history.js").History} history
     * @param {number} time
     * @param {() => void} onchange called when the position has changed
     */
    constructor(opened, history, time, onchange) {
        this.opened = opened;
        this.history = history;
        this.time = time;
        this.onchange = onchange;
    }

    /** The game as it is sent to the server. @returns {api.Played} */
    get played() {
        return { text: this.opened.text, moves: this.history.moves, time: this.time };
    }

    /** Done when all requests so far are answered. */
    get settled() {
        return this.#last;
    }

    get isTimed() {
        return Boolean(this.position?.clock);
    }

    /** Requests the first position. */
    begin() {
        return this.#change(() => {});
    }

    /**
     * Plays a move. If it cannot be played, nothing changes, and the error gives the reason.
     * @param {string} mv
     * @param {boolean} [isHelped] whether the program chose it
     */
    play(mv, isHelped = false) {
        return this.#change(() => {
            const at = timeOf(mv);
            const isOrdered = this.position?.line.some((order) => timeOf(order) === at);
            if (this.isTimed) this.time = Math.max(this.time, at + 1);
            // A pass where nothing was ordered: only the time advances.
            if (!this.isTimed || !isPass(mv) || isOrdered) this.history.play(mv, isHelped);
        });
    }

    /**
     * Writes an entry that depends on the position, once all earlier requests are answered.
     * @param {() => string | null} pick returns the entry; none if there is nothing to write
     */
    write(pick) {
        return this.#change(() => {
            const entry = pick();
            if (entry !== null) this.history.play(entry);
        });
    }

    /**
     * Writes several entries as one step.
     * @param {string[]} entries
     * @param {boolean} isMore whether they belong to the last step
     */
    draw(entries, isMore) {
        return this.#change(() => {
            if (!isMore) this.history.play(entries[0]);
            this.history.extend(isMore ? entries : entries.slice(1));
        });
    }

    /**
     * Makes a pencil mark, or removes it.
     * @param {string} cell
     * @param {string} value
     */
    pencil(cell, value) {
        return this.#change(() => this.history.pencil(cell, value));
    }

    /**
     * Gives a solver's orders without changing the current time.
     * @param {string[]} orders
     */
    plan(orders) {
        return this.#change(() => orders.forEach((order) => this.history.play(order, true)));
    }

    undo() {
        return this.#change(() => {
            const mv = this.history.undo();
            if (mv !== null && this.isTimed) this.time = Math.min(this.time, timeOf(mv));
        });
    }

    redo() {
        return this.#change(() => {
            const mv = this.history.redo();
            if (mv !== null && this.isTimed) this.time = Math.max(this.time, timeOf(mv) + 1);
        });
    }

    restart() {
        return this.#change(() => {
            this.history.walk(0);
            this.time = 0;
        });
    }

    /**
     * Goes to a position of this game, on any of its lines.
     * @param {number} node
     */
    walk(node) {
        return this.#change(() => {
            const { history } = this;
            history.walk(node);
            if (this.isTimed) this.time = Math.max(0, ...history.moves.map((mv) => timeOf(mv) + 1));
        });
    }

    /**
     * Changes the current time.
     * @param {number} time
     */
    goTo(time) {
        return this.#change(() => {
            this.time = Math.max(time, 0);
        });
    }

    /**
     * Plays a line from elsewhere, from the start.
     * @param {string[]} moves
     */
    replace(moves) {
        return this.#change(() => {
            this.history.walk(0);
            for (const mv of moves) this.history.play(mv, true);
            this.time = 0;
        });
    }

    /**
     * Makes a change and requests the new position. If the server refuses, nothing changes.
     * @param {() => void} change
     * @returns {Promise<Position>}
     */
    #change(change) {
        const turn = this.#last.then(async () => {
            const { history, time } = this;
            this.history = history.copy();
            change();
            try {
                this.position = await this.#ask();
            } catch (error) {
                Object.assign(this, { history, time });
                throw error;
            }
            // The world may end before the requested time; without a clock there is no time.
            this.time = this.position.clock?.[0] ?? 0;
            this.onchange();
            return this.position;
        });
        this.#last = turn.catch(() => {});
        return turn;
    }

    /** Requests the position; of a large board, only what has changed since a picture that is kept. */
    async #ask() {
        const { history, played } = this;
        const isKept = (/** @type {number} */ at) => this.#scenes.get(at)?.step === history.nodes[at].step;
        const near = [0, ...history.path()].findLast(isKept);
        const known = near === undefined ? undefined : this.#scenes.get(near);
        const position = await api.position({ ...played, since: known?.moves });
        if (position.changed && known) position.scene = merged(known.scene, position.scene);
        const { scene, kind } = position;
        if (kind === "steps" && scene.tiles.length > MANY_TILES) {
            this.#scenes.delete(history.at);
            const { step } = history.nodes[history.at];
            this.#scenes.set(history.at, { step, moves: played.moves.length, scene });
            const [oldest] = this.#scenes.keys();
            if (this.#scenes.size > MOST_KEPT) this.#scenes.delete(oldest);
        }
        return position;
    }
}

/**
 * Returns a picture with the changes of another one.
 * @param {Picture} before
 * @param {Picture} changes
 * @returns {Picture}
 */
function merged(before, changes) {
    const looks = [...before.looks];
    const named = (/** @type {TileLook} */ { svg, words, label }) => `${svg} ${words} ${label}`;
    const known = new Map(looks.map((look, index) => [named(look), index]));
    const indices = changes.looks.map((look) => {
        const index = known.get(named(look));
        return index ?? looks.push(look) - 1;
    });
    // Numbers as keys: there are many tiles.
    const key = (/** @type {Picture["tiles"][0]} */ [x, y, layer]) => (layer * 65_536 + y) * 65_536 + x;
    const changed = new Map(changes.tiles.map((tile) => [key(tile), indices[tile[5]]]));
    const tiles = before.tiles.map((tile) => {
        const look = changed.get(key(tile));
        return look === undefined ? tile : /** @type {Picture["tiles"][0]} */ ([...tile.slice(0, 5), look]);
    });
    return { ...changes, tiles, looks };
}
