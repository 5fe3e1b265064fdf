// A picture to play on: it tracks the focus and the pointer, and reports what was chosen. It
// contains no rules; the effect of touching a tile comes from the server with each position.

import { setAttribute } from "./dom.js";
import { Drawing, keyOf, tileWords } from "./picture.js";

const ARROWS = /** @type {Record<string, [number, number]>} */ ({
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
});

/**
 * @typedef {object} Listeners
 * @property {(place: Place | null) => void} onpoint the pointer or the focus moved to a tile, or left the board
 * @property {(place: Place, isTap: boolean) => void} onchoose a tile was clicked, tapped, or chosen with Enter
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
        /** The tile under the mouse, by its key. */
        this.pointed = "";
        this.element.addEventListener("pointermove", (event) => this.#pointed(event));
        this.element.addEventListener("pointerleave", () => {
            this.pointed = "";
            listeners.onpoint(this.#focused());
        });
        this.element.addEventListener("click", (event) => this.#clicked(event));
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
     * @param {(place: Place) => string} words the effect of touching a tile
     */
    show(picture, words) {
        const hadFocus = this.#focused();
        this.drawing.show(picture);
        for (const row of this.drawing.rows.children) setAttribute(row, "role", "row");
        for (const drawn of this.drawing.tiles.values()) {
            const { group, place } = drawn;
            const said = words(place);
            const label = tileWords(drawn) + (said && `; ${said}`);
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

    focus() {
        if (this.current) this.drawing.tile(this.current)?.group.focus({ preventScroll: true });
    }

    /**
     * Moves the focus to a tile.
     * @param {Place} place
     */
    goTo(place) {
        if (this.drawing.tile(place)) this.#moveTo(place, true);
    }

    #focused() {
        return this.element.contains(document.activeElement) ? placeOf(document.activeElement) : null;
    }

    /**
     * Only one tile can be reached with the Tab key; the arrow keys move on from there.
     * @param {Place} place
     * @param {boolean} withFocus
     */
    #moveTo(place, withFocus) {
        const before = this.current && this.drawing.tile(this.current);
        if (before) setAttribute(before.group, "tabindex", -1);
        const after = this.drawing.tile(place)?.group;
        if (!after) return;
        this.current = place;
        setAttribute(after, "tabindex", 0);
        if (withFocus) after.focus();
    }

    /** @param {Place} place */
    #nearest(place) {
        if (this.drawing.tile(place)) return place;
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

    /** @param {KeyboardEvent} event */
    #pressed(event) {
        if (!this.current || event.ctrlKey || event.metaKey || event.altKey) return;
        const arrow = ARROWS[event.key];
        if (arrow) {
            const next = this.#beside(this.current, arrow);
            if (next) this.#moveTo(next, true);
        } else if (event.key === "Enter") {
            this.listeners.onchoose(this.current, false);
        } else if (!this.listeners.onkey(event, this.current)) {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    }

    /**
     * Returns the nearest tile in a direction, in the next row that has one. Of two equally near
     * hexagons, the right and the left one alternate, so that a way down is straight.
     * @param {Place} place
     * @param {[number, number]} arrow
     */
    #beside([x, y], [right, down]) {
        /** @param {Place} other */
        const isOnward = ([column, row]) =>
            down === 0 ? row === y && (column - x) * right > 0 : (row - y) * down > 0;
        /** @param {Place} other */
        const farness = ([column, row]) => {
            const isOtherSide = y % 2 === 0 ? column < x : column > x;
            return Math.abs(row - y) * 1e6 + Math.abs(column - x) * 2 + Number(isOtherSide);
        };
        const onward = [...this.drawing.tiles.values()].map((drawn) => drawn.place).filter(isOnward);
        return onward.length === 0
            ? null
            : onward.reduce((one, other) => (farness(other) < farness(one) ? other : one));
    }
}

/**
 * @param {EventTarget | null} target
 * @returns {Place | null}
 */
function placeOf(target) {
    const group = target instanceof Element ? target.closest("g.tile") : null;
    return group instanceof SVGElement ? [Number(group.dataset.x), Number(group.dataset.y)] : null;
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
