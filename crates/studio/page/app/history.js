// The steps of a game as a tree: who goes back and plays otherwise keeps the other line. In a game
// with a clock, a move is an order with its time. Orders can be given for any time step in any
// sequence, and `12 pass` removes an order. On a board that is filled in, a step may have several
// entries, joined by ` & `, or be a pencil mark, `~CELL=VALUE`, which a second one removes. Pencil
// marks are never sent to the server.

/** Stands between the moves of a step. */
export const JOINT = " & ";
const PENCIL = "~";

/**
 * The time of an order.
 * @param {string} mv
 */
export const timeOf = (mv) => Number.parseInt(mv, 10);

/** @param {string} mv */
export const isPass = (mv) => mv.endsWith(" pass");

/**
 * A step and the position after it. `next` is the step that redo goes to, 0 if there is none;
 * `isHelped` says that the program or a link has made it, not the player.
 * @typedef {{step: string, parent: number, next: number, isHelped: boolean}} HistoryNode
 */

/** @typedef {[string, number, number][]} SavedTree steps, their parents, and 1 for those that were helped */

export class History {
    /** @param {string[]} steps */
    constructor(steps = [], isHelped = false) {
        /** @type {HistoryNode[]} the first stands for the start; parents come before their children */
        this.nodes = [{ step: "", parent: -1, next: 0, isHelped: false }];
        /** The position that is shown. */
        this.at = 0;
        for (const step of steps) this.play(step, isHelped);
    }

    /** A copy, which shares the nodes: they are replaced, never changed. */
    copy() {
        const copy = new History();
        copy.nodes = this.nodes.slice();
        copy.at = this.at;
        return copy;
    }

    /** The nodes from the start to a node, without the start. */
    path(to = this.at) {
        const path = [];
        for (let at = to; at > 0; at = this.nodes[at].parent) path.push(at);
        return path.reverse();
    }

    /** The steps that are in effect. */
    get steps() {
        return this.path().map((at) => this.nodes[at].step);
    }

    /** The moves of these steps, without pencil marks. */
    get moves() {
        return movesOf(this.steps);
    }

    /** Whether a step in effect was not the player's own. */
    get isHelped() {
        return this.path().some((at) => this.nodes[at].isHelped);
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
        return this.at > 0;
    }

    get canRedo() {
        return this.nodes[this.at].next > 0;
    }

    /**
     * Plays a step; where it was played before, that line goes on.
     * @param {string} step
     */
    play(step, isHelped = false) {
        const parent = this.at;
        const isThis = (/** @type {HistoryNode} */ node) => node.parent === parent && node.step === step;
        const known = this.canRedo ? this.nodes.findIndex(isThis) : -1;
        this.at = known > 0 ? known : this.nodes.push({ step, parent, next: 0, isHelped }) - 1;
        this.nodes[parent] = { ...this.nodes[parent], next: this.at };
    }

    /**
     * Adds moves to the last step.
     * @param {string[]} moves
     */
    extend(moves) {
        const { step, parent, next, isHelped } = this.nodes[this.at];
        const joined = [...(this.at > 0 ? [step] : []), ...moves].join(JOINT);
        if (this.at > 0 && next === 0) {
            this.nodes[this.at] = { step: joined, parent, next, isHelped };
        } else {
            this.at = Math.max(parent, 0);
            this.play(joined, isHelped);
        }
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
        const { step, parent } = this.nodes[this.at];
        this.at = parent;
        return step;
    }

    /** Redoes a step and returns it, if there is one. */
    redo() {
        if (!this.canRedo) return null;
        this.at = this.nodes[this.at].next;
        return this.nodes[this.at].step;
    }

    /**
     * Goes to a node; redo goes on along its line.
     * @param {number} to
     */
    walk(to) {
        for (let at = to; at > 0; at = this.nodes[at].parent) {
            const { parent } = this.nodes[at];
            if (this.nodes[parent].next !== at) this.nodes[parent] = { ...this.nodes[parent], next: at };
        }
        this.at = to;
    }

    /** The last node of the line that redo follows from here. */
    get tip() {
        let at = this.at;
        while (this.nodes[at].next > 0) at = this.nodes[at].next;
        return at;
    }

    /** The last nodes of all lines, in the order in which they were begun. */
    get tips() {
        const parents = new Set(this.nodes.map(({ parent }) => parent));
        return this.nodes.map((_, at) => at).filter((at) => at > 0 && !parents.has(at));
    }

    /** Forgets all lines but the current one. */
    keepLine() {
        const line = this.path(this.tip).map((at) => this.nodes[at]);
        const at = this.path().length;
        Object.assign(this, new History());
        for (const { step, isHelped } of line) this.play(step, isHelped);
        this.walk(at);
    }

    /** @returns {SavedTree} */
    saved() {
        return this.nodes.slice(1).map(({ step, parent, isHelped }) => [step, parent, Number(isHelped)]);
    }

    /**
     * Restores a saved tree, at its start.
     * @param {SavedTree} saved
     */
    static restored(saved) {
        const history = new History();
        for (const [step, parent, helped] of saved) {
            if (!(parent >= 0 && parent < history.nodes.length)) break;
            history.at = parent;
            history.play(String(step), helped === 1);
        }
        history.at = 0;
        return history;
    }
}

/**
 * The moves of some steps, without pencil marks.
 * @param {string[]} steps
 */
export const movesOf = (steps) =>
    steps.flatMap((step) => step.split(JOINT)).filter((mv) => !mv.startsWith(PENCIL));
