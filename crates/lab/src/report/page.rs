//! A report's content in the order of reading, free of any markup: what all three writers write.

use super::analysis::{Analysis, Meeting};
use super::comparison::{Comparison, PairTest};
use super::figures;
use super::growth::ENOUGH_INSTANCES;
use super::verdict::test_name;
use crate::measure::{LEVEL, Measure};
use crate::table::Row;
use crate::words::{grouped, p_value, plural, rounded};

/// One experiment, written out.
pub(super) struct Article {
    /// A word for links to it.
    pub(super) anchor: String,
    pub(super) title: String,
    pub(super) question: String,
    pub(super) warnings: Vec<String>,
    pub(super) verdict: Vec<String>,
    pub(super) sections: Vec<Section>,
}

/// A part with a heading.
pub(super) struct Section {
    pub(super) title: &'static str,
    pub(super) blocks: Vec<Block>,
}

/// A piece of a part.
pub(super) enum Block {
    /// A paragraph.
    Text(String),
    /// Terms and what they are.
    Facts(Vec<(String, String)>),
    /// Lines for a shell.
    Commands(Vec<String>),
    /// Figures in rows and columns.
    Grid(Grid),
    /// A drawing, for writers that can show one.
    Drawing(String),
}

/// A table.
pub(super) struct Grid {
    pub(super) caption: String,
    /// The column heads; the first `texts` columns hold text, the others figures.
    pub(super) head: Vec<String>,
    pub(super) texts: usize,
    pub(super) rows: Vec<GridRow>,
    /// What is to be said below.
    pub(super) notes: Vec<String>,
}

/// A row of a table.
#[derive(Default)]
pub(super) struct GridRow {
    pub(super) cells: Vec<Entry>,
    /// Whether something new begins here.
    pub(super) begins: bool,
    /// Whether others report it.
    pub(super) published: bool,
}

/// A cell of a table.
#[derive(Clone, Default)]
pub(super) struct Entry {
    pub(super) text: String,
    /// Whether it is the best of its kind.
    pub(super) best: bool,
}

impl From<String> for Entry {
    fn from(text: String) -> Self {
        Entry { text, best: false }
    }
}

impl Article {
    /// Writes an analysis out.
    pub(super) fn of(analysis: &Analysis) -> Article {
        let sections = [
            ("Method", method(analysis)),
            ("Results", results(analysis)),
            ("Statistics", statistics(analysis)),
            ("Plots", figures::drawings(analysis).into_iter().map(Block::Drawing).collect()),
            ("Run it again", vec![Block::Commands(analysis.provenance.origin.commands.clone())]),
            ("Provenance", provenance(analysis)),
        ];
        let sections = sections.into_iter().filter(|(_, blocks)| !blocks.is_empty());
        Article {
            anchor: analysis.name.clone(),
            title: analysis.title.clone(),
            question: analysis.table.question.clone(),
            warnings: warnings(analysis),
            verdict: analysis.verdict.clone(),
            sections: sections.map(|(title, blocks)| Section { title, blocks }).collect(),
        }
    }
}

fn warnings(analysis: &Analysis) -> Vec<String> {
    let mut warnings = Vec::new();
    if analysis.missing() > 0 {
        let (missing, all) = (grouped(analysis.missing() as u64), plural(analysis.runs.1 as u64, "run"));
        let store = &analysis.provenance.origin.store;
        warnings.push(format!(
            "Incomplete: {missing} of {all} are not in {store}. The first command below does them."
        ));
    }
    let programs = analysis.provenance.programs.len();
    if programs > 1 {
        warnings.push(format!(
            "Mixed: these runs were made by {programs} different programs, listed under Provenance. What differs \
             between contenders may be a difference between programs."
        ));
    }
    warnings
}

fn method(analysis: &Analysis) -> Vec<Block> {
    let runs: Vec<u64> = analysis.contenders.iter().map(|contender| contender.runs).collect();
    let (fewest, most) = (runs.iter().min().copied().unwrap_or(0), runs.iter().max().copied().unwrap_or(0));
    let runs =
        if fewest == most { plural(most, "run") } else { format!("{fewest} to {} runs", grouped(most)) };
    let mut text = format!(
        "{} worked on {}, with {runs} each: {} in all. The seed of every run comes from the experiment's seed {}, the \
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
        row([label, contender.summary.to_owned(), settings.to_owned(), limits, contender.runs.to_string()])
    });
    let instances = analysis.instances.iter().map(|instance| {
        let (columns, rows) = instance.size;
        let (score, by) = instance
            .known
            .clone()
            .map_or(("-".to_owned(), "-".to_owned()), |(score, by)| (score.to_string(), by));
        row([instance.name.clone(), instance.puzzle.to_owned(), by, format!("{columns} x {rows}"), score])
    });
    vec![
        Block::Text(text),
        Block::Grid(Grid {
            caption: "Contenders".to_owned(),
            head: heads(&["contender", "what it does", "settings", "limits of a run", "runs"]),
            texts: 4,
            rows: contenders.collect(),
            notes: Vec::new(),
        }),
        Block::Grid(Grid {
            caption: "Instances".to_owned(),
            head: heads(&["instance", "puzzle", "best known, by", "size", "best known"]),
            texts: 3,
            rows: instances.collect(),
            notes: Vec::new(),
        }),
    ]
}

