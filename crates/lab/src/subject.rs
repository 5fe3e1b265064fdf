//! The instances of an experiment: examples by name, files by path, or generated.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use glob::Pattern;
use quarry::{Budget, Catalogue, Collection, Instance, PuzzleEntry, did_you_mean};
use quarry_core::{Document, Located, ParseError, TileShape};

use crate::choices::{check, grid, points};
use crate::number_format::plural;
use crate::size::{MOST_INSTANCES, PlanRoom};

/// An instance of an experiment.
#[derive(Clone)]
pub struct Subject {
    /// Name in tables.
    pub name: String,
    /// The instance to solve.
    pub instance: Arc<dyn Instance>,
    /// Parameters of the generator from the file; empty if the instance was not generated.
    pub params: Vec<(String, String)>,
    /// Index of its entry of `[[instances]]` in the file.
    pub entry: usize,
}

impl Subject {
    /// Returns the size of the instance in words, defined for every puzzle: columns and rows of its
    /// picture, or the number of tiles where these are not squares in columns and rows.
    pub fn size(&self) -> String {
        let picture = self.instance.picture();
        match picture.shape {
            TileShape::Square => format!("{} x {}", picture.columns, picture.rows),
            TileShape::Hex | TileShape::Large => plural(picture.tiles.len() as u64, "cell"),
        }
    }

    /// Returns the number of cells.
    pub fn cells(&self) -> u64 {
        let picture = self.instance.picture();
        match picture.shape {
            TileShape::Square => u64::from(picture.columns) * u64::from(picture.rows),
            TileShape::Hex | TileShape::Large => picture.tiles.len() as u64,
        }
    }
}

/// Where the names in an experiment file are looked up.
#[derive(Clone, Copy)]
pub struct Lookup<'a> {
    /// Puzzles with their solvers and examples.
    pub(crate) catalogue: &'a Catalogue,
    /// Folder that paths in the file are relative to; without one, the file may name no files.
    pub(crate) folder: Option<&'a Path>,
    /// Ends the generation of instances.
    stop: Option<&'a AtomicBool>,
}

impl<'a> Lookup<'a> {
    /// Looks paths up relative to a folder.
    pub fn in_folder(catalogue: &'a Catalogue, folder: &'a Path) -> Self {
        Lookup { catalogue, folder: Some(folder), stop: None }
    }

    /// Refuses paths: for experiments that strangers may send.
    pub fn without_files(catalogue: &'a Catalogue) -> Self {
        Lookup { catalogue, folder: None, stop: None }
    }

    /// Gives up generating instances once the flag is set.
    pub fn until(self, stop: &'a AtomicBool) -> Self {
        Lookup { stop: Some(stop), ..self }
    }
}

/// Maximum size of an instance file in bytes; protects against naming the wrong file.
const LARGEST_FILE: u64 = 64 << 20;

/// An instance of an entry of `[[instances]]` that is not created yet.
pub(crate) struct Named<'t> {
    pub(crate) name: String,
    params: Vec<(String, String)>,
    source: Source<'t>,
    entry: Located<&'t str>,
}

enum Source<'t> {
    Example(&'static str),
    /// One of the instances of a file, by its index.
    File(Arc<Collection>, usize),
    Generator(&'t dyn PuzzleEntry, u64),
}

/// Creates the instances of one entry of `[[instances]]`, which has this index: at least one.
pub(crate) fn read(
    document: &Document,
    index: usize,
    seed: u64,
    lookup: Lookup,
    room: &mut PlanRoom,
) -> Result<Vec<Subject>, ParseError> {
    let named = named(document, seed, lookup, room)?;
    named.into_iter().map(|named| named.open(index, lookup, room)).collect()
}

/// Lists the instances of one entry without creating them, which is fast; they take up `room`.
pub(crate) fn named<'t>(
    document: &'t Document,
    seed: u64,
    lookup: Lookup<'t>,
    room: &mut PlanRoom,
) -> Result<Vec<Named<'t>>, ParseError> {
    if let Some(name) = document.text("name")? {
        document.only_these(&["name"])?;
        return examples(name, lookup.catalogue, room);
    }
    if let Some(file) = document.text("file")? {
        document.only_these(&["file", "puzzle"])?;
        return files(file, document.text("puzzle")?, lookup, room);
    }
    let puzzle = document.text("generate")?.ok_or_else(|| {
        document.missing("name", "name = \"samegame/standard-01\"` or `file` or `generate")
    })?;
    document.only_these(&["generate", "params", "seeds", "count"])?;
    generated(puzzle, document, seed, lookup.catalogue, room)
}

