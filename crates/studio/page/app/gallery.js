// The gallery: every puzzle with its picture, rules, examples and generator, and a box for the
// user's own boards.

import * as api from "./api.js";
import { button, fill, h } from "./dom.js";
import { numberField, settingsForm } from "./form.js";
import { still } from "./picture.js";
import { addressOf, objection } from "./router.js";
import { exampleSource, generatedSource, textSource } from "./source.js";

/** Number of examples shown at first. */
const FIRST = 8;

/** @type {import("./router.js").Page} */
export async function galleryPage(outlet) {
    const puzzles = await api.puzzles();
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
        h("div", { class: "cards", "data-testid": "gallery" }, puzzles.map(card)),
        ownInstance(),
    );
}

/** @param {Puzzle} puzzle */
function card(puzzle) {
    const { id, title, rules, complexity, solvers, picture } = puzzle;
    const first = puzzle.examples[0];
    const play = first && h("a", { class: "button primary", href: playAddress(id, first) }, `Play ${title}`);
    const watch =
        first &&
        h("a", { class: "button", href: addressOf(["watch", "example", id, first]) }, "Watch a solver");
    return h(
        "article",
        { class: "card", id: `puzzle-${id}`, "data-testid": `puzzle-${id}` },
        h("div", { class: "card-picture" }, picture && still(picture, `A board of ${title}`)),
        h(
            "div",
            { class: "card-text" },
            h("h2", {}, title),
            h("p", {}, rules),
            h("p", { class: "actions" }, play, watch),
            h("details", {}, h("summary", {}, "How hard it is"), h("p", { class: "fine" }, complexity)),
            h("details", {}, h("summary", {}, `${solvers.length} solvers`), solverList(solvers)),
            examples(puzzle),
            puzzle.generator && generator(puzzle, puzzle.generator),
        ),
    );
}

/** @param {string} id @param {string} name */
const playAddress = (id, name) => addressOf(["play", ...exampleSource(id, name).path]);

/** @param {Solver[]} solvers */
function solverList(solvers) {
    const rows = solvers.map(({ name, summary }) => [h("dt", {}, name), h("dd", {}, summary)]);
    return h("dl", { class: "solvers" }, rows.flat());
}

/** @param {Puzzle} puzzle */
function examples({ id, examples }) {
    const links = examples.map((name) => h("li", {}, h("a", { href: playAddress(id, name) }, name)));
    const list = h("ul", { class: "examples" }, links.slice(0, FIRST));
    const more = links.slice(FIRST);
    const all = button(
        `All ${links.length}`,
        () => {
            list.append(...more);
            all.remove();
            more[0].querySelector("a")?.focus();
        },
        { class: "quiet" },
    );
    return h("section", {}, h("h3", {}, "Examples"), list, more.length > 0 && all);
}

/**
 * @param {Puzzle} puzzle
 * @param {Field[]} fields
 */
function generator({ id, title }, fields) {
    const form = settingsForm(fields, {}, `${id}-`);
    const seed = numberField(`${id}-seed`, "seed", {
        min: 0,
        max: Number.MAX_SAFE_INTEGER,
        step: 1,
        required: true,
        value: "1",
    });
    const make = h("button", { type: "submit" }, "Make it");
    /** @param {Event} event */
    const onsubmit = (event) => {
        event.preventDefault();
        const params = form.read();
        if (!params) return;
        const { path, query } = generatedSource(id, params, Number(seed.input.value));
        location.hash = addressOf(["play", ...path], query);
    };
    const draw = button(
        "Another seed",
        () => {
            seed.input.value = String(crypto.getRandomValues(new Uint32Array(1))[0]);
        },
        { class: "quiet" },
    );
    const actions = h("p", { class: "actions" }, make, draw);
    const whole = h("form", { onsubmit, novalidate: true }, form.element, seed.element, actions);
    return h("details", {}, h("summary", {}, `A new ${title}`), whole);
}

function ownInstance() {
    const said = h("div", { "aria-live": "polite" });
    const text = h("textarea", {
        id: "own",
        rows: 8,
        spellcheck: "false",
        placeholder: "Paste a board here, or drop a file: a TOML file, a bare grid, an address of puzz.link, or many puzzles, one a line.",
    });
    /** @param {number} [number] */
    const openText = async (number) => {
        try {
            const opened = await api.open(text.value, number);
            const count = opened.count ?? 1;
            if (count > 1 && number === undefined) {
                fill(said, oneOf(count, openText));
                return;
            }
            const { path } = await textSource(count > 1 ? opened.text : text.value);
            location.hash = addressOf(["play", ...path]);
        } catch (error) {
            fill(said, objection(error));
            pointAt(text, /** @type {api.Refusal} */ (error).line, /** @type {api.Refusal} */ (error).column);
        }
    };
    /** @param {File | undefined} file */
    const take = async (file) => {
        if (!file) return;
        text.value = await file.text();
        await openText();
    };
    const choose = h("input", {
        type: "file",
        class: "hidden",
        id: "own-file",
        onchange: () => take(choose.files?.[0]),
    });
    const area = h(
        "section",
        {
            class: "card own",
            ondragover: (/** @type {DragEvent} */ event) => event.preventDefault(),
            ondrop: (/** @type {DragEvent} */ event) => {
                event.preventDefault();
                take(event.dataTransfer?.files[0]);
            },
        },
        h("h2", {}, h("label", { for: "own" }, "Your own board")),
        text,
        said,
        h(
            "p",
            { class: "actions" },
            button("Open it", () => openText(), { class: "primary", id: "open-own" }),
            button("Choose a file", () => choose.click()),
            choose,
        ),
    );
    return area;
}

/**
 * Asks which of many puzzles to open.
 * @param {number} count
 * @param {(number: number) => void} choose
 */
function oneOf(count, choose) {
    const number = numberField("own-number", `puzzle, of ${count}`, {
        min: 1,
        max: count,
        step: 1,
        required: true,
        value: "1",
    });
    /** @param {Event} event */
    const onsubmit = (event) => {
        event.preventDefault();
        choose(Number(number.input.value));
    };
    const open = h("button", { type: "submit", id: "open-number" }, "Open this one");
    return h("form", { onsubmit }, number.element, h("p", { class: "actions" }, open));
}

/**
 * Selects the position of an error.
 * @param {HTMLTextAreaElement} area
 * @param {number | undefined} line
 * @param {number | undefined} column
 */
function pointAt(area, line, column) {
    if (!line) return;
    const before =
        area.value
            .split("\n")
            .slice(0, line - 1)
            .join("\n").length + (line > 1 ? 1 : 0);
    const start = before + (column ?? 1) - 1;
    area.focus();
    area.setSelectionRange(start, start + 1);
}
