// A picture to play on: it tracks the focus and the pointer, and reports what was chosen. It
// contains no rules; the effect of touching a tile comes from the server with each position.

import { setAttribute } from "./dom.js";
import { doubled } from "./edges.js";
import { listenToGestures } from "./gestures.js";
import { Drawing, keyOf, tileWords } from "./picture.js";

/** @typedef {import("./edges.js").Point} Point */

/** Largest distance from the middle of a tile that a link goes through, in widths of a tile. */
const NEAR = 0.36;

export const ARROWS = /** @type {Record<string, [number, number]>} */ ({
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
});

/**
 * @typedef {object} Listeners
 * @property {(place: Place | null) => void} onpoint the pointer or the focus moved to a place, or left the board
 * @property {(place: Place, isTap: boolean) => void} onchoose a place was clicked, tapped, or chosen with Enter
 * @property {(place: Place) => boolean} onback a place was clicked with the right button, pressed long, or chosen with Shift and Enter; returns whether that means something
 * @property {(place: Place, isFirst: boolean) => boolean} ondraw a drag has come to a place; returns whether something is drawn
 * @property {() => void} ondrop a drag has ended
 * @property {(key: string) => boolean} onarrow an arrow key was pressed without Shift; returns whether it was used
 * @property {(event: KeyboardEvent, place: Place) => boolean} onkey another key was pressed; returns whether it was used
 */

export class Board {
    /**
     * @param {string} label
     * @param {Listeners} listeners
     */
    constructor(label, listeners) {
        this.listeners = listeners;
        this.drawing = new Drawing();
        this.element = this.drawing.svg;
        this.element.classList.add("board");
        setAttribute(this.element, "role", "grid");
        setAttribute(this.drawing.rows, "role", "presentation");
        setAttribute(this.element, "aria-label", label);
        setAttribute(this.element, "data-testid", "board");
        /** @type {Place | null} */
        this.current = null;
        /** The place under the mouse, by its key. */
        this.pointed = "";
        /** @type {{at: Place | Point, isDrawn: boolean} | null} where the last drag came from */
        this.drag = null;
        /** @type {((from: Place, to: Place) => Place | null) | null} the link between two tiles, where drags draw links */
        this.linkBetween = null;
        this.element.addEventListener("pointermove", (event) => this.#pointed(event));
        this.element.addEventListener("pointerleave", () => {
            this.pointed = "";
            listeners.onpoint(this.#focused());
        });
        listenToGestures(/** @type {any} */ (this.element), {
            onclick: (event) => this.#clicked(event),
            onback: (event) => this.#clickedBack(event),
            ondrag: (x, y, isFirst) => this.#dragged(x, y, isFirst),
            ondrop: () => listeners.ondrop(),
        });
        this.element.addEventListener("keydown", (event) => this.#pressed(event));
        this.element.addEventListener("focusin", (event) => {
            const place = placeOf(event.target);
            if (place) this.#moveTo(place, false);
            listeners.onpoint(place);
        });
        this.element.addEventListener("focusout", () => listeners.onpoint(null));
    }

    /**
     * @param {Picture} picture
     * @param {(place: Place) => string} words the effect of touching a tile, or what an edge is
     * @param {Place[]} edges the edges that can be written on
     */
    show(picture, words, edges = []) {
        const hadFocus = this.#focused();
        this.drawing.show(picture);
        this.drawing.edges.show(picture, edges);
        for (const edge of edges) this.drawing.edges.name(edge, words(edge));
        for (const row of this.drawing.rows.children) setAttribute(row, "role", "row");
        for (const drawn of this.drawing.tiles.values()) {
            const { group, place } = drawn;
            const said = words(place);
            const label = tileWords(drawn, said);
            if (group.getAttribute("aria-label") !== label) setAttribute(group, "aria-label", label);
            if (group.hasAttribute("role")) continue;
            for (const hidden of drawn.below) setAttribute(hidden.group, "aria-hidden", true);
            setAttribute(group, "role", "gridcell");
            setAttribute(group, "data-testid", `cell-${place[0]}-${place[1]}`);
            setAttribute(group, "tabindex", -1);
        }
        // The focused tile may be gone; the focus stays on the board, as near as possible.
        const next = this.#nearest(this.current ?? [0, 0]);
        if (next) this.#moveTo(next, false);
        if (hadFocus && !this.#focused()) this.focus();
    }

    /**
     * Says where the keyboard begins.
     * @param {Place} place
     */
    startAt(place) {
        this.#moveTo(place, false);
    }

    focus() {
        if (this.current) this.drawing.group(this.current)?.focus({ preventScroll: true });
    }

    /**
     * Moves the focus to a tile or an edge.
     * @param {Place} place
     */
    goTo(place) {
        const [x, y] = place;
        // A link is reached at its first tile.
        const target = place.length === 4 ? /** @type {Place} */ ([x, y]) : place;
        if (this.drawing.group(target)) this.#moveTo(target, true);
    }

    #focused() {
        return this.element.contains(document.activeElement) ? placeOf(document.activeElement) : null;
    }

    /**
     * Only one place can be reached with the Tab key; the arrow keys move on from there.
     * @param {Place} place
     * @param {boolean} withFocus
     */
    #moveTo(place, withFocus) {
        const before = this.current && this.drawing.group(this.current);
        if (before) setAttribute(before, "tabindex", -1);
        const after = this.drawing.group(place);
        if (!after) return;
        this.current = place;
        this.drawing.mark("current", [place]);
        setAttribute(after, "tabindex", 0);
        if (withFocus) after.focus();
    }

    /** @param {Place} place */
    #nearest(place) {
        if (this.drawing.group(place)) return place;
        const [x, y] = place;
        const farness = (/** @type {Place} */ [column, row]) => Math.abs(row - y) * 2 + Math.abs(column - x);
        const places = [...this.drawing.tiles.values()].map((drawn) => drawn.place);
        return places.reduce(
            (/** @type {Place | null} */ best, other) =>
                best && farness(best) <= farness(other) ? best : other,
            null,
        );
    }

    /** @param {PointerEvent} event */
    #pointed(event) {
        const place = placeOf(event.target);
        if (event.pointerType !== "mouse" || !place || keyOf(place) === this.pointed) return;
        this.pointed = keyOf(place);
        this.listeners.onpoint(place);
    }

