//! How alike two levels are. Both are laid over each other so that their first entrances coincide.
//! What they consist of is then compared as sets: platforms, walls, other entrances, exits and what
//! is impermeable, each with its place. The likeness is the weight of what both have, as a share of
//! the weight of what either has: the index of Jaccard (1901), with weights that of Ruzicka (1958).
//!
//! `terrain` weighs everything alike. `near` weighs what is d steps from the entrance, up, down and
//! across, with 1 / (1 + d), because K. Spoerer's thesis (section 6.2) supposes that plans carry
//! over where the surroundings of the entrance are similar. `orders` compares the orders that are
//! available, type by type. Number of lemmings, times and rule set have no part in these.

use std::collections::BTreeSet;

use super::level::{Cell, Level};

/// A part of a level: what it is, and where from the first entrance.
type Part = (&'static str, i16, i16);

/// Returns the likenesses of two levels with their names; each is the same from both sides.
pub(super) fn likeness(one: &Level, other: &Level) -> Vec<(&'static str, f64)> {
    let (first, second) = (parts(one), parts(other));
    let near =
        |&(_, right, down): &Part| 1.0 / f64::from(1 + right.unsigned_abs() + down.unsigned_abs());
    vec![
        ("terrain", in_common(&first, &second, |_| 1.0)),
        ("near", in_common(&first, &second, near)),
        ("orders", orders_in_common(one, other)),
    ]
}

fn parts(level: &Level) -> BTreeSet<Part> {
    let origin = level.entrances[0];
    let part = |what: &'static str| {
        move |cell: &Cell| {
            (what, i16::from(cell.x) - i16::from(origin.x), i16::from(cell.y) - i16::from(origin.y))
        }
    };
    let entrances = level.entrances[1..].iter().map(part("entrance"));
    let exits = level.exits.iter().map(part("exit"));
    let partitions = level.platforms.iter().map(part("platform"));
    let partitions = partitions.chain(level.walls.iter().map(part("wall")));
    let impermeable = level.impermeable.platforms.iter().map(part("impermeable platform"));
    let impermeable =
        impermeable.chain(level.impermeable.walls.iter().map(part("impermeable wall")));
    entrances.chain(exits).chain(partitions).chain(impermeable).collect()
}

/// Returns the weight of what both have, as a share of the weight of what either has.
fn in_common(one: &BTreeSet<Part>, other: &BTreeSet<Part>, weight: impl Fn(&Part) -> f64) -> f64 {
    // The sum of no terms would be -0.
    let sum = |total: f64, part: &Part| total + weight(part);
    let both = one.intersection(other).fold(0.0, sum);
    let either = one.union(other).fold(0.0, sum);
    if either == 0.0 { 1.0 } else { both / either }
}

fn orders_in_common(one: &Level, other: &Level) -> f64 {
    let pairs = || one.quantities.iter().zip(&other.quantities);
    let both: u32 = pairs().map(|(one, other)| u32::from(*one.min(other))).sum();
    let either: u32 = pairs().map(|(one, other)| u32::from(*one.max(other))).sum();
    if either == 0 { 1.0 } else { f64::from(both) / f64::from(either) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clockwork::lemmings::{Lemmings, Params};
    use quarry_core::{Generate, Meter};

    fn level(params: &Params, seed: u64) -> Level {
        let made = Lemmings::generate(params, seed, &mut Meter::unlimited());
        made.expect("the parameters allow a level").level().clone()
    }

    #[test]
    fn likeness_is_a_share_that_is_the_same_from_both_sides() {
        for kind in ["random", "course", "difficult", "diggers"] {
            let params = Params { kind, n: 4, ..Params::default() };
            for seed in 0..20 {
                let (one, other) = (level(&params, seed), level(&params, seed + 1));
                let shares = likeness(&one, &other);
                assert_eq!(shares, likeness(&other, &one));
                let is_share =
                    |share: f64| (0.0..=1.0).contains(&share) && share.is_sign_positive();
                assert!(shares.iter().all(|(_, share)| is_share(*share)), "{shares:?}");
                assert!(likeness(&one, &one).iter().all(|(_, share)| *share == 1.0));
            }
        }
    }

    #[test]
    fn a_level_elsewhere_on_the_grid_is_the_same_level() {
        let one = level(&Params { kind: "course", n: 3, ..Params::default() }, 1);
        let mut moved = one.clone();
        let right = |cells: &BTreeSet<Cell>| cells.iter().map(|cell| cell.by(1, 1)).collect();
        moved.entrances = one.entrances.iter().map(|cell| cell.by(1, 1)).collect();
        (moved.exits, moved.platforms, moved.walls) =
            (right(&one.exits), right(&one.platforms), right(&one.walls));
        assert!(likeness(&one, &moved).iter().all(|(_, share)| *share == 1.0));
    }

    /// Three platforms of one row: the levels share two of four parts, and 1/2 + 1/3 of the weight
    /// of 1/2 + 1/3 + 1/4 + 1/5.
    #[test]
    fn what_is_near_the_entrance_weighs_more() {
        let mut one = level(&Params { platforms: 0, walls: 0, types: 0, ..Params::default() }, 1);
        one.entrances = vec![Cell { x: 3, y: 5 }];
        one.exits = BTreeSet::new();
        one.quantities = [3, 1, 0, 0, 0, 0, 0, 0];
        let mut other = one.clone();
        let row = |columns: [i8; 3]| columns.map(|x| Cell { x, y: 5 }).into_iter().collect();
        (one.platforms, other.platforms) = (row([4, 5, 6]), row([4, 5, 7]));
        other.quantities = [1, 1, 2, 0, 0, 0, 0, 0];
        let shares = likeness(&one, &other);
        assert_eq!(shares[0], ("terrain", 0.5));
        assert!((shares[1].1 - (5.0 / 6.0) / (77.0 / 60.0)).abs() < 1e-12, "{shares:?}");
        assert_eq!(shares[2], ("orders", 2.0 / 6.0));
    }
}
