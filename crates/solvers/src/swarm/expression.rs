//! Formulas over named numbers, as genetic programming evolves them: written as lists, `(+ gain (*
//! 2 options))`, made at random, crossed and mutated. J. Koza, "Genetic Programming" (1992): first
//! trees half full, half grown; crossover exchanges subtrees; mutation replaces one by a new tree.
//! Division by (almost) nothing gives 1, as there. A formula is its nodes in the order of writing,
//! so a subtree is a stretch of the list. No result is NaN. Time and memory: one step for each node.

use std::fmt::Write;
use std::ops::Range;

use quarry_core::Rng;

/// A node of a formula.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FormulaPart {
    /// A number from -9 to 9.
    Constant(i8),
    /// The named number with this index.
    Name(u8),
    /// One of [`OPERATORS`], which takes the next two terms.
    Operator(u8),
}

/// Signs of the operators, all with two terms.
pub const OPERATORS: [&str; 6] = ["+", "-", "*", "/", "min", "max"];

/// Results are kept within this, so that products stay numbers.
const LARGEST: f64 = 1e12;

/// A formula.
#[derive(Debug, Clone, PartialEq)]
pub struct MoveFormula(Vec<FormulaPart>);

impl MoveFormula {
    /// Creates a random tree of at most this depth: if `full`, all its branches have it.
    pub fn random(names: usize, depth: usize, full: bool, rng: &mut Rng) -> Self {
        let mut nodes = Vec::new();
        grow(names, depth, full, rng, &mut nodes);
        MoveFormula(nodes)
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Always false: a formula has a node.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether the name with this index occurs.
    pub fn uses(&self, name: usize) -> bool {
        self.0
            .iter()
            .any(|node| matches!(node, FormulaPart::Name(index) if usize::from(*index) == name))
    }

    /// Returns the value for these numbers, one for each name.
    pub fn value(&self, numbers: &[f64]) -> f64 {
        // From the last node to the first, both terms of an operator are ready when it comes.
        let mut ready = Vec::with_capacity(self.0.len());
        for &node in self.0.iter().rev() {
            let value = match node {
                FormulaPart::Constant(number) => f64::from(number),
                FormulaPart::Name(index) => numbers[usize::from(index)],
                FormulaPart::Operator(index) => {
                    let (Some(one), Some(other)) = (ready.pop(), ready.pop()) else {
                        unreachable!("an operator has two terms");
                    };
                    applied(index, one, other)
                }
            };
            ready.push(value.clamp(-LARGEST, LARGEST));
        }
        ready.pop().expect("a formula has a value")
    }

    /// Replaces a random subtree by a random subtree of the other formula.
    pub fn crossed(&self, other: &MoveFormula, rng: &mut Rng) -> MoveFormula {
        let (from, to) =
            (other.subtree(rng.below(other.len())), self.subtree(rng.below(self.len())));
        self.spliced(to, &other.0[from])
    }

    /// Replaces a random subtree by a new one.
    pub fn mutated(&self, names: usize, depth: usize, rng: &mut Rng) -> MoveFormula {
        let place = self.subtree(rng.below(self.len()));
        let new = MoveFormula::random(names, depth, false, rng);
        self.spliced(place, &new.0)
    }

    fn spliced(&self, place: Range<usize>, by: &[FormulaPart]) -> MoveFormula {
        MoveFormula([&self.0[..place.start], by, &self.0[place.end..]].concat())
    }

    /// Returns the stretch of the subtree that begins with a node.
    fn subtree(&self, start: usize) -> Range<usize> {
        let (mut end, mut missing) = (start, 1);
        while missing > 0 {
            missing -= 1;
            if let FormulaPart::Operator(_) = self.0[end] {
                missing += 2;
            }
            end += 1;
        }
        start..end
    }

    /// Writes the formula.
    pub fn write(&self, names: &[&str]) -> String {
        let mut text = String::new();
        // Number of terms that each open bracket still lacks.
        let mut open: Vec<u8> = Vec::new();
        for &node in &self.0 {
            if !text.is_empty() {
                text.push(' ');
            }
            match node {
                FormulaPart::Operator(index) => {
                    _ = write!(text, "({}", OPERATORS[usize::from(index)]);
                    open.push(2);
                    continue;
                }
                FormulaPart::Constant(number) => _ = write!(text, "{number}"),
                FormulaPart::Name(index) => text.push_str(names[usize::from(index)]),
            }
            while let Some(missing) = open.last_mut() {
                *missing -= 1;
                if *missing > 0 {
                    break;
                }
                text.push(')');
                open.pop();
            }
        }
        text
    }

    /// Reads a formula as [`MoveFormula::write`] writes it; otherwise says what is wrong.
    pub fn read(text: &str, names: &[&str]) -> Result<MoveFormula, String> {
        let mut nodes = Vec::new();
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        // For each open bracket the number of terms it still lacks; the outermost is the whole.
        let mut missing = vec![1u8];
        let mut words = spaced.split_whitespace();
        while let Some(word) = words.next() {
            if word == ")" {
                if missing.pop() != Some(0) || missing.is_empty() {
                    return Err("')' comes too early: an operator has two terms".to_owned());
                }
                continue;
            }
            match missing.last_mut() {
                Some(terms) if *terms > 0 => *terms -= 1,
                _ => return Err(format!("'{word}' is one term too many")),
            }
            nodes.push(if word == "(" {
                let sign = words.next().unwrap_or_default();
                let index = OPERATORS.iter().position(|&known| known == sign);
                missing.push(2);
                let expected = || format!("'{sign}': expected one of {}", OPERATORS.join(" "));
                FormulaPart::Operator(index.ok_or_else(expected)? as u8)
            } else if let Some(index) = names.iter().position(|&name| name == word) {
                FormulaPart::Name(index as u8)
            } else {
                let number = word.parse().ok().filter(|number| (-9..=9).contains(number));
                let expected = || {
                    format!(
                        "'{word}': expected a number from -9 to 9 or one of {}",
                        names.join(" ")
                    )
                };
                FormulaPart::Constant(number.ok_or_else(expected)?)
            });
        }
        if missing == [0] { Ok(MoveFormula(nodes)) } else { Err("a term is missing".to_owned()) }
    }
}

fn grow(names: usize, depth: usize, full: bool, rng: &mut Rng, nodes: &mut Vec<FormulaPart>) {
    // A grown branch ends early in one case of three; names are twice as likely as constants.
    if depth > 0 && (full || rng.below(3) > 0) {
        nodes.push(FormulaPart::Operator(rng.below(OPERATORS.len()) as u8));
        grow(names, depth - 1, full, rng, nodes);
        grow(names, depth - 1, full, rng, nodes);
    } else if rng.below(3) > 0 {
        nodes.push(FormulaPart::Name(rng.below(names) as u8));
    } else {
        nodes.push(FormulaPart::Constant(rng.below(19) as i8 - 9));
    }
}

fn applied(operator: u8, one: f64, other: f64) -> f64 {
    match operator {
        0 => one + other,
        1 => one - other,
        2 => one * other,
        3 if other.abs() < 1e-9 => 1.0,
        3 => one / other,
        4 => one.min(other),
        _ => one.max(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 2] = ["gain", "rest"];

    #[test]
    fn a_formula_is_read_written_and_worked_out() {
        for (text, value) in [
            ("gain", 7.0),
            ("(+ gain (* 2 rest))", 7.0 + 2.0 * 4.0),
            ("(- (min gain rest) (max -3 1))", 3.0),
            ("(/ gain (- rest 4))", 1.0),
            ("(/ gain 2)", 3.5),
        ] {
            let formula = MoveFormula::read(text, &NAMES).unwrap();
            assert_eq!((formula.value(&[7.0, 4.0]), formula.write(&NAMES).as_str()), (value, text));
        }
        for text in
            ["", "(+ gain)", "(+ gain rest 1)", "(^ 1 2)", "12", "x", "gain rest", "(+ 1 2", ")"]
        {
            assert!(MoveFormula::read(text, &NAMES).is_err(), "{text}");
        }
    }

    #[test]
    fn every_operation_makes_a_formula_again() {
        let mut rng = Rng::new(1);
        let mut some = MoveFormula::random(2, 4, true, &mut rng);
        assert_eq!(some.len(), 31);
        for round in 0..2_000 {
            let other = MoveFormula::random(2, 1 + round % 5, round % 2 == 0, &mut rng);
            some = if some.len() > 60 { other } else { some.crossed(&other, &mut rng) };
            some = some.mutated(2, 2, &mut rng);
            let text = some.write(&NAMES);
            assert_eq!(MoveFormula::read(&text, &NAMES).as_ref(), Ok(&some), "{text}");
            assert!(some.value(&[1e11, -1e11]).is_finite(), "{text}");
        }
    }
}
