// The keys, in a dialog.

import { button, h } from "./dom.js";

const KEYS = [
    ["Arrow keys", "from tile to tile on a board"],
    ["Enter", "plays on the tile, or opens its orders"],
    ["0 to 9", "write a number into the cell, where numbers are wanted; Backspace erases"],
    ["u, r, x", "undo, redo, restart"],
    ["h, s, f", "hint, solve from here, follow hints"],
    ["c", "checks what is filled in so far"],
    ["Space", "plays and pauses the clock or a film; without a clock it plays on the tile"],
    ["← → or , .", "a step back or on, where there is a clock or a film"],
    ["Escape", "stops what goes on by itself, closes a menu"],
    ["?", "this help"],
];

/** The button for the help; `?` opens it too. */
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
