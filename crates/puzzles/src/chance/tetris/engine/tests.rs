//! Compares every path with the definitions, on boards from play and on boards that play would not
//! produce.

use quarry_core::{Evaluator, Foresight, Rng, StateSpace};

use super::super::board::COLUMNS;
use super::super::controllers::{CONTROLLERS, Linear};
use super::super::eleven::{self, ELEVEN};
use super::super::evolved::Evolved;
use super::super::features;
use super::super::rules::{self, Grid};
use super::super::setup::{Setup, Source};
use super::super::state::State;
use super::*;

fn rules_of(width: usize, height: usize, rules: RuleSet) -> Rules {
    Rules::new(Setup {
        width,
        height,
        rules,
        source: Source::Uniform,
        max_pieces: None,
        preview: false,
    })
}

fn grid_of(setup: &Setup, board: &Board) -> Grid {
    let row = |y: usize| (0..setup.width).map(|x| board.is_filled(x, y)).collect();
    Grid { rows: (0..setup.height).map(row).collect() }
}

/// Best placement by the definitions alone.
fn defined(
    setup: &Setup,
    board: &Board,
    piece: Piece,
    weights: &Weights,
) -> Option<Pick<Placement>> {
    let grid = grid_of(setup, board);
    let legal = rules::placements(setup, &grid, piece);
    let mut best: Option<Pick<Placement>> = None;
    for &mv in &legal {
        let value = weights.value(&features::of_placement(setup, &grid, mv, weights.wells));
        if best.is_none_or(|best| value > best.value) {
            best = Some(Pick { mv, value, among: legal.len() as u32 });
        }
    }
    best
}

/// A board with rows filled up to a random height, each cell with a random probability, no row
/// full.
fn random_board(setup: &Setup, rng: &mut Rng) -> Board {
    let mut columns = [0; COLUMNS];
    let (top, dense) = (rng.below(setup.height + 1), rng.unit());
    for row in 0..top {
        let empty = rng.below(setup.width);
        for (x, column) in columns[..setup.width].iter_mut().enumerate() {
            // Often only one cell is missing to fill a row near the top.
            let filled =
                x != empty && rng.unit() < dense.max(if row + 4 > top { 0.9 } else { 0.0 });
            *column |= u32::from(filled) << row;
        }
    }
    Board::of(columns)
}

#[test]
fn all_paths_choose_what_the_definitions_choose() {
    let mut rng = Rng::new(1);
    for rule_set in RuleSet::ALL {
        for (width, height) in [(10, 20), (10, 10), (4, 8), (5, 9), (9, 31), (16, 32), (11, 24)] {
            let setups = rules_of(width, height, rule_set);
            for _ in 0..40 {
                let board = random_board(&setups.setup, &mut rng);
                let piece = Piece::ALL[rng.below(7)];
                // Random weights besides those of the controllers.
                let random = random_weights(&mut rng);
                let published = CONTROLLERS.iter().map(|controller| controller.evaluator.0);
                for weights in &published.chain([random]).collect::<Vec<_>>() {
                    let expected = defined(&setups.setup, &board, piece, weights);
                    for (name, path) in ComputePath::all() {
                        let found = best(&setups.clone().by(path), &board, piece, weights);
                        assert_eq!(
                            found, expected,
                            "{name} {weights:?} {rule_set:?} {piece:?} {board:?}"
                        );
                    }
                }
            }
        }
    }
}

/// Compares each feature by itself, so that a sum cannot hide a difference.
#[test]
fn every_feature_is_as_defined() {
    let mut rng = Rng::new(2);
    let setups = rules_of(10, 20, RuleSet::Simplified);
    for round in 0..300 {
        let board = random_board(&setups.setup, &mut rng);
        let piece = Piece::ALL[rng.below(7)];
        for feature in 0..FEATURES {
            let mut weights = Weights { wells: Wells::Between, each: [0; FEATURES] };
            if round % 2 == 0 {
                weights.wells = Wells::Below;
            }
            for weight in [1, -1] {
                weights.each[feature] = weight;
                let expected = defined(&setups.setup, &board, piece, &weights);
                for (name, path) in ComputePath::all() {
                    let found = best(&setups.clone().by(path), &board, piece, &weights);
                    assert_eq!(
                        found,
                        expected,
                        "{name} feature {} {piece:?} {board:?}",
                        feature + 1
                    );
                }
            }
        }
    }
}

