//! Reads the files and names given on the command line, and reports clear errors.

mod instances;

use std::fmt;
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use quarry::{
    Catalogue, Domain, Field, Instance, ParseError, Position, RecipeFile, WeightsFile, did_you_mean,
};
use quarry_lab::race::Race;
use quarry_lab::{Experiment, Lookup, Shipped, collection};

pub(crate) use instances::{Instances, instance, instance_text, is_web_address};

/// Maximum size of an instance, experiment or model in bytes; protects against naming the wrong
/// file.
const LARGEST_INPUT: u64 = 64 << 20;
/// Maximum size of an answer in bytes: it may have some hundred million moves.
const LARGEST_ANSWER: u64 = 1 << 30;

/// An error in the input or the call, ready to be printed.
#[derive(Debug)]
pub(crate) enum Complaint {
    /// Malformed input: the file and the position.
    Malformed(String, ParseError),
    /// A file that cannot be read or written: its name, the error, and advice.
    Unusable(String, io::Error, &'static str),
    /// Any other error, as text.
    Words(String),
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: ")?;
        match self {
            Complaint::Malformed(file, error) => {
                let Position { line, column } = error.at;
                write!(f, "{file}:{line}:{column}: {}", error.words())
            }
            Complaint::Unusable(file, error, advice) => write!(f, "{file}: {error}; {advice}"),
            Complaint::Words(words) => write!(f, "{words}"),
        }
    }
}

