//! Every step is true of the solution, and the steps solve puzzles that people would solve.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use quarry_constraint::Engine;
use quarry_core::{
    Budget, Constrained, Entry, Explained, Generate, Meter, Next, Puzzle, Settings, Solutions,
    Tier, rate, solved_within,
};

use crate::pencil::hidato::{Filling, Hidato};

/// Generates a puzzle with one solution, and returns it with that solution.
fn puzzle(wish: &str, seed: u64) -> (Hidato, Filling) {
    let mut params = <Hidato as Generate>::Params::default();
    for (name, value) in wish.split(' ').filter_map(|word| word.split_once('=')) {
        params.set(name, value).expect("a parameter of the generator");
    }
    let meter = &mut Meter::unlimited();
    let puzzle = Hidato::generate(&params, seed, meter).expect("every seed has a puzzle");
    let mut engine = Engine::new(&puzzle.model(), meter).expect("unlimited meter");
    assert_eq!(engine.count(u64::MAX, meter), Solutions::One);
    let solution = puzzle.decode(&engine.found()[0]);
    (puzzle, solution)
}

#[test]
fn every_step_is_true_of_the_only_solution() {
    let boards =
        ["side=4", "topology=square columns=6 rows=6", "topology=orthogonal columns=7 rows=7"];
    for board in boards {
        for seed in 0..60 {
            let wish = ["ends=free", "givens=14", "givens=20"][seed as usize % 3];
            let (instance, solution) = puzzle(&format!("{board} {wish}"), seed);
            let right = |entry: Entry| solution[entry.cell].map(u32::from) == Some(entry.value);
            let mut notes = instance.notes();
            while let Next::Step(step) =
                instance.next(&mut notes, Tier::Beyond, &mut Meter::unlimited())
            {
                assert!(
                    step.places.iter().all(|&entry| right(entry)),
                    "{step:?} in {}",
                    instance.show()
                );
                assert!(
                    !step.excludes.iter().any(|&entry| right(entry)),
                    "{step:?} in {}",
                    instance.show()
                );
                assert!(
                    !step.places.is_empty() || !step.excludes.is_empty(),
                    "{step:?} has no effect"
                );
                assert!(step.sentence.ends_with('.') && step.chain > 0, "{step:?}");
            }
            if instance.next(&mut notes, Tier::Beyond, &mut Meter::unlimited()) == Next::Solved {
                assert_eq!(instance.filled(&notes), solution);
            }
        }
    }
}

#[test]
fn a_tier_is_what_its_techniques_solve() {
    for seed in 0..30 {
        let (instance, _) =
            puzzle(["ends=free", "givens=13", "givens=22"][seed as usize % 3], seed);
        let meter = &mut Meter::unlimited();
        let tier = rate(&instance, meter).tier.expect("unlimited meter");
        for hardest in [Tier::Easy, Tier::Medium, Tier::Hard, Tier::Expert] {
            let solved = solved_within(&instance, hardest, meter);
            assert_eq!(solved, Some(tier <= hardest), "{}", instance.show());
        }
    }
}

#[test]
fn what_cannot_be_completed_is_a_contradiction() {
    let (instance, solution) = puzzle("side=3", 1);
    let empty = instance.givens().iter().position(Option::is_none).expect("a cell is empty");
    let mut notes = instance.notes();
    let right = u32::from(solution[empty].expect("the solution is full"));
    let missing =
        |value: &u32| *value != right && !instance.givens().contains(&Some(*value as u16));
    let wrong = (1..=19).find(missing).expect("another number is missing");
    instance.enter(&mut notes, Entry { cell: empty, value: wrong });
    let end = loop {
        match instance.next(&mut notes, Tier::Beyond, &mut Meter::unlimited()) {
            Next::Step(_) => {}
            end => break end,
        }
    };
    assert!(matches!(end, Next::Contradiction(_)), "{end:?}");
}

