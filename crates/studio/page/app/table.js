// A game and its board: what is pointed at and chosen becomes moves, and each position is shown. It
// serves every kind of game: step by step, against chance, filling in, or by the clock.

import * as api from "./api.js";
import { Board, byPlace } from "./board.js";
import { CanvasBoard } from "./canvasboard.js";
import { Clock } from "./clock.js";
import { button, fill, h } from "./dom.js";
import { Filling } from "./filling.js";
import { Game } from "./game.js";
import { isPass, timeOf } from "./history.js";
import { openMenu } from "./menu.js";
import { changeOf, copies, isMoving, play } from "./motion.js";
import { Drawing, keyOf, MANY_TILES } from "./picture.js";
import { PieceMoves } from "./pieces.js";
import { objection } from "./router.js";
import { viewOf } from "./views.js";

/**
 * Returns the first place where something can be done, for the keyboard to begin at.
 * @param {Position} position
 * @returns {Place | undefined}
 */
function firstPlace({ at, reaches, choices, pieces }) {
    if (pieces && pieces.drags.length > 0) return pieces.drags[0].from;
    const playable = at.filter(([, , index]) => reaches[index].moves.length > 0);
    const places = [...playable.map(([x, y]) => ({ x, y })), ...choices];
    return places.map(({ x, y }) => /** @type {Place} */ ([x, y]))[0];
}

export class Table {
    /** @type {AbortController | null} the automatic action: a line being played, or hints being followed */
    #running = null;
    /** @type {Place | null} the tile chosen last, which a second tap plays */
    #chosen = null;
    /** @type {Place | null} */
    #pointed = null;
    /** @type {{position: Position, at: number} | null} what is shown, and its node in the history */
    #shown = null;
    /** Whether contradictions of the rules are shown. */
    isChecking = false;
    /** @type {import("./views.js").View | null} the puzzle's own view */
    view = null;

    /**
     * @param {Opened} opened
     * @param {import("./history.js").History} history
     * @param {number} time
     * @param {{onshow: (position: Position) => void, onstop: () => void, onact: () => void}} listeners
     * @param {AbortSignal} leaving
     */
    constructor(opened, history, time, listeners, leaving) {
        this.listeners = listeners;
        this.leaving = leaving;
        this.game = new Game(opened, history, time, () => this.show());
        /** @type {import("./board.js").Listeners} */
        const acts = {
            onpoint: (place) => this.#point(place),
            onchoose: (place, isTap) => this.#choose(place, isTap),
            onback: (place) => this.filling.turn(place, true) || this.game.position?.kind === "fill",
            ondraw: (place, isFirst) =>
                this.filling.draw(place, isFirst) || this.pieces.drag(place, isFirst),
            ondrop: () => this.pieces.drop(),
            onarrow: (key) => this.pieces.arrow(key),
            onkey: (event, place) => this.#key(event, place),
        };
        const label = `The board of ${opened.name ?? opened.puzzle}`;
        /** @type {Board | CanvasBoard} */
        this.board = new Board(label, acts);
        this.makeCanvas = () => new CanvasBoard(label, acts);
        this.filling = new Filling(this);
        this.pieces = new PieceMoves(this);
        this.clock = new Clock((time) => this.attempt(() => this.game.goTo(time)), leaving);
        this.words = h("p", { class: "words", "data-testid": "words" });
        this.said = h("div", { class: "said", "aria-live": "polite", "data-testid": "said" });
        this.orders = h("div", { class: "orders", "data-testid": "orders" });
        this.slips = h("ul", { class: "slips", "data-testid": "slips" });
        this.frame = h("div", { class: "board-frame" }, this.board.element);
        this.below = h("div", {});
        this.element = h("div", { class: "board-side" }, this.frame, this.words, this.below);
        /** @type {Map<string, Reach>} the effects of touching tiles */
        this.reaches = new Map();
        this.choices = byPlace(/** @type {[Place, Option[]][]} */ ([]));
        leaving.addEventListener("abort", () => this.stop());
    }

    /** Shows the first position. */
    async begin() {
        this.view = await viewOf(this);
        const position = await this.game.begin();
        const start = firstPlace(position);
        if (start && this.board instanceof Board) this.board.startAt(start);
        fill(this.below, position.clock && this.clock.element, position.kind === "fill" && this.filling.element);
        (this.view?.focus ? this.view : this.board).focus?.();
        return position;
    }

