//! Measures of a contender's runs on a subject: the columns of a table.

use std::fmt;

use quarry::Score;
use quarry_core::{Located, ParseError};

use crate::statistics::{Interval, Lifetimes, Sample, median_interval};
use crate::store::Stored;
use crate::work::Work;

/// One number about several runs. Scores of unsolved runs only count in the measures that say so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// Highest score of the complete runs.
    Best,
    /// Lowest score of the complete runs.
    Worst,
    /// Mean score of the complete runs.
    Mean,
    /// Median score of the complete runs.
    Median,
    /// Sample standard deviation of the complete runs' scores; needs at least 2 of them.
    Deviation,
    /// Exact 95 % confidence interval of the complete runs' median score; needs at least 6 of them.
    Interval,
    /// Estimated mean score if no limit had cut runs short, under a constant rate of ending: the
    /// sum of all scores divided by the number of runs that ended.
    Uncut,
    /// 95 % confidence interval of [`Measure::Uncut`].
    UncutInterval,
    /// Mean score of all runs, solved or not, as papers on evolutionary algorithms report it.
    Fitness,
    /// Highest score of all runs, solved or not.
    FitnessBest,
    /// Sample standard deviation of the scores of all runs; needs at least 2 runs.
    FitnessDeviation,
    /// Mean evaluations at which a run found its best score, solved or not.
    FitnessFound,
    /// Sample standard deviation of [`Measure::FitnessFound`]; needs at least 2 runs.
    FitnessFoundDeviation,
    /// Share of runs with a complete answer: the goal is reached or, where the score counts, the
    /// game is over.
    Complete,
    /// Share of runs that proved their answer optimal.
    Proved,
    /// Mean evaluations at which a complete run found its answer.
    Found,
    /// Sample standard deviation of [`Measure::Found`]; needs at least 2 complete runs.
    FoundDeviation,
    /// Expected work to reach the best complete score of any run of the experiment on the subject.
    RunningTime,
    /// Mean number of moves played in a run.
    Nodes,
    /// Mean number of evaluations of a run.
    Evaluations,
    /// Mean of the largest number of states that a run held in memory at one time.
    Kept,
    /// Mean processor time of a run in seconds; wall time where the system could not measure it.
    CpuSeconds,
    /// Mean wall time of a run in seconds.
    Seconds,
    /// Processor time of all runs for each move played, in milliseconds.
    NodeMilliseconds,
}

/// Value of a measure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Figure {
    /// A score.
    Score(Score),
    /// A count or a mean.
    Number(f64),
    /// A share, from 0 to 1.
    Share(f64),
    /// A time in seconds.
    Seconds(f64),
    /// A time in milliseconds.
    Milliseconds(f64),
    /// Lower and upper end of an interval.
    Interval(Interval),
    /// A published value, printed with the digits of its source.
    Published(f64),
}

/// Confidence level of all intervals.
pub(crate) const LEVEL: f64 = 0.95;

impl Measure {
    /// All measures.
    pub const ALL: [Measure; 24] = [
        Measure::Best,
        Measure::Worst,
        Measure::Mean,
        Measure::Median,
        Measure::Deviation,
        Measure::Interval,
        Measure::Uncut,
        Measure::UncutInterval,
        Measure::Fitness,
        Measure::FitnessBest,
        Measure::FitnessDeviation,
        Measure::FitnessFound,
        Measure::FitnessFoundDeviation,
        Measure::Complete,
        Measure::Proved,
        Measure::Found,
        Measure::FoundDeviation,
        Measure::RunningTime,
        Measure::Nodes,
        Measure::Evaluations,
        Measure::Kept,
        Measure::CpuSeconds,
        Measure::Seconds,
        Measure::NodeMilliseconds,
    ];

    /// Default columns of a table.
    pub const USUAL: [Measure; 5] =
        [Measure::Best, Measure::Mean, Measure::Median, Measure::Complete, Measure::Proved];

