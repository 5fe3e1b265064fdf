//! Novelty search.
//! Plays a game by the first listed move alone; then varies it: every other move on its way, the earliest first, each followed by
//! first listed moves to the end. A game that shows a feature which no game has shown before is taken up at once and
//! varied in the same way from there on, all others are forgotten. When none is left, it begins anew with pairs of features.
//! After the iterated width search of Lipovetzky and Geffner (2012). What we changed: novelty is asked of a whole game, not of a
//! state, because a move whose effect comes later shows nothing new by itself; and it goes depth first.
//! Needs [`Featured`] and games that end; it gives up where novelty leads nowhere, and proves nothing.
//! Time O(f b m^2) for f features (or pairs): each keeps one game at most, which has b m variations of m moves. Memory O(f) states.

use quarry_core::{Aim, Featured, Found, Incumbent, Meter, Progress, Score, Search, settings};
use rustc_hash::FxHashSet;

use super::links::{Link, Links};
use super::race::{Stepped, slice};
use crate::Card;
use crate::worth::{Worth, empty_line};

/// The comparison's row.
pub const CARD: Card = Card {
    name: "novelty",
    summary: "Varies a game move by move and keeps the variations that show something never seen before.",
    complete: "no",
    optimal: "no",
    time: "O(f b m^2) for f features",
    memory: "O(f)",
};

settings! {
    /// What counts as new.
    pub struct NoveltySettings {
        /// Up to how many features together make a novelty, when fewer have led nowhere.
        pub width: u64 = 2, 1..=2;
    }
}

/// Novelty search.
pub struct Novelty<'a, S: Featured> {
    space: &'a S,
    widest: u64,
    /// How many features make a novelty now; 0 before the first game.
    width: u64,
    /// A feature is a pair with itself.
    seen: FxHashSet<(u64, u64)>,
    /// The games being varied, the latest last.
    varied: Vec<Varied<S>>,
    /// The game being played to its end.
    game: Option<Game<S>>,
    /// Its moves since the varied game that it began with.
    tail: Vec<S::Move>,
    links: Links<S::Move>,
    incumbent: Incumbent<Vec<S::Move>>,
    listed: Vec<S::Move>,
    features: Vec<u64>,
}

/// Where on a game the next variations begin.
struct Varied<S: Featured> {
    state: S::State,
    score: Score,
    link: Link,
    /// The moves not yet tried here, the next one last; the first listed, which is the game's own, lies at the bottom.
    untried: Vec<S::Move>,
}

struct Game<S: Featured> {
    state: S::State,
    score: Score,
    /// Where it could be varied, once its first own state is seen.
    from: Option<(S::State, Score, Vec<S::Move>)>,
    is_new: bool,
}

/// The moves to be tried, the next one last: all others as they are listed, then the first.
pub(super) fn in_turn<M: Copy>(listed: &[M]) -> Vec<M> {
    let others = listed.iter().skip(1).rev();
    listed.iter().take(1).chain(others).copied().collect()
}

impl<'a, S: Featured> Novelty<'a, S> {
    /// A search from the start.
    pub fn new(space: &'a S, settings: &NoveltySettings) -> Self {
        Novelty {
            space,
            widest: settings.width,
            width: 0,
            seen: FxHashSet::default(),
            varied: Vec::new(),
            game: None,
            tail: Vec::new(),
            links: Links::new(),
            incumbent: empty_line(),
            listed: Vec::new(),
            features: Vec::new(),
        }
    }

    /// Notes what a state shows and says whether any of it is new.
    fn is_new(&mut self, state: &S::State) -> bool {
        self.features.clear();
        self.space.features(state, &mut self.features);
        let known = self.seen.len();
        if self.width == 1 {
            self.seen.extend(self.features.iter().map(|&feature| (feature, feature)));
        } else {
            self.features.sort_unstable();
            for (index, &one) in self.features.iter().enumerate() {
                self.seen.extend(self.features[index + 1..].iter().map(|&other| (one, other)));
            }
        }
        self.seen.len() > known
    }

