// Small pictures that are requested and drawn when they come into view, a few at a time.

import { fill, h } from "./dom.js";
import { still } from "./picture.js";

/** Maximum number of requests at the same time. */
const MOST_AT_ONCE = 3;
/** How far from the window pictures are drawn, in pixels. */
const MARGIN = 300;

/** @type {{act: () => Promise<void>, rank: number}[]} what waits for its turn */
const waiting = [];
let running = 0;

function next() {
    while (running < MOST_AT_ONCE && waiting.length > 0) {
        const first = waiting.reduce((one, other) => (other.rank < one.rank ? other : one));
        waiting.splice(waiting.indexOf(first), 1);
        running += 1;
        // A picture that cannot be had is left out.
        first
            .act()
            .catch(() => {})
            .finally(() => {
                running -= 1;
                next();
            });
    }
}

/**
 * Does something once an element comes into view, unless the page is left before its turn.
 * @param {Element} element
 * @param {() => Promise<void>} act
 * @param {AbortSignal} leaving
 * @param {number} [rank] what has a lower one comes first
 */
export function whenSeen(element, act, leaving, rank = 0) {
    const observer = new IntersectionObserver(
        ([{ isIntersecting }]) => {
            if (!isIntersecting) return;
            observer.disconnect();
            waiting.push({ act: async () => void (leaving.aborted || (await act())), rank });
            next();
        },
        { rootMargin: `${MARGIN}px` },
    );
    observer.observe(element);
    leaving.addEventListener("abort", () => observer.disconnect());
}

/**
 * A picture beside a text that says what it shows, so that it is hidden from screen readers.
 * @param {() => Promise<Picture | null>} load
 * @param {AbortSignal} leaving
 */
export function thumbnail(load, leaving) {
    const frame = h("div", { class: "thumb", "aria-hidden": "true" });
    const draw = async () => {
        const picture = await load();
        if (picture && !leaving.aborted) fill(frame, still(picture, ""));
    };
    whenSeen(frame, draw, leaving);
    return frame;
}
