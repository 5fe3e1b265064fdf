// Styles of the charts. Tiles are drawn by the painter, on the server.

/** Colours of lines in charts, and dashes that distinguish them without colour. */
export const LINES = [
    { colour: "var(--line-0)", dash: "none" },
    { colour: "var(--line-1)", dash: "7 4" },
    { colour: "var(--line-2)", dash: "2 3" },
    { colour: "var(--line-3)", dash: "10 3 2 3" },
    { colour: "var(--line-4)", dash: "4 2" },
    { colour: "var(--line-5)", dash: "1 4" },
    { colour: "var(--ink)", dash: "12 3" },
];
