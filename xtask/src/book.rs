//! Builds the guide as a book from `docs/guide` with mdBook. If mdBook is not on the path, it is
//! first installed below `target`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Version that is installed if mdBook is missing.
const MDBOOK: &str = "0.5.4";

/// Builds the book and prints its path.
pub(crate) fn build(root: &Path) -> Result<(), String> {
    let mdbook = mdbook(root)?;
    let guide = root.join("docs/guide");
    let built = Command::new(&mdbook).arg("build").arg(&guide).status();
    match built {
        Ok(status) if status.success() => {}
        Ok(_) => return Err(format!("failed: mdbook build {}", guide.display())),
        Err(error) => return Err(format!("cannot run {}: {error}", mdbook.display())),
    }
    copy_pictures(root)?;
    println!("target/book/guide/index.html");
    Ok(())
}

/// Returns the program: the one on the path, or the one below `target`, which is installed if it is
/// missing.
fn mdbook(root: &Path) -> Result<PathBuf, String> {
    let on_the_path = PathBuf::from("mdbook");
    if starts(&on_the_path) {
        return Ok(on_the_path);
    }
    let tools = root.join("target/tools");
    let installed = tools.join("bin/mdbook");
    if !starts(&installed) {
        let folder = tools.to_string_lossy();
        let install = ["install", "mdbook", "--version", MDBOOK, "--locked", "--root", &folder];
        crate::cargo(root, &install, &[])?;
    }
    Ok(installed)
}

fn starts(program: &Path) -> bool {
    let mut asked = Command::new(program);
    asked.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    asked.status().is_ok_and(|status| status.success())
}

/// Copies the pictures of `docs`, which mdBook leaves out because they lie outside the guide. The
/// book is built one folder deep, so that `../NAME.png` leads to them there too.
fn copy_pictures(root: &Path) -> Result<(), String> {
    let docs = root.join("docs");
    let files = fs::read_dir(&docs).map_err(|error| format!("{}: {error}", docs.display()))?;
    for path in files.flatten().map(|file| file.path()) {
        let Some(name) = path.file_name().filter(|_| path.extension().is_some_and(|e| e == "png"))
        else {
            continue;
        };
        let copy = root.join("target/book").join(name);
        fs::copy(&path, &copy).map_err(|error| format!("{}: {error}", copy.display()))?;
    }
    Ok(())
}
