// The user's own boards: a box to paste, drop or choose them.

import * as api from "./api.js";
import { button, fill, h } from "./dom.js";
import { numberField } from "./form.js";
import { addressOf, objection } from "./router.js";
import { textSource } from "./source.js";

/**
 * A box for boards from elsewhere: pasted, dropped, or chosen as a file. They may be of any puzzle.
 */
export function ownBoard() {
    const said = h("div", { "aria-live": "polite" });
    const text = h("textarea", {
        id: "own",
        rows: 8,
        spellcheck: "false",
        placeholder:
            "Paste a board here, or drop a file: a TOML file, a bare grid, an address of puzz.link, or many puzzles, one a line.",
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
            "aria-labelledby": "own-title",
            ondragover: (/** @type {DragEvent} */ event) => event.preventDefault(),
            ondrop: (/** @type {DragEvent} */ event) => {
                event.preventDefault();
                take(event.dataTransfer?.files[0]);
            },
        },
        h("h2", { id: "own-title" }, h("label", { for: "own" }, "Your own board")),
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
