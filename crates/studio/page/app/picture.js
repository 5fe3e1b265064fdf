// A picture as SVG: squares or hexagons, kinds with their shapes, numbers, links as thick lines, borders.
//
// A drawing is kept and changed tile by tile: what shows a game or a film touches only what differs, and the tile that
// has the focus keeps it.

import { s, setAttribute } from "./dom.js";
import { KINDS, LIVE } from "./looks.js";

const SIZE = 32;
const GAP = 1;
/** Hexagons stand on a corner: as wide as squares, a row three quarters of their height below the last. */
const HEX_HEIGHT = (SIZE * 2) / Math.sqrt(3);
const HEX_ROW = HEX_HEIGHT * 0.75;
const MARGIN = 2;
/** How much larger than its measures a picture is shown at most. */
const LARGEST = 2;

/** @param {Place} place */
export const keyOf = ([x, y]) => `${x},${y}`;

/**
 * @typedef {{group: SVGGElement, place: Place, tint: Tint, label: string, look: string}} Drawn
 */

export class Drawing {
    /** @param {import("./looks.js").Inks} [inks] */
    constructor(inks = LIVE) {
        this.inks = inks;
        this.ground = s("rect", { fill: inks.page });
        const through = { "pointer-events": "none", "stroke-linecap": "round" };
        this.links = s("g", { ...through, "stroke-width": 7, stroke: inks.link });
        this.rows = s("g");
        this.borders = s("path", { ...through, fill: "none", stroke: inks.border, "stroke-width": 3 });
        this.svg = s("svg", { class: "picture" }, this.ground, this.rows, this.links, this.borders);
        /** @type {Map<string, Drawn>} */
        this.tiles = new Map();
        /** @type {Map<string, Set<string>>} which tiles are marked, by the mark */
        this.marked = new Map();
        this.outline = "";
        this.width = 0;
        this.height = 0;
    }

    /** @param {Picture} picture */
    show(picture) {
        const outline = [
            picture.shape,
            picture.columns,
            picture.rows,
            ...picture.tiles.map(([x, y]) => `${x},${y}`),
        ];
        if (outline.join(" ") !== this.outline) this.#layOut(picture, outline.join(" "));
        const isMany = picture.tiles.some(([, , tint]) => typeof tint === "number" && tint >= KINDS.length);
        // Where even blank tiles carry a letter, letters are only another way to write the tint.
        const isLettered = picture.tiles.some(([, , tint, label]) => tint === "blank" && label !== "");
        for (const [x, y, tint, label] of picture.tiles) {
            const drawn = this.tiles.get(`${x},${y}`);
            const look = `${tint} ${label} ${isMany} ${isLettered}`;
            if (!drawn || drawn.look === look) continue;
            const isWritten =
                typeof tint === "number" ? isMany : tint === "given" || (tint === "plain" && !isLettered);
            Object.assign(drawn, { tint, label, look });
            this.#draw(picture.shape, drawn, isWritten);
        }
        this.links.replaceChildren(
            ...picture.links.map(([x1, y1, x2, y2]) => this.#bridge([x1, y1], [x2, y2])),
        );
        setAttribute(this.borders, "d", picture.borders.map((border) => borderPath(border)).join(""));
    }

    /**
     * The tile at a place.
     * @param {Place} place
     */
    tile(place) {
        return this.tiles.get(keyOf(place));
    }

    /**
     * Marks tiles with a class, and no others.
     * @param {string} name
     * @param {Place[]} places
     */
    mark(name, places) {
        const keys = new Set(places.map(keyOf));
        for (const key of this.marked.get(name) ?? [])
            if (!keys.has(key)) this.tiles.get(key)?.group.classList.remove(name);
        for (const key of keys) this.tiles.get(key)?.group.classList.add(name);
        this.marked.set(name, keys);
    }

    /**
     * Writes into a tile something that is not part of the picture yet.
     * @param {Place} place
     * @param {string} text
     */
    scribble(place, text) {
        const drawn = this.tile(place);
        if (!drawn) return;
        drawn.look = "";
        drawn.group.querySelector("text")?.remove();
        drawn.group.append(writing(text, this.inks.ink));
    }

    /**
     * @param {Picture} picture
     * @param {string} outline
     */
    #layOut(picture, outline) {
        this.outline = outline;
        this.shape = picture.shape;
        const isHex = picture.shape === "hex";
        this.width = picture.columns * (isHex ? SIZE / 2 : SIZE) + 2 * MARGIN;
        this.height = (isHex ? (picture.rows - 1) * HEX_ROW + HEX_HEIGHT : picture.rows * SIZE) + 2 * MARGIN;
        const box = [-MARGIN, -MARGIN, this.width, this.height];
        setAttribute(this.svg, "viewBox", box.map((side) => Number(side.toFixed(2))).join(" "));
        ["x", "y", "width", "height"].forEach((name, index) => setAttribute(this.ground, name, box[index]));
        // On the page tiles of small boards do not grow without end.
        if (this.inks === LIVE) this.svg.style.maxWidth = `${this.width * LARGEST}px`;
        this.tiles.clear();
        /** @type {Map<number, SVGGElement>} */
        const rows = new Map();
        const inOrder = picture.tiles.toSorted((one, other) => one[1] - other[1] || one[0] - other[0]);
        for (const [x, y] of inOrder) {
            const row = rows.get(y) ?? s("g");
            rows.set(y, row);
            const [left, top] = this.#corner([x, y]);
            const group = s("g", { class: "tile", transform: `translate(${left} ${top})` });
            group.dataset.x = String(x);
            group.dataset.y = String(y);
            row.append(group);
            this.tiles.set(`${x},${y}`, { group, place: [x, y], tint: "blank", label: "", look: "none yet" });
        }
        this.rows.replaceChildren(...rows.values());
    }