    /** @param {MouseEvent} event */
    #clicked(event) {
        const place = placeOf(event.target);
        if (!place) return;
        this.#moveTo(place, true);
        this.listeners.onchoose(place, event instanceof PointerEvent && event.pointerType === "touch");
    }

    /** @param {MouseEvent} event */
    #clickedBack(event) {
        const place = placeOf(event.target);
        if (place) this.#moveTo(place, true);
        return place !== null && this.listeners.onback(place);
    }

    /**
     * A drag goes from tile to tile or, where lines are drawn, from point to point. Links go through
     * the middles of tiles, so that a slanted one touches no tile beside it.
     * @param {number} x
     * @param {number} y
     * @param {boolean} isFirst
     */
    #dragged(x, y, isFirst) {
        const { edges } = this.drawing;
        const isNear = isFirst || !this.linkBetween || this.drawing.isMiddle(this.#drawn(x, y), NEAR);
        const tile = () => (isNear ? placeOf(document.elementFromPoint(x, y)) : null);
        const at = edges.isEmpty ? tile() : edges.node(this.#drawn(x, y));
        const before = isFirst ? null : this.drag;
        if (!at) {
            if (isFirst) this.drag = null;
            return before?.isDrawn ?? false;
        }
        const isDrawn = before?.isDrawn ?? false;
        this.drag = { at, isDrawn };
        if (!before || String(before.at) === String(at)) return isDrawn;
        const from = /** @type {Point} */ (before.at);
        const line = this.linkBetween
            ? this.linkBetween(from, /** @type {Place} */ (at))
            : edges.between(from, /** @type {Point} */ (at));
        const isLine = this.linkBetween !== null || !edges.isEmpty;
        const places = isLine ? [line].filter((place) => place !== null) : [...(isDrawn ? [] : [from]), at];
        for (const place of places) this.drag.isDrawn = this.listeners.ondraw(place, !this.drag.isDrawn);
        return this.drag.isDrawn;
    }

    /**
     * Converts a point of the window to one of the drawing.
     * @param {number} x
     * @param {number} y
     * @returns {Point}
     */
    #drawn(x, y) {
        const point = new DOMPoint(x, y).matrixTransform(this.element.getScreenCTM()?.inverse());
        return [point.x, point.y];
    }

    /** @param {KeyboardEvent} event */
    #pressed(event) {
        if (!this.current || event.ctrlKey || event.metaKey || event.altKey) return;
        const arrow = ARROWS[event.key];
        if (arrow && !event.shiftKey && this.listeners.onarrow(event.key)) {
            // It was used.
        } else if (arrow) {
            const next = this.#onward(this.current, arrow, event.shiftKey);
            if (next) this.#moveTo(next, true);
        } else if (event.key === "Enter") {
            if (event.shiftKey) this.listeners.onback(this.current);
            else this.listeners.onchoose(this.current, false);
        } else if (!this.listeners.onkey(event, this.current)) {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    }

    /**
     * Returns where an arrow key leads. With Shift, it goes to the edges: from a tile to its side,
     * from an edge to the next one like it. Without, it goes to the tiles, or along a line of edges.
     * @param {Place} place
     * @param {[number, number]} arrow
     * @param {boolean} isShifted
     */
    #onward(place, arrow, isShifted) {
        const { edges } = this.drawing;
        const [right, down] = arrow;
        const isEdge = place.length === 3;
        if (isShifted && !isEdge && !edges.isEmpty) return edges.beside(place, arrow);
        const [u, v] = doubled(place);
        /** @type {Place} */
        const tile = [(u + right - 1) / 2, (v + down - 1) / 2];
        if (isEdge && !isShifted && this.drawing.tile(tile)) return tile;
        if (isEdge) return edges.beside(place, [2 * right, 2 * down]);
        return beside(this.drawing.tiles.values(), place, arrow);
    }
}

