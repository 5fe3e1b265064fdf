//! What all games have in common: time and result, saved games, lines, review, the keys of a phone,
//! motion, boards of very many tiles, and contrast.

use serde_json::{Value, json};

use super::{DESK, PHONE, Visit, Window, found};

const LEFT: &str = "\u{e012}";
const UP: &str = "\u{e013}";
const RIGHT: &str = "\u{e014}";

impl Visit {
    /// Plays the first or the last tile that can be played.
    fn play_some(&self, is_last: bool) {
        let steps = self.text("move-count");
        let tile = self.until(
            "a tile to play",
            &format!(
                "[...document.querySelectorAll('[data-testid=board] [role=gridcell]')]\
                 .filter((cell) => /; /.test(cell.getAttribute('aria-label'))).at({})?.dataset.testid",
                if is_last { -1 } else { 0 }
            ),
        );
        self.play_on(tile.as_str().unwrap());
        self.changes("move-count", &steps);
    }

    fn plays_to_the_end(&self) {
        while self.browser.run(&format!("return {}.hidden", found("finish"))) == true {
            self.play_some(false);
        }
    }
}

/// A game for points: its result, its lines, the game offered again, and its review.
fn finishes_a_game(visit: &Visit) {
    visit.sit_down("example/samegame/table1-5x5-3");
    visit.play_some(false);
    visit.play_some(false);
    visit.click("undo");
    visit.says("move-count", "1 move");
    visit.play_some(true);
    visit.says("line-words", "Line 2 of 2, move 2 of 2");
    visit.until_address("moves=");
    visit.shoot("play-lines");

    // The game is offered again, with all its lines, where its address is not known.
    visit.sit_down("example/samegame/table1-5x5-3");
    visit.says("offer", "after 2 moves");
    visit.click("go-on");
    visit.says("line-words", "Line 2 of 2, move 2 of 2");
    visit.browser.run(&format!("{}.focus()", found("lines")));
    visit.browser.keys(UP);
    visit.says("line-words", "Line 1 of 2, move 2 of 2");
    visit.browser.keys(LEFT);
    visit.says("line-words", "move 1 of 2");
    visit.browser.keys(RIGHT);
    visit.says("line-words", "move 2 of 2");

    visit.plays_to_the_end();
    let result = visit.text("finish");
    assert!(result.contains("The game is over") && result.contains("your first"), "{result}");
    let is_green = format!("{}.classList.contains('reached')", found("finish"));
    assert_eq!(visit.browser.run(&format!("return {is_green}")), false, "there was no goal");
    visit.until("the next level", &format!("!!{}", found("next-level")));
    visit.shoot("play-finish");

    visit.click("finish-review");
    visit.says("review-progress", "moves");
    visit.until(
        "the whole curve",
        "!/Looking/.test(document.querySelector('[data-testid=review-progress]').innerText)",
    );
    visit.shoot("play-review");
    let has_lost = "return document.querySelectorAll('[data-testid=worst] button').length";
    let lost = visit.browser.run(has_lost).as_u64().unwrap();
    assert!(lost > 0, "the first tiles of all are no good game");
    let words = visit.text("worst");
    assert!(words.contains("you lost") && words.contains("better"), "{words}");
    visit.browser.click("[data-testid=worst] button");
    visit.click("play-better");
    visit.until("the result to be gone", &format!("{}.hidden", found("finish")));
    visit.is_well("a better move played");
}

/// A lost game is not celebrated, and a goal that is reached is.
fn loses_and_wins(visit: &Visit) {
    let moves = "4,5-4,7;5,4-7,4;4,3-4,1;3,4-1,4";
    visit.go(&format!("#/play/example/peg-solitaire/plus?moves={moves}"));
    visit.says("status", "The game is over, and the goal is not reached");
    let celebrated = "return document.querySelectorAll('.reached').length";
    assert_eq!(visit.browser.run(celebrated), 0);
    visit.click("finish-review");
    visit.says("worst", "you lost the goal here");
    visit.is_well("a lost game");

    visit.sit_down("example/n-puzzle/tiny-2x2");
    visit.choose(".panel-side [data-testid=speed]", "60");
    visit.click("solve");
    visit.says("finish", "The goal is reached");
    visit.says("finish", "not yours");
    assert_eq!(visit.browser.run(celebrated), 2, "the status and the result");
    visit.click("restart");
    visit.until("the result to be gone", &format!("{}.hidden", found("finish")));
}

