//! A board that is filled in: entries in any order, which may be wrong.
//!
//! A move is `CELL=VALUE`, or `CELL=_` to erase, with the puzzle's names for cells: `2,5=17`.
//! Entries that contradict the rules are accepted, as on paper; [`Game::slips`] names them. Only
//! given cells cannot be changed.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quarry_core::{
    Budget, Entry, Explained, Filled, Halt, Located, Meter, Picture, Place, Position, Puzzle, Score,
};

use super::{ERASED, FillCell, FillGame, Game, Hint, MOST_LISTED, Reach, Slip};
use crate::advice::{Advice, advise};

/// A change of one cell.
#[derive(Debug, Clone, Copy)]
struct Change {
    cell: usize,
    before: Option<u32>,
    after: Option<u32>,
}

/// Returns a hint for a partly filled board.
type HintMaker<P> = fn(&P, &<P as Puzzle>::Answer, &mut Meter) -> Result<Option<Hint>, Halt>;

pub(crate) struct FillSession<P: Filled> {
    puzzle: Arc<P>,
    filling: P::Answer,
    given: Vec<bool>,
    by_name: HashMap<String, usize>,
    by_place: HashMap<Place, usize>,
    /// Changes made, followed by the ones taken back from index `made` on.
    line: Vec<Change>,
    made: usize,
    /// Source of hints, if there is one.
    teacher: Option<HintMaker<P>>,
}

impl<P: Filled> FillSession<P> {
    pub(crate) fn new(puzzle: Arc<P>) -> Self {
        let filling = puzzle.blank();
        let given: Vec<bool> = puzzle.values(&filling).iter().map(Option::is_some).collect();
        let by_name = (0..given.len()).map(|cell| (puzzle.name(cell), cell)).collect();
        let by_place = (0..given.len()).map(|cell| (puzzle.place(cell), cell)).collect();
        FillSession {
            puzzle,
            filling,
            given,
            by_name,
            by_place,
            line: Vec::new(),
            made: 0,
            teacher: None,
        }
    }

    fn value(&self, cell: usize) -> Option<u32> {
        self.puzzle.values(&self.filling)[cell]
    }

    fn text(&self, cell: usize, value: Option<u32>) -> String {
        let value = value.map_or(ERASED.to_owned(), |value| self.puzzle.write_value(value));
        format!("{}={value}", self.puzzle.name(cell))
    }

    fn places_of(&self, cells: &[usize]) -> Vec<Place> {
        cells.iter().map(|&cell| self.puzzle.place(cell)).collect()
    }

    /// Returns the value that is likely to follow the last one entered.
    fn likely_value(&self) -> Option<u32> {
        let last = self.line[..self.made].iter().rev().find_map(|entry| entry.after);
        self.puzzle.likely_value(&self.filling, last)
    }

    /// Reads the cell and the value of a move, or says what is wrong with it.
    fn read(&self, mv: &str) -> Result<(usize, Option<u32>), String> {
        let form = || format!("expected CELL=VALUE, such as {}", self.text(0, Some(1)));
        let spelled: String = mv.split_whitespace().collect();
        let (name, text) = spelled.split_once('=').ok_or_else(form)?;
        let &cell =
            self.by_name.get(name).ok_or_else(|| format!("there is no cell {name}; {}", form()))?;
        if text == ERASED {
            return Ok((cell, None));
        }
        self.puzzle.read_value(text).map(|value| (cell, Some(value))).ok_or_else(|| {
            let expected = self.puzzle.values_in_words();
            format!("expected {expected}, or `{ERASED}` to erase, found `{text}`")
        })
    }

    /// Returns the entries of an answer that are not given, in the order of their values.
    fn entries_of(&self, answer: &[String]) -> Result<Vec<(u32, usize)>, String> {
        let rows: Vec<_> =
            answer.iter().map(|row| Located { value: row.as_str(), at: Position::START }).collect();
        let answer = self
            .puzzle
            .parse_answer(&mut rows.iter().copied())
            .map_err(|error| format!("expected {}", error.expected))?;
        let values = self.puzzle.values(&answer).into_iter().enumerate();
        let entered = values.filter(|&(cell, _)| !self.given[cell]);
        let mut entries: Vec<_> =
            entered.filter_map(|(cell, value)| Some((value?, cell))).collect();
        entries.sort_unstable();
        Ok(entries)
    }
}

