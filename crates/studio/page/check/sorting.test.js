import assert from "node:assert/strict";
import { test } from "node:test";

import { csv, matches, numberIn, sorted } from "../app/sorting.js";

test("tables are sorted by numbers, words and gaps", () => {
    assert.deepEqual(["1,234.5", "12 %", "3 of 10", "-7", "beam", "2x2", ""].map(numberIn), [
        1234.5,
        12,
        3,
        -7,
        null,
        null,
        null,
    ]);
    const by = (/** @type {unknown[]} */ values, isDown = false) => sorted(values, (value) => value, isDown);
    assert.deepEqual(by(["10", "9", "-", "1,000"]), ["9", "10", "1,000", "-"]);
    assert.deepEqual(by(["10", "9", "-", "1,000"], true), ["1,000", "10", "9", "-"]);
    assert.deepEqual(by(["b10", "b9", "a"]), ["a", "b9", "b10"]);
    assert.ok(matches(["samegame", "Beam width=10"], "beam same") && !matches(["samegame"], "beam"));
});

test("cells with commas, quotes and lines are quoted", () => {
    assert.equal(
        csv([
            ["a", 1, null],
            ['say "x"', "1,5", "two\nlines"],
        ]),
        'a,1,\r\n"say ""x""","1,5","two\nlines"\r\n',
    );
});
