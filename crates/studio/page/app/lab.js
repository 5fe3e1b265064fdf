// The laboratory: running, stopping and resuming experiments, and their results as they come in.

import * as api from "./api.js";
import { button, duration, fill, figure, h } from "./dom.js";
import { Figures } from "./figures.js";
import { Grid } from "./grid.js";
import { addressOf, objection } from "./router.js";
import { matches } from "./sorting.js";
import { withStyles } from "./styles.js";

const STATES = {
    idle: "not run yet",
    queued: "waiting for a place",
    running: "running",
    stopped: "partly run",
    complete: "complete",
};
/** Number of conclusions that are shown at once. */
const VERDICT = 3;

const isAtWork = (/** @type {keyof typeof STATES} */ state) => state === "running" || state === "queued";

/** @type {import("./router.js").Page} */
export async function labPage(outlet, { path, query }, leaving) {
    await withStyles("lab.css");
    if (path[0] === "~new") {
        const { newExperiment } = await import("./experiment.js");
        return newExperiment(outlet, query.get("from"), leaving);
    }
    if (path[0]) return showOne(outlet, path[0], leaving);
    const experiments = await api.experiments();
    if (leaving.aborted) return;
    const list = h("div", { class: "cards lessons", "data-testid": "experiments" });
    const none = h("p", { class: "fine", hidden: true }, "No experiment matches.");
    const show = () => {
        const shown = experiments.filter(({ name, title, question, reproduces, state }) =>
            matches([name, title, question, reproduces, STATES[state]], filter.value),
        );
        fill(list, shown.map(card));
        none.hidden = shown.length > 0;
    };
    const filter = h("input", {
        type: "search",
        placeholder: "Filter",
        "aria-label": "Filter experiments",
        oninput: show,
    });
    fill(
        outlet,
        h("h1", {}, "The laboratory"),
        h(
            "p",
            {},
            "An experiment is a question, with the instances, solvers, runs and budget that answer it. Runs are kept: an experiment that was stopped continues where it was.",
        ),
        h(
            "div",
            { class: "actions" },
            h(
                "a",
                { class: "button primary", href: addressOf(["lab", "~new"]), "data-testid": "new" },
                "New experiment",
            ),
            filter,
        ),
        list,
        none,
    );
    show();
}

