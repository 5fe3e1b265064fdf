// The page of a puzzle: its rules in pictures, its levels, new boards, records and solvers.

import * as api from "./api.js";
import { boardOf } from "./daily.js";
import { bestKnown, difficulty, scoreWords } from "./difficulty.js";
import { button, fill, h } from "./dom.js";
import { GROUPS, groupOf } from "./gallery.js";
import { newBoard } from "./new.js";
import { ownBoard } from "./own.js";
import { still } from "./picture.js";
import { doneCount, lastBegun, progressOf } from "./progress.js";
import { addressOf } from "./router.js";
import { exampleSource, generatedSource } from "./source.js";
import { thumbnail, whenSeen } from "./thumbnail.js";

/** Number of levels shown at first. */
const FIRST = 12;

/** @type {import("./router.js").Page} */
export async function puzzlePage(outlet, { path: [id] }, leaving) {
    const [puzzle, cards] = await Promise.all([api.puzzle(id), api.gallery()]);
    const card = /** @type {Card} */ (cards.find((one) => one.id === id));
    if (leaving.aborted) return;
    document.title = `${puzzle.title} · Quarry`;
    const group = GROUPS.find(([name]) => name === groupOf(card))?.[1] ?? "";
    const levels = new LevelList(card, leaving);
    const records = h("div", {}, h("p", { class: "fine" }, "One moment …"));
    const learn = h("div", {});
    const rules = h("div", { class: "frames" });
    fill(
        outlet,
        h("p", { class: "trail" }, h("a", { href: "#/" }, "Gallery"), " / ", group),
        h("h1", {}, puzzle.title),
        h(
            "div",
            { class: "about" },
            h(
                "section",
                { "aria-labelledby": "rules" },
                h("h2", { id: "rules" }, "Rules"),
                h("p", {}, puzzle.rules),
                rules,
            ),
            start(card),
        ),
        h("section", { "aria-labelledby": "levels" }, h("h2", { id: "levels" }, "Levels"), levels.element),
        puzzle.generator && newBoard(puzzle, puzzle.generator, leaving),
        h("section", { "aria-labelledby": "records" }, h("h2", { id: "records" }, "Records"), records),
        h(
            "section",
            { "aria-labelledby": "solvers" },
            h("h2", { id: "solvers" }, "Solvers"),
            learn,
            solvers(puzzle),
        ),
        h(
            "section",
            { "aria-labelledby": "theory" },
            h("h2", { id: "theory" }, "How hard it is"),
            h("p", {}, puzzle.complexity),
        ),
        ownBoard(),
    );
    // Nothing above waits for what takes a while.
    const unless = (/** @type {() => void} */ act) => () => leaving.aborted || act();
    whenSeen(rules, async () => showFrames(rules, puzzle.title, await api.ruleFrames(id)), leaving);
    api.levels(id).then(
        (known) => {
            unless(() => {
                levels.show(known);
                fill(records, recordTable(card, known));
            })();
        },
        unless(() => fill(records, h("p", {}, "The levels could not be read; reload the page."))),
    );
    import("./lessons.js").then(({ LESSONS }) => {
        const own = LESSONS.filter(({ example }) => example[0] === id);
        unless(() => fill(learn, lessonLinks(own)))();
    });
}

/**
 * What to begin with: the board that was begun, the next level, the day's puzzle, a solver.
 * @param {Card} card
 */
function start({ id, title, levels }) {
    const last = lastBegun();
    const next = levels.find((name) => progressOf(id, name).state !== "done") ?? levels[0];
    const goOn = last?.puzzle === id && h("a", { class: "button primary", href: last.address }, "Go on");
    const play =
        next &&
        h(
            "a",
            { class: goOn ? "button" : "button primary", href: playAddress(id, next), id: "play" },
            doneCount(id) > 0 ? "Play the next level" : `Play ${title}`,
        );
    const watch =
        next &&
        h("a", { class: "button", href: addressOf(["watch", "example", id, next]) }, "Watch a solver");
    const today = boardOf(new Date());
    const source = generatedSource(id, today.params, today.seed);
    const day = h("a", { href: addressOf(["play", ...source.path], source.query) }, "The puzzle of the day");
    const done = doneCount(id);
    return h(
        "aside",
        { class: "card start", "aria-label": "Play" },
        h("p", {}, done === 0 ? `${levels.length} levels` : `${done} of ${levels.length} levels done`),
        done > 0 && h("progress", { max: levels.length, value: done, "aria-hidden": "true" }),
        h("p", { class: "actions" }, goOn, play, watch),
        today.puzzle === id && h("p", {}, day),
    );
}

/** @param {string} id @param {string} name */
const playAddress = (id, name) => addressOf(["play", ...exampleSource(id, name).path]);

/**
 * @param {Element} outlet
 * @param {string} title
 * @param {ExampleFrame[]} frames
 */
