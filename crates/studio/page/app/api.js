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

/** @param {string} puzzle @param {string} name @returns {Promise<Opened>} */
export const example = (puzzle, name) =>
    get(`/api/puzzles/${encodeURIComponent(puzzle)}/examples/${encodeURIComponent(name)}`);

/** @param {string} text @param {number} [number] which of many, from 1 @returns {Promise<Opened>} */
export const open = (text, number = 1) => post("/api/open", { text, number });

/** @param {string} puzzle @param {Values} params @param {number} seed @returns {Promise<Opened>} */
export const generate = (puzzle, params, seed) => post("/api/generate", { puzzle, params, seed });

/** @param {string} text @returns {Promise<{lines: [string, string][]}>} */
export const rate = (text) => post("/api/rate", { text });

/**
 * A game: an instance, the moves, and the current time if there is a clock.
 * @typedef {{text: string, moves: string[], time?: number}} Played
 */

/** @param {Played} played @returns {Promise<Position>} */
export const position = (played) => post("/api/position", played);

/** The effect of touching a tile, for boards too large to list all effects at once. @param {Played} played @param {Place} place @returns {Promise<{reach: Reach | null}>} */
export const touch = (played, [x, y]) => post("/api/touch", { ...played, x, y });

/** @param {Played} played @returns {Promise<Hint>} */
export const hint = (played) => post("/api/hint", played);

/** @param {Played} played @returns {Promise<{possible: boolean | null, wrong: Place[]}>} */
export const completion = (played) => post("/api/completion", played);

/** @param {Played} played @returns {Promise<{moves: string[], words: string}>} */
export const goOn = (played) => post("/api/continue", played);

/**
 * @param {Played} played
 * @returns {Promise<{answer_file: string, accepted: boolean, score: number | null, solved: boolean, objection: string | null}>}
 */
export const answer = ({ text, moves }) => post("/api/answer", { text, moves });

/** @param {string} text @param {string} answer_file @returns {Promise<{moves: string[]}>} */
export const load = (text, answer_file) => post("/api/load", { text, answer_file });

/** @param {string} text @param {string[]} answer @param {number} [most] @returns {Promise<Film>} */
export async function film(text, answer, most) {
    /** @type {Film} */
    const film = await post("/api/film", { text, answer, most });
    // Lines that equal those of the previous frame are not sent again.
    film.frames.forEach(({ picture }, index) => {
        picture.lines ??= film.frames[index - 1].picture.lines;
    });
    return film;
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

/** @param {number} id @param {"pause" | "continue" | "stop" | "step" | "resume"} what @returns {Promise<Job>} */
export const tell = (id, what) => post(`/api/jobs/${id}/${what}`);

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
export const preview = (text) => post("/api/plan", { text });

/** @param {string} name @param {string} text @returns {Promise<ExperimentWhole>} */
export const keepExperiment = (name, text) => post("/api/experiments", { name, text });

/** @param {string} name */
export const forgetExperiment = (name) => ask("DELETE", `/api/experiments/${encodeURIComponent(name)}`);

/**
 * Follows the events of jobs until all of them are over, or until the signal is given.
 * @param {number[]} ids
 * @param {(id: number, kind: string, news: any) => void} handle
 * @param {AbortSignal} signal
 */
export function followJobs(ids, handle, signal) {
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
    const kinds = ["job", "glance", "better", "inside", "end"];
    listen(`/api/jobs/${ids.join(",")}/events`, Object.fromEntries(kinds.map(handler)), signal);
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
