//! The user's own boards: pasted, dropped, generated, saved and loaded.

use serde_json::json;

use super::{DESK, PHONE, Visit, found};

const ENTER: &str = "\u{e007}";
const RIGHT: &str = "\u{e014}";
const DOWN: &str = "\u{e015}";

const GRID: &str = "1 _ _\n_ _ _\n_ _ 9";

#[test]
fn a_board_is_pasted_or_dropped_and_a_malformed_one_is_pointed_at() {
    let visit = Visit::begin(DESK);
    visit.go("");
    visit.browser.fill("#own", "1 _ _\n_ x _\n_ _ 9");
    visit.browser.click("#open-own");
    visit.says("objection", "ine 2, column 3");
    let selected = visit.browser.run("const own = document.querySelector('#own'); return own.value.slice(own.selectionStart, own.selectionEnd)");
    assert_eq!(selected, "x", "the error's position is selected");
    visit.expect_refusal(422);
    visit.shoot("malformed");
    visit.browser.fill("#own", GRID);
    visit.browser.click("#open-own");
    visit.says("status", "2 of 9 cells filled");
    visit.until_address("#/play/text/");
    visit.is_well("a pasted board");

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.txt");
    std::fs::write(&file, GRID).unwrap();
    visit.go("");
    visit.browser.fill("#own-file", file.to_str().unwrap());
    visit.says("status", "2 of 9 cells filled");
    visit.go("");
    let area = visit.browser.until(
        "the box",
        "const own = document.querySelector('#own'); own?.scrollIntoView({ block: 'center' });\
        const { left, top } = own?.getBoundingClientRect() ?? {}; return left && [left + 20, top + 20]",
    );
    let data = json!({"items": [], "files": [file], "dragOperationsMask": 1});
    for kind in ["dragEnter", "dragOver", "drop"] {
        visit.browser.tell(
            "Input.dispatchDragEvent",
            &json!({"type": kind, "x": area[0], "y": area[1], "data": data}),
        );
    }
    visit.says("status", "2 of 9 cells filled");
    visit.is_well("a dropped board");

    visit.go("");
    visit.browser.fill("#own", "# two loops\nslither/2/2/dg\nslither/3/3/gdg\n");
    visit.browser.click("#open-own");
    visit.browser.fill("#own-number", "2");
    visit.browser.click("#open-number");
    visit.until_address("#/play/text/");
    visit.is_well("one of a pasted collection");

    visit.go("#/play/text/brokenbroken");
    visit.says("objection", "damaged");
    visit.go("#/nowhere");
    visit.browser.until("a way back", "return document.body.innerText.includes('To the gallery')");
    visit.go("#/play/%E0%A4%A");
    visit.says("objection", "names no instance");
    visit.go("#/lab");
    visit.browser.until(
        "the place marked",
        "return document.querySelector('nav [aria-current=page]')?.innerText === 'Lab'",
    );
    visit.go("#/play/example/samegame/none");
    visit.says("objection", "there is no example");
    visit.expect_refusal(404);
}

#[test]
fn a_game_is_saved_and_loaded_and_its_board_rated() {
    let visit = Visit::begin(DESK);
    visit.go("#/play/example/samegame/table1-5x5-3");
    visit.changes("status", "");
    visit.click(&visit.tile("; "));
    visit.until_enabled("undo", true);
    let status = visit.text("status");
    visit.browser.click("#save");
    let file = visit.downloaded("toml");
    visit.says("said", "Saved");
    visit.click("restart");
    visit.until_enabled("undo", false);
    visit.browser.fill("input[type=file]", file.to_str().unwrap());
    visit.says("said", "One move from");
    visit.says("status", &status);
    let other = file.with_extension("txt");
    std::fs::write(&other, "moves = 1").unwrap();
    visit.browser.fill("input[type=file]", other.to_str().unwrap());
    visit.says("said", "ine 1");
    visit.says("status", &status);
    visit.expect_refusal(422);

    visit.go("#/play/example/hidato/tiny-hex-7");
    visit.changes("status", "");
    visit.browser.click(".panel-side summary");
    visit.browser.click("#rate");
    visit.browser.until(
        "its rating",
        "return document.querySelector('details').innerText.includes('difficulty')",
    );
    visit.is_well("a rating");
}

#[test]
fn a_board_is_generated_however_large() {
    let visit = Visit::begin(PHONE);
    visit.go("#/puzzle/samegame");
    visit.browser.click("[data-testid=new] summary");
    visit.browser.fill("#samegame-rows", "60");
    visit.browser.fill("#samegame-columns", "50");
    visit.browser.fill("#samegame-seed", "7");
    visit.shoot("generator");
    visit.browser.click("[data-testid=new] button[type=submit]");
    visit.until_address("#/play/new/samegame?p.rows=60&p.columns=50");
    visit.says("status", "score 0");
    visit.until("a canvas", "!!document.querySelector('[data-testid=board] canvas')");
    visit.shoot("large");
    let wish = json!({"puzzle": "samegame", "params": {"rows": 60, "columns": 50}, "seed": 7});
    let text = &visit.server.asked("/api/generate", &wish)["text"];
    let reach = |x: &usize| {
        visit.server.asked("/api/touch", &json!({"text": text, "x": x, "y": 30}))["reach"].clone()
    };
    let x = (0..50).find(|x| !reach(x).is_null()).expect("a group in row 30");
    visit.browser.run(&format!("{}.focus()", found("board")));
    visit.browser.keys(&(DOWN.repeat(30) + &RIGHT.repeat(x)));
    visit.until(
        "what a move there would do",
        &format!("/row 31, column {}: .*; /.test({}.textContent)", x + 1, found("told")),
    );
    visit.browser.keys(ENTER);
    visit.until_address("moves=");
    visit.until_enabled("undo", true);
    visit.click("hint");
    visit.browser.until("a hint", "return !!document.querySelector('[data-testid=play-hint]')");
    visit.is_well("a large board");
}
