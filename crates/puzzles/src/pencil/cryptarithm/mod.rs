//! Cryptarithms: letters stand for digits, different letters for different ones, so that every
//! equation holds. NP-complete if the base is part of the input: D. Eppstein, "On the
//! NP-completeness of cryptarithms", 1987.

mod arithmetic;
mod equation;
mod generate;
mod natural;

use std::collections::BTreeSet;

use quarry_core::{
    About, Corner, Document, EdgeMark, Example, Fault, Foul, GenerateError, Literal, Located, Mark,
    Meter, ParseError, Picture, Place, Position, Rng, Side, Tier, Tile, Tint, Value, Values,
    settings,
};
use quarry_pencil::{
    BoardText, CellGrid, ClueSymmetry, Declaration, Draft, EntryValues, MOST_CELLS, OPEN, RuleBook,
    Shape, Sheet, Spot,
};

use arithmetic::{Arithmetic, Digit};
use equation::{Equation, Term};
use natural::{Natural, written_difference};

/// An instance: the base and the equations.
#[derive(Debug, Clone, PartialEq)]
pub struct Cryptarithm {
    base: u32,
    equations: Vec<Equation>,
    /// The letters that occur, in alphabetical order; they are the entries.
    letters: Vec<char>,
}

settings! {
    /// What a generated cryptarithm looks like.
    pub struct CryptarithmOptions {
        /// What is asked for: two words that make a third, three that make a fourth, or a product.
        pub form: &'static str = "two", ["two", "three", "product"];
        /// Base of the numbers.
        pub base: u64 = 10, 8..=12;
        /// Words to choose from, with blanks between them; common English words if there are none.
        pub words: String = String::new(), "words with blanks between them";
    }
}

const USUAL_BASE: u32 = 10;

impl Cryptarithm {
    fn new(base: u32, equations: Vec<Equation>) -> Self {
        let letters: BTreeSet<char> = equations
            .iter()
            .flat_map(Equation::words)
            .flat_map(|word| word.chars())
            .filter(char::is_ascii_alphabetic)
            .collect();
        Cryptarithm { base, equations, letters: letters.into_iter().collect() }
    }

    fn letter(&self, character: char) -> Option<usize> {
        self.letters.iter().position(|&letter| letter == character)
    }

    /// The words of two or more letters, each once, in the order of the text.
    fn long_words(&self) -> Vec<&String> {
        let mut words: Vec<&String> = Vec::new();
        for word in self.equations.iter().flat_map(Equation::words) {
            let is_long = word.len() > 1 && word.starts_with(|one: char| one.is_ascii_alphabetic());
            if is_long && !words.contains(&word) {
                words.push(word);
            }
        }
        words
    }

    /// The digits of a word or a number, the last first.
    fn digits_of(&self, word: &str) -> Vec<Digit> {
        let digit = |character: char| match self.letter(character) {
            Some(letter) => Digit::Variable(letter),
            None => Digit::Known(character.to_digit(10).unwrap_or(0) as Value),
        };
        word.chars().rev().map(digit).collect()
    }

    /// The rows of the picture that have terms: for each its sign and its text, and whether the
    /// right side begins there.
    fn written_terms(&self) -> Vec<(char, String, bool)> {
        let mut rows = Vec::new();
        for equation in &self.equations {
            for (index, term) in equation.left.iter().enumerate() {
                let sign = if term.is_subtracted { '-' } else { '+' };
                rows.push((if index == 0 { ' ' } else { sign }, term.factors.join("*"), false));
            }
            for (index, term) in equation.right.iter().enumerate() {
                let sign = if term.is_subtracted { '-' } else { '+' };
                let sign = if index == 0 { '=' } else { sign };
                rows.push((sign, term.factors.join("*"), index == 0));
            }
        }
        rows
    }
}

