// The frames of a film of any length, fetched in stretches when they are needed.

import * as api from "./api.js";

/** Number of frames that are asked for at once, and of those before the one that is needed. */
const [WANTED, BEFORE] = [100, 20];
/** Number of stretches that are kept. */
const MOST_STRETCHES = 6;
/** The next stretch is fetched when this many frames of the current one are left. */
const AHEAD = 30;

/** @typedef {{from: number, frames: Frame[]}} Stretch */

export class Frames {
    /** @type {Stretch[]} the one that was used last comes first */
    #kept = [];
    /** @type {Map<number, Promise<Stretch>>} stretches on their way, by their first frame */
    #coming = new Map();

    /**
     * @param {import("./api.js").FilmSource} source
     * @param {Film} first
     */
    constructor(source, { last, curve, frames }) {
        this.source = source;
        this.last = last;
        this.curve = curve;
        this.#keep({ from: 0, frames });
    }

    /** @param {import("./api.js").FilmSource} source */
    static async open(source) {
        return new Frames(source, await api.film(source, { count: WANTED }));
    }

    /**
     * Returns a frame, which may have to be fetched.
     * @param {number} index
     * @returns {Promise<Frame>}
     */
    async at(index) {
        const near = this.#find(index);
        const { from, frames } = near ?? (await this.#fetch(this.#from(index)));
        const next = from + frames.length;
        if (next - index <= AHEAD && next <= this.last && !this.#find(next))
            // A failure shows when the frame is needed.
            this.#fetch(next).catch(() => {});
        // Stretches of large boards are short.
        return frames[index - from] ?? (await this.#fetch(index)).frames[0];
    }

    /**
     * Returns at most so many frames from the whole film, with their numbers.
     * @param {number} most
     * @param {AbortSignal} leaving
     */
    async some(most, leaving) {
        const step = Math.ceil(this.last / (most - 1)) || 1;
        /** @type {[number, Frame][]} */
        const chosen = [];
        for (let from = 0; from <= this.last; from = chosen.length * step) {
            const { frames } = await api.film(this.source, { from, count: WANTED, step });
            leaving.throwIfAborted();
            frames.forEach((frame, index) => chosen.push([from + index * step, frame]));
        }
        const [end] = chosen[chosen.length - 1];
        if (end < this.last) chosen.push([this.last, await this.at(this.last)]);
        return chosen;
    }

    /** @param {number} index */
    #find(index) {
        const has = (/** @type {Stretch} */ { from, frames }) =>
            index >= from && index < from + frames.length;
        const place = this.#kept.findIndex(has);
        if (place > 0) this.#kept.unshift(...this.#kept.splice(place, 1));
        return place < 0 ? undefined : this.#kept[0];
    }

    /**
     * Where a stretch for this frame begins: a little before it, for steps back, but not in another one.
     * @param {number} index
     */
    #from(index) {
        let from = index;
        while (from > 0 && index - from < BEFORE && !this.#find(from - 1)) from -= 1;
        return from;
    }

    /** @param {number} from */
    #fetch(from) {
        let coming = this.#coming.get(from);
        if (!coming) {
            coming = api
                .film(this.source, { from, count: WANTED })
                .then(({ frames }) => this.#keep({ from, frames }))
                .finally(() => this.#coming.delete(from));
            this.#coming.set(from, coming);
        }
        return coming;
    }

    /** @param {Stretch} stretch */
    #keep(stretch) {
        this.#kept.unshift(stretch);
        this.#kept.length = Math.min(this.#kept.length, MOST_STRETCHES);
        return stretch;
    }
}
