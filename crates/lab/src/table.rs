//! The table at an experiment's end: one row for each subject and contender, and one for each method of others that has
//! a figure there. Unless the file asks for seconds it holds no times, so that the same experiment prints the same
//! bytes, however often it was interrupted and on however many threads.

use std::fmt;

use crate::contender::Contender;
use crate::experiment::Experiment;
use crate::measure::{Figure, Measure};
use crate::published::{Aside, Published};
use crate::results::Results;

/// What an experiment brought.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// What was asked.
    pub question: String,
    /// How it is less than the whole experiment.
    pub reduction: Option<String>,
    /// The columns.
    pub measures: Vec<Measure>,
    /// The results, subject by subject.
    pub rows: Vec<Row>,
    /// Where the figures of others come from: their method, and the source.
    pub sources: Vec<(String, String)>,
    /// What else others report.
    pub asides: Vec<Aside>,
}

/// One contender on one subject, or a method of others.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The subject's name.
    pub instance: String,
    /// The contender's label, or their method.
    pub solver: String,
    /// Runs in the store; none of a method of others.
    pub runs: Option<usize>,
    /// Whether its figures are of the instance itself; those of a similar one are shown, and never compared.
    pub is_same: bool,
    /// A figure for each column where there is one.
    pub figures: Vec<Option<Figure>>,
}

impl Table {
    /// What stands above the cells of a row.
    pub fn columns(&self) -> Vec<&'static str> {
        ["instance", "solver", "runs"]
            .into_iter()
            .chain(self.measures.iter().map(|measure| measure.name()))
            .collect()
    }

    /// The table of these results.
    pub fn of(results: &Results) -> Table {
        let experiment = results.plan.experiment;
        let measures = &experiment.measures;
        let mut rows = Vec::new();
        for cells in results.rows() {
            let instance = cells[0].subject();
            let mut others = published_rows(experiment, instance);
            for cell in cells {
                let contender = cell.pairing.contender;
                rows.push(Row {
                    instance: instance.to_owned(),
                    solver: contender.label(),
                    runs: Some(cell.runs.len()),
                    is_same: true,
                    figures: measures.iter().map(|&measure| cell.figure(measure)).collect(),
                });
                let beside = |published: &Published| stands_beside(published, contender, experiment);
                rows.extend(others.extract_if(.., |(published, _)| beside(published)).map(|(_, row)| row));
            }
            rows.extend(others.into_iter().map(|(_, row)| row));
        }
        let sources =
            experiment.published.iter().map(|published| (published.label(), published.source.clone()));
        let mut sources: Vec<_> = sources.collect();
        sources.dedup();
        Table {
            question: experiment.question.clone(),
            reduction: experiment.reduction.clone(),
            measures: measures.clone(),
            rows,
            sources,
            asides: experiment.asides.clone(),
        }
    }
}

/// Whether its row follows this contender's: the last one it is compared with.
fn stands_beside(published: &Published, contender: &Contender, experiment: &Experiment) -> bool {
    let compared = |name: &String| experiment.contenders.iter().rfind(|other| other.is_called(name));
    published.beside.as_ref().and_then(compared) == Some(contender)
}

/// A row for each method of others with a figure for the subject; several entries of a method make one row.
fn published_rows<'e>(experiment: &'e Experiment, instance: &str) -> Vec<(&'e Published, Row)> {
    let mut rows: Vec<(&Published, Row)> = Vec::new();
    for published in &experiment.published {
        let Some(value) = published.value(instance) else { continue };
        let row = match rows.iter().position(|(other, _)| other.label() == published.label()) {
            Some(row) => row,
            None => {
                let figures = vec![None; experiment.measures.len()];
                let (instance, solver) = (instance.to_owned(), published.label());
                rows.push((
                    published,
                    Row { instance, solver, runs: None, is_same: published.on.is_none(), figures },
                ));
                rows.len() - 1
            }
        };
        for (figure, &measure) in rows[row].1.figures.iter_mut().zip(&experiment.measures) {
            if measure == published.measure {
                *figure = Some(measure.published(value));
            }
        }
    }
    rows
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = self.columns().into_iter().map(str::to_owned).collect();
        let lines: Vec<Vec<String>> = std::iter::once(head).chain(self.rows.iter().map(Row::cells)).collect();
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

impl Row {
    /// Its cells as they are printed.
    pub fn cells(&self) -> Vec<String> {
        let shown = |figure: Option<String>| figure.unwrap_or_else(|| "-".to_owned());
        let figures = self.figures.iter().map(|figure| shown(figure.map(|figure| figure.to_string())));
        [self.instance.clone(), self.solver.clone(), shown(self.runs.map(|runs| runs.to_string()))]
            .into_iter()
            .chain(figures)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_and_missing_figures_shown_as_such() {
        let row = |solver: &str, runs, figures: [Option<Figure>; 3]| Row {
            instance: "board".to_owned(),
            solver: solver.to_owned(),
            runs,
            is_same: true,
            figures: figures.to_vec(),
        };
        let ours = [Some(Figure::Score(110)), Some(Figure::Number(7.25)), Some(Figure::Share(0.5))];
        let theirs = [Some(Figure::Published(112.25)), None, None];
        let aside = Aside { what: "mean".to_owned(), value: 7.0, source: "them".to_owned() };
        let table = Table {
            question: "Who?".to_owned(),
            reduction: Some("reduced: 2 of 9 runs".to_owned()),
            measures: vec![Measure::Best, Measure::Mean, Measure::Solved],
            rows: vec![
                row("beam width=2", Some(2), ours),
                row("greedy", Some(0), [None; 3]),
                row("MCTS (published)", None, theirs),
            ],
            sources: vec![("MCTS (published)".to_owned(), "others, 2012".to_owned())],
            asides: vec![aside],
        };
        let expected = "\
Who?

reduced: 2 of 9 runs

instance  solver            runs    best  mean  solved
board     beam width=2         2     110   7.2     50%
board     greedy               0       -     -       -
board     MCTS (published)     -  112.25     -       -

published
  MCTS (published): others, 2012
  mean: 7 (them)
";
        assert_eq!(table.to_string(), expected);
    }
}
