// The list of all jobs of the server.

import * as api from "./api.js";
import { button, duration, figure, fill, h, wait } from "./dom.js";
import { STATES } from "./panel.js";
import { objection } from "./router.js";
import { jobsAddress } from "./source.js";
import { budgetWords } from "./watch.js";

/** Interval at which the list is read again, in milliseconds. */
const AGAIN = 2000;

/** @type {import("./router.js").Page} */
export async function jobsPage(outlet, _address, leaving) {
    const said = h("div", { "aria-live": "polite" });
    const rows = h("tbody", { "data-testid": "jobs" });
    const heads = ["job", "on", "state", "best", "work", "time"].map((name) =>
        h("th", { scope: "col" }, name),
    );
    const table = h(
        "div",
        { class: "scroll" },
        h("table", {}, h("thead", {}, h("tr", {}, heads, h("td"))), rows),
    );
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
        table,
        none,
    );
    /** @param {() => Promise<unknown>} action */
    const act = async (action) => {
        try {
            fill(said);
            await action();
            before = "";
            rows.replaceChildren();
            await read();
        } catch (error) {
            fill(said, objection(error));
        }
    };
    let before = "";
    const read = async () => {
        const jobs = await api.jobs();
        none.hidden = jobs.length > 0;
        table.hidden = jobs.length === 0;
        const now = JSON.stringify(jobs);
        // The focus would be lost with the rows.
        if (now !== before && !rows.contains(document.activeElement))
            fill(
                rows,
                jobs.map((job) => row(job, jobs, act)),
            );
        before = now;
    };
    await read();
    while (!leaving.aborted) {
        await wait(AGAIN, leaving).catch(() => {});
        if (!leaving.aborted && !document.hidden) await read().catch((error) => fill(said, objection(error)));
    }
}

/**
 * @param {Job} job
 * @param {Job[]} jobs
 * @param {(action: () => Promise<unknown>) => void} act
 */
function row(job, jobs, act) {
    const together = job.race
        ? jobs.filter(({ race }) => race === job.race).sort((one, other) => one.id - other.id)
        : [job];
    const link = h("a", { href: jobsAddress(together.map(({ id }) => id)) }, job.solver);
    const race = together.length > 1 && h("small", {}, ` race of ${together.length}`);
    const resume = button("Resume", () => act(() => api.tell(job.id, "resume")), { class: "quiet" });
    const remove = button("Delete", () => act(() => api.forget(job.id)), {
        class: "quiet",
        "aria-label": `Delete ${job.solver} on ${job.name ?? job.puzzle}`,
    });
    return h(
        "tr",
        { "data-testid": `job-${job.id}` },
        h("td", {}, link, race),
        h(
            "td",
            {},
            `${job.puzzle} ${job.name ?? ""}`,
            h("br"),
            h("small", {}, `seed ${job.seed}, ${budgetWords(job.budget)}`),
        ),
        h("td", {}, h("span", { class: "badge", "data-state": job.state }, STATES[job.state])),
        h("td", { class: "number" }, figure(job.best)),
        h("td", { class: "number" }, figure(job.evaluations || job.nodes)),
        h("td", { class: "number" }, duration(job.seconds)),
        h("td", {}, job.state === "interrupted" && resume, remove),
    );
}
