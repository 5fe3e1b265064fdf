// A game in progress: an instance, its history, the current time, and the position computed by the
// server. The server keeps no state: each request sends all the moves. Requests are sent one after
// the other, so that fast keys cannot overtake each other.

import * as api from "./api.js";
import { History, isPass, timeOf } from "./history.js";

export class Game {
    /** @type {Position | null} */
    position = null;
    /** @type {Promise<unknown>} */
    #last = Promise.resolve();

    /**
     * @param {Opened} opened
     * @param {string[]} moves
     * @param {number} time
     * @param {() => void} onchange called when the position has changed
     */
    constructor(opened, moves, time, onchange) {
        this.opened = opened;
        this.history = new History(moves);
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
     */
    play(mv) {
        return this.#change(() => {
            const at = timeOf(mv);
            const isOrdered = this.position?.line.some((order) => timeOf(order) === at);
            if (this.isTimed) this.time = Math.max(this.time, at + 1);
            // A pass where nothing was ordered: only the time advances.
            if (!this.isTimed || !isPass(mv) || isOrdered) this.history.play(mv);
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
     * Gives orders without changing the current time.
     * @param {string[]} orders
     */
    plan(orders) {
        return this.#change(() => this.history.play(...orders));
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
            while (this.history.undo() !== null);
            this.time = 0;
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
     * Replaces the game by another one of the same instance.
     * @param {string[]} moves
     */
    replace(moves) {
        return this.#change(() => {
            this.history = new History(moves);
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
            this.history = Object.assign(new History(history.line), { made: history.made });
            change();
            try {
                this.position = await api.position(this.played);
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
}
