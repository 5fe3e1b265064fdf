//! Equations as people write them.

use quarry_core::{Located, ParseError, Position};

/// An equation: two sums of products.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Equation {
    pub(super) left: Vec<Term>,
    pub(super) right: Vec<Term>,
}

/// A product that is added or subtracted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Term {
    pub(super) is_subtracted: bool,
    /// Words of letters and numbers, as they are written.
    pub(super) factors: Vec<String>,
}

impl Term {
    pub(super) fn show(&self) -> String {
        self.factors.join(" * ")
    }
}

impl Equation {
    /// The terms of both sides, each with whether it counts for the left side when all are brought
    /// there.
    pub(super) fn terms(&self) -> impl Iterator<Item = (&Term, bool)> {
        let left = self.left.iter().map(|term| (term, !term.is_subtracted));
        left.chain(self.right.iter().map(|term| (term, term.is_subtracted)))
    }

    pub(super) fn words(&self) -> impl Iterator<Item = &String> {
        self.terms().flat_map(|(term, _)| &term.factors)
    }

    pub(super) fn show(&self) -> String {
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
    pub(super) fn read(line: &Located<&str>, base: u32) -> Result<Self, ParseError> {
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
