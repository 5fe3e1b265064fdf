//! The exact solver for a table with room for all blocks: fewest moves are the number of misplaced
//! blocks, plus that of a smallest set of blocks to put down first (`precedence.rs` says which).
//! The set is a smallest feedback vertex set, found by reductions and branch and bound
//! (`smallest_set.rs`); that fewest moves are a hitting set is J. Slaney and S. Thiébaux's (2001).
//! Begins with the game of GN2, and is anytime: it reports better games and a bound until they
//! meet. Needs a wide table; promises the optimum, also for goals that leave blocks open.
//! Time: exponential in what the reductions leave, which is little; memory: O(n^2) bits a level.

use quarry_core::{
    Aim, Card, Found, Guided, Incumbent, Inside, Meter, NoSettings, OwnSolver, PuzzleSearch, Score,
    Search, SettingError, SliceEnd, Tables,
};

use super::building::{Building, PutDown};
use super::goal::SettledBlocks;
use super::greedy::{TowerGame, needs_a_wide_table};
use super::smallest_set::SmallestSet;
use super::{BlocksWorld, Move};

/// Largest number of blocks for which the graph is built: it takes n^2 / 4 bytes.
const MOST_BLOCKS: usize = 2_000;

/// Finds fewest moves.
pub(super) struct FeedbackSet;

/// Whether the solver takes instances like this one.
pub(super) fn can_work_on(puzzle: &BlocksWorld) -> bool {
    puzzle.has_wide_table() && puzzle.count() <= MOST_BLOCKS
}

impl OwnSolver<BlocksWorld> for FeedbackSet {
    const CARD: Card = Card {
        name: "feedback-set",
        summary: "Finds a smallest set of blocks to put down first, as a feedback vertex set.",
        complete: "yes",
        optimal: "yes",
        time: "exponential in what reductions leave",
        memory: "O(n^2) bits a level",
        rank: 60,
        alias: Some("exact"),
    };
    type Settings = NoSettings;

    fn check(puzzle: &BlocksWorld, _: &NoSettings) -> Result<(), SettingError> {
        needs_a_wide_table(puzzle)?;
        if can_work_on(puzzle) {
            return Ok(());
        }
        let why = format!("it takes at most {MOST_BLOCKS} blocks; choose gn2");
        Err(SettingError::OtherInstance(why))
    }

    fn turn(puzzle: &BlocksWorld) -> Option<u64> {
        can_work_on(puzzle).then_some(1_000_000)
    }

    fn begin<'p>(
        puzzle: &'p BlocksWorld,
        _: &NoSettings,
        seed: u64,
        _: &'p dyn Tables,
    ) -> PuzzleSearch<'p, BlocksWorld> {
        Box::new(Exact::new(puzzle, seed))
    }
}

/// The running search.
struct Exact<'p> {
    puzzle: &'p BlocksWorld,
    settled: SettledBlocks,
    misplaced: usize,
    sets: SmallestSet,
    best: Incumbent<Vec<Move>>,
    /// The game that is being played through the meter, before the search goes on.
    game: Option<TowerGame>,
    /// Fewest moves of the games so far.
    fewest: usize,
}

impl<'p> Exact<'p> {
    fn new(puzzle: &'p BlocksWorld, seed: u64) -> Self {
        let settled = puzzle.goal.settle(&puzzle.start);
        let line: Vec<Move> = Building::new(&settled, PutDown::Deadlocked).collect();
        Exact {
            puzzle,
            misplaced: settled.misplaced().count(),
            sets: SmallestSet::new(&settled, seed),
            best: Incumbent::default(),
            fewest: line.len(),
            game: Some(TowerGame::new(puzzle, line)),
            settled,
        }
    }

    /// Begins the game of the smallest set, if it is shorter than all games so far.
    fn take_up_set(&mut self) {
        let is_shorter = |size: usize| self.misplaced + size < self.fewest;
        if !self.sets.size().is_some_and(is_shorter) {
            return;
        }
        let mut chosen = vec![false; self.puzzle.count()];
        for block in self.sets.set().unwrap_or_default() {
            chosen[usize::from(block)] = true;
        }
        let line: Vec<Move> = Building::new(&self.settled, PutDown::Chosen(&chosen)).collect();
        self.fewest = line.len();
        self.game = Some(TowerGame::new(self.puzzle, line));
    }
}

impl Search for Exact<'_> {
    type Answer = Vec<Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        loop {
            if let Some(game) = &mut self.game {
                if !game.play(self.puzzle, meter) {
                    return SliceEnd::Working;
                }
                game.offer(self.puzzle, &mut self.best, meter);
                self.game = None;
                if self.puzzle.aim() == Aim::Reach {
                    return SliceEnd::Exhausted;
                }
            }
            if self.misplaced + self.sets.low() >= self.fewest {
                return SliceEnd::Proved;
            }
            if !meter.in_slice() || self.sets.step(meter).is_err() {
                return SliceEnd::Working;
            }
            self.take_up_set();
        }
    }

    fn best(&self) -> Option<&Found<Vec<Move>>> {
        self.best.best()
    }

    fn bound(&self) -> Option<Score> {
        Some(-((self.misplaced + self.sets.low()) as Score))
    }

    fn argument(&self) -> Option<String> {
        if self.misplaced + self.sets.low() < self.fewest {
            return None;
        }
        let twice = self.fewest - self.misplaced;
        Some(match (self.misplaced, twice) {
            (misplaced, 0) => {
                format!(
                    "The number of blocks that are not in place is {misplaced}: each moves once."
                )
            }
            (misplaced, twice) => format!(
                "The number of blocks that are not in place is {misplaced}, and at least {twice} \
                 of them move twice: no fewer break all rings of blocks that wait for each other."
            ),
        })
    }

    fn inside(&self) -> Inside {
        Inside::of([
            ("blocks left by the reductions", self.sets.left() as f64),
            ("put down at least", self.sets.low() as f64),
            ("put down at most", (self.fewest - self.misplaced) as f64),
        ])
    }
}
