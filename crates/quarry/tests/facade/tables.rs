//! Tables that solvers compute once and keep in a folder.

use std::fs;
use std::path::Path;

use quarry::{Catalogue, Request};

/// Solves a small board by tables that are kept in this folder.
fn solve_with_tables_in(folder: &Path) -> Vec<String> {
    let catalogue = Catalogue::standard();
    catalogue.keep_tables_in(folder.to_owned());
    let example = catalogue.example("n-puzzle/eight").expect("it ships with Quarry");
    let request = Request {
        solver: Some("pattern-ida-star".to_owned()),
        params: vec![("tables".to_owned(), "at-once".to_owned())],
        ..Request::default()
    };
    let instance = catalogue.open(example.text).expect("it opens");
    let report = instance.solve(&request, &mut |_| {}).expect("it runs");
    assert!(report.is_complete() && report.proved);
    report.answer.iter().map(str::to_owned).collect()
}

#[test]
fn tables_are_kept_in_the_folder_and_a_damaged_one_is_computed_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("tables");
    let answer = solve_with_tables_in(&place);
    let files = || fs::read_dir(&place).expect("it was made").map(|file| file.unwrap().path());
    let kept: Vec<_> = files().map(|file| (fs::read(&file).unwrap(), file)).collect();
    assert!(!kept.is_empty());

    for (bytes, file) in &kept {
        let mut damaged = bytes.clone();
        *damaged.last_mut().expect("it is not empty") ^= 1;
        fs::write(file, damaged).expect("it can be written");
    }
    assert_eq!(solve_with_tables_in(&place), answer);
    for (bytes, file) in &kept {
        assert_eq!(&fs::read(file).unwrap(), bytes, "{} is whole again", file.display());
    }
    assert_eq!(files().count(), kept.len());
}
