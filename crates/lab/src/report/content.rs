//! Method, results and provenance of an experiment, as sections of a report.

use super::analysis::Analysis;
use super::figures;
use super::page::{GridRow, PageBlock, ReportTable, TableEntry, heads, row};
use crate::measure::{LEVEL, Measure};
use crate::number_format::{grouped, plural, rounded};
use crate::table::ResultRow;

pub(super) fn warnings(analysis: &Analysis) -> Vec<String> {
    let mut warnings = Vec::new();
    if analysis.missing() > 0 {
        let (missing, all) =
            (grouped(analysis.missing() as u64), plural(analysis.runs.1 as u64, "run"));
        let store = &analysis.provenance.origin.store;
        warnings.push(format!(
            "Incomplete: {missing} of {all} are not in {store}. The first command below runs them."
        ));
    }
    let programs = analysis.provenance.programs.len();
    if programs > 1 {
        warnings.push(format!(
            "Mixed: these runs were made by {programs} different programs, listed under Provenance. Differences \
             between contenders may be differences between programs."
        ));
    }
    warnings
}

pub(super) fn method(analysis: &Analysis) -> Vec<PageBlock> {
    let runs: Vec<u64> = analysis.contenders.iter().map(|contender| contender.runs).collect();
    let (fewest, most) =
        (runs.iter().min().copied().unwrap_or(0), runs.iter().max().copied().unwrap_or(0));
    let runs = if fewest == most {
        plural(most, "run")
    } else {
        format!("{fewest} to {} runs", grouped(most))
    };
    let mut text = format!(
        "{} ran on {}, with {runs} each: {} in all. The seed of every run is derived from the experiment's seed {}, the \
         instance, the solver with all its settings, and the run's number, so that anyone gets the same runs. Every \
         answer has passed the puzzle's judge. Higher scores are better.",
        plural(analysis.contenders.len() as u64, "contender"),
        plural(analysis.instances.len() as u64, "instance"),
        plural(analysis.runs.1 as u64, "run"),
        analysis.seed,
    );
    if let Some(reduction) = &analysis.table.reduction {
        text += &format!(" This is a reduced form ({reduction}).");
    }
    let contenders = analysis.contenders.iter().map(|contender| {
        let settings = if contender.settings.is_empty() { "none" } else { &contender.settings };
        let (label, limits) = (contender.label.clone(), contender.limits.clone());
        row([
            label,
            contender.summary.to_owned(),
            settings.to_owned(),
            limits,
            contender.runs.to_string(),
        ])
    });
    let instances = analysis.instances.iter().map(|instance| {
        let (score, by) = instance
            .known
            .clone()
            .map_or(("-".to_owned(), "-".to_owned()), |(score, by)| (score.to_string(), by));
        row([instance.name.clone(), instance.puzzle.to_owned(), by, instance.size.clone(), score])
    });
    let contenders = ReportTable {
        caption: "Contenders".to_owned(),
        head: heads(&["contender", "what it does", "settings", "limits of a run", "runs"]),
        texts: 4,
        rows: contenders.collect(),
        notes: Vec::new(),
    };
    let instances = ReportTable {
        caption: "Instances".to_owned(),
        head: heads(&["instance", "puzzle", "best known, by", "size", "best known"]),
        texts: 3,
        rows: instances.collect(),
        notes: Vec::new(),
    };
    let mut blocks = vec![PageBlock::Text(text), PageBlock::ReportTable(contenders)];
    blocks.extend(analysis.maps.is_empty().then_some(PageBlock::ReportTable(instances)));
    blocks
}

pub(super) fn results(analysis: &Analysis) -> Vec<PageBlock> {
    let mut blocks = Vec::new();
    // There are many generated instances, and their names mean nothing to a reader: a map covers
    // all of them.
    if analysis.maps.is_empty() {
        blocks.extend(matrices(analysis).into_iter().map(PageBlock::ReportTable));
        blocks.push(PageBlock::ReportTable(whole_table(analysis)));
    }
    let asides = analysis
        .table
        .asides
        .iter()
        .map(|aside| (aside.what.clone(), format!("{} ({})", aside.value, aside.source)));
    let asides: Vec<_> = asides.collect();
    if !asides.is_empty() {
        blocks.push(PageBlock::Text("Other published figures:".to_owned()));
        blocks.push(PageBlock::Facts(asides));
    }
    blocks
}

