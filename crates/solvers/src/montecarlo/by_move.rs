//! Codes for puzzles that have none of their own: the code of a move is the move itself, in any
//! state.
//!
//! This is enough for policy adaptation where a move means the same throughout a game. A puzzle
//! where it does not will learn more with its own [`Coded`] facet. Listing costs as much as
//! [`StateSpace::moves`], plus one hash per move.

use quarry_core::{Aim, Choice, Coded, Guided, Score, StateSpace, key_of};

/// The same puzzle, with each move as its own code.
#[derive(Debug)]
pub struct ByMove<'a, S>(pub &'a S);

/// A state and its moves.
pub struct ListedMoves<S: Guided> {
    state: S::State,
    moves: Vec<S::Move>,
    choices: Vec<Choice<S::Move>>,
}

impl<S: Guided> Clone for ListedMoves<S> {
    fn clone(&self) -> Self {
        ListedMoves { state: self.state.clone(), moves: Vec::new(), choices: self.choices.clone() }
    }
}

impl<S: Guided> ListedMoves<S> {
    /// Does not bypass the meter, which counts when it asks for the choices.
    fn list(&mut self, puzzle: &ByMove<S>) {
        self.moves.clear();
        puzzle.moves(&self.state, &mut self.moves);
        self.choices.clear();
        self.choices.extend(self.moves.iter().map(|&mv| Choice::new(mv, key_of(&mv) as u64, 0.0)));
    }
}

impl<S: Guided> Coded for ByMove<'_, S> {
    type Walk = ListedMoves<S>;

    fn walk(&self, from: S::State, _selective: bool) -> ListedMoves<S> {
        let mut walk = ListedMoves { state: from, moves: Vec::new(), choices: Vec::new() };
        walk.list(self);
        walk
    }
    fn place<'w>(&self, walk: &'w ListedMoves<S>) -> &'w S::State {
        &walk.state
    }
    fn choices<'w>(&self, walk: &'w mut ListedMoves<S>) -> &'w mut [Choice<S::Move>] {
        &mut walk.choices
    }
    fn take(&self, walk: &mut ListedMoves<S>, index: usize) -> Score {
        let gain = self.play(&mut walk.state, walk.choices[index].mv);
        walk.list(self);
        gain
    }
}

impl<S: Guided> StateSpace for ByMove<'_, S> {
    type State = S::State;
    type Move = S::Move;

    fn start(&self) -> S::State {
        self.0.start()
    }
    fn moves(&self, state: &S::State, out: &mut Vec<S::Move>) {
        self.0.moves(state, out);
    }
    fn play(&self, state: &mut S::State, mv: S::Move) -> Score {
        self.0.play(state, mv)
    }
    fn is_solved(&self, state: &S::State) -> bool {
        self.0.is_solved(state)
    }
    fn key(&self, state: &S::State) -> u128 {
        self.0.key(state)
    }
}

impl<S: Guided> Guided for ByMove<'_, S> {
    fn terminal_score(&self, state: &S::State) -> Score {
        self.0.terminal_score(state)
    }
    fn aim(&self) -> Aim {
        self.0.aim()
    }
    fn resolve_move(&self, state: &S::State, mv: S::Move) -> Option<S::Move> {
        self.0.resolve_move(state, mv)
    }
    fn estimate(&self, state: &S::State) -> Score {
        self.0.estimate(state)
    }
    fn longest_game(&self) -> Option<u64> {
        self.0.longest_game()
    }
}
