//! Any solution at once, then ever shorter ones. The first comes line by line (`layers.rs`). Then
//! beams of growing width look for shorter ones (`beam.rs`), with pattern databases where the board is
//! small enough, small ones first, and line by line where it is large (`line_beams.rs`), and pieces of
//! what they find are shortened (`windows.rs`). The mixture is ours. Needs a board of even parity;
//! finds a solution of every such board, and proves that there is none of others. Memory: that of the
//! widest beam, 1 GB at most. What tables are kept changes the time only, unless time is limited:
//! then large tables are used if they are kept or a minute is left to compute them.

use quarry_core::{
    Card, Found, Incumbent, Inside, Meter, NoSettings, OwnSolver, PuzzleSearch, Refused, Score,
    Search, SliceEnd, Tables,
};

use super::additive::{AdditivePatterns, KeptPatterns};
use super::beam::{BeamEnd, BoardBeam};
use super::heuristic::LinearConflict;
use super::line_beams::LineBeams;
use super::partition::{Partition, TableSize};
use super::task::Task;
use super::windows::Windows;
use super::{NPuzzle, Objective, Slides, layers, rules};

/// A solution at once, then shorter ones.
pub(super) struct Improver;

impl OwnSolver<NPuzzle> for Improver {
    const CARD: Card = Card {
        name: "improver",
        summary: "Solves line by line, then looks for shorter solutions by ever wider beams.",
        complete: "yes",
        optimal: "no",
        time: "O(n^4) for n x n cells, then as long as it may",
        memory: "O(w d)",
        rank: 45,
        ..Card::PLAIN
    };
    type Settings = NoSettings;

    fn turn(puzzle: &NPuzzle) -> Option<u64> {
        Some(match puzzle.cells() {
            ..=16 => 100_000,
            _ => 1_000_000,
        })
    }

    fn begin<'p>(
        puzzle: &'p NPuzzle,
        _: &NoSettings,
        _seed: u64,
        tables: &'p dyn Tables,
    ) -> PuzzleSearch<'p, NPuzzle> {
        Box::new(ImproverSearch {
            puzzle,
            tables,
            task: Task::of(puzzle),
            work: Work::First,
            way: None,
            width: NARROWEST,
            is_widest: false,
            patterns: None,
            best: Incumbent::default(),
            argument: None,
        })
    }
}

/// Width of the first beam; each has twice the width of the one before.
const NARROWEST: usize = 16;

/// Factor by which the beam for a single line may be wider.
const LINE_WIDTH: usize = 4;

/// Longest pieces of a line that are shortened between two beams, and after the last.
const PIECES: usize = 28;
const LAST_PIECES: usize = 60;

/// Widths from which on small and large pattern databases are worth their computing.
const WORTH_SMALL_TABLES: usize = 1_000;
const WORTH_LARGE_TABLES: usize = 16_000;

/// Seconds that must be left of a time limit before large tables are computed.
const SECONDS_FOR_LARGE_TABLES: f64 = 60.0;

/// Cells from which on lines come home one by one: beams for all tiles get lost.
const MANY_CELLS: usize = 80;

/// Bytes that a beam may hold.
const MOST_BYTES: u64 = 1 << 30;

/// Steps between two questions to the meter.
const STEPS: usize = 16;

struct ImproverSearch<'p> {
    puzzle: &'p NPuzzle,
    tables: &'p dyn Tables,
    task: Task,
    work: Work,
    /// Way of the empty cell in the best solution.
    way: Option<Vec<u16>>,
    /// Width of the next beam, and whether there is none.
    width: usize,
    is_widest: bool,
    patterns: Option<(TableSize, AdditivePatterns)>,
    best: Incumbent<Slides>,
    argument: Option<String>,
}

/// What is being done.
enum Work {
    First,
    Shortening(Windows),
    /// A beam without tables, or with them.
    Beam(BoardBeam<u32>),
    PatternBeam(BoardBeam<KeptPatterns>),
    /// A beam for each line.
    LineBeams(Box<LineBeams>),
    /// The next beam has yet to be begun.
    Widening,
    Done,
}

