// A solver at work: its results and speed, its best line as a film, and its view of its own state.

import * as api from "./api.js";
import { sparkline } from "./chart.js";
import { button, duration, figure, fill, h } from "./dom.js";
import { LiveFilm } from "./film.js";
import { MethodView } from "./method.js";
import { addressOf, objection } from "./router.js";
import { Snapshots } from "./snapshots.js";

/** Number of values of an inside number that are charted. */
const KEPT = 150;
/** Steps per second that can be chosen; `null` is as fast as it can. @type {[string, number | null][]} */
const SPEEDS = [
    ["1 step a second", 1],
    ["4 steps a second", 4],
    ["20 steps a second", 20],
    ["100 steps a second", 100],
    ["1,000 steps a second", 1000],
    ["full speed", null],
];
/** Maximum number of times a second that steps are asked for. */
const BEATS = 8;
/** Number of shares that are named; the rest is added up. */
const NAMED_SHARES = 8;

/** @type {Record<JobState, string>} */
export const STATES = {
    queued: "waiting",
    running: "running",
    paused: "paused",
    done: "done",
    stopped: "stopped",
    failed: "failed",
    interrupted: "interrupted",
};

/** @param {JobState} state */
export const isAtWork = (state) => state === "running" || state === "paused" || state === "queued";

/**
 * Listens to the server until the jobs of some panels are over.
 * @param {Panel[]} panels
 * @param {AbortSignal} leaving
 */
export function follow(panels, leaving) {
    const byId = new Map(panels.map((panel) => [panel.job.id, panel]));
    const hear = (/** @type {number} */ id, /** @type {string} */ kind, /** @type {any} */ news) => byId.get(id)?.hear(kind, news);
    api.followJobs([...byId.keys()], hear, leaving, true);
}

export class Panel {
    #snapshots = new Snapshots();
    #isDue = false;
    /** Timer of the steps, if they are taken at a chosen speed. @type {number | undefined} */
    #beat;

    /**
     * @param {Job} job with its text
     * @param {Picture} picture the board at the start
     * @param {() => void} onchange called when the curve or the state has changed
     * @param {AbortSignal} leaving
     */
    constructor(job, picture, onchange, leaving) {
        this.job = job;
        this.onchange = onchange;
        this.leaving = leaving;
        /** @type {CurvePoint[]} */
        this.curve = job.curve;
        this.film = new LiveFilm(job.text, leaving);
        this.film.begin(picture);
        this.badge = h("span", { class: "badge", "data-testid": "state" });
        this.best = h("output", { class: "best", "data-testid": "best" });
        this.figures = h("dl", { class: "facts figures", "data-testid": "figures" });
        this.inside = h("div", { class: "inside", "data-testid": "inside" });
        this.method = new MethodView(job.text, leaving);
        this.speed = h(
            "select",
            { "aria-label": "Speed", "data-testid": "speed", onchange: () => this.#changeSpeed() },
            SPEEDS.map(([name], index) => h("option", { value: index, selected: index === SPEEDS.length - 1 }, name)),
        );
        this.rewind = this.#makeRewind();
        leaving.addEventListener("abort", () => this.#endBeat());
        this.said = h("div", { "aria-live": "polite" });
        this.controls = this.#makeControls();
        const params = Object.entries(job.params).map(([name, value]) => `${name}=${value}`);
        this.element = h(
            "section",
            { class: "card panel", "data-testid": `panel-${job.id}`, "aria-label": job.solver },
            h("header", {}, h("h2", {}, job.solver), this.badge),
            params.length > 0 && h("p", { class: "fine" }, params.join(" ")),
            this.best,
            h("div", { class: "actions" }, Object.values(this.controls), this.speed),
            this.rewind.element,
            this.said,
            this.method.board,
            this.film.element,
            this.method.element,
            this.figures,
            this.inside,
        );
        this.#takeJob(job);
    }

    /** Name in the common chart. */
    get name() {
        return this.job.solver;
    }

    /**
     * Handles an event of the job.
     * @param {string} kind
     * @param {any} news
     */
    hear(kind, news) {
        if (kind === "job") this.#takeJob(news);
        else if (kind === "glance") this.#takeGlance(news);
        else if (kind === "better") this.#takeBetter(news);
        else if (kind === "inside") this.#take({ inside: news });
        else if (kind === "shape") this.#take({ shown: news });
    }

    /** @param {Partial<import("./snapshots.js").Moment>} news */
    #take(news) {
        this.#snapshots.add(news);
        this.#drawSoon();
    }

    /** News come many times a second; the screen is drawn once in between. */
    #drawSoon() {
        if (this.#isDue) return;
        this.#isDue = true;
        requestAnimationFrame(() => {
            this.#isDue = false;
            this.#draw();
        });
    }

    /** Shows the moment that is looked at. */
    #draw() {
        const snapshots = this.#snapshots;
        const { glance, inside, shown } = snapshots.at ?? snapshots.now;
        this.rewind.update();
        if (glance) this.#showFigures(glance);
        if (inside) this.#showInside(inside);
        if (shown) this.method.show(shown, snapshots.earlier.map((moment) => moment.shown).filter(Boolean));
    }

