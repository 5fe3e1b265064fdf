// What the player has switched on and off for all games, kept in the browser's storage.

import { h } from "./dom.js";

/** @typedef {"timer" | "motion" | "shortcuts"} Setting */

/** The settings, all on at first. */
const WORDS = /** @type {Record<Setting, string>} */ ({
    timer: "Time and moves",
    motion: "Motion of pieces",
    shortcuts: "Single keys as shortcuts",
});

export const SETTINGS = /** @type {Setting[]} */ (Object.keys(WORDS));

/** Told when a setting changes; its name is the event's type. */
export const changes = new EventTarget();

/** @type {Map<Setting, boolean>} what was switched while the storage refuses to keep it */
const unkept = new Map();

/** @param {Setting} name */
export function isOn(name) {
    try {
        return unkept.get(name) ?? localStorage.getItem(`quarry-${name}`) !== "off";
    } catch {
        return true;
    }
}

/**
 * A switch for a setting.
 * @param {Setting} name
 */
export function settingSwitch(name) {
    const box = h("input", { type: "checkbox", checked: isOn(name), "data-testid": `setting-${name}` });
    box.addEventListener("change", () => {
        try {
            localStorage.setItem(`quarry-${name}`, box.checked ? "on" : "off");
        } catch {
            unkept.set(name, box.checked);
        }
        changes.dispatchEvent(new Event(name));
    });
    changes.addEventListener(name, () => (box.checked = isOn(name)));
    return h("label", { class: "switch" }, box, WORDS[name]);
}
