//! The game for players: the rules of the fast board, the piece to be placed, and the pieces that
//! may come next.

use quarry_core::{Aim, Chance, Guided, Rng, Score, StateSpace, key_of};

use super::board::Board;
use super::engine::ComputePath;
use super::piece::{Piece, Placement};
use super::setup::{Setup, Source};
use super::shape::{SIDE, Shapes};

/// What a player may know about a game: everything except its luck.
#[derive(Debug, Clone)]
pub struct Rules {
    pub(super) setup: Setup,
    pub(super) shapes: Shapes,
    /// How placements are evaluated on this machine; the values do not depend on it.
    pub(super) path: ComputePath,
}

impl Rules {
    pub(super) fn new(setup: Setup) -> Self {
        Rules { setup, shapes: Shapes::new(), path: ComputePath::fastest() }
    }

    /// Sets another way to compute values.
    pub fn by(self, path: ComputePath) -> Self {
        Rules { path, ..self }
    }

    /// Setup of the game.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The game after these pieces were drawn on this board, before the first placement.
    pub fn begun(&self, board: Board, drawn: impl IntoIterator<Item = Piece>) -> State {
        let mut state = State { board, ..self.start() };
        drawn.into_iter().for_each(|piece| self.apply_event(&mut state, piece));
        state
    }

    /// Height of the highest cell of a piece where it comes to rest, before full rows disappear;
    /// none if the placement is not legal.
    pub fn top(&self, board: &Board, mv: Placement) -> Option<u32> {
        let shape = &self.shapes.of(mv.piece)[usize::from(mv.rotation)];
        let row = board.rest(&self.setup, shape, mv.column.into())?;
        Some(row + shape.height as u32)
    }

    /// Calls `each` with every legal placement and the row of its lowest cells: rotation by
    /// rotation, then column by column.
    #[inline]
    pub(super) fn each_placement(
        &self,
        board: &Board,
        piece: Piece,
        mut each: impl FnMut(Placement, u32),
    ) {
        let shapes = self.shapes.of(piece);
        let reach = if board.is_open(&self.setup) {
            [u32::MAX; SIDE]
        } else {
            board.reach(&self.setup, shapes)
        };
        for ((rotation, shape), reach) in (0..).zip(shapes).zip(reach) {
            for column in
                (0..=self.setup.width - shape.width).filter(|column| reach >> column & 1 == 1)
            {
                if let Some(row) = board.rest(&self.setup, shape, column) {
                    each(Placement { piece, rotation, column: column as u8 }, row);
                }
            }
        }
    }

    /// Whether the game is over after this many pieces.
    fn is_last(&self, placed: u64) -> bool {
        self.setup.max_pieces.is_some_and(|most| placed >= most)
    }

    /// Whether a piece is to be drawn before the player's turn.
    #[inline]
    fn is_pending(&self, state: &State) -> bool {
        let known = u64::from(state.piece.is_some()) + u64::from(state.next.is_some());
        known < 1 + u64::from(self.setup.preview) && !self.is_last(state.placed + known)
    }
}

/// A position: the board, the pieces that are known, and what is left in the bag.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) board: Board,
    pub(super) piece: Option<Piece>,
    /// The piece after it, where it can be seen.
    pub(super) next: Option<Piece>,
    /// Pieces that can come next, one bit for each.
    bag: u8,
    placed: u64,
}

impl State {
    /// The current board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The piece to be placed; none when it is still to be drawn, or the game is over.
    pub fn piece(&self) -> Option<Piece> {
        self.piece
    }

    /// The piece after it; none when it cannot be seen, or is still to be drawn, or never comes.
    pub fn next(&self) -> Option<Piece> {
        self.next
    }

    /// Pieces that can come next, one bit for each.
    pub(super) fn bag(&self) -> u8 {
        self.bag
    }

    /// Number of pieces placed.
    pub fn placed(&self) -> u64 {
        self.placed
    }

    /// Returns the state after the piece has been placed, without changing the board.
    #[inline]
    pub(super) fn laid(mut self) -> Self {
        self.piece = self.next.take();
        self.placed += 1;
        self
    }
}

const FULL_BAG: u8 = 0x7f;
/// Divisible by the size of every bag of one to seven pieces.
const WHOLE: u32 = 420;

impl StateSpace for Rules {
    type State = State;
    type Move = Placement;

    fn start(&self) -> State {
        State { board: Board::default(), piece: None, next: None, bag: FULL_BAG, placed: 0 }
    }

    fn moves(&self, state: &State, out: &mut Vec<Placement>) {
        if let Some(piece) = state.piece.filter(|_| !self.is_pending(state)) {
            self.each_placement(&state.board, piece, |mv, _| out.push(mv));
        }
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Placement) -> Score {
        let shape = &self.shapes.of(mv.piece)[usize::from(mv.rotation)];
        let column = usize::from(mv.column);
        let row = state.board.rest(&self.setup, shape, column).expect("a listed placement fits");
        state.board.lay(shape, column, row);
        let full = state.board.full_rows(&self.setup);
        state.board.remove(full);
        state.piece = state.next.take();
        state.placed += 1;
        Score::from(full.count_ones())
    }

    fn is_solved(&self, state: &State) -> bool {
        let blocked = |piece| {
            let mut fits = false;
            self.each_placement(&state.board, piece, |_, _| fits = true);
            !fits
        };
        state.piece.map_or(self.is_last(state.placed), blocked)
    }

    fn key(&self, state: &State) -> u128 {
        key_of(state)
    }
}

impl Guided for Rules {
    fn aim(&self) -> Aim {
        Aim::Maximise
    }
}

impl Chance for Rules {
    type Event = Piece;

    fn total_weight(&self) -> u32 {
        WHOLE
    }

    fn events(&self, state: &State, out: &mut Vec<(Piece, u32)>) {
        if self.is_pending(state) {
            let weight = WHOLE / state.bag.count_ones();
            let left = Piece::ALL.into_iter().filter(|&piece| state.bag >> piece as u8 & 1 == 1);
            out.extend(left.map(|piece| (piece, weight)));
        }
    }

    #[inline]
    fn apply_event(&self, state: &mut State, piece: Piece) {
        if self.setup.preview && state.piece.is_some() {
            state.next = Some(piece);
        } else {
            state.piece = Some(piece);
        }
        if self.setup.source == Source::Bag7 {
            state.bag &= !(1 << piece as u8);
            if state.bag == 0 {
                state.bag = FULL_BAG;
            }
        }
    }

    #[inline]
    fn draw(&self, state: &mut State, rng: &mut Rng) {
        while self.is_pending(state) {
            let mut left = state.bag;
            for _ in 0..rng.below(state.bag.count_ones() as usize) {
                left &= left - 1;
            }
            self.apply_event(state, Piece::ALL[left.trailing_zeros() as usize]);
        }
    }

    /// Twice the mean height of the columns. Of the measures tried (also the highest column, and
    /// both together, with and without holes) it is the most informative.
    #[inline]
    fn peril(&self, state: &State) -> usize {
        let cells: u32 = state.board.heights().iter().sum();
        2 * cells as usize / self.setup.width
    }
}
