use super::*;
use quarry_core::Rng;

fn always(_: u64) -> bool {
    true
}

fn exact(position: &MinePosition<'_>) -> Chances<BigUint> {
    Chances::of(position, &mut always).expect("nothing stops it")
}

/// The number of layouts, and of those with a mine in each cell, one layout at a time.
fn by_hand(position: &MinePosition<'_>) -> (u64, Vec<u64>) {
    let MinePosition { grid, cells, mines } = *position;
    let closed: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell].is_none()).collect();
    let (mut layouts, mut mined) = (0, vec![0; cells.len()]);
    for layout in 0_u32..1 << closed.len() {
        if mines.is_some_and(|mines| layout.count_ones() as usize != mines) {
            continue;
        }
        let mut is_mine = vec![false; cells.len()];
        closed.iter().enumerate().for_each(|(i, &cell)| is_mine[cell] = layout >> i & 1 == 1);
        let agrees = |(cell, clue): (usize, &Option<Clue>)| {
            let around = grid.around(cell).filter(|&other| is_mine[other]).count();
            clue.and_then(Clue::number).is_none_or(|number| number as usize == around)
        };
        if cells.iter().enumerate().all(agrees) {
            layouts += 1;
            is_mine.iter().zip(&mut mined).for_each(|(&mine, count)| *count += u64::from(mine));
        }
    }
    (layouts, mined)
}

/// A small position: random mines, and some of the other cells open.
fn random_position(rng: &mut Rng) -> (CellGrid, Vec<Option<Clue>>, usize) {
    let grid = CellGrid { rows: 1 + rng.below(4), columns: 1 + rng.below(4) };
    let share = rng.below(60);
    let mines: Vec<bool> = (0..grid.len()).map(|_| rng.below(100) < share).collect();
    let open = rng.below(100);
    let cells = (0..grid.len())
        .map(|cell| {
            let is_open = !mines[cell] && rng.below(100) < open;
            let around = grid.around(cell).filter(|&other| mines[other]).count();
            let clue = if rng.below(8) == 0 { Clue::Unknown } else { Clue::Number(around as u32) };
            is_open.then_some(clue)
        })
        .collect();
    (grid, cells, mines.iter().filter(|&&mine| mine).count())
}

#[test]
fn chances_are_those_of_all_layouts() {
    let mut rng = Rng::new(1);
    for case in 0..600 {
        let (grid, mut cells, mines) = random_position(&mut rng);
        // Some positions contradict themselves.
        if case % 10 == 0 {
            let cell = rng.below(cells.len());
            cells[cell] = Some(Clue::Number(rng.below(4) as u32));
        }
        for mines in [Some(mines), None] {
            let position = MinePosition { grid, cells: &cells, mines };
            let (wanted, mined) = by_hand(&position);
            let found = exact(&position);
            assert_eq!(found.layouts, BigUint::from(wanted), "{position:?}");
            let fast: Chances<f64> = Chances::of(&position, &mut always).expect("nothing stops it");
            for cell in 0..cells.len() {
                let count = cells[cell].is_none().then(|| BigUint::from(mined[cell]));
                assert_eq!(found.mined(cell), count.as_ref(), "{position:?} {cell}");
                assert_eq!(fast.mined(cell).copied(), count.map(|_| mined[cell] as f64));
            }
            if let Some(mines) = mines {
                let sum: BigUint = (0..cells.len()).filter_map(|cell| found.mined(cell)).sum();
                assert_eq!(sum, found.layouts.clone() * mines, "every layout has all mines");
            }
        }
    }
}

#[test]
fn fractions_are_in_lowest_terms() {
    let cells = [None, Some(Clue::Number(1)), None, None];
    let grid = CellGrid { rows: 1, columns: 4 };
    let chances = exact(&MinePosition { grid, cells: &cells, mines: Some(1) });
    assert_eq!(chances.layouts, BigUint::from(2_u32));
    let fractions: Vec<_> = (0..4).map(|cell| chances.fraction(cell)).collect();
    let wanted = [Some("1/2"), None, Some("1/2"), Some("0/1")];
    assert_eq!(fractions, wanted.map(|one| one.map(str::to_owned)));
    let none = exact(&MinePosition { grid, cells: &cells, mines: Some(3) });
    assert_eq!((none.layouts.is_zero(), none.fraction(0)), (true, None));
}

#[test]
fn a_large_field_is_counted_and_the_work_can_be_given_up() {
    let grid = CellGrid { rows: 16, columns: 30 };
    let mut rng = Rng::new(5);
    let mut is_mine: Vec<bool> = (0..grid.len()).map(|cell| cell < 99).collect();
    rng.shuffle(&mut is_mine);
    let cells: Vec<_> = (0..grid.len())
        .map(|cell| {
            let around = grid.around(cell).filter(|&other| is_mine[other]).count();
            let is_open = !is_mine[cell] && grid.column(cell) < 20 && rng.below(3) > 0;
            is_open.then_some(Clue::Number(around as u32))
        })
        .collect();
    let position = MinePosition { grid, cells: &cells, mines: Some(99) };
    let chances = exact(&position);
    let sum: BigUint = (0..cells.len()).filter_map(|cell| chances.mined(cell)).sum();
    assert_eq!(sum, chances.layouts.clone() * 99_u32);
    assert_eq!(layouts::<BigUint>(&position, &mut always), Ok(chances.layouts));
    let mut left = 1000_u64;
    let mut budget = |work: u64| {
        left = left.saturating_sub(work);
        left > 0
    };
    assert_eq!(layouts::<f64>(&position, &mut budget), Err(TooMuch));
}
