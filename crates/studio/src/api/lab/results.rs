//! What experiments have found: figures for charts, comparisons, reports and exports.

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderName, header};
use axum::response::{IntoResponse, Response};
use quarry_lab::export::{Export, Selection, What};
use quarry_lab::plot::quartile_curves;
use quarry_lab::report::{Analysis, Comparison, Format, Pair};
use quarry_lab::{Contender, Figure, Measure, Plan, ResultCell, Store};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Desk, Lab, broken};
use crate::api::Shared;
use crate::problem::{Answer, Problem};

type Asked<T> = Result<Query<T>, QueryRejection>;

fn question<T>(asked: Asked<T>) -> Result<T, Problem> {
    asked.map(|Query(asked)| asked).map_err(|error| Problem::new(error.status(), error.body_text()))
}

/// Returns the figures of one contender on one instance.
fn cell(cell: &ResultCell) -> Value {
    let number = |measure| cell.figure(measure).and_then(|figure| figure.number());
    let interval = match cell.figure(Measure::Interval) {
        Some(Figure::Interval(interval)) => json!([interval.low, interval.high]),
        _ => Value::Null,
    };
    json!({
        "runs": cell.runs.len(),
        "planned": cell.pairing.units.len(),
        "complete": cell.complete(),
        "median": number(Measure::Median),
        "mean": number(Measure::Mean),
        "lowest": number(Measure::Worst),
        "highest": number(Measure::Best),
        "interval": interval,
    })
}

/// Returns the figures of all cells: small enough to be asked for while the experiment runs.
pub(crate) async fn cells(State(studio): Shared, Path(name): Path<String>) -> Answer {
    let shared = Arc::clone(&studio);
    let read = move || {
        let desk = shared.lab.desk(&name)?;
        shared.lab.results(&desk, |results| {
            let form = desk.form();
            let (done, all) = results.progress();
            let rows: Vec<Vec<Value>> =
                results.rows().map(|row| row.iter().map(cell).collect()).collect();
            json!({
                "runs_done": done,
                "runs_all": all,
                "instances": form.subjects.iter().map(|subject| &subject.name).collect::<Vec<_>>(),
                "solvers": form.contenders.iter().map(Contender::label).collect::<Vec<_>>(),
                "cells": rows,
            })
        })
    };
    studio.blocking.run(move |_| read()).await
}

#[derive(Deserialize)]
pub(crate) struct OnInstance {
    /// Index of the instance.
    instance: usize,
}

/// Returns the best score so far of each contender on one instance, over work.
pub(crate) async fn curves(
    State(studio): Shared,
    Path(name): Path<String>,
    on: Asked<OnInstance>,
) -> Answer {
    let OnInstance { instance } = question(on)?;
    let shared = Arc::clone(&studio);
    let read = move || {
        let desk = shared.lab.desk(&name)?;
        shared.lab.results(&desk, |results| {
            let row = results.rows().nth(instance);
            let row = row.ok_or_else(|| Problem::missing("there is no such instance"))?;
            let curve = |cell: &ResultCell| {
                let traces: Vec<_> = cell.runs.iter().map(|run| run.trace(cell.work)).collect();
                let [low, median, high] = quartile_curves(&traces);
                let solver = cell.pairing.contender.label();
                json!({"solver": solver, "low": low, "median": median, "high": high})
            };
            let curves: Vec<Value> = row.iter().map(curve).collect();
            Ok(json!({"work": results.work.name(), "curves": curves}))
        })?
    };
    studio.blocking.run(move |_| read()).await
}

/// The report is a separate page with its own styles and no scripts.
const REPORT_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

pub(crate) async fn report(
    State(studio): Shared,
    Path(name): Path<String>,
) -> Result<Response, Problem> {
    let shared = Arc::clone(&studio);
    let text = studio
        .blocking
        .run(move |_| {
            let desk = shared.lab.desk(&name)?;
            let page = |analysis: &Analysis| {
                Format::Html.write(&analysis.title, std::slice::from_ref(analysis))
            };
            Ok(shared.lab.analysis(&desk, page)?.into())
        })
        .await?;
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, REPORT_POLICY),
    ];
    Ok(sent(headers, &text.0))
}

#[derive(Deserialize)]
pub(crate) struct ExportForm {
    form: String,
}

/// Returns all runs of an experiment as a file: one row a run, or one JSON object a line.
pub(crate) async fn runs(
    State(studio): Shared,
    Path(name): Path<String>,
    form: Asked<ExportForm>,
) -> Result<Response, Problem> {
    let ExportForm { form } = question(form)?;
    let shared = Arc::clone(&studio);
    let file = format!("attachment; filename=\"{name}.{form}\"");
    let kind = match form.as_str() {
        "csv" => "text/csv; charset=utf-8",
        "jsonl" => "application/x-ndjson",
        other => return Err(Problem::unfit(format!("expected csv or jsonl, found {other}"))),
    };
    let write = move || {
        let desk = shared.lab.desk(&name)?;
        let plan = Plan::of(desk.form());
        let store = Store::open(&shared.lab.store).map_err(broken)?;
        let export = Export::of(&store, &Selection::Planned(&plan)).map_err(broken)?;
        let mut bytes = Vec::new();
        match form.as_str() {
            "csv" => export.csv(What::Runs, &mut bytes),
            _ => export.json_lines(&mut bytes),
        }
        .map_err(broken)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned().into())
    };
    let text = studio.blocking.run(move |_| write()).await?;
    Ok(sent([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, &file)], &text.0))
}

