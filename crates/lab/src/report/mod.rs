//! Reports: an experiment's question, its results, and the conclusions that the statistics allow.
//!
//! An [`Analysis`] is computed once from a plan and its store, and contains no markup.
//! [`Format::write`] turns one or several into a page, a Markdown file or a LaTeX fragment. All
//! three have the same content, but only the page has plots. The page is one self-contained file:
//! no scripts, fonts or pictures from elsewhere.

mod agreement;
mod analysis;
mod comparison;
mod content;
mod effort;
mod evidence;
mod figures;
mod growth;
mod html;
mod latex;
mod map;
mod markdown;
mod order;
mod page;
mod published_comparison;
mod unsolved;
mod verdict;

pub use agreement::Agreement;
pub use analysis::{Analysis, ContenderNote, InstanceNote, Meeting, Provenance, ReportOrigin};
pub use comparison::{Basis, Comparison, Pair, PairTestKind, SIGNIFICANCE};
pub use effort::Effort;
pub use growth::Growth;
pub use map::{Map, Stop};
pub use order::OrderedScores;
pub use published_comparison::PublishedComparison;
pub use unsolved::Unsolved;

use page::Article;

/// File format of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A page for a browser, with plots.
    Html,
    /// Plain text that is easy to read.
    Markdown,
    /// A fragment for a paper: tables with rules of the package `booktabs`.
    Latex,
}

impl Format {
    /// Writes one report of these experiments. With several, the title is that of the whole report,
    /// and there is a table of contents.
    pub fn write(self, title: &str, analyses: &[Analysis]) -> String {
        let articles: Vec<Article> = analyses.iter().map(Article::of).collect();
        match self {
            Format::Html => html::write(title, &articles),
            Format::Markdown => markdown::write(title, &articles),
            Format::Latex => latex::write(title, &articles),
        }
    }
}

#[cfg(test)]
mod tests {
    use quarry::Catalogue;

    use crate::subject::Lookup;
    use std::path::Path;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::{Experiment, Plan, Results, Store, execute};

    fn analysis(experiment: &Experiment) -> Analysis {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(&folder.path().join("runs.sqlite")).unwrap();
        let plan = Plan::of(experiment);
        execute(&plan, &mut store, 1, &Arc::new(AtomicBool::new(false)), &mut |_| {}).unwrap();
        let [file, store_name] = ["who.toml", "runs.sqlite"].map(str::to_owned);
        let commands = vec!["quarry run who.toml".to_owned()];
        let origin = ReportOrigin { file, store: store_name, commands, whole: None };
        Analysis::of(&Results::of(&plan, &store).unwrap(), origin)
    }

    fn experiment(name: &str, boards: &str, solvers: [&str; 2]) -> Experiment {
        let [one, other] = solvers;
        let text = format!(
            "title = \"On {boards}\"\nquestion = \"who?\"\nruns = 2\nbudget = {{ evaluations = 2000 }}\n\
             [[instances]]\nname = \"samegame/{boards}\"\n[[solvers]]\nname = \"{one}\"\n[[solvers]]\nname = \"{other}\"\n\
             [reduced]\nruns = 1\n"
        );
        Experiment::parse(name, &text, Lookup::in_folder(&Catalogue::standard(), Path::new(".")))
            .unwrap()
    }

    #[test]
    fn a_verdict_says_what_the_tests_show_and_no_more() {
        let many = analysis(&experiment("many", "table1-[5-8]x*", ["greedy", "hill-climbing"]));
        assert!(
            many.verdict[0].starts_with("hill-climbing scored higher than greedy on 1"),
            "{:?}",
            many.verdict
        );
        let same = analysis(&experiment("same", "table1-[5-8]x*", ["greedy", "greedy"]));
        let nothing = "No difference could be shown between greedy and greedy";
        assert!(same.verdict[0].starts_with(nothing), "{:?}", same.verdict);
        assert!(same.verdict[0].contains("that is not evidence that they are equal"));
        let few = analysis(&experiment("few", "table1-7x7-5", ["greedy", "hill-climbing"]));
        assert!(
            few.verdict[0].starts_with("No conclusion about which contender scores higher"),
            "{:?}",
            few.verdict
        );
    }

