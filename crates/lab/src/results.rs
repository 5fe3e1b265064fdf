//! What the store holds of a plan: the runs of each subject and contender, which tables and reports
//! are made of.

use std::collections::BTreeMap;

use quarry::Score;

use crate::measure::{Figure, Measure};
use crate::plan::{Pairing, Plan};
use crate::run_score::RunScore;
use crate::store::{Store, StoreError, Stored};
use crate::work::Work;

/// The finished runs of a plan.
pub struct Results<'p> {
    /// The plan.
    pub plan: &'p Plan<'p>,
    /// One for each of the plan's pairings, in its order.
    pub cells: Vec<ResultCell<'p>>,
    /// The unit in which work is compared.
    pub work: Work,
}

/// The finished runs of one contender on one subject.
pub struct ResultCell<'p> {
    /// Who met whom.
    pub pairing: &'p Pairing<'p>,
    /// The runs, in the plan's order; those that are not yet done are absent.
    pub runs: Vec<Stored>,
    /// The best score of any complete run of the experiment on the subject.
    pub target: Option<Score>,
    /// The unit in which work is compared.
    pub work: Work,
}

impl<'p> Results<'p> {
    /// All that the store holds by now.
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

    /// The cells of each subject, in the contenders' order.
    pub fn rows(&self) -> impl Iterator<Item = &[ResultCell<'p>]> {
        self.cells.chunks(self.plan.experiment.contenders.len())
    }

    /// How many runs are done, and how many the plan has.
    pub fn progress(&self) -> (usize, usize) {
        let done = self.cells.iter().map(|cell| cell.runs.len()).sum();
        (done, self.plan.units().count())
    }
}

impl<'p> ResultCell<'p> {
    /// The subject's name.
    pub fn subject(&self) -> &'p str {
        &self.pairing.subject.name
    }

    /// The value of a measure, if there is one.
    pub fn figure(&self, measure: Measure) -> Option<Figure> {
        measure.of(&self.runs, self.target, self.work)
    }

    /// How many of the runs are complete.
    pub fn complete(&self) -> usize {
        self.runs.iter().filter(|run| run.complete).count()
    }

    /// What each run came to.
    pub(crate) fn scores(&self) -> Vec<RunScore> {
        let plays_chance = self.plays_chance();
        self.runs.iter().map(|run| run.compared(plays_chance)).collect()
    }

    /// Whether the contender plays a game of chance.
    pub(crate) fn plays_chance(&self) -> bool {
        self.pairing.contender.plays_chance(self.pairing.subject)
    }
}
