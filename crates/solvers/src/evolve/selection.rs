//! Who mates.

use quarry_core::Rng;

/// The places of two different members of a population, each couple equally likely; a lone one mates with itself.
pub fn couple(members: usize, rng: &mut Rng) -> (usize, usize) {
    if members < 2 {
        return (0, 0);
    }
    let first = rng.below(members);
    let second = rng.below(members - 1);
    (first, if second < first { second } else { second + 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_couple_is_met_and_none_is_one_twice() {
        let mut rng = Rng::new(1);
        let mut met = [[0; 4]; 4];
        for _ in 0..12_000 {
            let (a, b) = couple(4, &mut rng);
            met[a][b] += 1;
        }
        for (a, row) in met.iter().enumerate() {
            for (b, &times) in row.iter().enumerate() {
                assert!(if a == b { times == 0 } else { (850..1150).contains(&times) }, "{met:?}");
            }
        }
        assert_eq!(couple(1, &mut rng), (0, 0));
    }
}
