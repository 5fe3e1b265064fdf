//! Draws all plots on one page from invented data, for a visual check after a change:
//!
//! ```sh
//! cargo run -p quarry-lab --example plots > plots.html
//! ```

use quarry_core::{Rng, Score};
use quarry_lab::plot::{
    Costs, Reached, Reference, Runs, Scores, anytime, attainment, boxes, growth, heat_map,
};
use quarry_lab::statistics::{AnytimeTrace, Attainment, CurveShape, Fit};

const NAMES: [&str; 20] = [
    "beam width=100",
    "nrpa level=3 iterations=100 alpha=1",
    "sampling",
    "annealing <fast & loose>",
    "nested level=2",
    "a-star",
    "a contender whose name is far longer than anybody would wish to read, seed=fixed",
    "greedy",
    "beam width=1000",
    "beam width=10000",
    "nrpa level=4 iterations=100 alpha=1",
    "nrpa level=4 iterations=50 alpha=0.5",
    "nested level=3",
    "nested level=1",
    "ida-star",
    "exact",
    "genetic population=100",
    "genetic population=1000",
    "tabu tenure=20",
    "random",
];

fn main() {
    let mut rng = Rng::new(1);
    let light = sheet(&mut rng, "light");
    let dark = sheet(&mut Rng::new(1), "dark");
    println!("<!doctype html><meta charset=utf-8><title>Plots of invented data</title>");
    println!("<meta name=viewport content='width=device-width'><style>{STYLE}</style>");
    println!("{light}{dark}");
}

const STYLE: &str = "body{margin:0;font-family:system-ui}main{padding:16px;display:grid;gap:28px;\
    grid-template-columns:repeat(auto-fit,minmax(min(100%,36rem),1fr))}figure{margin:0;overflow-x:auto}\
    .light{background:#fff;color:#1b1b1b}.dark{background:#15181c;color:#e6e6e6;--series-1:#4aa3df}";

/// Draws all plots in one theme.
fn sheet(rng: &mut Rng, theme: &str) -> String {
    let plots =
        [anytimes(rng, 4, 20), boxed(rng, 8), attained(rng, 4), grown(rng), mapped(rng, 12, 4)];
    let crowded = [anytimes(rng, 20, 300), boxed(rng, 20), attained(rng, 20), mapped(rng, 20, 20)];
    let empty = [anytimes(rng, 1, 0), boxed(rng, 0), anytimes(rng, 1, 1), mapped(rng, 1, 1)];
    let figures: String = plots
        .iter()
        .chain(&crowded)
        .chain(&empty)
        .map(|svg| format!("<figure>{svg}</figure>"))
        .collect();
    format!("<main class={theme}>{figures}</main>")
}

fn traces(rng: &mut Rng, series: usize, runs: usize) -> Vec<AnytimeTrace> {
    let mut traces = Vec::new();
    for _ in 0..runs {
        let mut time = 10.0 * (1.0 + rng.unit());
        let mut score = 500.0;
        let goal = 3300.0 - 110.0 * series as f64 + 150.0 * rng.unit();
        let mut reports = Vec::new();
        while time < 1e6 {
            reports.push((time as u64, score as Score));
            score += (goal - score) * 0.22 * rng.unit();
            time *= 1.0 + rng.unit();
        }
        traces.push(AnytimeTrace::new(reports, 1_000_000));
    }
    traces
}

fn anytimes(rng: &mut Rng, contenders: usize, runs: usize) -> String {
    let traces: Vec<_> = (0..contenders).map(|n| traces(rng, n, runs)).collect();
    let runs: Vec<_> =
        NAMES.iter().zip(&traces).map(|(label, traces)| Runs { label, traces }).collect();
    anytime(
        "Score over time",
        &runs,
        Some(Reference { label: "published", value: 3050.0 }),
        "nodes",
    )
}

fn boxed(rng: &mut Rng, contenders: usize) -> String {
    let mut scores = Vec::new();
    for n in 0..contenders {
        let runs = [3, 10, 40, 200, 1][n % 5];
        let spread =
            |rng: &mut Rng| 0.8 + 0.04 * rng.unit() * (1.0 + rng.unit()).powi(4) - 0.01 * n as f64;
        scores.push((0..runs).map(|_| spread(rng)).collect::<Vec<f64>>());
    }
    let rows: Vec<_> =
        NAMES.iter().zip(&scores).map(|(label, scores)| Scores { label, scores }).collect();
    boxes(
        "Scores",
        "share of best known score",
        &rows,
        Some(Reference { label: "published", value: 1.0 }),
    )
}

fn attained(rng: &mut Rng, contenders: usize) -> String {
    let targets = [1000, 2000, 2500, 2800, 3000, 3200];
    let shares = (0..contenders).map(|n| Attainment::new(&traces(rng, n, 100), &targets));
    let shares: Vec<_> = shares.collect::<Result<_, _>>().expect("there are runs and targets");
    let rows: Vec<_> = NAMES
        .iter()
        .zip(&shares)
        .map(|(label, attainment)| Reached { label, attainment })
        .collect();
    attainment("Targets reached", &rows, 1_000_000, "nodes")
}

fn grown(rng: &mut Rng) -> String {
    let sizes: Vec<f64> = (0..60).map(|n| f64::from(16 + 2 * (n / 5))).collect();
    let mut costs = Vec::new();
    for rate in [0.2, 0.3] {
        costs.push(
            sizes.iter().map(|n| 3.0 * (rate * n).exp() * (0.5 + rng.unit())).collect::<Vec<f64>>(),
        );
    }
    let points: Vec<Vec<_>> = costs
        .iter()
        .map(|costs| sizes.iter().copied().zip(costs.iter().copied()).collect())
        .collect();
    let fits: Vec<Vec<_>> = costs
        .iter()
        .map(|costs| {
            [CurveShape::Exponential, CurveShape::Power].map(|shape| Fit::new(shape, &sizes, costs))
        })
        .map(|fits| fits.into_iter().flatten().collect())
        .collect();
    let rows: Vec<_> = (NAMES.iter().zip(&points).zip(&fits))
        .map(|((label, points), fits)| Costs { label, points, fits })
        .collect();
    growth("Growth", ("cells", "nodes"), &rows, true)
        + &growth("Growth", ("cells", "nodes"), &rows, false)
}

fn mapped(rng: &mut Rng, instances: usize, contenders: usize) -> String {
    let names: Vec<String> = (1..=instances).map(|n| format!("boards/board-{n:02}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let shares: Vec<f64> =
        (0..instances * contenders).map(|_| 1.0 - 0.3 * rng.unit() * rng.unit()).collect();
    heat_map("Scores by instance and contender", &names, &NAMES[..contenders], |row, column| {
        (row != 3 || column != 1).then(|| shares[row * contenders + column])
    })
}
