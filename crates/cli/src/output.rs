//! Destinations of results: checked before the work starts, and written completely or not at all.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use crate::input::Complaint;

/// Advice for a destination that cannot be written.
const ADVICE: &str = "choose a place that can be written";

/// A destination that can be written, as far as this can be checked before the work is done.
#[derive(Debug)]
pub(crate) enum Output {
    /// Standard output.
    Standard,
    /// An existing or new file; its path contains no links.
    File(PathBuf),
    /// Anything else that takes bytes, such as a named pipe.
    Device(PathBuf),
}

impl Output {
    /// Returns the destination at a path, `-` for standard output. Fails if it cannot be written,
    /// or is one of the files in `read`.
    pub(crate) fn at(path: &Path, read: &[&str]) -> Result<Self, Complaint> {
        let refuse = |why: &str| Err(Complaint::Words(format!("{}: {why}", path.display())));
        if path.as_os_str() == "-" {
            return Ok(Output::Standard);
        }
        let path = match fs::metadata(path) {
            Ok(there) if there.is_dir() => {
                return refuse("this is a folder; name a file in it");
            }
            Ok(there) if !there.is_file() => return Ok(Output::Device(path.to_owned())),
            Ok(there) => {
                let is_same = |name: &&&str| {
                    fs::metadata(name).is_ok_and(|other| is_same_file(&there, &other))
                };
                if let Some(name) = read.iter().find(is_same) {
                    let why = format!(
                        "this is the same file as {name}, which is read; choose another one"
                    );
                    return refuse(&why);
                }
                OpenOptions::new().write(true).open(path).map_err(|error| unusable(path, error))?;
                fs::canonicalize(path).map_err(|error| unusable(path, error))?
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => path.to_owned(),
            Err(error) => return Err(unusable(path, error)),
        };
        if path.file_name().is_none() {
            return refuse("this names no file");
        }
        let folder = folder(&path);
        if !folder.is_dir() {
            return refuse(&format!("there is no folder {}; create it first", folder.display()));
        }
        let draft = draft(&path);
        File::create(&draft)
            .and_then(|_| fs::remove_file(&draft))
            .map_err(|error| unusable(&path, error))?;
        Ok(Output::File(path))
    }

    pub(crate) fn is_standard(&self) -> bool {
        matches!(self, Output::Standard)
    }

    /// Writes the whole content; if the program is killed meanwhile, either the old or the new file
    /// remains.
    pub(crate) fn write(&self, content: &[u8]) -> Result<(), Complaint> {
        self.stream(|mut out| out.write_all(content).and_then(|()| out.flush()))
            .map_err(|error| self.complaint(error))
    }

    /// Writes the whole content, and prints it if that fails, because it was expensive to compute.
    pub(crate) fn keep(&self, content: &[u8]) -> Result<(), Complaint> {
        let written = self.write(content);
        if written.is_err() && !self.is_standard() {
            print(content)?;
        }
        written
    }

    /// Passes a writer to `write`, which must flush it at the end.
    pub(crate) fn stream<T, E: From<io::Error>>(
        &self,
        write: impl FnOnce(Box<dyn Write + Send>) -> Result<T, E>,
    ) -> Result<T, E> {
        let path = match self {
            Output::Standard => return write(Box::new(BufWriter::new(io::stdout()))),
            Output::Device(path) => {
                return write(Box::new(BufWriter::new(OpenOptions::new().write(true).open(path)?)));
            }
            Output::File(path) => path,
        };
        let draft = draft(path);
        let written = File::create(&draft).map_err(E::from).and_then(|file| {
            let again = file.try_clone()?;
            let written = write(Box::new(BufWriter::new(file)))?;
            // Some file systems report a full disk only here.
            again.sync_all()?;
            if let Ok(old) = fs::metadata(path) {
                again.set_permissions(old.permissions())?;
            }
            fs::rename(&draft, path)?;
            // The new name is on the disk once the folder is; not all systems can open one.
            if let Ok(folder) = File::open(folder(path)) {
                let _ = folder.sync_all();
            }
            Ok(written)
        });
        if written.is_err() {
            // The file may never have existed.
            let _ = fs::remove_file(&draft);
        }
        written
    }

    /// Returns the message for an error in writing here.
    pub(crate) fn complaint(&self, error: io::Error) -> Complaint {
        match self {
            Output::Standard => Complaint::from(error),
            Output::File(path) | Output::Device(path) => unusable(path, error),
        }
    }
}

/// Prints content that could not be written; binary content is not printed on a terminal.
fn print(content: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if out.is_terminal() && std::str::from_utf8(content).is_err() {
        return Ok(());
    }
    out.write_all(content)?;
    out.flush()
}

fn unusable(path: &Path, error: io::Error) -> Complaint {
    Complaint::Unusable(path.display().to_string(), error, ADVICE)
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns the path of a draft beside a file, which replaces the file when it is complete.
fn draft(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    folder(path).join(format!(".{name}.{}.new", std::process::id()))
}

#[cfg(unix)]
fn is_same_file(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Compares the metadata that every system provides.
#[cfg(not(unix))]
fn is_same_file(one: &Metadata, other: &Metadata) -> bool {
    let seen = |file: &Metadata| (file.len(), file.modified().ok(), file.created().ok());
    seen(one) == seen(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(path: &Path, read: &[&str]) -> String {
        Output::at(path, read).expect_err("it is refused").to_string()
    }

    #[test]
    fn what_cannot_be_written_is_refused_and_nothing_is_left_behind() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::write(at("board"), "01").expect("it is ours");
        fs::hard_link(at("board"), at("hard")).expect("it is ours");
        assert!(refusal(folder.path(), &[]).contains("this is a folder"));
        assert!(refusal(&at("no/answer"), &[]).contains("there is no folder"));
        assert!(refusal(&at("board/answer"), &[]).starts_with("error: "));
        let board = at("board").display().to_string();
        fs::create_dir(at("sub")).expect("a folder");
        for same in ["board", "./board", "sub/../board", "hard"] {
            assert!(refusal(&at(same), &["-", &board]).contains("the same file"), "{same}");
        }
        let output = Output::at(&at("answer"), &[&board]).expect("a new file");
        assert_eq!(
            fs::read_dir(folder.path()).expect("it is there").count(),
            3,
            "no draft is left"
        );
        output.write(b"first").expect("it can be written");
        output.write(b"second").expect("again");
        assert_eq!(fs::read(at("answer")).expect("it is there"), b"second");
        assert_eq!(
            fs::read_dir(folder.path()).expect("it is there").count(),
            4,
            "no draft is left"
        );
    }

    #[test]
    fn what_fails_leaves_the_old_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("answer");
        fs::write(&path, "old").expect("it is ours");
        let output = Output::at(&path, &[]).expect("it can be written");
        let failed: io::Result<()> = output.stream(|mut out| {
            out.write_all(b"half")?;
            Err(io::Error::other("no more"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 1);
        assert_eq!(fs::read(&path).expect("it is there"), b"old");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_stay() {
        let folder = tempfile::tempdir().expect("a folder");
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").expect("it is ours");
        std::os::unix::fs::symlink(&file, &link).expect("it is ours");
        let named = file.display().to_string();
        assert!(refusal(&link, &[&named]).contains("the same file"));
        Output::at(&link, &[])
            .expect("it can be written")
            .write(b"new")
            .expect("it can be written");
        assert_eq!(fs::read(&file).expect("it is there"), b"new");
        assert!(fs::symlink_metadata(&link).expect("it is there").is_symlink());
    }
}
