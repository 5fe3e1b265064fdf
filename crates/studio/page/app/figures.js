// The charts of an experiment: scores by instance and solver, and the best scores so far on the
// chosen instance. They are read again while it runs, but not too often.

import * as api from "./api.js";
import { Chart } from "./chart.js";
import { Dots } from "./dots.js";
import { h } from "./dom.js";

/** Shortest time between two looks at the figures of a running experiment, in milliseconds. */
const AGAIN = 1500;

export class Figures {
    /** @type {LabCells | null} */
    #cells = null;
    #instance = 0;
    #next = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;
    #isReading = false;

    /** @param {string} name @param {AbortSignal} leaving */
    constructor(name, leaving) {
        this.name = name;
        this.leaving = leaving;
        this.dots = new Dots((instance) => {
            this.#instance = instance;
            this.#readCurves();
        });
        this.chart = new Chart("Best score so far, median of the runs", "");
        this.log = h("input", {
            type: "checkbox",
            id: "lab-log",
            checked: true,
            onchange: () => this.#readCurves(),
        });
        this.relative = h("input", {
            type: "checkbox",
            id: "lab-relative",
            checked: true,
            onchange: () => {
                this.dots.isRelative = this.relative.checked;
                this.dots.redraw();
            },
        });
        const filter = h("input", {
            type: "search",
            placeholder: "Filter instances",
            "aria-label": "Filter instances",
            oninput: () => this.dots.filter(filter.value),
        });
        this.on = h("h3", {});
        this.element = h(
            "div",
            { class: "figures-of-lab", hidden: true },
            h(
                "section",
                { class: "card", "aria-label": "Scores by instance" },
                h("h2", {}, "Scores"),
                h(
                    "div",
                    { class: "actions axis" },
                    filter,
                    h("label", { for: "lab-relative" }, this.relative, " as a share of the best"),
                ),
                this.dots.element,
                h(
                    "p",
                    { class: "fine" },
                    "Marks are medians of complete runs, thick lines their 95 % intervals (from six runs on), thin lines reach from the lowest score to the highest. Bars show the runs done.",
                ),
            ),
            h(
                "section",
                { class: "card", "aria-label": "Best score so far" },
                h("h2", {}, "Best score so far"),
                this.on,
                h("div", { class: "actions axis" }, h("label", { for: "lab-log" }, this.log, " logarithmic")),
                this.chart.element,
                h(
                    "p",
                    { class: "fine" },
                    "Lines are medians of the runs, bands reach from the lower to the upper quartile. Choose an instance on the left.",
                ),
            ),
        );
        leaving.addEventListener("abort", () => clearTimeout(this.#timer));
    }

    /** Reads the figures, but not too often. */
    readSoon() {
        if (this.#timer !== undefined) return;
        this.#timer = setTimeout(() => this.read(), Math.max(this.#next - Date.now(), 0));
    }

    async read() {
        clearTimeout(this.#timer);
        this.#timer = undefined;
        if (this.#isReading) return;
        this.#isReading = true;
        try {
            const cells = await api.cells(this.name);
            if (this.leaving.aborted) return;
            this.element.hidden = cells.runs_done === 0;
            if (!this.#cells && cells.runs_done > 0) this.#begin(cells);
            this.#cells = cells;
            this.dots.show(cells);
            if (cells.runs_done > 0) await this.#readCurves();
        } catch (error) {
            if (!this.leaving.aborted) this.on.textContent = String(/** @type {Error} */ (error).message);
        } finally {
            this.#isReading = false;
            this.#next = Date.now() + AGAIN;
        }
    }

    /** Shares of the best mean something for positive scores on several instances only. @param {LabCells} cells */
    #begin({ instances, cells }) {
        const scores = cells.flat().flatMap(({ lowest }) => (lowest === null ? [] : [lowest]));
        const canShare = instances.length > 1 && scores.every((score) => score >= 0);
        this.relative.checked = this.dots.isRelative = canShare;
        this.relative.disabled = !canShare;
    }

    async #readCurves() {
        const { work, curves } = await api.curves(this.name, this.#instance);
        if (this.leaving.aborted) return;
        this.on.textContent = this.#cells?.instances[this.#instance] ?? "";
        this.chart.unit = work;
        this.chart.show(
            curves.map(({ solver, median, low, high }) => ({ name: solver, points: median, low, high })),
            this.log.checked,
        );
    }
}
