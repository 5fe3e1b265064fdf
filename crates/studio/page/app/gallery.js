// The gallery: every puzzle with its picture, in groups, with search and filters; the board to go on with,
// and the puzzle of the day.

import * as api from "./api.js";
import { dayCard } from "./daily.js";
import { fill, h, setAttribute } from "./dom.js";
import { ownBoard } from "./own.js";
import { doneCount, lastBegun, touchedCount } from "./progress.js";
import { addressOf, nowAt } from "./router.js";
import { difficulty, difficultyOf } from "./difficulty.js";
import { thumbnail, whenSeen } from "./thumbnail.js";

/** Groups of puzzles: name, title, and what they have in common. */
export const GROUPS = /** @type {[string, string, string][]} */ ([
    ["pencil", "Pencil", "Boards to fill in, by reasoning alone."],
    ["moves", "Moves", "One move after another, and each one counts."],
    ["clockwork", "Clockwork", "Worlds that move by themselves and obey your orders."],
    ["chance", "Chance", "Games whose luck is dealt as you play."],
    ["theory", "Theory", "The problems behind the puzzles, to look at as boards."],
]);

/** Puzzles that are problems of theory rather than games. */
const THEORY = ["satisfiability", "colouring", "hamiltonian-circuit", "search-tree", "bit-string"];

/**
 * The group of a puzzle: how it is played, unless it is a problem of theory.
 * @param {Card} card
 */
export const groupOf = ({ id, group }) => (THEORY.includes(id) ? "theory" : group);

const STATES = /** @type {[string, string][]} */ ([
    ["", "any progress"],
    ["new", "not started"],
    ["begun", "begun"],
    ["done", "done"],
]);

/** Difficulty comes after all pictures. */
const LATER = 1;

/** @type {import("./router.js").Page} */
export async function galleryPage(outlet, { query }, leaving) {
    const cards = await api.gallery();
    if (leaving.aborted) return;
    const shown = new Filter(cards, query, leaving);
    const features = h("div", { class: "features" }, goOnCard(cards, leaving), dayCard(cards, leaving));
    fill(
        outlet,
        h(
            "header",
            { class: "lead" },
            h("h1", {}, "A laboratory for hard puzzles"),
            h(
                "p",
                {},
                "Play them, watch solvers at work, let methods race on the same board, and run experiments.",
            ),
        ),
        features,
        shown.controls,
        shown.count,
        h("div", { "data-testid": "gallery" }, shown.sections),
        ownBoard(),
    );
}

/** @param {Card} card @returns {"new" | "begun" | "done"} */
function stateOf({ id, levels }) {
    if (levels.length > 0 && doneCount(id) >= levels.length) return "done";
    return touchedCount(id) > 0 ? "begun" : "new";
}

/**
 * The board that was played last.
 * @param {Card[]} cards
 * @param {AbortSignal} leaving
 */
function goOnCard(cards, leaving) {
    const last = lastBegun();
    const card = last && cards.find(({ id }) => id === last.puzzle);
    if (!last || !card) return null;
    const isLevel = card.levels.includes(last.board);
    const words = h("p", { class: "fine" }, isLevel ? last.board : "A new board");
    const load = async () => {
        if (!isLevel) return api.cover(card.id);
        const { name, picture } = await api.example(card.id, last.board);
        if (name) words.textContent = name;
        return picture;
    };
    return h(
        "section",
        { class: "feature", "data-testid": "go-on" },
        thumbnail(load, leaving),
        h(
            "div",
            {},
            h("h2", {}, `Go on with ${card.title}`),
            h("p", {}, h("a", { class: "button primary", href: last.address }, "Go on")),
            words,
        ),
    );
}

/** The cards that match what is searched for. */
class Filter {
    /**
     * @param {Card[]} cards
     * @param {URLSearchParams} query
     * @param {AbortSignal} leaving
     */
    constructor(cards, query, leaving) {
        this.cards = cards.map((card) => ({ card, element: cardOf(card, leaving) }));
        this.count = h("p", { class: "fine", role: "status", "data-testid": "count" });
        const onchange = () => this.#show();
        this.search = h("input", {
            type: "search",
            id: "search",
            placeholder: "Search",
            value: query.get("q") ?? "",
            oninput: onchange,
        });
        this.group = choice("group", query.get("group"), onchange, [
            ["", "all groups"],
            ...GROUPS.map(([name, title]) => /** @type {[string, string]} */ ([name, title.toLowerCase()])),
        ]);
        this.state = choice("progress", query.get("progress"), onchange, STATES);
        this.controls = h(
            "form",
            {
                class: "filters",
                role: "search",
                onsubmit: (/** @type {Event} */ event) => event.preventDefault(),
            },
            h("label", {}, h("span", { class: "unseen" }, "Search for a puzzle"), this.search),
            h("label", {}, h("span", { class: "unseen" }, "Group"), this.group),
            h("label", {}, h("span", { class: "unseen" }, "Progress"), this.state),
        );
        this.sections = GROUPS.map(([name, title, words]) => {
            const members = this.cards.filter(({ card }) => groupOf(card) === name);
            const list = h(
                "ul",
                { class: "gallery" },
                members.map(({ element }) => element),
            );
            const id = `group-${name}`;
            return h(
                "section",
                { "aria-labelledby": id, "data-group": name, "data-testid": id },
                h("h2", { id }, title),
                h("p", { class: "fine" }, words),
                list,
            );
        });
        this.#show();
    }

    #show() {
        const { search, group, state } = this;
        const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
        let count = 0;
        for (const { card, element } of this.cards) {
            const text = `${card.id} ${card.title} ${card.rules}`.toLowerCase();
            const fits =
                words.every((word) => text.includes(word)) &&
                (!group.value || groupOf(card) === group.value) &&
                (!state.value || stateOf(card) === state.value);
            setAttribute(element, "hidden", !fits);
            if (fits) count += 1;
        }
        for (const section of this.sections)
            setAttribute(section, "hidden", !section.querySelector("li:not([hidden])"));
        const none = "No puzzle matches.";
        this.count.textContent = count === 0 ? none : count === 1 ? "1 puzzle" : `${count} puzzles`;
        const chosen = { q: search.value, group: group.value, progress: state.value };
        nowAt(addressOf([], Object.fromEntries(Object.entries(chosen).filter(([, value]) => value))));
    }
}

/**
 * @param {string} id
 * @param {string | null} chosen
 * @param {() => void} onchange
 * @param {[string, string][]} options
 */
const choice = (id, chosen, onchange, options) =>
    h(
        "select",
        { id, onchange },
        options.map(([value, words]) => h("option", { value, selected: value === chosen }, words)),
    );

/**
 * @param {Card} card
 * @param {AbortSignal} leaving
 */
function cardOf(card, leaving) {
    const { id, title, levels } = card;
    const done = doneCount(id);
    const progress = done > 0 || touchedCount(id) > 0;
    const hard = h("p", { class: "fine" });
    const element = h(
        "li",
        { class: "puzzle", "data-testid": `puzzle-${id}` },
        thumbnail(() => api.cover(id), leaving),
        h("h3", {}, h("a", { href: addressOf(["puzzle", id]) }, title)),
        hard,
        h("p", { class: "fine" }, progress ? `${done} of ${levels.length} done` : `${levels.length} levels`),
        progress && h("progress", { max: levels.length, value: done, "aria-hidden": "true" }),
    );
    const rate = async () => fill(hard, difficulty(difficultyOf(card, await api.levels(id))));
    whenSeen(hard, rate, leaving, LATER);
    return element;
}
