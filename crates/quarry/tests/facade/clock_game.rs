//! Games by the clock, played by a person.

use std::sync::atomic::AtomicBool;

use quarry::{Budget, Catalogue, ClockGame, Hint, Session, Side};

static NEVER: AtomicBool = AtomicBool::new(false);

fn hint(session: &dyn ClockGame) -> Option<Hint> {
    session.hint(Budget::default(), &NEVER).expect("it is not stopped")
}

fn continuation(session: &dyn ClockGame) -> Vec<String> {
    session.continuation(Budget::default(), &NEVER).expect("it is not stopped")
}

fn begun(example: &str) -> Box<dyn ClockGame> {
    let catalogue = Catalogue::standard();
    let text = catalogue.example(example).expect("the example exists").text;
    match catalogue.open(text).expect("a level").session() {
        Some(Session::Clock(game)) => game,
        _ => panic!("{example} is played by the clock"),
    }
}

#[test]
fn the_clock_goes_back_and_forth_and_orders_stay() {
    let mut session = begun("lemmings/02Diggers");
    assert_eq!(session.clock(), (0, 120));
    assert_eq!(session.play("1 0 digger"), Ok(2), "two steps, one life each");
    assert_eq!(session.clock(), (2, 120));
    session.go_to(4);
    assert_eq!(session.play("4 0 digger"), Ok(1));
    session.go_to(500);
    assert!(session.is_over() && session.is_solved());
    let end = session.score();
    session.go_to(0);
    assert_eq!(session.line(), ["1 0 digger", "4 0 digger"]);
    session.go_to(500);
    assert_eq!(session.score(), end, "the same again");
}

#[test]
fn an_earlier_order_is_changed_and_later_ones_are_named() {
    let mut session = begun("lemmings/02Diggers");
    for mv in ["1 0 digger", "4 0 digger"] {
        session.play(mv).expect("it is obeyed");
    }
    session.go_to(8);
    session.play("1 pass").expect("the order is taken out");
    assert!(session.clock().0 <= 8, "the present stays, or the world ended before");
    assert_eq!(session.line(), ["4 0 digger"]);
    assert_eq!(session.slips().len(), 1, "no lemming is there to dig");
    assert!(session.undo());
    assert_eq!((session.line().len(), session.slips().len()), (2, 0));
    assert_eq!(session.clock(), (1, 120), "the time is restored");
    assert!(session.redo());
    session.restart();
    assert_eq!((session.line().len(), session.clock()), (0, (0, 120)));
}

#[test]
fn what_cannot_be_ordered_is_refused() {
    let mut session = begun("lemmings/01Diggers");
    assert_eq!(
        session.play("0 0 digger"),
        Err("0 0 digger would not be obeyed".to_owned()),
        "no lemming has entered yet"
    );
    assert!(session.play("dig").unwrap_err().starts_with("expected an order such as"));
    assert!(session.play("119 0 digger").unwrap_err().contains("the world ends at"));
    assert!(session.line().is_empty());
    assert_eq!(session.moves(), ["0 pass"]);
    session.play("0 pass").expect("a step");
    assert_eq!(session.moves(), ["1 pass", "1 0 digger"]);
    let place = session.place_of("1 0 digger").expect("a lemming");
    let choices = session.orders(place);
    assert_eq!(choices[0].name, "digger");
    session.play(&choices[0].mv).expect("an order");
    assert!(session.orders(place).iter().all(|choice| choice.name != "digger"), "none is left");
}

#[test]
fn arrow_keys_give_orders_where_the_world_says_so() {
    let mut session = begun("pac-man/two-loops");
    assert_eq!(session.steer(Side::Left), None, "a wall");
    assert_eq!(session.steer(Side::Top).as_deref(), Some("0 up"));
    session.play("0 up").expect("a listed order");
    assert_eq!(session.steer(Side::Top).as_deref(), Some("1 pass"), "he faces up already");
    assert_eq!(begun("lemmings/01Diggers").steer(Side::Top), None);
}

#[test]
fn hints_of_own_solvers_lead_to_the_goal_and_say_why() {
    let mut session = begun("pac-man/two-loops");
    for _ in 0..200 {
        if session.is_over() {
            break;
        }
        let hint = hint(&*session).expect("it can be solved");
        session.play(&hint.mv.expect("it is not lost")).expect("hints are obeyed");
    }
    assert!(session.is_solved());
    let reason = hint(&*begun("pac-man/two-loops")).expect("a way").reason;
    assert!(reason.starts_with("the next of ") && reason.ends_with('.'), "{reason}");
}

#[test]
fn hints_lead_to_the_goal_and_back_to_what_was_missed() {
    let mut session = begun("lemmings/03Diggers");
    for _ in 0..200 {
        if session.is_over() {
            break;
        }
        let hint = hint(&*session).expect("it can be solved");
        session.play(&hint.mv.expect("it is not lost")).expect("hints are obeyed");
    }
    assert!(session.is_solved());
    let mut session = begun("lemmings/03Diggers");
    session.play("1 0 digger").expect("it is obeyed");
    for mv in continuation(&*session) {
        session.play(&mv).expect("a way to the goal is obeyed");
    }
    session.go_to(500);
    assert!(session.is_solved());
    let mut session = begun("lemmings/03Diggers");
    session.play("1 0 digger").expect("it is obeyed");
    session.go_to(9);
    assert!(continuation(&*session).is_empty(), "there is no way left");
    let hint = hint(&*session).expect("there was a way");
    assert_eq!(hint.mv.as_deref(), Some("4 0 digger"));
    assert!(hint.reason.contains("the last chance was at 4"), "{}", hint.reason);
}
