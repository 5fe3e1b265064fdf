//! Counts the ways to the goal, and the positions that can be reached.
//!
//! Breadth first by jumps: a level holds each position once up to the symmetries that keep the goal,
//! with the number of lines that lead to it or to one of its symmetric forms. A symmetry maps ways
//! to the goal to ways to the goal, so that the number at the goal is that of all lines. Our own; the
//! same method gives the known figures of the English board. It needs the two widest neighbouring
//! levels in memory, 24 to 48 bytes a position and more for free places in its table. Levels are not
//! kept, so that a line to show is looked for when all is counted.

use quarry_core::{
    Card, Found, Incumbent, Inside, Meter, NoSettings, OwnSolver, PuzzleSearch, Refused, Search,
    SettingError, SliceEnd, Tables,
};

use super::bits::{Bits, SearchBoard};
use super::impossible;
use super::jump_search::JumpTree;
use super::table::{HashEntry, Table};
use super::{Jump, Objective, PegSolitaire};

/// The count of all ways to the goal.
pub(super) struct CountGames;

impl OwnSolver<PegSolitaire> for CountGames {
    const CARD: Card = Card {
        name: "count-games",
        summary: "Counts all ways to the goal and all reachable positions, level by level.",
        complete: "yes",
        optimal: "any goal will do",
        time: "O(b n) for n positions",
        memory: "two levels of positions",
        rank: 1,
        alias: None,
    };
    type Settings = NoSettings;

    fn check(puzzle: &PegSolitaire, _: &NoSettings) -> Result<(), SettingError> {
        match puzzle.objective {
            Objective::Any => Ok(()),
            Objective::Sweeps => {
                let why = "it counts lines of jumps: write `objective = \"any\"` into the \
                    instance, or choose fewest-sweeps";
                Err(SettingError::OtherInstance(why.to_owned()))
            }
        }
    }

    /// A count is asked for by name.
    fn turn(_: &PegSolitaire) -> Option<u64> {
        None
    }

    fn begin<'p>(
        puzzle: &'p PegSolitaire,
        _: &NoSettings,
        _seed: u64,
        _: &'p dyn Tables,
    ) -> PuzzleSearch<'p, PegSolitaire> {
        if puzzle.layout().holes.len() <= 64 {
            Box::new(Counting::<u64>::new(puzzle))
        } else {
            Box::new(Counting::<u128>::new(puzzle))
        }
    }
}

/// Memory that a count may take, in bytes, unless there is a limit.
const MEMORY: u64 = 4 << 30;

/// A number of lines. Its halves are apart, so that it needs no alignment of 16 bytes.
type Lines = [u64; 2];

fn whole(lines: Lines) -> u128 {
    u128::from(lines[1]) << 64 | u128::from(lines[0])
}

fn halves(lines: u128) -> Lines {
    [lines as u64, (lines >> 64) as u64]
}

struct Counting<'p, B> {
    puzzle: &'p PegSolitaire,
    board: SearchBoard<B>,
    stage: Stage<'p, B>,
    /// The level that is expanded, and how far.
    level: Vec<(B, Lines)>,
    expanded: usize,
    next: Table<B, Lines>,
    /// Positions in the levels so far, and in the widest.
    reached: u64,
    widest: usize,
    /// Lines that reach the goal; `None` if there are more than can be counted.
    ways: Option<u128>,
    best: Incumbent<Vec<Jump>>,
}

enum Stage<'p, B> {
    Fresh,
    /// The goal is out of reach, for this reason.
    Refuted(String),
    Counting,
    /// All is counted, and one of the lines is looked for.
    Example(Box<JumpTree<'p, B>>),
    Done,
}

impl<'p, B: Bits> Counting<'p, B> {
    fn new(puzzle: &'p PegSolitaire) -> Self {
        let board = SearchBoard::new(puzzle);
        let start = board.canonical(B::of(puzzle.pegs));
        Counting {
            puzzle,
            board,
            stage: Stage::Fresh,
            level: vec![(start, halves(1))],
            expanded: 0,
            next: Table::new(MEMORY / 2),
            reached: 1,
            widest: 1,
            ways: Some(u128::from(puzzle.target.is_met(puzzle.pegs))),
            best: Incumbent::default(),
        }
    }