    #makeRewind() {
        const snapshots = this.#snapshots;
        const go = (/** @type {number} */ place) => {
            snapshots.goTo(place);
            this.#draw();
        };
        const slider = h("input", {
            type: "range",
            min: 0,
            value: 0,
            "aria-label": "Earlier moments",
            "data-testid": "rewind",
            oninput: () => go(Number(slider.value)),
        });
        const readout = h("output", { class: "readout", "data-testid": "rewind-readout" });
        const back = button("◀", () => go(snapshots.place - 1), { "aria-label": "One moment back" });
        const on = button("▶", () => go(snapshots.place + 1), { "aria-label": "One moment on" });
        const now = button("Now", () => go(Infinity), { class: "quiet", "data-testid": "now-button" });
        const element = h("div", { class: "actions rewind", hidden: true }, back, slider, on, readout, now);
        const update = () => {
            const last = snapshots.moments.length - 1;
            element.hidden = last < 1;
            slider.max = String(Math.max(last, 1));
            slider.value = String(snapshots.place);
            back.disabled = snapshots.place <= 0;
            on.disabled = now.disabled = snapshots.at === null;
            const { glance } = snapshots.at ?? snapshots.now;
            const work = glance && (glance.evaluations > 0 ? `${figure(glance.evaluations)} evaluations` : `${figure(glance.nodes)} nodes`);
            readout.textContent = snapshots.at ? `back at ${work}` : `now, ${work ?? "the start"}`;
        };
        return { element, update };
    }

    /** Steps per second, or `null` for full speed. */
    get #pace() {
        return SPEEDS[Number(this.speed.value)][1];
    }

    /** Whether it works, at full speed or step by step. */
    get isGoing() {
        return this.#beat !== undefined || this.job.state === "running";
    }

    #endBeat() {
        clearInterval(this.#beat);
        this.#beat = undefined;
    }

    /** Continues at the chosen speed. @returns {void} */
    #go() {
        this.#endBeat();
        const pace = this.#pace;
        if (pace === null) return void this.#ask("continue");
        const beats = Math.min(pace, BEATS);
        const step = () => {
            if (!isAtWork(this.job.state)) this.#endBeat();
            else if (this.job.state === "paused") this.#ask("step", Math.round(pace / beats));
        };
        this.#beat = setInterval(step, 1000 / beats);
        step();
        this.#showControls();
    }

    async #changeSpeed() {
        if (!this.isGoing) return;
        if (this.#beat === undefined && this.#pace !== null) await this.#ask("pause");
        this.#go();
    }

    /** @param {"pause" | "continue" | "stop" | "step" | "resume"} what */
    async tell(what) {
        if (what !== "resume" && !isAtWork(this.job.state)) return;
        const isStepping = this.#beat !== undefined;
        this.#endBeat();
        this.#showControls();
        if (what === "continue" && this.#pace !== null) return this.#go();
        if (what === "pause" && isStepping && this.job.state === "paused") return;
        await this.#ask(what);
    }

    /** @param {"pause" | "continue" | "stop" | "step" | "resume"} what @param {number} [count] */
    async #ask(what, count) {
        try {
            fill(this.said);
            // The answer is older than the events that follow, so only the events count.
            await api.tell(this.job.id, what, count);
            if (what !== "resume") return;
            // The job starts again.
            this.curve = [];
            this.#snapshots.clear();
            follow([this], this.leaving);
        } catch (error) {
            this.#endBeat();
            fill(this.said, objection(error));
        }
    }

    #makeControls() {
        return {
            pause: button("Pause", () => this.tell("pause"), { "data-testid": "pause" }),
            go: button("Continue", () => this.tell("continue"), { "data-testid": "continue" }),
            step: button("Step", () => this.tell("step"), { "data-testid": "step" }),
            stop: button("Stop", () => this.tell("stop"), { "data-testid": "stop" }),
            resume: button("Resume", () => this.tell("resume"), { "data-testid": "resume" }),
            replay: h(
                "a",
                {
                    class: "button",
                    href: addressOf(["replay", "job", String(this.job.id)]),
                    "data-testid": "replay",
                },
                "Replay",
            ),
        };
    }

    /** @param {Job} job */
    #takeJob(job) {
        // Later events leave out what does not change.
        this.job = { ...this.job, ...job, text: this.job.text };
        if (job.curve && job.curve.length >= this.curve.length) this.curve = job.curve;
        const { state, report, best, bound, evaluations, nodes, seconds, error } = this.job;
        this.badge.textContent = report?.proved ? "proved best" : STATES[state];
        this.badge.dataset.state = state;
        this.#showControls();
        if (!this.#snapshots.at) this.#showFigures({ best, bound, evaluations, nodes, seconds });
        if (error) fill(this.said, objection(error));
        this.film.isLive = isAtWork(state);
        if (report) this.film.play(report.answer);
        this.onchange();
    }

    #showControls() {
        const { state, report } = this.job;
        const { pause, go, step, stop, resume, replay } = this.controls;
        const isStepping = this.#beat !== undefined;
        pause.hidden = state !== "running" && !(isStepping && isAtWork(state));
        go.hidden = step.hidden = state !== "paused" || isStepping;
        stop.hidden = this.speed.hidden = !isAtWork(state);
        resume.hidden = state !== "interrupted";
        replay.hidden = !report || report.answer.length === 0;
    }

    /** @param {Glance} glance */
    #takeGlance(glance) {
        const { best, bound, evaluations, nodes, seconds } = glance;
        Object.assign(this.job, { best: best ?? this.job.best, bound, evaluations, nodes, seconds });
        this.#take({ glance });
        this.onchange();
    }

    /** @param {Better} better */
    #takeBetter({ seconds, evaluations, nodes, score, solved, answer }) {
        Object.assign(this.job, { best: score, solved });
        const [, , lastScore, , wasSolved] = this.curve.at(-1) ?? [];
        if (lastScore !== score || wasSolved !== solved)
            this.curve = [...this.curve, [seconds, evaluations, score, nodes, solved]];
        this.#showBest();
        this.film.play(answer);
        this.onchange();
    }

    #showBest() {
        const { best, solved } = this.job;
        this.best.textContent = figure(best);
        this.best.title = solved ? "A complete answer" : "No complete answer yet";
        this.best.classList.toggle("reached", solved);
    }

    /** @param {{best: number | null, bound: number | null, evaluations: number, nodes: number, seconds: number, kept?: number, rate?: number}} told */
    #showFigures({ bound, evaluations, nodes, seconds, kept, rate }) {
        this.#showBest();
        const average = seconds > 0 ? (evaluations || nodes) / seconds : null;
        /** @type {[string, string | null][]} */
        const rows = [
            ["a second", figure(rate ?? average)],
            ["evaluations", figure(evaluations)],
            ["nodes", figure(nodes)],
            ["states kept", kept === undefined ? null : figure(kept)],
            ["no score above", bound === null ? null : figure(bound)],
            ["time", duration(seconds)],
        ];
        const told = rows.filter(([, value]) => value !== null);
        fill(
            this.figures,
            told.flatMap(([name, value]) => [
                h("dt", {}, name),
                h("dd", { "data-testid": name.replaceAll(" ", "-") }, value),
            ]),
        );
    }

    /** @param {Inside} inside */
    #showInside({ numbers, shares }) {
        const earlier = this.#snapshots.earlier.slice(1 - KEPT).map((moment) => new Map(moment.inside?.numbers));
        const rows = numbers.map(([name, value]) => {
            const line = [...earlier.flatMap((before) => before.get(name) ?? []), value];
            return h(
                "tr",
                {},
                h("th", { scope: "row" }, name),
                h("td", { class: "number" }, figure(value)),
                h("td", {}, sparkline(line)),
            );
        });
        fill(
            this.inside,
            (rows.length > 0 || shares) && h("h3", {}, "Inside"),
            rows.length > 0 && h("table", {}, rows),
            shares && bars(shares),
        );
    }
}

/** @param {{of: string, parts: [string, number][]}} shares */
function bars({ of, parts }) {
    const inOrder = parts.toSorted((one, other) => other[1] - one[1]);
    const rest = inOrder.slice(NAMED_SHARES).reduce((sum, [, share]) => sum + share, 0);
    /** @type {[string, number][]} */
    const shown = [
        ...inOrder.slice(0, NAMED_SHARES),
        ...(rest > 0 ? [/** @type {[string, number]} */ (["others", rest])] : []),
    ];
    const most = Math.max(...shown.map(([, share]) => share), 1e-9);
    const rows = shown.map(([name, share]) => {
        const bar = h("span", { class: "bar" });
        bar.style.width = `${(100 * share) / most}%`;
        return h(
            "li",
            {},
            h("span", {}, name),
            h("span", { class: "track" }, bar),
            h("span", { class: "number" }, share > 0 && share < 0.005 ? "< 1 %" : `${(100 * share).toFixed(0)} %`),
        );
    });
    return h("div", {}, h("h3", {}, of), h("ul", { class: "bars" }, rows));
}
