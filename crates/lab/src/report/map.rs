//! Results along a parameter of the instance generator: the number of solvable instances, and the
//! cost of settling them.
//!
//! An instance is solvable if some run solved it, and unsolvable if some run proved it without a
//! solution; otherwise it is open. A run settles an instance by either of these.

use crate::measure::Measure;
use crate::results::{ResultCell, Results};
use crate::statistics::Sample;

/// The share of runs whose cost is shown besides the median.
const MOST: f64 = 0.9;

/// Instances that differ in one parameter.
#[derive(Debug, Clone, PartialEq)]
pub struct Map {
    /// The parameter that distinguishes this map from others, with its value; empty if there is
    /// only one map.
    pub apart: String,
    /// The parameter along which the instances vary.
    pub along: String,
    /// Unit of the cost.
    pub cost: Measure,
    /// Values of that parameter, in the order of the file.
    pub stops: Vec<Stop>,
}

/// The instances with one value of the parameter.
#[derive(Debug, Clone, PartialEq)]
pub struct Stop {
    /// Value of the parameter.
    pub value: String,
    /// Number of instances with this value.
    pub instances: usize,
    /// Number of instances that some run solved.
    pub solvable: usize,
    /// Number of instances that some run proved unsolvable.
    pub unsolvable: usize,
    /// Median cost of the runs, for each contender.
    pub costs: Vec<Option<f64>>,
    /// Cost that nine of ten runs do not exceed, for each contender.
    pub dear: Vec<Option<f64>>,
    /// Share of the runs that settled their instance, for each contender.
    pub settled: Vec<Option<f64>>,
}

impl Map {
    /// Builds the maps that an experiment asks for.
    pub(crate) fn of(results: &Results) -> Vec<Map> {
        let experiment = results.plan.experiment;
        let (along, apart) = match experiment.along.as_slice() {
            [] => return Vec::new(),
            [along] => (along, None),
            [along, apart, ..] => (along, Some(apart)),
        };
        let costs = [Measure::Evaluations, Measure::Nodes, Measure::Seconds];
        let cost = experiment.measures.iter().copied().find(|measure| costs.contains(measure));
        let cost = cost.unwrap_or(Measure::Evaluations);
        let mut maps: Vec<Map> = Vec::new();
        let mut rows_of: Vec<Vec<Vec<&[ResultCell]>>> = Vec::new();
        for (subject, row) in experiment.subjects.iter().zip(results.rows()) {
            let value = |name: &String| {
                let found = subject.params.iter().find(|(param, _)| param == name);
                found.map_or(String::new(), |(_, value)| value.clone())
            };
            let name = apart.map_or(String::new(), |apart| format!("{apart} = {}", value(apart)));
            let map = maps.iter().position(|map| map.apart == name).unwrap_or_else(|| {
                maps.push(Map { apart: name, along: along.clone(), cost, stops: Vec::new() });
                rows_of.push(Vec::new());
                maps.len() - 1
            });
            let (stops, value) = (&mut maps[map].stops, value(along));
            let stop = stops.iter().position(|stop| stop.value == value).unwrap_or_else(|| {
                stops.push(Stop::at(value));
                rows_of[map].push(Vec::new());
                stops.len() - 1
            });
            rows_of[map][stop].push(row);
        }
        for (map, rows) in maps.iter_mut().zip(&rows_of) {
            for (stop, rows) in map.stops.iter_mut().zip(rows) {
                stop.count(rows, cost, experiment.contenders.len());
            }
        }
        maps
    }

    /// Returns the positions of the stops: their values, or their indices if not all values are
    /// numbers.
    pub fn places(&self) -> Vec<f64> {
        let numbers: Option<Vec<f64>> =
            self.stops.iter().map(|stop| stop.value.parse().ok()).collect();
        numbers.unwrap_or_else(|| (1..=self.stops.len()).map(|place| place as f64).collect())
    }

