// Lines over time as SVG: best scores so far, or the score of a film move by move. One points at
// places by mouse, touch or arrow keys, zooms, and may choose logarithmic axes. Lines differ in
// their dashes as well as in their colours.

import { button, figure, fill, h, s } from "./dom.js";
import { LINES } from "./looks.js";
import { decades, indexAt, linear, logarithmic, steps } from "./scale.js";

/**
 * @typedef {{name: string, points: [number, number][], low?: [number, number][], high?: [number, number][]}} Series
 *     `low` and `high` bound a band around the line
 */

const HEIGHT = 240;
const MARGIN = { left: 56, right: 14, top: 12, bottom: 26 };
/** Part of the shown range that one zoom step leaves, and the shortest drag that zooms, in pixels. */
const [CLOSER, SHORTEST] = [0.5, 8];
/** Width of a tick's number in pixels. */
const TICK = 46;
const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

export class Chart {
    /** @type {Series[]} */
    #series = [];
    #isLogarithmic = false;
    /** @type {number | null} a place that the caller marks */
    #cursor = null;
    /** @type {number | null} the value that somebody points at */
    #pointed = null;
    /** @type {[number, number] | null} */
    #zoom = null;
    /** @type {[number, number] | null} where a drag began and is now, in pixels */
    #drag = null;
    #width = 0;
    /** Names in the legend. */
    #named = "";
    /** Names of the series that are left out. @type {Set<string>} */
    #hidden = new Set();
    /** @type {import("./scale.js").Scale | null} */
    #across = null;

