//! What is measured of a contender's runs on a subject: the columns of a table.

use std::fmt;

use quarry::Score;
use quarry_core::{Located, ParseError};

use crate::statistics::{Interval, Lifetimes, Sample, median_interval};
use crate::store::Stored;

/// One figure of several runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// The highest score.
    Best,
    /// The mean score.
    Mean,
    /// The median score.
    Median,
    /// The sample standard deviation of the scores; from 2 runs on.
    Deviation,
    /// The exact 95 % interval of the median score; from 6 runs on.
    Interval,
    /// The mean score if no limit had cut runs short, where they end as likely at any time: all scores by the number of runs that
    /// ended.
    Uncut,
    /// Its 95 % interval.
    UncutInterval,
    /// The share of runs that reached the goal.
    Solved,
    /// The share of runs that proved their answer the best.
    Proved,
    /// Mean evaluations of a run.
    Evaluations,
    /// Mean evaluations after which a run had found its best answer.
    Found,
    /// Their sample standard deviation; from 2 runs on.
    FoundDeviation,
    /// Mean moves played in a run.
    Nodes,
    /// Mean seconds of a run. They differ from run to run, so that no table shows them unasked.
    Seconds,
    /// Expected evaluations until the best score that any run of the experiment reached on the subject.
    RunningTime,
}

/// A measure's value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Figure {
    /// A score.
    Score(Score),
    /// Something counted or averaged.
    Number(f64),
    /// A share, from 0 to 1.
    Share(f64),
    /// Seconds.
    Seconds(f64),
    /// From where to where.
    Interval(Interval),
    /// What others report, in just as many digits.
    Published(f64),
}

/// The confidence of all intervals.
pub(crate) const LEVEL: f64 = 0.95;

impl Measure {
    /// All of them.
    pub const ALL: [Measure; 15] = [
        Measure::Best,
        Measure::Mean,
        Measure::Median,
        Measure::Deviation,
        Measure::Interval,
        Measure::Uncut,
        Measure::UncutInterval,
        Measure::Solved,
        Measure::Proved,
        Measure::Evaluations,
        Measure::Found,
        Measure::FoundDeviation,
        Measure::Nodes,
        Measure::Seconds,
        Measure::RunningTime,
    ];

    /// What a table shows when the file does not say: nothing that differs when the same is run again.
    pub const USUAL: [Measure; 6] = [
        Measure::Best,
        Measure::Mean,
        Measure::Median,
        Measure::Solved,
        Measure::Proved,
        Measure::Evaluations,
    ];

    /// Its name in files and tables.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Best => "best",
            Measure::Mean => "mean",
            Measure::Median => "median",
            Measure::Deviation => "sd",
            Measure::Interval => "interval",
            Measure::Uncut => "uncut",
            Measure::UncutInterval => "uncut-interval",
            Measure::Solved => "solved",
            Measure::Proved => "proved",
            Measure::Evaluations => "evaluations",
            Measure::Found => "found",
            Measure::FoundDeviation => "found-sd",
            Measure::Nodes => "nodes",
            Measure::Seconds => "seconds",
            Measure::RunningTime => "ert",
        }
    }

    /// The one of these that is called so.
    pub(crate) fn read(name: Located<&str>, among: &[Measure]) -> Result<Measure, ParseError> {
        among.iter().copied().find(|measure| measure.name() == name.value).ok_or_else(|| {
            let names: Vec<_> = among.iter().map(|measure| measure.name()).collect();
            name.wrong(format!("one of the measures {}", names.join(", ")), format!("\"{}\"", name.value))
        })
    }

    /// Whether a single number says it all, as it must for what others report.
    pub(crate) fn is_one_number(self) -> bool {
        !matches!(self, Measure::Interval | Measure::UncutInterval)
    }

    /// Whether it can be this number.
    pub(crate) fn admits(self, number: f64) -> bool {
        !matches!(self, Measure::Solved | Measure::Proved) || (0.0..=1.0).contains(&number)
    }

    /// A number that others report for it.
    pub(crate) fn published(self, number: f64) -> Figure {
        match self {
            Measure::Solved | Measure::Proved => Figure::Share(number),
            _ => Figure::Published(number),
        }
    }

    /// Its value for these runs; none where they are too few, or nothing was found. `target` is the score that the
    /// running time is measured to.
    pub(crate) fn of(self, runs: &[Stored], target: Option<Score>) -> Option<Figure> {
        let scores = || Sample::new(runs.iter().filter_map(|run| Some(run.score? as f64)).collect()).ok();
        let found = || Sample::new(runs.iter().filter_map(found_after).collect()).ok();
        let mean = |value: fn(&Stored) -> f64| {
            let sample = Sample::new(runs.iter().map(value).collect()).ok();
            sample.map(|sample| sample.mean())
        };
        let share = |is: fn(&Stored) -> bool| {
            let count = runs.iter().filter(|run| is(run)).count();
            (!runs.is_empty()).then(|| Figure::Share(count as f64 / runs.len() as f64))
        };
        match self {
            Measure::Best => runs.iter().filter_map(|run| run.score).max().map(Figure::Score),
            Measure::Mean => Some(Figure::Number(scores()?.mean())),
            Measure::Median => Some(Figure::Number(scores()?.median())),
            Measure::Deviation => scores()?.standard_deviation().map(Figure::Number),
            Measure::Interval => median_interval(&scores()?, LEVEL).ok().map(Figure::Interval),
            Measure::Uncut => lifetimes(runs)?.mean().map(Figure::Number),
            Measure::UncutInterval => Some(Figure::Interval(lifetimes(runs)?.interval(LEVEL))),
            Measure::Solved => share(|run| run.solved),
            Measure::Proved => share(|run| run.proved),
            Measure::Evaluations => mean(|run| run.evaluations as f64).map(Figure::Number),
            Measure::Found => Some(Figure::Number(found()?.mean())),
            Measure::FoundDeviation => found()?.standard_deviation().map(Figure::Number),
            Measure::Nodes => mean(|run| run.nodes as f64).map(Figure::Number),
            Measure::Seconds => mean(|run| run.seconds).map(Figure::Seconds),
            Measure::RunningTime => running_time(runs, target?),
        }
    }
}

