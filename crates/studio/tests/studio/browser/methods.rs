//! Methods are seen at work: each lesson's claims hold in its run, each shape is drawn, and one can go
//! back to any moment.

use std::collections::HashMap;
use std::sync::Arc;

use quarry::{
    Budget, Catalogue, Event, Evidence, Inquiry, Means, Report, Request, SplittingSettings,
};
use serde_json::{Value, json};

use super::{DESK, PHONE, Visit, Window};

/// A run of a solver on a lesson's board, and whether its curve of best scores never fell.
struct Shown {
    report: Report,
    is_rising: bool,
}

struct Runs {
    catalogue: Catalogue,
    known: HashMap<String, Shown>,
}

impl Runs {
    fn run(&mut self, example: &str, solver: &str, params: &Value, limit: &Value) -> &Shown {
        let key = format!("{example} {solver} {params} {limit}");
        let catalogue = &self.catalogue;
        self.known.entry(key).or_insert_with(|| {
            let text = catalogue.example(example).expect("a lesson's board ships").text;
            let instance = catalogue.open(text).expect("an example opens");
            let settings = params.as_object().into_iter().flatten();
            let budget = Budget {
                evaluations: limit["evaluations"].as_u64(),
                nodes: limit["nodes"].as_u64(),
                seconds: Some(120.0),
                ..Budget::default()
            };
            let request = Request {
                solver: Some(solver.to_owned()),
                params: settings.map(|(name, value)| (name.clone(), value.to_string())).collect(),
                budget,
                ..Request::default()
            };
            let (mut curve, mut is_rising) = (None, true);
            let observe = &mut |event: Event| {
                if let Event::Improved { score, solved, .. } = event {
                    is_rising &= curve < Some((solved, score));
                    curve = Some((solved, score));
                }
            };
            let report =
                instance.solve(&request, observe).expect("the lesson's settings are valid");
            Shown { report, is_rising }
        })
    }
}

fn figure(report: &Report, name: &str) -> f64 {
    match name {
        "nodes" => report.tally.generated as f64,
        "evaluations" => report.tally.evaluations as f64,
        "score" => report.score.expect("a claim about scores has an answer") as f64,
        other => panic!("no figure {other}"),
    }
}

/// Number of stretches from which the page's estimate is made in the end.
const STRETCHES: u64 = 60;

/// Returns a figure of the estimate that a lesson shows: ends that were seen, or the same weighted.
fn estimated(catalogue: &Catalogue, example: &str, lesson: &Value, name: &str) -> f64 {
    let text = catalogue.example(example).expect("a lesson's board ships").text;
    let moves = lesson["estimate"]["moves"].as_u64().expect("a number of moves");
    let inquiry = Inquiry {
        solver: lesson["solver"].as_str().map(str::to_owned),
        params: Vec::new(),
        means: Means::Splitting(SplittingSettings { stretches: STRETCHES, moves }),
        seed: 1,
        threads: 1,
        stop: Arc::default(),
    };
    let instance = catalogue.open(text).expect("an example opens");
    let estimate = instance.estimate(&inquiry, &mut |_| {}).expect("it is a player");
    let Evidence::Stretches(seen) = estimate.seen else { panic!("these games have a length") };
    match name {
        "ends" => seen.stretches.iter().map(|stretch| stretch.met as f64).sum(),
        "plain ends" => seen.stretches.iter().map(|stretch| stretch.ends).sum(),
        other => panic!("no figure {other}"),
    }
}

fn is_within(lesson: &Value, claim: &Value, value: f64) -> bool {
    let is_within = claim["least"].as_f64().is_none_or(|least| value >= least)
        && claim["most"].as_f64().is_none_or(|most| value <= most);
    if !is_within {
        eprintln!("{}: {} is {value}", lesson["id"], claim["says"]);
    }
    is_within
}

/// Checks a claim of a lesson.
fn holds(runs: &mut Runs, lesson: &Value, claim: &Value) -> bool {
    let example = format!("{}/{}", lesson["example"][0], lesson["example"][1]).replace('"', "");
    let (solver, limit) = (lesson["solver"].as_str().unwrap(), &lesson["limit"]);
    if lesson["estimate"].is_object() {
        let name = claim["figure"].as_str().expect("a claim about a figure");
        let value = estimated(&runs.catalogue, &example, lesson, name);
        return is_within(lesson, claim, value);
    }
    let shown = runs.run(&example, solver, &lesson["params"], limit);
    assert!(shown.is_rising, "the best score of {} never falls", lesson["id"]);
    let (proved, complete) = (shown.report.proved, shown.report.is_complete());
    if claim["proved"] == json!(true) {
        return proved;
    }
    if claim["solved"] == json!(true) {
        return shown.report.is_solved();
    }
    if let (Some(other), Some(times)) = (claim["outlasts"].as_str(), claim["times"].as_u64()) {
        let nodes = shown.report.tally.generated * times;
        let other = runs.run(&example, other, &Value::Null, &json!({"nodes": nodes}));
        return complete && !other.report.is_complete();
    }
    let name = claim["figure"].as_str().expect("a kind of claim that is known");
    let own = figure(&shown.report, name);
    let value = match claim["than"].as_str() {
        Some(other) => {
            let other = runs.run(&example, other, &claim["params"], limit);
            own / figure(&other.report, name)
        }
        None => own,
    };
    is_within(lesson, claim, value)
}