    /// Columns at the end of every table: without them, scores cannot be compared.
    pub const WORK: [Measure; 2] = [Measure::Nodes, Measure::Evaluations];

    /// Name in files and tables.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Best => "best",
            Measure::Worst => "worst",
            Measure::Mean => "mean",
            Measure::Median => "median",
            Measure::Deviation => "sd",
            Measure::Interval => "interval",
            Measure::Uncut => "uncut",
            Measure::UncutInterval => "uncut-interval",
            Measure::Fitness => "fitness",
            Measure::FitnessBest => "fitness-best",
            Measure::FitnessDeviation => "fitness-sd",
            Measure::FitnessFound => "fitness-found",
            Measure::FitnessFoundDeviation => "fitness-found-sd",
            Measure::Complete => "complete",
            Measure::Proved => "proved",
            Measure::Found => "found",
            Measure::FoundDeviation => "found-sd",
            Measure::RunningTime => "ert",
            Measure::Nodes => "nodes",
            Measure::Evaluations => "evaluations",
            Measure::Kept => "kept",
            Measure::CpuSeconds => "cpu",
            Measure::Seconds => "seconds",
            Measure::NodeMilliseconds => "ms-per-node",
        }
    }

    /// Whether the measure only uses the scores of complete runs.
    pub(crate) fn is_of_complete_runs(self) -> bool {
        matches!(
            self,
            Measure::Best
                | Measure::Worst
                | Measure::Mean
                | Measure::Median
                | Measure::Deviation
                | Measure::Interval
                | Measure::Found
                | Measure::FoundDeviation
        )
    }

    /// Whether more runs alone make the figure more extreme.
    pub(crate) fn is_extreme(self) -> bool {
        matches!(self, Measure::Best | Measure::Worst | Measure::FitnessBest)
    }

    /// Whether the sum of the figures of several instances means something.
    pub(crate) fn adds_up(self) -> bool {
        matches!(
            self,
            Measure::Best
                | Measure::Worst
                | Measure::Mean
                | Measure::Fitness
                | Measure::FitnessBest
                | Measure::Nodes
                | Measure::Evaluations
                | Measure::CpuSeconds
                | Measure::Seconds
        )
    }

    /// Parses the name of one of these measures.
    pub(crate) fn read(name: Located<&str>, among: &[Measure]) -> Result<Measure, ParseError> {
        among.iter().copied().find(|measure| measure.name() == name.value).ok_or_else(|| {
            let names: Vec<_> = among.iter().map(|measure| measure.name()).collect();
            name.wrong(
                format!("one of the measures {}", names.join(", ")),
                format!("\"{}\"", name.value),
            )
        })
    }

    /// Converts published numbers to a figure, or says what is expected instead.
    pub(crate) fn published(self, numbers: &[f64]) -> Result<Figure, &'static str> {
        match (self, numbers) {
            (Measure::Interval | Measure::UncutInterval, &[low, high]) if low <= high => {
                Ok(Figure::Interval(Interval { low, high, level: LEVEL }))
            }
            (Measure::Interval | Measure::UncutInterval, _) => {
                Err("the two ends of an interval, such as [33764, 38309]")
            }
            (Measure::Complete | Measure::Proved, &[share]) if (0.0..=1.0).contains(&share) => {
                Ok(Figure::Share(share))
            }
            (Measure::Complete | Measure::Proved, _) => Err("a share from 0 to 1"),
            (_, &[number]) => Ok(Figure::Published(number)),
            _ => Err("one number"),
        }
    }

    /// Computes the measure for these runs; `None` if there are too few runs or no answers.
    /// `target` is the score whose running time is measured, in the unit `work`.
    pub(crate) fn of(self, runs: &[Stored], target: Option<Score>, work: Work) -> Option<Figure> {
        let sample = |value: fn(&Stored) -> Option<f64>| {
            Sample::new(runs.iter().filter_map(value).collect()).ok()
        };
        let scores = || sample(|run| run.complete_score().map(|score| score as f64));
        let fitness = || sample(|run| run.score.map(|score| score as f64));
        let mean = |value: fn(&Stored) -> Option<f64>| sample(value).map(|sample| sample.mean());
        let share = |is: fn(&Stored) -> bool| {
            let count = runs.iter().filter(|run| is(run)).count();
            (!runs.is_empty()).then(|| Figure::Share(count as f64 / runs.len() as f64))
        };
        match self {
            Measure::Best => {
                runs.iter().filter_map(Stored::complete_score).max().map(Figure::Score)
            }
            Measure::Worst => {
                runs.iter().filter_map(Stored::complete_score).min().map(Figure::Score)
            }
            Measure::Mean => Some(Figure::Number(scores()?.mean())),
            Measure::Median => Some(Figure::Number(scores()?.median())),
            Measure::Deviation => scores()?.standard_deviation().map(Figure::Number),
            Measure::Interval => median_interval(&scores()?, LEVEL).ok().map(Figure::Interval),
            Measure::Uncut => lifetimes(runs)?.mean().map(Figure::Number),
            Measure::UncutInterval => Some(Figure::Interval(lifetimes(runs)?.interval(LEVEL))),
            Measure::Fitness => Some(Figure::Number(fitness()?.mean())),
            Measure::FitnessBest => {
                runs.iter().filter_map(|run| run.score).max().map(Figure::Score)
            }
            Measure::FitnessDeviation => fitness()?.standard_deviation().map(Figure::Number),
            Measure::FitnessFound => Some(Figure::Number(sample(last_improvement)?.mean())),
            Measure::FitnessFoundDeviation => {
                sample(last_improvement)?.standard_deviation().map(Figure::Number)
            }
            Measure::Complete => share(|run| run.complete),
            Measure::Proved => share(|run| run.proved),
            Measure::Found => Some(Figure::Number(sample(found_after)?.mean())),
            Measure::FoundDeviation => {
                sample(found_after)?.standard_deviation().map(Figure::Number)
            }
            Measure::RunningTime => running_time(runs, target?, work),
            Measure::Nodes => mean(|run| Some(run.nodes as f64)).map(Figure::Number),
            Measure::Evaluations => mean(|run| Some(run.evaluations as f64)).map(Figure::Number),
            Measure::Kept => mean(|run| Some(run.kept as f64)).map(Figure::Number),
            Measure::CpuSeconds => {
                mean(|run| Some(run.cpu_seconds.unwrap_or(run.seconds))).map(Figure::Seconds)
            }
            Measure::Seconds => mean(|run| Some(run.seconds)).map(Figure::Seconds),
            Measure::NodeMilliseconds => {
                let nodes: u64 = runs.iter().map(|run| run.nodes).sum();
                let seconds: f64 =
                    runs.iter().map(|run| run.cpu_seconds.unwrap_or(run.seconds)).sum();
                (nodes > 0).then(|| Figure::Milliseconds(1_000.0 * seconds / nodes as f64))
            }
        }
    }
}

