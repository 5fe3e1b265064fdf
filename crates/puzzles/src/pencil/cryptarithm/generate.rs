//! New equations: random words whose equation has exactly one solution.

use std::collections::BTreeSet;

use quarry_constraint::Engine;
use quarry_core::{Constrained, GenerateError, Meter, Rng, Solutions};
use quarry_pencil::{Declared, Draft};

use super::equation::{Equation, Term};
use super::{Cryptarithm, CryptarithmOptions};

const WORDS: &str = include_str!("words.txt");

/// How many equations a draft looks at.
const CANDIDATES: usize = 300;

/// Conflicts after which an equation is given up.
const MOST_CONFLICTS: u64 = 3_000;

/// How often words are drawn for one equation.
const DRAWS: usize = 10_000;

/// The most digits of the factors of a generated product together.
const MOST_PRODUCT_DIGITS: usize = 8;

impl Cryptarithm {
    /// A random equation with its solution; none if none of the candidates has exactly one.
    pub(super) fn drafted(
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
