//! An opened instance and the operations on it, independent of the puzzle.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quarry_core::{
    Aim, Budget, CellChances, CommunityForm, Ending, Entries, Event, Found, Header, Inscription,
    Located, Meter, ParseError, Picture, Position, Puzzle, Rating, Search, Solutions,
    Transformation, UnknownChances, Verdict,
};

use quarry_solvers::constraint::completion::Completion;

use crate::advice::Advice;
use crate::answer::{
    AnswerFile, PlayedFile, RecordFile, answer_so_far, are_rows, claimed, entries, open,
    refuse_foul,
};
use crate::arena::{Arena, ArenaSettings, Dealer};
use crate::catalogue::{PuzzleEntry, RegisteredPuzzle};
use crate::estimate::{Estimate, Inquiry, ObserveEstimate};
use crate::goal_analysis::GoalAnalysis;
use crate::judgement::{Judgement, judge_file};
use crate::likeness::Likeness;
use crate::memory::resident;
use crate::proof::ProofReport;
use crate::registry::{BEST, Params, Run, SettingValues, SolverEntry};
use crate::run::{AtWork, Grain, Onlooker, Report, Request, SolveError, SolverCard};
use crate::session::Session;
use crate::trace::Trace;

/// An instance of some puzzle.
///
/// ```
/// use quarry::{Catalogue, Request};
///
/// let catalogue = Catalogue::standard();
/// let example = catalogue.example("sudoku/first").expect("it ships with Quarry");
/// let instance = catalogue.open(example.text)?;
/// let report = instance.solve(&Request::default(), &mut |_event| {})?;
///
/// // The answer file can be verified later, by anyone who has the instance.
/// let file = instance.answer_file(&report);
/// assert_eq!(instance.verify(&file)?.objection(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Instance: Send + Sync {
    /// Returns the puzzle's id.
    fn puzzle(&self) -> &'static str;
    /// Returns the puzzle's entry in the catalogue.
    fn entry(&self) -> &dyn PuzzleEntry;
    /// Returns the header of the file.
    fn header(&self) -> &Header;
    /// Returns the instance in Quarry's own format.
    fn show(&self) -> String;
    /// Returns the instance in every community format that has a place for it.
    fn community_forms(&self) -> Vec<CommunityForm>;
    /// Returns the other problems that the instance can be written as.
    fn transformations(&self) -> Vec<Transformation<'_>>;
    /// Returns notable facts about the instance.
    fn facts(&self) -> Vec<(&'static str, String)>;
    /// Draws the instance.
    fn picture(&self) -> Picture;
    /// Returns whether answers can be drawn.
    fn can_draw_answers(&self) -> bool;
    /// Draws the answer of a report, if it has one that can be drawn.
    fn answer_picture(&self, report: &Report) -> Option<Picture>;
    /// Returns the solver that a name or an alias stands for here: an alias stands for the strongest
    /// of its solvers that can work on the instance.
    fn solver(&self, name: &str) -> Option<SolverCard>;
    /// Returns all settings that a run of the solver would have, chosen and default, or why it
    /// could not begin.
    fn settings(&self, solver: &str, params: &Params) -> Result<SettingValues, SolveError>;
    /// Runs a solver on the instance. The answer in the report has passed the judge.
    fn solve(
        &self,
        request: &Request,
        observe: &mut (dyn FnMut(Event) + Send),
    ) -> Result<Report, SolveError> {
        self.watch(request, Grain::Usual, &mut |event, _| observe(event))
    }
    /// Like [`Instance::solve`], for an observer that inspects the solver itself. The result does
    /// not depend on the grain.
    fn watch(
        &self,
        request: &Request,
        grain: Grain,
        observe: &mut Onlooker,
    ) -> Result<Report, SolveError>;
    /// Estimates how long the games of a player last under the rules of this instance, each game
    /// with its own luck. A stopped estimate returns what was seen until then.
    fn estimate(
        &self,
        inquiry: &Inquiry,
        observe: &mut ObserveEstimate,
    ) -> Result<Estimate, SolveError>;
    /// Judges an answer file.
    fn verify(&self, answer: &str) -> Result<Judgement, ParseError>;
    /// Judges an answer, one entry for each move or row.
    fn judge(&self, entries: &mut dyn Iterator<Item = &str>) -> Result<Judgement, ParseError>;
    /// Returns the positions that an answer file's answer passes through, if answers are lines of
    /// play.
    fn trace(&self, answer: &str) -> Result<Option<Trace<'_>>, ParseError>;
    /// Writes the answer file of a report.
    fn answer_file(&self, report: &Report) -> String;
    /// Writes the answer file of a game played by a person.
    fn played_file(&self, session: &Session) -> String;
    /// Writes the file of a record, with the day on which it was set, from an answer file's answer.
    /// What the file says of its origin is marked as claimed.
    fn record_file(&self, answer: &str, date: &str) -> Result<String, ParseError>;
    /// Returns the entries of an answer file's answer, in the form of [`Report::answer`].
    fn entries_of(&self, answer: &str) -> Result<Entries, ParseError>;
    /// Returns whether the entries of an answer are the rows of a drawing rather than moves.
    fn has_drawn_answers(&self) -> bool;
    /// Starts a game on the instance, if people can play the puzzle.
    fn session(&self) -> Option<Session>;
    /// Returns whether what a person has written, in that order, can still be completed; `None` if
    /// nothing can tell in this puzzle.
    fn completion(
        &self,
        written: &[Inscription],
        budget: Budget,
        stop: &AtomicBool,
    ) -> Option<Completion>;
    /// Decides whether the instance has no, one or several solutions, with a proof that others can
    /// check. `None` if the puzzle is no set of constraints.
    fn prove(&self, budget: Budget, stop: &AtomicBool) -> Option<ProofReport>;
    /// Opens an environment for learners in which all games use this instance, or says why there is
    /// none.
    fn arena(&self, settings: ArenaSettings) -> Result<Box<dyn Arena>, String>;
    /// Rates how hard the instance is for people, as far as the limits allow. `None` if the puzzle
    /// has no named techniques.
    fn rating(&self, budget: Budget, stop: &AtomicBool) -> Option<Rating>;
    /// Returns what search proves about the goal within the limits, if the puzzle moves by itself.
    fn analyse_goal(&self, budget: Budget, stop: &AtomicBool) -> Option<GoalAnalysis>;
    /// Returns how alike this instance and another one of the same puzzle are. The default solver
    /// makes a plan for each, with these limits. `None` if the puzzle has no such comparison or the
    /// other instance is of another puzzle.
    fn likeness(&self, other: &dyn Instance, budget: Budget, stop: &AtomicBool)
    -> Option<Likeness>;
    /// Returns the exact chance of each cell, as far as the limits allow. `None` if cells of the
    /// puzzle have no chances.
    fn chances(
        &self,
        budget: Budget,
        stop: &AtomicBool,
    ) -> Option<Result<CellChances, UnknownChances>>;
    /// Returns advice on the partial answer of an answer file, or on the empty board. `None` if the
    /// puzzle has no named techniques.
    fn advice(
        &self,
        so_far: Option<&str>,
        budget: Budget,
        stop: &AtomicBool,
    ) -> Result<Option<Advice>, ParseError>;
}

