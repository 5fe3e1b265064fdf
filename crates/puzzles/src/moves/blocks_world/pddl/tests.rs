//! Reading and writing problems and plans.

use quarry_core::{Located, Position, Puzzle};

use super::super::{BlocksWorld, Move, TABLE};
use super::{form, plan};

fn problem(init: &str, goal: &str) -> String {
    format!(
        "; a comment (with parentheses\n(define (problem p) (:domain blocks)\n(:objects a B c - block)\n\
         (:init (handempty) {init})\n(:goal (and {goal})))\n"
    )
}

const INIT: &str = "(ONTABLE A) (on b a) (clear B) (ontable c) (clear c)";

fn shown_goal(goal: &str) -> String {
    let text = problem(INIT, goal);
    assert!(BlocksWorld::recognises(&text));
    let shown = BlocksWorld::parse(&text).unwrap().show();
    let (_, goal) = shown.split_once("goal = ").unwrap();
    goal.trim_matches(['"', '\n']).replace('\n', " | ")
}

#[test]
fn goals_are_as_open_as_the_problem_leaves_them() {
    assert_eq!(shown_goal("(on b c)"), "? c B ?");
    assert_eq!(shown_goal("(on b c) (on c a)"), "a c B");
    assert_eq!(shown_goal("(on b c) (ontable c)"), "c B ?");
    assert_eq!(shown_goal("(on b c) (clear b)"), "? c B");
    assert_eq!(shown_goal("(on b c) (ontable c) (ontable a)"), "a | c B");
    assert_eq!(shown_goal("(on-table a)"), "a ?");
    assert_eq!(shown_goal(""), "");
}

#[test]
fn a_written_problem_is_read_back() {
    for goal in [
        "(on b c)",
        "(on b c) (on c a)",
        "(clear a) (ontable b)",
        "(ontable a) (ontable b) (ontable c)",
    ] {
        let puzzle = BlocksWorld::parse(&problem(INIT, goal)).unwrap();
        let form = form(&puzzle);
        assert_eq!((form.format, form.lost.len()), ("pddl", 0));
        assert_eq!(BlocksWorld::parse(&form.text), Ok(puzzle));
    }
    let numbered = BlocksWorld::parse("table = 2\nstart = \"1 2\"\ngoal = \"2 1\"").unwrap();
    assert_eq!(form(&numbered).lost, ["names of blocks", "table"]);
}

#[test]
fn a_plan_is_twice_as_long_as_its_line_and_is_read_back() {
    let puzzle = BlocksWorld::parse(&problem(INIT, "(on b c) (on c a)")).unwrap();
    let line =
        vec![Move { block: 1, to: TABLE }, Move { block: 2, to: 0 }, Move { block: 1, to: 2 }];
    assert!(puzzle.judge(&line).unwrap().solved);
    let plan = plan(&puzzle, &line);
    let steps: Vec<&str> =
        plan.iter().map(String::as_str).filter(|step| step.starts_with('(')).collect();
    let expected = [
        "(unstack B a)",
        "(put-down B)",
        "(pick-up c)",
        "(stack c a)",
        "(pick-up B)",
        "(stack B c)",
    ];
    assert_eq!(steps, expected);
    assert_eq!(plan[0], "; a B | c");
    let entries = steps.iter().map(|&value| Located { value, at: Position::START });
    assert_eq!(puzzle.parse_answer(&mut entries.collect::<Vec<_>>().into_iter()), Ok(line));
}

#[test]
fn every_complaint_names_place_wish_and_finding() {
    for (text, words) in [
        (problem(INIT, "(on b d)"), "line 5, column 19: expected one of the objects, found `d`"),
        (problem(INIT, "(holding b)"), "line 5, column 13: expected a fact: (on A B)"),
        (
            problem("(ontable a) (on b a) (on c a)", ""),
            "expected one block on `a`, found `c` as well",
        ),
        (problem("(ontable a) (on b c) (on c b)", ""), "expected towers that stand on the table"),
        (problem("(ontable a) (ontable b)", ""), "expected (on c ...) or (ontable c) in :init"),
        (problem("(ontable a) (on a b) (ontable c)", ""), "expected `a` in one place"),
        (problem(INIT, "(on b a) (clear a)"), "expected `a` to be clear or to carry a block"),
        ("(define (domain blocks))".to_owned(), "line 1, column 9: expected a problem"),
        (
            "(define (problem p) (:objects a)".to_owned(),
            "expected `)` for the `(` at line 1, column 1",
        ),
        ("(define (problem p) (:objects a))".to_owned(), "expected a list (:init ...)"),
    ] {
        let complaint = BlocksWorld::parse(&text).unwrap_err().to_string();
        assert!(complaint.contains(words), "{text}\n{complaint}");
    }
}

#[test]
fn several_problems_are_parted() {
    let two = format!("{}{}", problem(INIT, ""), problem(INIT, "(on b c)"));
    let parts = BlocksWorld::divide(&two);
    assert_eq!(parts.len(), 2);
    assert!(parts.into_iter().all(|part| BlocksWorld::parse(&two[part]).is_ok()));
    assert!(BlocksWorld::divide(&problem(INIT, "")).is_empty());
}
