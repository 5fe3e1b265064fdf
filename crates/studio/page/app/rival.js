// A person in a race: plays the board of the solvers, by their own clock, and is judged like them.

import * as api from "./api.js";
import { button, duration, figure, fill, h } from "./dom.js";
import { History } from "./history.js";
import { objection } from "./router.js";
import { Table } from "./table.js";

/** What is kept of a person's result, in the browser. @typedef {{seconds: number, moves: number, score: number, complete: boolean}} Result */

export class Rival {
    /** @type {number | null} when the first move was made */
    #began = null;
    /** @type {Result | null} */
    #result;
    #isJudging = false;

    /**
     * @param {Opened} opened
     * @param {string} key under which the result is kept
     * @param {() => void} onchange
     * @param {AbortSignal} leaving
     */
    constructor(opened, key, onchange, leaving) {
        this.key = `quarry-${key}`;
        this.onchange = onchange;
        this.#result = readResult(this.key);
        this.time = h("span", { class: "readout", "data-testid": "your-time" });
        this.score = h("output", { class: "best", "data-testid": "your-score" });
        this.said = h("div", { "aria-live": "polite" });
        const listeners = {
            onshow: (/** @type {Position} */ position) => this.#take(position),
            onstop: () => {},
            onact: () => {},
        };
        this.table = new Table(opened, new History(), 0, listeners, leaving);
        const { game } = this.table;
        const act = (/** @type {string} */ text, /** @type {() => Promise<unknown>} */ does) =>
            button(text, () => this.table.byHand(does));
        this.element = h(
            "section",
            { class: "card panel rival", "aria-label": "You", "data-testid": "rival" },
            h("header", {}, h("h2", {}, "You"), this.time),
            this.score,
            this.table.element,
            this.table.said,
            h(
                "div",
                { class: "actions" },
                act("Undo", () => game.undo()),
                act("Redo", () => game.redo()),
                button("Hand in", () => this.#judge(), {
                    "data-testid": "hand-in",
                    title: "Have the board judged as it is",
                }),
                button("Start again", () => this.#restart()),
            ),
            this.said,
        );
        const timer = setInterval(() => this.#tick(), 200);
        leaving.addEventListener("abort", () => clearInterval(timer));
    }

    begin() {
        return this.table.begin();
    }

    get #seconds() {
        return this.#began === null ? 0 : (performance.now() - this.#began) / 1000;
    }

    #tick() {
        this.time.textContent = duration(this.#result?.seconds ?? this.#seconds);
    }

    /** @param {Position} position */
    #take({ line, score, over, solved }) {
        if (line.length > 0) this.#began ??= performance.now();
        if (!this.#result) this.score.textContent = figure(score);
        if ((over || solved) && line.length > 0) this.#judge();
    }

    async #judge() {
        if (this.#result || this.#isJudging || this.#began === null) return;
        const seconds = this.#seconds;
        this.#isJudging = true;
        try {
            const { played } = this.table.game;
            const { accepted, score, objection: why } = await api.answer(played);
            if (!accepted || score === null) {
                fill(
                    this.said,
                    h(
                        "p",
                        { class: "objection" },
                        `The judge does not accept this yet: ${why ?? "it has no score"}.`,
                    ),
                );
                return;
            }
            this.#result = { seconds, moves: played.moves.length, score, complete: true };
            localStorage.setItem(this.key, JSON.stringify(this.#result));
            this.score.textContent = figure(score);
            fill(this.said, h("p", {}, `Judged: ${figure(score)} after ${duration(seconds)}.`));
            this.onchange();
        } catch (error) {
            fill(this.said, objection(error));
        } finally {
            this.#isJudging = false;
        }
    }

    #restart() {
        this.#result = this.#began = null;
        localStorage.removeItem(this.key);
        fill(this.said);
        this.table.byHand(() => this.table.game.restart());
        this.onchange();
    }

    /** @returns {import("./ranking.js").Entrant} */
    get entrant() {
        const { seconds, moves, score, complete } = this.#result ?? {
            seconds: this.#seconds,
            moves: 0,
            score: 0,
            complete: false,
        };
        return {
            name: "you",
            curve: this.#result ? [[seconds, moves, score, moves, complete]] : [],
            isOver: this.#result !== null || this.#began === null,
            isPerson: true,
            work: { seconds, nodes: moves, evaluations: moves },
        };
    }
}

/** @param {string} key @returns {Result | null} */
export function readResult(key) {
    try {
        return JSON.parse(localStorage.getItem(key) ?? "null");
    } catch {
        return null;
    }
}
