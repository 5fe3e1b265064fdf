//! The positions that an answer passes through.

use quarry_core::{Guided, Picture, Score};

/// The positions of an answer, in the form that the puzzle has for them.
pub enum Trace<'a> {
    /// One line for each position, in the puzzle's own notation.
    Lines(Vec<String>),
    /// One position after another, starting with the first.
    Positions(Positions<'a>),
}

/// Positions in the order of play; each is computed on demand, since a game may have millions.
pub type Positions<'a> = Box<dyn Iterator<Item = Waypoint> + 'a>;

/// A position of an answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Waypoint {
    /// Move that led here; `None` at the start.
    pub mv: Option<String>,
    /// Score so far, including the gain of the ending if the game is over.
    pub score: Score,
    /// Drawing of the position, if there is one.
    pub scene: Option<Picture>,
}

/// Returns the positions of a line of legal moves.
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
