// The ranking of a race: what each entrant had when all had done the same work. Only complete
// answers are results; an unfinished one has no place, whatever its score.

/**
 * @typedef {"seconds" | "nodes" | "evaluations"} RaceClock
 * @typedef {{name: string, curve: CurvePoint[], isOver: boolean, isPerson?: boolean, work: Record<RaceClock, number>}} Entrant
 *     a person has no clock but their own: their result counts whenever it came
 * @typedef {{entrant: Entrant, place: number | null, score: number | null, at: number | null, unfinished: number | null}} Standing
 *     `at` says when the score was reached; `unfinished` is the score of an answer that is no result yet
 */

/** Returns the time of a point by a clock. @param {CurvePoint} point @param {RaceClock} clock */
export const timeOf = ([seconds, evaluations, , nodes], clock) =>
    clock === "seconds" ? seconds : clock === "nodes" ? nodes : evaluations;

/** Returns the clock of an entrant: a person's is always that of seconds. @param {Entrant} entrant @param {RaceClock} clock */
const clockOf = ({ isPerson }, clock) => (isPerson ? "seconds" : clock);

/** Compares when two reached their scores, where both go by the same clock. @param {Standing} one @param {Standing} other @param {RaceClock} clock */
function earlier(one, other, clock) {
    if (clockOf(one.entrant, clock) !== clockOf(other.entrant, clock)) return 0;
    return (one.at ?? 0) - (other.at ?? 0);
}

/**
 * Returns the time up to which all can be compared: that of the entrant who has done least, of those still at work.
 * @param {Entrant[]} entrants
 * @param {RaceClock} clock
 */
export function commonTime(entrants, clock) {
    const solvers = entrants.filter(({ isPerson }) => !isPerson);
    const running = solvers.filter(({ isOver }) => !isOver);
    const times = (running.length > 0 ? running : solvers).map(({ work }) => work[clock]);
    return running.length > 0 ? Math.min(...times) : Math.max(...times, 0);
}

/**
 * Returns the complete scores over time: they never fall, since only a better answer counts.
 * @param {CurvePoint[]} curve
 * @param {RaceClock} clock
 * @returns {[number, number][]}
 */
export function resultsOf(curve, clock) {
    /** @type {[number, number][]} */
    const results = [];
    for (const point of curve)
        if (point[4] && point[2] > (results.at(-1)?.[1] ?? -Infinity))
            results.push([timeOf(point, clock), point[2]]);
    return results;
}

/**
 * Ranks the entrants by their best complete score at a time; of equal scores, the earlier one is ahead.
 * @param {Entrant[]} entrants
 * @param {RaceClock} clock
 * @param {number} time
 * @returns {Standing[]} those with a place first
 */
export function ranked(entrants, clock, time) {
    const standings = entrants.map((entrant) => {
        const until = entrant.isPerson ? Infinity : time;
        const result = resultsOf(entrant.curve, clockOf(entrant, clock)).findLast(([at]) => at <= until);
        const begun = entrant.curve.findLast((point) => timeOf(point, clock) <= until);
        const unfinished = !result && begun ? begun[2] : null;
        return { entrant, place: null, score: result?.[1] ?? null, at: result?.[0] ?? null, unfinished };
    });
    const inOrder = /** @type {Standing[]} */ (standings).sort(
        (one, other) =>
            Number(other.score !== null) - Number(one.score !== null) ||
            (other.score ?? 0) - (one.score ?? 0) ||
            earlier(one, other, clock),
    );
    inOrder.forEach((standing, index) => {
        if (standing.score === null) return;
        const before = inOrder[index - 1];
        const isTied = before && before.score === standing.score && earlier(before, standing, clock) === 0;
        standing.place = isTied ? before.place : index + 1;
    });
    return inOrder;
}

/**
 * Returns the curves of a race for its chart: complete scores, or those of unfinished answers while nobody has a
 * complete one. Each goes on to the work that was done, and none ever falls.
 * @param {Entrant[]} entrants
 * @param {RaceClock} clock
 */
export function curvesOf(entrants, clock) {
    const isAnyResult = entrants.some(({ curve }) => curve.some((point) => point[4]));
    return entrants.map((entrant) => {
        const { name, work } = entrant;
        // A person has no curve by another clock than seconds.
        const curve = clockOf(entrant, clock) === clock ? entrant.curve : [];
        const points = isAnyResult
            ? resultsOf(curve, clock)
            : resultsOf(
                  curve.map(([a, b, score, c]) => [a, b, score, c, true]),
                  clock,
              );
        const last = points.at(-1);
        if (last && work[clock] > last[0]) points.push([work[clock], last[1]]);
        return { name: isAnyResult || curve.length === 0 ? name : `${name} (unfinished)`, points };
    });
}
