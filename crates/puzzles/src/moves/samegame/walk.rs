//! Walks for policy learning: every removable group with its code, kept up to date from move to
//! move.
//!
//! The code of a move is a hash of the cells it removes and their colour, so that it is the same
//! move whenever exactly these cells form a group. This, and the two rules of a selective walk, are
//! from T. Cazenave, "Nested Rollout Policy Adaptation with Selective Policies" (2016): the colour
//! most frequent at the start is tabu while there is anything else to remove, but pairs of it may
//! be removed after the tenth move, when they are only in the way. The bias of a move is the one of
//! his "Generalized Nested Rollout Policy Adaptation" (2020).

use quarry_core::{Choice, Score, key_of};

use super::Move;
use super::board::Board;
use super::grid::Colour;
use super::packed::{Block, PackedBoard, Upheaval};
use super::variant::Variant;
use super::wide::WideBoard;

/// Number of moves after which pairs of the tabu colour may be removed.
const MOVES_BEFORE_PAIRS: usize = 10;

/// A board in a game, with its removable groups.
#[derive(Debug, Clone)]
pub struct Walk {
    board: Board,
    groups: Groups,
}

/// The groups, and which of them may be removed.
#[derive(Debug, Clone)]
struct Groups {
    rules: Variant,
    tabu: Option<Colour>,
    played: usize,
    open: Offers,
    /// Groups that may be removed only when no other is open.
    held: Offers,
}

/// Groups that are offered together, with data on each; the wide board finds its groups anew after
/// every move.
#[derive(Debug, Clone, Default)]
struct Offers {
    choices: Vec<Choice<Move>>,
    blocks: Vec<Block>,
}

impl Walk {
    pub(super) fn new(board: Board, rules: Variant, selective: bool) -> Self {
        let tabu = selective.then(|| board.most_frequent_colour());
        let groups =
            Groups { rules, tabu, played: 0, open: Offers::default(), held: Offers::default() };
        let mut walk = Walk { board, groups };
        walk.groups.list(&walk.board);
        walk
    }

    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    #[inline]
    pub(super) fn choices(&mut self) -> &mut [Choice<Move>] {
        &mut self.groups.offers().choices
    }

    #[inline]
    pub(super) fn take(&mut self, index: usize) -> Score {
        let groups = &mut self.groups;
        groups.played += 1;
        let size = match &mut self.board {
            Board::Packed(board) => groups.take_block(board, index),
            Board::Wide(board) => {
                let size = board.play(groups.offers().choices[index].mv);
                groups.list_wide(board);
                size
            }
        };
        groups.rules.points(size)
    }
}

impl Groups {
    #[inline]
    fn offers(&mut self) -> &mut Offers {
        if self.open.choices.is_empty() { &mut self.held } else { &mut self.open }
    }

    fn list(&mut self, board: &Board) {
        match board {
            Board::Packed(board) => self.list_packed(board),
            Board::Wide(board) => self.list_wide(board),
        }
    }

    fn list_packed(&mut self, board: &PackedBoard) {
        self.open.clear();
        self.held.clear();
        board.for_each_block(self.rules.min_group(), |block| self.add_block(block));
    }

    fn list_wide(&mut self, board: &WideBoard) {
        self.open.clear();
        self.held.clear();
        board.each_group(self.rules.min_group(), |mv, size| {
            let colour = board.colour(mv).expect("a group has cells");
            let code = key_of(&(colour, board.cells_of(mv))) as u64;
            self.add(mv, code, colour, size);
        });
    }

    /// Removes a group and finds those that the move has created or changed. The tabu colour is
    /// skipped: its groups are listed only when nothing else is open.
    #[inline]
    fn take_block(&mut self, board: &mut PackedBoard, index: usize) -> usize {
        let is_open = !self.open.blocks.is_empty();
        let offers = self.offers();
        offers.choices.swap_remove(index);
        let taken = offers.blocks.swap_remove(index);
        let barred = self.tabu.map(|tabu| (tabu, self.played < MOVES_BEFORE_PAIRS));
        let mut upheaval = board.uproot(&taken, self.rules.min_group(), barred);
        if is_open && self.played != MOVES_BEFORE_PAIRS {
            self.open.drop_changed(&mut upheaval);
            board.new_blocks(&upheaval, |block| self.add_block(block));
            if !self.open.blocks.is_empty() {
                return taken.size();
            }
        }
        self.list_packed(board);
        taken.size()
    }

