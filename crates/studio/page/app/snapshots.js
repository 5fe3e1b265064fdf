// What a solver showed at each moment that the page has seen, to go back to. When there are too many,
// every second of the older ones is dropped.

/** Maximum number of moments that are kept. */
const MOST = 400;

/**
 * A moment: the latest of each kind of news.
 * @typedef {{glance: Glance | null, inside: Inside | null, shown: {shape: any, board: any} | null}} Moment
 */

export class Snapshots {
    /** @type {Moment[]} */
    moments = [];
    /** @type {Moment} */
    #now = { glance: null, inside: null, shown: null };
    /** Moment that is being looked at; `null` for the present. @type {Moment | null} */
    at = null;

    /** The latest news. */
    get now() {
        return this.#now;
    }

    /**
     * Adds news. Those of one moment come one after the other, the shape last.
     * @param {Partial<Moment>} news
     */
    add(news) {
        this.#now = { ...this.#now, ...news };
        const last = this.moments.at(-1);
        const isSame = last && last.glance?.nodes === this.#now.glance?.nodes && last.glance?.evaluations === this.#now.glance?.evaluations;
        if (isSame && last !== this.at) this.moments[this.moments.length - 1] = this.#now;
        else this.moments.push(this.#now);
        if (this.moments.length <= MOST) return;
        const half = MOST / 2;
        this.moments = this.moments.filter((moment, index) => index >= half || index % 2 === 0 || moment === this.at);
    }

    /** Forgets everything, for a job that starts again. */
    clear() {
        this.moments = [];
        this.#now = { glance: null, inside: null, shown: null };
        this.at = null;
    }

    /** Number of the moment that is looked at. */
    get place() {
        return this.at ? this.moments.indexOf(this.at) : this.moments.length - 1;
    }

    /**
     * Goes to a moment; the last one is the present.
     * @param {number} place
     */
    goTo(place) {
        const last = this.moments.length - 1;
        this.at = place >= last ? null : this.moments[Math.max(place, 0)];
    }

    /** The moments up to the one that is looked at. */
    get earlier() {
        return this.moments.slice(0, this.place);
    }
}