function showFrames(outlet, title, frames) {
    const figures = frames.map(({ words, picture }) => {
        const caption = words[0].toUpperCase() + words.slice(1);
        return h(
            "figure",
            {},
            still(picture, `${title}: ${words}`),
            h("figcaption", { class: "fine" }, caption),
        );
    });
    fill(outlet, figures);
}

/** The levels with their pictures, marks, and what is known of them. */
class LevelList {
    /**
     * @param {Card} card
     * @param {AbortSignal} leaving
     */
    constructor({ id, levels }, leaving) {
        this.items = levels.map((name) => {
            const title = h("a", { href: progressOf(id, name).address ?? playAddress(id, name) }, name);
            const facts = h("p", { class: "fine" });
            const mark = { done: "done", begun: "begun", "": "" }[progressOf(id, name).state];
            const element = h(
                "li",
                { class: "puzzle", "data-testid": `level-${name}`, "data-state": mark },
                thumbnail(async () => (await api.example(id, name)).picture, leaving),
                h("h3", {}, title),
                facts,
                mark && h("p", { class: "mark" }, mark === "done" ? "✓ done" : "● begun"),
            );
            return { id, name, title, facts, element };
        });
        const elements = this.items.map(({ element }) => element);
        const list = h("ul", { class: "gallery small" }, elements.slice(0, FIRST));
        const rest = elements.slice(FIRST);
        const all = button(`Show all ${levels.length}`, () => {
            list.append(...rest);
            all.remove();
            rest[0].querySelector("a")?.focus();
        });
        this.element = h("div", {}, list, rest.length > 0 && all);
    }

    /** @param {Levels} known */
    show({ measure, levels }) {
        const isRated = levels.some(({ difficulty }) => difficulty);
        for (const { id, name, title, facts } of this.items) {
            const level = levels.find((one) => one.name === name);
            if (!level) continue;
            title.textContent = level.title ?? name;
            const best = bestKnown(level);
            const { score } = progressOf(id, name);
            const words = [
                best && `best ${scoreWords(best.score, measure)}`,
                score !== undefined && best && `yours ${scoreWords(score, measure)}`,
            ];
            const tier = level.difficulty ?? (isRated ? "not rated: it takes long" : null);
            fill(
                facts,
                tier && difficulty({ tiers: level.difficulty ? [tier] : [], words: tier }),
                words.filter(Boolean).map((word) => h("span", {}, String(word))),
            );
        }
    }
}

/**
 * What others have reached, and when, as far as the levels' files say.
 * @param {Card} card
 * @param {Levels} known
 */
function recordTable({ id }, { measure, levels }) {
    const rows = levels.flatMap((level) => {
        const best = bestKnown(level);
        if (!best) return [];
        const { score } = progressOf(id, level.name);
        return h(
            "tr",
            {},
            h(
                "th",
                { scope: "row" },
                h("a", { href: playAddress(id, level.name) }, level.title ?? level.name),
            ),
            h("td", { class: "number" }, scoreWords(best.score, measure)),
            h("td", {}, best.by, best.proved && h("small", {}, " proved to be the best")),
            h("td", { class: "number" }, score === undefined ? "–" : scoreWords(score, measure)),
        );
    });
    if (rows.length === 0) return h("p", { class: "fine" }, "The levels come without best known results.");
    const heads = [["Level"], ["Best known", "number"], ["By whom"], ["You", "number"]];
    return h(
        "div",
        { class: "scroll records", tabindex: 0, role: "region", "aria-label": "Best known results" },
        h(
            "table",
            {},
            h(
                "thead",
                {},
                h(
                    "tr",
                    {},
                    heads.map(([head, kind]) => h("th", { scope: "col", class: kind }, head)),
                ),
            ),
            h("tbody", {}, rows),
        ),
    );
}

/** @param {import("./lessons.js").Lesson[]} lessons */
function lessonLinks(lessons) {
    if (lessons.length === 0) return null;
    const links = lessons.map(({ id, title }) =>
        h("li", {}, h("a", { href: addressOf(["learn", id]) }, title)),
    );
    return h(
        "div",
        {},
        h("p", {}, "Methods you can learn on its boards, step by step:"),
        h("ul", { class: "examples" }, links),
    );
}

/** @param {Puzzle} puzzle */
function solvers({ id, examples, solvers, default_solver }) {
    const sorted = [...solvers].sort(
        (one, other) => Number(other.name === default_solver) - Number(one.name === default_solver),
    );
    const rows = sorted.flatMap(({ name, summary }) => [
        h("dt", {}, name, name === default_solver && " (usual)"),
        h("dd", {}, summary),
    ]);
    const watch = addressOf(["watch", "example", id, examples[0] ?? ""]);
    return h(
        "div",
        {},
        h("p", {}, h("a", { href: watch }, `Watch any of its ${solvers.length} solvers at work`), "."),
        h(
            "details",
            {},
            h("summary", {}, "All of them"),
            h("dl", { class: "solvers", tabindex: 0, "aria-label": "Solvers" }, rows),
        ),
    );
}
