// Games left in the middle: all their lines, the position and the time played, kept in the browser's
// storage, one entry a board. Without storage, a game lasts as long as its page.

import { History } from "./history.js";

const PREFIX = "quarry-game-1:";
/** Maximum length of an entry; of a longer game only the current line is kept. */
const LONGEST = 100_000;
/** Maximum number of entries; the oldest are dropped. */
const MOST = 60;

/**
 * @typedef {{seconds: number, isEnded: boolean}} State the time played, and whether the game had come to its end
 * @typedef {State & {history: History, at: number}} Save `at` is the node of the position that was left
 */

/** @param {string} puzzle @param {string} board */
const keyOf = (puzzle, board) => `${PREFIX}${puzzle}/${board}`;

/**
 * @param {string} puzzle
 * @param {string} board
 * @returns {Save | null}
 */
export function savedGame(puzzle, board) {
    try {
        const { tree, at, seconds, isEnded } = JSON.parse(
            localStorage.getItem(keyOf(puzzle, board)) ?? "null",
        );
        const history = History.restored(tree);
        const isThere = at < history.nodes.length;
        return { history, at: isThere ? at : 0, seconds: Number(seconds) || 0, isEnded: Boolean(isEnded) };
    } catch {
        return null;
    }
}

/**
 * @param {string} puzzle
 * @param {string} board
 * @param {History} history
 * @param {State} state
 */
export function saveGame(puzzle, board, history, { seconds, isEnded }) {
    const saved = (/** @type {History} */ { at }, /** @type {import("./history.js").SavedTree} */ tree) =>
        JSON.stringify({ tree, at, seconds: Math.round(seconds), isEnded, when: Date.now() });
    let text = saved(history, history.saved());
    if (text.length > LONGEST) {
        const line = history.copy();
        line.keepLine();
        text = saved(line, line.saved());
    }
    for (const most of [MOST, MOST / 4, 1]) {
        try {
            if (text.length <= LONGEST) localStorage.setItem(keyOf(puzzle, board), text);
            else localStorage.removeItem(keyOf(puzzle, board));
            dropOldest(most);
            return;
        } catch {
            // Full: it may fit with fewer others.
            dropOldest(most - 1);
        }
    }
}

/** @param {number} most */
function dropOldest(most) {
    try {
        const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
        if (keys.length <= most) return;
        const age = (/** @type {string} */ key) => JSON.parse(localStorage.getItem(key) ?? "{}").when ?? 0;
        const byAge = keys
            .map((key) => ({ key, when: age(key) }))
            .sort((one, other) => other.when - one.when);
        for (const { key } of byAge.slice(most)) localStorage.removeItem(key);
    } catch {
        // Without storage there is nothing to drop.
    }
}
