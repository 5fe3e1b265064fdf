//! Contracts of searches for a goal at the least cost: proofs, meetings, layers, falling weights.

use std::sync::atomic::AtomicBool;

use crate::toys::{Jumps, Sliding, exhaustive, replay, run, to_the_goal, within};
use quarry_core::{
    Bounded, Budget, Event, Halt, Layered, Meter, NoSettings, Reversible, Search, drive,
};
use quarry_solvers::tree::a_star::AStar;
use quarry_solvers::tree::bidirectional::Bidirectional;
use quarry_solvers::tree::breadth_first::BreadthFirst;
use quarry_solvers::tree::breadth_first_heuristic::BreadthFirstHeuristic;
use quarry_solvers::tree::closed::GraphSettings;
use quarry_solvers::tree::frontier::Frontier;
use quarry_solvers::tree::k_best_first::{KBestFirst, KBestFirstSettings};
use quarry_solvers::tree::weighted_a_star::{WeightedAStar, WeightedAStarSettings};

const GRAPH: GraphSettings = GraphSettings { closed: true };

#[test]
fn the_fewest_moves_are_proved_by_everyone() {
    for seed in 0..30 {
        let sliding = Sliding::scrambled(seed as usize * 2, seed).in_fewest_moves();
        let fewest = -sliding.fewest_moves();
        let hasty = |name: &str| matches!(name, "depth-first" | "depth-limited");
        let all = exhaustive(&sliding, true).into_iter().filter(|(name, _)| !hasty(name));
        for (name, search) in all.chain(to_the_goal(&sliding)) {
            let outcome = within(Budget::default(), search);
            let found = outcome.found.unwrap();
            assert_eq!((found.solved, found.score), (true, fewest), "{name} {seed}");
            assert_eq!(replay(&sliding, &found.answer), (true, fewest), "{name} {seed}");
            assert!(outcome.proved && outcome.halted.is_none(), "{name} {seed}");
        }
    }
}

/// Mirror images share a key, so a line must not be put together from halves of two of them.
#[test]
fn mirror_images_do_not_break_a_line() {
    for seed in 0..60 {
        let jumps = Jumps::solvable(9 + seed as u32 % 12, 11, seed);
        let cost = jumps.bound(&jumps.pegs);
        for (name, search) in to_the_goal(&jumps).into_iter().chain(exhaustive(&jumps, true)) {
            let outcome = within(Budget::default(), search);
            let found = outcome.found.unwrap();
            assert_eq!((found.solved, found.score), (true, cost), "{name} {seed}");
            assert_eq!(replay(&jumps, &found.answer), (true, cost), "{name} {seed}");
            assert!(outcome.proved, "{name} {seed}");
        }
    }
}

#[test]
fn what_has_no_solution_ends_with_an_argument() {
    fn all<S: Reversible + Layered>(space: &S) {
        for (name, search) in to_the_goal(space).into_iter().chain(exhaustive(space, true)) {
            // Where play goes in circles, these are always cut short.
            let is_cut = matches!(name, "depth-limited" | "iterative-deepening");
            if is_cut && S::LAYERS_BACK > 0 {
                continue;
            }
            let outcome = within(Budget::default(), search);
            assert!(outcome.proved && outcome.halted.is_none(), "{name}");
            assert!(!outcome.found.unwrap().solved, "{name}");
            let argument = outcome.argument.unwrap();
            assert!(argument.ends_with('.') && argument.len() > 20, "{name}: {argument}");
        }
    }
    all(&Jumps::new("oo.oo.oo"));
    all(&Jumps::new("ooo"));
    all(&Sliding::impossible());
    all(&Sliding::impossible().in_fewest_moves());
}

#[test]
fn a_goal_that_is_reached_already_needs_no_moves() {
    let there = Sliding::scrambled(0, 0).in_fewest_moves();
    for (name, search) in to_the_goal(&there).into_iter().chain(exhaustive(&there, true)) {
        let outcome = within(Budget::default(), search);
        let found = outcome.found.unwrap();
        assert_eq!((found.solved, found.answer.len()), (true, 0), "{name}");
        assert_eq!(outcome.proved, name != "depth-limited", "{name}");
    }
}

/// Neither the answer nor the work depends on where slices end, for any budget.
#[test]
fn slices_change_nothing() {
    let sliding = Sliding::scrambled(40, 7).in_fewest_moves();
    for nodes in (0..300).chain([1_000, 5_000]) {
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        let stop = AtomicBool::new(false);
        let all = || to_the_goal(&sliding).into_iter().chain(exhaustive(&sliding, true));
        for ((name, usual), (_, fine)) in all().zip(all()) {
            let usual = usual(&mut Meter::new(budget, &stop), true);
            let fine = fine(&mut Meter::new(budget, &stop).step_by_step(), true);
            assert_eq!(usual.outcome.found, fine.outcome.found, "{name} {nodes}");
            assert_eq!(usual.outcome.tally, fine.outcome.tally, "{name} {nodes}");
            assert_eq!(usual.outcome.bound, fine.outcome.bound, "{name} {nodes}");
            assert_eq!(usual.trace, fine.trace, "{name} {nodes}");
        }
    }
}