impl Named<'_> {
    fn open(
        self,
        index: usize,
        lookup: Lookup,
        room: &mut PlanRoom,
    ) -> Result<Subject, ParseError> {
        let Named { name, params, source, entry } = self;
        let opened = match source {
            Source::Example(text) => {
                room.take_text(text, entry)?;
                lookup.catalogue.open(text)
            }
            Source::File(collection, index) => {
                room.take_text(collection.text_of(index), entry)?;
                collection.open(index)
            }
            Source::Generator(puzzle, seed) => {
                let never = AtomicBool::new(false);
                let stop = lookup.stop.unwrap_or(&never);
                let made = puzzle.generate(&params, seed, Budget::default(), stop);
                let made = made.map_err(|why| {
                    entry.wrong(
                        format!("parameters that allow an instance ({why})"),
                        chosen(&params).trim(),
                    )
                })?;
                room.take_text(&made, entry)?;
                lookup.catalogue.open(&made)
            }
        };
        match opened {
            Ok(instance) => Ok(Subject { name, instance: instance.into(), params, entry: index }),
            Err(error) => {
                Err(entry.wrong(format!("a valid instance ({error})"), format!("\"{name}\"")))
            }
        }
    }
}

fn examples<'t>(
    name: Located<&'t str>,
    catalogue: &'t Catalogue,
    room: &mut PlanRoom,
) -> Result<Vec<Named<'t>>, ParseError> {
    let pattern = pattern(name)?;
    let mut found = Vec::new();
    // A file may name thousands of examples, which are not compared with all there are.
    let exact = catalogue.example(name.value);
    let source = exact.map(|example| Source::Example(example.text));
    found.extend(source.map(|source| Named {
        name: name.value.to_owned(),
        params: Vec::new(),
        source,
        entry: name,
    }));
    for entry in catalogue.puzzles().filter(|_| exact.is_none()) {
        for example in entry.examples() {
            let full = format!("{}/{}", entry.id(), example.name);
            if pattern.matches(&full) {
                let source = Source::Example(example.text);
                found.push(Named { name: full, params: Vec::new(), source, entry: name });
            }
        }
    }
    if found.is_empty() {
        let known: Vec<String> = catalogue.example_names().collect();
        let meant = did_you_mean(name.value, known.iter().map(String::as_str));
        return Err(name
            .wrong("examples from `quarry list examples`", format!("\"{}\"{meant}", name.value)));
    }
    room.take(found.len() as u64, name)?;
    Ok(found)
}

/// Lists the instances of files; those of a collection are numbered, as FILE#1.
fn files<'t>(
    file: Located<&'t str>,
    puzzle: Option<Located<&str>>,
    Lookup { catalogue, folder, .. }: Lookup<'t>,
    room: &mut PlanRoom,
) -> Result<Vec<Named<'t>>, ParseError> {
    pattern(file)?;
    let Some(folder) = folder else {
        return Err(file.wrong("`name` or `generate`: no files can be read here", "`file`"));
    };
    if let Some(puzzle) = puzzle.filter(|puzzle| catalogue.puzzle(puzzle.value).is_none()) {
        let expected = format!("one of {}", catalogue.ids().join(", "));
        return Err(puzzle.wrong(expected, format!("\"{}\"", puzzle.value)));
    }
    // Only the text in the file may have wildcards, not the folder that contains it.
    let whole = Path::new(&Pattern::escape(&folder.to_string_lossy())).join(file.value);
    let found: Vec<PathBuf> = glob::glob(&whole.to_string_lossy())
        .map_err(|error| {
            file.wrong(format!("a path or wildcards ({error})"), format!("\"{}\"", file.value))
        })?
        .filter_map(Result::ok)
        .filter(|path| path.is_file())
        .collect();
    if found.is_empty() {
        let expected = "instance files (paths are relative to the experiment)";
        return Err(file.wrong(expected, format!("no file \"{}\"", file.value)));
    }
    let mut named = Vec::new();
    for path in found {
        let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().into_owned();
        let text = read_text(&path).map_err(|error| {
            file.wrong(format!("a readable instance ({error})"), format!("\"{name}\""))
        })?;
        let puzzle = puzzle.map(|puzzle| puzzle.value);
        let collection = Arc::new(Collection::of(catalogue, &text, puzzle));
        room.take(collection.count() as u64, file)?;
        for index in 0..collection.count() {
            let name = match collection.count() {
                1 => name.clone(),
                _ => format!("{name}#{}", index + 1),
            };
            let source = Source::File(Arc::clone(&collection), index);
            named.push(Named { name, params: Vec::new(), source, entry: file });
        }
    }
    Ok(named)
}

