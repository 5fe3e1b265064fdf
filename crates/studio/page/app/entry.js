// Numbers typed into the focused tile. Digits are collected; Enter, another tile or a pause after
// the last digit writes the number.

/** Maximum time until the next digit, in milliseconds. */
const PAUSE = 900;

export class Entry {
    /**
     * @param {(place: Place, text: string) => void} scribble shows the text being typed
     * @param {(place: Place, text: string | null) => void} write writes a number, or erases it
     */
    constructor(scribble, write) {
        this.scribble = scribble;
        this.write = write;
        this.draft = "";
        /** @type {Place | null} */
        this.place = null;
        this.timer = 0;
    }

    /**
     * Handles a key; returns whether it was used for writing.
     * @param {string} key
     * @param {Place} place
     */
    press(key, place) {
        if (/^\d$/.test(key)) {
            this.place = place;
            this.draft += key;
            this.scribble(place, this.draft);
            clearTimeout(this.timer);
            this.timer = setTimeout(() => this.finish(), PAUSE);
            return true;
        }
        if (key !== "Backspace" && key !== "Delete") return false;
        if (this.draft === "") {
            this.write(place, null);
        } else {
            this.draft = this.draft.slice(0, -1);
            this.scribble(place, this.draft);
        }
        return true;
    }

    /** Writes the typed number; returns whether there was one. */
    finish() {
        clearTimeout(this.timer);
        const { draft, place } = this;
        this.draft = "";
        if (draft === "" || !place) return false;
        this.write(place, draft);
        return true;
    }
}
