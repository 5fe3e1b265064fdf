//! Boards are filled in: by clicks, drags, keys and pencil marks, in cells and on edges.

use super::playing::{DOWN, RIGHT};
use super::{DESK, PHONE, Visit, test};

/// Script that returns the pencil marks on the board.
const MARKS: &str =
    "[...document.querySelectorAll('.pencil text')].map((mark) => mark.textContent)";

impl Visit {
    /// Waits until the label of a place ends in some words.
    fn becomes(&self, place: &str, words: &str) {
        let script = format!(
            "return document.querySelector('{}').getAttribute('aria-label').endsWith('{words}')",
            test(place)
        );
        self.browser.until(&format!("{place} to be {words}"), &script);
    }

    fn until_marks(&self, marks: &str) {
        self.browser
            .until(&format!("the marks {marks}"), &format!("return {MARKS}.join() === '{marks}'"));
    }

    fn until_focus(&self, place: &str) {
        let script = format!("return document.activeElement.dataset.testid === '{place}'");
        self.browser.until(&format!("the focus on {place}"), &script);
    }

    /// Drags over cells, given by column and row.
    fn drag(&self, cells: &[(u32, u32)]) {
        let cells = cells.iter().map(|(x, y)| test(&format!("cell-{x}-{y}")));
        self.browser.drag(&cells.collect::<Vec<_>>());
    }
}

/// A click near an edge takes it: a line, a cross, nothing.
#[test]
fn edges_are_clicked_drawn_and_reached_by_keys() {
    let visit = Visit::begin(DESK);
    visit.sit_down("example/slither-link/first");
    visit.says("status", "0 of 60 edges");
    for words in ["line", "x", "open"] {
        visit.click("edge-1-0-top");
        visit.becomes("edge-1-0-top", words);
    }
    visit.browser.press(&test("edge-1-0-top"), 2, 0);
    visit.becomes("edge-1-0-top", "x");

    visit.browser.run("document.querySelector('[data-testid=cell-0-0]').focus()");
    visit.browser.shifted(RIGHT);
    visit.until_focus("edge-1-0-left");
    visit.browser.keys(" ");
    visit.becomes("edge-1-0-left", "line");
    visit.browser.keys(DOWN);
    visit.until_focus("edge-1-1-left");
    visit.browser.keys(RIGHT);
    visit.until_focus("cell-1-1");

    // Four lines around the 3 in the second row, one after the other.
    for edge in ["edge-0-1-top", "edge-0-1-left", "edge-0-2-top", "edge-1-1-left"] {
        visit.click(edge);
        visit.becomes(edge, "line");
    }
    visit.click("check");
    visit.says("slips", "the 3 at row 2, column 1 has 4 lines");
    let marked = "return document.querySelectorAll('.edge-area.wrong').length >= 4";
    visit.browser.until("wrong edges", marked);
    visit.shoot("play-slither-link");

    visit.sit_down("example/pearl/small");
    visit.drag(&[(0, 0), (1, 0), (2, 0), (2, 1)]);
    visit.says("status", "3 of 60 edges");
    visit.becomes("edge-2-0-bottom", "line");
    visit.click("undo");
    visit.says("status", "0 of 60 edges");
    visit.is_well("lines drawn");
}

/// A tap goes through the values, a long press goes back, a drag repeats one.
#[test]
fn cells_are_tapped_pressed_and_dragged_over() {
    let visit = Visit::begin(PHONE);
    visit.sit_down("example/nurikabe/middle");
    for words in ["is #", "is .", "is empty"] {
        visit.click("cell-0-0");
        visit.becomes("cell-0-0", words);
    }
    visit.browser.press(&test("cell-0-0"), 0, 700);
    visit.becomes("cell-0-0", "is .");
    visit.says("status", "1 of 100 cells");
    visit.drag(&[(1, 3), (2, 3), (3, 3), (4, 3)]);
    visit.says("status", "5 of 100 cells");
    visit.becomes("cell-4-3", "is #");
    visit.click("check");
    visit.says("said", "Nothing contradicts the rules so far.");
    visit.shoot("play-nurikabe");
    visit.click("undo");
    visit.says("status", "1 of 100 cells");

    visit.sit_down("example/spiral-galaxies/7x7-easy");
    visit.drag(&[(3, 1), (3, 0), (4, 0)]);
    visit.becomes("cell-4-0", "is 4");
    for partner in ["cell-3-3", "cell-2-3"] {
        visit.becomes(partner, "is 4");
    }
    visit.shoot("play-spiral-galaxies");
    visit.is_well("a galaxy pulled larger");
    visit.click("undo");
    for cell in ["cell-3-0", "cell-4-0", "cell-3-3", "cell-2-3"] {
        visit.becomes(cell, "is empty");
    }
}

