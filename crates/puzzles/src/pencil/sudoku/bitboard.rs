//! A fast solver for the classic board: 9 x 9 cells, boxes of 3 x 3, no other rule.
//!
//! Candidates are bits. Cells are numbered so that for each digit three words hold the first,
//! second and third cells of all triads, the three cells of a row in a box. A digit stands in one
//! triad of each row and one of each box, so its triads in a band of boxes are a permutation: a
//! triad that belongs to no possible permutation is empty. The same holds for the columns of a
//! stack of boxes. That covers locked candidates and what follows from a placed digit in its row
//! and column, for all digits at once, by a fixed number of operations on words that compilers turn
//! into vector instructions. What is left is searched depth first: on a cell with two candidates that
//! sees the most such cells, or else on a digit with two places in a row, column or box.
//!
//! The ideas are known: digits as bits of bands from fsss (M. Dobrichev) and JCZSolve
//! (zhouyundong, champagne and JasonLion), triads as facts of their own from Tdoku (T. Dillon,
//! <https://t-dillon.github.io/tdoku>, 2019). The numbering of cells and the code are our own.

use quarry_core::{Assignment, FinderStep, SolutionFinder, Value};

/// Digits, and three unused lanes that fill up the vectors; these are 0.
const DIGITS: usize = 9;
const LANES: usize = 12;
const CELLS: usize = 81;

/// The bits of a word: 9 band + 3 row + stack, so that cell `c` is bit `c / 3` of word `c % 3`.
const ALL: u32 = 0o777_777_777;

/// Candidates: for each column of the stacks, a word for each digit.
type Words = [[u32; LANES]; 3];

/// Moves the bits of stacks on: bit `s` takes the value of bit `s + 1`, the last that of the first.
#[inline(always)]
fn next_stack(bits: u32) -> u32 {
    (bits >> 1) & 0o333_333_333 | (bits << 2) & 0o444_444_444
}
#[inline(always)]
fn last_stack(bits: u32) -> u32 {
    (bits >> 2) & 0o111_111_111 | (bits << 1) & 0o666_666_666
}
/// The same for rows of a band.
#[inline(always)]
fn next_row(bits: u32) -> u32 {
    (bits >> 3) & 0o077_077_077 | (bits << 6) & 0o700_700_700
}
#[inline(always)]
fn last_row(bits: u32) -> u32 {
    (bits >> 6) & 0o007_007_007 | (bits << 3) & 0o770_770_770
}
/// The same for bands.
#[inline(always)]
fn next_band(bits: u32) -> u32 {
    bits >> 9 | (bits << 18) & ALL
}
#[inline(always)]
fn last_band(bits: u32) -> u32 {
    bits >> 18 | (bits << 9) & ALL
}

/// What one digit comes to in one round.
struct Round {
    words: [u32; 3],
    /// Cells that are the only place of the digit in a row, column or box.
    claims: [u32; 3],
    /// Not 0 if the digit has no place, or two, in some row, column or box.
    wrong: u32,
}

/// Draws conclusions for one digit from its cells in which no other digit can stand (`fixed`).
#[inline(always)]
fn conclude(words: [u32; 3], fixed: [u32; 3]) -> Round {
    // A box that has the digit has no other place for it.
    let [f, g, h] = fixed;
    let triads = f | g | h;
    let others = next_row(triads) | last_row(triads);
    let mut wrong = triads & others | f & g | (f | g) & h;
    let free = !(triads | others);
    let [a, b, c] = [words[0] & (free | f), words[1] & (free | g), words[2] & (free | h)];

    // Triads of rows: a permutation of rows and stacks.
    let triads = a | b | c;
    let (next, last) = (next_row(triads), last_row(triads));
    let permuted = next_stack(next) & last_stack(last) | last_stack(next) & next_stack(last);
    let triads = triads & permuted;
    wrong |= !(triads | next_stack(triads) | last_stack(triads)) & ALL;
    let [a, b, c] = [a & triads, b & triads, c & triads];
    let alone = triads & !(next_row(triads) | last_row(triads));
    let single = alone & !(a & b | (a | b) & c);

    // Triads of columns: a permutation of bands and columns.
    let lonely = |bits: u32| bits & !(next_row(bits) | last_row(bits));
    let column = |bits: u32| bits | next_row(bits) | last_row(bits);
    let [x, y, z] = [column(a), column(b), column(c)];
    let [xn, yn, zn] = [next_band(x), next_band(y), next_band(z)];
    let [xl, yl, zl] = [last_band(x), last_band(y), last_band(z)];
    wrong |= !(x | xn | xl) & ALL | !(y | yn | yl) & ALL | !(z | zn | zl) & ALL;
    let claims = [
        a & (single | lonely(a) & !(xn | xl)),
        b & (single | lonely(b) & !(yn | yl)),
        c & (single | lonely(c) & !(zn | zl)),
    ];
    let words = [a & (yn & zl | zn & yl), b & (xn & zl | zn & xl), c & (xn & yl | yn & xl)];
    Round { words, claims, wrong }
}

