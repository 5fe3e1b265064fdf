// What each move of a game gave away, from what is known about its positions. A move cannot gain: if
// more is found after it, that could be reached before it too.

/** @typedef {import("./review.js").Known} Known */

/**
 * What a move gave away: a number, `Infinity` if it lost the goal or made the board impossible to
 * complete, `null` if it is not known.
 * @typedef {{at: number, loss: number | null, before: number | null, after: number | null, better: string | null, place: Place | null, wrong: Place[]}} Loss
 */

/**
 * The best score that is known to have been possible from each position.
 * @param {Known} known
 */
export function reachedFrom(known) {
    /** @type {(number | null)[]} */
    const best = known.map(() => null);
    for (let at = known.length - 1; at >= 0; at--) {
        const [own, later] = [known[at]?.score ?? null, best[at + 1] ?? null];
        best[at] = own === null || later === null ? (own ?? later) : Math.max(own, later);
    }
    return best;
}

/**
 * @param {ReviewStretch["kind"]} kind
 * @param {Known} known
 * @returns {Loss[]} one for each move whose two positions are known
 */
export function losses(kind, known) {
    const best = reachedFrom(known);
    return known.slice(0, -1).flatMap((position, at) => {
        const next = known[at + 1];
        if (!position || !next) return [];
        const [before, after] = [best[at], best[at + 1]];
        const { better, place } = position;
        const wrong = next.wrong.filter(
            (one) => !position.wrong.some((other) => String(other) === String(one)),
        );
        return [
            { at, loss: lossOf(kind, position, next, before, after), before, after, better, place, wrong },
        ];
    });
}

/**
 * @param {ReviewStretch["kind"]} kind
 * @param {ReviewedPosition} position
 * @param {ReviewedPosition} next
 * @param {number | null} before
 * @param {number | null} after
 */
function lossOf(kind, position, next, before, after) {
    if (kind === "values") return position.loss;
    if (kind === "entries") {
        if (position.reachable === null || next.reachable === null) return null;
        if (position.reachable && !next.reachable) return Infinity;
        return Math.max(next.wrong.length - position.wrong.length, 0);
    }
    // Known: after a goal that was out of reach, nothing more can be lost.
    if (kind === "goal" && position.reachable === false) return 0;
    if (kind === "goal" && next.reachable === false) return before === null ? null : Infinity;
    return before === null || after === null ? null : before - after;
}
