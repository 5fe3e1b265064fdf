// The moves of a game, including those undone. In a game with a clock, a move is an order with its
// time. Orders can be given for any time step in any sequence, and `12 pass` removes an order.

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
        this.line = [...moves];
        this.made = moves.length;
    }

    /** The moves that are in effect. */
    get moves() {
        return this.line.slice(0, this.made);
    }

    get canUndo() {
        return this.made > 0;
    }

    get canRedo() {
        return this.made < this.line.length;
    }

    /** @param {string[]} moves */
    play(...moves) {
        this.line = [...this.moves, ...moves];
        this.made = this.line.length;
    }

    /** Undoes a move and returns it, if there is one. */
    undo() {
        if (!this.canUndo) return null;
        this.made -= 1;
        return this.line[this.made];
    }

    /** Redoes a move and returns it, if there is one. */
    redo() {
        if (!this.canRedo) return null;
        this.made += 1;
        return this.line[this.made - 1];
    }
}
