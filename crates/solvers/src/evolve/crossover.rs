//! Crossover operators: two children from two or more parents.

use std::ops::Range;

use quarry_core::{Rng, Thing};

/// Exchanges the genes between two random cuts. Every gene keeps its place.
pub fn two_point<T: Clone>(mother: &[T], father: &[T], rng: &mut Rng) -> [Vec<T>; 2] {
    assert_eq!(mother.len(), father.len(), "parents have genomes of one length");
    let mut children = [mother.to_vec(), father.to_vec()];
    let [first, second] = &mut children;
    let between = stretch(mother.len(), rng);
    first[between.clone()].swap_with_slice(&mut second[between]);
    children
}

/// Exchanges the genes behind one random cut, which may be at either end. Every gene keeps its
/// place.
pub fn one_point<T: Clone>(mother: &[T], father: &[T], rng: &mut Rng) -> [Vec<T>; 2] {
    let cut = cut(mother, rng);
    [spliced(mother, father, cut, cut), spliced(father, mother, cut, cut)]
}

/// One-point crossover in which each child has its own cut: its genes come from one parent up to
/// the cut and from the other parent after it. Every gene keeps its place.
pub fn one_point_each<T: Clone>(mother: &[T], father: &[T], rng: &mut Rng) -> [Vec<T>; 2] {
    let (one, other) = (cut(mother, rng), cut(father, rng));
    [spliced(mother, father, one, one), spliced(father, mother, other, other)]
}

/// One-point crossover of lists of any length: each parent has its own cut, and the tails behind
/// the cuts are exchanged, so the children's lengths differ from the parents'.
pub fn exchanged_tails<T: Clone>(mother: &[T], father: &[T], rng: &mut Rng) -> [Vec<T>; 2] {
    let (one, other) = (cut(mother, rng), cut(father, rng));
    [spliced(mother, father, one, other), spliced(father, mother, other, one)]
}

/// One-point crossover of sorted lists: elements with keys below a bound come from one parent, the
/// rest from the other. So an element of both parents never appears twice, and children are about
/// as long as their parents.
pub fn exchanged_from<T: Clone, K: PartialOrd>(
    mother: &[T],
    father: &[T],
    bound: &K,
    key: impl Fn(&T) -> K,
) -> [Vec<T>; 2] {
    let below = |genome: &[T]| genome.partition_point(|gene| key(gene) < *bound);
    let (one, other) = (below(mother), below(father));
    [spliced(mother, father, one, other), spliced(father, mother, other, one)]
}

fn cut<T>(genome: &[T], rng: &mut Rng) -> usize {
    rng.below(genome.len() + 1)
}

/// Joins the first genome up to a cut and the second from a cut on.
fn spliced<T: Clone>(first: &[T], second: &[T], head: usize, tail: usize) -> Vec<T> {
    [&first[..head], &second[tail..]].concat()
}

/// Partially mapped crossover (Goldberg and Lingle 1985): exchanges the part between two random
/// cuts of two orders of the same things. A thing that would then appear twice is replaced by the
/// one that the exchange removed, so that everything else keeps its place.
pub fn partially_mapped(mother: &[Thing], father: &[Thing], rng: &mut Rng) -> [Vec<Thing>; 2] {
    assert_eq!(mother.len(), father.len(), "parents are orders of the same things");
    let between = stretch(mother.len(), rng);
    [mapped(mother, father, between.clone()), mapped(father, mother, between)]
}

/// Returns the first order with the second order's things between the cuts.
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

/// Morphological crossover (Barrios, Carrascal, Manrique and Rios 2003) for genes from 0 to 1 and
/// any number of parents: each gene is drawn from an interval around the parents' genes, wider than
/// theirs where they are alike, to explore, and narrower where they differ, to exploit. The second
/// child lies opposite the first.
pub fn morphological(parents: &[&[f64]], rng: &mut Rng) -> [Vec<f64>; 2] {
    let genes = parents.first().map_or(0, |parent| parent.len());
    let pairs = (0..genes).map(|gene| {
        let having = || parents.iter().map(|parent| parent[gene]);
        let (least, most) = (having().fold(1.0, f64::min), having().fold(0.0, f64::max));
        let inwards = narrowing(most - least);
        let (from, to) = ((least + inwards).max(0.0), (most - inwards).min(1.0));
        let one = from + rng.unit() * (to - from);
        (one, from + to - one)
    });
    let (one, other) = pairs.unzip();
    [one, other]
}

/// How much narrower an interval of this width becomes at either end: negative up to [`ALIKE`]. The
/// constants are those in the later papers of the operator's authors.
fn narrowing(width: f64) -> f64 {
    const ALIKE: f64 = 0.54;
    const AT_ZERO: f64 = -0.001;
    const AT_ALIKE: f64 = -0.133;
    const AT_ONE: f64 = 0.226;
    if width <= ALIKE {
        (AT_ALIKE - AT_ZERO) / ALIKE * width + AT_ZERO
    } else {
        AT_ONE / (1.0 - ALIKE) * (width - ALIKE)
    }
}

