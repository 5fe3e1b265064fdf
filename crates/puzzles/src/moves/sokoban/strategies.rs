//! Several ways to a first solution, in turns.
//!
//! No single search is good on every level: filling the targets by a plan (`feature_search.rs`),
//! emptying them backwards to the start (`pull_search.rs`), and opening the start first, then
//! emptying the targets to the opened position (`opening.rs`). Each gets turns that take about as
//! long as those of the others, counted in positions so that the same run gives the same answer.
//! From time to time the search for an opened position goes on. A position that was seen both from
//! the start and from the end joins two searches to a solution. Each search has a share of the memory
//! and ends when that is full.

use quarry_core::{Meter, Refused};

use super::feature_search::{FeatureSearch, Progress};
use super::maze::{Cell, Maze};
use super::opening::OpeningSearch;
use super::pull_search::{Begins, PullProgress, PullSearch};
use super::shorten::Push;
use super::store::PositionStore;

/// Steps of one turn: a pull takes far less time than a macro move with its features.
const FEATURE_STEPS: u32 = 12;
const PULL_STEPS: u32 = 80;
const OPENING_STEPS: u32 = 4;

/// Steps of the first turn: an easy level needs no other search.
const FIRST_STEPS: u32 = 100;

/// Positions of the first search for an opened position, and steps with pulls until it goes on for
/// `GROWTH` times as long; it ends for good after the last.
const FIRST_OPENING: usize = 500;
const FIRST_PATIENCE: usize = 30_000;
const GROWTH: usize = 4;
const LAST_OPENING: usize = 128_000;

/// Parts into which the memory is divided: three searches, and room for what they keep besides.
const SHARES: usize = 4;

/// How the search stands.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum StrategyProgress {
    Working,
    /// Pushes that solve the level.
    Solved(Vec<Push>),
    /// Every move was made: there is no solution.
    Impossible,
    /// The memory is full.
    Full,
}

pub(super) struct Strategies<'m> {
    maze: &'m Maze,
    stones: Vec<u64>,
    device: Cell,
    /// Bytes that one search may hold.
    share: usize,
    features: Option<FeatureSearch<'m>>,
    is_full: bool,
    to_start: Pulls<'m>,
    opening: OpeningSearch<'m>,
    opening_limit: usize,
    is_opening: bool,
    /// The opened position to which the last search goes, by its number.
    opened: u32,
    to_opened: Pulls<'m>,
    patience: usize,
    turn: u32,
    steps_left: u32,
}

impl<'m> Strategies<'m> {
    pub(super) fn new(maze: &'m Maze, stones: &[u64], device: Cell, limit: u64) -> Self {
        let opening = OpeningSearch::new(maze, stones, device);
        Strategies {
            maze,
            stones: stones.to_vec(),
            device,
            share: limit as usize / SHARES,
            features: None,
            is_full: false,
            to_start: Pulls::new(stones, device, Vec::new(), Begins::Alone),
            opened: opening.best(),
            opening,
            opening_limit: FIRST_OPENING,
            is_opening: true,
            to_opened: Pulls {
                is_over: true,
                ..Pulls::new(stones, device, Vec::new(), Begins::Alone)
            },
            patience: FIRST_PATIENCE,
            turn: 0,
            steps_left: FIRST_STEPS,
        }
    }

