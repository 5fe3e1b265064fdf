//! Position classes: what jumps cannot change, by parity.
//!
//! A set of holes of which every jump changes none or two keeps the parity of its pegs for ever. Such
//! sets are the solutions of linear equations over two elements, one for each jump; a basis of them
//! divides all positions into classes. On most boards the basis is that of M. Reiss (1857): the two
//! ways of colouring the diagonals with three colours. Odd boards have more such sets.

use super::layout::{Grid, Layout, numbers};
use super::{PegSolitaire, Target};

/// A basis of the sets of holes whose pegs keep their parity.
#[derive(Debug)]
pub(super) struct Classes {
    sets: Vec<u128>,
}

impl Classes {
    pub(super) fn new(layout: &Layout) -> Self {
        // Gaussian elimination: each pivot hole is determined by the free ones.
        let mut rows: Vec<(usize, u128)> = Vec::new();
        for line in &layout.lines {
            let mut row = line.changed();
            for &(pivot, other) in &rows {
                if row >> pivot & 1 == 1 {
                    row ^= other;
                }
            }
            if row == 0 {
                continue;
            }
            let pivot = row.trailing_zeros() as usize;
            for (_, other) in &mut rows {
                if *other >> pivot & 1 == 1 {
                    *other ^= row;
                }
            }
            rows.push((pivot, row));
        }
        let pivots = rows.iter().fold(0, |set: u128, (pivot, _)| set | 1 << pivot);
        let free = numbers(layout.full() & !pivots);
        let set = |hole: usize| {
            let bound = rows.iter().filter(|(_, row)| row >> hole & 1 == 1);
            bound.fold(1 << hole, |set: u128, (pivot, _)| set | 1 << pivot)
        };
        Classes { sets: free.map(set).collect() }
    }

    /// Returns the class of a position: the parity of each set.
    fn class(&self, pegs: u128) -> u128 {
        let parity = |set: &u128| u128::from((pegs & set).count_ones() & 1);
        self.sets.iter().zip(0..).fold(0, |class, (set, bit)| class | parity(set) << bit)
    }

    /// Returns the holes of the target on which a single peg is in the class of these pegs.
    pub(super) fn finishes(&self, target: Target, pegs: u128) -> u128 {
        let Target::SingleOn(holes) = target else { return 0 };
        let class = self.class(pegs);
        let fits = numbers(holes).filter(|&hole| self.class(1 << hole) == class);
        fits.fold(0, |set, hole| set | 1 << hole)
    }

    /// Returns whether no position of the goal is in the class of these pegs.
    pub(super) fn finds_no_goal(&self, target: Target, pegs: u128) -> bool {
        match target {
            Target::SingleOn(_) => self.finishes(target, pegs) == 0,
            Target::Exactly(goal) => self.class(goal) != self.class(pegs),
        }
    }

    /// Returns a set of the basis whose parity differs in two positions.
    fn difference(&self, one: u128, other: u128) -> Option<u128> {
        self.sets.iter().copied().find(|set| ((one ^ other) & set).count_ones() % 2 == 1)
    }
}

/// A colouring of the diagonals with three colours, of which every jump takes each once.
#[derive(Clone, Copy)]
struct Diagonals {
    name: &'static str,
    colour: fn(usize, usize) -> usize,
}

fn colourings(grid: Grid) -> &'static [Diagonals] {
    const ALL: [Diagonals; 2] = [
        Diagonals { name: "column + row", colour: |column, row| (column + row) % 3 },
        Diagonals { name: "column - row", colour: |column, row| (column + 2 * row) % 3 },
    ];
    match grid {
        Grid::Square => &ALL,
        // A jump along the third direction of a triangle stays on one colour of the second.
        Grid::Triangle => &ALL[..1],
    }
}

