// The ranking of a race, live, and its podium at the end.

import { sample } from "./chart.js";
import { duration, figure, fill, h } from "./dom.js";
import { ranked } from "./ranking.js";

/** Number of places on the podium. */
const STEPS = 3;

/** @type {Record<import("./ranking.js").RaceClock, (value: number) => string>} */
export const SAID = {
    seconds: duration,
    nodes: (value) => `${figure(value)} nodes`,
    evaluations: (value) => `${figure(value)} evaluations`,
};

/** Formats work in a row whose unit the caption names. @param {import("./ranking.js").Entrant} entrant @param {import("./ranking.js").RaceClock} clock @param {number} value */
const amount = ({ isPerson }, clock, value) =>
    isPerson || clock === "seconds" ? duration(value) : figure(value);

export class Standings {
    #announced = "";

    constructor() {
        this.caption = h("caption", {});
        this.rows = h("tbody", { "data-testid": "ranking" });
        const heads = ["", "", "score", "reached at", "work", ""].map((head, index) =>
            head ? h("th", { scope: "col", class: index > 1 && "number" }, head) : h("td"),
        );
        this.podium = h("ol", { class: "podium", "data-testid": "podium", hidden: true });
        this.winner = h("p", { role: "status", class: "winner", "data-testid": "winner" });
        this.element = h(
            "div",
            { class: "standings" },
            this.winner,
            this.podium,
            h(
                "div",
                { class: "scroll" },
                h("table", { class: "ranking" }, this.caption, h("thead", {}, h("tr", {}, heads)), this.rows),
            ),
        );
    }

    /**
     * @param {import("./ranking.js").Entrant[]} entrants
     * @param {import("./ranking.js").RaceClock} clock
     * @param {number} time
     */
    show(entrants, clock, time) {
        const standings = ranked(entrants, clock, time);
        const isOver = entrants.every(({ isOver }) => isOver);
        this.caption.textContent = isOver
            ? `Final ranking, by ${clock === "seconds" ? "own seconds" : clock}`
            : `Ranking when each has worked for ${SAID[clock](time)}`;
        const most = Math.max(...entrants.map(({ work }) => work[clock]), 1e-9);
        fill(
            this.rows,
            standings.map(({ entrant, place, score, at, unfinished }) => {
                const done = h("progress", {
                    max: most,
                    value: entrant.work[clock],
                    "aria-label": `Work of ${entrant.name}`,
                });
                const result =
                    score !== null ? figure(score) : unfinished !== null ? `(${figure(unfinished)})` : "–";
                const title =
                    score === null
                        ? unfinished !== null
                            ? "Not a complete answer: no result"
                            : "No answer yet"
                        : false;
                return h(
                    "tr",
                    { "data-testid": `rank-${entrant.name}`, class: place === 1 && "first" },
                    h("td", { class: "number" }, place === null ? "–" : `${place}.`),
                    h("th", { scope: "row" }, sample(entrants.indexOf(entrant)), ` ${entrant.name}`),
                    h("td", { class: "number", title }, result),
                    h("td", { class: "number" }, at === null ? "–" : amount(entrant, clock, at)),
                    h(
                        "td",
                        { class: "number" },
                        amount(entrant, clock, entrant.work[entrant.isPerson ? "seconds" : clock]),
                    ),
                    h("td", {}, !entrant.isPerson && done),
                );
            }),
        );
        this.#showPodium(standings, isOver);
    }

    /** @param {import("./ranking.js").Standing[]} standings @param {boolean} isOver */
    #showPodium(standings, isOver) {
        const placed = standings.filter(({ place }) => place !== null && place <= STEPS).slice(0, STEPS);
        this.podium.hidden = !isOver || placed.length < 2;
        fill(
            this.podium,
            placed.map(({ entrant, place, score }) =>
                h(
                    "li",
                    { class: `step-${place}` },
                    h("strong", {}, `${place}.`),
                    h("span", {}, entrant.name),
                    h("span", {}, figure(score)),
                ),
            ),
        );
        const first = placed.filter(({ place }) => place === 1).map(({ entrant }) => entrant.name);
        const words = !isOver
            ? ""
            : first.length === 0
              ? "Nobody has a complete answer."
              : first.length > 1
                ? `${first.join(" and ")} are level with ${figure(placed[0].score)}.`
                : `${first[0]} wins with ${figure(placed[0].score)}.`;
        if (words !== this.#announced) this.winner.textContent = this.#announced = words;
    }
}
