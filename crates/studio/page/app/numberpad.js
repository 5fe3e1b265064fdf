// The keys below a board that is filled in, for a thumb or a mouse: one for each value, or the digits
// where there are many values, with one that erases and one that switches to pencil marks.

import { button, fill, h, setAttribute } from "./dom.js";

/** Largest number of values that get a key each; beyond it, there are digits. */
const MOST_VALUES = 16;
/** Smallest number of values that get keys: fewer are a click away. */
const FEWEST_VALUES = 3;
const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"];

/**
 * @typedef {object} PadListeners
 * @property {(text: string | null) => void} write a value was chosen, or is to be erased
 * @property {(key: string) => void} type a digit was pressed, Backspace, or Enter
 * @property {() => void} pencil
 */

export class NumberPad {
    /** @type {string | null} the keys that are shown */
    #shown = null;

    /** @param {PadListeners} listeners */
    constructor(listeners) {
        this.listeners = listeners;
        this.pencil = button("Pencil marks", listeners.pencil, {
            "data-testid": "pencil",
            "aria-pressed": "false",
            "aria-keyshortcuts": "p",
            title: "Key p",
        });
        this.keys = h("div", { class: "pad", role: "group", "aria-label": "Values", "data-testid": "pad" });
        this.element = h("div", { class: "filling" }, this.keys, this.pencil);
    }

    /**
     * Shows the keys for some values; none are listed if there are too many.
     * @param {string[]} choices
     */
    show(choices) {
        const shown = choices.join(" ");
        if (shown === this.#shown) return;
        this.#shown = shown;
        const { write, type } = this.listeners;
        const hasDigits = choices.length === 0 || choices.length > MOST_VALUES;
        const erase = (/** @type {() => void} */ act) =>
            button("⌫", act, {
                class: "icon",
                "aria-label": "Erase",
                title: "Erase",
                "data-testid": "erase",
            });
        const digit = (/** @type {string} */ key) =>
            button(key, () => type(key), { class: "icon", "data-testid": `digit-${key}` });
        const value = (/** @type {string} */ text) =>
            button(text, () => write(text), { class: "icon", "data-testid": `value-${text}` });
        const enter = button("↵", () => type("Enter"), {
            class: "icon",
            "aria-label": "Enter",
            title: "Enter",
            "data-testid": "enter",
        });
        const keys = hasDigits
            ? [...DIGITS.map(digit), erase(() => type("Backspace")), enter]
            : choices.length >= FEWEST_VALUES
              ? [...choices.map(value), erase(() => write(null))]
              : [];
        const columns = keys.length <= 7 ? keys.length : keys.length <= 10 ? 5 : 6;
        this.keys.style.setProperty("--columns", String(Math.max(columns, 1)));
        fill(this.keys, keys);
    }

    /** @param {boolean} isPencil */
    showPencil(isPencil) {
        setAttribute(this.pencil, "aria-pressed", String(isPencil));
    }
}
