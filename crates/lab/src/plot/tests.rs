//! Tests of the properties that all plots share.

use quarry_core::{Rng, Score};
use roxmltree::Document;

use super::*;
use crate::statistics::{AnytimeTrace, Attainment, CurveShape, Fit};

/// Parses a plot: it must be one well-formed drawing with a title, a description and sane
/// coordinates.
fn read(svg: &str) -> Document<'_> {
    let document = Document::parse(svg).unwrap_or_else(|error| panic!("{error}: {svg}"));
    let root = document.root_element();
    assert_eq!(root.tag_name().name(), "svg");
    assert_eq!(root.attribute("role"), Some("img"));
    assert_eq!((root.attribute("width"), root.attribute("height")), (None, None));
    let children: Vec<_> = root.children().map(|child| child.tag_name().name()).collect();
    assert_eq!(children[..2], ["title", "desc"]);
    assert!(children[2..].iter().all(|&name| name == "g"));
    let view = root.attribute("viewBox").unwrap();
    let size: Vec<f64> = view.split(' ').map(|number| number.parse().unwrap()).collect();
    for node in document.descendants() {
        for (axis, names) in [(2, ["x", "cx"]), (3, ["y", "cy"])] {
            for place in names.iter().filter_map(|&name| node.attribute(name)) {
                let place: f64 = place.parse().unwrap();
                assert!((0.0..=size[axis]).contains(&place), "{place} is outside of {view}");
            }
        }
    }
    document
}

fn texts<'a>(document: &'a Document) -> Vec<&'a str> {
    document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .filter_map(|node| node.text())
        .collect()
}

/// Returns plots of all kinds, from runs with these times and scores.
fn all_plots(label: &str, reports: &[(u64, Score)], value: f64) -> Vec<String> {
    let traces = [AnytimeTrace::new(reports.to_vec(), 0)];
    let scores: Vec<f64> = reports.iter().map(|&(_, score)| score as f64).chain([value]).collect();
    let points: Vec<(f64, f64)> =
        reports.iter().map(|&(time, score)| (time as f64, score as f64)).collect();
    let reached = Attainment::new(&traces, &[1]).unwrap();
    let fit = Fit {
        shape: CurveShape::Power,
        coefficients: [value, -2.0, 0.0],
        r_squared: None,
        aic: 0.0,
    };
    let costs = [Costs { label, points: &points, fits: &[fit] }];
    let reference = Some(Reference { label, value });
    vec![
        anytime(label, &[], None, "nodes"),
        anytime(label, &[Runs { label, traces: &[] }], reference, "nodes"),
        anytime(label, &[Runs { label, traces: &traces }], reference, "nodes"),
        boxes(label, label, &[], None),
        boxes(
            label,
            label,
            &[Scores { label, scores: &[] }, Scores { label, scores: &scores }],
            reference,
        ),
        attainment(label, &[], 0, "nodes"),
        attainment(label, &[Reached { label, attainment: &reached }], 0, "nodes"),
        attainment(label, &[Reached { label, attainment: &reached }], u64::MAX, "nodes"),
        growth(label, ("", label), &[], true),
        growth(label, (label, ""), &costs, false),
        growth(label, (label, label), &costs, true),
        heat_map(label, &[], &[], |_, _| Some(value)),
        heat_map(label, &[label], &[], |_, _| Some(value)),
        heat_map(label, &[label, label], &[label], |row, _| (row == 0).then_some(value)),
    ]
}

#[test]
fn whatever_is_given_there_is_a_plot() {
    let cases: [&[(u64, Score)]; 6] = [
        &[],
        &[(0, 0)],
        &[(7, 7)],
        &[(1, 5), (2, 5), (3, 5)],
        &[(0, Score::MIN), (u64::MAX, Score::MAX)],
        &[(1, -3), (10, -2), (100, -1)],
    ];
    for reports in cases {
        for value in [0.0, -1.0, 3.5, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, 1e-300]
        {
            for svg in all_plots("label", reports, value) {
                read(&svg);
                assert!(!svg.contains("NaN\""), "{svg}");
            }
        }
    }
}

#[test]
fn labels_are_text_and_nothing_else() {
    let label = "</text><script> & \"quoted\" ]]>\0";
    for svg in all_plots(label, &[(1, 5), (9, 8)], 2.0) {
        let document = read(&svg);
        assert!(document.descendants().all(|node| !node.has_tag_name("script")));
        let title = document.root_element().first_child().unwrap();
        assert_eq!(title.text(), Some("</text><script> & \"quoted\" ]]>\u{fffd}"));
    }
}

