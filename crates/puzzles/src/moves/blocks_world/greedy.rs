//! The near-optimal methods US, GN1 and GN2, which play a whole game without search.
//!
//! A block goes home when it can; the methods differ in what they put down (`building.rs`). N. Gupta
//! and D. Nau, "On the complexity of blocks-world planning" (1992); J. Slaney and S. Thiébaux,
//! "Blocks World revisited" (2001), whose names these are. All need room for every block on the
//! table, and promise a solution of at most twice the fewest moves. Time and memory: about linear.

use std::marker::PhantomData;

use quarry_core::{
    Card, Found, Incumbent, Meter, NoSettings, OwnSolver, PuzzleSearch, Score, Search,
    SettingError, SliceEnd, StateSpace, Tables,
};

use super::building::{Building, PutDown};
use super::{Arrangement, BlocksWorld, Move, feedback_set, few_towers};

/// One of the methods.
pub(super) struct GreedyBuilder<M>(PhantomData<M>);

/// Puts every misplaced block on the table, then builds.
pub(super) struct Us;
/// Builds when possible; else puts the top of the first misplaced tower down.
pub(super) struct Gn1;
/// Builds when possible; else puts down a block of a deadlock.
pub(super) struct Gn2;

/// What tells the methods apart.
pub(super) trait GreedyMethod: 'static {
    const NAME: &'static str;
    const SUMMARY: &'static str;
    const RANK: u8;
    const PUT_DOWN: PutDown<'static>;
    /// Whether it takes part in the portfolio where the exact solver does not.
    const TAKES_PART: bool = false;
}

impl GreedyMethod for Us {
    const NAME: &'static str = "us";
    const SUMMARY: &'static str = "Puts every misplaced block on the table, then builds the goal.";
    const RANK: u8 = 21;
    const PUT_DOWN: PutDown<'static> = PutDown::All;
}

impl GreedyMethod for Gn1 {
    const NAME: &'static str = "gn1";
    const SUMMARY: &'static str =
        "Builds where it can; where it cannot, puts some misplaced block on the table.";
    const RANK: u8 = 22;
    const PUT_DOWN: PutDown<'static> = PutDown::First;
}

impl GreedyMethod for Gn2 {
    const NAME: &'static str = "gn2";
    const SUMMARY: &'static str =
        "Builds where it can; where it cannot, puts down a block of a deadlock.";
    const RANK: u8 = 23;
    const PUT_DOWN: PutDown<'static> = PutDown::Deadlocked;
    const TAKES_PART: bool = true;
}

impl<M: GreedyMethod> OwnSolver<BlocksWorld> for GreedyBuilder<M> {
    const CARD: Card = Card {
        name: M::NAME,
        summary: M::SUMMARY,
        complete: "yes",
        optimal: "at most twice the fewest moves",
        time: "O(n) for n blocks",
        memory: "O(n)",
        rank: M::RANK,
        alias: None,
    };
    type Settings = NoSettings;

    fn check(puzzle: &BlocksWorld, _: &NoSettings) -> Result<(), SettingError> {
        needs_a_wide_table(puzzle)
    }

    /// The exact solver begins with the same game as the last method.
    fn turn(puzzle: &BlocksWorld) -> Option<u64> {
        let is_alone = puzzle.has_wide_table() && !feedback_set::can_work_on(puzzle);
        (M::TAKES_PART && is_alone).then_some(10 * puzzle.count() as u64)
    }

    fn begin<'p>(
        puzzle: &'p BlocksWorld,
        _: &NoSettings,
        _: u64,
        _: &'p dyn Tables,
    ) -> PuzzleSearch<'p, BlocksWorld> {
        Box::new(OneGame::new(puzzle, M::PUT_DOWN))
    }
}

/// Refuses instances whose table is too small to put everything down.
pub(super) fn needs_a_wide_table(puzzle: &BlocksWorld) -> Result<(), SettingError> {
    if puzzle.has_wide_table() {
        return Ok(());
    }
    let why = format!(
        "it puts blocks on the table whenever it likes, but this table holds few towers; choose {}",
        few_towers::NAME
    );
    Err(SettingError::OtherInstance(why))
}

/// A single game.
struct OneGame<'p> {
    puzzle: &'p BlocksWorld,
    game: TowerGame,
    best: Incumbent<Vec<Move>>,
}

impl<'p> OneGame<'p> {
    fn new(puzzle: &'p BlocksWorld, put_down: PutDown) -> Self {
        let settled = puzzle.goal.settle(&puzzle.start);
        let line = Building::new(&settled, put_down).collect();
        OneGame { puzzle, game: TowerGame::new(puzzle, line), best: Incumbent::default() }
    }
}

impl Search for OneGame<'_> {
    type Answer = Vec<Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        if !self.game.play(self.puzzle, meter) {
            return SliceEnd::Working;
        }
        self.game.offer(self.puzzle, &mut self.best, meter);
        SliceEnd::Exhausted
    }

    fn best(&self) -> Option<&Found<Vec<Move>>> {
        self.best.best()
    }
}

/// A game whose moves are known, played through the meter.
pub(super) struct TowerGame {
    line: Vec<Move>,
    played: usize,
    state: Arrangement,
}

impl TowerGame {
    pub(super) fn new(puzzle: &BlocksWorld, line: Vec<Move>) -> Self {
        TowerGame { line, played: 0, state: puzzle.start() }
    }

    /// Plays on, until the goal is reached. Returns false if the slice or the run is over before
    /// the game is.
    pub(super) fn play(&mut self, puzzle: &BlocksWorld, meter: &mut Meter) -> bool {
        while let Some(&mv) = self.line.get(self.played) {
            if puzzle.is_solved(&self.state) {
                self.line.truncate(self.played);
                break;
            }
            if !meter.in_slice() || meter.play(puzzle, &mut self.state, mv).is_err() {
                return false;
            }
            self.played += 1;
        }
        true
    }

    /// Offers the game, which has been played to its end.
    pub(super) fn offer(
        &self,
        puzzle: &BlocksWorld,
        best: &mut Incumbent<Vec<Move>>,
        meter: &mut Meter,
    ) {
        if puzzle.is_solved(&self.state) {
            best.offer(meter, true, -(self.line.len() as Score), || self.line.clone());
        }
    }
}