/** @param {Experiment} experiment */
function card({ name, title, question, reproduces, minutes, state, own }) {
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
            [
                own && "Written here",
                reproduces && `Reproduces ${reproduces}`,
                minutes && `about ${duration(60 * minutes)}`,
            ]
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
    const latest = h("p", { class: "fine latest" });
    const verdict = h("div", { "data-testid": "verdict" });
    const report = h("div", {});
    const badge = h("span", { class: "badge", "data-testid": "experiment-state" });
    const experiment = await api.experiment(name);
    if (leaving.aborted) return;
    const figures = new Figures(name, leaving);
    const table = new Grid(
        "Results",
        experiment.table.columns.map((head, column) => ({
            head,
            cell: (/** @type {string[]} */ row) => row[column],
        })),
        (row) => row.slice(0, 2).join(" / "),
        { file: name, id: "table" },
    );
    /** @param {"run" | "stop"} what */
    const conduct = async (what) => {
        try {
            fill(said);
            show(await api.conduct(name, what));
        } catch (error) {
            fill(said, objection(error));
        }
    };
    const remove = async () => {
        try {
            await api.forgetExperiment(name);
            location.hash = addressOf(["lab"]);
        } catch (error) {
            fill(said, objection(error));
        }
    };
    const run = button("Run", () => conduct("run"), { class: "primary", "data-testid": "run" });
    const stop = button("Stop", () => conduct("stop"), { "data-testid": "stop" });
    const forget = button("Delete", remove, { hidden: !experiment.own, title: "Its runs stay in the store" });
    const showReport = button("Show the report", () => fill(report, reportFrame(name)), {
        "data-testid": "report",
    });
    const files = h(
        "span",
        { class: "actions" },
        fileLink(api.reportAddress(name), `${name}.html`, "Report as a file"),
        fileLink(api.runsAddress(name, "csv"), `${name}.csv`, "Runs as CSV"),
        fileLink(api.runsAddress(name, "jsonl"), `${name}.jsonl`, "Runs as JSON"),
    );
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
        run.hidden = isAtWork(experiment.state) || experiment.state === "complete";
        run.textContent = experiment.runs_done > 0 ? "Resume" : "Run";
        stop.hidden = !isAtWork(experiment.state);
        files.hidden = showReport.hidden = experiment.runs_done === 0;
        if (!isAtWork(experiment.state)) latest.textContent = "";
        fill(verdict, verdictOf(experiment.verdict));
        forget.hidden = !experiment.own || isAtWork(experiment.state);
        table.show(experiment.table.rows);
        figures.read();
        if (isAtWork(experiment.state) && !isFollowed) listen();
    };
    const listen = () => {
        isFollowed = true;
        const handlers = {
            progress: (/** @type {{runs_done: number, runs_all: number, latest: string | null}} */ told) => {
                showState("running");
                showProgress(told);
                latest.textContent = told.latest ?? "";
                figures.readSoon();
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
    document.title = `${experiment.title} · Quarry`;
    fill(
        outlet,
        h("p", { class: "trail" }, h("a", { href: "#/lab" }, "Lab"), " / ", name),
        h("h1", {}, experiment.title, " ", badge),
        h("p", {}, experiment.question),
        experiment.reproduces && h("p", { class: "fine" }, `Reproduces ${experiment.reproduces}`),
        h("div", { class: "actions" }, run, stop, forget, progress, count, latest),
        said,
        figures.element,
        verdict,
        h("section", { class: "lab-part" }, h("h2", {}, "Results"), table.element),
        comparing(name, experiment, leaving),
        h("div", { class: "actions" }, showReport, files),
        report,
        h(
            "details",
            {},
            h("summary", {}, "Its file"),
            h(
                "p",
                {},
                h("a", { href: addressOf(["lab", "~new"], { from: name }) }, "Write another one like it"),
            ),
            h("pre", { class: "scroll" }, experiment.text),
        ),
    );
    show(experiment);
}

/** @param {string} href @param {string} file @param {string} text */
const fileLink = (href, file, text) => h("a", { class: "button", href, download: file }, text);

/** The first conclusions; the others on request. @param {string[]} sentences */
function verdictOf(sentences) {
    const said = sentences.map((sentence) => h("p", {}, sentence));
    if (said.length <= VERDICT) return said;
    const more = h("summary", {}, `${said.length - VERDICT} more conclusions`);
    return [...said.slice(0, VERDICT), h("details", {}, more, said.slice(VERDICT))];
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

/**
 * @param {string} name
 * @param {ExperimentWhole} experiment
 * @param {AbortSignal} leaving
 */
function comparing(name, { solvers }, leaving) {
    const outcome = h("div", {});
    /** @type {(id: string, label: string) => HTMLSelectElement} */
    const choice = (id, label) => h("select", { id, "data-testid": id, "aria-label": label });
    const options = (/** @type {string[]} */ names, chosen = 0) =>
        names.map((each, index) => h("option", { value: each, selected: index === chosen }, each));
    const [one, other] = [choice("one", "One solver"), choice("other", "The other solver")];
    const withOne = choice("with", "Experiment of the other solver");
    fill(one, options(solvers));
    fill(other, options(solvers, Math.min(1, solvers.length - 1)));
    fill(withOne, h("option", { value: name }, "of this experiment"));
    const fillExperiments = async () => {
        const others = (await api.experiments()).filter(
            (each) => each.name !== name && each.state !== "idle",
        );
        if (!leaving.aborted)
            withOne.append(...others.map((each) => h("option", { value: each.name }, `of ${each.title}`)));
    };
    fillExperiments().catch(() => {});
    const attempt = async (/** @type {() => Promise<void>} */ action) => {
        try {
            await action();
        } catch (error) {
            fill(outcome, objection(error));
        }
    };
    withOne.addEventListener("change", () =>
        attempt(async () => {
            const theirs = withOne.value === name ? solvers : (await api.cells(withOne.value)).solvers;
            fill(other, options(theirs));
        }),
    );
    const compare = () =>
        attempt(async () =>
            fill(outcome, comparisonOf(await api.compare(name, one.value, other.value, withOne.value))),
        );
    return h(
        "section",
        { class: "lab-part" },
        h("h2", {}, "Compare two solvers"),
        h(
            "div",
            { class: "actions" },
            one,
            h("span", {}, "with"),
            other,
            withOne,
            button("Compare", compare, { "data-testid": "compare" }),
        ),
        outcome,
    );
}

/** @param {Comparison} comparison */
function comparisonOf({ one, other, pairs, words }) {
    const grid = new Grid(
        "Comparison",
        [
            { head: "instance", cell: (/** @type {Pair} */ { instance }) => instance ?? "all together" },
            { head: `${one} ahead`, cell: ({ wins }) => wins },
            { head: `${other} ahead`, cell: ({ losses }) => losses },
            { head: "equal", cell: ({ ties }) => ties },
            { head: "effect", cell: ({ effect }) => Number(effect.toPrecision(3)) },
            { head: "p", cell: ({ p }) => Number(p.toPrecision(3)) },
        ],
        ({ instance }) => instance ?? "",
        { file: `${one} ${other}`.replace(/[^\w-]+/g, "-") },
    );
    grid.tools.hidden = pairs.length < 8;
    grid.show(pairs);
    return h(
        "div",
        { "data-testid": "comparison" },
        h("p", {}, h("strong", {}, words)),
        pairs.length > 0 && grid.element,
    );
}
