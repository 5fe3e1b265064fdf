//! Races on one clock, experiments of one's own, and lists that stay live under the focus.

use super::{DESK, PHONE, Visit, Window};

const PLAN: &str = "title = \"Two on small boards\"\nquestion = \"Which scores higher?\"\nruns = 6\n\
    budget = { nodes = 2_000 }\n\n[[instances]]\nname = \"samegame/table1-[56]x[56]-*\"\n\n\
    [[solvers]]\nname = \"greedy\"\n\n[[solvers]]\nname = \"annealing\"\n";

impl Visit {
    fn fill(&self, id: &str, text: &str) {
        self.browser.fill(&super::test(id), text);
    }
}

fn writes_an_experiment(visit: &Visit) {
    visit.go("#/lab/~new");
    visit.until(
        "the form's file",
        "!!document.querySelector('#plan-text')?.value.includes('[[solvers]]')",
    );
    visit.click("preview");
    visit.says("plan-preview", "runs on");
    visit.shoot("plan");

    // An error is shown where it belongs: its line is selected.
    visit.fill("plan-text", &PLAN.replace("greedy", "greeedy"));
    visit.click("preview");
    visit.says("plan-said", "Line 10, column 8");
    visit.until(
        "the place to be selected",
        "(({ value, selectionStart, selectionEnd }) => value.slice(selectionStart, selectionEnd))\
         (document.querySelector('#plan-text')) === '\"greeedy\"'",
    );
    visit.expect_refusal(422);
    visit.fill("plan-text", PLAN);
    visit.fill("plan-name", "two-on-small-boards");
    visit.click("save-run");
    visit.until_address("#/lab/two-on-small-boards");
    visit.says("experiment-state", "complete");
    visit.until(
        "marks",
        "document.querySelectorAll('[data-testid=dots] [role=option]').length === 6",
    );
    visit.says("status", "72 of 72 runs done");
    visit.until(
        "curves with bands",
        "document.querySelectorAll('[data-testid=curve] .band').length === 2",
    );
    visit.shoot("lab-charts");
}

fn reads_an_experiment(visit: &Visit) {
    // Another instance, by the keyboard.
    let other =
        "document.querySelector('.figures-of-lab h3').innerText === 'samegame/table1-5x5-4'";
    visit.browser.run("document.querySelector('[data-testid=dots] [aria-selected=true]').focus()");
    visit.browser.keys("\u{e015}");
    visit.until("curves of the next instance", other);
    // A table is sorted and filtered.
    visit.browser.fill(&super::test("table-filter"), "annealing");
    visit.until("six rows", "document.querySelectorAll('[data-testid=table] tr').length === 6");
    visit.browser.run(
        "[...document.querySelectorAll('.sort')].find((head) => head.innerText === 'best').click()",
    );
    visit.until(
        "falling scores",
        "(() => { const heads = [...document.querySelectorAll('.grid th')].map((each) => each.innerText);\
         const column = heads.indexOf('best');\
         const best = [...document.querySelectorAll('[data-testid=table] tr')].map((row) => Number(row.cells[column].innerText));\
         return best.every((score, index) => index === 0 || best[index - 1] >= score) && best[0] > best[5]; })()",
    );
    visit.choose("#one", "annealing");
    visit.choose("#other", "greedy");
    visit.click("compare");
    visit.says("comparison", "annealing");

    // A finished experiment says so in the list too.
    visit.go("#/lab");
    visit.until(
        "the list to say complete",
        "[...document.querySelectorAll('[data-testid=experiments] > *')].some((card) => \
         /Two on small boards/.test(card.innerText) && /complete/.test(card.innerText))",
    );
    visit.is_well("the list of experiments");
}

