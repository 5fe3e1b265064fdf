// Watching solvers at work: one, or several in a race on the same board. The address contains the
// jobs; they run on the server, whether they are watched or not.

import * as api from "./api.js";
import { Chart } from "./chart.js";
import { button, duration, fill, figure, h } from "./dom.js";
import { onKeys } from "./keys.js";
import { Panel, follow, isAtWork } from "./panel.js";
import { still } from "./picture.js";
import { addressOf, objection } from "./router.js";
import { MOST_IN_A_RACE, setupForm } from "./setup.js";
import { jobsAddress, openSource, sourceOf, textSource } from "./source.js";

/** @type {import("./router.js").Page} */
export async function watchPage(outlet, address, leaving) {
    if (address.path[0] === "jobs")
        return showJobs(outlet, (address.path[1] ?? "").split(",").map(Number), leaving);
    const source = sourceOf(address);
    const opened = await openSource(source);
    const puzzle = await api.puzzle(opened.puzzle);
    if (leaving.aborted) return;
    const name = opened.name ?? "an unnamed board";
    const play = h(
        "a",
        { class: "button", href: addressOf(["play", ...source.path], source.query) },
        "Play it yourself",
    );
    fill(
        outlet,
        h("p", { class: "trail" }, h("a", { href: "#/" }, "Gallery"), " / ", puzzle.title),
        h("h1", {}, `Watch a solver on ${name}`),
        h(
            "div",
            { class: "table" },
            setupForm(puzzle, opened, {}, (ids) => (location.hash = jobsAddress(ids))),
            h(
                "div",
                { class: "panel-side" },
                still(opened.picture, name),
                h("p", { class: "actions" }, opened.playable && play),
            ),
        ),
    );
}

/**
 * @param {HTMLElement} outlet
 * @param {number[]} ids
 * @param {AbortSignal} leaving
 */
async function showJobs(outlet, ids, leaving) {
    const asked = await Promise.allSettled(ids.map(api.job));
    const jobs = asked.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    const lost = asked.flatMap((result) => (result.status === "rejected" ? [objection(result.reason)] : []));
    if (jobs.length === 0) {
        fill(outlet, h("h1", {}, "No such jobs"), lost, h("p", {}, h("a", { href: "#/jobs" }, "All jobs")));
        return;
    }
    const [first] = jobs;
    const opened = await api.open(first.text);
    const puzzle = await api.puzzle(first.puzzle);
    if (leaving.aborted) return;
    const axes = axisChoice();
    const chart = new Chart("The best score so far", "");
    const controls = raceControls((what) => tellAll(what));
    const draw = () => {
        controls.hidden = panels.length < 2 || !panels.some(({ job }) => isAtWork(job.state));
        chart.unit = axes.unit();
        chart.show(
            namedApart(panels).map(([name, panel]) => ({ name, points: curveOf(panel, axes.isTime()) })),
            axes.isLogarithmic(),
        );
    };
    // There are many events per second; the screen is drawn once in between.
    let isDue = false;
    const drawSoon = () => {
        if (isDue) return;
        isDue = true;
        requestAnimationFrame(() => {
            isDue = false;
            draw();
        });
    };
    axes.element.addEventListener("change", drawSoon);
    const panels = jobs.map((job) => new Panel(job, opened.picture, drawSoon, leaving));
    const { path } = await textSource(first.text);
    /** @param {"pause" | "continue" | "stop" | "step"} what */
    const tellAll = (what) => panels.forEach((panel) => panel.tell(what));
    const isAnyRunning = () => panels.some(({ job }) => job.state === "running");
    fill(
        outlet,
        h("p", { class: "trail" }, h("a", { href: "#/jobs" }, "Jobs"), " / ", puzzle.title),
        h(
            "h1",
            {},
            jobs.length > 1
                ? `A race on ${first.name ?? "a board"}`
                : `${first.solver} on ${first.name ?? "a board"}`,
        ),
        h("p", { class: "fine" }, `seed ${first.seed}, ${budgetWords(first.budget)}`),
        lost,
        h("div", { class: "card" }, axes.element, chart.element, controls),
        h(
            "div",
            { class: `panels of-${Math.min(panels.length, 4)}`, "data-testid": "panels" },
            panels.map((panel) => panel.element),
        ),
        jobs.length < MOST_IN_A_RACE && addSolver(puzzle, opened, first, ids),
        h(
            "p",
            { class: "actions" },
            opened.playable &&
                h("a", { class: "button", href: addressOf(["play", ...path]) }, "Play this board"),
        ),
    );
    follow(panels, leaving);
    onKeys(
        {
            " ": () => tellAll(isAnyRunning() ? "pause" : "continue"),
            ".": () => tellAll("step"),
            ArrowRight: () => tellAll("step"),
        },
        leaving,
    );
}

/** @param {(what: "pause" | "continue" | "stop") => void} tellAll */
function raceControls(tellAll) {
    return h(
        "p",
        { class: "actions" },
        button("Pause all", () => tellAll("pause")),
        button("Continue all", () => tellAll("continue")),
        button("Stop all", () => tellAll("stop")),
    );
}

/**
 * @param {Puzzle} puzzle
 * @param {Opened} opened
 * @param {Job} first
 * @param {number[]} ids
 */
function addSolver(puzzle, opened, { seed, budget }, ids) {
    const form = setupForm(
        puzzle,
        opened,
        { seed, budget, most: 1 },
        (added) => (location.hash = jobsAddress([...ids, ...added])),
    );
    return h("details", { "data-testid": "add-to-race" }, h("summary", {}, "Add a solver to the race"), form);
}

function axisChoice() {
    const unit = h(
        "select",
        { id: "axis", "aria-label": "Horizontal axis" },
        h("option", { value: "seconds" }, "seconds"),
        h("option", { value: "evaluations" }, "evaluations"),
    );
    const log = h("input", { type: "checkbox", id: "log" });
    return {
        element: h(
            "div",
            { class: "actions axis" },
            h("span", {}, "Best score over"),
            unit,
            h("label", { for: "log" }, log, " logarithmic"),
        ),
        unit: () => unit.value,
        isTime: () => unit.value === "seconds",
        isLogarithmic: () => log.checked,
    };
}

/**
 * Returns the best score over time, up to now.
 * @param {Panel} panel
 * @param {boolean} isTime
 * @returns {[number, number][]}
 */
function curveOf({ curve, job }, isTime) {
    /** @type {[number, number][]} */
    const points = curve.map(([seconds, evaluations, score]) => [isTime ? seconds : evaluations, score]);
    const last = points.at(-1);
    const now = isTime ? job.seconds : job.evaluations;
    return last && now > last[0] ? [...points, [now, last[1]]] : points;
}

/**
 * Numbers solvers that are in the race more than once.
 * @param {Panel[]} panels
 * @returns {[string, Panel][]}
 */
function namedApart(panels) {
    /** @type {Map<string, number>} */
    const seen = new Map();
    return panels.map((panel) => {
        const count = (seen.get(panel.name) ?? 0) + 1;
        seen.set(panel.name, count);
        return [count > 1 ? `${panel.name} (${count})` : panel.name, panel];
    });
}

/** @param {Budget} budget */
export function budgetWords({ seconds, evaluations, nodes }) {
    const limits = [
        typeof seconds === "number" && `${duration(seconds)} at most`,
        typeof evaluations === "number" && `${figure(evaluations)} evaluations at most`,
        typeof nodes === "number" && `${figure(nodes)} nodes at most`,
    ];
    return limits.filter(Boolean).join(", ") || "no limit";
}
