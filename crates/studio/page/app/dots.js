// Scores by instance and solver: a row for each instance, a mark for each solver's median, and lines
// for its interval and range. It grows while the experiment runs. A row is chosen by a click or the
// arrow keys.

import { figure, fill, h, s } from "./dom.js";
import { LINES } from "./looks.js";
import { linear } from "./scale.js";

/** Heights in pixels: of a solver's line, of the space around a row, of the axis. */
const [LINE, AROUND, AXIS] = [10, 10, 26];
/** Width of the bar that shows how much of a row is done. */
const BAR = 44;

/** Marks around a middle; beyond these they repeat hollow. @type {((x: number, y: number) => string)[]} */
const MARKS = [
    (x, y) => `M${x - 3.6} ${y}a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0 -7.2 0`,
    (x, y) => `M${x - 3.2} ${y - 3.2}h6.4v6.4h-6.4z`,
    (x, y) => `M${x} ${y - 4.4}L${x + 4.4} ${y}L${x} ${y + 4.4}L${x - 4.4} ${y}z`,
    (x, y) => `M${x} ${y - 4}L${x + 4.2} ${y + 3.2}H${x - 4.2}z`,
    (x, y) => `M${x} ${y + 4}L${x + 4.2} ${y - 3.2}H${x - 4.2}z`,
    (x, y) => `M${x - 1.3} ${y - 4.4}h2.6v3.1h3.1v2.6h-3.1v3.1h-2.6v-3.1h-3.1v-2.6h3.1z`,
];

/** @param {number} index of a solver @param {number} x @param {number} y */
function mark(index, x, y) {
    const { colour } = LINES[index % LINES.length];
    const isHollow = index >= MARKS.length;
    return s("path", {
        d: MARKS[index % MARKS.length](Number(x.toFixed(1)), y),
        fill: isHollow ? "var(--card)" : colour,
        stroke: colour,
        "stroke-width": 1,
    });
}

export class Dots {
    /** @type {LabCells | null} */
    #cells = null;
    #chosen = 0;
    #width = 0;
    #filter = "";
    isRelative = true;

    /** @param {(instance: number) => void} onchoose */
    constructor(onchoose) {
        this.onchoose = onchoose;
        this.axis = s("svg", { class: "chart dots-axis", height: AXIS, "aria-hidden": "true" });
        this.svg = s("svg", {
            class: "chart dots",
            role: "listbox",
            "aria-label": "Scores by instance",
            "data-testid": "dots",
            onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
        });
        this.legend = h("ul", { class: "legend" });
        this.element = h("figure", {}, this.legend, h("div", { class: "dots-rows" }, this.svg), this.axis);
        new ResizeObserver(([entry]) => {
            this.#width = Math.round(entry.contentRect.width);
            this.#draw();
        }).observe(this.svg.parentElement ?? this.element);
    }

    /** @param {LabCells} cells */
    show(cells) {
        this.#cells = cells;
        this.#draw();
    }

    /** Shows only instances whose name contains these words. @param {string} words */
    filter(words) {
        this.#filter = words.toLowerCase();
        this.#draw();
    }

    redraw() {
        this.#draw();
    }

