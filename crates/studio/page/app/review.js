// The review of a game: what each move gave away, found by a solver from the last move to the first,
// with the moves that lost most. A click shows the position and the better move.

import * as api from "./api.js";
import { button, figure, fill, h } from "./dom.js";
import { movesOf, timeOf } from "./history.js";
import { losses, reachedFrom } from "./losses.js";
import { ReviewCurve } from "./reviewcurve.js";
import { objection } from "./router.js";

/** @typedef {(ReviewedPosition | undefined)[]} Known what is known so far, by the number of moves */

/** Number of moves in the list of those that lost most. */
const LISTED = 6;
/** Longest game that is reviewed. */
const LONGEST = 2_000;
/** Time that a question should take, in milliseconds: long ones are asked in smaller stretches. */
const WANTED_TIME = 600;
const MOST_AT_ONCE = 16;

export class Review {
    /** @type {AbortController | null} */
    #running = null;
    /** @type {Known} */
    #known = [];
    /** @type {ReviewStretch["kind"]} */
    #kind = "score";
    /** @type {string | null} */
    #by = null;
    /** @type {string[]} */
    #line = [];
    /** The node of the last reviewed position. */
    #tip = 0;

    /**
     * @param {import("./table.js").Table} table
     * @param {HTMLElement} place
     * @param {AbortSignal} leaving
     */
    constructor(table, place, leaving) {
        this.table = table;
        this.place = place;
        this.progress = h("p", { class: "fine", role: "status", "data-testid": "review-progress" });
        this.curve = new ReviewCurve((at) => this.#goTo(at));
        this.list = h("ol", { class: "worst", "data-testid": "worst" });
        this.sure = h("p", { class: "fine" });
        this.heading = h("h2", { tabindex: -1 }, "What each move gave away");
        this.element = h(
            "section",
            { class: "review card", "aria-label": "Review", "data-testid": "review" },
            h(
                "header",
                {},
                this.heading,
                button("Close", () => this.close(), { class: "quiet" }),
            ),
            this.progress,
            this.curve.element,
            this.list,
            this.sure,
        );
        leaving.addEventListener("abort", () => this.#running?.abort());
    }

    close() {
        this.#running?.abort();
        fill(this.place);
    }

    /** Reviews the current line, from its end to its start. */
    async begin() {
        this.#running?.abort();
        const running = new AbortController();
        this.#running = running;
        const { game } = this.table;
        fill(this.place, this.element);
        this.heading.focus({ preventScroll: true });
        // On a phone the board is far above anyway.
        const isNarrow = matchMedia("(max-width: 860px)").matches;
        this.element.scrollIntoView({ block: isNarrow ? "start" : "nearest" });
        this.#tip = game.history.tip;
        const path = game.history.path(this.#tip);
        const moves = movesOf(path.map((at) => game.history.nodes[at].step));
        const played = {
            text: game.opened.text,
            moves,
            time: game.isTimed ? game.position?.clock?.[1] : undefined,
        };
        this.#known = Array.from({ length: moves.length + 1 });
        this.#line = moves;
        fill(this.list);
        fill(this.sure);
        this.curve.show([], [], 0);
        if (moves.length === 0 || moves.length > LONGEST) {
            const many = `A game of more than ${LONGEST.toLocaleString("en")} moves is not reviewed.`;
            fill(this.progress, moves.length === 0 ? "There is no move to review yet." : many);
            return;
        }
        try {
            await this.#ask(played, running.signal);
        } catch (error) {
            if (!running.signal.aborted) fill(this.progress, objection(error));
        }
    }

    /** @param {api.Played} played @param {AbortSignal} signal */
    async #ask(played, signal) {
        let [end, count] = [this.#known.length, 1];
        while (end > 0) {
            fill(this.progress, `Looking at position ${end} of ${this.#known.length} …`);
            const from = Math.max(end - count, 0);
            const begun = performance.now();
            const { kind, by, line, positions } = await api.review(played, from, end - from, signal);
            signal.throwIfAborted();
            // By the clock, the line has the orders that stand; passes are none.
            if (line.length + 1 < this.#known.length) {
                this.#known.length = line.length + 1;
                if (positions.length === 0) {
                    end = this.#known.length;
                    continue;
                }
            }
            this.#line = line;
            this.#by ??= by;
            // Of a game of chance, the position at the end has no value.
            this.#kind = this.#kind === "values" ? this.#kind : kind;
            for (const position of positions) this.#known[position.at] = position;
            this.#show(from === 0);
            end = from;
            const seconds = performance.now() - begun;
            count =
                seconds < WANTED_TIME / 2
                    ? Math.min(2 * count, MOST_AT_ONCE)
                    : seconds > WANTED_TIME
                      ? Math.max(count >> 1, 1)
                      : count;
        }
    }

    /** @param {boolean} isWhole */
    #show(isWhole) {
        const all = losses(this.#kind, this.#known);
        const hasCurve = this.#kind === "score" || this.#kind === "goal";
        const reached = hasCurve ? reachedFrom(this.#known) : [];
        this.curve.show(all, reached, this.#known.length - 1);
        const worst = all.filter(({ loss }) => loss !== null && loss > 0);
        worst.sort((one, other) => Number(other.loss) - Number(one.loss) || one.at - other.at);
        const unknown = all.filter(({ loss }) => loss === null).length;
        fill(
            this.list,
            worst.slice(0, LISTED).map((loss) =>
                h(
                    "li",
                    {},
                    button(this.#words(loss), () => this.#goTo(loss.at, true), { class: "quiet" }),
                ),
            ),
        );
        if (!isWhole) return;
        const none =
            unknown === all.length
                ? "Nothing could be found out about these moves."
                : "No move is known to have given anything away.";
        const gaps = unknown > 0 && unknown < all.length ? ` Of ${unknown} it is not known.` : "";
        fill(
            this.progress,
            (worst.length === 0
                ? none
                : `${all.length} moves; ${worst.length} of them gave something away.`) + gaps,
        );
        fill(this.sure, this.#sureness());
    }

    /** @param {import("./losses.js").Loss} loss */
    #words({ at, loss, before, after, better, wrong }) {
        const mv = `Move ${at + 1} (${this.#line[at]})`;
        if (this.#kind === "entries") {
            if (loss === Infinity) return `${mv}: from here the board cannot be completed`;
            const entries = wrong.length === 1 ? "one more wrong entry" : `${wrong.length} more wrong entries`;
            return `${mv}: ${entries}`;
        }
        const instead = better && better !== this.#line[at] ? `; ${better} is better` : "";
        if (loss === Infinity) return `${mv}: you lost the goal here${instead}`;
        if (this.#kind === "values") return `${mv}: valued ${figure(loss)} less than the best${instead}`;
        const points = `${figure(loss)} ${loss === 1 ? "point" : "points"}`;
        return `${mv}: you lost ${points} here (${figure(before)} → ${figure(after)})${instead}`;
    }

    #sureness() {
        const words = {
            score:
                "Every position was searched with the same small budget, and the judge has checked each game " +
                "that was found. The best of a solver is a lower bound: more may have been possible, so a loss " +
                "may be larger or smaller than shown.",
            goal:
                "A way that was found is judged; that there is none is proved. There may be a better way than " +
                "the best that was found, so losses are estimates. Where neither was found, it is not known.",
            entries:
                "Found by the constraint engine: from a marked move on, no solution agrees with all that is " +
                "written.",
            values:
                `By what ${this.#by} makes of each move, before anybody knew what would come: an opinion, ` +
                "not points.",
        };
        return words[this.#kind];
    }

    /**
     * Shows the position before a move, and the better move.
     * @param {number} at
     * @param {boolean} [isFar] whether the board may be out of view
     */
    async #goTo(at, isFar = false) {
        const { table } = this;
        const { game } = table;
        this.curve.point(at);
        if (isFar) table.element.scrollIntoView({ block: "nearest" });
        await table.byHand(() => {
            if (game.isTimed) return game.goTo(at < this.#line.length ? timeOf(this.#line[at]) : Infinity);
            return game.walk(this.#nodeAt(at));
        });
        const loss = losses(this.#kind, this.#known).find((loss) => loss.at === at);
        if (!loss) return;
        const isLoss = loss.loss !== null && loss.loss > 0;
        const { better, place, wrong } = loss;
        const play = () => table.byHand(() => game.play(better ?? "", true));
        const canPlay = isLoss && better && better !== this.#line[at];
        fill(
            table.said,
            h("p", {}, isLoss ? `${this.#words(loss)}.` : `Move ${at + 1} (${this.#line[at]}) is next.`),
            canPlay &&
                h(
                    "p",
                    { class: "actions" },
                    button(`Play ${better}`, play, { "data-testid": "play-better" }),
                ),
        );
        table.board.drawing.mark("hinted", canPlay && place ? [place] : []);
        table.board.drawing.mark("wrong", wrong);
    }

    /**
     * The node after some moves; of a step with several moves, the one before it.
     * @param {number} at
     */
    #nodeAt(at) {
        const { history } = this.table.game;
        let [node, count] = [0, 0];
        for (const next of history.path(this.#tip)) {
            count += movesOf([history.nodes[next].step]).length;
            if (count > at) break;
            node = next;
        }
        return node;
    }
}
