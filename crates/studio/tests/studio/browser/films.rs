//! Short films of the page for README and guide. Their frames are taken at steps of what is shown,
//! not by the clock, so that they can be made again on a busy machine. The page's own writer turns
//! them into GIFs.

use serde_json::{Value, json};

use super::driver::decoded;
use super::{Visit, Window, found, is_blessing, root};

/// A window as wide as a film.
const SCREEN: Window = ("film", 900, 800);
/// Maximum length of a film in bytes.
const LARGEST: usize = 1_000_000;
/// Number of frames from which the palette is made.
const SAMPLES: usize = 12;
/// Duration in milliseconds of a frame that follows others quickly.
const QUICK: u32 = 120;
/// Duration of a frame with words to read.
const READ: u32 = 1_800;
/// Duration of the last frame.
const LAST: u32 = 3_000;

/// Script for a function that turns a screenshot into pixels.
const PIXELS: &str = "const pixels = async (shot) => {\
        const bytes = Uint8Array.from(atob(shot), (letter) => letter.charCodeAt(0));\
        const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));\
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true });\
        context.drawImage(image, 0, 0);\
        return context.getImageData(0, 0, image.width, image.height);\
    };";

/// A film in the making.
struct Film<'v> {
    visit: &'v Visit,
    /// The part of the page that is shown: left, top, width and height.
    part: [f64; 4],
    /// Screenshots in Base64, and how long each is shown.
    frames: Vec<(String, u32)>,
}

impl Film<'_> {
    /// A film of an element. It may grow while the film is taken, so its height is given.
    fn of<'v>(visit: &'v Visit, selector: &str, height: f64) -> Film<'v> {
        let place = visit.until(
            selector,
            &format!(
                "(({{ left, top, width }}) => [left + scrollX, top + scrollY, width])(document.querySelector({}).getBoundingClientRect())",
                json!(selector)
            ),
        );
        let [left, top, width] = [0, 1, 2].map(|index| place[index].as_f64().unwrap().round());
        Film { visit, part: [left, top, width, height], frames: Vec::new() }
    }

    /// Takes a frame once the page has come to rest.
    fn take(&mut self, milliseconds: u32) {
        let calm = "document.getAnimations().forEach((one) => one.finish());\
                    return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))";
        self.visit.browser.run(calm);
        let [x, y, width, height] = self.part;
        let clip = json!({"x": x, "y": y, "width": width, "height": height, "scale": 1});
        let asked = json!({"format": "png", "clip": clip, "captureBeyondViewport": true});
        let shot = self.visit.browser.told("Page.captureScreenshot", &asked);
        self.frames.push((shot["data"].as_str().expect("a picture").to_owned(), milliseconds));
    }

    /// Writes the film as test output and, if asked to, for the documents.
    fn keep(mut self, name: &str) {
        self.frames.last_mut().expect("a film has frames").1 = LAST;
        let run = |script: &str| -> Value {
            let value = self.visit.browser.run(&format!("return (async () => {{ {script} }})()"));
            assert!(value["error"].is_null(), "{name}: {value}");
            value
        };
        let step = self.frames.len().div_ceil(SAMPLES);
        run("window.samples = []");
        for (shot, _) in self.frames.iter().rev().step_by(step) {
            run(&format!("{PIXELS} samples.push(await pixels({}))", json!(shot)));
        }
        run(
            "const { GifWriter } = await import('/app/gif.js'); window.film = new GifWriter(samples)",
        );
        for (shot, milliseconds) in &self.frames {
            run(&format!("{PIXELS} film.add(await pixels({}), {milliseconds})", json!(shot)));
        }
        let whole = run(
            "let text = ''; for (const byte of film.finish()) text += String.fromCharCode(byte); return btoa(text)",
        );
        println!("{name}: {} frames", self.frames.len());
        keep(name, &decoded(whole.as_str().expect("a file")));
    }
}

fn keep(name: &str, film: &[u8]) {
    assert!(film.starts_with(b"GIF89a"), "{name} is no GIF");
    println!("{name}: {} bytes", film.len());
    let file = format!("studio-{name}.gif");
    std::fs::write(root().join("target/studio").join(&file), film).unwrap();
    assert!(film.len() <= LARGEST, "{name} has {} bytes", film.len());
    if is_blessing() {
        std::fs::write(root().join("docs").join(&file), film).unwrap();
    }
}

impl Visit {
    /// Leaves out what a film does not need, in a style sheet of its own.
    fn dress(&self, rules: &str) {
        self.browser.run(&format!(
            "const sheet = new CSSStyleSheet(); sheet.replaceSync({}); document.adoptedStyleSheets = [sheet]",
            json!(rules)
        ));
    }