/// Reads an instance file, which may have as many bytes as on the command line.
fn read_text(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(LARGEST_FILE + 1).read_to_string(&mut text)?;
    if text.len() as u64 > LARGEST_FILE {
        return Err(io::Error::other(format!("more than {} MiB", LARGEST_FILE >> 20)));
    }
    Ok(text)
}

/// Parses a text with wildcards.
pub(crate) fn pattern(text: Located<&str>) -> Result<Pattern, ParseError> {
    Pattern::new(text.value).map_err(|error| {
        text.wrong(format!("valid wildcards ({})", error.msg), format!("\"{}\"", text.value))
    })
}

fn generated<'t>(
    puzzle: Located<&'t str>,
    document: &Document,
    seed: u64,
    catalogue: &'t Catalogue,
    room: &mut PlanRoom,
) -> Result<Vec<Named<'t>>, ParseError> {
    let (entry, fields) = catalogue
        .puzzle(puzzle.value)
        .and_then(|entry| Some((entry, entry.generator()?)))
        .ok_or_else(|| {
            let able: Vec<_> = catalogue
                .puzzles()
                .filter(|entry| entry.generator().is_some())
                .map(PuzzleEntry::id)
                .collect();
            puzzle.wrong(
                format!("a puzzle with a generator, one of {}", able.join(", ")),
                format!("\"{}\"", puzzle.value),
            )
        })?;
    let params = document.table("params")?;
    let choices = params.as_ref().map_or(Ok(Vec::new()), Document::choices)?;
    check(fields, &choices)?;
    let seeds = seeds(document, seed)?;
    room.take(points(&choices).saturating_mul(seeds.len() as u64), puzzle)?;
    let mut found = Vec::new();
    for params in grid(&choices) {
        for &seed in &seeds {
            let name = format!("{}{} seed={seed}", puzzle.value, chosen(&params));
            let source = Source::Generator(entry, seed);
            found.push(Named { name, params: params.clone(), source, entry: puzzle });
        }
    }
    Ok(found)
}

/// Formats a generator's parameters as part of a name.
fn chosen(params: &[(String, String)]) -> String {
    params.iter().map(|(name, value)| format!(" {name}={value}")).collect()
}

