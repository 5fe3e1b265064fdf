//! Questions that nobody waits for any more: each gives its place back soon, for every puzzle.
//!
//! `QUARRY_CANCEL_WISHES=20` asks for more boards of each puzzle; CI asks for one.

use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

use crate::client::Server;

/// Time until the asker goes.
const PATIENCE: Duration = Duration::from_millis(60);

/// Maximum time until the place is free. It is a quarter of a second of work at most, and mostly
/// milliseconds (docs/notes/studio.md); a machine with ten tests for each core multiplies that.
const LATEST: Duration = Duration::from_secs(5);

/// Asks a question, goes away, and waits until nobody works on it.
fn ask_and_go(server: &Server, path: &str, body: &Value) {
    server.ask_and_go(path, body, PATIENCE);
    let begun = Instant::now();
    while server.get("/api/about").value()["requests"]["running"] != 0 {
        assert!(begun.elapsed() < LATEST, "{path} keeps its place: {body}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Parameters of a generator: some of its numbers as large as they may be, the choices one by one.
fn wish(fields: &[Value], number: usize) -> Value {
    let mut params = Map::new();
    for (index, field) in fields.iter().enumerate() {
        let value = match field["kind"].as_str() {
            // The sizes come first; what follows often contradicts a large board.
            Some("whole") if index < 2 || number % 8 == index => field["max"].clone(),
            Some("choice") => {
                let choices = field["choices"].as_array().unwrap();
                choices[(number + index) / 2 % choices.len()].clone()
            }
            _ => continue,
        };
        params.insert(field["name"].as_str().unwrap().to_owned(), value);
    }
    if number == 0 {
        params.retain(|_, value| value.is_number());
    }
    Value::Object(params)
}

#[test]
fn every_generator_gives_its_place_back() {
    let server = Server::open();
    let wishes = std::env::var("QUARRY_CANCEL_WISHES").ok().and_then(|text| text.parse().ok());
    for puzzle in server.get("/api/puzzles").value().as_array().unwrap() {
        let Some(fields) = puzzle["generator"].as_array() else { continue };
        for number in 0..wishes.unwrap_or(1) {
            let body =
                json!({"puzzle": puzzle["id"], "params": wish(fields, number), "seed": number});
            ask_and_go(&server, "/api/generate", &body);
        }
    }
}

#[test]
fn every_question_about_a_board_gives_its_place_back() {
    let server = Server::open();
    for puzzle in server.get("/api/puzzles").value().as_array().unwrap() {
        let id = puzzle["id"].as_str().unwrap();
        let names = puzzle["examples"].as_array().unwrap().iter().filter_map(Value::as_str);
        // Two of its boards are enough: the first is what people see, the last often the largest.
        let names: Vec<&str> = names.collect();
        let mut texts: Vec<String> = [names.first(), names.last()]
            .into_iter()
            .flatten()
            .map(|name| server.example(&format!("{id}/{name}")))
            .collect();
        texts.dedup();
        for text in texts {
            for question in ["open", "position", "hint", "rate", "completion", "continue", "answer"]
            {
                ask_and_go(&server, &format!("/api/{question}"), &json!({"text": text}));
            }
            ask_and_go(&server, "/api/film", &json!({"text": text, "answer": []}));
        }
    }
}

#[test]
fn many_long_questions_hold_up_nobody() {
    let server = Server::open();
    let board = server.example("samegame/standard-01");
    let large = json!({"puzzle": "hidato", "params": {"side": 37}, "seed": 1});
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| server.ask_and_go("/api/generate", &large, Duration::from_secs(4)));
        }
        std::thread::sleep(Duration::from_millis(300));
        let begun = Instant::now();
        server.asked("/api/position", &json!({"text": board}));
        assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
    });
}
