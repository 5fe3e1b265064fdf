//! A* search. Expands the node with the largest f = score so far + bound on what is still to come.
//! Hart, Nilsson and Raphael (1968), changed from least cost to highest score. Equal f: the deeper
//! node first. Needs [`Bounded`]; the first finished game that it expands is proved to be the best.
//! A state reached again with a higher score is expanded again, so the bound need not be
//! consistent. Time and memory: all nodes with f above the best score, O(b^d) at worst.

use quarry_core::{Bounded, Card, Score};

use super::best_first::{BestFirst, NodeOrder};
use super::closed::GraphSettings;

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "a-star",
    summary: "Expands the line with the highest bound on its final score.",
    complete: "yes",
    optimal: "yes",
    time: "O(b^d), less with a good bound",
    memory: "O(b^d), less with a good bound",
    rank: 20,
    alias: Some("exact"),
};

/// A* search.
///
/// `Heap` is the space in the documentation of [`quarry_core`].
///
/// ```
/// use quarry_core::{Bounded, Meter, drive};
/// use quarry_solvers::tree::a_star::AStar;
/// use quarry_solvers::tree::closed::GraphSettings;
///
/// # use quarry_core::{Guided, Score, StateSpace};
/// # struct Heap(u32);
/// # impl StateSpace for Heap {
/// #     type State = u32;
/// #     type Move = u32;
/// #     fn start(&self) -> u32 { self.0 }
/// #     fn moves(&self, left: &u32, out: &mut Vec<u32>) {
/// #         out.extend((1..=2).filter(|taken| taken <= left));
/// #     }
/// #     fn play(&self, left: &mut u32, taken: u32) -> Score { *left -= taken; -1 }
/// #     fn is_solved(&self, left: &u32) -> bool { *left == 0 }
/// #     fn key(&self, left: &u32) -> u128 { u128::from(*left) }
/// # }
/// # impl Guided for Heap {}
/// // Every move takes at most two, so this many points are lost at least.
/// impl Bounded for Heap {
///     fn bound(&self, left: &u32) -> Score {
///         -Score::from(left.div_ceil(2))
///     }
/// }
///
/// let heap = Heap(5);
/// let mut search = AStar::new(&heap, &GraphSettings::default());
/// let outcome = drive(&mut search, &mut Meter::unlimited(), &mut |_event| {});
/// assert!(outcome.proved);
/// assert_eq!(outcome.found.map(|found| found.score), Some(-3));
/// ```
pub type AStar<'a, S> = BestFirst<'a, S, MostHopeful>;

impl<'a, S: Bounded> AStar<'a, S> {
    /// Creates a search from the start state.
    pub fn new(space: &'a S, settings: &GraphSettings) -> Self {
        Self::from_start(space, settings)
    }
}

/// Orders nodes by f, the largest first.
pub struct MostHopeful;

impl<S: Bounded> NodeOrder<S> for MostHopeful {
    type Rank = (Score, u32);
    const SCORE_COUNTS: bool = true;

    fn rank(space: &S, state: &S::State, score: Score, depth: u32) -> Self::Rank {
        (score + space.bound(state), depth)
    }
    fn promised(space: &S, state: &S::State, mv: S::Move) -> Option<Score> {
        space.bound_after(state, mv)
    }
    fn ceiling((f, _): Self::Rank) -> Option<Score> {
        Some(f)
    }
}