    /** @param {Place} place @returns {Place} */
    #corner([x, y]) {
        if (this.shape !== "hex") return [x * SIZE, y * SIZE];
        return [(x * SIZE) / 2, Number((y * HEX_ROW + (HEX_HEIGHT - SIZE) / 2).toFixed(2))];
    }

    /**
     * A link: a thick line across the border of two tiles that leaves what is written on them free.
     * @param {Place} from
     * @param {Place} to
     */
    #bridge(from, to) {
        const [[left, top], [right, bottom]] = [this.#corner(from), this.#corner(to)];
        const between = (/** @type {number} */ share) => ({
            x: left + SIZE / 2 + (right - left) * share,
            y: top + SIZE / 2 + (bottom - top) * share,
        });
        const [start, end] = [between(0.43), between(0.57)];
        return s("line", { x1: start.x, y1: start.y, x2: end.x, y2: end.y });
    }

    /**
     * @param {"square" | "hex"} shape
     * @param {Drawn} drawn
     * @param {boolean} isWritten whether the label stands on the tile
     */
    #draw(shape, { group, tint, label }, isWritten) {
        const { inks } = this;
        const kind = typeof tint === "number" ? KINDS[tint % KINDS.length] : null;
        const fill = kind?.ground ?? inks[/** @type {"blank"} */ (tint)];
        const outline = { class: "ground", fill, stroke: tint === "open" ? inks.line : "none" };
        const size = SIZE - 2 * GAP;
        const ground =
            shape === "hex"
                ? s("path", { ...outline, d: hexPath() })
                : s("rect", { ...outline, x: GAP, y: GAP, width: size, height: size, rx: 4 });
        const ink = kind?.ink ?? (tint === "given" ? inks.inkOnGiven : inks.ink);
        const mark = isWritten
            ? writing(label, ink, tint === "given")
            : kind && s("path", { d: kind.path, fill: ink, opacity: 0.75 });
        group.replaceChildren(ground, ...(mark ? [mark] : []));
    }
}

/**
 * @param {string} label
 * @param {string} fill
 * @param {boolean} [isBold]
 */
function writing(label, fill, isBold = false) {
    const size = [17, 17, 16, 12.5][Math.min(label.length, 3)];
    const place = { x: SIZE / 2, y: SIZE / 2, dy: ".35em", "text-anchor": "middle" };
    const font = {
        "font-size": size,
        "font-weight": isBold ? 700 : 600,
        "font-family": "system-ui, sans-serif",
    };
    return s("text", { ...place, ...font, fill }, label);
}

function hexPath() {
    const [middle, half, high] = [SIZE / 2, SIZE / 2 - GAP, HEX_HEIGHT / 2 - GAP];
    const corners = [
        [0, -high],
        [half, -high / 2],
        [half, high / 2],
        [0, high],
        [-half, high / 2],
        [-half, -high / 2],
    ];
    return `M${corners.map(([x, y]) => `${(middle + x).toFixed(1)} ${(middle + y).toFixed(1)}`).join("L")}z`;
}

/** @param {[number, number, "bottom" | "right"]} border */
function borderPath([x, y, side]) {
    const [right, bottom] = [(x + 1) * SIZE, (y + 1) * SIZE];
    return side === "bottom" ? `M${x * SIZE} ${bottom}h${SIZE}` : `M${right} ${y * SIZE}v${SIZE}`;
}

/**
 * A picture that only is looked at.
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

/** Of how small a part of a board alone a picture is made. */
const SMALL_PART = 0.25;

/**
 * The part of a picture where something is, if that is a small one, with a cell around it.
 * @param {Picture} picture
 * @returns {Picture}
 */
export function cropped(picture) {
    const { columns, rows, tiles, links, borders } = picture;
    /** @type {Place[]} */
    const used = [
        ...tiles.flatMap(([x, y, tint]) => (tint === "blank" ? [] : [/** @type {Place} */ ([x, y])])),
        ...borders.map(([x, y]) => /** @type {Place} */ ([x, y])),
    ];
    const [xs, ys] = [used.map(([x]) => x), used.map(([, y]) => y)];
    const [left, top] = [Math.max(Math.min(...xs) - 1, 0), Math.max(Math.min(...ys) - 1, 0)];
    const [right, bottom] = [Math.min(Math.max(...xs) + 1, columns - 1), Math.min(Math.max(...ys) + 1, rows - 1)];
    const [width, height] = [right - left + 1, bottom - top + 1];
    if (picture.shape === "hex" || links.length > 0 || !(width * height < SMALL_PART * columns * rows)) return picture;
    const inside = tiles.filter(([x, y]) => x >= left && x <= right && y >= top && y <= bottom);
    return {
        ...picture,
        columns: width,
        rows: height,
        tiles: inside.map(([x, y, tint, label]) => [x - left, y - top, tint, label]),
        borders: borders.map(([x, y, side]) => [x - left, y - top, side]),
    };
}

/**
 * A tile in words, for those who do not see it.
 * @param {Drawn} drawn
 */
export function tileWords({ place: [x, y], tint, label }) {
    const where = `row ${y + 1}, column ${x + 1}`;
    if (tint === "blank") return `${where}: empty`;
    if (tint === "open") return `${where}: to be filled in`;
    if (typeof tint === "number") return `${where}: ${KINDS[tint % KINDS.length].name} ${label}`;
    return `${where}: ${label}${tint === "given" ? ", given" : ""}`;
}
