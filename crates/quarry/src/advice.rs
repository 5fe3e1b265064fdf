//! Advice to somebody who fills in a board: is there a mistake, where to look, why, and the step.

use quarry_core::{Entry, Explained, Next, Step, Tier};

/// Something entered that cannot be right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The entry, as people write it.
    pub entry: String,
    /// Where it stands, in words and on the picture.
    pub cell: String,
    /// The place on the picture.
    pub place: (u32, u32),
}

/// A next step, with what leads to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lesson {
    /// The cells to look at, by their names.
    pub cells: Vec<String>,
    /// The same cells on the picture.
    pub places: Vec<(u32, u32)>,
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
    Lesson(Lesson),
    /// All is well so far, and no technique finds another step.
    Stuck,
    /// Everything is filled in, and right.
    Solved,
}

/// What to tell somebody who has come so far. `solution` is the only one there is, if that is known.
pub(crate) fn advise<P: Explained>(puzzle: &P, so_far: &P::Answer, solution: Option<&P::Answer>) -> Advice {
    let entries = entries(puzzle, so_far);
    let mistakes = mistakes(puzzle, &entries, solution);
    if !mistakes.is_empty() {
        return Advice::Mistakes(mistakes);
    }
    let mut notes = puzzle.notes();
    entries.into_iter().for_each(|entry| puzzle.enter(&mut notes, entry));
    let mut thoughts = Vec::new();
    loop {
        match puzzle.next(&mut notes, Tier::Beyond) {
            Next::Step(step) if step.places.is_empty() => thoughts.push(step),
            Next::Step(step) => return Advice::Lesson(lesson(puzzle, &thoughts, &step)),
            Next::Solved => return Advice::Solved,
            Next::Stuck => return Advice::Stuck,
            Next::Contradiction(why) => return Advice::Blocked(why),
        }
    }
}

/// The entries that differ from the solution, or, where none is known, that the techniques rule out.
fn mistakes<P: Explained>(puzzle: &P, entered: &[Entry], solution: Option<&P::Answer>) -> Vec<Mistake> {
    let mut notes = puzzle.notes();
    match solution {
        Some(solution) => {
            entries(puzzle, solution).into_iter().for_each(|entry| puzzle.enter(&mut notes, entry));
        }
        None => while let Next::Step(_) = puzzle.next(&mut notes, Tier::Beyond) {},
    }
    let wrong = entered.iter().filter(|&&entry| !puzzle.allows(&notes, entry));
    let mistake = |&entry: &Entry| {
        let (cell, place) = (puzzle.name(entry.cell), puzzle.place(entry.cell));
        Mistake { entry: spelled(puzzle, entry), cell, place }
    };
    wrong.map(mistake).collect()
}

/// The entries of an answer that the instance does not give.
fn entries<P: Explained>(puzzle: &P, answer: &P::Answer) -> Vec<Entry> {
    let given = puzzle.values(&puzzle.blank());
    let values = puzzle.values(answer).into_iter().zip(given).enumerate();
    values
        .filter_map(|(cell, (value, given))| Some(Entry { cell, value: value.filter(|_| given.is_none())? }))
        .collect()
}

/// An entry as people write it: `2,5=17`.
fn spelled<P: Explained>(puzzle: &P, entry: Entry) -> String {
    format!("{}={}", puzzle.name(entry.cell), entry.value)
}

/// The step with the thoughts before it that ruled out its value elsewhere or another value in its cell.
fn lesson<P: Explained>(puzzle: &P, before: &[Step], step: &Step) -> Lesson {
    let placed = step.places[0];
    let bears = |excluded: &Entry| excluded.cell == placed.cell || excluded.value == placed.value;
    let helps = |thought: &&Step| thought.excludes.iter().any(bears);
    let relevant = before.iter().filter(helps).chain([step]);
    let thoughts = relevant.map(|thought| (thought.technique.name, thought.sentence.clone())).collect();
    Lesson {
        cells: step.cells.iter().map(|&cell| puzzle.name(cell)).collect(),
        places: step.cells.iter().map(|&cell| puzzle.place(cell)).collect(),
        thoughts,
        entry: spelled(puzzle, placed),
    }
}