    /// The search over features, if it runs.
    pub(super) fn features(&self) -> Option<&FeatureSearch<'m>> {
        self.features.as_ref()
    }

    pub(super) fn positions(&self) -> usize {
        let pulls = [&self.to_start, &self.to_opened].map(Pulls::positions);
        let features = self.features.as_ref().map_or(0, FeatureSearch::positions);
        features + self.opening.positions() + pulls[0] + pulls[1]
    }

    pub(super) fn bytes(&self) -> usize {
        let pulls = [&self.to_start, &self.to_opened].map(Pulls::bytes);
        let features = self.features.as_ref().map_or(0, FeatureSearch::bytes);
        features + self.opening.bytes() + pulls[0] + pulls[1]
    }

    /// Makes one step of the search whose turn it is.
    pub(super) fn step(&mut self, meter: &mut Meter) -> Result<StrategyProgress, Refused> {
        if self.steps_left == 0 {
            self.turn = (self.turn + 1) % 3;
            self.steps_left = match self.turn {
                0 => FEATURE_STEPS,
                2 if self.is_opening => OPENING_STEPS,
                _ => PULL_STEPS,
            };
        }
        self.steps_left -= 1;
        match self.turn {
            0 => self.step_features(meter),
            1 => self.step_pulls(Way::ToStart, meter),
            _ if self.is_opening => self.step_opening(meter),
            _ => self.step_to_opened(meter),
        }
    }

    fn step_features(&mut self, meter: &mut Meter) -> Result<StrategyProgress, Refused> {
        if self.is_full {
            self.steps_left = 0;
            let may_open = self.is_opening || self.opening_limit < LAST_OPENING;
            let is_over = self.to_start.is_over && self.to_opened.is_over && !may_open;
            return Ok(if is_over { StrategyProgress::Full } else { StrategyProgress::Working });
        }
        let search = match &mut self.features {
            Some(search) => search,
            None => {
                let search = FeatureSearch::new(self.maze, &self.stones, self.device, meter);
                let search = search.ok_or(Refused)?;
                self.opening.share_pairs(search.lost());
                self.features.insert(search)
            }
        };
        let seen = search.positions();
        match search.step(meter)? {
            Progress::Working => {}
            Progress::Solved(place) => return Ok(StrategyProgress::Solved(search.line(place))),
            Progress::Exhausted => return Ok(StrategyProgress::Impossible),
        }
        for place in seen..search.positions() {
            if let Some(end) = self
                .to_start
                .meets(search.store(), place)
                .or_else(|| self.to_opened.meets(search.store(), place))
            {
                return Ok(StrategyProgress::Solved(joined(search.line(place as u32), &end)));
            }
        }
        if search.bytes() > self.share {
            self.features = None;
            self.is_full = true;
        }
        Ok(StrategyProgress::Working)
    }

    /// Makes the pulls of one position, and looks for what they lead to among the positions that were
    /// reached from the start.
    fn step_pulls(&mut self, way: Way, meter: &mut Meter) -> Result<StrategyProgress, Refused> {
        let pulls = match way {
            Way::ToStart => &mut self.to_start,
            Way::ToOpened => &mut self.to_opened,
        };
        let seen = pulls.positions();
        if let Some(line) = pulls.step(self.maze, self.share, meter)? {
            return Ok(StrategyProgress::Solved(line));
        }
        let Some(search) = &pulls.search else { return Ok(StrategyProgress::Working) };
        for place in seen as u32..search.positions() as u32 {
            let (stones, device) = (search.store().stones(place), search.store().device(place));
            if let Some(features) = &mut self.features
                && let Some(met) = features.store().find(stones, device)
            {
                let line = joined(features.line(met), &search.line_from(place));
                return Ok(StrategyProgress::Solved(line));
            }
            if let Some(met) = self.opening.store().find(stones, device) {
                let line = joined(self.opening.line(met), &search.line_from(place));
                return Ok(StrategyProgress::Solved(line));
            }
        }
        Ok(StrategyProgress::Working)
    }

    fn step_opening(&mut self, meter: &mut Meter) -> Result<StrategyProgress, Refused> {
        let seen = self.opening.positions();
        let goes_on = self.opening.step(self.opening_limit, meter)?;
        for place in seen..self.opening.positions() {
            let store = self.opening.store();
            let end = self.to_start.meets(store, place);
            if let Some(end) = end.or_else(|| self.to_opened.meets(store, place)) {
                let line = joined(self.opening.line(place as u32), &end);
                return Ok(StrategyProgress::Solved(line));
            }
        }
        if goes_on {
            return Ok(StrategyProgress::Working);
        }
        self.is_opening = false;
        self.steps_left = 0;
        if self.opened != self.opening.best() {
            self.opened = self.opening.best();
            let line = self.opening.line(self.opened);
            let store = self.opening.store();
            let (stones, device) = (store.stones(self.opened), store.device(self.opened));
            self.to_opened = Pulls::new(stones, device, line, Begins::InTurns);
        }
        Ok(StrategyProgress::Working)
    }

    fn step_to_opened(&mut self, meter: &mut Meter) -> Result<StrategyProgress, Refused> {
        let may_open = self.opening_limit < LAST_OPENING;
        if may_open && (self.to_opened.is_over || self.to_opened.steps >= self.patience) {
            self.patience *= GROWTH;
            self.opening_limit *= GROWTH;
            self.is_opening = true;
            self.steps_left = 0;
            return Ok(StrategyProgress::Working);
        }
        self.step_pulls(Way::ToOpened, meter)
    }
}

/// The two searches backwards.
#[derive(Debug, Clone, Copy)]
enum Way {
    ToStart,
    ToOpened,
}

/// A line that is continued by another.
fn joined(mut line: Vec<Push>, rest: &[Push]) -> Vec<Push> {
    line.extend_from_slice(rest);
    line
}

/// A search backwards to a position, which begins when it has its first turn.
struct Pulls<'m> {
    stones: Vec<u64>,
    device: Cell,
    /// Pushes from the start to the position.
    before: Vec<Push>,
    begins: Begins,
    search: Option<PullSearch<'m>>,
    steps: usize,
    is_over: bool,
}

impl<'m> Pulls<'m> {
    fn new(stones: &[u64], device: Cell, before: Vec<Push>, begins: Begins) -> Self {
        let stones = stones.to_vec();
        Pulls { stones, device, before, begins, search: None, steps: 0, is_over: false }
    }

    fn positions(&self) -> usize {
        self.search.as_ref().map_or(0, PullSearch::positions)
    }

    fn bytes(&self) -> usize {
        self.search.as_ref().map_or(0, PullSearch::bytes)
    }

    /// If the search has seen a position of another one: the pushes from there to the solved one.
    fn meets(&self, store: &PositionStore, place: usize) -> Option<Vec<Push>> {
        let search = self.search.as_ref()?;
        let met = search.store().find(store.stones(place as u32), store.device(place as u32))?;
        Some(search.line_from(met))
    }

    /// Makes the pulls of one position; returns a solution if that finds one.
    fn step(
        &mut self,
        maze: &'m Maze,
        share: usize,
        meter: &mut Meter,
    ) -> Result<Option<Vec<Push>>, Refused> {
        if self.is_over {
            return Ok(None);
        }
        let search = match &mut self.search {
            Some(search) => search,
            None => {
                let position = (&*self.stones, self.device);
                let search = PullSearch::new(maze, position, self.begins, meter);
                self.search.insert(search.ok_or(Refused)?)
            }
        };
        self.steps += 1;
        match search.step(meter)? {
            PullProgress::Working => {}
            PullProgress::Reached => {
                let mut line = self.before.clone();
                line.extend(search.line());
                return Ok(Some(line));
            }
            PullProgress::Exhausted => self.is_over = true,
        }
        if search.bytes() > share {
            self.is_over = true;
        }
        if self.is_over {
            self.search = None;
        }
        Ok(None)
    }
}
