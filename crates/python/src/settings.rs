//! Conversion of settings between Python's values and Quarry's texts.

use std::path::PathBuf;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyString};
use quarry::{Domain, Field, RecipeFile, WeightsFile};

use crate::catalogue::standard;
use crate::complaint::{malformed, unfit, unusable};

/// Settings as given by the user.
pub(crate) type Chosen = Vec<(String, String)>;

/// Converts keyword arguments to settings. For learned weights or nets, a file may be given.
pub(crate) fn chosen(
    puzzle: &str,
    fields: &[Field],
    given: Option<&Bound<PyDict>>,
) -> PyResult<Chosen> {
    let Some(given) = given else { return Ok(Vec::new()) };
    let read = |(name, value): (Bound<PyAny>, Bound<PyAny>)| {
        let name: String = name.extract()?;
        let field = fields.iter().find(|field| field.name == name);
        let text = match field {
            Some(field) => learned(puzzle, field, &value)?,
            None => written(&value)?,
        };
        Ok((name, text))
    };
    given.iter().map(read).collect()
}

/// Converts a value to the text form of settings.
fn written(value: &Bound<PyAny>) -> PyResult<String> {
    if let Ok(switch) = value.cast::<PyBool>() {
        return Ok(switch.is_true().to_string());
    }
    if value.is_instance_of::<PyString>() || value.is_instance_of::<PyInt>() {
        return Ok(value.str()?.to_string());
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        return Ok(number.value().to_string());
    }
    if let Ok(numbers) = value.extract::<Vec<f64>>() {
        return Ok(numbers.iter().map(f64::to_string).collect::<Vec<_>>().join(","));
    }
    if let Ok(path) = value.extract::<PathBuf>() {
        return Ok(path.display().to_string());
    }
    // Numbers of other libraries, such as numpy's.
    if value.hasattr("item")? {
        return written(&value.call_method0("item")?);
    }
    let kind = value.get_type().name()?;
    Err(PyTypeError::new_err(format!(
        "a setting is a number, a boolean, a string, a list of numbers or a path, not {kind}"
    )))
}

/// Reads a value. If it does not fit a setting with learned values, it is taken as the name of a
/// file with the values.
fn learned(puzzle: &str, field: &Field, value: &Bound<PyAny>) -> PyResult<String> {
    let (text, domain) = (written(value)?, &field.domain);
    let from_file = matches!(
        domain,
        Domain::Weights(_) | Domain::Numbers(_) | Domain::Nets | Domain::Recipe(_)
    );
    if !from_file || domain.admits(&text) {
        return Ok(text);
    }
    let py = value.py();
    let advice = "expected a file that `quarry train` has written, or the values themselves";
    let bytes = std::fs::read(&text).map_err(|error| unusable(&text, &error, advice))?;
    if *domain == Domain::Nets {
        return standard().admit_nets(&bytes).map_err(|error| malformed(py, &text, &error));
    }
    let content = String::from_utf8(bytes)
        .map_err(|_| unfit(format!("{text}: {advice}, found a binary file")))?;
    if let Domain::Recipe(_) = domain {
        let found = RecipeFile::parse(&content, field.name);
        let found = found.map_err(|error| malformed(py, &text, &error))?;
        if found.puzzle != puzzle {
            let (name, kind) = (field.name, found.puzzle);
            return Err(unfit(format!(
                "{text}: expected a {name} for {puzzle}, found one for {kind}"
            )));
        }
        return Ok(found.recipe);
    }
    let model =
        WeightsFile::parse(&content, domain).map_err(|error| malformed(py, &text, &error))?;
    let weights: Vec<_> = model.weights.iter().map(f64::to_string).collect();
    let weights = weights.join(",");
    if model.puzzle != puzzle || !domain.admits(&weights) {
        let (kind, found) = (&model.puzzle, model.weights.len());
        return Err(unfit(format!(
            "{text}: expected a model of {puzzle} with {domain}, found one of {kind} with {found}"
        )));
    }
    Ok(weights)
}

/// Converts a setting's text to a number or a boolean if it is one.
pub(crate) fn value_of<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(number) = text.parse::<i64>() {
        return Ok(number.into_pyobject(py)?.into_any());
    }
    if let Ok(number) = text.parse::<f64>() {
        return Ok(number.into_pyobject(py)?.into_any());
    }
    if let Ok(switch) = text.parse::<bool>() {
        return Ok(PyBool::new(py, switch).to_owned().into_any());
    }
    Ok(PyString::new(py, text).into_any())
}

/// Converts settings to a dictionary.
pub(crate) fn dictionary<'py>(
    py: Python<'py>,
    values: impl IntoIterator<Item = (&'static str, impl AsRef<str>)>,
) -> PyResult<Bound<'py, PyDict>> {
    let all = PyDict::new(py);
    for (name, value) in values {
        all.set_item(name, value_of(py, value.as_ref())?)?;
    }
    Ok(all)
}
