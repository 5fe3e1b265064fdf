// A picture on the page. The server's painter has drawn it; here its parts are kept and updated
// tile by tile: a game or a film only changes what differs, and the focused tile keeps the focus.

import { s, setAttribute } from "./dom.js";
import { EdgeLayer } from "./edges.js";

/** Number of tiles above which a board to play on is drawn on a canvas. */
export const MANY_TILES = 2_500;
/** Maximum scale of a picture. */
const LARGEST = 2;
/** Size of letters that are being typed, in widths of a tile. */
const TYPED = 0.5;
/** Size of a pencil mark, in widths of its share of a tile. */
const PENCILLED = 0.85;
/** Free space around pencil marks, in widths of a tile. */
const INSET = 0.06;

/** Part of the way from tile to tile where the mark of a link begins. */
const LINK_BEGINS = 0.4;

/** @param {Place} place */
export const keyOf = (place) => place.join();

/**
 * A drawn tile; `column` counts the tiles of a row of hexagons, and `below` are the tiles under it in the same place,
 * the highest first.
 * @typedef {{group: SVGGElement, place: Place, column?: number, at: [number, number], layer: number, svg: string, words: string, below: Drawn[]}} Drawn
 */

/**
 * Parses the painter's drawing into nodes. This is the only markup that the page ever parses; the
 * painter has escaped the texts on tiles.
 * @param {string} markup
 */
export function parsed(markup) {
    const group = s("g");
    group.innerHTML = markup;
    return [...group.childNodes];
}

export class Drawing {
    /** @param {boolean} [isKept] whether the picture is exported, so that it needs its own background */
    constructor(isKept = false) {
        this.isKept = isKept;
        this.ground = s("rect", { fill: isKept ? "#ffffff" : "none" });
        this.rows = s("g");
        this.lines = s("g", { "pointer-events": "none" });
        const font = { "font-family": "system-ui, sans-serif" };
        this.pencil = s("g", { class: "pencil", "pointer-events": "none" });
        this.edges = new EdgeLayer();
        /** Marks on links between tiles. */
        this.linkMarks = s("g", { class: "link-marks", "pointer-events": "none" });
        const layers = [this.ground, this.rows, this.lines, this.linkMarks, this.pencil, this.edges.element];
        this.svg = s("svg", { class: "picture", ...font }, layers);
        /** @type {Drawn[]} all tiles, in the picture's order */
        this.all = [];
        /** @type {Map<string, Drawn>} the highest tile of each place */
        this.tiles = new Map();
        /** @type {Map<string, Set<SVGGElement | undefined>>} what is marked, by the mark */
        this.marked = new Map();
        /** @type {((name: string, places: Place[]) => void) | null} called with each mark and its places */
        this.onmark = null;
        this.outline = "";
        this.markup = "";
        /** @type {[number, number]} */
        this.tileSize = [0, 0];
        this.width = 0;
        this.height = 0;
    }

    /** @param {Picture} picture */
    show(picture) {
        const places = picture.tiles.map(([x, y, layer]) => `${x},${y},${layer}`);
        const outline = [picture.shape, ...picture.box, ...places].join(" ");
        if (outline !== this.outline) this.#layOut(picture, outline);
        /** @type {(Node[] | undefined)[]} */
        const known = [];
        picture.tiles.forEach(([, , , , , index], at) => {
            const [drawn, look] = [this.all[at], picture.looks[index]];
            drawn.words = look.words;
            if (drawn.svg === look.svg) return;
            drawn.svg = look.svg;
            const nodes = (known[index] ??= parsed(look.svg));
            drawn.group.replaceChildren(...nodes.map((node) => node.cloneNode(true)));
        });
        if (picture.lines === this.markup) return;
        this.markup = picture.lines;
        this.lines.replaceChildren(...parsed(picture.lines));
    }

    /**
     * Returns the tile at a place.
     * @param {Place} place
     */
    tile(place) {
        return this.tiles.get(keyOf(place));
    }

    /**
     * Returns the group of a tile or an edge.
     * @param {Place} place
     */
    group(place) {
        return place.length === 3 ? this.edges.group(place) : this.tile(place)?.group;
    }