    fn begin(&mut self, meter: &mut Meter) {
        if let Some(most) = meter.memory() {
            self.next = Table::new(most.min(MEMORY) / 2);
        }
        self.stage = match impossible::reason(self.puzzle, self.puzzle.pegs, meter) {
            Some(reason) => Stage::Refuted(reason.words),
            None => Stage::Counting,
        };
    }

    /// Expands one position, or goes on to the next level.
    fn step(&mut self, meter: &mut Meter) -> Result<(), Refused> {
        let Some(&(position, lines)) = self.level.get(self.expanded) else {
            self.level.clear();
            self.level.extend(self.next.iter());
            self.next.clear();
            self.expanded = 0;
            self.reached += self.level.len() as u64;
            self.widest = self.widest.max(self.level.len());
            if self.level.is_empty() {
                self.level = Vec::new();
                self.next = Table::new(0);
                self.stage = match self.ways {
                    Some(0) => Stage::Done,
                    _ => Stage::Example(Box::new(JumpTree::new(self.puzzle))),
                };
            }
            return Ok(());
        };
        let has_room = self.next.has_room(self.board.jumps.len());
        if self.expanded.is_multiple_of(256) || !has_room {
            let most = meter.memory().unwrap_or(MEMORY) as usize;
            let bytes = self.level.capacity() * size_of::<(B, Lines)>() + self.next.bytes();
            let bytes = if has_room { bytes } else { bytes.max(most) };
            meter.keep(self.level.len() + self.next.len(), bytes);
            if bytes >= most {
                return Err(Refused);
            }
        }
        if !self.puzzle.target.is_met(position.wide()) {
            for jump in &self.board.jumps {
                if !jump.is_legal(position) {
                    continue;
                }
                meter.spend_visit()?;
                let after = position ^ jump.changed;
                if self.puzzle.target.is_met(after.wide()) {
                    self.ways = self.ways.and_then(|ways| ways.checked_add(whole(lines)));
                }
                let (HashEntry::New(total) | HashEntry::Old(total)) =
                    self.next.entry(self.board.canonical(after));
                match whole(*total).checked_add(whole(lines)) {
                    Some(sum) => *total = halves(sum),
                    None => self.ways = None,
                }
            }
        }
        self.expanded += 1;
        Ok(())
    }

    fn is_counted(&self) -> bool {
        matches!(self.stage, Stage::Example(_) | Stage::Done)
    }
}

impl<B: Bits> Search for Counting<'_, B> {
    type Answer = Vec<Jump>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        while meter.in_slice() {
            match &mut self.stage {
                Stage::Fresh => self.begin(meter),
                Stage::Refuted(_) => return SliceEnd::Proved,
                Stage::Counting => {
                    if self.step(meter).is_err() {
                        // Without a limit on memory there is one all the same.
                        let is_over = meter.goes_on();
                        return if is_over { SliceEnd::Exhausted } else { SliceEnd::Working };
                    }
                }
                Stage::Example(tree) => {
                    if tree.slice(meter) == SliceEnd::Working {
                        return SliceEnd::Working;
                    }
                    if let Some(found) = tree.best().cloned() {
                        self.best.offer(meter, true, found.score, || found.answer);
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done if self.ways.is_some() => return SliceEnd::Proved,
                Stage::Done => return SliceEnd::Exhausted,
            }
        }
        SliceEnd::Working
    }

    fn best(&self) -> Option<&Found<Vec<Jump>>> {
        self.best.best()
    }

    fn argument(&self) -> Option<String> {
        if let Stage::Refuted(reason) = &self.stage {
            return Some(reason.clone());
        }
        let ways = self.ways.filter(|_| self.is_counted())?;
        Some(format!(
            "{} lines of jumps reach the goal. {} positions can be reached, at most {} after the \
             same number of jumps, up to the {} symmetries that keep the goal.",
            grouped(ways),
            grouped(u128::from(self.reached)),
            grouped(self.widest as u128),
            self.board.symmetries(),
        ))
    }

    fn inside(&self) -> Inside {
        Inside::of([
            ("positions", self.reached as f64),
            ("positions of this level", self.level.len() as f64),
            ("positions of the next level", self.next.len() as f64),
        ])
    }
}

/// Writes a number with commas between groups of three digits.
fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
