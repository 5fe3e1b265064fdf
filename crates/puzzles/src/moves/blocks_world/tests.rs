//! The solvers beside a search of all arrangements, on random instances of all rule sets; and the
//! judge's words.

use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;

use quarry_core::{
    Aim, Bounded, Budget, Foul, Generate, Guided, Located, Meter, NoSettings, NoTables, Outcome,
    OwnSolver, Position, Puzzle, Rng, Score, StateSpace, drive,
};
use rustc_hash::FxHashMap;

use super::digging::Digging;
use super::feedback_set::FeedbackSet;
use super::few_towers::{FewTowers, towers_needed};
use super::goal::{Chain, Goal, towers};
use super::greedy::{self, GreedyBuilder};
use super::uniform::Arrangements;
use super::{Arrangement, Block, BlocksWorld, Move, Objective, Params, TABLE};

type Us = GreedyBuilder<greedy::Us>;
type Gn1 = GreedyBuilder<greedy::Gn1>;
type Gn2 = GreedyBuilder<greedy::Gn2>;

fn solve<S: OwnSolver<BlocksWorld, Settings = NoSettings>>(
    puzzle: &BlocksWorld,
) -> Outcome<Vec<Move>> {
    let mut search = S::begin(puzzle, &NoSettings, 1, &NoTables);
    drive(&mut search, &mut Meter::unlimited(), &mut |_| {})
}

/// The score of a solver's answer, which the judge confirms.
fn judged(puzzle: &BlocksWorld, outcome: &Outcome<Vec<Move>>) -> Option<Score> {
    let found = outcome.found.as_ref()?;
    let verdict =
        puzzle.judge(&found.answer).unwrap_or_else(|foul| panic!("{foul}\n{}", puzzle.show()));
    assert!(verdict.solved && verdict.score == found.score, "{}", puzzle.show());
    Some(verdict.score)
}

/// Fewest moves from every arrangement that can be reached, by breadth-first search.
fn distances(puzzle: &BlocksWorld) -> Vec<(Arrangement, Option<Score>)> {
    let mut numbers = FxHashMap::from_iter([(puzzle.key(&puzzle.start()), 0)]);
    let mut states = vec![puzzle.start()];
    let mut before: Vec<Vec<usize>> = vec![Vec::new()];
    let mut listed = Vec::new();
    let mut at = 0;
    while at < states.len() {
        listed.clear();
        puzzle.moves(&states[at], &mut listed);
        for &mv in &listed {
            let mut next = states[at].clone();
            puzzle.play(&mut next, mv);
            let number = *numbers.entry(puzzle.key(&next)).or_insert_with(|| {
                states.push(next);
                before.push(Vec::new());
                states.len() - 1
            });
            before[number].push(at);
        }
        at += 1;
    }
    let mut far = vec![None; states.len()];
    let mut queue: VecDeque<usize> =
        (0..states.len()).filter(|&state| puzzle.is_solved(&states[state])).collect();
    queue.iter().for_each(|&state| far[state] = Some(0));
    while let Some(state) = queue.pop_front() {
        for &earlier in &before[state] {
            if far[earlier].is_none() {
                far[earlier] = far[state].map(|moves: Score| moves + 1);
                queue.push_back(earlier);
            }
        }
    }
    states.into_iter().zip(far).collect()
}

fn named(start: Vec<Block>, goal: Goal, is_partial: bool) -> BlocksWorld {
    let names = (0..start.len()).map(|number| char::from(b'a' + number as u8).to_string());
    let (names, objective) = (names.collect(), Objective::Moves);
    BlocksWorld { names, start, goal, is_partial, table: None, objective }
}

/// A random instance: complete or partial, with a table that may be narrow.
fn random(blocks: usize, is_partial: bool, is_narrow: bool, rng: &mut Rng) -> BlocksWorld {
    let all = Arrangements::new(blocks, blocks, &mut Meter::unlimited()).unwrap();
    let (start, end) = (all.draw(rng), all.draw(rng));
    let goal = if is_partial { open_goal(&end, rng) } else { Goal::complete(&end) };
    let mut puzzle = named(start, goal, is_partial);
    if is_narrow {
        let least = towers_needed(&puzzle).max(usize::from(puzzle.start().towers()));
        puzzle.table = Some((least + rng.below(2)) as u16);
    }
    let again = BlocksWorld::parse(&puzzle.show()).unwrap();
    assert_eq!(again.show(), puzzle.show());
    again
}