impl Declaration for Cryptarithm {
    const ID: &'static str = "cryptarithm";
    const ABOUT: About = About {
        title: "Cryptarithm",
        rules: "Replace each letter by a digit, the same letter by the same digit and different \
            letters by different ones, so that every equation holds. No number of two or more \
            digits begins with 0.",
        complexity: "NP-complete if the base is part of the input (Eppstein, 1987).",
    };
    const KEYS: &'static [&'static str] = &["base"];
    const SHAPES: &'static [Shape] = &[
        Shape::new("no 0 in front", Tier::Easy, 1, |step| step.is_one("leading")),
        Shape::new("digits left", Tier::Easy, 1, |step| step.is_one("different")),
        Shape::new("one column", Tier::Easy, 3, |step| {
            step.is_one("column") || step.is_one("last column")
        }),
        Shape::new("leading carry", Tier::Medium, 4, |step| {
            step.rules.len() == 2
                && step.is_of(&["last column", "leading", "different"])
                && step.rules.iter().any(|rule| rule.kind == "last column")
        }),
        Shape::new("column and digits left", Tier::Medium, 5, |step| {
            step.rules.len() == 2
                && step.rules.iter().any(|rule| rule.kind == "different")
                && step.is_of(&["column", "last column", "different"])
        }),
        Shape::new("carry between two columns", Tier::Medium, 6, |step| {
            step.rules.len() == 2 && step.is_of(&["column", "last column"])
        }),
    ];
    type Options = CryptarithmOptions;

    fn read(board: &BoardText<'_>, file: &Document<'_>) -> Result<Self, ParseError> {
        let base = match file.integer("base")? {
            None => USUAL_BASE,
            Some(base) => u32::try_from(base.value)
                .ok()
                .filter(|base| (2..=36).contains(base))
                .ok_or_else(|| base.wrong("a base from 2 to 36", base.value.to_string()))?,
        };
        let equations: Result<Vec<Equation>, ParseError> =
            board.lines().iter().map(|line| Equation::read(line, base)).collect();
        let puzzle = Cryptarithm::new(base, equations?);
        let at = board.lines().first().map_or(Position::START, |line| line.at);
        if puzzle.letters.is_empty() {
            return Err(ParseError::new(at, "an equation with letters", "none"));
        }
        let grid = puzzle.grid();
        if grid.len() > MOST_CELLS {
            let expected = format!("equations that fit {MOST_CELLS} cells, a term in each row");
            return Err(ParseError::new(at, expected, grid.len().to_string()));
        }
        Ok(puzzle)
    }

    /// Equations that have an operator besides `=`.
    fn recognises(text: &str) -> bool {
        let mut lines = text.lines().filter(|line| !line.trim().is_empty()).peekable();
        lines.peek().is_some()
            && lines.all(|value| {
                let line = Located { value, at: Position::START };
                value.contains(['+', '-', '*']) && Equation::read(&line, USUAL_BASE).is_ok()
            })
            && text.contains(|one: char| one.is_ascii_alphabetic())
    }

    fn sheet(&self) -> Sheet {
        let rows = self.equations.iter().map(|equation| vec![equation.show()]).collect();
        let sheet = Sheet { rows, ..Sheet::default() };
        if self.base == USUAL_BASE { sheet } else { sheet.with_key("base", self.base) }
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        vec![
            ("equations", self.equations.len().to_string()),
            ("letters", self.letters.len().to_string()),
            ("base", self.base.to_string()),
        ]
    }

    fn examples() -> &'static [Example] {
        examples!(
            "nines", "system", "frog", "drift", "salute", "couple", "polish", "school", "phrase",
            "ginger", "octal", "dozen"
        )
    }

    /// A term in each row with its sign before it, then the letters, and below them their digits.
    fn grid(&self) -> CellGrid {
        let rows = self.written_terms();
        let widest = rows.iter().map(|row| row.1.chars().count() + 1).max().unwrap_or(0);
        CellGrid { rows: rows.len() + 2, columns: widest.max(self.letters.len()) }
    }

    fn spots(&self) -> Vec<Spot> {
        let row = self.grid().rows as u32 - 1;
        let spot = |(index, letter): (usize, &char)| Spot {
            place: Place::Cell(index as u32, row),
            name: letter.to_string(),
            words: letter.to_string(),
            values: Values::below(self.base as usize),
            given: None,
        };
        self.letters.iter().enumerate().map(spot).collect()
    }

    fn marks_in_words(&self) -> String {
        format!("a digit of base {}, from 0 to {}", self.base, self.base - 1)
    }

    fn answer_sheet(&self, filling: &[Option<Value>]) -> Sheet {
        let token = |(letter, entry): (&char, &Option<Value>)| {
            format!("{letter}={}", entry.map_or(OPEN.to_owned(), |value| value.to_string()))
        };
        Sheet {
            rows: vec![self.letters.iter().zip(filling).map(token).collect()],
            ..Sheet::default()
        }
    }

    fn read_answer(&self, board: &BoardText<'_>) -> Result<EntryValues, Foul> {
        let foul = |why: String| Foul { at: 0, why };
        let mut said: Vec<(char, &str)> = Vec::new();
        for line in board.lines() {
            let is_separator = |one: char| one.is_whitespace() || one == ',';
            for token in line.value.split(is_separator).filter(|token| !token.is_empty()) {
                let (letter, digit) = token
                    .split_once('=')
                    .and_then(|(letter, digit)| Some((letter.parse::<char>().ok()?, digit)))
                    .filter(|(letter, digit)| {
                        let is_number = digit.bytes().all(|byte| byte.is_ascii_digit());
                        letter.is_ascii_alphabetic()
                            && (*digit == OPEN || is_number && !digit.is_empty())
                    })
                    .ok_or_else(|| foul(format!("not of the form A=1: '{token}'")))?;
                let letter = letter.to_ascii_uppercase();
                if said.iter().any(|before| before.0 == letter) {
                    return Err(foul(format!("{letter} stands twice")));
                }
                said.push((letter, digit));
            }
        }
        let mut filling: EntryValues = vec![None; self.letters.len()];
        for &(letter, digit) in &said {
            let entry = self.letter(letter);
            let entry =
                entry.ok_or_else(|| foul(format!("{letter}: a letter that does not occur")))?;
            filling[entry] = self.unmark(digit);
        }
        let odd = said.iter().find(|(letter, digit)| {
            let entry = self.letter(*letter).and_then(|letter| filling[letter]);
            *digit != OPEN && entry.is_none_or(|value| u32::from(value) >= self.base)
        });
        match odd {
            Some((letter, digit)) => {
                Err(foul(format!("{letter}={digit} is no digit of base {}", self.base)))
            }
            None => Ok(filling),
        }
    }

    fn faults(&self, filling: &[Option<Value>]) -> Vec<Fault> {
        let mut faults = Vec::new();
        for value in 0..self.base as Value {
            let having = |&letter: &usize| filling[letter] == Some(value);
            let having: Vec<usize> = (0..filling.len()).filter(having).collect();
            if having.len() > 1 {
                let words = "two letters have the same digit".to_owned();
                faults.push(Fault { cells: having, words });
            }
        }
        for word in self.long_words() {
            let first = word.chars().next().and_then(|first| self.letter(first));
            if let Some(first) = first.filter(|&first| filling[first] == Some(0)) {
                faults.push(Fault { cells: vec![first], words: format!("{word} begins with 0") });
            }
        }
        for equation in &self.equations {
            let value = |word: &String| {
                word.chars().try_fold(Natural::default(), |number, character| {
                    let digit = match self.letter(character) {
                        Some(letter) => filling[letter].map(u32::from),
                        None => character.to_digit(10),
                    };
                    Some(number.times_plus(self.base, digit?))
                })
            };
            // What is added on a side, and what is subtracted.
            let side = |terms: &[Term]| {
                let mut sums = [Natural::default(), Natural::default()];
                for term in terms {
                    let one = Natural::default().times_plus(1, 1);
                    let product = term
                        .factors
                        .iter()
                        .try_fold(one, |product, word| Some(product.times(&value(word)?)));
                    let sum = &mut sums[usize::from(term.is_subtracted)];
                    *sum = sum.plus(&product?);
                }
                Some(sums)
            };
            let (Some(left), Some(right)) = (side(&equation.left), side(&equation.right)) else {
                continue;
            };
            if left[0].plus(&right[1]) != right[0].plus(&left[1]) {
                let letters = equation.words().flat_map(|word| word.chars());
                let letters: BTreeSet<usize> = letters.filter_map(|one| self.letter(one)).collect();
                let mut cells: Vec<usize> = letters.into_iter().collect();
                if cells.is_empty() {
                    // Numbers alone that do not fit are wrong, whatever is entered.
                    cells = (0..filling.len()).filter(|&one| filling[one].is_some()).collect();
                }
                if !cells.is_empty() {
                    let sides =
                        [left, right].map(|[plus, minus]| written_difference(&plus, &minus));
                    let [one, two] = sides;
                    let words = format!("{} does not hold: {one} and {two}", equation.show());
                    faults.push(Fault { cells, words });
                }
            }
        }
        faults
    }

    fn rules(&self, rules: &mut RuleBook) {
        for word in self.long_words() {
            if let Some(first) = word.chars().next().and_then(|first| self.letter(first)) {
                rules
                    .rule("leading", format!("{word} does not begin with 0"))
                    .clause([Literal::is_not(first, 0)]);
            }
        }
        if self.letters.len() > 1 {
            rules
                .rule("different", "different letters are different digits")
                .different(0..self.letters.len());
        }
        let mut arithmetic = Arithmetic::new(self.base as usize, rules);
        for equation in &self.equations {
            let mut terms = Vec::new();
            for (term, is_added) in equation.terms() {
                let mut factors = term.factors.iter().map(|word| self.digits_of(word));
                let first = factors.next().unwrap_or_default();
                let product = factors.fold(first, |one, other| arithmetic.product(&one, &other));
                // Carries come from the side with more terms.
                let is_result = equation.left.len() < equation.right.len();
                terms.push((if is_added == is_result { -1 } else { 1 }, product));
            }
            let of = match self.equations.len() {
                1 => String::new(),
                _ => format!(" of {}", equation.show()),
            };
            arithmetic.balance(&terms, &equation.show(), &of);
        }
    }

    fn picture(&self, filling: &[Option<Value>]) -> Picture {
        let grid = self.grid();
        let rows = self.written_terms();
        let mut tiles = Vec::new();
        let mut lines = Vec::new();
        for (y, (sign, text, begins_right)) in rows.iter().enumerate() {
            let text: Vec<char> = text.chars().collect();
            let begin = grid.columns - text.len();
            let sign = (begin - 1, *sign);
            let characters = text.into_iter().enumerate();
            let characters = characters.map(|(index, one)| (begin + index, one));
            for (x, character) in [sign].into_iter().chain(characters) {
                if character != ' ' {
                    let tile = Tile::new(x as u32, y as u32, Tint::Given, character.to_string());
                    let digit = self.letter(character).and_then(|letter| filling[letter]);
                    tiles.push(match digit {
                        Some(digit) => {
                            tile.marked(Mark::Note(Corner::BottomRight, digit.to_string()))
                        }
                        None => tile,
                    });
                }
            }
            if *begins_right {
                lines.extend((0..grid.columns as u32).map(|x| (x, y as u32)));
            }
        }
        let row = rows.len() as u32;
        for (x, (letter, entry)) in self.letters.iter().zip(filling).enumerate() {
            tiles.push(Tile::new(x as u32, row, Tint::Given, letter.to_string()));
            tiles.push(match entry {
                None => Tile::new(x as u32, row + 1, Tint::Open, ""),
                Some(value) => Tile::new(x as u32, row + 1, Tint::Plain, value.to_string()),
            });
        }
        let picture = Picture::of_squares(grid.columns as u32, grid.rows as u32, tiles);
        lines
            .into_iter()
            .fold(picture, |picture, (x, y)| picture.with_edge(x, y, Side::Top, EdgeMark::Region))
    }

    fn draft(
        options: &CryptarithmOptions,
        _: ClueSymmetry,
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> Result<Option<Draft<Self>>, GenerateError> {
        Cryptarithm::drafted(options, rng, meter)
    }
}

#[cfg(test)]
mod tests;
