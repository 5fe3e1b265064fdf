//! Shortest solutions by iterative deepening A* on additive pattern databases. It begins with a bound
//! that costs nothing, and computes tables, small ones first, as soon as the search turns out to be
//! longer than they take; what was excluded before stays excluded. R. Korf and A. Felner, 2002; the
//! stages are ours. Needs no more than the instance; proves the length of a shortest solution, or by
//! parity that there is none. Memory: at most 600 MB of tables, and none that `--memory` forbids.

use quarry_core::{
    Card, Found, Incumbent, Inside, Meter, OwnSolver, PuzzleSearch, Refused, Score, Search,
    SliceEnd, Tables, settings,
};

use super::additive::AdditivePatterns;
use super::heuristic::LinearConflict;
use super::ida_star::{LengthSearch, Progress};
use super::partition::{Partition, TableSize};
use super::placements::MOST_CELLS;
use super::task::Task;
use super::walking_distance::WalkingDistance;
use super::{NPuzzle, Objective, Slides, rules};

settings! {
    /// Settings of the search for shortest solutions.
    pub struct PatternIdaStarSettings {
        /// When pattern databases are computed: when the search takes longer than they do, at once
        /// (the large ones), or never.
        pub tables: &'static str = "when-needed", ["when-needed", "at-once", "never"];
    }
}

/// Iterative deepening A* on pattern databases.
pub(super) struct PatternIdaStar;

impl OwnSolver<NPuzzle> for PatternIdaStar {
    const CARD: Card = Card {
        name: "pattern-ida-star",
        summary: "Deepens to ever longer lines, cut off by additive pattern databases.",
        complete: "yes",
        optimal: "yes",
        time: "O(b^d), far less with the tables",
        memory: "O(d), and up to 600 MB of tables",
        rank: 50,
        alias: Some("exact"),
    };
    type Settings = PatternIdaStarSettings;

    fn turn(puzzle: &NPuzzle) -> Option<u64> {
        (puzzle.objective == Objective::Moves).then_some(match puzzle.cells() {
            // Tables beat everything else here, and the more so the longer they are used.
            ..=16 => 1_000_000,
            17..=MOST_CELLS => 300_000,
            _ => 20_000,
        })
    }

    fn begin<'p>(
        puzzle: &'p NPuzzle,
        settings: &PatternIdaStarSettings,
        _seed: u64,
        tables: &'p dyn Tables,
    ) -> PuzzleSearch<'p, NPuzzle> {
        Box::new(ShortestSearch {
            puzzle,
            tables,
            stage: if settings.tables == "at-once" {
                Stage::Unready(LAST)
            } else {
                Stage::Unready(0)
            },
            allows_tables: settings.tables != "never",
            task: Task::of(puzzle),
            length: 0,
            nodes: 0,
            best: Incumbent::default(),
            is_hopeless: rules::is_odd(puzzle, &puzzle.start_homes()),
            argument: None,
        })
    }
}

/// Number of the last bound: large tables. The first is quick, the second are small tables.
const LAST: usize = 2;

/// Nodes between two questions to the meter.
const STEP: u32 = 256;

struct ShortestSearch<'p> {
    puzzle: &'p NPuzzle,
    tables: &'p dyn Tables,
    task: Task,
    stage: Stage,
    allows_tables: bool,
    /// No solution is shorter.
    length: u32,
    /// Nodes of the current stage.
    nodes: u64,
    best: Incumbent<Slides>,
    is_hopeless: bool,
    argument: Option<String>,
}

/// The bound that is in use.
enum Stage {
    /// The bound of this number has yet to be made.
    Unready(usize),
    Walking(LengthSearch<WalkingDistance>),
    Lines(LengthSearch<LinearConflict>),
    Patterns(LengthSearch<AdditivePatterns>, TableSize),
}