    /// Presses a button that is not in the picture.
    fn act(&self, id: &str) {
        self.browser.run(&format!("{}.click()", found(id)));
    }

    /// Asks for hints and plays them until the goal is reached. There is time to read the first
    /// ones; then there may be no frame between a hint and the next.
    fn follows_hints(&self, film: &mut Film<'_>, read: usize, is_each_shown: bool) {
        film.take(READ);
        let is_solved = "return !!document.querySelector('.status.reached')";
        for hint in 0.. {
            if self.browser.run(is_solved) == true {
                break;
            }
            let steps = self.text("move-count");
            self.act("hint");
            self.browser
                .until("a reason", "return !!document.querySelector('[data-testid=play-hint]')");
            film.take(if hint < read { READ } else { 3 * QUICK });
            self.act("play-hint");
            self.changes("move-count", &steps);
            if is_each_shown {
                film.take(3 * QUICK);
            }
        }
        film.take(LAST);
    }
}

/// What is left of the page of a game: the board, the status, hints and their reasons.
const OF_A_GAME: &str = ".top, .trail, h1, .lines, .slips, .orders, .panel-side > details, \
     .panel-side > .actions, .finish, .timer { display: none !important; } \
     .table { grid-template-columns: 26rem 1fr !important; gap: 0 1.5rem !important; } \
     main { padding: 1rem !important; } \
     .said .actions, .words, .filling { display: none !important; }";

fn a_game_with_hints(visit: &Visit) {
    visit.go("#/play/example/sokoban/behind-the-wall");
    visit.changes("status", "");
    visit.dress(OF_A_GAME);
    let mut film = Film::of(visit, ".table", 400.0);
    visit.follows_hints(&mut film, usize::MAX, true);
    film.keep("hint");
}

fn a_pencil_puzzle(visit: &Visit) {
    visit.go("#/play/example/slither-link/first");
    visit.changes("status", "");
    visit.dress(OF_A_GAME);
    let mut film = Film::of(visit, ".table", 420.0);
    visit.follows_hints(&mut film, 4, false);
    film.keep("pencil");
}

/// Begins a lesson and leaves nothing but the picture of its method.
fn opens_a_lesson(visit: &Visit, lesson: &str) {
    visit.go(&format!("#/learn/{lesson}"));
    visit.click("begin");
    visit.says("state", "paused");
    visit.dress(
        ".top, .trail, article, .node-words, .tree-tools, .actions, .badge, .card:not(.panel), \
         .panel > :not(.method, header) { display: none !important; } \
         .lesson, .stage .panel { display: block !important; max-width: 38rem; } \
         .panel { border: none !important; padding: 0.5rem !important; }",
    );
}

fn takes_steps(visit: &Visit, film: &mut Film<'_>, steps: usize, milliseconds: u32) {
    for _ in 0..steps {
        let before = visit.text("figures");
        visit.act("step");
        visit.changes("figures", &before);
        film.take(milliseconds);
    }
}

fn a_tree_search(visit: &Visit) {
    opens_a_lesson(visit, "a-star");
    let mut film = Film::of(visit, ".panel", 700.0);
    takes_steps(visit, &mut film, 30, 3 * QUICK);
    film.keep("tree");
}

fn a_population(visit: &Visit) {
    opens_a_lesson(visit, "hyper");
    visit.act("step");
    visit.says("population", "Generation 1");
    let mut film = Film::of(visit, ".panel", 520.0);
    film.take(READ);
    takes_steps(visit, &mut film, 14, 5 * QUICK);
    film.keep("population");
}

/// The film that the page itself makes of a race.
fn a_race(visit: &Visit) {
    let text = visit.server.example("samegame/standard-01");
    let entries = ["tempering", "nrpa", "sp-mcts", "annealing", "greedy"];
    let entries: Vec<Value> = entries.iter().map(|name| json!({"solver": name})).collect();
    let asked = json!({"text": text, "name": "Standard board 1", "entries": entries, "budget": {"evaluations": 10_000}});
    let ids = visit.server.asked("/api/jobs", &asked)["jobs"].clone();
    let ids: Vec<String> = ids.as_array().unwrap().iter().map(Value::to_string).collect();
    visit.go(&format!("#/watch/jobs/{}", ids.join(",")));
    visit.says("winner", "with");
    visit.until_enabled("race-gif", true);
    visit.click("race-gif");
    keep("race", &std::fs::read(visit.downloaded("gif")).unwrap());
}

#[test]
fn films_are_taken_at_a_desk() {
    let visit = Visit::begin(SCREEN);
    a_game_with_hints(&visit);
    a_pencil_puzzle(&visit);
    a_tree_search(&visit);
    a_population(&visit);
    a_race(&visit);
}
