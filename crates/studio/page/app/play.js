// The page where a puzzle is played: the table, with undo, advice, saving, and links to other
// pages.

import * as api from "./api.js";
import { speedChoice } from "./clock.js";
import { button, download, fill, h, setAttribute, wait } from "./dom.js";
import { onKeys } from "./keys.js";
import { addressOf, nowAt, objection } from "./router.js";
import { movesOf, movesQuery, openSource, sourceOf } from "./source.js";
import { Table } from "./table.js";

/** Delay before the address is updated after a move, in milliseconds. */
const SETTLED = 100;

/** @type {import("./router.js").Page} */
export async function playPage(outlet, address, leaving) {
    const source = sourceOf(address);
    const opened = await openSource(source);
    const { title } = await api.puzzle(opened.puzzle);
    const moves = await movesOf(address.query);
    if (leaving.aborted) return;
    if (!opened.playable)
        throw new Error("This instance cannot be played by hand; a solver can be watched on it.");
    const desk = new Desk(source, opened, title, moves, Number(address.query.get("time") ?? 0), leaving);
    fill(outlet, desk.element);
    await desk.begin();
}

class Desk {
    #addressTimer = 0;

    /**
     * @param {import("./source.js").Source} source
     * @param {Opened} opened
     * @param {string} title the puzzle's
     * @param {string[]} moves
     * @param {number} time
     * @param {AbortSignal} leaving
     */
    constructor(source, opened, title, moves, time, leaving) {
        this.source = source;
        this.opened = opened;
        this.title = title;
        this.leaving = leaving;
        const listeners = {
            onshow: (/** @type {Position} */ position) => this.#show(position),
            onstop: () => this.#nameButtons(),
        };
        this.table = new Table(opened, moves, time, listeners, leaving);
        this.game = this.table.game;
        this.said = this.table.said;
        this.speed = speedChoice();
        this.status = h("p", { class: "status", role: "status", "data-testid": "status" });
        this.buttons = this.#makeButtons();
        this.#nameButtons();
        this.element = this.#layOut();
    }

    async begin() {
        const { buttons, table } = this;
        const { clock, kind } = await table.begin();
        buttons.check.hidden = buttons.correct.hidden = kind !== "fill";
        buttons.follow.hidden = this.speed.element.hidden = clock !== null;
        const own = Object.values(buttons).filter((each) => !each.hidden);
        const pressing = own.map((each) => [each.getAttribute("aria-keyshortcuts"), () => each.click()]);
        const time = {
            " ": () => table.clock.playOrPause(),
            ArrowLeft: () => table.clock.step(-1),
            ArrowRight: () => table.clock.step(1),
            ",": () => table.clock.step(-1),
            ".": () => table.clock.step(1),
        };
        const pencil = kind === "fill" ? { p: () => table.filling.togglePencil() } : {};
        onKeys(
            { ...Object.fromEntries(pressing), ...pencil, Escape: () => table.stop(), ...(clock ? time : {}) },
            this.leaving,
        );
    }