    /** Shows the current position. */
    show() {
        const { position } = this.game;
        if (!position) return;
        this.reaches = new Map(position.at.map(([x, y, index]) => [keyOf([x, y]), position.reaches[index]]));
        this.choices = byPlace(position.choices.map(({ x, y, options }) => [[x, y], options]));
        this.frame.querySelector(".menu")?.remove();
        this.filling.take(position);
        const edges = this.filling.places.filter((place) => place.length === 3);
        if (!this.#shown && !this.view && edges.length === 0 && position.scene.tiles.length > MANY_TILES)
            this.board.element.replaceWith((this.board = this.makeCanvas()).element);
        const change = this.#change(position);
        const { drawing } = this.board;
        const before = drawing instanceof Drawing ? copies(drawing, change?.gone ?? []) : new Map();
        this.board.show(position.scene, (place) => this.#wordsOf(place), edges);
        this.board.element.classList.toggle("filled-in", position.kind === "fill");
        if (change && drawing instanceof Drawing) play(drawing, change, before);
        this.board.linkBetween = this.filling.hasLinks ? (from, to) => this.filling.linkBetween(from, to) : null;
        this.pieces.take(position);
        if (this.filling.hasLinks) this.filling.showLinkFrom();
        this.board.element.classList.toggle("drawn-on", this.filling.canDraw || this.pieces.canDrag);
        this.filling.showPencil();
        this.filling.showPad(this.board.current);
        for (const mark of ["hinted", "because"]) this.board.drawing.mark(mark, []);
        this.#chosen = null;
        this.#light();
        const isShown = this.isChecking || position.clock !== null;
        this.board.drawing.mark("wrong", isShown ? position.slips.flatMap((slip) => slip.cells) : []);
        fill(this.slips, isShown && position.slips.map((slip) => h("li", {}, slip.words)));
        if (position.clock) {
            this.clock.show(...position.clock);
            this.#showOrders(position);
        }
        this.view?.show(position);
        this.listeners.onshow(position);
    }

    /**
     * Returns what the last step did on the board, forwards or backwards, if it is to be seen.
     * @param {Position} position
     */
    #change(position) {
        const [shown, { at, nodes }] = [this.#shown, this.game.history];
        this.#shown = { position, at };
        if (!shown || position.kind !== "steps" || !isMoving()) return null;
        if (nodes[at].parent === shown.at) return changeOf(shown.position, position, nodes[at].step);
        if (nodes[shown.at]?.parent !== at) return null;
        const { travels } = changeOf(position, shown.position, nodes[shown.at].step);
        return { travels: travels.map(({ from, to }) => ({ from: to, to: from })), gone: [] };
    }

    /** @param {Position} position */
    #showOrders({ line, moves, choices }) {
        const plan = line.map((order) => {
            const takeOut = () => this.byHand(() => this.game.play(`${timeOf(order)} pass`));
            return h(
                "li",
                {},
                button(order, () => this.clock.goTo(timeOf(order)), {
                    class: "quiet",
                    title: "Go to this time",
                }),
                button("×", takeOut, { class: "icon", "aria-label": `Take ${order} out` }),
            );
        });
        const placed = new Set(choices.flatMap(({ options }) => options.map(({ mv }) => mv)));
        const others = moves.filter((mv) => !placed.has(mv) && !isPass(mv));
        const give = others.map((mv) => button(mv, () => this.byHand(() => this.game.play(mv))));
        fill(
            this.orders,
            h("h2", {}, "Orders"),
            plan.length > 0
                ? h("ul", {}, plan)
                : h("p", { class: "fine" }, "None yet: choose a target on the board."),
            give.length > 0 && h("div", { class: "actions" }, give),
        );
    }

    /** @param {Place} place */
    #wordsOf(place) {
        const edge = place.length === 3 && this.filling.cell(place);
        return edge ? `edge ${edge.name}: ${edge.value ?? "open"}` : (this.reach(place)?.words ?? "");
    }

    /** @param {Place} place */
    reach(place) {
        return this.reaches.get(keyOf(place));
    }

