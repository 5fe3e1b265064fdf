//! Fitness on all threads, as far as the budget goes, or one genome after another.

use quarry_core::Meter;
use rayon::prelude::*;

/// The values of the genomes in their order, one evaluation each: of all of them, or of the first few that the budget
/// still allows. A genome is valued at a workplace, which is made once a thread and may be used for many. What `value`
/// returns must not depend on the workplace's past; a fitness with chance in it takes its random numbers with the genome.
pub fn values<G: Sync, W, V: Send>(
    genomes: &[G],
    meter: &mut Meter,
    workplace: impl Fn() -> W + Sync + Send,
    value: impl Fn(&mut W, &G, &mut Meter) -> V + Sync + Send,
) -> Vec<V> {
    let allowed = meter.evaluations_left().map_or(genomes.len(), |left| genomes.len().min(left as usize));
    let shared: &Meter = meter;
    let valued: Vec<_> = genomes[..allowed]
        .par_iter()
        .map_init(&workplace, |workplace, genome| {
            let mut meter = shared.helper();
            let value = value(workplace, genome, &mut meter);
            let is_whole = meter.halted().is_none();
            if is_whole {
                meter.evaluate();
            }
            (is_whole.then_some(value), meter.tally())
        })
        .collect();
    valued.iter().for_each(|(_, tally)| meter.absorb(tally));
    // From the first value on that was cut short, the run is over.
    valued.into_iter().map_while(|(value, _)| value).collect()
}

/// Takes steps until the best worth has changed, at most so many: for searches with many short steps, so that
/// whoever watches knows after how many evaluations an improvement came. Says whether every step could be taken.
pub fn steps_until_better<S, W: PartialEq>(
    search: &mut S,
    most: usize,
    mut step: impl FnMut(&mut S) -> bool,
    worth: impl Fn(&S) -> W,
) -> bool {
    let before = worth(search);
    for _ in 0..most {
        if !step(search) {
            return false;
        }
        if worth(search) != before {
            break;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use quarry_core::Budget;

    use super::*;

    #[test]
    fn values_come_in_order_and_no_more_than_allowed() {
        let stop = AtomicBool::new(false);
        let mut meter = Meter::new(Budget { evaluations: Some(5), ..Budget::default() }, &stop);
        let mut squares =
            |genomes: &[u64]| values(genomes, &mut meter, || (), |(), genome, _| genome * genome);
        assert_eq!(squares(&[1, 2, 3]), [1, 4, 9]);
        assert_eq!(squares(&[4, 5, 6]), [16, 25]);
        assert!(squares(&[7]).is_empty());
        assert_eq!(meter.tally().evaluations, 5);
    }

    #[test]
    fn what_was_cut_short_is_neither_counted_nor_given() {
        let stop = AtomicBool::new(true);
        let mut meter = Meter::new(Budget::default(), &stop);
        let cut = values(&[1, 2], &mut meter, || (), |(), _, meter| meter.goes_on());
        assert_eq!((cut.len(), meter.tally().evaluations), (0, 0));
    }
}
