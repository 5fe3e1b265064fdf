//! Replacement operators: which members survive.

use std::cmp::Reverse;

use quarry_core::Rng;

use super::population::{Individual, best, rank};

/// Returns the `places` winners of a tournament in which every member meets `opponents` random
/// others and wins if it is not worse. The best always survives and comes first; ties in wins are
/// broken at random.
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
            let wins =
                (0..opponents).filter(|_| one.fitness >= fitness[rng.below(fitness.len())]).count();
            (Some(one.fitness) == best, wins, one)
        })
        .collect();
    // The best wins every match, so among several such the first is as good as any.
    contenders.sort_by_key(|&(is_best, wins, _)| Reverse((wins, is_best)));
    contenders.truncate(places);
    contenders.into_iter().map(|(_, _, one)| one).collect()
}

/// Replaces the worst members by newcomers.
pub fn replace_worst<G, F: Ord>(
    population: &mut Vec<Individual<G, F>>,
    newcomers: Vec<Individual<G, F>>,
) {
    rank(population);
    population.truncate(population.len().saturating_sub(newcomers.len()));
    population.extend(newcomers);
}

/// Elitism: the best of the previous generation replaces the worst, but only if it is better than
/// all; the last of equally bad ones is replaced.
pub fn keep_best<G: Clone, F: Ord + Copy>(
    before: &[Individual<G, F>],
    now: &mut [Individual<G, F>],
) {
    if let (Some(old), Some(new)) = (best(before), best(now))
        && old.fitness > new.fitness
        && let Some(worst) = now.iter_mut().rev().min_by_key(|one| one.fitness)
    {
        *worst = old.clone();
    }
}

/// Restricted tournament (Harik 1995), which keeps a population diverse: of `window` random members
/// the one most similar to the newcomer is replaced by it, if it is worse. Similarity is the number
/// of genes that agree; among equals the one drawn first is taken. `lots` holds the members'
/// numbers in any order; drawing shuffles them.
pub fn restricted_tournament<T: PartialEq, F: PartialOrd>(
    population: &mut [Individual<Vec<T>, F>],
    newcomer: Individual<Vec<T>, F>,
    window: usize,
    lots: &mut [usize],
    rng: &mut Rng,
) {
    let mut nearest = None;
    for drawn in 0..window.min(lots.len()) {
        lots.swap(drawn, drawn + rng.below(lots.len() - drawn));
        let unlike = differences(&population[lots[drawn]].genome, &newcomer.genome);
        if nearest.is_none_or(|(least, _)| unlike < least) {
            nearest = Some((unlike, lots[drawn]));
        }
        if unlike == 0 {
            break;
        }
    }
    if let Some((_, nearest)) = nearest
        && newcomer.fitness > population[nearest].fitness
    {
        population[nearest] = newcomer;
    }
}

/// Number of places in which two genomes differ. Counts in small integers, so that it can be
/// vectorised.
fn differences<T: PartialEq>(one: &[T], other: &[T]) -> usize {
    let stretches = one.chunks(usize::from(u16::MAX)).zip(other.chunks(usize::from(u16::MAX)));
    let count = |(one, other): (&[T], &[T])| -> u16 {
        one.iter().zip(other).map(|(a, b)| u16::from(a != b)).sum()
    };
    stretches.map(|stretch| usize::from(count(stretch))).sum()
}

/// Number of members in a restricted tournament: all at the beginning, a tenth at the end, in
/// between by the share of the run that is over.
pub fn shrinking_window(members: usize, over: f64) -> usize {
    ((members as f64 * (1.0 - 0.9 * over)).round() as usize).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_fitness(values: impl IntoIterator<Item = i32>) -> Vec<Individual<usize, i32>> {
        values
            .into_iter()
            .enumerate()
            .map(|(genome, fitness)| Individual { genome, fitness })
            .collect()
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

    #[test]
    fn only_a_best_that_was_lost_comes_back_for_the_worst() {
        let after = |before: [i32; 3], now: [i32; 3]| {
            let mut population = with_fitness(now);
            population.iter_mut().for_each(|one| one.genome += 10);
            keep_best(&with_fitness(before), &mut population);
            population.iter().map(|one| (one.genome, one.fitness)).collect::<Vec<_>>()
        };
        assert_eq!(
            after([4, 9, 1], [8, 2, 2]),
            [(10, 8), (11, 2), (1, 9)],
            "the last of the worst"
        );
        assert_eq!(
            after([4, 9, 1], [2, 9, 3]),
            [(10, 2), (11, 9), (12, 3)],
            "an equally good member is enough"
        );
    }

    #[test]
    fn the_most_similar_gives_way_if_it_is_worse() {
        let member = |genome: [u8; 3], fitness| Individual { genome: genome.to_vec(), fitness };
        let begin = [member([1, 2, 3], 5), member([1, 2, 4], 3), member([7, 8, 9], 0)];
        let mut lots: Vec<usize> = (0..3).collect();
        let mut after = |newcomer, window| {
            let mut population = begin.clone();
            restricted_tournament(&mut population, newcomer, window, &mut lots, &mut Rng::new(1));
            population.map(|one| one.fitness)
        };
        assert_eq!(
            after(member([1, 9, 4], 4), 3),
            [5, 4, 0],
            "two of three genes agree with the second"
        );
        assert_eq!(after(member([1, 9, 4], 3), 3), [5, 3, 0], "not better than the second");
        assert_eq!(after(member([1, 2, 3], 6), 3), [6, 3, 0]);
        assert_eq!(after(member([7, 9, 1], 1), 3), [5, 3, 1]);
    }

    #[test]
    fn a_small_window_may_miss_the_most_similar() {
        let mut rng = Rng::new(3);
        let mut lots: Vec<usize> = (0..10).collect();
        let mut replaced = [0; 10];
        for _ in 0..5_000 {
            let mut population: Vec<_> =
                (0..10).map(|genome| Individual { genome: vec![genome], fitness: 0 }).collect();
            let newcomer = Individual { genome: vec![4], fitness: 1 };
            restricted_tournament(&mut population, newcomer, 5, &mut lots, &mut rng);
            replaced[population.iter().position(|one| one.fitness == 1).unwrap()] += 1;
        }
        assert!((2_350..2_650).contains(&replaced[4]), "half are in the window: {replaced:?}");
        assert!(replaced.iter().all(|&times| times > 200), "{replaced:?}");
    }

    #[test]
    fn the_window_shrinks_from_all_to_a_tenth() {
        assert_eq!([0.0, 0.5, 1.0].map(|over| shrinking_window(250, over)), [250, 138, 25]);
        assert_eq!(shrinking_window(3, 1.0), 1);
    }

    #[test]
    fn differences_are_counted_beyond_the_small_numbers() {
        assert_eq!(differences(&[1u16; 200_000], &[2; 200_000]), 200_000);
        assert_eq!(differences(&[1, 2, 3, 4], &[1, 3, 3, 5]), 2);
    }
}
