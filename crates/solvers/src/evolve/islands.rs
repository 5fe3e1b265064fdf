//! Populations side by side: their shares of the rules, and migration.

use quarry_core::Rng;

use super::population::{Individual, rank};
use super::replacement::replace_worst;

/// Gives each of `islands` its own random `each` of the things, in their original order. Every
/// thing is on some island if the islands have room for all.
pub fn deal<T: Clone>(things: &[T], islands: usize, each: usize, rng: &mut Rng) -> Vec<Vec<T>> {
    let mut order: Vec<usize> = (0..things.len()).collect();
    rng.shuffle(&mut order);
    let mut hands = vec![Vec::new(); islands];
    for (turn, &thing) in order.iter().enumerate() {
        let hand = &mut hands[turn % islands];
        if hand.len() < each {
            hand.push(thing);
        }
    }
    for hand in &mut hands {
        rng.shuffle(&mut order);
        for &thing in &order {
            if hand.len() < each && !hand.contains(&thing) {
                hand.push(thing);
            }
        }
        hand.sort_unstable();
    }
    hands
        .into_iter()
        .map(|hand| hand.into_iter().map(|thing| things[thing].clone()).collect())
        .collect()
}

/// Copies the best `migrants` of every population to the next one around the ring, in place of its
/// worst.
pub fn migrate<G: Clone, F: Ord + Copy>(
    populations: &mut [&mut Vec<Individual<G, F>>],
    migrants: usize,
) {
    if populations.len() < 2 {
        return;
    }
    let mut travellers: Vec<Vec<_>> = populations
        .iter_mut()
        .map(|population| {
            rank(population);
            population.iter().take(migrants).cloned().collect()
        })
        .collect();
    travellers.rotate_right(1);
    for (population, newcomers) in populations.iter_mut().zip(travellers) {
        replace_worst(population, newcomers);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_are_sets_and_together_hold_everything_they_can() {
        let mut rng = Rng::new(1);
        for (things, islands, each) in [(19, 4, 10), (19, 4, 5), (19, 1, 19), (3, 5, 2), (19, 2, 3)]
        {
            let things: Vec<usize> = (1..=things).collect();
            let hands = deal(&things, islands, each, &mut rng);
            assert!(hands.iter().all(|hand| hand.len() == each && hand.is_sorted_by(|a, b| a < b)));
            let mut dealt = hands.concat();
            dealt.sort_unstable();
            dealt.dedup();
            assert_eq!(dealt.len(), things.len().min(islands * each));
        }
    }

    #[test]
    fn the_best_go_round_the_ring() {
        let population =
            |values: [i32; 3]| values.map(|fitness| Individual { genome: (), fitness }).to_vec();
        let mut islands = [population([1, 2, 3]), population([6, 5, 4]), population([7, 7, 7])];
        let [a, b, c] = &mut islands;
        migrate(&mut [a, b, c], 1);
        let values = islands.map(|island| island.iter().map(|one| one.fitness).collect::<Vec<_>>());
        assert_eq!(values, [vec![3, 2, 7], vec![6, 5, 3], vec![7, 7, 6]]);
    }
}
