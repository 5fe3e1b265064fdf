//! Contracts of the exhaustive methods: the best answer, and a proof only when there is one.

use crate::toys::{Sliding, Strip, brute_force, exhaustive, replay, run, within};
use quarry_core::{Budget, NoSettings, Outcome};
use quarry_solvers::tree::a_star::AStar;
use quarry_solvers::tree::backtrack::Backtrack;
use quarry_solvers::tree::beam::{Beam, BeamSettings};
use quarry_solvers::tree::branch_and_bound::{BranchAndBound, BranchAndBoundSettings};
use quarry_solvers::tree::breadth_first::BreadthFirst;
use quarry_solvers::tree::closed::GraphSettings;
use quarry_solvers::tree::depth_first::DepthFirst;
use quarry_solvers::tree::depth_limited::{DepthLimited, DepthLimitedSettings};
use quarry_solvers::tree::greedy::Greedy;
use quarry_solvers::tree::ida_star::{IdaStar, IdaStarSettings};
use quarry_solvers::tree::iterative_deepening::IterativeDeepening;
use quarry_solvers::tree::uniform_cost::UniformCost;
use quarry_solvers::whole::WholeGames;

const GRAPH: GraphSettings = GraphSettings { closed: true };
const TREE: GraphSettings = GraphSettings { closed: false };

fn score<M>(outcome: &Outcome<Vec<M>>) -> (bool, i64) {
    let found = outcome.found.as_ref().unwrap();
    (found.solved, found.score)
}

#[test]
fn all_prove_the_brute_force_optimum() {
    for seed in 0..12 {
        let strip = Strip::shuffled(13, 2 + seed as usize % 3, seed);
        let best = brute_force(&strip);
        for closed in [true, false] {
            for (name, search) in exhaustive(&strip, closed) {
                let outcome = within(Budget::default(), search);
                assert_eq!(
                    (score(&outcome), outcome.proved),
                    ((true, best), true),
                    "{name} {closed} {seed}"
                );
                assert_eq!(outcome.bound, Some(best));
            }
        }
        let backtrack = run(Backtrack::new(&strip, &NoSettings), Budget::default());
        assert_eq!((score(&backtrack), backtrack.proved), ((true, best), true));
        let exact = run(
            BranchAndBound::new(&strip, &BranchAndBoundSettings { width: 1 }),
            Budget::default(),
        );
        assert_eq!((score(&exact), exact.proved, exact.bound), ((true, best), true, Some(best)));
        let beam = run(Beam::new(&strip, &BeamSettings { width: 100_000 }), Budget::default());
        assert_eq!((score(&beam), beam.proved), ((true, best), true));
    }
}

#[test]
fn the_closed_list_saves_work_wherever_states_recur() {
    let strip = Strip::new("aabbccddaabb");
    for ((name, graph), (_, tree)) in
        exhaustive(&strip, true).into_iter().zip(exhaustive(&strip, false))
    {
        let graph = within(Budget::default(), graph).tally.expanded;
        let tree = within(Budget::default(), tree).tally.expanded;
        // What cannot beat the best answer is dropped before it can recur.
        let drops = name == "k-best-first" && graph == tree;
        assert!(
            graph < tree || drops,
            "{name}: {graph} states expanded with a closed list, {tree} without"
        );
    }
}

#[test]
fn backtracking_costs_what_plain_depth_first_search_costs() {
    let strip = Strip::shuffled(13, 3, 5);
    let plain = run(DepthFirst::new(&strip, &TREE), Budget::default());
    let backtrack = run(Backtrack::new(&strip, &NoSettings), Budget::default());
    assert_eq!((plain.found, plain.tally), (backtrack.found, backtrack.tally));
}

#[test]
fn a_star_needs_no_more_than_uniform_cost() {
    let mut saved = 0;
    for seed in 0..10 {
        let strip = Strip::shuffled(16, 3, seed);
        let uniform = run(UniformCost::new(&strip, &GRAPH), Budget::default()).tally.expanded;
        let a_star = run(AStar::new(&strip, &GRAPH), Budget::default()).tally.expanded;
        assert!(a_star <= uniform, "seed {seed}: {a_star} against {uniform}");
        let sliding = Sliding::scrambled(40, seed);
        let uniform = run(UniformCost::new(&sliding, &GRAPH), Budget::default()).tally.expanded;
        let a_star = run(AStar::new(&sliding, &GRAPH), Budget::default()).tally.expanded;
        assert!(a_star <= uniform, "seed {seed}: {a_star} against {uniform}");
        saved += uniform - a_star;
    }
    assert!(saved > 0);
}

#[test]
fn a_limit_that_cuts_something_off_proves_nothing() {
    let strip = Strip::new("aabbaaccaa");
    let limited = |limit, closed| {
        let search = DepthLimited::new(&strip, &DepthLimitedSettings { limit, closed });
        run(WholeGames::new(&strip, search), Budget::default())
    };
    for closed in [true, false] {
        let short = limited(2, closed);
        assert!(!short.proved && short.halted.is_none());
        assert_eq!(
            (short.tally.finishing, short.found.unwrap().answer.len()),
            (2, 4),
            "played on to the end"
        );
        let enough = limited(3, closed);
        assert_eq!((score(&enough), enough.proved), ((true, brute_force(&strip)), false));
        assert!(limited(5, closed).proved);
    }
}

