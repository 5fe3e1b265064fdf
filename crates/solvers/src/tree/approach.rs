//! Approach: best-first search among whole games.
//! Plays a game by the first listed move alone; then varies the game that came nearest to the goal, as the puzzle measures it:
//! every other move on its way, each followed by first listed moves to the end. A variation is kept if it shows a feature that
//! no game which came as near has shown before; of equally near games the oldest is varied first.
//! After the best-first width search of Lipovetzky and Geffner (2017), which asks for novelty among states of equal distance. What we
//! changed: distance and novelty are those of a whole game, because a move's effect often comes later.
//! Needs [`Featured`] with a distance, and games that end. It turns back where the goal is out of reach, gives up where
//! nothing new is left, and proves nothing. Time O(f d b m^2) for f features and d distances: each pair keeps one game at most. Memory O(f d) states.

use std::collections::BTreeMap;

use quarry_core::{Aim, Featured, Found, Incumbent, Meter, NoSettings, Progress, Score, Search};
use rustc_hash::FxHashSet;

use super::links::{Link, Links};
use super::novelty::in_turn;
use super::race::{Stepped, slice};
use crate::Card;
use crate::worth::{Worth, empty_line};

/// The comparison's row.
pub const CARD: Card = Card {
    name: "approach",
    summary: "Varies the game that came nearest to the goal, and keeps what is new among games that came as near.",
    complete: "no",
    optimal: "no",
    time: "O(f d b m^2) for f features, d distances",
    memory: "O(f d)",
};

/// Best-first search among whole games.
pub struct Approach<'a, S: Featured> {
    space: &'a S,
    /// Features with the distance of a game that showed them.
    seen: FxHashSet<(u64, u64)>,
    /// The futures that variations have begun with.
    begun: FxHashSet<u128>,
    /// The games to be varied, by distance and then by age.
    kept: BTreeMap<(u64, usize), Varied<S>>,
    /// How many games were kept so far.
    count: usize,
    /// The game being varied.
    varied: Option<Varied<S>>,
    /// The game being played to its end.
    game: Option<Game<S>>,
    links: Links<S::Move>,
    incumbent: Incumbent<Vec<S::Move>>,
    listed: Vec<S::Move>,
}

/// Where on a game the next variations begin.
struct Varied<S: Featured> {
    state: S::State,
    score: Score,
    link: Link,
    /// The moves not yet tried here, the next one last; the first listed, which is the game's own, lies at the bottom.
    untried: Vec<S::Move>,
}

/// What is known of a game from the move on that set it apart.
struct Game<S: Featured> {
    state: S::State,
    score: Score,
    /// Where it could be varied.
    from: Varied<S>,
    /// Its moves from there on.
    tail: Vec<S::Move>,
    features: Vec<u64>,
    distance: u64,
}

impl<S: Featured> Game<S> {
    fn new(state: S::State, score: Score, link: Link) -> Self {
        let from = Varied { state: state.clone(), score, link, untried: Vec::new() };
        Game { state, score, from, tail: Vec::new(), features: Vec::new(), distance: u64::MAX }
    }
}

impl<'a, S: Featured> Approach<'a, S> {
    /// A search from the start.
    pub fn new(space: &'a S, _: &NoSettings) -> Self {
        Approach {
            space,
            seen: FxHashSet::default(),
            begun: FxHashSet::default(),
            kept: BTreeMap::new(),
            count: 0,
            varied: None,
            game: Some(Game::new(space.start(), 0, Links::<S::Move>::ROOT)),
            links: Links::new(),
            incumbent: empty_line(),
            listed: Vec::new(),
        }
    }

    /// Goes on with a game by the first listed move, or ends it.
    fn play_on(&mut self, mut game: Game<S>, meter: &mut Meter) -> Option<Progress> {
        let space = self.space;
        meter.moves(space, &game.state, &mut self.listed);
        space.features(&game.state, &mut game.features);
        game.distance = game.distance.min(space.distance(&game.state));
        if game.tail.is_empty() {
            game.from.untried = in_turn(&self.listed);
        }
        let is_goal = space.aim() == Aim::Reach && space.is_solved(&game.state);
        if let Some(&first) = self.listed.first().filter(|_| !is_goal) {
            game.score += meter.play(space, &mut game.state, first);
            game.tail.push(first);
            self.game = Some(game);
            return None;
        }
        self.end(game, meter)
    }

    fn end(&mut self, game: Game<S>, meter: &mut Meter) -> Option<Progress> {
        meter.evaluate();
        let worth = Worth::of(self.space, &game.state, game.score, self.listed.is_empty());
        worth.offer(&mut self.incumbent, || {
            let mut line = self.links.line(game.from.link);
            line.extend(&game.tail);
            line
        });
        if worth.solved && self.space.aim() == Aim::Reach {
            return Some(Progress::Exhausted);
        }
        let known = self.seen.len();
        self.seen.extend(game.features.iter().map(|&feature| (game.distance, feature)));
        if self.seen.len() > known {
            self.kept.insert((game.distance, self.count), game.from);
            self.count += 1;
        }
        None
    }

    /// Begins the next variation, or goes a move further on the game that is varied, or turns to the next one.
    fn vary(&mut self, meter: &mut Meter) -> Option<Progress> {
        let space = self.space;
        let Some(varied) = &mut self.varied else {
            let Some((_, nearest)) = self.kept.pop_first() else { return Some(Progress::Exhausted) };
            self.varied = Some(nearest);
            return None;
        };
        let Some(mv) = varied.untried.pop() else {
            self.varied = None;
            return None;
        };
        if varied.untried.is_empty() {
            varied.score += meter.play(space, &mut varied.state, mv);
            varied.link = self.links.add(varied.link, mv);
            if space.is_hopeless(&varied.state) {
                self.varied = None;
                return None;
            }
            meter.moves(space, &varied.state, &mut self.listed);
            varied.untried = in_turn(&self.listed);
            return None;
        }
        let mut state = varied.state.clone();
        let score = varied.score + meter.play(space, &mut state, mv);
        if self.begun.insert(space.key(&state)) && !space.is_hopeless(&state) {
            let link = self.links.add(varied.link, mv);
            self.game = Some(Game::new(state, score, link));
        }
        None
    }
}

impl<S: Featured> Stepped for Approach<'_, S> {
    fn step(&mut self, meter: &mut Meter) -> Option<Progress> {
        match self.game.take() {
            Some(game) => self.play_on(game, meter),
            None => self.vary(meter),
        }
    }

    fn held(&self) -> (usize, usize) {
        // One byte of control for each slot of a table.
        let tables = self.seen.capacity() * (size_of::<(u64, u64)>() + 1)
            + self.begun.capacity() * (size_of::<u128>() + 1);
        (self.kept.len() + 2, self.kept.len() * size_of::<Varied<S>>() + tables + self.links.bytes())
    }
}

impl<S: Featured> Search for Approach<'_, S> {
    type Answer = Vec<S::Move>;

    fn slice(&mut self, meter: &mut Meter) -> Progress {
        slice(self, meter)
    }

    fn best(&self) -> Option<&Found<Self::Answer>> {
        self.incumbent.best()
    }
}