impl<P: Explained> FillSession<P> {
    /// Creates a board with hints, for a puzzle with named techniques.
    pub(crate) fn taught(puzzle: Arc<P>) -> Self {
        let hint = |puzzle: &P, filling: &P::Answer, meter: &mut Meter| {
            Ok(match advise(puzzle, filling, &mut |_| None, meter) {
                Advice::Mistakes(mistakes) => mistakes.first().map(|mistake| Hint {
                    mv: Some(format!("{}={ERASED}", mistake.cell)),
                    reason: format!("{} cannot be right", mistake.entry),
                }),
                Advice::HintStep(lesson) => {
                    let thoughts = lesson.thoughts.iter().map(|(_, sentence)| sentence.as_str());
                    let reason = thoughts.collect::<Vec<_>>().join(" ");
                    Some(Hint { mv: Some(lesson.entry), reason })
                }
                Advice::Blocked(_) | Advice::Lost(_) | Advice::Stuck | Advice::Solved => None,
                Advice::Stopped(halt) => return Err(halt),
            })
        };
        FillSession { teacher: Some(hint), ..FillSession::new(puzzle) }
    }
}

impl<P: Filled> FillGame for FillSession<P> {
    fn cells(&self) -> Vec<FillCell> {
        let written = |value| self.puzzle.write_value(value);
        let is_listed = self.puzzle.most() <= MOST_LISTED;
        let choices = |cell| if is_listed { self.puzzle.choices(cell) } else { Vec::new() };
        let cell = |(cell, value): (usize, Option<u32>)| FillCell {
            place: self.puzzle.place(cell),
            name: self.puzzle.name(cell),
            choices: choices(cell).into_iter().map(written).collect(),
            value: value.map(written),
            is_given: self.given[cell],
        };
        self.puzzle.values(&self.filling).into_iter().enumerate().map(cell).collect()
    }
    fn spreads(&self) -> bool {
        self.puzzle.spreads()
    }
    fn entries(&self) -> Vec<Entry> {
        let values = self.puzzle.values(&self.filling);
        let mut entries: Vec<Entry> = Vec::new();
        // What was written into a cell last is what stands there.
        for change in self.line[..self.made].iter().rev() {
            if let Some(value) = values[change.cell]
                && !entries.iter().any(|entry| entry.cell == change.cell)
            {
                entries.push(Entry { cell: change.cell, value });
            }
        }
        entries.reverse();
        entries
    }
    fn writing(&self, place: Place, text: Option<&str>) -> Option<String> {
        let &cell = self.by_place.get(&place)?;
        Some(format!("{}={}", self.puzzle.name(cell), text.unwrap_or(ERASED)))
    }
    fn entries_to(&self, answer: &[String]) -> Result<(Vec<String>, usize), String> {
        let before = self.puzzle.values(&self.filling);
        let mut entries = self.entries_of(answer)?;
        entries.retain(|&(value, cell)| before[cell] != Some(value));
        let changed = entries.iter().filter(|&&(_, cell)| before[cell].is_some()).count();
        let moves = entries.into_iter().map(|(value, cell)| self.text(cell, Some(value)));
        Ok((moves.collect(), changed))
    }
}

