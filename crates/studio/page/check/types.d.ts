// Data exchanged between the server and the page, for the type checker only: this is never loaded.

type Side = "top" | "right" | "bottom" | "left";
/** Column and row of a cell, or of an edge with its side, or of both cells of a link. */
type Place = [number, number] | [number, number, Side] | [number, number, number, number];
type Tint = "blank" | "plain" | "given" | "open" | "shaded" | "hatched" | "wall" | "actor" | number;

/** The painter's drawing of tiles with the same role, text and marks. */
interface TileLook {
    tint: Tint;
    label: string;
    words: string;
    svg: string;
}

interface Picture {
    shape: "square" | "hex" | "large";
    columns: number;
    rows: number;
    /** Left, top, width and height of the drawing. */
    box: [number, number, number, number];
    tile_size: [number, number];
    /** Column, row, layer; position of the drawing; index of its look. */
    tiles: [number, number, number, number, number, number][];
    looks: TileLook[];
    /** Drawing on and between the tiles. */
    lines: string;
}

interface Field {
    name: string;
    help: string;
    default: string | number | boolean;
    kind: "whole" | "real" | "switch" | "choice" | "text" | "weights" | "numbers" | "nets";
    min?: number;
    max?: number;
    choices?: string[];
    form?: string;
}

type Values = Record<string, unknown>;

interface Solver {
    name: string;
    summary: string;
    complete: string;
    optimal: string;
    time: string;
    memory: string;
    fields: Field[];
    default: boolean;
}

interface Puzzle {
    id: string;
    title: string;
    rules: string;
    complexity: string;
    examples: string[];
    solvers: Solver[];
    default_solver: string;
    generator: Field[] | null;
    heuristics: string[];
}

/** A puzzle as the gallery shows it. */
interface Card {
    id: string;
    title: string;
    rules: string;
    complexity: string;
    group: "pencil" | "moves" | "clockwork" | "chance";
    /** Names of the examples. */
    levels: string[];
    solvers: number;
    generates: boolean;
}

interface Known {
    score: number;
    by: string;
    proved: boolean;
}

interface Level {
    name: string;
    title: string | null;
    source: string | null;
    note: string | null;
    difficulty: string | null;
    known: Known[];
}

interface Levels {
    /** What scores below 0 count: "pushes", "moves". */
    measure: string | null;
    levels: Level[];
}

interface ExampleFrame {
    words: string;
    picture: Picture;
}

interface Opened {
    puzzle: string;
    name: string | null;
    text: string;
    facts: [string, string][];
    picture: Picture;
    playable: boolean;
    /** Published results, in the judge's score. */
    known: { score: number; by: string; proved: boolean }[];
    count?: number;
}

interface Reach {
    /** Moves to be played one after the other; empty if there is only something to see. */
    moves: string[];
    cells: Place[];
    words: string;
}

interface Option {
    name: string;
    mv: string;
}

/** What can be written on a board that is filled in. */
interface Entries {
    /** Place, name in moves, index of the values, value, whether it is given. */
    cells: [Place, string, number, string | null, boolean][];
    choices: string[][];
    most_clicked: number;
    spreads: boolean;
    /** Indices of two cells that can be linked, and whether they are. */
    links: [number, number, boolean][];
}

interface Position {
    scene: Picture;
    /** Whether the scene has only the tiles that have changed. */
    changed: boolean;
    status: string;
    score: number;
    over: boolean;
    solved: boolean;
    /** Whether the game has a goal, rather than only a score. */
    goal: boolean;
    moves: string[];
    line: string[];
    clock: [number, number] | null;
    slips: { cells: Place[]; words: string }[];
    reaches: Reach[];
    at: [number, number, number][];
    choices: { x: number; y: number; options: Option[] }[];
    kind: "steps" | "fill" | "clock";
    entries: Entries | null;
    pieces: Pieces | null;
}

/** Pieces that can be dragged, and the moves of the arrow keys. */
interface Pieces {
    drags: { from: Place; to: Place; moves: string[] }[];
    arrows: Record<string, string>;
}

/** How often a level is reached, and how many games go on from there. */
interface SplittingLevel {
    copies: number;
    seen: number;
    plain: number;
}