    #[test]
    fn growth_is_fitted_only_to_runs_that_nothing_cut_short() {
        let many = analysis(&experiment("many", "table1-*", ["greedy", "hill-climbing"]));
        let [growth] = many.growth.as_slice() else { panic!("only greedy: {:?}", many.growth) };
        assert_eq!((growth.contender, growth.points.len()), (0, 18));
        assert!(growth.fits[0].r_squared.is_some_and(|share| share > 0.5), "{growth:?}");
    }

    /// Levels of one to five orders: `ga-events` solves all of them, `ga` with a smaller budget
    /// only the first few.
    #[test]
    fn a_series_is_fitted_where_all_runs_reached_the_goal() {
        let text = "question = \"how?\"\nruns = 2\nbudget = { evaluations = 20_000 }\n\
                    [[instances]]\nname = \"lemmings/0[1-5]Diggers\"\n[[instances]]\nname = \"lemmings/0[1-5]Climbers\"\n\
                    [[solvers]]\nname = \"ga-events\"\n[[solvers]]\nname = \"ga\"\nbudget = { evaluations = 1_000 }\n\
                    [[series]]\nname = \"Diggers\"\ninstances = \"*Diggers\"\nplace = 2\n\
                    [[series]]\nname = \"Climbers\"\ninstances = \"*Climbers\"\nplace = 1\n";
        let found = analysis(
            &Experiment::parse(
                "growth",
                text,
                Lookup::in_folder(&Catalogue::standard(), Path::new(".")),
            )
            .unwrap(),
        );
        let [dig, climb, dig_by_step, _] = found.growth.as_slice() else {
            panic!("{:?}", found.growth)
        };
        assert_eq!((dig.points.len(), dig.left_out.len(), climb.points.len()), (5, 0, 5));
        assert_eq!(dig.fits.len(), 4);
        let (name, solved, runs) = dig_by_step.left_out.last().expect("too few evaluations");
        assert_eq!((name.as_str(), *runs), ("lemmings/05Diggers", 2));
        assert!(solved < runs && dig_by_step.reach().is_some_and(|(size, _)| size < 5.0));
        let page = Format::Markdown.write("", &[found]);
        assert!(page.contains("Left out, because not all runs of ga solved them:"), "{page}");
        assert!(page.contains("Series from the easiest to the most difficult"), "{page}");
    }

    /// Courses without types cannot be solved; with plenty of all types they can.
    #[test]
    fn a_map_goes_along_a_parameter_of_the_generator() {
        let text = "question = \"when?\"\nbudget = { evaluations = 20000 }\nalong = [\"types\", \"n\"]\n[[instances]]\n\
                    generate = \"lemmings\"\nparams = { kind = \"course\", n = [1, 2], types = [0, 60], lemmings = 1 }\n\
                    count = 3\n[[solvers]]\nname = \"portfolio\"\n";
        let analysis = analysis(
            &Experiment::parse(
                "map",
                text,
                Lookup::in_folder(&Catalogue::standard(), Path::new(".")),
            )
            .unwrap(),
        );
        let [one, two] = analysis.maps.as_slice() else { panic!("two maps: {:?}", analysis.maps) };
        assert_eq!(
            (one.apart.as_str(), two.apart.as_str(), one.half()),
            ("n = 1", "n = 2", Some(30.0))
        );
        let counts =
            |stop: &Stop| (stop.value.clone(), stop.instances, stop.solvable, stop.unsolvable);
        assert_eq!(counts(&one.stops[0]), ("0".to_owned(), 3, 0, 3));
        assert_eq!(counts(&one.stops[1]), ("60".to_owned(), 3, 3, 0));
        let said = analysis.verdict.iter().any(|sentence| {
            sentence.starts_with(
                "For n = 1: half of the instances are known to be solvable at types = 30.00; the median cost",
            )
        });
        assert!(said, "{:?}", analysis.verdict);
        let page = Format::Markdown.write("Map", &[analysis]);
        assert!(
            page.contains("**Instances along types, n = 1**")
                && page.contains("| 60 | 3 | 3 | 0 | 0 |"),
            "{page}"
        );
        let other = text.replace("\"n\"]", "\"rows\"]");
        let complaint = Experiment::parse(
            "map",
            &other,
            Lookup::in_folder(&Catalogue::standard(), Path::new(".")),
        )
        .err()
        .expect("refused")
        .to_string();
        assert!(
            complaint.contains("one or two parameters that every instance is generated with"),
            "{complaint}"
        );
    }

