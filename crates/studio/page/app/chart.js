// Lines over time as SVG: the best score so far of each solver, or the score of a film move by
// move. Lines differ in their dashes as well as in their colours.

import { figure, fill, h, s } from "./dom.js";
import { LINES } from "./looks.js";

/**
 * @typedef {{name: string, points: [number, number][]}} Series
 */

const HEIGHT = 240;
const MARGIN = { left: 56, right: 12, top: 10, bottom: 26 };

export class Chart {
    /** @type {Series[]} */
    #series = [];
    #isLogarithmic = false;
    /** @type {number | null} */
    #cursor = null;
    #width = 0;

    /**
     * @param {string} label
     * @param {string} unit what the horizontal axis counts
     */
    constructor(label, unit) {
        this.label = label;
        this.unit = unit;
        this.svg = s("svg", { class: "chart", role: "img", height: HEIGHT, "data-testid": "curve" });
        this.legend = h("ul", { class: "legend" });
        this.element = h("figure", {}, this.svg, this.legend);
        new ResizeObserver(([entry]) => {
            this.#width = Math.round(entry.contentRect.width);
            this.#draw();
        }).observe(this.element);
    }

    /**
     * @param {Series[]} series
     * @param {boolean} [isLogarithmic]
     */
    show(series, isLogarithmic = false) {
        this.#series = series;
        this.#isLogarithmic = isLogarithmic;
        this.#draw();
    }

    /**
     * Marks a position on the horizontal axis.
     * @param {number} x
     */
    point(x) {
        this.#cursor = x;
        this.#draw();
    }

    #draw() {
        const width = this.#width;
        const drawn = this.#series.filter(({ points }) => points.length > 0);
        const ends = drawn.map(({ name, points }) => `${name} ${figure(points[points.length - 1][1])}`);
        this.svg.setAttribute("aria-label", `${this.label}: ${ends.join(", ") || "nothing yet"}`);
        if (width <= MARGIN.left + MARGIN.right || drawn.length === 0) {
            fill(this.svg);
            fill(this.legend);
            return;
        }
        this.svg.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
        const all = drawn.flatMap(({ points }) => points);
        const across = this.#across(
            all.map(([x]) => x),
            width,
        );
        const up = upward(all.map(([, y]) => y));
        const lines = this.#series.map(({ points }, index) => {
            const { colour, dash } = LINES[index % LINES.length];
            /** @type {[number, number][]} */
            const placed = points.map(([x, y]) => [across.place(x), up.place(y)]);
            const [cx, cy] = placed.at(-1) ?? [-9, -9];
            const line = s("path", {
                d: steps(placed),
                fill: "none",
                stroke: colour,
                "stroke-width": 2,
                "stroke-dasharray": dash,
            });
            return [line, s("circle", { cx, cy, r: 4, fill: colour })];
        });
        const bottom = HEIGHT - MARGIN.bottom;
        const grid = up.ticks.map((y) => {
            const at = up.place(y);
            return [
                s("line", { x1: MARGIN.left, x2: width - MARGIN.right, y1: at, y2: at, class: "grid" }),
                s("text", { x: MARGIN.left - 6, y: at + 4, "text-anchor": "end" }, figure(y)),
            ];
        });
        const below = across.ticks.map((x) =>
            s("text", { x: across.place(x), y: bottom + 16, "text-anchor": "middle" }, figure(x)),
        );
        const unit = s(
            "text",
            { x: width - MARGIN.right, y: bottom - 5, "text-anchor": "end", class: "unit" },
            this.unit,
        );
        const cursor = this.#cursor === null ? null : across.place(this.#cursor);
        const mark =
            cursor !== null &&
            s("line", { x1: cursor, x2: cursor, y1: MARGIN.top, y2: bottom, class: "cursor" });
        fill(this.svg, grid.flat(), below, unit, lines.flat(), mark);
        fill(this.legend, this.#series.length > 1 && this.#series.map(({ name }, index) => key(name, index)));
    }

    /**
     * @param {number[]} values
     * @param {number} width
     */
    #across(values, width) {
        const [from, to] = [MARGIN.left, width - MARGIN.right];
        const most = Math.max(...values, this.#isLogarithmic ? 1e-2 : 1e-9);
        if (!this.#isLogarithmic)
            return scale(0, most, from, to, niceTicks(0, most, Math.max(2, width / 120)));
        const positive = values.filter((value) => value > 0);
        const low = Math.floor(Math.log10(Math.max(Math.min(...positive, most / 10), 1e-3)));
        const high = Math.max(Math.ceil(Math.log10(most)), low + 1);
        const ticks = Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index));
        const place = scale(low, high, from, to, []).place;
        return { ticks, place: (/** @type {number} */ x) => place(Math.log10(Math.max(x, 10 ** low))) };
    }
}

/** @param {number[]} values */
function upward(values) {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const spare = (high - low || Math.abs(high) || 1) * 0.06;
    const [from, to] = [low - (low === 0 ? 0 : spare), high + spare];
    return scale(from, to, HEIGHT - MARGIN.bottom, MARGIN.top, niceTicks(from, to, 5));
}

/**
 * @param {number} low
 * @param {number} high
 * @param {number} from
 * @param {number} to
 * @param {number[]} ticks
 */
function scale(low, high, from, to, ticks) {
    const factor = (to - from) / (high - low || 1);
    return {
        ticks,
        place: (/** @type {number} */ value) => Number((from + (value - low) * factor).toFixed(1)),
    };
}

/**
 * Returns round numbers between two others.
 * @param {number} low
 * @param {number} high
 * @param {number} count about how many
 */
function niceTicks(low, high, count) {
    const rough = (high - low || 1) / count;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = ([1, 2, 5].find((each) => each * power >= rough) ?? 10) * power;
    const first = Math.ceil(low / step);
    return Array.from(
        { length: Math.max(Math.floor(high / step) - first + 1, 0) },
        (_, index) => (first + index) * step,
    );
}

/**
 * Returns a step line: a score holds until the next one is reached.
 * @param {[number, number][]} points
 */
function steps([first, ...rest]) {
    return first ? `M${first[0]} ${first[1]}${rest.map(([x, y]) => `H${x}V${y}`).join("")}` : "";
}

/** @param {string} name @param {number} index */
function key(name, index) {
    const { colour, dash } = LINES[index % LINES.length];
    const sample = s("line", {
        x1: 0,
        x2: 28,
        y1: 6,
        y2: 6,
        stroke: colour,
        "stroke-width": 3,
        "stroke-dasharray": dash,
    });
    return h("li", {}, s("svg", { width: 28, height: 12, "aria-hidden": "true" }, sample), name);
}

/**
 * Returns a chart as small as a word.
 * @param {number[]} values
 */
export function sparkline(values) {
    const [width, height] = [120, 26];
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const x = scale(0, Math.max(values.length - 1, 1), 2, width - 2, []).place;
    const y = scale(low, high === low ? low + 1 : high, height - 3, 3, []).place;
    const path = values.map((value, index) => `${index === 0 ? "M" : "L"}${x(index)} ${y(value)}`).join("");
    return s(
        "svg",
        { class: "sparkline", width, height, "aria-hidden": "true" },
        s("path", { d: path, fill: "none" }),
    );
}
