// Numbers typed into the tile that has the focus. Digits gather for a moment; Enter, another tile or the pause after the
// last digit writes them.

/** How long the next digit may take, in milliseconds. */
const PAUSE = 900;

export class Entry {
    /**
     * @param {(place: Place, text: string) => void} scribble shows what is being typed
     * @param {(place: Place, text: string | null) => void} write enters a number, or erases
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
     * Takes a key; says whether it was one for writing.
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

    /** Enters what was typed; says whether there was something. */
    finish() {
        clearTimeout(this.timer);
        const { draft, place } = this;
        this.draft = "";
        if (draft === "" || !place) return false;
        this.write(place, draft);
        return true;
    }
}