/// Number of nodes spent on finding the unique solution before advice is given without it.
const NODES_FOR_ADVICE: u64 = 1_000_000;

/// Number of evaluations that the default solver gets before all plans are explored.
const FIRST_LOOK: u64 = 100_000;

pub(crate) struct Opened<P: Puzzle> {
    pub(crate) header: Header,
    pub(crate) puzzle: Arc<P>,
    pub(crate) entry: RegisteredPuzzle<P>,
}

impl<P: Puzzle> Opened<P> {
    fn solver_entry(&self, solver: &str) -> Result<&SolverEntry<P>, SolveError> {
        self.entry
            .registry
            .solver_for(&self.puzzle, solver)
            .ok_or_else(|| SolveError::unknown(solver, &self.entry.registry.cards()))
    }
}

impl<P: Puzzle> Opened<P> {
    /// Returns the unique solution, if the solver that counts solutions proves it soon.
    fn only_solution(&self, meter: &mut Meter) -> Option<P::Answer> {
        let mut helper = meter.helper(u64::MAX, NODES_FOR_ADVICE);
        let run = Run { seed: 1, meter: &mut helper, observe: &mut |_, _| {} };
        let outcome = (self.solver_entry("exact").ok()?.run)(&self.puzzle, &[], run).ok()?;
        let one = outcome.solutions == Some(Solutions::One);
        outcome.found.filter(|_| one).map(|found| found.answer)
    }

    /// Returns the best answer of the default solver to an instance of the same puzzle.
    fn plan(&self, puzzle: &P, meter: &mut Meter) -> Option<P::Answer> {
        let entry = self.entry.registry.solver_for(puzzle, BEST)?;
        let run = Run { seed: 1, meter, observe: &mut |_, _| {} };
        (entry.run)(puzzle, &[], run).ok()?.found.map(|found| found.answer)
    }

