// The curve of a review: what could still be reached before each move as a line, and what each move
// gave away as bars. A click or the arrow keys choose a move.

import { figure, fill, h, s, setAttribute } from "./dom.js";

const HEIGHT = 170;
/** Largest width of a bar. */
const WIDEST = 28;
const MARGIN = { left: 52, right: 14, top: 12, bottom: 24 };

export class ReviewCurve {
    /** @type {import("./losses.js").Loss[]} */
    #losses = [];
    /** @type {(number | null)[]} */
    #reached = [];
    #count = 0;
    #at = 0;
    #width = 0;

    /** @param {(at: number) => void} choose */
    constructor(choose) {
        this.choose = choose;
        this.svg = s("svg", {
            class: "review-curve",
            height: HEIGHT,
            tabindex: 0,
            role: "slider",
            "aria-label": "Move",
            "aria-valuemin": 1,
            "data-testid": "review-curve",
        });
        this.svg.addEventListener("click", (event) => {
            const { left } = this.svg.getBoundingClientRect();
            this.#pick(Math.floor((event.clientX - left - MARGIN.left) / this.#step));
        });
        this.svg.addEventListener("keydown", (event) => {
            const steps = /** @type {Record<string, number>} */ ({
                ArrowLeft: -1,
                ArrowDown: -1,
                ArrowRight: 1,
                ArrowUp: 1,
            });
            const ends = /** @type {Record<string, number>} */ ({ Home: 0, End: this.#count - 1 });
            if (!(event.key in steps) && !(event.key in ends)) return;
            event.preventDefault();
            event.stopPropagation();
            this.#pick(ends[event.key] ?? this.#at + steps[event.key]);
        });
        this.element = h("figure", {}, this.svg);
        new ResizeObserver(([entry]) => {
            this.#width = entry.contentRect.width;
            this.#draw();
        }).observe(this.element);
    }

    /**
     * @param {import("./losses.js").Loss[]} losses
     * @param {(number | null)[]} reached
     * @param {number} count of moves
     */
    show(losses, reached, count) {
        [this.#losses, this.#reached, this.#count] = [losses, reached, count];
        this.#draw();
    }

    /** @param {number} at */
    point(at) {
        this.#at = at;
        this.#draw();
    }

    /** @param {number} at */
    #pick(at) {
        this.#at = Math.min(Math.max(at, 0), Math.max(this.#count - 1, 0));
        this.choose(this.#at);
    }

    get #step() {
        return (this.#width - MARGIN.left - MARGIN.right) / Math.max(this.#count, 1);
    }

    #draw() {
        if (this.#width === 0) return;
        setAttribute(this.svg, "width", this.#width);
        const bottom = HEIGHT - MARGIN.bottom;
        const step = this.#step;
        const x = (/** @type {number} */ at) => MARGIN.left + at * step;
        const known = this.#reached.filter((value) => value !== null);
        const [low, high] = [Math.min(...known), Math.max(...known)];
        const y = (/** @type {number} */ value) =>
            MARGIN.top + ((high - value) / (high - low || 1)) * (bottom - MARGIN.top - 8);
        // A single large loss must not hide the others.
        const most = Math.max(...this.#losses.map(({ loss }) => (loss === Infinity ? 0 : (loss ?? 0))), 1);
        const bars = this.#losses.map(({ at, loss }) => {
            if (loss === null)
                return s("rect", { x: x(at), y: bottom - 3, width: step, height: 3, class: "unknown" });
            if (loss === 0) return null;
            const height =
                loss === Infinity ? bottom - MARGIN.top : Math.max((loss / most) * (bottom - MARGIN.top), 3);
            const width = Math.min(Math.max(step - 1, 1.5), WIDEST);
            return s("rect", {
                x: x(at) + (step - width) / 2,
                y: bottom - height,
                width,
                height,
                class: loss === Infinity ? "lost" : "loss",
            });
        });
        let [line, isDown] = ["", false];
        this.#reached.forEach((value, at) => {
            if (value !== null) line += `${isDown ? "L" : "M"}${x(at)} ${y(value)}`;
            isDown = value !== null;
        });
        const ticks = known.length === 0 ? [] : [...new Set([high, low])];
        const marks = ticks.map((value) => [
            s("line", {
                x1: MARGIN.left,
                x2: this.#width - MARGIN.right,
                y1: y(value),
                y2: y(value),
                class: "grid",
            }),
            s("text", { x: MARGIN.left - 6, y: y(value) + 4, "text-anchor": "end" }, figure(Math.abs(value))),
        ]);
        const base = s("line", {
            x1: MARGIN.left,
            x2: this.#width - MARGIN.right,
            y1: bottom,
            y2: bottom,
            class: "base",
        });
        const cursor = s("rect", {
            x: x(this.#at),
            y: MARGIN.top,
            width: Math.max(step, 2),
            height: bottom - MARGIN.top,
            class: "cursor",
        });
        const ends = [
            s("text", { x: MARGIN.left, y: HEIGHT - 6 }, "move 1"),
            s(
                "text",
                { x: this.#width - MARGIN.right, y: HEIGHT - 6, "text-anchor": "end" },
                `move ${this.#count}`,
            ),
        ];
        fill(
            this.svg,
            this.#count > 0 && [
                cursor,
                ...marks.flat(),
                ...bars,
                s("path", { d: line, fill: "none", class: "reached" }),
                base,
                ...ends,
            ],
        );
        const chosen = this.#losses.find(({ at }) => at === this.#at);
        const given =
            chosen?.loss === Infinity
                ? "lost the goal"
                : chosen?.loss
                  ? `gave away ${figure(chosen.loss)}`
                  : chosen?.loss === 0
                    ? "gave nothing away"
                    : "not known";
        setAttribute(this.svg, "aria-valuemax", Math.max(this.#count, 1));
        setAttribute(this.svg, "aria-valuenow", this.#at + 1);
        setAttribute(this.svg, "aria-valuetext", `Move ${this.#at + 1} of ${this.#count}: ${given}`);
    }
}
