//! The positions that an answer goes through.

use quarry_core::{Guided, Picture, Score};

/// What an answer goes through, in the form that the puzzle has for it.
pub enum Trace<'a> {
    /// The puzzle's own notation, a line for each position.
    Lines(Vec<String>),
    /// One position after another, the start first.
    Positions(Positions<'a>),
}

/// Positions in the order of play; each is made when it is asked for, since a game may have
/// millions.
pub type Positions<'a> = Box<dyn Iterator<Item = Waypoint> + 'a>;

/// A position on the way.
#[derive(Debug, Clone, PartialEq)]
pub struct Waypoint {
    /// The move that led here; none at the start.
    pub mv: Option<String>,
    /// The score so far, with what the end brings if the game is over.
    pub score: Score,
    /// The position as people draw it, if they do.
    pub scene: Option<Picture>,
}

/// The positions of a line of legal moves.
pub(crate) fn positions<'a, S: Guided + 'a>(
    space: S,
    line: Vec<S::Move>,
    name: impl Fn(S::Move) -> String + 'a,
    draw: impl Fn(&S::State) -> Option<Picture> + 'a,
) -> Positions<'a> {
    let mut state = space.start();
    let (mut score, mut listed) = (0, Vec::new());
    let moves = std::iter::once(None).chain(line.into_iter().map(Some));
    Box::new(moves.map_while(move |mv| {
        if let Some(mv) = mv {
            let meant = space.resolve_move(&state, mv)?;
            score += space.play(&mut state, meant);
        }
        listed.clear();
        space.moves(&state, &mut listed);
        let ending = if listed.is_empty() { space.terminal_score(&state) } else { 0 };
        let mv = mv.map(&name);
        Some(Waypoint { mv, score: score + ending, scene: draw(&state) })
    }))
}
