//! The page's files, part of the binary.

use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::problem::Problem;

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

macro_rules! files {
    ($($name:literal is $kind:ident),* $(,)?) => {
        &[$(($name, $kind, include_str!(concat!("../page/app/", $name)))),*]
    };
}

/// Name, type and text of each.
const FILES: &[(&str, &str, &str)] = files![];

/// The one document; the rest of an address is for its scripts.
pub(crate) async fn index() -> Response {
    ([(header::CONTENT_TYPE, HTML)], include_str!("../page/index.html")).into_response()
}

pub(crate) async fn file(Path(name): Path<String>) -> Response {
    match FILES.iter().find(|(known, ..)| *known == name) {
        Some((_, kind, text)) => ([(header::CONTENT_TYPE, *kind)], *text).into_response(),
        None => Problem::new(StatusCode::NOT_FOUND, format!("there is no file {name}")).into_response(),
    }
}
