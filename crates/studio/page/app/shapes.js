// Pictures of how methods work, other than trees: the layers of a beam, a population with its parents,
// replicas at their temperatures, the probabilities of moves, and steps of reasoning.

import * as api from "./api.js";
import { figure, fill, h, s } from "./dom.js";
import { LINES } from "./looks.js";
import { Drawing } from "./picture.js";

const isNarrow = matchMedia("(max-width: 40rem)").matches;
const [WIDTH, HEIGHT] = isNarrow ? [360, 280] : [640, 300];

/** Number of earlier shapes among which parents are looked for. */
const SEEN_BEFORE = 3;

/** @param {string} label @param {...any} children */
const chart = (label, ...children) =>
    s("svg", { class: "shape", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label }, ...children);

/** A line of words under a picture that says what is pointed at. @param {string} words */
const hint = (words) => h("p", { class: "fine node-words", role: "status" }, words);

/** The layers of a beam: who is kept, and whose children they are. */
export class LayersView {
    constructor() {
        this.said = hint("Each column is a layer, its best position at the top. Point at one for its figures.");
        this.picture = h("div", {});
        this.element = h("div", { "data-testid": "layers" }, this.picture, this.said);
    }

    /** @param {any} shape */
    show({ layers, width }) {
        const columns = layers.length;
        const ranks = Math.max(...layers.map((/** @type {any} */ { best }) => best.length), 2);
        const x = (/** @type {number} */ at) => 24 + (at * (WIDTH - 48)) / Math.max(columns - 1, 12);
        const y = (/** @type {number} */ rank) => 74 + (Math.min(rank, ranks) * (HEIGHT - 90)) / ranks;
        // Those who have descendants in the newest layer.
        const alive = layers.map(() => new Set());
        layers.at(-1)?.best.forEach((/** @type {any} */ _, /** @type {number} */ rank) => alive[columns - 1].add(rank));
        for (let at = columns - 1; at > 0; at--)
            layers[at].best.forEach(([, parent] = [0, 0], /** @type {number} */ rank) => {
                if (alive[at].has(rank)) alive[at - 1].add(parent);
            });
        const paths = ["", ""];
        const dots = layers.flatMap((/** @type {any} */ { best }, /** @type {number} */ at) =>
            best.map(([value, parent] = [0, 0], /** @type {number} */ rank) => {
                const lives = alive[at].has(rank);
                if (at > 0) paths[lives ? 1 : 0] += `M${x(at - 1)} ${y(parent)}L${x(at)} ${y(rank)}`;
                const dot = { cx: x(at), cy: y(rank), r: lives ? 3 : 2, class: lives ? "alive" : "dead" };
                return s("circle", dot, s("title", {}, `rank ${rank + 1}, value ${figure(value)}`));
            }),
        );
        const most = Math.max(...layers.map((/** @type {any} */ { made }) => made), 1);
        const tall = (/** @type {number} */ count) => (46 * count) / most;
        const across = Math.max(2, (WIDTH - 48) / Math.max(columns - 1, 12) - 2);
        const bars = layers.map((/** @type {any} */ layer, /** @type {number} */ at) => {
            const words = `${layer.depth} moves: ${figure(layer.made)} found, ${figure(layer.kept)} kept; values ${figure(layer.best[0]?.[0])} to ${figure(layer.worst)}`;
            const bar = (/** @type {number} */ count, /** @type {string} */ name) =>
                s("rect", { x: x(at) - across / 2, y: 52 - tall(count), width: across, height: tall(count), class: name });
            const area = s("rect", { x: x(at) - across / 2, y: 0, width: across, height: HEIGHT, fill: "transparent" });
            return s("g", { onpointerenter: () => (this.said.textContent = words) }, bar(layer.made, "made"), bar(layer.kept, "kept"), area);
        });
        const founders = alive[Math.max(0, columns - 11)].size;
        const back = Math.min(columns - 1, 10);
        const label = `${columns} layers of at most ${figure(width)} positions; the newest ones shown descend from ${founders} position${founders === 1 ? "" : "s"} ${back} layers before`;
        fill(
            this.picture,
            chart(label, s("path", { d: paths[0], class: "branch" }), s("path", { d: paths[1], class: "branch alive" }), dots, bars),
            h("p", { class: "caption" }, `${label}.`),
        );
    }
}

