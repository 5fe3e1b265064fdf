// The source of an instance in an address: an example by its name, a generated one by its
// parameters and seed, any other by its whole text, packed.

import * as api from "./api.js";
import { typed } from "./form.js";

/**
 * @typedef {{path: string[], query: Record<string, string>}} Source the part of an address that names an instance
 */

/** @param {string} puzzle @param {string} name @returns {Source} */
export const exampleSource = (puzzle, name) => ({ path: ["example", puzzle, name], query: {} });

/** @param {string} puzzle @param {Values} params @param {number} seed @returns {Source} */
export function generatedSource(puzzle, params, seed) {
    const named = Object.entries(params).map(([name, value]) => [`p.${name}`, String(value)]);
    return { path: ["new", puzzle], query: { ...Object.fromEntries(named), seed: String(seed) } };
}

/** @param {string} text @returns {Promise<Source>} */
export const textSource = async (text) => ({ path: ["text", await pack(text)], query: {} });

/**
 * Returns the source in an address, without the parts that the page adds.
 * @param {import("./router.js").Address} address
 * @returns {Source}
 */
export function sourceOf({ path, query }) {
    const own = [...query].filter(([name]) => name === "seed" || name.startsWith("p."));
    return { path, query: path[0] === "new" ? Object.fromEntries(own) : {} };
}

/**
 * Opens the instance; an example without its own name gets the one in the address.
 * @param {Source} source
 * @returns {Promise<Opened>}
 */
export async function openSource({ path: [kind, first, second], query }) {
    if (kind === "example" && first && second) {
        const opened = await api.example(first, second);
        return { ...opened, name: opened.name ?? second };
    }
    if (kind === "text" && first) return api.open(await unpack(first));
    if (kind === "new" && first) {
        const fields = (await api.puzzle(first)).generator ?? [];
        const given = fields.filter((field) => `p.${field.name}` in query);
        const params = given.map((field) => [field.name, typed(field, query[`p.${field.name}`])]);
        return api.generate(first, Object.fromEntries(params), Number(query.seed ?? 1));
    }
    throw new Error("This address names no instance. The gallery lists all instances.");
}

/**
 * Packs a text into letters that an address can hold.
 * @param {string} text
 */
export async function pack(text) {
    const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
    const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * Unpacks a text.
 * @param {string} packed
 */
export async function unpack(packed) {
    try {
        const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
        const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
        return await new Response(
            new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")),
        ).text();
    } catch {
        throw new Error("This address is damaged: the packed text in it cannot be read. Was it cut off?");
    }
}

/**
 * Returns the address where jobs are watched side by side.
 * @param {number[]} ids
 */
export const jobsAddress = (ids) => `#/watch/jobs/${ids.join(",")}`;

/** Maximum length of unpacked moves; longer lists are packed. */
const LONGEST_PLAIN = 1500;

/**
 * Converts moves to a part of an address.
 * @param {string[]} moves
 * @returns {Promise<Record<string, string>>}
 */
export async function movesQuery(moves) {
    const joined = moves.join(";");
    if (joined === "") return {};
    return joined.length <= LONGEST_PLAIN ? { moves: joined } : { packed: await pack(joined) };
}

/**
 * Returns the moves in an address.
 * @param {URLSearchParams} query
 */
export async function movesOf(query) {
    const packed = query.get("packed");
    const joined = packed ? await unpack(packed) : (query.get("moves") ?? "");
    return joined === "" ? [] : joined.split(";");
}
