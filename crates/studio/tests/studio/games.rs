//! Every puzzle, played through the interface.

use serde_json::{Value, json};

use crate::client::Server;

/// Plays hints until the game is over, or up to a number of moves.
fn follow(server: &Server, text: &str, most: usize) -> (Vec<String>, Value) {
    let mut moves: Vec<String> = Vec::new();
    loop {
        let position = server.asked("/api/position", &json!({"text": text, "moves": moves}));
        if position["over"] == true || moves.len() == most {
            return (moves, position);
        }
        let hint = server.asked("/api/hint", &json!({"text": text, "moves": moves}));
        moves.push(hint["mv"].as_str().unwrap_or_else(|| panic!("no hint: {hint}")).to_owned());
    }
}

#[test]
fn hints_lead_to_the_end_of_every_puzzle() {
    let server = Server::open();
    for (example, most) in
        [("samegame/table1-5x5-3", 99), ("lemmings/02Diggers", 99), ("tetris/10x10", 30)]
    {
        let text = server.example(example);
        let (moves, position) = follow(&server, &text, most);
        assert!(position["over"] == true || moves.len() == most);
        let saved = server.asked("/api/answer", &json!({"text": text, "moves": moves}));
        let judged =
            server.asked("/api/judge", &json!({"text": text, "answer_file": saved["answer_file"]}));
        assert_eq!(
            (&judged["score"], &judged["accepted"]),
            (&position["score"], &saved["accepted"]),
            "{example}"
        );
        let loaded =
            server.asked("/api/load", &json!({"text": text, "answer_file": saved["answer_file"]}));
        let again = server.asked("/api/position", &json!({"text": text, "moves": loaded["moves"]}));
        assert_eq!(again["line"], position["line"], "{example}");
    }
}

#[test]
fn a_game_is_continued_from_where_it_stands() {
    let server = Server::open();
    let text = server.example("samegame/table1-7x7-5");
    let first = server.asked("/api/position", &json!({"text": text}))["moves"][0].clone();
    let rest = server.asked("/api/continue", &json!({"text": text, "moves": [first]}));
    let all: Vec<Value> =
        std::iter::once(first).chain(rest["moves"].as_array().unwrap().clone()).collect();
    let end = server.asked("/api/position", &json!({"text": text, "moves": all}));
    assert_eq!(end["over"], true);
    let film = server.asked("/api/film", &json!({"text": text, "answer": all}));
    let frames = film["frames"].as_array().unwrap();
    assert_eq!(frames.len(), all.len() + 1);
    assert_eq!(frames.last().unwrap()["score"], end["score"]);

    let hidato = "1 _ _\n_ _ _\n_ _ 9";
    let wrong = server.asked("/api/position", &json!({"text": hidato, "moves": ["1,2=9"]}));
    assert!(!wrong["slips"].as_array().unwrap().is_empty());
    assert_eq!(wrong["kind"], "fill");
    let entries =
        server.asked("/api/continue", &json!({"text": "1 2 3\n_ _ _\n_ _ 9", "moves": ["2,2=7"]}));
    let moves: Vec<Value> = std::iter::once(json!("2,2=7"))
        .chain(entries["moves"].as_array().unwrap().clone())
        .collect();
    let solved =
        server.asked("/api/position", &json!({"text": "1 2 3\n_ _ _\n_ _ 9", "moves": moves}));
    assert_eq!(solved["solved"], true, "{entries}");
}

#[test]
fn touching_tells_what_it_does() {
    let server = Server::open();
    let text = server.example("samegame/table1-5x5-3");
    let position = server.asked("/api/position", &json!({"text": text}));
    let at = position["at"].as_array().unwrap();
    assert!(!at.is_empty());
    for place in at {
        let reach = &position["reaches"][place[2].as_u64().unwrap() as usize];
        let asked =
            server.asked("/api/touch", &json!({"text": text, "x": place[0], "y": place[1]}));
        assert_eq!(&asked["reach"], reach);
    }
    let level = server.example("lemmings/02Diggers");
    let early = server.asked("/api/position", &json!({"text": level, "time": 1}));
    assert_eq!(early["clock"], json!([1, 120]));
    assert_eq!(early["choices"][0]["options"][0]["name"], "digger");
    let film =
        server.asked("/api/film", &json!({"text": level, "answer": ["1 0 digger", "4 0 digger"]}));
    let frames = film["frames"].as_array().unwrap();
    assert!(frames.len() > 5, "a frame for each time step");
    let lines = |frame: &Value| -> Option<String> {
        let changed = frame["picture"]["lines"].as_str().or(frame["lines"].as_str());
        changed.map(str::to_owned)
    };
    let lines: Vec<Option<String>> = frames.iter().map(lines).collect();
    assert!(
        lines[0].as_ref().is_some_and(|lines| lines.contains("edge wall")),
        "the platforms at first"
    );
    let changes = lines.iter().flatten().count();
    assert!((2..frames.len()).contains(&changes), "and after digging: {changes}");
    let half = server.asked("/api/answer", &json!({"text": level, "moves": ["1 0 digger"]}));
    assert!(half["objection"].as_str().unwrap().contains("the goal is not reached"), "{half}");
    let filled = server
        .asked("/api/film", &json!({"text": "1 _ _\n_ _ _\n_ _ 9", "answer": ["1,2=2", "1,3=3"]}));
    assert_eq!(
        filled["frames"].as_array().unwrap().len(),
        3,
        "a line can be given instead of an answer"
    );
}

#[test]
fn it_is_known_whether_a_board_can_be_completed() {
    let server = Server::open();
    let completion = |text: &str, moves: &[&str]| {
        let found = server.asked("/api/completion", &json!({"text": text, "moves": moves}));
        (found["possible"].clone(), found["wrong"].clone())
    };
    // Inside cells touch each other by sides: of several solutions none is left after the last
    // entry.
    let corral = "puzzle = \"corral\"\nboard = \"\"\"\n. .\n. .\n\"\"\"";
    let moves = ["1,1=.", "1,2=#", "2,2=.", "2,1=#"];
    assert_eq!(completion(corral, &moves[..3]), (json!(true), json!([])));
    assert_eq!(completion(corral, &moves), (json!(false), json!([[0, 1]])));
    // The only loop goes around the cell.
    let slither = "puzzle = \"slither-link\"\nboard = \"\"\"\n4\n\"\"\"";
    assert_eq!(completion(slither, &["1,1-1,2=line"]), (json!(true), json!([])));
    let wrong = completion(slither, &["1,1-2,1=line", "1,1-1,2=x"]);
    assert_eq!(wrong, (json!(false), json!([[0, 0, "top"]])));
    // The whole row of cubes may be turned, whichever way is the written form.
    let cubes = server.example("instant-insanity/first");
    let solved = server.asked("/api/continue", &json!({"text": cubes}));
    let turned: Vec<String> = (solved["moves"].as_array().unwrap().iter())
        .map(|mv| mv.as_str().unwrap())
        .map(|mv| {
            match mv.split_once(',').and_then(|(cube, rest)| Some((cube, rest.split_once('=')?))) {
                Some((cube, ("top", colour))) => format!("{cube},back={colour}"),
                Some((cube, ("back", colour))) => format!("{cube},bottom={colour}"),
                Some((cube, ("bottom", colour))) => format!("{cube},front={colour}"),
                Some((cube, ("front", colour))) => format!("{cube},top={colour}"),
                _ => mv.to_owned(),
            }
        })
        .collect();
    let turned: Vec<&str> = turned.iter().map(String::as_str).collect();
    assert_eq!(completion(&cubes, &turned), (json!(true), json!([])));
}