/** A population: each member by its distance from the best and its score, with lines to its parents. */
export class PopulationView {
    constructor() {
        this.said = hint("Each point is a member. Lines lead from the newest members to their parents.");
        this.picture = h("div", {});
        this.element = h("div", { "data-testid": "population" }, this.picture, this.said);
    }

    /** @param {any} shape @param {any[]} [earlier] shapes seen before it */
    show({ members, generation, crossing }, earlier = []) {
        if (members.length === 0) return fill(this.picture, h("p", { class: "caption" }, "The population has no member yet."));
        const parents = new Set(members.flatMap((/** @type {any} */ [, , , , two]) => two ?? []));
        const alive = new Set(members.map(([id] = [0]) => id));
        // Where a whole generation is replaced, parents are found only among those seen before.
        const before = new Map(earlier.slice(-SEEN_BEFORE).flatMap((one) => one.members.map((/** @type {any} */ member) => [member[0], member])));
        const former = [...before.values()].filter(([id]) => parents.has(id) && !alive.has(id));
        const scores = [...members, ...former].map(([, score] = [0, 0]) => score);
        const [low, high] = [Math.min(...scores), Math.max(...scores)];
        const place = ([, score, , distance] = [0, 0, 0, 0]) => [
            52 + distance * (WIDTH - 76),
            HEIGHT - 34 - ((score - low) / (high - low || 1)) * (HEIGHT - 62),
        ];
        const byId = new Map([...former, ...members].map((/** @type {any} */ member) => [member[0], member]));
        const newest = Math.max(...members.map((/** @type {any} */ [, , born]) => born), 0);
        let parentage = "";
        for (const member of members) {
            if (member[2] !== newest || !member[4]) continue;
            for (const parent of member[4]) {
                const other = byId.get(parent);
                if (other) parentage += `M${place(member)}L${place(other)}`;
            }
        }
        const circles = members.map((/** @type {any} */ member) => {
            const [id, score, born, distance, parents] = member;
            const [cx, cy] = place(member);
            const from = parents ? `, child of ${parents[0] + 1} and ${parents[1] + 1}` : ", without parents";
            const words = `Member ${id + 1}: score ${figure(score)}, born in generation ${born}${from}; ${Math.round(distance * 100)} % of its genes differ from the best`;
            const isNew = born === newest && newest > 0;
            return s("circle", { cx, cy, r: isNew ? 5 : 4, class: isNew ? "newest" : "member", onpointerenter: () => (this.said.textContent = words) });
        });
        const dots = former.map((member) => {
            const [cx, cy] = place(member);
            return s("circle", { cx, cy, r: 2.5, class: "dead" }, s("title", {}, `A parent that is not alive: score ${figure(member[1])}`));
        });
        const axes = [
            s("line", { x1: 46, x2: WIDTH - 18, y1: HEIGHT - 24, y2: HEIGHT - 24, class: "axis" }),
            s("line", { x1: 46, x2: 46, y1: 18, y2: HEIGHT - 24, class: "axis" }),
            s("text", { x: WIDTH - 18, y: HEIGHT - 8, "text-anchor": "end" }, "genes that differ from the best →"),
            s("text", { x: 6, y: 14 }, "↑ score"),
            s("text", { x: 40, y: 30, "text-anchor": "end" }, figure(high)),
            s("text", { x: 40, y: HEIGHT - 28, "text-anchor": "end" }, figure(low)),
        ];
        const own = members.map(([, score] = [0, 0]) => score);
        const label = `Generation ${generation}: ${members.length} members, scores ${figure(Math.min(...own))} to ${figure(Math.max(...own))}`;
        fill(
            this.picture,
            chart(label, axes, s("path", { d: parentage, class: "branch alive" }), dots, circles),
            h("p", { class: "caption" }, `${label}. The newest are ringed${former.length > 0 ? ", and small grey points are parents that are not alive" : ""}.`),
            crossing && family(crossing),
        );
    }
}

