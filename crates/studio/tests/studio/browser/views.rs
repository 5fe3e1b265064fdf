//! Views of single puzzles: Tetris in real time, by keys and by touch, and a plan on its timeline.

use serde_json::{Value, json};

use super::{DESK, PHONE, Visit, found};

const ENTER: &str = "\u{e007}";
const UP: &str = "\u{e013}";
const LEFT: &str = "\u{e012}";
const RIGHT: &str = "\u{e014}";
const DELETE: &str = "\u{e017}";

#[derive(Clone, Copy)]
enum Press {
    Drop,
    Turn,
    Left,
    Right,
}

/// Ways to another place, from column to column and in every rotation.
const ELSEWHERE: [Press; 8] = [
    Press::Turn,
    Press::Left,
    Press::Turn,
    Press::Left,
    Press::Turn,
    Press::Right,
    Press::Right,
    Press::Right,
];

impl Visit {
    /// Drops pieces until the game is over. Where there is no room for a piece, it goes elsewhere.
    fn drops_to_the_end(&self, press: impl Fn(Press)) {
        let is_over = "document.querySelector('[data-testid=start]').disabled";
        let mut elsewhere = ELSEWHERE.iter().cycle();
        for _ in 0..200 {
            if self.browser.run(&format!("return {is_over}")) == true {
                return;
            }
            let before = self.text("figures");
            press(Press::Drop);
            let came = self.until(
                "the next piece, the end, or no room",
                &format!(
                    "document.querySelector('[data-testid=figures]').innerText !== {} || {is_over} ?\
                     'down' : {}.innerText.includes('no room for it') && 'no room'",
                    json!(before),
                    found("falling")
                ),
            );
            if came == "no room" {
                press(*elsewhere.next().expect("it repeats"));
            }
        }
        panic!("a game on a low board ends soon");
    }

    /// Opens a game of Tetris and starts it.
    fn starts_tetris(&self, source: &str, level: &str) {
        self.go(&format!("#/play/{source}"));
        self.choose("[data-testid=level]", level);
        self.click("start");
        self.says("start", "Pause");
    }
}

/// A game from a seed, its instance, and a line of good play.
fn game(visit: &Visit, height: u64) -> (String, Vec<String>) {
    let wanted = json!({"puzzle": "tetris", "params": {"width": 4, "height": height}, "seed": 5});
    let text = visit.server.asked("/api/generate", &wanted)["text"].as_str().unwrap().to_owned();
    let on = visit.server.asked("/api/continue", &json!({"text": text, "moves": []}));
    let line = on["moves"].as_array().unwrap().iter();
    (text, line.map(|mv| mv.as_str().unwrap().to_owned()).collect())
}

#[test]
fn tetris_falls_faster_and_is_played_by_keys() {
    let visit = Visit::begin(DESK);
    let (text, line) = game(&visit, 8);
    let rows = |count: usize| -> i64 {
        let asked = json!({"text": text, "moves": line[..count]});
        visit.server.asked("/api/position", &asked)["score"].as_i64().unwrap()
    };
    let tenth = (1..line.len()).find(|&count| rows(count) >= 10).expect("ten rows");
    let before = line[..tenth - 1].join(";").replace(' ', "%20");
    let source = "new/tetris?p.width=4&p.height=8&seed=5";
    visit.starts_tetris(&format!("{source}&moves={before}"), "3");
    visit.says("figures", "1.6");
    let [_, rotation, column] = line[tenth - 1].split(' ').collect::<Vec<_>>()[..] else {
        panic!("a placement has three parts")
    };
    let presses = |text: &str| text.parse::<usize>().unwrap();
    visit.browser.keys(&UP.repeat(presses(rotation)));
    visit.browser.keys(&LEFT.repeat(4));
    visit.browser.keys(&RIGHT.repeat(presses(column) - 1));
    visit.browser.keys(" ");
    // Ten rows are a level: 3 became 4.
    visit.says("figures", "2.1");
    visit.says("falling", "full");
    visit.until_address(&line[tenth - 1].replace(' ', "+"));
    visit.shoot("tetris-falling");
    visit.browser.keys("p");
    visit.says("start", "Continue");
    visit.click("undo");
    visit.says("figures", "1.6");

    // By itself, and at the highest speed, the piece comes down and is placed.
    visit.starts_tetris("new/tetris?p.width=4&p.height=6&seed=5", "20");
    visit.says("falling", "rests in");
    visit.browser.keys("p");
    visit.click("placing-way");
    visit.says("words", "");
    let tile = visit.tile("; ");
    visit.click(&tile);
    visit.click("falling-way");
    visit.browser.keys(ENTER);
    visit.click("start");
    visit.drops_to_the_end(|press| {
        visit.browser.keys(match press {
            Press::Drop => " ",
            Press::Turn => UP,
            Press::Left => LEFT,
            Press::Right => RIGHT,
        });
    });
    visit.says("falling", "The game is over");
    visit.is_well("a game by keys");
}