    /// Returns whether there is a solution, if the default solver finds out soon.
    fn is_solvable(&self, meter: &mut Meter) -> Option<bool> {
        let mut helper = meter.helper(meter.evaluations_left().min(FIRST_LOOK), meter.nodes_left());
        let run = Run { seed: 1, meter: &mut helper, observe: &mut |_, _| {} };
        let outcome = (self.solver_entry(BEST).ok()?.run)(&self.puzzle, &[], run).ok()?;
        meter.count(outcome.tally);
        let solves = |found: &Found<P::Answer>| {
            self.puzzle.judge(&found.answer).is_ok_and(|verdict| verdict.solved)
        };
        let solved = outcome.found.as_ref().is_some_and(solves);
        (solved || outcome.proved).then_some(solved)
    }
}

/// Does work on a pool of its own: the caller chooses the number of threads, not the process. The
/// calls of the pool are compiled once.
pub(crate) fn on_threads<T: Send>(
    threads: usize,
    work: impl FnOnce() -> T + Send,
) -> Result<T, String> {
    let (mut work, mut done) = (Some(work), None);
    on_pool(threads, &mut || done = work.take().map(|work| work()))?;
    Ok(done.expect("the pool did the work"))
}

fn on_pool(threads: usize, work: &mut (dyn FnMut() + Send)) -> Result<(), String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.max(1)).build();
    pool.map_err(|error| error.to_string())?.install(work);
    Ok(())
}