    #rows() {
        const names = this.#cells?.instances ?? [];
        return names.flatMap((name, index) => (name.toLowerCase().includes(this.#filter) ? [index] : []));
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        const rows = this.#rows();
        const next = step && rows[rows.indexOf(this.#chosen) + step];
        if (next === undefined) return;
        event.preventDefault();
        this.#choose(/** @type {number} */ (next));
        /** @type {SVGElement | null} */ (this.svg.querySelector("[aria-selected=true]"))?.focus();
    }

    /** @param {number} instance */
    #choose(instance) {
        this.#chosen = instance;
        this.#draw();
        this.onchoose(instance);
    }

    /** Returns the score that counts as all: the best of a row. @param {LabCell[]} row */
    #whole(row) {
        if (!this.isRelative) return 1;
        return Math.max(...row.map(({ highest }) => highest ?? -Infinity));
    }

    #draw() {
        const cells = this.#cells;
        const width = this.#width;
        if (!cells || width < 80) return;
        const hadFocus = this.svg.contains(document.activeElement);
        const rows = this.#rows();
        const left = Math.min(190, Math.round(width * 0.36));
        const right = width - BAR - 18;
        const height = cells.solvers.length * LINE + AROUND;
        /** @type {(row: LabCell[]) => number[]} */
        const values = (row) => {
            const whole = this.#whole(row);
            const all = row.flatMap(({ lowest, highest }) =>
                lowest === null || highest === null ? [] : [lowest / whole, highest / whole],
            );
            return all.filter(Number.isFinite);
        };
        const all = rows.flatMap((row) => values(cells.cells[row]));
        const [low, high] = all.length > 0 ? [Math.min(...all), Math.max(...all)] : [0, 1];
        const spare = (high - low || Math.abs(high) || 1) * 0.05;
        const across = linear(low - spare, high + spare, left + 8, right, Math.max(2, width / 130));
        this.svg.setAttribute("height", String(Math.max(rows.length * height, 1)));
        this.svg.setAttribute("viewBox", `0 0 ${width} ${Math.max(rows.length * height, 1)}`);
        this.axis.setAttribute("viewBox", `0 0 ${width} ${AXIS}`);
        const said = (/** @type {number} */ value) =>
            this.isRelative ? `${Math.round(value * 100)} %` : figure(value);
        fill(
            this.svg,
            across.ticks.map((tick) =>
                s("line", {
                    x1: across.place(tick),
                    x2: across.place(tick),
                    y1: 0,
                    y2: rows.length * height,
                    class: "grid",
                }),
            ),
            rows.map((row, index) => this.#row(row, index * height, height, { left, right, across })),
        );
        fill(
            this.axis,
            across.ticks.map((tick) =>
                s("text", { x: across.place(tick), y: 16, "text-anchor": "middle" }, said(tick)),
            ),
        );
        fill(
            this.legend,
            cells.solvers.map((solver, index) =>
                h(
                    "li",
                    {},
                    s("svg", { width: 14, height: 14, "aria-hidden": "true" }, mark(index, 7, 7)),
                    solver,
                ),
            ),
        );
        if (hadFocus)
            /** @type {SVGElement | null} */ (this.svg.querySelector("[aria-selected=true]"))?.focus();
    }

    /**
     * @param {number} instance
     * @param {number} top
     * @param {number} height
     * @param {{left: number, right: number, across: import("./scale.js").Scale}} places
     */
    #row(instance, top, height, { left, right, across }) {
        const { instances, solvers, cells } = /** @type {LabCells} */ (this.#cells);
        const row = cells[instance];
        const whole = this.#whole(row);
        const place = (/** @type {number} */ value) => Number(across.place(value / whole).toFixed(1));
        const lines = row.map((cell, solver) => {
            const { lowest, highest, median, interval } = cell;
            if (lowest === null || highest === null || median === null) return [];
            const y = top + AROUND / 2 + solver * LINE + LINE / 2;
            const { colour } = LINES[solver % LINES.length];
            const line = (
                /** @type {number} */ from,
                /** @type {number} */ to,
                /** @type {number} */ thick,
            ) =>
                s("line", {
                    x1: place(from),
                    x2: place(to),
                    y1: y,
                    y2: y,
                    stroke: colour,
                    "stroke-width": thick,
                });
            return [
                s(
                    "g",
                    { "aria-hidden": "true" },
                    s("title", {}, cellWords(solvers[solver], cell)),
                    line(lowest, highest, 1),
                    interval && line(...interval, 4),
                    mark(solver, place(median), y),
                ),
            ];
        });
        const done = row.reduce((sum, { runs }) => sum + runs, 0);
        const planned = row.reduce((sum, cell) => sum + cell.planned, 0);
        const isChosen = instance === this.#chosen;
        const middle = top + height / 2;
        const best = row
            .flatMap((cell, solver) => (cell.median === null ? [] : [{ solver, median: cell.median }]))
            .toSorted((one, other) => other.median - one.median)[0];
        const words = `${instances[instance]}: ${done} of ${planned} runs${best ? `, highest median ${figure(best.median)} by ${solvers[best.solver]}` : ""}`;
        return s(
            "g",
            {
                role: "option",
                class: "dots-row",
                "aria-selected": String(isChosen),
                tabindex: isChosen ? 0 : -1,
                onclick: () => this.#choose(instance),
            },
            s("title", {}, words),
            s("rect", { x: 0, y: top, width: this.#width, height, class: "dots-ground" }),
            s(
                "text",
                { x: 6, y: middle + 4, class: "dots-name", "aria-hidden": "true" },
                shortened(instances[instance], (left - 8) / 6.6),
            ),
            s("rect", { x: right + 12, y: middle - 4, width: BAR, height: 8, rx: 3, class: "dots-track" }),
            s("rect", {
                x: right + 12,
                y: middle - 4,
                width: (BAR * done) / (planned || 1),
                height: 8,
                rx: 3,
                class: "dots-done",
            }),
            lines.flat(),
        );
    }
}

/** Leaves out the beginning of a long name: names differ at their ends. @param {string} name @param {number} most */
function shortened(name, most) {
    return name.length <= most ? name : `…${name.slice(name.length - Math.floor(most) + 1)}`;
}

/** @param {string} solver @param {LabCell} cell */
function cellWords(solver, { median, lowest, highest, interval, complete, runs }) {
    const range = interval ? `, 95 % interval ${figure(interval[0])} to ${figure(interval[1])}` : "";
    return `${solver}: median ${figure(median)}${range}, ${figure(lowest)} to ${figure(highest)}, ${complete} of ${runs} runs complete`;
}