impl<P: Filled> Game for FillSession<P> {
    fn scene(&self) -> Picture {
        self.puzzle.drawn(&self.filling)
    }
    fn status(&self) -> String {
        let filled = self.puzzle.values(&self.filling).iter().flatten().count();
        let wrong = if filled == self.given.len() && !self.is_solved() {
            ", but not correctly"
        } else {
            ""
        };
        let is_edge = |place: &Place| matches!(place, Place::Edge(..));
        let what = match self.by_place.keys().any(is_edge) {
            true => "edges decided",
            false => "cells filled",
        };
        format!("{filled} of {} {what}{wrong}", self.given.len())
    }
    /// Returns the judge's score; 0 while entries contradict each other so much that the judge
    /// refuses the board.
    fn score(&self) -> Score {
        self.puzzle.judge(&self.filling).map_or(0, |verdict| verdict.score)
    }
    fn is_over(&self) -> bool {
        self.is_solved()
    }
    fn has_goal(&self) -> bool {
        true
    }
    fn is_solved(&self) -> bool {
        self.puzzle.judge(&self.filling).is_ok_and(|verdict| verdict.solved)
    }
    fn moves(&self) -> Vec<String> {
        let Some(value) = self.likely_value() else { return Vec::new() };
        let values = self.puzzle.values(&self.filling);
        let empty = (0..values.len()).filter(|&cell| values[cell].is_none());
        empty.map(|cell| self.text(cell, Some(value))).collect()
    }
    fn line(&self) -> Vec<String> {
        self.line[..self.made].iter().map(|entry| self.text(entry.cell, entry.after)).collect()
    }
    fn answer(&self) -> Vec<String> {
        self.puzzle.show_answer(&self.filling)
    }
    /// Returns the entries in the order of their values.
    fn moves_to(&self, answer: &[String]) -> Result<Vec<String>, String> {
        let entries = self.entries_of(answer)?.into_iter();
        Ok(entries.map(|(value, cell)| self.text(cell, Some(value))).collect())
    }
    fn touch(&self, place: Place) -> Option<Reach> {
        let &cell = self.by_place.get(&place)?;
        let name = self.puzzle.name(cell);
        let Some(value) = self.value(cell) else {
            let likely = self.likely_value();
            let written = |value| self.puzzle.write_value(value);
            let offer =
                likely.map_or(String::new(), |value| format!(": {} comes next", written(value)));
            let mv = likely.map(|value| self.text(cell, Some(value)));
            return Some(Reach {
                moves: mv.into_iter().collect(),
                places: Vec::new(),
                words: format!("{name} is empty{offer}"),
            });
        };
        let related = self.puzzle.related(&self.filling, cell);
        let given = if self.given[cell] { ", given" } else { "" };
        let more = related.words.map_or(String::new(), |words| format!(", {words}"));
        let value = self.puzzle.write_value(value);
        let words = format!("{name} is {value}{given}{more}");
        Some(Reach { moves: Vec::new(), places: self.places_of(&related.cells), words })
    }
    fn place_of(&self, mv: &str) -> Option<Place> {
        self.read(mv).ok().map(|(cell, _)| self.puzzle.place(cell))
    }
    /// Gains nothing: only the whole board has a score, and judging it after every entry would make
    /// long games slow.
    fn play(&mut self, mv: &str) -> Result<Score, String> {
        let (cell, after) = self.read(mv)?;
        let before = self.value(cell);
        if self.given[cell] {
            return Err(format!("{} is given and cannot be changed", self.text(cell, before)));
        }
        if before == after {
            return Ok(0);
        }
        self.line.truncate(self.made);
        self.line.push(Change { cell, before, after });
        self.redo();
        Ok(0)
    }
    fn undo(&mut self) -> bool {
        let Some(index) = self.made.checked_sub(1) else { return false };
        let Change { cell, before, .. } = self.line[index];
        self.puzzle.put(&mut self.filling, cell, before);
        self.made = index;
        true
    }
    fn redo(&mut self) -> bool {
        let Some(&Change { cell, after, .. }) = self.line.get(self.made) else { return false };
        self.puzzle.put(&mut self.filling, cell, after);
        self.made += 1;
        true
    }
    fn restart(&mut self) {
        while self.undo() {}
    }
    fn slips(&self) -> Vec<Slip> {
        let faults = self.puzzle.faults(&self.filling).into_iter();
        faults
            .map(|fault| Slip { places: self.places_of(&fault.cells), words: fault.words })
            .collect()
    }
    fn hint(&self, budget: Budget, stop: &AtomicBool) -> Result<Option<Hint>, Halt> {
        let Some(teacher) = self.teacher else { return Ok(None) };
        teacher(&self.puzzle, &self.filling, &mut Meter::new(budget, stop))
    }
    /// Techniques only give single steps, so there is no continuation.
    fn continuation(&self, _: Budget, _: &AtomicBool) -> Result<Vec<String>, Halt> {
        Ok(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use crate::{Budget, Catalogue, Completion, FillGame, Place, Session, Side};

    fn begun(text: &str) -> Box<dyn FillGame> {
        match Catalogue::standard().open(text).expect("a puzzle").session() {
            Some(Session::Fill(game)) => game,
            _ => panic!("it can be filled in"),
        }
    }

    #[test]
    fn entries_are_made_taken_back_and_made_again() {
        let mut session = begun("1 _ _\n_ _ _\n_ _ 9");
        assert_eq!((session.status().as_str(), session.score()), ("2 of 9 cells filled", 0));
        assert_eq!(session.play("1,2=2"), Ok(0));
        assert_eq!((session.play(" 1 , 3 = 3 "), session.score()), (Ok(0), 4));
        assert_eq!(session.play("1,3=7"), Ok(0), "an entry may replace another");
        assert_eq!(session.score(), 2);
        assert_eq!(session.line(), ["1,2=2", "1,3=3", "1,3=7"]);
        assert!(session.undo() && session.undo());
        assert_eq!((session.status().as_str(), session.line().len()), ("3 of 9 cells filled", 1));
        assert!(session.redo());
        assert_eq!(session.play("1,3=_"), Ok(0));
        assert!(!session.redo(), "a new entry clears the redo history");
        assert_eq!(session.play("1,3=_"), Ok(0));
        assert_eq!(
            session.line(),
            ["1,2=2", "1,3=3", "1,3=_"],
            "an entry without effect is no move"
        );
        session.restart();
        assert_eq!(session.status(), "2 of 9 cells filled");
        assert!(!session.undo() && session.redo());
        assert_eq!(session.line(), ["1,2=2"]);
    }

    #[test]
    fn what_cannot_be_entered_is_refused() {
        let mut session = begun("1 _ #\n_ _ 5");
        assert_eq!(session.play("1,1=2"), Err("1,1=1 is given and cannot be changed".to_owned()));
        assert_eq!(session.play("1,1=_"), Err("1,1=1 is given and cannot be changed".to_owned()));
        assert!(session.play("1,3=2").unwrap_err().starts_with("there is no cell 1,3"));
        for wrong in ["", "1,2", "=2"] {
            assert!(
                session.play(wrong).unwrap_err().contains("expected CELL=VALUE, such as 1,1=1"),
                "{wrong}"
            );
        }
        for wrong in ["", "0", "6", "x"] {
            let expected =
                format!("expected a number from 1 to 5, or `_` to erase, found `{wrong}`");
            assert_eq!(session.play(&format!("1,2={wrong}")), Err(expected));
        }
        assert!(session.line().is_empty());
    }

    #[test]
    fn touching_shows_chains_and_follows_the_path() {
        let mut session = begun("1 2 #\n_ _ 5");
        let reach = session.touch(Place::Cell(0, 0)).expect("a cell");
        assert_eq!(
            (reach.moves, reach.places),
            (vec![], vec![Place::Cell(0, 0), Place::Cell(1, 0)])
        );
        assert_eq!(reach.words, "1,1 is 1, given, in a chain from 1 to 2");
        assert_eq!(session.touch(Place::Cell(2, 0)), None, "a hole");
        let follow = |session: &mut Box<dyn FillGame>, x, y| {
            let mv = session
                .touch(Place::Cell(x, y))
                .and_then(|reach| reach.moves.into_iter().next())
                .expect("an empty cell");
            session.play(&mv).expect("the next number");
        };
        assert_eq!(session.moves(), ["2,1=3", "2,2=3"]);
        follow(&mut session, 0, 1);
        follow(&mut session, 1, 1);
        assert_eq!(session.line(), ["2,1=3", "2,2=4"]);
        assert!(session.is_solved() && session.is_over() && session.slips().is_empty());
        assert_eq!(session.moves_to(&session.answer()), Ok(session.line()));
        assert!(session.moves_to(&["1 2".to_owned()]).is_err());
        assert_eq!(session.writing(Place::Cell(1, 1), Some("17")).as_deref(), Some("2,2=17"));
        assert_eq!(session.writing(Place::Cell(1, 1), None).as_deref(), Some("2,2=_"));
        assert_eq!(session.writing(Place::Cell(2, 0), None), None);
        assert_eq!(
            (session.place_of("2,2=1"), session.place_of("1,3=1")),
            (Some(Place::Cell(1, 1)), None)
        );
    }

    #[test]
    fn clicks_go_through_the_values_and_back() {
        let mut session = begun("puzzle = \"nurikabe\"\nboard = \"\"\"\n. 1\n. .\n\"\"\"");
        let cell = |session: &dyn FillGame| session.cells().swap_remove(0);
        assert_eq!(cell(&*session).choices, ["#", "."]);
        let forward = ["1,1=#", "1,1=.", "1,1=_", "1,1=#"];
        for mv in forward {
            assert_eq!(cell(&*session).turn(false).as_deref(), Some(mv));
            session.play(mv).expect("an entry");
        }
        for mv in ["1,1=_", "1,1=.", "1,1=#"] {
            assert_eq!(cell(&*session).turn(true).as_deref(), Some(mv));
            session.play(mv).expect("an entry");
        }
        session.play("2,2=.").expect("an entry");
        let cells: Vec<_> = session.entries().iter().map(|entry| entry.cell).collect();
        assert_eq!(cells, [0, 3], "in the order of writing, each once");
        let hidato = begun("1 _ _\n_ _ _\n_ _ 9");
        assert_eq!(hidato.cells()[1].turn(false), None, "too many values to go through");
        assert_eq!(hidato.cells()[0].turn(false), None, "given");
    }

    #[test]
    fn edges_are_written_and_lines_come_before_crosses() {
        let text = "puzzle = \"slither-link\"\nboard = \"\"\"\n4\n\"\"\"";
        let mut session = begun(text);
        assert_eq!(session.status(), "0 of 4 edges decided");
        let top = session.cells().swap_remove(0);
        assert_eq!((top.place, top.choices.len()), (Place::Edge(0, 0, Side::Top), 2));
        session.play(&top.turn(false).expect("a line")).expect("an entry");
        assert_eq!(session.line(), ["1,1-1,2=line"]);
        let instance = Catalogue::standard().open(text).expect("a puzzle");
        let completion = |session: &dyn FillGame| {
            let stop = std::sync::atomic::AtomicBool::new(false);
            instance.completion(&session.entries(), Budget::default(), &stop)
        };
        assert_eq!(completion(&*session), Some(Completion::Possible));
        session.play("1,1-1,2=x").expect("an entry");
        assert_eq!(completion(&*session), Some(Completion::Impossible(vec![top.place])));
    }

    #[test]
    fn slips_are_named_with_their_places() {
        let mut session = begun("1 _ _\n_ _ _\n_ _ 9");
        session.play("3,1=2").expect("an entry");
        session.play("1,2=2").expect("an entry that contradicts it");
        let slips = session.slips();
        assert_eq!(slips.len(), 1);
        assert_eq!(
            (slips[0].words.as_str(), &slips[0].places),
            ("2 stands twice", &vec![Place::Cell(1, 0), Place::Cell(0, 2)])
        );
        for mv in ["1,3=3", "2,1=4", "2,2=5", "2,3=6", "3,2=8"] {
            session.play(mv).expect("an entry");
        }
        assert!(session.status().ends_with("9 of 9 cells filled, but not correctly"));
        assert!(!session.is_over());
    }
}
