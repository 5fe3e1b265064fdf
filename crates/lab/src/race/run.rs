//! Runs a race: blocks in their order, eliminations after each block, and new configurations around
//! the best in each iteration. A race among listed values has one iteration.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quarry_core::Rng;

use super::Race;
use super::elimination::Ranked;
use super::outcome::{End, Fall, MeanScore, RaceOutcome, Reason, Survivor};
use super::space::{Closeness, Point, Space};
use crate::contender::Contender;
use crate::plan::Unit;
use crate::run_score::{RunScore, ranks};
use crate::runner::{ExperimentProgress, RunError, UnitExecutor};
use crate::store::Store;
use crate::subject::Subject;

/// Runs a race to its end; runs that the store holds are not repeated. Returns `None` if `stop`
/// became true: the same call then continues where it was. `watch` receives the number of runs so
/// far and the maximum of the race.
pub fn tune(
    race: &Race,
    store: &mut Store,
    executor: &mut dyn UnitExecutor,
    stop: &Arc<AtomicBool>,
    watch: &mut dyn FnMut(&ExperimentProgress),
) -> Result<Option<RaceOutcome>, RunError> {
    let mut course = Course::new(race);
    let mut track = Track { store, executor, stop, watch };
    let mut end = End::Decided;
    for iteration in 1..=race.iterations {
        course.let_in(iteration);
        match course.race(iteration, &mut track)? {
            Some(why) => end = why,
            None => return Ok(None),
        }
        if iteration < race.iterations {
            course.keep_the_elites(iteration);
        }
    }
    Ok(Some(course.outcome(end)))
}

/// Where runs are executed and stored.
struct Track<'t> {
    store: &'t mut Store,
    executor: &'t mut dyn UnitExecutor,
    stop: &'t Arc<AtomicBool>,
    watch: &'t mut dyn FnMut(&ExperimentProgress),
}

struct Course<'r> {
    race: &'r Race,
    /// Instances with the number of the run, in the order in which the blocks are run.
    blocks: Vec<(&'r Subject, u64)>,
    entrants: Vec<Entrant>,
    /// Entrants that are still in the race; at the end of an iteration the best-ranked first.
    running: Vec<usize>,
    /// Keys of all entrants so far: no configuration enters twice, however it is written.
    known: HashSet<String>,
    /// Number of runs requested, whether or not the store had them.
    runs: usize,
    /// Distance of new configurations from their parents, as a share of the range.
    spread: f64,
    fallen: Vec<Fall>,
}

/// A configuration in the race.
struct Entrant {
    contender: Contender,
    space: usize,
    point: Point,
    entered: usize,
    /// Scores in the order of the blocks.
    scores: Vec<RunScore>,
}

/// Minimum number of new configurations in an iteration, if the file does not set the number and
/// the runs do not allow more.
pub(super) const FEWEST: usize = 2;

/// Number of attempts to sample a new configuration before the iteration starts with fewer.
const PATIENCE: usize = 100;

/// Initial spread, half a range, as in irace.
const WIDEST: f64 = 0.5;

impl<'r> Course<'r> {
    fn new(race: &'r Race) -> Self {
        let mut rng = Rng::stream(race.seed, 0);
        let mut blocks = Vec::new();
        // Every instance is run once before any is repeated.
        for run in 1..=race.runs {
            let mut round: Vec<_> = race.subjects.iter().map(|subject| (subject, run)).collect();
            rng.shuffle(&mut round);
            blocks.extend(round);
        }
        Course {
            race,
            blocks,
            entrants: Vec::new(),
            running: Vec::new(),
            known: HashSet::new(),
            runs: 0,
            spread: WIDEST,
            fallen: Vec::new(),
        }
    }

    /// Adds configurations: in the first iteration all listed ones and uniform samples, later
    /// samples around the elites.
    fn let_in(&mut self, iteration: usize) {
        let mut rng = Rng::stream(self.race.seed, iteration as u64);
        let elites = self.running.clone();
        if iteration == 1 {
            for (index, space) in self.race.spaces.iter().enumerate() {
                for point in space.grid() {
                    self.enter(iteration, index, point);
                }
            }
        }
        let spaces = &self.race.spaces;
        let sampled: Vec<usize> =
            (0..spaces.len()).filter(|&index| spaces[index].is_sampled()).collect();
        if sampled.is_empty() {
            return;
        }
        let parents: Vec<usize> = elites
            .into_iter()
            .filter(|&elite| spaces[self.entrants[elite].space].is_sampled())
            .collect();
        let wanted = self.wanted(iteration);
        if iteration > 1 {
            let settings = sampled.iter().map(|&index| spaces[index].axes.len()).max().unwrap_or(1);
            self.spread *= (1.0 / wanted.max(1) as f64).powf(1.0 / settings as f64);
        }
        let loyalty = (iteration - 1) as f64 / self.race.iterations as f64;
        let closeness = Closeness { spread: self.spread, loyalty };
        for number in 0..wanted {
            for _ in 0..PATIENCE {
                let (space, point) = if parents.is_empty() {
                    let space = sampled[number % sampled.len()];
                    (space, spaces[space].anywhere(&mut rng))
                } else {
                    let parent = &self.entrants[by_rank(&parents, &mut rng)];
                    (parent.space, spaces[parent.space].near(&parent.point, &closeness, &mut rng))
                };
                if self.enter(iteration, space, point) {
                    break;
                }
            }
        }
    }

