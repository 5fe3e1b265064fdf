//! Errors of requests, in the same format everywhere.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use quarry::ParseError;
use serde_json::{Value, json};

/// A request that was not carried out.
#[derive(Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    error: Value,
}

/// Result of a handler.
pub(crate) type Answer = Result<Json<Value>, Problem>;

impl Problem {
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Problem { status, error: json!({"message": message.into()}) }
    }

    pub(crate) fn status(&self) -> StatusCode {
        self.status
    }

    /// The request is understood, but cannot be carried out.
    pub(crate) fn unfit(message: impl Into<String>) -> Self {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    /// The requested thing does not exist.
    pub(crate) fn missing(what: impl Into<String>) -> Self {
        Problem::new(StatusCode::NOT_FOUND, what)
    }

    /// The request may succeed later.
    pub(crate) fn busy(message: impl Into<String>) -> Self {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, message)
    }

    /// The answer took too long.
    pub(crate) fn too_long() -> Self {
        Problem::busy(
            "this takes longer than a request may take here; the command line allows longer limits",
        )
    }

    /// A bug of ours, or an error of the disk.
    pub(crate) fn ours(message: impl Into<String>) -> Self {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, message)
    }
}

impl From<ParseError> for Problem {
    fn from(error: ParseError) -> Self {
        let (at, expected, found) = (error.at, error.expected, error.found);
        let message =
            format!("line {}, column {}: expected {expected}, found {found}", at.line, at.column);
        let error = json!({"message": message, "line": at.line, "column": at.column, "expected": expected, "found": found});
        Problem { status: StatusCode::UNPROCESSABLE_ENTITY, error }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.status, Json(json!({"error": self.error}))).into_response()
    }
}
