//! Rules of thumb of the toys.

use quarry_core::{LowLevel, StateSpace};

use super::{Sliding, Strip};

impl LowLevel for Strip {
    const HEURISTICS: &'static [&'static str] =
        &["leftmost", "rightmost", "longest", "shortest", "joining"];

    fn choose(
        &self,
        state: &Vec<u8>,
        heuristic: usize,
        _: &mut dyn FnMut() -> bool,
    ) -> Option<usize> {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        let run = |&at: &usize| Strip::run_at(state, at);
        let joins = |&at: &usize| {
            at > 0 && state.get(at + Strip::run_at(state, at)) == Some(&state[at - 1])
        };
        match Self::HEURISTICS[heuristic] {
            "leftmost" => moves.first().copied(),
            "rightmost" => moves.last().copied(),
            "longest" => moves.into_iter().max_by_key(run),
            "shortest" => moves.into_iter().min_by_key(run),
            _ => moves.into_iter().find(joins),
        }
    }
    fn extent(&self) -> usize {
        self.cells.len()
    }
}

impl LowLevel for Sliding {
    const HEURISTICS: &'static [&'static str] =
        &["from-above", "from-below", "from-left", "from-right"];

    fn choose(
        &self,
        state: &[u8; 6],
        heuristic: usize,
        _: &mut dyn FnMut() -> bool,
    ) -> Option<usize> {
        let gap = state.iter().position(|&tile| tile == 0).unwrap();
        match Self::HEURISTICS[heuristic] {
            "from-above" => gap.checked_sub(3),
            "from-below" => Some(gap + 3).filter(|&cell| cell < 6),
            "from-left" => (gap % 3 > 0).then(|| gap - 1),
            _ => (gap % 3 < 2).then(|| gap + 1),
        }
    }
    fn extent(&self) -> usize {
        5
    }
}
