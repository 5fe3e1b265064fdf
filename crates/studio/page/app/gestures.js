// What a mouse, a pen or a finger does on a board: click, right click or long press, or a drag over
// several places.

/** Time after which a touch is a long press, in milliseconds. */
const LONG = 500;
/** Distance within which a touch stays a press, in pixels. */
const STILL = 8;
/** Distance between two points of a drag that are looked at, in pixels. */
const STRIDE = 4;

/**
 * @typedef {object} GestureListeners
 * @property {(event: MouseEvent) => void} onclick
 * @property {(event: MouseEvent) => boolean} onback a right click or a long press; returns whether it means something
 * @property {(x: number, y: number, isFirst: boolean) => boolean} ondrag the pointer is at a point of the window, with a button or a finger down; returns whether something is being drawn
 * @property {() => void} ondrop a drag has ended
 */

/**
 * Listens to the pointer on an element.
 * @param {HTMLElement} element an element of any kind: the types of their events are the same
 * @param {GestureListeners} listeners
 */
export function listenToGestures(element, { onclick, onback, ondrag, ondrop }) {
    /** @type {{id: number, x: number, y: number, lastX: number, lastY: number} | null} */
    let press = null;
    /** Whether this press has already had its effect, so that it is no click. */
    let isUsed = false;
    let timer = 0;
    const release = () => {
        press = null;
        clearTimeout(timer);
    };
    element.addEventListener("pointerdown", (event) => {
        if (event.button !== 0 || !event.isPrimary) return release();
        const { pointerId: id, clientX: x, clientY: y } = event;
        press = { id, x, y, lastX: x, lastY: y };
        isUsed = ondrag(x, y, true);
        clearTimeout(timer);
        if (event.pointerType === "mouse") return;
        timer = setTimeout(() => {
            if (!press || isUsed) return;
            release();
            isUsed = onback(event);
        }, LONG);
    });
    element.addEventListener("pointermove", (event) => {
        if (!press || event.pointerId !== press.id) return;
        const { clientX, clientY } = event;
        if (Math.hypot(clientX - press.x, clientY - press.y) > STILL) clearTimeout(timer);
        const { lastX, lastY } = press;
        const strides = Math.ceil(Math.hypot(clientX - lastX, clientY - lastY) / STRIDE);
        for (let stride = 1; stride <= strides; stride++) {
            const part = stride / strides;
            const isDrawn = ondrag(lastX + part * (clientX - lastX), lastY + part * (clientY - lastY), false);
            isUsed ||= isDrawn;
        }
        [press.lastX, press.lastY] = [clientX, clientY];
    });
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) element.addEventListener(end, release);
    element.addEventListener("pointerup", () => {
        if (isUsed) ondrop();
    });
    element.addEventListener("click", (event) => {
        if (!isUsed) onclick(event);
        isUsed = false;
    });
    element.addEventListener("contextmenu", (event) => {
        // A long press is one already.
        const isLongPress = event instanceof PointerEvent && event.pointerType !== "mouse";
        if (isLongPress ? isUsed : onback(event)) event.preventDefault();
    });
}
