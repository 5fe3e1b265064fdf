//! Knowledge about SameGame beyond its rules: a potential, the bound it gives, and an estimate that
//! guides a beam.
//!
//! The potential assumes that every colour can be removed in one move. No line of play gains more,
//! because points grow faster than the size of a group: splitting k cells into two groups never
//! earns more than k at once. A colour with fewer cells than a group needs can never leave the
//! board: it costs its penalty and makes the bonus impossible. So no move ever raises score +
//! potential. Costs one pass over the board.

use quarry_core::{Bounded, Guided, Score};

use super::{Board, Move, SameGame};

/// The plain potential is admissible, but not tight. Tighter bounds (which colours can still be
/// gathered when which others are broken) were tried and cost more than they prune: see
/// docs/decisions/0007-exact-by-plain-bound.md.
impl Bounded for SameGame {
    fn bound(&self, board: &Board) -> Score {
        self.potential(board)
    }

    fn potential(&self, board: &Board) -> Score {
        if board.has_move(self.rules.min_group()) {
            self.all_at_once(board, |_| 0)
        } else {
            self.terminal_score(board)
        }
    }

    fn bound_after(&self, board: &Board, mv: Move) -> Option<Score> {
        let (colour, (_, size)) = (board.colour(mv)?, board.group_of(mv)?);
        Some(
            self.rules.points(size)
                + self.all_at_once(
                    board,
                    |other| if other == usize::from(colour) { size } else { 0 },
                ),
        )
    }
}

impl SameGame {
    /// Points of the current groups taken one by one, plus a quarter of what gathering them first
    /// could gain.
    ///
    /// Measured with a beam of 50 on standard boards 1, 5, 9, 13 and 17 (sum of the scores): no
    /// estimate 2153, the potential alone 4125, half of it 5073, the groups alone 6657, both as
    /// here 9843. Subtracting 10 to 80 points for every group changed the sum by less than the
    /// boards differ, so this is left out.
    pub(super) fn guess(&self, board: &Board) -> Score {
        let mut groups = 0;
        board.each_group(self.rules.min_group(), |_, size| groups += self.rules.points(size));
        groups + self.potential(board) / 4
    }

    /// Value of the rest of the board if each colour is removed in one move, after `gone` cells of
    /// each are gone.
    #[inline]
    fn all_at_once(&self, board: &Board, gone: impl Fn(usize) -> usize) -> Score {
        let mut sum = 0;
        let mut clearable = true;
        for (colour, &count) in board.counts().iter().enumerate() {
            let cells = usize::from(count) - gone(colour);
            if cells >= self.rules.min_group() {
                sum += self.rules.points(cells);
            } else if cells > 0 {
                sum -= self.rules.penalty(cells);
                clearable = false;
            }
        }
        if clearable { sum + self.rules.clearing_bonus() } else { sum }
    }
}