/// Returns scores as lifetimes that end with the run or are cut short by a limit. Returns `None` if
/// a run gave up, which is neither.
fn lifetimes(runs: &[Stored]) -> Option<Lifetimes> {
    let total = runs.iter().map(|run| run.score.map(|score| score as f64)).sum::<Option<f64>>()?;
    let (ended, unsolved): (Vec<&Stored>, Vec<&Stored>) = runs.iter().partition(|run| run.complete);
    if unsolved.iter().any(|run| !run.is_cut_short()) {
        return None;
    }
    Lifetimes::new(total, ended.len() as u64, unsolved.len() as u64).ok()
}

/// Number of evaluations at which a complete run found its answer. For a run that completed its
/// answer after the limit, this is its total.
fn found_after(run: &Stored) -> Option<f64> {
    run.complete_score()?;
    let step = run.improvements.iter().rfind(|step| step.complete);
    Some(step.map_or(run.evaluations, |step| step.evaluations) as f64)
}

/// Number of evaluations at which a run found its best score, if it found an answer.
fn last_improvement(run: &Stored) -> Option<f64> {
    run.improvements.last().map(|step| step.evaluations as f64)
}

fn running_time(runs: &[Stored], target: Score, work: Work) -> Option<Figure> {
    let traces: Vec<_> = runs.iter().map(|run| run.trace(work)).collect();
    crate::statistics::fixed_target(&traces, target).ok()?.expected().map(Figure::Number)
}

