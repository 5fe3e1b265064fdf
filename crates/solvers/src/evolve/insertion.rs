//! Finds genes on which a population agrees, and fixes them for all members.

use quarry_core::Thing;

use super::population::Individual;

/// Returns which of these places has the most members with the gene of `model`, and how many; the
/// first among equals.
pub fn most_common<T: PartialEq, F>(
    population: &[Individual<Vec<T>, F>],
    model: &[T],
    places: &[usize],
) -> Option<(usize, usize)> {
    let agreeing =
        |place: usize| population.iter().filter(|one| one.genome[place] == model[place]).count();
    places.iter().rev().map(|&place| (place, agreeing(place))).max_by_key(|&(_, members)| members)
}

/// Swaps a thing of an order into a place. Returns whether that changed anything.
pub fn insert(order: &mut [Thing], place: usize, thing: Thing) -> bool {
    let from = order.iter().position(|&one| one == thing).expect("an order has every thing");
    order.swap(from, place);
    from != place
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gene_that_most_members_share_with_the_model() {
        let population = [[0, 1, 2], [0, 2, 1], [2, 1, 0], [0, 1, 2]]
            .map(|genome: [Thing; 3]| Individual { genome: genome.to_vec(), fitness: 0 });
        assert_eq!(most_common(&population, &[0, 1, 2], &[0, 1, 2]), Some((0, 3)));
        assert_eq!(most_common(&population, &[2, 1, 0], &[0, 1, 2]), Some((1, 3)));
        assert_eq!(most_common(&population, &[0, 1, 2], &[2]), Some((2, 2)));
        assert_eq!(most_common(&population, &[0, 1, 2], &[]), None);
    }

    #[test]
    fn a_thing_changes_places_with_what_stood_there() {
        let mut order = [3, 1, 0, 2];
        assert!(insert(&mut order, 0, 2) && order == [2, 1, 0, 3]);
        assert!(!insert(&mut order, 0, 2) && order == [2, 1, 0, 3]);
    }
}