/** A child's genes in order, by their origin. @param {{family: [number, number | null][], genes: string}} crossing */
function family({ family: [mother, father, child], genes }) {
    const names = { m: "from the mother", f: "from the father", b: "in both", n: "in neither" };
    const wide = WIDTH / Math.max(genes.length, 12);
    const rects = [...genes].map((gene, at) => s("rect", { x: at * wide, y: gene === "m" ? 0 : gene === "f" ? 18 : 9, width: wide + 0.3, height: 12, class: `gene-${gene}` }));
    const kinds = Object.entries(names).map(([gene, words]) => {
        const count = [...genes].filter((each) => each === gene).length;
        return h("li", {}, h("span", { class: `sample square gene-${gene}`, "aria-hidden": "true" }), `${words}: ${count}`);
    });
    const worth = ([id, score] = /** @type {[number, number | null]} */ ([0, 0])) =>
        score === null ? `${id + 1} (not alive)` : `${id + 1} (${figure(score)})`;
    return h(
        "div",
        { class: "family", "data-testid": "family" },
        h("h3", {}, "The newest child and where its genes come from"),
        h("p", { class: "fine" }, `Mother ${worth(mother)}, father ${worth(father)}, child ${worth(child)}.`),
        s("svg", { class: "genes", viewBox: `0 0 ${WIDTH} 32`, preserveAspectRatio: "none", "aria-hidden": "true" }, rects),
        h("ul", { class: "legend" }, kinds),
    );
}

/** Replicas on a ladder of temperatures, and how they moved between them. */
export class LadderView {
    /** @type {number[][]} order of the replicas on the rungs, over time */
    #orders = [];

    constructor() {
        this.picture = h("div", {});
        this.element = h("div", { "data-testid": "ladder" }, this.picture);
    }

    /** @param {any} shape @param {any[]} [earlier] shapes seen before it */
    show({ rungs, exchanges }, earlier = []) {
        const order = (/** @type {any} */ ladder) => ladder.rungs.map(([, replica] = [0, 0]) => replica);
        this.#orders = [...earlier.slice(-59).map(order), order({ rungs })];
        const count = Math.max(rungs.length, 1);
        const y = (/** @type {number} */ rung) => HEIGHT - 30 - ((rung + 0.5) * (HEIGHT - 60)) / count;
        const right = WIDTH - (isNarrow ? 140 : 250);
        const x = (/** @type {number} */ at) => right - (this.#orders.length - 1 - at) * Math.min(14, (right - 70) / 59);
        const paths = rungs.map(([, replica] = [0, 0]) => {
            const { colour } = LINES[replica % LINES.length];
            const points = this.#orders.map((replicas, at) => [x(at), replicas.indexOf(replica)]);
            const d = points.filter(([, rung]) => rung >= 0).map(([at, rung], index) => `${index === 0 ? "M" : "L"}${at} ${y(rung)}`).join("");
            return s("path", { d, fill: "none", stroke: colour, "stroke-width": 2, opacity: 0.85 });
        });
        const scores = rungs.map(([, , score, best] = [0, 0, 0, 0]) => score ?? best).filter((/** @type {any} */ each) => each !== null);
        const most = Math.max(...scores, 1);
        const rows = rungs.map(([temperature, replica, score, best] = [0, 0, 0, 0], /** @type {number} */ rung) => {
            const { colour } = LINES[replica % LINES.length];
            const now = score ?? best;
            const high = Math.max(3, Math.min(9, (HEIGHT - 60) / count - 3));
            return s(
                "g",
                {},
                s("line", { x1: 64, x2: right, y1: y(rung), y2: y(rung), class: "grid" }),
                s("text", { x: 58, y: y(rung) + 4, "text-anchor": "end" }, temperature === null ? "–" : figure(temperature)),
                s("circle", { cx: right, cy: y(rung), r: 8, fill: colour }),
                s("text", { x: right, y: y(rung) + 4, "text-anchor": "middle", class: "on-mark" }, replica),
                now !== null && s("rect", { x: right + 18, y: y(rung) - high / 2, width: Math.max(1, ((isNarrow ? 60 : 90) * now) / most), height: high, fill: colour, opacity: 0.6 }),
                s("text", { x: WIDTH - 4, y: y(rung) + 4, "text-anchor": "end" }, now === null ? "–" : isNarrow ? figure(now) : `${figure(now)}, best ${figure(best)}`),
            );
        });
        const [tried, made] = exchanges;
        const label = tried > 0
            ? `${rungs.length} games from hot (top) to cold; ${figure(made)} of ${figure(tried)} exchanges were made`
            : `${rungs.length} first games are being looked for; they have no temperatures yet`;
        const head = [
            s("text", { x: 58, y: 14, "text-anchor": "end" }, "temp."),
            s("text", { x: right, y: 14, "text-anchor": "middle" }, "game"),
            s("text", { x: WIDTH - 4, y: 14, "text-anchor": "end" }, isNarrow ? "score" : "score now, best ever"),
        ];
        fill(this.picture, chart(label, head, rows, paths), h("p", { class: "caption" }, `${label}.`));
    }
}

/** Probabilities of the first moves, on the board. */
export class HeatView {
    /** @param {string} text the instance @param {AbortSignal} leaving */
    constructor(text, leaving) {
        this.drawing = new Drawing();
        this.drawing.svg.setAttribute("role", "img");
        this.heat = s("g", { "pointer-events": "none", class: "heat" });
        this.drawing.svg.append(this.heat);
        this.list = h("ol", { class: "bars" });
        this.caption = h("p", { class: "caption" });
        this.element = h("div", { "data-testid": "heat" }, h("div", { class: "heat-board" }, this.drawing.svg, this.list), this.caption);
        /** @type {Map<string, Place[]>} */
        this.cells = new Map();
        /** @type {any} */
        this.shape = null;
        api.position({ text, moves: [] }).then((position) => {
            if (leaving.aborted) return;
            this.drawing.show(position.scene);
            for (const { moves, cells } of position.reaches) if (moves.length === 1) this.cells.set(moves[0], cells);
            if (this.shape) this.show(this.shape);
        }, () => {});
    }

