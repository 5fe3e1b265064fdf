//! A declared puzzle as a full puzzle: reading, judging, playing, solving, and views for learners.

use quarry_core::{
    About, CellChances, CommunityForm, Constrained, Document, Encoded, Entry, Example, Facets,
    Fault, Filled, Foul, Literal, Located, Meter, Model, ParseError, Picture, Place, Position,
    Puzzle, Score, Side, SolutionFinder, Transformation, UnknownChances, Value, Verdict, ViewShape,
};

use crate::{BoardText, Declaration, EntryValues, Pzpr, RuleBook, Spot, TathamId};

/// An instance of a declared puzzle.
#[derive(Debug, Clone, PartialEq)]
pub struct Declared<D> {
    pub(crate) puzzle: D,
    pub(crate) spots: Vec<Spot>,
    /// The smallest value of all spots, which [`Filled`] counts as 1.
    least: Value,
}

/// An answer as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The value of each entry.
    pub filling: EntryValues,
    /// Why the text is no valid answer, whatever its entries are.
    pub flaw: Option<Foul>,
}

impl<D: Declaration> Declared<D> {
    /// Builds the full puzzle from a declaration.
    pub fn new(puzzle: D) -> Self {
        let spots = puzzle.spots();
        let least = spots.iter().filter_map(|spot| spot.values.iter().next()).min();
        Declared { puzzle, spots, least: least.unwrap_or(0) }
    }

    /// The underlying declaration.
    pub fn declaration(&self) -> &D {
        &self.puzzle
    }

    /// Returns the rules with their sentences.
    pub fn rules(&self) -> RuleBook {
        let mut rules = RuleBook::new(self.spots.iter().map(|spot| spot.values.clone()).collect());
        self.puzzle.rules(&mut rules);
        rules
    }

    /// Converts a value of an entry to the numbering of [`Filled`], which starts at 1.
    pub(crate) fn counted(&self, value: Value) -> u32 {
        u32::from(value.saturating_sub(self.least)) + 1
    }

    /// Converts a [`Filled`] number back to the value of an entry.
    pub(crate) fn uncounted(&self, value: u32) -> Value {
        self.least + (value - 1) as Value
    }

    /// A form with what its reader misses; none if even the board is not the same.
    fn form(&self, format: &'static str, text: String) -> Option<CommunityForm> {
        let (whole, read) = (self.puzzle.sheet(), Self::parse(&text).ok()?.puzzle.sheet());
        let lost = whole.keys.iter().filter(|key| !read.keys.contains(key)).map(|key| key.0);
        let lost = lost.collect();
        (read.rows == whole.rows).then_some(CommunityForm { format, text, lost })
    }

    fn of_toml(text: &str) -> Result<Self, ParseError> {
        let document = Document::parse(text)?;
        let mut keys = vec!["board", "columns"];
        keys.extend(D::KEYS);
        document.only(&keys)?;
        if let (Some(puzzle), Some(at)) = (document.header()?.puzzle, document.place("puzzle"))
            && puzzle != D::ID
        {
            let expected = format!("`puzzle = \"{}\"`", D::ID);
            return Err(ParseError::new(at, expected, format!("\"{puzzle}\"")));
        }
        let one_column = document.positive("columns", 1)?.is_some();
        let lines = document.rows("board")?;
        let lines = lines.ok_or_else(|| document.missing("board", "board = \"\"\"...\"\"\""))?;
        D::read(&BoardText::read(lines, one_column), &document).map(Self::new)
    }
}

impl<D: Declaration> Puzzle for Declared<D> {
    const ID: &'static str = D::ID;
    const ABOUT: About = D::ABOUT;
    const ANSWER_KEY: &'static str = "board";
    const RULES_VERSION: u32 = D::RULES_VERSION;
    type Answer = Written;

    fn parse(text: &str) -> Result<Self, ParseError> {
        if let Some(id) = Pzpr::id_of(text) {
            let url = Pzpr::parse(text)?;
            if D::PZPR.contains(&id) {
                return D::from_pzpr(&url).map(Self::new);
            }
            let at = Position::of(text, id.as_ptr() as usize - text.as_ptr() as usize);
            let expected = match D::PZPR {
                [] => "another form: this puzzle has no URLs".to_owned(),
                names => format!("a URL with the name {}", names.join(" or ")),
            };
            return Err(ParseError::new(at, expected, format!("`{id}`")));
        }
        let game = TathamId::game_of(text);
        let is_bare_id = game.is_none() && D::TATHAM.is_some() && TathamId::is_id(text);
        if is_bare_id || game.is_some() && game == D::TATHAM {
            return D::from_tatham(&TathamId::parse(text)?).map(Self::new);
        }
        // A bare board has no keys, but may have remarks.
        if text.contains("board") && !D::recognises(text) || text.trim().is_empty() {
            Self::of_toml(text)
        } else {
            D::read(&BoardText::bare(text), &Document::empty()).map(Self::new)
        }
    }

    fn recognises(text: &str) -> bool {
        Pzpr::id_of(text).is_some_and(|id| D::PZPR.contains(&id))
            || TathamId::game_of(text).is_some_and(|game| Some(game) == D::TATHAM)
            || D::recognises(text)
    }

