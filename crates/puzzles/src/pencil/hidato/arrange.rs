//! The puzzle as an arrangement: the missing numbers are the things, the empty cells are the
//! places.
//!
//! Things are numbered by rising number, places in reading order. The score of an order is the
//! judge's score. Links score nothing, as with the judge, so an order with full score may still be
//! no solution. Evaluating an order checks each pair of consecutive numbers once; evaluating an
//! exchange checks at most four pairs.

use quarry_core::{Arranged, Rng, Score, Thing};

use super::{Board, Cell, Filling, Hidato, Number};

/// A square matrix of bits.
#[derive(Debug, Clone)]
struct Bits {
    words: usize,
    bits: Vec<u64>,
}

impl Bits {
    fn new(side: usize) -> Self {
        let words = side.div_ceil(64);
        Bits { words, bits: vec![0; side * words] }
    }

    fn set(&mut self, row: usize, column: usize) {
        self.bits[row * self.words + column / 64] |= 1 << (column % 64);
    }

    #[inline]
    fn has(&self, row: usize, column: usize) -> bool {
        self.bits[row * self.words + column / 64] >> (column % 64) & 1 == 1
    }
}

/// The numbers in their cells. Numbers are counted from 0 here, so a number is also its position on
/// the path.
#[derive(Debug, Clone)]
pub struct Layout {
    /// The cell of each place.
    cells: Vec<Cell>,
    /// The number of each thing.
    numbers: Vec<Number>,
    /// For each cell, its place if the cell is empty.
    place_of: Vec<Option<Number>>,
    /// For each number, whether it is given.
    is_given: Vec<bool>,
    touching: Bits,
    /// The cells that each number can reach, judged by the distance from the nearest givens: row =
    /// number, column = cell.
    within_reach: Bits,

    order: Vec<Thing>,
    /// The cell of each number.
    holder: Vec<Cell>,
    steps: usize,
}

impl Layout {
    #[inline]
    fn touch(&self, number: usize) -> bool {
        self.touching.has(usize::from(self.holder[number]), usize::from(self.holder[number + 1]))
    }

    /// Counts the correct steps to and from two numbers; `at` returns the cell of a number.
    #[inline]
    fn steps_about(&self, one: usize, other: usize, at: impl Fn(usize) -> Cell) -> usize {
        let (low, high) = (one.min(other), one.max(other));
        let last = self.holder.len() - 1;
        let right = |number: usize| {
            usize::from(self.touching.has(usize::from(at(number)), usize::from(at(number + 1))))
        };
        let mut steps = 0;
        if low > 0 {
            steps += right(low - 1);
        }
        steps += right(low);
        if high > low + 1 {
            steps += right(high - 1);
        }
        if high < last {
            steps += right(high);
        }
        steps
    }

    #[inline]
    fn numbers_in(&self, one: usize, other: usize) -> (usize, usize) {
        let number = |place: usize| usize::from(self.numbers[usize::from(self.order[place])]);
        (number(one), number(other))
    }

    /// The change in the number of correct steps caused by an exchange.
    #[inline]
    fn gain(&self, one: usize, other: usize) -> isize {
        if one == other {
            return 0;
        }
        let (first, second) = self.numbers_in(one, other);
        let before = self.steps_about(first, second, |number| self.holder[number]);
        let after = self.steps_about(first, second, |number| {
            let stand_in = match number {
                _ if number == first => second,
                _ if number == second => first,
                _ => number,
            };
            self.holder[stand_in]
        });
        after as isize - before as isize
    }
}

/// Computes where each number can be: no further from the nearest givens before and after it than
/// the numbers differ, moving over empty cells only.
fn within_reach(board: &Board, givens: &Filling) -> Bits {
    let cells = board.len();
    let mut given: Vec<(usize, Vec<u16>)> = (0..cells)
        .filter_map(|cell| {
            Some((usize::from(givens[cell]?) - 1, distances(board, givens, cell as Cell)))
        })
        .collect();
    given.sort_unstable_by_key(|(number, _)| *number);
    let mut reach = Bits::new(cells);
    for number in 0..cells {
        let after = given.partition_point(|(given, _)| *given < number);
        let next = [after.checked_sub(1), Some(after)]
            .into_iter()
            .flatten()
            .filter_map(|index| given.get(index));
        let next: Vec<_> = next.collect();
        for cell in 0..cells {
            if next
                .iter()
                .all(|(given, distance)| usize::from(distance[cell]) <= given.abs_diff(number))
            {
                reach.set(number, cell);
            }
        }
    }
    reach
}

