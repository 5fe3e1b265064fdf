//! Proofs that a puzzle has no solution or one, for checkers outside of the program.

use quarry_constraint::Proved;
use quarry_core::{Constrained, Meter, Solutions};

pub use quarry_constraint::Proof;

/// How many solutions a puzzle has, with a proof.
#[derive(Debug)]
pub struct ProvedAnswers<A> {
    /// How many solutions there are; unknown if the limits were reached first.
    pub solutions: Solutions,
    /// The solutions found: up to two.
    pub answers: Vec<A>,
    /// The proof that there are no others, for no or one solution.
    pub proof: Option<Proof>,
}

/// Decides whether a puzzle has no, one or several solutions, and keeps the proof.
pub fn prove<P: Constrained>(puzzle: &P, meter: &mut Meter) -> ProvedAnswers<P::Answer> {
    let Proved { solutions, found, proof } = quarry_constraint::prove(&puzzle.model(), meter);
    let answers = found.iter().map(|assignment| puzzle.decode(assignment)).collect();
    ProvedAnswers { solutions, answers, proof }
}