    /// Goes on with a game by the first listed move, or ends it.
    fn play_on(&mut self, mut game: Game<S>, meter: &mut Meter) -> Option<Progress> {
        let space = self.space;
        meter.moves(space, &game.state, &mut self.listed);
        game.is_new |= self.is_new(&game.state);
        if game.from.is_none() {
            game.from = Some((game.state.clone(), game.score, in_turn(&self.listed)));
        }
        let is_goal = space.aim() == Aim::Reach && space.is_solved(&game.state);
        if let Some(&first) = self.listed.first().filter(|_| !is_goal) {
            game.score += meter.play(space, &mut game.state, first);
            self.tail.push(first);
            self.game = Some(game);
            return None;
        }
        self.end(game, meter)
    }

    fn end(&mut self, game: Game<S>, meter: &mut Meter) -> Option<Progress> {
        meter.evaluate();
        let root = Links::<S::Move>::ROOT;
        let stem = self.varied.last().map_or(root, |varied| varied.link);
        let worth = Worth::of(self.space, &game.state, game.score, self.listed.is_empty());
        worth.offer(&mut self.incumbent, || {
            let mut line = self.links.line(stem);
            line.extend(&self.tail);
            line
        });
        if worth.solved && self.space.aim() == Aim::Reach {
            return Some(Progress::Exhausted);
        }
        if let Some((state, score, untried)) = game.from.filter(|_| game.is_new) {
            // The first game has no move that sets it apart.
            let apart = if self.varied.is_empty() { None } else { self.tail.first() };
            let link = apart.map_or(root, |&mv| self.links.add(stem, mv));
            self.varied.push(Varied { state, score, link, untried });
        }
        self.tail.clear();
        None
    }

    /// Begins the next variation of the latest game, or goes a move further on it.
    fn vary(&mut self, meter: &mut Meter) -> Option<Progress> {
        let Some(varied) = self.varied.last_mut() else { return self.begin_round() };
        let Some(mv) = varied.untried.pop() else {
            self.varied.pop();
            return None;
        };
        if varied.untried.is_empty() {
            varied.score += meter.play(self.space, &mut varied.state, mv);
            varied.link = self.links.add(varied.link, mv);
            meter.moves(self.space, &varied.state, &mut self.listed);
            varied.untried = in_turn(&self.listed);
            return None;
        }
        let mut state = varied.state.clone();
        let score = varied.score + meter.play(self.space, &mut state, mv);
        self.tail.push(mv);
        self.game = Some(Game { state, score, from: None, is_new: false });
        None
    }

    fn begin_round(&mut self) -> Option<Progress> {
        if self.width == self.widest {
            return Some(Progress::Exhausted);
        }
        self.width += 1;
        self.seen.clear();
        self.links = Links::new();
        self.game = Some(Game { state: self.space.start(), score: 0, from: None, is_new: false });
        None
    }
}

impl<S: Featured> Stepped for Novelty<'_, S> {
    fn step(&mut self, meter: &mut Meter) -> Option<Progress> {
        match self.game.take() {
            Some(game) => self.play_on(game, meter),
            None => self.vary(meter),
        }
    }

    fn held(&self) -> (usize, usize) {
        let seen = self.seen.capacity() * (size_of::<(u64, u64)>() + 1);
        (self.varied.len() + 2, self.varied.capacity() * size_of::<Varied<S>>() + seen + self.links.bytes())
    }
}

impl<S: Featured> Search for Novelty<'_, S> {
    type Answer = Vec<S::Move>;

    fn slice(&mut self, meter: &mut Meter) -> Progress {
        slice(self, meter)
    }

    fn best(&self) -> Option<&Found<Self::Answer>> {
        self.incumbent.best()
    }
}
