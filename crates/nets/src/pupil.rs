//! One net in training: epochs of small steps over shuffled cases, until the results on held-out
//! cases stop improving. The net with the lowest loss on the held-out cases is kept, with weights
//! of 16 bits as stored in files.

use std::ops::Range;

use fearless_simd::Level;
use quarry_core::{Rng, settings};

use crate::adam::Adam;
use crate::backprop::{Desk, Marks};
use crate::net::Net;
use crate::samples::Samples;

settings! {
    /// Settings of the nets and their training.
    pub struct FitSettings {
        /// Number of rectified units in a hidden layer.
        pub hidden: u64 = 400, 1..=4096;
        /// Number of hidden layers.
        pub layers: u64 = 2, 1..=8;
        /// Number of cases per step.
        pub batch: u64 = 128, 1..=65_536;
        /// Step size in the first epoch.
        pub rate: f64 = 0.001, 0.000001..=1.0;
        /// Factor by which the step size shrinks from one epoch to the next.
        pub decay: f64 = 0.85, 0.01..=1.0;
        /// Maximal number of epochs.
        pub epochs: u64 = 30, 1..=10_000;
        /// Number of epochs without improvement on held-out cases after which training stops.
        pub patience: u64 = 3, 1..=10_000;
        /// Number of parts into which the cases are divided; one of them is held out.
        pub folds: u64 = 10, 2..=1000;
        /// Number of parts that are held out in turn, each for separate nets; the nets of the first
        /// turn are kept, the others are only measured.
        pub turns: u64 = 1, 1..=1000;
    }
}

/// The progress of a net.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NetFitProgress {
    /// Number of epochs so far.
    pub epoch: u64,
    /// Number of epochs since the best one.
    pub since: u64,
    /// Mean loss on held-out cases in the best epoch.
    pub loss: f64,
    /// Share of the held-out cases in which the most probable choice was the recorded one, in the
    /// best epoch.
    pub accuracy: f64,
}

impl NetFitProgress {
    /// Returns whether the training of the net is over.
    pub(crate) fn is_done(&self, settings: &FitSettings) -> bool {
        self.epoch >= settings.epochs || self.since >= settings.patience
    }
}

/// A net in training.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Pupil {
    pub(crate) net: Net,
    pub(crate) adam: Adam,
    pub(crate) best: Net,
    pub(crate) standing: NetFitProgress,
}

impl Pupil {
    /// Creates an untrained net.
    pub(crate) fn new(sizes: &[usize], rng: &mut Rng) -> Self {
        let net = Net::random(sizes, rng);
        let standing = NetFitProgress { epoch: 0, since: 0, loss: f64::INFINITY, accuracy: 0.0 };
        Pupil { best: net.rounded(), adam: Adam::new(sizes), net, standing }
    }

    /// Trains one epoch on all cases but those held out, then evaluates the net on these. Returns
    /// false if it was interrupted; the net must not be used then.
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
