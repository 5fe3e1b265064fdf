//! Bounded refutation: assume a number in a cell and follow the consequences up to a contradiction.
//!
//! The consequences are: a number touches the next, a cell holds one number, and a number with one
//! cell left or a cell with one number left is forced. The chain counts only the assumption and the
//! forced numbers that the contradiction depends on: each number carries the set of forced numbers
//! that have narrowed it. The search starts where few candidates are left, because that gives short
//! chains.

use quarry_core::{Meter, Technique, Tier};

use super::bits::ones;
use super::notes::{Notes, listed};
use super::{Cell, Number, Step};

pub(super) static REFUTATION: Technique =
    Technique { name: "refutation", tier: Tier::Expert, points: 12 };
pub(super) static LONG_REFUTATION: Technique =
    Technique { name: "long refutation", tier: Tier::Beyond, points: 20 };

/// The longest chain that still counts as a short refutation.
const SHORT: usize = 5;

/// Where to search, in this order: numbers with at most this many cells left and cells with at most
/// this many numbers left, following at most this many forced numbers. A set of forced numbers has
/// 64 bits, the first for the assumption.
const LOOKS: [(u16, usize); 8] =
    [(2, 1), (2, 4), (3, 1), (3, 4), (u16::MAX, 1), (u16::MAX, 4), (u16::MAX, 15), (u16::MAX, 63)];

/// The most forced numbers of a chain that a sentence names.
const NAMED: usize = 6;

/// Rules out the first assumption that is refuted.
pub(super) fn find(notes: &mut Notes, meter: &mut Meter) -> Option<Step> {
    let mut trial = Trial::new(notes.size());
    for (left, limit) in LOOKS {
        for number in
            notes.numbers().filter(|&number| notes.cell_of(number).is_none()).collect::<Vec<_>>()
        {
            let few = notes.candidates.cells_left(number) <= left;
            let worth = |&cell: &Cell| few || notes.candidates.numbers_left(cell) <= left;
            for cell in notes.candidates.cells(number).filter(worth).collect::<Vec<_>>() {
                if let Some(clash) = trial.refute(notes, cell, number, limit, meter) {
                    return step(notes, &trial, (cell, number), clash, meter);
                }
                if meter.halted().is_some() {
                    return None;
                }
            }
        }
    }
    None
}

fn step(
    notes: &mut Notes,
    trial: &Trial,
    (cell, number): (Cell, Number),
    clash: Clash,
    meter: &mut Meter,
) -> Option<Step> {
    let (cone, end) = match clash {
        Clash::Number(number) => (
            trial.number_cone[usize::from(number) - 1],
            format!("{number} would have no cell left"),
        ),
        Clash::Cell(cell) => (
            trial.cell_cone[usize::from(cell)],
            format!("{} would have no number left", notes.name(cell)),
        ),
    };
    let rests_on = |&(index, _): &(usize, &(Cell, Number))| index > 0 && cone >> index & 1 == 1;
    let forced: Vec<_> =
        trial.forced.iter().enumerate().filter(rests_on).map(|(_, &entry)| entry).collect();
    let chain = forced.len() + 1;
    let technique = if chain <= SHORT { &REFUTATION } else { &LONG_REFUTATION };
    let mut words: Vec<_> = forced
        .iter()
        .take(NAMED)
        .map(|&(cell, number)| format!("{number} at {}", notes.name(cell)))
        .collect();
    if forced.len() > NAMED {
        words.push(format!("{} more", forced.len() - NAMED));
    }
    let forcing = match words.is_empty() {
        true => String::new(),
        false => format!("it would force {}, and ", listed(words)),
    };
    let sentence = format!("If {number} stood at {}, {forcing}{end}.", notes.name(cell));
    let cells: Vec<Cell> = [cell].into_iter().chain(forced.iter().map(|&(cell, _)| cell)).collect();
    notes.excluding(technique, chain, &cells, vec![(cell, number)], sentence, meter)
}

/// A contradiction.
#[derive(Clone, Copy)]
enum Clash {
    /// This number has no cell left.
    Number(Number),
    /// This cell has no number left.
    Cell(Cell),
}

/// An assumption that is being followed. The candidates in the notes are changed temporarily and
/// restored at the end.
struct Trial {
    /// The assumption and the numbers it forced, in order.
    forced: Vec<(Cell, Number)>,
    settled: Vec<bool>,
    /// For each number and each cell, the forced numbers that ruled out something for it, as bits.
    number_cone: Vec<u64>,
    cell_cone: Vec<u64>,
    removed: Vec<(Cell, Number)>,
    /// Consequences that still have to be removed, with their cones; the next one is last.
    due: Vec<(Cell, Number, u64)>,
    waiting: Vec<Number>,
    is_waiting: Vec<bool>,
    near: Vec<u64>,
    clash: Option<Clash>,
}

