//! Errors as Python exceptions: Quarry's messages, with the position if it is known.

use pyo3::create_exception;
use pyo3::exceptions::{PyFileNotFoundError, PyOSError, PyValueError};
use pyo3::prelude::*;
use std::io;

create_exception!(
    quarry,
    ParseError,
    PyValueError,
    "Malformed text. `file`, `line` and `column` say where, `expected` and `found` what is wrong."
);

/// Returns the exception for a text of this name that cannot be parsed.
pub(crate) fn malformed(py: Python, file: &str, error: &quarry::ParseError) -> PyErr {
    let quarry::Position { line, column } = error.at;
    let words =
        format!("{file}:{line}:{column}: expected {}, found {}", error.expected, error.found);
    let raised = ParseError::new_err(words);
    let value = raised.value(py);
    let told = value
        .setattr("file", file)
        .and_then(|()| value.setattr("line", line))
        .and_then(|()| value.setattr("column", column))
        .and_then(|()| value.setattr("expected", &error.expected))
        .and_then(|()| value.setattr("found", &error.found));
    told.err().unwrap_or(raised)
}

/// Returns the exception for a file that cannot be read or written, with advice.
pub(crate) fn unusable(file: &str, error: &io::Error, advice: &str) -> PyErr {
    let words = format!("{file}: {error}; {advice}");
    if error.kind() == io::ErrorKind::NotFound {
        PyFileNotFoundError::new_err(words)
    } else {
        PyOSError::new_err(words)
    }
}

/// Returns the exception for an unusable value.
pub(crate) fn unfit(words: impl ToString) -> PyErr {
    PyValueError::new_err(words.to_string())
}
