//! Sparse boards: any solution where little is given. Anneals whole paths through all vertices
//! until the fixed ones stand where they should. Between successive fixed vertices the path has
//! some length; the cost is by how much all these lengths are wrong, and a price for each link that
//! is not kept. Cooled in vain, it begins again with another path, for as long as Luby, Sinclair
//! and Zuckerman (1993) say. The changes are those of `reroute.rs`. Ours; what was tried is in
//! docs/decisions/0015. Needs [`Routed`]; finds, and never proves that there is nothing to find.
//! Time: O(g) a change with g fixed vertices, O(n) where it is made; memory: one path.

use quarry_core::{
    Found, Incumbent, Meter, NoPath, Path, PathTask, Rng, Routed, Search, SliceEnd, Vertex,
    settings,
};

use super::reroute::{Change, Graph};
use crate::Card;

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "sparse",
    summary: "Reroutes a path through everything until all that is given stands in its place; for few givens.",
    complete: "no",
    optimal: "no",
    time: "O(n m)",
    memory: "O(m)",
    ..Card::PLAIN
};

settings! {
    /// How hot, how cold, how slowly. The defaults were set by hand (docs/decisions/0015).
    pub struct SparseSettings {
        /// The first temperature, in steps of wrong length.
        pub hottest: f64 = 8.0, 0.01..=1_000.0;
        /// The last temperature.
        pub coldest: f64 = 0.4, 0.01..=1_000.0;
        /// How many changes are tried for each vertex in the shortest coolings.
        pub effort: u64 = 3_000, 1..=1_000_000_000;
        /// What a link that is not kept costs, in steps of wrong length.
        pub link: u64 = 3, 1..=1_000;
    }
}

/// Changes tried between two looks at the limits; the temperature stays for so long.
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

/// One cooling under way.
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
        // Where steps alternate between two colours no change can mend a path that begins with the
        // wrong one.
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
                // Another first path may be found; for the other reasons there is none, and no
                // solution.
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

/// The sequence 1, 1, 2, 1, 1, 2, 4, ...: within a logarithm of the best lengths of restarts,
/// whatever these are.
fn luby(index: u64) -> u64 {
    let power = (index + 1).next_power_of_two();
    if index + 1 == power { power / 2 } else { luby(index + 1 - power / 2) }
}

/// What is asked of the path.
struct Wishes {
    fixed: Vec<(Vertex, usize)>,
    links: Vec<(Vertex, Vertex)>,
    link_price: i64,
}

impl Wishes {
    /// How far from all wishes the path would be after a change: 0 if it fulfils them.
    fn cost(&self, path: &Path, change: Option<Change>) -> i64 {
        let place = |vertex: Vertex| {
            let now = path.place(vertex);
            change.map_or(now, |change| change.moved(now)) as i64
        };
        let mut cost = 0;
        // By how much the vertex before stands too far ahead; a gap is wrong by the difference to
        // that.
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

    /// How many fixed vertices would be an odd number of steps from their place.
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