/**
 * Returns the nearest tile in a direction, in the next row that has one. Of two equally near
 * hexagons, the right and the left one alternate, so that a way down is straight.
 * @param {Iterable<{place: Place}>} tiles
 * @param {Place} place
 * @param {[number, number]} arrow
 */
export function beside(tiles, [x, y], [right, down]) {
    /** @param {Place} other */
    const isOnward = ([column, row]) =>
        down === 0 ? row === y && (column - x) * right > 0 : (row - y) * down > 0;
    /** @param {Place} other */
    const farness = ([column, row]) => {
        const isOtherSide = y % 2 === 0 ? column < x : column > x;
        return Math.abs(row - y) * 1e6 + Math.abs(column - x) * 2 + Number(isOtherSide);
    };
    /** @type {Place | null} */
    let best = null;
    for (const { place: other } of tiles)
        if (isOnward(other) && (best === null || farness(other) < farness(best))) best = other;
    return best;
}

/**
 * @param {EventTarget | null} target
 * @returns {Place | null}
 */
function placeOf(target) {
    const group = target instanceof Element ? target.closest("g.tile, g.edge-area") : null;
    if (!(group instanceof SVGElement)) return null;
    const { x, y, side } = group.dataset;
    return side ? [Number(x), Number(y), /** @type {Side} */ (side)] : [Number(x), Number(y)];
}

/**
 * A map from places.
 * @template T
 * @param {[Place, T][]} entries
 */
export function byPlace(entries) {
    const table = new Map(entries.map(([place, value]) => [keyOf(place), value]));
    return (/** @type {Place} */ place) => table.get(keyOf(place));
}
