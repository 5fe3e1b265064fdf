//! A board that is filled in: entries in any order, which may be wrong.
//!
//! A move is `CELL=VALUE`, or `CELL=_` to erase, with the puzzle's names for cells: `2,5=17`.
//! Entries that contradict the rules are accepted, as on paper; [`Game::slips`] names them. Only
//! given cells cannot be changed.
//!
//! `pull CELL=VALUE` also writes the value into the cells that must have it too, and is taken back
//! at once. In puzzles with links, `CELL-CELL=line` draws one: checks and hints then go by the
//! instance in which the two cells are linked.

mod board;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quarry_core::{
    Budget, Entry, Explained, Filled, Halt, Inscription, Link, LinkKind, Meter, Picture, Place,
    Score,
};

use super::{
    ERASED, FillCell, FillGame, FillLink, Forecast, Game, Hint, LINE, MOST_LISTED, PULL, Reach,
    Slip,
};
use board::{FilledBoard, PuzzleFilling};

/// What a move changes: a cell and, if it is pulled, its partners; or a link.
#[derive(Debug, Clone)]
struct Change {
    /// Each spot with its values before and after; the spot that the move names comes first.
    spots: Vec<(usize, Option<u32>, Option<u32>)>,
    is_pull: bool,
}

/// What can be written is numbered: first the cells, then the links that can be drawn, whose value
/// is 1 or nothing.
pub(crate) struct FillSession {
    board: Box<dyn FilledBoard>,
    given: Vec<bool>,
    linkable: Vec<(usize, usize)>,
    /// The links that are drawn, by their indices in `linkable`.
    drawn: BTreeSet<usize>,
    by_name: HashMap<String, usize>,
    by_place: HashMap<Place, usize>,
    /// Changes made, followed by the ones taken back from index `made` on.
    line: Vec<Change>,
    made: usize,
}

impl FillSession {
    /// Creates a board without hints.
    pub(crate) fn new<P: Filled>(puzzle: Arc<P>) -> Self {
        FillSession::on(Box::new(PuzzleFilling::blank(puzzle)))
    }

    /// Creates a board with hints, for a puzzle with named techniques.
    pub(crate) fn taught<P: Explained>(puzzle: Arc<P>) -> Self {
        FillSession::on(Box::new(PuzzleFilling::with_hints(puzzle)))
    }

    fn on(board: Box<dyn FilledBoard>) -> Self {
        let given: Vec<bool> = board.values().iter().map(Option::is_some).collect();
        let cells = given.len();
        let mut session = FillSession {
            by_name: (0..cells).map(|cell| (board.name(cell), cell)).collect(),
            by_place: (0..cells).map(|cell| (board.place(cell), cell)).collect(),
            given,
            linkable: board.linkable(),
            board,
            drawn: BTreeSet::new(),
            line: Vec::new(),
            made: 0,
        };
        for spot in cells..cells + session.linkable.len() {
            session.by_name.insert(session.name(spot), spot);
            session.by_place.insert(session.place(spot), spot);
            let (from, to) = session.linkable[spot - cells];
            let (from, to) = (session.name(from), session.name(to));
            session.by_name.insert(format!("{to}-{from}"), spot);
        }
        session
    }

    /// Returns the index of a link in `linkable`, if the spot is no cell.
    fn link(&self, spot: usize) -> Option<usize> {
        spot.checked_sub(self.given.len())
    }

    fn value(&self, spot: usize) -> Option<u32> {
        match self.link(spot) {
            Some(link) => self.drawn.contains(&link).then_some(1),
            None => self.board.values()[spot],
        }
    }

    fn put(&mut self, spot: usize, value: Option<u32>) {
        match (self.link(spot), value) {
            (None, _) => self.board.put(spot, value),
            (Some(link), Some(_)) => _ = self.drawn.insert(link),
            (Some(link), None) => _ = self.drawn.remove(&link),
        }
    }

