// What a move did, shown as motion: pieces slide and fall to their new places, and those that are
// gone fade. Which piece went where follows from the two pictures and the rules' own order.

import { s, wantsStillness } from "./dom.js";
import { JOINT } from "./history.js";
import { keyOf } from "./picture.js";
import { isOn } from "./settings.js";

/** Duration in milliseconds. */
const TIME = 120;
/** Number of pieces above which nothing moves. */
const MOST = 600;

/**
 * @typedef {{key: string, place: Place, at: [number, number]}} Piece
 * @typedef {{from: Piece, to: Piece}} Travel
 * @typedef {{travels: Travel[], gone: Piece[]}} Change
 */

/** Whether motion is wanted. */
export const isMoving = () => isOn("motion") && !wantsStillness();

/**
 * The pieces of a picture: what is not ground. Pieces with the same key are alike.
 * @param {Picture} picture
 * @returns {Piece[]}
 */
function piecesOf({ tiles, looks }) {
    const keys = looks.map(({ tint, label, words }) => {
        if (tint === "blank" || tint === "wall" || tint === "open") return null;
        return typeof tint === "number" || tint === "actor" ? `kind ${tint}` : label || words;
    });
    return tiles.flatMap(([x, y, , left, top, look]) => {
        const key = keys[look];
        return key === null
            ? []
            : [
                  {
                      key,
                      place: /** @type {Place} */ ([x, y]),
                      at: /** @type {[number, number]} */ ([left, top]),
                  },
              ];
    });
}

/**
 * Returns what a move has changed; nothing if the boards are too different or too large.
 * @param {Position} before
 * @param {Position} after
 * @param {string} mv the step, of one move or several
 * @returns {Change}
 */
export function changeOf(before, after, mv) {
    const nothing = { travels: [], gone: [] };
    const [olds, news] = [piecesOf(before.scene), piecesOf(after.scene)];
    if (String(before.scene.box) !== String(after.scene.box) || olds.length > MOST) return nothing;
    const isThis = (/** @type {{moves: string[]}} */ { moves }) => moves.join(JOINT) === mv;
    const cells = new Set(before.reaches.find(isThis)?.cells.map(keyOf));
    const left = olds.filter(({ place }) => !cells.has(keyOf(place)));
    if (cells.size > 0 && left.length === news.length && olds.length - left.length === cells.size) {
        const gone = olds.filter(({ place }) => cells.has(keyOf(place)));
        const travels = inOrder(left, news);
        if (travels) return { travels, gone };
    }
    return byNearness(olds, news, before.pieces?.drags.find(isThis));
}

/**
 * After pieces were taken away, the others keep their order in their columns, and the columns theirs.
 * @param {Piece[]} olds
 * @param {Piece[]} news
 * @returns {Travel[] | null}
 */
function inOrder(olds, news) {
    const order = (/** @type {Piece[]} */ pieces) =>
        pieces.toSorted(({ place: [x, y] }, { place: [u, v] }) => x - u || Number(y) - Number(v));
    const [from, to] = [order(olds), order(news)];
    if (from.some(({ key }, index) => key !== to[index].key)) return null;
    return from.map((piece, index) => ({ from: piece, to: to[index] }));
}

/**
 * A piece whose place has changed goes to the nearest new place of one like it; a piece that was
 * dragged goes where it was dragged to.
 * @param {Piece[]} olds
 * @param {Piece[]} news
 * @param {Pieces["drags"][0]} [drag]
 * @returns {Change}
 */
function byNearness(olds, news, drag) {
    const named = (/** @type {Piece} */ { key, place }) => `${key} ${keyOf(place)}`;
    const [before, after] = [new Set(olds.map(named)), new Set(news.map(named))];
    let sources = olds.filter((piece) => !after.has(named(piece)));
    let targets = news.filter((piece) => !before.has(named(piece)));
    /** @type {Travel[]} */
    const travels = [];
    const take = (/** @type {Piece} */ from, /** @type {Piece} */ to) => {
        travels.push({ from, to });
        sources = sources.filter((piece) => piece !== from);
        targets = targets.filter((piece) => piece !== to);
    };
    const dragged = drag && sources.find(({ place }) => keyOf(place) === keyOf(drag.from));
    const put =
        dragged && targets.find(({ place, key }) => keyOf(place) === keyOf(drag.to) && key === dragged.key);
    if (dragged && put) take(dragged, put);
    const pairs = sources.flatMap((from) =>
        targets
            .filter(({ key }) => key === from.key)
            .map((to) => ({ from, to, distance: farness(from, to) })),
    );
    for (const { from, to } of pairs.sort((one, other) => one.distance - other.distance))
        if (sources.includes(from) && targets.includes(to)) take(from, to);
    return { travels, gone: sources };
}

/** Sideways counts more, since most things fall. @param {Piece} from @param {Piece} to */
const farness = ({ at: [x, y] }, { at: [u, v] }) => 2 * Math.abs(x - u) + Math.abs(y - v);

/**
 * Plays a change on a board that already shows the position after it.
 * @param {import("./picture.js").Drawing} drawing
 * @param {Change} change
 * @param {Map<string, Element>} before copies of the tiles before it
 */
export function play(drawing, { travels, gone }, before) {
    for (const { from, to } of travels) {
        const [[x, y], [u, v]] = [from.at, to.at];
        if (x === u && y === v) continue;
        const place = (/** @type {number} */ left, /** @type {number} */ top) =>
            `translate(${left}px, ${top}px)`;
        drawing.tile(to.place)?.group.animate([{ transform: place(x, y) }, { transform: place(u, v) }], {
            duration: TIME,
            easing: "ease-in",
        });
    }
    const ghosts = gone.flatMap(({ place }) => before.get(keyOf(place)) ?? []);
    if (ghosts.length === 0) return;
    const layer = s("g", { "pointer-events": "none", "aria-hidden": "true" }, ghosts);
    drawing.svg.append(layer);
    layer
        .animate([{ opacity: 1 }, { opacity: 0 }], { duration: TIME })
        .finished.finally(() => layer.remove());
}

/**
 * Copies tiles before they change.
 * @param {import("./picture.js").Drawing} drawing
 * @param {Piece[]} pieces
 */
export function copies(drawing, pieces) {
    const copy = (/** @type {Piece} */ { place }) => {
        const group = drawing.tile(place)?.group;
        const node = /** @type {Element | undefined} */ (group?.cloneNode(true));
        for (const name of ["role", "tabindex", "aria-label", "data-testid"]) node?.removeAttribute(name);
        return node ? [/** @type {[string, Element]} */ ([keyOf(place), node])] : [];
    };
    return new Map(pieces.flatMap(copy));
}
