//! The result table of an experiment: one row for each subject and contender, and one for each
//! published method with a figure for the subject. By default it contains no times, so that the
//! same experiment prints the same bytes, however often it was interrupted and on any number of
//! threads.

use std::fmt;

use crate::contender::Contender;
use crate::experiment::Experiment;
use crate::measure::{Figure, Measure};
use crate::number_format::listed;
use crate::published::{Aside, Published};
use crate::results::Results;

/// Name of the rows with the sums over all instances.
const TOTAL: &str = "total";

/// Results of an experiment.
#[derive(Debug, Clone, PartialEq)]
pub struct ResultTable {
    /// The question of the experiment.
    pub question: String,
    /// How this is less than the full experiment, if it is.
    pub reduction: Option<String>,
    /// Columns of the table.
    pub measures: Vec<Measure>,
    /// Rows of the table, subject by subject.
    pub rows: Vec<ResultRow>,
    /// Published methods, with their sources.
    pub sources: Vec<(String, String)>,
    /// Published figures that belong to no cell.
    pub asides: Vec<Aside>,
}

/// One contender, or one published method, on one subject.
#[derive(Debug, Clone, PartialEq)]
pub struct ResultRow {
    /// Name of the subject.
    pub instance: String,
    /// Label of the contender or of the published method.
    pub solver: String,
    /// Number of runs in the store; `None` for a published method.
    pub runs: Option<usize>,
    /// Number of complete runs, whose scores the figures use.
    pub complete: usize,
    /// Whether the figures are for this very instance; those for a similar one are shown but never
    /// compared.
    pub is_same: bool,
    /// Value for each column, where there is one.
    pub figures: Vec<Option<Figure>>,
}

impl ResultTable {
    /// Returns the headings of a row's cells.
    pub fn columns(&self) -> Vec<&'static str> {
        ["instance", "solver", "runs"]
            .into_iter()
            .chain(self.measures.iter().map(|measure| measure.name()))
            .collect()
    }

    /// Creates the table without times, unless the file asks for them.
    pub fn of(results: &Results) -> ResultTable {
        ResultTable::with(results, results.plan.experiment.measures.clone())
    }

    /// Creates the table with processor time as the last column.
    pub fn timed(results: &Results) -> ResultTable {
        let mut measures = results.plan.experiment.measures.clone();
        if !measures.contains(&Measure::CpuSeconds) {
            measures.push(Measure::CpuSeconds);
        }
        ResultTable::with(results, measures)
    }

    fn with(results: &Results, measures: Vec<Measure>) -> ResultTable {
        let experiment = results.plan.experiment;
        let mut rows = Vec::new();
        for cells in results.rows() {
            let instance = cells[0].subject();
            let mut others = published_rows(experiment, &measures, instance);
            for cell in cells {
                let contender = cell.pairing.contender;
                rows.push(ResultRow {
                    instance: instance.to_owned(),
                    solver: contender.label(),
                    runs: Some(cell.runs.len()),
                    complete: cell.complete(),
                    is_same: true,
                    figures: measures.iter().map(|&measure| cell.figure(measure)).collect(),
                });
                let beside =
                    |published: &Published| stands_beside(published, contender, experiment);
                rows.extend(
                    others.extract_if(.., |(published, _)| beside(published)).map(|(_, row)| row),
                );
            }
            rows.extend(others.into_iter().map(|(_, row)| row));
        }
        if experiment.has_totals {
            let sums = totals(&rows, &measures, experiment.subjects.len());
            rows.extend(sums);
        }
        let sources = experiment
            .published
            .iter()
            .map(|published| (published.label(), published.source.clone()));
        let mut sources: Vec<_> = sources.collect();
        sources.dedup();
        ResultTable {
            question: experiment.question.clone(),
            reduction: experiment.reduction.clone(),
            measures,
            rows,
            sources,
            asides: experiment.asides.clone(),
        }
    }
}

