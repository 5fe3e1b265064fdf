//! A search by a net that has learned distances from the goal. The net names the probability of
//! every distance; h(n) is their mean, or the puzzle's own bound where that says more: states
//! unlike those learned from may mislead a net. Weighted A*, IDA* or a beam search takes h(n) for a
//! bound. Machine learning of heuristic functions: Samadi, Felner and Schaeffer (2008), who
//! minimise the error; ours learns classes, with the training that other nets have. Such an h(n)
//! may be too large, so that nothing is proved: the search ends after its answers, and claims no
//! bound. Needs [`Bounded`], learners' arrays of states, and a net. Time: that of the chosen
//! search, and w for each state; memory: that of the chosen search, and w. Budgets are kept
//! exactly.

use std::sync::{Mutex, PoisonError};

use fearless_simd::Level;
use quarry_core::{
    Bounded, Card, Domain, Encoded, Found, Guided, Inside, Meter, Score, Search, SliceEnd,
    StateSpace, USUAL_NETS, settings,
};
use quarry_nets::{Net, Scratch};

use super::beam::{Beam, BeamSettings};
use super::ida_star::{IdaStar, IdaStarSettings};
use super::weighted_a_star::{WeightedAStar, WeightedAStarSettings};

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "net-distance",
    summary: "Searches by a net that has learned distances from the goal.",
    complete: "no",
    optimal: "no",
    time: "O(b^d w), less with a good net",
    memory: "O(b^d + w)",
    ..Card::PLAIN
};

settings! {
    /// Which net is used, and by which search.
    pub struct NetDistanceSettings {
        /// The net: a file written by `quarry train PUZZLE-distance-net`.
        pub net: String = USUAL_NETS.to_owned(), Domain::Nets;
        /// The search that takes the net's distances for a bound.
        pub search: &'static str = "weighted-a-star", ["weighted-a-star", "ida-star", "beam"];
        /// Weight of the distances in weighted A*; 1 is A*, and a large weight is greedy best-first
        /// search.
        pub weight: f64 = 1.0, 1.0..=1_000.0;
        /// Whether the puzzle's own bound is taken where it says more than the net.
        pub with_bound: bool = true, ();
        /// Number of states that a beam keeps in each layer.
        pub width: u64 = 100, 1..=10_000_000;
    }
}

/// A puzzle whose learners see whole states.
pub trait SeenWhole: Bounded + Encoded<Game = <Self as StateSpace>::State> {}
impl<P> SeenWhole for P where P: Bounded + Encoded<Game = <P as StateSpace>::State> {}

/// Turns states into the inputs of a net: an entry of the learners' array that has `most` values
/// besides 0 is that many inputs, of which one is 1.
pub struct NetInputs {
    entries: usize,
    most: usize,
}

impl NetInputs {
    /// Creates the inputs for an instance.
    pub fn new<P: Encoded>(puzzle: &P) -> Self {
        let shape = puzzle.shape();
        NetInputs { entries: shape.len(), most: usize::from(shape.most) }
    }

    /// Number of inputs.
    pub fn count(&self) -> usize {
        self.entries * self.most
    }

    /// Returns the inputs that are 1, in their order.
    pub fn set<P: Encoded>(&self, puzzle: &P, game: &P::Game) -> Vec<usize> {
        let mut view = vec![0; self.entries];
        puzzle.see(game, &mut view);
        let entry = |(entry, value): (usize, u8)| {
            usize::from(value).checked_sub(1).map(|value| entry * self.most + value)
        };
        view.into_iter().enumerate().filter_map(entry).collect()
    }
}

/// The puzzle, with a net's distances instead of its bound.
pub struct ByNet<'a, P> {
    puzzle: &'a P,
    net: Net,
    with_bound: bool,
    inputs: NetInputs,
    workplace: Mutex<(Scratch, Vec<f32>)>,
}

impl<'a, P: SeenWhole> ByNet<'a, P> {
    /// Uses a net that was made for instances of this size.
    pub fn new(puzzle: &'a P, net: Net, with_bound: bool) -> Self {
        let inputs = NetInputs::new(puzzle);
        let workplace = Mutex::new((Scratch::new(Level::new()), vec![0.0; inputs.count()]));
        ByNet { puzzle, net, with_bound, inputs, workplace }
    }