fn noisy_traces(runs: usize) -> Vec<AnytimeTrace> {
    let mut rng = Rng::new(5);
    let mut trace = || {
        let reports =
            (0..30).map(|_| ((1e6f64.powf(rng.unit())) as u64, rng.below(5000) as Score)).collect();
        AnytimeTrace::new(reports, 1_000_000)
    };
    (0..runs).map(|_| trace()).collect()
}

/// A plot of 10,000 runs shows no more than one of 100; a size that grows with the runs would make
/// reports unreadable.
#[test]
fn size_does_not_grow_with_runs() {
    let traces = noisy_traces(10_000);
    let scores: Vec<f64> =
        traces.iter().map(|trace| trace.best_within(50_000).unwrap_or(0) as f64).collect();
    let points: Vec<(f64, f64)> =
        scores.iter().enumerate().map(|(n, &score)| (n as f64, score)).collect();
    let reached = Attainment::new(&traces, &[1000, 2000, 3000, 4000]).unwrap();
    let plots = [
        anytime("", &[Runs { label: "a", traces: &traces }], None, "nodes"),
        boxes("", "", &[Scores { label: "a", scores: &scores }], None),
        attainment("", &[Reached { label: "a", attainment: &reached }], 1_000_000, "nodes"),
        growth("", ("", ""), &[Costs { label: "a", points: &points, fits: &[] }], false),
    ];
    for svg in plots {
        read(&svg);
        assert!(svg.len() < 24_000, "{} bytes", svg.len());
    }
}

#[test]
fn same_data_same_bytes() {
    let traces = noisy_traces(20);
    let plot = || anytime("a", &[Runs { label: "b", traces: &traces }], None, "nodes");
    assert_eq!(plot(), plot());
    let reports = [(1, 5), (9, 8)];
    assert_eq!(all_plots("a", &reports, 2.0), all_plots("a", &reports, 2.0));
}

/// The curve ends where the data do: at the height of the right tick.
#[test]
fn a_curve_stands_where_its_numbers_say() {
    let traces = [AnytimeTrace::new(vec![(1, 0), (1000, 100)], 1000)];
    let svg = anytime("", &[Runs { label: "a", traces: &traces }], None, "nodes");
    let document = read(&svg);
    let tick = |label: &str, axis: &str| -> f64 {
        let named =
            |node: &roxmltree::Node| node.has_tag_name("text") && node.text() == Some(label);
        document.descendants().find(named).unwrap().attribute(axis).unwrap().parse().unwrap()
    };
    let line = document.descendants().find(|node| {
        let group = node.parent().and_then(|group| group.attribute("stroke"));
        node.has_tag_name("path") && group.is_some_and(|stroke| stroke.contains("series-1"))
    });
    let line = line.unwrap().attribute("d").unwrap();
    let (across, up) = (tick("1k", "x") - tick("1", "x"), tick("0", "y") - tick("100", "y"));
    let numbers: Vec<f64> =
        line.split(['M', ' ', 'h', 'v']).filter_map(|number| number.parse().ok()).collect();
    assert!((numbers[0] - tick("1", "x")).abs() < 0.15, "{line}");
    assert!((numbers[2] - across).abs() < 0.25 && (numbers[3] + up).abs() < 0.25, "{line}");
}

#[test]
fn long_names_keep_both_ends() {
    let long = "a solver with many settings that nobody can read at once, seed=7";
    let svg = boxes("", "", &[Scores { label: long, scores: &[1.0] }], None);
    let document = read(&svg);
    let shown = texts(&document).into_iter().find(|text| text.contains('…')).unwrap();
    assert!(shown.starts_with("a solver") && shown.ends_with("seed=7"), "{shown}");
    assert!(svg.contains(long), "the description has the full name");
}

#[test]
fn a_fit_is_written_beside_its_curve() {
    let (x, y) = ([1.0, 2.0, 3.0, 4.0], [1.0, 3.0, 5.0, 7.0]);
    let points: Vec<_> = x.into_iter().zip(y).collect();
    let fits = [Fit::new(CurveShape::Linear, &x, &y).unwrap()];
    let svg =
        growth("", ("size", "cost"), &[Costs { label: "a", points: &points, fits: &fits }], true);
    let document = read(&svg);
    assert!(texts(&document).contains(&"-1 + 2 n, R² = 1.000"), "{:?}", texts(&document));
}

#[test]
fn a_heat_map_prints_what_is_known() {
    let shares = [[Some(1.0), Some(0.5)], [None, Some(0.25)]];
    let svg = heat_map("", &["i", "j"], &["a", "b"], |row, column| shares[row][column]);
    let document = read(&svg);
    let texts = texts(&document);
    assert!(["100.0", "50.0", "–", "25.0"].iter().all(|cell| texts.contains(cell)), "{texts:?}");
    assert_eq!(document.descendants().filter(|node| node.has_tag_name("rect")).count(), 3);
}
