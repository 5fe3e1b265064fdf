//! The interface matches its description, and its guard rejects all others.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::client::{Reply, Server};
use crate::schema::misfit;

/// Returns every operation of the document: method and path.
fn operations(document: &Value) -> BTreeSet<(String, String)> {
    let paths = document["paths"].as_object().unwrap();
    let of = |(path, methods): (&String, &Value)| {
        let methods =
            methods.as_object().unwrap().keys().map(|method| (method.to_uppercase(), path.clone()));
        methods.collect::<Vec<_>>()
    };
    paths.iter().flat_map(of).collect()
}

#[test]
fn every_route_is_described_and_nothing_else() {
    let document: Value = serde_json::from_str(include_str!("../../openapi.json")).unwrap();
    let described: BTreeSet<String> =
        operations(&document).into_iter().map(|(_, path)| path).collect();
    let source = include_str!("../../src/api/mod.rs");
    let routes = source.split(".route(\"").skip(1).filter_map(|rest| rest.split('"').next());
    let routes: BTreeSet<String> =
        routes.filter(|path| path.starts_with("/api")).map(str::to_owned).collect();
    assert_eq!(routes, described);
}

/// Checks that a reply is one of those described, and matches its schema.
fn check(document: &Value, method: &str, path: &str, reply: &Reply) {
    let operation = &document["paths"][path][method.to_lowercase()];
    let described = &operation["responses"][reply.status.to_string()];
    assert!(
        described.is_object(),
        "{method} {path}: nobody said {}: {}",
        reply.status,
        reply.text()
    );
    let Some(content) = described["content"].as_object() else { return };
    let (kind, content) = content.iter().next().unwrap();
    assert_eq!(reply.header("content-type"), Some(kind.as_str()), "{method} {path}");
    if kind == "application/json" {
        let misfit = misfit(document, &content["schema"], &reply.value(), path);
        assert_eq!(misfit, None, "{method} {path} with {}", reply.status);
    }
}

/// A small experiment.
const PLAN: &str = "question = \"Who?\"\nbudget = { nodes = 100 }\n\
    [[instances]]\nname = \"samegame/table1-5x5-3\"\n[[solvers]]\nname = \"greedy\"\n";

