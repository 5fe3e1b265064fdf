//! Depth-first search for a way to the goal, with a table of the positions that failed.
//!
//! First it tries to prove the goal out of reach without a search (`impossible.rs`). Then it plays
//! jumps in a fixed order, those that clear the corners first, and never enters a position again that
//! failed in any of its symmetric forms. Where a large part of the tree failed, a pagoda function is
//! looked for that would have said so; it then cuts other parts. Complete; without an answer it is a
//! proof. The table takes at most 1 GiB, or half the memory limit; when it is full, failed positions
//! may be searched again.

use quarry_core::{
    Card, Found, Incumbent, Inside, Meter, NoSettings, OwnSolver, PuzzleSearch, Refused, Score,
    Search, SliceEnd, Tables,
};

use super::bits::{Bits, SearchBoard};
use super::impossible::{self, OutOfReach};
use super::pagoda::{Pagoda, Weighing};
use super::table::Table;
use super::{Jump, Objective, PegSolitaire};

/// Depth-first search with a table of failed positions.
pub(super) struct JumpSearch;

impl OwnSolver<PegSolitaire> for JumpSearch {
    const CARD: Card = Card {
        name: "jump-search",
        summary: "Tries jumps depth first, remembers failed positions, and proves goals out of \
            reach by parity and weights.",
        complete: "yes",
        optimal: "any goal will do",
        time: "O(b^m), less by the table",
        memory: "failed positions, at most 1 GiB",
        rank: 40,
        alias: Some("exact"),
    };
    type Settings = NoSettings;

    fn turn(puzzle: &PegSolitaire) -> Option<u64> {
        (puzzle.objective == Objective::Any).then_some(20_000)
    }

    fn begin<'p>(
        puzzle: &'p PegSolitaire,
        _: &NoSettings,
        _seed: u64,
        _: &'p dyn Tables,
    ) -> PuzzleSearch<'p, PegSolitaire> {
        if puzzle.layout().holes.len() <= 64 {
            Box::new(JumpTree::<u64>::new(puzzle))
        } else {
            Box::new(JumpTree::<u128>::new(puzzle))
        }
    }
}

/// Largest table, in bytes.
const LARGEST_TABLE: u64 = 1 << 30;

/// Number of positions in a failed part of the tree from which a pagoda function is looked for, for
/// each hole of the board, and most functions that are kept.
const WORTH_A_PAGODA: u64 = 50;
const MOST_PAGODAS: usize = 24;

pub(super) struct JumpTree<'p, B> {
    puzzle: &'p PegSolitaire,
    board: SearchBoard<B>,
    /// Jumps in the order in which they are tried.
    order: Vec<u16>,
    goals: Vec<u128>,
    target_pegs: u32,
    failed: Option<Table<B, ()>>,
    weighings: Vec<Weighing<B>>,
    path: Vec<Frame<B>>,
    entered: u64,
    reason: Option<OutOfReach>,
    stage: Stage,
    best: Incumbent<Vec<Jump>>,
}

#[derive(PartialEq, Eq)]
enum Stage {
    Fresh,
    Searching,
    Refuted,
    Solved,
}

/// A position on the path, and the next jump to try there.
struct Frame<B> {
    position: B,
    next: u16,
    /// Number of positions entered before this one.
    entered: u64,
}

impl<'p, B: Bits> JumpTree<'p, B> {
    pub(super) fn new(puzzle: &'p PegSolitaire) -> Self {
        let layout = puzzle.layout();
        let rise = |index: &u16| {
            let line = layout.lines[usize::from(*index)];
            let [from, over, to] = line.holes().map(|hole| puzzle.costs[hole] as i32);
            to - from - over
        };
        let mut order: Vec<u16> = (0..layout.lines.len() as u16).collect();
        order.sort_by_key(rise);
        JumpTree {
            puzzle,
            board: SearchBoard::new(puzzle),
            order,
            goals: impossible::goals_in_class(puzzle, puzzle.pegs),
            target_pegs: puzzle.target.pegs(),
            failed: None,
            weighings: Vec::new(),
            path: Vec::new(),
            entered: 0,
            reason: None,
            stage: Stage::Fresh,
            best: Incumbent::default(),
        }
    }

