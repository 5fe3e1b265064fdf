//! The puzzle's solver: finds a way to remove all tiles, or proves that there is none.
//!
//! A search over pairings with clause learning (`mahjong/pairing_solver.rs`). The closures, and the idea to
//! decide critical groups first, are M. de Bondt's ("Solving Mahjong Solitaire boards with peeking",
//! 2012); learning clauses from tiles that hold each other is ours, after unfounded sets in answer
//! set programming (M. Gebser et al., 2007). Promises an answer or a refutation, with the groups to
//! blame and a long partial line, which is not claimed to be the longest. Time exponential in the
//! worst case, on turtles about 3 ms; memory O(n^2), and some 20,000 learned clauses.

use quarry_core::{
    Card, Found, Incumbent, Inside, Meter, NoSettings, OwnSolver, PuzzleSearch, Score, Search,
    SliceEnd, StateSpace, Tables,
};

use super::Shanghai;
use super::argument::{self, GroupReduction};
use super::partial_line::PartialLine;
use crate::mahjong::TilePair;
use crate::mahjong::pairing_solver::{PairingSolver, PairingStep};

/// Looks for pairings of the tiles.
pub struct PairingSearch;

impl OwnSolver<Shanghai> for PairingSearch {
    const CARD: Card = Card {
        name: "pairings",
        summary: "Removes all tiles, or proves that they cannot be removed, by a search over \
            pairings that learns from tiles that hold each other.",
        complete: "yes",
        optimal: "any goal will do",
        time: "O(3^g) for g groups of four",
        memory: "O(n^2)",
        rank: 40,
        alias: Some("exact"),
    };
    type Settings = NoSettings;

    fn turn(_: &Shanghai) -> Option<u64> {
        Some(100_000)
    }

    fn begin<'p>(
        puzzle: &'p Shanghai,
        _: &NoSettings,
        seed: u64,
        _: &'p dyn Tables,
    ) -> PuzzleSearch<'p, Shanghai> {
        let whole = puzzle.start().left;
        let solver = PairingSolver::new(&puzzle.shape, whole, &puzzle.group_of, u128::MAX);
        Box::new(SearchForPairings {
            puzzle,
            seed,
            best: Incumbent::default(),
            phase: Phase::Solving(Box::new(solver)),
            argument: None,
        })
    }
}

struct SearchForPairings<'p> {
    puzzle: &'p Shanghai,
    seed: u64,
    best: Incumbent<Vec<TilePair>>,
    phase: Phase<'p>,
    argument: Option<String>,
}

enum Phase<'p> {
    Solving(Box<PairingSolver<'p>>),
    /// There is no solution: looks for a short reason.
    Reducing(Box<GroupReduction<'p>>),
    /// There is a reason: looks for a long line.
    Playing(Box<PartialLine<'p>>),
    Solved,
    Refuted,
}

impl SearchForPairings<'_> {
    fn offer(&mut self, meter: &mut Meter, line: &[(u8, u8)]) {
        let puzzle = self.puzzle;
        let (score, tiles) = (2 * line.len(), puzzle.shape.tiles());
        let pair = |&(one, other): &(u8, u8)| puzzle.pair(one.into(), other.into());
        let answer = || line.iter().map(pair).collect();
        self.best.offer(meter, score == tiles, score as Score, answer);
    }

    /// Takes one step; the run may be refused one.
    fn step(&mut self, meter: &mut Meter) {
        let puzzle = self.puzzle;
        let whole = puzzle.start().left;
        match &mut self.phase {
            Phase::Solving(solver) => {
                if meter.spend_visit().is_err() {
                    return;
                }
                let step = solver.step();
                meter.keep(1, solver.bytes());
                match step {
                    PairingStep::Working => {
                        let longest = self.best.best().map_or(0, |best| best.score);
                        if 2 * solver.line().len() as Score > longest {
                            let line = solver.line().to_vec();
                            self.offer(meter, &line);
                        }
                    }
                    PairingStep::Solved(line) => {
                        self.offer(meter, &line);
                        self.phase = Phase::Solved;
                    }
                    PairingStep::Refuted(groups) => {
                        let reduction = GroupReduction::new(puzzle, whole, groups);
                        self.phase = Phase::Reducing(Box::new(reduction));
                    }
                }
            }
            // What is proved stays proved when the rest is refused.
            Phase::Reducing(reduction) => {
                if meter.spend_visit().is_err() || !reduction.step() {
                    self.argument = Some(argument::sentence(puzzle, &whole, reduction.groups()));
                    self.phase = Phase::Playing(Box::new(PartialLine::new(puzzle, self.seed)));
                }
            }
            Phase::Playing(play) => match play.step(meter) {
                Ok(line) => {
                    let is_over = play.is_over();
                    if let Some(line) = line {
                        let score = 2 * line.len() as Score;
                        self.best.offer(meter, false, score, || line);
                    }
                    if is_over {
                        self.phase = Phase::Refuted;
                    }
                }
                Err(_) => self.phase = Phase::Refuted,
            },
            Phase::Solved | Phase::Refuted => {}
        }
    }
}

impl Search for SearchForPairings<'_> {
    type Answer = Vec<TilePair>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        while meter.in_slice() {
            self.step(meter);
            match self.phase {
                Phase::Solved => return SliceEnd::Exhausted,
                Phase::Refuted => return SliceEnd::Proved,
                _ => {}
            }
        }
        // A limit that comes after the proof only cuts the partial line short.
        match (&self.phase, meter.goes_on()) {
            (Phase::Reducing(reduction), false) => {
                let whole = self.puzzle.start().left;
                self.argument = Some(argument::sentence(self.puzzle, &whole, reduction.groups()));
                SliceEnd::Proved
            }
            (Phase::Playing(_), false) => SliceEnd::Proved,
            _ => SliceEnd::Working,
        }
    }

    fn best(&self) -> Option<&Found<Vec<TilePair>>> {
        self.best.best()
    }

    fn argument(&self) -> Option<String> {
        self.argument.clone()
    }

    fn inside(&self) -> Inside {
        match &self.phase {
            Phase::Solving(solver) => Inside::of([("contradictions", solver.conflicts() as f64)]),
            _ => Inside::default(),
        }
    }
}
