// Writes an experiment of the form as TOML, the same text that `quarry run` takes.

/**
 * @typedef {{name: string} | {generate: string, params: Values, count: number}} PlannedInstances
 * @typedef {{solver: string, params: Values}} PlannedSolver
 * @typedef {{title: string, question: string, seed: number, runs: number, budget: Budget, instances: PlannedInstances[], solvers: PlannedSolver[]}} PlanOfForm
 */

/** @param {unknown} value @returns {string} */
function valueText(value) {
    if (Array.isArray(value)) return `[${value.map(valueText).join(", ")}]`;
    return typeof value === "string" ? JSON.stringify(value) : String(value);
}

/** @param {Values} values */
function inlineTable(values) {
    const pairs = Object.entries(values).map(([name, value]) => `${name} = ${valueText(value)}`);
    return `{ ${pairs.join(", ")} }`;
}

/** @param {string} name @param {Values} values */
const table = (name, values) => (Object.keys(values).length > 0 ? [`${name} = ${inlineTable(values)}`] : []);

/** @param {PlanOfForm} plan */
export function planText({ title, question, seed, runs, budget, instances, solvers }) {
    const limits = Object.entries(budget).filter(([, limit]) => typeof limit === "number");
    const head = [
        `title = ${valueText(title)}`,
        `question = ${valueText(question)}`,
        `seed = ${seed}`,
        `runs = ${runs}`,
        ...table("budget", Object.fromEntries(limits)),
    ];
    const boards = instances.map((one) =>
        "name" in one
            ? ["[[instances]]", `name = ${valueText(one.name)}`]
            : [
                  "[[instances]]",
                  `generate = ${valueText(one.generate)}`,
                  ...table("params", one.params),
                  `count = ${one.count}`,
              ],
    );
    const contenders = solvers.map(({ solver, params }) => [
        "[[solvers]]",
        `name = ${valueText(solver)}`,
        ...table("params", params),
    ]);
    return `${[head, ...boards, ...contenders].map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/**
 * Returns a name for the file of an experiment with this title.
 * @param {string} title
 */
export function nameOf(title) {
    const letters = title
        .toLowerCase()
        .normalize("NFKD")
        .replace(/[\u0300-\u036f]/g, "");
    return (
        letters
            .replace(/[^a-z0-9]+/g, "-")
            .replace(/^-+|-+$/g, "")
            .slice(0, 40)
            .replace(/-$/, "") || "mine"
    );
}

/**
 * Returns the place of a line and column in a text, both counted from 1.
 * @param {string} text
 * @param {number} line
 * @param {number} column
 */
export function offsetOf(text, line, column) {
    const before = text.split("\n").slice(0, line - 1);
    return Math.min(before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1, text.length);
}
