//! Completions of a position: arrangements of the unseen faces, and how good moves are on them.

use quarry_core::Rng;

use super::state::{Rules, State};
use crate::mahjong::pairing_solver::{PairingSolver, PairingStep};

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

/// In how many of `count` completions each pair can be followed by a way that removes all tiles,
/// with at most `steps` steps of the open solver for all of them. It sees all faces, so that this
/// is more than any player can hope for.
pub(super) fn solved(
    rules: &Rules,
    state: &State,
    pairs: &[(usize, usize)],
    (count, steps): (u64, u64),
    rng: &mut Rng,
) -> Vec<i64> {
    let mut wins = vec![0; pairs.len()];
    for index in 0..count {
        let group_of = complete(rules, state, rng);
        let mut left = steps * (index + 1) / count - steps * index / count;
        let mut run = |solver: &mut PairingSolver| loop {
            if left == 0 {
                return None;
            }
            left -= 1;
            match solver.step() {
                PairingStep::Working => {}
                end => return Some(end),
            }
        };
        let mut solver = PairingSolver::new(rules.shape(), state.left, &group_of, u128::MAX);
        let Some(PairingStep::Solved(line)) = run(&mut solver) else { continue };
        let is_paired = |&(one, other): &(usize, usize)| {
            let is_it = |&(a, b): &(u8, u8)| [(a, b), (b, a)].contains(&(one as u8, other as u8));
            line.iter().any(is_it)
        };
        for (pair, wins) in pairs.iter().zip(&mut wins) {
            if is_paired(pair) {
                *wins += 1;
            } else {
                solver.assume(pair.0 as u8, pair.1 as u8);
                *wins += i64::from(matches!(run(&mut solver), Some(PairingStep::Solved(_))));
            }
        }
    }
    wins
}
