// Values typed into the focused tile. Characters are collected until no longer value begins with
// them; Enter, another tile or a pause after the last character writes the value too.

/** Maximum time until the next character, in milliseconds. */
const PAUSE = 900;

/** Characters that stand for others, which no keyboard has. */
const STANDS_FOR = /** @type {Record<string, string>} */ ({ "/": "╱", "\\": "╲" });

export class Entry {
    /**
     * @param {(place: Place, text: string) => void} scribble shows the text being typed
     * @param {(place: Place, text: string | null) => void} write writes a value, or erases it
     */
    constructor(scribble, write) {
        this.scribble = scribble;
        this.write = write;
        this.draft = "";
        /** @type {Place | null} */
        this.place = null;
        this.timer = 0;
        /** The place where a value was complete without Enter: an Enter that follows means that value. */
        this.completed = "";
    }

    /**
     * Handles a key; returns whether it was used for writing.
     * @param {string} key
     * @param {Place} place
     * @param {string[]} choices the values that can be written; none if there are too many to list
     */
    press(key, place, choices) {
        if (key === "Backspace" || key === "Delete") {
            this.#erase(place);
            return true;
        }
        if (key.length !== 1 || key === " ") return false;
        const isDigit = /^\d$/.test(key);
        const begins = (/** @type {string} */ text) =>
            choices.length === 0 ? isDigit : choices.some((choice) => choice.startsWith(text));
        const typed = STANDS_FOR[key] ?? key;
        const draft = [this.draft + typed, typed].find(begins);
        // A digit that fits nothing is not a shortcut either.
        if (draft === undefined) return isDigit;
        this.place = place;
        this.draft = draft;
        clearTimeout(this.timer);
        const isWhole = choices.includes(draft) && choices.every((one) => one === draft || !one.startsWith(draft));
        if (isWhole) {
            this.finish(place);
            this.completed = draft.length > 1 ? String(place) : "";
            this.timer = setTimeout(() => (this.completed = ""), PAUSE);
        } else {
            this.scribble(place, draft);
            this.timer = setTimeout(() => this.finish(place), PAUSE);
        }
        return true;
    }

    /** @param {Place} place */
    #erase(place) {
        if (this.draft === "") {
            this.write(place, null);
        } else {
            this.draft = this.draft.slice(0, -1);
            this.scribble(place, this.draft);
        }
    }

    /**
     * Writes the typed value; returns whether there was one.
     * @param {Place} chosen the place where something was chosen or typed
     */
    finish(chosen) {
        clearTimeout(this.timer);
        const { draft, place, completed } = this;
        this.draft = this.completed = "";
        if (draft === "" || !place) return completed === String(chosen);
        this.write(place, draft);
        return true;
    }
}
