//! Jobs: watched, stepped, raced, stopped and restored.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::Server;

fn state(server: &Server, id: u64) -> String {
    server.get(&format!("/api/jobs/{id}")).value()["state"].as_str().unwrap().to_owned()
}

/// Waits until a job is in a state; fails after a minute.
fn until(server: &Server, id: u64, wanted: &str) {
    let begun = Instant::now();
    while state(server, id) != wanted {
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "job {id} is {} and not {wanted}",
            state(server, id)
        );
        thread::yield_now();
    }
}

#[test]
fn a_job_is_watched_from_beginning_to_end() {
    let server = Server::open();
    let text = server.example("samegame/table1-7x7-5");
    let id = server.job(&text, "hyper", &json!({"budget": {"evaluations": 3000}, "seed": 3}));
    let events = server.events(&format!("/api/jobs/{id}/events"), 0, "end");
    let kinds: Vec<&str> = events.iter().map(|(kind, ..)| kind.as_str()).collect();
    assert!(
        kinds.contains(&"job") && kinds.contains(&"better") && kinds.contains(&"inside"),
        "{kinds:?}"
    );
    assert!(events.windows(2).all(|pair| pair[0].1 < pair[1].1), "numbers grow");
    let better = events.iter().rfind(|(kind, ..)| kind == "better").unwrap();
    let job = server.get(&format!("/api/jobs/{id}")).value();
    assert_eq!((&job["state"], &job["report"]["verified"]), (&json!("done"), &json!(true)));
    assert_eq!(
        (&better.2["score"], &better.2["answer"]),
        (&job["report"]["score"], &job["report"]["answer"])
    );
    let inside = &events.iter().rfind(|(kind, ..)| kind == "inside").unwrap().2;
    assert_eq!(inside["numbers"][0][0], "generation");
    let shares = inside["shares"]["parts"].as_array().unwrap();
    let sum: f64 = shares.iter().map(|part| part[1].as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{shares:?}");
    let curve = job["curve"].as_array().unwrap();
    assert_eq!(curve.last().unwrap()[2], job["best"]);
    // A late watcher gets the end; one that has seen everything learns that the job is over.
    let late = server.events(&format!("/api/jobs/{id}/events"), 0, "end");
    assert_eq!(late.last().unwrap().2["state"], "done");
}

#[test]
fn a_job_goes_step_by_step_and_comes_to_the_same_end() {
    let server = Server::open();
    let text = server.example("samegame/table1-5x5-3");
    let whole = server.job(&text, "breadth-first", &json!({"budget": {"evaluations": 4000}}));
    server.events(&format!("/api/jobs/{whole}/events"), 0, "end");
    let id = server.job(
        &text,
        "breadth-first",
        &json!({"budget": {"evaluations": 4000}, "paused": true}),
    );
    until(&server, id, "paused");
    let mut expanded = Vec::new();
    for _ in 0..3 {
        let before = server.get(&format!("/api/jobs/{id}")).value()["nodes"].as_u64();
        server.send("POST", &format!("/api/jobs/{id}/step"), &[], b"");
        let begun = Instant::now();
        while server.get(&format!("/api/jobs/{id}")).value()["nodes"].as_u64() == before
            || state(&server, id) != "paused"
        {
            assert!(begun.elapsed() < Duration::from_secs(60));
        }
        expanded.push(server.get(&format!("/api/jobs/{id}")).value()["nodes"].as_u64().unwrap());
    }
    assert!(
        expanded.windows(2).all(|pair| pair[0] < pair[1] && pair[1] - pair[0] < 30),
        "one node a step: {expanded:?}"
    );
    server.send("POST", &format!("/api/jobs/{id}/continue"), &[], b"");
    until(&server, id, "done");
    let report = |id: u64| server.get(&format!("/api/jobs/{id}")).value()["report"].clone();
    let (one, other) = (report(whole), report(id));
    for key in ["score", "answer", "evaluations", "nodes", "stopped"] {
        assert_eq!(one[key], other[key], "{key}");
    }
}

#[test]
fn solvers_race_on_the_same_instance() {
    let server = Server::open();
    let text = server.example("samegame/table1-5x5-3");
    let entries = json!([{"solver": "beam", "params": {"width": 10}}, {"solver": "nrpa", "params": {"level": 2}}, {"solver": "greedy"}]);
    let taken = server.asked(
        "/api/jobs",
        &json!({"text": text, "entries": entries, "budget": {"evaluations": 500}}),
    );
    let ids: Vec<u64> =
        taken["jobs"].as_array().unwrap().iter().map(|id| id.as_u64().unwrap()).collect();
    assert_eq!((ids.len(), taken["race"].as_u64()), (3, Some(ids[0])));
    // One stream covers all jobs; it ends when the last of them does.
    let streamed = server.get(&format!("/api/jobs/{},{},{}/events", ids[0], ids[1], ids[2])).text();
    for &id in &ids {
        assert!(
            streamed.contains(&format!("data: {{\"job\":{id},\"news\":{{\"state\":\"done\"}}}}")),
            "{streamed}"
        );
        let job = server.get(&format!("/api/jobs/{id}")).value();
        assert_eq!((&job["race"], &job["state"]), (&taken["race"], &json!("done")), "{job}");
    }
}

#[test]
fn no_job_works_longer_than_it_may_however_long_its_slices() {
    let server = Server::open();
    let text = server.example("samegame/standard-01");
    let id = server.job(
        &text,
        "tempering",
        &json!({"budget": {"seconds": 0.5}, "entries": [{"solver": "tempering", "params": {"games": 64}}]}),
    );
    server.events(&format!("/api/jobs/{id}/events"), 0, "end");
    let job = server.get(&format!("/api/jobs/{id}")).value();
    assert_eq!(
        (&job["state"], &job["report"]["stopped"]),
        (&json!("done"), &json!("seconds")),
        "{job}"
    );
    assert!(job["seconds"].as_f64() < Some(5.0), "{}", job["seconds"]);
}

#[test]
fn jobs_survive_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::at(folder.path());
    let text = server.example("samegame/table1-7x7-5");
    let done = server.job(&text, "greedy", &json!({}));
    server.events(&format!("/api/jobs/{done}/events"), 0, "end");
    let report = server.get(&format!("/api/jobs/{done}")).value()["report"].clone();
    let halted =
        server.job(&text, "tempering", &json!({"budget": {"evaluations": 2000}, "paused": true}));
    until(&server, halted, "paused");
    drop(server);
    std::fs::write(folder.path().join("runs.jobs/77.json"), "not ours").unwrap();

    let server = Server::at(folder.path());
    assert_eq!(server.get(&format!("/api/jobs/{done}")).value()["report"], report);
    assert_eq!(state(&server, halted), "interrupted");
    server.send("POST", &format!("/api/jobs/{halted}/resume"), &[], b"");
    until(&server, halted, "done");
    assert_eq!(server.send("DELETE", &format!("/api/jobs/{done}"), &[], b"").status, 204);
    assert_eq!(server.get(&format!("/api/jobs/{done}")).status, 404);
    let next = server.job(&text, "greedy", &json!({}));
    assert!(next > halted, "numbers are not reused");
}