/** How long a player's games are, by splitting. */
interface Estimate {
    solver: string;
    mean: number | null;
    interval: [number, number] | null;
    stretches: number;
    ends: number;
    plain_ends: number;
    nodes: number;
    levels: SplittingLevel[];
}

/** A step of the reasoning behind a hint. */
interface Deduction {
    technique: string;
    sentence: string;
    places: Place[];
}

interface Hint {
    mv: string | null;
    reason: string;
    place: Place | null;
    deductions: Deduction[];
}

/** What is known about a position of a game; null where it is not known. */
interface ReviewedPosition {
    at: number;
    score: number | null;
    reachable: boolean | null;
    better: string | null;
    place: Place | null;
    wrong: Place[];
    loss: number | null;
}

interface ReviewStretch {
    kind: "score" | "goal" | "entries" | "values";
    by: string | null;
    line: string[];
    positions: ReviewedPosition[];
}

interface Frame {
    picture: Picture;
    score: number;
    words: string;
}

/** A stretch of a film. */
interface Film {
    /** Number of the film's last frame. */
    last: number;
    frames: Frame[];
    /** Frames and their scores, over the whole film. */
    curve: [number, number][];
}

interface Report {
    score: number | null;
    solved: boolean;
    proved: boolean;
    stopped: string;
    evaluations: number;
    nodes: number;
    seconds: number;
    /** Length of the answer. */
    entries: number;
    /** Empty if it is too long to be sent at once; its film shows it. */
    answer: string[];
    answer_file: string | null;
}

interface Budget {
    seconds?: number | null;
    evaluations?: number | null;
    nodes?: number | null;
}

type JobState = "queued" | "running" | "paused" | "done" | "stopped" | "failed" | "interrupted";

/** Seconds, evaluations, score, nodes, whether the answer is complete. */
type CurvePoint = [number, number, number, number, boolean];

interface Job {
    id: number;
    race: number | null;
    puzzle: string;
    name: string | null;
    text: string;
    solver: string;
    params: Values;
    seed: number;
    budget: Budget;
    threads: number;
    state: JobState;
    best: number | null;
    solved: boolean;
    bound: number | null;
    evaluations: number;
    nodes: number;
    seconds: number;
    curve: CurvePoint[];
    report: Report | null;
    error: string | null;
}

interface Glance {
    seconds: number;
    evaluations: number;
    nodes: number;
    kept: number;
    best: number | null;
    bound: number | null;
    rate: number;
}

interface Better {
    seconds: number;
    evaluations: number;
    nodes: number;
    score: number;
    solved: boolean;
    answer: string[];
}

interface Inside {
    numbers: [string, number][];
    shares: { of: string; parts: [string, number][] } | null;
}

interface Experiment {
    name: string;
    title: string;
    question: string;
    reproduces: string | null;
    minutes: number | null;
    minutes_full: number | null;
    state: "idle" | "queued" | "running" | "stopped" | "complete";
    /** Whether it was written in the page. */
    own: boolean;
}

interface ExperimentWhole extends Experiment {
    runs_done: number;
    runs_all: number;
    verdict: string[];
    table: { columns: string[]; rows: string[][] };
    text: string;
    solvers: string[];
}

interface Pair {
    /** Null if the test is over all instances together. */
    instance: string | null;
    wins: number;
    losses: number;
    ties: number;
    effect: number;
    p: number;
}

interface Comparison {
    one: string;
    other: string;
    instances: number;
    pairs: Pair[];
    words: string;
}

/** Figures of one solver on one instance. */
interface LabCell {
    runs: number;
    planned: number;
    complete: number;
    median: number | null;
    mean: number | null;
    lowest: number | null;
    highest: number | null;
    /** Of the median, at 95 %; null with fewer than six complete runs. */
    interval: [number, number] | null;
}

/** Cells by instance and solver. */
interface LabCells {
    runs_done: number;
    runs_all: number;
    instances: string[];
    solvers: string[];
    cells: LabCell[][];
}

/** Quartiles of the best score so far over work. */
interface LabCurves {
    work: string;
    curves: { solver: string; low: [number, number][]; median: [number, number][]; high: [number, number][] }[];
}

interface PlanPreview {
    title: string;
    question: string;
    runs: number;
    instances: string[];
    solvers: { solver: string; runs: number; seconds: number | null }[];
    workers: number;
}
