//! Small changes of one genome.

use quarry_core::Rng;

/// Draws one random gene anew; `draw` is told its place.
pub fn reset<T>(genome: &mut [T], rng: &mut Rng, draw: impl FnOnce(usize, &mut Rng) -> T) {
    let place = rng.below(genome.len());
    genome[place] = draw(place, rng);
}

/// Exchanges the genes of two random places; says which.
pub fn swap<T>(genome: &mut [T], rng: &mut Rng) -> (usize, usize) {
    let places = super::selection::couple(genome.len(), rng);
    genome.swap(places.0, places.1);
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_gene_is_drawn_anew_or_two_change_places() {
        let mut rng = Rng::new(1);
        for _ in 0..200 {
            let mut genome = [0, 1, 2, 3, 4];
            reset(&mut genome, &mut rng, |place, _| place + 10);
            assert_eq!((0..5).filter(|&place| genome[place] == place + 10).count(), 1);
            assert_eq!((0..5).filter(|&place| genome[place] == place).count(), 4);

            let mut genome = [0, 1, 2, 3, 4];
            let (a, b) = swap(&mut genome, &mut rng);
            assert!(a != b && genome[a] == b && genome[b] == a);
            assert_eq!((0..5).filter(|&place| genome[place] == place).count(), 3);
        }
    }
}
