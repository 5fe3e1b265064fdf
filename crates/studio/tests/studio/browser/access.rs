//! Access: every page passes axe-core, light and dark, and the focus goes where the page goes.

use std::path::Path;

use serde_json::{Value, json};

use super::{DESK, PHONE, Visit, Window};

/// Every kind of page, and a script that is true once the page is complete.
const PAGES: [(&str, &str); 9] = [
    ("#/", "document.querySelectorAll('.puzzle .picture').length > 3"),
    (
        "#/puzzle/slither-link",
        "document.querySelectorAll('.frames .picture').length > 1 && document.querySelector('#records + div p, #records + div table')",
    ),
    (
        "#/play/example/samegame/table1-5x5-5",
        "document.querySelector('[data-testid=status]')?.textContent",
    ),
    ("#/play/example/sudoku/four", "document.querySelector('[data-testid=status]')?.textContent"),
    ("#/watch/example/hidato/tiny-hex-19", "document.querySelector('[data-testid=setup]')"),
    ("#/jobs", "document.querySelector('h1')"),
    ("#/lab", "document.querySelector('h1')"),
    ("#/learn", "document.querySelector('.lessons')"),
    ("#/nowhere", "document.querySelector('h1')"),
];

/// What is checked: the rules of WCAG 2.2, levels A and AA, and what else axe thinks best.
const CHECK: &str =
    "const { violations } = await axe.run(document, { resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] });
     return violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ target, failureSummary }) => target + ' ' + failureSummary).join(' | '));";

fn is_accessible(window: Window) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../target/axe/node_modules/axe-core/axe.min.js");
    let axe = std::fs::read_to_string(file).expect("`cargo xtask test` fetches axe-core");
    let visit = Visit::begin(window);
    let mut found = Vec::new();
    let text =
        visit.server.asked("/api/generate", &json!({"puzzle": "samegame", "seed": 1}))["text"]
            .clone();
    let race = json!({"text": text, "entries": [{"solver": "greedy"}, {"solver": "beam"}], "budget": {"nodes": 2000}});
    let jobs = visit.server.asked("/api/jobs", &race)["jobs"].clone();
    let race = format!("#/watch/jobs/{},{}", jobs[0], jobs[1]);
    let race_is_over = "document.querySelectorAll('[data-testid=state]').length === 2 && [...document.querySelectorAll('[data-testid=state]')].every(({ innerText }) => innerText === 'done')";
    for (address, is_complete) in PAGES.into_iter().chain([(race.as_str(), race_is_over)]) {
        visit.go(address);
        visit.browser.until(address, &format!("return !!({is_complete})"));
        visit.browser.run(&axe);
        for scheme in ["light", "dark"] {
            visit.set_scheme(scheme);
            // Colours change in a moment, and a picture fades in.
            visit.browser.run("document.getAnimations().forEach((one) => one.finish())");
            let violations: Value =
                visit.browser.run(&format!("return (async () => {{ {CHECK} }})()"));
            let list = violations.as_array().unwrap_or_else(|| panic!("{address}: {violations}"));
            found.extend(list.iter().map(|one| format!("{address} {scheme}: {one}")));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_page_passes_axe_at_a_desk() {
    is_accessible(DESK);
}

#[test]
fn every_page_passes_axe_on_a_phone() {
    is_accessible(PHONE);
}

#[test]
fn the_focus_goes_to_the_heading_of_a_new_page() {
    let visit = Visit::begin(DESK);
    visit.go("#/");
    visit.browser.until(
        "the first page, which leaves the focus where browsers put it",
        "return !!document.querySelector('.puzzle') && document.activeElement === document.body",
    );
    let pages = [
        ("puzzle/cubic", "Cubic", "true"),
        ("learn", "", "page"),
        ("jobs", "", "page"),
        ("", "A laboratory for hard puzzles", "page"),
    ];
    for (address, heading, current) in pages {
        visit.browser.run(&format!("location.hash = '#/{address}'"));
        let script = format!(
            "const at = document.activeElement; return at?.tagName === 'H1' && at.textContent.includes({}) &&\
             document.querySelector('nav [aria-current]')?.getAttribute('aria-current') === {}",
            json!(heading),
            json!(current)
        );
        visit.browser.until(&format!("the focus on the heading of {address}"), &script);
    }
    visit.is_well("moving about");
}

#[test]
fn a_cell_has_one_name() {
    let visit = Visit::begin(DESK);
    visit.go("#/play/example/hidato/tiny-hex-19");
    let labels = visit.browser.until(
        "the board",
        "const label = (id) => document.querySelector(`[data-testid=cell-${id}]`)?.getAttribute('aria-label');\
         return !!label('4-0') && [label('4-0'), label('1-1')]",
    );
    // Moves and hints call these cells 1,2 and 2,1: a row of hexagons is counted cell by cell.
    for (label, name) in
        labels.as_array().expect("two").iter().zip(["row 1, column 2", "row 2, column 1"])
    {
        let label = label.as_str().expect("a label");
        assert!(label.starts_with(&format!("{name}: ")), "{label}");
        assert_eq!(label.matches("row").count(), 1, "{label}");
    }
    visit.browser.hover("[data-testid=cell-4-0]");
    visit.says("words", "row 1, column 2 is empty");
    // Plans of LEMMINGS call this cell D13, and those of Pac-Man write 2,2.
    for (level, cell, name) in [
        ("lemmings/02Climbers", "cell-3-12", "row 13, column 4: entrance"),
        ("pac-man/first-corridor", "cell-1-1", "row 2, column 2: "),
    ] {
        visit.go(&format!("#/play/example/{level}"));
        let label = format!("document.querySelector('[data-testid={cell}]')?.ariaLabel");
        let label = visit.until("the board", &label);
        let label = label.as_str().expect("a label");
        assert!(label.starts_with(name), "{label}");
        assert_eq!(label.matches("column").count(), 1, "{label}");
        assert!(!label.contains("D13") && !label.contains("2,2"), "{label}");
    }
}
