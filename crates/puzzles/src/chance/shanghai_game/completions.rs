//! Completions of a position: arrangements of the unseen faces, and how good moves are on them.

use quarry_core::{Refused, Rng};

use super::state::{Rules, State};
use crate::mahjong::pairing_solver::{PairingSolver, PairingStep};
use crate::mahjong::{Pile, TileSet};

/// Gives every tile that is left a group: its own if its face has been seen, and a random one of
/// the unseen faces if not. All arrangements are equally likely.
pub(super) fn complete(rules: &Rules, state: &State, rng: &mut Rng) -> Vec<u8> {
    let mut unseen: Vec<u8> = (0..).zip(&state.unseen).fold(Vec::new(), |mut all, (face, &n)| {
        all.extend(std::iter::repeat_n(rules.setup.group(face), n.into()));
        all
    });
    rng.shuffle(&mut unseen);
    let mut group_of = vec![0; state.seen.len()];
    for tile in state.left.iter() {
        group_of[tile] = match state.group(&rules.setup, tile) {
            Some(group) => group,
            None => unseen.pop().expect("every tile that is left has a face"),
        };
    }
    group_of
}

/// How pairs fare on arrangements of the unseen faces.
#[derive(Debug, Clone, Default)]
pub(super) struct Trials {
    /// Number of arrangements.
    pub(super) count: i64,
    /// For each pair: how many of them can be removed after it.
    pub(super) removed: Vec<i64>,
}

/// Largest number of arrangements for a decision.
const MOST_ARRANGEMENTS: i64 = 64;

/// Steps of the open solver for a decision, some hundredths of a second, and for an arrangement,
/// which counts as lost after that. Late in the game they suffice for more arrangements.
const STEPS: u64 = 4_000;
const STEPS_FOR_ONE: u64 = 1_000;

/// Asks for one step of the open solver.
pub(super) type Spend<'a> = dyn FnMut() -> Result<(), Refused> + 'a;

/// Draws arrangements and finds out after which pairs they can be removed. The open solver sees all
/// faces, so that this is more than any player can hope for. `spend` is asked before each of its
/// steps; where it refuses, nothing is found out.
pub(super) fn solved(
    rules: &Rules,
    state: &State,
    pairs: &[(usize, usize)],
    rng: &mut Rng,
    spend: &mut Spend<'_>,
) -> Result<Trials, Refused> {
    let mut trials = Trials { count: 0, removed: vec![0; pairs.len()] };
    let mut spent = 0;
    while spent < STEPS && trials.count < MOST_ARRANGEMENTS {
        let group_of = complete(rules, state, rng);
        let end = spent + STEPS_FOR_ONE;
        let mut solve = |solver: &mut PairingSolver| {
            while spent < end {
                spent += 1;
                spend()?;
                match solver.step() {
                    PairingStep::Working => {}
                    PairingStep::Solved(line) => return Ok(Some(line)),
                    PairingStep::Refuted(_) => return Ok(None),
                }
            }
            Ok(None)
        };
        trials.count += 1;
        let mut solver = PairingSolver::new(rules.shape(), state.left, &group_of, u128::MAX);
        let Some(line) = solve(&mut solver)? else { continue };
        let mut mates = vec![0; group_of.len()];
        for (one, other) in line {
            (mates[usize::from(one)], mates[usize::from(other)]) = (other, one);
        }
        for (&(one, other), removed) in pairs.iter().zip(&mut trials.removed) {
            let is_removed = can_be_exchanged(rules, state, &mut mates, one, other) || {
                solver.assume(one as u8, other as u8);
                solve(&mut solver)?.is_some()
            };
            *removed += i64::from(is_removed);
        }
    }
    Ok(trials)
}

/// Whether a solution stays one if two tiles of a group are paired, and their mates with each other.
/// This saves most of the searches. The mates are left as they were.
fn can_be_exchanged(
    rules: &Rules,
    state: &State,
    mates: &mut [u8],
    one: usize,
    other: usize,
) -> bool {
    let (mate, others_mate) = (mates[one], mates[other]);
    if usize::from(mate) == other {
        return true;
    }
    let paired = [(one, other), (usize::from(mate), usize::from(others_mate))];
    for (a, b) in paired {
        (mates[a], mates[b]) = (b as u8, a as u8);
    }
    let removes_all = removes_all(rules, state, mates);
    for (a, b) in [(one, usize::from(mate)), (other, usize::from(others_mate))] {
        (mates[a], mates[b]) = (b as u8, a as u8);
    }
    removes_all
}

/// Whether all tiles go if each goes with its mate.
fn removes_all(rules: &Rules, state: &State, mates: &[u8]) -> bool {
    let shape = rules.shape();
    let mut pile = Pile::new(shape, state.left);
    let mut waiting: Vec<usize> = shape.free(&state.left).iter().collect();
    let mut reached = TileSet::default();
    while let Some(tile) = waiting.pop() {
        let mate = usize::from(mates[tile]);
        reached.insert(tile);
        if reached.contains(mate) {
            pile.take(shape, tile, |freed| waiting.push(freed));
            pile.take(shape, mate, |freed| waiting.push(freed));
        }
    }
    pile.count() == 0
}