#[test]
fn tetris_is_played_by_touch_to_its_end() {
    let visit = Visit::begin(PHONE);
    visit.starts_tetris("new/tetris?p.width=6&p.height=6&seed=2", "1");
    let place = "const { left, top, width, height } = document.querySelector('[data-testid=well]')\
                 .getBoundingClientRect(); return { left, top, width, height }";
    let at: Value = visit.browser.run(place);
    let part = |name: &str| at[name].as_f64().unwrap();
    let cell = part("width") / 6.0;
    let touch = |kind: &str, right: f64, down: f64| {
        let (x, y) = (part("left") + 3.0 * cell + right, part("top") + 3.0 * cell + down);
        let points = if kind == "touchEnd" { json!([]) } else { json!([{"x": x, "y": y}]) };
        visit
            .browser
            .tell("Input.dispatchTouchEvent", &json!({"type": kind, "touchPoints": points}));
    };
    // A drag to the right edge, and a swipe down.
    for (kind, cells) in
        [("touchStart", 0.0), ("touchMove", 1.0), ("touchMove", 5.0), ("touchEnd", 0.0)]
    {
        touch(kind, cells * cell, 0.0);
    }
    visit.says("falling", "to 6");
    let before = visit.text("figures");
    for (kind, cells) in [("touchStart", 0.0), ("touchMove", 5.0), ("touchEnd", 0.0)] {
        touch(kind, 0.0, cells * cell);
    }
    visit.changes("figures", &before);
    visit.says("falling", "rests in");
    visit.shoot("tetris-falling");
    visit.drops_to_the_end(|press| {
        visit.click(match press {
            Press::Drop => "press-Drop",
            Press::Turn => "press-Turn-right",
            Press::Left => "press-Left",
            Press::Right => "press-Right",
        });
    });
    visit.is_well("a game by touch");
}

#[test]
fn a_plan_is_made_on_the_timeline() {
    let visit = Visit::begin(DESK);
    visit.go("#/play/example/lemmings/02Climbers?moves=3%200%20climber&time=4");
    visit.says("timeline", "0 cl");
    let figures = "return document.querySelectorAll('[data-testid=board] .figure').length > 10";
    visit.browser.until("figures", figures);
    let focus = |id: &str| {
        let script = format!("document.querySelector('[data-testid={id}]').focus(); return true");
        visit.browser.run(&script);
    };
    focus("order-3");
    visit.browser.keys(RIGHT);
    visit.says("orders", "4 0 climber");
    let is_kept = "return document.activeElement.dataset.testid === 'order-4'";
    visit.browser.until("the focus kept", is_kept);
    // Dragged onto another order, it comes after that one.
    visit.go("#/play/example/lemmings/02Climbers?moves=3%200%20climber%3B10%201%20climber&time=4");
    visit.says("timeline", "1 cl");
    visit.browser.drag(&["order-3", "order-10"].map(|id| format!("[data-testid={id}]")));
    visit.says("orders", "11 0 climber");
    visit.click("undo");
    visit.says("orders", "3 0 climber");
    focus("order-3");
    visit.browser.keys(DELETE);
    visit.changes("orders", "");
    visit.browser.until(
        "one mark",
        "return document.querySelectorAll('.mark').length === 1 && document.activeElement.dataset.testid === 'order-10'",
    );
    visit.click("undo");
    visit.browser.until("two marks", "return document.querySelectorAll('.mark').length === 2");
    visit.shoot("lemmings-timeline");
}
