//! Boards that a person fills in.

use std::sync::Arc;

use quarry::{
    Budget, Catalogue, Completion, Entry, FillGame, Inscription, Place, Session, Side, way_on,
};
use quarry_core::LinkKind;

fn begun(text: &str) -> Box<dyn FillGame> {
    match Catalogue::standard().open(text).expect("a puzzle").session() {
        Some(Session::Fill(game)) => game,
        _ => panic!("it can be filled in"),
    }
}

#[test]
fn entries_are_made_taken_back_and_made_again() {
    let mut session = begun("1 _ _\n_ _ _\n_ _ 9");
    assert_eq!((session.status().as_str(), session.score()), ("2 of 9 cells filled", 0));
    assert_eq!(session.play("1,2=2"), Ok(0));
    assert_eq!((session.play(" 1 , 3 = 3 "), session.score()), (Ok(0), 4));
    assert_eq!(session.play("1,3=7"), Ok(0), "an entry may replace another");
    assert_eq!(session.score(), 2);
    assert_eq!(session.line(), ["1,2=2", "1,3=3", "1,3=7"]);
    assert!(session.undo() && session.undo());
    assert_eq!((session.status().as_str(), session.line().len()), ("3 of 9 cells filled", 1));
    assert!(session.redo());
    assert_eq!(session.play("1,3=_"), Ok(0));
    assert!(!session.redo(), "a new entry clears the redo history");
    assert_eq!(session.play("1,3=_"), Ok(0));
    assert_eq!(session.line(), ["1,2=2", "1,3=3", "1,3=_"], "an entry without effect is no move");
    session.restart();
    assert_eq!(session.status(), "2 of 9 cells filled");
    assert!(!session.undo() && session.redo());
    assert_eq!(session.line(), ["1,2=2"]);
}

#[test]
fn what_cannot_be_entered_is_refused() {
    let mut session = begun("1 _ #\n_ _ 5");
    assert_eq!(session.play("1,1=2"), Err("1,1=1 is given and cannot be changed".to_owned()));
    assert_eq!(session.play("1,1=_"), Err("1,1=1 is given and cannot be changed".to_owned()));
    assert!(session.play("1,3=2").unwrap_err().starts_with("there is no cell 1,3"));
    for wrong in ["", "1,2", "=2"] {
        assert!(
            session.play(wrong).unwrap_err().contains("expected CELL=VALUE, such as 1,1=1"),
            "{wrong}"
        );
    }
    for wrong in ["", "0", "6", "x"] {
        let expected = format!("expected a number from 1 to 5, or `_` to erase, found `{wrong}`");
        assert_eq!(session.play(&format!("1,2={wrong}")), Err(expected));
    }
    assert!(session.line().is_empty());
}

#[test]
fn touching_shows_chains_and_follows_the_path() {
    let mut session = begun("1 2 #\n_ _ 5");
    let reach = session.touch(Place::Cell(0, 0)).expect("a cell");
    assert_eq!((reach.moves, reach.places), (vec![], vec![Place::Cell(0, 0), Place::Cell(1, 0)]));
    assert_eq!(reach.words, "1,1 is 1, given, in a chain from 1 to 2");
    assert_eq!(session.touch(Place::Cell(2, 0)), None, "a hole");
    let follow = |session: &mut Box<dyn FillGame>, x, y| {
        let mv = session
            .touch(Place::Cell(x, y))
            .and_then(|reach| reach.moves.into_iter().next())
            .expect("an empty cell");
        session.play(&mv).expect("the next number");
    };
    assert_eq!(session.moves(), ["2,1=3", "2,2=3"]);
    follow(&mut session, 0, 1);
    follow(&mut session, 1, 1);
    assert_eq!(session.line(), ["2,1=3", "2,2=4"]);
    assert!(session.is_solved() && session.is_over() && session.slips().is_empty());
    assert_eq!(session.moves_to(&session.answer()), Ok(session.line()));
    assert!(session.moves_to(&["1 2".to_owned()]).is_err());
    assert_eq!(session.writing(Place::Cell(1, 1), Some("17")).as_deref(), Some("2,2=17"));
    assert_eq!(session.writing(Place::Cell(1, 1), None).as_deref(), Some("2,2=_"));
    assert_eq!(session.writing(Place::Cell(2, 0), None), None);
    assert_eq!(
        (session.place_of("2,2=1"), session.place_of("1,3=1")),
        (Some(Place::Cell(1, 1)), None)
    );
}

