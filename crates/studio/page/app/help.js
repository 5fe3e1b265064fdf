// The keyboard help, in a dialog.

import { button, h } from "./dom.js";

const KEYS = [
    ["Arrow keys", "move from tile to tile on a board"],
    ["Enter", "play the tile, or open its orders"],
    ["0 to 9", "write a number into the cell, in puzzles with numbers; Backspace erases"],
    ["u, r, x", "undo, redo, restart"],
    ["h, s, f", "hint, solve from here, follow hints"],
    ["c", "check the entries so far"],
    ["Space", "play or pause the clock or a film; without a clock, play the tile"],
    ["← → or , .", "a step back or forward, with a clock or a film"],
    ["Escape", "stop what runs by itself, close a menu"],
    ["?", "this help"],
];

/** The button for the help; the key `?` opens it too. */
export function helpButton() {
    const rows = KEYS.map(([key, words]) =>
        h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, key)), h("td", {}, words)),
    );
    const close = button("Close", () => dialog.close(), { class: "primary" });
    const dialog = h(
        "dialog",
        { "aria-label": "Keys", id: "help-dialog" },
        h("h2", {}, "Keys"),
        h("table", {}, rows),
        close,
    );
    document.body.append(dialog);
    const open = () => {
        if (!dialog.open) dialog.showModal();
    };
    document.addEventListener("keydown", (event) => {
        const isWriting = event.target instanceof Element && event.target.matches("input, select, textarea");
        if (event.key === "?" && !isWriting) open();
    });
    return button("?", open, {
        class: "quiet",
        id: "help",
        "aria-label": "Help with keys",
        title: "Keys (?)",
    });
}
