// The page where a puzzle is played: the table, with undo, advice, saving, the result, the review,
// and links to other pages.

import * as api from "./api.js";
import { speedChoice } from "./clock.js";
import { button, download, fill, h, setAttribute, wait } from "./dom.js";
import { Finish, shareButton } from "./finish.js";
import { History } from "./history.js";
import { onKeys } from "./keys.js";
import { boardKey, markBegun } from "./progress.js";
import { addressOf, nowAt, objection } from "./router.js";
import { saveGame, savedGame } from "./saves.js";
import { SETTINGS, settingSwitch } from "./settings.js";
import { movesOf, movesQuery, openSource, sourceOf } from "./source.js";
import { Table } from "./table.js";
import { counted, minutes, Timer } from "./timer.js";
import { UndoTree } from "./undotree.js";
import { addStyles } from "./views.js";

/** Delay before the address is updated after a move, in milliseconds. */
const SETTLED = 100;

/** @type {import("./router.js").Page} */
export async function playPage(outlet, address, leaving) {
    addStyles("play");
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
    /** Whether the player has done anything: a position that was only opened is not kept. */
    #isTouched = false;

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
        this.board = boardKey(source, opened.text);
        this.left = savedGame(opened.puzzle, this.board);
        const history = this.left?.history ?? new History();
        // What is in the address and not among the player's own lines comes from elsewhere.
        for (const step of moves) history.play(step, true);
        this.timer = new Timer(leaving);
        this.timer.seconds = moves.length > 0 ? (this.left?.seconds ?? 0) : 0;
        const listeners = {
            onshow: (/** @type {Position} */ position) => this.#show(position),
            onstop: () => this.#nameButtons(),
            onact: () => (this.#isTouched = true),
        };
        this.table = new Table(opened, history, time, listeners, leaving);
        this.game = this.table.game;
        this.said = this.table.said;
        this.speed = speedChoice();
        this.status = h("p", { class: "status", role: "status", "data-testid": "status" });
        this.buttons = this.#makeButtons();
        this.finish = new Finish(source, opened, this.board, {
            again: () => this.buttons.restart.click(),
            undo: () => this.buttons.undo.click(),
            review: () => this.#review(),
        });
        this.lines = new UndoTree((node) => this.table.byHand(() => this.game.walk(node)));
        this.offer = this.#offerToGoOn();
        this.#nameButtons();
        /** @type {import("./review.js").Review | null} */
        this.reviewing = null;
        this.reviewed = h("div", { class: "reviewed" });
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
            restart: make("restart", "x", () => {
                this.timer.seconds = 0;
                table.byHand(() => game.restart());
            }),
            hint: make("hint", "h", () => this.#hint()),
            solve: make("solve", "s", () => this.#solve()),
            check: make("check", "c", () => this.#check()),
            correct: make("correct", "k", () => this.#correct()),
            follow: make("follow", "f", () => this.#follow()),
            review: make("review", "v", () => this.#review()),
        };
    }

    /** While an automatic action is running, its button shows `Stop`. */
    #nameButtons() {
        const { undo, redo, restart, hint, solve, check, correct, follow, review } = this.buttons;
        undo.textContent = "Undo";
        redo.textContent = "Redo";
        restart.textContent = "Restart";
        hint.textContent = "Hint";
        solve.textContent = "Solve from here";
        check.textContent = "Check so far";
        correct.textContent = "Correct so far?";
        follow.textContent = "Follow hints";
        review.textContent = "Review";
        const isOver = this.game.position?.over ?? false;
        for (const each of [hint, solve, follow]) setAttribute(each, "disabled", isOver);
    }

    #layOut() {
        const { opened, buttons, table } = this;
        const { undo, redo, restart, hint, solve, check, correct, follow, review } = buttons;
        const file = h("input", { type: "file", class: "hidden", onchange: () => this.#load(file) });
        const rating = button("Rate it", () => this.#rate(rating), { class: "quiet", id: "rate" });
        const watch = addressOf(["watch", ...this.source.path], this.source.query);
        const keeping = h(
            "div",
            { class: "actions" },
            button("Save", () => this.#save(), { id: "save", class: "quiet" }),
            button("Load", () => file.click(), { id: "load", class: "quiet" }),
            file,
            shareButton(),
            button("Replay", () => this.#replay(), { id: "replay", class: "quiet" }),
            h("a", { class: "button quiet", href: watch, id: "watch" }, "Watch a solver on this board"),
        );
        const panel = h(
            "div",
            { class: "panel-side" },
            h("div", { class: "actions" }, undo, redo, restart),
            h("div", { class: "actions" }, hint, solve, review),
            h("div", { class: "actions" }, check, correct),
            h("div", { class: "actions" }, follow, this.speed.element),
            this.said,
            this.lines.element,
            table.slips,
            table.orders,
            keeping,
            h("details", {}, h("summary", {}, "About this board"), pairs(opened.facts), rating),
            h("details", {}, h("summary", {}, "Settings"), SETTINGS.map(settingSwitch)),
        );
        const scoreboard = h(
            "div",
            { class: "scoreboard" },
            h("div", { class: "score-line" }, this.status, this.timer.element),
            this.offer,
            this.finish.element,
        );

        return h(
            "div",
            {},
            h("p", { class: "trail" }, h("a", { href: "#/" }, "Gallery"), " / ", h("a", { href: addressOf(["puzzle", opened.puzzle]) }, this.title)),
            h("h1", {}, opened.name ?? "An unnamed board"),
            h("div", { class: "table play" }, scoreboard, table.element, panel, this.reviewed),
        );
    }

    /** Offers the game that was left on this board, unless the address holds one. */
    #offerToGoOn() {
        const { left, game } = this;
        const offer = h("p", { class: "offer", hidden: true, "data-testid": "offer" });
        if (!left || left.isEnded || left.at === 0 || game.history.at > 0) return offer;
        const goOn = () => {
            this.timer.seconds = left.seconds;
            this.table.byHand(() => game.walk(left.at));
            this.table.board.focus();
        };
        const moves = counted(game.history.path(left.at).length);
        const words = `You left a game here after ${moves}, ${minutes(left.seconds)}. `;
        fill(offer, words, button("Go on", goOn, { class: "primary", "data-testid": "go-on" }));
        offer.hidden = false;
        return offer;
    }

    /** Shows what each move gave away. */
    async #review() {
        const { Review } = await import("./review.js");
        if (this.leaving.aborted) return;
        this.reviewing ??= new Review(this.table, this.reviewed, this.leaving);
        this.reviewing.begin();
    }

    /** @param {Position} position */
    #show(position) {
        const { status, solved, over, goal } = position;
        const { history } = this.game;
        const { undo, redo, restart, hint, solve, follow } = this.buttons;
        const lost = goal ? ". The game is over, and the goal is not reached." : ". The game is over.";
        const end = solved ? ". The goal is reached." : over ? lost : "";
        this.status.textContent = status + end;
        this.status.classList.toggle("reached", solved);
        setAttribute(undo, "disabled", !history.canUndo);
        setAttribute(redo, "disabled", !history.canRedo);
        setAttribute(restart, "disabled", !history.canUndo && this.game.time === 0);
        // While an automatic action is running, its button stops it.
        for (const each of [hint, solve, follow])
            setAttribute(each, "disabled", over && each.textContent !== "Stop");
        const [moves, isEnded] = [history.moves.length, over || solved];
        this.timer.show(!isEnded && history.at > 0, moves);
        this.lines.show(history);
        if (history.at > 0) this.offer.hidden = true;
        const ended = { position, moves, seconds: this.timer.seconds, isHelped: history.isHelped };
        if (isEnded) this.finish.show(ended, history.steps.join(";"));
        else this.finish.hide();
        clearTimeout(this.#addressTimer);
        this.#addressTimer = setTimeout(() => this.#showAddress(), SETTLED);
    }

    async #showAddress() {
        const { time, history } = this.game;
        /** @type {Record<string, string>} */
        const present = time > 0 ? { time: String(time) } : {};
        const query = { ...this.source.query, ...(await movesQuery(history.steps)), ...present };
        if (this.leaving.aborted) return;
        const address = addressOf(["play", ...this.source.path], query);
        nowAt(address);
        if (!this.#isTouched) return;
        const { opened, board, timer, finish } = this;
        const isEnded = !finish.element.hidden;
        saveGame(opened.puzzle, board, history, { seconds: timer.seconds, isEnded });
        if (history.at > 0 && !isEnded) markBegun(opened.puzzle, board, { address });
    }

    #hint() {
        const { table, game, said } = this;
        return table.byHand(async () => {
            fill(said, "Thinking …");
            const { mv, reason, place, deductions } = await api.hint(game.played);
            const play = () => table.byHand(() => game.play(mv ?? "", true));
            const { drawing } = table.board;
            const last = deductions.length > 1 ? deductions[deductions.length - 1] : null;
            const words = last ? [h("b", {}, `${last.technique}: `), last.sentence] : reason;
            fill(
                said,
                h("p", {}, mv && h("strong", {}, `${mv}: `), words),
                last && reasons(deductions, (places) => drawing.mark("because", places)),
                mv && h("p", { class: "actions" }, button("Play it", play, { "data-testid": "play-hint" })),
            );
            drawing.mark("because", deductions.at(-1)?.places ?? []);
            drawing.mark("hinted", place ? [place] : []);
            if (place) table.board.goTo(place);
        });
    }

    #solve() {
        const { table, game, said } = this;
        return table.run(this.buttons.solve, async (signal) => {
            fill(said, "Solving …");
            const { moves, words } = await api.goOn(game.played, signal);
            signal.throwIfAborted();
            fill(said, words);
            if (game.isTimed) {
                await game.plan(moves);
                await table.clock.play();
                return;
            }
            for (const mv of moves) {
                await game.play(mv, true);
                await wait(this.speed.milliseconds(), signal);
            }
        });
    }

    #follow() {
        const { table, game, said } = this;
        return table.run(this.buttons.follow, async (signal) => {
            while (!game.position?.over) {
                const { mv, reason, deductions } = await api.hint(game.played, signal);
                signal.throwIfAborted();
                fill(said, deductions.length > 1 ? deductions[deductions.length - 1].sentence : reason);
                if (mv === null) return;
                await game.play(mv, true);
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

/**
 * Lists the steps of a hint's reason; the places of the chosen one are marked.
 * @param {Deduction[]} deductions
 * @param {(places: Place[]) => void} mark
 */
function reasons(deductions, mark) {
    const items = deductions.map(({ technique, sentence, places }, index) => {
        const choose = () => {
            for (const item of items) item.firstElementChild?.setAttribute("aria-pressed", String(item === items[index]));
            mark(places);
        };
        const isChosen = index === deductions.length - 1;
        const pressed = { type: "button", class: "quiet reason", "aria-pressed": String(isChosen), onclick: choose };
        return h("li", {}, h("button", pressed, h("b", {}, `${technique}: `), sentence));
    });
    const before = items.length - 1;
    const words = `${before} ${before === 1 ? "step leads" : "steps lead"} to it. Choose one to see its cells.`;
    return h(
        "details",
        { "data-testid": "deductions" },
        h("summary", {}, words),
        h("ol", { class: "reasons" }, items),
    );
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