    /**
     * For a large board, the server gives the effect of touching a tile only on request.
     * @param {Place} place
     */
    async #learn(place) {
        const { position, played } = this.game;
        if (!position || position.at.length > 0 || position.over || this.reach(place)) return;
        const { reach } = await api.touch(played, place);
        if (reach && this.game.position === position) this.reaches.set(keyOf(place), reach);
    }

    /** @param {Place | null} place */
    async #point(place) {
        const { typing } = this.filling;
        if (place && typing.place && String(place) !== String(typing.place)) typing.finish(place);
        this.#pointed = place;
        this.#light();
        if (!place || place.length === 3 || this.reach(place)) return;
        await this.attempt(() => this.#learn(place));
        if (this.#pointed === place) this.#light();
    }

    /** Highlights the tiles that belong to the one pointed at. */
    #light() {
        const reach = this.#pointed && this.reach(this.#pointed);
        this.board.drawing.mark("lit", reach?.cells ?? []);
        this.words.textContent = this.#pointed ? this.#wordsOf(this.#pointed) : "";
        if (this.board instanceof CanvasBoard) this.board.tell();
    }

    /**
     * @param {Place} place
     * @param {boolean} isTap
     */
    async #choose(place, isTap) {
        if (this.filling.typing.finish(place)) return;
        this.filling.showPad(place);
        if (this.filling.turn(place, false)) return;
        await this.attempt(() => this.#learn(place));
        const options = this.choices(place) ?? [];
        const tile = this.board.drawing.tile(place);
        if (tile && options.length > 0) {
            this.clock.pause();
            openMenu(this.frame, tile.group, options, ({ mv }) => this.byHand(() => this.game.play(mv)));
            return;
        }
        if (this.pieces.putDown(place)) return;
        const reach = this.reach(place);
        if (!reach?.moves.length && this.pieces.pickUp(place)) return;
        const isSecond =
            this.#chosen !== null && String(this.reach(this.#chosen)?.moves) === String(reach?.moves);
        this.#chosen = place;
        this.#point(place);
        // A tap has not shown its effect yet, and a click on a cell may be meant for another
        // number.
        const wantsSecond = isTap || this.game.position?.kind === "fill";
        if (!reach || reach.moves.length === 0 || (wantsSecond && !isSecond)) return;
        this.playAll(reach.moves);
    }

    /**
     * Plays moves one after the other, as one step.
     * @param {string[]} moves
     */
    playAll(moves) {
        return this.byHand(() => (moves.length === 1 ? this.game.play(moves[0]) : this.game.draw(moves, false)));
    }

    /**
     * @param {KeyboardEvent} event
     * @param {Place} place
     */
    #key(event, place) {
        if (this.game.position?.kind === "fill" && this.filling.key(event, place)) return true;
        if (event.key !== " " || this.game.position?.clock) return false;
        if (this.pieces.putDown(place)) return true;
        const moves = this.reach(place)?.moves ?? [];
        if (moves.length > 0) this.playAll(moves);
        else this.pieces.pickUp(place);
        return true;
    }

    /**
     * Performs an action of the player; an automatic action stops.
     * @param {() => Promise<unknown>} action
     */
    byHand(action) {
        this.listeners.onact();
        this.stop();
        this.clock.pause();
        return this.attempt(action);
    }

    /**
     * Performs an action that may be refused, and shows the reason if it is.
     * @param {() => Promise<unknown>} action
     */
    async attempt(action) {
        try {
            await action();
        } catch (error) {
            if (!this.leaving.aborted) fill(this.said, objection(error));
        }
    }

    /** Shows a message. @param {string} words */
    say(words) {
        fill(this.said, words);
    }

    /** Stops the automatic action. */
    stop() {
        this.#running?.abort();
        this.#running = null;
        fill(this.said);
        this.listeners.onstop();
    }

    /**
     * Runs an action until it ends or the player acts. If started again, it stops.
     * @param {HTMLButtonElement} starter
     * @param {(signal: AbortSignal) => Promise<void>} action
     */
    async run(starter, action) {
        const wasRunning = this.#running !== null;
        this.stop();
        if (wasRunning) return;
        const running = new AbortController();
        this.#running = running;
        this.listeners.onact();
        starter.textContent = "Stop";
        await this.attempt(async () => {
            try {
                await action(running.signal);
            } catch (error) {
                if (!running.signal.aborted) throw error;
            }
        });
        if (this.#running !== running) return;
        // The last message is still of interest.
        const kept = [...this.said.childNodes];
        this.stop();
        fill(this.said, kept);
    }
}
