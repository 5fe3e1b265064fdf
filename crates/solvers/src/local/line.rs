//! Local search over lines of play, the engine of hill climbing, tabu search, annealing and
//! variable neighbourhood search and descent. A candidate is a whole game. A neighbour keeps the moves up to
//! some decision, takes another move there, replays the old later moves where they are still legal,
//! and plays on at random to the end. This neighbourhood is our own choice. Completion is random
//! because, unlike greedy play, it also ends where play can cycle, and costs one move played for
//! each move of the line. A [`CandidateRule`] chooses the next candidate. It proves nothing and
//! ends by itself only at a goal. Time: one game a candidate; memory: a few lines. Budgets are kept
//! exactly.

use quarry_core::{Found, Guided, Inside, Meter, Refused, Rng, Search, SliceEnd};

use crate::playout::Playout;
use crate::worth::{Incumbents, Worth};

/// A whole game and its value.
#[derive(Debug, Clone)]
pub struct Candidate<M> {
    /// Moves of the game.
    pub moves: Vec<M>,
    /// Value of the game.
    pub worth: Worth,
}

/// Decides which candidate comes next.
pub trait CandidateRule<S: Guided> {
    /// Makes at most one new candidate, and decides what to do with it.
    fn step(&mut self, lines: &mut Lines<'_, S>, meter: &mut Meter) -> Result<(), Refused>;
    /// Number of lines held.
    fn held(&self) -> usize;
    /// Returns the candidate that is being changed.
    fn current(&self) -> Option<&Candidate<S::Move>>;
    /// Returns figures of its own, for people who watch.
    fn figures(&self) -> Vec<(&'static str, f64)> {
        Vec::new()
    }
}

/// Local search by the method `M`.
pub struct LocalSearch<'a, S: Guided, M> {
    lines: Lines<'a, S>,
    method: M,
}

impl<'a, S: Guided, M: CandidateRule<S>> LocalSearch<'a, S, M> {
    pub(crate) fn by(method: M, space: &'a S, depth: u64, seed: u64) -> Self {
        LocalSearch { lines: Lines::new(space, depth, seed), method }
    }
}

impl<S: Guided, M: CandidateRule<S>> Search for LocalSearch<'_, S, M> {
    type Answer = Vec<S::Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        while meter.in_slice() {
            if self.method.step(&mut self.lines, meter).is_err() {
                break;
            }
            let held = self.method.held();
            meter.keep(1 + held, (1 + held) * self.lines.game.bytes());
            if self.lines.incumbents.is_settled(self.lines.space) {
                return SliceEnd::Exhausted;
            }
        }
        SliceEnd::Working
    }

    fn best(&self) -> Option<&Found<Self::Answer>> {
        self.lines.incumbents.best()
    }

    fn draft(&self) -> Option<Self::Answer> {
        self.lines.incumbents.draft()
    }

    fn inside(&self) -> Inside {
        let score =
            self.method.current().map(|line| ("score of the line", line.worth.score as f64));
        let numbers = score.into_iter().chain(self.method.figures()).collect();
        Inside { numbers, ..Inside::default() }
    }

    fn current(&self) -> Option<Self::Answer> {
        self.method.current().map(|line| line.moves.clone())
    }
}

/// Creates lines, at random or from others. Every line created is one evaluation and is offered as
/// an answer.
pub struct Lines<'a, S: Guided> {
    space: &'a S,
    game: Playout<'a, S>,
    rng: Rng,
    incumbents: Incumbents<S::Move>,
}

impl<'a, S: Guided> Lines<'a, S> {
    fn new(space: &'a S, depth: u64, seed: u64) -> Self {
        Lines {
            space,
            game: Playout::new(space, depth),
            rng: Rng::new(seed),
            incumbents: Incumbents::default(),
        }
    }

    /// The only source of random numbers, also for methods that decide at random.
    pub fn rng(&mut self) -> &mut Rng {
        &mut self.rng
    }

    /// Plays a random game.
    pub fn random(&mut self, meter: &mut Meter) -> Result<Candidate<S::Move>, Refused> {
        self.game.restart();
        self.finish(meter)
    }

    /// Returns the `nth` neighbour that first differs from `line` at decision `at`, if there are
    /// that many.
    pub fn neighbour(
        &mut self,
        line: &Candidate<S::Move>,
        at: usize,
        nth: usize,
        meter: &mut Meter,
    ) -> Result<Option<Candidate<S::Move>>, Refused> {
        self.replay(&line.moves[..at], meter)?;
        let Some(&other) = self.game.other_moves(line.moves[at], meter).get(nth) else {
            return Ok(None);
        };
        self.game.play(other, meter)?;
        for &mv in &line.moves[at + 1..] {
            self.follow(mv, meter)?;
        }
        self.finish(meter).map(Some)
    }

    /// Plays the first moves of a line, then the moves of a plan that are possible, and then on at
    /// random.
    pub fn planned(
        &mut self,
        head: &[S::Move],
        plan: &[S::Move],
        meter: &mut Meter,
    ) -> Result<Candidate<S::Move>, Refused> {
        self.replay(head, meter)?;
        for &mv in plan {
            self.follow(mv, meter)?;
        }
        self.finish(meter)
    }

