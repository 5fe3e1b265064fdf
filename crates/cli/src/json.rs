//! What `--json` prints: plain data for machines, one object on one line.

use quarry::{Domain, Field, Report};
use quarry_lab::{Figure, Row, Table};
use serde_json::{Value, json};

/// A solver's report, in the order the documentation gives.
pub(crate) fn report(instance: &str, report: &Report) -> Value {
    let params: serde_json::Map<_, _> =
        report.params.iter().map(|(name, value)| ((*name).to_owned(), value_of(value))).collect();
    json!({
        "puzzle": report.puzzle,
        "instance": instance,
        "solver": report.solver,
        "params": params,
        "seed": report.seed,
        "score": report.score,
        "solved": report.solved,
        "proved": report.proved,
        // A report exists only after the judge has passed its answer.
        "verified": report.score.is_some(),
        "evaluations": report.tally.evaluations,
        "nodes": report.tally.generated,
        "seconds": report.seconds,
        "answer": report.answer,
        "bound": report.bound,
        "expanded": report.tally.expanded,
        "kept": report.tally.kept,
        "stopped": report.stopped(),
    })
}

/// A row of an experiment's table; `published` where it is what others report.
pub(crate) fn row(table: &Table, row: &Row) -> Value {
    let mut object = json!({"instance": row.instance, "solver": row.solver});
    match row.runs {
        Some(runs) => object["runs"] = runs.into(),
        None => object["published"] = true.into(),
    }
    for (measure, value) in table.measures.iter().zip(&row.figures) {
        object[measure.name()] = value.map_or(Value::Null, figure);
    }
    object
}

fn figure(figure: Figure) -> Value {
    match figure {
        Figure::Score(score) => json!(score),
        Figure::Number(number) | Figure::Share(number) | Figure::Seconds(number) => json!(number),
        Figure::Published(number) => json!(number),
        Figure::Interval(interval) => json!([interval.low, interval.high]),
    }
}

/// The description of a setting.
pub(crate) fn field(field: &Field) -> Value {
    let takes = match &field.domain {
        Domain::Whole(range) => json!({"whole": [range.start(), range.end()]}),
        Domain::Real(range) => json!({"real": [range.start(), range.end()]}),
        Domain::Switch => json!("switch"),
        Domain::Choice(words) => json!({"choice": words}),
    };
    json!({"name": field.name, "help": field.help, "default": value_of(&field.default), "takes": takes})
}

/// A setting's text as number or switch where it is one.
fn value_of(text: &str) -> Value {
    match serde_json::from_str(text) {
        Ok(value @ (Value::Number(_) | Value::Bool(_))) => value,
        _ => Value::from(text),
    }
}
