// Forms generated from the declared settings of a puzzle's generator or a solver.

import { h } from "./dom.js";

/**
 * Converts a text from a form or an address to a value for the server.
 * @param {Field} field
 * @param {string} text
 */
export function typed(field, text) {
    if (field.kind === "whole" || field.kind === "real") return Number(text);
    return field.kind === "switch" ? text === "true" : text;
}

/**
 * A form for fields. `read` returns the values that differ from the defaults, or null on an error.
 * @param {Field[]} fields
 * @param {Values} [values] instead of the defaults
 * @param {string} [prefix] makes ids unique if there are several forms
 */
export function settingsForm(fields, values = {}, prefix = "") {
    const inputs = fields.map((field) => ({
        field,
        input: inputFor(field, values[field.name] ?? field.default),
    }));
    const rows = inputs.map(({ field, input }) => {
        input.id = `${prefix}${field.name}`;
        const hint = h("small", { id: `${input.id}-help` }, field.help, rangeOf(field));
        input.setAttribute("aria-describedby", hint.id);
        const label = h("label", { for: input.id }, field.name.replaceAll("_", " "));
        return h("div", { class: field.kind === "switch" ? "field switch" : "field" }, label, input, hint);
    });
    return {
        element: h("div", { class: "fields" }, rows),
        /** @returns {Values | null} */
        read() {
            const wrong = inputs.find(({ input }) => !input.checkValidity());
            if (wrong) {
                wrong.input.reportValidity();
                return null;
            }
            const read = inputs.map(({ field, input }) => ({ field, value: valueOf(field, input) }));
            const changed = read.filter(({ field, value }) => String(value) !== String(field.default));
            return Object.fromEntries(changed.map(({ field, value }) => [field.name, value]));
        },
    };
}

/** @param {Field} field */
function rangeOf({ kind, min, max, form }) {
    if (form) return ` (${form})`;
    if ((kind !== "whole" && kind !== "real") || (min === undefined && max === undefined)) return "";
    const [low, high] = [min, max].map((limit) => limit?.toLocaleString("en"));
    if (max === undefined) return ` (at least ${low})`;
    return min === undefined ? ` (at most ${high})` : ` (${low} to ${high})`;
}

/**
 * @param {Field} field
 * @param {unknown} value
 * @returns {HTMLInputElement | HTMLSelectElement}
 */
function inputFor({ kind, min, max, choices }, value) {
    if (kind === "choice") {
        const options = (choices ?? []).map((name) =>
            h("option", { value: name, selected: name === String(value) }, name),
        );
        return h("select", {}, options);
    }
    if (kind === "switch") return h("input", { type: "checkbox", checked: String(value) === "true" });
    if (kind !== "whole" && kind !== "real")
        return h("input", { type: "text", value: String(value ?? "") });
    const step = kind === "whole" ? 1 : "any";
    // For whole numbers, a browser counts steps from the minimum, as `step` requires.
    return h("input", { type: "number", step, min, max, required: true, value: String(value) });
}

/**
 * @param {Field} field
 * @param {HTMLInputElement | HTMLSelectElement} input
 */
function valueOf(field, input) {
    if (input instanceof HTMLInputElement && input.type === "checkbox") return input.checked;
    return typed(field, input.value);
}

/**
 * A number field with its label, for forms that are not generated.
 * @param {string} id
 * @param {string} label
 * @param {Record<string, any>} props
 */
export function numberField(id, label, props) {
    const input = h("input", { type: "number", id, ...props });
    return { input, element: h("div", { class: "field" }, h("label", { for: id }, label), input) };
}
