//! Puzzles with a clock, played line by line with the built binary.

use crate::program::Folder;

#[test]
fn time_goes_back_and_forth_and_orders_are_changed() {
    let folder = Folder::new();
    let orders = "0 0 digger\n1 0 digger\nstep 2\n4 0 digger\nback 3\nstep\ngo 40\n";
    let ran = folder.quarry_fed(&["play", "lemmings/02Diggers"], orders).ends_with(0);
    for words in [
        "0 0 digger would not be obeyed; or one of step, back, go TIME, undo",
        "time 4 of 120; saved 0 of 2, 1 inside, 1 waiting, 0 dead; left: digger 1\nordered: 1 0 digger\n",
        "time 5 of 120; saved 0 of 2, 1 inside, 1 waiting, 0 dead; left: digger 0\n",
        "time 2 of 120; saved 0 of 2, 1 inside, 1 waiting, 0 dead; left: digger 1\nordered: 1 0 digger, 4 0 digger\n",
        "saved 2 of 2, 0 inside, 0 waiting, 0 dead; left: digger 0, the end\n",
    ] {
        assert!(ran.out.contains(words), "{words}: {}", ran.out);
    }
    let changed = folder
        .quarry_fed(&["play", "lemmings/02Diggers"], &format!("{orders}1 pass\ncheck\nhint\n"))
        .ends_with(1);
    for words in [
        "4 0 digger is not obeyed\n",
        "1 0 digger: the goal can no longer be reached from here; the last chance was at 1\n",
    ] {
        assert!(changed.out.contains(words), "{words}: {}", changed.out);
    }
}

#[test]
fn levels_are_compared_from_both_sides() {
    let folder = Folder::new();
    let likeness = |one: &str, other: &str| {
        let command = ["rate", one, "--like", other, "--json", "--evaluations", "1000"];
        let printed = folder.quarry(&command).ends_with(0).out;
        serde_json::from_str::<serde_json::Value>(&printed).expect("one JSON object")
    };
    let (five, six) = ("lemmings/alpha5", "lemmings/alpha6");
    let (one, other) = (likeness(five, six), likeness(six, five));
    assert_eq!(one["likeness"], other["likeness"]);
    assert_eq!((&one["here"], &one["there"]), (&other["there"], &other["here"]));
    assert_eq!(one["here"]["solved"], true, "the wall of alpha6 is not there");
    let same = likeness(six, six);
    assert!(same["likeness"].as_object().unwrap().values().all(|share| *share == 1.0), "{same}");
    assert_eq!((&same["here"]["share"], &same["here"]), (&1.0.into(), &same["there"]));

    let refused =
        |one: &str, other: &str| folder.quarry(&["rate", one, "--like", other]).ends_with(2).err;
    let puzzle = refused(five, "hidato/paper-figure-1");
    assert!(puzzle.contains("expected an instance of lemmings, found one of hidato"), "{puzzle}");
    let board = refused("sudoku/first", "sudoku/first");
    assert!(board.contains("instances of sudoku are not compared"), "{board}");
}
