//! Games without luck, played by a person.

use std::sync::atomic::AtomicBool;

use quarry::{Budget, Catalogue};

#[test]
fn a_hint_looks_as_far_ahead_as_the_board_lets_it() {
    let catalogue = Catalogue::standard();
    let entry = catalogue.puzzle("samegame").expect("registered");
    for (size, words) in [
        ("15", "by beam search (width 64), which finishes at"),
        ("60", "gains most"),
        ("120", "gains most"),
    ] {
        let params =
            [("rows".to_owned(), size.to_owned()), ("columns".to_owned(), size.to_owned())];
        let stop = AtomicBool::new(false);
        let text = entry.generate(&params, 1, Budget::default(), &stop).expect("a board");
        let session = entry.open(&text).expect("it opens").session().expect("it is played");
        let hint = session
            .hint(Budget::default(), &stop)
            .expect("it is not stopped")
            .expect("there are moves");
        let mv = hint.mv.expect("no game is lost here");
        assert!(session.moves().contains(&mv));
        assert!(hint.reason.contains(words), "{size}: {}", hint.reason);
        let line = session.continuation(Budget::default(), &stop).expect("it is not stopped");
        assert_eq!(line[0], mv);
    }
}
