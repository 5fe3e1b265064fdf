//! Every puzzle of the house, played through the interface.

use serde_json::{Value, json};

use crate::client::House;

/// Plays hints until the game is over, or so many.
fn follow(house: &House, text: &str, most: usize) -> (Vec<String>, Value) {
    let mut moves: Vec<String> = Vec::new();
    loop {
        let position = house.asked("/api/position", &json!({"text": text, "moves": moves}));
        if position["over"] == true || moves.len() == most {
            return (moves, position);
        }
        let hint = house.asked("/api/hint", &json!({"text": text, "moves": moves}));
        moves.push(hint["mv"].as_str().unwrap_or_else(|| panic!("no hint: {hint}")).to_owned());
    }
}

#[test]
fn hints_lead_to_the_end_of_every_puzzle() {
    let house = House::open();
    for (example, most) in
        [("samegame/table1-5x5-3", 99), ("lemmings/02Diggers", 99), ("tetris/10x10", 30)]
    {
        let text = house.example(example);
        let (moves, position) = follow(&house, &text, most);
        assert!(position["over"] == true || moves.len() == most);
        let saved = house.asked("/api/answer", &json!({"text": text, "moves": moves}));
        let judged =
            house.asked("/api/judge", &json!({"text": text, "answer_file": saved["answer_file"]}));
        assert_eq!(
            (&judged["score"], &judged["accepted"]),
            (&position["score"], &saved["accepted"]),
            "{example}"
        );
        let loaded =
            house.asked("/api/load", &json!({"text": text, "answer_file": saved["answer_file"]}));
        let again = house.asked("/api/position", &json!({"text": text, "moves": loaded["moves"]}));
        assert_eq!(again["line"], position["line"], "{example}");
    }
}

#[test]
fn a_game_is_continued_from_where_it_stands() {
    let house = House::open();
    let text = house.example("samegame/table1-7x7-5");
    let first = house.asked("/api/position", &json!({"text": text}))["moves"][0].clone();
    let rest = house.asked("/api/continue", &json!({"text": text, "moves": [first]}));
    let all: Vec<Value> =
        std::iter::once(first).chain(rest["moves"].as_array().unwrap().clone()).collect();
    let end = house.asked("/api/position", &json!({"text": text, "moves": all}));
    assert_eq!(end["over"], true);
    let film = house.asked("/api/film", &json!({"text": text, "answer": all}));
    let frames = film["frames"].as_array().unwrap();
    assert_eq!(frames.len(), all.len() + 1);
    assert_eq!(frames.last().unwrap()["score"], end["score"]);

    let hidato = "1 _ _\n_ _ _\n_ _ 9";
    let wrong = house.asked("/api/position", &json!({"text": hidato, "moves": ["1,2=9"]}));
    assert!(!wrong["slips"].as_array().unwrap().is_empty());
    assert_eq!(wrong["writable"], true);
    let entries =
        house.asked("/api/continue", &json!({"text": "1 2 3\n_ _ _\n_ _ 9", "moves": ["2,2=7"]}));
    let moves: Vec<Value> = std::iter::once(json!("2,2=7"))
        .chain(entries["moves"].as_array().unwrap().clone())
        .collect();
    let solved =
        house.asked("/api/position", &json!({"text": "1 2 3\n_ _ _\n_ _ 9", "moves": moves}));
    assert_eq!(solved["solved"], true, "{entries}");
}

#[test]
fn touching_tells_what_it_does() {
    let house = House::open();
    let text = house.example("samegame/table1-5x5-3");
    let position = house.asked("/api/position", &json!({"text": text}));
    let at = position["at"].as_array().unwrap();
    assert!(!at.is_empty());
    for place in at {
        let reach = &position["reaches"][place[2].as_u64().unwrap() as usize];
        let asked = house.asked("/api/touch", &json!({"text": text, "x": place[0], "y": place[1]}));
        assert_eq!(&asked["reach"], reach);
    }
    let level = house.example("lemmings/02Diggers");
    let early = house.asked("/api/position", &json!({"text": level, "time": 1}));
    assert_eq!(early["clock"], json!([1, 120]));
    assert_eq!(early["choices"][0]["options"][0]["name"], "digger");
    let film =
        house.asked("/api/film", &json!({"text": level, "answer": ["1 0 digger", "4 0 digger"]}));
    assert!(film["frames"].as_array().unwrap().len() > 5, "a frame for each time step");
    let half = house.asked("/api/answer", &json!({"text": level, "moves": ["1 0 digger"]}));
    assert!(half["objection"].as_str().unwrap().contains("the goal is not reached"), "{half}");
    let filled = house
        .asked("/api/film", &json!({"text": "1 _ _\n_ _ _\n_ _ 9", "answer": ["1,2=2", "1,3=3"]}));
    assert_eq!(filled["frames"].as_array().unwrap().len(), 3, "a line is as good as an answer");
}