/// The distance of every cell from one cell, over empty cells.
fn distances(board: &Board, givens: &Filling, from: Cell) -> Vec<u16> {
    let mut distance = vec![u16::MAX; board.len()];
    distance[usize::from(from)] = 0;
    let mut queue = vec![from];
    let mut next = 0;
    while let Some(&cell) = queue.get(next) {
        next += 1;
        if cell != from && givens[usize::from(cell)].is_some() {
            continue;
        }
        for &neighbour in board.neighbours(cell) {
            if distance[usize::from(neighbour)] == u16::MAX {
                distance[usize::from(neighbour)] = distance[usize::from(cell)] + 1;
                queue.push(neighbour);
            }
        }
    }
    distance
}

impl Hidato {
    /// The numbers that are not given, counted from 0.
    fn missing(&self) -> Vec<Number> {
        let mut is_given = vec![false; self.board.len()];
        self.givens.iter().flatten().for_each(|&number| is_given[usize::from(number) - 1] = true);
        (0..self.board.len() as Number).filter(|&number| !is_given[usize::from(number)]).collect()
    }

    fn empty_cells(&self) -> impl Iterator<Item = Cell> {
        self.givens.iter().zip(0..).filter(|(given, _)| given.is_none()).map(|(_, cell)| cell)
    }
}

impl Arranged for Hidato {
    type Layout = Layout;
    type Whole = Filling;

    fn places(&self) -> usize {
        self.empty_cells().count()
    }

    fn most(&self) -> Score {
        2 * (self.board.len() as Score - 1)
    }

    fn layout(&self) -> Layout {
        let size = self.board.len();
        let cells: Vec<Cell> = self.empty_cells().collect();
        let mut place_of = vec![None; size];
        cells.iter().zip(0..).for_each(|(&cell, place)| place_of[usize::from(cell)] = Some(place));
        let mut holder = vec![0; size];
        let mut is_given = vec![false; size];
        for (&given, cell) in self.givens.iter().zip(0..) {
            if let Some(number) = given {
                holder[usize::from(number) - 1] = cell;
                is_given[usize::from(number) - 1] = true;
            }
        }
        let mut touching = Bits::new(size);
        for (cell, list) in self.board.graph().iter().enumerate() {
            list.iter().for_each(|&neighbour| touching.set(cell, usize::from(neighbour)));
        }
        let order: Vec<Thing> = (0..cells.len() as Thing).collect();
        let mut layout = Layout {
            numbers: self.missing(),
            within_reach: within_reach(&self.board, &self.givens),
            order: order.clone(),
            steps: 0,
            cells,
            place_of,
            is_given,
            touching,
            holder,
        };
        self.lay(&mut layout, &order);
        layout
    }

    fn lay(&self, layout: &mut Layout, order: &[Thing]) -> Score {
        layout.order.copy_from_slice(order);
        for (&thing, &cell) in order.iter().zip(&layout.cells) {
            layout.holder[usize::from(layout.numbers[usize::from(thing)])] = cell;
        }
        let holders = layout.holder.windows(2);
        let touches =
            |pair: &[Cell]| layout.touching.has(usize::from(pair[0]), usize::from(pair[1]));
        layout.steps = holders.filter(|pair| touches(pair)).count();
        2 * layout.steps as Score
    }

    fn exchanged(&self, layout: &Layout, one: usize, other: usize) -> Score {
        2 * (layout.steps as isize + layout.gain(one, other)) as Score
    }

    fn exchange(&self, layout: &mut Layout, one: usize, other: usize) {
        layout.steps = layout.steps.wrapping_add_signed(layout.gain(one, other));
        let (first, second) = layout.numbers_in(one, other);
        layout.holder.swap(first, second);
        layout.order.swap(one, other);
    }

