// Splitting: how long a player's games are where they last too long to be played. Each step sees more
// play; the levels at which games are split are drawn as they are reached.

import * as api from "./api.js";
import { button, fill, figure, h, s } from "./dom.js";
import { onKeys } from "./keys.js";
import { objection } from "./router.js";
import { withStyles } from "./styles.js";

/** Stretches that a step adds, and those after which the estimate ends. */
const [STEP, MOST] = [2, 60];
/** Milliseconds between two steps. */
const PAUSE = 250;
const isNarrow = matchMedia("(max-width: 40rem)").matches;
/** High enough for a line of text at each of forty levels. */
const [WIDTH, HEIGHT] = isNarrow ? [360, 580] : [640, 580];
const [LEFT, RIGHT, TOP, BOTTOM] = [52, isNarrow ? 40 : 70, 22, 40];

/**
 * Shows an estimate, step by step.
 * @param {HTMLElement} stage
 * @param {import("./lessons.js").Lesson & {estimate: {moves: number}}} lesson
 * @param {Opened} opened
 * @param {AbortSignal} leaving
 */
export async function showEstimate(stage, lesson, opened, leaving) {
    await withStyles("inside.css");
    if (leaving.aborted) return;
    const begin = button("Start it, paused", () => new Course(stage, lesson, opened, leaving), {
        class: "primary",
        "data-testid": "begin",
    });
    const [puzzle, name] = lesson.example;
    const words = `${lesson.solver} on ${puzzle}/${name}: ${figure(lesson.estimate.moves)} moves a stretch.`;
    fill(stage, h("div", { class: "card" }, h("p", {}, words), begin));
}

/** An estimate that gets more precise step by step. */
class Course {
    /** @type {Estimate[]} what was known after each step */
    #known = [];
    /** @type {AbortController | null} while it goes on by itself */
    #going = null;
    #isAsking = false;

