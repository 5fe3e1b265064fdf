// A table that one sorts by its heads, filters by words and saves as CSV. Its rows are kept when it
// is filled again, so that the focus stays where it is.

import { button, download, fill, h, setAttribute } from "./dom.js";
import { csv, matches, numberIn, sorted } from "./sorting.js";

/**
 * @template R
 * @typedef {{head: string, cell: (row: R) => unknown, show?: (row: R) => import("./dom.js").Child | import("./dom.js").Child[], isNumber?: boolean}} Column
 *     `cell` is what a column is sorted, filtered and saved by; `show` is what is seen, if not the same
 */

/** @template R */
export class Grid {
    /** @type {R[]} */
    #rows = [];
    /** @type {{column: number, isDown: boolean} | null} */
    #order = null;
    /** @type {Map<string, {made: string, element: HTMLTableRowElement}>} */
    #kept = new Map();

    /**
     * @param {string} label
     * @param {Column<R>[]} columns
     * @param {(row: R, index: number) => string} key identifies a row
     * @param {{file?: string, id?: string, empty?: string, accept?: (row: R) => boolean}} [options] `accept` filters besides the words
     */
    constructor(label, columns, key, { file, id, empty = "No rows match.", accept = () => true } = {}) {
        this.columns = columns;
        this.key = key;
        this.accept = accept;
        this.filter = h("input", {
            type: "search",
            placeholder: "Filter",
            "aria-label": `Filter: ${label}`,
            "data-testid": id && `${id}-filter`,
            oninput: () => this.#draw(),
        });
        this.count = h("span", { class: "fine", role: "status" });
        const save = () => download(`${file}.csv`, new Blob([csv(this.#cells())], { type: "text/csv" }));
        this.tools = h(
            "div",
            { class: "actions grid-tools" },
            this.filter,
            file && button("CSV", save, { class: "quiet", title: "Save the rows shown as CSV" }),
            this.count,
        );
        this.heads = columns.map(({ head, isNumber }, index) =>
            head
                ? h(
                      "th",
                      { scope: "col", class: isNumber && "number" },
                      button(head, () => this.#sortBy(index), { class: "sort" }),
                  )
                : h("td"),
        );
        this.body = h("tbody", { "data-testid": id });
        this.none = h("p", { class: "fine" }, empty);
        this.table = h("table", { "aria-label": label }, h("thead", {}, h("tr", {}, this.heads)), this.body);
        this.element = h(
            "div",
            { class: "grid" },
            this.tools,
            h("div", { class: "scroll" }, this.table),
            this.none,
        );
    }

    /** @param {R[]} rows */
    show(rows) {
        this.#rows = rows;
        this.#draw();
    }

    /** Draws the rows again, as after a change of what is accepted. */
    draw() {
        this.#draw();
    }

    #cells() {
        const heads = this.columns.filter(({ head }) => head);
        return [
            heads.map(({ head }) => head),
            ...this.#visible().map((row) => heads.map(({ cell }) => cell(row))),
        ];
    }

    #visible() {
        const cells = (/** @type {R} */ row) => this.columns.map(({ cell }) => cell(row));
        const shown = this.#rows.filter((row) => this.accept(row) && matches(cells(row), this.filter.value));
        return this.#order ? sorted(shown, this.columns[this.#order.column].cell, this.#order.isDown) : shown;
    }

    /** Sorts by a column: numbers from the largest, texts from A; then the other way round; then not at all. @param {number} column */
    #sortBy(column) {
        const isNumber = this.#rows.some((row) => numberIn(this.columns[column].cell(row)) !== null);
        const was = this.#order?.column === column ? this.#order : null;
        if (was && was.isDown !== isNumber) this.#order = null;
        else this.#order = { column, isDown: was ? !was.isDown : isNumber };
        this.#draw();
    }

    #draw() {
        this.heads.forEach((head, index) => {
            const isSorted = this.#order?.column === index;
            setAttribute(head, "aria-sort", isSorted && (this.#order?.isDown ? "descending" : "ascending"));
        });
        const visible = this.#visible();
        /** @type {Map<string, {made: string, element: HTMLTableRowElement}>} */
        const kept = new Map();
        const rows = visible.map((row, index) => {
            const key = this.key(row, index);
            const made = JSON.stringify(row);
            const before = this.#kept.get(key);
            const element = before?.element ?? h("tr", { "data-testid": `row-${key}` });
            if (before?.made !== made) this.#fill(element, row);
            kept.set(key, { made, element });
            return element;
        });
        this.#kept = kept;
        const hadFocus = this.body.contains(document.activeElement);
        place(this.body, rows);
        if (hadFocus && !this.body.contains(document.activeElement)) this.filter.focus();
        this.none.hidden = rows.length > 0;
        this.table.hidden = rows.length === 0;
        this.count.textContent =
            rows.length < this.#rows.length ? `${rows.length} of ${this.#rows.length}` : "";
    }

    /** Fills the cells that differ, and leaves the others, which may have the focus. @param {HTMLTableRowElement} element @param {R} row */
    #fill(element, row) {
        const cells = this.columns.map(({ cell, show, isNumber }) => {
            const shown = show ? show(row) : String(cell(row) ?? "");
            const is = isNumber ?? (!show && numberIn(cell(row)) !== null);
            return h("td", { class: is && "number" }, shown);
        });
        if (element.cells.length !== cells.length) return fill(element, cells);
        cells.forEach((cell, index) => {
            const old = element.cells[index];
            if (old.innerHTML === cell.innerHTML) return;
            const focused = old.contains(document.activeElement) ? document.activeElement : null;
            old.replaceWith(cell);
            if (focused) alike(cell, focused)?.focus();
        });
    }
}

/** Returns the control of a new cell that is like one of the old: of the same name, or else the last. @param {Element} cell @param {Element} old @returns {HTMLElement | undefined} */
function alike(cell, old) {
    const controls = /** @type {HTMLElement[]} */ ([...cell.querySelectorAll("a, button")]);
    return controls.find((each) => each.textContent === old.textContent) ?? controls.at(-1);
}

/** Puts rows in order without touching those that are in place. @param {HTMLElement} body @param {HTMLElement[]} rows */
function place(body, rows) {
    const wanted = new Set(rows);
    for (const row of [...body.children]) if (!wanted.has(/** @type {HTMLElement} */ (row))) row.remove();
    let next = body.firstElementChild;
    for (const row of rows) {
        if (row === next) next = next.nextElementSibling;
        else body.insertBefore(row, next);
    }
}
