// Time as something to hold: play, pause, step, rewind, and a slider. It serves games by the clock and films alike.

import { button, h, setAttribute, wait } from "./dom.js";

const SPEEDS = [1, 2, 4, 8, 16, 32, 60];

/**
 * A choice of steps a second, remembered for the next time.
 * @param {number} usual
 */
export function speedChoice(usual) {
    const kept = Number(localStorage.getItem("quarry-speed")) || usual;
    const options = SPEEDS.map((speed) => h("option", { value: String(speed), selected: speed === kept }, `${speed} / s`));
    const select = h("select", { id: "speed", "aria-label": "Steps a second", "data-testid": "speed" }, options);
    select.addEventListener("change", () => localStorage.setItem("quarry-speed", select.value));
    return { element: select, milliseconds: () => 1000 / Number(select.value) };
}

export class Clock {
    /** @type {AbortController | null} */
    #playing = null;

    /**
     * @param {(time: number) => Promise<unknown>} goTo
     * @param {AbortSignal} leaving
     * @param {number} [usual] steps a second
     */
    constructor(goTo, leaving, usual = 4) {
        this.goTo = goTo;
        this.leaving = leaving;
        this.now = 0;
        this.last = 0;
        this.speed = speedChoice(usual);
        this.slider = h("input", {
            type: "range",
            min: 0,
            step: 1,
            value: "0",
            "aria-label": "Time",
            "data-testid": "scrubber",
            oninput: () => {
                this.pause();
                this.#move(Number(this.slider.value));
            },
        });
        this.toggle = button("▶", () => this.playOrPause(), { class: "icon", "aria-label": "Play", "data-testid": "play-pause" });
        this.readout = h("output", { class: "readout" });
        /** @type {(sign: string, label: string, step: () => number) => HTMLButtonElement} */
        const jump = (sign, label, target) =>
            button(sign, () => {
                this.pause();
                this.#move(target());
            }, { class: "icon", "aria-label": label, title: label });
        this.element = h(
            "div",
            { class: "clock", role: "group", "aria-label": "Time", "data-testid": "clock" },
            jump("⏮", "To the start", () => 0),
            jump("◀", "A step back", () => this.now - 1),
            this.toggle,
            jump("▷", "A step on", () => this.now + 1),
            jump("⏭", "To the end", () => this.last),
            this.slider,
            this.readout,
            this.speed.element,
        );
        leaving.addEventListener("abort", () => this.pause());
    }

    /**
     * Shows where things stand.
     * @param {number} now
     * @param {number} last
     */
    show(now, last) {
        this.now = now;
        this.last = last;
        this.slider.max = String(last);
        this.slider.value = String(now);
        this.readout.textContent = `${now} / ${last}`;
    }

    /** @param {number} steps */
    step(steps) {
        this.pause();
        this.#move(this.now + steps);
    }

    /** @param {number} time */
    #move(time) {
        const target = Math.min(Math.max(time, 0), this.last);
        return this.goTo(target);
    }

    get isPlaying() {
        return this.#playing !== null;
    }

    playOrPause() {
        if (this.#playing) this.pause();
        else this.play();
    }

    pause() {
        this.#playing?.abort();
        this.#playing = null;
        this.#label();
    }

    /** Goes on until the end; from the end it begins anew. */
    async play() {
        if (this.#playing) return;
        const playing = new AbortController();
        this.#playing = playing;
        this.#label();
        try {
            if (this.now >= this.last) await this.#move(0);
            while (this.now < this.last && !playing.signal.aborted) {
                await wait(this.speed.milliseconds(), playing.signal);
                const before = this.now;
                await this.#move(before + 1);
                if (this.now === before) break;
            }
        } catch (error) {
            if (!playing.signal.aborted) throw error;
        } finally {
            if (this.#playing === playing) this.pause();
        }
    }

    #label() {
        this.toggle.textContent = this.isPlaying ? "⏸" : "▶";
        setAttribute(this.toggle, "aria-label", this.isPlaying ? "Pause" : "Play");
    }
}
