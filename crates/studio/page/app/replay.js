// Any answer as a film: forwards, backwards, at any speed, with its score move by move; can be
// saved as pictures or as a GIF.

import * as api from "./api.js";
import { Chart } from "./chart.js";
import { Clock } from "./clock.js";
import { button, download, fill, h, s } from "./dom.js";
import { GifWriter } from "./gif.js";
import { onKeys } from "./keys.js";
import { Frames } from "./frames.js";
import { Drawing } from "./picture.js";
import { addressOf, nowAt, objection } from "./router.js";
import { jobsAddress, movesOf, openSource, sourceOf, textSource } from "./source.js";
import { zipped } from "./zip.js";

/** Maximum number of frames that are kept as files; longer films are thinned. */
const MOST_KEPT = 600;
const GIF_WIDTH = 480;
/** Duration of a frame of a GIF, and of its last one, in milliseconds. */
const [GIF_FRAME, GIF_LAST] = [250, 2000];
/** Number of frames from which its palette is made. */
const SAMPLES = 12;

/** @type {import("./router.js").Page} */
export async function replayPage(outlet, address, leaving) {
    const { path, query } = address;
    const what = path[0] === "job" ? await ofJob(Number(path[1])) : await ofSource(address);
    const frames = await Frames.open(what.film);
    const { last } = frames;
    if (leaving.aborted) return;
    const drawing = new Drawing();
    drawing.svg.setAttribute("role", "img");
    drawing.svg.setAttribute("data-testid", "film");
    const status = h("p", { class: "status", role: "status", "data-testid": "status" });
    const words = h("p", { class: "words" });
    const chart = new Chart("Score move by move", "move");
    chart.show([{ name: "score", points: frames.curve }]);
    const clock = new Clock(async (index) => show(index), leaving);
    const said = h("div", { "aria-live": "polite" });
    const paint = (/** @type {number} */ index, /** @type {Frame} */ frame) => {
        drawing.show(frame.picture);
        drawing.svg.setAttribute("aria-label", `Frame ${index} of ${last}: ${frame.words || "the start"}`);
        status.textContent = `score ${frame.score}`;
        words.textContent = frame.words || "the start";
        chart.point(index);
        clearTimeout(timer);
        timer = setTimeout(() => {
            query.set("at", String(index));
            if (!leaving.aborted) nowAt(addressOf(["replay", ...path], query));
        }, 150);
    };
    // While a stretch is on its way, the slider may move on: only where it is then is shown.
    let [wanted, isFetching] = [-1, false];
    const show = async (/** @type {number} */ index) => {
        wanted = index;
        clock.show(index, last);
        if (isFetching) return;
        isFetching = true;
        try {
            for (let shown = -1; shown !== wanted && !leaving.aborted; ) {
                shown = wanted;
                const frame = await frames.at(shown);
                if (shown === wanted) paint(shown, frame);
            }
            fill(said);
        } catch (error) {
            if (!leaving.aborted) fill(said, objection(error));
        } finally {
            isFetching = false;
        }
    };
    let timer = 0;
    const exporting = (
        /** @type {string} */ text,
        /** @type {() => Promise<void>} */ make,
        /** @type {string} */ id,
    ) =>
        button(
            text,
            async () => {
                clock.pause();
                fill(said, "Making it …");
                try {
                    await make();
                    fill(said);
                } catch (error) {
                    fill(said, objection(error));
                }
            },
            { id, "data-testid": id },
        );
    const name = what.title.replace(/[^\w-]+/g, "-").toLowerCase();
    fill(
        outlet,
        h("p", { class: "trail" }, what.back),
        h("h1", {}, what.title),
        h(
            "div",
            { class: "table" },
            h("div", { class: "board-side film" }, drawing.svg, words, clock.element),
            h(
                "div",
                { class: "panel-side" },
                status,
                h("p", { class: "fine" }, `${last} moves`),
                chart.element,
                h(
                    "div",
                    { class: "actions" },
                    exporting("Save as GIF", () => keepGif(frames, `${name}.gif`, leaving), "export-gif"),
                    exporting("Save as SVG frames", () => keepFrames(frames, name, leaving), "export-svg"),
                ),
                said,
                h(
                    "p",
                    { class: "actions" },
                    h("a", { class: "button quiet", href: what.play }, "Play this board"),
                ),
            ),
        ),
    );
    show(Math.min(Math.max(Math.trunc(Number(query.get("at"))) || 0, 0), last));
    onKeys(
        {
            " ": () => clock.playOrPause(),
            ArrowLeft: () => clock.step(-1),
            ArrowRight: () => clock.step(1),
            ",": () => clock.step(-1),
            ".": () => clock.step(1),
            Home: () => clock.step(-last),
            End: () => clock.step(last),
        },
        leaving,
    );
}

