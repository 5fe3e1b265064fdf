//! Positions with their exact distance from the goal, for nets to learn from. A random walk from
//! the start of a board leads to a position, never into one that is known to be hopeless. A* solves
//! it, and every state on the shortest way is a case: its distance is what is still to be lost
//! there. Walks whose end A* cannot solve within its nodes are dropped, as are states that a net
//! could not tell from a known one. Needs [`SeenWhole`]. A walk depends only on the seed and its
//! number, so that the cases alone are enough to go on.

use quarry_core::{Meter, Onward, Refused, Rng, drive, settings};
use quarry_nets::Samples;
use rustc_hash::FxHashSet;

use super::a_star::AStar;
use super::closed::GraphSettings;
use super::net_distance::{NetInputs, SeenWhole};
use crate::evolve::evaluation::values;

settings! {
    /// How many positions are solved, and which.
    pub struct SolvedPositionsSettings {
        /// Number of different positions after which the recording ends.
        pub cases: u64 = 20_000, 1..=100_000_000;
        /// Number of random walks after which it ends in any case.
        pub walks: u64 = 20_000, 1..=100_000_000;
        /// Number of generated boards like the instance that are learned from besides it.
        pub boards: u64 = 0, 0..=1_000_000;
        /// Most moves of a random walk from the start; their number is drawn.
        pub walk: u64 = 100, 0..=1_000_000;
        /// Most nodes that A* may generate for a position.
        pub nodes: u64 = 200_000, 1..=1_000_000_000;
    }
}

/// Number of walks between two checkpoints.
const WALKS_IN_A_STEP: u64 = 64;
/// The largest distance that is recorded.
const FARTHEST: usize = 255;

/// A recording in progress.
pub struct SolvedPositions<'a, P> {
    /// Boards of one size, which the walks take in turn.
    boards: &'a [P],
    settings: SolvedPositionsSettings,
    seed: u64,
    inputs: NetInputs,
    walks: u64,
    samples: Samples,
    known: FxHashSet<Vec<usize>>,
}

/// A position as the inputs that are 1, and its distance.
type Case = (Vec<usize>, u8);

impl<'a, P: SeenWhole> SolvedPositions<'a, P> {
    /// Goes on, on these boards, after so many walks and with the cases they brought; none at the
    /// beginning.
    pub fn new(
        boards: &'a [P],
        settings: &SolvedPositionsSettings,
        seed: u64,
        so_far: Option<(u64, Samples)>,
    ) -> Self {
        let inputs = NetInputs::new(&boards[0]);
        let (walks, samples) =
            so_far.unwrap_or_else(|| (0, Samples::none(inputs.count(), FARTHEST + 1)));
        let set = |case: &[i8]| (0..case.len()).filter(|&input| case[input] != 0).collect();
        let known = (0..samples.len()).map(|case| set(samples.case(case))).collect();
        SolvedPositions { boards, settings: settings.clone(), seed, inputs, walks, samples, known }
    }

    /// Number of walks so far.
    pub fn walks(&self) -> u64 {
        self.walks
    }

    /// The cases: inputs of nets, and distances as choices.
    pub fn samples(&self) -> &Samples {
        &self.samples
    }

    /// Whether there are enough cases or walks.
    pub fn is_over(&self) -> bool {
        self.samples.len() as u64 >= self.settings.cases || self.walks >= self.settings.walks
    }

    /// Makes some walks. Returns false and changes nothing if it was cut short.
    pub fn step(&mut self, meter: &mut Meter) -> bool {
        let last = self.settings.walks.min(self.walks + WALKS_IN_A_STEP);
        let walks: Vec<u64> = (self.walks..last).collect();
        let solve = |(): &mut (), walk: &u64, meter: &mut Meter| self.solved(*walk, meter);
        let mut solved = Vec::with_capacity(walks.len());
        let count = values(&walks, u64::MAX, meter, || (), solve, |cases, _| solved.push(cases));
        if count < walks.len() {
            return false;
        }
        for (set, distance) in solved.into_iter().flatten() {
            if self.known.insert(set.clone()) {
                let first = self.samples.seen.len();
                self.samples.seen.resize(first + self.inputs.count(), 0);
                set.into_iter().for_each(|input| self.samples.seen[first + input] = 1);
                self.samples.chosen.push(distance);
            }
        }
        self.walks = last;
        true
    }

    /// Returns the cases of a walk, none if its end was not solved.
    fn solved(&self, walk: u64, meter: &mut Meter) -> Result<Vec<Case>, Refused> {
        let puzzle = &self.boards[(walk % self.boards.len() as u64) as usize];
        let mut rng = Rng::stream(self.seed, walk);
        let (mut state, mut listed) = (puzzle.start(), Vec::new());
        for _ in 0..rng.below(self.settings.walk as usize + 1) {
            meter.moves(puzzle, &state, &mut listed);
            if listed.is_empty() || puzzle.is_solved(&state) {
                break;
            }
            let mut next = state.clone();
            meter.play(puzzle, &mut next, listed[rng.below(listed.len())])?;
            if !puzzle.is_hopeless(&next) {
                state = next;
            }
        }
        let onward = Onward::new(puzzle, state.clone());
        let mut search = AStar::new(&onward, &GraphSettings::default());
        let mut helper = meter.helper(u64::MAX, self.settings.nodes);
        let outcome = drive(&mut search, &mut helper, &mut |_| {});
        meter.absorb(&helper.into_part());
        if !meter.goes_on() {
            return Err(Refused);
        }
        let Some(found) = outcome.found.filter(|found| found.solved && outcome.proved) else {
            return Ok(Vec::new());
        };
        let mut left = -found.score;
        let mut cases = Vec::with_capacity(found.answer.len() + 1);
        let mut add = |state: &P::State, left: i64| {
            if let Ok(distance) = u8::try_from(left) {
                cases.push((self.inputs.set(puzzle, state), distance));
            }
        };
        add(&state, left);
        for mv in found.answer {
            left += meter.play(puzzle, &mut state, mv)?;
            add(&state, left);
        }
        Ok(cases)
    }
}