#[test]
fn clicks_go_through_the_values_and_back() {
    let mut session = begun("puzzle = \"nurikabe\"\nboard = \"\"\"\n. 1\n. .\n\"\"\"");
    let cell = |session: &dyn FillGame| session.cells().swap_remove(0);
    assert_eq!(cell(&*session).choices, ["#", "."]);
    let forward = ["1,1=#", "1,1=.", "1,1=_", "1,1=#"];
    for mv in forward {
        assert_eq!(cell(&*session).turn(false).as_deref(), Some(mv));
        session.play(mv).expect("an entry");
    }
    for mv in ["1,1=_", "1,1=.", "1,1=#"] {
        assert_eq!(cell(&*session).turn(true).as_deref(), Some(mv));
        session.play(mv).expect("an entry");
    }
    session.play("2,2=.").expect("an entry");
    let written = |cell, value| Inscription::Entry(Entry { cell, value });
    assert_eq!(
        session.written(),
        [written(0, 1), written(3, 2)],
        "in the order of writing, each once"
    );
    let hidato = begun("1 _ _\n_ _ _\n_ _ 9");
    assert_eq!(hidato.cells()[1].turn(false), None, "too many values to go through");
    assert_eq!(hidato.cells()[0].turn(false), None, "given");
}

#[test]
fn edges_are_written_and_lines_come_before_crosses() {
    let text = "puzzle = \"slither-link\"\nboard = \"\"\"\n4\n\"\"\"";
    let mut session = begun(text);
    assert_eq!(session.status(), "0 of 4 edges decided");
    let top = session.cells().swap_remove(0);
    assert_eq!((top.place, top.choices.len()), (Place::Edge(0, 0, Side::Top), 2));
    session.play(&top.turn(false).expect("a line")).expect("an entry");
    assert_eq!(session.line(), ["1,1-1,2=line"]);
    let instance = Catalogue::standard().open(text).expect("a puzzle");
    let completion = |session: &dyn FillGame| {
        let stop = std::sync::atomic::AtomicBool::new(false);
        instance.completion(&session.written(), Budget::default(), &stop)
    };
    assert_eq!(completion(&*session), Some(Completion::Possible));
    session.play("1,1-1,2=x").expect("an entry");
    assert_eq!(completion(&*session), Some(Completion::Impossible(vec![top.place])));
}

#[test]
fn links_are_drawn_erased_and_taken_back() {
    let mut session = begun("1 _ _\n_ _ _\n_ _ 9");
    let drawn = |session: &dyn FillGame| {
        let links = session.scene().links;
        links.iter().filter(|link| link.kind == LinkKind::DrawnTie).count()
    };
    assert_eq!((session.links().len(), drawn(&*session)), (20, 0));
    assert_eq!(session.play("2,2-1,1=line"), Ok(0), "in either order");
    assert_eq!((session.line(), drawn(&*session)), (vec!["1,1-2,2=line".to_owned()], 1));
    assert_eq!(session.status(), "2 of 9 cells filled");
    let [one, other] = [Place::Cell(0, 0), Place::Cell(1, 1)];
    assert_eq!(session.linking(other, one).as_deref(), Some("1,1-2,2=_"));
    assert_eq!(session.linking(one, Place::Cell(2, 2)), None);
    assert_eq!(session.place_of("1,1-2,2=_"), Some(Place::Link((0, 0), (1, 1))));
    assert!(session.undo());
    assert_eq!(drawn(&*session), 0);
    assert!(session.redo());
    assert_eq!(session.written(), [Inscription::Link(0, 4)]);
    session.play("1,1-2,2=_").expect("a link");
    assert_eq!((drawn(&*session), session.written().len()), (0, 0));
    assert!(session.play("1,1-2,2=7").unwrap_err().starts_with("expected `line`"));
    assert!(session.play("1,1-3,3=line").unwrap_err().starts_with("there is no cell"));
    for mv in ["2,2=5", "1,1-2,2=line"] {
        session.play(mv).expect("an entry");
    }
    assert_eq!(session.slips()[0].words, "1 and 5 are linked, but not consecutive");
    assert_eq!(session.moves()[0], "1,2=6", "a link is no number");
}

