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