#[test]
fn too_many_jobs_are_refused_and_a_stopped_one_makes_room() {
    let server = Server::open();
    let text = server.example("samegame/standard-01");
    let busy: Vec<u64> = (0..2)
        .map(|_| server.job(&text, "tempering", &json!({"budget": {"seconds": 600}})))
        .collect();
    busy.iter().for_each(|&id| until(&server, id, "running"));
    let body = json!({"text": text, "entries": [{"solver": "greedy"}]});
    let mut waiting = 0;
    let refused: Value = loop {
        let reply = server.post("/api/jobs", &body);
        if reply.status == 503 {
            break reply.value();
        }
        waiting += 1;
        assert!(waiting < 1000);
    };
    assert!(refused["error"]["message"].as_str().unwrap().contains("waiting already"), "{refused}");
    let load = server.get("/api/about").value()["jobs"].clone();
    assert_eq!((&load["running"], &load["queued"]), (&json!(2), &json!(waiting)));
    for id in busy {
        server.send("POST", &format!("/api/jobs/{id}/stop"), &[], b"");
        until(&server, id, "stopped");
        let job = server.get(&format!("/api/jobs/{id}")).value();
        assert_eq!(job["report"]["verified"], true, "the answer found by then is judged and kept");
    }
    let last = server.get("/api/jobs").value()[0]["id"].as_u64().unwrap();
    until(&server, last, "done");
}

