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
    /// Handles an arrow key, which moves the piece that is held, or plays by itself. Where the held
    /// piece cannot go that way, the cursor moves, so that the piece can be put down elsewhere.
    pub(super) fn arrow(&mut self, session: &Session, towards: Side) -> PieceMove {
        if let Session::Clock(game) = session {
            return steered(towards, |side| game.steer(side));
        }
        let Session::Steps(game) = session else { return PieceMove::Nothing };
        let drags = game.drags();
        self.held = self.held.filter(|&held| drags.iter().any(|drag| drag.from == held));
        if let Some(held) = self.held {
            let goes = |drag: &&PieceDrag| {
                drag.from == held && drag.moves.len() == 1 && side_of(drag) == Some(towards)
            };
            let Some(drag) = drags.iter().filter(goes).min_by_key(|drag| length(drag)) else {
                return PieceMove::Nothing;
            };
            self.held = None;
            return PieceMove::Plays(drag.moves.clone());
        }
        steered(towards, |side| game.steer(side))
    }

    /// Puts the piece that is held down at a place, if it can go there.
    pub(super) fn put_down(&mut self, session: &Session, at: Place) -> PieceMove {
        let (Session::Steps(game), Some(held)) = (session, self.held) else {
            return PieceMove::Nothing;
        };
        let drag = game.drags().into_iter().find(|drag| drag.from == held && drag.to == at);
        let Some(drag) = drag else { return PieceMove::Nothing };
        self.held = None;
        PieceMove::Plays(drag.moves)
    }

    /// Takes the piece under the cursor, or leaves the one that is held where it is.
    pub(super) fn take(&mut self, session: &Session, cursor: Place) -> PieceMove {
        let Session::Steps(game) = session else { return PieceMove::Nothing };
        if self.held.take() == Some(cursor) {
            return PieceMove::Says("put back");
        }
        if !game.drags().iter().any(|drag| drag.from == cursor) {
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
        None if Side::ALL.into_iter().any(|side| steer(side).is_some()) => {
            PieceMove::Says("nothing moves that way")
        }
        None => PieceMove::Nothing,
    }
}

/// Returns how far a piece is dragged.
fn length(drag: &PieceDrag) -> u32 {
    let ((from_x, from_y), (to_x, to_y)) = (drag.from.cell(), drag.to.cell());
    from_x.abs_diff(to_x) + from_y.abs_diff(to_y)
}

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