/// Every state within the limit must be seen, even one that was first reached at the full depth.
#[test]
fn a_closed_list_hides_nothing_from_a_limited_search() {
    for seed in 0..20 {
        let sliding = Sliding::scrambled(30, seed);
        let limit = sliding.fewest_moves() as u64;
        let search = DepthLimited::new(&sliding, &DepthLimitedSettings { limit, closed: true });
        assert_eq!(score(&run(search, Budget::default())), (true, -(limit as i64)), "seed {seed}");
    }
}

#[test]
fn the_fewest_moves_are_found_and_only_costs_prove_it() {
    for seed in 0..8 {
        let sliding = Sliding::scrambled(12, seed);
        let fewest = (true, -sliding.fewest_moves());
        for closed in [true, false] {
            for (name, search) in exhaustive(&sliding, closed) {
                // The first goal ends these, and it need not be the nearest.
                let hurries = matches!(name, "weighted-a-star" | "k-best-first");
                if hurries || matches!(name, "depth-first" | "depth-limited") {
                    continue;
                }
                let outcome = within(Budget::default(), search);
                assert_eq!(score(&outcome), fewest, "{name} {closed} {seed}");
                let knows_costs = matches!(name, "uniform-cost" | "a-star" | "ida-star");
                assert_eq!(outcome.proved, knows_costs, "{name} {closed} {seed}");
            }
        }
        let any = run(DepthFirst::new(&sliding, &GRAPH), Budget::default());
        assert!(score(&any).0 && !any.proved);
    }
}

#[test]
fn what_cannot_be_reached_is_proved_so() {
    let sliding = Sliding::impossible();
    let outcomes = [
        run(WholeGames::new(&sliding, BreadthFirst::new(&sliding, &GRAPH)), Budget::default()),
        run(WholeGames::new(&sliding, UniformCost::new(&sliding, &GRAPH)), Budget::default()),
        run(WholeGames::new(&sliding, AStar::new(&sliding, &GRAPH)), Budget::default()),
        run(WholeGames::new(&sliding, DepthFirst::new(&sliding, &GRAPH)), Budget::default()),
    ];
    for outcome in outcomes {
        assert!(outcome.proved && !outcome.found.unwrap().solved);
        assert_eq!(outcome.tally.expanded, 360, "half of the 6! arrangements can be reached");
    }
    // IDA* needs many rounds, but it notices that the last one turned back nothing new.
    let rounds = run(
        WholeGames::new(&sliding, IdaStar::new(&sliding, &IdaStarSettings::default())),
        Budget::default(),
    );
    assert!(rounds.proved && !rounds.found.unwrap().solved);
    let stuck = Strip::to_clear("aabcbb");
    for closed in [true, false] {
        for (name, search) in exhaustive(&stuck, closed) {
            let outcome = within(Budget::default(), search);
            assert!(outcome.proved && !outcome.found.unwrap().solved, "{name} {closed}");
        }
    }
}

#[test]
fn a_row_is_cleared_by_everyone_who_sees_everything() {
    let strip = Strip::to_clear("abbaccdaad");
    for closed in [true, false] {
        for (name, search) in exhaustive(&strip, closed) {
            let found = within(Budget::default(), search).found.unwrap();
            assert!(
                found.solved && replay(&strip, &found.answer) == (true, found.score),
                "{name} {closed}"
            );
        }
    }
}

#[test]
fn deepening_and_breadth_agree_on_the_depth_but_not_on_the_memory() {
    let sliding = Sliding::scrambled(40, 3);
    let breadth = run(BreadthFirst::new(&sliding, &TREE), crate::toys::evaluations(1_000_000));
    let deepening = run(IterativeDeepening::new(&sliding, &TREE), Budget::default());
    assert_eq!(score(&breadth), score(&deepening));
    assert!(deepening.tally.kept < 30 && breadth.tally.kept > 1000);
}

#[test]
fn greedy_takes_the_largest_gain_and_the_first_of_equals() {
    let strip = Strip::new("aabbbccc");
    let outcome = run(Greedy::new(&strip, &NoSettings), Budget::default());
    let found = outcome.found.unwrap();
    assert_eq!((found.answer, found.score, outcome.proved), (vec![2, 2, 0], 6 + 6 + 2, false));
    // If every slide costs the same, the first listed move goes back and forth; the solver notices.
    let circling = run(Greedy::new(&Sliding::impossible(), &NoSettings), Budget::default());
    assert!(circling.halted.is_none() && circling.tally.expanded <= 361);
}

#[test]
fn a_narrow_beam_proves_nothing_and_a_wider_one_finds_no_less_here() {
    let strip = Strip::shuffled(50, 3, 1);
    let beam = |width| run(Beam::new(&strip, &BeamSettings { width }), Budget::default());
    let outcomes = [1, 10, 100].map(beam);
    let scores: Vec<i64> = outcomes.iter().map(|outcome| score(outcome).1).collect();
    assert!(scores.is_sorted() && scores[0] < scores[2], "{scores:?}");
    assert!(outcomes.iter().all(|outcome| !outcome.proved));
    let sliding = Sliding::scrambled(12, 4);
    let reached = run(Beam::new(&sliding, &BeamSettings { width: 1000 }), Budget::default());
    assert_eq!(score(&reached), (true, -sliding.fewest_moves()));
}
