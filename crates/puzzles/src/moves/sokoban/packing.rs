//! The solver that finds any solution first and shortens it then: `strategies.rs`, and after it
//! `shorten.rs` where pushes or steps are counted.

use quarry_core::{
    Card, Found, Incumbent, Inside, Meter, NoSettings, OwnSolver, PuzzleSearch, Score, Search,
    SliceEnd, StateSpace, Tables,
};

use super::feature_search::FeatureSearch;
use super::lurd::Move;
use super::shorten::{Push, Shorten, Shortened};
use super::strategies::{Strategies, StrategyProgress};
use super::{Direction, Objective, Sokoban};

/// Memory of the search if the meter names no limit, in bytes.
const MEMORY: u64 = 4 << 30;

/// Finds any solution, and shortens it.
#[derive(Debug)]
pub struct PackingSolver;

impl OwnSolver<Sokoban> for PackingSolver {
    const CARD: Card = Card {
        name: "packing",
        summary: "Fills the targets by a plan, one stone at a time, then shortens what it found.",
        complete: "yes",
        optimal: "no",
        time: "O(b^d) at worst",
        memory: "every position seen, with its moves",
        rank: 60,
        alias: None,
    };
    type Settings = NoSettings;

    fn turn(_: &Sokoban) -> Option<u64> {
        Some(200)
    }

    fn begin<'p>(
        puzzle: &'p Sokoban,
        _: &NoSettings,
        _seed: u64,
        _: &'p dyn Tables,
    ) -> PuzzleSearch<'p, Sokoban> {
        Box::new(PackingSearch {
            puzzle,
            search: None,
            shorten: None,
            best: Incumbent::default(),
            end: None,
        })
    }
}

struct PackingSearch<'p> {
    puzzle: &'p Sokoban,
    search: Option<Strategies<'p>>,
    shorten: Option<Shorten<'p>>,
    best: Incumbent<Vec<Move>>,
    end: Option<SliceEnd>,
}

impl PackingSearch<'_> {
    /// Offers a line of pushes, cut where it reaches the goal.
    fn offer(&mut self, pushes: &[Push], meter: &mut Meter) {
        let mut board = self.puzzle.start();
        let (mut line, mut score): (Vec<Move>, Score) = (Vec::new(), 0);
        for &(cell, way) in pushes {
            if self.puzzle.is_solved(&board) {
                break;
            }
            let mv = self.puzzle.push_of(cell, Direction(way));
            score += self.puzzle.play(&mut board, mv);
            line.push(mv);
        }
        self.best.offer(meter, true, score, || line);
    }
}

impl PackingSearch<'_> {
    /// Looks for a first solution.
    fn find(&mut self, meter: &mut Meter) {
        let (puzzle, start) = (self.puzzle, self.puzzle.start());
        if self.search.is_none() && puzzle.is_solved(&start) {
            self.offer(&[], meter);
            self.end = Some(SliceEnd::Proved);
            return;
        }
        // Other methods may need as much.
        let limit = meter.memory().unwrap_or(MEMORY) / 2;
        let begin = || Strategies::new(&puzzle.maze, &start.stones, start.device, limit);
        let search = self.search.get_or_insert_with(begin);
        while meter.in_slice() {
            match search.step(meter) {
                Err(_) => return,
                Ok(StrategyProgress::Working) => {}
                Ok(StrategyProgress::Impossible) => {
                    self.end = Some(SliceEnd::Proved);
                    return;
                }
                Ok(StrategyProgress::Full) => {
                    self.end = Some(SliceEnd::Exhausted);
                    return;
                }
                Ok(StrategyProgress::Solved(line)) => {
                    self.offer(&line, meter);
                    if puzzle.objective == Objective::Any {
                        self.end = Some(SliceEnd::Exhausted);
                    }
                    let found = self.best.best().map_or(0, |best| best.answer.len());
                    let line = line[..found].to_vec();
                    let shorten = Shorten::new(&puzzle.maze, &start.stones, start.device, line);
                    self.shorten = Some(shorten);
                    self.search = None;
                    return;
                }
            }
            meter.keep(search.positions(), search.bytes());
        }
    }

    /// Shortens the solution.
    fn improve(&mut self, meter: &mut Meter) {
        let Some(mut shorten) = self.shorten.take() else { return };
        while self.end.is_none() && meter.in_slice() {
            match shorten.step(meter) {
                Err(_) => break,
                Ok(Shortened::Nothing) => {}
                Ok(Shortened::Better) => self.offer(shorten.line(), meter),
                Ok(Shortened::Over) => self.end = Some(SliceEnd::Exhausted),
            }
            meter.keep(shorten.line().len(), shorten.bytes());
        }
        self.shorten = Some(shorten);
    }
}

impl Search for PackingSearch<'_> {
    type Answer = Vec<Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        if let Some(end) = self.end {
            return end;
        }
        if self.shorten.is_none() {
            self.find(meter);
        } else {
            self.improve(meter);
        }
        self.end.unwrap_or(SliceEnd::Working)
    }

    fn best(&self) -> Option<&Found<Vec<Move>>> {
        self.best.best()
    }

    fn argument(&self) -> Option<String> {
        let search = self.search.as_ref()?.features()?;
        (self.end == Some(SliceEnd::Proved) && self.best.best().is_none()).then(|| {
            format!(
                "Every position that can be reached was looked at, {} in all; from the others some \
                 stone can never get to a target.",
                search.positions()
            )
        })
    }

    fn inside(&self) -> Inside {
        let Some(search) = &self.search else { return Inside::default() };
        let filled = search.features().map_or(0, FeatureSearch::most_packed);
        let cells = search.features().map_or(0, FeatureSearch::feature_cells);
        Inside::of([
            ("positions", search.positions() as f64),
            ("targets filled in order", filled as f64),
            ("cells of the feature space", cells as f64),
        ])
    }
}
