// How a method works, as a picture: the shape it shows of itself, and the board it works on. Each kind of
// shape has its own view, which is loaded when it is first needed.

import * as api from "./api.js";
import { fill, h } from "./dom.js";
import { Drawing } from "./picture.js";
import { objection } from "./router.js";

/** @type {Promise<unknown> | null} */
let styled = null;

/** Loads the styles of the views once. */
function withStyles() {
    styled ??= new Promise((resolve) => {
        const link = h("link", { rel: "stylesheet", href: "/app/inside.css", onload: resolve, onerror: resolve });
        document.head.append(link);
    });
    return styled;
}

export class MethodView {
    #kind = "";
    /** @type {any} */
    #view = null;
    /** @type {{shape: any, board: any} | null} */
    #shown = null;

    /**
     * @param {string} text the instance
     * @param {AbortSignal} leaving
     */
    constructor(text, leaving) {
        this.text = text;
        this.leaving = leaving;
        withStyles();
        this.drawing = new Drawing();
        this.drawing.svg.setAttribute("role", "img");
        this.words = h("figcaption", { class: "fine" });
        this.board = h("figure", { class: "now film", hidden: true, "data-testid": "now" }, this.drawing.svg, this.words);
        this.place = h("div", { class: "shape-place" });
        this.element = h("div", { class: "method", hidden: true, "data-testid": "method" }, this.place);
    }

    /**
     * @param {{shape: any, board: any}} shown
     * @param {any[]} earlier what was shown before, the oldest first
     */
    async show(shown, earlier) {
        this.#shown = shown;
        const { shape, board } = shown;
        this.element.hidden = !shape;
        this.board.hidden = !board;
        if (board) {
            const { moves, score, picture } = board;
            this.#showBoard(picture, `What it works on: ${moves.length} move${moves.length === 1 ? "" : "s"} · score ${score}`);
        }
        if (!shape) return;
        if (shape.kind !== this.#kind) {
            this.#kind = shape.kind;
            await withStyles();
            this.#view = await this.#makeView(shape.kind);
            if (this.leaving.aborted) return;
            fill(this.place, this.#view.element);
        }
        // While the view was loaded, something newer may have come.
        if (this.#view && this.#shown.shape?.kind === this.#kind)
            this.#view.show(this.#shown.shape, earlier.map((each) => each.shape).filter((each) => each?.kind === this.#kind));
    }

    /** @param {string} kind */
    async #makeView(kind) {
        if (kind === "tree") {
            const { TreeView } = await import("./treeview.js");
            return new TreeView((moves, words) => this.#showPosition(moves, words));
        }
        const { LayersView, PopulationView, LadderView, HeatView, ReasonsView } = await import("./shapes.js");
        if (kind === "layers") return new LayersView();
        if (kind === "population") return new PopulationView();
        if (kind === "ladder") return new LadderView();
        if (kind === "heat") return new HeatView(this.text, this.leaving);
        await this.#layEdgesOut();
        return new ReasonsView((because, decides) => {
            this.drawing.mark("hinted", because);
            this.drawing.mark("lit", decides);
        });
    }

    /** Steps of reasoning may decide edges, which a picture alone does not tell apart. */
    async #layEdgesOut() {
        const { scene, entries } = await api.position({ text: this.text, moves: [] });
        const places = (entries?.cells ?? []).map(([place]) => place);
        this.drawing.edges.show(scene, places.filter((place) => place.length === 3));
    }

    /** @param {Picture} picture @param {string} words */
    #showBoard(picture, words) {
        this.board.hidden = false;
        this.drawing.show(picture);
        this.drawing.svg.setAttribute("aria-label", words);
        this.words.textContent = words;
    }

    /** @param {string[]} moves @param {string} words */
    async #showPosition(moves, words) {
        try {
            const { scene } = await api.position({ text: this.text, moves });
            if (!this.leaving.aborted) this.#showBoard(scene, `The chosen node: ${words}`);
        } catch (error) {
            if (!this.leaving.aborted) fill(this.words, objection(error));
        }
    }
}
