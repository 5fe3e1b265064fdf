// The laboratory: running, stopping and resuming experiments, and their results.

import * as api from "./api.js";
import { button, fill, figure, h } from "./dom.js";
import { addressOf, objection } from "./router.js";

const STATES = {
    idle: "not running",
    queued: "waiting for a place",
    running: "running",
    complete: "complete",
};
const isAtWork = (/** @type {keyof typeof STATES} */ state) => state === "running" || state === "queued";

/** @type {import("./router.js").Page} */
export async function labPage(outlet, { path }, leaving) {
    if (path[0]) return showOne(outlet, path[0], leaving);
    const experiments = await api.experiments();
    if (leaving.aborted) return;
    fill(
        outlet,
        h("h1", {}, "The laboratory"),
        h(
            "p",
            {},
            "An experiment is a question, with the instances, solvers, runs and budget that answer it. Runs are kept: an experiment that was stopped continues where it was.",
        ),
        h("div", { class: "cards lessons", "data-testid": "experiments" }, experiments.map(card)),
    );
}

/** @param {Experiment} experiment */
function card({ name, title, question, reproduces, minutes, state }) {
    return h(
        "article",
        { class: "card" },
        h(
            "header",
            {},
            h("h2", {}, h("a", { href: addressOf(["lab", name]) }, title)),
            h("span", { class: "badge", "data-state": state }, STATES[state]),
        ),
        h("p", {}, question),
        h(
            "p",
            { class: "fine" },
            [reproduces && `Reproduces ${reproduces}`, minutes && `about ${figure(minutes)} min`]
                .filter(Boolean)
                .join(" · "),
        ),
    );
}

/**
 * @param {HTMLElement} outlet
 * @param {string} name
 * @param {AbortSignal} leaving
 */
async function showOne(outlet, name, leaving) {
    const said = h("div", { "aria-live": "polite" });
    const progress = h("progress", { "aria-label": "Runs done", "data-testid": "progress" });
    const count = h("p", { role: "status", "data-testid": "status" });
    const latest = h("p", { class: "fine" });
    const table = h("div", { class: "scroll", "data-testid": "table" });
    const verdict = h("div", { "data-testid": "verdict" });
    const report = h("div", {});
    const comparison = h("div", {});
    const badge = h("span", { class: "badge" });
    /** @param {"run" | "stop"} what */
    const conduct = async (what) => {
        try {
            fill(said);
            show(await api.conduct(name, what));
        } catch (error) {
            fill(said, objection(error));
        }
    };
    const run = button("Run", () => conduct("run"), { class: "primary", "data-testid": "run" });
    const stop = button("Stop", () => conduct("stop"), { "data-testid": "stop" });
    const showReport = button("Show the report", () => fill(report, reportFrame(name)), {
        "data-testid": "report",
    });
    let isFollowed = false;
    /** @param {{runs_done: number, runs_all: number}} told */
    const showProgress = ({ runs_done, runs_all }) => {
        progress.max = runs_all;
        progress.value = runs_done;
        count.textContent = `${figure(runs_done)} of ${figure(runs_all)} runs done`;
    };
    /** @param {keyof typeof STATES} state */
    const showState = (state) => {
        badge.textContent = STATES[state];
        badge.dataset.state = state;
    };
    /** @param {ExperimentWhole} experiment */
    const show = (experiment) => {
        showProgress(experiment);
        showState(experiment.state);
        run.hidden = experiment.state !== "idle";
        run.textContent = experiment.runs_done > 0 ? "Resume" : "Run";
        stop.hidden = !isAtWork(experiment.state);
        showReport.hidden = experiment.runs_done === 0;
        fill(
            verdict,
            experiment.verdict.map((sentence) => h("p", {}, sentence)),
        );
        fill(table, tableOf(experiment.table));
        if (isAtWork(experiment.state) && !isFollowed) listen();
    };
    const listen = () => {
        isFollowed = true;
        const handlers = {
            progress: (/** @type {{runs_done: number, runs_all: number, latest: string | null}} */ told) => {
                showState("running");
                showProgress(told);
                latest.textContent = told.latest ?? "";
            },
            end: async (/** @type {{error?: string | null}} */ { error }) => {
                isFollowed = false;
                if (leaving.aborted) return;
                if (error) fill(said, objection(error));
                show(await api.experiment(name));
            },
        };
        api.followExperiment(name, handlers, leaving);
    };
    const experiment = await api.experiment(name);
    if (leaving.aborted) return;
    document.title = `${experiment.title} · Quarry`;
    fill(
        outlet,
        h("p", { class: "trail" }, h("a", { href: "#/lab" }, "Lab"), " / ", name),
        h("h1", {}, experiment.title, " ", badge),
        h("p", {}, experiment.question),
        experiment.reproduces && h("p", { class: "fine" }, `Reproduces ${experiment.reproduces}`),
        h("div", { class: "actions" }, run, stop, progress, count),
        latest,
        said,
        verdict,
        table,
        comparing(name, experiment.solvers, comparison),
        h("p", { class: "actions" }, showReport),
        report,
        h("details", {}, h("summary", {}, "Its file"), h("pre", { class: "scroll" }, experiment.text)),
    );
    show(experiment);
}

