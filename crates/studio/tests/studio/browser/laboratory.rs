//! Experiments are run, stopped and resumed, and every lesson takes a step.

use super::{DESK, PHONE, Visit};

#[test]
fn an_experiment_is_run_stopped_resumed_and_read() {
    let visit = Visit::begin(DESK);
    visit.go("#/lab");
    visit.browser.until(
        "experiments",
        "return document.querySelectorAll('[data-testid=experiments] > *').length > 5",
    );
    visit.shoot("lab");

    visit.go("#/lab/hidato-table2");
    visit.says("status", "0 of ");
    visit.click("run");
    visit
        .browser
        .until("some runs", "return document.querySelector('[data-testid=progress]').value > 0");
    visit.click("stop");
    visit.browser.until("a way to go on", "const run = document.querySelector('[data-testid=run]'); return !run.hidden && run.innerText === 'Resume'");
    let done = visit.text("status");
    visit.browser.reload();
    visit.says("status", &done);
    visit.click("run");
    visit.changes("status", &done);
    visit.server.send("POST", "/api/experiments/hidato-table2/stop", &[], b"");
    visit.is_well("an experiment");

    visit.go("#/lab/textbook-search");
    visit.click("run");
    visit
        .browser
        .until("the end", "return document.querySelector('h1 .badge')?.innerText === 'complete'");
    visit.click("compare");
    visit
        .browser
        .until("a comparison", "return !!document.querySelector('[data-testid=comparison]')");
    visit.click("report");
    let report = visit.browser.frame_text("[data-testid=report-frame]");
    assert!(report.contains("Method") && report.contains("breadth-first"), "{report}");
    visit.browser.run("document.querySelector('[data-testid=report-frame]').scrollIntoView()");
    visit.shoot("report");
}

#[test]
fn every_lesson_takes_a_step() {
    let visit = Visit::begin(PHONE);
    visit.go("#/learn");
    let lessons = visit.browser.until(
        "lessons",
        "const links = [...document.querySelectorAll('main a[href^=\"#/learn/\"]')];\
         return links.length > 9 && links.map((link) => link.getAttribute('href'))",
    );
    visit.shoot("learn");
    for lesson in lessons.as_array().unwrap().iter().map(|lesson| lesson.as_str().unwrap()) {
        visit.browser.run(&format!("location.hash = {lesson:?}"));
        visit.until_address(lesson);
        visit.click("begin");
        visit.says("state", "paused");
        visit.click("step");
        visit.browser.until(
            "something done",
            "const text = (id) => document.querySelector(`[data-testid=${id}]`).innerText;\
             return text('nodes') !== '0' || /\\d/.test(text('inside'))",
        );
        // The elements that a lesson explains are visible.
        visit.browser.until(
            &format!("what {lesson} explains"),
            "const words = (selector) => [...document.querySelectorAll(selector)].map((each) => each.innerText);\
             const [explained, shown] = [words('article dl.facts dt'), words('.inside th')];\
             return explained.length === 0 || explained.some((each) => shown.includes(each))",
        );
        visit.is_well(lesson);
        visit.click("stop");
    }

    visit.go("#/learn/net-filter");
    visit.click("begin");
    visit.says("state", "paused");
    visit.click("step");
    visit.says("inside", "move probabilities by the nets");
    visit.browser.until(
        "placements",
        "return /^[IJLOSTZ] \\d \\d/.test(document.querySelector('.bars li').innerText)",
    );
    visit
        .browser
        .run("document.querySelector('[data-testid=inside]').scrollIntoView({ block: 'end' })");
    visit.shoot("lesson");
    visit.click("stop");
}
