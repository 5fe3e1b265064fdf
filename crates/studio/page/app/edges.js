// The edges of a board that can be written on: their areas under the pointer, and the lines that a
// drag draws. On the doubled grid, cells are at odd places, corners at even ones, and an edge lies
// between two cells and between two corners.

import { s, setAttribute } from "./dom.js";

/** @typedef {[number, number]} Point */

/** Largest distance from a corner or a middle that a drag goes through, on the doubled grid. */
const NEAR = 0.75;

/** @type {Record<Side, Point>} */
const TOWARDS = { top: [0, -1], right: [1, 0], bottom: [0, 1], left: [-1, 0] };

/**
 * Returns where a cell or an edge is on the doubled grid.
 * @param {Place} place
 * @returns {Point}
 */
export function doubled(place) {
    const [x, y] = place;
    const [right, down] = place.length === 3 ? TOWARDS[place[2]] : [0, 0];
    return [2 * x + 1 + right, 2 * y + 1 + down];
}

export class EdgeLayer {
    /** @type {Map<string, {group: SVGGElement, place: Place}>} edges by their place on the doubled grid */
    #edges = new Map();
    #outline = "";
    /** @type {Point} */
    #origin = [0, 0];
    /** @type {Point} */
    #size = [1, 1];
    /** Whether lines go through the middles of cells. */
    #isThrough = false;

    constructor() {
        this.element = s("g", { class: "edges" });
    }

    get isEmpty() {
        return this.#edges.size === 0;
    }

    /**
     * Lays the edges out, if they have changed.
     * @param {Picture} picture
     * @param {Place[]} places
     */
    show(picture, places) {
        const outline = [...picture.box, ...places].join(" ");
        if (outline === this.#outline) return;
        this.#outline = outline;
        const [x, y, , left, top] = picture.tiles[0] ?? [0, 0, 0, 0, 0];
        const [width, height] = picture.tile_size;
        this.#size = [width, height];
        this.#origin = [left - x * width, top - y * height];
        // Lines on the sides of cells also run around the board; lines through cells never leave it.
        const ends = [0, 2 * picture.columns];
        this.#isThrough = !places.some((place) => ends.includes(doubled(place)[0]));
        this.#edges = new Map(places.map((place) => [doubled(place).join(), { group: this.#draw(place), place }]));
        setAttribute(this.element, "role", !this.isEmpty && "row");
        this.element.replaceChildren(...[...this.#edges.values()].map(({ group }) => group));
    }

    /**
     * The area of an edge reaches to the middles of its cells, so that every point of a cell belongs
     * to the nearest edge.
     * @param {Place} place
     */
    #draw(place) {
        const [u, v] = doubled(place);
        const corners = /** @type {Point[]} */ ([
            [u - 1, v],
            [u, v - 1],
            [u + 1, v],
            [u, v + 1],
        ]);
        const isUpright = u % 2 === 0;
        const [one, other] = isUpright === this.#isThrough ? [corners[0], corners[2]] : [corners[1], corners[3]];
        const [[x1, y1], [x2, y2]] = [this.#drawn(one), this.#drawn(other)];
        const group = s(
            "g",
            { class: "edge-area", role: "gridcell", tabindex: -1, "data-testid": `edge-${place.join("-")}` },
            s("polygon", { points: corners.map((corner) => this.#drawn(corner).join()).join(" ") }),
            s("line", { x1, y1, x2, y2 }),
        );
        [group.dataset.x, group.dataset.y, group.dataset.side] = place.map(String);
        return group;
    }

    /** @param {Point} at @returns {Point} */
    #drawn([u, v]) {
        return [this.#origin[0] + (u / 2) * this.#size[0], this.#origin[1] + (v / 2) * this.#size[1]];
    }

    /** @param {Place} place */
    group(place) {
        return this.#edges.get(doubled(place).join())?.group;
    }

    /** @param {Place} place @param {string} label */
    name(place, label) {
        const group = this.group(place);
        if (group && group.getAttribute("aria-label") !== label) setAttribute(group, "aria-label", label);
    }

    /**
     * Returns the edge reached by so many steps on the doubled grid.
     * @param {Place} from
     * @param {Point} steps
     * @returns {Place | null}
     */
    beside(from, [right, down]) {
        const [u, v] = doubled(from);
        return this.#edges.get([u + right, v + down].join())?.place ?? null;
    }

    /**
     * Returns the point that a line can go through near a point of the drawing.
     * @param {Point} at
     * @returns {Point | null}
     */
    node([x, y]) {
        const parity = Number(this.#isThrough);
        const u = (2 * (x - this.#origin[0])) / this.#size[0];
        const v = (2 * (y - this.#origin[1])) / this.#size[1];
        const near = /** @type {Point} */ ([u, v].map((at) => 2 * Math.round((at - parity) / 2) + parity));
        return Math.hypot(near[0] - u, near[1] - v) < NEAR ? near : null;
    }

    /**
     * Returns the edge of a line between two neighbouring points.
     * @param {Point} from
     * @param {Point} to
     * @returns {Place | null}
     */
    between(from, to) {
        if (Math.abs(from[0] - to[0]) + Math.abs(from[1] - to[1]) !== 2) return null;
        return this.#edges.get([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2].join())?.place ?? null;
    }
}