/// Board and keys fit the window; wrong entries are found by the review.
fn fills_in_by_thumb(visit: &Visit) {
    visit.sit_down("example/sudoku/first");
    let lowest = "Math.max(...['board', 'pad', 'pencil'].map((id) => \
                  document.querySelector(`[data-testid=${id}]`).getBoundingClientRect().bottom))";
    let fits = format!("return scrollY === 0 && {lowest} <= innerHeight");
    assert_eq!(visit.browser.run(&fits), true, "board and keys are in view");
    let small = "return [...document.querySelectorAll('main button, main select')].filter((it) => \
                 it.offsetParent && Math.min(it.offsetWidth, it.offsetHeight) < 24).length";
    assert_eq!(visit.browser.run(small), 0, "all targets are large enough");
    for value in ["1", "2"] {
        visit.click(&visit.tile("to be filled in"));
        visit.click(&format!("value-{value}"));
        visit.says("move-count", value);
    }
    visit.click("pencil");
    visit.click(&visit.tile("to be filled in"));
    visit.click("value-7");
    visit.until("the mark", "document.querySelectorAll('.pencil text').length === 1");
    visit.shoot("play-pad");
    visit.click("review");
    visit.says("worst", "Move 1");
    visit.is_well("the review of entries");
}

/// Pieces move unless that is switched off, and so do shortcuts and the time.
fn obeys_its_switches(visit: &Visit) {
    // Changes of colour are no motion.
    let moving = "document.querySelector('[data-testid=board]').getAnimations({ subtree: true })\
                  .some((it) => !(it instanceof CSSTransition))";
    visit.sit_down("example/n-puzzle/eight");
    visit.browser.run(&format!("window.moved = 0; window.watch = () => {{ moved += {moving}; requestAnimationFrame(watch) }}; watch()"));
    visit.play_some(false);
    visit.until("a motion", "moved > 0");
    let switch = |name: &str| {
        let kept = format!("localStorage.getItem('quarry-{name}') ?? 'on'");
        let before = visit.browser.run(&format!("return {kept}"));
        visit.browser.run(&format!("{}.click()", found(&format!("setting-{name}"))));
        visit.until("the setting to be kept", &format!("({kept}) !== {before}"));
    };
    switch("motion");
    visit.until("the motion to end", &format!("!({moving})"));
    visit.browser.run("moved = 0");
    visit.play_some(true);
    assert_eq!(visit.browser.run("return moved"), 0, "nothing moves");
    switch("timer");
    visit.until("no time", &format!("!{}.offsetParent", found("timer")));
    switch("shortcuts");
    visit.browser.run(&format!("{}.querySelector('[tabindex=\"0\"]').focus()", found("board")));
    let steps = visit.text("move-count");
    visit.browser.keys("u");
    visit.browser.keys("?");
    assert_eq!(visit.browser.run("return document.querySelector('#help-dialog').open"), false);
    assert_eq!(visit.text("move-count"), steps, "nothing was undone");
    for name in ["motion", "timer", "shortcuts"] {
        switch(name);
    }
}

