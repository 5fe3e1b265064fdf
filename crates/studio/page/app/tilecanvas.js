// A picture on a canvas, for boards of so many tiles that elements for all of them would be slow. Only
// the part in view is drawn, from bitmaps of the painter's looks.

import { keyOf, parsed, tileWords } from "./picture.js";

/** Widths of tiles in pixels: below the first, only their colours are drawn. */
const [SMALLEST_SHAPE, USUAL, LARGEST] = [7, 18, 64];
const ZOOM = 1.5;

/** How marked tiles are outlined. */
const MARKS = /** @type {Record<string, {colour: string, width: number, dash: number[]}>} */ ({
    lit: { colour: "var(--ink)", width: 2.5, dash: [] },
    held: { colour: "var(--ink)", width: 2.5, dash: [] },
    wrong: { colour: "var(--wrong)", width: 3, dash: [2, 2] },
    because: { colour: "var(--accent)", width: 3, dash: [] },
    hinted: { colour: "var(--accent)", width: 4, dash: [6, 3] },
    current: { colour: "var(--accent)", width: 4, dash: [] },
});

/**
 * A tile; `look` is the index of its look.
 * @typedef {{place: Place, at: [number, number], look: number, words: string, below: never[], group: HTMLElement}} Drawn
 */

export class TileCanvas {
    /** @type {Map<string, Drawn>} the highest tile of each place */
    tiles = new Map();
    /** @type {Map<string, Place[]>} */
    marked = new Map();
    /** @type {((name: string, places: Place[]) => void) | null} */
    onmark = null;
    /** @type {[number, number]} */
    tileSize = [1, 1];
    /** No lines are drawn on these boards. */
    edges = { isEmpty: true };
    /** @type {Drawn[]} in the picture's order */
    #all = [];
    /** @type {TileLook[]} */
    #looks = [];
    /** @type {Map<string, HTMLCanvasElement>} bitmaps of looks, by markup and size */
    #bitmaps = new Map();
    /** @type {Map<string, string>} */
    #colours = new Map();
    #outline = "";
    /** @type {[number, number, number, number]} */
    #box = [0, 0, 1, 1];
    #zoom = 0;
    #isDrawing = false;
    /** @type {string[]} texts that are being typed or pencilled: place, text */
    #notes = [];

    /** @param {HTMLElement} anchor stands for the tile that is chosen, beside which menus open */
    constructor(anchor) {
        this.anchor = anchor;
        this.canvas = document.createElement("canvas");
        this.extent = document.createElement("div");
        this.extent.className = "extent";
        this.viewport = document.createElement("div");
        this.viewport.className = "viewport";
        this.extent.append(this.canvas, anchor);
        this.viewport.append(this.extent);
        this.viewport.addEventListener("scroll", () => this.redraw());
        new ResizeObserver(() => this.#fit()).observe(this.viewport);
        const forget = () => {
            this.#bitmaps.clear();
            this.#colours.clear();
            this.redraw();
        };
        matchMedia("(prefers-color-scheme: dark)").addEventListener("change", forget);
        new MutationObserver(forget).observe(document.documentElement, { attributeFilter: ["data-theme"] });
    }

    /** @param {Picture} picture */
    show(picture) {
        const outline = [picture.shape, ...picture.box, picture.tiles.length].join(" ");
        this.#looks = picture.looks;
        if (outline !== this.#outline) this.#layOut(picture);
        this.#outline = outline;
        picture.tiles.forEach(([, , , , , look], index) => {
            const drawn = this.#all[index];
            drawn.look = look;
            drawn.words = picture.looks[look].words;
        });
        this.redraw();
    }

    /** @param {Picture} picture */
    #layOut(picture) {
        this.#box = picture.box;
        this.tileSize = picture.tile_size;
        this.#all = picture.tiles.map(([x, y, , left, top, look]) => {
            const place = /** @type {Place} */ ([x, y]);
            return { place, at: [left, top], look, words: "", below: [], group: this.anchor };
        });
        this.tiles = new Map(this.#all.map((drawn) => [keyOf(drawn.place), drawn]));
        this.#fit();
    }

