// Views of single puzzles, where the generic board is not enough. Each is a module of its own that
// is loaded when its puzzle is opened.

/**
 * A view shows each position in its own way; it may hide the table's board.
 * @typedef {{show: (position: Position) => void, focus?: () => void}} View
 */

/** @type {Record<string, () => Promise<{view: (table: import("./table.js").Table) => View}>>} */
const VIEWS = {
};

/**
 * Returns the view of a table's puzzle, if it has one.
 * @param {import("./table.js").Table} table
 */
export async function viewOf(table) {
    const load = VIEWS[table.game.opened.puzzle];
    return load ? (await load()).view(table) : null;
}

/** Loads the styles of a view. @param {string} name */
export function addStyles(name) {
    const href = `/app/${name}.css`;
    if (document.querySelector(`link[href="${href}"]`)) return;
    const link = document.createElement("link");
    Object.assign(link, { rel: "stylesheet", href });
    document.head.append(link);
}
