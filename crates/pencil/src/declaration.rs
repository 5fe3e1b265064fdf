//! The trait through which a puzzle is declared.

use std::fmt;

use quarry_core::{
    About, CellChances, CommunityForm, Document, Example, Facets, Fault, Foul, GenerateError,
    Meter, ParseError, Picture, Place, Rng, Settings, SolutionFinder, Technique, Tier,
    Transformation, UnknownChances, Value, Values,
};

use crate::explanation::Reasoning;
use crate::{
    BoardText, CellGrid, ClueSymmetry, Declared, Pzpr, PzprText, RuleBook, Sheet, TathamId,
};

/// The value of each entry; `None` where nothing is entered.
pub type EntryValues = Vec<Option<Value>>;

/// An entry: where something can be written, and which values it may have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    /// Position on the picture.
    pub place: Place,
    /// Its name in moves, such as "2,5" for row 2, column 5.
    pub name: String,
    /// Its name in sentences, such as "row 2, column 5".
    pub words: String,
    /// Values that can be entered.
    pub values: Values,
    /// The value that the instance gives, if any.
    pub given: Option<Value>,
}

impl Spot {
    /// Creates the spot of a grid cell.
    pub fn cell(grid: CellGrid, cell: usize, values: Values) -> Self {
        Spot {
            place: grid.place(cell),
            name: grid.name(cell),
            words: grid.words(cell),
            values,
            given: None,
        }
    }

    /// Returns the spot with a given value.
    #[must_use]
    pub fn given(mut self, value: Option<Value>) -> Self {
        self.given = value;
        self
    }
}

/// A value that can be entered, with its mark and its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EntryMark {
    /// The value.
    pub value: Value,
    /// How it is written in answers and moves, such as "*".
    pub text: &'static str,
    /// What it stands for, such as "a bulb".
    pub noun: &'static str,
    /// What a sentence says of an entry that has it, such as "has a bulb".
    pub verb: &'static str,
}

impl EntryMark {
    /// Creates the mark of a value from its text, noun and verb.
    pub const fn new(
        value: Value,
        text: &'static str,
        noun: &'static str,
        verb: &'static str,
    ) -> Self {
        EntryMark { value, text, noun, verb }
    }
}

/// A newly drawn puzzle with its solution.
#[derive(Debug, Clone)]
pub struct Draft<D> {
    /// The puzzle with every clue that its solution allows.
    pub puzzle: D,
    /// The solution from which the puzzle was made.
    pub solution: EntryValues,
}

/// A named technique and the kind of reasoning that it covers.
#[derive(Debug)]
pub struct Shape {
    /// Name, tier and points of the technique.
    pub technique: Technique,
    /// Whether a step of reasoning is an instance of the technique.
    pub fits: fn(&Reasoning<'_>) -> bool,
}

impl Shape {
    /// Creates a technique from its name, tier, points and test.
    pub const fn new(
        name: &'static str,
        tier: Tier,
        points: u64,
        fits: fn(&Reasoning<'_>) -> bool,
    ) -> Self {
        Shape { technique: Technique { name, tier, points }, fits }
    }
}

/// Declares a pencil puzzle: its clues, what can be entered, the rules with their sentences, and a
/// hand-written check of fillings. [`Declared`](crate::Declared) derives everything else.
pub trait Declaration: Clone + fmt::Debug + PartialEq + Send + Sync + Sized + 'static {
    /// The name in files and on the command line.
    const ID: &'static str;
    /// Title, rules and complexity of the puzzle, in words.
    const ABOUT: About;
    /// Incremented whenever the check's result changes for any filling.
    const RULES_VERSION: u32 = 1;
    /// Keys of an instance file besides `board` and `columns`.
    const KEYS: &'static [&'static str] = &[];
    /// Named techniques, the easiest first.
    const SHAPES: &'static [Shape] = &[];
    /// Options of the generator, besides tier, symmetry and uniqueness.
    type Options: Settings;

    // Text.

