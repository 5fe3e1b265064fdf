//! Settings of solvers and generators as an experiment file gives them: checks them and expands
//! grids.

use quarry::RecipeFile;
use quarry_core::text::Choices;
use quarry_core::{Domain, Field, Located, ParseError, did_you_mean};

use crate::subject::Lookup;

/// Returns an error for a name that is not a field, or a value outside the field's domain.
pub(crate) fn check(fields: &[Field], choices: &Choices) -> Result<(), ParseError> {
    for (name, values) in choices {
        let field = field_called(fields, *name)?;
        if values.is_empty() {
            return Err(name.wrong(format!("at least one value of `{}`", field.name), "none"));
        }
        if let Some(unfit) = values.iter().find(|value| !field.domain.admits(&value.value)) {
            let expected = format!("{} for `{}`", field.domain, field.name);
            return Err(unfit.wrong(expected, format!("`{}`", unfit.value)));
        }
    }
    Ok(())
}

/// Replaces the names of files that `quarry train` has written: those of nets with the identifiers
/// under which the catalogue admits the nets, those of programmes and formulas with their texts.
pub(crate) fn read_learned(
    fields: &[Field],
    choices: &mut Choices,
    lookup: Lookup,
) -> Result<(), ParseError> {
    for (name, values) in choices {
        let domain =
            fields.iter().find(|field| field.name == name.value).map(|field| &field.domain);
        let Some(domain @ (Domain::Nets | Domain::Recipe(_))) = domain else { continue };
        for value in values.iter_mut().filter(|value| !domain.admits(&value.value)) {
            let wrong = |found: String| {
                value.wrong(domain.to_string(), format!("`{}`: {found}", value.value))
            };
            let folder = lookup.folder.ok_or_else(|| wrong("no files can be read here".into()))?;
            let file = std::fs::read(folder.join(&value.value))
                .map_err(|error| wrong(error.to_string()))?;
            let read = if *domain == Domain::Nets {
                lookup.catalogue.admit_nets(&file)
            } else {
                RecipeFile::parse(&String::from_utf8_lossy(&file), name.value)
                    .map(|file| file.recipe)
            };
            value.value = read.map_err(|error| wrong(error.to_string()))?;
        }
    }
    Ok(())
}

/// Returns the field with this name.
pub(crate) fn field_called<'f>(
    fields: &'f [Field],
    name: Located<&str>,
) -> Result<&'f Field, ParseError> {
    fields.iter().find(|field| field.name == name.value).ok_or_else(|| {
        let known: Vec<_> = fields.iter().map(|field| field.name).collect();
        let expected = match known.as_slice() {
            [] => "no settings, because there are none here".to_owned(),
            known => format!("one of the settings {}", known.join(", ")),
        };
        let meant = did_you_mean(name.value, known);
        name.wrong(expected, format!("`{}`{meant}", name.value))
    })
}

/// Returns the number of combinations that [`grid`] makes, without making them.
pub(crate) fn points(choices: &Choices) -> u64 {
    choices.iter().fold(1, |points: u64, (_, values)| points.saturating_mul(values.len() as u64))
}

/// Returns every combination of one value for each name; the last name changes fastest. There may
/// be more than memory holds: callers look at [`points`] first.
pub(crate) fn grid(choices: &Choices) -> Vec<Vec<(String, String)>> {
    choices.iter().fold(vec![Vec::new()], |points, (name, values)| {
        let extended = |point: &Vec<(String, String)>| {
            let with = |value: &Located<String>| {
                let mut longer = point.clone();
                longer.push((name.value.to_owned(), value.value.clone()));
                longer
            };
            values.iter().map(with).collect::<Vec<_>>()
        };
        points.iter().flat_map(extended).collect()
    })
}

#[cfg(test)]
mod tests {
    use quarry_core::Document;

    use super::*;

    #[test]
    fn a_grid_takes_every_combination() {
        let text = "a = [1, 2]\nb = [\"x\", \"y\"]\nc = true\n";
        let document = Document::parse(text).unwrap();
        let points = grid(&document.choices().unwrap());
        let texts: Vec<_> =
            points.iter().map(|point| format!("{}{}", point[0].1, point[1].1)).collect();
        assert_eq!(texts, ["1x", "1y", "2x", "2y"]);
        assert_eq!(super::points(&document.choices().unwrap()), 4);
    }
}