impl ResultTable {
    /// Returns the note that explains incomplete runs, if there are any.
    pub(crate) fn note(&self) -> Option<String> {
        let row = self.rows.iter().find(|row| row.has_unsolved())?;
        let theirs = self.measures.iter().filter(|measure| measure.is_of_complete_runs());
        let theirs: Vec<String> = theirs.map(|measure| measure.name().to_owned()).collect();
        let runs =
            format!("{} runs: that many are complete, the others unsolved", row.shown_runs());
        Some(match theirs.as_slice() {
            [] => runs,
            [one] => format!("{runs}; {one} uses complete runs only"),
            several => format!("{runs}; {} use complete runs only", listed(several)),
        })
    }
}

/// Returns the sums over all instances, for each solver with a figure on every one of them.
fn totals(rows: &[ResultRow], measures: &[Measure], instances: usize) -> Vec<ResultRow> {
    let mut solvers: Vec<&str> = Vec::new();
    for row in rows {
        if !solvers.contains(&row.solver.as_str()) {
            solvers.push(&row.solver);
        }
    }
    let total = |solver: &&str| {
        let own: Vec<&ResultRow> = rows.iter().filter(|row| row.solver == *solver).collect();
        let (first, rest) = own.split_first()?;
        if own.len() < instances {
            return None;
        }
        let sum = |(column, measure): (usize, &Measure)| {
            if !measure.adds_up() {
                return None;
            }
            rest.iter().try_fold(first.figures[column]?, |sum, row| sum.plus(row.figures[column]?))
        };
        Some(ResultRow {
            instance: TOTAL.to_owned(),
            solver: (*solver).to_owned(),
            runs: first.runs.map(|_| own.iter().filter_map(|row| row.runs).sum()),
            complete: own.iter().map(|row| row.complete).sum(),
            is_same: first.is_same,
            figures: measures.iter().enumerate().map(sum).collect(),
        })
    };
    solvers.iter().filter_map(total).collect()
}

/// Whether the published row follows this contender's row: the last one that it is compared with.
fn stands_beside(published: &Published, contender: &Contender, experiment: &Experiment) -> bool {
    let compared =
        |name: &String| experiment.contenders.iter().rfind(|other| other.is_called(name));
    published.beside.as_ref().and_then(compared) == Some(contender)
}

/// Returns a row for each published method with a figure for the subject; several entries of a
/// method make one row.
fn published_rows<'e>(
    experiment: &'e Experiment,
    measures: &[Measure],
    instance: &str,
) -> Vec<(&'e Published, ResultRow)> {
    let mut rows: Vec<(&Published, ResultRow)> = Vec::new();
    for published in &experiment.published {
        let Some(value) = published.value(instance) else { continue };
        let row = match rows.iter().position(|(other, _)| other.label() == published.label()) {
            Some(row) => row,
            None => {
                let row = ResultRow {
                    instance: instance.to_owned(),
                    solver: published.label(),
                    runs: None,
                    complete: 0,
                    is_same: published.on.is_none(),
                    figures: vec![None; measures.len()],
                };
                rows.push((published, row));
                rows.len() - 1
            }
        };
        for (figure, &measure) in rows[row].1.figures.iter_mut().zip(measures) {
            if measure == published.measure {
                *figure = Some(value);
            }
        }
    }
    rows
}

impl fmt::Display for ResultTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = self.columns().into_iter().map(str::to_owned).collect();
        let lines: Vec<Vec<String>> =
            std::iter::once(head).chain(self.rows.iter().map(ResultRow::cells)).collect();
        let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max();
        let widths: Vec<usize> = (0..lines[0].len()).filter_map(width).collect();
        writeln!(f, "{}\n", self.question)?;
        if let Some(reduction) = &self.reduction {
            writeln!(f, "{reduction}\n")?;
        }
        for line in &lines {
            write!(f, "{:<2$}  {:<3$}", line[0], line[1], widths[0], widths[1])?;
            for (figure, width) in line.iter().zip(&widths).skip(2) {
                write!(f, "  {figure:>width$}")?;
            }
            writeln!(f)?;
        }
        if let Some(note) = self.note() {
            writeln!(f, "\n{note}")?;
        }
        if !self.sources.is_empty() || !self.asides.is_empty() {
            writeln!(f, "\npublished")?;
        }
        for (solver, source) in &self.sources {
            writeln!(f, "  {solver}: {source}")?;
        }
        for Aside { what, value, source } in &self.asides {
            writeln!(f, "  {what}: {value} ({source})")?;
        }
        Ok(())
    }
}