/// Returns the seeds that an entry lists, or as many as it asks for, counting up from the
/// experiment's seed.
fn seeds(document: &Document, first: u64) -> Result<Vec<u64>, ParseError> {
    let count = document.positive("count", MOST_INSTANCES as i64)?;
    match (document.integers("seeds")?, count) {
        (None, count) => {
            Ok((0..count.unwrap_or(1)).map(|index| first.wrapping_add(index)).collect())
        }
        (Some(seeds), None) if !seeds.is_empty() => seeds
            .iter()
            .map(|seed| {
                u64::try_from(seed.value)
                    .map_err(|_| seed.wrong("a seed from 0 up", seed.value.to_string()))
            })
            .collect(),
        _ => Err(document.missing("seeds", "seeds = [1, 2, 3]` or `count = 3")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Experiment;

    fn names(entry: &str, folder: &Path) -> Result<Vec<String>, String> {
        let document = Document::parse(entry).unwrap();
        let catalogue = Catalogue::standard();
        let lookup = Lookup::in_folder(&catalogue, folder);
        let subjects = read(&document, 0, 5, lookup, &mut PlanRoom::with(1))
            .map_err(|error| error.to_string())?;
        Ok(subjects.into_iter().map(|subject| subject.name).collect())
    }

    #[test]
    fn examples_files_and_generated_instances() {
        let folder = tempfile::tempdir().unwrap();
        let board = Catalogue::standard().example("samegame/tiny-samegame").unwrap().text;
        for name in ["b.toml", "a.toml", "c.txt"] {
            std::fs::write(folder.path().join(name), board).unwrap();
        }
        let loops = "# two loops\n2x2t0:3c\n\n2x2t0:c3\n";
        std::fs::write(folder.path().join("loops"), loops).unwrap();
        let names = |entry| names(entry, folder.path());
        assert_eq!(
            names("name = \"samegame/table1-5x5-[34]\"").unwrap(),
            ["samegame/table1-5x5-3", "samegame/table1-5x5-4"]
        );
        assert_eq!(names("file = \"*.toml\"").unwrap(), ["a.toml", "b.toml"]);
        let loops = names("file = \"loops\"\npuzzle = \"slither-link\"").unwrap();
        assert_eq!(loops, ["loops#1", "loops#2"]);
        let generated =
            names("generate = \"samegame\"\nparams = { rows = [3, 4] }\ncount = 2").unwrap();
        assert_eq!(generated[1..3], ["samegame rows=3 seed=6", "samegame rows=4 seed=5"]);
        assert_eq!(names("generate = \"samegame\"\nseeds = [9]").unwrap(), ["samegame seed=9"]);
    }

    #[test]
    fn a_hexagon_of_hexagons_has_a_number_of_cells() {
        let entry = "name = \"hidato/class1-01\"\n";
        let catalogue = Catalogue::standard();
        let lookup = Lookup::without_files(&catalogue);
        let document = Document::parse(entry).unwrap();
        let [beehive] = &read(&document, 0, 1, lookup, &mut PlanRoom::with(1)).unwrap()[..] else {
            panic!("one board")
        };
        assert_eq!((beehive.size().as_str(), beehive.cells()), ("19 cells", 19));
    }

    #[test]
    fn an_experiment_of_strangers_reads_no_file() {
        let catalogue = Catalogue::standard();
        let lookup = Lookup::without_files(&catalogue);
        let refusal = |text: &str| {
            let text = format!("question = \"?\"\n{text}");
            Experiment::parse("test", &text, lookup).map(|_| ()).unwrap_err().to_string()
        };
        let instances = refusal("[[instances]]\nfile = \"/etc/hostname\"\n");
        assert!(instances.starts_with("line 3, column 8") && instances.contains("no files"));
        let learned = refusal(
            "[[instances]]\nname = \"samegame/standard-01\"\n[[solvers]]\nname = \"hyper\"\n\
             params = { programme = \"/etc/learned.toml\" }\n",
        );
        assert!(learned.starts_with("line 6") && learned.contains("no files"), "{learned}");
    }

    #[test]
    fn a_generator_that_is_told_to_stop_gives_up() {
        let (catalogue, stop) = (Catalogue::standard(), AtomicBool::new(true));
        let document = Document::parse("generate = \"hidato\"\nparams = { side = 9 }\n").unwrap();
        let lookup = Lookup::without_files(&catalogue).until(&stop);
        assert!(read(&document, 0, 1, lookup, &mut PlanRoom::with(1)).is_err());
    }

    #[test]
    fn what_is_not_there_is_named() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("bad.toml"), "puzzle = \"chess\"\n").unwrap();
        let complaint = |entry| names(entry, folder.path()).unwrap_err();
        assert!(complaint("name = \"samegame/nowhere\"").contains("quarry list examples"));
        assert!(complaint("file = \"*.txt\"").contains("no file \"*.txt\""));
        let unknown = complaint("file = \"bad.toml\"\npuzzle = \"chess\"");
        assert!(unknown.starts_with("line 2, column 10: expected one of samegame"), "{unknown}");
        assert!(complaint("file = \"bad.toml\"").contains("expected one of samegame"));
        assert!(complaint("file = \"[\"").contains("wildcards"));
        assert!(complaint("generate = \"chess\"").contains("one of samegame"));
        assert!(
            complaint("generate = \"samegame\"\nparams = { rows = -1 }")
                .starts_with("line 2, column 19")
        );
        assert!(complaint("generate = \"samegame\"\nseeds = [1]\ncount = 2").contains("seeds"));
        assert!(complaint("count = 2").contains("`file` or `generate`"));
    }
}
