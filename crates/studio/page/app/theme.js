// Light or dark: the system's setting, unless the user chose otherwise.

import { button } from "./dom.js";

const KEY = "quarry-theme";
const THEMES = ["auto", "light", "dark"];
const SIGNS = ["◐", "☀", "☾"];

function chosen() {
    const index = THEMES.indexOf(localStorage.getItem(KEY) ?? "auto");
    return Math.max(index, 0);
}

function apply() {
    document.documentElement.dataset.theme = THEMES[chosen()];
}

/** The button that cycles through the themes. */
export function themeButton() {
    apply();
    const toggle = button(
        "",
        () => {
            localStorage.setItem(KEY, THEMES[(chosen() + 1) % THEMES.length]);
            apply();
            label();
        },
        { class: "quiet", id: "theme" },
    );
    const label = () => {
        toggle.textContent = SIGNS[chosen()];
        toggle.title = `Colours: ${THEMES[chosen()]}`;
        toggle.setAttribute("aria-label", toggle.title);
    };
    label();
    return toggle;
}