/// Pieces of the towers of an arrangement, some left out, with open ends.
fn open_goal(end: &[Block], rng: &mut Rng) -> Goal {
    let mut chains = Vec::new();
    for tower in towers(end) {
        let mut piece = Vec::new();
        for &block in &tower {
            piece.push(block);
            if rng.below(3) == 0 {
                chains.push(std::mem::take(&mut piece));
            }
        }
        chains.extend((!piece.is_empty()).then_some(piece));
    }
    chains.retain(|_| rng.below(4) > 0);
    let mut chain = |blocks| {
        let (is_open_below, is_open_above) = (rng.below(2) == 0, rng.below(2) == 0);
        Chain { blocks, is_open_below, is_open_above }
    };
    let chains = chains.into_iter().map(&mut chain).collect();
    Goal::new(chains, end.len())
}

/// The solvers on one instance, beside the search of everything.
fn compare(puzzle: &BlocksWorld) {
    let all = distances(puzzle);
    for (state, far) in &all {
        let bound = -puzzle.bound(state);
        assert!(far.is_none_or(|far| bound <= far), "{bound} {far:?} {state:?}\n{}", puzzle.show());
    }
    let best = all[0].1;
    if puzzle.has_wide_table() {
        let best = best.expect("a wide table has a way");
        let exact = solve::<FeedbackSet>(puzzle);
        assert_eq!(
            (judged(puzzle, &exact), exact.proved),
            (Some(-best), true),
            "{}",
            puzzle.show()
        );
        for greedy in [solve::<Us>(puzzle), solve::<Gn1>(puzzle), solve::<Gn2>(puzzle)] {
            let moves = -judged(puzzle, &greedy).expect("a solution");
            assert!(best <= moves && moves <= 2 * best, "{moves} {best}\n{}", puzzle.show());
        }
        return;
    }
    let narrow = solve::<FewTowers>(puzzle);
    let found = judged(puzzle, &narrow);
    assert_eq!(found.is_some(), best.is_some(), "{}", puzzle.show());
    assert!(found.is_none_or(|score| -score >= best.unwrap_or(0)));
    assert!(narrow.proved || best.is_some(), "{}", puzzle.show());
    if narrow.proved {
        assert_eq!(found, best.map(|best| -best), "{}", puzzle.show());
        assert!(narrow.argument.is_some());
    }
}

#[test]
fn the_solvers_agree_with_a_search_of_everything() {
    let mut rng = Rng::new(11);
    for round in 0..240 {
        let blocks = [2, 3, 4, 5, 5, 6][round % 6];
        for is_partial in [false, true] {
            for is_narrow in [false, true] {
                compare(&random(blocks, is_partial, is_narrow, &mut rng));
            }
        }
    }
}

/// Branch and bound beside a plain search for a smallest set, where the reductions leave something.
#[test]
fn larger_sets_are_smallest_too() {
    for seed in 0..12 {
        let params = Params { blocks: 60, ..Params::default() };
        let puzzle = BlocksWorld::generate(&params, seed, &mut Meter::unlimited()).unwrap();
        let exact = solve::<FeedbackSet>(&puzzle);
        let fewest = -judged(&puzzle, &exact).expect("a solution");
        assert!(exact.proved);
        let settled = puzzle.goal.settle(&puzzle.start);
        let misplaced = settled.misplaced().count() as Score;
        assert_eq!(misplaced + plain_smallest(&settled) as Score, fewest, "seed {seed}");
        for greedy in [solve::<Us>(&puzzle), solve::<Gn1>(&puzzle), solve::<Gn2>(&puzzle)] {
            let moves = -judged(&puzzle, &greedy).expect("a solution");
            assert!(fewest <= moves && moves <= 2 * fewest);
        }
    }
}

/// The size of a smallest feedback vertex set, by branching on the vertices of shortest cycles, in
/// rounds with one vertex more each. Shares no reduction with the solver.
fn plain_smallest(settled: &super::goal::SettledBlocks) -> usize {
    let (graph, forced) = super::precedence::rings(settled);
    let within = (0..).find(|&most| hits_within(&graph, most));
    forced.len() + within.expect("all vertices together are a set")
}

fn hits_within(graph: &super::digraph::Digraph, most: usize) -> bool {
    let mut parts: Vec<_> = graph.split().into_iter().filter(|part| part.len() > 1).collect();
    let Some(part) = parts.pop() else { return true };
    let cycles = (0..part.len()).filter_map(|vertex| part.shortest_cycle(vertex));
    let Some(cycle) = cycles.min_by_key(Vec::len) else { return true };
    // Cycles without a common vertex need one vertex each.
    let mut rest = graph.clone();
    let mut packed = 0;
    while packed <= most {
        let cycles = rest.vertices().into_iter().filter_map(|vertex| rest.shortest_cycle(vertex));
        let Some(cycle) = cycles.min_by_key(Vec::len) else { break };
        cycle.iter().for_each(|&vertex| rest.remove(vertex));
        packed += 1;
    }
    if packed > most {
        return false;
    }
    cycle.iter().any(|&vertex| {
        let mut rest = graph.clone();
        let block = part.block(vertex);
        let vertex = (0..graph.len()).find(|&at| graph.block(at) == block).expect("it is there");
        rest.remove(vertex);
        hits_within(&rest, most - 1)
    })
}

