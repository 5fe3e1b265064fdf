//! What a puzzle declares.

use std::fmt;

use quarry_core::{
    About, Document, Example, Fault, Foul, GenerateError, Meter, ParseError, Picture, Place, Rng,
    Settings, Technique, Tier, Value, Values,
};

use crate::explanation::Reasoning;
use crate::{BoardText, CellGrid, Pzpr, PzprText, RuleBook, Sheet, TathamId};

/// What stands at each entry; none where nothing does.
pub type EntryValues = Vec<Option<Value>>;

/// Something that a person writes: where, and what it may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    /// Where it is on the picture.
    pub place: Place,
    /// Its name in moves, such as "2,5" for row 2, column 5.
    pub name: String,
    /// Its name in sentences, such as "row 2, column 5".
    pub words: String,
    /// What may be written there.
    pub values: Values,
    /// What the instance writes there itself.
    pub given: Option<Value>,
}

impl Spot {
    /// A cell of a grid.
    pub fn cell(grid: CellGrid, cell: usize, values: Values) -> Self {
        Spot {
            place: grid.place(cell),
            name: grid.name(cell),
            words: grid.words(cell),
            values,
            given: None,
        }
    }

    /// The same spot with a value that is given.
    #[must_use]
    pub fn given(mut self, value: Option<Value>) -> Self {
        self.given = value;
        self
    }
}

/// A new puzzle with its solution.
#[derive(Debug, Clone)]
pub struct Draft<D> {
    /// The puzzle, with all clues that its solution can have.
    pub puzzle: D,
    /// The solution it was made from.
    pub solution: EntryValues,
}

/// A technique with a name, and the reasoning that it is the name of.
#[derive(Debug)]
pub struct Shape {
    /// The technique.
    pub technique: Technique,
    /// Whether a reasoning has this shape.
    pub fits: fn(&Reasoning<'_>) -> bool,
}

impl Shape {
    /// A technique and the reasoning that it is the name of.
    pub const fn new(
        name: &'static str,
        tier: Tier,
        points: u64,
        fits: fn(&Reasoning<'_>) -> bool,
    ) -> Self {
        Shape { technique: Technique { name, tier, points }, fits }
    }
}

/// A puzzle that is filled in, declared: its clues, what a person writes, the rules with their
/// sentences, and a check of fillings by hand. [`Declared`](crate::Declared) makes all else of it.
pub trait Declaration: Clone + fmt::Debug + PartialEq + Send + Sync + Sized + 'static {
    /// The name in files and on the command line.
    const ID: &'static str;
    /// What the puzzle is, in words.
    const ABOUT: About;
    /// Goes up whenever the check's word on any filling changes.
    const RULES_VERSION: u32 = 1;
    /// Keys of an instance file besides `board` and `columns`.
    const KEYS: &'static [&'static str] = &[];
    /// Techniques with a name, the easiest first.
    const SHAPES: &'static [Shape] = &[];
    /// What its generator can be asked for, besides tier, symmetry and uniqueness.
    type Options: Settings;

    // Text.

    /// Reads an instance; `file` has the other keys.
    fn read(board: &BoardText<'_>, file: &Document<'_>) -> Result<Self, ParseError>;
    /// Writes an instance so that [`Declaration::read`] gives it back.
    fn sheet(&self) -> Sheet;
    /// What is worth knowing of this instance, in the order to be shown.
    fn facts(&self) -> Vec<(&'static str, String)>;
    /// The instances that ship with the puzzle.
    fn examples() -> &'static [Example];

    /// Whether a text that names no puzzle can only be a bare board of this one.
    fn recognises(_text: &str) -> bool {
        false
    }
    /// The puzzle's names in pzpr URLs, the usual one first; none if there is no such form.
    const PZPR: &'static [&'static str] = &[];
    /// Reads the parts of a URL.
    fn from_pzpr(url: &Pzpr<'_>) -> Result<Self, ParseError> {
        Err(url.body.wrong("another form: this puzzle has no URLs", format!("`{}`", url.id)))
    }
    /// Writes a URL, if the instance can be written so.
    fn to_pzpr(&self) -> Option<PzprText> {
        None
    }
    /// The game's name among Simon Tatham's puzzles.
    const TATHAM: Option<&'static str> = None;
    /// Reads the parts of a game identifier.
    fn from_tatham(id: &TathamId<'_>) -> Result<Self, ParseError> {
        Err(id.body.wrong("another form: this puzzle has no game identifiers", "an identifier"))
    }
    /// Writes a game identifier, if the instance can be written so.
    fn to_tatham(&self) -> Option<String> {
        None
    }