/// A board of 65,025 tiles is drawn on a canvas, and played by mouse and keyboard.
fn plays_a_large_board(visit: &Visit) {
    visit.sit_down("new/samegame?p.rows=255&p.columns=255&seed=1");
    let elements = visit.browser.run("return document.querySelectorAll('*').length");
    assert!(elements.as_u64().is_some_and(|count| count < 1_000), "{elements} elements");
    let cell = |attribute: &str| format!("{}.getAttribute('{attribute}')", found("board-cell"));
    visit.until(
        "the first tile described",
        &format!("/row 1, column 1: .*; /.test({})", cell("aria-label")),
    );
    visit.browser.run(&format!("{}.focus()", found("board")));
    visit.browser.keys(RIGHT);
    visit.until(
        "the next tile described",
        &format!("/row 1, column 2: /.test({})", found("told") + ".textContent"),
    );
    // The time from the click to the new position, and the part of it that the server took.
    let measured = visit.browser.run(
        "const board = document.querySelector('[data-testid=board]');\
         const status = document.querySelector('[data-testid=move-count]');\
         const { left, top } = board.getBoundingClientRect();\
         const words = document.querySelector('[data-testid=words]');\
         const sleep = (time) => new Promise((done) => setTimeout(done, time));\
         const point = (type, x, y) => board.dispatchEvent(new PointerEvent(type, { clientX: x, clientY: y, pointerType: 'mouse', isPrimary: true, bubbles: true }));\
         const times = [];\
         for (let at = 0; at < 60 && times.length < 5; at++) {\
             const [x, y] = [left + 30 + 18 * (at % 10), top + 200 + 36 * Math.floor(at / 10)];\
             words.textContent = ''; point('pointermove', x, y);\
             for (let wait = 0; wait < 100 && !words.textContent; wait++) await sleep(10);\
             if (!/points?/.test(words.textContent)) continue;\
             await sleep(200); performance.clearResourceTimings();\
             const before = status.textContent, begun = performance.now();\
             point('click', x, y);\
             while (status.textContent === before && performance.now() - begun < 10000) await sleep(1);\
             const whole = performance.now() - begun; await sleep(50);\
             const asked = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/'));\
             times.push([whole, asked.reduce((sum, { startTime, responseEnd }) => sum + responseEnd - startTime, 0)]);\
         }\
         return times",
    );
    let times: Vec<[f64; 2]> = serde_json::from_value(measured).expect("times in pairs");
    assert_eq!(times.len(), 5, "{times:?}");
    for [whole, server] in &times {
        let page = whole - server;
        println!("a click on 255 x 255 tiles: {whole:.0} ms, of which {page:.0} ms on the page");
    }
    let fastest = times.iter().map(|[whole, _]| *whole).fold(f64::INFINITY, f64::min);
    assert!(fastest < 1_000.0, "{times:?}");
    visit.click("undo");
    visit.says("move-count", "4 moves");
    visit.shoot("play-large");
}

fn plays(window: Window) {
    let visit = Visit::begin(window);
    finishes_a_game(&visit);
    loses_and_wins(&visit);
    fills_in_by_thumb(&visit);
    obeys_its_switches(&visit);
    if !visit.is_phone() {
        plays_a_large_board(&visit);
    }
}

#[test]
fn games_are_finished_and_reviewed_at_a_desk() {
    plays(DESK);
}

#[test]
fn games_are_finished_and_reviewed_on_a_phone() {
    plays(PHONE);
}

#[test]
fn every_piece_and_outline_has_contrast() {
    let visit = Visit::begin(DESK);
    for scheme in ["light", "dark"] {
        visit.set_scheme(scheme);
        visit.go("");
        visit.browser.until("the page", "return !!document.querySelector('main > *')");
        let found = visit
            .browser
            .run(&format!("return (async () => {{ {} }})()", include_str!("contrast.js")));
        assert!(found["count"].as_u64().is_some_and(|count| count > 300), "{found}");
        assert_eq!(found["faint"], json!([]), "{scheme}");
    }
}

/// What each move gave away, computed from what is known about positions.
#[test]
fn losses_follow_from_lower_bounds() {
    let visit = Visit::begin(DESK);
    visit.go("");
    visit.browser.until("the page", "return !!document.querySelector('main > *')");
    let losses = |kind: &str, known: &[Value]| {
        let known: Vec<Value> = known
            .iter()
            .enumerate()
            .map(|(at, each)| {
                let mut position = json!({"at": at, "score": null, "reachable": null, "better": "b", "place": null, "wrong": [], "loss": null});
                position.as_object_mut().unwrap().extend(each.as_object().unwrap().clone());
                position
            })
            .collect();
        visit.browser.run(&format!(
            "return import('/app/losses.js').then(({{ losses }}) => losses('{kind}', {}).map(({{ loss }}) => loss === Infinity ? 'lost' : loss))",
            json!(known)
        ))
    };
    // More is found after the first move: it was possible before, so nothing was given away.
    let scores = [json!({"score": 50}), json!({"score": 70}), json!({}), json!({"score": 20})];
    assert_eq!(losses("score", &scores), json!([0, 50, 0]));
    let goals = [
        json!({"reachable": true, "score": -4}),
        json!({"reachable": true, "score": -6}),
        json!({"reachable": false}),
        json!({"reachable": false}),
    ];
    assert_eq!(losses("goal", &goals), json!([2, "lost", 0]));
    let open = [json!({"reachable": true, "score": 1}), json!({}), json!({"reachable": false})];
    assert_eq!(losses("goal", &open), json!([null, null]), "what is not known is not compared");
    let entries = [
        json!({"reachable": true}),
        json!({"reachable": false, "wrong": [[0, 0]]}),
        json!({"reachable": false, "wrong": [[0, 0], [1, 0]]}),
    ];
    assert_eq!(losses("entries", &entries), json!(["lost", 1]));
}
