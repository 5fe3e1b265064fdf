// The puzzle of the day: a board that follows from the date alone, so that everybody gets the same.

import * as api from "./api.js";
import { h } from "./dom.js";
import { levelOf } from "./presets.js";
import { boardKey, dayDone, keepDay, progressOf } from "./progress.js";
import { addressOf } from "./router.js";
import { generatedSource } from "./source.js";
import { thumbnail } from "./thumbnail.js";

/** The puzzles in turn, with the parameters that the presets leave open. @type {[string, Values][]} */
const TURNS = [
    ["sudoku", { shape: "3x3" }],
    ["samegame", { rows: 10, columns: 10 }],
    ["slither-link", { rows: 7, columns: 7 }],
    ["sokoban", {}],
    ["hidato", { topology: "hex", side: 4 }],
    ["peg-solitaire", {}],
    ["light-up", { rows: 10, columns: 10 }],
    ["cubic", {}],
    ["minesweeper", { rows: 8, columns: 8 }],
    ["n-puzzle", { rows: 4, columns: 4 }],
    ["nurikabe", { rows: 7, columns: 7 }],
    ["lemmings", {}],
    ["cross-sum", { rows: 8, columns: 8 }],
    ["blocks-world", {}],
    ["kplumber", { rows: 10, columns: 10 }],
    ["shanghai", { layout: "hill" }],
    ["pearl", { rows: 7, columns: 7 }],
    ["spiral-galaxies", { rows: 7, columns: 7 }],
    ["corral", { rows: 7, columns: 7 }],
];

/** Which preset each day of the week takes, from Sunday: the week begins easily. */
const LEVELS = [2, 0, 0, 1, 1, 1, 2];

/** @param {Date} date in the user's own calendar, as `2026-11-19` */
export const dayName = (date) =>
    [date.getFullYear(), date.getMonth() + 1, date.getDate()]
        .map((part) => String(part).padStart(2, "0"))
        .join("-");

/**
 * The board of a day, and the words for how hard it is.
 * @param {Date} date
 */
export function boardOf(date) {
    const name = dayName(date);
    const days = Math.round(Date.parse(`${name}T00:00:00Z`) / 86_400_000);
    const [puzzle, params] = TURNS[days % TURNS.length];
    const [words, level] = levelOf(puzzle, LEVELS[date.getDay()]);
    const seed = Number(name.replaceAll("-", ""));
    return { name, puzzle, params: { ...params, ...level }, words, seed };
}

/**
 * The number of days in a row, up to this one or the day before, whose boards were done on the day.
 * @param {Date} date
 */
export function streak(date) {
    let count = 0;
    for (const day = new Date(date); ; day.setDate(day.getDate() - 1)) {
        const done = dayDone(dayName(day));
        if (done && dayName(new Date(done)) === dayName(day)) count += 1;
        // Today's board may still be done.
        else if (dayName(day) !== dayName(date)) return count;
    }
}

/**
 * The card of today's puzzle.
 * @param {Card[]} cards
 * @param {AbortSignal} leaving
 */
export function dayCard(cards, leaving) {
    const date = new Date();
    const { name, puzzle, params, words, seed } = boardOf(date);
    const title = cards.find(({ id }) => id === puzzle)?.title ?? puzzle;
    const { path, query } = generatedSource(puzzle, params, seed);
    const state = h("span", { class: "state" });
    const draw = async () => {
        const { text, picture } = await api.generate(puzzle, params, seed);
        const board = boardKey({ path, query }, text);
        keepDay(name, puzzle, board);
        state.textContent = { done: "done", begun: "begun", "": "" }[progressOf(puzzle, board).state];
        return picture;
    };
    const days = streak(date);
    const row = days > 0 && `${days === 1 ? "1 day" : `${days} days`} in a row`;
    return h(
        "section",
        { class: "feature", "data-testid": "day" },
        thumbnail(draw, leaving),
        h(
            "div",
            {},
            h("h2", {}, "Puzzle of the day"),
            h(
                "p",
                {},
                h(
                    "a",
                    { class: "button primary", href: addressOf(["play", ...path], query) },
                    `Play ${title}`,
                ),
            ),
            h("p", { class: "fine" }, [words, row].filter(Boolean).join(" · "), " ", state),
        ),
    );
}
