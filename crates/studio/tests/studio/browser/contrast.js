// Run in the page: returns what is drawn with less contrast than 3:1 to what lies beneath it, over the
// looks of all tiles of every puzzle's first examples.

const { puzzles, example, position } = await import("/app/api.js");
const { parsed } = await import("/app/picture.js");

const probe = document.body.appendChild(document.createElement("span"));
const pixel = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
const colourOf = (value) => {
    probe.style.color = value;
    pixel.clearRect(0, 0, 1, 1);
    pixel.fillStyle = getComputedStyle(probe).color;
    pixel.fillRect(0, 0, 1, 1);
    return [...pixel.getImageData(0, 0, 1, 1).data];
};
const linear = (part) => (part <= 10.31 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4);
const luminance = ([red, green, blue]) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
const contrast = (one, other) => {
    const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
};

const page = colourOf("var(--page)");
const svg = document.body.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "svg"));

/** The colour under the middle of a node, of those that are drawn before it. */
function colourBeneath(node, earlier) {
    const { x, y, width, height } = node.getBBox();
    const middle = new DOMPoint(x + width / 2, y + height / 2);
    return earlier.findLast(({ node }) => node.isPointInFill?.(middle))?.fill ?? page;
}

const faint = new Set();
let count = 0;

/** A piece is seen by its fill or its outline; a tile without anything on it too, unless it is blank. */
function examine(puzzle, look) {
    count += 1;
    const nodes = parsed(look.svg).filter((node) => node instanceof Element);
    svg.replaceChildren(...nodes);
    const filled = [];
    for (const node of nodes) {
        const beneath = colourBeneath(node, filled);
        const isGround = node.matches(".ground");
        const isEdged = node.matches(".ground.plain:not([stroke])");
        const named = { fill: node.getAttribute("fill"), stroke: isEdged ? "var(--tile-edge)" : node.getAttribute("stroke") };
        const [fill, stroke] = [named.fill, named.stroke].map((name) => (name && name !== "none" ? colourOf(name) : null));
        const around = isGround || node.matches(".side") ? [page, beneath] : [beneath];
        const seen = Math.max(...[fill, stroke].filter(Boolean).flatMap((one) => around.map((other) => contrast(one, other))), 0);
        const isSame = fill && !stroke && String(fill) === String(beneath);
        const isBare = isGround && nodes.length === 1 && look.tint !== "blank";
        const isFaintOutline = isGround && stroke && Math.max(contrast(stroke, page), contrast(stroke, fill ?? page)) < 3;
        if (((!isGround || isBare) && !isSame && seen < 3) || isFaintOutline)
            faint.add(`${puzzle}: ${look.words}: ${node.localName} ${named.fill} ${named.stroke} ${seen.toFixed(2)}`);
        if (fill) filled.push({ node, fill });
    }
}

for (const { id, examples, picture } of await puzzles()) {
    const pictures = [picture];
    for (const name of examples.slice(0, 2)) {
        const { text, playable, picture: drawn } = await example(id, name);
        pictures.push(drawn, playable ? (await position({ text, moves: [] })).scene : null);
    }
    for (const look of pictures.flatMap((drawn) => drawn?.looks ?? [])) examine(id, look);
}
probe.remove();
svg.remove();
return { count, faint: [...faint] };
