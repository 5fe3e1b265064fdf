// A board that is filled in: clicks go through the values of an entry, keys and buttons write one, a
// drag carries one from place to place, and pencil marks are kept beside the game.

import { Entry } from "./entry.js";
import { NumberPad } from "./numberpad.js";
import { keyOf } from "./picture.js";

/** Largest number of values whose pencil marks have a fixed part of the cell. */
const MOST_LISTED = 16;
const ERASED = "_";
const LINE = "line";
/** Stands before an entry that also fills the cells that must have the same value. */
const PULL = "pull ";
/** The key that begins and ends a link. */
const LINK_KEY = "l";

/**
 * A cell, an edge or a link between two cells that can hold an entry.
 * @typedef {{place: Place, name: string, choices: string[], value: string | null, isGiven: boolean}} Cell
 */

/**
 * A drag: what it draws, where it has been, and the moves that are not sent yet.
 * @typedef {{value: string | null, seen: Set<string>, moves: string[], isMore: boolean}} Stroke
 */

export class Filling {
    /** @type {Map<string, Cell>} */
    #cells = new Map();
    /** @type {Map<string, Cell>} */
    #links = new Map();
    /** @type {Place | null} the cell where a link begins, chosen by key */
    #linkFrom = null;
    /** @type {Entries | null} */
    #entries = null;
    /** @type {Stroke | null} the drag under way */
    #stroke = null;
    /** Whether values become pencil marks. */
    isPencil = false;

    /** @param {import("./table.js").Table} table */
    constructor(table) {
        this.table = table;
        this.typing = new Entry(
            (place, text) => !this.isPencil && this.board.drawing.scribble(place, text),
            (place, text) => this.write(place, text),
        );
        this.pad = new NumberPad({
            write: (text) => this.board.current && this.write(this.board.current, text),
            type: (key) => this.#type(key),
            pencil: () => this.togglePencil(),
        });
        this.element = this.pad.element;
    }

    get board() {
        return this.table.board;
    }

