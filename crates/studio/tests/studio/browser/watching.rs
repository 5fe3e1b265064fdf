//! Solvers are watched, stepped and raced, and their answers are replayed.

use std::time::{Duration, Instant};

use super::{DESK, PHONE, Visit, Window};

/// Script that returns the shape of the curve.
const CURVE: &str =
    "return document.querySelector('[data-testid=curve] path')?.getAttribute('d') ?? false";

impl Visit {
    /// Starts solvers with the page's own form.
    fn start(&self, source: &str, solvers: &[&str]) {
        self.go(&format!("#/watch/{source}"));
        for (index, solver) in solvers.iter().enumerate() {
            if index > 0 {
                self.click("add-solver");
            }
            self.choose(
                &format!("fieldset:nth-of-type({}) [data-testid=solver]", index + 1),
                solver,
            );
        }
    }

    fn curve(&self) -> String {
        self.browser.until("a curve", CURVE).as_str().unwrap().to_owned()
    }
}

fn watches_one(visit: &Visit) {
    visit.start("example/samegame/standard-01", &["hyper"]);
    visit.shoot("setup");
    visit.click("start");
    visit.until_address("#/watch/jobs/");
    visit.says("state", "running");
    let curve = visit.curve();
    visit.browser.until("the curve to grow", &CURVE.replace("?? false", &format!("!== {curve:?}")));
    visit.says("inside", "diversity");
    visit.browser.until("some work", "return document.querySelector('[data-testid=time]').innerText !== '0.0 s' && parseFloat(document.querySelector('[data-testid=time]').innerText) > 0.4");
    visit
        .browser
        .until("rules of thumb", "return document.querySelectorAll('.bars li').length > 3");
    visit.shoot("watch");
    visit.click("pause");
    visit.says("state", "paused");
    let before = visit.text("evaluations");
    visit.click("step");
    visit.changes("evaluations", &before);
    visit.says("state", "paused");
    let address = visit.address();
    let best = visit.text("best");
    visit.browser.reload();
    visit.says("state", "paused");
    assert_eq!(visit.address(), address);
    visit.says("best", &best);
    assert!(visit.curve().len() > 20, "the curve is found again");
    visit.click("continue");
    visit.says("state", "running");
    visit.click("stop");
    visit.says("state", "stopped");
    visit.click("replay");
    replays(visit);
}

fn replays(visit: &Visit) {
    visit.says("status", "score 0");
    visit.browser.keys(".");
    visit.browser.until(
        "the first frame",
        "return document.querySelector('.words').innerText !== 'the start'",
    );
    let last = visit.browser.run("return document.querySelector('[data-testid=scrubber]').max");
    let last = last.as_str().unwrap();
    visit.choose("[data-testid=scrubber]", last);
    let end = visit.changes("status", "score 0");
    visit.until_address(&format!("at={last}"));
    visit.browser.reload();
    visit.says("status", &end);
    visit.shoot("replay");
    if visit.is_phone() {
        return;
    }
    for (button, begins) in [("export-gif", &b"GIF89a"[..]), ("export-svg", &b"PK\x03\x04"[..])] {
        visit.click(button);
        let file = visit.downloaded(if button == "export-gif" { "gif" } else { "zip" });
        assert!(std::fs::read(file).unwrap().starts_with(begins), "{button}");
    }
}

fn races(visit: &Visit) {
    visit.start("example/samegame/standard-01", &["nrpa", "annealing"]);
    visit.browser.fill("#seconds", "4");
    visit.click("start");
    visit.until_address("#/watch/jobs/");
    let count = "return document.querySelectorAll('[data-testid=panels] > section').length === ";
    visit.browser.until("two panels", &format!("{count} 2"));
    let states = |state: &str| {
        format!(
            "const states = [...document.querySelectorAll('[data-testid=state]')];\
             return states.length > 1 && states.every((state) => state.innerText === '{state}')"
        )
    };
    visit.browser.until("both at work", &states("running"));
    visit.browser.until("both scores", "return [...document.querySelectorAll('[data-testid=best]')].every((best) => /\\d/.test(best.innerText))");
    visit.browser.until("both at the end", &states("done"));
    visit.shoot("race");
    visit.browser.reload();
    visit.browser.until("both found again", &states("done"));
    visit.go("#/jobs");
    visit.browser.until(
        "all jobs",
        "return document.querySelectorAll('[data-testid=jobs] tr').length === 3",
    );
    visit.says("jobs", "race of 2");
    visit.shoot("jobs");
}

fn watches_and_races(window: Window) {
    let visit = Visit::begin(window);
    watches_one(&visit);
    races(&visit);
}

#[test]
fn solvers_are_watched_at_a_desk() {
    watches_and_races(DESK);
}

#[test]
fn solvers_are_watched_on_a_phone() {
    watches_and_races(PHONE);
}

impl Visit {
    /// Returns the downloaded file once it is complete.
    pub(super) fn downloaded(&self, extension: &str) -> std::path::PathBuf {
        let begun = Instant::now();
        loop {
            let files = std::fs::read_dir(self.browser.downloads()).into_iter().flatten().flatten();
            let mut paths = files.map(|file| file.path());
            if let Some(path) =
                paths.find(|path| path.extension().is_some_and(|found| found == extension))
            {
                return path;
            }
            assert!(begun.elapsed() < Duration::from_secs(30), "no {extension} file came");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}
