//! Laws of boards that a person fills in, checked on random fillings.

use std::collections::HashSet;

use quarry_core::{Filled, Located, Position, Rng, Tint};

/// How many random fillings each law looks at on each instance.
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

/// No two cells share a name or a place, and each is drawn where it lies: what is given, what is
/// entered, what is open.
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
            let (x, y) = puzzle.place(cell);
            assert!(x < picture.columns && y < picture.rows);
            let tile = picture.tile(x, y).expect("every cell is drawn");
            let tint = match (value, given[cell]) {
                (None, _) => Tint::Open,
                (_, None) => Tint::Plain,
                _ => Tint::Given,
            };
            assert_eq!(
                (tile.tint, &tile.label),
                (tint, &value.map_or(String::new(), |value| value.to_string()))
            );
        }
    }
}

/// An entry changes its cell and no other, and erasing all of them leads back to the board as it
/// was given.
pub(crate) fn entries_can_be_made_and_erased<P: Filled>(puzzle: &P) {
    let blank = puzzle.blank();
    for mut filling in random_fillings(puzzle) {
        for cell in empty_cells(puzzle, &blank) {
            let mut values = puzzle.values(&filling);
            values[cell] = puzzle.next_value(&filling, values[cell]);
            puzzle.put(&mut filling, cell, values[cell]);
            assert_eq!(puzzle.values(&filling), values);
        }
        empty_cells(puzzle, &blank)
            .into_iter()
            .for_each(|cell| puzzle.put(&mut filling, cell, None));
        assert_eq!(filling, blank);
    }
}

/// What is written of a legal filling is read as that filling.
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

/// The board as it is given is legal and without faults. A filling is solved exactly when it is
/// full and has none; cells at fault are filled, and so are the kin of a filled cell, itself among
/// them.
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
            let kin = puzzle.kin(&filling, cell);
            assert_eq!(kin.contains(&cell), value.is_some());
            assert!(kin.iter().all(|&cell| values[cell].is_some()));
        }
    }
}
