//! The genome of a hyper-heuristic: a list of genes, each the number of a rule of thumb from 1 on,
//! or 0.
//!
//! The genes up to the first 0 are active: they are applied in turn, again and again. The rest has
//! no effect until a crossover or a mutation makes it active. The first gene is never 0, so that
//! every programme does something. Programmes have a fixed number of genes, as in the paper, or
//! any number up to it and no 0; then crossover exchanges tails of different lengths, and mutation
//! also adds and drops genes.

use quarry_core::Rng;

use super::crossover::{exchanged_tails, two_point};
use super::mutation;

/// Number of a rule of thumb, from 1, or [`STOP`].
pub type Gene = u8;

/// Ends the active part of a programme.
pub const STOP: Gene = 0;

/// A sequence of genes.
pub type Programme = Vec<Gene>;

/// Returns the part of the programme that is applied.
pub fn active(programme: &[Gene]) -> &[Gene] {
    let end = programme.iter().position(|&gene| gene == STOP).unwrap_or(programme.len());
    &programme[..end]
}

/// Writes the active part as numbers.
pub fn write(programme: &[Gene]) -> String {
    active(programme).iter().map(Gene::to_string).collect::<Vec<_>>().join(" ")
}

/// Reads a programme: numbers of rules, from 1, with spaces or commas between them. Otherwise says
/// what is wrong.
pub fn read(text: &str, rules: usize) -> Result<Programme, String> {
    let words = text.split([' ', ',']).filter(|word| !word.is_empty());
    let gene = |word: &str| {
        let number = word.parse().ok().filter(|&gene: &Gene| gene != STOP);
        let known = number.filter(|&gene| usize::from(gene) <= rules);
        known.ok_or_else(|| format!("'{word}': expected numbers of rules, from 1 to {rules}"))
    };
    words.map(gene).collect()
}

/// Rules that programmes are made of: all of them, or an island's share.
#[derive(Debug, Clone)]
pub struct Repertoire {
    /// Numbers of the rules.
    pub rules: Vec<Gene>,
    /// Number of genes in a programme, or the largest number.
    pub length: usize,
    /// Whether programmes differ in length.
    pub variable: bool,
}

impl Repertoire {
    /// Returns a programme in which every gene is equally likely in every place.
    pub fn random(&self, rng: &mut Rng) -> Programme {
        let length = if self.variable { 1 + rng.below(self.length) } else { self.length };
        (0..length).map(|place| self.gene(place, rng)).collect()
    }

    /// Returns two children.
    pub fn crossed(&self, mother: &[Gene], father: &[Gene], rng: &mut Rng) -> [Programme; 2] {
        if !self.variable {
            return two_point(mother, father, rng);
        }
        let mut children = exchanged_tails(mother, father, rng);
        for (child, parent) in children.iter_mut().zip([mother, father]) {
            child.truncate(self.length);
            if child.is_empty() {
                child.extend_from_slice(parent);
            }
        }
        children
    }

    /// Adds or drops a gene, if programmes may differ in length and there is room.
    pub fn stretch(&self, programme: &mut Programme, rng: &mut Rng) {
        if !self.variable {
            return;
        }
        let (length, adds) = (programme.len(), rng.below(2) == 0);
        if adds && length < self.length {
            let gene = self.gene(0, rng);
            programme.insert(rng.below(length + 1), gene);
        } else if !adds && length > 1 {
            programme.remove(rng.below(length));
        }
    }

    /// Draws one gene anew.
    pub fn reset(&self, programme: &mut [Gene], rng: &mut Rng) {
        mutation::reset(programme, rng, |place, rng| self.gene(place, rng));
    }

    fn gene(&self, place: usize, rng: &mut Rng) -> Gene {
        if place == 0 || self.variable {
            return self.rules[rng.below(self.rules.len())];
        }
        self.rules.get(rng.below(self.rules.len() + 1)).copied().unwrap_or(STOP)
    }
}

/// Exchanges two genes, unless that would put the stop first.
pub fn swap(programme: &mut [Gene], rng: &mut Rng) {
    let (one, other) = mutation::swap(programme, rng);
    if programme[0] == STOP {
        programme.swap(one, other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_active_part_ends_before_the_first_stop() {
        assert_eq!(active(&[19, 17, 12, 0, 8, 0]), [19, 17, 12]);
        assert_eq!(active(&[1, 2]), [1, 2]);
    }

    #[test]
    fn no_operator_puts_the_stop_in_front_or_a_foreign_rule_in() {
        let repertoire = Repertoire { rules: vec![3, 5, 8], length: 6, variable: false };
        let mut rng = Rng::new(1);
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..2_000 {
            let mut programmes = repertoire.crossed(
                &repertoire.random(&mut rng),
                &repertoire.random(&mut rng),
                &mut rng,
            );
            for programme in &mut programmes {
                repertoire.reset(programme, &mut rng);
                swap(programme, &mut rng);
                assert!(
                    programme.len() == 6 && programme[0] != STOP && !active(programme).is_empty()
                );
                seen.extend(programme.iter().copied());
            }
        }
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), [0, 3, 5, 8]);
    }

    #[test]
    fn programmes_of_any_length_stay_within_theirs() {
        let repertoire = Repertoire { rules: vec![3, 5, 8], length: 6, variable: true };
        let mut rng = Rng::new(1);
        let mut lengths = std::collections::BTreeSet::new();
        let mut some = repertoire.random(&mut rng);
        for _ in 0..2_000 {
            let other = repertoire.random(&mut rng);
            [some, _] = repertoire.crossed(&some, &other, &mut rng);
            repertoire.stretch(&mut some, &mut rng);
            swap(&mut some, &mut rng);
            assert!(some.iter().all(|gene| [3, 5, 8].contains(gene)), "{some:?}");
            lengths.insert(some.len());
        }
        assert_eq!(lengths.into_iter().collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn a_programme_is_read_as_it_is_written() {
        assert_eq!(read("9 15, 12", 19), Ok(vec![9, 15, 12]));
        assert_eq!(write(&[9, 15, 12, 0, 3]), "9 15 12");
        for text in ["0", "20", "9 x", "-1", "300"] {
            assert!(read(text, 19).is_err(), "{text}");
        }
        assert_eq!(read(" ", 19), Ok(vec![]));
    }
}
