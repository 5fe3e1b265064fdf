// The keyboard help, in a dialog.

import { button, h } from "./dom.js";
import { isOn, settingSwitch } from "./settings.js";

const KEYS = [
    ["Arrow keys", "move from tile to tile on a board"],
    ["Shift and an arrow key", "go to the edge on that side, where lines are drawn; without Shift, go back to the tiles or along the line"],
    ["Enter", "play the tile, or open its orders; on a board that is filled in, write the next value"],
    ["Shift and Enter", "write the previous value, as a right click or a long press does"],
    ["0 to 9 and other values", "write the value into the cell; Backspace erases"],
    ["l", "begin a link at the cell, and draw or erase it at a neighbour, where cells can be linked"],
    ["p", "pencil marks: values are noted small, and a second time removed"],
    ["u, r, x", "undo, redo, restart"],
    ["h, s, f", "hint, solve from here, follow hints"],
    ["v", "review the game"],
    ["c, k", "check the entries so far; ask whether they can be completed"],
    ["Space", "play or pause the clock or a film; without a clock, play the tile"],
    ["← → or , .", "a step back or forward, with a clock or a film"],
    ["← → ↓, ↑ or x, z, Space, p", "while Tetris pieces fall: move, turn right, turn left, drop, pause"],
    ["← →, Delete on a mark of the timeline", "give an order at another time, take it out"],
    ["Escape", "stop what runs by itself, close a menu"],
    ["?", "this help"],
];

const DRAGGING =
    "A drag carries what the first cell gets to the others; where lines are drawn, it draws one. Over a line that is there, it erases.";

/** The button for the help; the key `?` opens it too. */
export function helpButton() {
    const rows = KEYS.map(([key, words]) =>
        h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, key)), h("td", {}, words)),
    );
    const close = button("Close", () => dialog.close(), { class: "primary", autofocus: true });
    const dialog = h(
        "dialog",
        { "aria-label": "Keys", id: "help-dialog" },
        h("h2", {}, "Keys"),
        h("table", {}, rows),
        h("p", {}, DRAGGING),
        h("p", {}, settingSwitch("shortcuts")),
        close,
    );
    document.body.append(dialog);
    const open = () => {
        if (!dialog.open) dialog.showModal();
    };
    document.addEventListener("keydown", (event) => {
        const isWriting = event.target instanceof Element && event.target.matches("input, select, textarea");
        if (event.key === "?" && !isWriting && isOn("shortcuts")) open();
    });
    return button("?", open, {
        class: "quiet",
        id: "help",
        "aria-label": "Help with keys",
        title: "Keys (?)",
    });
}