/** @param {number} id */
async function ofJob(id) {
    const { text, report, solver, name } = await api.job(id);
    if (!report || report.entries === 0)
        throw new Error("There is no answer to show: this job has none yet.");
    const { path } = await textSource(text);
    const back = h("a", { href: jobsAddress([id]) }, "Back to the solver");
    return {
        film: { job: id },
        title: `${solver} on ${name ?? "a board"}`,
        back,
        play: addressOf(["play", ...path]),
    };
}

/** @param {import("./router.js").Address} address */
async function ofSource(address) {
    const source = sourceOf(address);
    const { text, name } = await openSource(source);
    const play = addressOf(["play", ...source.path], source.query);
    const back = h("a", { href: play }, "Back to the board");
    return {
        film: { text, answer: await movesOf(address.query) },
        title: `A game on ${name ?? "a board"}`,
        back,
        play,
    };
}

/**
 * Returns a frame as a separate file, with its colours.
 * @param {Drawing} drawing
 * @param {Frame} frame
 * @param {number} width
 */
function svgFile(drawing, frame, width) {
    drawing.show(frame.picture);
    const { svg } = drawing;
    svg.setAttribute("width", String(width));
    svg.setAttribute("height", String(Math.round((width * drawing.height) / drawing.width)));
    svg.querySelector("title")?.remove();
    svg.prepend(s("title", {}, `${frame.words || "start"}, score ${frame.score}`));
    // Outside the page there is no style sheet: every colour becomes the painter's fallback.
    return new XMLSerializer().serializeToString(svg).replace(/var\(--[\w-]+, (#\w+)\)/g, "$1");
}

/**
 * @param {Frames} frames
 * @param {string} name
 * @param {AbortSignal} leaving
 */
async function keepFrames(frames, name, leaving) {
    const drawing = new Drawing(true);
    const digits = String(frames.last).length;
    /** @type {[string, string][]} */
    const files = (await frames.some(MOST_KEPT, leaving)).map(([index, frame]) => [
        `${name}/${String(index).padStart(digits, "0")}.svg`,
        svgFile(drawing, frame, GIF_WIDTH),
    ]);
    download(`${name}-frames.zip`, new Blob([zipped(files)], { type: "application/zip" }));
}

/**
 * @param {Frames} frames
 * @param {string} name
 * @param {AbortSignal} leaving
 */
async function keepGif(frames, name, leaving) {
    const chosen = (await frames.some(MOST_KEPT, leaving)).map(([, frame]) => frame);
    const drawing = new Drawing(true);
    drawing.show(chosen[0].picture);
    const width = Math.min(GIF_WIDTH, Math.round(drawing.width * 2));
    const height = Math.round((width * drawing.height) / drawing.width);
    const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("This browser has no canvas to draw the frames on.");
    const pixels = async (/** @type {Frame} */ frame) => {
        leaving.throwIfAborted();
        const image = new Image(width, height);
        image.src = URL.createObjectURL(
            new Blob([svgFile(drawing, frame, width)], { type: "image/svg+xml" }),
        );
        await image.decode();
        context.drawImage(image, 0, 0, width, height);
        URL.revokeObjectURL(image.src);
        return context.getImageData(0, 0, width, height);
    };
    const samples = [];
    for (let at = 0; at < chosen.length; at += Math.ceil(chosen.length / SAMPLES))
        samples.push(await pixels(chosen[at]));
    const gif = new GifWriter(samples);
    for (const frame of chosen) gif.add(await pixels(frame), frame === chosen.at(-1) ? GIF_LAST : GIF_FRAME);
    download(name, new Blob([gif.finish()], { type: "image/gif" }));
}
