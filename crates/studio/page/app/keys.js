// Keyboard shortcuts that work wherever the focus is, except while text is being typed. Single
// letters can be switched off: who speaks to the computer would press them by accident.

import { isOn } from "./settings.js";

/**
 * @param {Record<string, () => void>} keys
 * @param {AbortSignal} leaving
 */
export function onKeys(keys, leaving) {
    document.addEventListener(
        "keydown",
        (event) => {
            if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
            const { target } = event;
            if (document.querySelector("dialog[open]")) return;
            if (target instanceof Element && target.matches("input, select, textarea")) return;
            // Space on a button presses it.
            if (event.key === " " && target instanceof Element && target.matches("button, a, summary"))
                return;
            const act = keys[event.key];
            if (!act || (event.key.length === 1 && !isOn("shortcuts"))) return;
            event.preventDefault();
            act();
        },
        { signal: leaving },
    );
}
