//! Two children from two parents.

use quarry_core::Rng;

/// Exchanges what lies between two random cuts. Every gene keeps its place.
pub fn two_point<T: Clone>(mother: &[T], father: &[T], rng: &mut Rng) -> [Vec<T>; 2] {
    assert_eq!(mother.len(), father.len(), "parents have genomes of one length");
    let mut children = [mother.to_vec(), father.to_vec()];
    let (one, other) = (rng.below(mother.len() + 1), rng.below(mother.len() + 1));
    let [first, second] = &mut children;
    let (from, to) = (one.min(other), one.max(other));
    first[from..to].swap_with_slice(&mut second[from..to]);
    children
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
}
