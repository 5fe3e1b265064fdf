//! The game for players: the tiles that are left, and the faces that have been seen.

use std::sync::{Arc, OnceLock};

use quarry_core::{Aim, Chance, Guided, Rng, Score, StateSpace, key_of};

use super::player::{MoveAnalysis, PLAYERS};
use super::setup::Setup;
use crate::mahjong::{PileShape, TilePair, TileSet};

/// What a player may know about a game: everything except its luck.
#[derive(Debug, Clone)]
pub struct Rules {
    pub(super) setup: Arc<Setup>,
}

impl Rules {
    pub(super) fn new(setup: Setup) -> Self {
        Rules { setup: Arc::new(setup) }
    }

    /// Setup of the game.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    pub(super) fn shape(&self) -> &PileShape {
        self.setup.shape()
    }
}

/// The face that the next visible tile shows, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shown(pub(super) u8);

/// A position.
#[derive(Debug, Clone)]
pub struct State {
    pub(super) left: TileSet,
    /// Numbers of the faces that have been seen, by tile.
    pub(super) seen: Vec<Option<u8>>,
    /// How many tiles of each face have not been seen.
    pub(super) unseen: Vec<u8>,
    /// Tiles that are visible but have not been looked at, the next one last.
    pending: Vec<u8>,
    /// What each kind of player makes of the position, once it has been asked for.
    pub(super) analysis: [OnceLock<Arc<MoveAnalysis>>; PLAYERS],
}

impl State {
    /// Group of a tile whose face has been seen.
    pub(super) fn group(&self, setup: &Setup, tile: usize) -> Option<u8> {
        self.seen[tile].map(|face| setup.group(face))
    }

    /// Makes every visible tile pending that has not been seen.
    fn look(&mut self, setup: &Setup) {
        let unseen = self.left.iter().filter(|&tile| self.seen[tile].is_none());
        let visible = unseen.filter(|&tile| setup.is_visible(tile, &self.left));
        self.pending = visible.map(|tile| tile as u8).collect();
        self.pending.reverse();
        self.analysis = Default::default();
    }
}

/// Weights are rounded to millionths, so that values that look four events ahead stay in range.
const WHOLE: u32 = 1_000_000;

impl StateSpace for Rules {
    type State = State;
    type Move = TilePair;

    fn start(&self) -> State {
        let tiles = self.shape().tiles();
        let mut unseen = vec![0; self.setup.faces().len()];
        self.setup.set().iter().for_each(|&it| unseen[usize::from(self.setup.number(it))] += 1);
        let mut state = State {
            left: TileSet::first(tiles),
            seen: vec![None; tiles],
            unseen,
            pending: Vec::new(),
            analysis: Default::default(),
        };
        state.look(&self.setup);
        state
    }

    fn moves(&self, state: &State, out: &mut Vec<TilePair>) {
        if !state.pending.is_empty() {
            return;
        }
        let places = self.shape().places();
        for (one, other) in pairs(self, state) {
            out.push(TilePair { first: places[one], second: places[other] });
        }
    }

    fn play(&self, state: &mut State, pair: TilePair) -> Score {
        for place in [pair.first, pair.second] {
            state.left.remove(self.shape().tile_at(place).expect("a listed move names tiles"));
        }
        state.look(&self.setup);
        0
    }

    /// Whether the game is over.
    fn is_solved(&self, state: &State) -> bool {
        state.pending.is_empty() && pairs(self, state).is_empty()
    }

    fn key(&self, state: &State) -> u128 {
        key_of(&(state.left, &state.seen))
    }
}

/// The pairs of tiles that match and are in play, by number.
pub(super) fn pairs(rules: &Rules, state: &State) -> Vec<(usize, usize)> {
    let free: Vec<usize> = rules.shape().free(&state.left).iter().collect();
    let mut pairs = Vec::new();
    for (at, &one) in free.iter().enumerate() {
        let group = state.group(&rules.setup, one);
        let same = |&&other: &&usize| group.is_some() && state.group(&rules.setup, other) == group;
        pairs.extend(free[at + 1..].iter().filter(same).map(|&other| (one, other)));
    }
    pairs
}

impl Guided for Rules {
    fn aim(&self) -> Aim {
        Aim::Maximise
    }

    fn terminal_score(&self, state: &State) -> Score {
        Score::from(state.left.is_empty())
    }

    fn resolve_move(&self, state: &State, pair: TilePair) -> Option<TilePair> {
        let mut listed = Vec::new();
        self.moves(state, &mut listed);
        listed.into_iter().find(|listed| listed.is_same(pair))
    }
}

impl Chance for Rules {
    type Event = Shown;

    fn total_weight(&self) -> u32 {
        WHOLE
    }

    /// Each face that has not been seen, weighed by how many tiles of it are left.
    fn events(&self, state: &State, out: &mut Vec<(Shown, u32)>) {
        if state.pending.is_empty() {
            return;
        }
        let all: u32 = state.unseen.iter().map(|&count| u32::from(count)).sum();
        let (mut sum, mut before) = (0, 0);
        for (face, &count) in state.unseen.iter().enumerate() {
            sum += u32::from(count);
            // Each weight runs from its predecessors' sum to its own, both rounded.
            let end = (u64::from(sum) * u64::from(WHOLE) / u64::from(all)) as u32;
            if count > 0 {
                out.push((Shown(face as u8), end - before));
            }
            before = end;
        }
    }

    fn apply_event(&self, state: &mut State, Shown(face): Shown) {
        let tile = state.pending.pop().expect("an event shows a tile");
        state.seen[usize::from(tile)] = Some(face);
        state.unseen[usize::from(face)] -= 1;
        state.analysis = Default::default();
    }

    /// The luck deals all faces, and every event follows from that. It stays as it is: it deals the
    /// same faces every time.
    fn deal(&self, state: &mut State, luck: &mut Rng) {
        if state.pending.is_empty() {
            return;
        }
        let mut order: Vec<u8> = self.setup.set().iter().map(|&it| self.setup.number(it)).collect();
        luck.clone().shuffle(&mut order);
        while let Some(&tile) = state.pending.last() {
            self.apply_event(state, Shown(order[usize::from(tile)]));
        }
    }

    fn is_won_or_lost(&self) -> bool {
        true
    }
}