    #[inline]
    fn add_block(&mut self, block: Block) {
        let offers = self.add(block.first_cell(), block.code(), block.colour(), block.size());
        offers.blocks.push(block);
    }

    #[inline]
    fn add(&mut self, mv: Move, code: u64, colour: Colour, size: usize) -> &mut Offers {
        let tabu = Some(colour) == self.tabu;
        let bias = (size as f32 - if tabu { 3.0 } else { 2.0 }).min(8.0);
        let held = tabu && (size > 2 || self.played < MOVES_BEFORE_PAIRS);
        let offers = if held { &mut self.held } else { &mut self.open };
        offers.choices.push(Choice::new(mv, code, bias));
        offers
    }
}

impl Offers {
    fn clear(&mut self) {
        self.choices.clear();
        self.blocks.clear();
    }

    /// Removes the groups that a move has changed or joined to others.
    #[inline]
    fn drop_changed(&mut self, upheaval: &mut Upheaval) {
        for start in (0..self.blocks.len()).step_by(64).rev() {
            // First all answers, then their consequences: which groups go is unpredictable for the
            // processor, how many is not.
            let mut gone = 0u64;
            for (index, block) in self.blocks[start..].iter().take(64).enumerate() {
                gone |= u64::from(upheaval.concerns(block)) << index;
            }
            while gone != 0 {
                let last = gone.ilog2();
                gone ^= 1 << last;
                let index = start + last as usize;
                upheaval.loosen(&self.blocks.swap_remove(index));
                self.choices.swap_remove(index);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::samegame::grid::Grid;
    use quarry_core::Rng;

    fn sorted(walk: &mut Walk) -> Vec<(Move, u64)> {
        let mut list: Vec<_> =
            walk.choices().iter().map(|choice| (choice.mv, choice.code)).collect();
        list.sort_unstable();
        list
    }

    /// The list kept up to date and the list made anew in every state have the same groups with the
    /// same codes.
    #[test]
    fn what_is_kept_is_what_would_be_found() {
        let mut rng = Rng::new(1);
        for round in 0..400 {
            let (columns, rows) = (1 + rng.below(16) as u8, 1 + rng.below(16) as u8);
            let grid = Grid::random(columns, rows, 1 + rng.below(6), &mut rng);
            let rules = if round % 5 == 0 { Variant::Jawbreaker3 } else { Variant::SameGame };
            let packed = PackedBoard::from_grid(&grid).map(Board::Packed).expect("small enough");
            let mut walk = Walk::new(packed, rules, round % 2 == 0);
            while !walk.choices().is_empty() {
                for choice in walk.choices() {
                    assert!(
                        [Choice::<Move>::NEW, choice.code as u32].contains(&choice.tag),
                        "a tag stays with its choice"
                    );
                    choice.tag = choice.code as u32;
                }
                let count = walk.choices().len();
                walk.take(rng.below(count));
                let mut anew = walk.clone();
                anew.groups.list(&walk.board);
                assert_eq!(sorted(&mut walk), sorted(&mut anew));
            }
            assert!(!walk.board.has_move(rules.min_group()));
        }
    }

    /// The same moves are open on both boards in every state.
    #[test]
    fn the_wide_board_walks_as_the_packed_one() {
        let mut rng = Rng::new(2);
        for selective in [false, true] {
            let grid = Grid::random(12, 12, 4, &mut rng);
            let packed = PackedBoard::from_grid(&grid).map(Board::Packed).expect("small enough");
            let mut walks = [packed, Board::Wide(WideBoard::from_grid(&grid))]
                .map(|board| Walk::new(board, Variant::SameGame, selective));
            loop {
                let [packed, wide] = walks
                    .each_mut()
                    .map(|walk| sorted(walk).into_iter().map(|(mv, _)| mv).collect::<Vec<_>>());
                assert_eq!(packed, wide);
                let count = walks[0].choices().len();
                if count == 0 {
                    break;
                }
                let mv = walks[0].choices()[rng.below(count)].mv;
                let [one, other] = walks.each_mut().map(|walk| {
                    let index = walk
                        .choices()
                        .iter()
                        .position(|choice| choice.mv == mv)
                        .expect("offered by both");
                    walk.take(index)
                });
                assert_eq!(one, other);
            }
        }
    }
}
