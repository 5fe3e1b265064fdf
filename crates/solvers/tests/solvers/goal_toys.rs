//! Puzzles whose play can be followed backwards, and the solvers that need that.

#![allow(unreachable_pub, reason = "tests of other files use the toys")]

use crate::toys::{Count, Counting, Ready, Sliding, ready};
use quarry_core::{
    Aim, Bounded, Guided, Identified, Layered, NoSettings, Reversible, Rng, Score, StateSpace,
};
use quarry_solvers::tree::bidirectional::{self, Bidirectional};
use quarry_solvers::tree::breadth_first_heuristic::{self, BreadthFirstHeuristic};
use quarry_solvers::tree::frontier::{self, FrontierSearch};

impl Identified for Sliding {}

/// A way back is the cell that was empty before.
impl Reversible for Sliding {
    type WayBack = usize;

    fn goals(&self, out: &mut Vec<[u8; 6]>) {
        out.push(Sliding::SOLVED);
    }
    fn ways_back(&self, state: &[u8; 6], out: &mut Vec<usize>) {
        self.moves(state, out);
    }
    fn go_back(&self, state: &mut [u8; 6], cell: usize) -> (usize, Score) {
        let gap = state.iter().position(|&tile| tile == 0).unwrap();
        (gap, self.play(state, cell))
    }
    fn least_cost(&self) -> Score {
        1
    }
    fn bound_from_start(&self, state: &[u8; 6]) -> Score {
        let place = |tile: u8| self.tiles.iter().position(|&other| other == tile).unwrap();
        let tiles = state.iter().enumerate().filter(|&(_, &tile)| tile != 0);
        -tiles.map(|(cell, &tile)| Sliding::distance(cell, place(tile))).sum::<Score>()
    }
}

impl Layered for Sliding {
    const LAYERS_BACK: usize = 1;
}

/// Peg solitaire in one row: a peg jumps over its neighbour into a hole, and the neighbour is taken.
/// The goal is a single peg; a jump costs one. Mirror images share a key.
pub struct Jumps {
    pub length: u32,
    pub pegs: u32,
    pub played: Count,
}

/// A jump: the three cells it changes begin at the first number; the flag says that it goes right.
type Jump = (u32, bool);

impl Jumps {
    /// Creates a row that can be solved, by going this many random ways back from a single peg.
    pub fn solvable(length: u32, jumps: usize, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let pegs = 1 << rng.below(length as usize);
        let mut row = Jumps { length, pegs, played: Count::default() };
        for _ in 0..jumps {
            let mut ways = Vec::new();
            row.ways_back(&row.pegs, &mut ways);
            if !ways.is_empty() {
                let mut pegs = row.pegs;
                row.go_back(&mut pegs, ways[rng.below(ways.len())]);
                row.pegs = pegs;
            }
        }
        row
    }

    pub fn new(pegs: &str) -> Self {
        let at = |(cell, byte): (usize, u8)| u32::from(byte == b'o') << cell;
        Jumps {
            length: pegs.len() as u32,
            pegs: pegs.bytes().enumerate().map(at).sum(),
            played: Count::default(),
        }
    }

    /// The three cells of each jump, before and after it.
    fn jumps(&self) -> impl Iterator<Item = (Jump, u32, u32)> {
        (0..self.length.saturating_sub(2)).flat_map(|cell| {
            [(true, 0b011, 0b100), (false, 0b110, 0b001)]
                .map(|(right, before, after)| ((cell, right), before, after))
        })
    }

    fn listed(&self, pegs: u32, backwards: bool) -> impl Iterator<Item = Jump> {
        self.jumps().filter_map(move |(jump, before, after)| {
            let wanted = if backwards { after } else { before };
            (pegs >> jump.0 & 0b111 == wanted).then_some(jump)
        })
    }
}

impl Counting for Jumps {
    fn played(&self) -> &Count {
        &self.played
    }
}

impl StateSpace for Jumps {
    type State = u32;
    type Move = Jump;

    fn start(&self) -> u32 {
        self.pegs
    }
    fn moves(&self, pegs: &u32, out: &mut Vec<Jump>) {
        out.extend(self.listed(*pegs, false));
    }
    fn play(&self, pegs: &mut u32, jump: Jump) -> Score {
        self.played.one_more();
        *pegs ^= 0b111 << jump.0;
        -1
    }
    fn is_solved(&self, pegs: &u32) -> bool {
        pegs.count_ones() == 1
    }
    fn key(&self, pegs: &u32) -> u128 {
        let mirrored = pegs.reverse_bits() >> (u32::BITS - self.length);
        u128::from(*pegs.min(&mirrored))
    }
}

impl Guided for Jumps {
    fn aim(&self) -> Aim {
        Aim::ReachBest
    }
}

impl Bounded for Jumps {
    fn bound(&self, pegs: &u32) -> Score {
        1 - Score::from(pegs.count_ones())
    }
}

impl Identified for Jumps {
    fn identity(&self, pegs: &u32) -> u128 {
        u128::from(*pegs)
    }
}

impl Reversible for Jumps {
    type WayBack = Jump;

    fn goals(&self, out: &mut Vec<u32>) {
        out.extend((0..self.length).map(|cell| 1 << cell));
    }
    fn ways_back(&self, pegs: &u32, out: &mut Vec<Jump>) {
        out.extend(self.listed(*pegs, true));
    }
    fn go_back(&self, pegs: &mut u32, jump: Jump) -> (Jump, Score) {
        (jump, self.play(pegs, jump))
    }
}

impl Layered for Jumps {
    const LAYERS_BACK: usize = 0;
}

/// The solvers that need more than a bound.
pub fn to_the_goal<S: Reversible + Layered>(space: &S) -> Vec<(&'static str, Ready<'_, S::Move>)> {
    vec![
        ready(bidirectional::CARD, space, Bidirectional::new(space, &NoSettings)),
        ready(frontier::CARD, space, FrontierSearch::new(space, &NoSettings)),
        ready(breadth_first_heuristic::CARD, space, BreadthFirstHeuristic::new(space, &NoSettings)),
    ]
}
