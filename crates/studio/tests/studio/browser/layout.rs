//! Nothing covers anything else, no place is left empty, and pages are laid out alike.

use serde_json::json;

use super::{DESK, PHONE, Visit, found};

/// The bold link of the current page is wider than the others, and must not move them.
#[test]
fn the_top_has_the_same_rows_on_every_page() {
    let visit = Visit::begin(PHONE);
    let mut rows = Vec::new();
    for page in ["", "#/jobs", "#/lab", "#/learn"] {
        visit.go(page);
        visit.until("a page", "!!document.querySelector('main h1')");
        rows.push(visit.browser.run(
            "return ['.brand', '.top nav', '.tools'].map((part) => Math.round(document.querySelector(part).getBoundingClientRect().top))",
        ));
    }
    assert!(rows.iter().all(|row| *row == rows[0]), "{rows:?}");
}

#[test]
fn lessons_leave_no_place_empty_and_cover_nothing() {
    let visit = Visit::begin(DESK);
    visit.go("#/learn/a-star");
    visit.click("begin");
    for _ in 0..8 {
        let before = visit.text("figures");
        visit.click("step");
        visit.changes("figures", &before);
    }
    // There is no answer yet, so there is no curve.
    let card = format!("{}.closest('.card')", found("curve"));
    assert_eq!(visit.browser.run(&format!("return {card}.hidden")), true);
    assert_eq!(visit.text("film"), "The board at the start");
    // All of the tree is beside its buttons.
    let width = format!("{}.clientWidth", found("tree"));
    let drawn = visit.browser.run(&format!(
        "const canvas = {}; const context = canvas.getContext('2d');\
         const {{ left }} = document.querySelector('.tree-tools').getBoundingClientRect();\
         const from = Math.ceil((left - canvas.getBoundingClientRect().left) * canvas.width / {width});\
         return context.getImageData(from, 0, canvas.width - from, canvas.height).data.some((part) => part > 0)",
        found("tree")
    ));
    assert_eq!(drawn, false, "the buttons cover a part of the tree");
    // The numbers of steps stand beside their first lines.
    visit.go("#/learn/propagation");
    visit.click("begin");
    visit.click("step");
    visit.until("a step", &format!("!!{}?.querySelector('button')", found("reasons")));
    let top = "getComputedStyle(document.querySelector('.reason')).verticalAlign === 'top'";
    assert_eq!(visit.browser.run(&format!("return {top}")), true);
    visit.is_well("lessons");
}

/// Not on a wall in the corner.
#[test]
fn the_keyboard_begins_where_something_can_be_done() {
    let visit = Visit::begin(DESK);
    visit.go("#/play/example/sokoban/two-stones");
    let label = visit.until(
        "the focus on the board",
        "document.activeElement.closest('[data-testid=board]') && document.activeElement.getAttribute('aria-label')",
    );
    let label = label.as_str().expect("a label");
    assert!(label.contains("stone") || label.contains("device"), "{label}");
    visit.is_well("where the keyboard begins");
}

/// A generation that replaces the one before has its parents among those seen before.
#[test]
fn parents_are_shown_where_a_generation_is_replaced() {
    let visit = Visit::begin(DESK);
    visit.go("#/learn/ga");
    visit.click("begin");
    for _ in 0..3 {
        let before = visit.text("figures");
        visit.click("step");
        visit.changes("figures", &before);
    }
    visit.until(
        "lines to the parents",
        &format!(
            "{}?.querySelector('path.alive').getAttribute('d').split('M').length > 20",
            found("population")
        ),
    );
    visit.says("population", "parents that are not alive");
    // Before the first step nobody is born.
    visit.go("#/learn/hyper");
    visit.click("begin");
    visit.says("population", "no member yet");
    visit.is_well("a population");
}

#[test]
fn figures_and_pictures_of_a_solver_keep_their_size() {
    let visit = Visit::begin(DESK);
    let text = visit.server.example("samegame/table1-10x10-4");
    let job = visit.server.job(&text, "hyper", &json!({"paused": true}));
    visit.go(&format!("#/watch/jobs/{job}"));
    visit.says("state", "paused");
    visit.click("step");
    let letters = visit.until(
        "a population",
        &format!(
            "(() => {{ const text = {}?.querySelector('svg.shape text'); return text && text.getBoundingClientRect().height; }})()",
            found("population")
        ),
    );
    assert!(letters.as_f64().is_some_and(|height| height < 22.0), "letters of {letters} pixels");
    let apart = visit.browser.run(&format!(
        "const [one, two] = {}.querySelectorAll('dt'); return two.getBoundingClientRect().top - one.getBoundingClientRect().top",
        found("figures")
    ));
    assert!(apart.as_f64().is_some_and(|apart| apart < 40.0), "figures {apart} pixels apart");
    visit.is_well("a solver's page");
}
