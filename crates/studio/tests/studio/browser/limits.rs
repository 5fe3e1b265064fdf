//! What is long, large or far away: names, films, races with more solvers than places, questions
//! that are given up, and other addresses of this machine.

use std::net::Ipv4Addr;

use serde_json::json;

use super::{DESK, PHONE, Visit, Window, found};
use crate::client::Server;

/// A board whose name has no place to break.
fn named(visit: &Visit, name: &str) -> String {
    let text = visit.server.example("samegame/table1-5x5-3");
    let (puzzle, rest) = text.split_once('\n').expect("the first line names the puzzle");
    format!("{puzzle}\nname = \"{name}\"\n{rest}")
}

fn shows_long_names(window: Window) {
    let visit = Visit::begin(window);
    let name = "Sehrlangername".repeat(20);
    let text = named(&visit, &name);
    visit.go("");
    visit.browser.fill("#own", &text);
    visit.browser.click("#open-own");
    visit.until_address("#/play/text/");
    visit.changes("status", "");
    visit.is_well("a long name above its board");
    let board = visit.address().split('/').nth(3).expect("the board").to_owned();
    visit.go(&format!("#/watch/text/{board}"));
    visit.until("the form", "!!document.querySelector('[data-testid=setup]')");
    visit.is_well("a long name above a form");
    let jobs = visit.server.asked(
        "/api/jobs",
        &json!({"text": text, "name": name, "entries": [{"solver": "greedy"}, {"solver": "beam"}]}),
    );
    let [one, two] = [0, 1].map(|index| jobs["jobs"][index].as_u64().expect("a number"));
    visit.go(&format!("#/watch/jobs/{one},{two}"));
    visit.says("winner", "with");
    visit.is_well("a long name above a race");
    visit.go(&format!("#/replay/job/{one}"));
    visit.changes("status", "");
    visit.is_well("a long name above a film");
    visit.go("#/jobs");
    visit.says("jobs", "race of 2");
    visit.is_well("a long name in a list");
    let name = format!("document.querySelector('[data-testid=row-{one}]').cells[1].offsetWidth");
    let width = visit.browser.run(&format!("return {name} / innerWidth"));
    assert!(width.as_f64().is_some_and(|share| share < 0.7), "{width} of the window");
    visit.shoot("long-name");
}

#[test]
fn long_names_are_broken_at_a_desk() {
    shows_long_names(DESK);
}

#[test]
fn long_names_are_broken_on_a_phone() {
    shows_long_names(PHONE);
}

/// A film of more frames than were once sent at all.
#[test]
fn a_long_film_is_shown_at_any_place() {
    let visit = Visit::begin(DESK);
    let board = visit.server.example("tetris/10x20");
    let limit = json!({"budget": {"nodes": 5_000}});
    let job = visit.server.job(&board, "dellacherie", &limit);
    visit.server.events(&format!("/api/jobs/{job}/events"), 0, "end");
    visit.go(&format!("#/replay/job/{job}"));
    visit.says("status", "score 0");
    let last = "document.querySelector('[data-testid=scrubber]').max";
    let last = visit.browser.run(&format!("return Number({last})")).as_u64().expect("a number");
    assert!(last > 4_000, "{last} frames");
    for place in [last, last / 2, 2_001] {
        let before = visit.text("status");
        visit.choose("[data-testid=scrubber]", &place.to_string());
        visit.changes("status", &before);
        visit.until_address(&format!("at={place}"));
    }
    visit.is_well("a long film");
}

/// Six solvers on two places: all of them work, and no curve falls.
#[test]
fn a_race_of_six_works_on_two_places() {
    let visit = Visit::begin(DESK);
    let solvers = ["annealing", "tempering", "nrpa", "hill-climbing", "tabu", "ant-colony"];
    let entries: Vec<_> = solvers.iter().map(|name| json!({"solver": name})).collect();
    let text = visit.server.example("samegame/standard-01");
    let budget = json!({"seconds": 600});
    let asked = json!({"text": text, "entries": entries, "budget": budget});
    let ids = visit.server.asked("/api/jobs", &asked)["jobs"].clone();
    let ids: Vec<String> =
        ids.as_array().unwrap().iter().map(|id| id.as_u64().unwrap().to_string()).collect();
    visit.go(&format!("#/watch/jobs/{}", ids.join(",")));
    let scores =
        "[...document.querySelectorAll('[data-testid=best]')].map((best) => best.innerText)";
    visit.until(
        "a score of each",
        &format!("{scores}.filter((score) => /\\d/.test(score)).length === 6"),
    );
    visit.until(
        "six curves that never fall",
        "[...document.querySelectorAll('[data-testid=curve] path')].length >= 6 &&\
         [...document.querySelectorAll('[data-testid=curve] path')].every((path) => {\
         const heights = [...path.getAttribute('d').matchAll(/V([\\d.]+)/g)].map((found) => Number(found[1]));\
         return heights.every((y, index) => index === 0 || y <= heights[index - 1]); })",
    );
    // All are paused within a moment, tempering too.
    visit.browser.run(
        "window.paused = 0; const begun = performance.now();\
         const look = () => { const states = [...document.querySelectorAll('[data-testid=state]')].map((state) => state.innerText);\
         if (states.length === 6 && states.every((state) => state === 'paused')) window.paused = performance.now() - begun; else requestAnimationFrame(look); };\
         [...document.querySelectorAll('button')].find((each) => each.innerText === 'Pause all').click(); look()",
    );
    let waited = visit.until("all to pause", "window.paused");
    println!("six solvers were paused after {waited} ms");
    visit.shoot("race-of-six");
    for id in ids {
        visit.server.send("DELETE", &format!("/api/jobs/{id}"), &[], b"");
    }
}

/// Whoever leaves a page gives up its questions, so that others are answered.
#[test]
fn leaving_a_page_gives_up_its_question() {
    let visit = Visit::begin(DESK);
    let running = || visit.server.get("/api/about").value()["requests"]["running"].clone();
    let wait_for = |is_running: bool| {
        let begun = std::time::Instant::now();
        while (running() != 0) != is_running {
            assert!(begun.elapsed().as_secs() < 20, "running: {}", running());
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    };
    for _ in 0..4 {
        visit.go("#/play/new/hidato?p.side=37&seed=1");
        wait_for(true);
        visit.browser.run("location.hash = '#/jobs'");
        visit.until("another page", "document.querySelector('h1')?.innerText === 'Jobs'");
        wait_for(false);
    }
    visit.is_well("questions given up");
}

/// The studio can be opened at any address of loopback.
#[test]
fn another_address_of_this_machine_serves_the_page() {
    let mut visit = Visit::begin(DESK);
    let folder = tempfile::tempdir().unwrap();
    visit.server = Server::on(folder.path(), Ipv4Addr::new(127, 0, 0, 2));
    visit.go("#/play/example/samegame/table1-5x5-3");
    visit.changes("status", "");
    visit.click(&visit.tile("; "));
    visit.until("a move", &format!("{}?.innerText === '1 move'", found("move-count")));
    visit.is_well("at another address");
}
