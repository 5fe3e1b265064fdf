//! Selection operators: which members become parents.

use quarry_core::Rng;

use super::population::Individual;

/// Returns the indices of two different members of a population, each couple equally likely; a
/// single member mates with itself.
pub fn couple(members: usize, rng: &mut Rng) -> (usize, usize) {
    if members < 2 {
        return (0, 0);
    }
    let first = rng.below(members);
    let second = rng.below(members - 1);
    (first, if second < first { second } else { second + 1 })
}

/// Returns the index of the fittest of `drawn` random members, drawn with replacement; the first
/// drawn among equals.
pub fn fittest_of<G, F: Ord>(
    population: &[Individual<G, F>],
    drawn: usize,
    rng: &mut Rng,
) -> usize {
    let mut winner = rng.below(population.len());
    for _ in 1..drawn {
        let rival = rng.below(population.len());
        if population[rival].fitness > population[winner].fitness {
            winner = rival;
        }
    }
    winner
}

/// A roulette wheel: each slot is as wide as the fitness of its member, the best first.
#[derive(Debug, Clone, PartialEq)]
pub struct Wheel {
    /// End of each slot, as a share of the whole.
    ends: Vec<f64>,
    /// Member to which each slot belongs.
    owners: Vec<usize>,
}

impl Wheel {
    /// Creates a wheel for these fitness values, none of which is negative. If all are equal, so
    /// are all slots.
    pub fn new(fitness: &[f64]) -> Self {
        let mut owners: Vec<usize> = (0..fitness.len()).collect();
        owners.sort_by(|&a, &b| fitness[b].total_cmp(&fitness[a]));
        let uniform = fitness.windows(2).all(|pair| pair[0] == pair[1]);
        let width = |owner: &usize| if uniform { 1.0 } else { fitness[*owner] };
        let total: f64 = owners.iter().map(width).sum();
        let running = owners.iter().map(width).scan(0.0, |end, width| {
            *end += width;
            Some(*end / total)
        });
        Wheel { ends: running.collect(), owners }
    }

    /// Draws a member; spins are independent.
    pub fn spin(&self, rng: &mut Rng) -> usize {
        self.owner(rng.unit())
    }

    /// Returns the owner of the first slot that ends beyond a share.
    fn owner(&self, share: f64) -> usize {
        let slot = self.ends.partition_point(|&end| end <= share);
        self.owners[slot.min(self.owners.len() - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_couple_is_met_and_none_is_one_twice() {
        let mut rng = Rng::new(1);
        let mut met = [[0; 4]; 4];
        for _ in 0..12_000 {
            let (a, b) = couple(4, &mut rng);
            met[a][b] += 1;
        }
        for (a, row) in met.iter().enumerate() {
            for (b, &times) in row.iter().enumerate() {
                assert!(if a == b { times == 0 } else { (850..1150).contains(&times) }, "{met:?}");
            }
        }
        assert_eq!(couple(1, &mut rng), (0, 0));
    }

    /// Of two drawn from three the best wins in five of nine cases, the worst in one.
    #[test]
    fn tournaments_favour_the_fit() {
        let population = [2, 3, 1].map(|fitness| Individual { genome: (), fitness });
        let (mut rng, mut won) = (Rng::new(5), [0u32; 3]);
        (0..9_000).for_each(|_| won[fittest_of(&population, 2, &mut rng)] += 1);
        assert!(won[1].abs_diff(5_000) < 200 && won[2].abs_diff(1_000) < 120, "{won:?}");
    }

    /// Worked by hand: 6, 3 and 1 of 10, the best first; 0 has no slot.
    #[test]
    fn slots_are_as_wide_as_fitness() {
        let wheel = Wheel::new(&[1.0, 6.0, 0.0, 3.0]);
        let drawn = [0.0, 0.59, 0.61, 0.89, 0.91, 0.999].map(|share| wheel.owner(share));
        assert_eq!(drawn, [1, 1, 3, 3, 0, 0]);
        let mut rng = Rng::new(4);
        let mut drawn = [0; 4];
        (0..10_000).for_each(|_| drawn[wheel.spin(&mut rng)] += 1);
        assert!(
            drawn[2] == 0 && (5_800..6_200).contains(&drawn[1]) && (850..1_150).contains(&drawn[0]),
            "{drawn:?}"
        );
    }

    #[test]
    fn the_equally_fit_are_equally_likely() {
        for fitness in [0.0, 7.0] {
            let wheel = Wheel::new(&[fitness; 4]);
            assert_eq!([0.1, 0.3, 0.6, 0.9].map(|share| wheel.owner(share)), [0, 1, 2, 3]);
        }
    }
}
