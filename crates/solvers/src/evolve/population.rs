//! Individuals and what can be said of many of them.

/// A genome and what it is worth. A fitness that changes with age is a fitness type with its own order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Individual<G, F> {
    /// What is inherited.
    pub genome: G,
    /// What it is worth; more is better.
    pub fitness: F,
}

/// Sorts the best to the front; equals stay in their order.
pub fn rank<G, F: Ord>(population: &mut [Individual<G, F>]) {
    population.sort_by(|a, b| b.fitness.cmp(&a.fitness));
}

/// The best; the first among equals.
pub fn best<G, F: Ord>(population: &[Individual<G, F>]) -> Option<&Individual<G, F>> {
    population.iter().rev().max_by(|a, b| a.fitness.cmp(&b.fitness))
}

/// Whether all are worth the same: then, and only then, is the mean fitness that of the best.
pub fn is_uniform<G, F: PartialEq>(population: &[Individual<G, F>]) -> bool {
    population.windows(2).all(|pair| pair[0].fitness == pair[1].fitness)
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
    }
}
