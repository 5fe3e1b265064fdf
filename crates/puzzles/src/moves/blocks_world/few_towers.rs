//! Answers for a table that holds only so many towers.
//! One tower leaves no move. With two, a move passes a block from one tower to the other, so that
//! the few arrangements that can be reached are tried. With three or more every goal can be
//! reached, one block after the other (`digging.rs`).
//! Then the fewest moves on a wide table are found (`smallest_set.rs`); if some order of them needs
//! no more towers than there may be, they are optimal here too. If not, or if that takes long, a
//! beam looks for better orders (`digging_beam.rs`). Promises an answer or a proof that there is
//! none, not the optimum: A* goes on from there. Time: O(n^2), then that of the others.

use quarry_core::{
    Aim, Card, Found, Guided, Incumbent, Meter, NoSettings, OwnSolver, PuzzleSearch, Score, Search,
    SettingError, SliceEnd, StateSpace, Tables,
};

use super::building::{Building, PutDown};
use super::digging::Digging;
use super::digging_beam::{DiggingBeam, Progress};
use super::goal::SettledBlocks;
use super::greedy::TowerGame;
use super::smallest_set::SmallestSet;
use super::{Arrangement, Block, BlocksWorld, Move, TABLE};

/// Name on the command line.
pub(super) const NAME: &str = "few-towers";

/// Finds answers for a table with little room.
pub(super) struct FewTowers;

impl OwnSolver<BlocksWorld> for FewTowers {
    const CARD: Card = Card {
        name: NAME,
        summary: "Finds a way on a table that holds few towers, or proves that there is none.",
        complete: "yes",
        optimal: "where the moves for a wide table fit",
        time: "O(n^2), then that of feedback-set",
        memory: "O(n^2) moves",
        rank: 50,
        alias: None,
    };
    type Settings = NoSettings;

    fn check(puzzle: &BlocksWorld, _: &NoSettings) -> Result<(), SettingError> {
        if puzzle.has_wide_table() {
            let why = "this table has room for every block; choose feedback-set or gn2";
            return Err(SettingError::OtherInstance(why.to_owned()));
        }
        Ok(())
    }

    fn turn(puzzle: &BlocksWorld) -> Option<u64> {
        (!puzzle.has_wide_table()).then_some(100_000)
    }

    fn begin<'p>(
        puzzle: &'p BlocksWorld,
        _: &NoSettings,
        seed: u64,
        _: &'p dyn Tables,
    ) -> PuzzleSearch<'p, BlocksWorld> {
        Box::new(Narrow::new(puzzle, seed))
    }
}

/// Why a goal cannot be reached from here, if the table holds at most two towers.
pub(super) fn why_impossible(puzzle: &BlocksWorld, state: &Arrangement) -> Option<String> {
    match puzzle.table {
        _ if puzzle.is_solved(state) => None,
        Some(1) => Some("A table for one tower leaves no block to move.".to_owned()),
        Some(2) if passing(puzzle, state).is_none() => Some(
            "On a table for two towers every move passes a block from one to the other, so that \
             the blocks keep their order, up one tower and down the other: the goal has another \
             order."
                .to_owned(),
        ),
        _ => None,
    }
}

/// The fewest moves on a table for two towers, if any lead to the goal.
fn passing(puzzle: &BlocksWorld, state: &Arrangement) -> Option<Vec<Move>> {
    let tops: Vec<Block> = state.clear_blocks().collect();
    let lines = tops.iter().filter_map(|&first| {
        let mut state = state.clone();
        let mut to = tops.iter().copied().find(|&top| top != first).unwrap_or(TABLE);
        let (mut from, mut line) = (first, Vec::new());
        loop {
            if puzzle.is_solved(&state) {
                return Some(line);
            }
            if from == TABLE {
                return None;
            }
            let mv = Move { block: from, to };
            let next = state.support(from);
            if !puzzle.is_legal(&state, mv) {
                return None;
            }
            puzzle.play(&mut state, mv);
            line.push(mv);
            (to, from) = (from, next);
        }
    });
    lines.min_by_key(Vec::len)
}