    /// Returns the mean of the distances that the net thinks possible, rounded.
    pub fn distance(&self, state: &P::State) -> Score {
        let set = self.inputs.set(self.puzzle, state);
        let mut workplace = self.workplace.lock().unwrap_or_else(PoisonError::into_inner);
        let (scratch, inputs) = &mut *workplace;
        inputs.fill(0.0);
        set.into_iter().for_each(|input| inputs[input] = 1.0);
        mean(self.net.answer(inputs, scratch)).round() as Score
    }
}

/// Returns the mean of the indices, given the logarithms of their odds.
fn mean(logarithms: &[f32]) -> f64 {
    let most = logarithms.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let odds = logarithms.iter().map(|&one| libm::exp(f64::from(one) - f64::from(most)));
    let (mut whole, mut sum) = (0.0, 0.0);
    for (index, odds) in odds.enumerate() {
        whole += odds;
        sum += index as f64 * odds;
    }
    sum / whole
}

impl<P: SeenWhole> StateSpace for ByNet<'_, P> {
    type State = P::State;
    type Move = P::Move;

    fn start(&self) -> P::State {
        self.puzzle.start()
    }
    fn moves(&self, state: &P::State, out: &mut Vec<P::Move>) {
        self.puzzle.moves(state, out);
    }
    fn play(&self, state: &mut P::State, mv: P::Move) -> Score {
        self.puzzle.play(state, mv)
    }
    fn is_solved(&self, state: &P::State) -> bool {
        self.puzzle.is_solved(state)
    }
    fn key(&self, state: &P::State) -> u128 {
        self.puzzle.key(state)
    }
}

impl<P: SeenWhole> Guided for ByNet<'_, P> {
    fn aim(&self) -> quarry_core::Aim {
        self.puzzle.aim()
    }
    fn terminal_score(&self, state: &P::State) -> Score {
        self.puzzle.terminal_score(state)
    }
    fn estimate(&self, state: &P::State) -> Score {
        self.bound(state)
    }
    fn is_hopeless(&self, state: &P::State) -> bool {
        self.puzzle.is_hopeless(state)
    }
    fn longest_game(&self) -> Option<u64> {
        self.puzzle.longest_game()
    }
    fn heap_bytes(&self, state: &P::State) -> usize {
        self.puzzle.heap_bytes(state)
    }
}

impl<P: SeenWhole> Bounded for ByNet<'_, P> {
    /// Not a bound: what the net expects. At the goal nothing is left to learn.
    fn bound(&self, state: &P::State) -> Score {
        if self.puzzle.is_solved(state) {
            return self.puzzle.bound(state);
        }
        let bound = if self.with_bound { self.puzzle.bound(state) } else { Score::MAX };
        bound.min(-self.distance(state))
    }
    fn potential(&self, state: &P::State) -> Score {
        self.puzzle.potential(state)
    }
}

/// A search by a net's distances, which proves nothing.
pub struct NetSearch<'a, S: StateSpace> {
    search: Box<dyn Search<Answer = Vec<S::Move>> + 'a>,
}

impl<'a, S: Bounded> NetSearch<'a, S> {
    /// Starts the chosen search.
    pub fn new(space: &'a S, settings: &NetDistanceSettings) -> Self {
        let search: Box<dyn Search<Answer = Vec<S::Move>> + 'a> = match settings.search {
            "beam" => Box::new(Beam::new(space, &BeamSettings { width: settings.width })),
            "ida-star" => Box::new(IdaStar::new(space, &IdaStarSettings::default())),
            _ => {
                let weight = settings.weight;
                let chosen = WeightedAStarSettings { weight, ..WeightedAStarSettings::default() };
                Box::new(WeightedAStar::new(space, &chosen))
            }
        };
        NetSearch { search }
    }
}

impl<S: StateSpace> Search for NetSearch<'_, S> {
    type Answer = Vec<S::Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        match self.search.slice(meter) {
            SliceEnd::Working => SliceEnd::Working,
            SliceEnd::Exhausted | SliceEnd::Proved => SliceEnd::Exhausted,
        }
    }
    fn best(&self) -> Option<&Found<Self::Answer>> {
        self.search.best()
    }
    fn draft(&self) -> Option<Self::Answer> {
        self.search.draft()
    }
    fn inside(&self) -> Inside {
        self.search.inside()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_is_that_of_the_indices() {
        assert_eq!(mean(&[0.0, 0.0, 0.0]), 1.0);
        assert_eq!(mean(&[-400.0, 3.0, -400.0]), 1.0);
        let thirds = mean(&[0.0, 2.0f32.ln()]);
        assert!((thirds - 2.0 / 3.0).abs() < 1e-6, "{thirds}");
    }
}
