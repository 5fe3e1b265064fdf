// A race as a GIF: the curves grow on the common clock, and the ranking changes with them.

import { figure } from "./dom.js";
import { GifWriter } from "./gif.js";
import { LINES } from "./looks.js";
import { curvesOf, ranked } from "./ranking.js";
import { indexAt, linear } from "./scale.js";
import { SAID } from "./standings.js";

const [WIDTH, HEIGHT, SPLIT] = [640, 320, 400];
/** Number of frames, and the duration of each and of the last one, in milliseconds. */
const [FRAMES, FRAME, LAST] = [60, 100, 3000];

/** Returns a colour of the page's theme as the canvas takes it. @param {string} value such as `var(--line-0)` */
function resolved(value) {
    const probe = document.createElement("span");
    probe.style.color = value;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
}

/**
 * @param {string} title
 * @param {import("./ranking.js").Entrant[]} entrants
 * @param {import("./ranking.js").RaceClock} clock
 */
export function raceFilm(title, entrants, clock) {
    const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("This browser has no canvas to draw the frames on.");
    const curves = curvesOf(entrants, clock);
    const end = Math.max(...curves.flatMap(({ points }) => points.map(([x]) => x)), 1e-9);
    const scores = curves.flatMap(({ points }) => points.map(([, y]) => y));
    const [low, high] = [Math.min(...scores), Math.max(...scores)];
    const across = linear(0, end, 52, SPLIT - 16);
    const up = linear(low, high === low ? low + 1 : high, HEIGHT - 40, 56);
    const looks = {
        page: resolved("var(--card)"),
        ink: resolved("var(--ink)"),
        faint: resolved("var(--faint)"),
        grid: resolved("var(--line)"),
        lines: LINES.map((line) => resolved(line.colour)),
    };
    /** @param {number} time */
    const draw = (time) => {
        const write = (
            /** @type {string} */ text,
            /** @type {number} */ x,
            /** @type {number} */ y,
            align = "left",
            ink = looks.ink,
            size = 13,
        ) => {
            context.fillStyle = ink;
            context.font = `${size}px system-ui, sans-serif`;
            context.textAlign = /** @type {CanvasTextAlign} */ (align);
            context.fillText(text, x, y, WIDTH - 20);
        };
        context.fillStyle = looks.page;
        context.fillRect(0, 0, WIDTH, HEIGHT);
        write(title, 14, 24, "left", looks.ink, 16);
        write(SAID[clock](time), WIDTH - 14, 24, "right", looks.faint, 14);
        for (const tick of up.ticks) {
            const y = Math.round(up.place(tick)) + 0.5;
            context.strokeStyle = looks.grid;
            context.lineWidth = 1;
            context.beginPath();
            context.moveTo(52, y);
            context.lineTo(SPLIT - 16, y);
            context.stroke();
            write(figure(tick), 46, y + 4, "right", looks.faint, 11);
        }
        curves.forEach(({ points }, index) => {
            const last = indexAt(points, time);
            if (last < 0) return;
            context.strokeStyle = looks.lines[index % looks.lines.length];
            context.lineWidth = 2.5;
            context.beginPath();
            context.moveTo(across.place(points[0][0]), up.place(points[0][1]));
            for (let at = 1; at <= last; at += 1) {
                context.lineTo(across.place(points[at][0]), up.place(points[at - 1][1]));
                context.lineTo(across.place(points[at][0]), up.place(points[at][1]));
            }
            // Whoever has ended keeps what they have.
            context.lineTo(across.place(time), up.place(points[last][1]));
            context.stroke();
        });
        ranked(entrants, clock, time).forEach(({ entrant, place, score }, row) => {
            const y = 74 + row * 34;
            context.fillStyle = looks.lines[entrants.indexOf(entrant) % looks.lines.length];
            context.fillRect(SPLIT + 30, y - 11, 12, 12);
            write(place === null ? "–" : `${place}.`, SPLIT + 22, y, "right", looks.ink, 14);
            write(entrant.name.slice(0, 18), SPLIT + 50, y, "left", looks.ink, 14);
            write(score === null ? "–" : figure(score), WIDTH - 14, y, "right", looks.ink, 14);
        });
        return context.getImageData(0, 0, WIDTH, HEIGHT);
    };
    const times = Array.from({ length: FRAMES + 1 }, (_, index) => (end * index) / FRAMES);
    const gif = new GifWriter([draw(0), draw(end / 2), draw(end)]);
    for (const time of times) gif.add(draw(time), time === end ? LAST : FRAME);
    return gif.finish();
}
