//! Who lives on.

use std::cmp::Reverse;

use quarry_core::Rng;

use super::population::{Individual, rank};

/// The `places` winners of a tournament in which everyone meets `opponents` random others and wins against whom it is
/// not worse than. The best always lives on, and comes first; among equal numbers of wins chance decides.
pub fn tournament<G, F: Ord + Copy>(
    mut pool: Vec<Individual<G, F>>,
    places: usize,
    opponents: usize,
    rng: &mut Rng,
) -> Vec<Individual<G, F>> {
    rng.shuffle(&mut pool);
    let fitness: Vec<F> = pool.iter().map(|one| one.fitness).collect();
    let best = fitness.iter().max().copied();
    let mut contenders: Vec<_> = pool
        .into_iter()
        .map(|one| {
            let wins = (0..opponents).filter(|_| one.fitness >= fitness[rng.below(fitness.len())]).count();
            (Some(one.fitness) == best, wins, one)
        })
        .collect();
    // The best wins against everyone, so that of several such the first is as good as any.
    contenders.sort_by_key(|&(is_best, wins, _)| Reverse((wins, is_best)));
    contenders.truncate(places);
    contenders.into_iter().map(|(_, _, one)| one).collect()
}

/// Puts newcomers in the places of the worst.
pub fn replace_worst<G, F: Ord>(population: &mut Vec<Individual<G, F>>, newcomers: Vec<Individual<G, F>>) {
    rank(population);
    population.truncate(population.len().saturating_sub(newcomers.len()));
    population.extend(newcomers);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_fitness(values: impl IntoIterator<Item = i32>) -> Vec<Individual<usize, i32>> {
        values.into_iter().enumerate().map(|(genome, fitness)| Individual { genome, fitness }).collect()
    }

    #[test]
    fn the_best_lives_on_and_the_better_more_often() {
        let mut rng = Rng::new(1);
        let mut lived = [0; 20];
        for _ in 0..1000 {
            let winners = tournament(with_fitness(0..20), 10, 5, &mut rng);
            assert_eq!((winners.len(), winners[0].fitness), (10, 19));
            winners.iter().for_each(|winner| lived[winner.genome] += 1);
        }
        let half = |range: std::ops::Range<usize>| lived[range].iter().sum::<i32>();
        assert_eq!((lived[19], lived.iter().sum()), (1000, 10_000));
        assert!(lived[0] < 50 && half(10..20) > 4 * half(0..10) && half(0..10) > 0, "{lived:?}");
    }

    #[test]
    fn among_equals_chance_decides() {
        let mut rng = Rng::new(2);
        let mut lived = [0; 10];
        for _ in 0..1000 {
            let winners = tournament(with_fitness([7; 10]), 5, 3, &mut rng);
            winners.iter().for_each(|winner| lived[winner.genome] += 1);
        }
        assert!(lived.iter().all(|times| (420..580).contains(times)), "{lived:?}");
    }

    #[test]
    fn newcomers_take_the_places_of_the_worst() {
        let mut population = with_fitness([5, 1, 4, 2]);
        replace_worst(&mut population, with_fitness([0, 9]));
        assert_eq!(population.iter().map(|one| one.fitness).collect::<Vec<_>>(), [5, 4, 0, 9]);
    }
}