    /**
     * @param {HTMLElement} stage
     * @param {import("./lessons.js").Lesson & {estimate: {moves: number}}} lesson
     * @param {Opened} opened
     * @param {AbortSignal} leaving
     */
    constructor(stage, { solver, params, estimate: { moves } }, opened, leaving) {
        this.asked = { text: opened.text, solver, params: params ?? {}, moves, seed: 1 };
        this.leaving = leaving;
        this.badge = h("span", { class: "badge", "data-testid": "state" });
        this.mean = h("output", { class: "best", "data-testid": "best" }, "–");
        this.interval = h("p", { class: "fine" });
        this.go = button("Continue", () => this.#continue(), { "data-testid": "continue" });
        this.pause = button("Pause", () => this.#pause(), { "data-testid": "pause" });
        this.step = button("Step", () => this.#step(), { "data-testid": "step" });
        this.stop = button("Start again", () => this.#restart(), { "data-testid": "stop" });
        this.rewind = h("input", {
            type: "range",
            min: 0,
            "aria-label": "Which step to show",
            "data-testid": "rewind",
            oninput: () => this.#show(Number(this.rewind.value)),
        });
        this.picture = h("div", { "data-testid": "splitting" });
        this.figures = h("dl", { class: "facts figures", "data-testid": "figures" });
        this.inside = h("div", { class: "inside", "data-testid": "inside" });
        this.said = h("div", { "aria-live": "polite" });
        fill(
            stage,
            h(
                "section",
                { class: "card panel", "aria-label": solver },
                h("header", {}, h("h2", {}, solver), this.badge),
                this.mean,
                this.interval,
                h("div", { class: "actions" }, this.go, this.pause, this.step, this.stop),
                h("div", { class: "actions rewind" }, this.rewind),
                this.said,
                this.picture,
                this.figures,
                this.inside,
            ),
        );
        leaving.addEventListener("abort", () => this.#pause());
        onKeys(
            {
                " ": () => (this.#going ? this.#pause() : this.#continue()),
                ".": () => this.#step(),
                ArrowRight: () => this.#step(),
            },
            leaving,
        );
        this.#restart();
    }

    #restart() {
        this.#pause();
        this.#known = [];
        this.mean.textContent = "–";
        fill(this.picture, h("p", { class: "caption" }, "No game has been seen yet."));
        fill(this.figures);
        fill(this.inside);
        this.#showState();
    }

    get #isDone() {
        return this.#known.length * STEP >= MOST;
    }

    #showState() {
        const state = this.#going ? "running" : this.#isDone ? "done" : "paused";
        this.badge.textContent = this.badge.dataset.state = state;
        this.go.hidden = this.step.hidden = this.#going !== null || this.#isDone;
        this.pause.hidden = this.#going === null;
        this.rewind.max = String(Math.max(this.#known.length - 1, 0));
        this.rewind.hidden = this.#known.length < 2;
    }

    #pause() {
        this.#going?.abort();
        this.#going = null;
        this.#showState();
    }

    async #continue() {
        const going = new AbortController();
        this.#going = going;
        this.#showState();
        while (!going.signal.aborted && !this.#isDone) {
            await this.#step();
            await new Promise((done) => setTimeout(done, PAUSE));
        }
        if (this.#going === going) this.#pause();
    }

    async #step() {
        if (this.#isAsking || this.#isDone) return;
        this.#isAsking = true;
        try {
            fill(this.said);
            // The seed fixes the stretches, so that more of them are the same ones and others.
            const stretches = (this.#known.length + 1) * STEP;
            this.#known.push(await api.estimate({ ...this.asked, stretches }));
            this.rewind.max = String(this.#known.length - 1);
            this.rewind.value = this.rewind.max;
            this.#show(this.#known.length - 1);
        } catch (error) {
            if (!this.leaving.aborted) fill(this.said, objection(error));
            this.#going?.abort();
            this.#going = null;
        } finally {
            this.#isAsking = false;
            this.#showState();
        }
    }

    /** @param {number} at */
    #show(at) {
        const known = this.#known[at];
        if (!known) return;
        const { mean, interval, stretches, ends, plain_ends, nodes, levels } = known;
        this.mean.textContent = mean === null ? "–" : figure(Math.round(mean));
        this.interval.textContent = interval
            ? `rows a game; with 95 % confidence ${interval.map((end) => figure(Math.round(end))).join(" to ")}`
            : "no game has ended yet";
        const counted = stretches * this.asked.moves;
        fill(this.picture, drawn(levels, counted));
        fill(this.figures, h("dt", {}, "moves played"), h("dd", { "data-testid": "nodes" }, figure(nodes)), h("dt", {}, "counted"), h("dd", {}, figure(counted)));
        const row = (/** @type {string} */ name, /** @type {string} */ value) =>
            h("tr", {}, h("th", { scope: "row" }, name), h("td", { class: "number" }, value));
        const plain = plain_ends > 0 ? plain_ends.toPrecision(2) : "0";
        fill(
            this.inside,
            h("table", {}, row("ends seen", figure(ends)), row("ends without copies", plain), row("stretches", figure(stretches))),
        );
    }
}

/**
 * The levels, the lowest at the bottom: how often each is reached, in powers of ten.
 * @param {SplittingLevel[]} levels
 * @param {number} counted
 */
function drawn(levels, counted) {
    const low = Math.floor(Math.log10(Math.min(...levels.map(({ plain }) => plain).filter((each) => each > 0), 0.1)));
    const high = Math.max(...levels.map(({ plain, seen }) => Math.log10(Math.max(plain, seen, 1e-12))), 0);
    const x = (/** @type {number} */ share) =>
        LEFT + (Math.max(Math.log10(Math.max(share, 1e-12)) - low, 0) * (WIDTH - LEFT - RIGHT)) / (high - low);
    const tall = (HEIGHT - TOP - BOTTOM) / Math.max(levels.length, 1);
    const y = (/** @type {number} */ level) => HEIGHT - BOTTOM - (level + 1) * tall;
    const bars = levels.map(({ copies, seen, plain }, level) => {
        const words = `level ${level + 1}: reached ${often(plain)} in plain play, seen ${often(seen)}; ${copies === 1 ? "not split" : `split into ${copies}`}`;
        const bar = (/** @type {number} */ share, /** @type {string} */ name) =>
            s("rect", { x: LEFT, y: y(level) + 1, width: Math.max(x(share) - LEFT, 0), height: Math.max(tall - 2, 1), class: name });
        const split = copies > 1 && s("text", { x: WIDTH - RIGHT + 8, y: y(level) + tall / 2 + 4 }, `× ${copies}`);
        return s("g", {}, s("title", {}, words), bar(seen, "made"), bar(plain, "kept"), split);
    });
    const powers = Array.from({ length: Math.max(Math.floor(high) - low + 1, 1) }, (_, index) => low + index);
    const every = Math.ceil(powers.length / (isNarrow ? 4 : 7));
    const ticks = powers.filter((power) => (power - low) % every === 0).flatMap((power) => [
        s("line", { x1: x(10 ** power), x2: x(10 ** power), y1: TOP, y2: HEIGHT - BOTTOM, class: "grid" }),
        s("text", { x: x(10 ** power), y: HEIGHT - BOTTOM + 16, "text-anchor": "middle" }, power >= 0 ? figure(10 ** power) : `1 in ${compact.format(10 ** -power)}`),
    ]);
    const rungs = levels.map((_, level) => level + 1).filter((level) => level % 5 === 0 || level === 1);
    const names = rungs.map((level) => s("text", { x: LEFT - 6, y: y(level - 1) + tall / 2 + 4, "text-anchor": "end" }, level));
    const label = `${levels.length} levels; the highest is reached ${often(levels.at(-1)?.plain ?? 0)} in plain play, and was seen ${often(levels.at(-1)?.seen ?? 0)} of ${figure(counted)} moves`;
    return [
        s(
            "svg",
            { class: "shape", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
            ticks,
            bars,
            names,
            s("text", { x: 6, y: 14 }, "↑ level"),
            s("text", { x: WIDTH - 6, y: 14, "text-anchor": "end" }, "copies"),
            s("text", { x: WIDTH - RIGHT, y: HEIGHT - 6, "text-anchor": "end" }, "how often, per move →"),
        ),
        h("p", { class: "caption" }, `${label}.`),
        h(
            "ul",
            { class: "legend" },
            h("li", {}, h("span", { class: "sample square plain-play", "aria-hidden": "true" }), "in plain play"),
            h("li", {}, h("span", { class: "sample square with-copies", "aria-hidden": "true" }), "seen, with copies"),
        ),
    ];
}

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 0 });

/** @param {number} share */
const often = (share) => (share <= 0 ? "never" : share >= 1 ? `${share.toFixed(1)} times a move` : `once in ${figure(Math.round(1 / share))} moves`);
