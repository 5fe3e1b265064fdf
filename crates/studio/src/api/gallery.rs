//! Requests of the gallery. Cards come at once, pictures and levels one puzzle at a time; what was
//! computed is kept.

use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde_json::Value;

use super::Shared;
use crate::Studio;
use crate::compressed::CompressedText;
use crate::gallery::{self, GalleryPart};
use crate::problem::Problem;

pub(crate) async fn cards(State(studio): Shared, request: HeaderMap) -> Response {
    let listed = || {
        let cards: Value = studio.catalogue.puzzles().map(gallery::card).collect();
        CompressedText::new("application/json", cards.to_string())
    };
    studio.cards.get_or_init(listed).answer(&request)
}

pub(crate) async fn cover(
    State(studio): Shared,
    Path(id): Path<String>,
    request: HeaderMap,
) -> Result<Response, Problem> {
    part(studio, GalleryPart::Cover, id, &request).await
}

pub(crate) async fn example(
    State(studio): Shared,
    Path(id): Path<String>,
    request: HeaderMap,
) -> Result<Response, Problem> {
    part(studio, GalleryPart::Example, id, &request).await
}

pub(crate) async fn levels(
    State(studio): Shared,
    Path(id): Path<String>,
    request: HeaderMap,
) -> Result<Response, Problem> {
    part(studio, GalleryPart::Levels, id, &request).await
}

async fn part(
    studio: Arc<Studio>,
    part: GalleryPart,
    id: String,
    request: &HeaderMap,
) -> Result<Response, Problem> {
    let key = (part, id);
    let known = || studio.shown.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
    if let Some(shown) = known() {
        return Ok(shown.answer(request));
    }
    let (catalogue, id) = (studio.catalogue.clone(), key.1.clone());
    let computed = studio.blocking.run(move |stop| {
        let missing = || Problem::missing(format!("there is no puzzle {id}"));
        let value = part.of(catalogue.puzzle(&id).ok_or_else(missing)?, stop);
        if stop.load(Ordering::Relaxed) { Err(Problem::too_long()) } else { Ok(value) }
    });
    let shown = Arc::new(CompressedText::new("application/json", computed.await?.0.to_string()));
    let answer = shown.answer(request);
    studio.shown.lock().unwrap_or_else(PoisonError::into_inner).insert(key, shown);
    Ok(answer)
}
