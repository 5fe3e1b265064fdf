//! Experiment files: what is read, and what is refused.

use std::path::Path;

use quarry::Catalogue;

use super::*;
use crate::chain::{ChainLink, RunChain};

const HEAD: &str = "question = \"why?\"\nbudget = { evaluations = 10 }\n";
const BOARD: &str = "[[instances]]\nname = \"samegame/tiny-samegame\"\n";
const SOLVER: &str = "[[solvers]]\nname = \"greedy\"\n";

fn parse(text: &str) -> Result<Experiment, ParseError> {
    Experiment::parse("test", text, Lookup::in_folder(&Catalogue::standard(), Path::new(".")))
}

fn complaint(text: &str) -> String {
    parse(text).err().expect("this file is wrong").to_string()
}

#[test]
fn grids_are_written_out_and_a_solver_can_have_its_own_budget_and_runs() {
    let text = format!(
        "{HEAD}{BOARD}[[solvers]]\nname = \"beam\"\nparams = {{ width = [2, 4] }}\n\
         [[published]]\nwhat = \"mean\"\nvalue = 7\nsource = \"them\"\n\
         [[published]]\nwhat = \"time\"\nformula = \"O(b^m)\"\nsource = \"them\"\n\
         [[solvers]]\nname = \"greedy\"\nbudget = {{ nodes = 7, memory = 2 }}\nruns = 3\n"
    );
    let experiment = parse(&text).unwrap();
    let aside = |what: &str, value: &str| Aside {
        what: what.to_owned(),
        value: value.to_owned(),
        source: "them".to_owned(),
    };
    assert_eq!(experiment.asides, [aside("mean", "7"), aside("time", "O(b^m)")]);
    assert_eq!(experiment.title, "test");
    assert_eq!(experiment.measures, [&Measure::USUAL[..], &Measure::WORK].concat());
    let labels: Vec<_> = experiment.contenders.iter().map(Contender::label).collect();
    assert_eq!(labels, ["beam width=2", "beam width=4", "greedy"]);
    assert_eq!(experiment.contenders[0].budget.evaluations, Some(10));
    let own = Budget { nodes: Some(7), memory: Some(2 << 20), ..Budget::default() };
    assert_eq!(experiment.contenders[2].budget, own);
    assert_eq!(
        experiment.contenders.iter().map(|contender| contender.runs).collect::<Vec<_>>(),
        [1, 1, 3]
    );
}

#[test]
fn every_slip_is_found_before_anything_runs() {
    let with = |solver: &str| complaint(&format!("{HEAD}{BOARD}[[solvers]]\n{solver}\n"));
    let unknown = with("name = \"magic\"");
    assert!(unknown.starts_with("line 6, column 8: expected a solver of samegame, one of greedy"));
    assert!(
        with("name = \"beam\"\nparams = { widht = 3 }")
            .starts_with("line 7, column 12: expected one of the settings width, found `widht`")
    );
    assert!(
        with("name = \"beam\"\nparams = { width = [3, 0] }")
            .starts_with("line 7, column 24: expected a whole")
    );
    assert!(with("name = \"greedy\"\nparams = { width = 3 }").contains("expected no settings"));
    assert!(with("name = \"beam\"\nparams = { width = [] }").contains("at least one value"));
    assert!(complaint(&format!("{HEAD}{BOARD}")).contains("a key `solvers`"));
    assert!(complaint(HEAD).contains("a key `instances`"));
    assert!(
        complaint("question = \"why?\"\n[budget]\nseconds = 0\n").starts_with("line 3, column 11")
    );
    assert!(complaint("question = \"why?\"\n[budget]\nmemory = 5\n").contains("a key `nodes`"));
    assert!(complaint("question = \"why?\"\nruns = 0\n").contains("from 1 to"));
    assert!(complaint("answer = 42\n").contains("one of the keys title, question"));
}

#[test]
fn without_a_budget_the_nodes_are_limited() {
    let experiment = parse(&format!("question = \"why?\"\n{BOARD}{SOLVER}")).unwrap();
    let Budget { nodes, evaluations, seconds, .. } = experiment.contenders[0].budget;
    assert_eq!((nodes, evaluations, seconds), (Some(100_000), Some(10_000_000), None));
}

