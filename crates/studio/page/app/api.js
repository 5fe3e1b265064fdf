// The server's API, one function per request. The contract is the document at /api/openapi.json.

/** An error from the server, with the position in the text if there is one. */
export class Refusal extends Error {
    /**
     * @param {number} status
     * @param {{message?: string, line?: number, column?: number, expected?: string, found?: string}} error
     */
    constructor(status, error) {
        super(error.message ?? `the server answered with status ${status}`);
        this.status = status;
        this.line = error.line;
        this.column = error.column;
        this.expected = error.expected;
        this.found = error.found;
    }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
async function ask(method, path, body, signal) {
    /** @type {RequestInit} */
    const request = { method, signal };
    if (method === "POST") {
        request.headers = { "content-type": "application/json" };
        request.body = JSON.stringify(body ?? {});
    }
    let response;
    try {
        response = await fetch(path, request);
    } catch (error) {
        if (signal?.aborted) throw error;
        throw new Refusal(0, {
            message: "The studio's server does not answer. Is `quarry studio` still running?",
        });
    }
    const text = await response.text();
    let answer = null;
    try {
        answer = text === "" ? null : JSON.parse(text);
    } catch {
        throw new Refusal(response.status, {
            message: `the server's answer is not JSON: ${text.slice(0, 200)}`,
        });
    }
    if (!response.ok) throw new Refusal(response.status, answer?.error ?? {});
    return answer;
}

/**
 * @param {string} path
 * @param {AbortSignal} [signal]
 */
const get = (path, signal) => ask("GET", path, undefined, signal);

/**
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 */
const post = (path, body, signal) => ask("POST", path, body, signal);

/** Ends the questions of the page that is shown. @type {AbortSignal | undefined} */
let leaving;

/**
 * Says how long questions are of use: whoever leaves a page gives up what it has asked.
 * @param {AbortSignal} signal
 */
export function askUntil(signal) {
    leaving = signal;
}

/**
 * Asks what may take the server long, and can be given up.
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 */
const question = (path, body, signal = leaving) => post(path, body, signal);

/** @type {Promise<Puzzle[]> | null} */
let known = null;

/** The puzzles, which do not change while the page is open. @returns {Promise<Puzzle[]>} */
export function puzzles() {
    known ??= get("/api/puzzles").catch((error) => {
        known = null;
        throw error;
    });
    return /** @type {Promise<Puzzle[]>} */ (known);
}

/**
 * A puzzle by its name.
 * @param {string} id
 */
export async function puzzle(id) {
    const found = (await puzzles()).find((puzzle) => puzzle.id === id);
    if (!found) throw new Refusal(404, { message: `there is no puzzle ${id}` });
    return found;
}

/** @type {Map<string, Promise<any>>} what does not change while the page is open, by its address */
const kept = new Map();

/**
 * Requests what does not change while the page is open, once.
 * @param {string} path
 * @returns {Promise<any>}
 */
function once(path) {
    const asked = kept.get(path) ?? get(path);
    kept.set(path, asked);
    asked.catch(() => kept.delete(path));
    return asked;
}

/** The puzzles in short. @returns {Promise<Card[]>} */
export const gallery = () => once("/api/gallery");

/** A picture of a puzzle in progress. @param {string} puzzle @returns {Promise<Picture | null>} */
export const cover = (puzzle) => once(`/api/puzzles/${encodeURIComponent(puzzle)}/cover`);

/** The rules in pictures. @param {string} puzzle @returns {Promise<ExampleFrame[]>} */
export const ruleFrames = (puzzle) => once(`/api/puzzles/${encodeURIComponent(puzzle)}/example`);

/** A puzzle's examples, with what is known of them. @param {string} puzzle @returns {Promise<Levels>} */
export const levels = (puzzle) => once(`/api/puzzles/${encodeURIComponent(puzzle)}/levels`);

/** @param {string} puzzle @param {string} name @returns {Promise<Opened>} */
export const example = (puzzle, name) =>
    once(`/api/puzzles/${encodeURIComponent(puzzle)}/examples/${encodeURIComponent(name)}`);

/** @param {string} text @param {number} [number] which of many, from 1 @returns {Promise<Opened>} */
export const open = (text, number = 1) => question("/api/open", { text, number });

/** The board that was generated last, by what was asked for: it is made once and then played. @type {[string, Opened] | null} */
let generated = null;

/**
 * @param {string} puzzle
 * @param {Values} params
 * @param {number} seed
 * @param {AbortSignal} [signal]
 * @returns {Promise<Opened>}
 */
export async function generate(puzzle, params, seed, signal) {
    const asked = { puzzle, params, seed };
    const key = JSON.stringify(asked);
    if (generated?.[0] !== key) generated = [key, await question("/api/generate", asked, signal)];
    return generated[1];
}

/** @param {string} text @returns {Promise<{lines: [string, string][]}>} */
export const rate = (text) => question("/api/rate", { text });

/**
 * A game: an instance, the moves, and the current time if there is a clock.
 * @typedef {{text: string, moves: string[], time?: number}} Played
 */

/** With `since`, a number of moves, only the tiles that have changed since then may be sent. @param {Played & {since?: number}} played @returns {Promise<Position>} */
export const position = (played) => question("/api/position", played);

/** The effect of touching a tile, for boards too large to list all effects at once. @param {Played} played @param {Place} place @returns {Promise<{reach: Reach | null}>} */
export const touch = (played, [x, y]) => question("/api/touch", { ...played, x, y });

/** @param {Played} played @param {AbortSignal} [signal] @returns {Promise<Hint>} */
export const hint = (played, signal) => question("/api/hint", played, signal);

/** @param {Played} played @returns {Promise<{possible: boolean | null, wrong: Place[]}>} */
export const completion = (played) => question("/api/completion", played);

/** @param {Played} played @param {AbortSignal} [signal] @returns {Promise<{moves: string[], words: string}>} */
export const goOn = (played, signal) => question("/api/continue", played, signal);

/** What could still be reached from some positions of a game. @param {Played} played @param {number} from @param {number} count @param {AbortSignal} signal @returns {Promise<ReviewStretch>} */
export const review = (played, from, count, signal) => question("/api/review", { ...played, from, count }, signal);

/**
 * @param {Played} played
 * @returns {Promise<{answer_file: string, accepted: boolean, score: number | null, solved: boolean, objection: string | null}>}
 */
export const answer = ({ text, moves }) => question("/api/answer", { text, moves });

/** @param {string} text @param {string} answer_file @returns {Promise<{moves: string[]}>} */
export const load = (text, answer_file) => question("/api/load", { text, answer_file });

/** How long a player's games are. @param {{text: string, solver: string, params: Values, stretches: number, moves: number, seed: number}} asked @returns {Promise<Estimate>} */
export const estimate = (asked) => question("/api/estimate", asked);

/**
 * What a film shows: an answer, or that of a job.
 * @typedef {{text: string, answer: string[]} | {job: number}} FilmSource
 */

/**
 * A stretch of a film. The server decides how many of the wanted frames it has.
 * @param {FilmSource} source
 * @param {{from?: number, count?: number, step?: number}} stretch
 * @returns {Promise<Film>}
 */
export async function film(source, stretch) {
    const { frames, ...film } = await question("/api/film", { ...source, ...stretch });
    /** @type {Picture} */
    let picture;
    return {
        ...film,
        frames: frames.map((/** @type {any} */ frame) => {
            picture = frame.picture ?? changed(picture, frame);
            return { picture, score: frame.score, words: frame.words };
        }),
    };
}

/**
 * Returns the next picture of a film.
 * @param {Picture} before
 * @param {{tiles: [number, number][], looks: TileLook[], lines: string | null}} changes
 * @returns {Picture}
 */
function changed(before, { tiles: changes, looks, lines }) {
    const tiles = changes.length > 0 ? [...before.tiles] : before.tiles;
    for (const [index, look] of changes) {
        const [x, y, layer, left, top] = tiles[index];
        tiles[index] = [x, y, layer, left, top, look];
    }
    return {
        ...before,
        tiles,
        looks: looks.length > 0 ? [...before.looks, ...looks] : before.looks,
        lines: lines ?? before.lines,
    };
}

/** @returns {Promise<Job[]>} */
export const jobs = () => get("/api/jobs");

/** @param {number} id @returns {Promise<Job>} */
export const job = (id) => get(`/api/jobs/${id}`);

/** @param {number} id */
export const forget = (id) => ask("DELETE", `/api/jobs/${id}`);

/**
 * @param {{text: string, name: string | null, entries: {solver: string, params: Values}[], seed: number, budget: Budget, paused?: boolean}} wanted
 * @returns {Promise<{jobs: number[], race: number | null}>}
 */
export const start = (wanted) => post("/api/jobs", wanted);

/** @param {number} id @param {"pause" | "continue" | "stop" | "step" | "resume"} what @param {number} [count] how many steps @returns {Promise<Job>} */
export const tell = (id, what, count) => post(`/api/jobs/${id}/${what}${count ? `?count=${count}` : ""}`);

/** @returns {Promise<Experiment[]>} */
export const experiments = () => get("/api/experiments");

/** @param {string} name @returns {Promise<ExperimentWhole>} */
export const experiment = (name) => get(`/api/experiments/${encodeURIComponent(name)}`);

/** @param {string} name @param {"run" | "stop"} what @returns {Promise<ExperimentWhole>} */
export const conduct = (name, what) => post(`/api/experiments/${encodeURIComponent(name)}/${what}`);

/** @param {string} name */
export const reportAddress = (name) => `/api/experiments/${encodeURIComponent(name)}/report`;

/** @param {string} name @param {string} one @param {string} other @param {string} [experiment] of the other @returns {Promise<Comparison>} */
export const compare = (name, one, other, experiment = name) =>
    get(`/api/experiments/${encodeURIComponent(name)}/compare?${new URLSearchParams({ one, other, with: experiment })}`);

/** @param {string} name @returns {Promise<LabCells>} */
export const cells = (name) => get(`/api/experiments/${encodeURIComponent(name)}/cells`);

/** @param {string} name @param {number} instance @returns {Promise<LabCurves>} */
export const curves = (name, instance) =>
    get(`/api/experiments/${encodeURIComponent(name)}/curves?instance=${instance}`);

/** @param {string} name @param {"csv" | "jsonl"} form */
export const runsAddress = (name, form) => `/api/experiments/${encodeURIComponent(name)}/runs?form=${form}`;

/** @param {string} text @returns {Promise<PlanPreview>} */
export const preview = (text) => question("/api/plan", { text });

/** @param {string} name @param {string} text @returns {Promise<ExperimentWhole>} */
export const keepExperiment = (name, text) => post("/api/experiments", { name, text });

/** @param {string} name */
export const forgetExperiment = (name) => ask("DELETE", `/api/experiments/${encodeURIComponent(name)}`);

/**
 * Follows the events of jobs until all of them are over, or until the signal is given.
 * @param {number[]} ids
 * @param {(id: number, kind: string, news: any) => void} handle
 * @param {AbortSignal} signal
 * @param {boolean} [shapes] whether the events show how the methods work
 */
export function followJobs(ids, handle, signal, shapes = false) {
    const going = new Set(ids);
    /** @type {(kind: string) => [string, (told: {job: number, news: any}) => boolean]} */
    const handler = (kind) => [
        kind,
        ({ job, news }) => {
            handle(job, kind, news);
            if (kind === "end") going.delete(job);
            return going.size === 0;
        },
    ];
    const kinds = ["job", "glance", "better", "inside", "shape", "end"];
    listen(`/api/jobs/${ids.join(",")}/events${shapes ? "?shape=true" : ""}`, Object.fromEntries(kinds.map(handler)), signal);
}

/**
 * Follows a running experiment until it ends, or until the signal is given.
 * @param {string} name
 * @param {{progress: (told: any) => void, end: (told: any) => void}} handlers
 * @param {AbortSignal} signal
 */
export function followExperiment(name, { progress, end }, signal) {
    const handlers = {
        progress: (/** @type {any} */ told) => void progress(told),
        end: (/** @type {any} */ told) => {
            end(told);
            return true;
        },
    };
    listen(`/api/experiments/${encodeURIComponent(name)}/events`, handlers, signal);
}

/**
 * Listens to a stream of events until a handler returns true for the last one.
 *
 * A browser keeps at most six connections to one server, over all its windows. So hidden windows do
 * not listen; when a window is shown again, the first event gives the current state.
 * @param {string} path
 * @param {Record<string, (data: any) => boolean | void>} handlers
 * @param {AbortSignal} signal
 */
function listen(path, handlers, signal) {
    /** @type {EventSource | null} */
    let source = null;
    let ended = false;
    const close = () => {
        source?.close();
        source = null;
    };
    const open = () => {
        if (document.hidden || ended || signal.aborted) return close();
        if (source) return;
        source = new EventSource(path);
        for (const [name, handle] of Object.entries(handlers)) {
            source.addEventListener(name, (event) => {
                ended = handle(JSON.parse(/** @type {MessageEvent} */ (event).data)) === true;
                if (ended) close();
            });
        }
    };
    document.addEventListener("visibilitychange", open, { signal });
    signal.addEventListener("abort", close);
    open();
}