#[test]
fn every_lesson_claims_what_its_run_shows() {
    let visit = Visit::begin(DESK);
    visit.go("#/learn");
    visit
        .browser
        .run("import('/app/lessons.js').then(({ LESSONS }) => (window.lessons = LESSONS))");
    let lessons = visit.browser.until("the lessons", "return window.lessons ?? false");
    let mut runs = Runs { catalogue: Catalogue::standard(), known: HashMap::new() };
    let lessons = lessons.as_array().unwrap();
    assert!(lessons.len() >= 25, "{} lessons", lessons.len());
    let mut broken = Vec::new();
    for lesson in lessons {
        let claims = lesson["claims"].as_array().expect("every lesson has claims");
        assert!(!claims.is_empty(), "{} claims nothing", lesson["id"]);
        for claim in claims {
            if !holds(&mut runs, lesson, claim) {
                broken.push(format!("{}: {}", lesson["id"], claim["says"]));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

/// Begins a lesson and takes some steps.
fn steps(visit: &Visit, lesson: &str, steps: usize) {
    visit.go(&format!("#/learn/{lesson}"));
    visit.click("begin");
    visit.says("state", "paused");
    for _ in 0..steps {
        let before = visit.text("figures");
        visit.click("step");
        visit.changes("figures", &before);
    }
}

/// Places in the list of speeds.
const TWENTY_STEPS: &str = "2";
const FULL_SPEED: &str = "5";

/// Lets the solver work at a speed.
fn goes(visit: &Visit, speed: &str) {
    visit.choose("[data-testid=speed]", speed);
    visit.click("continue");
}

/// Waits until the shape's view has something to show.
fn draws(visit: &Visit, id: &str, script: &str) {
    visit.browser.until(
        &format!("the {id}"),
        &format!(
            "const it = document.querySelector('[data-testid={id}]'); return it && ({script})"
        ),
    );
}

fn methods_are_seen(window: Window) {
    let visit = Visit::begin(window);
    steps(&visit, "a-star", 3);
    draws(&visit, "tree", "/\\d+ open/.test(it.getAttribute('aria-label'))");
    draws(&visit, "open-list", "it.rows.length > 3");
    let tree = "return document.querySelector('[data-testid=tree]').ariaLabel";
    let board = visit.text("now");
    // Back to the first moment: figures, tree and board go with it, and the present is not lost.
    visit.choose("[data-testid=rewind]", "1");
    visit.changes("now", &board);
    let earlier = visit.browser.run(tree);
    visit.shoot("method-earlier");
    visit.click("now-button");
    visit.browser.until("the present tree", &format!("{tree} !== {earlier}"));
    let now = visit.browser.run(tree);
    // The root is chosen by keyboard, and its position is shown.
    visit.browser.run("document.querySelector('[data-testid=tree]').focus()");
    visit.browser.keys("\u{E013}\u{E013}\u{E013}\u{E007}");
    visit.says("now", "the start");
    // At a chosen speed it can be paused between two steps.
    visit.click("continue");
    visit.browser.until("some steps", &format!("{tree} !== {now}"));
    visit.click("pause");
    visit.says("state", "paused");
    visit.shoot("method-tree");

    steps(&visit, "beam", 4);
    draws(&visit, "layers", "it.querySelectorAll('circle').length > 20");
    visit.shoot("method-layers");
    steps(&visit, "niching", 1);
    goes(&visit, TWENTY_STEPS);
    draws(&visit, "family", "it.querySelectorAll('rect').length > 10");
    visit.click("pause");
    draws(&visit, "population", "it.querySelectorAll('circle').length > 100");
    visit.shoot("method-population");
    steps(&visit, "tempering", 0);
    goes(&visit, FULL_SPEED);
    draws(&visit, "ladder", "/exchanges were made/.test(it.innerText)");
    visit.click("pause");
    visit.says("state", "paused");
    visit.shoot("method-ladder");
    steps(&visit, "nrpa", 2);
    draws(&visit, "heat", "it.querySelectorAll('.heat rect').length > 50");
    visit.shoot("method-heat");
    steps(&visit, "propagation", 3);
    draws(&visit, "reasons", "it.querySelectorAll('li').length >= 3");
    visit.browser.until("marks", "return !!document.querySelector('.now .lit, .now .hinted')");
    visit.shoot("method-reasons");
    steps(&visit, "splitting", 3);
    draws(
        &visit,
        "splitting",
        "it.querySelectorAll('svg .kept').length > 30 && /× \\d/.test(it.innerText + it.querySelector('svg').textContent)",
    );
    visit.choose("[data-testid=rewind]", "0");
    visit.until(
        "the first step",
        "document.querySelector('[data-testid=inside]').innerText.includes('stretches\t2')",
    );
    visit.shoot("method-splitting");
    // The board of a player follows its moves.
    steps(&visit, "net-filter", 1);
    let before = visit.text("now");
    visit.click("step");
    visit.changes("now", &before);
    visit.set_scheme("dark");
    visit.shoot("method-dark");
}

#[test]
fn methods_are_seen_at_a_desk() {
    methods_are_seen(DESK);
}

#[test]
fn methods_are_seen_on_a_phone() {
    methods_are_seen(PHONE);
}
