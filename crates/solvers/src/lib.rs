//! One file per algorithm. Solvers depend on facets and never on a puzzle.
//!
//! Most files are short because the work is done once, in eight engines that each take a small
//! strategy:
//!
//! | engine | strategy | algorithms |
//! | --- | --- | --- |
//! | [`tree::best_first`] | a `NodeOrder`: which open node next | breadth-first, uniform-cost, A* |
//! | [`tree::anytime`] | a `Strategy`: which weight, how many nodes together | weighted A*, k-best-first |
//! | [`tree::layers`] | a `Fence`: where to turn back | frontier, breadth-first heuristic |
//! | [`tree::fenced`] | a `Fence`: where to turn back | depth-first, backtrack, depth-limited, iterative deepening, IDA* |
//! | [`tree::alternating`] | two searches that take turns | exact search for a goal, portfolio |
//! | [`montecarlo::iterative_sampling`] | a `Policy`: how to choose a move | iterative sampling, uniform and guided |
//! | [`local::line`] | a `CandidateRule`: which neighbour next | hill climbing, tabu, annealing, variable neighbourhoods |
//! | [`swarm::breeding`] | a `PopulationRule`: who has children | genetic algorithm, clonal selection, particle swarm |
//!
//! The other Monte-Carlo searches share the definition of a game ([`playout`], [`worth`]); policy
//! adaptation keeps its policies in [`montecarlo::policy`]. Evolutionary algorithms have no common
//! engine but common parts: see [`evolve`].
//!
//! For games of chance there are players instead of searches, and one search that plays games with
//! a player: see [`chance`].
//!
//! An algorithm's type is its engine with its strategy filled in, so [`quarry_core::Search`] is
//! written once for each engine and the inner loops are still monomorphic.
//!
//! To run a solver on a space of your own, create the search and pass it to [`quarry_core::drive`].
//! Here `Heap` is the space in the documentation of [`quarry_core`]: take one or two from a heap
//! until nothing is left, one point lost with each move.
//!
//! ```
//! use quarry_core::{Meter, drive};
//! use quarry_solvers::tree::breadth_first::BreadthFirst;
//! use quarry_solvers::tree::closed::GraphSettings;
//!
//! # use quarry_core::{Guided, Score, StateSpace};
//! # struct Heap(u32);
//! # impl StateSpace for Heap {
//! #     type State = u32;
//! #     type Move = u32;
//! #     fn start(&self) -> u32 { self.0 }
//! #     fn moves(&self, left: &u32, out: &mut Vec<u32>) {
//! #         out.extend((1..=2).filter(|taken| taken <= left));
//! #     }
//! #     fn play(&self, left: &mut u32, taken: u32) -> Score { *left -= taken; -1 }
//! #     fn is_solved(&self, left: &u32) -> bool { *left == 0 }
//! #     fn key(&self, left: &u32) -> u128 { u128::from(*left) }
//! # }
//! # impl Guided for Heap {}
//! let heap = Heap(5);
//! let mut search = BreadthFirst::new(&heap, &GraphSettings::default());
//! let outcome = drive(&mut search, &mut Meter::unlimited(), &mut |_event| {});
//! let found = outcome.found.expect("the heap can be emptied");
//! assert!(found.solved);
//! assert_eq!((found.answer.len(), found.score), (3, -3));
//! ```

pub mod auto;
pub mod chance;
pub mod constraint;
pub mod evolve;
pub mod local;
pub mod montecarlo;
mod parallel;
pub mod playout;
mod recipe;
pub mod swarm;
pub mod tree;
pub mod whole;
pub mod worth;
