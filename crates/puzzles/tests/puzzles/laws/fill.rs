//! Laws of puzzles whose answer is filled in, and of the views that solvers have of them.

use std::collections::HashSet;

use quarry_core::{
    Arranged, Constrained, Entry, Explained, Filled, Located, Meter, Next, Path, PathTask, Place,
    Position, Puzzle, Rng, Routed, Step, Thing, Tier,
};

/// Number of random fillings for each law on each instance.
const FILLINGS: u64 = 20;

/// Boards with random entries in some of the cells that are not given: sometimes each value once,
/// sometimes not.
fn random_fillings<P: Filled>(puzzle: &P) -> impl Iterator<Item = P::Answer> + '_ {
    (0..FILLINGS).map(|seed| {
        let mut rng = Rng::new(seed);
        let mut filling = puzzle.blank();
        let (often, freely) = (1 + rng.below(4), rng.below(2) == 0);
        let empty = empty_cells(puzzle, &filling);
        let given: HashSet<u32> = puzzle.values(&filling).into_iter().flatten().collect();
        let mut left: Vec<u32> =
            (1..=puzzle.most()).filter(|value| !given.contains(value)).collect();
        for cell in empty {
            if rng.below(4) >= often {
                continue;
            }
            let value = match left.is_empty() || freely {
                true => 1 + rng.below(puzzle.most() as usize) as u32,
                false => left.swap_remove(rng.below(left.len())),
            };
            puzzle.put(&mut filling, cell, Some(value));
        }
        filling
    })
}

fn empty_cells<P: Filled>(puzzle: &P, filling: &P::Answer) -> Vec<usize> {
    let values = puzzle.values(filling);
    (0..values.len()).filter(|&cell| values[cell].is_none()).collect()
}

/// No two cells share a name or a place, each is drawn in its place, and a picture shows whether
/// something is written there.
pub(crate) fn cells_have_names_and_places<P: Filled>(puzzle: &P) {
    let given = puzzle.values(&puzzle.blank());
    let cells = 0..given.len();
    assert_eq!(
        cells.clone().map(|cell| puzzle.name(cell)).collect::<HashSet<_>>().len(),
        given.len()
    );
    assert_eq!(
        cells.clone().map(|cell| puzzle.place(cell)).collect::<HashSet<_>>().len(),
        given.len()
    );
    for filling in random_fillings(puzzle) {
        let picture = puzzle.drawn(&filling);
        for (cell, value) in puzzle.values(&filling).into_iter().enumerate() {
            let (x, y) = puzzle.place(cell).cell();
            assert!(x < picture.columns && y < picture.rows);
            if let Place::Edge(..) = puzzle.place(cell) {
                continue;
            }
            let tile = picture.tile(x, y).expect("every cell is drawn");
            if given[cell].is_none() {
                let mut changed = filling.clone();
                let other = value.map_or(Some(1), |_| None);
                puzzle.put(&mut changed, cell, other);
                let changed = puzzle.drawn(&changed);
                // On a cell with a clue a mark may go without saying.
                let is_clue = changed.tile(x, y).is_some_and(|tile| !tile.label.is_empty())
                    && !tile.label.is_empty();
                assert!(is_clue || changed != picture, "what is written shows");
            }
        }
    }
}

/// An entry changes its cell and no other, and erasing all entries restores the original board.
pub(crate) fn entries_can_be_made_and_erased<P: Filled>(puzzle: &P) {
    let blank = puzzle.blank();
    for mut filling in random_fillings(puzzle) {
        for cell in empty_cells(puzzle, &blank) {
            let mut values = puzzle.values(&filling);
            let after = values[cell].map_or(1, |value| value % puzzle.most() + 1);
            let likely = puzzle.likely_value(&filling, values[cell]);
            assert!(likely.is_none_or(|value| (1..=puzzle.most()).contains(&value)));
            values[cell] = likely.or(Some(after));
            puzzle.put(&mut filling, cell, values[cell]);
            assert_eq!(puzzle.values(&filling), values);
        }
        empty_cells(puzzle, &blank)
            .into_iter()
            .for_each(|cell| puzzle.put(&mut filling, cell, None));
        assert_eq!(filling, blank);
    }
}

/// Clicks go through values that the model allows, each once.
pub(crate) fn choices_are_values_of_the_model<P: Constrained>(puzzle: &P) {
    let (model, every) = (puzzle.model(), puzzle.every_filling());
    assert_eq!(model.domains, every.domains);
    for cell in empty_cells(puzzle, &puzzle.blank()) {
        let choices = puzzle.choices(cell);
        assert_eq!(choices.iter().collect::<HashSet<_>>().len(), choices.len());
        for value in choices {
            let literal = puzzle.literal(Entry { cell, value });
            assert!(literal.holds && model.domains[literal.variable].contains(literal.value));
        }
    }
}

