//! Two children from two parents.

use std::ops::Range;

use quarry_core::{Rng, Thing};

/// Exchanges what lies between two random cuts. Every gene keeps its place.
pub fn two_point<T: Clone>(mother: &[T], father: &[T], rng: &mut Rng) -> [Vec<T>; 2] {
    assert_eq!(mother.len(), father.len(), "parents have genomes of one length");
    let mut children = [mother.to_vec(), father.to_vec()];
    let [first, second] = &mut children;
    let between = stretch(mother.len(), rng);
    first[between.clone()].swap_with_slice(&mut second[between]);
    children
}

/// Partially mapped crossover (Goldberg and Lingle 1985): exchanges what lies between two random cuts of two orders of the
/// same things. A thing that would then stand twice gives way to the one that the exchange took away, so that
/// everything else keeps its place.
pub fn partially_mapped(mother: &[Thing], father: &[Thing], rng: &mut Rng) -> [Vec<Thing>; 2] {
    assert_eq!(mother.len(), father.len(), "parents are orders of the same things");
    let between = stretch(mother.len(), rng);
    [mapped(mother, father, between.clone()), mapped(father, mother, between)]
}

/// The first order with what the second has between the cuts.
fn mapped(first: &[Thing], second: &[Thing], between: Range<usize>) -> Vec<Thing> {
    let mut child = first.to_vec();
    let mut place_of = vec![0; child.len()];
    child.iter().zip(0..).for_each(|(&thing, place)| place_of[usize::from(thing)] = place);
    for place in between {
        let (comes, goes) = (second[place], child[place]);
        let left = place_of[usize::from(comes)];
        child.swap(place, left);
        place_of[usize::from(comes)] = place;
        place_of[usize::from(goes)] = left;
    }
    child
}

/// What lies between two random cuts.
fn stretch(length: usize, rng: &mut Rng) -> Range<usize> {
    let (one, other) = (rng.below(length + 1), rng.below(length + 1));
    one.min(other)..one.max(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_stretch_is_exchanged_and_nothing_moves() {
        let mut rng = Rng::new(1);
        let mut stretches = std::collections::BTreeSet::new();
        for _ in 0..1000 {
            let [first, second] = two_point(&[0; 5], &[1; 5], &mut rng);
            assert!(first.iter().zip(&second).all(|(a, b)| a + b == 1));
            assert!(first.windows(2).filter(|pair| pair[0] != pair[1]).count() <= 2, "{first:?}");
            stretches.insert(first);
        }
        assert_eq!(stretches.len(), 16, "fifteen stretches, and none at all");
    }

    /// The example of Goldberg's "Genetic Algorithms in Search, Optimization and Machine Learning" (1989).
    #[test]
    fn the_textbook_example() {
        let order = |numbers: [Thing; 10]| numbers.map(|number| number - 1).to_vec();
        let (a, b) = (order([9, 8, 4, 5, 6, 7, 1, 3, 2, 10]), order([8, 7, 1, 2, 3, 10, 9, 5, 4, 6]));
        assert_eq!(mapped(&a, &b, 3..6), order([9, 8, 4, 2, 3, 10, 1, 6, 5, 7]));
        assert_eq!(mapped(&b, &a, 3..6), order([8, 10, 1, 5, 6, 7, 9, 2, 4, 3]));
    }

    #[test]
    fn orders_stay_orders_and_keep_what_both_parents_have() {
        let mut rng = Rng::new(2);
        let (mut mother, mut father): (Vec<Thing>, Vec<Thing>) = ((0..12).collect(), (0..12).collect());
        for _ in 0..500 {
            rng.shuffle(&mut mother[..9]);
            rng.shuffle(&mut father[..9]);
            for mut child in partially_mapped(&mother, &father, &mut rng) {
                let common = |place: &usize| mother[*place] == father[*place];
                assert!((0..12).filter(common).all(|place| child[place] == mother[place]));
                child.sort_unstable();
                assert!(child.iter().copied().eq(0..12));
            }
        }
    }
}
