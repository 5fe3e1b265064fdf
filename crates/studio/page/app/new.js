// New boards of a puzzle: presets first, all parameters below.

import * as api from "./api.js";
import { button, fill, h } from "./dom.js";
import { numberField, settingsForm } from "./form.js";
import { presetsOf } from "./presets.js";
import { addressOf, objection } from "./router.js";
import { generatedSource } from "./source.js";

/** Number of seeds that are tried for a preset, which not every seed can meet. */
const MOST_SEEDS = 3;

/**
 * @param {Puzzle} puzzle
 * @param {Field[]} fields
 * @param {AbortSignal} leaving
 */
export function newBoard({ id }, fields, leaving) {
    const { sizes, levels } = presetsOf(id, fields);
    const said = h("div", { role: "status" });
    let asked = new AbortController();
    leaving.addEventListener("abort", () => asked.abort());
    /** @param {Values} params @param {number[]} seeds the first that has a board is taken */
    const make = async (params, seeds) => {
        asked.abort();
        asked = new AbortController();
        const { signal } = asked;
        const cancel = button("Cancel", () => {
            asked.abort();
            fill(said);
            go.focus();
        });
        fill(said, h("p", { class: "actions" }, "Making a board … ", cancel));
        for (const [index, seed] of seeds.entries()) {
            try {
                await api.generate(id, params, seed, signal);
                signal.throwIfAborted();
                const { path, query } = generatedSource(id, params, seed);
                location.hash = addressOf(["play", ...path], query);
                return;
            } catch (error) {
                if (signal.aborted) return;
                const mayTryAnother = error instanceof api.Refusal && error.status === 422;
                if (mayTryAnother && index + 1 < seeds.length) continue;
                fill(said, objection(error));
                return;
            }
        }
    };
    const level = choices("level", "Difficulty", levels, Math.min(1, levels.length - 1));
    const size = choices("size", "Size", sizes, Math.floor((sizes.length - 1) / 2), ([, , without]) =>
        level.leaveOut(without ?? []),
    );
    const form = settingsForm(fields, {}, `${id}-`);
    const seed = numberField(`${id}-seed`, "seed", {
        min: 0,
        max: Number.MAX_SAFE_INTEGER,
        step: 1,
        required: true,
        value: "1",
    });
    const draw = button("Another seed", () => (seed.input.value = String(drawn())), { class: "quiet" });
    /** @param {Event} event */
    const onsubmit = (event) => {
        event.preventDefault();
        const params = form.read();
        if (params) make(params, [Number(seed.input.value)]);
    };
    const seeds = () => Array.from({ length: MOST_SEEDS }, drawn);
    const go = button("New board", () => make({ ...size.chosen(), ...level.chosen() }, seeds()), {
        class: "primary",
        id: "new-board",
    });
    return h(
        "section",
        { "aria-labelledby": "new", "data-testid": "new" },
        h("h2", { id: "new" }, "New boards"),
        size.element,
        level.element,
        h("p", { class: "actions" }, go),
        said,
        h(
            "details",
            {},
            h("summary", {}, "All parameters"),
            h(
                "form",
                { onsubmit, novalidate: true },
                form.element,
                seed.element,
                h("p", { class: "actions" }, h("button", { type: "submit" }, "Make it"), draw),
            ),
        ),
    );
}

const drawn = () => crypto.getRandomValues(new Uint32Array(1))[0];

/**
 * A row of choices, of which one is chosen.
 * @param {string} name
 * @param {string} title
 * @param {import("./presets.js").Preset[]} presets
 * @param {number} chosen
 * @param {(preset: import("./presets.js").Preset) => void} [onchange] called for the first choice too
 */
function choices(name, title, presets, chosen, onchange = () => {}) {
    const inputs = presets.map((preset, index) =>
        h("input", {
            type: "radio",
            name,
            value: String(index),
            checked: index === chosen,
            onchange: () => onchange(preset),
        }),
    );
    const labels = presets.map(([words], index) => h("label", { class: "button" }, inputs[index], words));
    if (presets[chosen]) onchange(presets[chosen]);
    return {
        element: presets.length > 0 && h("fieldset", { class: "choices" }, h("legend", {}, title), labels),
        chosen: () => presets[inputs.findIndex(({ checked }) => checked)]?.[1] ?? {},
        /** @param {string[]} words of choices that cannot be made */
        leaveOut(words) {
            presets.forEach(([own], index) => (inputs[index].disabled = words.includes(own)));
            const isLost = inputs.some(({ checked, disabled }) => checked && disabled);
            const left = inputs.filter(({ disabled }) => !disabled);
            if (isLost && left.length > 0) left[left.length - 1].checked = true;
        },
    };
}