#[test]
fn wrong_links_are_mistakes_and_right_ones_help() {
    // 1 to 4 around the square, in one of two ways.
    let numbrix = "puzzle = \"hidato\"\ntopology = \"orthogonal\"\nboard = \"\"\"\n";
    let either = format!("{numbrix}1 _\n_ _\n\"\"\"");
    let single = format!("{numbrix}1 2\n_ _\n\"\"\"");
    let stop = std::sync::atomic::AtomicBool::new(false);
    let completion = |text: &str, session: &dyn FillGame| {
        let instance = Catalogue::standard().open(text).expect("a puzzle");
        instance.completion(&session.written(), Budget::default(), &stop)
    };
    let hint = |session: &dyn FillGame| session.hint(Budget::default(), &stop).expect("no limit");

    let mut session = begun(&single);
    session.play("1,2-2,2=line").expect("a link");
    assert_eq!(completion(&single, &*session), Some(Completion::Possible));
    assert_eq!(hint(&*session).expect("a step").mv.as_deref(), Some("2,2=3"));
    session.play("1,1-2,1=line").expect("a link");
    let wrong = Completion::Impossible(vec![Place::Link((0, 0), (0, 1))]);
    assert_eq!(completion(&single, &*session), Some(wrong));
    let advice = hint(&*session).expect("a mistake");
    assert_eq!(advice.mv.as_deref(), Some("1,1-2,1=_"));
    assert_eq!(advice.reason, "the line 1,1-2,1 cannot be right");

    let mut session = begun(&either);
    session.play("2,2=3").expect("an entry");
    assert_eq!(hint(&*session), None, "both ways are open");
    session.play("1,1-1,2=line").expect("a link");
    assert_eq!(completion(&either, &*session), Some(Completion::Possible));
    assert!(hint(&*session).is_some(), "the link leaves one way");
    for mv in ["1,1-2,1=line", "2,1=4"] {
        session.play(mv).expect("an entry");
    }
    let first = Completion::Impossible(vec![Place::Link((0, 0), (0, 1))]);
    assert_eq!(completion(&either, &*session), Some(first), "until then it was possible");
}

#[test]
fn a_cell_that_is_pulled_takes_its_partner_along() {
    let catalogue = Catalogue::standard();
    let example = catalogue.example("spiral-galaxies/7x7-easy").expect("it ships with Quarry");
    let mut session = begun(example.text);
    let values = |session: &dyn FillGame| -> Vec<(String, Option<String>)> {
        session.cells().into_iter().map(|cell| (cell.name, cell.value)).collect()
    };
    let before = values(&*session);
    session.play("pull 1,4=4").expect("an entry");
    let changed: Vec<_> = values(&*session)
        .into_iter()
        .filter(|cell| !before.contains(cell))
        .map(|(name, value)| format!("{name}={}", value.unwrap_or_default()))
        .collect();
    assert_eq!(changed, ["1,4=4", "4,4=4"]);
    assert_eq!((session.line(), session.written().len()), (vec!["pull 1,4=4".to_owned()], 2));
    session.play("pull 4,4=_").expect("an entry");
    assert_eq!(values(&*session), before, "what is erased takes its partner along too");
    assert!(session.undo() && session.undo() && !session.undo());
    assert_eq!(values(&*session), before);
    session.play("1,4=4").expect("an entry");
    assert_eq!(session.written().len(), 1, "what is written alone has no partner");
}

#[test]
fn slips_are_named_with_their_places() {
    let mut session = begun("1 _ _\n_ _ _\n_ _ 9");
    session.play("3,1=2").expect("an entry");
    session.play("1,2=2").expect("an entry that contradicts it");
    let slips = session.slips();
    assert_eq!(slips.len(), 1);
    assert_eq!(
        (slips[0].words.as_str(), &slips[0].places),
        ("2 stands twice", &vec![Place::Cell(1, 0), Place::Cell(0, 2)])
    );
    for mv in ["1,3=3", "2,1=4", "2,2=5", "2,3=6", "3,2=8"] {
        session.play(mv).expect("an entry");
    }
    assert!(session.status().ends_with("9 of 9 cells filled, but not correctly"));
    assert!(!session.is_over());
}

#[test]
fn what_completes_a_board_is_counted_and_said() {
    for (entries, words) in [
        (&["1,2=2"][..], "1 entry completes it"),
        (&[], "2 entries complete it"),
        (&["1,2=2", "1,3=4"], "1 entry completes it; 1 of yours is changed"),
        (&["1,2=3", "1,3=2"], "2 entries complete it; 2 of yours are changed"),
    ] {
        let catalogue = Catalogue::standard();
        let instance = catalogue.open("1 _ _ 4").expect("a puzzle");
        let mut session = instance.session().expect("it can be filled in");
        for entry in entries {
            session.play(entry).expect("it can be entered");
        }
        let way = way_on(&*instance, &session, &Arc::default()).expect("there is a solution");
        assert_eq!(way.words, words, "{entries:?}");
    }
}
