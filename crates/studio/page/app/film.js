// An answer as a film: the board before, between and after its moves.

import * as api from "./api.js";
import { h, wait, wantsStillness } from "./dom.js";
import { Drawing } from "./picture.js";

/** Maximum length of a film, and duration of its last frame and of the others, in milliseconds. */
const [WHOLE, LAST, FRAME] = [4000, 1500, 250];
/** Maximum number of frames; more could not be seen in that time. */
const MOST_FRAMES = 100;

/** The best line of a running solver, played repeatedly; a better one follows after its end. */
export class LiveFilm {
    /** @type {string[] | null} */
    #wanted = null;
    #last = "";
    #isPlaying = false;
    /** Whether a better line may come; if not, the film is played once more and then stops. */
    isLive = true;

    /**
     * @param {string} text the instance
     * @param {AbortSignal} leaving
     */
    constructor(text, leaving) {
        this.text = text;
        this.leaving = leaving;
        this.drawing = new Drawing();
        this.drawing.svg.setAttribute("role", "img");
        this.caption = h("figcaption", { class: "fine" });
        this.element = h("figure", { class: "film", "data-testid": "film" }, this.drawing.svg, this.caption);
    }

    /**
     * Shows a picture until there is a film.
     * @param {Picture} picture
     */
    begin(picture) {
        this.drawing.show(picture);
        this.drawing.svg.setAttribute("aria-label", "The board at the start");
        this.caption.textContent = "The board at the start";
    }

    /** @param {string[]} answer */
    play(answer) {
        const line = answer.join(";");
        if (line === this.#last) return;
        this.#last = line;
        this.#wanted = answer;
        if (!this.#isPlaying) this.#loop();
    }

    async #loop() {
        this.#isPlaying = true;
        try {
            /** @type {Film} */
            let film = { last: 0, frames: [], curve: [] };
            while (this.#wanted || this.isLive) {
                if (this.#wanted) {
                    const answer = this.#wanted;
                    this.#wanted = null;
                    film = await api.film({ text: this.text, answer }, { count: MOST_FRAMES });
                }
                await this.#show(film);
                if (wantsStillness() && !this.#wanted) break;
                await wait(LAST, this.leaving);
            }
        } catch (error) {
            if (!this.leaving.aborted)
                this.caption.textContent = String(/** @type {Error} */ (error).message);
        } finally {
            this.#isPlaying = false;
        }
    }

    /** @param {Film} film */
    async #show({ frames, last }) {
        const left = last + 1 - frames.length;
        const more = left > 0 ? `, and ${left} moves more` : "";
        const pause = Math.min(FRAME, WHOLE / frames.length);
        for (const { picture, words, score } of wantsStillness() ? frames.slice(-1) : frames) {
            this.drawing.show(picture);
            this.drawing.svg.setAttribute("aria-label", `The best line so far: ${words}`);
            this.caption.textContent = (words ? `${words} · score ${score}` : `score ${score}`) + more;
            await wait(pause, this.leaving);
        }
    }
}