#[test]
fn every_operation_answers_as_described() {
    let server = Server::open();
    let document = server.get("/api/openapi.json").value();
    let board = server.example("samegame/table1-5x5-3");
    let level = server.example("lemmings/02Diggers");
    let loop_board = server.example("slither-link/first");
    let tetris = server.example("tetris/10x10");
    let hidato = server.asked("/api/open", &json!({"text": "1 _ _\n_ _ _\n_ _ 9"}))["text"].clone();
    let two = "slither/2/2/dg\nslither/3/3/gdg\n";
    let done = server.job(&board, "greedy", &json!({}));
    server.events(&format!("/api/jobs/{done}/events"), 0, "end");
    let held = server.job(&board, "beam", &json!({"paused": true}));
    let file = server.get(&format!("/api/jobs/{done}")).value()["report"]["answer_file"].clone();
    let answer = server.get(&format!("/api/jobs/{done}")).value()["report"]["answer"].clone();

    let (held, done, gone) = (held.to_string(), done.to_string(), "999999".to_owned());
    let asked: Vec<(&str, &str, Vec<&str>, Value, u16)> = vec![
        ("GET", "/api/about", vec![], json!(null), 200),
        ("GET", "/api/openapi.json", vec![], json!(null), 200),
        ("GET", "/api/puzzles", vec![], json!(null), 200),
        ("GET", "/api/gallery", vec![], json!(null), 200),
        ("GET", "/api/puzzles/{id}/cover", vec!["light-up"], json!(null), 200),
        ("GET", "/api/puzzles/{id}/cover", vec!["chess"], json!(null), 404),
        ("GET", "/api/puzzles/{id}/example", vec!["cubic"], json!(null), 200),
        ("GET", "/api/puzzles/{id}/levels", vec!["sokoban"], json!(null), 200),
        ("GET", "/api/puzzles/{id}/examples/{name}", vec!["lemmings", "alpha1"], json!(null), 200),
        ("GET", "/api/puzzles/{id}/examples/{name}", vec!["lemmings", "none"], json!(null), 404),
        ("POST", "/api/open", vec![], json!({"text": board}), 200),
        ("POST", "/api/open", vec![], json!({"text": "puzzle = \"chess\""}), 422),
        ("POST", "/api/open", vec![], json!({"text": two, "number": 2}), 200),
        ("POST", "/api/open", vec![], json!({"text": two, "number": 3}), 422),
        ("POST", "/api/open", vec![], json!({"txt": 1}), 422),
        (
            "POST",
            "/api/generate",
            vec![],
            json!({"puzzle": "samegame", "params": {"rows": 4, "columns": "3"}, "seed": 7}),
            200,
        ),
        (
            "POST",
            "/api/generate",
            vec![],
            json!({"puzzle": "samegame", "params": {"rows": 0}, "seed": 7}),
            422,
        ),
        ("POST", "/api/generate", vec![], json!({"puzzle": "chess", "seed": 7}), 404),
        ("POST", "/api/rate", vec![], json!({"text": hidato}), 200),
        ("POST", "/api/rate", vec![], json!({"text": level}), 200),
        ("POST", "/api/rate", vec![], json!({"text": board}), 422),
        ("POST", "/api/position", vec![], json!({"text": board}), 200),
        (
            "POST",
            "/api/position",
            vec![],
            json!({"text": level, "moves": ["1 0 digger"], "time": 3}),
            200,
        ),
        ("POST", "/api/position", vec![], json!({"text": hidato, "moves": ["1,2=2"]}), 200),
        ("POST", "/api/position", vec![], json!({"text": board, "moves": ["99,99"]}), 422),
        ("POST", "/api/touch", vec![], json!({"text": board, "x": 0, "y": 0}), 200),
        ("POST", "/api/write", vec![], json!({"text": hidato, "x": 1, "y": 0, "value": "2"}), 200),
        ("POST", "/api/write", vec![], json!({"text": board, "x": 1, "y": 0, "value": "2"}), 422),
        ("POST", "/api/hint", vec![], json!({"text": board}), 200),
        ("POST", "/api/hint", vec![], json!({"text": loop_board}), 200),
        (
            "POST",
            "/api/estimate",
            vec![],
            json!({"text": tetris, "solver": "dt-20", "stretches": 2, "moves": 1000}),
            200,
        ),
        (
            "POST",
            "/api/estimate",
            vec![],
            json!({"text": board, "stretches": 2, "moves": 1000}),
            422,
        ),
        ("POST", "/api/completion", vec![], json!({"text": hidato, "moves": ["1,2=8"]}), 200),
        ("POST", "/api/completion", vec![], json!({"text": board}), 422),
        ("POST", "/api/continue", vec![], json!({"text": board}), 200),
        (
            "POST",
            "/api/review",
            vec![],
            json!({"text": hidato, "moves": ["1,2=8"], "from": 0, "count": 9}),
            200,
        ),
        ("POST", "/api/review", vec![], json!({"text": board, "from": 0, "count": 0}), 422),
        ("POST", "/api/judge", vec![], json!({"text": board, "answer_file": file}), 200),
        ("POST", "/api/answer", vec![], json!({"text": level, "moves": ["1 0 digger"]}), 200),
        ("POST", "/api/load", vec![], json!({"text": board, "answer_file": file}), 200),
        ("POST", "/api/load", vec![], json!({"text": board, "answer_file": "moves = 1"}), 422),
        ("POST", "/api/film", vec![], json!({"text": board, "answer": answer}), 200),
        ("GET", "/api/jobs", vec![], json!(null), 200),
        (
            "POST",
            "/api/jobs",
            vec![],
            json!({"text": board, "entries": [{"solver": "chess"}]}),
            422,
        ),
        ("POST", "/api/jobs", vec![], json!({"text": board, "entries": []}), 422),
        ("GET", "/api/jobs/{id}", vec![&done], json!(null), 200),
        ("GET", "/api/jobs/{id}", vec![&gone], json!(null), 404),
        ("GET", "/api/jobs/{id}", vec!["x"], json!(null), 400),
        ("GET", "/api/jobs/{id}/events", vec![&done], json!(null), 200),
        ("GET", "/api/jobs/{id}/events", vec!["1,x"], json!(null), 400),
        (
            "GET",
            "/api/jobs/{id}/events",
            vec!["1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1"],
            json!(null),
            422,
        ),
        ("POST", "/api/jobs/{id}/{change}", vec![&done, "pause"], json!(null), 422),
        ("POST", "/api/jobs/{id}/{change}", vec![&held, "dance"], json!(null), 404),
        ("POST", "/api/jobs/{id}/{change}", vec![&held, "stop"], json!(null), 200),
        ("DELETE", "/api/jobs/{id}", vec![&held], json!(null), 204),
        ("POST", "/api/plan", vec![], json!({"text": PLAN}), 200),
        ("POST", "/api/plan", vec![], json!({"text": "question = 1\n"}), 422),
        ("POST", "/api/experiments", vec![], json!({"name": "mine", "text": PLAN}), 200),
        ("POST", "/api/experiments", vec![], json!({"name": "../mine", "text": PLAN}), 422),
        ("GET", "/api/experiments", vec![], json!(null), 200),
        ("GET", "/api/experiments/{name}/cells", vec!["mine"], json!(null), 200),
        ("GET", "/api/experiments/{name}/curves?instance=0", vec!["mine"], json!(null), 200),
        ("GET", "/api/experiments/{name}/curves?instance=9", vec!["mine"], json!(null), 404),
        ("GET", "/api/experiments/{name}/runs?form=csv", vec!["mine"], json!(null), 200),
        ("GET", "/api/experiments/{name}/runs?form=xls", vec!["mine"], json!(null), 422),
        ("DELETE", "/api/experiments/{name}", vec!["mine"], json!(null), 204),
        ("DELETE", "/api/experiments/{name}", vec!["mine"], json!(null), 404),
        ("DELETE", "/api/experiments/{name}", vec!["textbook-search"], json!(null), 422),
        ("GET", "/api/experiments/{name}", vec!["textbook-search"], json!(null), 200),
        ("GET", "/api/experiments/{name}", vec!["none"], json!(null), 404),
        ("GET", "/api/experiments/{name}/report", vec!["textbook-search"], json!(null), 200),
        (
            "GET",
            "/api/experiments/{name}/compare?one=a&other=b",
            vec!["textbook-search"],
            json!(null),
            422,
        ),
        (
            "POST",
            "/api/experiments/{name}/{change}",
            vec!["textbook-search", "stop"],
            json!(null),
            200,
        ),
    ];
    let mut met = BTreeSet::new();
    for (method, path, parts, body, status) in asked {
        let route = path.split('?').next().unwrap();
        let mut address = path.to_owned();
        for part in parts {
            let (open, close) = (address.find('{').unwrap(), address.find('}').unwrap());
            address.replace_range(open..=close, part);
        }
        let reply = if body.is_null() {
            server.send(method, &address, &[], b"")
        } else {
            server.post(&address, &body)
        };
        assert_eq!(reply.status, status, "{method} {address}: {}", reply.text());
        check(&document, method, route, &reply);
        met.insert((method.to_owned(), route.to_owned()));
    }
    // Posting a job and the events of an experiment are covered elsewhere; the latter wait for a
    // run.
    met.insert(("POST".to_owned(), "/api/jobs".to_owned()));
    met.insert(("GET".to_owned(), "/api/experiments/{name}/events".to_owned()));
    assert_eq!(met, operations(&document));
}