impl Complaint {
    /// Whether the reader of our output closed the pipe.
    pub(crate) fn is_broken_pipe(&self) -> bool {
        matches!(self, Complaint::Unusable(_, error, _) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// Converts an error in writing to standard output.
impl From<io::Error> for Complaint {
    fn from(error: io::Error) -> Self {
        Complaint::Unusable("standard output".to_owned(), error, "no more output can be written")
    }
}

/// Returns the error for an unknown puzzle.
pub(crate) fn unknown_puzzle(catalogue: &Catalogue, name: &str) -> Complaint {
    let ids = catalogue.ids();
    let meant = did_you_mean(name, ids.iter().copied());
    Complaint::Words(format!("unknown puzzle '{name}'{meant}: expected one of {}", ids.join(", ")))
}

/// Returns the error for an unknown name, with similar names.
fn no_such<N: AsRef<str>>(name: &str, what: &str, known: &[N], expected: &str) -> Complaint {
    let meant = did_you_mean(name, known.iter().map(AsRef::as_ref));
    Complaint::Words(format!("{name}: there is no such {what}{meant}; {expected}"))
}

/// Returns the text of an answer file.
pub(crate) fn answer(name: &str) -> Result<String, Complaint> {
    let advice = "expected an answer file, as `quarry solve -o FILE` writes it";
    decoded(name, bytes_up_to(LARGEST_ANSWER, name, advice)?)
}

/// Converts the given settings of a solver; a file may stand for weights or nets.
pub(crate) fn settings(
    catalogue: &Catalogue,
    instance: &dyn Instance,
    solver: &str,
    params: &[(String, String)],
) -> Result<Vec<(String, String)>, Complaint> {
    let fields = instance.solver(solver).map_or(Vec::new(), |known| known.fields);
    learned(catalogue, instance.puzzle(), &fields, params)
}

/// Converts the given settings; a file may stand for learned values.
pub(crate) fn learned(
    catalogue: &Catalogue,
    puzzle: &str,
    fields: &[Field],
    params: &[(String, String)],
) -> Result<Vec<(String, String)>, Complaint> {
    let read = |(name, value): &(String, String)| {
        let domain = fields.iter().find(|field| field.name == name).map(|field| &field.domain);
        let value = match domain {
            Some(domain @ (Domain::Weights(count) | Domain::Numbers(count)))
                if !domain.admits(value) =>
            {
                weights(value, puzzle, domain, *count)?
            }
            Some(domain @ Domain::Recipe(_)) if !domain.admits(value) => {
                recipe(value, puzzle, name)?
            }
            Some(domain @ Domain::Nets) if !domain.admits(value) => {
                let file = bytes(
                    value,
                    "expected `usual`, or a file of nets, such as `quarry train` writes",
                )?;
                catalogue
                    .admit_nets(&file)
                    .map_err(|error| Complaint::Malformed(shown(value), error))?
            }
            _ => value.clone(),
        };
        Ok((name.clone(), value))
    };
    params.iter().map(read).collect()
}

/// Returns the programme or formula of a file as a setting.
fn recipe(file: &str, puzzle: &str, setting: &str) -> Result<String, Complaint> {
    let text = text(file, "expected a file that `quarry train` has written, or the text itself")?;
    let found = RecipeFile::parse(&text, setting)
        .map_err(|error| Complaint::Malformed(shown(file), error))?;
    if found.puzzle != puzzle {
        let found = found.puzzle;
        let words = format!("{file}: expected a {setting} for {puzzle}, found one for {found}");
        return Err(Complaint::Words(words));
    }
    Ok(found.recipe)
}

/// Returns the weights of a model file as a setting.
fn weights(file: &str, puzzle: &str, domain: &Domain, count: usize) -> Result<String, Complaint> {
    let text = text(
        file,
        "expected a model file, such as `quarry train` writes, or weights separated by commas",
    )?;
    let model = WeightsFile::parse(&text, domain)
        .map_err(|error| Complaint::Malformed(shown(file), error))?;
    if model.puzzle != puzzle || model.weights.len() != count {
        let (kind, found) = (&model.puzzle, model.weights.len());
        return Err(Complaint::Words(format!(
            "{file}: expected a model of {puzzle} with {count} weights, found one of {kind} with {found}"
        )));
    }
    Ok(model.weights.iter().map(f64::to_string).collect::<Vec<_>>().join(","))
}

/// Reads the experiment that `name` stands for: a file, `-`, or one that ships with the program. It
/// gets the name of its file, and the files it names are relative to that file.
pub(crate) fn experiment(catalogue: &Catalogue, name: &str) -> Result<Experiment, Complaint> {
    let expected = "expected an experiment's file, `-`, or a name from `quarry list experiments`";
    if name == "-" || Path::new(name).exists() {
        return study(catalogue, name, expected, Experiment::parse);
    }
    let names: Vec<&str> = collection(catalogue).map(|shipped| shipped.name).collect();
    let shipped = Shipped::named(catalogue, name);
    shipped
        .map(|shipped| shipped.experiment(catalogue))
        .ok_or_else(|| no_such(name, "file or experiment", &names, expected))
}

/// Reads the race of an experiment file or of `-`.
pub(crate) fn race(catalogue: &Catalogue, name: &str) -> Result<Race, Complaint> {
    study(catalogue, name, "expected an experiment file with a race, or `-`", Race::parse)
}

fn study<T>(
    catalogue: &Catalogue,
    name: &str,
    expected: &'static str,
    parse: fn(&str, &str, Lookup) -> Result<T, ParseError>,
) -> Result<T, Complaint> {
    let text = text(name, expected)?;
    let path = Path::new(name);
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let folder = path.parent().unwrap_or(Path::new(""));
    parse(&stem, &text, Lookup::in_folder(catalogue, folder))
        .map_err(|error| Complaint::Malformed(shown(name), error))
}

/// Returns the full or the reduced form of an experiment.
pub(crate) fn form(whole: &Experiment, reduced: bool) -> Result<&Experiment, Complaint> {
    let missing = || {
        let advice = "leave out --reduced, or give its file a table `reduced`";
        Complaint::Words(format!("{}: this experiment has no reduced form; {advice}", whole.name))
    };
    if reduced { whole.reduced().ok_or_else(missing) } else { Ok(whole) }
}

/// Returns the bytes of a file or of standard input.
pub(crate) fn bytes(name: &str, advice: &'static str) -> Result<Vec<u8>, Complaint> {
    bytes_up_to(LARGEST_INPUT, name, advice)
}

fn bytes_up_to(largest: u64, name: &str, advice: &'static str) -> Result<Vec<u8>, Complaint> {
    let unusable = |error| Complaint::Unusable(shown(name), error, advice);
    let mut bytes = Vec::new();
    if name == "-" {
        claim_standard_input()?;
        io::stdin().lock().take(largest + 1).read_to_end(&mut bytes).map_err(unusable)?;
    } else {
        let file = std::fs::File::open(name).map_err(unusable)?;
        let length = file.metadata().map_or(0, |file| file.len()).min(largest);
        bytes.reserve_exact(usize::try_from(length).unwrap_or_default());
        file.take(largest + 1).read_to_end(&mut bytes).map_err(unusable)?;
    }
    if bytes.len() as u64 > largest {
        let expected = format!("a file of at most {} MiB", largest >> 20);
        let error = ParseError::new(Position::START, expected, "a larger file");
        return Err(Complaint::Malformed(shown(name), error));
    }
    Ok(bytes)
}

/// Returns an error if standard input is named twice: it can only be read once.
fn claim_standard_input() -> Result<(), Complaint> {
    static CLAIMED: AtomicBool = AtomicBool::new(false);
    if CLAIMED.swap(true, Ordering::Relaxed) {
        let words =
            "standard input can be read only once: give `-` for one file and name the other";
        return Err(Complaint::Words(words.to_owned()));
    }
    Ok(())
}

/// Returns the text of a file or of standard input.
pub(crate) fn text(name: &str, advice: &'static str) -> Result<String, Complaint> {
    decoded(name, bytes(name, advice)?)
}

fn decoded(name: &str, bytes: Vec<u8>) -> Result<String, Complaint> {
    // Texts contain no zero bytes, although UTF-8 allows them.
    let strange = match std::str::from_utf8(&bytes) {
        Ok(text) => text.find('\0'),
        Err(error) => Some(error.valid_up_to()),
    };
    match (strange, String::from_utf8(bytes)) {
        (None, Ok(text)) => Ok(text),
        (strange, text) => {
            let bytes =
                text.map_or_else(std::string::FromUtf8Error::into_bytes, String::into_bytes);
            let offset = strange.unwrap_or_default();
            let before = String::from_utf8_lossy(&bytes[..offset]);
            let found = format!("byte 0x{:02x}: a binary file?", bytes[offset]);
            let error = ParseError::new(Position::of(&before, offset), "text (UTF-8)", found);
            Err(Complaint::Malformed(shown(name), error))
        }
    }
}

fn shown(name: &str) -> String {
    if name == "-" { "standard input".to_owned() } else { name.to_owned() }
}
