//! Maps items on the threads of the pool. The calls of the pool are compiled once for all searches:
//! compiled with each of them they were an eighth of the program.

use std::sync::OnceLock;

use rayon::prelude::*;

/// Stretches of items for each thread, so that no thread waits long for the last one.
const STRETCHES: usize = 8;

/// Returns the values of all items, in the order of the items. A workplace is made once for each
/// stretch of neighbouring items.
pub(crate) fn map<T: Sync, W, V: Send + Sync>(
    items: &[T],
    workplace: impl Fn() -> W + Sync,
    value: impl Fn(&mut W, &T) -> V + Sync,
) -> Vec<V> {
    let values_of = |stretch: &[T]| -> Vec<V> {
        let mut place = workplace();
        stretch.iter().map(|item| value(&mut place, item)).collect()
    };
    let threads = rayon::current_num_threads();
    if threads == 1 {
        return values_of(items);
    }
    let length = items.len().div_ceil(STRETCHES * threads).max(1);
    let mut stretches = Vec::new();
    stretches.resize_with(items.len().div_ceil(length), OnceLock::new);
    each(stretches.len(), &|index| {
        let begin = index * length;
        let stretch = &items[begin..items.len().min(begin + length)];
        stretches[index].get_or_init(|| values_of(stretch));
    });
    let mut values = Vec::with_capacity(items.len());
    for stretch in &mut stretches {
        values.append(stretch.get_mut().expect("each stretch has been done"));
    }
    values
}

/// Calls `work` with each number below `count`.
fn each(count: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..count).into_par_iter().with_max_len(1).for_each(work);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_in_the_order_of_the_items_on_any_number_of_threads() {
        for threads in [1, 2, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            for count in [0, 1, 7, 100] {
                let items: Vec<u64> = (0..count).collect();
                let squares = pool.install(|| map(&items, || 2u32, |&mut two, item| item.pow(two)));
                assert_eq!(squares, (0..count).map(|item| item * item).collect::<Vec<_>>());
            }
        }
    }
}
