//! The finished runs of a plan, by subject and contender: the data of tables and reports.

use std::collections::BTreeMap;

use quarry::Score;

use crate::measure::{Figure, Measure};
use crate::plan::{Pairing, Plan};
use crate::run_score::RunScore;
use crate::store::{Store, StoreError, Stored};
use crate::work::Work;

/// The finished runs of a plan.
pub struct Results<'p> {
    /// The plan that the runs belong to.
    pub plan: &'p Plan<'p>,
    /// One cell for each of the plan's pairings, in the plan's order.
    pub cells: Vec<ResultCell<'p>>,
    /// Unit in which work is compared.
    pub work: Work,
}

/// The finished runs of one contender on one subject.
pub struct ResultCell<'p> {
    /// The subject and the contender.
    pub pairing: &'p Pairing<'p>,
    /// Finished runs in the plan's order; missing runs are left out.
    pub runs: Vec<Stored>,
    /// Best score of any complete run of the experiment on the subject.
    pub target: Option<Score>,
    /// Unit in which work is compared.
    pub work: Work,
}

impl<'p> Results<'p> {
    /// Reads all finished runs of the plan from the store.
    pub fn of(plan: &'p Plan<'p>, store: &Store) -> Result<Self, StoreError> {
        let mut cells = Vec::new();
        for pairing in &plan.pairings {
            let found = pairing.units.iter().map(|unit| store.find(&unit.key));
            let runs = found.filter_map(Result::transpose).collect::<Result<_, _>>()?;
            cells.push(ResultCell { pairing, runs, target: None, work: Work::Nodes });
        }
        let runs = cells.iter().flat_map(|cell: &ResultCell| &cell.runs);
        let work = Work::shared(&plan.experiment.contenders, runs);
        let mut best = BTreeMap::new();
        for cell in &cells {
            let target: &mut Option<Score> = best.entry(cell.subject()).or_default();
            *target = cell.runs.iter().filter_map(Stored::complete_score).max().max(*target);
        }
        for cell in &mut cells {
            cell.target = best[cell.pairing.subject.name.as_str()];
            cell.work = work;
        }
        Ok(Results { plan, cells, work })
    }

    /// Returns the cells of each subject, in the contenders' order.
    pub fn rows(&self) -> impl Iterator<Item = &[ResultCell<'p>]> {
        self.cells.chunks(self.plan.experiment.contenders.len())
    }

    /// Returns the number of finished runs, and of planned runs.
    pub fn progress(&self) -> (usize, usize) {
        let done = self.cells.iter().map(|cell| cell.runs.len()).sum();
        (done, self.plan.units().count())
    }
}

impl<'p> ResultCell<'p> {
    /// Name of the subject.
    pub fn subject(&self) -> &'p str {
        &self.pairing.subject.name
    }

    /// Returns the value of a measure, if there is one.
    pub fn figure(&self, measure: Measure) -> Option<Figure> {
        measure.of(&self.runs, self.target, self.work)
    }

    /// Returns the number of complete runs.
    pub fn complete(&self) -> usize {
        self.runs.iter().filter(|run| run.complete).count()
    }

    /// Returns the result of each run for comparisons.
    pub(crate) fn scores(&self) -> Vec<RunScore> {
        let plays_chance = self.plays_chance();
        self.runs.iter().map(|run| run.compared(plays_chance)).collect()
    }

    /// Whether the contender plays a game of chance.
    pub(crate) fn plays_chance(&self) -> bool {
        self.pairing.contender.plays_chance(self.pairing.subject)
    }
}