/// The value of a placement includes that of the move by itself.
#[test]
fn steps_are_landing_and_erosion() {
    let rules = rules_of(10, 20, RuleSet::Simplified);
    let weights = Weights {
        wells: Wells::Between,
        each: std::array::from_fn(|k| [3, 5].get(k).copied().unwrap_or(0)),
    };
    let mut rng = Rng::new(3);
    let mut state = rules.start();
    for _ in 0..200 {
        state.board = random_board(&rules.setup, &mut rng);
        state.piece = Some(Piece::ALL[rng.below(7)]);
        if let Some(pick) = Linear(weights).best(&rules, &state) {
            assert_eq!(Linear(weights).worth(&rules, &state, pick.mv), pick.value);
            assert_eq!(Linear(weights).step(&rules, &state, pick.mv), pick.value);
        }
    }
}

fn evolved(rng: &mut Rng) -> Evolved {
    Evolved { weights: [0; ELEVEN].map(|_: i64| rng.below(300_000) as i64) }
}

/// The board after a placement by the reference rules.
fn laid(setup: &Setup, grid: &Grid, mv: Placement) -> Grid {
    let row = rules::rest(setup, grid, mv).expect("it is legal");
    let mut after = grid.clone();
    after.lay(mv, row);
    after
}

#[test]
fn the_eleven_features_are_as_defined() {
    let mut rng = Rng::new(4);
    for rule_set in RuleSet::ALL {
        for (width, height) in [(10, 20), (4, 8), (9, 31), (16, 32)] {
            let rules = rules_of(width, height, rule_set);
            for _ in 0..60 {
                let board = random_board(&rules.setup, &mut rng);
                let grid = grid_of(&rules.setup, &board);
                let relief = Relief::of(&rules.setup, &board);
                assert_eq!(
                    relief.features(),
                    eleven::of_board(&rules.setup, grid.clone()),
                    "{board:?}"
                );
                rules.each_placement(&board, Piece::ALL[rng.below(7)], |mv, row| {
                    let shape = &rules.shapes.of(mv.piece)[usize::from(mv.rotation)];
                    let mut after = board;
                    after.lay(shape, mv.column.into(), row);
                    let full = after.full_rows(&rules.setup);
                    assert_eq!(relief.filled(shape, mv.column.into(), row), full);
                    if full == 0 {
                        let defined = eleven::of_board(&rules.setup, laid(&rules.setup, &grid, mv));
                        assert_eq!(
                            relief.with(shape, mv.column.into(), row),
                            defined,
                            "{mv:?} {board:?}"
                        );
                    }
                });
            }
        }
    }
}

/// Choice of the evolved heuristic, with and without the next piece, by the definitions alone.
#[test]
fn the_evolved_heuristic_chooses_what_the_definitions_choose() {
    let mut rng = Rng::new(5);
    for (width, height) in [(10, 20), (6, 8), (4, 6)] {
        let rules = rules_of(width, height, RuleSet::Simplified);
        let setup = &rules.setup;
        for _ in 0..12 {
            let (evolved, mut state) = (evolved(&mut rng), rules.start());
            state.board = random_board(setup, &mut rng);
            state.piece = Some(Piece::ALL[rng.below(7)]);
            let grid = grid_of(setup, &state.board);
            let now = rules::placements(setup, &grid, state.piece.expect("it was drawn"));
            let value = |grid: Grid| evolved.value(&eleven::of_board(setup, grid));
            let best_next = |grid: &Grid, piece: Piece| {
                let next = rules::placements(setup, grid, piece);
                let values = next.into_iter().map(|mv| value(laid(setup, grid, mv)));
                values.max().map_or(i128::from(-1i64 << 60), i128::from)
            };
            let (mut at_once, mut ahead): (Option<(i64, _)>, Option<(i128, _)>) = (None, None);
            for &mv in &now {
                let after = laid(setup, &grid, mv);
                let sum = Piece::ALL.into_iter().map(|piece| 60 * best_next(&after, piece)).sum();
                ahead = ahead.filter(|&(most, _)| most >= sum).or(Some((sum, mv)));
                let value = value(after);
                at_once = at_once.filter(|&(most, _)| most >= value).or(Some((value, mv)));
            }
            let pick = evolved.best(&rules, &state);
            assert_eq!(pick.map(|pick| (pick.value, pick.mv)), at_once);
            assert_eq!(
                pick.map(|pick| evolved.worth(&rules, &state, pick.mv)),
                at_once.map(|(value, _)| value)
            );
            let mut listed = Vec::new();
            rules.moves(&state, &mut listed);
            let foreseen = evolved.foresee(&rules, &state, &listed, Foresight::Mean);
            assert_eq!(
                foreseen.map(|foreseen| (foreseen.value, foreseen.mv)),
                ahead,
                "{:?}",
                state.board
            );
        }
    }
}