/// Returns the range between two random cuts.
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
        assert_eq!(stretches.len(), 16, "fifteen ranges and the empty one");
    }

    /// The examples printed in K. Spoerer, "The Lemmings Puzzle" (2007), 6.2 and 6.3, without their
    /// mutations.
    #[test]
    fn the_examples_of_the_thesis() {
        let (p1, p2) = ([12, 41, 25, 21, 32], [71, 52, 80, 12, 41]);
        assert_eq!(spliced(&p1, &p2, 2, 2), [12, 41, 80, 12, 41], "own cuts, places kept");
        assert_eq!(spliced(&p2, &p1, 3, 3), [71, 52, 80, 21, 32]);
        let (p1, p2) = ([11, 5, 21, 1, 11], [1, 23, 5, 10, 51]);
        assert_eq!(spliced(&p1, &p2, 3, 3), [11, 5, 21, 10, 51], "one cut for both");
        assert_eq!(spliced(&p2, &p1, 3, 3), [1, 23, 5, 1, 11]);
        let (p1, p2) = ([-1, 0, 2, 6, 8], [-1, 2, 7, 8, 9]);
        assert_eq!(spliced(&p1, &p2, 2, 4), [-1, 0, 9], "own cuts, lengths change");
        assert_eq!(spliced(&p2, &p1, 4, 2), [-1, 2, 7, 8, 2, 6, 8]);
    }

    #[test]
    fn sorted_lists_are_cut_at_a_key() {
        let (mother, father) = ([(0, 'a'), (2, 'b'), (2, 'c'), (5, 'd')], [(1, 'x'), (2, 'y')]);
        let crossed = |bound: i32| exchanged_from(&mother, &father, &bound, |&(key, _)| key);
        assert_eq!(
            crossed(2),
            [vec![(0, 'a'), (2, 'y')], vec![(1, 'x'), (2, 'b'), (2, 'c'), (5, 'd')]]
        );
        assert_eq!(crossed(9), [mother.to_vec(), father.to_vec()]);
        assert_eq!(crossed(0), [father.to_vec(), mother.to_vec()]);
    }

    #[test]
    fn cuts_reach_from_end_to_end() {
        let mut rng = Rng::new(3);
        let (mut shared, mut own, mut tails) = ([[0; 4]; 4], [[0; 4]; 4], [[0; 4]; 4]);
        let ones = |genome: &[u8]| genome.iter().map(|&gene| usize::from(gene)).sum::<usize>();
        for _ in 0..16_000 {
            let [first, second] = one_point(&[1; 3], &[0; 3], &mut rng);
            assert!(first.is_sorted_by(|a, b| a >= b) && second.is_sorted());
            shared[ones(&first)][3 - ones(&second)] += 1;
            let [first, second] = one_point_each(&[1; 3], &[0; 3], &mut rng);
            assert!(first.is_sorted_by(|a, b| a >= b) && second.is_sorted());
            own[ones(&first)][3 - ones(&second)] += 1;
            let [first, second] = exchanged_tails(&[1; 3], &[0; 3], &mut rng);
            assert_eq!((first.len() + second.len(), ones(&first) + ones(&second)), (6, 3));
            tails[ones(&first)][second.len() - ones(&second)] += 1;
        }
        for (one, row) in shared.iter().enumerate() {
            for (other, &times) in row.iter().enumerate() {
                assert!(
                    if one == other { (3_800..4_200).contains(&times) } else { times == 0 },
                    "{shared:?}"
                );
            }
        }
        assert!(
            own.iter().chain(&tails).flatten().all(|times| (880..1_120).contains(times)),
            "{own:?} {tails:?}"
        );
    }

    /// The example of Goldberg's "Genetic Algorithms in Search, Optimization and Machine Learning"
    /// (1989).
    #[test]
    fn the_textbook_example() {
        let order = |numbers: [Thing; 10]| numbers.map(|number| number - 1).to_vec();
        let (a, b) =
            (order([9, 8, 4, 5, 6, 7, 1, 3, 2, 10]), order([8, 7, 1, 2, 3, 10, 9, 5, 4, 6]));
        assert_eq!(mapped(&a, &b, 3..6), order([9, 8, 4, 2, 3, 10, 1, 6, 5, 7]));
        assert_eq!(mapped(&b, &a, 3..6), order([8, 10, 1, 5, 6, 7, 9, 2, 4, 3]));
    }

    #[test]
    fn orders_stay_orders_and_keep_what_both_parents_have() {
        let mut rng = Rng::new(2);
        let (mut mother, mut father): (Vec<Thing>, Vec<Thing>) =
            ((0..12).collect(), (0..12).collect());
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

    /// Worked by hand: parents 0.2 and 0.4 are alike, 0.1 and 0.9 are not, and 0 cannot become
    /// less.
    #[test]
    fn alike_genes_spread_and_distant_ones_gather() {
        let (mut rng, parents) = (Rng::new(4), [[0.2, 0.1, 0.0], [0.3, 0.9, 0.0], [0.4, 0.5, 0.0]]);
        let parents = parents.each_ref().map(<[f64; 3]>::as_slice);
        let out = 0.132 / 0.54 * 0.2 + 0.001;
        let within = 0.226 / 0.46 * 0.26;
        let bounds = [(0.2 - out, 0.4 + out), (0.1 + within, 0.9 - within), (0.0, 0.001)];
        let mut seen = [(1.0f64, 0.0f64); 3];
        for _ in 0..5_000 {
            let [one, other] = morphological(&parents, &mut rng);
            for (gene, (from, to)) in bounds.into_iter().enumerate() {
                assert!((one[gene] + other[gene] - from - to).abs() < 1e-12);
                assert!(
                    one[gene] >= from - 1e-12 && one[gene] <= to + 1e-12,
                    "{gene}: {}",
                    one[gene]
                );
                seen[gene] = (seen[gene].0.min(one[gene]), seen[gene].1.max(one[gene]));
            }
        }
        for ((least, most), (from, to)) in seen.into_iter().zip(bounds) {
            assert!(
                least - from < 0.01 * (to - from) && to - most < 0.01 * (to - from),
                "{least} {most}"
            );
        }
    }
}
