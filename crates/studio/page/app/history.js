// The moves of a game, with those taken back. By the clock a move is an order with its time, given to any time step in any
// order, and `12 pass` takes an order out.

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

    /** The moves that stand. */
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

    /** The move taken back, if there was one. */
    undo() {
        if (!this.canUndo) return null;
        this.made -= 1;
        return this.line[this.made];
    }

    /** The move made again, if there was one. */
    redo() {
        if (!this.canRedo) return null;
        this.made += 1;
        return this.line[this.made - 1];
    }
}