impl Diagonals {
    /// The sets of holes of each colour; columns and rows count from 1.
    fn sets(self, layout: &Layout) -> [u128; 3] {
        let mut sets = [0; 3];
        for (hole, cell) in layout.holes.iter().enumerate() {
            let colour = (self.colour)(usize::from(cell.column) + 1, usize::from(cell.row) + 1);
            sets[colour] |= 1 << hole;
        }
        sets
    }
}

/// Says why no position of the goal is in the class of these pegs, with the holes to look at; `None`
/// if one is.
pub(super) fn refute(puzzle: &PegSolitaire, pegs: u128) -> Option<(u128, String)> {
    let layout = puzzle.layout();
    let classes = Classes::new(layout);
    if !classes.finds_no_goal(puzzle.target, pegs) {
        return None;
    }
    Some(match puzzle.target {
        Target::SingleOn(holes) => single(layout, puzzle, &classes, pegs, holes),
        Target::Exactly(goal) => {
            let set = classes.difference(pegs, goal).expect("the classes differ");
            let parity = |position: u128| parity((position & set).count_ones());
            let words = format!(
                "Of the holes {} every jump changes none or two, so the number of pegs on them \
                 stays {}; the goal needs an {} number.",
                puzzle.names(set),
                parity(pegs),
                parity(goal),
            );
            (set, words)
        }
    })
}

fn parity(number: u32) -> &'static str {
    if number.is_multiple_of(2) { "even" } else { "odd" }
}

fn single(
    layout: &Layout,
    puzzle: &PegSolitaire,
    classes: &Classes,
    pegs: u128,
    holes: u128,
) -> (u128, String) {
    // The only colour that a last peg can have, for each colouring that leaves one.
    let mut needed = Vec::new();
    for diagonals in colourings(layout.grid) {
        let sets = diagonals.sets(layout);
        let counts = sets.map(|set| (pegs & set).count_ones());
        let name = diagonals.name;
        let [zero, one, two] = counts;
        let intro = format!(
            "There are {zero}, {one} and {two} pegs on the holes where {name} leaves 0, 1 and 2 \
             when divided by 3, and every jump changes all three numbers by one"
        );
        let odd_one = (0..3).find(|&colour| {
            let differs = |other: usize| (counts[colour] + counts[other]) % 2 == 1;
            differs((colour + 1) % 3) && differs((colour + 2) % 3)
        });
        let Some(colour) = odd_one else {
            let words = format!(
                "{intro}: they stay all even or all odd together, but a single peg makes one odd \
                 and two even."
            );
            return (pegs, words);
        };
        if holes & sets[colour] == 0 {
            let words = format!(
                "{intro}: a single peg can only be left where {name} leaves {colour}, and {}.",
                if holes.count_ones() == 1 {
                    format!("{} is no such hole", puzzle.names(holes))
                } else {
                    "there is no such hole".to_owned()
                }
            );
            return (sets[colour], words);
        }
        needed.push((name, colour, sets[colour]));
    }
    let common = needed.iter().fold(holes, |common, (_, _, set)| common & set);
    if common == 0 {
        let each: Vec<String> =
            needed.iter().map(|(name, colour, _)| format!("{name} leaves {colour}")).collect();
        let words = format!(
            "Every jump changes the numbers of pegs on all three kinds of diagonals by one, so a \
             single peg can only be left where, divided by 3, {}; the goal has no such hole.",
            each.join(" and ")
        );
        return (pegs, words);
    }
    let hole = numbers(common).next().expect("it is not empty");
    let set = classes.difference(pegs, 1 << hole).expect("the classes differ");
    let others = if common.count_ones() == 1 {
        String::new()
    } else {
        format!(" The same holds for each of {}, by other sets of holes.", puzzle.names(common))
    };
    let words = format!(
        "Of the holes {} every jump changes none or two, so the number of pegs on them stays {}; \
         a single peg at {} needs an {} number.{others}",
        puzzle.names(set),
        parity((pegs & set).count_ones()),
        puzzle.names(1 << hole),
        parity((1 << hole & set).count_ones()),
    );
    (set, words)
}