    #makeButtons() {
        const { table, game } = this;
        /** @type {(id: string, key: string, act: () => void) => HTMLButtonElement} */
        const make = (id, key, act) =>
            button("", act, { id, "data-testid": id, title: `Key ${key}`, "aria-keyshortcuts": key });
        return {
            undo: make("undo", "u", () => table.byHand(() => game.undo())),
            redo: make("redo", "r", () => table.byHand(() => game.redo())),
            restart: make("restart", "x", () => table.byHand(() => game.restart())),
            hint: make("hint", "h", () => this.#hint()),
            solve: make("solve", "s", () => this.#solve()),
            check: make("check", "c", () => this.#check()),
            correct: make("correct", "k", () => this.#correct()),
            follow: make("follow", "f", () => this.#follow()),
        };
    }

    /** While an automatic action is running, its button shows `Stop`. */
    #nameButtons() {
        const { undo, redo, restart, hint, solve, check, correct, follow } = this.buttons;
        undo.textContent = "Undo";
        redo.textContent = "Redo";
        restart.textContent = "Restart";
        hint.textContent = "Hint";
        solve.textContent = "Solve from here";
        check.textContent = "Check so far";
        correct.textContent = "Correct so far?";
        follow.textContent = "Follow hints";
        const isOver = this.game.position?.over ?? false;
        for (const each of [hint, solve, follow]) setAttribute(each, "disabled", isOver);
    }

    #layOut() {
        const { opened, buttons, table } = this;
        const { undo, redo, restart, hint, solve, check, correct, follow } = buttons;
        const file = h("input", { type: "file", class: "hidden", onchange: () => this.#load(file) });
        const rating = button("Rate it", () => this.#rate(rating), { class: "quiet", id: "rate" });
        const watch = addressOf(["watch", ...this.source.path], this.source.query);
        const keeping = h(
            "div",
            { class: "actions" },
            button("Save", () => this.#save(), { id: "save", class: "quiet" }),
            button("Load", () => file.click(), { id: "load", class: "quiet" }),
            file,
            button("Replay", () => this.#replay(), { id: "replay", class: "quiet" }),
            h("a", { class: "button quiet", href: watch, id: "watch" }, "Watch a solver on this board"),
        );
        const panel = h(
            "div",
            { class: "panel-side" },
            this.status,
            h("div", { class: "actions" }, undo, redo, restart),
            h("div", { class: "actions" }, hint, solve),
            h("div", { class: "actions" }, check, correct),
            h("div", { class: "actions" }, follow, this.speed.element),
            this.said,
            table.slips,
            table.orders,
            keeping,
            h("details", {}, h("summary", {}, "About this board"), pairs(opened.facts), rating),
        );
        return h(
            "div",
            {},
            h("p", { class: "trail" }, h("a", { href: "#/" }, "Gallery"), " / ", h("a", { href: addressOf(["puzzle", opened.puzzle]) }, this.title)),
            h("h1", {}, opened.name ?? "An unnamed board"),
            h("div", { class: "table" }, table.element, panel),
        );
    }

    /** @param {Position} position */
    #show({ status, solved, over }) {
        const { history } = this.game;
        const { undo, redo, restart, hint, solve, follow } = this.buttons;
        const end = solved ? ". The goal is reached." : over ? ". The game is over." : "";
        this.status.textContent = status + end;
        this.status.classList.toggle("reached", solved);
        setAttribute(undo, "disabled", !history.canUndo);
        setAttribute(redo, "disabled", !history.canRedo);
        setAttribute(restart, "disabled", !history.canUndo && this.game.time === 0);
        // While an automatic action is running, its button stops it.
        for (const each of [hint, solve, follow])
            setAttribute(each, "disabled", over && each.textContent !== "Stop");
        clearTimeout(this.#addressTimer);
        this.#addressTimer = setTimeout(() => this.#showAddress(), SETTLED);
    }

    async #showAddress() {
        const { time, history } = this.game;
        /** @type {Record<string, string>} */
        const present = time > 0 ? { time: String(time) } : {};
        const query = { ...this.source.query, ...(await movesQuery(history.steps)), ...present };
        if (!this.leaving.aborted) nowAt(addressOf(["play", ...this.source.path], query));
    }

    #hint() {
        const { table, game, said } = this;
        return table.byHand(async () => {
            fill(said, "Thinking …");
            const { mv, reason, place } = await api.hint(game.played);
            const play = () => table.byHand(() => game.play(mv ?? ""));
            fill(
                said,
                h("p", {}, mv && h("strong", {}, `${mv}: `), reason),
                mv && h("p", { class: "actions" }, button("Play it", play, { "data-testid": "play-hint" })),
            );
            table.board.drawing.mark("hinted", place ? [place] : []);
            if (place) table.board.goTo(place);
        });
    }

    #solve() {
        const { table, game, said } = this;
        return table.run(this.buttons.solve, async (signal) => {
            fill(said, "Solving …");
            const { moves, words } = await api.goOn(game.played);
            signal.throwIfAborted();
            fill(said, words);
            if (game.isTimed) {
                await game.plan(moves);
                await table.clock.play();
                return;
            }
            for (const mv of moves) {
                await game.play(mv);
                await wait(this.speed.milliseconds(), signal);
            }
        });
    }

    #follow() {
        const { table, game, said } = this;
        return table.run(this.buttons.follow, async (signal) => {
            while (!game.position?.over) {
                const { mv, reason } = await api.hint(game.played);
                signal.throwIfAborted();
                fill(said, reason);
                if (mv === null) return;
                await game.play(mv);
                await wait(this.speed.milliseconds(), signal);
            }
        });
    }

    #check() {
        const { table } = this;
        table.isChecking = !table.isChecking;
        setAttribute(this.buttons.check, "aria-pressed", String(table.isChecking));
        table.show();
        const isClean = this.game.position?.slips.length === 0;
        const found = isClean ? "Nothing contradicts the rules so far." : "This cannot be right:";
        fill(this.said, table.isChecking && found);
    }

    /** Whether what is written can still be completed. */
    #correct() {
        const { table, game, said } = this;
        return table.byHand(async () => {
            fill(said, "Thinking …");
            const { possible, wrong } = await api.completion(game.played);
            table.board.drawing.mark("wrong", wrong);
            const no = `This cannot be completed. ${wrong.length > 0 ? wrongWords(wrong) : ""}`;
            const yes = "Correct so far: it can be completed.";
            fill(said, possible === null ? "Not known: it was not found out in five seconds." : possible ? yes : no);
        });
    }

    #save() {
        return this.table.byHand(async () => {
            const { answer_file, accepted, objection } = await api.answer(this.game.played);
            const name = (this.opened.name ?? this.opened.puzzle).replace(/[^\w-]+/g, "-").toLowerCase();
            download(`${name}-answer.toml`, answer_file);
            fill(
                this.said,
                accepted ? "Saved; the judge accepts it." : `Saved. The judge says: ${objection}`,
            );
        });
    }