    /** Takes what can be written from a position. @param {Position} position */
    take({ entries }) {
        this.#entries = entries;
        this.#cells = new Map(
            (entries?.cells ?? []).map(([place, name, index, value, isGiven]) => [
                keyOf(place),
                { place, name, choices: entries?.choices[index] ?? [], value, isGiven },
            ]),
        );
        const ends = entries?.cells ?? [];
        this.#links = new Map(
            (entries?.links ?? []).map(([from, to, isDrawn]) => {
                const [[x, y], [u, v]] = [ends[from][0], ends[to][0]];
                /** @type {Place} */
                const place = [x, y, u, v];
                const name = `${ends[from][1]}-${ends[to][1]}`;
                return [keyOf(place), { place, name, choices: [LINE], value: isDrawn ? LINE : null, isGiven: false }];
            }),
        );
        this.pad.pencil.hidden = ![...this.#cells.values()].some(({ place }) => place.length === 2);
    }

    get places() {
        return [...this.#cells.values()].map(({ place }) => place);
    }

    get hasLinks() {
        return this.#links.size > 0;
    }

    /**
     * Returns the place of the link between two cells, if they can be linked.
     * @param {Place} from
     * @param {Place} to
     */
    linkBetween([x, y], [u, v]) {
        const link = this.#links.get(keyOf([x, y, u, v])) ?? this.#links.get(keyOf([u, v, x, y]));
        return link?.place ?? null;
    }

    /** Whether a drag can draw something. */
    get canDraw() {
        const entries = this.#entries;
        if (this.hasLinks) return true;
        return entries !== null && (entries.spreads || entries.choices.some((list) => this.#isClicked(list)));
    }

    /** @param {Place} place */
    cell(place) {
        return this.#cells.get(keyOf(place)) ?? this.#links.get(keyOf(place));
    }

    /** @param {string[]} choices */
    #isClicked(choices) {
        return choices.length > 0 && choices.length <= (this.#entries?.most_clicked ?? 0);
    }

    /**
     * Returns the value that a click writes; `undefined` if it writes none.
     * @param {Place} place
     * @param {boolean} isBack
     */
    #turned(place, isBack) {
        const cell = this.cell(place);
        if (!cell || cell.isGiven || !this.#isClicked(cell.choices)) return undefined;
        const ring = [null, ...cell.choices];
        const at = ring.indexOf(cell.value) + (isBack ? -1 : 1);
        return ring.at(at % ring.length) ?? null;
    }

    /**
     * Writes the next or the previous value; returns whether clicks do that here.
     * @param {Place} place
     * @param {boolean} isBack
     */
    turn(place, isBack) {
        const isClicked = this.#turned(place, isBack) !== undefined;
        if (!isClicked || (this.isPencil && place.length === 2)) return false;
        this.#play(place, () => this.#turned(place, isBack) ?? null);
        return true;
    }

    /**
     * Writes a value or erases it; with the pencil, makes a mark or removes it.
     * @param {Place} place
     * @param {string | null} text
     */
    write(place, text) {
        const cell = this.cell(place);
        if (!cell) return;
        if (!this.isPencil || place.length === 3) {
            this.#play(place, () => text);
            return;
        }
        const { game } = this.table;
        const marks = text === null ? (game.history.pencilled.get(cell.name) ?? []) : [text];
        const known = (/** @type {string} */ mark) => cell.choices.length === 0 || cell.choices.includes(mark);
        for (const mark of [...marks].filter(known))
            this.table.byHand(() => game.pencil(cell.name, mark));
    }

    /**
     * @param {Place} place
     * @param {() => string | null} valueOf asked when the position before is known: clicks may come fast
     */
    #play(place, valueOf) {
        const pick = () => {
            const [cell, value] = [this.cell(place), valueOf()];
            return cell && cell.value !== value ? `${cell.name}=${value ?? ERASED}` : null;
        };
        return this.table.byHand(async () => {
            try {
                await this.table.game.write(pick);
            } catch (error) {
                // The preliminary text is removed again.
                this.table.show();
                throw error;
            }
        });
    }

    /**
     * Handles a key on the board; returns whether it was used.
     * @param {KeyboardEvent} event
     * @param {Place} place
     */
    key(event, place) {
        const cell = this.cell(place);
        if (!cell) return false;
        if (!cell.isGiven && this.typing.press(event.key, place, cell.choices)) return true;
        if (event.key === LINK_KEY && this.hasLinks) {
            this.#linkAt(place);
            return true;
        }
        return event.key === " " && this.turn(place, event.shiftKey);
    }

    /**
     * Begins a link at a cell, or draws or erases it from the one where it began.
     * @param {Place} place
     */
    #linkAt(place) {
        const from = this.#linkFrom;
        this.#linkFrom = from ? null : place;
        const link = from && this.linkBetween(from, place);
        const name = (/** @type {Place} */ at) => this.cell(at)?.name ?? "";
        this.table.stop();
        this.showLinkFrom();
        if (link) this.#play(link, () => (this.cell(link)?.value ? null : LINE));
        else if (!from) this.table.say(`A link from ${name(place)}: go to a neighbour and press ${LINK_KEY} again.`);
        else this.table.say(`${name(from)} and ${name(place)} cannot be linked.`);
    }

    /** Shows where a link begins. */
    showLinkFrom() {
        this.board.drawing.mark("held", this.#linkFrom ? [this.#linkFrom] : []);
    }

    /**
     * A drag has come to a place. The first one says what is drawn: on edges and links a line, or
     * nothing where a line begins; in cells what a click would write, or what is given.
     * @param {Place} place
     * @param {boolean} isFirst
     */
    draw(place, isFirst) {
        const cell = this.cell(place);
        if (isFirst) {
            const value = cell && this.#drawnValue(cell);
            this.#stroke = value === undefined ? null : { value, seen: new Set(), moves: [], isMore: false };
        }
        const stroke = this.#stroke;
        if (!stroke) return false;
        const key = keyOf(place);
        if (!cell || cell.isGiven || stroke.seen.has(key)) return true;
        stroke.seen.add(key);
        if (cell.value === stroke.value) return true;
        if (stroke.value !== null && !cell.choices.includes(stroke.value)) return true;
        const pull = this.#entries?.spreads ? PULL : "";
        stroke.moves.push(`${pull}${cell.name}=${stroke.value ?? ERASED}`);
        // While a position is on its way, entries are collected.
        if (stroke.moves.length === 1) this.table.byHand(() => this.#send(stroke));
        return true;
    }

    /** @param {Cell} cell @returns {string | null | undefined} */
    #drawnValue(cell) {
        if (this.isPencil && cell.place.length === 2) return undefined;
        if (cell.place.length > 2) return cell.value === cell.choices[0] ? null : cell.choices[0];
        const isFixed = cell.isGiven || this.#entries?.spreads;
        return isFixed ? (this.canDraw ? (cell.value ?? undefined) : undefined) : this.#turned(cell.place, false);
    }

    /** @param {Stroke} stroke */
    async #send(stroke) {
        await this.table.game.settled;
        const { moves, isMore } = stroke;
        stroke.moves = [];
        stroke.isMore = true;
        await this.table.game.draw(moves, isMore);
    }

    togglePencil() {
        this.isPencil = !this.isPencil;
        this.pad.showPencil(this.isPencil);
    }

    /** Shows the pencil marks of open cells. */
    showPencil() {
        const marks = this.table.game.history.pencilled;
        const notes = [...this.#cells.values()].flatMap(({ place, name, choices, value }) => {
            const texts = [...(marks.get(name) ?? [])];
            return value === null && texts.length > 0 ? [{ place, texts, all: listed(choices) }] : [];
        });
        this.board.drawing.note(notes);
    }

    /**
     * Shows the values that can be written at a place; if none can, those of any other.
     * @param {Place | null} place
     */
    showPad(place) {
        const writable = [...this.#cells.values()].filter((cell) => !cell.isGiven && cell.place.length === 2);
        const chosen = place && this.cell(place);
        const cell = chosen && writable.includes(chosen) ? chosen : writable[0];
        if (cell) this.pad.show(cell.choices);
    }

    /**
     * Presses a key of the pad at the chosen cell.
     * @param {string} key
     */
    #type(key) {
        const { current } = this.board;
        const cell = current && this.cell(current);
        if (!cell || cell.isGiven) return;
        if (key === "Enter") this.typing.finish(current);
        else this.typing.press(key, current, cell.choices);
    }
}

/**
 * The values that have a fixed part of the cell.
 * @param {string[]} choices
 */
const listed = (choices) => (choices.length <= MOST_LISTED ? choices : []);