impl Figure {
    /// Returns the single number, if the figure is one.
    pub fn number(&self) -> Option<f64> {
        match *self {
            Figure::Score(score) => Some(score as f64),
            Figure::Number(number) | Figure::Share(number) => Some(number),
            Figure::Seconds(number) | Figure::Milliseconds(number) => Some(number),
            Figure::Published(number) => Some(number),
            Figure::Interval(_) => None,
        }
    }
}

impl Figure {
    /// Returns the sum of two figures of the same kind.
    pub(crate) fn plus(self, other: Figure) -> Option<Figure> {
        Some(match (self, other) {
            (Figure::Score(one), Figure::Score(two)) => Figure::Score(one + two),
            (Figure::Number(one), Figure::Number(two)) => Figure::Number(one + two),
            (Figure::Seconds(one), Figure::Seconds(two)) => Figure::Seconds(one + two),
            (Figure::Published(one), Figure::Published(two)) => Figure::Published(one + two),
            _ => return None,
        })
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Figure::Score(score) => write!(f, "{score}"),
            Figure::Number(number) => write!(f, "{number:.1}"),
            Figure::Share(share) => write!(f, "{:.0}%", share * 100.0),
            Figure::Seconds(seconds) => write!(f, "{seconds:.3}"),
            Figure::Milliseconds(milliseconds) => write!(f, "{milliseconds:.6}"),
            Figure::Interval(Interval { low, high, .. }) if high.is_infinite() => {
                write!(f, "above {low:.0}")
            }
            Figure::Interval(Interval { low, high, .. }) => write!(f, "{low:.0} to {high:.0}"),
            Figure::Published(number) => write!(f, "{number}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CostedImprovement;

    /// Creates a run from the evaluations of its improvement, its total evaluations and its score;
    /// a run without a score is not complete.
    fn run(found: u64, evaluations: u64, score: Option<Score>) -> Stored {
        let improvement = |score| CostedImprovement {
            evaluations: found,
            nodes: found,
            seconds: 0.0,
            score,
            complete: true,
        };
        Stored {
            score,
            complete: score.is_some(),
            proved: false,
            evaluations,
            nodes: 7 * evaluations,
            kept: 3 * evaluations,
            seconds: 0.25,
            cpu_seconds: Some(0.125),
            stopped: "evaluations".to_owned(),
            improvements: score.map(improvement).into_iter().collect(),
            program: String::new(),
            machine: String::new(),
            started: String::new(),
        }
    }

    fn unsolved(mut run: Stored) -> Stored {
        run.complete = false;
        run.improvements.iter_mut().for_each(|step| step.complete = false);
        run
    }

    fn shown(runs: &[Stored], target: Option<Score>) -> Vec<String> {
        let shown = |measure: Measure| {
            let figure = measure.of(runs, target, Work::Evaluations)?;
            Some(format!("{} {figure}", measure.name()))
        };
        Measure::ALL.into_iter().filter_map(shown).collect()
    }

    /// Calculated by hand. The best scores were found after 10, 20 and 20 evaluations; the running
    /// time to 9 is (10 + 100 + 100 + 100) / 1.
    #[test]
    fn figures_of_some_runs() {
        let runs = [
            run(10, 100, Some(9)),
            run(20, 100, Some(4)),
            run(20, 100, Some(2)),
            run(30, 100, None),
        ];
        let scores = ["best 9", "worst 2", "mean 5.0", "median 4.0", "sd 3.6"];
        let fitness = [
            "fitness 5.0",
            "fitness-best 9",
            "fitness-sd 3.6",
            "fitness-found 16.7",
            "fitness-found-sd 5.8",
        ];
        let rest = ["complete 75%", "proved 0%", "found 16.7", "found-sd 5.8", "ert 310.0"];
        let work = [
            "nodes 700.0",
            "evaluations 100.0",
            "kept 300.0",
            "cpu 0.125",
            "seconds 0.250",
            "ms-per-node 0.178571",
        ];
        assert_eq!(shown(&runs, Some(9)), [&scores[..], &fitness, &rest, &work].concat());
        let of = |measure: Measure, runs: &[Stored]| measure.of(runs, Some(9), Work::Nodes);
        assert_eq!(
            of(Measure::RunningTime, &runs),
            Some(Figure::Number(2110.0)),
            "in moves: 10 + 3 times 700"
        );
        assert_eq!(of(Measure::RunningTime, &runs[1..]), None, "no run reached it");
        assert_eq!(of(Measure::Deviation, &runs[..1]), None, "one run does not vary");
        assert!(shown(&[], None).is_empty());
        let six = [3, 1, 9, 4, 5, 7].map(|score| run(1, 1, Some(score)));
        assert_eq!(of(Measure::Interval, &six).unwrap().to_string(), "1 to 9");
    }

    /// Scores of unsolved runs affect no measures but fitness and uncut.
    #[test]
    fn the_scores_of_unsolved_runs_count_nowhere() {
        let complete = [run(10, 100, Some(9)), run(20, 100, Some(4))];
        let with = |score: Option<Score>| {
            let more = unsolved(run(5, 100, score));
            let figures = shown(&[&complete[..], &[more]].concat(), Some(9));
            let is_strict =
                |figure: &String| !figure.starts_with("fitness") && !figure.starts_with("uncut");
            figures.into_iter().filter(is_strict).collect::<Vec<_>>()
        };
        let figures = with(Some(1_000_000));
        assert_eq!(figures, with(Some(-3)));
        assert_eq!(figures, with(None));
        assert_eq!(figures[..4], ["best 9", "worst 4", "mean 6.5", "median 6.5"]);
        let none = shown(&[unsolved(run(5, 100, Some(7)))], None);
        let of_scores = |figure: &&String| {
            let name = figure.split(' ').next().unwrap();
            Measure::ALL
                .iter()
                .any(|measure| measure.name() == name && measure.is_of_complete_runs())
        };
        assert_eq!(
            none.iter().find(of_scores),
            None,
            "without a complete run there is no such figure"
        );
    }

    /// Runs that were cut short count with the score they had so far, and not as ended.
    #[test]
    fn runs_that_were_cut_short_count_as_such() {
        let of = |measure: Measure, runs: &[Stored]| measure.of(runs, None, Work::Nodes);
        let mut runs = [40, 10, 25].map(|score| run(1, 1, Some(score)));
        assert_eq!(
            of(Measure::Uncut, &runs),
            Some(Figure::Number(25.0)),
            "complete at the limit is complete"
        );
        runs[0].complete = false;
        assert_eq!(of(Measure::Uncut, &runs), Some(Figure::Number(37.5)));
        runs.iter_mut().for_each(|run| run.complete = false);
        assert_eq!(of(Measure::Uncut, &runs), None, "nothing ended");
        let beyond = of(Measure::UncutInterval, &runs).unwrap().to_string();
        assert_eq!(beyond, "above 20", "75 by the logarithm of 40");
        runs[0].stopped = "finished".to_owned();
        assert_eq!(of(Measure::UncutInterval, &runs), None, "a run that gave up was not cut short");
    }
}