    /** Pixels for a unit of the drawing, when the whole board is in view. */
    get #whole() {
        const [, , width, height] = this.#box;
        return Math.min(this.viewport.clientWidth / width, this.viewport.clientHeight / height);
    }

    #fit() {
        if (this.viewport.clientWidth === 0 || this.#all.length === 0) return;
        if (this.#zoom === 0) this.#zoom = USUAL / this.tileSize[0];
        this.zoomBy(1);
    }

    /**
     * Zooms; the middle of what is in view stays there.
     * @param {number} factor 0 shows the whole board
     */
    zoomBy(factor) {
        const { viewport, extent, canvas } = this;
        const [, , width, height] = this.#box;
        const middle = [
            (viewport.scrollLeft + viewport.clientWidth / 2) / (width * this.#zoom),
            (viewport.scrollTop + viewport.clientHeight / 2) / (height * this.#zoom),
        ];
        const most = LARGEST / this.tileSize[0];
        this.#zoom = Math.max(Math.min(this.#zoom * factor, most), this.#whole);
        extent.style.width = `${width * this.#zoom}px`;
        extent.style.height = `${height * this.#zoom}px`;
        const [wide, high] = [viewport.clientWidth, viewport.clientHeight];
        canvas.style.width = `${wide}px`;
        canvas.style.height = `${high}px`;
        canvas.width = Math.round(wide * devicePixelRatio);
        canvas.height = Math.round(high * devicePixelRatio);
        viewport.scrollLeft = middle[0] * width * this.#zoom - wide / 2;
        viewport.scrollTop = middle[1] * height * this.#zoom - high / 2;
        this.redraw();
    }

    zoomIn = () => this.zoomBy(ZOOM);
    zoomOut = () => this.zoomBy(1 / ZOOM);
    zoomToWhole = () => this.zoomBy(0);

    /**
     * The tile at a point of the window.
     * @param {number} x
     * @param {number} y
     * @returns {Place | null}
     */
    placeAt(x, y) {
        const { left, top } = this.extent.getBoundingClientRect();
        const [u, v] = [(x - left) / this.#zoom + this.#box[0], (y - top) / this.#zoom + this.#box[1]];
        const [width, height] = this.tileSize;
        const column = Math.floor(u / width);
        const row = Math.floor(v / height);
        const square = this.tiles.get(`${column},${row}`);
        if (square && isIn(square.at, [u, v], this.tileSize)) return square.place;
        // Hexagons and large tiles: the nearest middle.
        const distance = (/** @type {Drawn} */ { at }) =>
            Math.hypot(at[0] + width / 2 - u, at[1] + height / 2 - v);
        const nearest = this.#all.reduce(
            (/** @type {Drawn | null} */ best, one) => (best && distance(best) <= distance(one) ? best : one),
            null,
        );
        return nearest && distance(nearest) < Math.max(width, height) / 2 ? nearest.place : null;
    }

    /** Brings a tile into view, and the anchor to it. @param {Place} place */
    reveal(place) {
        const drawn = this.tile(place);
        if (!drawn) return;
        const [left, top] = [
            (drawn.at[0] - this.#box[0]) * this.#zoom,
            (drawn.at[1] - this.#box[1]) * this.#zoom,
        ];
        const [width, height] = this.tileSize.map((size) => size * this.#zoom);
        Object.assign(this.anchor.style, {
            left: `${left}px`,
            top: `${top}px`,
            width: `${width}px`,
            height: `${height}px`,
        });
        const { viewport } = this;
        const into = (
            /** @type {number} */ at,
            /** @type {number} */ size,
            /** @type {number} */ from,
            /** @type {number} */ view,
        ) => (at < from ? at - size : at + 2 * size > from + view ? at + 2 * size - view : from);
        viewport.scrollLeft = into(left, width, viewport.scrollLeft, viewport.clientWidth);
        viewport.scrollTop = into(top, height, viewport.scrollTop, viewport.clientHeight);
    }

    /** @param {Place} place */
    tile(place) {
        return this.tiles.get(keyOf(place));
    }

    /** @param {Place} place */
    group(place) {
        return this.tile(place)?.group;
    }

    /** @param {Place} place */
    words(place) {
        const drawn = this.tile(place);
        return drawn ? tileWords(/** @type {any} */ (drawn)) : "";
    }

    /** @param {string} name @param {Place[]} places */
    mark(name, places) {
        this.onmark?.(name, places);
        this.marked.set(name, places);
        this.redraw();
    }

    /** @param {{place: Place, texts: string[]}[]} notes */
    note(notes) {
        this.#notes = notes.flatMap(({ place, texts }) => [keyOf(place), texts.join(" ")]);
        this.redraw();
    }

    /** @param {Place} place @param {string} text */
    scribble(place, text) {
        this.note([{ place, texts: [text] }]);
    }

    /** Draws before the next frame. */
    redraw() {
        if (this.#isDrawing) return;
        this.#isDrawing = true;
        requestAnimationFrame(() => {
            this.#isDrawing = false;
            this.#draw();
        });
    }

    #draw() {
        const context = this.canvas.getContext("2d");
        if (!context || this.#all.length === 0) return;
        const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.viewport;
        const scale = this.#zoom * devicePixelRatio;
        const [left, top] = [scrollLeft / this.#zoom + this.#box[0], scrollTop / this.#zoom + this.#box[1]];
        const [right, bottom] = [left + clientWidth / this.#zoom, top + clientHeight / this.#zoom];
        const [width, height] = this.tileSize;
        const isSmall = width * this.#zoom < SMALLEST_SHAPE;
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.clearRect(0, 0, this.canvas.width, this.canvas.height);
        const bitmaps = this.#looks.map(() => /** @type {HTMLCanvasElement | null} */ (null));
        const grounds = isSmall ? this.#looks.map(({ svg }) => this.#ground(svg)) : [];
        for (const {
            at: [x, y],
            look,
        } of this.#all) {
            if (x + width < left || x > right || y + height < top || y > bottom) continue;
            const [u, v] = [Math.round((x - left) * scale), Math.round((y - top) * scale)];
            if (isSmall) {
                context.fillStyle = grounds[look];
                context.fillRect(u, v, Math.ceil(width * scale), Math.ceil(height * scale));
            } else {
                const bitmap = (bitmaps[look] ??= this.#bitmap(this.#looks[look].svg, scale));
                context.drawImage(bitmap, u, v);
            }
        }
        context.setTransform(scale, 0, 0, scale, -left * scale, -top * scale);
        for (const [name, places] of this.marked) this.#drawMarks(context, name, places);
        context.textAlign = "center";
        context.fillStyle = this.#colour("var(--faint)");
        for (let index = 0; index < this.#notes.length; index += 2) {
            const drawn = this.tiles.get(this.#notes[index]);
            const text = this.#notes[index + 1];
            if (!drawn) continue;
            context.font = `${(width * 0.8) / Math.max(text.length, 2)}px system-ui, sans-serif`;
            context.fillText(text, drawn.at[0] + width / 2, drawn.at[1] + height * 0.65);
        }
    }

    /**
     * @param {CanvasRenderingContext2D} context
     * @param {string} name
     * @param {Place[]} places
     */
    #drawMarks(context, name, places) {
        const style = MARKS[name];
        if (!style) return;
        context.strokeStyle = this.#colour(style.colour);
        context.lineWidth = Math.max(style.width, 2 / this.#zoom);
        context.setLineDash(style.dash);
        const [width, height] = this.tileSize;
        for (const place of places) {
            const drawn = this.tile(place);
            if (drawn) context.strokeRect(drawn.at[0] + 1, drawn.at[1] + 1, width - 2, height - 2);
        }
        context.setLineDash([]);
    }

    /** The colour of a look's ground. @param {string} svg */
    #ground(svg) {
        const ground = /** @type {Element | undefined} */ (parsed(svg)[0]);
        return this.#colour(ground?.getAttribute("fill") ?? "none");
    }

    /** A colour as the canvas takes it. @param {string} value */
    #colour(value) {
        const known = this.#colours.get(value);
        if (known) return known;
        this.anchor.style.color = value === "none" ? "transparent" : value;
        const { color } = getComputedStyle(this.anchor);
        this.anchor.style.color = "";
        this.#colours.set(value, color);
        return color;
    }

    /** @param {string} svg @param {number} scale */
    #bitmap(svg, scale) {
        const key = `${scale} ${svg}`;
        const known = this.#bitmaps.get(key);
        if (known) return known;
        const bitmap = document.createElement("canvas");
        [bitmap.width, bitmap.height] = this.tileSize.map((size) => Math.max(Math.ceil(size * scale), 1));
        const context = bitmap.getContext("2d");
        if (context) {
            context.scale(scale, scale);
            for (const node of parsed(svg)) if (node instanceof Element) this.#drawNode(context, node);
        }
        this.#bitmaps.set(key, bitmap);
        return bitmap;
    }

    /**
     * Draws one of the forms that the painter uses.
     * @param {CanvasRenderingContext2D} context
     * @param {Element} node
     */
    #drawNode(context, node) {
        const number = (/** @type {string} */ name) => Number(node.getAttribute(name) ?? 0);
        const fill = node.getAttribute("fill");
        // As in the style sheet: plain tiles have an edge.
        const isPlain = node.matches(".ground.plain:not([stroke])");
        const stroke = isPlain ? "var(--tile-edge)" : node.getAttribute("stroke");
        context.fillStyle = this.#colour(fill ?? "none");
        context.strokeStyle = this.#colour(stroke ?? "none");
        context.lineWidth = isPlain ? 1.5 : number("stroke-width");
        context.lineJoin = "round";
        context.lineCap = "round";
        context.setLineDash(
            (node.getAttribute("stroke-dasharray") ?? "").split(" ").filter(Boolean).map(Number),
        );
        if (node.localName === "text") {
            const weight = node.getAttribute("font-weight") ?? "";
            context.font = `${weight} ${number("font-size")}px system-ui, sans-serif`;
            context.textAlign = node.getAttribute("text-anchor") ? "center" : "start";
            context.fillText(node.textContent ?? "", number("x"), number("y"));
            return;
        }
        const path = new Path2D();
        if (node.localName === "rect")
            path.roundRect(number("x"), number("y"), number("width"), number("height"), number("rx"));
        else if (node.localName === "circle")
            path.arc(number("cx"), number("cy"), number("r"), 0, 2 * Math.PI);
        else if (node.localName === "polygon") path.addPath(new Path2D(`M${node.getAttribute("points")}Z`));
        else if (node.localName === "line")
            path.addPath(new Path2D(`M${number("x1")},${number("y1")}L${number("x2")},${number("y2")}`));
        if (fill && fill !== "none") context.fill(path);
        if (stroke && stroke !== "none") context.stroke(path);
    }
}

/**
 * @param {[number, number]} at
 * @param {[number, number]} point
 * @param {[number, number]} size
 */
const isIn = ([left, top], [x, y], [width, height]) =>
    x >= left && x < left + width && y >= top && y < top + height;