    fn name(&self, spot: usize) -> String {
        match self.link(spot).map(|link| self.linkable[link]) {
            Some((from, to)) => format!("{}-{}", self.name(from), self.name(to)),
            None => self.board.name(spot),
        }
    }

    fn place(&self, spot: usize) -> Place {
        match self.link(spot).map(|link| self.linkable[link]) {
            Some((from, to)) => {
                Place::Link(self.board.place(from).cell(), self.board.place(to).cell())
            }
            None => self.board.place(spot),
        }
    }

    fn text(&self, spot: usize, value: Option<u32>) -> String {
        let value = match (value, self.link(spot)) {
            (None, _) => ERASED.to_owned(),
            (Some(_), Some(_)) => LINE.to_owned(),
            (Some(value), None) => self.board.write_value(value),
        };
        format!("{}={value}", self.name(spot))
    }

    /// Returns the links that are drawn.
    fn links(&self) -> Vec<(usize, usize)> {
        self.drawn.iter().map(|&link| self.linkable[link]).collect()
    }

    fn places_of(&self, cells: &[usize]) -> Vec<Place> {
        cells.iter().map(|&cell| self.board.place(cell)).collect()
    }

    /// Returns the value that is likely to follow the last one entered.
    fn likely_value(&self) -> Option<u32> {
        let is_entry = |spot| self.link(spot).is_none();
        let named = self.line[..self.made].iter().rev().map(|change| change.spots[0]);
        let last = named.filter(|&(spot, ..)| is_entry(spot)).find_map(|(.., after)| after);
        self.board.likely_value(last)
    }

    /// Reads the spot and the value of a move and whether it is pulled, or says what is wrong.
    fn read(&self, mv: &str) -> Result<(usize, Option<u32>, bool), String> {
        let form = || format!("expected CELL=VALUE, such as {}", self.text(0, Some(1)));
        let spelled: String = mv.split_whitespace().collect();
        let (is_pull, spelled) = match spelled.strip_prefix(PULL) {
            Some(rest) => (true, rest),
            None => (false, spelled.as_str()),
        };
        let (name, text) = spelled.split_once('=').ok_or_else(form)?;
        let &spot =
            self.by_name.get(name).ok_or_else(|| format!("there is no cell {name}; {}", form()))?;
        let (value, expected) = match self.link(spot) {
            _ if text == ERASED => return Ok((spot, None, is_pull)),
            Some(_) => ((text == LINE).then_some(1), format!("`{LINE}`")),
            None => (self.board.read_value(text), self.board.values_in_words()),
        };
        value
            .map(|value| (spot, Some(value), is_pull))
            .ok_or_else(|| format!("expected {expected}, or `{ERASED}` to erase, found `{text}`"))
    }

    /// Returns the cells that change together with one that is pulled.
    fn partners(&self, cell: usize, after: Option<u32>) -> Vec<usize> {
        // What is erased takes with it what belonged to it.
        let Some(value) = after.or(self.value(cell)) else { return Vec::new() };
        let mut partners = self.board.partners(cell, value);
        let is_free = |partner: usize| {
            !self.given[partner] && (after.is_some() || self.value(partner) == Some(value))
        };
        partners.retain(|&partner| is_free(partner));
        partners
    }

    /// Returns the entries of an answer that are not given, in the order of their values.
    fn entries_of(&self, answer: &[String]) -> Result<Vec<(u32, usize)>, String> {
        let values = self.board.values_of(answer)?.into_iter().enumerate();
        let entered = values.filter(|&(cell, _)| !self.given[cell]);
        let mut entries: Vec<_> =
            entered.filter_map(|(cell, value)| Some((value?, cell))).collect();
        entries.sort_unstable();
        Ok(entries)
    }
}

