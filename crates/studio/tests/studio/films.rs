//! Films of any length, in stretches.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::Server;

/// A stretch of a film as pictures: the drawing of each tile, then what is between them.
fn drawings(stretch: &Value) -> Vec<Vec<String>> {
    let mut shown: Vec<Vec<String>> = Vec::new();
    let (mut looks, mut tiles) = (Vec::new(), Vec::<usize>::new());
    let texts = |looks: &Value| -> Vec<String> {
        let looks = looks.as_array().unwrap().iter();
        looks.map(|look| look["svg"].as_str().unwrap().to_owned()).collect()
    };
    for frame in stretch["frames"].as_array().unwrap() {
        let mut lines = shown.last().and_then(|last| last.last().cloned()).unwrap_or_default();
        let number = |value: &Value| value.as_u64().unwrap() as usize;
        if frame["picture"].is_object() {
            let picture = &frame["picture"];
            looks = texts(&picture["looks"]);
            tiles =
                picture["tiles"].as_array().unwrap().iter().map(|tile| number(&tile[5])).collect();
            lines = picture["lines"].as_str().unwrap().to_owned();
        } else {
            looks.extend(texts(&frame["looks"]));
            for change in frame["tiles"].as_array().unwrap() {
                tiles[number(&change[0])] = number(&change[1]);
            }
            if let Some(changed) = frame["lines"].as_str() {
                changed.clone_into(&mut lines);
            }
        }
        let drawn = tiles.iter().map(|&look| looks[look].clone());
        shown.push(drawn.chain([lines]).collect());
    }
    shown
}

/// A new board with an answer to it by a quick method: the number of the job.
fn solved(server: &Server, puzzle: &str, params: &Value, solver: &str) -> (u64, u64) {
    let wish = json!({"puzzle": puzzle, "params": params, "seed": 1});
    let text = server.asked("/api/generate", &wish)["text"].as_str().unwrap().to_owned();
    let id = server.job(&text, solver, &json!({"budget": {"seconds": 120}}));
    server.events(&format!("/api/jobs/{id}/events"), 0, "end");
    let job = server.get(&format!("/api/jobs/{id}")).value();
    assert_eq!(job["state"], "done", "{}", job["error"]);
    (id, job["report"]["entries"].as_u64().unwrap())
}

fn stretch(server: &Server, job: u64, from: u64, count: u64) -> (Value, Duration) {
    let begun = Instant::now();
    let reply = server.post("/api/film", &json!({"job": job, "from": from, "count": count}));
    let took = begun.elapsed();
    assert_eq!(reply.status, 200, "{}", reply.text());
    assert!(reply.text().len() < 6 << 20, "{} bytes", reply.text().len());
    (reply.value(), took)
}

#[test]
fn a_game_of_tetris_with_a_hundred_thousand_pieces_is_a_film() {
    let server = Server::open();
    let params = json!({"max_pieces": 100_000});
    let (id, entries) = solved(&server, "tetris", &params, "bcts");
    assert!(entries >= 100_000, "{entries} entries");
    let job = server.get(&format!("/api/jobs/{id}")).value();
    assert_eq!(job["report"]["answer"], json!([]), "it is too long to be sent at once");
    let (first, took) = stretch(&server, id, 0, 100);
    let last = first["last"].as_u64().unwrap();
    assert_eq!((last, first["frames"].as_array().unwrap().len()), (100_000, 100));
    println!("the first stretch took {took:?}");
    let curve = first["curve"].as_array().unwrap();
    assert!(curve.len() <= 1_002, "{} points", curve.len());
    assert_eq!(curve.last().unwrap(), &json!([last, job["best"]]));
    // Any other place is as near, forward and back, and shows the same.
    for from in [99_990, 50_000, 64, 31_415] {
        let (one, took) = stretch(&server, id, from, 40);
        println!("the stretch from {from} took {took:?}");
        let (other, _) = stretch(&server, id, from + 7, 2);
        assert_eq!(drawings(&one)[7..9], drawings(&other)[..]);
        assert_eq!(one["frames"][7]["score"], other["frames"][0]["score"]);
        assert_eq!(one["frames"][7]["words"], other["frames"][0]["words"]);
    }
    let beyond = server.post("/api/film", &json!({"job": id, "from": 100_001}));
    assert_eq!(beyond.status, 422);
    // The answer goes with its job.
    assert_eq!(server.send("DELETE", &format!("/api/jobs/{id}"), &[], b"").status, 204);
    assert_eq!(server.post("/api/film", &json!({"job": id})).status, 404);
}

#[test]
fn a_film_of_a_large_board_is_fetched_in_stretches() {
    let server = Server::open();
    let params = json!({"rows": 100, "columns": 100});
    let (id, entries) = solved(&server, "samegame", &params, "greedy");
    let (mut from, mut bytes, mut scores) = (0, 0, Vec::new());
    let begun = Instant::now();
    while from <= entries {
        let (part, _) = stretch(&server, id, from, 500);
        let frames = part["frames"].as_array().unwrap();
        assert!(frames[0]["picture"].is_object());
        assert!(frames.len() == 1 || frames[1]["picture"].is_null(), "only changes follow");
        scores.extend(frames.iter().map(|frame| frame["score"].as_i64().unwrap()));
        bytes += part.to_string().len();
        from += frames.len() as u64;
    }
    println!("{entries} moves: {bytes} bytes in {:?}", begun.elapsed());
    assert_eq!(scores.len() as u64, entries + 1);
    let job = server.get(&format!("/api/jobs/{id}")).value();
    assert_eq!(scores.last().copied(), job["best"].as_i64());
    // Every so many frames, for a film to keep.
    let step = entries / 10;
    let thinned = server.asked("/api/film", &json!({"job": id, "step": step, "count": 11}));
    let words: Vec<&Value> =
        thinned["frames"].as_array().unwrap().iter().map(|frame| &frame["score"]).collect();
    let expected: Vec<i64> =
        scores.iter().step_by(step as usize).copied().take(words.len()).collect();
    assert_eq!(json!(words), json!(expected));
}
