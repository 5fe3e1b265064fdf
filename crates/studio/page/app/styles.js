// Styles of views that are not needed at first: loaded once, before the view is shown.

/** @type {Map<string, Promise<void>>} */
const loaded = new Map();

/**
 * @param {string} name a file beside this one
 * @returns {Promise<void>}
 */
export function withStyles(name) {
    const known = loaded.get(name);
    if (known) return known;
    const link = document.createElement("link");
    const done = new Promise((/** @type {(done: void) => void} */ resolve) => {
        // A page without these styles is still better than none.
        link.onload = link.onerror = () => resolve();
    });
    link.rel = "stylesheet";
    link.href = `/app/${name}`;
    document.head.append(link);
    loaded.set(name, done);
    return done;
}
