// Scales of charts: from values to places and back, round ticks, and what a curve has at a place.

/**
 * @typedef {{place: (value: number) => number, value: (place: number) => number, ticks: number[], low: number, high: number}} Scale
 */

/**
 * Returns round numbers between two others.
 * @param {number} low
 * @param {number} high
 * @param {number} count about how many
 */
export function niceTicks(low, high, count) {
    const rough = (high - low || 1) / Math.max(count, 1);
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = ([1, 2, 5].find((each) => each * power >= rough) ?? 10) * power;
    const first = Math.ceil(low / step - 1e-9);
    const length = Math.max(Math.floor(high / step + 1e-9) - first + 1, 0);
    // The product of a step such as 0.1 has errors in its last digits.
    return Array.from({ length }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/**
 * @param {number} low
 * @param {number} high
 * @param {number} from place of the low end
 * @param {number} to place of the high end
 * @param {number} [count] about how many ticks
 * @returns {Scale}
 */
export function linear(low, high, from, to, count = 5) {
    const factor = (to - from) / (high - low || 1);
    return {
        place: (value) => from + (value - low) * factor,
        value: (place) => low + (place - from) / factor,
        ticks: niceTicks(low, high, count),
        low,
        high,
    };
}

/**
 * A logarithmic scale: values below its low end are shown there. Few decades get ticks between them.
 * @param {number} low positive
 * @param {number} high
 * @param {number} from
 * @param {number} to
 * @returns {Scale}
 */
export function logarithmic(low, high, from, to) {
    const [bottom, top] = [Math.log10(low), Math.log10(Math.max(high, low * 1.01))];
    const { place, value } = linear(bottom, top, from, to);
    const factors = top - bottom < 1.5 ? [1, 2, 5] : [1];
    const ticks = [];
    for (let power = Math.floor(bottom); power <= top; power += 1)
        for (const factor of factors) {
            const tick = Number((factor * 10 ** power).toPrecision(12));
            if (tick >= low * 0.999 && tick <= high * 1.001) ticks.push(tick);
        }
    return {
        place: (x) => place(Math.log10(Math.max(x, low))),
        value: (x) => 10 ** value(x),
        ticks,
        low,
        high,
    };
}

/**
 * Returns the ends of a logarithmic axis for some values: whole powers of ten around the positive ones.
 * @param {number[]} values
 * @returns {[number, number]}
 */
export function decades(values) {
    const positive = values.filter((value) => value > 0);
    const high = Math.max(...positive, 1e-2);
    const low = Math.min(...positive, high / 10);
    const bottom = 10 ** Math.floor(Math.log10(Math.max(low, high / 1e9)) + 1e-9);
    return [bottom, Math.max(10 ** Math.ceil(Math.log10(high) - 1e-9), bottom * 10)];
}

/**
 * Returns the index of the last point at or before a place, or -1.
 * @param {[number, number][]} points by ascending x
 * @param {number} x
 */
export function indexAt(points, x) {
    let [low, high] = [0, points.length];
    while (low < high) {
        const middle = (low + high) >> 1;
        if (points[middle][0] <= x) low = middle + 1;
        else high = middle;
    }
    return low - 1;
}

/**
 * Returns the path of a step line: a score holds until the next one is reached.
 * @param {[number, number][]} points
 */
export function steps([first, ...rest]) {
    return first ? `M${first[0]} ${first[1]}${rest.map(([x, y]) => `H${x}V${y}`).join("")}` : "";
}
