//! The declared pencil puzzles: how long solving, hints and generating take, and whether puzzles
//! have the tier that was asked for. Produces the section "Pencil puzzles" of docs/benchmarks.md:
//! `cargo bench -p quarry-puzzles --bench pencil -- WHAT PUZZLE ...`, where WHAT is `solve` with
//! files, `made`, `generate` or `tier` with seeds (a number, or two such as 101-120) and settings of
//! the generator, or `hints` with files, or nothing for the examples. All times are processor
//! seconds.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::atomic::AtomicBool;

use quarry_constraint::Engine;
use quarry_core::{
    Budget, Constrained, Explained, FinderStep, Generate, Meter, Next, Puzzle, Settings, Solutions,
    Tier, rate,
};
use quarry_pencil::{Declaration, Declared};
use quarry_puzzles::pencil::{
    corral::Corral, cross_sum::CrossSum, cryptarithm::Cryptarithm,
    instant_insanity::InstantInsanity, kplumber::KPlumber, light_up::LightUp,
    minesweeper::Minesweeper, nurikabe::Nurikabe, pearl::Pearl, reflections::Reflections,
    slither_link::SlitherLink, spiral_galaxies::SpiralGalaxies, sudoku::Sudoku,
};
use rustix::time::{ClockId, clock_gettime};

/// Seconds of wall time after which a puzzle counts as not generated, not solved or not rated.
const MOST_SECONDS: f64 = 60.0;

/// Largest numbers of cells of the classes by size.
const SIZES: [usize; 6] = [100, 250, 500, 720, 1_000, usize::MAX];

/// The most cells of an example whose hints are measured.
const MOST_HINTED: usize = 100;

fn main() {
    let words: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let Some((&what, [name, rest @ ..])) = words.split_first() else {
        println!("expected solve, made, generate, tier or hints, and a puzzle");
        return;
    };
    match *name {
        "corral" => run::<Corral>(what, rest),
        "cross-sum" => run::<CrossSum>(what, rest),
        "cryptarithm" => run::<Cryptarithm>(what, rest),
        "instant-insanity" => run::<InstantInsanity>(what, rest),
        "kplumber" => run::<KPlumber>(what, rest),
        "light-up" => run::<LightUp>(what, rest),
        "minesweeper" => run::<Minesweeper>(what, rest),
        "nurikabe" => run::<Nurikabe>(what, rest),
        "pearl" => run::<Pearl>(what, rest),
        "reflections" => run::<Reflections>(what, rest),
        "slither-link" => run::<SlitherLink>(what, rest),
        "spiral-galaxies" => run::<SpiralGalaxies>(what, rest),
        "sudoku" => run::<Sudoku>(what, rest),
        _ => println!("no declared puzzle has the name {name}"),
    }
}

fn run<D: Declaration>(what: &str, words: &[&str]) {
    match (what, words) {
        ("solve", files) => {
            let read = |file: &&str| std::fs::read_to_string(file).expect("a file");
            solve::<D>(&files.iter().map(read).collect::<Vec<_>>());
        }
        ("made", [seeds, settings @ ..]) => {
            let made = seeds_of(seeds).filter_map(|seed| generated::<D>(settings, seed).0);
            solve::<D>(&made.map(|puzzle| puzzle.show()).collect::<Vec<_>>());
        }
        ("generate", [seeds, settings @ ..]) => generate::<D>(seeds, settings),
        ("tier", [seeds, settings @ ..]) => tier::<D>(seeds, settings),
        ("hints", settings) => hints::<D>(settings),
        _ => println!("expected solve, made, generate, tier or hints"),
    }
}

/// Returns the result of some work and the processor time that it took, in seconds.
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let now = || {
        let time = clock_gettime(ClockId::ProcessCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
    };
    let start = now();
    let done = work();
    (done, now() - start)
}

fn limited<T>(work: impl FnOnce(&mut Meter) -> T) -> T {
    let stop = AtomicBool::new(false);
    work(&mut Meter::new(Budget { seconds: Some(MOST_SECONDS), ..Budget::default() }, &stop))
}

/// The seeds from 1 to a number, or from one to another.
fn seeds_of(words: &str) -> std::ops::RangeInclusive<u64> {
    let (first, last) = words.split_once('-').unwrap_or(("1", words));
    first.parse().expect("a seed")..=last.parse().expect("a seed")
}

fn generated<D: Declaration>(settings: &[&str], seed: u64) -> (Option<Declared<D>>, f64) {
    let mut params = <Declared<D> as Generate>::Params::default();
    for (name, value) in settings.iter().filter_map(|word| word.split_once('=')) {
        params.set(name, value).expect("a setting of the generator");
    }
    let (made, time) = timed(|| limited(|meter| Declared::<D>::generate(&params, seed, meter)));
    if let Err(error) = &made {
        println!("seed {seed}: {error:?}");
    }
    (made.ok(), time)
}

