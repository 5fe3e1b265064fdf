// The plan of a game with a clock as marks on a line: a mark can be dragged to another time, or off
// the line to take its order out.

import { h, setAttribute } from "./dom.js";
import { timeOf } from "./history.js";
import { addStyles } from "./views.js";

/** Least distance of two marks beside each other, in pixels. */
const APART = 34;
/** Height of a lane of marks, in pixels. */
const LANE = 30;
const MOST_LANES = 4;
/** Distance from the line at which a dragged mark is taken out, in pixels. */
const OFF = 48;
/** Steps of an arrow key with Shift. */
const LEAP = 10;

/** @type {Record<string, string>} */
const SIGNS = { left: "←", right: "→", up: "↑", down: "↓" };

/** @param {import("./table.js").Table} table */
export function view(table) {
    addStyles("view_timeline");
    return new Timeline(table);
}

class Timeline {
    /** @type {Position | null} */
    #position = null;
    /** The time of the mark that keeps the focus. @type {number | null} */
    #focused = null;

    /** @param {import("./table.js").Table} table */
    constructor(table) {
        this.table = table;
        this.marks = h("ol", { class: "marks" });
        this.playhead = h("div", { class: "playhead" });
        this.line = h("div", { class: "track-line" }, this.playhead, this.marks);
        this.live = h("p", { class: "unseen", "aria-live": "polite", "data-testid": "planned" });
        this.element = h(
            "div",
            { class: "timeline", role: "group", "aria-label": "Orders in time", "data-testid": "timeline" },
            this.line,
            this.live,
        );
        table.below.before(this.element);
        this.line.addEventListener("click", (event) => {
            if (event.target instanceof Element && event.target.closest("button")) return;
            table.clock.pause();
            table.clock.goTo(this.#timeAt(event.clientX));
        });
        addEventListener("resize", () => this.#draw(), { signal: table.leaving });
    }

    /** @param {Position} position */
    show(position) {
        this.#position = position;
        this.#draw();
    }

    get #last() {
        return Math.max(this.#position?.clock?.[1] ?? 1, 1);
    }

    /** @param {number} x of the window */
    #timeAt(x) {
        const { left, width } = this.line.getBoundingClientRect();
        return Math.round(Math.min(Math.max((x - left) / width, 0), 1) * this.#last);
    }

    #draw() {
        if (!this.#position?.clock) return;
        const { line, clock, slips } = this.#position;
        const share = (/** @type {number} */ time) => `${(100 * time) / this.#last}%`;
        this.playhead.style.left = share(clock[0]);
        const width = this.line.clientWidth || 600;
        /** @type {number[]} where each lane is free again */
        const lanes = [];
        const idle = new Set(slips.map(({ words }) => words.replace(/ is not obeyed$/, "")));
        const items = line.map((order) => {
            const x = (width * timeOf(order)) / this.#last;
            const free = lanes.findIndex((end) => end <= x);
            const lane = free >= 0 ? free : lanes.length < MOST_LANES ? lanes.length : lanes.indexOf(Math.min(...lanes));
            lanes[lane] = x + APART;
            return this.#mark(order, share(timeOf(order)), lane, idle.has(order));
        });
        this.line.style.height = `${LANE * Math.max(lanes.length, 1) + 10}px`;
        this.marks.replaceChildren(...items);
        if (this.#focused === null) return;
        const mark = items.find((item) => item.dataset.time === String(this.#focused));
        this.#focused = null;
        mark?.querySelector("button")?.focus({ preventScroll: true });
    }

    /**
     * @param {string} order
     * @param {string} left
     * @param {number} lane
     * @param {boolean} isIdle whether the order is not obeyed
     */
    #mark(order, left, lane, isIdle) {
        const time = timeOf(order);
        const what = order.slice(String(time).length).trim();
        const said = `${time}: ${what}${isIdle ? ", not obeyed" : ""}`;
        const mark = h(
            "button",
            {
                type: "button",
                class: isIdle ? "mark idle" : "mark",
                title: `${said}. Drag or arrow keys: another time; Delete: take it out`,
                "aria-label": `${said}. Arrow keys move it, Delete takes it out`,
                "data-testid": `order-${time}`,
            },
            signOf(what),
        );
        mark.addEventListener("click", () => {
            this.#focused = time;
            this.table.clock.pause();
            this.table.clock.goTo(time);
        });
        mark.addEventListener("keydown", (event) => {
            const by = event.shiftKey ? LEAP : 1;
            if (event.key === "ArrowLeft") this.#moveBy(order, -by);
            else if (event.key === "ArrowRight") this.#moveBy(order, by);
            else if (event.key === "Delete" || event.key === "Backspace") this.#takeOut(order);
            else return;
            event.preventDefault();
            event.stopPropagation();
        });
        this.#listen(mark, order);
        const item = h("li", {}, mark);
        item.dataset.time = String(time);
        item.style.left = left;
        item.style.top = `${lane * LANE}px`;
        return item;
    }

    /** @param {HTMLButtonElement} mark @param {string} order */
    #listen(mark, order) {
        /** @type {{x: number, y: number, isMoved: boolean} | null} */
        let drag = null;
        const end = () => {
            drag = null;
            mark.style.translate = "";
            setAttribute(mark, "data-at", null);
            mark.classList.remove("off", "dragged");
        };
        mark.addEventListener("pointerdown", (event) => {
            if (event.button !== 0 || !event.isPrimary) return;
            drag = { x: event.clientX, y: event.clientY, isMoved: false };
            mark.setPointerCapture(event.pointerId);
        });
        mark.addEventListener("pointermove", (event) => {
            if (!drag) return;
            const [right, down] = [event.clientX - drag.x, event.clientY - drag.y];
            drag.isMoved ||= Math.hypot(right, down) > 4;
            if (!drag.isMoved) return;
            mark.classList.add("dragged");
            mark.classList.toggle("off", Math.abs(down) > OFF);
            mark.style.translate = `${right}px ${down}px`;
            setAttribute(mark, "data-at", Math.abs(down) > OFF ? "take out" : this.#dragged(order, right));
        });
        mark.addEventListener("pointerup", (event) => {
            if (!drag?.isMoved) return end();
            const [right, down] = [event.clientX - drag.x, event.clientY - drag.y];
            end();
            // The click that follows would only go to the time.
            mark.addEventListener("click", (click) => click.stopImmediatePropagation(), { once: true, capture: true });
            if (Math.abs(down) > OFF) this.#takeOut(order);
            else this.#move(order, this.#dragged(order, right));
        });
        mark.addEventListener("pointercancel", end);
    }

    /** The time to which a mark is dragged. @param {string} order @param {number} right in pixels */
    #dragged(order, right) {
        const steps = Math.round((right / this.line.clientWidth) * this.#last);
        const time = Math.min(Math.max(timeOf(order) + steps, 0), this.#last - 1);
        return time === timeOf(order) ? time : this.#free(time, 1);
    }

    /**
     * The first time without an order, from one on, in a direction; each time has at most one.
     * @param {number} time
     * @param {number} by
     */
    #free(time, by) {
        const taken = new Set(this.#position?.line.map(timeOf));
        while (taken.has(time)) time += by;
        return time;
    }

    /** @param {string} order @param {number} by */
    #moveBy(order, by) {
        const time = this.#free(timeOf(order) + by, Math.sign(by));
        if (time >= 0 && time < this.#last) this.#move(order, time);
    }

    /** Gives an order at another time, as one step. @param {string} order @param {number} time */
    #move(order, time) {
        const from = timeOf(order);
        if (time === from) return;
        const what = order.slice(String(from).length).trim();
        this.#focused = time;
        return this.table.byHand(async () => {
            try {
                await this.table.game.draw([`${from} pass`, `${time} ${what}`], false);
                this.live.textContent = `${what} at ${time}`;
            } catch (error) {
                this.#focused = from;
                this.#draw();
                const isRefused = error instanceof Error && error.message.includes("would not be obeyed");
                throw isRefused ? new Error(`${what} would not be obeyed at ${time}.`) : error;
            }
        });
    }

    /** @param {string} order */
    #takeOut(order) {
        const later = this.#position?.line.find((other) => timeOf(other) > timeOf(order));
        this.#focused = later === undefined ? null : timeOf(later);
        return this.table.byHand(async () => {
            await this.table.game.draw([`${timeOf(order)} pass`], false);
            this.live.textContent = `${order} taken out`;
            if (later === undefined) this.table.board.focus();
        });
    }
}

/** A short sign of an order: `3 builder` is `3 bu`. @param {string} what */
function signOf(what) {
    const words = what.split(" ");
    return words.map((word) => SIGNS[word] ?? (/^\d/.test(word) ? word : word.slice(0, 2))).join(" ");
}