    fn is_line(line: &str) -> bool {
        let is_tatham = match TathamId::game_of(line) {
            Some(game) => Some(game) == D::TATHAM,
            None => D::TATHAM.is_some() && TathamId::is_id(line),
        };
        is_tatham || Pzpr::id_of(line).is_some_and(|id| D::PZPR.contains(&id)) || D::is_line(line)
    }

    fn show(&self) -> String {
        self.puzzle.sheet().show(D::ID)
    }

    fn community_forms(&self) -> Vec<CommunityForm> {
        let url = self.puzzle.to_pzpr().zip(D::PZPR.first());
        let forms = [
            ("grid", Some(self.puzzle.sheet().lines().join("\n"))),
            ("line", self.puzzle.to_line()),
            ("url", url.map(|(url, name)| url.url(name))),
            ("tatham", self.puzzle.to_tatham()),
        ];
        let forms = forms.into_iter().filter_map(|(format, text)| self.form(format, text?));
        forms.chain(self.puzzle.more_forms()).collect()
    }

    fn transformations(&self) -> Vec<Transformation<'_>> {
        self.puzzle.transformations()
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        self.puzzle.facts()
    }

    fn picture(&self) -> Picture {
        self.puzzle.picture(&self.blank().filling)
    }

    fn write_answer(&self, answer: &Written, entry: &mut dyn FnMut(&str)) {
        let sheet = self.puzzle.answer_sheet(&answer.filling);
        sheet.lines().iter().for_each(|line| entry(line));
    }

    fn parse_answer(
        &self,
        entries: &mut dyn Iterator<Item = Located<&str>>,
    ) -> Result<Written, ParseError> {
        let rows: Vec<Located<&str>> = entries.collect();
        let one_column = self.puzzle.grid().columns == 1 && !D::COMPACT_ANSWERS;
        let board = BoardText::read(rows, one_column);
        Ok(match self.puzzle.read_answer(&board) {
            Ok(filling) => Written { filling, flaw: None },
            Err(flaw) => Written { filling: vec![None; self.spots.len()], flaw: Some(flaw) },
        })
    }

    fn judge(&self, answer: &Written) -> Result<Verdict, Foul> {
        if let Some(flaw) = &answer.flaw {
            return Err(flaw.clone());
        }
        if let Some(fault) = self.faults(answer).into_iter().next() {
            let row = fault.cells.first().map_or(0, |&spot| self.spots[spot].place.cell().1);
            return Err(Foul { at: row as usize, why: fault.words });
        }
        let decided = answer.filling.iter().flatten().count();
        Ok(Verdict { solved: decided == self.spots.len(), score: decided as Score })
    }

    fn chances(&self, meter: &mut Meter) -> Option<Result<CellChances, UnknownChances>> {
        self.puzzle.chances(meter)
    }

    fn examples() -> &'static [Example] {
        D::examples()
    }

    fn introduce(to: &mut impl Facets<Self>) {
        to.fills();
        to.explains();
        to.constrains();
        D::solvers(to);
        to.encodes();
        to.generates();
    }
}

impl<D: Declaration> Constrained for Declared<D> {
    fn model(&self) -> Model {
        self.rules().model
    }

    fn decode(&self, assignment: &[Value]) -> Written {
        let entries = assignment.iter().take(self.spots.len());
        Written { filling: entries.map(|&value| Some(value)).collect(), flaw: None }
    }

    fn literal(&self, entry: Entry) -> Literal {
        Literal::is(entry.cell, self.uncounted(entry.value))
    }

    fn finder(&self) -> Option<Box<dyn SolutionFinder>> {
        self.puzzle.finder()
    }

    fn every_filling(&self) -> Model {
        self.rules().without_written_form()
    }
}

impl<D: Declaration> Filled for Declared<D> {
    fn blank(&self) -> Written {
        Written { filling: self.spots.iter().map(|spot| spot.given).collect(), flaw: None }
    }

    fn values(&self, answer: &Written) -> Vec<Option<u32>> {
        answer.filling.iter().map(|entry| entry.map(|value| self.counted(value))).collect()
    }

    fn put(&self, answer: &mut Written, spot: usize, value: Option<u32>) {
        answer.filling[spot] = value.map(|value| self.uncounted(value));
    }

    fn most(&self) -> u32 {
        let last = self.spots.iter().filter_map(|spot| spot.values.iter().last()).max();
        last.map_or(1, |value| self.counted(value))
    }

    fn name(&self, spot: usize) -> String {
        self.spots[spot].name.clone()
    }

    fn place(&self, spot: usize) -> Place {
        self.spots[spot].place
    }

    fn drawn(&self, answer: &Written) -> Picture {
        self.puzzle.picture(&answer.filling)
    }