impl FillGame for FillSession {
    fn cells(&self) -> Vec<FillCell> {
        let written = |value| self.board.write_value(value);
        let is_listed = self.board.most() <= MOST_LISTED;
        let choices = |cell| if is_listed { self.board.choices(cell) } else { Vec::new() };
        let cell = |(cell, value): (usize, Option<u32>)| FillCell {
            place: self.board.place(cell),
            name: self.board.name(cell),
            choices: choices(cell).into_iter().map(written).collect(),
            value: value.map(written),
            is_given: self.given[cell],
        };
        self.board.values().into_iter().enumerate().map(cell).collect()
    }
    fn links(&self) -> Vec<FillLink> {
        let link = |(link, &(from, to)): (usize, &(usize, usize))| FillLink {
            from,
            to,
            is_drawn: self.drawn.contains(&link),
        };
        self.linkable.iter().enumerate().map(link).collect()
    }
    fn linking(&self, from: Place, to: Place) -> Option<String> {
        let spots = [Place::Link(from.cell(), to.cell()), Place::Link(to.cell(), from.cell())];
        let &spot = spots.iter().find_map(|place| self.by_place.get(place))?;
        let after = if self.value(spot).is_some() { None } else { Some(1) };
        Some(self.text(spot, after))
    }
    fn spreads(&self) -> bool {
        self.board.spreads()
    }
    fn written(&self) -> Vec<Inscription> {
        let values = self.board.values();
        let mut seen = BTreeSet::new();
        let mut written: Vec<Inscription> = Vec::new();
        // What was written into a cell last is what stands there.
        for change in self.line[..self.made].iter().rev() {
            for &(spot, ..) in change.spots.iter().rev() {
                if !seen.insert(spot) {
                    continue;
                }
                written.extend(match self.link(spot) {
                    Some(link) if self.drawn.contains(&link) => {
                        let (from, to) = self.linkable[link];
                        Some(Inscription::Link(from, to))
                    }
                    Some(_) => None,
                    None => {
                        values[spot].map(|value| Inscription::Entry(Entry { cell: spot, value }))
                    }
                });
            }
        }
        written.reverse();
        written
    }
    fn writing(&self, place: Place, text: Option<&str>) -> Option<String> {
        let &spot = self.by_place.get(&place)?;
        Some(format!("{}={}", self.name(spot), text.unwrap_or(ERASED)))
    }
    fn entries_to(&self, answer: &[String]) -> Result<(Vec<String>, usize), String> {
        let before = self.board.values();
        let mut entries = self.entries_of(answer)?;
        entries.retain(|&(value, cell)| before[cell] != Some(value));
        let changed = entries.iter().filter(|&&(_, cell)| before[cell].is_some()).count();
        let moves = entries.into_iter().map(|(value, cell)| self.text(cell, Some(value)));
        Ok((moves.collect(), changed))
    }
}

