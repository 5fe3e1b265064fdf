//! Cryptarithms: letters stand for digits, different letters for different ones, so that every
//! equation holds. NP-complete if the base is part of the input: D. Eppstein, "On the
//! NP-completeness of cryptarithms", 1987.

mod natural;

use std::collections::{BTreeMap, BTreeSet};

use quarry_constraint::Engine;
use quarry_core::{
    About, Constrained, Corner, Document, EdgeMark, Example, Fault, Foul, GenerateError, Literal,
    Located, Mark, Meter, ParseError, Picture, Place, Position, Rng, Side, Solutions, Tier, Tile,
    Tint, Value, Values, Variable, settings,
};
use quarry_pencil::{
    BoardText, CellGrid, Declaration, Declared, Draft, EntryValues, MOST_CELLS, OPEN, RuleBook,
    Shape, Sheet, Spot,
};

use natural::{Natural, written_difference};

/// An instance: the base and the equations.
#[derive(Debug, Clone, PartialEq)]
pub struct Cryptarithm {
    base: u32,
    equations: Vec<Equation>,
    /// The letters that occur, in alphabetical order; they are the entries.
    letters: Vec<char>,
}

/// An equation: two sums of products.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Equation {
    left: Vec<Term>,
    right: Vec<Term>,
}

/// A product that is added or subtracted.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Term {
    is_subtracted: bool,
    /// Words of letters and numbers, as they are written.
    factors: Vec<String>,
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

const WORDS: &str = include_str!("words.txt");

/// How many equations a draft looks at.
const CANDIDATES: usize = 300;

/// Conflicts after which an equation is given up.
const MOST_CONFLICTS: u64 = 3_000;

impl Term {
    fn show(&self) -> String {
        self.factors.join(" * ")
    }
}

impl Equation {
    /// The terms of both sides, each with whether it counts for the left side when all are brought
    /// there.
    fn terms(&self) -> impl Iterator<Item = (&Term, bool)> {
        let left = self.left.iter().map(|term| (term, !term.is_subtracted));
        left.chain(self.right.iter().map(|term| (term, term.is_subtracted)))
    }

    fn words(&self) -> impl Iterator<Item = &String> {
        self.terms().flat_map(|(term, _)| &term.factors)
    }

    fn show(&self) -> String {
        let side = |terms: &[Term]| {
            let mut text = String::new();
            for term in terms {
                if !text.is_empty() {
                    text.push_str(if term.is_subtracted { " - " } else { " + " });
                }
                text.push_str(&term.show());
            }
            text
        };
        format!("{} = {}", side(&self.left), side(&self.right))
    }

    /// Reads a line.
    fn read(line: &Located<&str>, base: u32) -> Result<Self, ParseError> {
        let characters: Vec<char> = line.value.trim_end().chars().collect();
        let wrong = |index: usize, expected: &str| {
            let at = Position { column: line.at.column + index, ..line.at };
            let found = characters.get(index);
            let found = found.map_or("the end of the line".to_owned(), |one| format!("`{one}`"));
            ParseError::new(at, expected, found)
        };
        let mut sides = vec![vec![Term { is_subtracted: false, factors: Vec::new() }]];
        let mut at = 0;
        loop {
            at += characters[at..].iter().take_while(|one| one.is_whitespace()).count();
            let (word, length) = factor(&characters[at..], base).map_err(|index| {
                let digits = format!("digits below {base}");
                match characters.get(at + index) {
                    Some('0') if index == 0 => wrong(at, "a number that does not begin with 0"),
                    Some(one) if one.is_ascii_digit() => wrong(at + index, &digits),
                    _ => wrong(at + index, "a word or a number"),
                }
            })?;
            let terms = sides.last_mut().expect("there is a side");
            terms.last_mut().expect("there is a term").factors.push(word);
            at += length;
            at += characters[at..].iter().take_while(|one| one.is_whitespace()).count();
            match characters.get(at) {
                Some('*' | '×') => {}
                Some(&sign @ ('+' | '-' | '−')) => {
                    terms.push(Term { is_subtracted: sign != '+', factors: Vec::new() });
                }
                Some('=') if sides.len() == 1 => {
                    sides.push(vec![Term { is_subtracted: false, factors: Vec::new() }]);
                }
                None if sides.len() == 2 => break,
                _ if sides.len() == 1 => return Err(wrong(at, "`+`, `-`, `*` or `=`")),
                _ => return Err(wrong(at, "`+`, `-`, `*` or the end of the line")),
            }
            at += 1;
        }
        let right = sides.pop().unwrap_or_default();
        let left = sides.pop().unwrap_or_default();
        Ok(Equation { left, right })
    }
}

