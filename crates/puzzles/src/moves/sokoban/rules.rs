//! The reference rules: an answer is followed letter by letter on a plain board. Nothing here is
//! shared with the fast states.

use std::collections::VecDeque;

use quarry_core::{Foul, Score, Verdict};

use super::level::{Direction, Level, Objective};
use super::lurd::Move;

/// What a legal line that stops short of the goal scores besides its cost.
pub(super) const UNSOLVED: Score = -1_000_000;

/// Judges a line of play. The entry named in a foul is the push that it belongs to, as answers are
/// written: one entry a push, with its walk before it.
pub(super) fn judge(level: &Level, objective: Objective, line: &[Move]) -> Result<Verdict, Foul> {
    let mut play =
        Play { level, stone: level.stone.clone(), device: level.device, pushes: 0, steps: 0 };
    for &mv in line {
        let at = play.pushes as usize;
        if play.is_solved() {
            return Err(Foul { at, why: "the puzzle is solved already".to_owned() });
        }
        let letter = play.steps + 1;
        let done = match mv {
            Move::Letter(letter) => play.follow(letter),
            Move::Push { square, way } => play.walk_and_push(usize::from(square), way),
        };
        done.map_err(|why| Foul { at, why: format!("letter {letter}: {why}") })?;
    }
    let solved = play.is_solved();
    let cost = match objective {
        Objective::Pushes | Objective::Any => play.pushes,
        Objective::Moves => play.steps,
    };
    let short = if solved || objective == Objective::Any { 0 } else { UNSOLVED };
    Ok(Verdict { solved, score: short - cost })
}

/// A game on a plain board.
struct Play<'l> {
    level: &'l Level,
    stone: Vec<bool>,
    device: usize,
    pushes: Score,
    steps: Score,
}

impl Play<'_> {
    fn is_solved(&self) -> bool {
        self.stone.iter().zip(&self.level.target).all(|(&stone, &target)| !stone || target)
    }

    /// Makes the step or the push that a letter stands for.
    fn follow(&mut self, letter: char) -> Result<(), String> {
        let Some(way) = Direction::of(letter) else {
            return Err(format!("\"{letter}\" is none of udlrUDLR"));
        };
        let ahead = self.level.beside(self.device, way).filter(|&at| !self.level.solid[at]);
        let Some(ahead) = ahead else {
            return Err("a wall is in the way".to_owned());
        };
        if self.stone[ahead] {
            self.push(ahead, way)?;
            if letter.is_ascii_lowercase() {
                return Err(format!("\"{letter}\" says step, but it pushes a stone"));
            }
        } else {
            if letter.is_ascii_uppercase() {
                return Err(format!("\"{letter}\" says push, but there is no stone"));
            }
            self.device = ahead;
        }
        self.steps += 1;
        Ok(())
    }

    /// Moves a stone by one square, and the device to where it was.
    fn push(&mut self, from: usize, way: Direction) -> Result<(), String> {
        let name = self.level.name(from);
        match self.level.beside(from, way).filter(|&at| !self.level.solid[at]) {
            None => Err(format!("the stone at {name} cannot move: a wall is behind it")),
            Some(to) if self.stone[to] => {
                Err(format!("the stone at {name} cannot move: a stone is behind it"))
            }
            Some(to) => {
                self.stone[from] = false;
                self.stone[to] = true;
                self.device = from;
                self.pushes += 1;
                Ok(())
            }
        }
    }

    /// Walks behind a stone by a shortest way and pushes it.
    fn walk_and_push(&mut self, from: usize, way: Direction) -> Result<(), String> {
        if !self.stone.get(from).is_some_and(|&stone| stone) {
            let place = if from < self.stone.len() {
                self.level.name(from)
            } else {
                "that square".to_owned()
            };
            return Err(format!("there is no stone at {place}"));
        }
        let behind = self.level.beside(from, way.opposite());
        let steps = behind.and_then(|behind| self.distance(behind));
        let Some(steps) = steps else {
            let name = self.level.name(from);
            return Err(format!(
                "the device cannot get to the stone at {name} to push it {}",
                way.word()
            ));
        };
        self.push(from, way)?;
        self.steps += steps + 1;
        Ok(())
    }

    /// Returns the number of steps to a square, if the device can get there without a push.
    fn distance(&self, to: usize) -> Option<Score> {
        let mut steps: Vec<Option<Score>> = vec![None; self.stone.len()];
        steps[self.device] = Some(0);
        let mut queue = VecDeque::from([self.device]);
        while let Some(at) = queue.pop_front() {
            if at == to {
                return steps[at];
            }
            for next in Direction::ALL.into_iter().filter_map(|way| self.level.beside(at, way)) {
                if !self.level.solid[next] && !self.stone[next] && steps[next].is_none() {
                    steps[next] = steps[at].map(|steps| steps + 1);
                    queue.push_back(next);
                }
            }
        }
        None
    }
}
