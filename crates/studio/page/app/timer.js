// The time played on a board and the number of moves. The time stands still while the window is
// hidden and once the game is over; both can be hidden.

import { h } from "./dom.js";
import { changes, isOn } from "./settings.js";

/**
 * Writes a time as minutes and seconds.
 * @param {number} seconds
 */
export function minutes(seconds) {
    const whole = Math.floor(seconds);
    const [hours, rest] = [Math.floor(whole / 3600), whole % 3600];
    const two = (/** @type {number} */ count) => String(count).padStart(2, "0");
    const short = `${Math.floor(rest / 60)}:${two(rest % 60)}`;
    return hours > 0 ? `${hours}:${two(Math.floor(rest / 60))}:${two(rest % 60)}` : short;
}

/** @param {number} count */
export const counted = (count) => (count === 1 ? "1 move" : `${count.toLocaleString("en")} moves`);

export class Timer {
    #before = 0;
    /** @type {number | null} when the time began to run, by the page's clock in milliseconds */
    #since = null;
    #isWanted = false;

    /** @param {AbortSignal} leaving */
    constructor(leaving) {
        this.time = h("span", { "data-testid": "timer" }, minutes(0));
        this.moves = h("span", { "data-testid": "move-count" });
        this.element = h(
            "p",
            { class: "timer", role: "timer", "aria-label": "Time and moves" },
            this.time,
            this.moves,
        );
        const label = () => (this.element.hidden = !isOn("timer"));
        label();
        changes.addEventListener("timer", label, { signal: leaving });
        document.addEventListener("visibilitychange", () => this.#turn(), { signal: leaving });
        const ticking = setInterval(() => this.#show(), 500);
        leaving.addEventListener("abort", () => clearInterval(ticking));
    }

    get seconds() {
        return this.#before + (this.#since === null ? 0 : (performance.now() - this.#since) / 1000);
    }

    /** @param {number} seconds */
    set seconds(seconds) {
        this.#before = seconds;
        if (this.#since !== null) this.#since = performance.now();
        this.#show();
    }

    /** @param {boolean} isRunning @param {number} moves */
    show(isRunning, moves) {
        this.#isWanted = isRunning;
        this.#turn();
        this.moves.textContent = counted(moves);
    }

    #turn() {
        const isRunning = this.#isWanted && !document.hidden;
        if (isRunning === (this.#since !== null)) return;
        this.#before = this.seconds;
        this.#since = isRunning ? performance.now() : null;
        this.#show();
    }

    #show() {
        const shown = minutes(this.seconds);
        if (this.time.textContent !== shown) this.time.textContent = shown;
    }
}
