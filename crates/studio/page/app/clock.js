// Time controls: play, pause, step, rewind, and a slider. Used for games with a clock and for
// films.

import { button, fill, h, s, setAttribute, wait } from "./dom.js";

const SPEEDS = [1, 2, 4, 8, 16, 32, 60];
const USUAL_SPEED = 8;

/** Icons on a square of 16: few fonts have all of them. */
const ICONS = {
    start: "M3 3h2v10H3zM13 3v10L6 8z",
    back: "M11 3v10L4 8z",
    play: "M4 2.5v11L13 8z",
    pause: "M4 3h3v10H4zM9 3h3v10H9z",
    on: "M5 3v10l7-5z",
    end: "M11 3h2v10h-2zM3 3v10l7-5z",
};

/** @param {keyof typeof ICONS} name */
const icon = (name) =>
    s(
        "svg",
        { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" },
        s("path", { d: ICONS[name], fill: "currentColor" }),
    );

/** A choice of steps per second, which is remembered. */
export function speedChoice() {
    const kept = Number(localStorage.getItem("quarry-speed")) || USUAL_SPEED;
    const options = SPEEDS.map((speed) =>
        h("option", { value: String(speed), selected: speed === kept }, `${speed} / s`),
    );
    const select = h("select", { "aria-label": "Steps per second", "data-testid": "speed" }, options);
    select.addEventListener("change", () => localStorage.setItem("quarry-speed", select.value));
    return { element: select, milliseconds: () => 1000 / Number(select.value) };
}

export class Clock {
    /** @type {AbortController | null} */
    #playing = null;

    /**
     * @param {(time: number) => Promise<unknown>} goTo
     * @param {AbortSignal} leaving
     */
    constructor(goTo, leaving) {
        this.goTo = goTo;
        this.leaving = leaving;
        this.now = 0;
        this.last = 0;
        this.speed = speedChoice();
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
        this.toggle = button("", () => this.playOrPause(), { class: "icon", "data-testid": "play-pause" });
        this.#label();
        this.readout = h("output", { class: "readout" });
        /** @type {(sign: keyof typeof ICONS, label: string, target: () => number) => HTMLButtonElement} */
        const jump = (sign, label, target) => {
            const act = () => {
                this.pause();
                this.#move(target());
            };
            return h(
                "button",
                { type: "button", class: "icon", "aria-label": label, title: label, onclick: act },
                icon(sign),
            );
        };
        this.element = h(
            "div",
            { class: "clock", role: "group", "aria-label": "Time", "data-testid": "clock" },
            jump("start", "To the start", () => 0),
            jump("back", "A step back", () => this.now - 1),
            this.toggle,
            jump("on", "A step forward", () => this.now + 1),
            jump("end", "To the end", () => this.last),
            this.slider,
            this.readout,
            this.speed.element,
        );
        leaving.addEventListener("abort", () => this.pause());
    }

    /**
     * Shows the current time and the last one.
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
        // Fast steps continue from the target of the last step, not from what is shown so far.
        this.now = Math.min(Math.max(time, 0), this.last);
        return this.goTo(this.now);
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

    /** Plays until the end; at the end, starts again from the beginning. */
    async play() {
        if (this.#playing) return;
        const playing = new AbortController();
        this.#playing = playing;
        this.#label();
        try {
            if (this.now >= this.last) await this.#move(0);
            let due = performance.now();
            while (this.now < this.last && !playing.signal.aborted) {
                // The time that a step takes is a part of its pause; a late step is not made up for.
                due = Math.max(due + this.speed.milliseconds(), performance.now());
                await wait(due - performance.now(), playing.signal);
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
        fill(this.toggle, icon(this.isPlaying ? "pause" : "play"));
        setAttribute(this.toggle, "aria-label", this.isPlaying ? "Pause" : "Play");
    }
}
