// Watching solvers at work: one, or several in a race on the same board. The address contains the
// jobs; they run on the server, whether they are watched or not.

import * as api from "./api.js";
import { Chart } from "./chart.js";
import { button, download, duration, fill, figure, h } from "./dom.js";
import { onKeys } from "./keys.js";
import { Panel, follow, isAtWork } from "./panel.js";
import { still } from "./picture.js";
import { commonTime, curvesOf } from "./ranking.js";
import { Rival } from "./rival.js";
import { addressOf, objection } from "./router.js";
import { MOST_IN_A_RACE, setupForm } from "./setup.js";
import { jobsAddress, openSource, sourceOf, textSource } from "./source.js";
import { Standings } from "./standings.js";
import { withStyles } from "./styles.js";

/** Limit in seconds that stands for none. */
const NO_LIMIT = 24 * 3600;

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
    await withStyles("race.css");
    if (leaving.aborted) return;
    const isRace = jobs.length > 1;
    const title = isRace
        ? `A race on ${first.name ?? "a board"}`
        : `${first.solver} on ${first.name ?? "a board"}`;
    const axes = axisChoice(usualClock(first.budget));
    const chart = new Chart("The best score so far", "");
    const standings = new Standings();
    const controls = raceControls((what) => tellAll(what));
    /** @type {Rival | null} */
    let rival = null;
    const entrants = () => [
        ...namedApart(panels).map(([name, { curve, job }]) => ({
            name,
            curve,
            isOver: !isAtWork(job.state),
            work: workOf(job),
        })),
        ...(rival ? [rival.entrant] : []),
    ];
    const draw = () => {
        const clock = axes.clock();
        const all = entrants();
        controls.hidden = !isRace || !panels.some(({ job }) => isAtWork(job.state));
        chart.unit = clock === "seconds" ? "own seconds" : clock;
        chart.show(curvesOf(all, clock), axes.isLogarithmic());
        if (isRace || rival) standings.show(all, clock, commonTime(all, clock));
        film.disabled = controls.hidden === false || !all.some(({ curve }) => curve.length > 0);
    };
    const film = button(
        "Save the race as GIF",
        async () => {
            const { raceFilm } = await import("./race-film.js");
            const file = raceFilm(title, entrants(), axes.clock());
            download(`race-${ids.join("-")}.gif`, new Blob([file], { type: "image/gif" }));
        },
        { "data-testid": "race-gif" },
    );
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
    axes.element.addEventListener("change", () => {
        chart.reset();
        drawSoon();
    });
    const panels = jobs.map((job) => new Panel(job, opened.picture, drawSoon, leaving));
    const { path } = await textSource(first.text);
    /** @param {"pause" | "continue" | "stop" | "step"} what */
    const tellAll = (what) => panels.forEach((panel) => panel.tell(what));
    const isAnyRunning = () => panels.some(({ job }) => job.state === "running");
    const list = h(
        "div",
        { class: `panels of-${Math.min(panels.length, 4)}`, "data-testid": "panels" },
        panels.map((panel) => panel.element),
    );
    const join = button(
        "Play against them",
        async () => {
            rival = new Rival(opened, `race-${ids.join(",")}`, drawSoon, leaving);
            join.hidden = true;
            list.before(rival.element);
            drawSoon();
            await rival.begin();
        },
        { "data-testid": "join" },
    );
    fill(
        outlet,
        h("p", { class: "trail" }, h("a", { href: "#/jobs" }, "Jobs"), " / ", puzzle.title),
        h("h1", {}, title),
        h("p", { class: "fine" }, `seed ${first.seed}, ${budgetWords(first.budget)}${isRace ? " each" : ""}`),
        lost,
        h(
            "div",
            { class: isRace ? "card race" : "card" },
            h("div", {}, axes.element, chart.element),
            isRace && standings.element,
            h("p", { class: "actions" }, controls, isRace && film, isRace && opened.playable && join),
        ),
        list,
        jobs.length < MOST_IN_A_RACE && addSolver(puzzle, opened, first, ids),
        h(
            "p",
            { class: "actions" },
            opened.playable &&
                h("a", { class: "button", href: addressOf(["play", ...path]) }, "Play this board"),
        ),
    );
    draw();
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

/** Returns the clock that decides a race with this budget. @param {Budget} budget @returns {import("./ranking.js").RaceClock} */
function usualClock({ seconds, nodes, evaluations }) {
    if (typeof seconds === "number" && seconds < NO_LIMIT) return "seconds";
    return typeof nodes === "number" ? "nodes" : typeof evaluations === "number" ? "evaluations" : "seconds";
}

/** Returns the work of a job by each clock; a method that evaluates nothing counts its nodes. @param {Job} job */
function workOf({ seconds, nodes, evaluations }) {
    return { seconds, nodes, evaluations: evaluations || nodes };
}

/** @param {(what: "pause" | "continue" | "stop") => void} tellAll */
function raceControls(tellAll) {
    return h(
        "span",
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

/** @param {import("./ranking.js").RaceClock} usual */
function axisChoice(usual) {
    const clocks = { seconds: "own seconds", nodes: "nodes", evaluations: "evaluations" };
    const unit = h(
        "select",
        { id: "axis", "aria-label": "Clock", "data-testid": "clock" },
        Object.entries(clocks).map(([value, name]) =>
            h("option", { value, selected: value === usual }, name),
        ),
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
        clock: () => /** @type {import("./ranking.js").RaceClock} */ (unit.value),
        isLogarithmic: () => log.checked,
    };
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
        typeof seconds === "number" && seconds < NO_LIMIT && `${duration(seconds)} at most`,
        typeof evaluations === "number" && `${figure(evaluations)} evaluations at most`,
        typeof nodes === "number" && `${figure(nodes)} nodes at most`,
    ];
    return limits.filter(Boolean).join(", ") || "no limit";
}