    /// Returns the parameter value at which half of the instances are known to be solvable,
    /// interpolated between two stops; `None` if the share does not cross one half.
    pub fn half(&self) -> Option<f64> {
        let places = self.places();
        let share = |stop: &Stop| stop.solvable as f64 / stop.instances as f64;
        (1..places.len()).find_map(|next| {
            let (before, after) = (share(&self.stops[next - 1]), share(&self.stops[next]));
            let crosses = (before - 0.5) * (after - 0.5) <= 0.0 && before != after;
            let part = (0.5 - before) / (after - before);
            crosses.then(|| places[next - 1] + part * (places[next] - places[next - 1]))
        })
    }

    /// Returns a contender's highest median cost and the stops that have it: there are several
    /// where a limit caps the cost.
    pub fn peak(&self, contender: usize) -> Option<(f64, Vec<&Stop>)> {
        let costs = || self.stops.iter().filter_map(|stop| Some((stop, stop.costs[contender]?)));
        let highest = costs().map(|(_, cost)| cost).reduce(f64::max)?;
        Some((
            highest,
            costs().filter(|&(_, cost)| cost == highest).map(|(stop, _)| stop).collect(),
        ))
    }
}

impl Stop {
    fn at(value: String) -> Self {
        Stop {
            value,
            instances: 0,
            solvable: 0,
            unsolvable: 0,
            costs: Vec::new(),
            dear: Vec::new(),
            settled: Vec::new(),
        }
    }

    fn count(&mut self, rows: &[&[ResultCell]], cost: Measure, contenders: usize) {
        let solved =
            |row: &&&[ResultCell]| row.iter().flat_map(|cell| &cell.runs).any(|run| run.complete);
        let refuted = |row: &&&[ResultCell]| {
            row.iter().flat_map(|cell| &cell.runs).any(|run| run.proved && !run.complete)
        };
        self.instances = rows.len();
        self.solvable = rows.iter().filter(solved).count();
        self.unsolvable = rows.iter().filter(|row| !solved(row)).filter(refuted).count();
        for contender in 0..contenders {
            let runs = || rows.iter().flat_map(|row| &row[contender].runs);
            let spent = runs().map(|run| match cost {
                Measure::Seconds => run.seconds,
                Measure::Nodes => run.nodes as f64,
                _ => run.evaluations as f64,
            });
            let spent = Sample::new(spent.collect()).ok();
            self.costs.push(spent.as_ref().map(Sample::median));
            self.dear.push(spent.map(|sample| sample.quantile(MOST)));
            let settled = runs().filter(|run| run.complete || run.proved).count();
            self.settled.push((runs().count() > 0).then(|| settled as f64 / runs().count() as f64));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(shares: &[(usize, usize)], costs: &[f64], values: &[&str]) -> Map {
        let stop =
            |((&(solvable, unsolvable), &cost), value): ((&(usize, usize), &f64), &&str)| Stop {
                solvable,
                unsolvable,
                instances: 10,
                costs: vec![Some(cost)],
                settled: vec![Some(1.0)],
                ..Stop::at((*value).to_owned())
            };
        let stops = shares.iter().zip(costs).zip(values).map(stop).collect();
        Map { apart: String::new(), along: "types".to_owned(), cost: Measure::Evaluations, stops }
    }

    #[test]
    fn half_lies_between_the_stops_and_the_peak_is_the_dearest() {
        let numbers = map(
            &[(0, 10), (2, 6), (8, 2), (10, 0)],
            &[5.0, 90.0, 80.0, 3.0],
            &["1", "2", "4", "8"],
        );
        assert_eq!(numbers.half(), Some(3.0), "a fifth at 2, four fifths at 4");
        let values = |map: &Map| {
            map.peak(0).unwrap().1.iter().map(|stop| stop.value.clone()).collect::<Vec<_>>()
        };
        assert_eq!((numbers.peak(0).unwrap().0, values(&numbers)), (90.0, vec!["2".to_owned()]));
        let cut_off = map(&[(0, 0), (0, 0), (9, 0)], &[100.0, 100.0, 7.0], &["1", "2", "4"]);
        assert_eq!(values(&cut_off), ["1", "2"]);
        let names = map(&[(0, 10), (10, 0)], &[1.0, 2.0], &["easy", "hard"]);
        assert_eq!((names.places(), names.half()), (vec![1.0, 2.0], Some(1.5)));
        assert_eq!(map(&[(1, 9), (2, 8)], &[1.0, 1.0], &["1", "2"]).half(), None);
    }
}
