//! What `--json` prints: plain data for machines, one object on one line.

use quarry::{Credit, Domain, Entries, Field, LONGEST_PLAIN, Reading, Report};
use quarry_lab::race::{Fall, Reason, Survivor};
use quarry_lab::{Contender, Figure, ResultRow, ResultTable};
use serde_json::{Value, json};

/// A solver's report, in the order the documentation gives.
/// Counted solutions come last, and only where the solver counts them.
pub(crate) fn report(instance: &str, report: &Report) -> Value {
    let params: serde_json::Map<_, _> =
        report.params.iter().map(|(name, value)| ((*name).to_owned(), value_of(value))).collect();
    let mut object = json!({
        "puzzle": report.puzzle,
        "instance": instance,
        "solver": report.solver,
        "params": params,
        "seed": report.seed,
        "score": report.score,
        "solved": report.is_solved(),
        "proved": report.proved,
        // The judge has passed every answer; `quarry verify` accepts those that are complete.
        "verified": report.is_complete(),
        "evaluations": report.tally.evaluations,
        "nodes": report.tally.generated,
        "seconds": report.seconds,
        "answer": answer(&report.answer),
        "bound": report.bound,
        "expanded": report.tally.expanded,
        "kept": report.tally.kept,
        "stopped": report.stopped(),
        "ending": report.ending.words(),
        "finishing": report.tally.finishing,
    });
    if !report.credits.is_empty() {
        let member = |credit: &Credit| json!({"name": credit.name, "share": credit.share, "won": credit.won});
        object["members"] = report.credits.iter().map(member).collect();
    }
    if let Some(solutions) = report.solutions {
        object["solutions"] = solutions.word().into();
        if !report.second.is_empty() {
            object["second"] = answer(&report.second);
        }
    }
    object
}

/// The entries of an answer: a list, or packed as in answer files if there are very many.
fn answer(entries: &Entries) -> Value {
    if entries.len() <= LONGEST_PLAIN {
        return entries.iter().collect();
    }
    let dictionary: Value = entries.dictionary().iter().map(|word| &**word).collect();
    json!({"count": entries.len(), "dictionary": dictionary, "indices": entries.packed()})
}

/// A row of an experiment's table; `published` where it is what others report.
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

/// A configuration that is left of a race.
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

/// A configuration that fell out of a race, with what it was judged by.
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
    contender.params.iter().map(|(name, value)| (name.clone(), value_of(value))).collect()
}

fn figure(figure: Figure) -> Value {
    match figure {
        Figure::Score(score) => json!(score),
        Figure::Number(number) | Figure::Share(number) | Figure::Seconds(number) => json!(number),
        Figure::Published(number) => json!(number),
        Figure::Interval(interval) => json!([interval.low, interval.high]),
    }
}

/// Figures by name.
pub(crate) fn figures<N: AsRef<str>>(figures: &[(N, Reading)]) -> Value {
    let value = |figure: &Reading| match figure {
        Reading::Whole(count) => json!(count),
        Reading::Real(number) => json!(number),
        Reading::Group(figures) => self::figures(figures),
    };
    figures.iter().map(|(name, figure)| (name.as_ref().to_owned(), value(figure))).collect()
}

/// The description of a setting.
pub(crate) fn field(field: &Field) -> Value {
    let takes = match &field.domain {
        Domain::Whole(range) => json!({"whole": [range.start(), range.end()]}),
        Domain::Real(range) => json!({"real": [range.start(), range.end()]}),
        Domain::Switch => json!("switch"),
        Domain::Choice(words) => json!({"choice": words}),
        Domain::Text(form) => json!({"text": form}),
        Domain::Weights(count) => json!({"weights": count}),
        Domain::Nets => json!("nets"),
        Domain::Numbers(count) => json!({"numbers": count}),
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
