//! Finds any solution of sparse boards, where few cells are given. Anneals whole paths through all
//! vertices until the fixed vertices are in their places. The cost is the total error in the
//! lengths of the path between successive fixed vertices, plus a price for each broken link. If a
//! cooling fails, the search starts again with another path; the lengths of coolings follow Luby,
//! Sinclair and Zuckerman (1993). The changes are those of `reroute.rs`. Ours; alternatives tried
//! are in docs/decisions/0015. Needs [`Routed`]; finds solutions, and never proves that there are
//! none. Time: O(g) per change tried with g fixed vertices, O(n) per change made; memory: one path.

use quarry_core::{
    Card, Found, Incumbent, Meter, NoPath, Path, PathTask, Rng, Routed, Search, SliceEnd, Vertex,
    settings,
};

use super::reroute::{Change, Graph};

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "sparse",
    summary: "Reroutes a path through all cells until every given is in its place; for few givens.",
    complete: "no",
    optimal: "no",
    time: "O(n m)",
    memory: "O(m)",
    ..Card::PLAIN
};

settings! {
    /// Temperatures and speed of cooling. The defaults were set by hand (docs/decisions/0015).
    pub struct SparseSettings {
        /// First temperature, in steps of wrong length.
        pub hottest: f64 = 8.0, 0.01..=1_000.0;
        /// Last temperature, in the same unit.
        pub coldest: f64 = 0.4, 0.01..=1_000.0;
        /// Number of changes tried per vertex in the shortest coolings.
        pub effort: u64 = 3_000, 1..=1_000_000_000;
        /// Cost of a broken link, in steps of wrong length.
        pub link: u64 = 3, 1..=1_000;
    }
}

/// Number of changes tried between two checks of the limits, at one temperature.
const TRIES_PER_SLICE: u64 = 1_000;

/// Local search on whole paths.
pub struct Sparse<'a, P: Routed> {
    puzzle: &'a P,
    settings: SparseSettings,
    wishes: Wishes,
    graph: Graph,
    rng: Rng,
    cooling: Option<Cooling>,
    coolings: u64,
    found: Incumbent<P::Answer>,
}

/// A cooling in progress.
struct Cooling {
    path: Path,
    cost: i64,
    done: u64,
    length: u64,
}

impl<'a, P: Routed> Sparse<'a, P> {
    /// Creates a search with the given seed.
    pub fn new(puzzle: &'a P, settings: &SparseSettings, seed: u64) -> Self {
        let PathTask { graph, fixed, links } = puzzle.course();
        Sparse {
            puzzle,
            settings: settings.clone(),
            coolings: 0,
            wishes: Wishes { fixed, links, link_price: settings.link as i64 },
            graph: Graph::new(graph),
            rng: Rng::stream(seed, 0),
            cooling: None,
            found: Incumbent::default(),
        }
    }

    fn begin(&mut self, meter: &mut Meter) -> Result<Cooling, NoPath> {
        let mut path = Path::random(self.graph.around(), &mut self.rng, meter)?;
        // If steps alternate between two colours, no change can repair a path that begins with the
        // wrong colour.
        let all = Change::Turn { from: 0, to: path.order().len() };
        let wrong = |change: Option<Change>| {
            (self.wishes.odd(&path, change), self.wishes.cost(&path, change))
        };
        if wrong(Some(all)) < wrong(None) {
            all.make(&mut path);
        }
        self.coolings += 1;
        let length = luby(self.coolings) * self.settings.effort * path.order().len() as u64;
        Ok(Cooling { cost: self.wishes.cost(&path, None), path, done: 0, length })
    }
}

impl<P: Routed> Search for Sparse<'_, P> {
    type Answer = P::Answer;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        let mut cooling = match self.cooling.take() {
            Some(cooling) => cooling,
            None => match self.begin(meter) {
                Ok(cooling) => cooling,
                // Another first path may exist in this case. In all other cases there is none, and
                // no solution.
                Err(NoPath::NotFound) => return SliceEnd::Exhausted,
                Err(NoPath::Stopped) => return SliceEnd::Working,
                Err(_) => return SliceEnd::Proved,
            },
        };
        let share = cooling.done as f64 / cooling.length as f64;
        let temperature =
            self.settings.hottest * (self.settings.coldest / self.settings.hottest).powf(share);
        for _ in 0..TRIES_PER_SLICE {
            if cooling.cost == 0 {
                let Found { solved, score, answer } = self.puzzle.arrived(cooling.path.order());
                self.found.offer(meter, solved, score, || answer);
                return SliceEnd::Exhausted;
            }
            if !meter.goes_on() || meter.evaluate().is_err() {
                break;
            }
            let Some(change) = self.graph.propose(&cooling.path, &mut self.rng) else { continue };
            let cost = self.wishes.cost(&cooling.path, Some(change));
            let loss = (cost - cooling.cost) as f64;
            if loss <= 0.0 || self.rng.unit() < (-loss / temperature).exp() {
                change.make(&mut cooling.path);
                cooling.cost = cost;
            }
        }
        cooling.done += TRIES_PER_SLICE;
        self.cooling = (cooling.done < cooling.length).then_some(cooling);
        SliceEnd::Working
    }

    fn best(&self) -> Option<&Found<P::Answer>> {
        self.found.best()
    }
}

/// The sequence 1, 1, 2, 1, 1, 2, 4, ...: within a logarithmic factor of the best restart lengths,
/// without knowing them.
fn luby(index: u64) -> u64 {
    let power = (index + 1).next_power_of_two();
    if index + 1 == power { power / 2 } else { luby(index + 1 - power / 2) }
}

/// Requirements on the path.
struct Wishes {
    fixed: Vec<(Vertex, usize)>,
    links: Vec<(Vertex, Vertex)>,
    link_price: i64,
}

impl Wishes {
    /// Cost of the path after a change: 0 if all requirements are met.
    fn cost(&self, path: &Path, change: Option<Change>) -> i64 {
        let place = |vertex: Vertex| {
            let now = path.place(vertex);
            change.map_or(now, |change| change.moved(now)) as i64
        };
        let mut cost = 0;
        // Offset of the previous fixed vertex from its place; the error of a gap is the difference
        // between the offsets at its ends.
        let mut ahead = 0;
        for &(vertex, wanted) in &self.fixed {
            let now = place(vertex) - wanted as i64;
            cost += (now - ahead).abs();
            ahead = now;
        }
        cost += ahead.abs();
        let broken = |&&(one, other): &&(Vertex, Vertex)| place(one).abs_diff(place(other)) != 1;
        cost + self.link_price * self.links.iter().filter(broken).count() as i64
    }

    /// Number of fixed vertices that would be an odd number of steps from their place.
    fn odd(&self, path: &Path, change: Option<Change>) -> usize {
        let moved = |place| change.map_or(place, |change: Change| change.moved(place));
        let is_odd =
            |&&(vertex, wanted): &&(Vertex, usize)| moved(path.place(vertex)) % 2 != wanted % 2;
        self.fixed.iter().filter(is_odd).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn restarts_are_as_long_as_published() {
        assert_eq!(
            (1..=15).map(luby).collect::<Vec<_>>(),
            [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
        );
    }
}
