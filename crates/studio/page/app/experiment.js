// An experiment of one's own: a form writes its file, which one may also edit; the server checks it,
// says what it would take, keeps it and runs it.

import * as api from "./api.js";
import { button, duration, figure, fill, h } from "./dom.js";
import { numberField } from "./form.js";
import { InstancesPart, Parts, SolverPart } from "./plan-parts.js";
import { nameOf, offsetOf, planText } from "./plan.js";
import { addressOf, objection } from "./router.js";

/**
 * @param {HTMLElement} outlet
 * @param {string | null} from the experiment whose file is the beginning
 * @param {AbortSignal} leaving
 */
export async function newExperiment(outlet, from, leaving) {
    const puzzles = await api.puzzles();
    const given = from ? (await api.experiment(from)).text : null;
    if (leaving.aborted) return;
    const said = h("div", { "aria-live": "polite", "data-testid": "plan-said" });
    const text = h("textarea", {
        id: "plan-text",
        spellcheck: "false",
        "data-testid": "plan-text",
        oninput: () => setWrong(null),
    });
    const name = h("input", {
        id: "plan-name",
        required: true,
        maxlength: 40,
        pattern: "[a-z0-9\\-]+",
        "data-testid": "plan-name",
    });
    const title = h("input", { id: "plan-title", value: "My experiment", required: true });
    const question = h("input", {
        id: "plan-question",
        value: "Which solver scores highest?",
        required: true,
    });
    const seed = numberField("plan-seed", "seed", { min: 1, step: 1, required: true, value: "1" });
    const runs = numberField("plan-runs", "runs of each solver on each instance", {
        min: 1,
        step: 1,
        required: true,
        value: "5",
    });
    const limit = numberField("plan-limit", "limit of a run", {
        min: 1,
        step: "any",
        required: true,
        value: "20000",
    });
    const unit = h(
        "select",
        { "aria-label": "Unit of the limit" },
        ["nodes", "evaluations", "seconds"].map((each) => h("option", { value: each }, each)),
    );
    limit.element.append(unit);
    const instances = new Parts(
        "Add instances",
        () => new InstancesPart(puzzles, () => change()),
        () => change(),
    );
    /** @type {Parts<SolverPart>} */
    const solvers = new Parts(
        "Add a solver",
        () =>
            new SolverPart(
                solversFor(puzzles, instances.parts),
                solvers.parts.map((part) => part.select.value),
                () => change(),
            ),
        () => change(),
    );
    /** Whether the file was edited by hand, so that the form would overwrite it. */
    let isEdited = given !== null;
    text.addEventListener("input", () => (isEdited = true));
    const change = () => {
        const offered = solversFor(puzzles, instances.parts);
        for (const part of solvers.parts) part.offer(offered);
        if (isEdited) return;
        if (document.activeElement !== name) name.value = nameOf(title.value);
        text.value = planText({
            title: title.value,
            question: question.value,
            seed: Number(seed.input.value),
            runs: Number(runs.input.value),
            budget: { [unit.value]: Number(limit.input.value) },
            instances: instances.parts.map((part) => part.read()),
            solvers: solvers.parts.map((part) => part.read()),
        });
        setWrong(null);
    };
    const rewrite = button(
        "Write it from the form again",
        () => {
            isEdited = false;
            change();
        },
        { class: "quiet" },
    );
    /** Shows an error at its place in the file, or no error. @param {any} error */
    const setWrong = (error) => {
        text.toggleAttribute("aria-invalid", error !== null);
        fill(said, error && objection(error));
        if (!error?.line) return;
        const at = offsetOf(text.value, error.line, error.column ?? 1);
        const end = text.value.indexOf("\n", at);
        text.focus();
        text.setSelectionRange(at, end < 0 ? text.value.length : end);
        const height = text.scrollHeight / text.value.split("\n").length;
        text.scrollTop = height * (error.line - 6);
    };
    /** @param {() => Promise<void>} action */
    const attempt = async (action) => {
        try {
            fill(said, h("p", { class: "fine" }, "One moment …"));
            await action();
        } catch (error) {
            if (!leaving.aborted) setWrong(error);
        }
    };
    const preview = () =>
        attempt(async () => {
            const told = await api.preview(text.value);
            setWrong(null);
            fill(said, previewOf(told));
        });
    /** @param {boolean} isRun */
    const keep = (isRun) => {
        if (!name.reportValidity()) return;
        attempt(async () => {
            await api.keepExperiment(name.value, text.value);
            if (isRun) await api.conduct(name.value, "run");
            location.hash = addressOf(["lab", name.value]);
        });
    };
    const field = (/** @type {string} */ label, /** @type {HTMLElement} */ input, help = "") =>
        h(
            "div",
            { class: "field" },
            h("label", { for: input.id }, label),
            input,
            help && h("small", {}, help),
        );
    const form = h(
        "div",
        { oninput: () => change(), onchange: () => change() },
        h(
            "div",
            { class: "fields" },
            field("title", title),
            field("question", question),
            seed.element,
            runs.element,
            limit.element,
        ),
        h("h2", {}, "Instances"),
        instances.element,
        h("h2", {}, "Solvers"),
        solvers.element,
    );
    fill(
        outlet,
        h("p", { class: "trail" }, h("a", { href: "#/lab" }, "Lab"), " / ", "new"),
        h("h1", {}, "New experiment"),
        h(
            "div",
            { class: "plan" },
            form,
            h(
                "div",
                { class: "text-side" },
                h("h2", {}, h("label", { for: "plan-text" }, "Its file")),
                h(
                    "p",
                    { class: "fine" },
                    "The form writes it; edit it for everything else an experiment can have, such as an array of values to try. ",
                    rewrite,
                ),
                text,
                said,
                field("name", name, "small letters, digits and hyphens"),
                h(
                    "div",
                    { class: "actions" },
                    button("Preview", preview, { "data-testid": "preview" }),
                    button("Save", () => keep(false), { "data-testid": "save" }),
                    button("Save and run", () => keep(true), { class: "primary", "data-testid": "save-run" }),
                ),
            ),
        ),
    );
    instances.add();
    solvers.add();
    solvers.add();
    if (given !== null) {
        text.value = given;
        name.value = nameOf(`${from} mine`);
    } else change();
}