    // Entries and answers.

    /// The board; its cells are those of the picture.
    fn grid(&self) -> CellGrid;
    /// What a person writes, in reading order.
    fn spots(&self) -> Vec<Spot>;
    /// A value as it is written in answers and moves.
    fn mark(&self, value: Value) -> String;
    /// The value that is written so; any mark of any spot.
    fn unmark(&self, text: &str) -> Option<Value> {
        let most = self.spots().iter().flat_map(|spot| spot.values.iter().last()).max()?;
        (0..=most).find(|&value| self.mark(value) == text)
    }
    /// The values of a spot in the order in which clicks go through them.
    fn cycle(&self, spot: &Spot) -> Vec<Value> {
        spot.values.iter().collect()
    }
    /// Whether cells beside each other often have the same value, so that people drag it from one
    /// to the next, however many values there are.
    const SPREADS: bool = false;
    /// What can be written, in words: "a number from 1 to 9".
    fn marks_in_words(&self) -> String;
    /// The marks that may stand on a cell without a spot in an answer; writers use the first.
    fn fixed_marks(&self, _cell: usize) -> Vec<String> {
        vec![".".to_owned()]
    }
    /// Whether answers are written one character a cell.
    const COMPACT_ANSWERS: bool = true;
    /// Writes a filling as an answer: the board with a mark in each cell, unless the puzzle says
    /// otherwise.
    fn answer_sheet(&self, filling: &[Option<Value>]) -> Sheet {
        crate::answer::cells_of(self, filling)
    }
    /// Reads an answer, or says what makes it none: its shape, an unknown mark, a line that leaves
    /// the board.
    fn read_answer(&self, board: &BoardText<'_>) -> Result<EntryValues, Foul> {
        crate::answer::read_cells(self, board)
    }
    /// An entry as a clause of a sentence: "row 2, column 5 is 7".
    fn says(&self, spot: &Spot, value: Value, holds: bool) -> String {
        let verb = if holds { "is" } else { "is not" };
        format!("{} {verb} {}", spot.words, self.mark(value))
    }

    // Rules.

    /// All that is wrong with a filling, in the order of the rules; of a full filling nothing is
    /// wrong exactly when it is a solution. What is open may still become right. Written by hand,
    /// apart from [`Declaration::rules`].
    fn faults(&self, filling: &[Option<Value>]) -> Vec<Fault>;
    /// The same rules as constraints with sentences.
    fn rules(&self, rules: &mut RuleBook);

    // Looks.

    /// The board with a filling as people draw it.
    fn picture(&self, filling: &[Option<Value>]) -> Picture;

    // Generator.

    /// A random solution with all the clues it can have. None if this attempt came to nothing; an
    /// error if no attempt can succeed.
    fn draft(
        options: &Self::Options,
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> Result<Option<Draft<Self>>, GenerateError>;
    /// Where the clues are that can be left out, by column and row; their index is that of
    /// [`RuleBook::clue`].
    fn clues(&self) -> Vec<(u32, u32)> {
        Vec::new()
    }
    /// The same puzzle with some of the clues only.
    #[must_use]
    fn with_clues(&self, _kept: &[bool]) -> Self {
        self.clone()
    }
    /// Another draft for one that has a second solution, if the puzzle knows how to change it.
    fn mended(
        _draft: &Draft<Self>,
        _second: &[Option<Value>],
        _rng: &mut Rng,
    ) -> Option<Draft<Self>> {
        None
    }
}
