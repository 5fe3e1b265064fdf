//! Every puzzle is played: by mouse, by touch and by keyboard.

use serde_json::json;

use super::{DESK, PHONE, Visit, Window};

const ENTER: &str = "\u{e007}";
const TAB: &str = "\u{e004}";
pub(super) const DOWN: &str = "\u{e015}";
pub(super) const RIGHT: &str = "\u{e014}";

impl Visit {
    /// Opens an instance and waits for its first position.
    pub(super) fn sit_down(&self, source: &str) -> String {
        self.go(&format!("#/play/{source}"));
        self.changes("status", "")
    }

    /// Plays on a tile: a touch must be confirmed.
    pub(super) fn play_on(&self, tile: &str) {
        self.click(tile);
        if self.is_phone() {
            self.changes("words", "");
            self.click(tile);
        }
    }

    fn asks_for_a_hint(&self) {
        self.click("hint");
        self.browser
            .until("a reason", "return !!document.querySelector('[data-testid=play-hint]')");
    }
}

/// Plays a game move by move: there is always a tile that can be played.
fn plays_move_by_move(visit: &Visit, puzzle: &str, example: &str) {
    let start = visit.sit_down(&format!("example/{puzzle}/{example}"));
    let tile = visit.tile("; ");
    if !visit.is_phone() {
        visit.browser.hover(&format!("[data-testid={tile}]"));
        visit.changes("words", "");
        visit.browser.until(
            "the preview of the move",
            "return document.querySelectorAll('.tile.lit').length > 1",
        );
    }
    visit.play_on(&tile);
    visit.until_enabled("undo", true);
    visit.until_address("moves=");
    let (address, status) = (visit.address(), visit.text("status"));
    visit.browser.reload();
    visit.says("status", &status);
    visit.until_enabled("undo", true);
    assert_eq!(visit.address(), address, "the address is the position");
    visit.click("undo");
    visit.until_enabled("undo", false);
    visit.says("status", &start);
    visit.click("redo");
    visit.until_enabled("undo", true);
    visit.says("status", &status);
    visit.asks_for_a_hint();
    visit.shoot(&format!("play-{puzzle}"));
    visit.click("play-hint");
    // A move may score nothing, but the number of moves grows.
    visit.browser.until("the hint played", &format!("return location.hash !== {address:?}"));
}

/// Plays a good line to its end, fast.
fn is_solved_from_here(visit: &Visit) {
    visit.choose(".panel-side [data-testid=speed]", "60");
    visit.click("solve");
    visit.until_enabled("solve", false);
}

fn plays_by_the_clock(visit: &Visit) {
    visit.sit_down("example/lemmings/02Diggers");
    visit.says("clock", "0 / 120");
    visit.browser.keys(".");
    visit.says("clock", "1 / 120");
    let tile = visit.browser.until(
        "a lemming to give orders to",
        "return [...document.querySelectorAll('[data-testid=board] [role=gridcell]')]\
         .find((cell) => /facing/.test(cell.getAttribute('aria-label').split('; ')[1]))?.dataset.testid",
    );
    visit.click(tile.as_str().unwrap());
    visit.browser.click("[data-testid=menu] button");
    visit.says("orders", "digger");
    visit.click("undo");
    visit.says("orders", "None yet");
    visit.click("redo");
    visit.says("orders", "digger");
    visit.asks_for_a_hint();
    visit.choose("[data-testid=clock] [data-testid=speed]", "60");
    visit.click("solve");
    visit.says("status", "goal is reached");
    visit.choose("[data-testid=scrubber]", "6");
    visit.says("clock", "6 / ");
    visit.until_address("time=6");
    visit.shoot("play-lemmings");
    let orders = visit.text("orders");
    visit.browser.reload();
    visit.says("clock", "6 / ");
    assert_eq!(visit.text("orders"), orders);
    visit.is_well("a plan found again");
}