    /// Returns a random line with `changes` of the line's decisions changed. If a decision allows
    /// no other move, the next one is changed instead.
    pub fn shaken(
        &mut self,
        line: &Candidate<S::Move>,
        changes: usize,
        meter: &mut Meter,
    ) -> Result<Candidate<S::Move>, Refused> {
        let mut due_at: Vec<usize> =
            (0..changes).map(|_| self.rng.below(line.moves.len().max(1))).collect();
        due_at.sort_unstable();
        let first = due_at.first().copied().unwrap_or(line.moves.len());
        self.replay(&line.moves[..first], meter)?;
        let mut due = 0;
        for (at, &mv) in line.moves.iter().enumerate().skip(first) {
            due += due_at.iter().filter(|&&due_at| due_at == at).count();
            if due > 0 && self.change(mv, meter)? {
                due -= 1;
            } else {
                self.follow(mv, meter)?;
            }
        }
        self.finish(meter)
    }

    /// Plays the first moves of a line from the start; they are known to be legal.
    fn replay(&mut self, moves: &[S::Move], meter: &mut Meter) -> Result<(), Refused> {
        self.game.restart();
        for &mv in moves {
            if !meter.goes_on() {
                return Err(Refused);
            }
            self.game.play(mv, meter)?;
        }
        Ok(())
    }

    /// Plays a random move other than `mv`, if there is one and the game goes on.
    fn change(&mut self, mv: S::Move, meter: &mut Meter) -> Result<bool, Refused> {
        if self.game.is_cut_off() {
            return Ok(false);
        }
        let others = self.game.other_moves(mv, meter);
        if others.is_empty() {
            return Ok(false);
        }
        let other = others[self.rng.below(others.len())];
        self.game.play(other, meter)?;
        Ok(true)
    }

    /// Replays a move if it is still legal and the game goes on.
    fn follow(&mut self, mv: S::Move, meter: &mut Meter) -> Result<(), Refused> {
        if self.game.is_cut_off() {
            return Ok(());
        }
        if !meter.goes_on() {
            return Err(Refused);
        }
        self.game.play_if_legal(mv, meter)
    }

    fn finish(&mut self, meter: &mut Meter) -> Result<Candidate<S::Move>, Refused> {
        let worth = self.game.finish_at_random(&mut self.rng, meter)?;
        meter.evaluate()?;
        let line = Candidate { moves: self.game.line().to_vec(), worth };
        self.incumbents.offer(self.space, worth, meter, || line.moves.clone());
        Ok(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_core::{Aim, Budget, Score, StateSpace, key_of};
    use std::sync::atomic::AtomicBool;

    /// Five digits, each 0, 1 or 2; the third has no choice.
    struct Digits;

    impl StateSpace for Digits {
        type State = Vec<u8>;
        type Move = u8;

        fn start(&self) -> Vec<u8> {
            Vec::new()
        }
        fn moves(&self, state: &Vec<u8>, out: &mut Vec<u8>) {
            match state.len() {
                2 => out.push(1),
                0..5 => out.extend([0, 1, 2]),
                _ => {}
            }
        }
        fn play(&self, state: &mut Vec<u8>, digit: u8) -> Score {
            state.push(digit);
            Score::from(digit)
        }
        fn is_solved(&self, state: &Vec<u8>) -> bool {
            state.len() == 5
        }
        fn key(&self, state: &Vec<u8>) -> u128 {
            key_of(state)
        }
    }

    impl Guided for Digits {
        fn aim(&self) -> Aim {
            Aim::Maximise
        }
    }

    fn differences(a: &Candidate<u8>, b: &Candidate<u8>) -> Vec<usize> {
        (0..5).filter(|&at| a.moves[at] != b.moves[at]).collect()
    }

    #[test]
    fn a_neighbour_differs_in_one_decision_and_keeps_the_rest() {
        let stop = AtomicBool::new(false);
        let mut meter = Meter::new(Budget::default(), &stop);
        let mut lines = Lines::new(&Digits, 100, 1);
        let line = lines.random(&mut meter).unwrap();
        for at in [0, 1, 3, 4] {
            for nth in [0, 1] {
                let neighbour = lines.neighbour(&line, at, nth, &mut meter).unwrap().unwrap();
                assert_eq!(differences(&line, &neighbour), [at]);
                assert_eq!(
                    neighbour.worth.score,
                    neighbour.moves.iter().map(|&digit| Score::from(digit)).sum::<Score>()
                );
            }
            assert!(lines.neighbour(&line, at, 2, &mut meter).unwrap().is_none());
        }
        assert!(lines.neighbour(&line, 2, 0, &mut meter).unwrap().is_none(), "no other move there");
    }

    #[test]
    fn a_shake_changes_as_many_decisions_as_asked_while_there_are_any() {
        let stop = AtomicBool::new(false);
        let mut meter = Meter::new(Budget::default(), &stop);
        let mut lines = Lines::new(&Digits, 100, 1);
        let line = lines.random(&mut meter).unwrap();
        let mut most = 0;
        for _ in 0..100 {
            let changed = differences(&line, &lines.shaken(&line, 1, &mut meter).unwrap());
            assert!(changed.len() == 1 && changed[0] != 2, "{changed:?}");
            most = most.max(differences(&line, &lines.shaken(&line, 3, &mut meter).unwrap()).len());
        }
        assert_eq!(most, 3);
    }
}
