// A small menu beside a tile: the orders that can be given there.

import { button, h } from "./dom.js";

/**
 * Opens a menu in a frame, beside an element in it. It closes on a choice, on Escape, and when the focus leaves it.
 * @param {HTMLElement} frame
 * @param {Element} beside
 * @param {Option[]} options
 * @param {(option: Option) => void} choose
 */
export function openMenu(frame, beside, options, choose) {
    frame.querySelector(".menu")?.remove();
    const opener = document.activeElement;
    const items = options.map((option) =>
        button(
            option.name,
            () => {
                close();
                choose(option);
            },
            { role: "menuitem", tabindex: -1 },
        ),
    );
    const menu = h(
        "div",
        { class: "menu", role: "menu", "aria-label": "Orders", "data-testid": "menu" },
        items,
    );
    const close = () => {
        menu.remove();
        if (opener instanceof SVGElement || opener instanceof HTMLElement) opener.focus();
    };
    menu.addEventListener("keydown", (event) => {
        const at = items.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
        if (event.key === "ArrowDown" || event.key === "ArrowRight") items[(at + 1) % items.length].focus();
        else if (event.key === "ArrowUp" || event.key === "ArrowLeft") items.at(at - 1)?.focus();
        else if (event.key === "Escape") close();
        else return;
        event.preventDefault();
        event.stopPropagation();
    });
    menu.addEventListener("focusout", (event) => {
        // Not at once: the menu may be losing its focus because it is being removed.
        if (!menu.contains(/** @type {Node | null} */ (event.relatedTarget))) setTimeout(() => menu.remove());
    });
    const [outer, inner] = [frame.getBoundingClientRect(), beside.getBoundingClientRect()];
    frame.append(menu);
    const left = Math.min(inner.right - outer.left + 4, outer.width - menu.offsetWidth - 4);
    menu.style.left = `${Math.max(left, 0)}px`;
    menu.style.top = `${inner.top - outer.top}px`;
    items[0]?.focus();
}