fn fills_in(visit: &Visit) {
    let before = visit.sit_down("example/hidato/tiny-hex-19");
    let open = visit.tile("to be filled in");
    visit.click(&open);
    if visit.is_phone() {
        for key in ["digit-1", "digit-9", "enter"] {
            visit.click(key);
        }
    } else {
        visit.browser.keys("19");
        visit.browser.keys(ENTER);
    }
    let after = visit.changes("status", &before);
    visit.click("check");
    visit.changes("said", "");
    visit.click("undo");
    visit.says("status", &before);
    visit.click("redo");
    visit.says("status", &after);
    visit.click("undo");
    visit.asks_for_a_hint();
    visit.shoot("play-hidato");
    visit.choose(".panel-side [data-testid=speed]", "60");
    visit.click("solve");
    visit.says("status", "goal is reached");
    visit.until_address("moves=");
    visit.is_well("a board filled in");
}

/// Limits the bytes loaded for the first page (document, styles, scripts and answers, as they are
/// sent), and those of a second visit; the time of the first paint is printed, not asserted.
fn weighs_little(visit: &Visit) {
    let weigh = || {
        let sum = "return performance.getEntries().reduce((sum, entry) => sum + (entry.transferSize ?? 0), 0)";
        visit.browser.run(sum).as_u64().unwrap()
    };
    let weight = weigh();
    assert!((1..300 << 10).contains(&weight), "{weight} bytes");
    visit.browser.run("performance.clearResourceTimings(); location.reload()");
    visit.browser.until(
        "the gallery again",
        "return document.readyState === 'complete' && document.querySelectorAll('[data-testid=gallery] > *').length >= 4",
    );
    let again = weigh();
    assert!((1..weight / 4).contains(&again), "{again} bytes at the second visit of {weight}");
    let paint = visit
        .browser
        .run("return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null");
    println!("the gallery: {weight} bytes, first paint after {paint} ms");
}

fn plays_every_puzzle(window: Window) {
    let visit = Visit::begin(window);
    visit.go("");
    visit
        .browser
        .until("the gallery", "return document.querySelectorAll('.puzzle .picture').length >= 4");
    weighs_little(&visit);
    plays_move_by_move(&visit, "samegame", "table1-5x5-3");
    is_solved_from_here(&visit);
    plays_move_by_move(&visit, "samegame", "standard-01");
    // Without a clock; `views.rs` plays it in real time.
    visit.browser.run("localStorage.setItem('quarry-tetris', 'place')");
    plays_move_by_move(&visit, "tetris", "10x10");
    fills_in(&visit);
    plays_by_the_clock(&visit);
    opens_the_others(&visit);
}

/// The others are of the same kinds, so that it is enough to see them open.
fn opens_the_others(visit: &Visit) {
    let puzzles = visit.server.get("/api/puzzles").value();
    for puzzle in puzzles.as_array().unwrap() {
        let [id, example] =
            [&puzzle["id"], &puzzle["examples"][0]].map(|name| name.as_str().unwrap());
        visit.sit_down(&format!("example/{id}/{example}"));
        visit.is_well(id);
    }
}

#[test]
fn every_puzzle_is_played_at_a_desk() {
    plays_every_puzzle(DESK);
}

#[test]
fn every_puzzle_is_played_on_a_phone() {
    plays_every_puzzle(PHONE);
}