#[test]
fn the_file_says_what_is_measured() {
    let titled =
        format!("title = \"Beams\"\nmeasure = [\"seconds\", \"best\"]\n{HEAD}{BOARD}{SOLVER}");
    let experiment = parse(&titled).unwrap();
    assert_eq!(experiment.title, "Beams");
    assert_eq!(experiment.measures[..2], [Measure::Seconds, Measure::Best]);
    assert_eq!(experiment.measures[2..], Measure::WORK, "whatever the file asks for");
    let unknown = complaint(&titled.replace("best", "beast"));
    assert!(
        unknown.starts_with("line 2, column 23: expected one of the measures best, worst, "),
        "{unknown}"
    );
    assert!(complaint(&format!("measure = []\n{HEAD}")).contains("at least one measure"));
}

#[test]
fn a_source_may_give_all_its_figures_at_once() {
    let head = format!("measure = [\"best\", \"worst\", \"uncut-interval\"]\n{HEAD}");
    let published = "[[published]]\nsolver = \"T=0\"\nsource = \"them\"\nruns = 10\n\
                     instances = [\"samegame/tiny-samegame\"]\n\
                     figures = { best = 9, uncut-interval = [2, 7.5] }\n";
    let text = format!("{head}{BOARD}{SOLVER}{published}");
    let experiment = parse(&text).unwrap();
    let shown = |published: &Published| {
        let value = published.value("samegame/tiny-samegame").expect("it has one");
        format!("{} {value} of {:?}", published.measure.name(), published.runs)
    };
    assert_eq!(
        experiment.published.iter().map(shown).collect::<Vec<_>>(),
        ["best 9 of Some(10)", "uncut-interval 2 to 8 of Some(10)"]
    );
    let refused = |from: &str, to: &str, expected: &str| {
        let complaint = complaint(&text.replace(from, to));
        assert!(complaint.contains(expected), "{complaint}");
    };
    refused("[2, 7.5]", "[7, 2]", "expected the two ends of an interval");
    refused("best = 9", "best = [9, 9]", "expected one number");
    refused("best = 9", "seconds = 9", "expected one of the measures");
    refused("[\"samegame/tiny-samegame\"]", "[\"other\"]", "one of the experiment's instances");
}

#[test]
fn published_figures_stand_beside_cells() {
    let published = "[[published]]\nsolver = \"MCTS\"\nbeside = \"greedy\"\nmeasure = \"best\"\n\
                     source = \"them\"\nvalues = { \"samegame/tiny-samegame\" = 12.5 }\n";
    let text = format!("{HEAD}{BOARD}{SOLVER}{published}");
    let experiment = parse(&text).unwrap();
    let published = &experiment.published[0];
    assert_eq!(
        (published.value("samegame/tiny-samegame"), published.value("other")),
        (Some(crate::Figure::Published(12.5)), None)
    );
    assert_eq!(
        (published.label().as_str(), published.measure),
        ("MCTS (published)", Measure::Best)
    );

    let refused = |from: &str, to: &str, expected: &str| {
        let complaint = complaint(&text.replace(from, to));
        assert!(complaint.starts_with(expected), "{complaint}");
    };
    refused(
        "{ \"samegame/tiny",
        "{ \"samegame/huge",
        "line 12, column 12: expected the name of one of",
    );
    refused(
        "beside = \"greedy\"",
        "beside = \"beam\"",
        "line 9, column 10: expected one of the experiment's",
    );
    refused(
        "\"best\"",
        "\"uncut\"",
        "line 10, column 11: expected one of the measures best, mean, median",
    );
    refused(
        "\"best\"",
        "\"complete\"",
        "line 12, column 12: expected a share from 0 to 1, found 12.5",
    );
    refused("12.5", "true", "line 12, column 39: expected a number");
    refused("source = \"them\"\n", "", "line 7, column 1: expected a key `source`");
}

