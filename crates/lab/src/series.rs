//! Series: instances of growing size, grouped to measure how the cost grows with the size.

use quarry_core::{Document, Located, ParseError};

use crate::experiment::required_text;
use crate::size::MOST_PATTERNS;
use crate::statistics::CurveShape;
use crate::subject::{self, Subject};

/// Instances of one kind, each with its size.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// Name in reports.
    pub name: String,
    /// Instances by name, with the first integer in the last part of the name: `07Diggers` has the
    /// size 7.
    pub members: Vec<(String, f64)>,
    /// Rank in a published order of difficulty, from 1 for the easiest.
    pub place: Option<u64>,
    /// Published shape of the growth.
    pub shape: Option<CurveShape>,
}

/// Reads the entries `[[series]]`.
pub(crate) fn read(document: &Document, subjects: &[Subject]) -> Result<Vec<Series>, ParseError> {
    let entries = document.tables("series")?;
    if let Some(at) = document.place("series").filter(|_| entries.len() > MOST_PATTERNS) {
        let expected = format!("at most {MOST_PATTERNS} tables `series`");
        return Err(ParseError::new(at, expected, entries.len().to_string()));
    }
    entries.iter().map(|entry| read_one(entry, subjects)).collect()
}

fn read_one(document: &Document, subjects: &[Subject]) -> Result<Series, ParseError> {
    document.only_these(&["name", "instances", "place", "shape"])?;
    let example = "instances = \"lemmings/*Diggers\"";
    let names =
        document.text("instances")?.ok_or_else(|| document.missing("instances", example))?;
    let pattern = subject::pattern(names)?;
    let mut members = Vec::new();
    for subject in subjects.iter().filter(|subject| pattern.matches(&subject.name)) {
        let size = size_in(&subject.name).ok_or_else(|| {
            names.wrong("instances with a number in their names", format!("\"{}\"", subject.name))
        })?;
        members.push((subject.name.clone(), size));
    }
    if members.is_empty() {
        return Err(
            names.wrong("names of the experiment's instances", format!("\"{}\"", names.value))
        );
    }
    Ok(Series {
        name: required_text(document, "name", "name = \"Diggers\"")?,
        members,
        place: document.positive("place", i64::MAX)?,
        shape: document.text("shape")?.map(read_shape).transpose()?,
    })
}

fn read_shape(name: Located<&str>) -> Result<CurveShape, ParseError> {
    CurveShape::ALL.into_iter().find(|shape| shape.name() == name.value).ok_or_else(|| {
        let names = CurveShape::ALL.map(CurveShape::name).join(", ");
        name.wrong(format!("one of {names}"), format!("\"{}\"", name.value))
    })
}

fn size_in(name: &str) -> Option<f64> {
    let last = name.rsplit('/').next()?;
    let digits = |letter: char| letter.is_ascii_digit();
    let number = last.trim_start_matches(|letter| !digits(letter));
    number[..number.find(|letter| !digits(letter)).unwrap_or(number.len())].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_the_first_number_of_a_name() {
        let sizes =
            ["lemmings/07Diggers", "a/b12-3", "samegame rows=4 seed=1", "v2/none"].map(size_in);
        assert_eq!(sizes, [Some(7.0), Some(12.0), Some(4.0), None]);
    }

    #[test]
    fn what_names_nothing_is_refused() {
        let entry =
            Document::parse("[[series]]\nname = \"A\"\ninstances = \"lemmings/*\"").unwrap();
        let error = read(&entry, &[]).unwrap_err().to_string();
        assert!(
            error.starts_with("line 3, column 13: expected names of the experiment's instances"),
            "{error}"
        );
    }
}