    /// Reads an instance; `file` holds the other keys.
    fn read(board: &BoardText<'_>, file: &Document<'_>) -> Result<Self, ParseError>;
    /// Writes an instance so that [`Declaration::read`] reads it back.
    fn sheet(&self) -> Sheet;
    /// Facts about this instance that are shown to users, in display order.
    fn facts(&self) -> Vec<(&'static str, String)>;
    /// The instances that ship with the puzzle.
    fn examples() -> &'static [Example];

    /// Whether a text that names no puzzle can only be a bare board of this puzzle.
    fn recognises(_text: &str) -> bool {
        false
    }
    /// Whether a line is a whole board by itself.
    fn is_line(_line: &str) -> bool {
        false
    }
    /// Writes the board as such a line, if possible.
    fn to_line(&self) -> Option<String> {
        None
    }
    /// Names of the puzzle in pzpr URLs, the preferred one first; empty if it has no such format.
    const PZPR: &'static [&'static str] = &[];
    /// Creates an instance from a parsed URL.
    fn from_pzpr(url: &Pzpr<'_>) -> Result<Self, ParseError> {
        Err(url.body.wrong("another form: this puzzle has no URLs", format!("`{}`", url.id)))
    }
    /// Writes a URL, if the format can express the instance.
    fn to_pzpr(&self) -> Option<PzprText> {
        None
    }
    /// Name of the game in Simon Tatham's collection.
    const TATHAM: Option<&'static str> = None;
    /// Creates an instance from a parsed game identifier.
    fn from_tatham(id: &TathamId<'_>) -> Result<Self, ParseError> {
        Err(id.body.wrong("another form: this puzzle has no game identifiers", "an identifier"))
    }
    /// Writes a game identifier, if the format can express the instance.
    fn to_tatham(&self) -> Option<String> {
        None
    }

