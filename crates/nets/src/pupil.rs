//! One net that learns: epochs of small steps over shuffled cases, until cases that it never
//! learned from are answered no better. What is kept is the net as it was when it surprised itself
//! least on those, with weights of 16 bits, as files keep them.

use std::ops::Range;

use fearless_simd::Level;
use quarry_core::{Rng, settings};

use crate::adam::Adam;
use crate::backprop::{Desk, Marks};
use crate::net::Net;
use crate::samples::Samples;

settings! {
    /// How nets are made and taught.
    pub struct FitSettings {
        /// How many rectified units a hidden layer has.
        pub hidden: u64 = 400, 1..=4096;
        /// How many hidden layers there are.
        pub layers: u64 = 2, 1..=8;
        /// From how many cases each step is made.
        pub batch: u64 = 128, 1..=65_536;
        /// How long the steps of the first epoch are.
        pub rate: f64 = 0.001, 0.000001..=1.0;
        /// How long those of the next epoch are, as a share.
        pub decay: f64 = 0.85, 0.01..=1.0;
        /// How many epochs there are at most.
        pub epochs: u64 = 30, 1..=10_000;
        /// After how many epochs in which held-out cases were answered no better a net is done.
        pub patience: u64 = 3, 1..=10_000;
        /// Into how many parts the cases are cut; one of them is held out.
        pub folds: u64 = 10, 2..=1000;
        /// How many of the parts are held out in turn, each from nets of its own; the first turn's
        /// nets are kept, the others only measured.
        pub turns: u64 = 1, 1..=1000;
    }
}

/// How far a net has come.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NetFitProgress {
    /// How many epochs there have been.
    pub epoch: u64,
    /// How many since it was best.
    pub since: u64,
    /// The mean loss on held-out cases when it was.
    pub loss: f64,
    /// In which share of them its most probable choice was the one made.
    pub accuracy: f64,
}

impl NetFitProgress {
    /// Whether the net has learned what it can.
    pub(crate) fn is_done(&self, settings: &FitSettings) -> bool {
        self.epoch >= settings.epochs || self.since >= settings.patience
    }
}

/// A net that learns.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Pupil {
    pub(crate) net: Net,
    pub(crate) adam: Adam,
    pub(crate) best: Net,
    pub(crate) standing: NetFitProgress,
}

impl Pupil {
    /// A net that knows nothing yet.
    pub(crate) fn new(sizes: &[usize], rng: &mut Rng) -> Self {
        let net = Net::random(sizes, rng);
        let standing = NetFitProgress { epoch: 0, since: 0, loss: f64::INFINITY, accuracy: 0.0 };
        Pupil { best: net.rounded(), adam: Adam::new(sizes), net, standing }
    }

    /// Learns from all cases once but those held out, which examine it. Says no if it was cut
    /// short; then it is of no more use.
    pub(crate) fn learn(
        &mut self,
        samples: &Samples,
        held_out: &Range<usize>,
        settings: &FitSettings,
        rng: &mut Rng,
        goes_on: &(dyn Fn() -> bool + Sync),
    ) -> bool {
        let (level, batch) = (Level::new(), settings.batch as usize);
        let mut desk = Desk::new(level, &self.net.sizes(), batch);
        let mut order: Vec<usize> =
            (0..samples.len()).filter(|case| !held_out.contains(case)).collect();
        rng.shuffle(&mut order);
        let rate = settings.rate * libm::pow(settings.decay, self.standing.epoch as f64);
        for cases in order.chunks(batch) {
            if !goes_on() {
                return false;
            }
            desk.answer(&self.net, samples, cases);
            desk.blame(&self.net);
            self.adam.step(level, &mut self.net, &desk.gradient, rate);
        }
        let kept = self.net.rounded();
        let marks = examined(&mut desk, &kept, samples, held_out, batch);
        let loss = marks.loss / marks.cases as f64;
        let standing = &mut self.standing;
        standing.epoch += 1;
        if loss < standing.loss {
            self.best = kept;
            (standing.since, standing.loss) = (0, loss);
            standing.accuracy = marks.right as f64 / marks.cases as f64;
        } else {
            standing.since += 1;
        }
        true
    }
}

fn examined(
    desk: &mut Desk,
    net: &Net,
    samples: &Samples,
    cases: &Range<usize>,
    batch: usize,
) -> Marks {
    let mut all = Marks::default();
    for first in cases.clone().step_by(batch) {
        let cases: Vec<usize> = (first..cases.end.min(first + batch)).collect();
        let marks = desk.answer(net, samples, &cases);
        all.loss += marks.loss;
        all.right += marks.right;
        all.cases += marks.cases;
    }
    all
}