/** A report is a separate page; here it may neither run scripts nor access ours. @param {string} name */
function reportFrame(name) {
    const address = api.reportAddress(name);
    return [
        h("iframe", {
            src: address,
            sandbox: true,
            title: "Report",
            class: "report",
            "data-testid": "report-frame",
        }),
        h("p", {}, h("a", { href: address, target: "_blank", rel: "noopener" }, "Open in a new window")),
    ];
}

/** @param {{columns: string[], rows: string[][]}} table */
function tableOf({ columns, rows }) {
    const isNumber = (/** @type {string} */ cell) => /^[-+]?[\d.,]+( ?%)?$/.test(cell);
    const head = h(
        "tr",
        {},
        columns.map((column) => h("th", { scope: "col" }, column)),
    );
    const body = rows.map((row) =>
        h(
            "tr",
            {},
            row.map((cell) => h("td", { class: isNumber(cell) && "number" }, cell)),
        ),
    );
    return h("table", {}, h("thead", {}, head), h("tbody", {}, body));
}

/**
 * @param {string} name
 * @param {string[]} solvers
 * @param {HTMLElement} outcome
 */
function comparing(name, solvers, outcome) {
    if (solvers.length < 2) return null;
    /** @type {(id: string, chosen: string) => HTMLSelectElement} */
    const choice = (id, chosen) =>
        h(
            "select",
            { id, "data-testid": id },
            solvers.map((solver) => h("option", { value: solver, selected: solver === chosen }, solver)),
        );
    const [one, other] = [choice("one", solvers[0]), choice("other", solvers[1])];
    const compare = async () => {
        try {
            fill(outcome, comparisonOf(await api.compare(name, one.value, other.value)));
        } catch (error) {
            fill(outcome, objection(error));
        }
    };
    return h(
        "section",
        {},
        h("h2", {}, "Compare two solvers"),
        h(
            "div",
            { class: "actions" },
            h("label", { for: "one" }, "One"),
            one,
            h("label", { for: "other" }, "the other"),
            other,
            button("Compare", compare, { "data-testid": "compare" }),
        ),
        outcome,
    );
}

/** @param {Comparison} comparison */
function comparisonOf({ one, other, pairs, words }) {
    const heads = ["instance", `${one} ahead`, `${other} ahead`, "equal", "effect", "p"].map((head) =>
        h("th", { scope: "col" }, head),
    );
    const rows = pairs.map(({ instance, wins, losses, ties, effect, p }) => {
        const numbers = [wins, losses, ties, effect, p].map((number) =>
            h("td", { class: "number" }, figure(number)),
        );
        return h("tr", {}, h("td", {}, instance ?? "all together"), numbers);
    });
    const table = h(
        "div",
        { class: "scroll" },
        h("table", {}, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows)),
    );
    return h(
        "div",
        { "data-testid": "comparison" },
        h("p", {}, h("strong", {}, words)),
        pairs.length > 0 && table,
    );
}
