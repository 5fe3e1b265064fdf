// Writes animated GIFs (GIF89a): one palette for all frames, LZW, and for each frame only the
// rectangle that differs from the previous one, in which pixels that stay the same are transparent.
// Films of boards have few colours; the edges of shapes are mapped to the nearest.

const [TRAILER, EXTENSION, IMAGE] = [0x3b, 0x21, 0x2c];
/** Number of colours; the index after the last one stands for a pixel that stays as it was. */
const MOST_COLOURS = 255;
const SAME = MOST_COLOURS;
/** Maximum length of LZW codes in bits. */
const LONGEST_CODE = 12;

/**
 * @typedef {{data: Uint8ClampedArray | Uint8Array, width: number, height: number}} Pixels red, green, blue, opacity
 */

/** Takes one frame at a time, so that a long film needs no more memory than its file. */
export class GifWriter {
    /** @type {Uint8Array | null} */
    #before = null;

    /**
     * @param {Pixels[]} samples frames from which the palette is made; all frames have their size
     */
    constructor(samples) {
        const { width, height } = samples[0];
        this.palette = new Palette(samples);
        // A palette of 256 colours with eight bits each, and the extension for endless repetition.
        const head = [...ascii("GIF89a"), ...words(width, height), 0xf7, 0, 0, ...this.palette.bytes()];
        const again = [EXTENSION, 0xff, 11, ...ascii("NETSCAPE2.0"), 3, 1, 0, 0, 0];
        this.pieces = [Uint8Array.from([...head, ...again])];
    }

    /**
     * @param {Pixels} frame
     * @param {number} milliseconds duration of the frame
     */
    add(frame, milliseconds) {
        const { width, height } = frame;
        const now = this.palette.indices(frame);
        const before = this.#before;
        const area = before ? changed(before, now, width, height) : { x: 0, y: 0, width, height };
        const told = before ? now.map((index, at) => (index === before[at] ? SAME : index)) : now;
        const hundredths = Math.max(2, Math.round(milliseconds / 10));
        // The frame before stays below this one, and shows where this one is transparent.
        const control = [EXTENSION, 0xf9, 4, 5, ...words(hundredths), SAME, 0];
        const place = [IMAGE, ...words(area.x, area.y, area.width, area.height), 0];
        this.pieces.push(Uint8Array.from([...control, ...place]), compress(cut(told, width, area)));
        this.#before = now;
    }

    /** Returns the complete file. */
    finish() {
        return joined([...this.pieces, Uint8Array.of(TRAILER)]);
    }
}

/** Little-endian numbers of two bytes. @param {...number} values */
const words = (...values) => values.flatMap((value) => [value & 255, value >> 8]);

/** @param {string} text */
const ascii = (text) => Array.from(text, (letter) => letter.charCodeAt(0));

/** @param {Uint8Array[]} pieces */
export function joined(pieces) {
    const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
        whole.set(piece, at);
        at += piece.length;
    }
    return whole;
}

/** The most frequent colours; other colours are mapped to the nearest of them. */
class Palette {
    /** @param {Pixels[]} samples */
    constructor(samples) {
        /** @type {Map<number, number>} */
        const counts = new Map();
        for (const { data } of samples) {
            for (let at = 0; at < data.length; at += 4) {
                const colour = colourAt(data, at);
                counts.set(colour, (counts.get(colour) ?? 0) + 1);
            }
        }
        const byCount = [...counts].sort((one, other) => other[1] - one[1]).slice(0, MOST_COLOURS);
        this.colours = byCount.map(([colour]) => colour);
        this.known = new Map(this.colours.map((colour, index) => [colour, index]));
    }

    bytes() {
        const bytes = new Uint8Array(256 * 3);
        this.colours.forEach((colour, index) => bytes.set(parts(colour), index * 3));
        return bytes;
    }

    /** @param {Pixels} frame */
    indices({ data }) {
        const indices = new Uint8Array(data.length / 4);
        for (let at = 0; at < data.length; at += 4) {
            const colour = colourAt(data, at);
            indices[at / 4] = this.known.get(colour) ?? this.#nearest(colour);
        }
        return indices;
    }

    /** @param {number} colour */
    #nearest(colour) {
        const wanted = parts(colour);
        const distance = (/** @type {number} */ other) =>
            parts(other).reduce((sum, part, each) => sum + (part - wanted[each]) ** 2, 0);
        const distances = this.colours.map(distance);
        const index = distances.indexOf(Math.min(...distances));
        this.known.set(colour, index);
        return index;
    }
}

/**
 * @param {Uint8ClampedArray | Uint8Array} data
 * @param {number} at
 */
const colourAt = (data, at) => (data[at] << 16) | (data[at + 1] << 8) | data[at + 2];

/** Returns red, green and blue. @param {number} colour */
const parts = (colour) => [colour >> 16, (colour >> 8) & 255, colour & 255];

/**
 * Returns the smallest rectangle outside which two frames agree; at least one pixel.
 * @param {Uint8Array} before
 * @param {Uint8Array} now
 * @param {number} width
 * @param {number} height
 */
function changed(before, now, width, height) {
    let [left, top, right, bottom] = [width, height, -1, -1];
    for (let y = 0, at = 0; y < height; y += 1) {
        for (let x = 0; x < width; x += 1, at += 1) {
            if (before[at] === now[at]) continue;
            left = Math.min(left, x);
            right = Math.max(right, x);
            top = Math.min(top, y);
            bottom = y;
        }
    }
    if (right < 0) return { x: 0, y: 0, width: 1, height: 1 };
    return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/**
 * @param {Uint8Array} pixels
 * @param {number} width
 * @param {{x: number, y: number, width: number, height: number}} area
 */
function cut(pixels, width, area) {
    const rows = Array.from({ length: area.height }, (_, row) => {
        const start = (area.y + row) * width + area.x;
        return pixels.subarray(start, start + area.width);
    });
    return joined(rows);
}

/**
 * Compresses by LZW with growing codes, in blocks of at most 255 bytes, as the format requires.
 * @param {Uint8Array} pixels
 */
function compress(pixels) {
    const [clear, end] = [256, 257];
    /** @type {number[]} */
    const bytes = [];
    let [buffer, bits, size, next] = [0, 0, 9, end + 1];
    /** @type {Map<number, number>} */
    let table = new Map();
    const write = (/** @type {number} */ code) => {
        buffer |= code << bits;
        bits += size;
        while (bits >= 8) {
            bytes.push(buffer & 255);
            buffer >>>= 8;
            bits -= 8;
        }
    };
    write(clear);
    let prefix = pixels[0];
    for (let at = 1; at < pixels.length; at += 1) {
        const longer = (prefix << 8) | pixels[at];
        const known = table.get(longer);
        if (known !== undefined) {
            prefix = known;
            continue;
        }
        write(prefix);
        if (next === 1 << LONGEST_CODE) {
            write(clear);
            table = new Map();
            [size, next] = [9, end + 1];
        } else {
            // The decoder is one entry behind: it only switches to longer codes when it needs them.
            if (next === 1 << size) size += 1;
            table.set(longer, next);
            next += 1;
        }
        prefix = pixels[at];
    }
    write(prefix);
    write(end);
    if (bits > 0) bytes.push(buffer & 255);
    const blocks = [Uint8Array.of(8)];
    for (let at = 0; at < bytes.length; at += 255) {
        const block = bytes.slice(at, at + 255);
        blocks.push(Uint8Array.of(block.length, ...block));
    }
    blocks.push(Uint8Array.of(0));
    return joined(blocks);
}
