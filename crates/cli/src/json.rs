//! Output of `--json`: plain data for machines, one object per line.

use quarry::{Reading, wire};
use quarry_lab::race::{Fall, Reason, Survivor};
use quarry_lab::{Contender, Figure, ResultRow, ResultTable};
use serde_json::{Value, json};

/// Converts a row of an experiment's table; `published` marks published figures.
pub(crate) fn row(table: &ResultTable, row: &ResultRow) -> Value {
    let mut object = json!({"instance": row.instance, "solver": row.solver});
    match row.runs {
        Some(runs) => {
            object["runs"] = runs.into();
            object["complete_runs"] = row.complete.into();
        }
        None => object["published"] = true.into(),
    }
    for (measure, value) in table.measures.iter().zip(&row.figures) {
        object[measure.name()] = value.map_or(Value::Null, figure);
    }
    object
}

/// Converts a configuration that is left at the end of a race.
pub(crate) fn standing(standing: &Survivor) -> Value {
    json!({
        "solver": standing.contender.solver,
        "params": chosen(&standing.contender),
        "left": true,
        "entered": standing.entered,
        "blocks": standing.blocks,
        "mean_rank": standing.mean_rank,
        "mean_score": standing.mean_score.mean,
        "complete": standing.mean_score.complete,
    })
}

/// Converts a configuration that was eliminated from a race, with the data of the decision.
pub(crate) fn fall(fall: &Fall) -> Value {
    let (reason, p_value) = match fall.reason {
        Reason::Worse { p_value } => ("worse", Some(p_value)),
        Reason::Outranked => ("outranked", None),
    };
    json!({
        "solver": fall.contender.solver,
        "params": chosen(&fall.contender),
        "left": false,
        "entered": fall.entered,
        "iteration": fall.iteration,
        "blocks": fall.blocks,
        "judged_by": fall.judged_by,
        "mean_score": fall.mean_score.mean,
        "complete": fall.mean_score.complete,
        "best": fall.best,
        "best_score": fall.best_score.mean,
        "reason": reason,
        "p_value": p_value,
    })
}

fn chosen(contender: &Contender) -> serde_json::Map<String, Value> {
    wire::settings(&contender.params)
}

fn figure(figure: Figure) -> Value {
    match figure {
        Figure::Score(score) => json!(score),
        Figure::Number(number) | Figure::Share(number) | Figure::Seconds(number) => json!(number),
        Figure::Milliseconds(number) | Figure::Published(number) => json!(number),
        Figure::Interval(interval) => json!([interval.low, interval.high]),
    }
}

/// Converts figures by name.
pub(crate) fn figures<N: AsRef<str>>(figures: &[(N, Reading)]) -> Value {
    let value = |figure: &Reading| match figure {
        Reading::Whole(count) => json!(count),
        Reading::Real(number) => json!(number),
        Reading::Group(figures) => self::figures(figures),
    };
    figures.iter().map(|(name, figure)| (name.as_ref().to_owned(), value(figure))).collect()
}
