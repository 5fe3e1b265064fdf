// The parts of the form of an experiment: its instances and its solvers.

import { button, fill, h } from "./dom.js";
import { settingsForm } from "./form.js";

let partsMade = 0;

/**
 * A list of parts that one adds to and removes from.
 * @template {{element: HTMLElement}} P
 */
export class Parts {
    /** @type {P[]} */
    parts = [];

    /** @param {string} label @param {() => P} make @param {() => void} onchange */
    constructor(label, make, onchange) {
        this.make = make;
        this.onchange = onchange;
        this.list = h("div", { class: "entries" });
        this.element = h(
            "div",
            {},
            this.list,
            h(
                "p",
                { class: "actions" },
                button(label, () => this.add()),
            ),
        );
    }

    add() {
        const part = this.make();
        const remove = button(
            "Remove",
            () => {
                this.parts = this.parts.filter((each) => each !== part);
                part.element.remove();
                this.onchange();
            },
            { class: "quiet" },
        );
        part.element.append(remove);
        this.parts.push(part);
        this.list.append(part.element);
        this.onchange();
    }
}

/** Examples of a puzzle, or boards to be generated. */
export class InstancesPart {
    /** @param {Puzzle[]} puzzles @param {() => void} onchange */
    constructor(puzzles, onchange) {
        partsMade += 1;
        const id = `instances-${partsMade}`;
        this.onchange = onchange;
        this.puzzles = puzzles;
        this.which = h(
            "select",
            { id, onchange: () => this.#show() },
            puzzles.map((each) => h("option", { value: each.id }, each.title)),
        );
        this.kind = h("select", { "aria-label": "Kind of instances", onchange: () => this.#show() });
        this.names = h("input", {
            list: `${id}-names`,
            "aria-label": "Name of an example; * stands for any letters",
        });
        this.listed = h("datalist", { id: `${id}-names` });
        this.count = h("input", {
            type: "number",
            min: 1,
            step: 1,
            value: "3",
            "aria-label": "Number of boards",
        });
        this.settings = settingsForm([]);
        this.more = h("div", {});
        this.element = h(
            "fieldset",
            { class: "card" },
            h("div", { class: "actions" }, h("label", { for: id }, "Puzzle"), this.which, this.kind),
            this.more,
        );
        this.#show();
    }

    get puzzle() {
        return this.which.value;
    }

    #show() {
        const puzzle = /** @type {Puzzle} */ (this.puzzles.find(({ id }) => id === this.puzzle));
        const isGenerated = this.kind.value === "generated" && puzzle.generator !== null;
        fill(
            this.kind,
            h("option", { value: "examples", selected: !isGenerated }, "examples"),
            puzzle.generator &&
                h("option", { value: "generated", selected: isGenerated }, "generated boards"),
        );
        if (isGenerated) {
            this.settings = settingsForm(puzzle.generator ?? [], {}, `${this.which.id}-`);
            fill(
                this.more,
                h("div", { class: "actions" }, h("span", {}, "boards"), this.count),
                this.settings.element,
            );
        } else {
            this.names.value = puzzle.examples[0] ?? "*";
            fill(
                this.listed,
                puzzle.examples.map((name) => h("option", { value: name })),
            );
            fill(
                this.more,
                h(
                    "div",
                    { class: "field" },
                    this.names,
                    this.listed,
                    h("small", {}, "* stands for any letters, as in table1-5x5-*"),
                ),
            );
        }
        this.onchange();
    }

    /** @returns {import("./plan.js").PlannedInstances} */
    read() {
        if (this.kind.value !== "generated") return { name: `${this.puzzle}/${this.names.value}` };
        return { generate: this.puzzle, params: this.settings.read() ?? {}, count: Number(this.count.value) };
    }
}

/** A solver with its settings. */
export class SolverPart {
    /** @type {Solver[]} */
    #offered = [];

    /** @param {Solver[]} offered @param {string[]} taken solvers that are chosen already @param {() => void} onchange */
    constructor(offered, taken, onchange) {
        partsMade += 1;
        this.onchange = onchange;
        this.taken = taken;
        const id = `contender-${partsMade}`;
        this.select = h("select", { id, "data-testid": "contender", onchange: () => this.#show() });
        this.settings = settingsForm([]);
        this.more = h("div", {});
        this.element = h(
            "fieldset",
            { class: "card" },
            h("div", { class: "actions" }, h("label", { for: id }, "Solver"), this.select),
            this.more,
        );
        this.offer(offered);
    }

    /** @param {Solver[]} offered */
    offer(offered) {
        const names = offered.map(({ name }) => name).join();
        if (names === this.#offered.map(({ name }) => name).join()) return;
        const before = this.select.value;
        this.#offered = offered;
        const free = offered.filter(({ name }) => !this.taken.includes(name));
        const kept =
            offered.find(({ name }) => name === before) ??
            free.find((solver) => solver.default) ??
            free[0] ??
            offered[0];
        fill(
            this.select,
            offered.map(({ name }) => h("option", { value: name, selected: name === kept?.name }, name)),
        );
        this.#show();
    }

    #show() {
        const solver = this.#offered.find(({ name }) => name === this.select.value);
        this.settings = settingsForm(solver?.fields ?? [], {}, `${this.select.id}-`);
        const count = solver?.fields.length ?? 0;
        fill(
            this.more,
            h("p", { class: "fine" }, solver?.summary ?? "No solver is made for all these puzzles."),
            count > 0 && h("details", {}, h("summary", {}, `${count} settings`), this.settings.element),
        );
        this.onchange();
    }

    /** @returns {import("./plan.js").PlannedSolver} */
    read() {
        return { solver: this.select.value, params: this.settings.read() ?? {} };
    }
}