#[test]
fn the_keyboard_is_enough_by_day_and_by_night() {
    let visit = Visit::begin(DESK);
    visit.set_scheme("dark");
    visit.go("");
    visit
        .browser
        .until("the gallery", "return document.querySelectorAll('.puzzle .picture').length >= 4");
    assert!(visit.brightness() < 60.0);
    for link in ["SameGame", "Play SameGame"] {
        let is_there = format!("return document.activeElement.textContent === '{link}'");
        let is_reached = (0..60).any(|_| {
            visit.browser.keys(TAB);
            visit.browser.run(&is_there) == true
        });
        assert!(is_reached, "the Tab key does not come to {link}");
        if link == "SameGame" {
            visit.browser.keys(ENTER);
            visit.until_address("#/puzzle/samegame");
            visit.browser.until("its page", "return document.activeElement.tagName === 'H1'");
        }
    }
    visit.browser.keys(ENTER);
    let start = visit.changes("status", "");
    visit.browser.until(
        "the focus on the board",
        "return !!document.activeElement.closest('[data-testid=board]')",
    );
    // Enter is pressed once only, on a tile that can be removed: on a slow machine, the status
    // lags behind the keys.
    let is_a_move = "return !!document.querySelector('[data-testid=words]').textContent";
    for key in [RIGHT, DOWN].into_iter().cycle().take(30) {
        visit.browser.keys(key);
        if visit.browser.run(is_a_move) == true {
            break;
        }
    }
    visit.browser.keys(ENTER);
    let moved = visit.changes("status", &start);
    visit.browser.keys("u");
    visit.says("status", &start);
    visit.browser.keys("r");
    visit.says("status", &moved);
    visit.browser.keys("h");
    visit.browser.until("a reason", "return !!document.querySelector('[data-testid=play-hint]')");
    // The hinted move may score nothing, but it is one more.
    visit.browser.keys(ENTER);
    visit.says("move-count", "2 moves");
    visit.browser.keys("?");
    visit.browser.until("the help", "return document.querySelector('#help-dialog').open");
    visit.browser.keys(ENTER);
    visit.browser.until("no help", "return !document.querySelector('#help-dialog').open");
    visit.shoot("play-dark");
    visit.browser.keys("x");
    visit.says("status", &start);

    // The button cycles through system, light and dark.
    visit.browser.click("#theme");
    assert!(visit.brightness() > 200.0);
    visit.browser.reload();
    visit.changes("status", "");
    assert!(visit.brightness() > 200.0, "the choice is kept");
    visit.set_scheme("light");
    visit.browser.click("#theme");
    assert!(visit.brightness() < 60.0);
    visit.browser.click("#theme");
    assert!(visit.brightness() > 200.0);
    visit.is_well("the themes");
}

/// A board that no puzzle has yet: a box on a goal, and a line across its side.
#[test]
fn the_highest_tile_is_touched_and_lines_let_the_pointer_through() {
    let ground = r#"<rect class="ground plain" width="32" height="32"/>"#;
    let look = |words: &str| json!({"tint": "plain", "label": "", "words": words, "svg": ground});
    let line = r#"<g data-edge="1,0,left"><line x1="32" y1="0" x2="32" y2="32" stroke-width="30" stroke="red"/></g>"#;
    let picture = json!({
        "shape": "square", "columns": 2, "rows": 1, "box": [0, 0, 64, 32], "tile_size": [32, 32],
        "tiles": [[0, 0, 0, 0, 0, 0], [1, 0, 0, 32, 0, 1], [1, 0, 1, 32, 0, 2]],
        "looks": [look("empty"), look("goal"), look("box")],
        "lines": line,
    });
    let visit = Visit::begin(DESK);
    visit.go("");
    visit.browser.until("the page", "return !!document.querySelector('[data-testid=gallery]')");
    visit.browser.run(&format!(
        "import('/app/board.js').then(({{ Board }}) => {{\
             const onchoose = (place) => (document.title = `chosen ${{place}}`);\
             const board = new Board('layers', {{ onpoint() {{}}, onkey: () => false, onchoose }});\
             board.show({picture}, () => 'pushes');\
             document.querySelector('main').replaceChildren(board.element);\
         }})"
    ));
    let labels = visit.browser.until(
        "the board",
        "const cells = [...document.querySelectorAll('[data-testid=board] [role=gridcell]')];\
         return cells.length > 0 && cells.map((cell) => cell.getAttribute('aria-label'))",
    );
    let told = ["row 1, column 1: empty; pushes", "row 1, column 2: box, on goal; pushes"];
    assert_eq!(labels, json!(told), "the tile below is described, and cannot be touched by itself");
    let is_there =
        "return document.querySelectorAll('[data-testid=board] [data-edge]').length === 1";
    assert_eq!(visit.browser.run(is_there), true);
    visit.click("cell-1-0");
    assert_eq!(visit.browser.run("return document.title"), "chosen 1,0");
    let has_focus = "return document.activeElement.getAttribute('data-testid')";
    assert_eq!(visit.browser.run(has_focus), "cell-1-0");
}
