//! How long a player's games are, where they last too long to be played.

use std::sync::Arc;

use axum::extract::State;
use quarry::{Evidence, Inquiry, Means, Splitting, SplittingLevel, SplittingSettings};
use quarry_lab::statistics::ratio;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Shared;
use super::puzzles::FormParams;
use crate::blocking::Body;
use crate::problem::{Answer, Problem};

/// Maximum number of stretches and of moves in each: a request is answered within seconds.
const MOST_STRETCHES: u64 = 200;
const MOST_MOVES: u64 = 20_000;

/// Level of confidence of the interval.
const CONFIDENCE: f64 = 0.95;

/// What is estimated, from how much play.
#[derive(Deserialize)]
pub(crate) struct EstimateRequest {
    text: String,
    solver: Option<String>,
    #[serde(default)]
    params: FormParams,
    stretches: u64,
    moves: u64,
    #[serde(default)]
    seed: u64,
}

pub(crate) async fn estimate(State(studio): Shared, Body(asked): Body<EstimateRequest>) -> Answer {
    let catalogue = studio.catalogue.clone();
    studio
        .blocking
        .run_long(move |stop| {
            let EstimateRequest { text, solver, params, stretches, moves, seed } = asked;
            if !(2..=MOST_STRETCHES).contains(&stretches) || !(1_000..=MOST_MOVES).contains(&moves)
            {
                return Err(Problem::unfit(format!(
                    "expected 2 to {MOST_STRETCHES} stretches of 1000 to {MOST_MOVES} moves"
                )));
            }
            let inquiry = Inquiry {
                solver,
                params: params.texts(),
                means: Means::Splitting(SplittingSettings { stretches, moves }),
                seed,
                threads: 1,
                stop: Arc::clone(stop),
            };
            let estimate = catalogue.open(&text)?.estimate(&inquiry, &mut |_| {});
            let estimate = estimate.map_err(|error| Problem::unfit(error.to_string()))?;
            let Evidence::Stretches(seen) = estimate.seen else {
                return Err(Problem::unfit("these games are won or lost: they have no length"));
            };
            if (seen.stretches.len() as u64) < stretches {
                return Err(Problem::too_long());
            }
            let mut told = told(&seen, moves);
            told["solver"] = estimate.solver.into();
            told["nodes"] = estimate.tally.generated.into();
            Ok(told)
        })
        .await
}

fn told(seen: &Splitting, moves: u64) -> Value {
    let Splitting { stretches, levels } = seen;
    let brought: Vec<f64> = stretches.iter().map(|stretch| stretch.score as f64).collect();
    let shares: Vec<f64> = stretches.iter().map(|stretch| stretch.ends).collect();
    // Without any end or score, the mean is unknown.
    let (mean, interval) = ratio(&brought, &shares, CONFIDENCE).ok().unzip();
    let played = (stretches.len() as u64 * moves) as f64;
    let level = |level: &SplittingLevel| {
        let (seen, plain) = (level.met as f64 / played, level.by_share / played);
        json!({"copies": level.copies, "seen": seen, "plain": plain})
    };
    json!({
        "mean": mean,
        "interval": interval.map(|interval| [interval.low, interval.high]),
        "stretches": stretches.len(),
        "ends": stretches.iter().map(|stretch| stretch.met).sum::<u64>(),
        "plain_ends": shares.iter().sum::<f64>(),
        "levels": levels.iter().map(level).collect::<Vec<_>>(),
    })
}
