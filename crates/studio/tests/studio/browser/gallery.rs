//! The gallery, the pages of puzzles, and what is kept of the player's progress.

use serde_json::json;

use super::{DESK, PHONE, Visit, Window};

/// Returns how many cards are shown.
const SHOWN: &str = "return document.querySelectorAll('.puzzle:not([hidden])').length";

fn gallery(window: Window) {
    let visit = Visit::begin(window);
    let cards = visit.server.get("/api/gallery").value();
    let cards = cards.as_array().expect("a list");
    visit.go("");
    visit.browser.until("all cards", &format!("{SHOWN} === {}", cards.len()));
    // Pictures come as they are seen.
    visit
        .browser
        .until("pictures", "return document.querySelectorAll('.puzzle .picture').length > 3");
    let drawn = visit.browser.run("return document.querySelectorAll('.puzzle .picture').length");
    assert!(drawn.as_u64().is_some_and(|drawn| drawn < cards.len() as u64), "{drawn} at once");
    visit
        .browser
        .until("the day's board", "return !!document.querySelector('[data-testid=day] .picture')");
    // How hard the puzzles are comes last, for those in sight.
    let seen = if visit.is_phone() { 1 } else { 6 };
    let rated = format!("document.querySelectorAll('.puzzle .scale').length >= {seen}");
    visit.until("difficulties", &rated);
    visit.shoot_both("gallery");

    visit.browser.fill("#search", "one closed loop");
    visit.says("count", "3 puzzles");
    visit.until_address("q=one");
    visit.choose("#group", "chance");
    visit.says("count", "No puzzle");
    visit.browser.reload();
    visit.says("count", "No puzzle");
    visit.go("#/?group=clockwork");
    visit.says("count", "2 puzzles");

    // A puzzle's page, by the keyboard alone.
    visit.browser.run("document.querySelector('[data-testid=puzzle-lemmings] a').focus()");
    visit.browser.keys("\u{e007}");
    visit.until_address("#/puzzle/lemmings");
    visit.browser.until(
        "rules in pictures",
        "return document.querySelectorAll('.frames .picture').length === 3",
    );
    let levels = "return document.querySelectorAll('[data-testid^=level-]').length";
    let few = visit.browser.run(levels).as_u64().expect("a number");
    visit.browser.click(".gallery + button");
    let all = visit.browser.run(levels).as_u64().expect("a number");
    assert!(few < all, "{few} levels at first, {all} in all");
    visit.browser.until(
        "records",
        "return document.querySelector('#records + div')?.textContent.includes('without best known')",
    );
    visit.go("#/puzzle/sokoban");
    visit.browser.until(
        "what is known of a level",
        "return document.querySelector('[data-testid=level-two-stones]')?.innerText.includes('pushes') &&\
         !!document.querySelector('.records td') && !!document.querySelector('[data-testid=level-two-stones] .picture')",
    );
    visit.shoot_both("puzzle");

    // A new board by presets: easy ones are made small.
    visit.go("#/puzzle/light-up");
    visit.browser.click("[name=size][value=\"0\"]");
    visit.browser.until(
        "a degree that boards of this size do not have",
        "return document.querySelectorAll('[name=level]:disabled').length === 1",
    );
    visit.browser.click("[name=level][value=\"0\"]");
    visit.click_id("new-board");
    visit.until_address("#/play/new/light-up?p.rows=5&p.columns=5&p.tier=easy&seed=");
    visit.changes("status", "");
    visit.is_well("a new board");
}

#[test]
fn puzzles_are_found_and_their_pages_shown_at_a_desk() {
    gallery(DESK);
}

#[test]
fn puzzles_are_found_and_their_pages_shown_on_a_phone() {
    gallery(PHONE);
}

impl Visit {
    /// Takes pictures of a page in both colour schemes, once all pictures in sight are there.
    fn shoot_both(&self, name: &str) {
        let is_drawn = "const inside = ({ top, bottom }) => bottom > 0 && top < innerHeight;\
            return [...document.querySelectorAll('.thumb')].every((one) => one.firstChild || !inside(one.getBoundingClientRect()))";
        self.browser.until("the pictures in sight", is_drawn);
        for (scheme, name) in [("dark", format!("{name}-dark")), ("light", name.to_owned())] {
            self.set_scheme(scheme);
            self.browser.run("document.getAnimations().forEach((one) => one.finish())");
            self.shoot(&name);
        }
    }

