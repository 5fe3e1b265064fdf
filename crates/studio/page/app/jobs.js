// The list of all jobs of the server: live, filtered by state and words, sorted by any column.

import * as api from "./api.js";
import { button, duration, figure, fill, h, wait } from "./dom.js";
import { Grid } from "./grid.js";
import { STATES, isAtWork } from "./panel.js";
import { objection } from "./router.js";
import { jobsAddress } from "./source.js";
import { withStyles } from "./styles.js";
import { budgetWords } from "./watch.js";

/** Interval at which the list is read again, in milliseconds. */
const AGAIN = 2000;

/** @type {[string, (state: JobState) => boolean][]} */
const FILTERS = [
    ["All", () => true],
    ["At work", isAtWork],
    ["Ended", (state) => !isAtWork(state)],
];

/**
 * A row of the list: a job, and the jobs of its race.
 * @typedef {Job & {together: number[]}} Row
 */

/** @type {import("./router.js").Page} */
export async function jobsPage(outlet, _address, leaving) {
    await withStyles("lab.css");
    const said = h("div", { "aria-live": "polite" });
    /** @param {() => Promise<unknown>} action */
    const act = async (action) => {
        try {
            fill(said);
            await action();
            await read();
        } catch (error) {
            fill(said, objection(error));
        }
    };
    let shown = FILTERS[0];
    const grid = new Grid("Jobs", columns(act), (row) => String(row.id), {
        id: "jobs",
        empty: "No job matches.",
        accept: ({ state }) => shown[1](state),
    });
    const choices = FILTERS.map((filter) =>
        button(
            filter[0],
            () => {
                shown = filter;
                choices.forEach((choice, index) =>
                    choice.setAttribute("aria-pressed", String(FILTERS[index] === shown)),
                );
                grid.draw();
            },
            { "aria-pressed": String(filter === shown) },
        ),
    );
    grid.tools.prepend(h("div", { class: "actions", role: "group", "aria-label": "State" }, choices));
    const none = h(
        "p",
        { class: "fine" },
        "None yet: every puzzle in the gallery has a button “Watch a solver”.",
    );
    fill(
        outlet,
        h("h1", {}, "Jobs"),
        h("p", {}, "Jobs run on the server: closing this window does not stop them."),
        said,
        grid.element,
        none,
    );
    const read = async () => {
        const jobs = await api.jobs();
        none.hidden = jobs.length > 0;
        grid.element.hidden = jobs.length === 0;
        grid.show(jobs.map((job) => ({ ...job, together: raceOf(job, jobs) })));
    };
    await read();
    while (!leaving.aborted) {
        await wait(AGAIN, leaving).catch(() => {});
        if (!leaving.aborted && !document.hidden) await read().catch((error) => fill(said, objection(error)));
    }
}

/** @param {Job} job @param {Job[]} jobs */
function raceOf(job, jobs) {
    if (!job.race) return [job.id];
    const together = jobs.filter(({ race }) => race === job.race);
    return together.map(({ id }) => id).sort((one, other) => one - other);
}

/**
 * @param {(action: () => Promise<unknown>) => void} act
 * @returns {import("./grid.js").Column<Row>[]}
 */
function columns(act) {
    /** @param {Row} job @param {string} word */
    const about = (job, word) => `${word} ${job.solver} on ${job.name ?? job.puzzle}`;
    return [
        {
            head: "job",
            cell: ({ solver, together }) =>
                together.length > 1 ? `${solver} race of ${together.length}` : solver,
            show: ({ solver, together }) => [
                h("a", { href: jobsAddress(together) }, solver),
                together.length > 1 && h("small", {}, ` race of ${together.length}`),
            ],
        },
        {
            head: "on",
            cell: ({ puzzle, name, seed, budget }) =>
                `${puzzle} ${name ?? ""} seed ${seed}, ${budgetWords(budget)}`,
            show: ({ puzzle, name, seed, budget }) => [
                `${puzzle} ${name ?? ""}`,
                h("br"),
                h("small", {}, `seed ${seed}, ${budgetWords(budget)}`),
            ],
        },
        {
            head: "state",
            cell: ({ state }) => STATES[state],
            show: ({ state }) => h("span", { class: "badge", "data-state": state }, STATES[state]),
        },
        {
            head: "best",
            cell: ({ best, solved }) => (solved ? best : null),
            show: ({ best, solved }) =>
                best === null || solved
                    ? figure(best)
                    : h("span", { class: "fine", title: "No complete answer yet" }, `(${figure(best)})`),
            isNumber: true,
        },
        {
            head: "work",
            cell: ({ evaluations, nodes }) => evaluations || nodes,
            show: ({ evaluations, nodes }) => figure(evaluations || nodes),
            isNumber: true,
        },
        {
            head: "time",
            cell: ({ seconds }) => seconds,
            show: ({ seconds }) => duration(seconds),
            isNumber: true,
        },
        {
            head: "",
            cell: () => "",
            show: (job) => [
                isAtWork(job.state) &&
                    button("Stop", () => act(() => api.tell(job.id, "stop")), {
                        class: "quiet",
                        "aria-label": about(job, "Stop"),
                    }),
                job.state === "interrupted" &&
                    button("Resume", () => act(() => api.tell(job.id, "resume")), {
                        class: "quiet",
                        "aria-label": about(job, "Resume"),
                    }),
                button("Delete", () => act(() => api.forget(job.id)), {
                    class: "quiet",
                    "aria-label": about(job, "Delete"),
                }),
            ],
        },
    ];
}