#[test]
fn full_memory_stops_them_all() {
    let sliding = Sliding::impossible().in_fewest_moves();
    let budget = Budget { memory: Some(3_000), ..Budget::default() };
    for (name, search) in to_the_goal(&sliding) {
        assert_eq!(within(budget, search).halted, Some(Halt::Memory), "{name}");
    }
}

/// Runs a search step by step and returns its bounds and its best scores on the way.
fn watched<T: Search>(mut search: T) -> (Vec<i64>, Vec<i64>) {
    let stop = AtomicBool::new(false);
    let (mut bounds, mut scores) = (Vec::new(), Vec::new());
    let mut meter = Meter::new(Budget::default(), &stop).step_by_step();
    drive(&mut search, &mut meter, &mut |event| match event {
        Event::Slice { bound, .. } => bounds.extend(bound),
        Event::Improved { score, .. } => scores.push(score),
        _ => {}
    });
    (bounds, scores)
}

#[test]
fn bounds_close_in_on_the_best_score() {
    for seed in 0..10 {
        let sliding = Sliding::scrambled(60, seed).in_fewest_moves();
        let fewest = -sliding.fewest_moves();
        let heavy = WeightedAStarSettings { weight: 10.0, closed: true };
        let several = KBestFirstSettings { k: 7, weight: 4.0, closed: true };
        let runs = [
            ("weighted", watched(WeightedAStar::new(&sliding, &heavy))),
            ("k-best", watched(KBestFirst::new(&sliding, &several))),
            ("a-star", watched(AStar::new(&sliding, &GRAPH))),
            ("bidirectional", watched(Bidirectional::new(&sliding, &NoSettings))),
            ("heuristic", watched(BreadthFirstHeuristic::new(&sliding, &NoSettings))),
        ];
        for (name, (bounds, scores)) in runs {
            assert!(bounds.is_sorted_by(|one, next| one >= next), "{name} {seed}: {bounds:?}");
            assert!(bounds.iter().all(|&bound| bound >= fewest), "{name} {seed}");
            assert_eq!(scores.last(), Some(&fewest), "{name} {seed}");
        }
    }
}

#[test]
fn a_heavy_weight_finds_an_answer_sooner_and_improves_it() {
    let (mut with_weight, mut without, mut improved) = (0, 0, 0);
    for seed in 0..20 {
        let sliding = Sliding::scrambled(80, seed).in_fewest_moves();
        let first = |weight| {
            let settings = WeightedAStarSettings { weight, closed: true };
            let stop = AtomicBool::new(false);
            let mut improvements = Vec::new();
            let mut search = WeightedAStar::new(&sliding, &settings);
            drive(&mut search, &mut Meter::new(Budget::default(), &stop), &mut |event| {
                if let Event::Improved { tally, solved: true, .. } = event {
                    improvements.push(tally.generated);
                }
            });
            (improvements[0], improvements.len())
        };
        let ((heavy, answers), (light, _)) = (first(5.0), first(1.0));
        with_weight += heavy;
        without += light;
        improved += u32::from(answers > 1);
    }
    assert!(with_weight < without && improved > 3, "{with_weight} {without} {improved}");
}

#[test]
fn forgetting_saves_memory_and_meeting_saves_work() {
    let sliding = Sliding::scrambled(200, 5).in_fewest_moves();
    let breadth = run(BreadthFirst::new(&sliding, &GRAPH), Budget::default());
    let frontier = run(Frontier::new(&sliding, &NoSettings), Budget::default());
    let within_bound = run(BreadthFirstHeuristic::new(&sliding, &NoSettings), Budget::default());
    assert!(2 * frontier.tally.kept < breadth.tally.kept);
    assert!(within_bound.tally.kept <= frontier.tally.kept);
    let both = run(Bidirectional::new(&sliding, &NoSettings), Budget::default());
    assert!(both.tally.generated < breadth.tally.generated);
}

/// A score that is known elsewhere spares a search whatever is not better.
#[test]
fn a_known_score_is_beaten_or_proved() {
    for seed in 0..10 {
        let sliding = Sliding::scrambled(50, seed).in_fewest_moves();
        let fewest = -sliding.fewest_moves();
        let settings = WeightedAStarSettings::default();
        for known in [fewest - 4, fewest] {
            let searches: [Box<dyn Search<Answer = Vec<usize>>>; 3] = [
                Box::new(WeightedAStar::new(&sliding, &settings)),
                Box::new(Bidirectional::new(&sliding, &NoSettings)),
                Box::new(AStar::new(&sliding, &GRAPH)),
            ];
            for mut search in searches {
                search.beat(known);
                let outcome = run(search, Budget::default());
                assert!(outcome.proved);
                let found = outcome.found.filter(|found| found.solved).map(|found| found.score);
                assert!(found == Some(fewest) || known == fewest && found.is_none(), "{found:?}");
                assert_eq!(outcome.bound, Some(fewest));
                assert_eq!(outcome.argument, None, "nobody says that there is no solution");
            }
        }
    }
}