/// A drag or a key links neighbouring cells; a wrong link is found.
#[test]
fn cells_are_linked_and_wrong_links_are_found() {
    let visit = Visit::begin(DESK);
    let until_links = |visit: &Visit, count: usize| {
        let script = "return document.querySelectorAll('.drawn-tie').length";
        visit.browser.until(&format!("{count} links"), &format!("{script} === {count}"));
    };
    let start = visit.sit_down("example/hidato/square-7x7");
    visit.drag(&[(3, 5), (4, 5)]);
    until_links(&visit, 1);
    visit.drag(&[(4, 5), (5, 6), (6, 5)]);
    until_links(&visit, 3);
    visit.says("status", &start);
    visit.click("undo");
    until_links(&visit, 1);
    visit.click("correct");
    visit.says("said", "Correct so far");
    visit.drag(&[(3, 5), (4, 5)]);
    until_links(&visit, 0);

    visit.browser.run("document.querySelector('[data-testid=cell-2-5]').focus()");
    visit.browser.keys("l");
    visit.says("said", "A link from 6,3");
    visit.browser.keys(RIGHT);
    visit.until_focus("cell-3-5");
    visit.browser.keys("l");
    until_links(&visit, 1);
    visit.click("check");
    visit.says("slips", "14 and 35 are linked, but not consecutive");
    visit.click("correct");
    visit.says("said", "One line is wrong");
    let marked = "return document.querySelectorAll('.link-marks .wrong').length === 1";
    visit.browser.until("the wrong link", marked);
    visit.shoot("play-hidato-links");
    visit.is_well("a wrong link");
    visit.click("hint");
    visit.says("said", "6,3-6,4=_");
    visit.click("play-hint");
    until_links(&visit, 0);
}

/// Fingers draw links too, on hexagons as on squares.
#[test]
fn hexagons_are_linked_on_a_phone() {
    let visit = Visit::begin(PHONE);
    visit.sit_down("example/hidato/rikudo-18");
    let count = "document.querySelectorAll('.drawn-tie').length";
    let cells = "const cell = (index) => document.querySelectorAll('.board .tile')[index].dataset;";
    let first =
        visit.browser.run(&format!("{cells} return [cell(0).x, cell(0).y, cell(1).x, cell(1).y]"));
    let at =
        |index: usize| first[index].as_str().and_then(|text| text.parse().ok()).expect("a number");
    visit.drag(&[(at(0), at(1)), (at(2), at(3))]);
    visit.browser.until("a link", &format!("return {count} === 1"));
    visit.shoot("play-hidato-links");
    visit.is_well("hexagons linked");
}

/// The steps that lead to a hint are listed, and the cells of the chosen one are marked.
#[test]
fn the_rules_behind_a_hint_are_shown() {
    let visit = Visit::begin(DESK);
    visit.sit_down("example/sudoku/first");
    visit.click("hint");
    visit.says("said", "naked single: ");
    visit.says("deductions", "steps lead to it");
    let marked =
        "[...document.querySelectorAll('.tile.because')].map((tile) => tile.dataset.testid).join()";
    let last = visit.until("the cells of the last step", marked);
    visit.browser.click("[data-testid=deductions] summary");
    visit.browser.click("[data-testid=deductions] li:first-child button");
    visit.until("the cells of the first step", &format!("{marked} !== {last} && {marked} !== ''"));
    visit.shoot("play-sudoku-rules");
    visit.click("play-hint");
    visit.until("no marks", &format!("{marked} === ''"));

    // A loop's rules concern edges, and a reason about stones their places.
    visit.sit_down("example/slither-link/first");
    visit.click("hint");
    let edges = "document.querySelectorAll('.edge-area.because').length";
    visit.until("the edges of the rule", &format!("{edges} > 2"));
    visit.sit_down("example/sokoban/two-stones");
    visit.click("hint");
    visit.until("the places of the reason", &format!("{marked} !== ''"));
    visit.is_well("hints");
}

#[test]
fn marks_are_pencilled_and_what_is_written_can_be_completed_or_not() {
    let visit = Visit::begin(DESK);
    let start = visit.sit_down("example/sudoku/first");
    visit.click("cell-2-0");
    visit.browser.keys("p");
    visit.browser.keys("124");
    visit.until_marks("1,2,4");
    visit.browser.keys("2");
    visit.until_marks("1,4");
    visit.says("status", &start);
    visit.browser.keys("u");
    visit.until_marks("1,2,4");
    // The address follows a little later than the board.
    visit.until_address("=4");
    visit.shoot("play-sudoku");
    visit.browser.reload();
    visit.until_marks("1,2,4");

    visit.click("cell-2-0");
    visit.click("value-7");
    visit.says("status", "33 of 81 cells");
    visit.until_marks("");
    visit.click("correct");
    visit.says("said", "Correct so far");
    visit.browser.run("document.querySelector('[data-testid=cell-2-0]').focus()");
    visit.browser.keys("3");
    visit.becomes("cell-2-0", "is 3");
    visit.click("correct");
    visit.says("said", "One entry is wrong");
    let marked = "return document.querySelector('.tile.wrong')?.dataset.testid === 'cell-2-0'";
    visit.browser.until("the wrong entry", marked);
    visit.is_well("a wrong entry");
}