#[test]
fn strangers_stay_outside() {
    let server = Server::open();
    let here = server.address.to_string();
    let port = server.address.port();
    let post = |headers: &[(&str, &str)]| {
        let headers = [&[("content-type", "application/json")], headers].concat();
        server.send("POST", "/api/open", &headers, b"{\"text\": \"1 _\\n_ 4\"}").status
    };
    assert_eq!(post(&[]), 200);
    assert_eq!(post(&[("origin", &format!("http://{here}"))]), 200);
    for origin in ["http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1"] {
        assert_eq!(post(&[("origin", origin)]), 403, "{origin}");
    }
    assert_eq!(post(&[("sec-fetch-site", "cross-site")]), 403);
    assert_eq!(post(&[("authorization", "token 0123")]), 401);
    assert_eq!(
        server.send("GET", "/", &[("host", &format!("rebound.example:{port}"))], b"").status,
        403
    );
    assert_eq!(server.send("GET", "/", &[("host", &format!("localhost:{port}"))], b"").status, 200);
    let page = server.get("/");
    assert!(
        page.header("content-security-policy")
            .is_some_and(|policy| policy.contains("script-src 'self'"))
    );
    assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
    for path in [
        "/app/../Cargo.toml",
        "/app/%2e%2e/Cargo.toml",
        "/app/..%2fCargo.toml",
        "/etc/passwd",
        "/api/none",
    ] {
        assert!(matches!(server.get(path).status, 400 | 404), "{path}");
    }
    assert_eq!(
        server.send("POST", "/api/open", &[("content-type", "text/plain")], b"{}").status,
        415
    );
    assert_eq!(server.send("PUT", "/api/open", &[], b"").status, 405);
    let huge = vec![b' '; 5 << 20];
    assert_eq!(
        server.send("POST", "/api/open", &[("content-type", "application/json")], &huge).status,
        413
    );
}