    /** @param {HTMLInputElement} input */
    #load(input) {
        return this.table.byHand(async () => {
            const file = input.files?.[0];
            if (!file) return;
            const text = await file.text();
            // Otherwise the same file could not be chosen again.
            input.value = "";
            const { moves } = await api.load(this.opened.text, text);
            await this.game.replace(moves);
            fill(this.said, `${moves.length === 1 ? "One move" : `${moves.length} moves`} from ${file.name}.`);
        });
    }

    async #replay() {
        const query = { ...this.source.query, ...(await movesQuery(this.game.position?.line ?? [])) };
        location.hash = addressOf(["replay", ...this.source.path], query);
    }

    /** @param {HTMLButtonElement} starter */
    async #rate(starter) {
        starter.textContent = "Rating …";
        try {
            starter.replaceWith(pairs((await api.rate(this.opened.text)).lines));
        } catch (error) {
            starter.replaceWith(objection(error));
        }
    }
}

/** Says how much is wrong. @param {Place[]} wrong */
function wrongWords(wrong) {
    const links = wrong.filter((place) => place.length === 4).length;
    const entries = wrong.length - links;
    const counted = (/** @type {number} */ count, /** @type {string} */ one, /** @type {string} */ more) =>
        count === 0 ? [] : [count === 1 ? `one ${one}` : `${count} ${more}`];
    const parts = [...counted(entries, "entry", "entries"), ...counted(links, "line", "lines")];
    const words = `${parts.join(" and ")} ${wrong.length === 1 ? "is" : "are"} wrong.`;
    return words[0].toUpperCase() + words.slice(1);
}

/** @param {[string, string][]} lines */
const pairs = (lines) =>
    h(
        "dl",
        { class: "facts" },
        lines.flatMap(([key, value]) => [h("dt", {}, key), h("dd", {}, value)]),
    );