impl Game for FillSession {
    fn scene(&self) -> Picture {
        let mut picture = self.board.drawn();
        picture.links.extend(self.links().into_iter().map(|(from, to)| {
            let [from, to] = [from, to].map(|cell| self.board.place(cell).cell());
            Link { from, to, kind: LinkKind::DrawnTie }
        }));
        picture
    }
    fn status(&self) -> String {
        let filled = self.board.values().iter().flatten().count();
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
        self.board.verdict().map_or(0, |verdict| verdict.score)
    }
    fn is_over(&self) -> bool {
        self.is_solved()
    }
    fn has_goal(&self) -> bool {
        true
    }
    fn is_solved(&self) -> bool {
        self.board.verdict().is_some_and(|verdict| verdict.solved)
    }
    fn moves(&self) -> Vec<String> {
        let Some(value) = self.likely_value() else { return Vec::new() };
        let values = self.board.values();
        let empty = (0..values.len()).filter(|&cell| values[cell].is_none());
        empty.map(|cell| self.text(cell, Some(value))).collect()
    }
    fn line(&self) -> Vec<String> {
        let text = |change: &Change| {
            let (spot, _, after) = change.spots[0];
            let pull = if change.is_pull { format!("{PULL} ") } else { String::new() };
            pull + &self.text(spot, after)
        };
        self.line[..self.made].iter().map(text).collect()
    }
    fn answer(&self) -> Vec<String> {
        self.board.answer()
    }
    /// Returns the entries in the order of their values.
    fn moves_to(&self, answer: &[String]) -> Result<Vec<String>, String> {
        let entries = self.entries_of(answer)?.into_iter();
        Ok(entries.map(|(value, cell)| self.text(cell, Some(value))).collect())
    }
    fn touch(&self, place: Place) -> Option<Reach> {
        let &cell = self.by_place.get(&place)?;
        let name = self.name(cell);
        if let Some((from, to)) = self.link(cell).map(|link| self.linkable[link]) {
            let value = self.value(cell);
            let state = if value.is_some() { "linked by you" } else { "not linked" };
            return Some(Reach {
                moves: vec![self.text(cell, if value.is_some() { None } else { Some(1) })],
                places: self.places_of(&[from, to]),
                words: format!("{name} is {state}"),
            });
        }
        let Some(value) = self.value(cell) else {
            let likely = self.likely_value();
            let written = |value| self.board.write_value(value);
            let offer =
                likely.map_or(String::new(), |value| format!(": {} comes next", written(value)));
            let mv = likely.map(|value| self.text(cell, Some(value)));
            return Some(Reach {
                moves: mv.into_iter().collect(),
                places: Vec::new(),
                words: format!("{name} is empty{offer}"),
            });
        };
        let related = self.board.related(cell);
        let given = if self.given[cell] { ", given" } else { "" };
        let more = related.words.map_or(String::new(), |words| format!(", {words}"));
        let value = self.board.write_value(value);
        let words = format!("{name} is {value}{given}{more}");
        Some(Reach { moves: Vec::new(), places: self.places_of(&related.cells), words })
    }
    fn place_of(&self, mv: &str) -> Option<Place> {
        self.read(mv).ok().map(|(spot, ..)| self.place(spot))
    }
    /// Gains nothing: only the whole board has a score, and judging it after every entry would make
    /// long games slow.
    fn play(&mut self, mv: &str) -> Result<Score, String> {
        let (spot, after, is_pull) = self.read(mv)?;
        let before = self.value(spot);
        if self.link(spot).is_none() && self.given[spot] {
            return Err(format!("{} is given and cannot be changed", self.text(spot, before)));
        }
        let partners = if is_pull && self.link(spot).is_none() {
            self.partners(spot, after)
        } else {
            Vec::new()
        };
        let others = partners.into_iter().map(|partner| (partner, self.value(partner), after));
        let spots: Vec<_> = [(spot, before, after)].into_iter().chain(others).collect();
        if spots.iter().all(|(_, before, after)| before == after) {
            return Ok(0);
        }
        self.line.truncate(self.made);
        self.line.push(Change { spots, is_pull });
        self.redo();
        Ok(0)
    }
    fn undo(&mut self) -> bool {
        let Some(index) = self.made.checked_sub(1) else { return false };
        for (spot, before, _) in self.line[index].spots.clone() {
            self.put(spot, before);
        }
        self.made = index;
        true
    }
    fn redo(&mut self) -> bool {
        let Some(change) = self.line.get(self.made) else { return false };
        for (spot, _, after) in change.spots.clone() {
            self.put(spot, after);
        }
        self.made += 1;
        true
    }
    fn restart(&mut self) {
        while self.undo() {}
    }
    fn slips(&self) -> Vec<Slip> {
        let faults = self.board.faults(&self.links()).into_iter();
        faults
            .map(|fault| Slip { places: self.places_of(&fault.cells), words: fault.words })
            .collect()
    }
    fn hint(&self, budget: Budget, stop: &AtomicBool) -> Result<Option<Hint>, Halt> {
        self.board.hint(&self.links(), &mut Meter::new(budget, stop))
    }
    /// Techniques only give single steps, so there is no continuation.
    fn continuation(&self, _: Budget, _: &AtomicBool) -> Result<Vec<String>, Halt> {
        Ok(Vec::new())
    }
    /// Entries have no order, so that there is no best line.
    fn forecast(&self, _: u64, _: &AtomicBool) -> Result<Forecast, Halt> {
        Ok(Forecast::Unknown)
    }
}
