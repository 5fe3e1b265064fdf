// The form that starts solvers: which ones, with what settings, for how long.

import * as api from "./api.js";
import { button, fill, h } from "./dom.js";
import { numberField, settingsForm } from "./form.js";
import { objection } from "./router.js";

/** Maximum number of solvers: more lines look alike, and the server accepts no more. */
export const MOST_IN_A_RACE = 6;
const USUAL_SECONDS = 20;
/** What each entrant of a race gets unless something else is written. */
const USUAL_LIMITS = { seconds: USUAL_SECONDS, nodes: 1_000_000, evaluations: 100_000 };

/** @type {[string, (solver: Solver) => boolean][]} */
const GROUPS = [
    ["Proves its answer", ({ optimal }) => optimal.startsWith("yes")],
    ["Finds an answer eventually", ({ complete }) => !complete.startsWith("no")],
    ["No guarantee", () => true],
];

/**
 * @param {Puzzle} puzzle
 * @param {Opened} opened
 * @param {{seed?: number, budget?: Budget, most?: number}} given fixed values, and how many solvers may be chosen
 * @param {(ids: number[]) => void} onstart
 */
export function setupForm(puzzle, opened, given, onstart) {
    const offered = puzzle.solvers;
    const most = given.most ?? MOST_IN_A_RACE;
    const list = h("div", { class: "entries" });
    const said = h("div", { "aria-live": "polite" });
    /** @type {ReturnType<typeof entry>[]} */
    let entries = [];
    const count = () => {
        add.hidden = entries.length >= most;
        start.textContent = entries.length > 1 ? `Start the race of ${entries.length}` : "Start";
        for (const { remove } of entries) remove.hidden = entries.length < 2;
        clock.hidden = entries.length < 2;
    };
    /** @param {string} name */
    const addEntry = (name) => {
        const made = entry(offered, name, () => {
            entries = entries.filter((each) => each !== made);
            made.element.remove();
            count();
        });
        entries.push(made);
        list.append(made.element);
        count();
    };
    const add = button(
        "Add a solver",
        () =>
            addEntry(
                another(
                    offered,
                    entries.map((each) => each.solver()),
                ),
            ),
        { "data-testid": "add-solver" },
    );
    const start = h("button", { type: "submit", class: "primary", "data-testid": "start" }, "Start");
    const seed = numberField("seed", "seed", {
        min: 0,
        step: 1,
        required: true,
        value: String(given.seed ?? 1),
    });
    const seconds = numberField("seconds", "maximum seconds", {
        min: 0.1,
        step: "any",
        value: secondsOf(given.budget),
    });
    const evaluations = numberField("evaluations", "maximum evaluations", {
        min: 1,
        step: 1,
        placeholder: "no limit",
        value: String(given.budget?.evaluations ?? ""),
    });
    const nodes = numberField("nodes", "maximum nodes", {
        min: 1,
        step: 1,
        placeholder: "no limit",
        value: String(given.budget?.nodes ?? ""),
    });
    const clock = clockChoice({ seconds, nodes, evaluations });
    const limits = h(
        "div",
        { class: "fields" },
        clock,
        seconds.element,
        nodes.element,
        evaluations.element,
        seed.element,
    );
    /** @param {Event} event */
    const onsubmit = async (event) => {
        event.preventDefault();
        const chosen = entries.map((each) => ({ solver: each.solver(), params: each.params() }));
        const usable = chosen.flatMap(({ solver, params }) => (params ? [{ solver, params }] : []));
        if (usable.length < chosen.length) return;
        /** @type {Budget} */
        const budget = {
            ...(seconds.input.value ? { seconds: Number(seconds.input.value) } : {}),
            ...(nodes.input.value ? { nodes: Number(nodes.input.value) } : {}),
            ...(evaluations.input.value ? { evaluations: Number(evaluations.input.value) } : {}),
        };
        start.disabled = true;
        try {
            const { jobs } = await api.start({
                text: opened.text,
                name: opened.name,
                entries: usable,
                seed: Number(seed.input.value),
                budget,
            });
            onstart(jobs);
        } catch (error) {
            fill(said, objection(error));
        } finally {
            start.disabled = false;
        }
    };
    addEntry(
        offered.some(({ name }) => name === puzzle.default_solver)
            ? puzzle.default_solver
            : (offered[0]?.name ?? ""),
    );
    return h(
        "form",
        { onsubmit, class: "setup", "data-testid": "setup" },
        list,
        h("p", { class: "actions" }, add),
        limits,
        said,
        h("p", { class: "actions" }, start),
    );
}