    /// Writes the instance in formats of its own community.
    fn more_forms(&self) -> Vec<CommunityForm> {
        Vec::new()
    }
    /// Returns the other problems that the instance can be written as.
    fn transformations(&self) -> Vec<Transformation<'_>> {
        Vec::new()
    }

    // Entries and answers.

    /// The grid of cells, which are also the cells of the picture.
    fn grid(&self) -> CellGrid;
    /// All entries, in reading order.
    fn spots(&self) -> Vec<Spot>;
    /// The two marks of a puzzle whose entries have two values, in the order in which clicks go
    /// through them. They decide how values are written and said. Other puzzles write numbers, or
    /// say themselves how.
    const MARKS: Option<[EntryMark; 2]> = None;
    /// Returns a value as it is written in answers and moves.
    fn mark(&self, value: Value) -> String {
        let mark = Self::MARKS.and_then(|marks| marks.into_iter().find(|one| one.value == value));
        mark.map_or_else(|| value.to_string(), |mark| mark.text.to_owned())
    }
    /// Returns the value with this mark, considering the marks of all spots.
    fn unmark(&self, text: &str) -> Option<Value> {
        match Self::MARKS {
            Some(marks) => marks.into_iter().find(|one| one.text == text).map(|one| one.value),
            // `parse` alone would take a sign.
            None => text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit())),
        }
    }
    /// The values of a spot in the order in which clicks go through them.
    fn cycle(&self, spot: &Spot) -> Vec<Value> {
        match Self::MARKS {
            Some(marks) => marks.map(|one| one.value).to_vec(),
            None => spot.values.iter().collect(),
        }
    }
    /// Whether neighbouring cells often have the same value, so that people drag it from one to the
    /// next, however many values there are.
    const SPREADS: bool = false;
    /// The other spots that must have a value if this one has it, and get it in the same drag.
    fn partners(&self, _spot: usize, _value: Value) -> Vec<usize> {
        Vec::new()
    }
    /// Describes what can be entered, such as "a number from 1 to 9".
    fn marks_in_words(&self) -> String {
        match Self::MARKS {
            Some(marks) => marks.map(|one| format!("`{}` for {}", one.text, one.noun)).join(" or "),
            None => "a number".to_owned(),
        }
    }
    /// Marks that an answer may have on a cell without a spot; writers use the first one.
    fn fixed_marks(&self, _cell: usize) -> Vec<String> {
        vec![".".to_owned()]
    }
    /// Whether answers are written with one character per cell.
    const COMPACT_ANSWERS: bool = true;
    /// Writes a filling as an answer; by default, the board with a mark in each cell.
    fn answer_sheet(&self, filling: &[Option<Value>]) -> Sheet {
        crate::answer::cells_of(self, filling)
    }
    /// Reads an answer. Fails if it is malformed: wrong shape, unknown mark, or a line that leaves
    /// the board.
    fn read_answer(&self, board: &BoardText<'_>) -> Result<EntryValues, Foul> {
        crate::answer::read_cells(self, board)
    }
    /// Says in words that an entry has a value, or does not: "row 2, column 5 is 7".
    fn says(&self, spot: &Spot, value: Value, holds: bool) -> String {
        match Self::MARKS {
            // Of two values, an entry that does not have one has the other.
            Some([one, other]) => {
                let has_one = (one.value == value) == holds;
                format!("{} {}", spot.words, if has_one { one.verb } else { other.verb })
            }
            None => {
                let verb = if holds { "is" } else { "is not" };
                format!("{} {verb} {}", spot.words, self.mark(value))
            }
        }
    }

    // Rules.

    /// Returns all violations of the rules, in the order of the rules. A full filling is a solution
    /// if and only if there are none; open entries violate nothing. This check is written by hand,
    /// independently of [`Declaration::rules`].
    fn faults(&self, filling: &[Option<Value>]) -> Vec<Fault>;
    /// Adds the same rules as constraints with sentences.
    fn rules(&self, rules: &mut RuleBook);

    /// Creates a search for the solutions that is faster than the constraint engine, if there is
    /// one for this instance. It finds the values of the entries.
    fn finder(&self) -> Option<Box<dyn SolutionFinder>> {
        None
    }

    /// Declares the solvers that are made for this puzzle.
    fn solvers(_to: &mut impl Facets<Declared<Self>>) {}

    /// The exact chance of each cell, if cells of this puzzle have chances, or why it is not known.
    fn chances(&self, _meter: &mut Meter) -> Option<Result<CellChances, UnknownChances>> {
        None
    }

    // Looks.

    /// Draws the board with a filling.
    fn picture(&self, filling: &[Option<Value>]) -> Picture;

    // Generator.

    /// Symmetries that the places of its clues can have, besides none.
    const SYMMETRIES: &'static [ClueSymmetry] = &[];
    /// Tiers that puzzles can be generated in.
    const TIERS: &'static [Tier] = &Tier::ALL;
    /// Draws an instance whether it has a solution or not, if the options ask for that. Then
    /// neither a tier nor a single solution can be asked for.
    fn blind_draft(
        _options: &Self::Options,
        _rng: &mut Rng,
        _meter: &mut Meter,
    ) -> Result<Option<Self>, GenerateError> {
        Ok(None)
    }
    /// Draws a random solution with every clue it allows; with each clue there is one at its image
    /// under the symmetry. Returns `None` if this attempt failed, and an error if no attempt can
    /// succeed.
    fn draft(
        options: &Self::Options,
        symmetry: ClueSymmetry,
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> Result<Option<Draft<Self>>, GenerateError>;
    /// Draws like [`Declaration::draft`], but if possible a puzzle that needs hard steps. For
    /// puzzles of which few are hard.
    fn hard_draft(
        options: &Self::Options,
        symmetry: ClueSymmetry,
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> Result<Option<Draft<Self>>, GenerateError> {
        Self::draft(options, symmetry, rng, meter)
    }
    /// Cells (column, row) of the clues that can be left out; the index of a clue is the one that
    /// [`RuleBook::clue`] takes.
    fn clues(&self) -> Vec<(u32, u32)> {
        Vec::new()
    }
    /// Returns the puzzle with only the clues whose flag is set.
    #[must_use]
    fn with_clues(&self, _kept: &[bool]) -> Self {
        self.clone()
    }
    /// Changes a draft that has a second solution, if the puzzle supports this.
    fn mended(
        _draft: &Draft<Self>,
        _second: &[Option<Value>],
        _symmetry: ClueSymmetry,
        _rng: &mut Rng,
    ) -> Option<Draft<Self>> {
        None
    }
    /// Makes a draft with one solution easier without giving it another one, if the puzzle supports
    /// this and the draft can still become easier.
    fn eased(_draft: &Draft<Self>, _rng: &mut Rng) -> Option<Draft<Self>> {
        None
    }
}