#[test]
fn a_solver_can_have_settings_of_its_own_on_an_instance() {
    let head = "question = \"why?\"\nbudget = { evaluations = 10 }\n[[instances]]\nname = \"lemmings/alpha[12]\"\n\
                [[solvers]]\nname = \"ga-alpha\"\n";
    let read = parse(&format!(
        "{head}label = \"C\"\nparams = {{ population = 9 }}\non = {{ \"lemmings/alpha2\" = {{ start = \"3:0:5\" }} }}\n"
    ));
    let contender = &read.unwrap().contenders[0];
    assert_eq!(contender.label(), "C");
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(contender.params_on("lemmings/alpha1"), [pair("population", "9")]);
    assert_eq!(
        contender.params_on("lemmings/alpha2"),
        [pair("population", "9"), pair("start", "3:0:5")]
    );

    let refused = |more: &str| complaint(&format!("{head}{more}\n"));
    let elsewhere = refused("on = { \"lemmings/alpha3\" = { start = \"pass\" } }");
    assert!(elsewhere.contains("one of the experiment's instances"), "{elsewhere}");
    let unfit = refused("params = { start = \"3:0:digger\" }");
    assert!(unfit.contains("setting 'start': expected pass, random, or cues"), "{unfit}");
    let several = refused("label = \"C\"\nparams = { population = [9, 10] }");
    assert!(several.contains("no label where a grid makes several solvers"), "{several}");
}

#[test]
fn runs_are_chained_only_by_a_setting_that_takes_a_result() {
    let head = "question = \"why?\"\nbudget = { evaluations = 10 }\n[[instances]]\n\
                name = \"lemmings/alpha[12]\"\n[[solvers]]\nname = \"ga-alpha\"\n";
    let read = parse(&format!("{head}chain = \"start\"\n")).unwrap();
    let chain = |after| Some(RunChain { setting: "start".to_owned(), after });
    assert_eq!(read.contenders[0].chain, chain(ChainLink::Previous));
    assert_eq!(read.contenders[0].label(), "ga-alpha chain=start");
    let read = parse(&format!("{head}chain = \"start\"\nchain_after = \"first\"\n")).unwrap();
    assert_eq!(read.contenders[0].chain, chain(ChainLink::First));

    let refused = |text: String| complaint(&text);
    let other = refused(format!("{head}chain = \"population\"\n"));
    let expected = "line 7, column 9: expected a setting that takes a result: start";
    assert!(other.starts_with(expected), "{other}");
    let none = refused(format!("{head}chain = \"start\"\n").replace("ga-alpha", "novelty"));
    assert!(none.contains("no chain, because novelty cannot begin with a result"), "{none}");
    let after = refused(format!("{head}chain = \"start\"\nchain_after = \"last\"\n"));
    assert!(after.contains("line 8, column 15: expected \"previous\" or \"first\""), "{after}");
    let no_chain = refused(format!("{head}chain_after = \"first\"\n"));
    assert!(no_chain.contains("expected a key `chain`"), "{no_chain}");
    let own = refused(format!(
        "{head}chain = \"start\"\non = {{ \"lemmings/alpha2\" = {{ start = \"pass\" }} }}\n"
    ));
    assert!(own.contains("line 7, column 9: expected a setting that `on` does not give"), "{own}");
    let timed = refused(format!("{head}budget = {{ seconds = 1 }}\nchain = \"start\"\n"));
    assert!(timed.contains("line 8, column 9: expected a budget without seconds"), "{timed}");
    let budget = "budget = { seconds = 1 }";
    for reduced in [format!("reduced = {{ {budget} }}"), format!("[reduced]\n{budget}")] {
        let timed = refused(format!("{head}chain = \"start\"\n{reduced}\n"));
        assert!(timed.contains("expected a budget without seconds"), "{timed}");
    }
}

