//! Mutation operators: small changes of one genome.

use quarry_core::Rng;

/// Draws one random gene anew; `draw` gets its place.
pub fn reset<T>(genome: &mut [T], rng: &mut Rng, draw: impl FnOnce(usize, &mut Rng) -> T) {
    let place = rng.below(genome.len());
    genome[place] = draw(place, rng);
}

/// Exchanges the genes of two random places; returns the places.
pub fn swap<T>(genome: &mut [T], rng: &mut Rng) -> (usize, usize) {
    let places = super::selection::couple(genome.len(), rng);
    genome.swap(places.0, places.1);
    places
}

/// Draws genes anew, possibly with the same result. If `rate` times the length is less than one,
/// each gene is drawn with probability `rate`; otherwise that many random genes are drawn, rounded
/// up.
pub fn flip<T>(genome: &mut [T], rate: f64, rng: &mut Rng, mut draw: impl FnMut(&mut Rng) -> T) {
    let expected = rate * genome.len() as f64;
    if expected < 1.0 {
        for gene in genome {
            if rng.unit() < rate {
                *gene = draw(rng);
            }
        }
    } else {
        for _ in 0..expected.ceil() as usize {
            reset(genome, rng, |_, rng| draw(rng));
        }
    }
}

/// Changes each gene with probability `rate`: it is drawn until it differs.
pub fn alter<T: PartialEq>(
    genome: &mut [T],
    rate: f64,
    rng: &mut Rng,
    mut draw: impl FnMut(&mut Rng) -> T,
) {
    for gene in genome {
        if rng.unit() < rate {
            let drawn = std::iter::repeat_with(|| draw(rng)).find(|drawn| drawn != gene);
            *gene = drawn.expect("there are at least two to draw from");
        }
    }
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

    #[test]
    fn a_flip_counts_genes_or_tosses_coins() {
        let mut rng = Rng::new(2);
        let mut draws = |length: usize, rate: f64| {
            let mut drawn = 0;
            flip(&mut vec![0; length], rate, &mut rng, |_| {
                drawn += 1;
                1
            });
            drawn
        };
        assert_eq!(
            [draws(100, 0.01), draws(100, 0.021), draws(100, 1.0), draws(7, 0.0)],
            [1, 3, 100, 0]
        );
        let tossed: usize = (0..10_000).map(|_| draws(60, 0.001)).sum();
        assert!((530..670).contains(&tossed), "0.06 each time: {tossed}");
    }

    #[test]
    fn an_altered_gene_is_another() {
        let mut rng = Rng::new(3);
        let mut genome = [1; 100_000];
        alter(&mut genome, 0.05, &mut rng, |rng| rng.below(4));
        let count = |value: usize| genome.iter().filter(|&&gene| gene == value).count();
        assert!((94_700..95_300).contains(&count(1)));
        assert!([0, 2, 3].iter().all(|&value| (1_550..1_780).contains(&count(value))));
        alter(&mut genome, 1.0, &mut rng, |rng| rng.below(2));
        assert!(genome.iter().all(|&gene| gene < 2) && genome.contains(&1));
    }
}
