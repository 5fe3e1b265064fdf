//! Every published figure equals the printed one, digit by digit, and none is missing.

use std::collections::BTreeMap;

use quarry::Catalogue;

use crate::collection::Shipped;
use crate::measure::{Figure, Measure};

const PRINTED: &str = include_str!("printed.txt");

/// A table as it is printed.
#[derive(Default)]
struct Table<'t> {
    /// Published methods with their measures, in the order of the columns.
    columns: Vec<(&'t str, Measure)>,
    /// Figures by method, measure and instance.
    cells: BTreeMap<(String, &'static str, String), Figure>,
    asides: BTreeMap<&'t str, &'t str>,
    /// Place and shape of each series.
    series: BTreeMap<&'t str, (u64, &'t str)>,
}

/// Reads the tables, by experiment.
fn printed() -> BTreeMap<&'static str, Table<'static>> {
    let (mut tables, mut experiment) = (BTreeMap::new(), "");
    let lines = PRINTED.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    for line in lines {
        let (mark, rest) = line.split_once(' ').expect("a mark or a name, and more");
        if mark == "@" {
            let mut parts = rest.split(" | ");
            experiment = parts.next().unwrap();
            let columns = parts.flat_map(columns).collect();
            tables.insert(experiment, Table { columns, ..Table::default() });
            continue;
        }
        let table: &mut Table = tables.get_mut(experiment).expect("a table has begun");
        match mark {
            "~" => {
                let (value, what) = rest.split_once(' ').unwrap();
                table.asides.insert(what, value);
            }
            "=" => {
                let [name, place, shape] = rest.split(' ').collect::<Vec<_>>()[..] else {
                    panic!("a name, a place and a shape: {line}")
                };
                table.series.insert(name, (place.parse().unwrap(), shape));
            }
            instance => table.row(instance, rest),
        }
    }
    tables
}

/// Reads the columns of a method: its name, a colon and measures.
fn columns(method: &str) -> Vec<(&str, Measure)> {
    let (name, measures) = method.split_once(": ").expect("a method and its measures");
    measures.split(' ').map(|measure| (name, measure_of(measure))).collect()
}

fn measure_of(name: &str) -> Measure {
    Measure::ALL.into_iter().find(|measure| measure.name() == name).expect("a measure")
}

impl Table<'_> {
    fn row(&mut self, instance: &str, figures: &str) {
        let mut figures = figures.split(' ');
        for &(method, measure) in &self.columns {
            let width = if measure == Measure::UncutInterval { 2 } else { 1 };
            let numbers: Vec<&str> = figures.by_ref().take(width).collect();
            if numbers != ["-"] {
                let numbers: Vec<f64> = numbers.iter().map(|text| text.parse().unwrap()).collect();
                let figure = measure.published(&numbers).expect("a figure of this measure");
                let cell = (method.to_owned(), measure.name(), instance.to_owned());
                self.cells.insert(cell, figure);
            }
        }
        assert_eq!(figures.next(), None, "{instance} has more figures than columns");
    }
}

#[test]
fn every_published_figure_equals_the_printed_one() {
    let catalogue = Catalogue::standard();
    let mut checked = 0;
    for (name, table) in printed() {
        let experiment = Shipped::named(&catalogue, name).expect(name).experiment(&catalogue);
        let mut carried = BTreeMap::new();
        for published in &experiment.published {
            for (instance, figure) in &published.values {
                let cell = (published.solver.clone(), published.measure.name(), instance.clone());
                carried.insert(cell, *figure);
            }
        }
        assert_eq!(carried, table.cells, "{name}");
        for (what, value) in &table.asides {
            let aside = experiment.asides.iter().find(|aside| aside.what == *what).expect(what);
            let same = match value.parse::<f64>() {
                Ok(number) => aside.value.parse() == Ok(number),
                Err(_) => aside.value == *value,
            };
            assert!(same, "{name}, {what}: {} instead of {value}", aside.value);
        }
        for (name, (place, shape)) in &table.series {
            let series = experiment.series.iter().find(|series| series.name == *name).expect(name);
            let published = (series.place, series.shape.map(crate::statistics::CurveShape::name));
            assert_eq!(published, (Some(*place), Some(*shape)), "{name}");
        }
        checked += carried.len() + table.asides.len() + table.series.len();
    }
    // Jawbreaker 144 and 80, Hidato 252 with 24 averages, 3 of the greedy paper, the thesis's tables
    // 12, 4, 19 and 16, Tetris 20, 12 and 30, where an interval is one figure.
    assert_eq!(checked, 616);
}