/// Describes the instances along a parameter: one table and three drawings for each map.
pub(super) fn maps(analysis: &Analysis) -> Vec<PageBlock> {
    let mut blocks = Vec::new();
    for map in &analysis.maps {
        let mut head = vec![map.along.clone()];
        head.extend(heads(&["instances", "solvable", "not solvable", "open"]));
        for contender in &analysis.contenders {
            head.push(format!("{}: median {}", contender.label, map.cost.name()));
            head.push(format!("{}: 90% of {}", contender.label, map.cost.name()));
            head.push(format!("{}: settled", contender.label));
        }
        let rows = map.stops.iter().map(|stop| {
            let open = stop.instances - stop.solvable - stop.unsolvable;
            let counts = [stop.instances, stop.solvable, stop.unsolvable, open];
            let mut cells = vec![stop.value.clone()];
            cells.extend(counts.iter().map(usize::to_string));
            for ((cost, dear), settled) in stop.costs.iter().zip(&stop.dear).zip(&stop.settled) {
                cells.extend([cost, dear].map(|cost| cost.map_or("-".to_owned(), rounded)));
                cells
                    .push(settled.map_or("-".to_owned(), |share| format!("{:.0}%", share * 100.0)));
            }
            GridRow {
                cells: cells.into_iter().map(TableEntry::from).collect(),
                ..GridRow::default()
            }
        });
        let apart = if map.apart.is_empty() { String::new() } else { format!(", {}", map.apart) };
        blocks.push(PageBlock::ReportTable(ReportTable {
            caption: format!("Instances along {}{apart}", map.along),
            head,
            texts: 1,
            rows: rows.collect(),
            notes: vec![
                "solvable: a run solved it; not solvable: a run proved that it has no solution; open: neither. A run settles an \
                 instance by a solution or a proof; the median, and the cost that 90% of the runs do not exceed, are over all \
                 runs, including those that a limit cut short."
                    .to_owned(),
            ],
        }));
        blocks.extend(figures::along(analysis, map));
    }
    blocks
}

/// Shows the contenders side by side, one row per instance: mean scores, and all measures with
/// published figures.
fn matrices(analysis: &Analysis) -> Vec<ReportTable> {
    let table = &analysis.table;
    let mut solvers: Vec<(&str, bool)> = Vec::new();
    for row in &table.rows {
        let solver = (row.solver.as_str(), row.runs.is_none());
        if !solvers.contains(&solver) {
            solvers.push(solver);
        }
    }
    let reported = |measure: usize| {
        table.rows.iter().any(|row| row.runs.is_none() && row.figures[measure].is_some())
    };
    let mut grids = Vec::new();
    for (place, &measure) in table.measures.iter().enumerate() {
        let is_mean = matches!(measure, Measure::Mean | Measure::Fitness);
        if solvers.len() < 2 || !(reported(place) || is_mean) {
            continue;
        }
        let solvers: Vec<_> = solvers
            .iter()
            .filter(|(_, published)| !published || reported(place))
            .map(|(solver, _)| *solver)
            .collect();
        let mut rows = Vec::new();
        for of_instance in table.rows.chunk_by(|one, next| one.instance == next.instance) {
            let marks = best_of(of_instance, place, measure);
            let entry = |solver: &&str| {
                let found = of_instance.iter().zip(&marks).find(|(row, _)| row.solver == **solver);
                found.map_or(TableEntry::from("-".to_owned()), |(row, &best)| TableEntry {
                    text: shown_alone(row, place, measure),
                    best,
                })
            };
            let name = TableEntry::from(of_instance[0].instance.clone());
            let cells = std::iter::once(name).chain(solvers.iter().map(entry)).collect();
            rows.push(GridRow { cells, ..GridRow::default() });
        }
        let mut head = vec!["instance".to_owned()];
        head.extend(solvers.iter().map(|&solver| solver.to_owned()));
        let notes = if reported(place) { sources(analysis) } else { Vec::new() };
        let what = if is_score(measure) { "score" } else { "" };
        let caption = format!("{} {what} by instance", capital(measure.name())).replace("  ", " ");
        grids.push(ReportTable { caption, head, texts: 1, rows, notes });
    }
    grids
}

