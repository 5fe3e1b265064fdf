//! Requests about the puzzles, their instances and generators.

use std::collections::BTreeMap;

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use quarry::{Budget, Collection, GenerateError, Tier};
use serde::Deserialize;
use serde_json::{Value, json};

use super::Shared;
use crate::blocking::Body;
use crate::compressed::CompressedText;
use crate::problem::{Answer, Problem};
use crate::view;

/// Settings by name; a number or a boolean may be given as such or as text.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(transparent)]
pub(crate) struct FormParams(BTreeMap<String, Value>);

impl FormParams {
    pub(crate) fn texts(&self) -> Vec<(String, String)> {
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        self.0.iter().map(|(name, value)| (name.clone(), text(value))).collect()
    }
}

pub(crate) async fn list(State(studio): Shared, request: HeaderMap) -> Response {
    let listed = || {
        let puzzles: Value = studio.catalogue.puzzles().map(view::puzzle).collect();
        CompressedText::new("application/json", puzzles.to_string())
    };
    studio.puzzles.get_or_init(listed).answer(&request)
}

pub(crate) async fn example(
    State(studio): Shared,
    Path((id, name)): Path<(String, String)>,
) -> Answer {
    let catalogue = studio.catalogue.clone();
    studio
        .blocking
        .run(move |_| {
            let path = format!("{id}/{name}");
            let example = catalogue
                .example(&path)
                .ok_or_else(|| Problem::missing(format!("there is no example {path}")))?;
            Ok(view::instance(&*catalogue.open(example.text)?))
        })
        .await
}

#[derive(Deserialize)]
pub(crate) struct Text {
    text: String,
}

#[derive(Deserialize)]
pub(crate) struct TextToOpen {
    text: String,
    /// Which puzzle of a collection, from 1.
    #[serde(default = "first")]
    number: usize,
}

fn first() -> usize {
    1
}

pub(crate) async fn open(State(studio): Shared, Body(wish): Body<TextToOpen>) -> Answer {
    let catalogue = studio.catalogue.clone();
    studio
        .blocking
        .run(move |_| {
            let collection = Collection::of(&catalogue, &wish.text, None);
            let count = collection.count();
            if !(1..=count).contains(&wish.number) {
                return Err(Problem::unfit(format!("this text has {count} puzzles")));
            }
            let mut opened = view::instance(&*collection.open(wish.number - 1)?);
            opened["count"] = count.into();
            Ok(opened)
        })
        .await
}

#[derive(Deserialize)]
pub(crate) struct GenerateForm {
    puzzle: String,
    #[serde(default)]
    params: FormParams,
    seed: u64,
}

pub(crate) async fn generate(State(studio): Shared, Body(wish): Body<GenerateForm>) -> Answer {
    let catalogue = studio.catalogue.clone();
    studio
        .blocking
        .run_long(move |stop| {
            let missing = || Problem::missing(format!("there is no puzzle {}", wish.puzzle));
            let entry = catalogue.puzzle(&wish.puzzle).ok_or_else(missing)?;
            let made = entry.generate(&wish.params.texts(), wish.seed, Budget::default(), stop);
            let text = made.map_err(|error| match error {
                GenerateError::Refused(why) => Problem::unfit(why),
                GenerateError::Stopped => Problem::too_long(),
            })?;
            Ok(view::instance(&*entry.open(&text)?))
        })
        .await
}

/// Maximum seconds to rate a board that is filled in.
const SECONDS_TO_RATE: f64 = 5.0;

/// Maximum number of evaluations to analyse a level.
const EVALUATIONS_TO_RATE: u64 = 1_000_000;

pub(crate) async fn rate(State(studio): Shared, Body(Text { text }): Body<Text>) -> Answer {
    let catalogue = studio.catalogue.clone();
    studio
        .blocking
        .run_long(move |stop| {
            let instance = catalogue.open(&text)?;
            let limit = Budget { seconds: Some(SECONDS_TO_RATE), ..Budget::default() };
            if let Some(rating) = instance.rating(limit, stop) {
                let tier = rating.tier.map_or("not known: the rating took too long", Tier::name);
                let mut lines = vec![
                    json!(["difficulty", tier]),
                    json!(["points", rating.score.to_string()]),
                    json!(["longest chain", rating.longest.to_string()]),
                ];
                lines.extend(
                    rating.used.iter().map(|(technique, count)| {
                        json!([technique.name, format!("{count} times")])
                    }),
                );
                lines.extend(rating.hardest.iter().map(|(technique, sentence)| {
                    json!([format!("hardest: {technique}"), sentence])
                }));
                lines.extend(rating.unsolved.iter().map(|why| json!(["unsolved", why])));
                return Ok(json!({"lines": lines}));
            }
            let budget = Budget { evaluations: Some(EVALUATIONS_TO_RATE), ..Budget::default() };
            let Some(settled) = instance.analyse_goal(budget, stop) else {
                return Err(Problem::unfit(format!(
                    "instances of {} cannot be rated",
                    instance.puzzle()
                )));
            };
            let known = |fact: Option<String>| fact.unwrap_or_else(|| "not settled".to_owned());
            let solvable =
                settled.solvable.map(|yes| if yes { "yes" } else { "no, proved" }.to_owned());
            let fewest = settled.prospect.map(|prospect| prospect.time.to_string());
            let orders = settled.prospect.map(|prospect| prospect.orders.to_string());
            Ok(json!({"lines": [
                ["solvable", known(solvable)],
                ["fewest time steps", known(fewest)],
                ["fewest orders", known(orders)],
            ]}))
        })
        .await
}
