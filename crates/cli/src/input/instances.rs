//! The instances that a name on the command line stands for.

use std::path::Path;

use quarry::{Catalogue, Collection, Instance};

use super::{Complaint, no_such, shown, text, unknown_puzzle};
use crate::args::PuzzleName;

/// What was expected where no instance was found.
const EXPECTED: &str =
    "expected a file, `-`, an address, or an example's name from `quarry list examples`";

/// The instances of a name: several for a collection, otherwise one.
pub(crate) struct Instances {
    /// The name without the number of an instance, for messages.
    file: String,
    collection: Collection,
    /// Index of the only instance that was asked for, as FILE#NUMBER.
    chosen: Option<usize>,
}

impl Instances {
    /// Reads what `name` stands for: a file, `-`, an address, PUZZLE/EXAMPLE, or FILE#NUMBER for one
    /// instance of a collection. All instances are checked here, so that no work is done for a file
    /// that is malformed further down.
    pub(crate) fn read(
        catalogue: &Catalogue,
        name: &str,
        named: &PuzzleName,
    ) -> Result<Self, Complaint> {
        let puzzle = named.puzzle.as_deref();
        if let Some(id) = puzzle.filter(|id| catalogue.puzzle(id).is_none()) {
            return Err(unknown_puzzle(catalogue, id));
        }
        let (file, number) = numbered(name);
        let text = match puzzle.and_then(|id| catalogue.puzzle(id)) {
            Some(entry) if entry.is_line(file) && !Path::new(file).exists() => file.to_owned(),
            _ => instance_text(catalogue, file)?,
        };
        let collection = Collection::of(catalogue, &text, puzzle);
        let count = collection.count();
        if number.is_some_and(|number| !(1..=count).contains(&number)) {
            let words = format!("{name}: expected a number from 1 to {count}, as {file} has");
            return Err(Complaint::Words(words));
        }
        let chosen = number.map(|number| number - 1);
        let instances = Instances { file: file.to_owned(), collection, chosen };
        if instances.count() > 1 {
            (0..count).try_for_each(|index| instances.open(index).map(|_| ()))?;
        }
        Ok(instances)
    }

    /// Returns how many there are, at least one.
    pub(crate) fn count(&self) -> usize {
        if self.chosen.is_some() { 1 } else { self.collection.count() }
    }

    /// Returns the name of an instance, which stands for it on the command line.
    pub(crate) fn name(&self, index: usize) -> String {
        match (self.chosen, self.collection.count()) {
            (None, 1) => self.file.clone(),
            (chosen, _) => format!("{}#{}", self.file, chosen.unwrap_or(index) + 1),
        }
    }

    /// Returns the name of the file, address or example, without a number.
    pub(crate) fn file(&self) -> &str {
        &self.file
    }

    /// Returns the text of an instance.
    pub(crate) fn text(&self, index: usize) -> &str {
        self.collection.text_of(self.chosen.unwrap_or(index))
    }

    /// Opens an instance.
    pub(crate) fn open(&self, index: usize) -> Result<Box<dyn Instance>, Complaint> {
        let opened = self.collection.open(self.chosen.unwrap_or(index));
        opened.map_err(|error| Complaint::Malformed(shown(&self.file), error))
    }

    /// Opens the instance if there is only one.
    pub(crate) fn only(&self) -> Result<Box<dyn Instance>, Complaint> {
        match self.count() {
            1 => self.open(0),
            count => {
                let (file, first) = (shown(&self.file), self.name(0));
                Err(Complaint::Words(format!(
                    "{file}: expected one puzzle, found {count}; name one of them, such as {first}"
                )))
            }
        }
    }
}

/// Opens the one instance that `name` stands for.
pub(crate) fn instance(
    catalogue: &Catalogue,
    name: &str,
    named: &PuzzleName,
) -> Result<Box<dyn Instance>, Complaint> {
    Instances::read(catalogue, name, named)?.only()
}

/// Returns the text of what `name` stands for: a file, `-`, PUZZLE/EXAMPLE, an address or another
/// form that is a puzzle by itself.
pub(crate) fn instance_text(catalogue: &Catalogue, name: &str) -> Result<String, Complaint> {
    if name == "-" || Path::new(name).exists() {
        return text(name, EXPECTED);
    }
    if let Some(example) = catalogue.example(name) {
        return Ok(example.text.to_owned());
    }
    let is_line = || catalogue.puzzles().any(|one| one.recognises(name) && one.is_line(name));
    if is_web_address(name) || is_line() {
        return Ok(name.to_owned());
    }
    let examples: Vec<String> = catalogue.example_names().collect();
    Err(no_such(name, "file or example", &examples, EXPECTED))
}

/// Returns whether a text is the address of a page.
pub(crate) fn is_web_address(text: &str) -> bool {
    text.starts_with("http://") || text.starts_with("https://")
}

/// Takes the number off FILE#NUMBER, unless there is a file of this very name.
fn numbered(name: &str) -> (&str, Option<usize>) {
    let parts = name.rsplit_once('#').and_then(|(file, number)| Some((file, number.parse().ok()?)));
    match parts {
        Some((file, number)) if Path::new(file).exists() && !Path::new(name).exists() => {
            (file, Some(number))
        }
        _ => (name, None),
    }
}