/** Returns the seconds to show for a budget; a day stands for no limit. @param {Budget} [budget] */
function secondsOf(budget) {
    if (!budget) return String(USUAL_SECONDS);
    return typeof budget.seconds === "number" && budget.seconds < 24 * 3600 ? String(budget.seconds) : "";
}

/**
 * Returns the choice of what all entrants of a race get the same of. The others are then no limits.
 * @param {Record<import("./ranking.js").RaceClock, ReturnType<typeof numberField>>} fields
 */
function clockChoice(fields) {
    const names = /** @type {import("./ranking.js").RaceClock[]} */ (Object.keys(USUAL_LIMITS));
    const choose = () => {
        for (const name of names) {
            const isIt = name === select.value;
            const { input } = fields[name];
            input.required = isIt;
            input.value = isIt ? input.value || String(USUAL_LIMITS[name]) : "";
        }
    };
    const select = h(
        "select",
        { id: "race-clock", "data-testid": "race-clock", onchange: choose },
        names.map((name) => h("option", { value: name }, name === "seconds" ? "own seconds" : name)),
    );
    const help = h("small", { id: "race-clock-help" }, "The clock of the race: the ranking compares equal amounts of it.");
    select.setAttribute("aria-describedby", help.id);
    return h("div", { class: "field" }, h("label", { for: select.id }, "everyone gets the same"), select, help);
}

/**
 * Returns a solver that is not chosen yet.
 * @param {Solver[]} offered
 * @param {string[]} chosen
 */
function another(offered, chosen) {
    return (offered.find(({ name }) => !chosen.includes(name)) ?? offered[0]).name;
}

let entriesMade = 0;

/**
 * @param {Solver[]} offered
 * @param {string} name
 * @param {() => void} onremove
 */
function entry(offered, name, onremove) {
    entriesMade += 1;
    const id = `solver-${entriesMade}`;
    const rest = new Set(offered);
    const groups = GROUPS.map(([label, belongs]) => {
        const members = [...rest].filter(belongs);
        members.forEach((solver) => rest.delete(solver));
        return (
            members.length > 0 &&
            h(
                "optgroup",
                { label },
                members.map((solver) =>
                    h("option", { value: solver.name, selected: solver.name === name }, solver.name),
                ),
            )
        );
    });
    const select = h("select", { id, "data-testid": "solver", onchange: () => show() }, groups);
    const about = h("div", {});
    const remove = button("×", onremove, { class: "icon", "aria-label": "Remove this solver" });
    let form = settingsForm([]);
    const show = () => {
        const solver = offered.find((each) => each.name === select.value);
        if (!solver) return;
        form = settingsForm(solver.fields, {}, `${id}-`);
        const promise = `complete: ${solver.complete} · optimal: ${solver.optimal} · time ${solver.time} · memory ${solver.memory}`;
        const settings = h("details", {}, h("summary", {}, `${solver.fields.length} settings`), form.element);
        fill(
            about,
            h("p", {}, solver.summary),
            h("p", { class: "fine" }, promise),
            solver.fields.length > 0 && settings,
        );
    };
    show();
    const head = h("div", { class: "actions" }, h("label", { for: id }, "Solver"), select, remove);
    return {
        element: h("fieldset", { class: "card" }, head, about),
        remove,
        solver: () => select.value,
        params: () => form.read(),
    };
}
