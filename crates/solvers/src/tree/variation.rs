//! Variation of whole games, the engine of `novelty` and `approach`. Plays a game by the first
//! listed moves; then varies it: tries every other move along the game, the earliest first, each
//! followed by first listed moves to the end. A [`Taste`] decides which of these games are varied
//! in turn, and in which order. A game is identified by the move that sets it apart, so only one
//! state and a link are kept of it.

use std::collections::BTreeMap;

use quarry_core::{Featured, Found, Meter, Refused, Score, Search, SliceEnd};

use super::alternating::{Stepped, slice};
use super::move_tree::{MoveTree, NodeId};
use crate::worth::Incumbents;

/// Decides which games are worth varying.
pub trait Taste<S: Featured> {
    /// Whether the latest game is varied at once, before the rest of the game that it came from.
    /// Otherwise the game nearest to the goal comes next, the oldest among equals.
    const AT_ONCE: bool;

    /// Whether a variation may begin with a state.
    fn admits(&mut self, _space: &S, _state: &S::State) -> bool {
        true
    }
    /// Whether a game is still worth varying from a later state on.
    fn goes_on(&self, _space: &S, _state: &S::State) -> bool {
        true
    }
    /// Records a state of the game being played.
    fn see(&mut self, space: &S, state: &S::State);
    /// Called when this game is over. Returns its distance from the goal, if it is worth varying.
    fn rank(&mut self) -> Option<u64>;
    /// Called when there is nothing to vary, as at the start. Returns whether to play a first game,
    /// perhaps once more.
    fn begins(&mut self) -> bool;
    /// Approximate memory for what was recorded, in bytes.
    fn bytes(&self) -> usize;
}

/// A search that varies whole games.
pub struct Variation<'a, S: Featured, T> {
    space: &'a S,
    taste: T,
    /// Games to be varied, the next one first.
    kept: BTreeMap<Turn, Varied<S>>,
    /// Number of games kept so far.
    count: usize,
    /// The game being varied.
    varied: Option<Varied<S>>,
    /// The game being played to its end.
    game: Option<Game<S>>,
    links: MoveTree<S::Move>,
    incumbents: Incumbents<S::Move>,
    listed: Vec<S::Move>,
}

/// Order of games: by distance from the goal, then age; or by age alone, the latest first.
type Turn = (u64, usize);

/// Position in a game at which the next variations begin.
struct Varied<S: Featured> {
    turn: Turn,
    state: S::State,
    score: Score,
    link: NodeId,
    /// Moves not yet tried here, the next one last. The first listed move, which is the game's own,
    /// is at index 0.
    untried: Vec<S::Move>,
    /// Number of moves since the game was set apart.
    moves: u64,
}

/// A game in progress, from the move that set it apart.
struct Game<S: Featured> {
    state: S::State,
    score: Score,
    /// Position from which it could be varied.
    from: Varied<S>,
    /// Moves of the game from there on.
    tail: Vec<S::Move>,
}

impl<S: Featured> Game<S> {
    fn new(state: S::State, score: Score, link: NodeId) -> Self {
        let from = Varied {
            turn: (0, 0),
            state: state.clone(),
            score,
            link,
            untried: Vec::new(),
            moves: 0,
        };
        Game { state, score, from, tail: Vec::new() }
    }
}

/// Whether a game in which play can go in circles is given up after this many moves.
fn is_long<S: Featured>(space: &S, moves: u64) -> bool {
    space.longest_game().is_some_and(|longest| moves >= longest)
}

/// Returns the moves to be tried, the next one last: all others in list order, then the first.
fn in_turn<M: Copy>(listed: &[M]) -> Vec<M> {
    let others = listed.iter().skip(1).rev();
    listed.iter().take(1).chain(others).copied().collect()
}

impl<'a, S: Featured, T: Taste<S>> Variation<'a, S, T> {
    pub(super) fn by(taste: T, space: &'a S) -> Self {
        Variation {
            space,
            taste,
            kept: BTreeMap::new(),
            count: 0,
            varied: None,
            game: None,
            links: MoveTree::new(),
            incumbents: Incumbents::default(),
            listed: Vec::new(),
        }
    }