/// The running search.
struct Narrow<'p> {
    puzzle: &'p BlocksWorld,
    settled: SettledBlocks,
    sets: SmallestSet,
    best: Incumbent<Vec<Move>>,
    stage: Stage<'p>,
    /// Better orders of digging; none on tables for one or two towers, with very many blocks, and when
    /// all rounds are over.
    beam: Option<DiggingBeam<'p>>,
    /// Nodes that were spent on the fewest moves on a wide table.
    counted: u64,
    argument: Option<String>,
}

/// Most blocks for which a step of the beam is short.
const MOST_BLOCKS_OF_A_BEAM: usize = 1_000;

/// Nodes for the fewest moves on a wide table before the beam has its turn.
const COUNTED_FIRST: u64 = 20_000;

enum Stage<'p> {
    /// A way is made, one block after the other.
    Digging(Digging<'p>),
    /// A game is played through the meter; `true` if it is proved to be the best.
    Playing(TowerGame, bool),
    /// The fewest moves on a wide table are looked for.
    Counting,
    /// Better orders are looked for.
    Beam,
}

impl<'p> Narrow<'p> {
    fn new(puzzle: &'p BlocksWorld, seed: u64) -> Self {
        let settled = puzzle.goal.settle(&puzzle.start);
        let start = puzzle.start();
        let argument = why_impossible(puzzle, &start);
        let few = puzzle.table.is_some_and(|most| most <= 2);
        let (stage, beam) = if few {
            let line = passing(puzzle, &start).unwrap_or_default();
            (Stage::Playing(TowerGame::new(puzzle, line), true), None)
        } else {
            let digging = Digging::new(puzzle, &target(puzzle));
            let beam = (puzzle.count() <= MOST_BLOCKS_OF_A_BEAM)
                .then(|| DiggingBeam::new(digging.clone()));
            (Stage::Digging(digging), beam)
        };
        Narrow {
            puzzle,
            sets: SmallestSet::new(&settled, seed),
            settled,
            best: Incumbent::default(),
            stage,
            beam,
            counted: 0,
            argument,
        }
    }

    /// What comes next when a game has been played.
    fn next_stage(&self) -> Stage<'p> {
        let is_first = self.counted < COUNTED_FIRST && !self.sets.is_done();
        if is_first || self.beam.is_none() { Stage::Counting } else { Stage::Beam }
    }

    /// The fewest moves on a wide table, if they need no more towers than there may be.
    fn fitting(&self) -> Option<Vec<Move>> {
        let mut chosen = vec![false; self.puzzle.count()];
        for block in self.sets.set()? {
            chosen[usize::from(block)] = true;
        }
        let mut state = self.puzzle.start();
        let mut line = Vec::new();
        for mv in Building::new(&self.settled, PutDown::Chosen(&chosen)) {
            if !self.puzzle.is_legal(&state, mv) {
                return None;
            }
            self.puzzle.play(&mut state, mv);
            line.push(mv);
        }
        Some(line)
    }
}