fn results(analysis: &Analysis) -> Vec<Block> {
    let mut blocks = Vec::new();
    blocks.extend(matrices(analysis).into_iter().map(Block::Grid));
    blocks.push(Block::Grid(whole_table(analysis)));
    let asides = analysis
        .table
        .asides
        .iter()
        .map(|aside| (aside.what.clone(), format!("{} ({})", aside.value, aside.source)));
    let asides: Vec<_> = asides.collect();
    if !asides.is_empty() {
        blocks.push(Block::Text("Others also report:".to_owned()));
        blocks.push(Block::Facts(asides));
    }
    blocks
}

/// The contenders side by side, one row an instance: mean scores, and whatever measure others report.
fn matrices(analysis: &Analysis) -> Vec<Grid> {
    let table = &analysis.table;
    let mut solvers: Vec<(&str, bool)> = Vec::new();
    for row in &table.rows {
        let solver = (row.solver.as_str(), row.runs.is_none());
        if !solvers.contains(&solver) {
            solvers.push(solver);
        }
    }
    let reported =
        |measure: usize| table.rows.iter().any(|row| row.runs.is_none() && row.figures[measure].is_some());
    let mut grids = Vec::new();
    for (place, &measure) in table.measures.iter().enumerate() {
        if solvers.len() < 2 || !(reported(place) || measure == Measure::Mean) {
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
                found.map_or(Entry::from("-".to_owned()), |(row, &best)| Entry {
                    text: shown(row, place),
                    best,
                })
            };
            let name = Entry::from(of_instance[0].instance.clone());
            let cells = std::iter::once(name).chain(solvers.iter().map(entry)).collect();
            rows.push(GridRow { cells, ..GridRow::default() });
        }
        let mut head = vec!["instance".to_owned()];
        head.extend(solvers.iter().map(|&solver| solver.to_owned()));
        let notes = if reported(place) { sources(analysis) } else { Vec::new() };
        let what = if is_score(measure) { "score" } else { "" };
        let caption = format!("{} {what} by instance", capital(measure.name())).replace("  ", " ");
        grids.push(Grid { caption, head, texts: 1, rows, notes });
    }
    grids
}

fn whole_table(analysis: &Analysis) -> Grid {
    let table = &analysis.table;
    let names = table.measures.iter().map(|measure| measure.name());
    let head = ["instance", "contender", "runs"].into_iter().chain(names).map(str::to_owned).collect();
    let mut rows = Vec::new();
    for of_instance in table.rows.chunk_by(|one, next| one.instance == next.instance) {
        let marks: Vec<Vec<bool>> = (0..table.measures.len())
            .map(|place| best_of(of_instance, place, table.measures[place]))
            .collect();
        for (index, row) in of_instance.iter().enumerate() {
            let mut cells: Vec<Entry> = vec![row.instance.clone().into(), row.solver.clone().into()];
            cells.push(row.runs.map_or("-".to_owned(), |runs| runs.to_string()).into());
            cells.extend(
                marks
                    .iter()
                    .enumerate()
                    .map(|(place, marks)| Entry { text: shown(row, place), best: marks[index] }),
            );
            rows.push(GridRow { cells, begins: index == 0, published: row.runs.is_none() });
        }
    }
    let mut notes = sources(analysis);
    if table.measures.contains(&Measure::Interval) {
        notes.push(format!("interval: exact, of the median, {:.0} %; from 6 runs on.", LEVEL * 100.0));
    }
    if table.measures.contains(&Measure::RunningTime) {
        notes.push(
            "ert: expected evaluations until the best score that any run reached on the instance.".to_owned(),
        );
    }
    Grid {
        caption: "All measures; the best of each instance stands out".to_owned(),
        head,
        texts: 2,
        rows,
        notes,
    }
}

fn sources(analysis: &Analysis) -> Vec<String> {
    analysis.table.sources.iter().map(|(solver, source)| format!("{solver}: {source}")).collect()
}

fn is_score(measure: Measure) -> bool {
    matches!(measure, Measure::Best | Measure::Mean | Measure::Median)
}

