//! Malformed requests, generated from the description: no internal errors, no panics, no hangs.
//!
//! Five seconds of them run with the tests; `QUARRY_FUZZ_SECONDS=300` makes it five minutes.

use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

use crate::client::Server;

/// A small random generator: that of the core is not available to front ends.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % most as u64) as usize
    }

    fn of<'t, T>(&mut self, items: &'t [T]) -> &'t T {
        &items[self.below(items.len())]
    }
}

const WORDS: [&str; 16] = [
    "",
    "\u{0}",
    "💥",
    "../../etc/passwd",
    "1,1",
    "0 0 digger",
    "99999999999999999999",
    "-1",
    "seed 7",
    "T 2 4",
    "T 9 99",
    "1,2=2",
    "best",
    "exact",
    "NaN",
    "puzzle = \"tetris\"\nwidth = 99999999999\n",
];

fn strange(dice: &mut Dice) -> Value {
    match dice.below(9) {
        0 => json!(null),
        1 => json!(true),
        2 => json!(-1),
        3 => json!(u64::MAX),
        4 => json!(1e308),
        5 => json!([]),
        6 => json!({}),
        7 => json!("x".repeat(dice.below(5_000))),
        _ => json!(dice.of(&WORDS)),
    }
}

/// Returns a value that more or less fits a schema.
fn value(document: &Value, schema: &Value, texts: &[String], dice: &mut Dice) -> Value {
    if dice.below(12) == 0 {
        return strange(dice);
    }
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.rsplit('/').next().unwrap();
        return value(document, &document["components"]["schemas"][name], texts, dice);
    }
    if schema["description"] == "an instance file" {
        let mut text = dice.of(texts).clone();
        if dice.below(3) == 0 && !text.is_empty() {
            let mut place = dice.below(text.len());
            while !text.is_char_boundary(place) {
                place -= 1;
            }
            let word = *dice.of(&WORDS);
            text.insert_str(place, word);
        }
        return json!(text);
    }
    if let Some(words) = schema["enum"].as_array() {
        return dice.of(words).clone();
    }
    let name = schema["type"].as_str().or_else(|| schema["type"][0].as_str()).unwrap_or("string");
    match name {
        "object" => {
            let properties = schema["properties"].as_object().cloned().unwrap_or_default();
            let mut object = Map::new();
            for (name, schema) in &properties {
                if dice.below(6) > 0 {
                    object.insert(name.clone(), value(document, schema, texts, dice));
                }
            }
            if properties.is_empty() {
                object.insert((*dice.of(&WORDS)).to_owned(), strange(dice));
            }
            Value::Object(object)
        }
        "array" => {
            (0..dice.below(4)).map(|_| value(document, &schema["items"], texts, dice)).collect()
        }
        "integer" => json!(*dice.of(&[0u64, 1, 2, 7, 100, 65_536, 4_294_967_295])),
        "number" => json!(*dice.of(&[0.0, 0.001, 0.05, -1.0, 1e300])),
        "boolean" => json!(dice.below(2) == 0),
        _ => json!(dice.of(&WORDS)),
    }
}

#[test]
fn no_request_is_our_fault() {
    let server = Server::open();
    let document = server.get("/api/openapi.json").value();
    let mut texts: Vec<String> = ["samegame/table1-5x5-3", "lemmings/alpha1", "tetris/10x10"]
        .iter()
        .map(|name| server.example(name))
        .collect();
    texts.push("1 _ _\n_ _ _\n_ _ 9".to_owned());
    let seconds =
        std::env::var("QUARRY_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(5);
    let (begun, mut dice, mut met) = (Instant::now(), Dice(0x9e37_79b9_7f4a_7c15), [0u32; 6]);
    let paths: Vec<(&String, &Value)> = document["paths"].as_object().unwrap().iter().collect();
    while begun.elapsed() < Duration::from_secs(seconds) {
        let (path, methods) = *dice.of(&paths);
        // A stream ends only when its job does; experiments would use all of the machine.
        if path.ends_with("/events") || path.starts_with("/api/experiments/{name}/{") {
            continue;
        }
        let methods: Vec<(&String, &Value)> = methods.as_object().unwrap().iter().collect();
        let (method, operation) = *dice.of(&methods);
        let mut address = path.clone();
        while let (Some(open), Some(close)) = (address.find('{'), address.find('}')) {
            let part = *dice.of(&[
                "1",
                "2",
                "x",
                "samegame",
                "table1-5x5-3",
                "stop",
                "step",
                "%00",
                "..%2f..",
                "%ff",
                "-1",
            ]);
            address.replace_range(open..=close, part);
        }
        let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
        let reply = if schema.is_null() {
            server.send(&method.to_uppercase(), &address, &[], b"")
        } else if dice.below(20) == 0 {
            server.send(
                &method.to_uppercase(),
                &address,
                &[("content-type", "application/json")],
                b"{\"text\": [[[[",
            )
        } else {
            let mut body = value(&document, schema, &texts, &mut dice);
            if let Some(wish) = body.as_object_mut().filter(|_| path == "/api/jobs") {
                wish.insert("budget".to_owned(), json!({"evaluations": 50}));
            }
            server.post(&address, &body)
        };
        let class = usize::from(reply.status / 100);
        assert!(
            (2..=4).contains(&class) || reply.status == 503,
            "{method} {address}: {} {}",
            reply.status,
            reply.text()
        );
        met[class] += 1;
    }
    assert_eq!(server.get("/api/about").status, 200, "it still answers");
    assert!(met[2] > 0 && met[4] > 0, "both kinds occurred: {met:?}");
}