    /**
     * @param {string} label
     * @param {string} unit what the horizontal axis counts
     */
    constructor(label, unit) {
        this.label = label;
        this.unit = unit;
        this.svg = s("svg", { class: "chart", role: "img", height: HEIGHT, "data-testid": "curve" });
        this.legend = h("ul", { class: "legend" });
        this.readout = h("p", { class: "chart-readout", role: "status" });
        const act = (
            /** @type {string} */ text,
            /** @type {string} */ label,
            /** @type {() => void} */ does,
        ) => button(text, does, { class: "icon small", "aria-label": label, title: label });
        this.tools = h(
            "div",
            { class: "chart-tools" },
            act("+", "Zoom in", () => this.#zoomBy(CLOSER)),
            act("−", "Zoom out", () => this.#zoomBy(1 / CLOSER)),
            act("⟲", "Show all", () => this.#show(null)),
        );
        this.plot = h(
            "div",
            {
                class: "chart-plot",
                tabindex: 0,
                role: "group",
                "aria-label": `${label}: arrow keys read values, plus and minus zoom`,
                onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
                onpointerdown: (/** @type {PointerEvent} */ event) => this.#press(event),
                onpointermove: (/** @type {PointerEvent} */ event) => this.#move(event),
                onpointerup: (/** @type {PointerEvent} */ event) => this.#release(event),
                onpointerleave: () => this.#drag || this.#point(null),
                ondblclick: () => this.#show(null),
            },
            this.svg,
        );
        this.element = h(
            "figure",
            { class: "chart-figure" },
            this.tools,
            this.plot,
            this.readout,
            this.legend,
        );
        new ResizeObserver(([entry]) => {
            this.#width = Math.round(entry.contentRect.width);
            this.#draw();
        }).observe(this.element);
    }

    /**
     * @param {Series[]} series
     * @param {boolean} [isLogarithmic] whether the horizontal axis is
     */
    show(series, isLogarithmic = false) {
        if (isLogarithmic !== this.#isLogarithmic) this.#zoom = null;
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

    /** Shows all again, as after a change of what is on the axis. */
    reset() {
        this.#zoom = this.#pointed = null;
    }

    /** @param {[number, number] | null} range */
    #show(range) {
        this.#zoom = range;
        this.#draw();
    }

    /** @param {number | null} x */
    #point(x) {
        this.#pointed = x;
        this.#draw();
    }

    /** Zooms around what is pointed at, or the middle. @param {number} factor */
    #zoomBy(factor) {
        if (!this.#across) return;
        const [from, to] = [MARGIN.left, this.#width - MARGIN.right];
        const middle = this.#pointed === null ? (from + to) / 2 : this.#across.place(this.#pointed);
        const half = ((to - from) / 2) * factor;
        this.#zoomTo(middle - half, middle + half);
    }

    /** @param {number} left @param {number} right both in pixels */
    #zoomTo(left, right) {
        const across = this.#across;
        const whole = this.#range(this.#shown());
        if (!across || !whole) return;
        const low = Math.max(across.value(left), whole[0]);
        const high = Math.min(across.value(right), whole[1]);
        const isWhole = low <= whole[0] && high >= whole[1];
        if (high > low) this.#show(isWhole ? null : [low, high]);
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const across = this.#across;
        if (!across || event.ctrlKey || event.metaKey || event.altKey) return;
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (step) {
            const at = this.#pointed === null ? MARGIN.left : across.place(this.#pointed);
            const next = at + step * (event.shiftKey ? 40 : 8);
            this.#point(across.value(Math.min(Math.max(next, MARGIN.left), this.#width - MARGIN.right)));
        } else if (event.key === "+" || event.key === "=") this.#zoomBy(CLOSER);
        else if (event.key === "-") this.#zoomBy(1 / CLOSER);
        else if (event.key === "Escape") this.#show(null);
        else return;
        event.preventDefault();
        event.stopPropagation();
    }

    /** @param {PointerEvent} event */
    #at(event) {
        const x = event.clientX - this.svg.getBoundingClientRect().left;
        return Math.min(Math.max(x, MARGIN.left), this.#width - MARGIN.right);
    }

    /** @param {PointerEvent} event */
    #press(event) {
        if (event.pointerType !== "mouse" || event.button !== 0) return;
        this.#drag = [this.#at(event), this.#at(event)];
        this.plot.setPointerCapture(event.pointerId);
    }

    /** @param {PointerEvent} event */
    #move(event) {
        if (this.#drag) this.#drag[1] = this.#at(event);
        if (this.#across) this.#point(this.#across.value(this.#at(event)));
    }

    /** @param {PointerEvent} event */
    #release(event) {
        const [from, to] = this.#drag?.toSorted((one, other) => one - other) ?? [0, 0];
        this.#drag = null;
        if (to - from >= SHORTEST) this.#zoomTo(from, to);
        else if (this.#across) this.#point(this.#across.value(this.#at(event)));
    }

    #shown() {
        return this.#series.filter(({ name, points }) => points.length > 0 && !this.#hidden.has(name));
    }

    /** Returns the ends of the horizontal axis without zoom. @param {Series[]} drawn @returns {[number, number] | null} */
    #range(drawn) {
        const values = drawn.flatMap(({ points }) => points.map(([x]) => x));
        if (values.length === 0) return null;
        return this.#isLogarithmic ? decades(values) : [0, Math.max(...values, 1e-9)];
    }

    #draw() {
        const width = this.#width;
        const drawn = this.#shown();
        const ends = drawn.map(({ name, points }) => `${name} ${figure(points[points.length - 1][1])}`);
        this.svg.setAttribute("aria-label", `${this.label}: ${ends.join(", ") || "nothing yet"}`);
        const range = this.#zoom ?? this.#range(drawn);
        if (width <= MARGIN.left + MARGIN.right || !range) {
            fill(this.svg);
            this.#showLegend(this.#series.length > 1);
            fill(this.readout);
            return;
        }
        this.svg.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
        const [left, right, bottom] = [MARGIN.left, width - MARGIN.right, HEIGHT - MARGIN.bottom];
        const across = this.#isLogarithmic
            ? logarithmic(...range, left, right)
            : linear(...range, left, right, Math.max(2, width / 120));
        this.#across = across;
        const visible = drawn.map((series) => within(series, range));
        const up = upward(
            visible.flatMap(({ points, low = [], high = [] }) =>
                [...points, ...low, ...high].map(([, y]) => y),
            ),
        );
        const place = (/** @type {[number, number][]} */ points) =>
            points.map(
                ([x, y]) => /** @type {[number, number]} */ ([round(across.place(x)), round(up.place(y))]),
            );
        const looks = (/** @type {Series} */ series) =>
            LINES[this.#series.findIndex(({ name }) => name === series.name) % LINES.length];
        const bands = visible.map((series) => {
            if (!series.low?.length || !series.high?.length) return [];
            const [low, high] = [place(series.low), place(series.high)];
            return [
                s("path", {
                    d: `${steps(low)}${backwards(high)}Z`,
                    fill: looks(series).colour,
                    class: "band",
                }),
            ];
        });
        const lines = visible.map((series) => {
            const { colour, dash } = looks(series);
            const placed = place(series.points);
            const [cx, cy] = placed.at(-1) ?? [-9, -9];
            return [
                s("path", {
                    d: steps(placed),
                    fill: "none",
                    stroke: colour,
                    "stroke-width": 2,
                    "stroke-dasharray": dash,
                }),
                s("circle", { cx, cy, r: 4, fill: colour }),
            ];
        });
        const grid = up.ticks.map((y) => [
            s("line", { x1: left, x2: right, y1: round(up.place(y)), y2: round(up.place(y)), class: "grid" }),
            s("text", { x: left - 6, y: round(up.place(y)) + 4, "text-anchor": "end" }, figure(y)),
        ]);
        const every = Math.ceil((across.ticks.length * TICK) / (right - left));
        const below = across.ticks
            .filter((_, index) => index % every === 0)
            .map((x) =>
                s("text", { x: round(across.place(x)), y: bottom + 16, "text-anchor": "middle" }, short(x)),
            );
        const unit = s("text", { x: right, y: bottom - 5, "text-anchor": "end", class: "unit" }, this.unit);
        const upright = (/** @type {number} */ x, /** @type {string} */ name) =>
            s("line", { x1: x, x2: x, y1: MARGIN.top, y2: bottom, class: name });
        const pointed = this.#pointed;
        const isIn = pointed !== null && pointed >= range[0] && pointed <= range[1];
        const dots = isIn
            ? visible.flatMap((series) => {
                  const index = indexAt(series.points, pointed);
                  if (index < 0) return [];
                  return [
                      s("circle", {
                          cx: round(across.place(pointed)),
                          cy: round(up.place(series.points[index][1])),
                          r: 4.5,
                          fill: looks(series).colour,
                          class: "pointed",
                      }),
                  ];
              })
            : [];
        const drag = this.#drag;
        fill(
            this.svg,
            grid.flat(),
            below,
            unit,
            bands.flat(),
            lines.flat(),
            this.#cursor !== null && upright(round(across.place(this.#cursor)), "cursor"),
            isIn && upright(round(across.place(pointed)), "hover"),
            dots,
            drag &&
                s("rect", {
                    x: Math.min(...drag),
                    width: Math.abs(drag[1] - drag[0]),
                    y: MARGIN.top,
                    height: bottom - MARGIN.top,
                    class: "selection",
                }),
        );
        fill(this.readout, isIn && this.#words(pointed, drawn));
        this.#showLegend(this.#series.length > 1 || drawn.some(({ low }) => low));
    }

    /** Names the lines; each can be left out. A key that is being pressed must stay. @param {boolean} isNamed */
    #showLegend(isNamed) {
        const names = isNamed ? this.#series.map(({ name }) => name) : [];
        if (names.join("\n") !== this.#named) fill(this.legend, names.map((name, index) => this.#entry(name, index)));
        this.#named = names.join("\n");
    }

    /** @param {string} name @param {number} index */
    #entry(name, index) {
        const toggle = () => {
            if (!this.#hidden.delete(name)) this.#hidden.add(name);
            key.setAttribute("aria-pressed", String(!this.#hidden.has(name)));
            this.#draw();
        };
        const isShown = String(!this.#hidden.has(name));
        const key = h("button", { type: "button", class: "key", "aria-pressed": isShown, onclick: toggle }, sample(index), name);
        return h("li", {}, key);
    }

    /** @param {number} x @param {Series[]} drawn */
    #words(x, drawn) {
        const values = drawn.map(({ name, points }) => {
            const index = indexAt(points, x);
            return `${name} ${index < 0 ? "–" : figure(points[index][1])}`;
        });
        return `${figure(x)} ${this.unit}: ${values.join(" · ")}`;
    }
}

/** Formats a number on an axis. @param {number} value */
const short = (value) => (Math.abs(value) >= 10_000 ? compact.format(value) : figure(value));

/** @param {number} value */
const round = (value) => Number(value.toFixed(1));

/** Cuts a series to a range; the value at its left end is that of the point before. @param {Series} series @param {[number, number]} range @returns {Series} */
function within(series, [from, to]) {
    /** @type {(points: [number, number][]) => [number, number][]} */
    const cut = (points) => {
        const first = indexAt(points, from);
        const inside = points.slice(first + 1, indexAt(points, to) + 1);
        const start = /** @type {[number, number][]} */ (first >= 0 ? [[from, points[first][1]]] : []);
        const last = inside.at(-1) ?? start[0];
        const goesOn = last && indexAt(points, to) < points.length - 1;
        return [...start, ...inside, ...(goesOn ? [/** @type {[number, number]} */ ([to, last[1]])] : [])];
    };
    return {
        ...series,
        points: cut(series.points),
        low: series.low && cut(series.low),
        high: series.high && cut(series.high),
    };
}

/** Returns a step line from its end to its start, to close a band. @param {[number, number][]} points */
function backwards(points) {
    const corners = points.flatMap(([x, y], index) =>
        index > 0
            ? [
                  [x, points[index - 1][1]],
                  [x, y],
              ]
            : [[x, y]],
    );
    return corners
        .reverse()
        .map(([x, y]) => `L${x} ${y}`)
        .join("");
}

/** @param {number[]} values */
function upward(values) {
    const [low, high] = values.length > 0 ? [Math.min(...values), Math.max(...values)] : [0, 1];
    const spare = (high - low || Math.abs(high) || 1) * 0.06;
    const from = low - (low === 0 ? 0 : spare);
    return linear(from, high + spare, HEIGHT - MARGIN.bottom, MARGIN.top, 5);
}

/** A short piece of a line, for a legend. @param {number} index */
export function sample(index) {
    const { colour, dash } = LINES[index % LINES.length];
    const line = s("line", {
        x1: 0,
        x2: 28,
        y1: 6,
        y2: 6,
        stroke: colour,
        "stroke-width": 3,
        "stroke-dasharray": dash,
    });
    return s("svg", { width: 28, height: 12, "aria-hidden": "true" }, line);
}

/**
 * Returns a chart as small as a word.
 * @param {number[]} values
 */
export function sparkline(values) {
    const [width, height] = [120, 26];
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const x = linear(0, Math.max(values.length - 1, 1), 2, width - 2).place;
    const y = linear(low, high === low ? low + 1 : high, height - 3, 3).place;
    const path = values
        .map((value, index) => `${index === 0 ? "M" : "L"}${round(x(index))} ${round(y(value))}`)
        .join("");
    return s(
        "svg",
        { class: "sparkline", width, height, "aria-hidden": "true" },
        s("path", { d: path, fill: "none" }),
    );
}
