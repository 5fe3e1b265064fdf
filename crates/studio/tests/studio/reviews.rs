//! Reviews of games: what they are compared by, and that they say only what is known.

use serde_json::{Value, json};

use crate::client::Server;

/// Returns the review of all positions of a game.
fn reviewed(server: &Server, text: &Value, moves: &[Value]) -> Value {
    let asked = json!({"text": text, "moves": moves, "from": 0, "count": moves.len() + 1});
    server.asked("/api/review", &asked)
}

fn field<'v>(review: &'v Value, name: &str) -> Vec<&'v Value> {
    review["positions"].as_array().unwrap().iter().map(|position| &position[name]).collect()
}

#[test]
fn scores_are_judged_and_the_same_in_any_stretches() {
    let server = Server::open();
    let text = json!(server.example("samegame/table1-5x5-3"));
    let mut moves: Vec<Value> = Vec::new();
    let end = loop {
        let position = server.asked("/api/position", &json!({"text": text, "moves": moves}));
        if position["over"] == true {
            break position;
        }
        moves.push(position["moves"][0].clone());
    };
    let review = reviewed(&server, &text, &moves);
    assert_eq!(review["kind"], "score");
    assert_eq!(review["line"], json!(moves));
    let scores: Vec<i64> =
        field(&review, "score").iter().map(|score| score.as_i64().unwrap()).collect();
    assert_eq!(*scores.last().unwrap(), end["score"].as_i64().unwrap());
    assert!(scores[0] > scores[moves.len()], "the first moves of all are no good game: {scores:?}");
    // What is found is a whole game, which begins with the better move.
    let first = review["positions"][0].clone();
    let line = server.asked("/api/continue", &json!({"text": text, "moves": [first["better"]]}));
    assert!(!line["moves"].as_array().unwrap().is_empty());
    for (at, expected) in review["positions"].as_array().unwrap().iter().enumerate() {
        let one = json!({"text": text, "moves": moves, "from": at, "count": 1});
        assert_eq!(&server.asked("/api/review", &one)["positions"][0], expected);
    }
}

#[test]
fn a_lost_goal_is_proved_and_wrong_entries_are_named() {
    let server = Server::open();
    let text = json!(server.example("peg-solitaire/plus"));
    let moves = ["4,5-4,7", "5,4-7,4", "4,3-4,1", "3,4-1,4"].map(Value::from);
    let review = reviewed(&server, &text, &moves);
    assert_eq!(review["kind"], "goal");
    let reachable = field(&review, "reachable");
    assert_eq!((reachable[0], reachable[4]), (&json!(true), &json!(false)), "{review}");
    // A lost game stays lost.
    let lost = reachable.iter().position(|one| **one == false).unwrap();
    assert!(reachable[lost..].iter().all(|one| **one == false), "{reachable:?}");

    let hidato = json!("1 _ _\n_ _ _\n_ _ 9");
    let review = reviewed(&server, &hidato, &["1,2=2", "2,2=8"].map(Value::from));
    assert_eq!(review["kind"], "entries");
    assert_eq!(field(&review, "reachable"), [&json!(true), &json!(true), &json!(true)]);
    let review = reviewed(&server, &hidato, &["1,2=2", "2,1=8"].map(Value::from));
    assert_eq!(field(&review, "reachable"), [&json!(true), &json!(true), &json!(false)]);
    assert_eq!(review["positions"][2]["wrong"], json!([[0, 1]]), "{review}");
}

#[test]
fn games_of_chance_are_reviewed_by_values_and_plans_in_the_order_of_time() {
    let server = Server::open();
    let text = json!(server.example("tetris/10x10"));
    let hint = server.asked("/api/hint", &json!({"text": text}))["mv"].clone();
    let other =
        server.asked("/api/position", &json!({"text": text, "moves": [hint]}))["moves"][0].clone();
    let review = reviewed(&server, &text, &[hint.clone(), other]);
    assert_eq!(review["kind"], "values");
    assert!(review["by"].is_string());
    let losses = field(&review, "loss");
    assert_eq!(losses[0], 0, "the hint is the move valued most");
    assert!(losses[1].as_i64().is_some_and(|loss| loss >= 0), "{review}");
    assert_eq!(losses[2], &Value::Null, "no move follows the last position");

    let level = json!(server.example("lemmings/02Diggers"));
    let way = server.asked("/api/continue", &json!({"text": level}))["moves"].clone();
    let orders = way.as_array().unwrap();
    let pass = format!("{} pass", orders[0].as_str().unwrap().split(' ').next().unwrap());
    // An order that is taken out and given again is still the first of the plan.
    let edited = [orders.as_slice(), &[json!(pass), orders[0].clone()]].concat();
    let review = reviewed(&server, &level, &edited);
    assert_eq!((&review["kind"], &review["line"]), (&json!("goal"), &way));
    assert!(field(&review, "reachable").iter().all(|one| **one == true), "{review}");
}

/// Of a large board, only what has changed is sent; together with the picture before, it is the whole.
#[test]
fn changes_of_a_large_board_make_the_whole() {
    let server = Server::open();
    let wanted = json!({"puzzle": "samegame", "params": {"rows": 60, "columns": 60}, "seed": 3});
    let text = server.asked("/api/generate", &wanted)["text"].clone();
    let before = server.asked("/api/position", &json!({"text": text}));
    let mv = before["moves"][40].clone();
    let whole = server.asked("/api/position", &json!({"text": text, "moves": [mv]}));
    let part = server.asked("/api/position", &json!({"text": text, "moves": [mv], "since": 0}));
    assert_eq!((&whole["changed"], &part["changed"]), (&json!(false), &json!(true)));
    let tiles = |position: &Value| -> std::collections::BTreeMap<String, String> {
        let scene = &position["scene"];
        let look =
            |tile: &Value| scene["looks"][tile[5].as_u64().unwrap() as usize]["svg"].to_string();
        let all = scene["tiles"].as_array().unwrap().iter();
        all.map(|tile| (format!("{},{},{}", tile[0], tile[1], tile[2]), look(tile))).collect()
    };
    let (mut merged, changed) = (tiles(&before), tiles(&part));
    assert!((1..600).contains(&changed.len()), "{} tiles", changed.len());
    merged.extend(changed);
    assert_eq!(merged, tiles(&whole));
}
