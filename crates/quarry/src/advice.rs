//! Advice on a partly filled board or on a game: mistakes, where to look, the reason, and the next step.

use quarry_core::{Entry, Explained, Halt, Meter, Next, Place, Step, Tier};

/// An entry that cannot be right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// Entry in the puzzle's notation, such as `2,5=17`.
    pub entry: String,
    /// Name of the cell.
    pub cell: String,
    /// Place on the picture.
    pub place: Place,
}

/// A deduction on the way to a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deduction {
    /// Name of the technique, or what kind of reason it is.
    pub technique: &'static str,
    /// The deduction in one or two sentences.
    pub sentence: String,
    /// Places on the picture that it refers to.
    pub places: Vec<Place>,
}

/// A next step, with the reasoning that leads to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HintStep {
    /// Names of the cells to look at.
    pub cells: Vec<String>,
    /// The same cells as places on the picture.
    pub places: Vec<Place>,
    /// The deductions in order; the last one is the step itself.
    pub deductions: Vec<Deduction>,
    /// Entry to make, in the puzzle's notation.
    pub entry: String,
}

/// A game that cannot be won any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loss {
    /// Why the goal is out of reach.
    pub why: String,
    /// Places concerned, if the reason concerns some of them.
    pub places: Vec<Place>,
    /// The first move after which the game is known to be lost, by its index from 0 and as text;
    /// `None` if there never was a way to the goal.
    pub by: Option<(usize, String)>,
    /// Whether it is also known that the goal could be reached before that move.
    pub is_certain: bool,
}

/// Advice on a partly filled board or on a game.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use quarry::{Advice, Budget, Catalogue};
///
/// let catalogue = Catalogue::standard();
/// let example = catalogue.example("hidato/paper-figure-1").expect("it ships with Quarry");
/// let instance = catalogue.open(example.text)?;
/// match instance.advice(None, Budget::default(), &AtomicBool::new(false))? {
///     Some(Advice::HintStep(step)) => assert_eq!(step.entry, "5,6=3"),
///     other => panic!("expected a step, found {other:?}"),
/// }
/// # Ok::<(), quarry::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Advice {
    /// These entries cannot be right.
    Mistakes(Vec<Mistake>),
    /// No single entry is known to be wrong, but together they cannot be completed; says why.
    Blocked(String),
    /// The goal of the game cannot be reached any more.
    Lost(Loss),
    /// Correct so far, with the next step.
    HintStep(HintStep),
    /// No mistake is known, but no technique or search finds another step.
    Stuck,
    /// Everything is filled in correctly, or the goal is reached.
    Solved,
    /// A limit was reached before a step was found; no mistake is known.
    Stopped(Halt),
}

/// Searches for the unique solution, and returns it if it is found soon.
pub(crate) type Solution<'s, A> = dyn FnMut(&mut Meter) -> Option<A> + 's;

/// Returns advice on a partly filled board.
pub(crate) fn advise<P: Explained>(
    puzzle: &P,
    so_far: &P::Answer,
    solution: &mut Solution<P::Answer>,
    meter: &mut Meter,
) -> Advice {
    step_from(puzzle, so_far, solution, meter)
        .unwrap_or_else(|| Advice::Stopped(meter.halted().expect("only the meter stops")))
}

/// Returns the advice, or `None` if the meter stops the run.
fn step_from<P: Explained>(
    puzzle: &P,
    so_far: &P::Answer,
    solution: &mut Solution<P::Answer>,
    meter: &mut Meter,
) -> Option<Advice> {
    let entries = entries(puzzle, so_far);
    // An empty board has no mistakes.
    if !entries.is_empty() {
        let solution = solution(meter);
        let mistakes = mistakes(puzzle, &entries, solution.as_ref(), meter)?;
        if !mistakes.is_empty() {
            return Some(Advice::Mistakes(mistakes));
        }
    }
    let mut notes = puzzle.notes();
    enter_all(puzzle, &mut notes, entries, meter)?;
    let mut thoughts = Vec::new();
    Some(loop {
        match puzzle.next(&mut notes, Tier::Beyond, meter) {
            Next::Step(step) if step.places.is_empty() => thoughts.push(step),
            Next::Step(step) => break Advice::HintStep(lesson(puzzle, &thoughts, &step)),
            Next::Solved => break Advice::Solved,
            Next::Stuck => break Advice::Stuck,
            Next::Contradiction(why) => break Advice::Blocked(why),
            Next::Stopped => return None,
        }
    })
}

