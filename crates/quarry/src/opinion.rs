//! Move probabilities of nets, under the names that answers give the moves.

use quarry_core::{Inside, Lucky, Notation, Shares, StateSpace};

/// Returns the probabilities for display, the likeliest move first.
pub(crate) fn opinion<P: Lucky<Rules: Notation>>(
    puzzle: &P,
    mut moves: Vec<(<P::Rules as StateSpace>::Move, f64)>,
) -> Inside {
    moves.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let rules = puzzle.rules();
    let parts = moves.into_iter().map(|(mv, share)| (rules.write_move(mv), share)).collect();
    Inside {
        shares: Some(Shares { of: "move probabilities by the nets", parts }),
        ..Inside::default()
    }
}