impl ResultRow {
    /// Returns the cells as they are printed.
    pub fn cells(&self) -> Vec<String> {
        let shown = |figure: Option<String>| figure.unwrap_or_else(|| "-".to_owned());
        let figures =
            self.figures.iter().map(|figure| shown(figure.map(|figure| figure.to_string())));
        [self.instance.clone(), self.solver.clone(), self.shown_runs()]
            .into_iter()
            .chain(figures)
            .collect()
    }

    /// Whether some runs of the row are not complete.
    pub(crate) fn has_unsolved(&self) -> bool {
        self.runs.is_some_and(|runs| self.complete < runs)
    }

    /// Formats the number of runs, with the number of complete ones if not all are.
    pub(crate) fn shown_runs(&self) -> String {
        match self.runs {
            None => "-".to_owned(),
            Some(runs) if self.complete < runs => format!("{} of {runs}", self.complete),
            Some(runs) => runs.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_are_of_solvers_that_have_a_figure_everywhere() {
        let row = |instance: &str, solver: &str, runs, figures: [Option<Figure>; 2]| ResultRow {
            instance: instance.to_owned(),
            solver: solver.to_owned(),
            runs,
            complete: runs.unwrap_or(0),
            is_same: true,
            figures: figures.to_vec(),
        };
        let (score, sd) = (|score| Some(Figure::Score(score)), Some(Figure::Number(2.0)));
        let published = |number| [Some(Figure::Published(number)), None];
        let rows = [
            row("one", "beam", Some(2), [score(7), sd]),
            row("one", "theirs", None, published(4.5)),
            row("one", "partial", None, published(1.0)),
            row("two", "beam", Some(2), [score(-3), sd]),
            row("two", "theirs", None, published(2.0)),
            row("two", "unsolved", Some(2), [None, None]),
        ];
        let sums = totals(&rows, &[Measure::Best, Measure::Deviation], 2);
        assert_eq!(sums[0], row(TOTAL, "beam", Some(4), [score(4), None]), "spreads do not add up");
        assert_eq!(sums[1], row(TOTAL, "theirs", None, published(6.5)));
        assert_eq!(sums.len(), 2);
    }

    #[test]
    fn columns_are_aligned_and_missing_figures_shown_as_such() {
        let row = |solver: &str, runs, complete, figures: [Option<Figure>; 3]| ResultRow {
            instance: "board".to_owned(),
            solver: solver.to_owned(),
            runs,
            complete,
            is_same: true,
            figures: figures.to_vec(),
        };
        let ours = [Some(Figure::Score(110)), Some(Figure::Number(7.25)), Some(Figure::Share(0.5))];
        let theirs = [Some(Figure::Published(112.25)), None, None];
        let aside =
            Aside { what: "mean".to_owned(), value: "7".to_owned(), source: "them".to_owned() };
        let table = ResultTable {
            question: "Who?".to_owned(),
            reduction: Some("reduced: 2 of 9 runs".to_owned()),
            measures: vec![Measure::Best, Measure::Mean, Measure::Complete],
            rows: vec![
                row("beam width=2", Some(2), 1, ours),
                row("greedy", Some(0), 0, [None; 3]),
                row("MCTS (published)", None, 0, theirs),
            ],
            sources: vec![("MCTS (published)".to_owned(), "others, 2012".to_owned())],
            asides: vec![aside],
        };
        let expected = "\
Who?

reduced: 2 of 9 runs

instance  solver              runs    best  mean  complete
board     beam width=2      1 of 2     110   7.2       50%
board     greedy                 0       -     -         -
board     MCTS (published)       -  112.25     -         -

1 of 2 runs: that many are complete, the others unsolved; best and mean use complete runs only

published
  MCTS (published): others, 2012
  mean: 7 (them)
";
        assert_eq!(table.to_string(), expected);
    }
}
