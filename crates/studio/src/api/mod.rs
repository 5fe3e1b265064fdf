//! The HTTP interface. `openapi.json` describes it; a test keeps the two in step.

pub(crate) mod estimate;
pub(crate) mod film;
pub(crate) mod gallery;
pub(crate) mod jobs;
pub(crate) mod lab;
pub(crate) mod play;
pub(crate) mod puzzles;

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, State};
use axum::http::{StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};

use crate::blocking::LARGEST_BODY;
use crate::guard::{Guard, stand};
use crate::problem::Problem;
use crate::{Studio, page};

pub(crate) type Shared = State<Arc<Studio>>;

/// Returns all routes, behind the guard.
pub(crate) fn router(studio: Arc<Studio>, guard: Guard) -> Router {
    Router::new()
        .route("/", get(page::index))
        .route("/app/{file}", get(page::file))
        .route("/api/about", get(about))
        .route("/api/openapi.json", get(openapi))
        .route("/api/puzzles", get(puzzles::list))
        .route("/api/gallery", get(gallery::cards))
        .route("/api/puzzles/{id}/cover", get(gallery::cover))
        .route("/api/puzzles/{id}/example", get(gallery::example))
        .route("/api/puzzles/{id}/levels", get(gallery::levels))
        .route("/api/puzzles/{id}/examples/{name}", get(puzzles::example))
        .route("/api/open", post(puzzles::open))
        .route("/api/generate", post(puzzles::generate))
        .route("/api/rate", post(puzzles::rate))
        .route("/api/position", post(play::position))
        .route("/api/touch", post(play::touch))
        .route("/api/write", post(play::write))
        .route("/api/hint", post(play::hint))
        .route("/api/completion", post(play::completion))
        .route("/api/continue", post(play::go_on))
        .route("/api/review", post(play::reviewed))
        .route("/api/judge", post(play::judge))
        .route("/api/answer", post(play::answer))
        .route("/api/load", post(play::load))
        .route("/api/film", post(film::film))
        .route("/api/estimate", post(estimate::estimate))
        .route("/api/jobs", get(jobs::list).post(jobs::take))
        .route("/api/jobs/{id}", get(jobs::one).delete(jobs::forget))
        .route("/api/jobs/{id}/events", get(jobs::events))
        .route("/api/jobs/{id}/{change}", post(jobs::change))
        .route("/api/plan", post(lab::own::preview))
        .route("/api/experiments", get(lab::list).post(lab::own::save))
        .route("/api/experiments/{name}", get(lab::one).delete(lab::own::forget))
        .route("/api/experiments/{name}/events", get(lab::events))
        .route("/api/experiments/{name}/cells", get(lab::results::cells))
        .route("/api/experiments/{name}/curves", get(lab::results::curves))
        .route("/api/experiments/{name}/report", get(lab::results::report))
        .route("/api/experiments/{name}/compare", get(lab::results::compare))
        .route("/api/experiments/{name}/runs", get(lab::results::runs))
        .route("/api/experiments/{name}/{change}", post(lab::change))
        .fallback(nowhere)
        .method_not_allowed_fallback(not_so)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(from_fn_with_state(guard, stand))
        .with_state(studio)
}

async fn about(State(studio): Shared) -> Json<Value> {
    let limits = json!({"body_bytes": LARGEST_BODY, "answer_entries": crate::view::LONGEST_ANSWER});
    Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "jobs": studio.jobs.load(),
        "requests": studio.blocking.load(),
        "limits": limits,
    }))
}

async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], include_str!("../../openapi.json"))
        .into_response()
}

async fn nowhere() -> Problem {
    Problem::missing("there is nothing at this address; /api/openapi.json describes the interface")
}

async fn not_so() -> Problem {
    Problem::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "this method is not supported; see /api/openapi.json",
    )
}