/// Scores as lifetimes: what runs bring until they end, or are cut short.
fn lifetimes(runs: &[Stored]) -> Option<Lifetimes> {
    let total = runs.iter().map(|run| run.score.map(|score| score as f64)).sum::<Option<f64>>()?;
    let cut = runs.iter().filter(|run| run.cut_short).count() as u64;
    Lifetimes::new(total, runs.len() as u64 - cut, cut).ok()
}

/// After how many evaluations the best answer of a run was found, if it found any.
fn found_after(run: &Stored) -> Option<f64> {
    run.improvements.last().map(|improvement| improvement.evaluations as f64)
}

fn running_time(runs: &[Stored], target: Score) -> Option<Figure> {
    let traces: Vec<_> = runs.iter().map(Stored::trace).collect();
    crate::statistics::fixed_target(&traces, target).ok()?.expected().map(Figure::Number)
}

impl Figure {
    /// Its single number, if one says it all.
    pub fn number(&self) -> Option<f64> {
        match *self {
            Figure::Score(score) => Some(score as f64),
            Figure::Number(number) | Figure::Share(number) => Some(number),
            Figure::Seconds(number) | Figure::Published(number) => Some(number),
            Figure::Interval(_) => None,
        }
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Figure::Score(score) => write!(f, "{score}"),
            Figure::Number(number) => write!(f, "{number:.1}"),
            Figure::Share(share) => write!(f, "{:.0}%", share * 100.0),
            Figure::Seconds(seconds) => write!(f, "{seconds:.3}"),
            Figure::Interval(Interval { low, high, .. }) if high.is_infinite() => write!(f, "above {low:.0}"),
            Figure::Interval(Interval { low, high, .. }) => write!(f, "{low:.0} to {high:.0}"),
            Figure::Published(number) => write!(f, "{number}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Improvement;

    /// Evaluations of the improvement and of the run, and its score.
    fn run(found: u64, evaluations: u64, score: Option<Score>) -> Stored {
        let improvement =
            |score| Improvement { evaluations: found, nodes: 0, seconds: 0.0, score, solved: false };
        Stored {
            score,
            solved: score > Some(5),
            proved: false,
            evaluations,
            nodes: 7,
            seconds: 0.25,
            cut_short: false,
            improvements: score.map(improvement).into_iter().collect(),
            program: String::new(),
            machine: String::new(),
            started: String::new(),
        }
    }

    /// By hand; the best were found after 10, 20 and 20 evaluations, and the running time to 9 is (10 + 100 + 100 + 100) / 1.
    #[test]
    fn figures_of_some_runs() {
        let runs = [run(10, 100, Some(9)), run(20, 100, Some(4)), run(20, 100, Some(2)), run(30, 100, None)];
        let shown =
            |measure: Measure| measure.of(&runs, Some(9)).map_or("-".to_owned(), |figure| figure.to_string());
        let all: Vec<_> = Measure::ALL.into_iter().map(shown).collect();
        assert_eq!(
            all,
            [
                "9", "5.0", "4.0", "3.6", "-", "-", "-", "25%", "0%", "100.0", "16.7", "5.8", "7.0", "0.250",
                "310.0"
            ]
        );
        assert_eq!(Measure::RunningTime.of(&runs[1..], Some(9)), None, "nobody reached it");
        assert_eq!(Measure::Deviation.of(&runs[..1], None), None, "one run does not vary");
        assert!(Measure::ALL.iter().all(|measure| measure.of(&[], None).is_none()));
        let six = [3, 1, 9, 4, 5, 7].map(|score| run(1, 1, Some(score)));
        assert_eq!(Measure::Interval.of(&six, None).unwrap().to_string(), "1 to 9");
    }

    /// What was cut short counts with what it had brought, and not as an end.
    #[test]
    fn runs_that_were_cut_short_count_as_such() {
        let mut runs = [40, 10, 25].map(|score| run(1, 1, Some(score)));
        assert_eq!(Measure::Uncut.of(&runs, None), Some(Figure::Number(25.0)));
        runs[0].cut_short = true;
        assert_eq!(Measure::Uncut.of(&runs, None), Some(Figure::Number(37.5)));
        runs.iter_mut().for_each(|run| run.cut_short = true);
        assert_eq!(Measure::Uncut.of(&runs, None), None, "nothing ended");
        let beyond = Measure::UncutInterval.of(&runs, None).unwrap().to_string();
        assert_eq!(beyond, "above 20", "75 by the logarithm of 40");
    }
}
