//! Passes the commit that the program is built from to the store: `QUARRY_COMMIT`, or `unknown`
//! outside a repository.

use std::process::Command;

fn main() {
    let commit = git(&["rev-parse", "--short=12", "HEAD"]);
    println!("cargo::rustc-env=QUARRY_COMMIT={}", commit.as_deref().unwrap_or("unknown"));
    // The log of HEAD changes with every commit and checkout, in worktrees too.
    println!("cargo::rerun-if-changed=build.rs");
    if let Some(log) = git(&["rev-parse", "--path-format=absolute", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
}

fn git(args: &[&str]) -> Option<String> {
    let output =
        Command::new("git").args(args).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
