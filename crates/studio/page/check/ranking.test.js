import assert from "node:assert/strict";
import { test } from "node:test";

import { commonTime, curvesOf, ranked, resultsOf } from "../app/ranking.js";

/** @type {(name: string, curve: CurvePoint[], seconds: number, isOver?: boolean) => import("../app/ranking.js").Entrant} */
const entrant = (name, curve, seconds, isOver = false) => ({
    name,
    curve,
    isOver,
    work: { seconds, nodes: seconds * 100, evaluations: seconds * 10 },
});

test("complete answers come before unfinished ones, then the score, then the time", () => {
    const high = entrant("unfinished", [[1, 10, 900, 100, false]], 5);
    const low = entrant("low", [[1, 10, 5, 100, true]], 5);
    const late = entrant(
        "late",
        [
            [1, 10, 7, 100, true],
            [4, 40, 30, 400, true],
        ],
        5,
    );
    const early = entrant("early", [[3, 30, 30, 300, true]], 5);
    const standings = ranked([high, low, late, early], "seconds", 5);
    assert.deepEqual(
        standings.map(({ entrant, place }) => [entrant.name, place]),
        [
            ["early", 1],
            ["late", 2],
            ["low", 3],
            ["unfinished", null],
        ],
    );
    assert.deepEqual([standings[3].score, standings[3].unfinished], [null, 900]);
});

test("the ranking compares equal work, whoever has done more already", () => {
    const fast = entrant(
        "fast",
        [
            [1, 10, 5, 100, true],
            [9, 90, 99, 900, true],
        ],
        10,
    );
    const slow = entrant("slow", [[2, 20, 6, 200, true]], 3);
    const ended = entrant("ended", [[0.1, 1, 4, 10, true]], 0.2, true);
    const all = [fast, slow, ended];
    assert.equal(commonTime(all, "seconds"), 3, "one that has ended holds nobody up");
    assert.deepEqual(
        ranked(all, "seconds", 3).map(({ entrant }) => entrant.name),
        ["slow", "fast", "ended"],
    );
    assert.equal(
        commonTime(
            all.map((each) => ({ ...each, isOver: true })),
            "nodes",
        ),
        1000,
    );
});

test("a person's result counts whenever it came, and holds nobody up", () => {
    const solver = entrant("solver", [[1, 10, 5, 100, true]], 2, true);
    const you = { ...entrant("you", [[90, 30, 6, 30, true]], 90), isPerson: true };
    const time = commonTime([solver, you], "seconds");
    assert.equal(time, 2);
    const [first] = ranked([solver, you], "nodes", 200);
    assert.deepEqual(
        [first.entrant.name, first.at],
        ["you", 90],
        "seconds, whatever the clock of the solvers",
    );
    assert.deepEqual(curvesOf([you], "nodes"), [{ name: "you", points: [] }]);
    assert.deepEqual(
        ranked([solver, you], "seconds", time).map(({ entrant }) => entrant.name),
        ["you", "solver"],
    );
});

test("curves never fall: a complete answer replaces a better unfinished one", () => {
    /** @type {CurvePoint[]} */
    const curve = [
        [1, 10, 50, 100, false],
        [2, 20, 20, 200, true],
        [3, 30, 25, 300, true],
    ];
    assert.deepEqual(resultsOf(curve, "seconds"), [
        [2, 20],
        [3, 25],
    ]);
    assert.deepEqual(curvesOf([entrant("a", curve, 4)], "nodes"), [
        {
            name: "a",
            points: [
                [200, 20],
                [300, 25],
                [400, 25],
            ],
        },
    ]);
    const [unfinished] = curvesOf([entrant("b", curve.slice(0, 1), 1)], "seconds");
    assert.deepEqual(unfinished, { name: "b (unfinished)", points: [[1, 50]] });
});