/// A word or a number at the beginning of a text, and its length; the index of what is wrong if
/// there is none.
fn factor(text: &[char], base: u32) -> Result<(String, usize), usize> {
    let letters = text.iter().take_while(|one| one.is_ascii_alphabetic()).count();
    if letters > 0 {
        return Ok((text[..letters].iter().collect::<String>().to_ascii_uppercase(), letters));
    }
    let digits = text.iter().take_while(|one| one.is_ascii_digit()).count();
    let too_large = text[..digits].iter().position(|one| one.to_digit(base).is_none());
    match (digits, too_large) {
        (0, _) => Err(0),
        (_, Some(index)) => Err(index),
        (2.., None) if text[0] == '0' => Err(0),
        _ => Ok((text[..digits].iter().collect(), digits)),
    }
}

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
        Shape::new("leading carry", Tier::Easy, 2, |step| {
            step.rules.len() == 2
                && step.is_of(&["last column", "leading", "different"])
                && step.rules.iter().any(|rule| rule.kind == "last column")
        }),
        Shape::new("one column", Tier::Easy, 3, |step| {
            step.is_one("column") || step.is_one("last column")
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

    fn mark(&self, value: Value) -> String {
        value.to_string()
    }

    fn unmark(&self, text: &str) -> Option<Value> {
        text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
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
        let mut arithmetic =
            Arithmetic { rules, base: self.base as usize, products: BTreeMap::new() };
        for equation in &self.equations {
            let mut terms = Vec::new();
            for (term, is_added) in equation.terms() {
                let mut factors = term.factors.iter().map(|word| self.digits_of(word));
                let first = factors.next().unwrap_or_default();
                let product = factors.fold(first, |one, other| arithmetic.product(&one, &other));
                terms.push((if is_added { 1 } else { -1 }, product));
            }
            arithmetic.balance(&terms, &equation.show());
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
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> Result<Option<Draft<Self>>, GenerateError> {
        let text = if options.words.is_empty() { WORDS } else { &options.words };
        let words: BTreeSet<String> = text
            .split_whitespace()
            .map(str::to_ascii_uppercase)
            .filter(|word| word.bytes().all(|byte| byte.is_ascii_uppercase()))
            .collect();
        let words: Vec<String> = words.into_iter().collect();
        let number = if options.form == "three" { 4 } else { 3 };
        if words.len() < number {
            return Err(format!("words={}: ask for {number} words or more", options.words).into());
        }
        for _ in 0..CANDIDATES {
            let Some(puzzle) = candidate(options, &words, rng) else { continue };
            let model = Declared::new(puzzle.clone()).model();
            let mut engine = Engine::new(&model, meter).ok_or(GenerateError::Stopped)?;
            let solutions = engine.count(MOST_CONFLICTS, meter);
            if !meter.goes_on() {
                return Err(GenerateError::Stopped);
            }
            if solutions == Solutions::One {
                let letters = engine.found()[0].iter().take(puzzle.letters.len());
                let solution = letters.map(|&value| Some(value)).collect();
                return Ok(Some(Draft { puzzle, solution }));
            }
        }
        Ok(None)
    }
}

/// How often words are drawn for one equation.
const DRAWS: usize = 10_000;

/// A random equation of words that may have exactly one solution by the lengths of its words and
/// the number of its letters.
fn candidate(options: &CryptarithmOptions, words: &[String], rng: &mut Rng) -> Option<Cryptarithm> {
    for _ in 0..DRAWS {
        let number = if options.form == "three" { 4 } else { 3 };
        let drawn: Vec<&String> = (0..number).map(|_| &words[rng.below(words.len())]).collect();
        let letters: BTreeSet<char> = drawn.iter().flat_map(|word| word.chars()).collect();
        let (result, parts) = drawn.split_last()?;
        let longest = parts.iter().map(|word| word.len()).max()?;
        let total: usize = parts.iter().map(|word| word.len()).sum();
        let is_product = options.form == "product";
        // With few letters there is hardly a solution, with few columns there are many.
        let base = options.base as usize;
        let fits = match is_product {
            true => (total - 1..=total).contains(&result.len()) && total <= MOST_PRODUCT_DIGITS,
            false => (longest..=longest + 1).contains(&result.len()) && result.len() > 3,
        };
        let has_repeats = (1..number).any(|index| drawn[..index].contains(&drawn[index]));
        if !fits || has_repeats || !(base - 3..=base).contains(&letters.len()) {
            continue;
        }
        let factors = |words: &[&String]| words.iter().map(|&word| word.clone()).collect();
        let term = |words: &[&String]| Term { is_subtracted: false, factors: factors(words) };
        let left = match is_product {
            true => vec![term(parts)],
            false => parts.iter().map(|&word| term(&[word])).collect(),
        };
        let equation = Equation { left, right: vec![term(&[*result])] };
        return Some(Cryptarithm::new(options.base as u32, vec![equation]));
    }
    None
}

/// The most digits of the factors of a generated product together.
const MOST_PRODUCT_DIGITS: usize = 8;

/// A digit of a number: a letter or a helper, or known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Digit {
    Known(Value),
    Variable(Variable),
}

/// A carry: `variable` plus `least`, or `least` alone.
#[derive(Debug, Clone, Copy)]
struct Carry {
    variable: Option<Variable>,
    least: i64,
    most: i64,
}

/// Written arithmetic as constraints.
struct Arithmetic<'r> {
    rules: &'r mut RuleBook,
    base: usize,
    /// The two digits of the product of two digits, the higher one first.
    products: BTreeMap<(Digit, Digit), (Digit, Digit)>,
}

impl Arithmetic<'_> {
    /// The smallest and the largest value of a digit.
    fn range(&self, digit: Digit) -> (i64, i64) {
        match digit {
            Digit::Known(value) => (value.into(), value.into()),
            Digit::Variable(variable) => {
                let domain = self.rules.domain(variable);
                let least = domain.iter().next().unwrap_or(0);
                (least.into(), domain.iter().last().unwrap_or(0).into())
            }
        }
    }

    /// Terms without repeated variables, what the known digits make, and the range of it all.
    fn collected(&self, digits: &[(i64, Digit)]) -> (BTreeMap<Variable, i64>, i64, (i64, i64)) {
        let mut factors: BTreeMap<Variable, i64> = BTreeMap::new();
        let mut known = 0;
        for &(factor, digit) in digits {
            match digit {
                Digit::Known(value) => known += factor * i64::from(value),
                Digit::Variable(variable) => *factors.entry(variable).or_default() += factor,
            }
        }
        factors.retain(|_, factor| *factor != 0);
        let mut range = (known, known);
        for (&variable, &factor) in &factors {
            let (least, most) = self.range(Digit::Variable(variable));
            range.0 += (factor * least).min(factor * most);
            range.1 += (factor * least).max(factor * most);
        }
        (factors, known, range)
    }

    /// A column of a written sum: the digits and the carry into it make a multiple of the base, and
    /// the multiple is the carry out of it. The last column has none.
    fn column(&mut self, digits: &[(i64, Digit)], into: Carry, is_last: bool) -> Carry {
        let base = self.base as i64;
        let (factors, known, range) = self.collected(digits);
        let least = -(-(range.0 + into.least)).div_euclid(base);
        let most = (range.1 + into.most).div_euclid(base);
        let (least, most) = if is_last { (0, 0) } else { (least, most) };
        if least > most {
            self.rules.clause([]);
            return Carry { variable: None, least: 0, most: 0 };
        }
        let variable =
            (least < most).then(|| self.rules.helper(Values::below((most - least + 1) as usize)));
        let inner = factors.into_iter().map(|(variable, factor)| (factor, variable));
        let terms = into.variable.map(|carry| (1, carry)).into_iter().chain(inner);
        let terms: Vec<(i64, Variable)> =
            terms.chain(variable.map(|carry| (-base, carry))).collect();
        self.rules.linear(terms, base * least - known - into.least);
        Carry { variable, least, most }
    }

    /// The terms, each with its digits, make 0: a rule for each column.
    fn balance(&mut self, terms: &[(i64, Vec<Digit>)], equation: &str) {
        let columns = terms.iter().map(|(_, digits)| digits.len()).max().unwrap_or(0);
        let mut carry = Carry { variable: None, least: 0, most: 0 };
        for column in 0..columns {
            let is_last = column + 1 == columns;
            let kind = if is_last { "last column" } else { "column" };
            let from_right = column + 1;
            let sentence = format!("column {from_right} from the right of {equation} adds up");
            self.rules.rule(kind, sentence);
            let digits =
                terms.iter().filter_map(|(sign, digits)| Some((*sign, *digits.get(column)?)));
            let digits: Vec<(i64, Digit)> = digits.collect();
            carry = self.column(&digits, carry, is_last);
        }
    }

    /// The digits of a sum whose columns have these digits, one for each column.
    fn sum(&mut self, columns: &[Vec<Digit>]) -> Vec<Digit> {
        let mut carry = Carry { variable: None, least: 0, most: 0 };
        let mut sum = Vec::new();
        for (index, column) in columns.iter().enumerate() {
            let is_last = index + 1 == columns.len();
            if let (&[only], None, 0) = (column.as_slice(), carry.variable, carry.least) {
                sum.push(only);
                continue;
            }
            let digit = Digit::Variable(self.rules.helper(Values::below(self.base)));
            let added = column.iter().map(|&digit| (1, digit));
            let digits: Vec<(i64, Digit)> = added.chain([(-1, digit)]).collect();
            carry = self.column(&digits, carry, is_last);
            sum.push(digit);
        }
        sum
    }

    /// The digits of a product, by partial products as on paper.
    fn product(&mut self, one: &[Digit], other: &[Digit]) -> Vec<Digit> {
        self.rules.definition();
        let mut columns = vec![Vec::new(); one.len() + other.len()];
        for (shift, &by) in other.iter().enumerate() {
            let mut row = vec![Vec::new(); one.len() + 1];
            for (index, &digit) in one.iter().enumerate() {
                let (high, low) = self.times(digit, by);
                row[index].push(low);
                row[index + 1].push(high);
            }
            for (index, digit) in self.sum(&row).into_iter().enumerate() {
                columns[index + shift].push(digit);
            }
        }
        self.sum(&columns)
    }

    /// The two digits of a product of two digits.
    fn times(&mut self, one: Digit, other: Digit) -> (Digit, Digit) {
        let key = (one.min(other), one.max(other));
        if let Some(&product) = self.products.get(&key) {
            return product;
        }
        let base = self.base as Value;
        let product = match key {
            (Digit::Known(0), _) => (Digit::Known(0), Digit::Known(0)),
            (Digit::Known(1), other) => (Digit::Known(0), other),
            (Digit::Known(one), Digit::Known(other)) => {
                (Digit::Known(one * other / base), Digit::Known(one * other % base))
            }
            (one, other) => {
                let high = self.rules.helper(Values::below(self.base - 1));
                let low = self.rules.helper(Values::below(self.base));
                let variables = [one, other].into_iter().filter_map(|digit| match digit {
                    Digit::Known(_) => None,
                    Digit::Variable(variable) => Some(variable),
                });
                let mut variables: Vec<Variable> = variables.collect();
                variables.dedup();
                let (all, fixed) = (0..base, |digit: Digit| match digit {
                    Digit::Known(value) => Some(value),
                    Digit::Variable(_) => None,
                });
                let mut rows = Vec::new();
                for second in all.clone() {
                    match fixed(one) {
                        Some(first) => rows.push((vec![second], first * second)),
                        None if one == other => rows.push((vec![second], second * second)),
                        None => rows
                            .extend(all.clone().map(|first| (vec![first, second], first * second))),
                    }
                }
                let rows = rows.into_iter().map(|(mut row, product)| {
                    row.extend([product / base, product % base]);
                    row
                });
                let rows = rows.collect();
                self.rules.table(variables.into_iter().chain([high, low]), rows);
                (Digit::Variable(high), Digit::Variable(low))
            }
        };
        self.products.insert(key, product);
        product
    }
}

#[cfg(test)]
mod tests;
