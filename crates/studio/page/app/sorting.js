// Rows of tables: sorted by what their cells mean, filtered by words, and written as CSV.

/**
 * Returns the number that a cell begins with, as in `1,234.5`, `12 %` or `3 of 10`; null if it is text.
 * @param {unknown} cell
 */
export function numberIn(cell) {
    if (typeof cell === "number") return cell;
    const found = /^[-+−]?[\d,]*\.?\d+(?=$|[\s%])/.exec(String(cell ?? "").trim());
    return found ? Number(found[0].replaceAll(",", "").replace("−", "-")) : null;
}

const words = new Intl.Collator("en", { numeric: true });

/**
 * Sorts rows by a column, those without a value last; equal rows keep their order.
 * @template R
 * @param {R[]} rows
 * @param {(row: R) => unknown} cell
 * @param {boolean} isDown
 */
export function sorted(rows, cell, isDown) {
    const isEmpty = (/** @type {unknown} */ value) =>
        value === null || value === undefined || value === "-" || value === "";
    return rows.toSorted((one, other) => {
        const [left, right] = [cell(one), cell(other)];
        if (isEmpty(left) || isEmpty(right)) return Number(isEmpty(left)) - Number(isEmpty(right));
        const [first, second] = [numberIn(left), numberIn(right)];
        const order =
            first !== null && second !== null ? first - second : words.compare(String(left), String(right));
        return isDown ? -order : order;
    });
}

/**
 * Whether a row contains every word of a filter.
 * @param {unknown[]} cells
 * @param {string} filter
 */
export function matches(cells, filter) {
    const text = cells.join(" ").toLowerCase();
    return filter
        .toLowerCase()
        .split(/\s+/)
        .every((word) => text.includes(word));
}

/**
 * Writes rows as CSV (RFC 4180).
 * @param {unknown[][]} rows
 */
export function csv(rows) {
    const cell = (/** @type {unknown} */ value) => {
        const text = String(value ?? "");
        return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    };
    return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}
