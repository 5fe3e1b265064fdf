//! Advice to somebody who fills in a board: is there a mistake, where to look, why, and the step.

use quarry_core::{Entry, Explained, Halt, Meter, Next, Place, Step, Tier};

/// Something entered that cannot be right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The entry, as people write it.
    pub entry: String,
    /// Where it stands, in words and on the picture.
    pub cell: String,
    /// The place on the picture.
    pub place: Place,
}

/// A next step, with what leads to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HintStep {
    /// The cells to look at, by their names.
    pub cells: Vec<String>,
    /// The same cells on the picture.
    pub places: Vec<Place>,
    /// The technique and a sentence for each thought, the step's own last.
    pub thoughts: Vec<(&'static str, String)>,
    /// What to enter, as people write it.
    pub entry: String,
}

/// What can be said of a partly filled board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Advice {
    /// These entries cannot be right.
    Mistakes(Vec<Mistake>),
    /// No entry is known to be wrong by itself, but together they cannot be completed: why.
    Blocked(String),
    /// All is well so far, and this comes next.
    HintStep(HintStep),
    /// All is well so far, and no technique finds another step.
    Stuck,
    /// Everything is filled in, and right.
    Solved,
    /// The limit came before a step was found; so far there is nothing wrong.
    Stopped(Halt),
}

/// Looks for the only solution there is, and gives it if that is known soon.
pub(crate) type Solution<'s, A> = dyn FnMut(&mut Meter) -> Option<A> + 's;

/// What to tell somebody who has come so far.
pub(crate) fn advise<P: Explained>(
    puzzle: &P,
    so_far: &P::Answer,
    solution: &mut Solution<P::Answer>,
    meter: &mut Meter,
) -> Advice {
    step_from(puzzle, so_far, solution, meter)
        .unwrap_or_else(|| Advice::Stopped(meter.halted().expect("only the meter stops")))
}

/// The same; none if the meter says stop.
fn step_from<P: Explained>(
    puzzle: &P,
    so_far: &P::Answer,
    solution: &mut Solution<P::Answer>,
    meter: &mut Meter,
) -> Option<Advice> {
    let entries = entries(puzzle, so_far);
    // Where nothing is entered nothing is wrong.
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

/// Takes entries as right; none if the meter says stop.
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

/// The entries that differ from the solution, or, where none is known, that the techniques rule
/// out; none if the meter says stop.
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

/// The entries of an answer that the instance does not give.
fn entries<P: Explained>(puzzle: &P, answer: &P::Answer) -> Vec<Entry> {
    let given = puzzle.values(&puzzle.blank());
    let values = puzzle.values(answer).into_iter().zip(given).enumerate();
    values
        .filter_map(|(cell, (value, given))| {
            Some(Entry { cell, value: value.filter(|_| given.is_none())? })
        })
        .collect()
}

/// An entry as people write it: `2,5=17`.
fn spelled<P: Explained>(puzzle: &P, entry: Entry) -> String {
    format!("{}={}", puzzle.name(entry.cell), entry.value)
}

/// The step with the thoughts before it that ruled out its value elsewhere or another value in its
/// cell.
fn lesson<P: Explained>(puzzle: &P, before: &[Step], step: &Step) -> HintStep {
    let placed = step.places[0];
    let bears = |excluded: &Entry| excluded.cell == placed.cell || excluded.value == placed.value;
    let helps = |thought: &&Step| thought.excludes.iter().any(bears);
    let relevant = before.iter().filter(helps).chain([step]);
    let thoughts =
        relevant.map(|thought| (thought.technique.name, thought.sentence.clone())).collect();
    HintStep {
        cells: step.cells.iter().map(|&cell| puzzle.name(cell)).collect(),
        places: step.cells.iter().map(|&cell| puzzle.place(cell)).collect(),
        thoughts,
        entry: spelled(puzzle, placed),
    }
}
