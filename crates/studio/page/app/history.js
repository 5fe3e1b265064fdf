// The moves of a game, with those taken back. By the clock a move is an order with its time: it takes the place of what
// was ordered for that time, `12 pass` takes an order out, and the plan is what is left.

/**
 * The time of an order.
 * @param {string} mv
 */
export const timeOf = (mv) => Number.parseInt(mv, 10);

/** @param {string} mv */
export const isPass = (mv) => mv.endsWith(" pass");

export class History {
    /** @param {string[]} moves */
    constructor(moves) {
        this.edits = [...moves];
        this.made = moves.length;
        this.isTimed = false;
    }

    /** What stands, as the server wants it. */
    get moves() {
        const made = this.edits.slice(0, this.made);
        if (!this.isTimed) return made;
        const plan = new Map(made.map((mv) => [timeOf(mv), mv]));
        return [...plan.values()].filter((mv) => !isPass(mv)).sort((one, other) => timeOf(one) - timeOf(other));
    }

    /** @param {string} mv */
    play(mv) {
        this.edits = [...this.edits.slice(0, this.made), mv];
        this.made += 1;
    }

    /** Takes the last move back for good, as if it had never been made. */
    drop() {
        this.edits.pop();
        this.made = this.edits.length;
    }

    /** The move taken back, if there was one. */
    undo() {
        if (this.made === 0) return null;
        this.made -= 1;
        return this.edits[this.made];
    }

    /** The move made again, if there was one. */
    redo() {
        if (this.made === this.edits.length) return null;
        this.made += 1;
        return this.edits[this.made - 1];
    }
}
