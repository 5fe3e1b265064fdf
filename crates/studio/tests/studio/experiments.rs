//! Experiments over the interface: written, refused, run, compared and exported.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::Server;

fn plan(boards: &str, solver: &str) -> String {
    format!(
        "title = \"Mine\"\nquestion = \"Who?\"\nruns = 2\nbudget = {{ nodes = 500 }}\n\n\
         [[instances]]\nname = \"samegame/{boards}\"\n\n[[solvers]]\nname = \"{solver}\"\n"
    )
}

impl Server {
    /// Keeps an experiment, runs it and waits for its end.
    pub(crate) fn experiment(&self, name: &str, text: &str) -> Value {
        self.asked("/api/experiments", &json!({"name": name, "text": text}));
        self.asked(&format!("/api/experiments/{name}/run"), &json!({}));
        let begun = Instant::now();
        loop {
            let experiment = self.get(&format!("/api/experiments/{name}")).value();
            if experiment["state"] == "complete" {
                return experiment;
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "{name} does not end: {experiment}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn state_in_list(&self, name: &str) -> Value {
        let list = self.get("/api/experiments").value();
        let named = |each: &&Value| each["name"] == name;
        list.as_array()
            .unwrap()
            .iter()
            .find(named)
            .map_or(Value::Null, |each| each["state"].clone())
    }
}

#[test]
fn an_own_experiment_is_checked_run_compared_exported_and_deleted() {
    let server = Server::open();
    let text = plan("table1-[567]x[567]-*", "greedy");
    let preview = server.asked("/api/plan", &json!({"text": text}));
    let boards = preview["instances"].as_array().unwrap().len() as u64;
    assert!(boards == 9, "{preview}");
    assert_eq!(preview["runs"], 2 * boards);
    assert!(preview["solvers"][0]["seconds"].as_f64() > Some(0.0), "{preview}");
    assert_eq!(server.state_in_list("mine"), Value::Null, "a preview keeps nothing");

    let mine = server.experiment("mine", &text);
    assert_eq!((&mine["runs_done"], &mine["own"]), (&json!(2 * boards), &json!(true)));
    assert_eq!(server.state_in_list("mine"), "complete");
    assert_eq!(server.state_in_list("textbook-search"), "idle");

    let cells = server.get("/api/experiments/mine/cells").value();
    assert_eq!(cells["cells"].as_array().unwrap().len() as u64, boards);
    assert_eq!(cells["cells"][0][0]["runs"], 2);
    assert_eq!(cells["cells"][0][0]["median"], cells["cells"][0][0]["highest"], "greedy is fixed");
    let curves = server.get("/api/experiments/mine/curves?instance=0").value();
    let end = curves["curves"][0]["median"].as_array().unwrap().last().unwrap();
    assert_eq!(end[1], cells["cells"][0][0]["median"]);

    // Beams of another experiment, on some of the boards.
    server.experiment("other", &plan("table1-5x5-*", "beam"));
    let path = "/api/experiments/mine/compare?one=greedy&other=beam&with=other";
    let compared = server.get(path).value();
    assert_eq!(compared["instances"], 3, "{compared}");
    assert!(compared["words"].as_str().unwrap().contains("beam (other)"), "{compared}");

    let csv = server.get("/api/experiments/mine/runs?form=csv");
    assert_eq!(csv.header("content-type"), Some("text/csv; charset=utf-8"));
    assert!(csv.text().starts_with("id,unit,experiment,"), "{}", csv.text());
    let lines = server.get("/api/experiments/mine/runs?form=jsonl").text();
    assert_eq!(lines.lines().count() as u64, 2 * boards);

    assert_eq!(server.send("DELETE", "/api/experiments/mine", &[], b"").status, 204);
    assert_eq!(server.get("/api/experiments/mine").status, 404);
}

#[test]
fn plans_that_are_wrong_or_too_large_are_refused_with_the_reason() {
    let server = Server::open();
    let refused = |text: &str| {
        let reply = server.post("/api/plan", &json!({"text": text}));
        assert_eq!(reply.status, 422, "{}", reply.text());
        reply.value()["error"].clone()
    };
    let unknown = refused(&plan("table1-5x5-3", "greeedy"));
    assert_eq!((&unknown["line"], &unknown["column"]), (&json!(10), &json!(8)), "{unknown}");
    let file = refused("question = \"?\"\n[[instances]]\nfile = \"/etc/hostname\"\n");
    assert_eq!(file["line"], 3, "{file}");
    let text = plan("table1-*", "greedy");
    for (from, to) in [
        ("runs = 2", "runs = 1_000_000"),
        ("nodes = 500", "nodes = 1_000_000_000"),
        ("nodes = 500", "seconds = 86_400"),
        ("nodes = 500", "nodes = 500, memory = 100_000"),
    ] {
        let error = refused(&text.replace(from, to));
        assert!(error["message"].as_str().unwrap().contains("at most"), "{to}: {error}");
    }
    for name in ["", "..", "a/b", "Mine", "textbook-search"] {
        let form = json!({"name": name, "text": text});
        assert_eq!(server.post("/api/experiments", &form).status, 422, "{name}");
    }
}
