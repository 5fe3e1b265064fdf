//! What a puzzle promises whose answer is an order of things in places.

use quarry_core::{Arranged, Puzzle, Rng, Thing};

const ORDERS: u64 = 20;
const EXCHANGES: u32 = 30;

/// However an order came about, it is worth what the judge says, and an exchange what was said
/// before.
pub(crate) fn orders_are_answers<P: Puzzle + Arranged<Whole = P::Answer>>(puzzle: &P) {
    let mut layout = puzzle.layout();
    let mut order: Vec<Thing> = (0..puzzle.places() as Thing).collect();
    assert_eq!(
        puzzle.order(&layout),
        order,
        "a new layout has everything in the place of its number"
    );
    for seed in 0..ORDERS {
        let mut rng = Rng::new(seed);
        rng.shuffle(&mut order);
        let mut points = puzzle.lay(&mut layout, &order);
        assert_eq!(puzzle.order(&layout), order);
        for _ in 0..EXCHANGES {
            let verdict = puzzle
                .judge(&puzzle.whole(puzzle.order(&layout)))
                .expect("every order is an answer");
            assert_eq!((points, puzzle.is_solved(&layout)), (verdict.score, verdict.solved));
            assert!(points <= puzzle.most(), "{points} of {}", puzzle.most());
            if order.is_empty() {
                break;
            }
            let mended = puzzle.mend(&layout, &mut rng);
            assert!(mended.is_none_or(|(one, other)| one != other), "an exchange needs two places");
            let anywhere = (rng.below(order.len()), rng.below(order.len()));
            let (one, other) = mended.filter(|_| rng.below(2) == 0).unwrap_or(anywhere);
            points = puzzle.exchanged(&layout, one, other);
            puzzle.exchange(&mut layout, one, other);
        }
    }
}
