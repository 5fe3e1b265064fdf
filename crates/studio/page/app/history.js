// The steps of a game, including those undone. In a game with a clock, a move is an order with its
// time. Orders can be given for any time step in any sequence, and `12 pass` removes an order.
// On a board that is filled in, a step may have several entries, joined by ` & `, or be a pencil
// mark, `~CELL=VALUE`, which a second one removes. Pencil marks are never sent to the server.

const JOINT = " & ";
const PENCIL = "~";

/**
 * The time of an order.
 * @param {string} mv
 */
export const timeOf = (mv) => Number.parseInt(mv, 10);

/** @param {string} mv */
export const isPass = (mv) => mv.endsWith(" pass");

export class History {
    /** @param {string[]} steps */
    constructor(steps) {
        this.line = [...steps];
        this.made = steps.length;
    }

    /** The steps that are in effect. */
    get steps() {
        return this.line.slice(0, this.made);
    }

    /** The moves of these steps, without pencil marks. */
    get moves() {
        return this.steps.flatMap((step) => step.split(JOINT)).filter((mv) => !mv.startsWith(PENCIL));
    }

    /** The values that are pencilled into each cell, by the cell's name. */
    get pencilled() {
        /** @type {Map<string, Set<string>>} */
        const marks = new Map();
        for (const step of this.steps.filter((step) => step.startsWith(PENCIL))) {
            const at = step.indexOf("=");
            const [cell, value] = [step.slice(PENCIL.length, at), step.slice(at + 1)];
            const values = marks.get(cell) ?? new Set();
            if (!values.delete(value)) values.add(value);
            marks.set(cell, values);
        }
        return marks;
    }

    get canUndo() {
        return this.made > 0;
    }

    get canRedo() {
        return this.made < this.line.length;
    }

    /** @param {string[]} steps */
    play(...steps) {
        this.line = [...this.steps, ...steps];
        this.made = this.line.length;
    }

    /**
     * Adds moves to the last step.
     * @param {string[]} moves
     */
    extend(moves) {
        const step = [...this.steps.slice(-1), ...moves].join(JOINT);
        this.made = Math.max(this.made - 1, 0);
        this.play(step);
    }

    /**
     * Makes a pencil mark, or removes it.
     * @param {string} cell
     * @param {string} value
     */
    pencil(cell, value) {
        this.play(`${PENCIL}${cell}=${value}`);
    }

    /** Undoes a step and returns it, if there is one. */
    undo() {
        if (!this.canUndo) return null;
        this.made -= 1;
        return this.line[this.made];
    }

    /** Redoes a step and returns it, if there is one. */
    redo() {
        if (!this.canRedo) return null;
        this.made += 1;
        return this.line[this.made - 1];
    }
}