fn random_weights(rng: &mut Rng) -> Weights {
    let wells = if rng.below(2) == 0 { Wells::Between } else { Wells::Below };
    Weights { wells, each: [0; FEATURES].map(|_: i32| rng.bits() as i32) }
}

/// Compares the pruned search by vectors with trying everything one by one.
#[test]
fn looking_ahead_chooses_what_trying_everything_chooses() {
    let mut rng = Rng::new(6);
    for rule_set in RuleSet::ALL {
        for (width, height) in [(10, 20), (10, 10), (4, 8), (7, 12)] {
            let mut rules = rules_of(width, height, rule_set);
            let mut state = rules.start();
            for round in 0..180 {
                rules.setup.source = if round % 3 == 0 { Source::Bag7 } else { Source::Uniform };
                rules.setup.max_pieces = (round % 20 == 1).then_some(1);
                let piece = Piece::ALL[rng.below(7)];
                quarry_core::Chance::apply_event(&rules, &mut state, piece);
                state.board = random_board(&rules.setup, &mut rng);
                let mut listed = Vec::new();
                rules.moves(&state, &mut listed);
                let published = &CONTROLLERS[rng.below(CONTROLLERS.len())].evaluator;
                let foresight = if round % 4 == 3 { Foresight::Worst } else { Foresight::Mean };
                for linear in [*published, Linear(random_weights(&mut rng))] {
                    let scalar = rules.clone().by(ComputePath::Scalar);
                    let expected = tried(&linear, &scalar, &state, foresight);
                    for (name, path) in ComputePath::all().into_iter().skip(1) {
                        let rules = rules.clone().by(path);
                        let found = linear.foresee(&rules, &state, &listed, foresight);
                        let found = found.map(|found| (found.mv, found.value));
                        assert_eq!(found, expected, "{name} {linear:?} {rule_set:?} {state:?}");
                    }
                }
            }
        }
    }
}

/// Best placement with the next piece taken into account, by definition.
fn tried(
    linear: &Linear,
    rules: &Rules,
    state: &State,
    foresight: Foresight,
) -> Option<(Placement, i128)> {
    use quarry_core::{Chance, StateSpace};
    let (mut moves, mut best) = (Vec::new(), None::<(Placement, i128)>);
    rules.moves(state, &mut moves);
    for mv in moves {
        let (mut after, mut owed) = (state.clone(), Vec::new());
        rules.play(&mut after, mv);
        rules.events(&after, &mut owed);
        let whole = i128::from(rules.total_weight());
        let replies = owed.into_iter().map(|(event, weight)| {
            let mut next = after.clone();
            rules.apply_event(&mut next, event);
            let then = linear
                .best(rules, &next)
                .map_or_else(|| linear.end(rules, &next), |pick| pick.value);
            (i128::from(weight), i128::from(then))
        });
        let reply = match foresight {
            Foresight::Mean => replies.map(|(weight, then)| weight * then).sum::<i128>(),
            Foresight::Worst => whole * replies.map(|(_, then)| then).min().unwrap_or(0),
        };
        let value = whole * i128::from(linear.step(rules, state, mv)) + reply;
        best = best.filter(|&(_, most)| most >= value).or(Some((mv, value)));
    }
    best
}
