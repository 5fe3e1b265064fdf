//! What nets think of moves, by the names that answers give the moves.

use quarry_core::{Episode, Inside, Lucky, Shares, StateSpace};

/// An opinion as those see it who watch: the likeliest move first.
pub(crate) fn opinion<P: Lucky>(
    puzzle: &P,
    mut moves: Vec<(<P::Rules as StateSpace>::Move, f64)>,
) -> Inside {
    moves.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    // An answer may begin with its luck; the move comes last.
    let name =
        |mv| puzzle.show_answer(&Episode { luck: 0, line: vec![mv] }).pop().unwrap_or_default();
    let parts = moves.into_iter().map(|(mv, share)| (name(mv), share)).collect();
    Inside {
        shares: Some(Shares { of: "how probable the nets think the moves", parts }),
        ..Inside::default()
    }
}