#[test]
fn an_experiment_can_be_reduced_and_says_so() {
    let head = "question = \"why?\"\nruns = 30\nbudget = { evaluations = 1_000_000 }\n";
    let boards = "[[instances]]\nname = \"samegame/tiny-*\"\n";
    let reduced = "[reduced]\nruns = 3\nbudget = { evaluations = 20_000 }\n";
    let whole = parse(&format!("{head}{boards}{SOLVER}{reduced}")).unwrap();
    let less = whole.reduced().unwrap();
    assert_eq!(
        less.reduction.as_deref(),
        Some("reduced: 3 of 30 runs, 20,000 of 1,000,000 evaluations")
    );
    assert_eq!((less.contenders[0].runs, less.contenders[0].budget.evaluations), (3, Some(20_000)));
    assert_eq!(less.contenders[0].budget.memory, whole.contenders[0].budget.memory);
    assert_eq!((&whole.reduction, whole.contenders[0].runs), (&None, 30));

    let own = "[[solvers]]\nname = \"beam\"\nruns = 1\nreduced = { budget = { nodes = 9 } }\n";
    let instances = "instances = [\"*/tiny-samegame\"]\n";
    let whole = parse(&format!("{head}{boards}{SOLVER}{own}{reduced}{instances}")).unwrap();
    let less = whole.reduced().unwrap();
    assert_eq!((less.subjects.len(), less.contenders[1].runs), (1, 1));
    assert!(whole.subjects.len() > 1);
    let expected = format!(
        "reduced: 1 of {} instances; greedy with 3 of 30 runs, 20,000 of 1,000,000 evaluations; \
         beam with at most 9 nodes",
        whole.subjects.len()
    );
    assert_eq!(less.reduction, Some(expected));

    let refused =
        |reduced: &str| complaint(&format!("{head}{boards}{SOLVER}[reduced]\n{reduced}\n"));
    assert!(
        refused("runs = 30").starts_with("line 8, column 1: expected a key `runs`"),
        "{}",
        refused("runs = 30")
    );
    assert!(refused("instances = [\"*/huge\"]").contains("names of the experiment's instances"));
    assert!(refused("solvers = 3").contains("one of the keys runs, budget, instances, minutes"));
}

/// Files of a few lines that ask for more than memory holds are refused before anything is made.
#[test]
fn plans_that_no_memory_holds_are_refused() {
    let list =
        format!("[{}]", (1..=100).map(|value| value.to_string()).collect::<Vec<_>>().join(", "));
    let grid = |names: &str| {
        let lists: Vec<_> = names.chars().map(|name| format!("{name} = {list}")).collect();
        format!("params = {{ {} }}\n", lists.join(", "))
    };
    let nine = "[[solvers]]\nname = \"random\"\n".repeat(9);
    let all = "[[instances]]\nname = \"*\"\n";
    let runs = |text: &str| format!("runs = 1_000_000\n{HEAD}{text}");
    let cases = [
        (runs(&format!("{all}{nine}")), "divide the experiment into several files"),
        (runs(&format!("{all}{SOLVER}")), "at most 100,000 instances and 2,000,000 runs"),
        (format!("{HEAD}{BOARD}{SOLVER}{}", grid("abcdefghijk")), "at most 10,000 solvers"),
        (
            format!(
                "{HEAD}[[instances]]\ngenerate = \"samegame\"\ncount = 100_000\n\
                 params = {{ rows = [4, 5] }}\n{SOLVER}"
            ),
            "\"samegame\", which makes it more",
        ),
        (
            format!(
                "{HEAD}{BOARD}[[solvers]]\nname = \"beam\"\n\
                 [solvers.on.\"samegame/tiny-samegame\"]\nwidth = {list}\n"
            ),
            "one value of each setting, found 100 of them",
        ),
        (
            format!(
                "{HEAD}{BOARD}{SOLVER}{}",
                "[[series]]\nname = \"a\"\ninstances = \"*\"\n".repeat(1001)
            ),
            "at most 1000 tables `series`",
        ),
    ];
    for (text, expected) in cases {
        let complaint = complaint(&text);
        assert!(complaint.contains(expected), "{complaint}");
    }
    let catalogue = Catalogue::standard();
    let lookup = Lookup::without_files(&catalogue);
    let sizes = crate::Sizes::parse(&runs(&format!("{all}{nine}")), lookup).unwrap_err();
    assert!(sizes.to_string().contains("divide the experiment"), "{sizes}");
    let values: Vec<_> = (1..=10_001).map(|value| value.to_string()).collect();
    let race = format!(
        "question = \"?\"\n[race]\nmost = 9\n{BOARD}[[solvers]]\nname = \"beam\"\n\
         params = {{ width = [{}] }}\n",
        values.join(", ")
    );
    let race = crate::race::Race::parse("race", &race, lookup).err().unwrap();
    assert!(race.to_string().contains("at most 10,000 configurations"), "{race}");
}