fn races_by_nodes(visit: &Visit) {
    visit.go("#/watch/example/samegame/table1-5x5-3");
    for solver in 1..=3 {
        if solver > 1 {
            visit.click("add-solver");
        }
        let name = ["annealing", "greedy", "beam"][solver - 1];
        visit.choose(&format!("fieldset:nth-of-type({solver}) [data-testid=solver]"), name);
    }
    visit.choose("#race-clock", "nodes");
    visit.browser.fill("#nodes", "20000");
    visit.click("start");
    visit.until_address("#/watch/jobs/");
    visit.until("the clock of the race", "document.querySelector('#axis')?.value === 'nodes'");
    visit.says("winner", "with");
    visit.until(
        "a ranking that begins with the first",
        "[...document.querySelectorAll('[data-testid=ranking] tr')].map((row) => row.cells[0].innerText)[0] === '1.'",
    );
    visit.until("a podium", "document.querySelectorAll('[data-testid=podium] li').length === 3");
    // Every solver got the same, and no curve falls.
    visit.until(
        "curves that never fall",
        "[...document.querySelectorAll('[data-testid=curve] path')].every((path) => {\
         const heights = [...path.getAttribute('d').matchAll(/V([\\d.]+)/g)].map((found) => Number(found[1]));\
         return heights.every((y, index) => index === 0 || y <= heights[index - 1]); })",
    );
    visit.browser.hover(".chart-plot");
    visit.until(
        "values under the pointer",
        "/nodes: /.test(document.querySelector('.chart-readout').innerText)",
    );
    visit.shoot("ranking");
    if !visit.is_phone() {
        visit.click("race-gif");
        assert!(std::fs::read(visit.downloaded("gif")).unwrap().starts_with(b"GIF89a"));
    }
    visit.click("join");
    visit.until(
        "a board to play",
        "!!document.querySelector('[data-testid=rival] [role=gridcell]')",
    );
    // A move is made when the one before has been answered and shown.
    visit.browser.run(
        "window.moves = window.calm = window.busy = 0; const ask = window.fetch;\
         window.fetch = async (...what) => { window.busy += 1; window.calm = 0;\
         try { return await ask(...what); } finally { window.busy -= 1; } }",
    );
    visit.browser.until(
        "a game to its end",
        "const said = document.querySelector('[data-testid=rank-you]')?.innerText ?? '';\
         if (/^\\d/.test(said.trim())) return true;\
         if (window.busy > 0 || window.calm++ < 2) return false;\
         const tiles = document.querySelectorAll('[data-testid=rival] [role=gridcell]');\
         const tile = tiles[window.moves++ % tiles.length]; tile?.focus();\
         tile?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })); return false",
    );
    visit.shoot("rival");
}

fn lists_jobs_under_the_focus(visit: &Visit) {
    let board = visit.server.example("samegame/standard-01");
    let job =
        visit.server.job(&board, "annealing", &serde_json::json!({"budget": {"seconds": 600}}));
    visit.go("#/jobs");
    let row = format!("document.querySelector('[data-testid=row-{job}]')");
    let delete = format!("[...{row}.querySelectorAll('button')].at(-1)");
    visit.until("the job at work", &format!("{row}?.innerText.includes('running')"));
    visit.browser.run(&format!("{delete}.focus()"));
    visit.server.send("POST", &format!("/api/jobs/{job}/stop"), &[], b"");
    visit.until("its new state under the focus", &format!("{row}.innerText.includes('stopped')"));
    visit.until("the focus to stay", &format!("document.activeElement === {delete}"));
    visit.browser.run(
        "[...document.querySelectorAll('[role=group] button')].find((each) => each.innerText === 'At work').click()",
    );
    visit.until("only jobs at work", &format!("{row} === null"));
    visit.shoot("jobs-filtered");
}

fn thinks(window: Window) {
    let visit = Visit::begin(window);
    writes_an_experiment(&visit);
    if visit.is_phone() {
        visit.set_scheme("dark");
        visit.shoot("lab-charts-dark");
    } else {
        reads_an_experiment(&visit);
        lists_jobs_under_the_focus(&visit);
    }
    races_by_nodes(&visit);
}

#[test]
fn races_and_experiments_at_a_desk() {
    thinks(DESK);
}

#[test]
fn races_and_experiments_on_a_phone() {
    thinks(PHONE);
}