    /// Lists first the values that a spot cannot have: a changed given, or a number out of range.
    fn faults(&self, answer: &Written) -> Vec<Fault> {
        let mut faults = Vec::new();
        for (index, (entry, spot)) in answer.filling.iter().zip(&self.spots).enumerate() {
            let Some(value) = *entry else { continue };
            let words = match spot.given {
                Some(given) if given != value => {
                    format!("{} is given as {}", spot.words, self.puzzle.mark(given))
                }
                _ if !spot.values.contains(value) => {
                    format!("{}: not {}", spot.words, self.puzzle.marks_in_words())
                }
                _ => continue,
            };
            faults.push(Fault { cells: vec![index], words });
        }
        if faults.is_empty() { self.puzzle.faults(&answer.filling) } else { faults }
    }

    fn write_value(&self, value: u32) -> String {
        self.puzzle.mark(self.uncounted(value))
    }

    fn read_value(&self, text: &str) -> Option<u32> {
        let value = self.puzzle.unmark(text).filter(|&value| value >= self.least)?;
        Some(self.counted(value)).filter(|value| (1..=self.most()).contains(value))
    }

    fn values_in_words(&self) -> String {
        self.puzzle.marks_in_words()
    }

    fn choices(&self, spot: usize) -> Vec<u32> {
        let spot = &self.spots[spot];
        self.puzzle.cycle(spot).into_iter().map(|value| self.counted(value)).collect()
    }

    fn spreads(&self) -> bool {
        D::SPREADS
    }

    fn partners(&self, cell: usize, value: u32) -> Vec<usize> {
        self.puzzle.partners(cell, self.uncounted(value))
    }
}

/// Entries are made in reading order; an action is a value for the first open entry that violates
/// no rule so far. Each entry scores one point, as in the judge's score.
impl<D: Declaration> Encoded for Declared<D> {
    type Game = Written;

    fn deal(&self, _: u64) -> Written {
        self.blank()
    }

    fn opening(&self) -> Score {
        self.blank().filling.iter().flatten().count() as Score
    }

    fn actions(&self) -> usize {
        self.most() as usize
    }

    fn legal(&self, game: &Written, out: &mut [i8]) -> bool {
        out.fill(0);
        let Some(next) = first_open(game) else { return false };
        let mut any = false;
        let mut tried = game.clone();
        for value in self.spots[next].values.iter() {
            tried.filling[next] = Some(value);
            if self.puzzle.faults(&tried.filling).is_empty() {
                out[self.counted(value) as usize - 1] = 1;
                any = true;
            }
        }
        any
    }

    fn act(&self, game: &mut Written, action: usize) -> Score {
        let next = first_open(game).expect("a game with a legal action has an open entry");
        game.filling[next] = Some(self.uncounted(action as u32 + 1));
        1
    }

    fn reached(&self, game: &Written) -> bool {
        self.judge(game).is_ok_and(|verdict| verdict.solved)
    }

    /// Three planes: the entries, counted from 1; the givens; and the next entry to fill.
    fn shape(&self) -> ViewShape {
        let grid = self.puzzle.grid();
        let is_edge = |spot: &Spot| matches!(spot.place, Place::Edge(..));
        let (rows, columns) = match self.spots.iter().any(is_edge) {
            true => (2 * grid.rows + 1, 2 * grid.columns + 1),
            false => (grid.rows, grid.columns),
        };
        ViewShape { planes: 3, rows, columns, most: self.most().min(255) as u8 }
    }

    fn see(&self, game: &Written, out: &mut [u8]) {
        out.fill(0);
        let shape = self.shape();
        let plane = shape.rows * shape.columns;
        let next = first_open(game);
        for (index, (entry, spot)) in game.filling.iter().zip(&self.spots).enumerate() {
            // On the doubled grid, cells have odd coordinates, with their sides next to them.
            let (row, column) = match spot.place {
                Place::Cell(x, y) | Place::Link((x, y), _) => (y as usize, x as usize),
                Place::Edge(x, y, side) => {
                    let (x, y) = (2 * x as usize, 2 * y as usize);
                    match side {
                        Side::Top => (y, x + 1),
                        Side::Bottom => (y + 2, x + 1),
                        Side::Left => (y + 1, x),
                        Side::Right => (y + 1, x + 2),
                    }
                }
            };
            let at = row * shape.columns + column;
            out[at] = entry.map_or(0, |value| self.counted(value).min(255) as u8);
            out[plane + at] = u8::from(spot.given.is_some());
            out[2 * plane + at] = u8::from(next == Some(index));
        }
    }

    fn measured(&self) -> Vec<String> {
        vec!["entries".to_owned(), "open".to_owned()]
    }

    fn measure(&self, game: &Written, out: &mut [f32]) {
        let entries = game.filling.iter().flatten().count();
        out[0] = entries as f32;
        out[1] = (self.spots.len() - entries) as f32;
    }

    fn depict(&self, game: &Written) -> Picture {
        self.drawn(game)
    }

    fn answer(&self, _: u64, actions: &[usize]) -> Written {
        let mut game = self.blank();
        actions.iter().for_each(|&action| {
            self.act(&mut game, action);
        });
        game
    }
}

/// The index of the first open entry.
fn first_open(game: &Written) -> Option<usize> {
    game.filling.iter().position(Option::is_none)
}
