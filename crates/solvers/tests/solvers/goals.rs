//! Contracts of searches for a goal at the least cost: proofs, meetings, layers, falling weights.

use std::sync::atomic::AtomicBool;

use crate::goal_toys::{Jumps, to_the_goal};
use crate::toys::{Sliding, Strip, exhaustive, replay, run, within};
use quarry_core::{
    Bounded, Budget, Event, Halt, Layered, Meter, NoSettings, Reversible, Search, drive,
};
use quarry_solvers::auto::{Auto, Member, Until};
use quarry_solvers::tree::a_star::AStar;
use quarry_solvers::tree::bidirectional::Bidirectional;
use quarry_solvers::tree::branch_and_bound::{BranchAndBound, BranchAndBoundSettings};
use quarry_solvers::tree::breadth_first::BreadthFirst;
use quarry_solvers::tree::breadth_first_heuristic::BreadthFirstHeuristic;
use quarry_solvers::tree::closed::GraphSettings;
use quarry_solvers::tree::frontier::FrontierSearch;
use quarry_solvers::tree::ida_star::{IdaStar, IdaStarSettings};
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
fn answers_improve_while_the_weight_falls() {
    let mut improved = 0;
    for seed in 0..20 {
        let sliding = Sliding::scrambled(80, seed).in_fewest_moves();
        let settings = WeightedAStarSettings { weight: 5.0, closed: true };
        let (_, scores) = watched(WeightedAStar::new(&sliding, &settings));
        assert!(scores.is_sorted() && scores.last() == Some(&-sliding.fewest_moves()), "{seed}");
        improved += u32::from(scores.len() > 1);
    }
    assert!(improved > 3, "{improved} of 20");
}

#[test]
fn forgetting_saves_memory_and_meeting_saves_work() {
    let sliding = Sliding::scrambled(200, 5).in_fewest_moves();
    let breadth = run(BreadthFirst::new(&sliding, &GRAPH), Budget::default());
    let frontier = run(FrontierSearch::new(&sliding, &NoSettings), Budget::default());
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

#[test]
fn a_small_table_costs_ida_star_work_but_no_answer() {
    for seed in 0..8 {
        let sliding = Sliding::scrambled(60, seed).in_fewest_moves();
        let with = |states| {
            let search = IdaStar::new(&sliding, &IdaStarSettings { closed: true, states });
            let outcome = run(search, Budget::default());
            assert_eq!(outcome.found.unwrap().score, -sliding.fewest_moves(), "{seed} {states}");
            assert!(outcome.proved);
            outcome.tally
        };
        let (small, whole) = (with(10), with(0));
        assert!(small.generated >= whole.generated && small.kept <= whole.kept.max(60));
    }
}

/// A game that ends without reaching the goal is no answer, however high its score.
#[test]
fn branch_and_bound_looks_for_goals_where_there_are_goals() {
    let settings = BranchAndBoundSettings { width: 1 };
    for seed in 0..40 {
        let jumps = Jumps::solvable(9 + seed as u32 % 10, 9, seed);
        let outcome = run(BranchAndBound::new(&jumps, &settings), Budget::default());
        let found = outcome.found.unwrap();
        assert_eq!((found.solved, found.score), (true, jumps.bound(&jumps.pegs)), "{seed}");
        assert_eq!(replay(&jumps, &found.answer), (true, found.score), "{seed}");
        assert!(outcome.proved, "{seed}");
    }
    let stuck = Jumps::new("oo.oo.oo.oo.oo");
    let outcome = run(BranchAndBound::new(&stuck, &settings), Budget::default());
    assert!(outcome.proved && outcome.found.is_none_or(|found| !found.solved));
    assert!(outcome.argument.is_some());
    let row = Strip::to_clear("abbaccdaad");
    let cleared = run(BranchAndBound::new(&row, &settings), Budget::default());
    assert!(cleared.found.unwrap().solved);
    let stuck = Strip::to_clear("aabcbb");
    let outcome = run(BranchAndBound::new(&stuck, &settings), Budget::default());
    assert!(outcome.proved && outcome.found.is_none_or(|found| !found.solved));
}

type SlidingMember<'a> = Member<'a, Vec<usize>>;

fn portfolio(sliding: &Sliding) -> Auto<'_, Vec<usize>> {
    let settings = WeightedAStarSettings::default();
    let members: Vec<SlidingMember> = vec![
        Member::new("weighted-a-star", 50, WeightedAStar::new(sliding, &settings)),
        Member::new("a-star", 30, AStar::new(sliding, &GRAPH)),
        Member::new("ida-star", 40, IdaStar::new(sliding, &IdaStarSettings::default())),
    ];
    Auto::new(members, Until::Best)
}

#[test]
fn a_portfolio_ends_with_the_first_proof_and_passes_scores_on() {
    for seed in 0..10 {
        let sliding = Sliding::scrambled(70, seed).in_fewest_moves();
        let outcome = run(portfolio(&sliding), Budget::default());
        let found = outcome.found.unwrap();
        assert!(outcome.proved && found.score == -sliding.fewest_moves());
        assert_eq!((outcome.bound, outcome.argument), (Some(found.score), None));
        assert_eq!(replay(&sliding, &found.answer), (true, found.score));
    }
    let outcome = run(portfolio(&Sliding::impossible().in_fewest_moves()), Budget::default());
    assert!(outcome.proved && outcome.found.is_none_or(|found| !found.solved));
    assert!(outcome.argument.is_some_and(|argument| argument.contains("none is a goal")));
}

#[test]
fn a_portfolio_without_members_gives_up() {
    let outcome = run(Auto::<Vec<usize>>::new(Vec::new(), Until::Goal), Budget::default());
    assert!(!outcome.proved && outcome.found.is_none() && outcome.halted.is_none());
}

#[test]
fn members_share_the_memory_and_the_last_one_stops_the_run() {
    let sliding = Sliding::impossible().in_fewest_moves();
    let budget = |memory| Budget { memory: Some(memory), ..Budget::default() };
    let outcome = run(portfolio(&sliding), budget(10_000));
    assert_eq!((outcome.halted, outcome.proved), (Some(Halt::Memory), false));
    let members = outcome.credits.iter().filter(|credit| credit.share > 0.0).count();
    assert_eq!(members, 3, "those who are left go on: {:?}", outcome.credits);
    assert!(run(portfolio(&sliding), budget(1 << 20)).proved);
    // A limit that dismisses somebody gives the same run wherever slices end.
    let stop = AtomicBool::new(false);
    for memory in [20_000, 40_000, 60_000] {
        let usual =
            drive(&mut portfolio(&sliding), &mut Meter::new(budget(memory), &stop), &mut |_| {});
        let fine = drive(
            &mut portfolio(&sliding),
            &mut Meter::new(budget(memory), &stop).step_by_step(),
            &mut |_| {},
        );
        assert_eq!((usual.tally, usual.halted), (fine.tally, fine.halted), "{memory}");
    }
}