impl ImproverSearch<'_> {
    fn offer(&mut self, way: &[u16], meter: &mut Meter) {
        let is_better = self.way.as_ref().is_none_or(|best| way.len() < best.len());
        if is_better {
            let line = || self.task.line(way);
            self.best.offer(meter, true, -(way.len() as Score), line);
            self.way = Some(way.to_vec());
        }
    }

    fn lines_bound(&self) -> LinearConflict {
        LinearConflict::new(self.task.columns(), self.task.rows(), self.task.blank_home())
    }

    /// Does a little work. `None` if the meter stops the run.
    fn step(&mut self, meter: &mut Meter) -> Result<(), Refused> {
        let than = self.way.as_ref().map_or(usize::MAX, Vec::len);
        match std::mem::replace(&mut self.work, Work::Done) {
            Work::First => {
                self.work = Work::First;
                let way = layers::solve(&self.task, &mut || meter.goes_on());
                assert!(
                    way.is_some() || !meter.goes_on(),
                    "every board of even parity is solved line by line"
                );
                let way = way.ok_or(Refused)?;
                way.iter().try_for_each(|_| meter.spend_visit())?;
                self.offer(&way, meter);
                self.work = Work::Widening;
            }
            Work::Shortening(mut windows) => {
                let end = windows.step(&self.task, meter);
                if end == Ok(true) {
                    self.offer(windows.way(), meter);
                }
                self.work = match windows.is_done() {
                    false => Work::Shortening(windows),
                    true if self.is_widest => Work::Done,
                    true => Work::Widening,
                };
                end?;
            }
            Work::Widening => self.widen(meter)?,
            Work::Beam(mut beam) => {
                let bound = self.lines_bound();
                let end = beam.step(&self.task, &bound, than, meter);
                let (boards, bytes) = beam.held(self.task.cells());
                meter.keep(boards, bytes);
                let is_complete = beam.is_complete();
                self.work = Work::Beam(beam);
                self.after_beam(end?, is_complete, meter);
            }
            Work::LineBeams(mut beams) => {
                let end = beams.step(&self.task, than, meter);
                let (boards, bytes) = beams.held(self.task.cells());
                meter.keep(boards, bytes);
                self.work = Work::LineBeams(beams);
                self.after_beam(end?, false, meter);
            }
            Work::PatternBeam(mut beam) => {
                let (_, patterns) = self.patterns.as_ref().expect("the beam began with tables");
                let end = beam.step(&self.task, patterns, than, meter);
                let (boards, bytes) = beam.held(self.task.cells());
                meter.keep(boards, bytes + patterns.bytes());
                let is_complete = beam.is_complete();
                self.work = Work::PatternBeam(beam);
                self.after_beam(end?, is_complete, meter);
            }
            Work::Done => {}
        }
        Ok(())
    }

    fn after_beam(&mut self, end: BeamEnd, is_complete: bool, meter: &mut Meter) {
        match end {
            BeamEnd::Working => return,
            BeamEnd::Empty => self.work = Work::Widening,
            BeamEnd::Solved(way) => {
                self.offer(&way, meter);
                self.work = Work::Shortening(Windows::new(&self.task, &way, PIECES));
            }
        }
        if is_complete {
            let moves = self.way.as_ref().map_or(0, Vec::len);
            self.argument = Some(format!(
                "No board that is fewer than {moves} moves away from the start is the goal."
            ));
            self.work = Work::Done;
        }
    }

    /// Returns whether tables of this size exist, fit into memory, are other than those in use, and
    /// can be had within the time limit.
    fn has_use_for(&self, size: TableSize, meter: &Meter) -> bool {
        let (task, present) = (&self.task, self.patterns.as_ref().map(|(size, _)| *size));
        let Some(partitions) = Partition::all(task, size) else { return false };
        let is_other = |present| {
            present != size && Partition::all(task, present).as_ref() != Some(&partitions)
        };
        let fits = |most| Partition::bytes(&partitions, task.cells()) <= most;
        let is_in_time = || {
            let left = meter.seconds_left().filter(|_| size == TableSize::Large);
            left.is_none_or(|left| left >= SECONDS_FOR_LARGE_TABLES)
                || AdditivePatterns::are_kept(task, &partitions, self.tables)
        };
        present.is_none_or(is_other) && meter.memory().is_none_or(fits) && is_in_time()
    }

    /// Begins the next beam.
    fn widen(&mut self, meter: &mut Meter) -> Result<(), Refused> {
        let (task, width) = (&self.task, self.width);
        self.work = Work::Widening;
        let length = self.way.as_ref().map_or(0, Vec::len);
        let most = meter.memory().map_or(MOST_BYTES, |most| (most / 2).min(MOST_BYTES));
        // Boards of the layer and the next, steps, and keys of boards that were met.
        let board = 2 * (2 * task.cells() + 150) + 48;
        if (width * (board + 8 * length)) as u64 > most {
            let way = self.way.as_deref().unwrap_or_default();
            self.work = Work::Shortening(Windows::new(task, way, LAST_PIECES));
            self.is_widest = true;
            return Ok(());
        }
        let size = match width {
            WORTH_LARGE_TABLES.. => Some(TableSize::Large),
            WORTH_SMALL_TABLES.. => Some(TableSize::Small),
            _ => None,
        };
        if let Some(size) = size.filter(|size| self.has_use_for(*size, meter)) {
            let partitions = Partition::all(task, size).unwrap_or_default();
            let patterns = AdditivePatterns::of(task, &partitions, self.tables, meter);
            self.patterns = Some((size, patterns.ok_or(Refused)?));
        }
        self.width *= 2;
        self.work = match &self.patterns {
            Some((_, patterns)) => Work::PatternBeam(BoardBeam::new(task, patterns, width)),
            None if task.cells() >= MANY_CELLS => {
                Work::LineBeams(Box::new(LineBeams::new(task, LINE_WIDTH * width)))
            }
            None => Work::Beam(BoardBeam::new(task, &self.lines_bound(), width)),
        };
        Ok(())
    }
}

impl Search for ImproverSearch<'_> {
    type Answer = Slides;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        if rules::is_odd(self.puzzle, self.task.start()) {
            self.argument = rules::why_hopeless(self.puzzle, self.task.start());
            return SliceEnd::Proved;
        }
        while meter.in_slice() {
            // A step of a beam is a board, one of the others takes longer.
            let is_beam =
                matches!(self.work, Work::Beam(_) | Work::PatternBeam(_) | Work::LineBeams(_));
            for _ in 0..if is_beam { STEPS } else { 1 } {
                if self.step(meter).is_err() {
                    return SliceEnd::Working;
                }
            }
            let is_enough = self.puzzle.objective == Objective::Any && self.way.is_some();
            if matches!(self.work, Work::Done) && self.argument.is_some() {
                return SliceEnd::Proved;
            }
            if matches!(self.work, Work::Done) || is_enough {
                return SliceEnd::Exhausted;
            }
        }
        SliceEnd::Working
    }

    fn best(&self) -> Option<&Found<Slides>> {
        self.best.best()
    }

    fn argument(&self) -> Option<String> {
        self.argument.clone()
    }

    fn inside(&self) -> Inside {
        Inside::of([("beam width", self.width as f64)])
    }
}