/// Which rows of an instance have its highest score. Nobody stands out where all are the same.
fn best_of(rows: &[Row], place: usize, measure: Measure) -> Vec<bool> {
    let numbers: Vec<Option<f64>> =
        rows.iter().map(|row| row.figures[place].and_then(|figure| figure.number())).collect();
    let given = || numbers.iter().flatten().copied();
    let (highest, lowest) = (given().fold(f64::MIN, f64::max), given().fold(f64::MAX, f64::min));
    let stands_out = is_score(measure) && highest > lowest;
    numbers.into_iter().map(|number| stands_out && number == Some(highest)).collect()
}

fn shown(row: &Row, place: usize) -> String {
    row.figures[place].map_or("-".to_owned(), |figure| figure.to_string())
}

fn statistics(analysis: &Analysis) -> Vec<Block> {
    let mut blocks = Vec::new();
    if let Some(comparison) = &analysis.comparison {
        blocks.push(Block::Text(how_compared(comparison)));
        blocks.extend(ranks(analysis, comparison).map(Block::Grid));
        blocks.push(Block::Grid(pairs(analysis, comparison)));
    }
    if !analysis.others.is_empty() {
        blocks.push(Block::Grid(beside(analysis)));
    }
    blocks.push(Block::Grid(successes(analysis)));
    if !analysis.growth.is_empty() {
        blocks.push(Block::Grid(growth(analysis)));
    }
    blocks
}

fn how_compared(comparison: &Comparison) -> String {
    let sample = match comparison.test {
        PairTest::MannWhitney => {
            "There are fewer than 6 instances, so that runs are the sample: each pair is tested on each instance alone, and what is shown holds for these instances only."
        }
        _ => "Instances are the sample: mean scores are paired instance by instance.",
    };
    let approximate = match &comparison.friedman {
        Some(friedman) if friedman.rows < 10 => {
            " Friedman's p-value is an approximation, sound from some ten instances on."
        }
        _ => "",
    };
    let nemenyi = if comparison.test == PairTest::Nemenyi {
        format!(
            " With so many pairs on so few instances, signed ranks could not show anything after correction ({} at best), so the mean ranks are tested.",
            p_value(comparison.smallest_p)
        )
    } else {
        String::new()
    };
    format!(
        "{sample} The test is {}; all p-values are two-sided and corrected for the number of tests.{nemenyi}{approximate} \
         A is the chance that a run of the first beats a run of the second on the same instance, ties counting half: \
         0.5 is no difference.",
        test_name(comparison.test)
    )
}

fn ranks(analysis: &Analysis, comparison: &Comparison) -> Option<Grid> {
    let friedman = comparison.friedman.as_ref()?;
    let mut order: Vec<usize> = (0..friedman.mean_ranks.len()).collect();
    order.sort_by(|&a, &b| friedman.mean_ranks[b].total_cmp(&friedman.mean_ranks[a]));
    let best = |contender: usize| {
        let highest = |row: &&Vec<f64>| row.iter().all(|&mean| mean <= row[contender]);
        comparison.means.iter().filter(highest).count()
    };
    let row_of = |&contender: &usize| {
        let label = analysis.contenders[contender].label.clone();
        row([label, format!("{:.2}", friedman.mean_ranks[contender]), best(contender).to_string()])
    };
    Some(Grid {
        caption: format!(
            "Mean ranks over {} instances, highest first (Friedman's chi-squared = {:.2}, {})",
            friedman.rows,
            friedman.statistic,
            p_value(friedman.p_value)
        ),
        head: heads(&["contender", "mean rank", "best or equal on"]),
        texts: 1,
        rows: order.iter().map(row_of).collect(),
        notes: Vec::new(),
    })
}

fn pairs(analysis: &Analysis, comparison: &Comparison) -> Grid {
    let by_instance = comparison.test == PairTest::MannWhitney;
    let row_of = |pair: &super::comparison::Pair| {
        let label = |contender: usize| analysis.contenders[contender].label.clone();
        let mut cells = vec![label(pair.left), label(pair.right)];
        match pair.instance {
            Some(instance) => cells.push(comparison.instances[instance].clone()),
            None => cells.extend([pair.higher, pair.lower, pair.equal].map(|count| count.to_string())),
        }
        cells.extend([format!("{:.2}", pair.effect.a), pair.effect.word().to_owned(), p_value(pair.p_value)]);
        let mut cells: Vec<Entry> = cells.into_iter().map(Entry::from).collect();
        cells.last_mut().expect("a p-value").best = pair.is_shown();
        GridRow { cells, ..GridRow::default() }
    };
    let between: &[&str] = if by_instance { &["instance"] } else { &["first higher", "lower", "equal"] };
    let head = [&["first", "second"], between, &["A", "effect", "p"]].concat();
    Grid {
        caption: "Pairs; what is shown stands out".to_owned(),
        head: heads(&head),
        texts: if by_instance { 3 } else { 2 },
        rows: comparison.pairs.iter().map(row_of).collect(),
        notes: Vec::new(),
    }
}