/// A board whose matching has chains of thousands of vertices, and whose first deductions take
/// seconds.
#[test]
fn the_largest_empty_board_ends_its_job_in_time() {
    let server = Server::open();
    let row = format!("{}\n", "_ ".repeat(48));
    let text = format!(
        "puzzle = \"hidato\"\ntopology = \"square\"\nboard = \"\"\"\n{}\"\"\"\n",
        row.repeat(48)
    );
    for solver in ["exact", "human"] {
        let id = server.job(&text, solver, &json!({"budget": {"seconds": 0.5}}));
        until(&server, id, "done");
        let job = server.get(&format!("/api/jobs/{id}")).value();
        assert_eq!(job["report"]["stopped"], "seconds", "{job}");
    }
}

#[test]
fn an_experiment_takes_its_place_among_the_jobs() {
    let server = Server::open();
    let text = server.example("samegame/standard-01");
    let busy: Vec<u64> = (0..2)
        .map(|_| server.job(&text, "tempering", &json!({"budget": {"seconds": 600}})))
        .collect();
    busy.iter().for_each(|&id| until(&server, id, "running"));
    let change = |change: &str| {
        let path = format!("/api/experiments/textbook-search/{change}");
        server.send("POST", &path, &[], b"").value()["state"].clone()
    };
    let becomes = |wanted: &str| {
        let begun = Instant::now();
        while server.get("/api/experiments/textbook-search").value()["state"] != wanted {
            assert!(begun.elapsed() < Duration::from_secs(120), "it does not become {wanted}");
            thread::sleep(Duration::from_millis(20));
        }
    };
    assert_eq!(change("run"), "queued");
    change("stop");
    becomes("idle");
    assert_eq!(change("run"), "queued");
    assert_eq!(server.get("/api/about").value()["jobs"]["running"], 2);
    for id in busy {
        server.send("POST", &format!("/api/jobs/{id}/stop"), &[], b"");
    }
    becomes("complete");
    assert_eq!(server.get("/api/about").value()["jobs"]["running"], 0);
}

#[test]
fn six_hundred_paused_jobs_are_not_accepted() {
    let server = Server::open();
    let text = server.example("samegame/standard-01");
    let body = json!({"text": text, "entries": [{"solver": "tempering"}], "paused": true});
    let accepted: Vec<u64> = (0..600)
        .map(|_| server.post("/api/jobs", &body))
        .filter(|reply| reply.status == 200)
        .map(|reply| reply.value()["jobs"][0].as_u64().unwrap())
        .collect();
    assert_eq!(accepted.len(), 32);
    accepted.iter().for_each(|&id| until(&server, id, "paused"));
    assert_eq!(server.get("/api/about").value()["jobs"]["running"], 0, "they hold no places");
    let other = server.job(&text, "greedy", &json!({}));
    until(&server, other, "done");
}

#[test]
fn experiments_together_obey_the_number_of_workers() {
    let server = Server::open();
    let names = ["textbook-search", "building-blocks", "textbook-growth", "hidato-table1"];
    let change = |name: &str, change: &str| {
        // A busy machine may need longer for the report in the reply; the change is made before.
        let reply = server.send("POST", &format!("/api/experiments/{name}/{change}"), &[], b"");
        assert!(matches!(reply.status, 200 | 503), "{name}: {}", reply.text());
    };
    names.iter().for_each(|name| change(name, "run"));
    let (begun, mut most_waiting) = (Instant::now(), 0);
    while begun.elapsed() < Duration::from_millis(500) {
        let running = server.get("/api/about").value()["jobs"]["running"].clone();
        assert!(running.as_u64() <= Some(2), "{running} at once");
        let states = server.get("/api/experiments").value();
        let waiting = states.as_array().unwrap().iter().filter(|one| one["state"] == "queued");
        most_waiting = most_waiting.max(waiting.count());
    }
    assert!(most_waiting > 0, "some wait");
    names.iter().for_each(|name| change(name, "stop"));
}