impl ShortestSearch<'_> {
    /// Makes the next bound. `None` if the meter stops the run.
    fn make(&mut self, number: usize, meter: &mut Meter) -> Option<Stage> {
        let (task, length) = (&self.task, self.length);
        let size = match number {
            0 => None,
            1 => Some(TableSize::Small),
            _ => Some(TableSize::Large),
        };
        let partitions = size.and_then(|size| Partition::all(task, size));
        if let (Some(size), Some(partitions)) = (size, partitions) {
            let patterns = AdditivePatterns::of(task, &partitions, self.tables, meter)?;
            meter.keep(0, patterns.bytes());
            return Some(Stage::Patterns(LengthSearch::new(task, patterns, length), size));
        }
        let walking = (task.cells() <= MOST_CELLS).then(|| WalkingDistance::of(task, meter));
        if let Some(walking) = walking.flatten() {
            return Some(Stage::Walking(LengthSearch::new(task, walking, length)));
        }
        let lines = LinearConflict::new(task.columns(), task.rows(), task.blank_home());
        meter.goes_on().then(|| Stage::Lines(LengthSearch::new(task, lines, length)))
    }

    /// Returns the number of the bound that comes next, if the current one has had its time.
    fn due(&self, meter: &Meter) -> Option<usize> {
        let (next, size) = match self.stage {
            Stage::Unready(_) | Stage::Patterns(_, TableSize::Large) => return None,
            Stage::Walking(_) | Stage::Lines(_) => (1, TableSize::Small),
            Stage::Patterns(_, TableSize::Small) => (2, TableSize::Large),
        };
        let nodes = match (size, self.task.cells()) {
            (TableSize::Small, ..=16) => 50_000,
            (TableSize::Small, _) => 1_000_000,
            // They take longer than such a board, but are kept for all that follow.
            (TableSize::Large, ..=16) => 1_000_000,
            (TableSize::Large, _) => 20_000_000,
        };
        if !self.allows_tables || self.nodes < nodes {
            return None;
        }
        let partitions = Partition::all(&self.task, size)?;
        let is_in_use = next == LAST
            && Partition::all(&self.task, TableSize::Small).as_ref() == Some(&partitions);
        let fits = |most| Partition::bytes(&partitions, self.task.cells()) <= most;
        (!is_in_use && meter.memory().is_none_or(fits)).then_some(next)
    }

    fn step(&mut self, meter: &mut Meter) -> Result<Progress, Refused> {
        let before = meter.tally().generated;
        let (progress, length) = match &mut self.stage {
            Stage::Unready(_) => (Ok(Progress::Working), self.length),
            Stage::Walking(search) => (search.work(&self.task, STEP, meter), search.length()),
            Stage::Lines(search) => (search.work(&self.task, STEP, meter), search.length()),
            Stage::Patterns(search, _) => (search.work(&self.task, STEP, meter), search.length()),
        };
        self.nodes += meter.tally().generated - before;
        self.length = length;
        progress
    }

    /// Names what the proof rests on.
    fn bound_name(&self) -> &'static str {
        match self.stage {
            Stage::Unready(_) | Stage::Lines(_) => "distances and linear conflicts",
            Stage::Walking(_) => "walking distances",
            Stage::Patterns(..) => "additive pattern databases",
        }
    }
}

impl Search for ShortestSearch<'_> {
    type Answer = Slides;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        if self.is_hopeless {
            self.argument = rules::why_hopeless(self.puzzle, self.task.start());
            return SliceEnd::Proved;
        }
        while meter.in_slice() {
            if let Some(number) = self.due(meter) {
                self.stage = Stage::Unready(number);
            }
            if let Stage::Unready(number) = self.stage {
                let Some(stage) = self.make(number, meter) else { return SliceEnd::Working };
                self.stage = stage;
                self.nodes = 0;
            }
            match self.step(meter) {
                Err(Refused) => return SliceEnd::Working,
                Ok(Progress::Working) => {}
                Ok(Progress::Solved(way)) => {
                    let (moves, bound) = (way.len(), self.bound_name());
                    let line = self.task.line(&way);
                    self.best.offer(meter, true, -(moves as Score), || line);
                    self.argument = Some(format!(
                        "Every line of fewer than {moves} moves was searched, or cut off by {bound}."
                    ));
                    return SliceEnd::Proved;
                }
            }
        }
        SliceEnd::Working
    }

    fn best(&self) -> Option<&Found<Slides>> {
        self.best.best()
    }

    fn bound(&self) -> Option<Score> {
        (self.length > 0).then(|| -Score::from(self.length))
    }

    fn argument(&self) -> Option<String> {
        self.argument.clone()
    }

    fn inside(&self) -> Inside {
        Inside::of([("moves at least", f64::from(self.length))])
    }
}