    /**
     * Marks these tiles, edges and links with a class, and removes it from all others.
     * @param {string} name
     * @param {Place[]} places
     */
    mark(name, places) {
        this.onmark?.(name, places);
        const groups = new Set(places.map((place) => this.group(place)));
        for (const group of this.marked.get(name) ?? [])
            if (!groups.has(group)) group?.classList.remove(name);
        for (const group of groups) group?.classList.add(name);
        this.marked.set(name, groups);
        for (const line of this.linkMarks.querySelectorAll(`.${name}`)) line.remove();
        const links = places.filter((place) => place.length === 4);
        this.linkMarks.append(...links.map((link) => this.#lineOn(link, name)));
    }

    /** @param {[number, number, number, number]} link @param {string} name */
    #lineOn([x, y, u, v], name) {
        const [from, to] = [this.#middle([x, y]), this.#middle([u, v])];
        // Where the link itself is drawn: the numbers stay free.
        const at = (/** @type {number} */ part) => from.map((start, axis) => start + part * (to[axis] - start));
        const [[x1, y1], [x2, y2]] = [at(LINK_BEGINS), at(1 - LINK_BEGINS)];
        return s("line", { class: name, x1, y1, x2, y2 });
    }

    /** @param {Place} place @returns {[number, number]} */
    #middle(place) {
        const [left, top] = this.tile(place)?.at ?? [0, 0];
        return [left + this.tileSize[0] / 2, top + this.tileSize[1] / 2];
    }

    /**
     * Returns whether a point of the drawing is near the middle of a tile.
     * @param {[number, number]} point
     * @param {number} near in widths of a tile
     */
    isMiddle([x, y], near) {
        const farness = (/** @type {Drawn} */ { place }) => {
            const [u, v] = this.#middle(place);
            return Math.hypot(x - u, y - v);
        };
        return [...this.tiles.values()].some((drawn) => farness(drawn) < near * this.tileSize[0]);
    }

    /**
     * Shows pencil marks in tiles: small texts, each in its own part of the tile.
     * @param {{place: Place, texts: string[], all: string[]}[]} notes `all` are the texts that may stand there
     */
    note(notes) {
        const [width, height] = this.tileSize;
        const drawn = notes.flatMap(({ place, texts, all }) => {
            const [left, top] = this.tile(place)?.at ?? [0, 0];
            const parts = all.length > 0 ? all : texts;
            const columns = Math.max(Math.ceil(Math.sqrt(parts.length)), 2);
            const longest = Math.max(...parts.map((text) => text.length));
            const size = ((PENCILLED * width) / columns) * Math.min(1, 1.6 / longest);
            return texts.map((text) => {
                const part = parts.indexOf(text);
                const x = left + width * (INSET + ((1 - 2 * INSET) * (0.5 + (part % columns))) / columns);
                const down = (0.5 + Math.floor(part / columns)) / columns;
                const y = top + height * (INSET + (1 - 2 * INSET) * down) + 0.35 * size;
                return s("text", { x, y, "font-size": size, "text-anchor": "middle" }, text);
            });
        });
        this.pencil.replaceChildren(...drawn);
    }

    /**
     * Shows a text in a tile that is not part of the picture yet.
     * @param {Place} place
     * @param {string} text
     */
    scribble(place, text) {
        const drawn = this.tile(place);
        if (!drawn) return;
        drawn.svg = "";
        drawn.group.querySelector(".label")?.remove();
        const [width, height] = this.tileSize;
        const size = TYPED * width * Math.min(1, 2.5 / Math.max(text.length, 1));
        const at = { x: width / 2, y: height / 2 + 0.35 * size, "text-anchor": "middle" };
        drawn.group.append(
            s("text", { class: "label", ...at, "font-size": size, fill: "var(--tile-ink)" }, text),
        );
    }

    /**
     * @param {Picture} picture
     * @param {string} outline
     */
    #layOut(picture, outline) {
        this.outline = outline;
        this.tileSize = picture.tile_size;
        [, , this.width, this.height] = picture.box;
        setAttribute(this.svg, "viewBox", picture.box.join(" "));
        ["x", "y", "width", "height"].forEach((name, index) =>
            setAttribute(this.ground, name, picture.box[index]),
        );
        // On the page, tiles of small boards are not enlarged without limit.
        if (!this.isKept) this.svg.style.maxWidth = `${this.width * LARGEST}px`;
        this.all = [];
        this.tiles.clear();
        const starts = picture.shape === "hex" ? rowStarts(picture) : null;
        // Lower layers come first, and each row of a layer is a group.
        /** @type {Map<string, SVGGElement>} */
        const rows = new Map();
        for (const [x, y, layer, left, top] of picture.tiles) {
            const row = rows.get(`${layer},${y}`) ?? s("g");
            rows.set(`${layer},${y}`, row);
            const group = s("g", { class: "tile", transform: `translate(${left} ${top})` });
            group.dataset.x = String(x);
            group.dataset.y = String(y);
            row.append(group);
            const before = this.tiles.get(`${x},${y}`);
            const below = before ? [before, ...before.below] : [];
            const column = starts ? (x - (starts.get(y) ?? x)) / 2 + 1 : undefined;
            /** @type {Drawn} */
            const drawn = { group, place: [x, y], column, at: [left, top], layer, svg: "", words: "", below };
            this.all.push(drawn);
            this.tiles.set(`${x},${y}`, drawn);
        }
        this.rows.replaceChildren(...rows.values());
    }
}

/**
 * A picture without interaction.
 * @param {Picture} picture
 * @param {string} label
 */
export function still(picture, label) {
    const drawing = new Drawing();
    drawing.show(picture);
    drawing.svg.setAttribute("role", "img");
    drawing.svg.setAttribute("aria-label", label);
    return drawing.svg;
}

/**
 * The position of the first tile of each row.
 * @param {Picture} picture
 */
function rowStarts({ tiles }) {
    /** @type {Map<number, number>} */
    const starts = new Map();
    for (const [x, y] of tiles) starts.set(y, Math.min(starts.get(y) ?? x, x));
    return starts;
}

/**
 * Names a tile as sentences do.
 * @param {Drawn} drawn
 */
const placeWords = ({ place: [x, y], column = x + 1 }) => `row ${y + 1}, column ${column}`;

/**
 * Describes a tile and those below it, for screen readers.
 * @param {Drawn} drawn
 * @param {string} [said] what playing there would do, which may name the tile again
 */
export function tileWords(drawn, said = "") {
    const under = drawn.below.map((other) => other.words).filter((other) => other !== "empty");
    const place = placeWords(drawn);
    const what = [drawn.words, ...under].join(", on ");
    const more = said.replace(new RegExp(`^${place}:? `), "");
    return `${place}: ${what}${more && more !== what ? `; ${more}` : ""}`;
}
