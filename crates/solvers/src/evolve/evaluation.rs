//! Evaluates genomes in parallel, as far as the budget goes, or one after another.

use quarry_core::{Meter, Refused, SharedWork};

use crate::parallel;

/// Evaluates genomes, one evaluation each, and passes the values to `each` in the order of the
/// genomes, after the meter has counted their cost. Stops at the first genome that the budget does
/// not allow. Returns the number of values.
///
/// A workplace is made once per thread and used for many genomes. The result of `value` must not
/// depend on the workplace's past; a random fitness takes its random numbers from the genome. No
/// value takes more than `longest` nodes. Genomes are evaluated in parallel only while that many
/// nodes are left for each of them, and one after another when nodes get scarce, so that a budget
/// is kept exactly and the number of threads does not matter.
pub fn values<G: Sync, W, V: Send + Sync>(
    genomes: &[G],
    longest: u64,
    meter: &mut Meter,
    workplace: impl Fn() -> W + Sync + Send,
    value: impl Fn(&mut W, &G, &mut Meter) -> Result<V, Refused> + Sync + Send,
    mut each: impl FnMut(V, &mut Meter),
) -> usize {
    let allowed =
        usize::try_from(meter.evaluations_left()).unwrap_or(usize::MAX).min(genomes.len());
    let genomes = &genomes[..allowed];
    let attempt = |place: &mut W, genome: &G, mut meter: Meter| {
        let value = if meter.goes_on() { value(place, genome, &mut meter) } else { Err(Refused) };
        let value = value.and_then(|value| meter.evaluate().map(|()| value));
        (value, meter.into_part())
    };
    let mut count = 0;
    let mut take = |(value, part): (Result<V, Refused>, SharedWork), meter: &mut Meter| {
        meter.absorb(&part);
        let is_whole = value.is_ok();
        if let Ok(value) = value {
            each(value, meter);
            count += 1;
        }
        is_whole
    };
    let left = meter.nodes_left();
    if left == u64::MAX || left / allowed.max(1) as u64 >= longest {
        let shared: &Meter = meter;
        let side_by_side =
            |place: &mut W, genome: &G| attempt(place, genome, shared.helper(u64::MAX, longest));
        let values = parallel::map(genomes, &workplace, side_by_side);
        // The run ends at the first value that was refused.
        _ = values.into_iter().all(|value| take(value, meter));
    } else {
        let mut place = workplace();
        _ = genomes.iter().all(|genome| {
            let helper = meter.helper(u64::MAX, meter.nodes_left());
            take(attempt(&mut place, genome, helper), meter)
        });
    }
    count
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use quarry_core::Budget;

    use super::*;

    fn squares(genomes: &[u64], meter: &mut Meter) -> Vec<u64> {
        let mut squares = Vec::new();
        let square = |(): &mut (), genome: &u64, meter: &mut Meter| {
            (0..*genome).try_for_each(|_| meter.spend_node())?;
            Ok(genome * genome)
        };
        let count = values(genomes, 10, meter, || (), square, |square, _| squares.push(square));
        assert_eq!(count, squares.len());
        squares
    }

    #[test]
    fn values_come_in_order_and_no_more_than_allowed() {
        let stop = AtomicBool::new(false);
        let mut meter = Meter::new(Budget { evaluations: Some(5), ..Budget::default() }, &stop);
        assert_eq!(squares(&[1, 2, 3], &mut meter), [1, 4, 9]);
        assert_eq!(squares(&[4, 5, 6], &mut meter), [16, 25]);
        assert!(squares(&[7], &mut meter).is_empty());
        assert_eq!(meter.tally().evaluations, 5);
    }

    #[test]
    fn nodes_are_kept_to_whether_they_are_plenty_or_scarce() {
        let stop = AtomicBool::new(false);
        let mut meter = Meter::new(Budget { nodes: Some(36), ..Budget::default() }, &stop);
        assert_eq!(squares(&[1, 2, 3], &mut meter), [1, 4, 9]);
        assert_eq!(squares(&[9, 9, 9, 9, 9], &mut meter), [81, 81, 81]);
        assert_eq!((meter.tally().generated, meter.tally().evaluations), (36, 6));
        assert!(!meter.goes_on());
    }

    #[test]
    fn what_was_cut_short_is_neither_counted_nor_given() {
        let stop = AtomicBool::new(true);
        let mut meter = Meter::new(Budget::default(), &stop);
        assert!(squares(&[1, 2], &mut meter).is_empty());
        assert_eq!(meter.tally().evaluations, 0);
    }
}