/// Boards of the largest size: an empty one, one with a given and two colours, and a corridor with
/// large distances.
fn largest_boards() -> [Hidato; 3] {
    let board = |topology: &str, rows: &[String]| {
        let rows = rows.join("\n");
        let text = format!(
            "puzzle = \"hidato\"\ntopology = \"{topology}\"\nboard = \"\"\"\n{rows}\n\"\"\"\n"
        );
        Hidato::parse(&text).expect("a board")
    };
    let empty = vec!["_ ".repeat(64); 64];
    let mut given = empty.clone();
    given[0] = format!("1 {}", "_ ".repeat(63));
    let wall = |row: usize| match row % 4 {
        1 => format!("{}_", "# ".repeat(62)),
        3 => format!("_ {}", "# ".repeat(62)),
        _ => "_ ".repeat(63),
    };
    let mut corridor: Vec<String> = (0..127).map(wall).collect();
    corridor[0] = format!("1 {}", "_ ".repeat(62));
    [board("square", &empty), board("orthogonal", &given), board("orthogonal", &corridor)]
}

#[test]
fn every_technique_stops_soon_and_goes_on_later() {
    for puzzle in largest_boards() {
        for milliseconds in [10, 200, 700] {
            let stop = AtomicBool::new(false);
            let (rating, late) = thread::scope(|scope| {
                let flag = scope.spawn(|| {
                    thread::sleep(Duration::from_millis(milliseconds));
                    stop.store(true, Ordering::Relaxed);
                    Instant::now()
                });
                let rating = rate(&puzzle, &mut Meter::new(Budget::default(), &stop));
                (rating, flag.join().expect("it only sleeps").elapsed())
            });
            assert_eq!(rating.tier.is_none(), rating.halted.is_some());
            assert!(late < Duration::from_secs(1), "{milliseconds}: {late:?} late");
        }
    }
}

/// The techniques reach the same filling even if they are stopped again and again.
#[test]
fn steps_that_were_stopped_are_found_later() {
    let never = AtomicBool::new(false);
    for seed in 0..20 {
        let (instance, _) = puzzle("side=5 ends=free", seed);
        let mut whole = instance.notes();
        while let Next::Step(_) = instance.next(&mut whole, Tier::Beyond, &mut Meter::unlimited()) {
        }
        let (mut notes, mut seconds) = (instance.notes(), 1e-6);
        loop {
            let budget = Budget { seconds: Some(seconds), ..Budget::default() };
            match instance.next(&mut notes, Tier::Beyond, &mut Meter::new(budget, &never)) {
                Next::Step(_) => seconds = 1e-6,
                Next::Stopped => seconds *= 2.0,
                _ => break,
            }
        }
        assert_eq!(instance.filled(&notes), instance.filled(&whole), "{}", instance.show());
    }
}

/// With singles alone beside them, sets of rules solve whole boards: what no technique with a shape
/// finds is still found.
#[test]
fn sets_of_rules_solve_what_nothing_else_does() {
    let meter = &mut Meter::unlimited();
    let boards = [
        "side=3 ends=free",
        "topology=square columns=5 rows=5",
        "topology=orthogonal columns=5 rows=5 links=0.2",
    ];
    for (seed, board) in boards.into_iter().enumerate() {
        let (instance, solution) = puzzle(board, seed as u64);
        let mut notes = instance.notes();
        let mut sets = 0;
        while !notes.is_solved() {
            let step = super::singles::position(&mut notes, meter)
                .or_else(|| super::singles::number(&mut notes, meter))
                .or_else(|| super::rule_set::find(&mut notes, meter));
            let step = step.unwrap_or_else(|| panic!("no step in {}", instance.show()));
            let wrong = |entry: &Entry| solution[entry.cell].map(u32::from) != Some(entry.value);
            assert!(step.excludes.iter().all(wrong), "{step:?} in {}", instance.show());
            if step.technique.name == "set of rules" {
                sets += 1;
                assert!(step.sentence.starts_with("There is no room for "), "{step:?}");
                assert!(!step.cells.is_empty() && step.chain > 0, "{step:?}");
            }
        }
        assert!(sets > 0, "{}", instance.show());
        assert_eq!(instance.filled(&notes), solution);
    }
}
