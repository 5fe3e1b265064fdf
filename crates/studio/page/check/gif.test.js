import assert from "node:assert/strict";
import test from "node:test";

import { GifWriter } from "../app/gif.js";

const SIDE = 64;

/** A picture without any pattern; the pixels at these places differ from it. @param {...number} places */
function picture(...places) {
    const data = new Uint8Array(4 * SIDE * SIDE);
    let seed = 1;
    for (let at = 0; at < SIDE * SIDE; at += 1) {
        seed = (seed * 48271) % 2147483647;
        data.set([seed % 6, 0, 40 * (seed % 5), 255], 4 * at);
    }
    for (const place of places) data.set([200, 0, 0, 255], 4 * place);
    return { data, width: SIDE, height: SIDE };
}

test("a frame says only what changes", () => {
    const [first, second] = [picture(), picture(0, SIDE * SIDE - 1)];
    const length = (/** @type {any[]} */ ...frames) => {
        const gif = new GifWriter([first, second]);
        for (const frame of frames) gif.add(frame, 100);
        return gif.finish().length;
    };
    const one = length(first);
    assert.ok(one > 1000, `${one} bytes for a picture without any pattern`);
    // The changed pixels are at opposite corners, and all between them stay the same.
    assert.ok(length(first, second) - one < 300, `${length(first, second) - one} bytes more`);
});
