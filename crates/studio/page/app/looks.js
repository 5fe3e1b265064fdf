// How tiles look: a colour and a shape for every kind, so that no reader needs to tell the colours apart. The palette is
// Okabe and Ito's, made for colour-blind readers; the shapes are those of the terminal.

/**
 * The colours of a drawing. On the page they follow the theme; a picture that leaves the page takes its own along.
 * @typedef {{page: string, blank: string, plain: string, given: string, open: string, line: string, link: string,
 *     ink: string, inkOnGiven: string, border: string}} Inks
 */

/** @type {Inks} */
export const LIVE = {
    page: "none",
    blank: "var(--tile-blank)",
    plain: "var(--tile-plain)",
    given: "var(--tile-given)",
    open: "var(--tile-open)",
    line: "var(--tile-line)",
    link: "var(--tile-link)",
    ink: "var(--tile-ink)",
    inkOnGiven: "var(--tile-ink-on-given)",
    border: "var(--tile-border)",
};

/** @type {Inks} */
export const PAPER = {
    page: "#ffffff",
    blank: "#f1f1ee",
    plain: "#dbe4ea",
    given: "#33536b",
    open: "#ffffff",
    line: "#b9bfc4",
    link: "#e69f00",
    ink: "#1c2126",
    inkOnGiven: "#ffffff",
    border: "#1c2126",
};

/**
 * The kinds, each with the shape drawn on it in a square from 0 to 32.
 * @type {{ground: string, ink: string, name: string, path: string}[]}
 */
export const KINDS = [
    { ground: "#e69f00", ink: "#1c1500", name: "circle", path: "M16 8a8 8 0 1 0 0 16a8 8 0 1 0 0-16z" },
    { ground: "#56b4e9", ink: "#06202e", name: "triangle", path: "M16 7l9.5 16.5h-19z" },
    { ground: "#009e73", ink: "#00150f", name: "square", path: "M9 9h14v14h-14z" },
    { ground: "#f0e442", ink: "#2a2700", name: "diamond", path: "M16 6l10 10l-10 10l-10-10z" },
    { ground: "#0072b2", ink: "#ffffff", name: "cross", path: "M13 7h6v6h6v6h-6v6h-6v-6h-6v-6h6z" },
    {
        ground: "#d55e00",
        ink: "#ffffff",
        name: "star",
        path: "M16 5.5l2.7 7.2l7.7.3l-6 4.8l2.1 7.4l-6.5-4.2l-6.5 4.2l2.1-7.4l-6-4.8l7.7-.3z",
    },
    {
        ground: "#cc79a7",
        ink: "#2b0a1c",
        name: "heart",
        path: "M16 25l-8-8.2a5 5 0 0 1 8-6.1a5 5 0 0 1 8 6.1z",
    },
    { ground: "#a3a7ab", ink: "#15181a", name: "half-moon", path: "M12 7a9 9 0 0 1 0 18z" },
];

/** Colours of lines in charts, and dashes that tell them apart without. */
export const LINES = [
    { colour: "var(--line-0)", dash: "none" },
    { colour: "var(--line-1)", dash: "7 4" },
    { colour: "var(--line-2)", dash: "2 3" },
    { colour: "var(--line-3)", dash: "10 3 2 3" },
    { colour: "var(--line-4)", dash: "4 2" },
    { colour: "var(--line-5)", dash: "1 4" },
];
