// All lines of a game, drawn small: each line a row, with its end; a click or the arrow keys go to a
// position on any of them. Shown once there is more than one line.

import { button, fill, h, s, setAttribute } from "./dom.js";

/** Height of a line, and largest distance of two moves, in pixels. */
const [ROW, WIDEST] = [26, 16];
/** Space at the sides, in pixels. */
const MARGIN = 12;

export class UndoTree {
    /** @type {import("./history.js").History | null} */
    #history = null;
    /** @type {{row: number, depth: number}[]} where each node is drawn */
    #places = [];
    #step = WIDEST;
    #width = 0;

    /** @param {(node: number) => Promise<unknown>} walk */
    constructor(walk) {
        this.walk = walk;
        this.svg = s("svg", { class: "lines", tabindex: 0, role: "group", "data-testid": "lines" });
        this.svg.addEventListener("click", (event) => this.#clicked(event));
        this.svg.addEventListener("keydown", (event) => this.#pressed(event));
        this.words = h("span", { role: "status", "data-testid": "line-words" });
        const other = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {number} */ by) =>
            button(sign, () => this.#otherLine(by), { class: "icon", "aria-label": label, title: label });
        const head = [this.words, other("↑", "The line above", -1), other("↓", "The line below", 1)];
        this.element = h(
            "section",
            { class: "undo-tree", "aria-label": "Lines of this game", hidden: true },
            h("div", { class: "actions" }, head),
            h("div", { class: "scroll" }, this.svg),
        );
        new ResizeObserver(([entry]) => {
            this.#width = entry.contentRect.width;
            this.#draw();
        }).observe(this.element);
    }

    /** @param {import("./history.js").History} history */
    show(history) {
        this.#history = history;
        this.element.hidden = history.tips.length < 2;
        this.#draw();
    }

    #draw() {
        const history = this.#history;
        if (!history || this.element.hidden || this.#width === 0) return;
        const { nodes, tips } = history;
        this.#places = nodes.map(() => ({ row: -1, depth: 0 }));
        this.#places[0].row = 0;
        nodes.forEach(({ parent }, at) => {
            if (at > 0) this.#places[at].depth = this.#places[parent].depth + 1;
        });
        tips.forEach((tip, row) => {
            for (let at = tip; at > 0 && this.#places[at].row < 0; at = nodes[at].parent)
                this.#places[at].row = row;
        });
        const deepest = Math.max(...this.#places.map(({ depth }) => depth), 1);
        this.#step = Math.min(WIDEST, (this.#width - 2 * MARGIN) / deepest);
        const ends = new Set(tips);
        const onLine = new Set([0, ...history.path(history.tip)]);
        const parts = nodes.slice(1).map(({ parent }, index) => {
            const [[x1, y1], [x2, y2]] = [this.#at(parent), this.#at(index + 1)];
            const d =
                y1 === y2
                    ? `M${x1} ${y1}H${x2}`
                    : `M${x1} ${y1}V${y2 - 6}Q${x1} ${y2} ${Math.min(x1 + 6, x2)} ${y2}H${x2}`;
            return s("path", { d, class: onLine.has(index + 1) ? "on" : "off", fill: "none" });
        });
        const dots = nodes.flatMap((_, at) => {
            const [cx, cy] = this.#at(at);
            if (at === history.at) return [s("circle", { cx, cy, r: 6, class: "here" })];
            const isDrawn = this.#step >= 8 || ends.has(at) || at === 0;
            return isDrawn ? [s("circle", { cx, cy, r: 3, class: onLine.has(at) ? "on" : "off" })] : [];
        });
        setAttribute(this.svg, "width", this.#width);
        setAttribute(this.svg, "height", tips.length * ROW);
        fill(this.svg, parts, dots);
        const line = tips.indexOf(history.tip) + 1;
        const [here, all] = [this.#places[history.at].depth, this.#places[history.tip].depth];
        const words = `Line ${line} of ${tips.length}, move ${here} of ${all}`;
        if (this.words.textContent !== words) this.words.textContent = words;
        setAttribute(
            this.svg,
            "aria-label",
            `${words}. Left and right go along the line, up and down to another.`,
        );
    }

    /** @param {number} node @returns {[number, number]} */
    #at(node) {
        const { row, depth } = this.#places[node];
        return [MARGIN + depth * this.#step, (row + 0.5) * ROW];
    }

    /** @param {MouseEvent} event */
    #clicked(event) {
        const { left, top } = this.svg.getBoundingClientRect();
        const [x, y] = [event.clientX - left, event.clientY - top];
        const distances = this.#places.map((_, at) => {
            const [cx, cy] = this.#at(at);
            return Math.abs(cx - x) + 4 * Math.abs(cy - y);
        });
        this.walk(distances.indexOf(Math.min(...distances)));
    }

    /** @param {KeyboardEvent} event */
    #pressed(event) {
        const history = this.#history;
        if (!history || event.ctrlKey || event.metaKey || event.altKey) return;
        const { parent, next } = history.nodes[history.at];
        if (event.key === "ArrowLeft" && parent >= 0) this.walk(parent);
        else if (event.key === "ArrowRight" && next > 0) this.walk(next);
        else if (event.key === "ArrowUp") this.#otherLine(-1);
        else if (event.key === "ArrowDown") this.#otherLine(1);
        else return;
        event.preventDefault();
        event.stopPropagation();
    }

    /**
     * Goes to another line, after as many moves as now or at its end.
     * @param {number} by how many lines further down
     */
    #otherLine(by) {
        const history = this.#history;
        if (!history) return;
        const { tips } = history;
        const tip = tips.at((tips.indexOf(history.tip) + by) % tips.length) ?? 0;
        const line = [0, ...history.path(tip)];
        const common = line.filter((at) => history.path().includes(at)).length;
        const here = this.#places[history.at].depth;
        this.walk(line[Math.min(Math.max(here, common), line.length - 1)]);
    }
}