    /// Returns the number of configurations to sample: the file's value, or irace's share of the
    /// runs for this iteration.
    fn wanted(&self, iteration: usize) -> usize {
        let blocks = self.race.first + iteration.min(5);
        let payable = (self.allowance(iteration) / blocks).saturating_sub(self.running.len());
        self.race.candidates.unwrap_or(payable.max(FEWEST))
    }

    /// Returns the number of runs that an iteration may take: an equal share of the remaining ones.
    fn allowance(&self, iteration: usize) -> usize {
        (self.race.most - self.runs) / (self.race.iterations - iteration + 1)
    }

    /// Adds a configuration, unless it is or was in the race.
    fn enter(&mut self, entered: usize, space: usize, point: Point) -> bool {
        let contender = self.space(space).contender(&point, self.race.runs);
        let new = self.known.insert(self.unit(&contender, 0).key);
        if new {
            self.running.push(self.entrants.len());
            self.entrants.push(Entrant { contender, space, point, entered, scores: Vec::new() });
        }
        new
    }

    /// Runs blocks until enough configurations are eliminated, the blocks are done or the
    /// iteration's share of the runs is used up. Returns `None` if it was stopped.
    fn race(&mut self, iteration: usize, track: &mut Track) -> Result<Option<End>, RunError> {
        let enough = if iteration == self.race.iterations { 1 } else { self.race.elites() };
        let limit = self.runs + self.allowance(iteration);
        for block in 0..self.blocks.len() {
            if block >= self.race.first && self.running.len() <= enough {
                return Ok(Some(End::Decided));
            }
            let seen = |entrant: &usize| self.entrants[*entrant].scores.len() > block;
            let lacking: Vec<usize> =
                self.running.iter().copied().filter(|entrant| !seen(entrant)).collect();
            if self.runs + lacking.len() > limit {
                return Ok(Some(End::RunsSpent));
            }
            if !self.run(block, &lacking, track)? {
                return Ok(None);
            }
            if block + 1 >= self.race.first {
                self.discard(iteration, block + 1);
            }
        }
        Ok(Some(if self.running.len() <= enough { End::Decided } else { End::BlocksDone }))
    }

    /// Runs one block for the entrants that lack it; returns false if it was stopped.
    fn run(
        &mut self,
        block: usize,
        lacking: &[usize],
        track: &mut Track,
    ) -> Result<bool, RunError> {
        let before = self.runs;
        let units: Vec<Unit> = lacking
            .iter()
            .map(|&entrant| self.unit(&self.entrants[entrant].contender, block))
            .collect();
        let watch = &mut |step: &ExperimentProgress| {
            // The start of a block is reported only if the store already has some of its runs.
            if step.latest.is_some() || step.done > 0 || before == 0 {
                let (done, all) = (before + step.done, self.race.most);
                (track.watch)(&ExperimentProgress { done, all, latest: step.latest });
            }
        };
        let name = &self.race.name;
        let all: Vec<&Unit> = units.iter().collect();
        let end = track.executor.complete(name, &all, track.store, track.stop, watch)?;
        if !end.is_complete() {
            return Ok(false);
        }
        let mut scores = Vec::new();
        for unit in &units {
            let stored = track
                .store
                .find(&unit.key)?
                .expect("every unit of a complete block is in the store");
            scores.push(stored.compared(unit.contender.plays_chance(unit.subject)));
        }
        for (&entrant, score) in lacking.iter().zip(scores) {
            self.entrants[entrant].scores.push(score);
        }
        self.runs += lacking.len();
        Ok(true)
    }

    /// Discards the entrants that are worse on the first `blocks` blocks. Entrants that have run
    /// more blocks are not discarded on a part of them.
    fn discard(&mut self, iteration: usize, blocks: usize) {
        if self.running.len() < 2 {
            return;
        }
        let rows = self.rows(blocks);
        let ranked = Ranked::of(&rows);
        let best = self.running[ranked.order[0]];
        let worse: Vec<_> = ranked
            .worse(&rows, self.race.confidence)
            .into_iter()
            .map(|(column, p_value)| (self.running[column], p_value))
            .filter(|(entrant, _)| self.entrants[*entrant].scores.len() == blocks)
            .collect();
        for (entrant, p_value) in worse {
            self.fall(entrant, iteration, blocks, best, Reason::Worse { p_value });
        }
    }