    fn click_id(&self, id: &str) {
        self.browser.click(&format!("#{id}"));
    }

    /// Runs a script with what modules of the page export.
    fn with_modules(&self, modules: &[&str], script: &str) -> serde_json::Value {
        let imports: String = modules
            .iter()
            .map(|name| format!("const {name} = await import('/app/{name}.js');"))
            .collect();
        self.browser.run(&format!("return (async () => {{ {imports} {script} }})()"))
    }
}

#[test]
fn progress_is_kept_and_shown() {
    let visit = Visit::begin(DESK);
    visit.go("#/puzzle/cubic");
    visit.browser.until("levels", "return !!document.querySelector('[data-testid=level-chain]')");
    let kept = visit.with_modules(
        &["progress"],
        "progress.markBegun('cubic', 'chain', { address: '#/play/example/cubic/chain' });\
         const first = progress.markDone('cubic', 'first-steps', { score: -5, moves: 5, seconds: 9 });\
         const worse = progress.markDone('cubic', 'first-steps', { score: -6, moves: 6, seconds: 4 });\
         const better = progress.markDone('cubic', 'first-steps', { score: -4, moves: 4 });\
         const { score, moves, seconds, state } = progress.progressOf('cubic', 'first-steps');\
         return [first, worse, better, score, moves, seconds, state, progress.doneCount('cubic')]",
    );
    assert_eq!(kept, json!([true, false, true, -4, 4, 4, "done", 1]));
    visit.browser.reload();
    visit.browser.until(
        "the marks and the player's own best",
        "const [done, begun] = ['first-steps', 'chain'].map((name) => document.querySelector(`[data-testid=level-${name}]`));\
         return done?.innerText.includes('yours 4 moves') && done.innerText.includes('done') && begun?.innerText.includes('begun')",
    );
    visit.go("#/?progress=begun");
    visit.says("count", "1 puzzle");
    visit.says("puzzle-cubic", "1 of 9 done");
    visit.browser.click("[data-testid=go-on] a");
    visit.until_address("#/play/example/cubic/chain");
    visit.changes("status", "");

    // The board of a day is the same for everybody, and a row of days is counted.
    let days = visit.with_modules(
        &["daily", "progress"],
        "const day = daily.boardOf(new Date(2026, 10, 19));\
         const same = daily.boardOf(new Date(2026, 10, 19, 23, 59));\
         const puzzles = new Set(Array.from({ length: 19 }, (_, index) => daily.boardOf(new Date(2026, 10, index)).puzzle));\
         const now = new Date(); const rows = [];\
         for (const back of [1, 0, 2]) {\
             const date = new Date(now); date.setDate(now.getDate() - back);\
             progress.keepDay(daily.dayName(date), 'cubic', '~' + back);\
             const real = Date.now; Date.now = () => date.getTime();\
             progress.markDone('cubic', '~' + back, {}); Date.now = real;\
             rows.push(daily.streak(now));\
         }\
         return [JSON.stringify(day) === JSON.stringify(same), puzzles.size, rows]",
    );
    assert_eq!(days, json!([true, 19, [1, 2, 3]]));
    visit.go("");
    visit.says("day", "3 days in a row");

    // A storage that refuses everything must not break the page.
    let refused = visit.with_modules(
        &["progress"],
        "Storage.prototype.setItem = Storage.prototype.getItem = () => { throw new Error('forbidden') };\
         progress.markDone('cubic', 'six-by-five', { score: -9 });\
         location.hash = '#/puzzle/cubic';\
         return progress.progressOf('cubic', 'six-by-five').state",
    );
    assert_eq!(refused, "done");
    visit.browser.until(
        "the page all the same",
        "return document.querySelector('[data-testid=level-six-by-five]')?.innerText.includes('done')",
    );
    visit.is_well("without storage");
}