fn sent<const N: usize>(headers: [(HeaderName, &str); N], text: &Value) -> Response {
    let headers = headers.map(|(name, value)| (name, value.to_owned()));
    (headers, text.as_str().unwrap_or_default().to_owned()).into_response()
}

#[derive(Deserialize)]
pub(crate) struct Two {
    one: String,
    other: String,
    /// The experiment of the other solver; without it, the same.
    with: Option<String>,
}

/// Compares two solvers: of an experiment, with the tests of its report, or of two experiments, on
/// the instances that they share.
pub(crate) async fn compare(
    State(studio): Shared,
    Path(name): Path<String>,
    two: Asked<Two>,
) -> Answer {
    let two = question(two)?;
    let shared = Arc::clone(&studio);
    studio.blocking.run(move |_| compared(&shared.lab, &name, &two)).await
}

fn compared(lab: &Lab, name: &str, two: &Two) -> Result<Value, Problem> {
    let desk = lab.desk(name)?;
    let one = place(&desk, &two.one)?;
    let names = [two.one.as_str(), &two.other];
    let Some(with) = two.with.as_ref().filter(|with| *with != name) else {
        let other = place(&desk, &two.other)?;
        return lab.analysis(&desk, |analysis| {
            let pair = |comparison| pairs(comparison, [one, other], names);
            analysis.comparison.as_ref().map(pair).ok_or_else(without_instances)
        })?;
    };
    let theirs = lab.desk(with)?;
    let other = place(&theirs, &two.other)?;
    // The same solver may be in both.
    let names = [format!("{} ({name})", two.one), format!("{} ({with})", two.other)];
    let names = names.each_ref().map(String::as_str);
    lab.results(&desk, |ours| {
        lab.results(&theirs, |theirs| {
            let comparison = Comparison::between((ours, one), (theirs, other));
            comparison.map(|found| pairs(&found, [0, 1], names)).ok_or_else(without_instances)
        })?
    })?
}

fn without_instances() -> Problem {
    Problem::unfit("there are no instances yet on which both were run")
}

/// Returns the place of a solver among the contenders.
fn place(desk: &Desk, wanted: &str) -> Result<usize, Problem> {
    let solvers: Vec<String> = desk.form().contenders.iter().map(Contender::label).collect();
    let found = solvers.iter().position(|solver| solver == wanted);
    found.ok_or_else(|| {
        Problem::unfit(format!("expected one of {}, found {wanted}", solvers.join(", ")))
    })
}

fn pairs(comparison: &Comparison, [one, other]: [usize; 2], names: [&str; 2]) -> Value {
    let meets = |pair: &&Pair| (pair.left, pair.right) == (one.min(other), one.max(other));
    let view = |pair: &Pair| {
        let turned = one > other;
        let (wins, losses) =
            if turned { (pair.lower, pair.higher) } else { (pair.higher, pair.lower) };
        json!({
            "instance": pair.instance.map(|index| &comparison.instances[index]),
            "wins": wins, "losses": losses, "ties": pair.equal,
            "effect": if turned { 1.0 - pair.effect.a } else { pair.effect.a },
            "p": pair.p_value, "shown": pair.is_shown(),
        })
    };
    let pairs: Vec<Value> = comparison.pairs.iter().filter(meets).map(view).collect();
    let instances = comparison.instances.len();
    json!({
        "one": names[0], "other": names[1], "instances": instances,
        "words": sentence(names, &pairs, instances), "pairs": pairs,
    })
}

/// Returns a sentence with the conclusion about two solvers.
fn sentence([one, other]: [&str; 2], pairs: &[Value], instances: usize) -> String {
    let shown = |ahead: bool| {
        pairs
            .iter()
            .filter(|pair| pair["shown"] == true && (pair["effect"].as_f64() > Some(0.5)) == ahead)
            .count()
    };
    let (ahead, behind) = (shown(true), shown(false));
    match (pairs.len(), ahead, behind) {
        (0, ..) => format!("{one} and {other} have no common instances."),
        (1, 1, 0) => format!(
            "{one} scored higher than {other} on {instances} instances, and the difference is significant."
        ),
        (1, 0, 1) => format!(
            "{other} scored higher than {one} on {instances} instances, and the difference is significant."
        ),
        (_, 0, 0) => format!(
            "No difference between {one} and {other} could be shown; that is not evidence that they are equal."
        ),
        (tests, ..) => {
            format!(
                "Of {tests} instances, {one} is significantly ahead on {ahead}, {other} on {behind}."
            )
        }
    }
}