    /** @param {any} shape */
    show(shape) {
        this.shape = shape;
        const { of, moves } = shape;
        const most = Math.max(...moves.map(([, share] = ["", 0]) => share), 1e-9);
        const [width, height] = this.drawing.tileSize;
        const rects = moves.flatMap(([mv, share] = ["", 0]) =>
            (this.cells.get(mv) ?? []).flatMap((place) => {
                const tile = this.drawing.tile(place);
                if (!tile) return [];
                const [x, y] = tile.at;
                const size = 0.25 + 0.75 * Math.sqrt(share / most);
                const [w, t] = [width * size * 0.62, height * size * 0.62];
                return [s("rect", { x: x + (width - w) / 2, y: y + (height - t) / 2, width: w, height: t, rx: 3, "fill-opacity": 0.15 + 0.85 * (share / most) })];
            }),
        );
        this.heat.replaceChildren(...rects);
        const first = moves.toSorted((/** @type {any} */ a, /** @type {any} */ b) => b[1] - a[1]).slice(0, 6);
        fill(
            this.list,
            first.map(([mv, share] = ["", 0]) => {
                const bar = h("span", { class: "bar" });
                bar.style.width = `${(100 * share) / most}%`;
                return h("li", {}, h("span", {}, mv), h("span", { class: "track" }, bar), h("span", { class: "number" }, `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`));
            }),
        );
        const label = `The ${of}, of ${moves.length}: larger and darker marks are likelier`;
        this.drawing.svg.setAttribute("aria-label", `${label}. ${first.map(([mv, share] = ["", 0]) => `${mv} ${(100 * share).toFixed(1)} %`).join(", ")}`);
        this.caption.textContent = `${label}.`;
    }
}

/** Steps of reasoning in words; the chosen one is marked on the board. */
export class ReasonsView {
    /** @param {(because: Place[], decides: Place[]) => void} onmark */
    constructor(onmark) {
        this.onmark = onmark;
        this.list = h("ol", { class: "reasons", "data-testid": "reasons" });
        this.caption = h("p", { class: "caption" });
        this.element = h("div", {}, this.caption, this.list);
        /** @type {number | null} the chosen step, or the newest */
        this.chosen = null;
        /** @type {any} */
        this.shape = null;
    }

    /** @param {any} shape */
    show(shape) {
        this.shape = shape;
        const { steps } = shape;
        const chosen = steps.find((/** @type {any} */ { number }) => number === this.chosen) ?? steps.at(-1);
        const item = (/** @type {any} */ step) => {
            const choose = () => {
                this.chosen = step.number;
                this.show(this.shape);
            };
            const current = step === chosen;
            return h(
                "li",
                { value: step.number },
                h("button", { type: "button", class: "quiet reason", "aria-pressed": String(current), onclick: choose }, h("b", {}, step.kind), ` ${step.sentence}`),
            );
        };
        const isNear = this.list.scrollTop < 40;
        fill(this.list, steps.toReversed().map(item));
        if (isNear) this.list.scrollTop = 0;
        this.caption.textContent = steps.length === 0 ? "No step yet." : "The newest step is first. Choose one to see its cells on the board.";
        this.onmark(chosen?.because ?? [], chosen?.decides ?? []);
    }
}
