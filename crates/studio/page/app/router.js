// Selects the page to show. The whole state of a view is in the address after the `#`, so that a
// reload or a shared link gives the same view.

import { askUntil } from "./api.js";
import { fill, h, setAttribute } from "./dom.js";

/**
 * @typedef {{path: string[], query: URLSearchParams}} Address
 * @typedef {(outlet: HTMLElement, address: Address, leaving: AbortSignal) => Promise<void>} Page a page fills the
 *     outlet, and stops whatever it does when it is left
 */

/**
 * Returns a word of the path. A word with a wrong escape stays as it is: the page that it names is then not found.
 * @param {string} escaped
 */
function word(escaped) {
    try {
        return decodeURIComponent(escaped);
    } catch {
        return escaped;
    }
}

/** @returns {Address} */
export function readAddress() {
    const [path, query] = location.hash.replace(/^#\/?/, "").split("?", 2);
    return {
        path: path.split("/").filter(Boolean).map(word),
        query: new URLSearchParams(query ?? ""),
    };
}

/**
 * Returns the address of a view for a link.
 * @param {string[]} path
 * @param {URLSearchParams | Record<string, string>} [query]
 */
export function addressOf(path, query = {}) {
    // These need no escaping after the #, and moves are full of them.
    const search = new URLSearchParams(query).toString().replace(/%(2C|3B|3D)/g, decodeURIComponent);
    return `#/${path.map(encodeURIComponent).join("/")}${search && `?${search}`}`;
}

/**
 * Updates the address bar without navigating.
 * @param {string} address
 */
export function nowAt(address) {
    if (location.hash !== address) history.replaceState(null, "", address);
}

/**
 * Shows pages as the address changes.
 * @param {HTMLElement} outlet
 * @param {Record<string, {title: string, part: string, load: () => Promise<Page>}>} pages by the first word of their
 *     path; `part` is the address of the part of the studio that they belong to
 */
export function startRouter(outlet, pages) {
    let left = new AbortController();
    let isFirst = true;
    const show = async () => {
        const isChange = !isFirst;
        isFirst = false;
        left.abort();
        left = new AbortController();
        const leaving = left.signal;
        askUntil(leaving);
        const address = readAddress();
        const page = pages[address.path[0] ?? ""];
        const isWhole = page?.part === `#/${address.path.join("/")}`;
        for (const link of document.querySelectorAll("nav a")) {
            const isHere = link.getAttribute("href") === page?.part;
            setAttribute(link, "aria-current", isHere && (isWhole ? "page" : "true"));
        }
        if (isChange) focusHeading(outlet, leaving);
        fill(outlet, h("p", { class: "loading" }, "One moment …"));
        scrollTo(0, 0);
        if (!page) {
            document.title = "Page not found · Quarry";
            fill(outlet, h("h1", {}, "Page not found"), h("p", {}, h("a", { href: "#/" }, "To the gallery")));
        } else {
            document.title = `${page.title} · Quarry`;
            try {
                const show = await page.load();
                if (!leaving.aborted)
                    await show(outlet, { ...address, path: address.path.slice(1) }, leaving);
            } catch (error) {
                if (!leaving.aborted) fill(outlet, h("h1", {}, page.title), objection(error));
            }
        }
    };
    window.addEventListener("hashchange", show);
    return show();
}

/**
 * Moves the focus to the heading of a new page as soon as it is there, so that it is read out; a page may then move it
 * on. Many pages go on for as long as they are shown, so that nobody could wait for their end.
 * @param {HTMLElement} outlet
 * @param {AbortSignal} leaving
 */
function focusHeading(outlet, leaving) {
    const focus = () => {
        const heading = outlet.querySelector("h1");
        if (!heading) return;
        observer.disconnect();
        if (outlet.contains(document.activeElement)) return;
        heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(focus);
    observer.observe(outlet, { childList: true, subtree: true });
    leaving.addEventListener("abort", () => observer.disconnect());
}

/**
 * Returns an error message as an element.
 * @param {any} error
 */
export function objection(error) {
    const place = error.line ? `Line ${error.line}, column ${error.column ?? 1}: ` : "";
    const details = [error.expected && `Expected ${error.expected}`, error.found && `found ${error.found}`];
    // The server's message names the place too.
    const said = String(error.message ?? error).replace(/^line \d+, column \d+: /, "");
    const more = error.expected && !said.includes(error.expected) ? details.filter(Boolean).join(", ") : "";
    return h(
        "p",
        { class: "objection", role: "alert", "data-testid": "objection" },
        place,
        said,
        more && ` ${more}.`,
    );
}