impl Search for Narrow<'_> {
    type Answer = Vec<Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        if self.argument.is_some() {
            return SliceEnd::Proved;
        }
        loop {
            match &mut self.stage {
                Stage::Digging(digging) => {
                    while digging.advance() {
                        if !meter.in_slice() {
                            return SliceEnd::Working;
                        }
                    }
                    let line = digging.line().to_vec();
                    self.stage = Stage::Playing(TowerGame::new(self.puzzle, line), false);
                }
                Stage::Playing(game, is_best) => {
                    if !game.play(self.puzzle, meter) {
                        return SliceEnd::Working;
                    }
                    game.offer(self.puzzle, &mut self.best, meter);
                    if *is_best {
                        return SliceEnd::Proved;
                    }
                    if self.puzzle.aim() == Aim::Reach {
                        return SliceEnd::Exhausted;
                    }
                    self.stage = self.next_stage();
                }
                Stage::Counting if self.sets.is_done() => {
                    self.stage = match (self.fitting(), &self.beam) {
                        (Some(line), _) => Stage::Playing(TowerGame::new(self.puzzle, line), true),
                        (None, Some(_)) => Stage::Beam,
                        (None, None) => return SliceEnd::Exhausted,
                    };
                }
                Stage::Counting => {
                    let before = meter.tally().generated;
                    if !meter.in_slice() || self.sets.step(meter).is_err() {
                        return SliceEnd::Working;
                    }
                    self.counted += meter.tally().generated - before;
                    if self.counted >= COUNTED_FIRST && self.beam.is_some() {
                        self.stage = Stage::Beam;
                    }
                }
                Stage::Beam => {
                    if !meter.in_slice() {
                        return SliceEnd::Working;
                    }
                    let Some(beam) = &mut self.beam else {
                        self.stage = Stage::Counting;
                        continue;
                    };
                    if let Some(score) = self.best.bar() {
                        beam.beat(-score as usize);
                    }
                    let Ok(progress) = beam.step(meter) else { return SliceEnd::Working };
                    let (states, bytes) = beam.held(self.puzzle.count());
                    meter.keep(states, bytes);
                    match progress {
                        Progress::Open => {}
                        Progress::Found(line) => {
                            self.stage = Stage::Playing(TowerGame::new(self.puzzle, line), false);
                        }
                        Progress::Done => self.beam = None,
                    }
                }
            }
        }
    }

    fn best(&self) -> Option<&Found<Vec<Move>>> {
        self.best.best()
    }

    fn bound(&self) -> Option<Score> {
        if self.argument.is_some() {
            return None;
        }
        Some(-((self.settled.misplaced().count() + self.sets.low()) as Score))
    }

    fn argument(&self) -> Option<String> {
        let proved = || "No way on a table with room for all blocks takes fewer moves.".to_owned();
        let two = || "There is only one way to the goal on a table for two towers.".to_owned();
        self.argument.clone().or_else(|| match (&self.stage, self.puzzle.table) {
            (_, Some(..=2)) => Some(two()),
            (Stage::Playing(_, true), _) => Some(proved()),
            _ => None,
        })
    }
}

/// A complete goal that fits on the table and meets the open one.
fn closed_goal(puzzle: &BlocksWorld) -> Vec<Vec<Block>> {
    let goal = &puzzle.goal;
    let chains = |is_open_below: bool, is_open_above: bool| {
        let fits = move |chain: &&super::goal::Chain| {
            (chain.is_open_below, chain.is_open_above) == (is_open_below, is_open_above)
        };
        goal.chains().iter().filter(fits).map(|chain| chain.blocks.clone())
    };
    let mut is_named = vec![false; puzzle.count()];
    goal.chains().iter().flat_map(|chain| &chain.blocks).for_each(|&block| {
        is_named[usize::from(block)] = true;
    });
    let loose = puzzle.blocks().filter(|&block| !is_named[usize::from(block)]);
    let loose: Vec<Block> = chains(true, true).flatten().chain(loose).collect();
    let mut open: Vec<Vec<Block>> = chains(false, true).collect();
    if !loose.is_empty() {
        match open.first_mut() {
            Some(first) => first.extend(loose),
            None => open.push(loose),
        }
    }
    for (index, tops) in chains(true, false).enumerate() {
        match open.get_mut(index) {
            Some(tower) => tower.extend(tops),
            None => open.push(tops),
        }
    }
    chains(false, false).chain(open).collect()
}

/// Number of towers that a goal needs.
pub(super) fn towers_needed(puzzle: &BlocksWorld) -> usize {
    closed_goal(puzzle).len()
}

/// The complete goal as an arrangement.
fn target(puzzle: &BlocksWorld) -> Vec<Block> {
    let mut target = vec![TABLE; puzzle.count()];
    for tower in closed_goal(puzzle) {
        for pair in tower.windows(2) {
            target[usize::from(pair[1])] = pair[0];
        }
    }
    target
}