    /// Picks an exchange that puts one number of a broken pair next to the other, within the reach
    /// of the givens.
    fn mend(&self, layout: &Layout, rng: &mut Rng) -> Option<(usize, usize)> {
        let size = layout.holder.len();
        if size < 2 {
            return None;
        }
        for _ in 0..4 * size {
            let number = rng.below(size - 1);
            if layout.touch(number) {
                continue;
            }
            let (still, moved) =
                if rng.below(2) == 0 { (number, number + 1) } else { (number + 1, number) };
            let beside = self.board.neighbours(layout.holder[still]);
            if beside.is_empty() || layout.is_given[moved] {
                continue;
            }
            let cell = usize::from(beside[rng.below(beside.len())]);
            let from = layout.place_of[usize::from(layout.holder[moved])];
            if let (Some(from), Some(to)) = (from, layout.place_of[cell])
                && layout.within_reach.has(moved, cell)
            {
                return Some((usize::from(from), usize::from(to)));
            }
        }
        None
    }

    fn order<'l>(&self, layout: &'l Layout) -> &'l [Thing] {
        &layout.order
    }

    fn is_solved(&self, layout: &Layout) -> bool {
        let number = |cell: Cell| match layout.place_of[usize::from(cell)] {
            Some(place) => Some(layout.numbers[usize::from(layout.order[usize::from(place)])] + 1),
            None => self.givens[usize::from(cell)],
        };
        let linked = |&(one, other): &(Cell, Cell)| match (number(one), number(other)) {
            (Some(one), Some(other)) => one.abs_diff(other) == 1,
            _ => false,
        };
        layout.steps + 1 == layout.holder.len() && self.links.iter().all(linked)
    }

    fn whole(&self, order: &[Thing]) -> Filling {
        let numbers = self.missing();
        let mut filling = self.givens.clone();
        for (cell, &thing) in self.empty_cells().zip(order) {
            filling[usize::from(cell)] = Some(numbers[usize::from(thing)] + 1);
        }
        filling
    }
}

#[cfg(test)]
mod tests {
    use quarry_core::Puzzle;

    use super::*;

    fn figure() -> Hidato {
        Hidato::parse(include_str!("examples/paper-figure-1.toml")).unwrap()
    }

    fn linked() -> Hidato {
        let text = "puzzle = \"hidato\"\ntopology = \"square\"\nlinks = [\"0-1\"]\nboard = \"\"\"\n_ _ #\n4 _ _\n\"\"\"\n";
        Hidato::parse(text).unwrap()
    }

    #[test]
    fn links_count_for_the_goal_and_not_for_the_points() {
        let puzzle = linked();
        let mut layout = puzzle.layout();
        let mut solutions = 0;
        let mut rng = Rng::new(2);
        let mut full = 0;
        for _ in 0..500 {
            let mut order: Vec<Thing> = (0..4).collect();
            rng.shuffle(&mut order);
            full += u32::from(puzzle.lay(&mut layout, &order) == puzzle.most());
            solutions += u32::from(puzzle.is_solved(&layout));
        }
        assert!(solutions > 0 && full > solutions, "{solutions} of {full}");
    }

    #[test]
    fn a_mend_puts_a_number_beside_its_neighbour_and_within_reach() {
        let puzzle = figure();
        let mut rng = Rng::new(3);
        let mut layout = puzzle.layout();
        let mut order = puzzle.order(&layout).to_vec();
        for _ in 0..500 {
            rng.shuffle(&mut order);
            puzzle.lay(&mut layout, &order);
            let (from, to) = puzzle.mend(&layout, &mut rng).unwrap();
            assert_ne!(from, to);
            let number = usize::from(layout.numbers[usize::from(order[from])]);
            let beside = |other: Option<&Cell>| {
                other.is_some_and(|&other| {
                    puzzle.board.neighbours(layout.cells[to]).contains(&other)
                })
            };
            let before = number.checked_sub(1).and_then(|before| layout.holder.get(before));
            assert!(beside(before) || beside(layout.holder.get(number + 1)));
            assert!(layout.within_reach.has(number, usize::from(layout.cells[to])));
        }
    }

    #[test]
    fn numbers_can_be_no_further_from_a_given_than_there_are_steps() {
        let text = "puzzle = \"hidato\"\ntopology = \"orthogonal\"\nboard = \"\"\"\n1 _ _\n_ _ 6\n\"\"\"\n";
        let puzzle = Hidato::parse(text).unwrap();
        let reach = puzzle.layout().within_reach;
        let cells = |number| (0..6).filter(|&cell| reach.has(number, cell)).collect::<Vec<_>>();
        // 2 is next to 1; 3 is at most two steps away from 1, and at most three from 6.
        assert_eq!((cells(1), cells(2)), (vec![0, 1, 3], vec![0, 1, 2, 3, 4]));
    }
}