/// Prints how long it takes to read boards, solve them and prove how many solutions they have.
fn solve<D: Declaration>(texts: &[String]) {
    let mut classes: BTreeMap<(usize, &str), Vec<f64>> = BTreeMap::new();
    for text in texts {
        let cells =
            Declared::<D>::parse(text).expect("a board of the puzzle").declaration().grid().len();
        let (found, time) = timed(|| limited(|meter| solutions::<D>(text, meter)));
        let size = SIZES.into_iter().find(|&most| cells <= most).unwrap_or(usize::MAX);
        classes.entry((size, found.word())).or_default().push(time);
    }
    for ((most, found), times) in classes {
        let most = if most == usize::MAX { "more".to_owned() } else { format!("up to {most}") };
        println!("{} solve, {most} cells, solutions: {found}: {}", D::ID, spread(times));
    }
}

fn solutions<D: Declaration>(text: &str, meter: &mut Meter) -> Solutions {
    let puzzle = Declared::<D>::parse(text).expect("a board of the puzzle");
    let Some(mut finder) = puzzle.finder() else {
        let engine = Engine::new(&puzzle.model(), meter);
        return engine.map_or(Solutions::Unknown, |mut engine| engine.count(u64::MAX, meter));
    };
    match (0..2).take_while(|_| finder.next(u64::MAX) == FinderStep::Found).count() {
        0 => Solutions::None,
        1 => Solutions::One,
        _ => Solutions::Several,
    }
}

/// Prints how long generating takes.
fn generate<D: Declaration>(seeds: &str, settings: &[&str]) {
    let made: Vec<_> = seeds_of(seeds).map(|seed| generated::<D>(settings, seed)).collect();
    let count = made.iter().filter(|(puzzle, _)| puzzle.is_some()).count();
    let times = made.into_iter().map(|(_, time)| time).collect();
    println!("{} generate {}: {count} made, {}", D::ID, settings.join(" "), spread(times));
}

/// Prints for each tier how many puzzles have it, of those that were asked for it.
fn tier<D: Declaration>(seeds: &str, settings: &[&str]) {
    for &tier in D::TIERS {
        let wish = format!("tier={tier}");
        let settings = [settings, &[wish.as_str()]].concat();
        let (mut tiers, mut times) = (Vec::new(), Vec::new());
        for seed in seeds_of(seeds) {
            let (made, time) = generated::<D>(&settings, seed);
            times.push(time);
            tiers.extend(made.map(|puzzle| limited(|meter| rate(&puzzle, meter)).tier));
        }
        let hits = tiers.iter().filter(|&&one| one == Some(tier)).count();
        let (made, all) = (tiers.len(), times.len());
        println!("{} {tier}: {hits} of {made} made of {all} asked, {}", D::ID, spread(times));
    }
}

/// Prints how long each step takes, and all steps of a board together: of the examples, or of a
/// file.
fn hints<D: Declaration>(files: &[&str]) {
    let examples = D::examples().iter().map(|example| (example.name.to_owned(), example.text));
    let read = |file: &&str| -> (String, String) {
        ((*file).to_owned(), std::fs::read_to_string(file).expect("a file"))
    };
    let boards: Vec<(String, String)> = match files {
        [] => examples.map(|(name, text)| (name, text.to_owned())).collect(),
        files => files.iter().map(read).collect(),
    };
    let mut all = Vec::new();
    for (name, text) in boards {
        let puzzle = Declared::<D>::parse(&text).expect("a board of the puzzle");
        if puzzle.declaration().grid().len() > MOST_HINTED && files.is_empty() {
            continue;
        }
        let (mut notes, making) = timed(|| puzzle.notes());
        let mut times = Vec::new();
        let mut mark: u64 = 0;
        let end = loop {
            let next = |meter: &mut Meter| puzzle.next(&mut notes, Tier::Beyond, meter);
            let (next, time) = timed(|| limited(next));
            times.push(time + if times.is_empty() { making } else { 0.0 });
            match next {
                Next::Step(step) => mark = marked(mark, &step),
                next => break next,
            }
        };
        let whole: f64 = times.iter().sum();
        println!("{name}: {end:?} after {whole:.3} s, {}, mark {mark:x}", spread(times.clone()));
        all.extend(times);
    }
    println!("{} hints: {}", D::ID, spread(all));
}

/// Mixes a step into a number by which two runs can be compared.
fn marked(mark: u64, step: &impl Debug) -> u64 {
    let mix = |mark: u64, byte: u8| (mark ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    format!("{step:?}").bytes().fold(mark, mix)
}

fn spread(mut times: Vec<f64>) -> String {
    times.sort_by(f64::total_cmp);
    let Some(&most) = times.last() else { return "none".to_owned() };
    let middle = times.len() / 2;
    let median = f64::midpoint(times[middle], times[(times.len() - 1) / 2]);
    format!("median {median:.4}, most {most:.4} of {}", times.len())
}
