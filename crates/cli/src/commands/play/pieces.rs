//! Pieces that are taken and put down, and arrow keys that play.

use quarry::{PieceDrag, Place, Session, Side};

/// The effect of a key on the pieces.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum PieceMove {
    /// These moves are played.
    Plays(Vec<String>),
    /// Nothing is played; this is why.
    Says(&'static str),
    /// The key has nothing to do with pieces.
    Nothing,
}

/// The piece that was taken and not yet put down.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    held: Option<Place>,
}

impl Pieces {
    /// Handles an arrow key, which moves the piece that is held, or plays by itself.
    pub(super) fn arrow(&mut self, session: &Session, towards: Side) -> PieceMove {
        if let Session::Clock(game) = session {
            return steered(towards, |side| game.steer(side));
        }
        let Session::Steps(game) = session else { return PieceMove::Nothing };
        if let Some(held) = self.held.take() {
            let goes = |drag: &PieceDrag| {
                drag.from == held && drag.moves.len() == 1 && side_of(drag) == Some(towards)
            };
            let drag = game.drags().into_iter().find(goes);
            return drag.map_or(BLOCKED, |drag| PieceMove::Plays(drag.moves));
        }
        steered(towards, |side| game.steer(side))
    }

    /// Puts down the piece that is held, or takes the one under the cursor.
    pub(super) fn choose(&mut self, session: &Session, cursor: Place) -> PieceMove {
        let Session::Steps(game) = session else { return PieceMove::Nothing };
        let drags = game.drags();
        if let Some(held) = self.held.take() {
            let drag = drags.iter().find(|drag| drag.from == held && drag.to == cursor);
            if let Some(drag) = drag {
                return PieceMove::Plays(drag.moves.clone());
            }
        }
        if !drags.iter().any(|drag| drag.from == cursor) {
            return PieceMove::Nothing;
        }
        self.held = Some(cursor);
        PieceMove::Says("held: an arrow key moves it, enter puts it down elsewhere")
    }
}

/// Returns the effect of an arrow key that plays by itself, if arrow keys do.
fn steered(towards: Side, steer: impl Fn(Side) -> Option<String>) -> PieceMove {
    match steer(towards) {
        Some(mv) => PieceMove::Plays(vec![mv]),
        None if Side::ALL.into_iter().any(|side| steer(side).is_some()) => BLOCKED,
        None => PieceMove::Nothing,
    }
}

const BLOCKED: PieceMove = PieceMove::Says("nothing moves that way");

/// Returns the side towards which a piece is dragged, if it goes straight.
fn side_of(drag: &PieceDrag) -> Option<Side> {
    let ((from_x, from_y), (to_x, to_y)) = (drag.from.cell(), drag.to.cell());
    let sign = |from: u32, to: u32| (i64::from(to) - i64::from(from)).signum();
    let way = (sign(from_x, to_x), sign(from_y, to_y));
    Side::ALL.into_iter().find(|side| {
        let (right, down) = side.step();
        (i64::from(right), i64::from(down)) == way
    })
}