impl<P: Puzzle> Instance for Opened<P> {
    fn puzzle(&self) -> &'static str {
        P::ID
    }
    fn entry(&self) -> &dyn PuzzleEntry {
        &self.entry
    }
    fn header(&self) -> &Header {
        &self.header
    }
    fn show(&self) -> String {
        self.puzzle.show()
    }
    fn community_forms(&self) -> Vec<CommunityForm> {
        self.puzzle.community_forms()
    }
    fn transformations(&self) -> Vec<Transformation<'_>> {
        self.puzzle.transformations()
    }
    fn facts(&self) -> Vec<(&'static str, String)> {
        self.puzzle.facts()
    }
    fn picture(&self) -> Picture {
        self.puzzle.picture()
    }
    fn can_draw_answers(&self) -> bool {
        self.entry.registry.drawn.is_some()
    }
    fn answer_picture(&self, report: &Report) -> Option<Picture> {
        let drawn = self.entry.registry.drawn?;
        let mut rows = report.answer.iter().map(|value| Located { value, at: Position::START });
        let answer = self.puzzle.parse_answer(&mut rows).ok()?;
        Some(drawn(&self.puzzle, &answer))
    }

    fn solver(&self, name: &str) -> Option<SolverCard> {
        self.solver_entry(name).ok().map(SolverEntry::described)
    }
    fn settings(&self, solver: &str, params: &Params) -> Result<SettingValues, SolveError> {
        let entry = self.solver_entry(solver)?;
        let settings = entry.check(&self.puzzle, params);
        settings.map_err(|error| SolveError::Setting(entry.card.name, error))
    }

    fn watch(
        &self,
        request: &Request,
        grain: Grain,
        observe: &mut Onlooker,
    ) -> Result<Report, SolveError> {
        let entry = self.solver_entry(request.solver.as_deref().unwrap_or(BEST))?;
        let solver = entry.card.name;
        let params = self.settings(solver, &request.params)?;
        let outcome = on_threads(request.threads, || {
            let mut meter = Meter::new(request.budget, &request.stop);
            if grain != Grain::Usual {
                meter = meter.recorded();
            }
            if grain == Grain::Fine {
                meter = meter.step_by_step();
            }
            if request.whole_process {
                meter = meter.with_gauge(resident);
            }
            if let Some(closing) = self.entry.registry.closing {
                meter.rehearse(|| closing(&self.puzzle));
            }
            let mut observe = |event: Event, search: &dyn Search<Answer = P::Answer>| {
                observe(event, &AtWork { puzzle: &*self.puzzle, search });
            };
            let run = Run { seed: request.seed, meter: &mut meter, observe: &mut observe };
            (entry.run)(&self.puzzle, &request.params, run)
        });
        let outcome = outcome.map_err(SolveError::Threads)?;
        let outcome = outcome.map_err(|error| SolveError::Setting(solver, error))?;

        let mut report = Report {
            puzzle: P::ID,
            solver,
            params,
            seed: request.seed,
            score: None,
            ending: Ending::Unsolved,
            proved: outcome.proved,
            solutions: outcome.solutions,
            argument: outcome.argument,
            bound: outcome.bound,
            halted: outcome.halted,
            credits: outcome.credits,
            recipe: outcome.recipe,
            tally: outcome.tally,
            seconds: outcome.seconds,
            answer: Entries::default(),
            second: Entries::default(),
        };
        // A line that stops short of a goal has no score that a solver could count.
        let has_no_score =
            |verdict: &Verdict| !verdict.solved && self.puzzle.objective() == Aim::ReachBest;
        let judged = |found: &Found<P::Answer>| match self.puzzle.judge(&found.answer) {
            Ok(verdict) if verdict.score == found.score || has_no_score(&verdict) => verdict,
            other => panic!(
                "internal error: solver {solver} claims score {}, the judge says {other:?}",
                found.score
            ),
        };
        if let Some(found) = outcome.found {
            let verdict = judged(&found);
            report.score = Some(verdict.score);
            report.ending = self.puzzle.objective().ending(verdict.solved);
            report.answer = self.puzzle.entries(&found.answer);
        }
        if let Some(second) = outcome.second {
            assert!(
                judged(&second).solved,
                "internal error: solver {solver}'s second solution is wrong"
            );
            report.second = self.puzzle.entries(&second.answer);
            assert!(
                report.second != report.answer,
                "internal error: solver {solver} counts a solution twice"
            );
        }
        Ok(report)
    }

    fn estimate(
        &self,
        inquiry: &Inquiry,
        observe: &mut ObserveEstimate,
    ) -> Result<Estimate, SolveError> {
        let entry = self.solver_entry(inquiry.solver.as_deref().unwrap_or(BEST))?;
        let solver = entry.card.name;
        let params = self.settings(solver, &inquiry.params)?;
        let players = || self.entry.registry.players();
        let look = entry.look.as_ref().ok_or_else(|| SolveError::NoPlayer(solver, players()))?;
        let look = || look(&self.puzzle, &inquiry.params, inquiry, observe);
        let seen = on_threads(inquiry.threads, look).map_err(SolveError::Threads)?;
        let (seen, tally) = seen.map_err(|error| SolveError::Setting(solver, error))?;
        Ok(Estimate { solver, params, seen, tally })
    }

    fn verify(&self, answer: &str) -> Result<Judgement, ParseError> {
        judge_file(&*self.puzzle, &self.header.known, answer)
    }
    fn judge(&self, entries: &mut dyn Iterator<Item = &str>) -> Result<Judgement, ParseError> {
        // Each entry counts as one line.
        let at = |line| Position { line, column: 1 };
        let mut entries = (1..).zip(entries).map(|(line, value)| Located { value, at: at(line) });
        let answer = self.puzzle.parse_answer(&mut entries)?;
        Ok(Judgement::of(self.puzzle.judge(&answer)))
    }
    fn trace(&self, answer: &str) -> Result<Option<Trace<'_>>, ParseError> {
        let text = open::<P>(answer)?;
        let entries = entries::<P>(&text)?;
        let answer = self.puzzle.parse_answer(&mut entries.iter())?;
        let lines = self.puzzle.trace(&answer);
        if !lines.is_empty() {
            return Ok(Some(Trace::Lines(lines)));
        }
        refuse_foul(&*self.puzzle, &answer, &entries)?;
        Ok(self.entry.registry.trace.map(|trace| Trace::Positions(trace(&self.puzzle, answer))))
    }
    fn answer_file(&self, report: &Report) -> String {
        let name = self.header.name.as_deref();
        AnswerFile {
            key: P::ANSWER_KEY,
            rules: P::RULES_VERSION,
            name,
            instance: self.puzzle.show(),
            report,
        }
        .to_string()
    }
    fn played_file(&self, session: &Session) -> String {
        let answer: Entries = session.answer().iter().collect();
        let mut entries = answer.iter().map(|value| Located { value, at: Position::START });
        let judged = self
            .puzzle
            .parse_answer(&mut entries)
            .ok()
            .and_then(|answer| self.puzzle.judge(&answer).ok());
        PlayedFile {
            puzzle: P::ID,
            key: P::ANSWER_KEY,
            name: self.header.name.as_deref(),
            instance: &self.puzzle.show(),
            score: judged.map(|verdict| verdict.score),
            answer: &answer,
        }
        .to_string()
    }
    fn record_file(&self, answer: &str, date: &str) -> Result<String, ParseError> {
        let text = open::<P>(answer)?;
        let listing = entries::<P>(&text)?;
        let answer = self.puzzle.parse_answer(&mut listing.iter())?;
        let verdict = refuse_foul(&*self.puzzle, &answer, &listing)?;
        Ok(RecordFile {
            date,
            puzzle: P::ID,
            key: P::ANSWER_KEY,
            rules: P::RULES_VERSION,
            name: self.header.name.as_deref(),
            instance: &self.puzzle.show(),
            claimed: claimed(text.document())?,
            verdict,
            answer: &self.puzzle.entries(&answer),
        }
        .to_string())
    }
    fn entries_of(&self, answer: &str) -> Result<Entries, ParseError> {
        let text = open::<P>(answer)?;
        let entries = entries::<P>(&text)?;
        self.puzzle.parse_answer(&mut entries.iter())?;
        Ok(entries.iter().map(|entry| entry.value).collect())
    }
    fn has_drawn_answers(&self) -> bool {
        are_rows(P::ANSWER_KEY)
    }
    fn session(&self) -> Option<Session> {
        let begin = self.entry.registry.session.as_ref()?;
        Some(begin(Arc::clone(&self.puzzle)))
    }
    fn completion(
        &self,
        written: &[Inscription],
        budget: Budget,
        stop: &AtomicBool,
    ) -> Option<Completion> {
        let completion = self.entry.registry.completion?;
        Some(completion(&self.puzzle, written, &mut Meter::new(budget, stop)))
    }
    fn prove(&self, budget: Budget, stop: &AtomicBool) -> Option<ProofReport> {
        let prove = self.entry.registry.prove?;
        let meter = &mut Meter::new(budget, stop).with_gauge(resident);
        let proved = prove(&self.puzzle, meter);
        let judged = |answer: &P::Answer| {
            let verdict = self.puzzle.judge(answer);
            assert!(
                verdict.as_ref().is_ok_and(|verdict| verdict.solved),
                "internal error: a proved solution is wrong, the judge says {verdict:?}"
            );
            self.puzzle.entries(answer)
        };
        Some(ProofReport {
            solutions: proved.solutions,
            answers: proved.answers.iter().map(judged).collect(),
            proof: proved.proof,
            halted: meter.halted(),
        })
    }
    fn arena(&self, settings: ArenaSettings) -> Result<Box<dyn Arena>, String> {
        self.entry.registry.open_arena(Dealer::One(Arc::clone(&self.puzzle)), settings)
    }
    fn rating(&self, budget: Budget, stop: &AtomicBool) -> Option<Rating> {
        let rate = self.entry.registry.rate?;
        Some(rate(&self.puzzle, &mut Meter::new(budget, stop)))
    }
    fn chances(
        &self,
        budget: Budget,
        stop: &AtomicBool,
    ) -> Option<Result<CellChances, UnknownChances>> {
        self.puzzle.chances(&mut Meter::new(budget, stop))
    }
    fn analyse_goal(&self, budget: Budget, stop: &AtomicBool) -> Option<GoalAnalysis> {
        let analyse = self.entry.registry.analyse_goal?;
        let mut meter = Meter::new(budget, stop);
        let solvable = self.is_solvable(&mut meter);
        let analysis = analyse(&self.puzzle, &mut meter);
        assert!(
            analysis.solvable.zip(solvable).is_none_or(|(one, other)| one == other),
            "internal error: a solver and the exploration of all plans disagree"
        );
        Some(GoalAnalysis { solvable: analysis.solvable.or(solvable), ..analysis })
    }
    fn likeness(
        &self,
        other: &dyn Instance,
        budget: Budget,
        stop: &AtomicBool,
    ) -> Option<Likeness> {
        let compare = self.entry.registry.likeness?;
        if other.puzzle() != P::ID {
            return None;
        }
        let other = P::parse(&other.show()).expect("what an instance shows can be read");
        let plan = |puzzle| self.plan(puzzle, &mut Meter::new(budget, stop));
        let plans = [plan(&self.puzzle), plan(&other)];
        let mut meter = Meter::new(Budget::default(), stop);
        Some(compare(&self.puzzle, &other, &plans, &mut meter))
    }
    fn advice(
        &self,
        so_far: Option<&str>,
        budget: Budget,
        stop: &AtomicBool,
    ) -> Result<Option<Advice>, ParseError> {
        let Some(adviser) = &self.entry.registry.adviser else { return Ok(None) };
        let so_far = match so_far {
            Some(text) => answer_so_far(&*self.puzzle, text)?,
            None => (adviser.blank)(&self.puzzle),
        };
        let meter = &mut Meter::new(budget, stop);
        let solution = &mut |meter: &mut Meter| self.only_solution(meter);
        Ok(Some((adviser.advise)(&self.puzzle, &so_far, solution, meter)))
    }
}