/// Every written value is read back, and nothing else is a value.
pub(crate) fn values_are_read_back<P: Filled>(puzzle: &P) {
    for value in 1..=puzzle.most() {
        assert_eq!(puzzle.read_value(&puzzle.write_value(value)), Some(value));
    }
    for text in ["", "?!", &(puzzle.most() + 1).to_string()] {
        assert_eq!(puzzle.read_value(text), None, "{text}");
    }
}

/// A written legal filling is read back as the same filling.
pub(crate) fn fillings_are_read_back<P: Filled>(puzzle: &P) {
    for filling in random_fillings(puzzle).filter(|filling| puzzle.judge(filling).is_ok()) {
        let shown = puzzle.show_answer(&filling);
        let entries: Vec<_> = shown
            .iter()
            .map(|entry| Located { value: entry.as_str(), at: Position::START })
            .collect();
        assert_eq!(puzzle.parse_answer(&mut entries.iter().copied()), Ok(filling));
    }
}

/// The original board is legal and without faults. A filling is solved exactly when it is full and
/// has no faults. Cells at fault are filled, and so are the cells that belong together with a
/// filled cell, including itself.
pub(crate) fn faults_and_judge_agree<P: Filled>(puzzle: &P) {
    assert!(puzzle.judge(&puzzle.blank()).is_ok());
    assert_eq!(puzzle.faults(&puzzle.blank()), []);
    for filling in random_fillings(puzzle) {
        let values = puzzle.values(&filling);
        let faults = puzzle.faults(&filling);
        let is_right = faults.is_empty() && values.iter().all(Option::is_some);
        assert_eq!(
            puzzle.judge(&filling).is_ok_and(|verdict| verdict.solved),
            is_right,
            "{faults:?}"
        );
        assert!(faults.iter().all(|fault| !fault.words.is_empty() && !fault.cells.is_empty()));
        assert!(faults.iter().flat_map(|fault| &fault.cells).all(|&cell| values[cell].is_some()));
        for (cell, value) in values.iter().enumerate() {
            if value.is_some() {
                let related = puzzle.related(&filling, cell).cells;
                assert!(related.contains(&cell));
                assert!(related.iter().all(|&cell| values[cell].is_some()));
            }
        }
    }
}

/// If the techniques fill the board, the judge accepts the answer as solved, and no step on the way
/// contradicts it.
pub(crate) fn steps_hold_in_the_answer_they_lead_to<P: Explained>(puzzle: &P) {
    let mut notes = puzzle.notes();
    let mut steps: Vec<Step> = Vec::new();
    // Steps on large boards take long to find.
    let hardest = match puzzle.values(&puzzle.blank()).len() {
        ..26 => Tier::Beyond,
        26..82 => Tier::Easy,
        _ => return,
    };
    while let Next::Step(step) = puzzle.next(&mut notes, hardest, &mut Meter::unlimited()) {
        assert!(P::techniques().contains(&step.technique), "{} is not listed", step.technique.name);
        steps.push(step);
    }
    if puzzle.next(&mut notes, hardest, &mut Meter::unlimited()) != Next::Solved {
        return;
    }
    let answer = puzzle.filled(&notes);
    assert!(puzzle.judge(&answer).is_ok_and(|verdict| verdict.solved), "{answer:?}");
    let values = puzzle.values(&answer);
    for step in steps {
        assert!(
            step.places.iter().all(|entry| values[entry.cell] == Some(entry.value)),
            "{step:?}"
        );
        assert!(
            step.excludes.iter().all(|entry| values[entry.cell] != Some(entry.value)),
            "{step:?}"
        );
    }
}

/// Adjacency is symmetric, fixed vertices come in the order of their places, and linked vertices
/// touch. A path that satisfies everything is a solution for the judge.
pub(crate) fn courses_are_graphs<P: Routed>(puzzle: &P) {
    let PathTask { graph, fixed, links } = puzzle.course();
    let touch = |one: u16, other: u16| graph[usize::from(one)].contains(&other);
    for (around, one) in graph.iter().zip(0..) {
        assert!(around.iter().all(|&other| other != one && touch(other, one)));
    }
    assert!(fixed.windows(2).all(|pair| pair[0].1 < pair[1].1));
    assert!(links.iter().all(|&(one, other)| touch(one, other)));
    let path = Path::random(&graph, &mut Rng::new(1), &mut Meter::unlimited())
        .expect("an instance has a solution");
    let is_right = fixed.iter().all(|&(vertex, place)| path.place(vertex) == place)
        && links.iter().all(|&(one, other)| path.place(one).abs_diff(path.place(other)) == 1);
    let found = puzzle.arrived(path.order());
    let verdict = puzzle.judge(&found.answer);
    assert_eq!(
        verdict.is_ok_and(|verdict| verdict.solved && verdict.score == found.score),
        is_right
    );
}

const ORDERS: u64 = 20;
const EXCHANGES: u32 = 30;

/// An order has the judge's score however it was made, and an exchange has the score predicted for
/// it.
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