    #[test]
    fn several_experiments_make_one_page_with_contents() {
        let whole = experiment("of all", "table1-5x5-*", ["greedy", "random"]);
        let analyses = [analysis(&whole), analysis(whole.reduced().unwrap())];
        let page = Format::Html.write("Two <studies>", &analyses);
        assert!(page.contains("<h1>Two &lt;studies&gt;</h1>") && page.contains("href=\"#of-all\""));
        assert_eq!((page.matches("<article").count(), page.matches("<!DOCTYPE").count()), (2, 1));
        assert!(page.contains("This is not the full experiment (reduced: 1 of 2 runs)."));
        let markdown = Format::Markdown.write("Two", &analyses);
        assert!(markdown.starts_with("# Two\n"));
        for heading in ["Method", "Results", "Statistics", "Provenance"] {
            assert!(markdown.contains(&format!("# {heading}\n")), "{heading}:\n{markdown}");
        }
        assert_eq!(Format::Latex.write("Two", &analyses).matches("\\section{").count(), 2);
    }

    /// Breadth-first search does not reach the goal of these levels within its budget.
    const UNEQUAL: &str = "question = \"who?\"\nruns = 4\nbudget = { evaluations = 200 }\n\
        [[instances]]\nname = \"lemmings/0[5-9]B[au]*\"\n[[solvers]]\nname = \"breadth-first\"\n\
        [[solvers]]\nname = \"annealing\"\n\
        [[solvers]]\nname = \"portfolio\"\nbudget = { evaluations = 10000 }\n";

    /// The scores of unsolved runs must not change any report. (A verdict once violated this.)
    #[test]
    fn the_scores_of_unsolved_runs_change_no_report() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("runs.sqlite");
        let experiment = Experiment::parse(
            "unequal",
            UNEQUAL,
            Lookup::in_folder(&Catalogue::standard(), Path::new(".")),
        )
        .unwrap();
        let plan = Plan::of(&experiment);
        let mut store = Store::open(&path).unwrap();
        execute(&plan, &mut store, 1, &Arc::new(AtomicBool::new(false)), &mut |_| {}).unwrap();
        let report = |store: &Store| {
            let [file, place] = ["unequal.toml", "runs.sqlite"].map(str::to_owned);
            let origin = ReportOrigin { file, store: place, commands: Vec::new(), whole: None };
            let analysis = Analysis::of(&Results::of(&plan, store).unwrap(), origin);
            (analysis.verdict.clone(), Format::Html.write("", &[analysis]))
        };
        let (verdict, page) = report(&store);
        let unsolved = "UPDATE runs SET score = score + 100000 WHERE NOT complete";
        let changed = store.connection().execute(unsolved, []).unwrap();
        store.connection().execute("UPDATE runs SET checksum = NULL", []).unwrap();
        let steps = "UPDATE improvements SET score = score + 100000 WHERE NOT complete";
        assert!(changed >= 40 && store.connection().execute(steps, []).unwrap() >= 40, "{changed}");
        assert_eq!(report(&store), (verdict.clone(), page));
        let none = "No run of breadth-first is complete: 40 of 40 runs are unsolved (stopped by the limit on evaluations).";
        assert!(verdict[0].starts_with(none), "{verdict:?}");
        let claims = |sentence: &String| {
            sentence.contains("breadth-first ranked higher")
                || sentence.contains("breadth-first has the highest")
        };
        assert!(!verdict.iter().any(claims), "{verdict:?}");
        let ahead = "portfolio ranked higher than breadth-first";
        assert!(verdict.iter().any(|sentence| sentence.contains(ahead)), "{verdict:?}");
        let work =
            |sentence: &&String| sentence.ends_with("their scores do not compare at equal work.");
        let work = verdict.iter().find(work).unwrap_or_else(|| panic!("{verdict:?}"));
        assert!(work.starts_with("annealing played "), "{work}");
    }
}
