//! Runs the built binary in a temporary folder.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A temporary folder to run in.
pub(crate) struct Folder {
    place: TempDir,
}

/// Output and exit status of a run.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Folder {
    pub(crate) fn new() -> Self {
        Folder { place: TempDir::new().expect("a temporary folder") }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.place.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), content).expect("write into the temporary folder");
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect("a file the binary wrote")
    }

    pub(crate) fn quarry(&self, args: &[&str]) -> Ran {
        self.quarry_fed(args, "")
    }

    pub(crate) fn quarry_fed(&self, args: &[&str], input: &str) -> Ran {
        let mut child = command(self.place.path(), args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        // The binary may end without reading its input; this is not an error.
        let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
        Ran::of(child.wait_with_output().expect("the binary ends"))
    }
}

/// Returns the command for the binary.
pub(crate) fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quarry"));
    command.args(args).current_dir(folder).env("NO_COLOR", "1");
    command
}

impl Ran {
    pub(crate) fn of(output: Output) -> Self {
        Ran {
            code: output.status.code().expect("not killed"),
            out: String::from_utf8(output.stdout).expect("text"),
            err: String::from_utf8(output.stderr).expect("text"),
        }
    }

    /// Parses the one JSON object that was printed.
    #[track_caller]
    pub(crate) fn json(&self) -> serde_json::Value {
        assert_eq!(self.out.lines().count(), 1, "one object on one line: {self:?}");
        serde_json::from_str(&self.out).expect("JSON")
    }

    #[track_caller]
    pub(crate) fn ends_with(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{self:?}");
        self
    }
}