fn beside(analysis: &Analysis) -> Grid {
    let row_of = |beside: &super::others::Beside| {
        row([
            beside.ours.clone(),
            beside.theirs.clone(),
            beside.measure.name().to_owned(),
            rounded(beside.our_mean),
            rounded(beside.their_mean),
            format!("{} / {} / {}", beside.higher, beside.lower, beside.equal),
            p_value(beside.p_value),
        ])
    };
    let mut notes = sources(analysis);
    notes.push("Published figures come from other machines, programs and budgets.".to_owned());
    Grid {
        caption: "Ours beside published figures, over the instances that have both".to_owned(),
        head: heads(&[
            "ours",
            "published",
            "measure",
            "our mean",
            "their mean",
            "higher / lower / equal",
            "p",
        ]),
        texts: 3,
        rows: analysis.others.iter().map(row_of).collect(),
        notes,
    }
}

fn successes(analysis: &Analysis) -> Grid {
    let mut rows = Vec::new();
    for (instance, meetings) in analysis.instances.iter().zip(&analysis.meetings) {
        for (index, (contender, meeting)) in analysis.contenders.iter().zip(meetings).enumerate() {
            let [target, reached, share, time] = success(meeting);
            let cells = [instance.name.clone(), contender.label.clone(), target, reached, share, time];
            rows.push(GridRow { cells: cells.map(Entry::from).into(), begins: index == 0, published: false });
        }
    }
    Grid {
        caption: "How often and how soon the best score of all runs was reached".to_owned(),
        head: heads(&["instance", "contender", "best score", "reached", "share (95 %)", "expected evaluations"]),
        texts: 2,
        rows,
        notes: vec![
            "The share's interval is Wilson's. Expected evaluations: of all runs, failed ones included, for each success."
                .to_owned(),
        ],
    }
}

fn success(meeting: &Meeting) -> [String; 4] {
    let none = || "-".to_owned();
    let (Some(target), Some(time)) = (meeting.target, &meeting.to_target) else {
        return [none(), none(), none(), none()];
    };
    let rate = time.success_rate;
    let interval = rate.wilson(LEVEL);
    let percent = |share: f64| format!("{:.0}", share * 100.0);
    [
        target.to_string(),
        format!("{} of {}", rate.successes(), rate.trials()),
        format!("{} % ({} to {})", percent(rate.share()), percent(interval.low), percent(interval.high)),
        time.expected().map_or_else(none, rounded),
    ]
}

fn growth(analysis: &Analysis) -> Grid {
    let row_of = |growth: &super::growth::Growth| {
        row([
            analysis.contenders[growth.contender].label.clone(),
            growth.cost.name().to_owned(),
            format!("{:?}", growth.fit.shape).to_lowercase(),
            growth.formula(),
            growth.fit.r_squared.map_or("-".to_owned(), |share| format!("{share:.3}")),
            format!("{:.1}", growth.fit.aic),
        ])
    };
    let mut notes =
        vec!["n is the number of cells. A contender that a limit cut short anywhere is left out.".to_owned()];
    if analysis.instances.len() < ENOUGH_INSTANCES {
        notes.push("With fewer than ten instances the choice of a shape says little.".to_owned());
    }
    Grid {
        caption: "How cost grows with size: of four shapes the best by Akaike's criterion".to_owned(),
        head: heads(&["contender", "cost", "shape", "curve", "R2", "AIC"]),
        texts: 4,
        rows: analysis.growth.iter().map(row_of).collect(),
        notes,
    }
}

fn provenance(analysis: &Analysis) -> Vec<Block> {
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
        let counted = |(name, count): &(String, usize)| format!("{name} ({})", plural(*count as u64, "run"));
        (what.to_owned(), counts.iter().map(counted).collect::<Vec<_>>().join("; "))
    };
    if let Some((first, last)) = &provenance.dates {
        facts.push(counted("program", &provenance.programs));
        facts.push(counted("machine", &provenance.machines));
        facts.push(("first run began".to_owned(), first.clone()));
        facts.push(("last run began".to_owned(), last.clone()));
        facts.push(("time of all runs".to_owned(), format!("{} seconds", rounded(provenance.seconds))));
    }
    vec![Block::Facts(facts)]
}

fn heads(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

fn row<const N: usize>(cells: [String; N]) -> GridRow {
    GridRow { cells: cells.map(Entry::from).into(), ..GridRow::default() }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
