// Creates elements in one call. Text always stays text: nothing here parses markup.

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {Record<string, any>} Props attributes; `on...` are listeners, `value` and `checked` are set as properties
 */

const SVG = "http://www.w3.org/2000/svg";
const PROPERTIES = new Set(["value", "checked", "selected", "htmlFor"]);

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Props} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props = {}, ...children) {
    return filled(document.createElement(tag), props, children);
}

/**
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Props} [props]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, props = {}, ...children) {
    return filled(/** @type {any} */ (document.createElementNS(SVG, tag)), props, children);
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Props} props
 * @param {(Child | Child[])[]} children
 */
function filled(element, props, children) {
    for (const [name, value] of Object.entries(props)) {
        if (name.startsWith("on")) {
            element.addEventListener(name.slice(2), value);
        } else if (PROPERTIES.has(name)) {
            /** @type {any} */ (element)[name] = value;
        } else {
            setAttribute(element, name, value);
        }
    }
    element.append(...nodes(children));
    return element;
}

/**
 * Sets an attribute; `true` means one without a value, `false`, `null` and `undefined` remove it.
 * @param {Element} element
 * @param {string} name
 * @param {unknown} value
 */
export function setAttribute(element, name, value) {
    if (value === false || value === null || value === undefined) {
        element.removeAttribute(name);
    } else {
        element.setAttribute(name, value === true ? "" : String(value));
    }
}

/**
 * @param {(Child | Child[])[]} children
 * @returns {(Node | string)[]}
 */
function nodes(children) {
    const present = children
        .flat()
        .filter((child) => child !== null && child !== undefined && child !== false);
    return present.map((child) => (child instanceof Node ? child : String(child)));
}

/**
 * Replaces the children of an element.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
    element.replaceChildren(...nodes(children));
}

/**
 * A button with a text.
 * @param {string} text
 * @param {(event: Event) => void} onclick
 * @param {Props} [props]
 */
export function button(text, onclick, props = {}) {
    return h("button", { type: "button", onclick, ...props }, text);
}

/**
 * Downloads a file.
 * @param {string} name
 * @param {Blob | string} content
 */
export function download(name, content) {
    const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content]));
    h("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Whether the user prefers reduced motion. */
export function wantsStillness() {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Waits; ends early, with an error, when the signal is given.
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
export function wait(milliseconds, signal) {
    return new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const stop = () => {
            clearTimeout(timer);
            reject(signal.reason);
        };
        const timer = setTimeout(() => {
            signal.removeEventListener("abort", stop);
            resolve();
        }, milliseconds);
        signal.addEventListener("abort", stop, { once: true });
    });
}

/**
 * Formats a number for people: `12,345`, `0.31`, `1.2 M`.
 * @param {number | null | undefined} value
 */
export function figure(value) {
    if (value === null || value === undefined) return "–";
    if (Math.abs(value) >= 1e7) return `${(value / 1e6).toFixed(1)} M`;
    if (Number.isInteger(value) || Math.abs(value) >= 1000) return Math.round(value).toLocaleString("en");
    return String(Number(value.toPrecision(3)));
}

/**
 * @param {number} seconds
 */
export function duration(seconds) {
    if (seconds < 100) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
    const minutes = Math.round(seconds / 60);
    return minutes < 100 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}