/// What propagation comes to.
enum Outcome {
    Contradiction,
    Solved,
    Open,
}

/// Draws conclusions until there are no more.
fn propagate(words: &mut Words) -> Outcome {
    let mut claims: Words = [[0; LANES]; 3];
    let mut is_changed = true;
    loop {
        let (mut naked, mut taken) = ([0; 3], [0; 3]);
        let (mut is_wrong, mut open, mut news) = (false, 0, 0);
        for column in 0..3 {
            let (mut once, mut twice, mut clash) = (0, 0, 0);
            for digit in 0..DIGITS {
                let (b, c) = (words[column][digit], claims[column][digit]);
                twice |= once & b;
                once |= b;
                clash |= taken[column] & c;
                taken[column] |= c;
            }
            is_wrong |= once != ALL || clash != 0;
            naked[column] = once & !twice;
            open |= twice;
            news |= twice & taken[column];
        }
        if is_wrong {
            return Outcome::Contradiction;
        }
        if !is_changed && news == 0 {
            return if open == 0 { Outcome::Solved } else { Outcome::Open };
        }
        let (mut wrong, mut changed) = ([0; LANES], [0; LANES]);
        let [first, second, third] = words;
        let [claims_a, claims_b, claims_c] = &mut claims;
        for lane in 0..LANES {
            let old = [first[lane], second[lane], third[lane]];
            let c = [claims_a[lane], claims_b[lane], claims_c[lane]];
            let w = [
                old[0] & (!taken[0] | c[0]),
                old[1] & (!taken[1] | c[1]),
                old[2] & (!taken[2] | c[2]),
            ];
            let fixed =
                [w[0] & (naked[0] | c[0]), w[1] & (naked[1] | c[1]), w[2] & (naked[2] | c[2])];
            let round = conclude(w, fixed);
            wrong[lane] = round.wrong;
            let new = round.words;
            changed[lane] = (old[0] ^ new[0]) | (old[1] ^ new[1]) | (old[2] ^ new[2]);
            [first[lane], second[lane], third[lane]] = new;
            [claims_a[lane], claims_b[lane], claims_c[lane]] = round.claims;
        }
        let any = |lanes: [u32; LANES]| lanes[..DIGITS].iter().fold(0, |all, &one| all | one);
        if any(wrong) != 0 {
            return Outcome::Contradiction;
        }
        is_changed = any(changed) != 0;
    }
}

/// A candidate to try: a cell, by its word and bit, and a digit.
struct Decision {
    column: usize,
    bit: u32,
    digit: usize,
}

/// The cells of a row, and of the box with this number, in each word.
fn row_mask(row: usize) -> u32 {
    0o7 << (3 * row)
}
fn box_mask(number: usize) -> u32 {
    0o111 << (9 * (number / 3) + number % 3)
}
/// The cells of a column in its word.
fn column_mask(stack: usize) -> u32 {
    0o111_111_111 << stack
}

fn decide(words: &Words) -> Decision {
    pair_cell(words).or_else(|| pair_of_places(words)).unwrap_or_else(|| smallest_cell(words))
}

/// Chooses the cell with two candidates that sees the most cells with two candidates.
fn pair_cell(words: &Words) -> Option<Decision> {
    let mut pairs = [0; 3];
    for (pairs, words) in pairs.iter_mut().zip(words) {
        let (mut once, mut twice, mut thrice) = (0, 0, 0);
        for &word in &words[..DIGITS] {
            thrice |= twice & word;
            twice |= once & word;
            once |= word;
        }
        *pairs = twice & !thrice;
    }
    let mut best = (0, 0, 0);
    for column in 0..3 {
        let mut rest = pairs[column];
        while rest != 0 {
            let at = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let near = row_mask(at / 3) | box_mask(at / 9 * 3 + at % 3);
            let mut seen = pairs[column] & column_mask(at % 3) & !near;
            let mut count = 1 + seen.count_ones();
            for pairs in pairs {
                seen = pairs & near;
                count += seen.count_ones();
            }
            if count > best.0 {
                best = (count, column, 1 << at);
            }
        }
    }
    let (count, column, bit) = best;
    (count > 0).then(|| Decision { column, bit, digit: first_digit(words, column, bit) })
}

