//! The genome of a hyper-heuristic: a fixed number of genes, each the number of a rule of thumb
//! from 1 on, or 0.
//!
//! The genes up to the first 0 are active: they are applied in turn, again and again. The rest has
//! no effect until a crossover or a mutation makes it active. The first gene is never 0, so that
//! every programme does something.

use quarry_core::Rng;

use super::mutation;

/// Number of a rule of thumb, from 1, or [`STOP`].
pub type Gene = u8;

/// Ends the active part of a programme.
pub const STOP: Gene = 0;

/// A sequence of genes of fixed length.
pub type Programme = Vec<Gene>;

/// Returns the part of the programme that is applied.
pub fn active(programme: &[Gene]) -> &[Gene] {
    let end = programme.iter().position(|&gene| gene == STOP).unwrap_or(programme.len());
    &programme[..end]
}

/// Rules that programmes are made of: all of them, or an island's share.
#[derive(Debug, Clone)]
pub struct Repertoire {
    /// Numbers of the rules.
    pub rules: Vec<Gene>,
    /// Number of genes in a programme.
    pub length: usize,
}

impl Repertoire {
    /// Returns a programme in which every gene is equally likely in every place.
    pub fn random(&self, rng: &mut Rng) -> Programme {
        (0..self.length).map(|place| self.gene(place, rng)).collect()
    }

    /// Draws one gene anew.
    pub fn reset(&self, programme: &mut [Gene], rng: &mut Rng) {
        mutation::reset(programme, rng, |place, rng| self.gene(place, rng));
    }

    fn gene(&self, place: usize, rng: &mut Rng) -> Gene {
        if place == 0 {
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
    use crate::evolve::crossover::two_point;

    #[test]
    fn the_active_part_ends_before_the_first_stop() {
        assert_eq!(active(&[19, 17, 12, 0, 8, 0]), [19, 17, 12]);
        assert_eq!(active(&[1, 2]), [1, 2]);
    }

    #[test]
    fn no_operator_puts_the_stop_in_front_or_a_foreign_rule_in() {
        let repertoire = Repertoire { rules: vec![3, 5, 8], length: 6 };
        let mut rng = Rng::new(1);
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..2_000 {
            let mut programmes =
                two_point(&repertoire.random(&mut rng), &repertoire.random(&mut rng), &mut rng);
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
}
