//! Simulated annealing. Moves to a random neighbour if it is better, and to a worse one with a
//! probability that falls with the loss and as the search cools. Kirkpatrick, Gelatt and Vecchi
//! (1983), with Metropolis acceptance (1953) and geometric cooling. The first temperature is
//! measured, not set, so that it fits any scale of scores: Johnson et al. (1989). When cold, the
//! search is reheated and continues from its current line. Needs a state space; see [`super::line`]
//! for the neighbourhood and the promises. Cooling follows steps, never the clock. Time: one game a
//! step; memory: one line.

use quarry_core::{Card, Guided, Meter, Refused, StateSpace, settings};

use super::line::{Candidate, CandidateRule, Lines, LocalSearch};
use crate::playout::LONGEST_GAME;

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "annealing",
    summary: "Changes one move at a time, and accepts losses less and less often.",
    complete: "no",
    optimal: "no",
    time: "O(n m)",
    memory: "O(1)",
    ..Card::PLAIN
};

settings! {
    /// Temperature and speed of cooling.
    pub struct AnnealingSettings {
        /// Probability of accepting an average loss at the highest temperature.
        pub acceptance: f64 = 0.2, 0.001..=0.999;
        /// Last temperature, as a share of the first.
        pub coldest: f64 = 0.01, 0.000_001..=1.0;
        /// Number of evaluations in one cooling, before the search is reheated.
        pub steps: u64 = 20_000, 1..=1_000_000_000_000;
        /// Longest game, in moves. Longer games, possible where play can cycle, are cut off.
        pub depth: u64 = LONGEST_GAME, 1..=1_000_000_000;
    }
}

/// Simulated annealing.
pub type Annealing<'a, S> = LocalSearch<'a, S, Cooling<<S as StateSpace>::Move>>;

impl<'a, S: Guided> Annealing<'a, S> {
    /// Creates a search with the given seed.
    pub fn new(space: &'a S, settings: &AnnealingSettings, seed: u64) -> Self {
        let method = Cooling {
            settings: settings.clone(),
            current: None,
            probe: Probe::default(),
            hottest: None,
            cooled: 0,
        };
        Self::by(method, space, settings.depth, seed)
    }
}

/// Changes one line under a falling temperature.
pub struct Cooling<M> {
    settings: AnnealingSettings,
    current: Option<Candidate<M>>,
    probe: Probe,
    /// First temperature, once it is measured.
    hottest: Option<f64>,
    /// Number of steps since the highest temperature.
    cooled: u64,
}

/// Losses among the neighbours of the first line.
#[derive(Default)]
struct Probe {
    seen: u32,
    losses: u32,
    lost: f64,
}

/// Number of neighbours used to measure the first temperature: enough for a mean, few compared with
/// any budget.
const PROBES: u32 = 64;

impl Probe {
    fn add(&mut self, loss: f64) {
        self.seen += 1;
        if loss > 0.0 {
            self.losses += 1;
            self.lost += loss;
        }
    }

    /// Temperature at which the average loss is accepted with the given probability.
    fn temperature(&self, acceptance: f64) -> f64 {
        let average = if self.losses == 0 { 1.0 } else { self.lost / f64::from(self.losses) };
        average / -acceptance.ln()
    }
}

impl<M> Cooling<M> {
    /// Returns the current temperature, and then cools by one step.
    fn cool(&mut self, hottest: f64) -> f64 {
        let progress = self.cooled as f64 / self.settings.steps as f64;
        self.cooled = (self.cooled + 1) % self.settings.steps;
        hottest * self.settings.coldest.powf(progress)
    }
}

impl<S: Guided> CandidateRule<S> for Cooling<S::Move> {
    fn step(&mut self, lines: &mut Lines<'_, S>, meter: &mut Meter) -> Result<(), Refused> {
        let Some(current) = &self.current else {
            self.current = Some(lines.random(meter)?);
            return Ok(());
        };
        let neighbour = lines.shaken(current, 1, meter)?;
        let (old, new) = (current.worth, neighbour.worth);
        let loss = (old.score - new.score) as f64;
        let Some(hottest) = self.hottest else {
            self.probe.add(loss);
            self.hottest = (self.probe.seen == PROBES)
                .then(|| self.probe.temperature(self.settings.acceptance));
            return Ok(());
        };
        let temperature = self.cool(hottest);
        // An answer is never replaced by a line that is not one: their scores cannot be compared.
        let bears_loss =
            old.solved == new.solved && lines.rng().unit() < (-loss / temperature).exp();
        if new >= old || bears_loss {
            self.current = Some(neighbour);
        }
        Ok(())
    }
    fn held(&self) -> usize {
        usize::from(self.current.is_some())
    }
    fn current(&self) -> Option<&Candidate<S::Move>> {
        self.current.as_ref()
    }
    fn figures(&self) -> Vec<(&'static str, f64)> {
        let progress = self.cooled as f64 / self.settings.steps as f64;
        let hottest = self.hottest.unwrap_or_default();
        vec![
            ("temperature", hottest * self.settings.coldest.powf(progress)),
            ("steps since heating", self.cooled as f64),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_temperature_accepts_the_average_loss_as_often_as_asked() {
        let mut probe = Probe::default();
        for loss in [-50.0, 0.0, 10.0, 30.0] {
            probe.add(loss);
        }
        assert!(((-20.0 / probe.temperature(0.2)).exp() - 0.2_f64).abs() < 1e-12);
    }

    #[test]
    fn it_cools_geometrically_and_is_reheated() {
        let settings =
            AnnealingSettings { coldest: 0.01, steps: 4, ..AnnealingSettings::default() };
        let mut cooling = Cooling::<()> {
            settings,
            current: None,
            probe: Probe::default(),
            hottest: None,
            cooled: 0,
        };
        let temperatures: Vec<f64> = (0..5).map(|_| cooling.cool(100.0)).collect();
        let expected = [100.0, 31.622_776_6, 10.0, 3.162_277_66, 100.0];
        assert!(
            temperatures.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6),
            "{temperatures:?}"
        );
    }
}