impl Trial {
    fn new(size: usize) -> Self {
        Trial {
            forced: Vec::new(),
            settled: vec![false; size],
            number_cone: vec![0; size],
            cell_cone: vec![0; size],
            removed: Vec::new(),
            due: Vec::new(),
            waiting: Vec::new(),
            is_waiting: vec![false; size],
            near: vec![0; size.div_ceil(64)],
            clash: None,
        }
    }

    /// Returns the contradiction that follows from the number in this cell, forcing at most `limit`
    /// other numbers. `None` if there is none, or if the meter says stop first.
    fn refute(
        &mut self,
        notes: &mut Notes,
        cell: Cell,
        number: Number,
        limit: usize,
        meter: &mut Meter,
    ) -> Option<Clash> {
        self.forced.clear();
        self.waiting.clear();
        self.number_cone.fill(0);
        self.cell_cone.fill(0);
        self.is_waiting.fill(false);
        self.clash = None;
        for (settled, held) in self.settled.iter_mut().zip(notes.numbers()) {
            *settled = notes.cell_of(held).is_some();
        }
        let others: Vec<Cell> =
            notes.candidates.cells(number).filter(|&other| other != cell).collect();
        for other in others {
            self.remove(notes, other, number, 1);
        }
        self.wait(number);
        let mut next = 0;
        while self.clash.is_none() && next < self.waiting.len() && meter.goes_on() {
            let number = self.waiting[next];
            next += 1;
            self.is_waiting[usize::from(number) - 1] = false;
            if !self.settled[usize::from(number) - 1] && notes.candidates.cells_left(number) == 1 {
                if self.forced.len() > limit {
                    break;
                }
                self.settle(notes, number);
            }
            self.spread(notes, number);
        }
        for (cell, number) in self.removed.drain(..) {
            notes.candidates.restore(cell, number);
        }
        self.clash
    }

    fn wait(&mut self, number: Number) {
        if !std::mem::replace(&mut self.is_waiting[usize::from(number) - 1], true) {
            self.waiting.push(number);
        }
    }

    /// Rules out a number because of the forced numbers in `cone`, and then everything that this
    /// forces.
    fn remove(&mut self, notes: &mut Notes, cell: Cell, number: Number, cone: u64) {
        self.remove_alone(notes, cell, number, cone);
        while let Some((cell, number, cone)) = self.due.pop() {
            self.remove_alone(notes, cell, number, cone);
        }
    }

    /// Rules out a number. If the cell has one number left then, that number is scheduled for
    /// removal from all other cells.
    fn remove_alone(&mut self, notes: &mut Notes, cell: Cell, number: Number, cone: u64) {
        if self.clash.is_some() || !notes.candidates.remove(cell, number) {
            return;
        }
        self.removed.push((cell, number));
        self.number_cone[usize::from(number) - 1] |= cone;
        self.cell_cone[usize::from(cell)] |= self.number_cone[usize::from(number) - 1];
        self.wait(number);
        match (notes.candidates.cells_left(number), notes.candidates.numbers_left(cell)) {
            (0, _) => self.clash = Some(Clash::Number(number)),
            (_, 0) => self.clash = Some(Clash::Cell(cell)),
            (_, 1) => {
                let only = notes.candidates.numbers(cell).next().expect("one number is left");
                if !self.settled[usize::from(only) - 1] && notes.candidates.cells_left(only) > 1 {
                    let cone = self.cell_cone[usize::from(cell)];
                    let others = notes.candidates.cells(only).filter(|&other| other != cell);
                    let begin = self.due.len();
                    self.due.extend(others.map(|other| (other, only, cone)));
                    // `due` is a stack: the first one to remove must be last.
                    self.due[begin..].reverse();
                }
            }
            _ => {}
        }
    }

    /// Fixes a number that has one cell left: rules out all other numbers there.
    fn settle(&mut self, notes: &mut Notes, number: Number) {
        let Some(cell) = notes.candidates.cells(number).next() else { return };
        self.settled[usize::from(number) - 1] = true;
        self.number_cone[usize::from(number) - 1] |= 1 << self.forced.len();
        self.forced.push((cell, number));
        let cone = self.number_cone[usize::from(number) - 1];
        let others: Vec<Number> =
            notes.candidates.numbers(cell).filter(|&other| other != number).collect();
        for other in others {
            self.remove(notes, cell, other, cone);
        }
    }

    /// Restricts the numbers before and after a number to cells next to it.
    fn spread(&mut self, notes: &mut Notes, number: Number) {
        self.near.fill(0);
        notes.open.union(notes.candidates.cell_set(number), &mut self.near);
        let cone = self.number_cone[usize::from(number) - 1];
        for other in [number.wrapping_sub(1), number + 1] {
            if !(1..=notes.size() as Number).contains(&other) {
                continue;
            }
            let apart = notes
                .candidates
                .cell_set(other)
                .iter()
                .zip(&self.near)
                .map(|(cells, near)| cells & !near);
            let apart: Vec<u64> = apart.collect();
            for cell in ones(&apart) {
                self.remove(notes, cell as Cell, other, cone);
            }
        }
    }
}
