import assert from "node:assert/strict";
import { test } from "node:test";

import { decades, indexAt, linear, logarithmic, niceTicks, steps } from "../app/scale.js";

test("ticks are round numbers within the ends", () => {
    assert.deepEqual(niceTicks(0, 10, 5), [0, 2, 4, 6, 8, 10]);
    assert.deepEqual(niceTicks(0.05, 0.31, 3), [0.1, 0.2, 0.3]);
    assert.deepEqual(niceTicks(-595, -3, 3), [-400, -200]);
});

test("scales lead there and back", () => {
    for (const scale of [linear(-5, 20, 50, 400), logarithmic(0.01, 1000, 50, 400)])
        for (const place of [50, 123, 400])
            assert.ok(Math.abs(scale.place(scale.value(place)) - place) < 1e-6);
    assert.equal(logarithmic(1, 1000, 0, 300).place(10), 100);
    assert.equal(logarithmic(1, 1000, 0, 300).place(0), 0, "nothing lies below the axis");
    assert.deepEqual(logarithmic(1, 1000, 0, 300).ticks, [1, 10, 100, 1000]);
    assert.deepEqual(decades([0, 3, 250]), [1, 1000]);
    assert.deepEqual(decades([]), [0.001, 0.01]);
});

test("a curve has the value of the last point", () => {
    /** @type {[number, number][]} */
    const points = [
        [1, 5],
        [2, 7],
        [4, 9],
    ];
    assert.deepEqual(
        [0.5, 1, 3.9, 4, 99].map((x) => indexAt(points, x)),
        [-1, 0, 1, 2, 2],
    );
    assert.equal(steps(points), "M1 5H2V7H4V9");
    assert.equal(steps([]), "");
});
