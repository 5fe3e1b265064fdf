//! Advice on boards that are filled in, through the catalogue.

use std::sync::atomic::AtomicBool;

use quarry::{
    Advice, Budget, Catalogue, Game, HINT_BUDGET, Halt, Instance, ParseError, Request, Tier,
};

static NEVER: AtomicBool = AtomicBool::new(false);

fn advice(instance: &dyn Instance, so_far: Option<&str>) -> Result<Option<Advice>, ParseError> {
    instance.advice(so_far, Budget::default(), &NEVER)
}

fn hint(session: &dyn Game) -> Option<quarry::Hint> {
    session.hint(Budget::default(), &NEVER).expect("it is not stopped")
}

fn opened(example: &str) -> Box<dyn Instance> {
    let example = Catalogue::standard().example(example).expect("it ships");
    Catalogue::standard().open(example.text).expect("an example opens")
}

/// Returns the example's solution as an answer file.
fn solution(instance: &dyn Instance) -> String {
    let request = Request {
        solver: Some("exact".to_owned()),
        params: Vec::new(),
        budget: Budget::default(),
        threads: 1,
        seed: 1,
        stop: Default::default(),
        whole_process: false,
    };
    let report = instance.solve(&request, &mut |_| {}).expect("the solver is listed");
    assert!(report.is_complete());
    format!("board = \"\"\"\n{}\n\"\"\"\n", report.answer.join("\n"))
}

#[test]
fn a_lesson_names_cells_reasons_and_the_step() {
    let Some(Advice::HintStep(lesson)) =
        advice(&*opened("hidato/paper-figure-1"), None).expect("no file, no error")
    else {
        panic!("a puzzle of the paper has a first step");
    };
    assert_eq!(lesson.entry, "5,6=3");
    assert!(lesson.cells.contains(&"5,6".to_owned()), "{lesson:?}");
    assert!(lesson.deductions.iter().all(|each| each.sentence.ends_with('.')), "{lesson:?}");
}

#[test]
fn a_wrong_entry_is_found_and_a_right_one_is_not() {
    let instance = opened("hidato/paper-figure-1");
    let full = solution(&*instance);
    assert_eq!(advice(&*instance, Some(&full)), Ok(Some(Advice::Solved)));
    // 30 and 31 are at the start of the first row and are not given.
    let swapped = full.replace("30", "x").replace("31", "30").replace('x', "31");
    let Ok(Some(Advice::Mistakes(mistakes))) = advice(&*instance, Some(&swapped)) else {
        panic!("two numbers stand in each other's cell");
    };
    let entries: Vec<_> = mistakes.iter().map(|mistake| mistake.entry.as_str()).collect();
    assert_eq!(entries, ["1,1=31", "1,2=30"]);
    let ungiven = full.replace("37", "_");
    assert!(advice(&*instance, Some(&ungiven)).is_err(), "a given is missing");
}

#[test]
fn sessions_give_the_same_step_and_playing_hints_solves_the_board() {
    let instance = opened("hidato/paper-figure-1");
    let mut session = instance.session().expect("it can be played");
    assert_eq!(hint(&*session).and_then(|hint| hint.mv).as_deref(), Some("5,6=3"));
    while let Some(hint) = hint(&*session) {
        session.play(&hint.mv.expect("it is not lost")).expect("a hint can be played");
    }
    assert!(session.is_solved());
}

#[test]
fn ratings_come_with_what_makes_them() {
    let rating = opened("hidato/paper-figure-1")
        .rating(Budget::default(), &NEVER)
        .expect("it has techniques");
    assert_eq!((rating.tier, rating.unsolved, rating.halted), (Some(Tier::Expert), None, None));
    assert!(rating.hardest.is_some_and(|(technique, _)| technique == "refutation"));
    assert!(opened("samegame/standard-01").rating(Budget::default(), &NEVER).is_none());
}

/// Returns an empty board of 64 x 64 cells, the largest possible size.
fn empty_board() -> Box<dyn Instance> {
    let text = format!(
        "puzzle = \"hidato\"\ntopology = \"square\"\nboard = \"\"\"\n{}\"\"\"\n",
        format!("{}\n", "_ ".repeat(64)).repeat(64)
    );
    Catalogue::standard().open(&text).expect("it is read")
}

#[test]
fn what_was_stopped_says_so_and_claims_nothing() {
    let instance = empty_board();
    let short = Budget { seconds: Some(0.05), ..Budget::default() };
    let rating = instance.rating(short, &NEVER).expect("it has techniques");
    assert_eq!((rating.tier, rating.unsolved, rating.halted), (None, None, Some(Halt::Seconds)));
    assert_eq!(instance.advice(None, short, &NEVER), Ok(Some(Advice::Stopped(Halt::Seconds))));
    let session = instance.session().expect("it can be played");
    assert_eq!(session.hint(short, &NEVER), Err(Halt::Seconds));
    let stopped = AtomicBool::new(true);
    assert_eq!(session.hint(HINT_BUDGET, &stopped), Err(Halt::Interrupted));
}
