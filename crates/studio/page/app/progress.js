// What the player has begun and done, kept in the browser's storage under one key. Where the storage
// is forbidden or full, the page works all the same: progress then lasts until the page is closed.

/** Name of the entry in the storage; its number changes if the format does. */
const KEY = "quarry-progress-1";

/** Maximum number of boards that are no levels; the oldest are dropped. */
const MOST_OTHERS = 500;

/** Begins the key of a board that is no level; no level's name begins with it. */
const OTHER = "~";

/**
 * `begun` and `done` are times in milliseconds; scores are better the higher they are.
 * @typedef {{begun: number, done?: number, address?: string, score?: number, moves?: number, seconds?: number}} BoardRecord
 * @typedef {BoardRecord & {state: "" | "begun" | "done"}} Progress
 * @typedef {{score?: number | null, moves?: number | null, seconds?: number | null}} Result
 * @typedef {{puzzle: string, board: string, address: string, at: number}} Begun
 * @typedef {{boards: Record<string, Record<string, BoardRecord>>, last: Begun | null, days: Record<string, [string, string]>}} Kept
 */

/** @returns {Kept} */
const nothing = () => ({ boards: {}, last: null, days: {} });

/** The latest state, with the text that it was read from. */
let known = { text: /** @type {string | null} */ (null), kept: nothing() };

/** Reads the storage, which another window may have changed. @returns {Kept} */
function read() {
    try {
        const text = localStorage.getItem(KEY);
        if (text === null || text === known.text) return known.kept;
        const { boards, last, days } = JSON.parse(text) ?? {};
        known = { text, kept: { boards: boards ?? {}, last: last ?? null, days: days ?? {} } };
    } catch {
        // Not readable: what this page knows itself is all there is.
    }
    return known.kept;
}

/** @param {Kept} kept */
function write(kept) {
    dropOldest(kept, MOST_OTHERS);
    known = { text: known.text, kept };
    for (const most of [MOST_OTHERS, MOST_OTHERS / 10, 0]) {
        try {
            dropOldest(kept, most);
            const text = JSON.stringify(kept);
            localStorage.setItem(KEY, text);
            known.text = text;
            return;
        } catch {
            // Full: it may fit with fewer of the boards that are no levels.
        }
    }
}

/**
 * Drops the oldest boards that are no levels.
 * @param {Kept} kept
 * @param {number} most how many of them may stay
 */
function dropOldest({ boards }, most) {
    const others = Object.entries(boards).flatMap(([puzzle, records]) =>
        Object.entries(records)
            .filter(([board]) => board.startsWith(OTHER))
            .map(([board, { begun, done }]) => ({ puzzle, board, at: Math.max(begun, done ?? 0) })),
    );
    others.sort((one, other) => other.at - one.at);
    for (const { puzzle, board } of others.slice(most)) delete boards[puzzle][board];
}

/**
 * The record of a board in this state, which is created if there is none.
 * @param {Kept} kept
 * @param {string} puzzle
 * @param {string} board
 */
function recordIn({ boards }, puzzle, board) {
    const records = (boards[puzzle] ??= {});
    return (records[board] ??= { begun: Date.now() });
}

/**
 * The key of a board: the name of an example, or a hash of the text of any other.
 * @param {import("./source.js").Source} source
 * @param {string} text the opened instance's
 */
export function boardKey({ path: [kind, , name] }, text) {
    return kind === "example" && name ? name : `${OTHER}${hash(text)}`;
}

/**
 * A short hash: two of 32 bits (FNV-1a with two offsets) are enough for the boards of one player.
 * @param {string} text
 */
export function hash(text) {
    let [one, other] = [0x811c9dc5, 0x9747b28c];
    for (let at = 0; at < text.length; at += 1) {
        const unit = text.charCodeAt(at);
        one = Math.imul(one ^ unit, 0x01000193);
        other = Math.imul(other ^ unit, 0x01000193) ^ (other >>> 15);
    }
    return [one, other].map((half) => (half >>> 0).toString(36)).join("");
}

/**
 * What is known of a board: the best score with the fewest moves for it, and the least time.
 * @param {string} puzzle
 * @param {string} board
 * @returns {Progress}
 */
export function progressOf(puzzle, board) {
    const record = read().boards[puzzle]?.[board];
    if (!record) return { begun: 0, state: "" };
    return { ...record, state: record.done ? "done" : "begun" };
}

/**
 * Notes that a board was begun, and the address at which to go on.
 * @param {string} puzzle
 * @param {string} board
 * @param {{address: string}} where
 */
export function markBegun(puzzle, board, { address }) {
    const kept = read();
    recordIn(kept, puzzle, board).address = address;
    kept.last = { puzzle, board, address, at: Date.now() };
    write(kept);
}

/**
 * Notes that a board is done: its goal is reached, or its game is over where there is no goal.
 * Returns whether the score, or as many points with fewer moves, was never reached before.
 * @param {string} puzzle
 * @param {string} board
 * @param {Result} result
 */
export function markDone(puzzle, board, { score, moves, seconds }) {
    const kept = read();
    const record = recordIn(kept, puzzle, board);
    const isFirst = record.done === undefined;
    const [points, before] = [score ?? 0, record.score ?? 0];
    const isFewer = points === before && (moves ?? Infinity) < (record.moves ?? Infinity);
    const isBest = isFirst || points > before || isFewer;
    if (isBest) Object.assign(record, { score: score ?? undefined, moves: moves ?? undefined });
    if (seconds !== null && seconds !== undefined) record.seconds = Math.min(record.seconds ?? Infinity, seconds);
    record.done ??= Date.now();
    // There is nothing to go on with on a board that is done.
    delete record.address;
    if (kept.last?.puzzle === puzzle && kept.last.board === board) kept.last = null;
    write(kept);
    return isBest;
}

/** The number of a puzzle's levels that are done. @param {string} puzzle */
export function doneCount(puzzle) {
    const records = Object.entries(read().boards[puzzle] ?? {});
    return records.filter(([board, { done }]) => done && !board.startsWith(OTHER)).length;
}

/** The number of a puzzle's boards of any kind that are begun or done. @param {string} puzzle */
export const touchedCount = (puzzle) => Object.keys(read().boards[puzzle] ?? {}).length;

/** The board that was played last, unless it is done. @returns {Begun | null} */
export const lastBegun = () => read().last;

/**
 * Keeps which board is the one of a day.
 * @param {string} day
 * @param {string} puzzle
 * @param {string} board
 */
export function keepDay(day, puzzle, board) {
    const kept = read();
    if (String(kept.days[day]) === String([puzzle, board])) return;
    kept.days[day] = [puzzle, board];
    write(kept);
}

/**
 * When the board of a day was done; 0 if it was not.
 * @param {string} day
 */
export function dayDone(day) {
    const kept = read();
    const [puzzle, board] = kept.days[day] ?? [];
    return (puzzle && board && kept.boards[puzzle]?.[board]?.done) || 0;
}