fn foul(text: &str, entries: &[&str]) -> String {
    let puzzle = BlocksWorld::parse(text).unwrap();
    let located = entries.iter().map(|&value| Located { value, at: Position::START });
    let line = puzzle.parse_answer(&mut located.collect::<Vec<_>>().into_iter()).unwrap();
    match puzzle.judge(&line) {
        Err(Foul { at, why }) => format!("{at}: {why}"),
        Ok(verdict) => format!("{} {}", verdict.solved, verdict.score),
    }
}

#[test]
fn the_judge_gives_the_reasons_of_the_specification() {
    let text = "table = 2\nstart = \"\"\"\na b c\nd\n\"\"\"\ngoal = \"\"\"\na b\nd c\n\"\"\"\n";
    for (line, reason) in [
        (&["b on d"][..], "0: \"b\" is not clear: \"c\" stands on it"),
        (&["c on c"], "0: a block cannot stand on itself"),
        (&["d on b"], "0: \"b\" is not clear: \"c\" stands on it"),
        (&["c on b"], "0: \"c\" stands there already"),
        (&["d on table"], "0: \"d\" stands there already"),
        (&["c on table"], "0: the table holds 2 towers already"),
        (&["c on d", "c on b"], "1: the puzzle is solved already"),
        (&["c on d"], "true -1"),
        (&["d on c"], "false -1000001"),
        (&["(UNSTACK C B)", "(stack c d)"], "true -1"),
    ] {
        assert_eq!(foul(text, line), reason, "{line:?}");
    }
    let puzzle = BlocksWorld::parse(text).unwrap();
    let stranger = vec![Move { block: 7, to: TABLE }];
    assert!(puzzle.judge(&stranger).unwrap_err().why.contains("there is no block"));
}

#[test]
fn the_aim_follows_the_objective() {
    let text = "objective = \"any\"\nstart = \"a b\"\ngoal = \"b a\"\n";
    assert_eq!(BlocksWorld::parse(text).unwrap().aim(), Aim::Reach);
    assert_eq!(foul(text, &["b on table"]), "false -1");
    assert_eq!(foul(text, &["b on table", "a on b"]), "true -2");
}

#[test]
fn ten_thousand_blocks_are_built_in_a_moment() {
    let mut rng = Rng::new(3);
    let draw = |rng: &mut Rng| super::uniform::in_towers(10_000, 100, rng);
    let (start, goal) = (draw(&mut rng), draw(&mut rng));
    let names = (0..10_000).map(|number| format!("b{number}")).collect();
    let goal = Goal::complete(&goal);
    let objective = Objective::Moves;
    let puzzle = BlocksWorld { names, start, goal, is_partial: false, table: None, objective };
    assert!(FeedbackSet::turn(&puzzle).is_none() && Gn2::turn(&puzzle).is_some());
    let moves = -judged(&puzzle, &solve::<Gn2>(&puzzle)).expect("a solution");
    assert!((9_900..20_000).contains(&moves), "{moves}");
}

/// The beam finds shorter ways than digging alone, and keeps to a limit of nodes.
#[test]
fn orders_of_digging_are_improved_within_the_limit() {
    let (mut dug, mut found) = (0, 0);
    for seed in 0..8 {
        let params = Params { blocks: 40, table: 4, ..Params::default() };
        let puzzle = BlocksWorld::generate(&params, seed, &mut Meter::unlimited()).unwrap();
        let target: Vec<Block> = puzzle.blocks().map(|block| puzzle.goal.support(block)).collect();
        let mut digging = Digging::new(&puzzle, &target);
        while digging.advance() {}
        let first = digging.line().len() as Score;
        let budget = Budget { nodes: Some(150_000), ..Budget::default() };
        let stop = AtomicBool::new(false);
        let mut meter = Meter::new(budget, &stop);
        let mut search = FewTowers::begin(&puzzle, &NoSettings, 1, &NoTables);
        let outcome = drive(&mut search, &mut meter, &mut |_| {});
        assert!(outcome.tally.generated <= 150_000);
        let best = -judged(&puzzle, &outcome).expect("a way");
        assert!(best <= first && -outcome.bound.expect("a bound") <= best);
        (dug, found) = (dug + first, found + best);
    }
    assert!(20 * found <= 19 * dug, "{found} moves instead of {dug}");
}