    /// Sorts the remaining entrants by rank and keeps only the elites.
    fn keep_the_elites(&mut self, iteration: usize) {
        self.sort();
        let blocks = self.common_blocks();
        for entrant in self.running.split_off(self.race.elites().min(self.running.len())) {
            self.fall(entrant, iteration, blocks, self.running[0], Reason::Outranked);
        }
    }

    fn fall(
        &mut self,
        entrant: usize,
        iteration: usize,
        blocks: usize,
        best: usize,
        reason: Reason,
    ) {
        self.running.retain(|&other| other != entrant);
        let (who, best) = (&self.entrants[entrant], &self.entrants[best]);
        self.fallen.push(Fall {
            contender: who.contender.clone(),
            entered: who.entered,
            iteration,
            blocks: who.scores.len(),
            judged_by: blocks,
            mean_score: who.mean_score(blocks),
            best: best.contender.label(),
            best_score: best.mean_score(blocks),
            reason,
        });
    }

    /// Sorts the remaining entrants by their mean ranks and returns these in the new order.
    fn sort(&mut self) -> Vec<f64> {
        if self.running.len() < 2 {
            return vec![1.0; self.running.len()];
        }
        let ranked = Ranked::of(&self.rows(self.common_blocks()));
        self.running = ranked.order.iter().map(|&column| self.running[column]).collect();
        ranked.order.iter().map(|&column| ranked.mean_ranks[column]).collect()
    }

    fn outcome(mut self, end: End) -> RaceOutcome {
        let mean_ranks = self.sort();
        let blocks = self.common_blocks();
        let standing = |(&entrant, mean_rank): (&usize, f64)| {
            let entrant = &self.entrants[entrant];
            Survivor {
                contender: entrant.contender.clone(),
                entered: entrant.entered,
                blocks: entrant.scores.len(),
                mean_rank,
                mean_score: entrant.mean_score(blocks),
            }
        };
        RaceOutcome {
            question: self.race.question.clone(),
            iterations: self.race.iterations,
            runs: self.runs,
            most: self.race.most,
            blocks,
            all_blocks: self.blocks.len(),
            end,
            left: self.running.iter().zip(mean_ranks).map(standing).collect(),
            fallen: self.fallen.into_iter().rev().collect(),
        }
    }

    /// Returns the number of blocks that all remaining entrants have run.
    fn common_blocks(&self) -> usize {
        self.running.iter().map(|&entrant| self.entrants[entrant].scores.len()).min().unwrap_or(0)
    }

    /// Returns the results of the remaining entrants on the first blocks: scores or, where not all
    /// runs are complete, ranks.
    fn rows(&self, blocks: usize) -> Vec<Vec<f64>> {
        let row = |block: usize| {
            self.running.iter().map(move |&entrant| self.entrants[entrant].scores[block])
        };
        let rows: Vec<Vec<RunScore>> = (0..blocks).map(|block| row(block).collect()).collect();
        let score = |run: &RunScore| run.complete().map(|score| score as f64);
        let scores = rows.iter().map(|row| row.iter().map(score).collect::<Option<Vec<f64>>>());
        scores.collect::<Option<_>>().unwrap_or_else(|| rows.iter().map(|row| ranks(row)).collect())
    }

    fn unit<'c>(&self, contender: &'c Contender, block: usize) -> Unit<'c>
    where
        'r: 'c,
    {
        let (subject, run) = self.blocks[block];
        Unit::one(self.race.seed, subject, contender, run, block + 1)
    }

    fn space(&self, index: usize) -> &'r Space {
        &self.race.spaces[index]
    }
}

impl Entrant {
    fn mean_score(&self, blocks: usize) -> MeanScore {
        let complete: Vec<_> =
            self.scores[..blocks].iter().filter_map(|run| run.complete()).collect();
        let total: f64 = complete.iter().map(|&score| score as f64).sum();
        let mean = (!complete.is_empty()).then(|| total / complete.len() as f64);
        MeanScore { mean, complete: complete.len(), runs: blocks }
    }
}

/// Picks a parent by rank, the best first: of n parents, the first is n times as likely as the
/// last.
fn by_rank(parents: &[usize], rng: &mut Rng) -> usize {
    let count = parents.len();
    let mut ticket = rng.below(count * (count + 1) / 2);
    for (place, &parent) in parents.iter().enumerate() {
        let share = count - place;
        if ticket < share {
            return parent;
        }
        ticket -= share;
    }
    unreachable!("the shares add up to all tickets")
}