/// Chooses a digit with two places in a row, box or column, and one of the places.
fn pair_of_places(words: &Words) -> Option<Decision> {
    let first = |bits: u32| bits & bits.wrapping_neg();
    for digit in 0..DIGITS {
        for mask in (0..9).flat_map(|number| [row_mask(number), box_mask(number)]) {
            let cells = words.map(|words| words[digit] & mask);
            if cells.iter().map(|cells| cells.count_ones()).sum::<u32>() == 2 {
                let column = cells.iter().position(|&cells| cells != 0)?;
                return Some(Decision { column, bit: first(cells[column]), digit });
            }
        }
        for (column, stack) in (0..9).map(|number| (number / 3, number % 3)) {
            let cells = words[column][digit] & column_mask(stack);
            if cells.count_ones() == 2 {
                return Some(Decision { column, bit: first(cells), digit });
            }
        }
    }
    None
}

fn smallest_cell(words: &Words) -> Decision {
    let cells = (0..3).flat_map(|column| (0..27).map(move |at| (column, 1 << at)));
    let size = |&(column, bit): &(usize, u32)| {
        words[column][..DIGITS].iter().filter(|&word| word & bit != 0).count()
    };
    let open = cells.filter(|cell| size(cell) > 1).min_by_key(size);
    let (column, bit) = open.expect("a board that is not solved has an open cell");
    Decision { column, bit, digit: first_digit(words, column, bit) }
}

fn first_digit(words: &Words, column: usize, bit: u32) -> usize {
    let digit = words[column][..DIGITS].iter().position(|word| word & bit != 0);
    digit.expect("an open cell has a candidate")
}

/// A search for the solutions of a board, one after the other. A node is a board from which
/// conclusions are drawn.
#[derive(Debug)]
pub(super) struct Bitboard {
    now: Words,
    /// Boards that are still to be searched.
    waiting: Vec<Words>,
    state: State,
    nodes: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Searching,
    /// The current board is a solution, which was reported.
    Found,
    Over,
}

/// Decisions for which there is room from the start: a kilobyte, which allocators have at hand. Few
/// boards need more.
const ROOM: usize = 7;

impl Bitboard {
    /// Creates a search for a board with these givens, from 1 to 9.
    pub(super) fn new(givens: &[Option<Value>]) -> Self {
        // Open cells go to an unused lane first.
        let mut now: Words = [[0; LANES]; 3];
        for (at, triad) in givens.chunks_exact(3).enumerate() {
            for (words, given) in now.iter_mut().zip(triad) {
                words[given.map_or(DIGITS, |given| usize::from(given) - 1)] |= 1 << at;
            }
        }
        for words in &mut now {
            let open = std::mem::take(&mut words[DIGITS]);
            words[..DIGITS].iter_mut().for_each(|word| *word |= open);
        }
        Bitboard { now, waiting: Vec::new(), state: State::Searching, nodes: 0 }
    }

    /// Tries a candidate; the board without it waits.
    fn branch(&mut self) {
        let Decision { column, bit, digit } = decide(&self.now);
        if self.waiting.capacity() == 0 {
            self.waiting.reserve(ROOM);
        }
        let mut other = self.now;
        other[column][digit] &= !bit;
        self.waiting.push(other);
        for (lane, word) in self.now[column].iter_mut().enumerate() {
            *word &= if lane == digit { ALL } else { !bit };
        }
    }

    fn turn_back(&mut self) {
        match self.waiting.pop() {
            Some(words) => (self.now, self.state) = (words, State::Searching),
            None => self.state = State::Over,
        }
    }
}

impl SolutionFinder for Bitboard {
    fn next(&mut self, nodes: u64) -> FinderStep {
        if self.state == State::Found {
            self.turn_back();
        }
        let end = self.nodes.saturating_add(nodes);
        while self.state == State::Searching && self.nodes < end {
            self.nodes += 1;
            match propagate(&mut self.now) {
                Outcome::Open => self.branch(),
                Outcome::Contradiction => self.turn_back(),
                Outcome::Solved => self.state = State::Found,
            }
        }
        match self.state {
            State::Searching => FinderStep::Paused,
            State::Found => FinderStep::Found,
            State::Over => FinderStep::End,
        }
    }

    fn solution(&self) -> Assignment {
        let mut solution = vec![0; CELLS];
        for (column, words) in self.now.iter().enumerate() {
            for (digit, &word) in words[..DIGITS].iter().enumerate() {
                let mut rest = word;
                while rest != 0 {
                    solution[3 * rest.trailing_zeros() as usize + column] = digit as Value + 1;
                    rest &= rest - 1;
                }
            }
        }
        solution
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