    /// Continues a game by the first listed move, or ends it.
    fn play_on(
        &mut self,
        mut game: Game<S>,
        meter: &mut Meter,
    ) -> Result<Option<SliceEnd>, Refused> {
        let space = self.space;
        meter.moves(space, &game.state, &mut self.listed);
        self.taste.see(space, &game.state);
        if game.tail.is_empty() {
            game.from.untried = in_turn(&self.listed);
        }
        let is_goal = space.aim().needs_goal() && space.is_solved(&game.state);
        let is_cut = is_long(space, game.tail.len() as u64);
        if let Some(&first) = self.listed.first().filter(|_| !is_goal && !is_cut) {
            game.score += meter.play(space, &mut game.state, first)?;
            game.tail.push(first);
            self.game = Some(game);
            return Ok(None);
        }
        self.end(game, meter)
    }

    fn end(&mut self, game: Game<S>, meter: &mut Meter) -> Result<Option<SliceEnd>, Refused> {
        meter.evaluate()?;
        let over = self.listed.is_empty();
        let worth = self.incumbents.meet(self.space, &game.state, game.score, over, meter, || {
            let mut line = self.links.line(game.from.link);
            line.extend(&game.tail);
            line
        });
        if worth.solved && !self.space.aim().score_counts() {
            return Ok(Some(SliceEnd::Exhausted));
        }
        if let Some(distance) = self.taste.rank() {
            let turn =
                if T::AT_ONCE { (0, usize::MAX - self.count) } else { (distance, self.count) };
            self.count += 1;
            self.kept.insert(turn, Varied { turn, ..game.from });
            if let Some(varied) = self.varied.take_if(|_| T::AT_ONCE) {
                self.kept.insert(varied.turn, varied);
            }
        }
        Ok(None)
    }

    /// Begins the next variation, goes one move further in the game being varied, or turns to the
    /// next game.
    fn vary(&mut self, meter: &mut Meter) -> Result<Option<SliceEnd>, Refused> {
        let space = self.space;
        let Some(varied) = &mut self.varied else {
            self.varied = self.kept.pop_first().map(|(_, next)| next);
            return if self.varied.is_some() { Ok(None) } else { self.begin_or_end(meter) };
        };
        let Some(mv) = varied.untried.pop() else {
            self.varied = None;
            return Ok(None);
        };
        if varied.untried.is_empty() {
            varied.score += meter.play(space, &mut varied.state, mv)?;
            varied.link = self.links.add(varied.link, mv);
            varied.moves += 1;
            if is_long(space, varied.moves) || !self.taste.goes_on(space, &varied.state) {
                self.varied = None;
                return Ok(None);
            }
            meter.moves(space, &varied.state, &mut self.listed);
            varied.untried = in_turn(&self.listed);
            return Ok(None);
        }
        let mut state = varied.state.clone();
        let score = varied.score + meter.play(space, &mut state, mv)?;
        if self.taste.admits(space, &state) {
            let link = self.links.add(varied.link, mv);
            self.game = Some(Game::new(state, score, link));
        }
        Ok(None)
    }

    fn begin_or_end(&mut self, meter: &mut Meter) -> Result<Option<SliceEnd>, Refused> {
        if !self.taste.begins() {
            return Ok(Some(SliceEnd::Exhausted));
        }
        self.links = MoveTree::new();
        self.play_on(Game::new(self.space.start(), 0, MoveTree::<S::Move>::ROOT), meter)
    }
}

impl<S: Featured, T: Taste<S>> Stepped for Variation<'_, S, T> {
    fn step(&mut self, meter: &mut Meter) -> Result<Option<SliceEnd>, Refused> {
        match self.game.take() {
            Some(game) => self.play_on(game, meter),
            None => self.vary(meter),
        }
    }

    fn held(&self) -> (usize, usize) {
        let bytes =
            self.kept.len() * size_of::<Varied<S>>() + self.taste.bytes() + self.links.bytes();
        (self.kept.len() + 2, bytes)
    }
}

impl<S: Featured, T: Taste<S>> Search for Variation<'_, S, T> {
    type Answer = Vec<S::Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        slice(self, meter)
    }

    fn best(&self) -> Option<&Found<Self::Answer>> {
        self.incumbents.best()
    }

    fn draft(&self) -> Option<Self::Answer> {
        self.incumbents.draft()
    }
}
