// How hard puzzles and levels are, in words and a small scale.

import { figure, h } from "./dom.js";

/** The tiers of difficulty, the easiest first. */
const TIERS = ["easy", "medium", "hard", "expert", "beyond"];

/**
 * A score in words: a score below 0 counts what was spent.
 * @param {number} score
 * @param {string | null} measure
 */
export function scoreWords(score, measure) {
    if (score >= 0 || !measure) return `${figure(score)} points`;
    const count = figure(-score);
    if (measure === "time") return `${count} time steps`;
    if (!measure.endsWith("s")) return `${measure} ${count}`;
    return `${count} ${score === -1 ? measure.slice(0, -1) : measure}`;
}

/**
 * The best score that is known of a level.
 * @param {Level} level
 */
export const bestKnown = ({ known }) =>
    known.reduce(
        (best, one) => (best === null || one.score > best.score ? one : best),
        /** @type {Known | null} */ (null),
    );

/**
 * How hard a puzzle's levels are: their tiers, or what their best answers take, or what theory says.
 * @param {Card} card
 * @param {Levels} levels
 * @returns {{tiers: string[], words: string}}
 */
export function difficultyOf({ complexity }, { measure, levels }) {
    const tiers = TIERS.filter((tier) => levels.some(({ difficulty }) => difficulty === tier));
    if (tiers.length > 1) return { tiers, words: `${tiers[0]} to ${tiers[tiers.length - 1]}` };
    if (tiers.length === 1) return { tiers, words: tiers[0] };
    const spent = levels.flatMap((level) => bestKnown(level)?.score ?? []).filter((score) => score < 0);
    if (measure && spent.length > 1) {
        const [least, most] = [Math.max(...spent), Math.min(...spent)];
        return { tiers, words: `${figure(-least)} to ${scoreWords(most, measure)}` };
    }
    return { tiers, words: complexity.match(/\b(PSPACE-complete|NP-complete|NP-hard)\b/)?.[0] ?? "" };
}

/**
 * Shows a difficulty.
 * @param {{tiers: string[], words: string}} shown
 */
export function difficulty({ tiers, words }) {
    const [first, last] = [tiers[0], tiers[tiers.length - 1]].map((tier) => TIERS.indexOf(tier));
    const scale = TIERS.map((_, index) => h("i", { class: index >= first && index <= last ? "on" : "" }));
    return h(
        "span",
        {},
        tiers.length > 0 && h("span", { class: "scale", "aria-hidden": "true" }, scale),
        words,
    );
}