/** Returns the solvers that every chosen puzzle has. @param {Puzzle[]} puzzles @param {InstancesPart[]} parts */
function solversFor(puzzles, parts) {
    const chosen = puzzles.filter(({ id }) => parts.some((part) => part.puzzle === id));
    const [first, ...rest] = chosen.length > 0 ? chosen : puzzles;
    return first.solvers.filter(({ name }) =>
        rest.every(({ solvers }) => solvers.some((solver) => solver.name === name)),
    );
}

/** @param {PlanPreview} preview */
function previewOf({ runs, instances, solvers, workers }) {
    const known = solvers.flatMap(({ seconds }) => (seconds === null ? [] : [seconds]));
    const all = known.reduce((sum, seconds) => sum + seconds, 0) / workers;
    const isPartly = known.length < solvers.length;
    const said = all < 0.1 ? "less than 0.1 s" : `${isPartly ? "at least" : "about"} ${duration(all)}`;
    const time = known.length === 0 ? "an unknown time" : said;
    const counted = (/** @type {number} */ count, /** @type {string} */ what) =>
        `${figure(count)} ${what}${count === 1 ? "" : "s"}`;
    const rows = solvers.map(({ solver, runs, seconds }) =>
        h(
            "tr",
            {},
            h("th", { scope: "row" }, solver),
            h("td", { class: "number" }, figure(runs)),
            h("td", { class: "number" }, seconds === null ? "–" : duration(seconds)),
        ),
    );
    const heads = ["solver", "runs", "time"].map((head, index) =>
        h("th", { scope: "col", class: index > 0 && "number" }, head),
    );
    return h(
        "div",
        { "data-testid": "plan-preview" },
        h(
            "p",
            {},
            h(
                "strong",
                {},
                `${counted(runs, "run")} on ${counted(instances.length, "instance")} take ${time} on ${counted(workers, "place")}.`,
            ),
        ),
        h("p", { class: "fine" }, "Estimated by a short trial of each solver on one of the instances."),
        h(
            "div",
            { class: "scroll" },
            h("table", {}, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows)),
        ),
        h("details", {}, h("summary", {}, "The instances"), h("p", {}, instances.join(", "))),
    );
}
