//! Games of chance, played by a person.

use std::sync::atomic::AtomicBool;

use quarry::{Catalogue, HINT_BUDGET};

#[test]
fn a_person_plays_what_a_controller_would() {
    let example = Catalogue::standard().example("tetris/10x10").expect("an example");
    let instance = Catalogue::standard().open(example.text).expect("it opens");
    let mut session = instance.session().expect("it can be played");
    assert!(session.play("X 1 1").unwrap_err().contains("such as \"T 2 4\""));
    let stop = AtomicBool::new(false);
    for _ in 0..60 {
        let hint =
            session.hint(HINT_BUDGET, &stop).expect("it is quick").expect("the game goes on");
        let mv = hint.mv.expect("no game is lost here");
        assert!(hint.reason.contains("steps-20") && session.moves().contains(&mv));
        assert!(session.place_of(&mv).is_some());
        session.play(&mv).expect("hints can be played");
    }
    let (line, score) = (session.line(), session.score());
    assert!(score > 10, "a good controller fills rows");
    assert!(session.undo() && session.redo());
    assert_eq!((session.line(), session.score()), (line.clone(), score));
    let moves: Vec<_> = line.iter().map(|entry| format!("\"{entry}\"")).collect();
    let judged = instance
        .verify(&format!("score = {score}\nmoves = [{}]", moves.join(", ")))
        .expect("it is read");
    assert_eq!(judged.verdict.map(|verdict| (verdict.score, verdict.solved)), Ok((score, false)));
    session.restart();
    assert_eq!((session.score(), session.line().len()), (0, 1), "only the luck remains");
    let mut again = instance.session().expect("it can be played");
    line.iter().for_each(|entry| _ = again.play(entry).expect("an answer can be played"));
    assert_eq!((again.line(), again.score()), (line.clone(), score));
    let mut other = instance.session().expect("it can be played");
    other.play("seed 8").expect("luck comes first");
    assert_eq!(other.line(), ["seed 8"]);
    let listed = other.moves();
    other.play(&listed[0]).expect("a listed move");
    assert!(other.play("seed 9").is_err(), "and only first");
    let ahead = session.continuation(HINT_BUDGET, &stop).expect("it is quick");
    assert_eq!((ahead.len(), &ahead[..60]), (200, &line[1..]), "the same player, the same luck");
}
