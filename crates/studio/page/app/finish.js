// How a game ended: whether the goal is reached, the result beside the best ones, and where to go
// from here. It says what happened and nothing more; a lost game is not celebrated.

import * as api from "./api.js";
import { button, figure, fill, h } from "./dom.js";
import { markDone, progressOf } from "./progress.js";
import { addressOf } from "./router.js";
import { exampleSource, generatedSource } from "./source.js";
import { minutes } from "./timer.js";

/**
 * @typedef {object} Ended
 * @property {Position} position
 * @property {number} moves
 * @property {number} seconds
 * @property {boolean} isHelped whether the program or a link made some of the moves
 */

/**
 * Whether a finished game is what the puzzle asks for: the goal, or a whole game where only the score counts.
 * @param {Position} position
 */
export const isDone = ({ solved, over, goal }) => (goal ? solved : over);

export class Finish {
    /**
     * @param {import("./source.js").Source} source
     * @param {Opened} opened
     * @param {string} board the key of its progress
     * @param {{again: () => void, review: () => void, undo: () => void}} acts
     */
    constructor(source, opened, board, acts) {
        this.source = source;
        this.opened = opened;
        this.board = board;
        this.acts = acts;
        this.element = h("section", {
            class: "finish card",
            "aria-label": "Result",
            hidden: true,
            "data-testid": "finish",
        });
        /** The line whose end was noted: it is noted only once. */
        this.noted = "";
    }

    hide() {
        this.element.hidden = true;
    }

    /**
     * Shows a game that has ended, and notes it if it is the player's own.
     * @param {Ended} ended
     * @param {string} line the moves, by which the same end is recognised
     */
    show(ended, line) {
        const { position, moves, seconds, isHelped } = ended;
        const before = progressOf(this.opened.puzzle, this.board);
        const isReached = isDone(position);
        const isOwn = isReached && !isHelped;
        const isNew = line !== this.noted;
        if (!isNew && !this.element.hidden) return;
        this.noted = line;
        const result = { score: position.score, moves, seconds };
        const isBest = isOwn && isNew && markDone(this.opened.puzzle, this.board, result);
        const best = this.#bestWords(before, isBest && before.done !== undefined, isOwn);
        const known = bestKnown(this.opened);
        const rows = [
            ["Score", figure(position.score)],
            ["Best known", known && `${figure(known.score)}${known.proved ? ", proved" : ""} (${known.by})`],
            ["Your best", best],
            ["Moves", figure(moves)],
            ["Time", seconds > 0 && minutes(seconds)],
        ].filter(([, value]) => value);
        const heading = !position.goal
            ? "The game is over"
            : position.solved
              ? "The goal is reached"
              : "The game is over, and the goal is not reached";
        this.element.classList.toggle("reached", position.goal && position.solved);
        const next = h("span", {});
        fill(
            this.element,
            h("h2", {}, heading),
            h(
                "dl",
                { class: "facts" },
                rows.flatMap(([key, value]) => [h("dt", {}, key), h("dd", {}, value)]),
            ),
            isHelped &&
                h("p", { class: "fine" }, "Some of these moves are not yours, so it is no personal best."),
            h(
                "div",
                { class: "actions" },
                next,
                !isReached && button("Undo", this.acts.undo, { class: "primary" }),
                button("Review this game", this.acts.review, { "data-testid": "finish-review" }),
                button("Play again", this.acts.again),
                shareButton(),
            ),
        );
        this.element.hidden = false;
        this.#findNext(next, isReached);
    }

    /**
     * @param {import("./progress.js").Progress} before
     * @param {boolean} isBetter
     * @param {boolean} isOwn
     */
    #bestWords(before, isBetter, isOwn) {
        if (isBetter) return "this game: better than all before";
        if (before.done === undefined) return isOwn ? "this game, your first" : null;
        const score = before.score === undefined ? [] : [figure(before.score)];
        const count = before.moves === undefined ? [] : [`${figure(before.moves)} moves`];
        const time = before.seconds === undefined ? [] : [minutes(before.seconds)];
        return [...score, ...count, ...time].join(", ");
    }

    /**
     * Puts a link to the next level where it belongs.
     * @param {HTMLElement} place
     * @param {boolean} isReached
     */
    async #findNext(place, isReached) {
        const { path, query } = this.source;
        const [kind, puzzle, name] = path;
        let next = null;
        if (kind === "example") {
            const { examples } = await api
                .puzzle(puzzle)
                .catch(() => ({ examples: /** @type {string[]} */ ([]) }));
            const following = examples[examples.indexOf(name) + 1];
            if (following) next = { source: exampleSource(puzzle, following), words: "Next level" };
        } else if (kind === "new") {
            const params = Object.entries(query).filter(([key]) => key.startsWith("p."));
            const named = Object.fromEntries(params.map(([key, value]) => [key.slice(2), value]));
            next = {
                source: generatedSource(puzzle, named, Number(query.seed ?? 1) + 1),
                words: "Another board like it",
            };
        }
        if (!next) return;
        const href = addressOf(["play", ...next.source.path], next.source.query);
        const link = h(
            "a",
            { class: isReached ? "button primary" : "button", href, "data-testid": "next-level" },
            next.words,
        );
        place.replaceWith(link);
    }
}

/** The best known result of a board, if one is published. @param {Opened} opened */
export function bestKnown({ known }) {
    return known.reduce(
        (/** @type {Opened["known"][0] | null} */ best, other) =>
            best && best.score >= other.score ? best : other,
        null,
    );
}

/** A button that copies the address, which holds the position. */
export function shareButton() {
    const share = button(
        "Copy link",
        async () => {
            try {
                await navigator.clipboard.writeText(location.href);
                share.textContent = "Copied";
            } catch {
                share.textContent = "Copy the address above";
            }
        },
        { class: "quiet", "data-testid": "share", "aria-live": "polite" },
    );
    return share;
}
