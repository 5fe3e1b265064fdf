//! Instances along a parameter of their generator: how many can be solved, and what it costs to
//! find out.
//!
//! An instance can be solved if some run solved it, and cannot if some run proved it and has no
//! solution; else it is open. A contender settles an instance if its run ended with one or the
//! other.

use crate::measure::Measure;
use crate::results::{ResultCell, Results};
use crate::statistics::Sample;

/// The instances that differ in one parameter.
#[derive(Debug, Clone, PartialEq)]
pub struct Map {
    /// The parameter that sets this map apart from others, with its value; empty if there is one
    /// map only.
    pub apart: String,
    /// The parameter along which it goes.
    pub along: String,
    /// What cost is counted in.
    pub cost: Measure,
    /// The values of that parameter, in the order of the file.
    pub stops: Vec<Stop>,
}

/// The instances with one value of the parameter.
#[derive(Debug, Clone, PartialEq)]
pub struct Stop {
    /// The value.
    pub value: String,
    /// How many instances have it, can be solved, cannot be.
    pub instances: usize,
    /// Solved by some run.
    pub solvable: usize,
    /// Proved unsolvable by some run.
    pub unsolvable: usize,
    /// Of each contender, the median cost of its runs.
    pub costs: Vec<Option<f64>>,
    /// Of each contender, the share of runs that settled their instance.
    pub settled: Vec<Option<f64>>,
}

impl Map {
    /// The maps that an experiment asks for.
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

    /// Where a stop stands on the axis: its value, or its place where not all values are numbers.
    pub fn places(&self) -> Vec<f64> {
        let numbers: Option<Vec<f64>> =
            self.stops.iter().map(|stop| stop.value.parse().ok()).collect();
        numbers.unwrap_or_else(|| (1..=self.stops.len()).map(|place| place as f64).collect())
    }

    /// Where half of the instances are known to be solvable, between the two stops that it lies
    /// between; none if the share does not cross a half.
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

    /// A contender's highest median cost, and the stops that have it: several where a limit cuts it
    /// off.
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
            self.costs.push(Sample::new(spent.collect()).ok().map(|sample| sample.median()));
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
