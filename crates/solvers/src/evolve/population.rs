//! Individuals, and functions on populations.

use std::hash::Hash;

use quarry_core::{Inside, Score};
use rustc_hash::FxHashSet;

/// A genome and its fitness. A fitness that changes with age is a fitness type with its own order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Individual<G, F> {
    /// The inherited part.
    pub genome: G,
    /// Fitness; more is better.
    pub fitness: F,
}

/// Sorts by fitness, the best first; equals stay in their order.
pub fn rank<G, F: Ord>(population: &mut [Individual<G, F>]) {
    population.sort_by(|a, b| b.fitness.cmp(&a.fitness));
}

/// Returns the best individual, the first among equals.
pub fn best<G, F: Ord>(population: &[Individual<G, F>]) -> Option<&Individual<G, F>> {
    population.iter().rev().max_by(|a, b| a.fitness.cmp(&b.fitness))
}

/// Whether all have the same fitness. Only then is the mean fitness that of the best.
pub fn is_uniform<G, F: PartialEq>(population: &[Individual<G, F>]) -> bool {
    population.windows(2).all(|pair| pair[0].fitness == pair[1].fitness)
}

/// Statistics of a population for display: the distribution of its scores, and how many members
/// differ.
pub fn portrait<G: Eq + Hash, F: Copy>(
    generation: u64,
    population: &[Individual<G, F>],
    score: impl Fn(F) -> Score,
) -> Inside {
    let scores = || population.iter().map(|one| score(one.fitness) as f64);
    let members = population.len() as f64;
    let distinct = population.iter().map(|one| &one.genome).collect::<FxHashSet<_>>().len() as f64;
    let share = |part: f64| if members > 0.0 { part / members } else { 0.0 };
    Inside::of([
        ("generation", generation as f64),
        ("best of the population", scores().reduce(f64::max).unwrap_or_default()),
        ("mean", share(scores().sum())),
        ("diversity", share(distinct)),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equals_keep_their_order_in_a_ranking() {
        let individual = |(genome, fitness)| Individual { genome, fitness };
        let mut population = [('a', 1), ('b', 3), ('c', 1), ('d', 3)].map(individual);
        assert!(!is_uniform(&population));
        assert_eq!(best(&population).map(|one| one.genome), Some('b'));
        rank(&mut population);
        assert_eq!(population.each_ref().map(|one| one.genome), ['b', 'd', 'a', 'c']);
        assert!(is_uniform(&population[..2]) && is_uniform(&population[..0]));
        population[1].genome = 'b';
        let numbers = portrait(7, &population, |fitness| fitness)
            .numbers
            .into_iter()
            .map(|(_, number)| number);
        assert_eq!(numbers.collect::<Vec<_>>(), [7.0, 3.0, 2.0, 0.75]);
    }
}
