// Packs texts into one ZIP file, without compression.

import { joined } from "./gif.js";

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
    let rest = byte;
    for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
    return rest;
});

/** @param {Uint8Array} bytes */
function checksum(bytes) {
    let rest = 0xffffffff;
    for (const byte of bytes) rest = (rest >>> 8) ^ CRC[(rest ^ byte) & 255];
    return ~rest >>> 0;
}

/**
 * Converts numbers to little-endian bytes, each with its length.
 * @param {...[number, 2 | 4]} numbers
 */
function record(...numbers) {
    const bytes = numbers.flatMap(([value, length]) =>
        Array.from({ length }, (_, index) => (value >>> (8 * index)) & 255),
    );
    return Uint8Array.from(bytes);
}

/** The first day of the format's calendar: the same files give the same bytes. */
const DAY = 0x21;

/**
 * @param {[string, string][]} files name and text of each
 */
export function zipped(files) {
    const encoder = new TextEncoder();
    /** @type {Uint8Array[]} */
    const contents = [];
    /** @type {Uint8Array[]} */
    const directory = [];
    let offset = 0;
    for (const [name, text] of files) {
        const [called, body] = [encoder.encode(name), encoder.encode(text)];
        /** @type {[number, 2 | 4][]} */
        const facts = [
            [20, 2],
            [0, 2],
            [0, 2],
            [0, 2],
            [DAY, 2],
            [checksum(body), 4],
            [body.length, 4],
            [body.length, 4],
            [called.length, 2],
            [0, 2],
        ];
        const entry = joined([record([0x04034b50, 4], ...facts), called, body]);
        contents.push(entry);
        directory.push(
            joined([
                record([0x02014b50, 4], [20, 2], ...facts, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
                called,
            ]),
        );
        offset += entry.length;
    }
    const size = directory.reduce((sum, entry) => sum + entry.length, 0);
    const end = record(
        [0x06054b50, 4],
        [0, 2],
        [0, 2],
        [files.length, 2],
        [files.length, 2],
        [size, 4],
        [offset, 4],
        [0, 2],
    );
    return joined([...contents, ...directory, end]);
}
