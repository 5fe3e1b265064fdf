//! `quarry import`: reads community formats and writes Quarry's own files.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use quarry::{Catalogue, Instance, quoted};

use crate::args::ImportArgs;
use crate::input::{Complaint, Instances, is_web_address};
use crate::output::Output;
use crate::progress::CountBar;
use crate::{Exit, Result};

pub(crate) fn run(catalogue: &Catalogue, args: &ImportArgs) -> Result {
    let read = |name: &String| Instances::read(catalogue, name, &args.named);
    let sources: std::result::Result<Vec<Instances>, Complaint> =
        args.sources.iter().map(read).collect();
    let sources = sources?;
    let names: Vec<&str> = sources.iter().map(Instances::file).collect();
    let count: usize = sources.iter().map(Instances::count).sum();
    let output = args.output.as_deref().unwrap_or(Path::new("-"));
    if !is_folder(output) {
        if count > 1 {
            let words = format!("{count} puzzles need a folder: name one with -o FOLDER/");
            return Err(Complaint::Words(words));
        }
        let text = imported(&*sources[0].open(0)?, sources[0].text(0));
        Output::at(output, &names)?.write(text.as_bytes())?;
        return Ok(Exit::Yes);
    }
    let unusable = |error| {
        let advice = "choose a folder that can be written";
        Complaint::Unusable(output.display().to_string(), error, advice)
    };
    std::fs::create_dir_all(output).map_err(unusable)?;
    let mut places = Places::of(&sources)?;
    let progress = CountBar::new(false, "import", count as u64, "puzzles");
    let mut done = 0;
    for source in &sources {
        for index in 0..source.count() {
            let instance = source.open(index)?;
            let place = output.join(places.next(&stem(source, index)?));
            let text = imported(&*instance, source.text(index));
            Output::at(&place, &names)?.write(text.as_bytes())?;
            done += 1;
            progress.note(done);
        }
    }
    drop(progress);
    crate::tell!("{count} files in {}", output.display());
    Ok(Exit::Yes)
}

fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR])
}

/// Returns the file of an instance. Its name and source are kept; an address is a source.
fn imported(instance: &dyn Instance, text: &str) -> String {
    let header = instance.header();
    let address = Some(text.trim()).filter(|text| is_web_address(text));
    let source = header.source.as_deref().or(address);
    let key = |key: &str, value: Option<&str>| {
        value.map_or(String::new(), |value| format!("{key} = {}\n", quoted(value)))
    };
    let shown = instance.show();
    let (puzzle, rest) = shown.split_once('\n').unwrap_or((&shown, ""));
    let name = key("name", header.name.as_deref());
    format!("{puzzle}\n{name}{}{rest}", key("source", source))
}

/// Returns the name of a file without its ending, or that of the puzzle if there is no file.
fn stem(source: &Instances, index: usize) -> std::result::Result<String, Complaint> {
    let path = Path::new(source.file());
    match path.file_stem().filter(|_| path.is_file()) {
        Some(stem) => Ok(stem.to_string_lossy().into_owned()),
        None => Ok(source.open(index)?.puzzle().to_owned()),
    }
}

/// Names for files in a folder: STEM.toml, or STEM-1.toml and so on if there are several.
struct Places {
    /// How many files each stem has, and how many were named.
    stems: HashMap<String, (usize, usize)>,
}

impl Places {
    fn of(sources: &[Instances]) -> std::result::Result<Self, Complaint> {
        let mut stems: HashMap<String, (usize, usize)> = HashMap::new();
        for source in sources {
            for index in 0..source.count() {
                stems.entry(stem(source, index)?).or_default().0 += 1;
            }
        }
        Ok(Places { stems })
    }

    /// Numbers are filled up with zeros, so that files are listed in their order.
    fn next(&mut self, stem: &str) -> PathBuf {
        let (all, named) = self.stems.get_mut(stem).expect("all instances were counted");
        *named += 1;
        let width = all.to_string().len();
        PathBuf::from(match all {
            1 => format!("{stem}.toml"),
            _ => format!("{stem}-{named:0width$}.toml"),
        })
    }
}
