// A board of very many tiles to play on: drawn on a canvas, with the keys of any other board. A single
// element stands for the chosen tile, so that screen readers hear of it without one for every tile.

import { beside, ARROWS } from "./board.js";
import { button, h, setAttribute } from "./dom.js";
import { listenToGestures } from "./gestures.js";
import { keyOf } from "./picture.js";
import { TileCanvas } from "./tilecanvas.js";

export class CanvasBoard {
    /** @type {(place: Place) => string} */
    #words = () => "";
    #pointed = "";
    /** @type {Place | null} where a drag has come from */
    #drag = null;
    #isDrawn = false;

    /**
     * @param {string} label
     * @param {import("./board.js").Listeners} listeners
     */
    constructor(label, listeners) {
        this.listeners = listeners;
        this.cell = h("div", {
            class: "cell",
            role: "gridcell",
            id: "board-cell",
            "data-testid": "board-cell",
        });
        this.drawing = new TileCanvas(h("div", { class: "anchor", role: "row" }, this.cell));
        this.told = h("p", { class: "unseen", role: "status", "data-testid": "told" });
        const { viewport, zoomIn, zoomOut, zoomToWhole } = this.drawing;
        this.viewport = viewport;
        const attributes = {
            role: "grid",
            tabindex: 0,
            "aria-label": label,
            "aria-activedescendant": "board-cell",
            "data-testid": "board",
        };
        for (const [name, value] of Object.entries(attributes)) setAttribute(viewport, name, value);
        const zoom = (
            /** @type {string} */ sign,
            /** @type {string} */ words,
            /** @type {() => void} */ act,
        ) => button(sign, act, { class: "icon", "aria-label": words, title: words });
        const zooms = [
            zoom("−", "Zoom out", zoomOut),
            zoom("+", "Zoom in", zoomIn),
            button("Whole board", zoomToWhole),
        ];
        this.element = h(
            "div",
            { class: "board big" },
            viewport,
            h("div", { class: "actions" }, zooms),
            this.told,
        );
        /** @type {Place | null} */
        this.current = null;
        /** @type {import("./board.js").Board["linkBetween"]} links are not drawn by dragging here */
        this.linkBetween = null;
        viewport.addEventListener("pointermove", (event) => {
            const place = this.drawing.placeAt(event.clientX, event.clientY);
            if (event.pointerType !== "mouse" || !place || keyOf(place) === this.#pointed) return;
            this.#pointed = keyOf(place);
            listeners.onpoint(place);
        });
        viewport.addEventListener("pointerleave", () => {
            this.#pointed = "";
            listeners.onpoint(this.#hasFocus ? this.current : null);
        });
        viewport.addEventListener("focus", () => listeners.onpoint(this.current));
        viewport.addEventListener("blur", () => listeners.onpoint(null));
        viewport.addEventListener("keydown", (event) => this.#pressed(event));
        listenToGestures(viewport, {
            onclick: (event) => {
                const place = this.#chosen(event);
                const isTap = event instanceof PointerEvent && event.pointerType === "touch";
                if (place) listeners.onchoose(place, isTap);
            },
            onback: (event) => {
                const place = this.#chosen(event);
                return place !== null && listeners.onback(place);
            },
            ondrag: (x, y, isFirst) => this.#dragged(x, y, isFirst),
            ondrop: () => listeners.ondrop(),
        });
    }

    get #hasFocus() {
        return document.activeElement === this.viewport;
    }

    /**
     * @param {Picture} picture
     * @param {(place: Place) => string} words the effect of touching a tile
     */
    show(picture, words) {
        this.#words = words;
        this.drawing.show(picture);
        setAttribute(this.viewport, "aria-rowcount", picture.rows);
        setAttribute(this.viewport, "aria-colcount", picture.columns);
        const [first] = picture.tiles;
        if (!this.current && first) this.#moveTo([first[0], first[1]]);
        else if (this.current) this.tell();
    }

    focus() {
        this.viewport.focus({ preventScroll: true });
    }

    /** @param {Place} place */
    goTo([x, y]) {
        this.#moveTo([x, y]);
        this.focus();
    }

    /** @param {Place} place */
    #moveTo(place) {
        if (!this.drawing.tile(place)) return;
        this.current = place;
        this.drawing.mark("current", [place]);
        this.drawing.reveal(place);
        this.tell();
    }

    /** Says what the chosen tile is. */
    tell() {
        const place = this.current;
        if (!place) return;
        const effect = this.#words(place);
        const told = this.drawing.words(place) + (effect && `; ${effect}`);
        setAttribute(this.cell, "aria-rowindex", Number(place[1]) + 1);
        setAttribute(this.cell, "aria-colindex", Number(place[0]) + 1);
        setAttribute(this.cell, "aria-label", told);
        if (this.#hasFocus && this.told.textContent !== told) this.told.textContent = told;
    }

    /** @param {MouseEvent} event */
    #chosen({ clientX, clientY }) {
        const place = this.drawing.placeAt(clientX, clientY);
        if (place) this.goTo(place);
        return place;
    }

    /**
     * A finger scrolls the board; a mouse draws or carries.
     * @param {number} x
     * @param {number} y
     * @param {boolean} isFirst
     */
    #dragged(x, y, isFirst) {
        if (matchMedia("(pointer: coarse)").matches) return false;
        const place = this.drawing.placeAt(x, y);
        if (isFirst) [this.#drag, this.#isDrawn] = [place, false];
        const from = this.#drag;
        if (isFirst || !place || !from || keyOf(place) === keyOf(from)) return this.#isDrawn;
        for (const at of this.#isDrawn ? [place] : [from, place])
            this.#isDrawn = this.listeners.ondraw(at, !this.#isDrawn);
        this.#drag = place;
        return this.#isDrawn;
    }

    /** @param {KeyboardEvent} event */
    #pressed(event) {
        if (!this.current || event.ctrlKey || event.metaKey || event.altKey) return;
        const arrow = ARROWS[event.key];
        if (arrow) {
            if (!this.listeners.onarrow(event.key)) {
                const next = beside(this.drawing.tiles.values(), this.current, arrow);
                if (next) this.#moveTo(next);
                this.listeners.onpoint(this.current);
            }
        } else if (event.key === "Enter") {
            if (event.shiftKey) this.listeners.onback(this.current);
            else this.listeners.onchoose(this.current, false);
        } else if (!this.listeners.onkey(event, this.current)) {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    }
}