    /// Tries the next jump of the last position on the path.
    fn step(&mut self, meter: &mut Meter) -> Result<(), Refused> {
        let Some(frame) = self.path.last_mut() else {
            self.stage = Stage::Refuted;
            return Ok(());
        };
        let position = frame.position;
        let tried = self.order[usize::from(frame.next)..]
            .iter()
            .position(|&jump| self.board.jumps[usize::from(jump)].is_legal(position));
        let Some(skipped) = tried else {
            self.leave(meter);
            return Ok(());
        };
        let index = frame.next + skipped as u16;
        meter.spend_visit()?;
        frame.next = index + 1;
        let child =
            position ^ self.board.jumps[usize::from(self.order[usize::from(index)])].changed;
        if child.count() == self.target_pegs {
            if self.puzzle.target.is_met(child.wide()) {
                self.solved(meter);
            }
            return Ok(());
        }
        self.enter(child);
        Ok(())
    }

    fn enter(&mut self, position: B) {
        let is_cut = self.weighings.iter().any(|weighing| weighing.refutes(position));
        let failed = self.failed.as_ref().expect("the table is made at the start");
        if !is_cut && !failed.contains(self.board.canonical(position)) {
            self.entered += 1;
            self.path.push(Frame { position, next: 0, entered: self.entered });
        }
    }

    /// Leaves a position from which the goal is out of reach.
    fn leave(&mut self, meter: &mut Meter) {
        let Some(Frame { position, entered, .. }) = self.path.pop() else { return };
        let failed = self.failed.as_mut().expect("the table is made at the start");
        failed.insert(self.board.canonical(position));
        let layout = self.puzzle.layout();
        if self.entered - entered >= WORTH_A_PAGODA * layout.holes.len() as u64
            && self.weighings.len() < MOST_PAGODAS
            && !self.path.is_empty()
            && let Some(pagoda) = Pagoda::against(layout, position.wide(), &self.goals, meter)
        {
            self.weighings.push(Weighing::new(&pagoda));
        }
    }

    fn solved(&mut self, meter: &mut Meter) {
        let layout = self.puzzle.layout();
        let cell = |hole: u8| layout.holes[usize::from(hole)];
        let jump = |frame: &Frame<B>| {
            let line = layout.lines[usize::from(self.order[usize::from(frame.next) - 1])];
            Jump::new(cell(line.from), cell(line.to))
        };
        let line: Vec<Jump> = self.path.iter().map(jump).collect();
        let score = score(self.puzzle, &line);
        self.best.offer(meter, true, score, || line);
        self.stage = Stage::Solved;
    }
}

/// Returns the score of a line that reaches the goal.
pub(super) fn score(puzzle: &PegSolitaire, line: &[Jump]) -> Score {
    match puzzle.objective {
        Objective::Any => line.len() as Score,
        Objective::Sweeps => {
            let joined = line.windows(2).filter(|pair| pair[0].to == pair[1].from).count();
            joined as Score - line.len() as Score
        }
    }
}

impl<B: Bits> Search for JumpTree<'_, B> {
    type Answer = Vec<Jump>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        while meter.in_slice() {
            match self.stage {
                Stage::Fresh => {
                    let pegs = self.puzzle.pegs;
                    let most = meter.memory().map_or(LARGEST_TABLE, |most| most / 2);
                    self.failed = Some(Table::new(most.min(LARGEST_TABLE)));
                    self.stage = Stage::Searching;
                    if self.puzzle.target.is_met(pegs) {
                        self.solved(meter);
                        continue;
                    }
                    self.reason = impossible::reason(self.puzzle, pegs, meter);
                    if self.reason.is_some() {
                        self.stage = Stage::Refuted;
                    } else {
                        self.enter(B::of(pegs));
                    }
                }
                Stage::Searching => {
                    if self.step(meter).is_err() {
                        break;
                    }
                    if self.entered.is_multiple_of(256) {
                        let failed =
                            self.failed.as_ref().map_or((0, 0), |it| (it.len(), it.bytes()));
                        meter.keep(failed.0 + self.path.len(), failed.1);
                    }
                }
                Stage::Refuted => return SliceEnd::Proved,
                Stage::Solved => return SliceEnd::Exhausted,
            }
        }
        SliceEnd::Working
    }

    fn best(&self) -> Option<&Found<Vec<Jump>>> {
        self.best.best()
    }

    fn argument(&self) -> Option<String> {
        match (&self.reason, &self.stage) {
            (Some(reason), _) => Some(reason.words.clone()),
            (None, Stage::Refuted) => Some(format!(
                "All {} positions that can be reached and are not excluded by weights were \
                 searched, up to symmetry.",
                self.failed.as_ref().map_or(0, Table::len)
            )),
            (None, _) => None,
        }
    }

    fn inside(&self) -> Inside {
        Inside::of([
            ("failed positions", self.failed.as_ref().map_or(0, Table::len) as f64),
            ("jumps played", self.path.len() as f64),
            ("pagoda functions", self.weighings.len() as f64),
        ])
    }
}