fn whole_table(analysis: &Analysis) -> ReportTable {
    let table = &analysis.table;
    let names = table.measures.iter().map(|measure| measure.name());
    let head =
        ["instance", "contender", "runs"].into_iter().chain(names).map(str::to_owned).collect();
    let mut rows = Vec::new();
    for of_instance in table.rows.chunk_by(|one, next| one.instance == next.instance) {
        let marks: Vec<Vec<bool>> = (0..table.measures.len())
            .map(|place| best_of(of_instance, place, table.measures[place]))
            .collect();
        for (index, row) in of_instance.iter().enumerate() {
            let mut cells: Vec<TableEntry> =
                vec![row.instance.clone().into(), row.solver.clone().into()];
            cells.push(row.shown_runs().into());
            cells.extend(
                marks.iter().enumerate().map(|(place, marks)| TableEntry {
                    text: shown(row, place),
                    best: marks[index],
                }),
            );
            rows.push(GridRow { cells, begins: index == 0, published: row.runs.is_none() });
        }
    }
    let mut notes = sources(analysis);
    notes.extend(table.note().map(|note| format!("{note}.")));
    notes.push(
        "nodes, evaluations: mean work of a run, as the guide defines it for each family of solvers; cpu: mean \
         processor time in seconds, which differs from run to run."
            .to_owned(),
    );
    if table.measures.contains(&Measure::Interval) {
        notes.push(format!(
            "interval: exact {:.0} % interval of the median; needs 6 runs.",
            LEVEL * 100.0
        ));
    }
    if table.measures.contains(&Measure::Uncut) {
        notes.push(format!(
            "uncut: the sum of all scores divided by the number of runs that no limit cut short. It estimates the mean score \
             without limits if the chance of ending is the same at any time; then the {:.0} % interval is valid.",
            LEVEL * 100.0
        ));
    }
    if table.measures.contains(&Measure::Fitness) {
        notes.push(
            "fitness: the mean score of all runs, solved or not; no test between contenders uses it."
                .to_owned(),
        );
    }
    if table.measures.contains(&Measure::RunningTime) {
        notes.push(format!(
            "ert: expected {} to reach the best score of any complete run on the instance.",
            analysis.work.name()
        ));
    }
    ReportTable {
        caption: "All measures; the best of each instance is highlighted".to_owned(),
        head,
        texts: 2,
        rows,
        notes,
    }
}

pub(super) fn sources(analysis: &Analysis) -> Vec<String> {
    analysis.table.sources.iter().map(|(solver, source)| format!("{solver}: {source}")).collect()
}

fn is_score(measure: Measure) -> bool {
    matches!(measure, Measure::Best | Measure::Mean | Measure::Median | Measure::Uncut)
}

/// Returns which rows of an instance have its highest score. No row is highlighted if all are
/// equal, or for a mean or median that leaves out unsolved runs.
fn best_of(rows: &[ResultRow], place: usize, measure: Measure) -> Vec<bool> {
    let is_partial =
        |row: &ResultRow| row.has_unsolved() && matches!(measure, Measure::Mean | Measure::Median);
    let numbers: Vec<Option<f64>> = rows
        .iter()
        .map(|row| {
            let figure = row.figures[place].filter(|_| row.is_same && !is_partial(row));
            figure.and_then(|figure| figure.number())
        })
        .collect();
    let given = || numbers.iter().flatten().copied();
    let (highest, lowest) = (given().fold(f64::MIN, f64::max), given().fold(f64::MAX, f64::min));
    let stands_out = is_score(measure) && highest > lowest;
    numbers.into_iter().map(|number| stands_out && number == Some(highest)).collect()
}

fn shown(row: &ResultRow, place: usize) -> String {
    row.figures[place].map_or("-".to_owned(), |figure| figure.to_string())
}

/// Formats a figure for tables without a column for the number of runs.
fn shown_alone(row: &ResultRow, place: usize, measure: Measure) -> String {
    let figure = shown(row, place);
    let is_partial =
        row.has_unsolved() && measure.is_of_complete_runs() && row.figures[place].is_some();
    if is_partial { format!("{figure} ({})", row.shown_runs()) } else { figure }
}

pub(super) fn again(analysis: &Analysis) -> Vec<PageBlock> {
    let origin = &analysis.provenance.origin;
    let mut blocks = vec![PageBlock::Commands(origin.commands.clone())];
    if let Some(whole) = &origin.whole {
        blocks.push(PageBlock::Text(
            "The full experiment, of which this is a reduced form:".to_owned(),
        ));
        blocks.push(PageBlock::Commands(vec![whole.clone()]));
    }
    blocks
}

pub(super) fn provenance(analysis: &Analysis) -> Vec<PageBlock> {
    let provenance = &analysis.provenance;
    let mut facts = vec![
        ("experiment".to_owned(), provenance.origin.file.clone()),
        ("store".to_owned(), provenance.origin.store.clone()),
        (
            "runs".to_owned(),
            format!("{} of {}", grouped(analysis.runs.0 as u64), grouped(analysis.runs.1 as u64)),
        ),
    ];
    let counted = |what: &str, counts: &[(String, usize)]| {
        let counted =
            |(name, count): &(String, usize)| format!("{name} ({})", plural(*count as u64, "run"));
        (what.to_owned(), counts.iter().map(counted).collect::<Vec<_>>().join("; "))
    };
    if let Some((first, last)) = &provenance.dates {
        facts.push(counted("program", &provenance.programs));
        facts.push(counted("machine", &provenance.machines));
        facts.push(("first run began".to_owned(), first.clone()));
        facts.push(("last run began".to_owned(), last.clone()));
        facts.push((
            "time of all runs".to_owned(),
            format!("{} seconds", rounded(provenance.seconds)),
        ));
    }
    vec![PageBlock::Facts(facts)]
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
