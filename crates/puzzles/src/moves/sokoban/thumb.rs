//! Rules of thumb for hyper-heuristics: pushes that somebody might make at sight of the level.
//!
//! No rule makes a push after which the goal is known to be out of reach. A push is forward if it
//! lowers the least number of pushes that are still needed. The rules are our own; a rule remembers
//! nothing. Where several pushes are equal, the first listed is taken. A rule costs up to one lower
//! bound, one test for lost positions or one list for each push, and asks between them whether
//! to go on.

use std::cmp::Reverse;

use quarry_core::{Guided, LowLevel, StateSpace};

use super::Sokoban;
use super::board::Board;
use super::lurd::Move;
use super::maze::Cell;

impl LowLevel for Sokoban {
    const HEURISTICS: &'static [&'static str] = &[
        "fewest-left",
        "onto-target",
        "without-walking",
        "shortest-walk",
        "farthest-stone",
        "nearest-stone",
        "leave-targets-alone",
        "widest-floor",
        "most-pushes",
        "aside",
    ];

    fn choose(
        &self,
        board: &Board,
        heuristic: usize,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Option<Move> {
        let pushes = self.pushes(board, goes_on)?;
        let now = self.least_pushes(board);
        let forward = |push: &&ExaminedPush| push.left < now;
        let all = || pushes.iter();
        let best = match heuristic + 1 {
            1 => all().min_by_key(|push| push.left),
            2 => all().filter(|push| !push.was_home && push.is_home).min_by_key(|push| push.left),
            3 => all().filter(forward).find(|push| push.walk == 0),
            4 => all().filter(forward).min_by_key(|push| push.walk),
            5 => all().filter(forward).min_by_key(|push| Reverse(push.distance)),
            6 => all().filter(forward).min_by_key(|push| push.distance),
            7 => all().filter(|push| !push.was_home).min_by_key(|push| push.left),
            8 => all().min_by_key(|push| Reverse(self.floor(&push.after))),
            9 => all().min_by_key(|push| Reverse(self.listed(&push.after))),
            10 => all().find(|push| !push.was_home && push.left >= now),
            _ => panic!("there is no rule of thumb number {heuristic}"),
        };
        best.map(|push| push.mv)
    }

    /// Columns plus rows plus two for each stone.
    fn extent(&self) -> usize {
        self.level.columns + self.level.rows + 2 * self.maze.targets.len()
    }
}

/// A push and the position after it.
struct ExaminedPush {
    mv: Move,
    after: Board,
    /// Least number of pushes that are needed after it.
    left: Option<u32>,
    /// Number of steps to it.
    walk: u16,
    /// Number of pushes from the stone to the nearest target.
    distance: u16,
    /// Whether the stone stood and will stand on a target.
    was_home: bool,
    is_home: bool,
}

impl Sokoban {
    /// Examines the pushes after which the goal is not known to be out of reach; none if told to
    /// stop.
    fn pushes(
        &self,
        board: &Board,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<ExaminedPush>> {
        let (maze, steps) = (&self.maze, board.steps(&self.maze));
        let (mut moves, mut pushes) = (Vec::new(), Vec::new());
        self.moves(board, &mut moves);
        for mv in moves {
            if !goes_on() {
                return None;
            }
            let Move::Push { square, way } = mv else { continue };
            let mut after = board.clone();
            self.play(&mut after, mv);
            if self.is_hopeless(&after) {
                continue;
            }
            let left = self.least_pushes(&after);
            let stone = self.cell(square).expect("a stone is inside");
            let beside = |way: super::Direction| -> Cell {
                maze.next[usize::from(stone)][usize::from(way.0)]
            };
            if left.is_some() {
                pushes.push(ExaminedPush {
                    mv,
                    after,
                    left,
                    walk: steps[usize::from(beside(way.opposite()))].unwrap_or(u16::MAX),
                    distance: maze.nearest(stone),
                    was_home: maze.is_target[usize::from(stone)],
                    is_home: maze.is_target[usize::from(beside(way))],
                });
            }
        }
        Some(pushes)
    }

    /// Number of cells to which the device can walk.
    fn floor(&self, board: &Board) -> usize {
        board.steps(&self.maze).iter().flatten().count()
    }

    fn listed(&self, board: &Board) -> usize {
        let mut moves = Vec::new();
        self.moves(board, &mut moves);
        moves.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_core::{Notation, Puzzle};

    fn choices(level: &str) -> Vec<Option<String>> {
        let puzzle = Sokoban::parse(level).unwrap();
        let rules = 0..Sokoban::HEURISTICS.len();
        let choose = |rule| puzzle.choose(&puzzle.start(), rule, &mut || true);
        rules.map(choose).map(|choice| choice.map(|mv| puzzle.write_move(mv))).collect()
    }

    /// One stone beside its target; it can go right, home, or left. Up and down it would stand in a
    /// corner or at a wall without a target.
    #[test]
    fn the_push_home_is_seen_by_all_rules_that_look() {
        let choices = choices("#######\n#     #\n#@ $. #\n#     #\n#######\n");
        let home = choices[1].clone();
        assert!(home.is_some());
        assert!([0, 3, 4, 5, 6].iter().all(|&rule| choices[rule] == home), "{choices:?}");
        assert_eq!(choices[2], None, "the device must walk first");
        assert!(choices[9].is_some() && choices[9] != home, "{choices:?}");
    }

    #[test]
    fn no_rule_makes_a_push_that_loses() {
        let choices = choices("######\n#@$ .#\n######\n");
        assert_eq!(choices[9], None);
        let pushes: std::collections::BTreeSet<_> = choices.into_iter().flatten().collect();
        assert_eq!(pushes.len(), 1);
    }
}
