//! The page in a real browser, at a desk and on a phone. Screenshots are kept under `target/studio`.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::client::House;
use crate::webdriver::Browser;

/// A window's name and size.
const DESK: (&str, u32, u32) = ("desk", 1440, 1000);
const PHONE: (&str, u32, u32) = ("phone", 360, 780);

/// One person before the page.
struct Visit {
    house: House,
    browser: Browser,
    window: &'static str,
}

impl Visit {
    fn begin((window, width, height): (&'static str, u32, u32)) -> Visit {
        Visit { house: House::open(), browser: Browser::open(width, height), window }
    }

    /// Goes to an address of the page, anew.
    fn go(&self, hash: &str) {
        self.browser.go("about:blank");
        self.browser.go(&format!("http://{}/{hash}", self.house.address));
    }

    fn test(&self, id: &str) -> String {
        format!("[data-testid=\"{id}\"]")
    }

    fn click(&self, id: &str) {
        self.browser.click(&self.test(id));
    }

    fn text(&self, id: &str) -> String {
        self.browser.text(&self.test(id))
    }

    /// Waits until the text of an element holds some words.
    fn says(&self, id: &str, words: &str) {
        let script = format!(
            "const it = document.querySelector({}); return !!it && it.innerText.includes({})",
            json!(self.test(id)),
            json!(words)
        );
        self.browser.until(&format!("{id} to say {words}"), &script);
    }

    /// Waits until the text of an element is another one.
    fn changes(&self, id: &str, before: &str) {
        let script = format!(
            "const it = document.querySelector({}); return !!it && it.innerText !== {}",
            json!(self.test(id)),
            json!(before)
        );
        self.browser.until(&format!("{id} to change"), &script);
    }

    fn shot(&self, name: &str) {
        let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/studio");
        self.browser.photograph(&root.join(format!("{name}-{}.png", self.window)));
    }

    /// Nothing is wider than the window, and the console is empty.
    fn is_well(&self, place: &str) {
        let wide = self.browser.run(
            "return document.documentElement.scrollWidth - document.documentElement.clientWidth",
            &json!([]),
        );
        assert!(wide.as_i64() <= Some(0), "{place} is wider than the window by {wide}");
        assert_eq!(self.browser.complaints(), Vec::<String>::new(), "{place}");
    }
}

/// A cell of SameGame or Tetris whose touch is a move.
const FIRST_MOVE: &str = "return [...document.querySelectorAll('[data-testid=board] [role=gridcell]')]\
    .find((cell) => /points|row|rest/.test(cell.getAttribute('aria-label')))?.getAttribute('data-testid')";

fn plays_every_puzzle(visit: &Visit) {
    visit.go("");
    visit
        .browser
        .until("the gallery", "return document.querySelectorAll('[data-testid=gallery] > *').length >= 4");
    visit.shot("gallery");
    visit.is_well("the gallery");

    for (puzzle, example) in [("samegame", "table1-7x7-5"), ("tetris", "10x10")] {
        visit.go(&format!("#/play/example/{puzzle}/{example}"));
        visit.says("status", "score 0");
        let cell = visit.browser.until("a move", FIRST_MOVE);
        visit.click(cell.as_str().unwrap());
        visit.browser.until("the move in the address", "return location.hash.includes('?')");
        visit.browser.until("undo", "return !document.querySelector('#undo').disabled");
        let address = visit.browser.run("return location.href", &json!([]));
        visit.browser.reload();
        visit.browser.until("the same position", "return !document.querySelector('#undo')?.disabled");
        assert_eq!(visit.browser.run("return location.href", &json!([])), address);
        visit.click("undo");
        visit.browser.until("the start", "return document.querySelector('#undo').disabled");
        visit.click("redo");
        visit.browser.until("the move again", "return !document.querySelector('#undo').disabled");
        visit.click("hint");
        visit
            .browser
            .until("a reason", "return document.querySelector('[data-testid=said]').innerText.length > 9");
        visit.shot(&format!("play-{puzzle}"));
        visit.is_well(puzzle);
    }

    // Numbers are typed into cells, with the keyboard alone.
    visit.go("#/play/example/hidato/beehive-1");
    visit.says("status", "cells filled");
    let before = visit.text("status");
    let open = visit.browser.until(
        "an open cell",
        "return [...document.querySelectorAll('[data-testid=board] [role=gridcell]')]\
        .find((cell) => /empty/.test(cell.getAttribute('aria-label')))?.getAttribute('data-testid')",
    );
    visit.click(open.as_str().unwrap());
    visit.browser.keys("2\u{e007}");
    visit.changes("status", &before);
    visit.browser.keys("u");
    visit.says("status", &before);
    visit.click("hint");
    visit
        .browser
        .until("a reason", "return document.querySelector('[data-testid=said]').innerText.length > 9");
    visit.click("solve");
    visit.browser.until(
        "the solution",
        "return document.querySelector('[data-testid=status]').innerText.includes('olved')",
    );
    visit.shot("play-hidato");
    visit.is_well("hidato");

    // The world ticks; an order is chosen from a menu.
    visit.go("#/play/example/lemmings/02Diggers");
    visit.says("status", "time 0");
    visit.browser.keys("\u{e014}");
    visit.says("status", "time 1");
    let lemming = visit.browser.until(
        "a lemming",
        "return [...document.querySelectorAll('[data-testid=board] [role=gridcell]')]\
        .find((cell) => /lemming/.test(cell.getAttribute('aria-label')))?.getAttribute('data-testid')",
    );
    visit.click(lemming.as_str().unwrap());
    visit.browser.click("[data-testid=menu] button");
    visit.browser.until(
        "the order",
        "return document.querySelector('[data-testid=orders]').innerText.includes('digger')",
    );
    visit.shot("play-lemmings");
    visit.click("solve");
    visit.browser.until(
        "the way",
        "return document.querySelector('[data-testid=orders]').innerText.split('digger').length > 2",
    );
    visit.is_well("lemmings");
}

#[test]
fn every_puzzle_is_played_at_a_desk() {
    plays_every_puzzle(&Visit::begin(DESK));
}

#[test]
fn every_puzzle_is_played_on_a_phone() {
    plays_every_puzzle(&Visit::begin(PHONE));
}

fn watches_and_races(visit: &Visit) {
    visit.go("#/watch/example/samegame/table1-7x7-5");
    visit.browser.until("the form", "return !!document.querySelector('[data-testid=setup]')");
    visit.browser.run(
        "const select = document.querySelector('[data-testid=solver]'); select.value = 'hyper';\
         select.dispatchEvent(new Event('change', { bubbles: true }))",
        &json!([]),
    );
    visit.click("start");
    visit.browser.until(
        "a curve that grows",
        "return /[0-9]/.test(document.querySelector('[data-testid=best]')?.innerText)",
    );
    visit.browser.until(
        "a population",
        "return document.querySelector('[data-testid=inside]').innerText.includes('diversity')",
    );
    visit.shot("watch");
    let address = visit.browser.run("return location.href", &json!([]));
    visit.browser.reload();
    visit.browser.until(
        "everything again",
        "return /[0-9]/.test(document.querySelector('[data-testid=best]')?.innerText)",
    );
    assert_eq!(visit.browser.run("return location.href", &json!([])), address);
    visit.is_well("watching");

    let text = visit.house.example("samegame/table1-7x7-5");
    let entries =
        json!([{"solver": "beam", "params": {"width": 50}}, {"solver": "nrpa", "params": {"level": 2}}]);
    let race = visit
        .house
        .asked("/api/jobs", &json!({"text": text, "entries": entries, "budget": {"evaluations": 20_000}}));
    let ids: Vec<String> = race["jobs"].as_array().unwrap().iter().map(Value::to_string).collect();
    visit.go(&format!("#/watch/jobs/{}", ids.join(",")));
    let both = "const states = [...document.querySelectorAll('[data-testid=state]')];\
        return states.length === 2 && states.every((state) => state.innerText === 'done')";
    visit.browser.until("both at the end", both);
    visit.shot("race");
    visit.is_well("a race");

    visit.go(&format!("#/replay/job/{}", ids[0]));
    visit.browser.until("the film", "return !!document.querySelector('[data-testid=scrubber]')");
    let before = visit.text("status");
    visit.browser.run(
        "const scrubber = document.querySelector('[data-testid=scrubber]'); scrubber.value = scrubber.max;\
         scrubber.dispatchEvent(new Event('input', { bubbles: true }))",
        &json!([]),
    );
    visit.changes("status", &before);
    visit.shot("replay");
    visit.is_well("a replay");

    visit.go("#/jobs");
    visit
        .browser
        .until("three jobs", "return document.querySelectorAll('[data-testid=jobs] tr').length === 3");
    visit.is_well("the jobs");
}

#[test]
fn solvers_are_watched_at_a_desk() {
    watches_and_races(&Visit::begin(DESK));
}

#[test]
fn solvers_are_watched_on_a_phone() {
    watches_and_races(&Visit::begin(PHONE));
}

#[test]
fn the_lab_and_the_lessons_open() {
    let visit = Visit::begin(DESK);
    visit.go("#/lab");
    visit
        .browser
        .until("experiments", "return document.querySelectorAll('[data-testid=experiments] > *').length > 5");
    visit.is_well("the lab");
    visit.go("#/learn");
    let lessons = visit.browser.until(
        "lessons",
        "const links = [...document.querySelectorAll('main a[href^=\"#/learn/\"]')];\
        return links.length > 9 && links.map((link) => link.getAttribute('href'))",
    );
    for lesson in lessons.as_array().unwrap() {
        visit.go(lesson.as_str().unwrap());
        visit.click("begin");
        visit.says("state", "paused");
        visit.click("step");
        visit.browser.until(
            "what is inside",
            "return /[0-9]/.test(document.querySelector('[data-testid=inside]').innerText)",
        );
        visit.is_well(lesson.as_str().unwrap());
    }
    visit.shot("learn");
}
