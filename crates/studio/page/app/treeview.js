// A search tree on a canvas: it can be moved, enlarged and walked through by keyboard. The newest nodes
// are shown; the line to the node that is being expanded stands out.

import { fill, figure, h } from "./dom.js";

/** @typedef {{id: number, parent: number | null, depth: number, score: number | null, most: number | null, state: string, name: string, x: number, children: Node[]}} Node */

/** What becomes of nodes: colour, form and words. @type {Record<string, [string, string, string]>} */
const STATES = {
    o: ["--line-0", "ring", "open: found, not yet expanded"],
    x: ["--line-2", "disc", "expanded: its moves were or are being tried"],
    k: ["--line-5", "dot", "known: reached before, at least as well"],
    c: ["--line-1", "bar", "cut: left out by a limit or a bound"],
    e: ["--line-3", "square", "end of a game, or the goal"],
};
const [LEVEL, LEAF, MARGIN] = [46, 18, 26];
/** Width of the buttons at the right edge, which cover no node when all of the tree is shown. */
const TOOLS = 44;
/** Number of open nodes that are listed. */
const LISTED = 8;

export class TreeView {
    /** @type {Map<number, Node>} */
    #nodes = new Map();
    /** @type {Node[]} */
    #roots = [];
    /** @type {any} */
    #tree = null;
    /** Zoom across and down, and the position of the drawing; `fits` until the user moves it. */
    #zoom = 1;
    #down = 1;
    #left = 0;
    #top = 0;
    #fits = true;
    /** @type {Node | null} */
    #chosen = null;
    #wide = 1;
    #deep = 1;

