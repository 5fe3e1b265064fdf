// Pages for the methods: a description, and the method at work on a small board, step by step.

import * as api from "./api.js";
import { Chart } from "./chart.js";
import { button, fill, h } from "./dom.js";
import { LESSONS } from "./lessons.js";
import { onKeys } from "./keys.js";
import { Panel, follow } from "./panel.js";
import { resultsOf } from "./ranking.js";
import { addressOf, objection } from "./router.js";
import { jobsAddress } from "./source.js";

/** Maximum seconds that a method may work here. */
const LONGEST = 120;
/** Speed at the beginning, by its place in the list: slow enough to see each step. */
const LESSON_SPEED = "1";

/** @type {import("./router.js").Page} */
export async function learnPage(outlet, { path, query }, leaving) {
    const lesson = LESSONS.find(({ id }) => id === path[0]);
    if (!lesson) return showAll(outlet);
    const { title, idea, look, good, bad, source, numbers } = lesson;
    document.title = `${title} · Quarry`;
    const stage = h("div", { class: "stage", "data-testid": "stage" });
    const index = LESSONS.indexOf(lesson);
    const [before, after] = [LESSONS[index - 1], LESSONS[index + 1]];
    const named = Object.entries(numbers).flatMap(([name, words]) => [h("dt", {}, name), h("dd", {}, words)]);
    fill(
        outlet,
        h("p", { class: "trail" }, h("a", { href: "#/learn" }, "Learn"), " / ", lesson.group),
        h("h1", {}, title),
        h(
            "div",
            { class: "lesson" },
            h(
                "article",
                {},
                h("p", {}, idea),
                h("h2", {}, "What to look at"),
                h("p", {}, look),
                named.length > 0 && h("dl", { class: "facts" }, named),
                h("h2", {}, "When it is good"),
                h("p", {}, good),
                h("h2", {}, "When it is not"),
                h("p", {}, bad),
                h("p", { class: "fine" }, source),
                h(
                    "p",
                    { class: "actions" },
                    before &&
                        h(
                            "a",
                            { class: "button", href: addressOf(["learn", before.id]) },
                            `← ${before.title}`,
                        ),
                    after &&
                        h("a", { class: "button", href: addressOf(["learn", after.id]) }, `${after.title} →`),
                ),
            ),
            stage,
        ),
    );
    await showStage(stage, lesson, query.get("job"), leaving);
}

/** @param {HTMLElement} outlet */
function showAll(outlet) {
    const groups = [...new Set(LESSONS.map(({ group }) => group))];
    const section = (/** @type {string} */ group) => {
        const lessons = LESSONS.filter((lesson) => lesson.group === group);
        const items = lessons.map(({ id, title, idea }) =>
            h(
                "li",
                {},
                h("a", { href: addressOf(["learn", id]) }, title),
                h("p", { class: "fine" }, firstSentence(idea)),
            ),
        );
        return h("section", { class: "card" }, h("h2", {}, group), h("ul", { class: "plain" }, items));
    };
    fill(
        outlet,
        h("h1", {}, "How the methods work"),
        h(
            "p",
            {},
            "Each page has a small board and a paused solver: step through its work, watch how it searches, and go back to any earlier step.",
        ),
        h("div", { class: "cards lessons" }, groups.map(section)),
    );
}

/** @param {string} text */
const firstSentence = (text) => /^.*?[.:](?=\s)/.exec(text)?.[0].replace(/:$/, ".") ?? text;

/**
 * @param {HTMLElement} stage
 * @param {import("./lessons.js").Lesson} lesson
 * @param {string | null} id the current job, if there is one
 * @param {AbortSignal} leaving
 */
async function showStage(stage, lesson, id, leaving) {
    const [puzzle, name] = lesson.example;
    const { solvers } = await api.puzzle(puzzle);
    if (!solvers.some((solver) => solver.name === lesson.solver)) {
        fill(
            stage,
            h("p", { class: "card" }, `This build of Quarry has no solver ${lesson.solver} for ${puzzle}.`),
        );
        return;
    }
    const opened = await api.example(puzzle, name);
    if (lesson.estimate) {
        const { showEstimate } = await import("./splitting.js");
        return showEstimate(stage, { ...lesson, estimate: lesson.estimate }, opened, leaving);
    }
    const begin = async () => {
        const entries = [{ solver: lesson.solver, params: lesson.params ?? {} }];
        try {
            const { jobs } = await api.start({
                text: opened.text,
                name: opened.name,
                entries,
                seed: 1,
                budget: { seconds: LONGEST },
                paused: true,
            });
            location.hash = addressOf(["learn", lesson.id], { job: String(jobs[0]) });
        } catch (error) {
            fill(stage, objection(error), start);
        }
    };
    const start = button("Start it on a small board, paused", begin, { class: "primary", "data-testid": "begin" });
    const job = id === null ? null : await api.job(Number(id)).catch(() => null);
    if (leaving.aborted) return;
    if (!job) {
        fill(
            stage,
            h(
                "div",
                { class: "card" },
                h("p", {}, `${lesson.solver} on ${puzzle}/${name}: paused before its first step.`),
                start,
            ),
        );
        return;
    }
    const chart = new Chart("The best score so far", "evaluations");
    const chartCard = h("div", { class: "card" }, chart.element);
    const draw = () => {
        const points = resultsOf(panel.curve, "evaluations");
        // Some methods have no answer before their last step.
        chartCard.hidden = points.length === 0;
        chart.show([{ name: lesson.solver, points }]);
    };
    const panel = new Panel(job, opened.picture, () => queueMicrotask(draw), leaving);
    panel.speed.value = LESSON_SPEED;
    const again = button("Start again", begin, { class: "quiet", "data-testid": "again" });
    const whole = h(
        "a",
        { class: "button quiet", href: jobsAddress([job.id]) },
        "Watch it at full size, or race it",
    );
    fill(
        stage,
        panel.element,
        chartCard,
        h("p", { class: "actions" }, again, whole),
    );
    follow([panel], leaving);
    onKeys(
        {
            " ": () => panel.tell(panel.isGoing ? "pause" : "continue"),
            ".": () => panel.tell("step"),
            ArrowRight: () => panel.tell("step"),
        },
        leaving,
    );
}
