// A game somebody plays: an instance, its history, the present, and the position the server makes of them. The server
// keeps nothing of it: each question sends all the moves. Questions are asked one after the other, so that fast keys
// cannot overtake each other.

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
     * @param {() => void} onchange called when there is another position
     */
    constructor(opened, moves, time, onchange) {
        this.opened = opened;
        this.history = new History(moves);
        this.time = time;
        this.onchange = onchange;
    }

    /** What the server is asked about. @returns {api.Played} */
    get played() {
        return { text: this.opened.text, moves: this.history.moves, time: this.time };
    }

    get isTimed() {
        return Boolean(this.position?.clock);
    }

    /** Asks for the position as it stands at first. */
    begin() {
        return this.#change(() => {});
    }

    /**
     * Plays a move. One that cannot be played leaves everything as it was, and the error says why.
     * @param {string} mv
     */
    play(mv) {
        return this.#change(() => {
            const at = timeOf(mv);
            const isOrdered = this.position?.line.some((order) => timeOf(order) === at);
            if (this.isTimed) this.time = Math.max(this.time, at + 1);
            // A pass where nothing was ordered: time alone goes on.
            if (!this.isTimed || !isPass(mv) || isOrdered) this.history.play(mv);
        });
    }

    /**
     * Gives orders, while the present stays where it is.
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
     * Makes another time the present.
     * @param {number} time
     */
    goTo(time) {
        return this.#change(() => {
            this.time = Math.max(time, 0);
        });
    }

    /**
     * Another game of the same instance.
     * @param {string[]} moves
     */
    replace(moves) {
        return this.#change(() => {
            this.history = new History(moves);
            this.time = 0;
        });
    }

    /**
     * Changes something and asks for the position that comes of it. If the server refuses, nothing has changed.
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
            // The world may end before the time that was asked for; without a clock there is no time.
            this.time = this.position.clock?.[0] ?? 0;
            this.onchange();
            return this.position;
        });
        this.#last = turn.catch(() => {});
        return turn;
    }
}