    /** @param {(moves: string[], words: string) => void} onchoose called with the moves that lead to a node */
    constructor(onchoose) {
        this.onchoose = onchoose;
        this.canvas = h("canvas", { class: "tree", tabindex: 0, role: "img", "data-testid": "tree" });
        this.words = h("p", { class: "fine node-words", role: "status" }, "Point at a node, or walk with the arrow keys.");
        this.legend = h("ul", { class: "legend states" });
        this.queue = h("div", { class: "queue" });
        const tool = (/** @type {string} */ text, /** @type {string} */ label, /** @type {() => void} */ act) =>
            h("button", { type: "button", class: "tool", "aria-label": label, title: label, onclick: act }, text);
        this.tools = h(
            "div",
            { class: "tree-tools" },
            tool("+", "Enlarge", () => this.#enlarge(1.4)),
            tool("−", "Reduce", () => this.#enlarge(1 / 1.4)),
            tool("⤢", "Show all of it", () => this.#fit()),
        );
        this.element = h(
            "div",
            { class: "tree-view" },
            h("div", { class: "tree-frame" }, this.canvas, this.tools),
            this.words,
            this.legend,
            this.queue,
        );
        new ResizeObserver(() => this.#draw()).observe(this.canvas);
        this.#listen();
    }

    /** @param {any} tree */
    show(tree) {
        this.#tree = tree;
        this.#nodes.clear();
        this.#roots = [];
        for (const [id, parent, depth, score, most, state, name] of tree.nodes) {
            /** @type {Node} */
            const node = { id, parent, depth, score, most, state, name, x: 0, children: [] };
            this.#nodes.set(id, node);
            const above = this.#nodes.get(parent);
            if (above) above.children.push(node);
            else this.#roots.push(node);
        }
        this.#layOut();
        this.#chosen = this.#nodes.get(this.#chosen?.id ?? -1) ?? null;
        this.#showLegend();
        this.#showQueue();
        this.#draw();
    }

    /** Every leaf has a column of its own; a node stands above the middle of its children. */
    #layOut() {
        let next = 0;
        this.#deep = 1;
        for (const root of this.#roots) {
            /** @type {[Node, number][]} */
            const stack = [[root, 0]];
            while (stack.length > 0) {
                const top = stack[stack.length - 1];
                const [node, at] = top;
                if (at < node.children.length) {
                    top[1] = at + 1;
                    stack.push([node.children[at], 0]);
                    continue;
                }
                stack.pop();
                this.#deep = Math.max(this.#deep, node.depth + 1);
                const [first, last] = [node.children[0], node.children[node.children.length - 1]];
                node.x = first ? (first.x + last.x) / 2 : next++;
            }
        }
        this.#wide = Math.max(next, 1);
    }

    #line() {
        /** @type {Set<number>} */
        const line = new Set();
        for (let id = this.#tree?.at; id !== null && id !== undefined && !line.has(id); ) {
            line.add(id);
            id = this.#nodes.get(id)?.parent;
        }
        return line;
    }

    /** @param {Node} node @returns {[number, number]} */
    #place(node) {
        return [this.#left + (MARGIN + node.x * LEAF) * this.#zoom, this.#top + MARGIN + node.depth * LEVEL * this.#down];
    }

    #draw() {
        const { canvas } = this;
        const [width, height] = [canvas.clientWidth, canvas.clientHeight];
        if (width === 0 || !this.#tree) return;
        const scale = devicePixelRatio || 1;
        if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale))
            [canvas.width, canvas.height] = [Math.round(width * scale), Math.round(height * scale)];
        if (this.#fits) {
            const wide = 2 * MARGIN + (this.#wide - 1) * LEAF;
            this.#zoom = Math.min((width - TOOLS) / wide, 1.6);
            this.#down = Math.min((height - 2 * MARGIN) / Math.max(this.#deep - 1, 1) / LEVEL, 1.6);
            this.#left = (width - TOOLS - wide * this.#zoom) / 2;
            this.#top = 0;
        }
        const style = getComputedStyle(canvas);
        const colour = (/** @type {string} */ name) => resolved(canvas, style, name);
        const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
        context.setTransform(scale, 0, 0, scale, 0, 0);
        context.clearRect(0, 0, width, height);
        const line = this.#line();
        const seen = ([x, y] = [0, 0]) => x > -40 && x < width + 40 && y > -60 && y < height + 60;
        // Branches first, those of the current line last.
        for (const isLine of [false, true]) {
            context.beginPath();
            context.lineWidth = isLine ? 3.5 : 1;
            context.strokeStyle = colour(isLine ? "--accent" : "--tile-line");
            for (const node of this.#nodes.values()) {
                const above = this.#nodes.get(node.parent ?? -1);
                if (!above || (line.has(node.id) && line.has(above.id)) !== isLine) continue;
                const [from, to] = [this.#place(above), this.#place(node)];
                if (!seen(from) && !seen(to)) continue;
                const middle = (from[1] + to[1]) / 2;
                context.moveTo(...from);
                context.bezierCurveTo(from[0], middle, to[0], middle, ...to);
            }
            context.stroke();
        }
        const radius = Math.max(1.8, Math.min(6, 9 * this.#zoom));
        const next = new Set((this.#tree.queue ?? []).slice(0, 1).map((/** @type {any} */ [id]) => id));
        for (const [state, [name, form]] of Object.entries(STATES)) {
            context.fillStyle = context.strokeStyle = colour(name);
            for (const node of this.#nodes.values()) {
                if (node.state !== state) continue;
                const at = this.#place(node);
                if (seen(at)) mark(context, form, at, node.id === this.#tree.at ? radius * 1.7 : radius);
            }
        }
        context.lineWidth = 2;
        for (const node of this.#nodes.values()) {
            const isChosen = node.id === this.#chosen?.id;
            if (!isChosen && !next.has(node.id)) continue;
            context.strokeStyle = colour(isChosen ? "--ink" : "--accent");
            context.beginPath();
            context.arc(...this.#place(node), radius + 4, 0, 2 * Math.PI);
            context.stroke();
        }
        const current = this.#nodes.get(this.#tree.at);
        canvas.setAttribute(
            "aria-label",
            `Search tree: ${figure(this.#tree.total)} nodes so far, ${figure(this.#nodes.size)} shown, ` +
                `${this.#count("o")} open. ` +
                (current ? `The current line has ${current.depth} moves.` : ""),
        );
    }

    /** @param {string} state */
    #count(state) {
        return [...this.#nodes.values()].filter((node) => node.state === state).length;
    }

    #showLegend() {
        const shown = Object.entries(STATES).map(([state, [colour, form, words]]) => {
            const [name, meaning] = words.split(": ");
            const sample = h("span", { class: `sample ${form}`, "aria-hidden": "true" });
            sample.style.color = `var(${colour})`;
            const count = this.#count(state);
            return count > 0 && h("li", { title: meaning ?? words }, sample, `${name} ${figure(count)}`);
        });
        const { total, nodes } = this.#tree;
        const left = total - nodes.length;
        fill(this.legend, shown, left > 0 && h("li", { class: "fine" }, `${figure(left)} older ones are not drawn`));
    }

    #showQueue() {
        const { queue } = this.#tree;
        if (!queue || queue.length === 0) return fill(this.queue);
        const row = ([id, depth, score, most] = [0, 0, 0, 0]) => {
            const hover = () => this.#choose(this.#nodes.get(id) ?? null, false);
            return h(
                "tr",
                { onpointerenter: hover },
                h("td", {}, depth),
                h("td", {}, figure(score)),
                h("td", {}, most === null ? "–" : figure(most - score)),
                h("td", {}, figure(most)),
            );
        };
        const head = [
            ["moves", "Number of moves to it"],
            ["g", "Score so far"],
            ["h", "The most that can still be gained"],
            ["f = g + h", "The most that a game through it can score"],
        ].map(([name, title]) => h("th", { scope: "col", title }, name));
        fill(
            this.queue,
            h("h3", {}, "Open list, the next one first"),
            h("table", { class: "compact", "data-testid": "open-list" }, h("thead", {}, h("tr", {}, head)), h("tbody", {}, queue.slice(0, LISTED).map(row))),
        );
    }

    /** @param {Node | null} node @param {boolean} isFinal whether its position is to be shown */
    #choose(node, isFinal) {
        this.#chosen = node;
        if (node) {
            const facts = [
                node.name ? `move ${node.name}` : "the start",
                `${node.depth} moves deep`,
                node.score !== null && `score ${figure(node.score)}`,
                node.most !== null && `at most ${figure(node.most)}`,
                STATES[node.state][2].split(":")[0],
            ];
            this.words.textContent = facts.filter(Boolean).join(" · ");
            const moves = this.#movesTo(node);
            if (isFinal && moves) this.onchoose(moves, this.words.textContent);
        }
        this.#draw();
    }

    /** @param {Node} node */
    #movesTo(node) {
        /** @type {string[]} */
        const moves = [];
        for (let at = node; at.parent !== null; ) {
            moves.unshift(at.name);
            const above = this.#nodes.get(at.parent);
            if (!above) return null;
            at = above;
        }
        return moves;
    }

    #fit() {
        this.#fits = true;
        this.#draw();
    }

    /** @param {number} factor @param {number} [x] @param {number} [y] */
    #enlarge(factor, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2) {
        const zoom = Math.min(Math.max(this.#zoom * factor, 0.01), 6);
        const by = zoom / this.#zoom;
        [this.#left, this.#top] = [x - (x - this.#left) * by, y - MARGIN - (y - MARGIN - this.#top) * by];
        this.#zoom = zoom;
        this.#down *= by;
        this.#fits = false;
        this.#draw();
    }

    /** @param {number} x @param {number} y */
    #nearest(x, y) {
        /** @type {[number, Node | null]} */
        let best = [18, null];
        for (const node of this.#nodes.values()) {
            const [u, v] = this.#place(node);
            const far = Math.hypot(u - x, v - y);
            if (far < best[0]) best = [far, node];
        }
        return best[1];
    }

    #listen() {
        const { canvas } = this;
        /** @type {Map<number, [number, number]>} */
        const held = new Map();
        let moved = 0;
        canvas.addEventListener("pointerdown", (event) => {
            canvas.setPointerCapture(event.pointerId);
            held.set(event.pointerId, [event.offsetX, event.offsetY]);
            moved = 0;
        });
        canvas.addEventListener("pointermove", (event) => {
            const here = /** @type {[number, number]} */ ([event.offsetX, event.offsetY]);
            const before = held.get(event.pointerId);
            if (!before) return this.#choose(this.#nearest(...here) ?? this.#chosen, false);
            const other = [...held].find(([id]) => id !== event.pointerId)?.[1];
            held.set(event.pointerId, here);
            moved += Math.hypot(here[0] - before[0], here[1] - before[1]);
            if (moved < 4) return;
            this.#fits = false;
            if (other) {
                const far = (/** @type {number[]} */ point) => Math.hypot(point[0] - other[0], point[1] - other[1]);
                this.#enlarge(far(here) / Math.max(far(before), 1), ...other);
            } else {
                this.#left += here[0] - before[0];
                this.#top += here[1] - before[1];
                this.#draw();
            }
        });
        const release = (/** @type {PointerEvent} */ event) => {
            held.delete(event.pointerId);
            if (moved < 4 && event.type === "pointerup") this.#choose(this.#nearest(event.offsetX, event.offsetY), true);
        };
        canvas.addEventListener("pointerup", release);
        canvas.addEventListener("pointercancel", release);
        canvas.addEventListener(
            "wheel",
            (event) => {
                event.preventDefault();
                this.#enlarge(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY);
            },
            { passive: false },
        );
        canvas.addEventListener("keydown", (event) => {
            const act = this.#keys()[event.key];
            if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
            event.preventDefault();
            act();
        });
    }

    /** @returns {Record<string, () => void>} */
    #keys() {
        const here = this.#chosen ?? this.#nodes.get(this.#tree?.at) ?? this.#roots[0] ?? null;
        const above = here && this.#nodes.get(here.parent ?? -1);
        const beside = (/** @type {number} */ step) => {
            const row = above ? above.children : this.#roots;
            return row[row.indexOf(/** @type {Node} */ (here)) + step] ?? here;
        };
        return {
            ArrowUp: () => this.#choose(above ?? here, false),
            ArrowDown: () => this.#choose(here?.children[0] ?? here, false),
            ArrowLeft: () => this.#choose(beside(-1), false),
            ArrowRight: () => this.#choose(beside(1), false),
            Enter: () => this.#choose(here, true),
            "+": () => this.#enlarge(1.4),
            "-": () => this.#enlarge(1 / 1.4),
            0: () => this.#fit(),
        };
    }
}

/**
 * Returns a custom property as a colour that canvases understand.
 * @param {HTMLElement} element
 * @param {CSSStyleDeclaration} style
 * @param {string} name
 */
export function resolved(element, style, name) {
    element.style.outlineColor = `var(${name})`;
    const colour = style.outlineColor;
    element.style.outlineColor = "";
    return colour;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {string} form
 * @param {[number, number]} at
 * @param {number} radius
 */
function mark(context, form, [x, y], radius) {
    context.beginPath();
    if (form === "square") {
        context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
    } else if (form === "bar") {
        context.fillRect(x - radius, y - radius / 3, 2 * radius, Math.max(radius / 1.5, 1.5));
    } else {
        context.arc(x, y, form === "dot" ? radius / 2 : radius, 0, 2 * Math.PI);
        context.lineWidth = 1.8;
        if (form === "ring") context.stroke();
        else context.fill();
    }
}