/// Returns the solution that the techniques lead to; `None` if they do not solve the puzzle. `Err`
/// says what stopped the search.
pub(crate) fn solution_by_techniques<P: Explained>(
    puzzle: &P,
    meter: &mut Meter,
) -> Result<Option<P::Answer>, Halt> {
    let mut notes = puzzle.notes();
    loop {
        match puzzle.next(&mut notes, Tier::Beyond, meter) {
            Next::Step(_) => {}
            Next::Solved => return Ok(Some(puzzle.filled(&notes))),
            Next::Stuck | Next::Contradiction(_) => return Ok(None),
            Next::Stopped => return Err(meter.halted().expect("only the meter stops")),
        }
    }
}

/// Takes the entries as correct. Returns `None` if the meter stops the run.
fn enter_all<P: Explained>(
    puzzle: &P,
    notes: &mut P::Notes,
    entries: Vec<Entry>,
    meter: &mut Meter,
) -> Option<()> {
    for entry in entries {
        if !meter.goes_on() {
            return None;
        }
        puzzle.enter(notes, entry);
    }
    Some(())
}

/// Returns the entries that differ from the solution or, if none is known, that the techniques rule
/// out. Returns `None` if the meter stops the run.
fn mistakes<P: Explained>(
    puzzle: &P,
    entered: &[Entry],
    solution: Option<&P::Answer>,
    meter: &mut Meter,
) -> Option<Vec<Mistake>> {
    let mut notes = puzzle.notes();
    match solution {
        Some(solution) => enter_all(puzzle, &mut notes, entries(puzzle, solution), meter)?,
        None => while let Next::Step(_) = puzzle.next(&mut notes, Tier::Beyond, meter) {},
    }
    if meter.halted().is_some() {
        return None;
    }
    let wrong = entered.iter().filter(|&&entry| !puzzle.allows(&notes, entry));
    let mistake = |&entry: &Entry| {
        let (cell, place) = (puzzle.name(entry.cell), puzzle.place(entry.cell));
        Mistake { entry: spelled(puzzle, entry), cell, place }
    };
    Some(wrong.map(mistake).collect())
}

/// Returns the entries of an answer that are not given by the instance.
fn entries<P: Explained>(puzzle: &P, answer: &P::Answer) -> Vec<Entry> {
    let given = puzzle.values(&puzzle.blank());
    let values = puzzle.values(answer).into_iter().zip(given).enumerate();
    values
        .filter_map(|(cell, (value, given))| {
            Some(Entry { cell, value: value.filter(|_| given.is_none())? })
        })
        .collect()
}

/// Writes an entry in the puzzle's notation: `2,5=17`.
fn spelled<P: Explained>(puzzle: &P, entry: Entry) -> String {
    format!("{}={}", puzzle.name(entry.cell), puzzle.write_value(entry.value))
}

/// Returns the step together with the earlier deductions that ruled out its value elsewhere or
/// another value in its cell, or that are about something beside the board, such as a carry.
fn lesson<P: Explained>(puzzle: &P, before: &[Step], step: &Step) -> HintStep {
    let placed = step.places[0];
    let bears = |excluded: &Entry| excluded.cell == placed.cell || excluded.value == placed.value;
    let helps = |thought: &&Step| thought.excludes.is_empty() || thought.excludes.iter().any(bears);
    let relevant = before.iter().filter(helps).chain([step]);
    let places = |step: &Step| step.cells.iter().map(|&cell| puzzle.place(cell)).collect();
    let deduction = |step: &Step| Deduction {
        technique: step.technique.name,
        sentence: step.sentence.clone(),
        places: places(step),
    };
    HintStep {
        cells: step.cells.iter().map(|&cell| puzzle.name(cell)).collect(),
        places: places(step),
        deductions: relevant.map(deduction).collect(),
        entry: spelled(puzzle, placed),
    }
}
