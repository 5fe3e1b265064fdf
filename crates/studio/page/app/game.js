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
        const { text } = this.opened;
        return { text, moves: this.history.moves, ...(this.history.isTimed ? { time: this.time } : {}) };
    }

    begin() {
        return this.#inTurn(async () => {
            const first = await api.position({ ...this.played, time: this.time });
            this.history.isTimed = first.clock !== null;
            this.#take(first);
            return first;
        });
    }

    /**
     * Plays a move. One that cannot be played leaves everything as it was, and the error says why.
     * @param {string} mv
     */
    play(mv) {
        return this.#inTurn(async () => {
            const time = this.time;
            const at = timeOf(mv);
            if (this.history.isTimed && at >= time) this.time = at + 1;
            const isNothing = this.history.isTimed && isPass(mv) && !this.history.moves.some((order) => timeOf(order) === at);
            const taken = this.history.edits.slice(this.history.made);
            if (!isNothing) this.history.play(mv);
            try {
                this.#take(await api.position(this.played));
            } catch (error) {
                this.time = time;
                if (!isNothing) {
                    this.history.drop();
                    this.history.edits.push(...taken);
                }
                throw error;
            }
        });
    }

    /**
     * Plays several moves at once: by the clock a plan, of which the present shows nothing yet.
     * @param {string[]} moves
     */
    playAll(moves) {
        return this.#inTurn(async () => {
            for (const mv of moves) this.history.play(mv);
            this.#take(await api.position(this.played));
        });
    }

    undo() {
        return this.#inTurn(async () => {
            const mv = this.history.undo();
            if (mv === null) return;
            if (this.history.isTimed) this.time = Math.min(this.time, timeOf(mv));
            this.#take(await api.position(this.played));
        });
    }

    redo() {
        return this.#inTurn(async () => {
            const mv = this.history.redo();
            if (mv === null) return;
            if (this.history.isTimed) this.time = Math.max(this.time, timeOf(mv) + 1);
            this.#take(await api.position(this.played));
        });
    }

    restart() {
        return this.#inTurn(async () => {
            while (this.history.undo() !== null);
            this.time = 0;
            this.#take(await api.position(this.played));
        });
    }

    /**
     * Makes another time the present.
     * @param {number} time
     */
    goTo(time) {
        return this.#inTurn(async () => {
            this.time = Math.max(time, 0);
            this.#take(await api.position(this.played));
        });
    }

    /**
     * Another game of the same instance.
     * @param {string[]} moves
     */
    replace(moves) {
        return this.#inTurn(async () => {
            const before = this.history;
            this.history = Object.assign(new History(moves), { isTimed: before.isTimed });
            this.time = 0;
            try {
                this.#take(await api.position(this.played));
            } catch (error) {
                this.history = before;
                throw error;
            }
        });
    }

    /** @param {Position} position */
    #take(position) {
        this.position = position;
        // The world may end before the time that was asked for.
        if (position.clock) this.time = position.clock[0];
        this.onchange();
    }

    /**
     * @template T
     * @param {() => Promise<T>} action
     * @returns {Promise<T>}
     */
    #inTurn(action) {
        const turn = this.#last.then(action);
        this.#last = turn.catch(() => {});
        return turn;
    }
}
