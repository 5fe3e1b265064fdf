//! Reports the progress of a solver to the watchers of a job. It costs the solver little: numbers
//! are sent a few times per second, and an answer that takes long to serialise is sent rarely.

use std::sync::Arc;
use std::time::{Duration, Instant};

use quarry::{Event, Instance, SolverView, Tally};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Jobs;
use super::job::Job;
use crate::feed::SHAPE;
use crate::shape::ShapeWriter;
use crate::view;

/// Interval between updates of the numbers.
const GLANCE: Duration = Duration::from_millis(125);

/// Working time of a race's member until another one has its turn.
const TURN: f64 = 0.1;

/// Interval between two drawings of the method.
const DRAWING: Duration = Duration::from_millis(250);

/// An answer is serialised again after this many times the time that it took.
const RESTRAINT: u32 = 40;

/// Maximum number of points of a curve; beyond it, every second one is removed.
const MOST_POINTS: usize = 2_000;

/// Returns the work on the curve's axis: evaluations, or moves for a method that evaluates nothing.
fn work(tally: &Tally) -> u64 {
    if tally.evaluations > 0 { tally.evaluations } else { tally.generated }
}

/// An improvement: seconds, evaluations, score, nodes, and whether the answer is complete. The last
/// two are missing in files of older versions.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct CurvePoint(f64, u64, i64, #[serde(default)] u64, #[serde(default)] bool);

pub(super) struct Watching<'j> {
    job: &'j Job,
    instance: &'j dyn Instance,
    drawing: ShapeWriter,
    jobs: &'j Arc<Jobs>,
    begun: Instant,
    /// Time that the job was paused, or waited for its turn.
    stood: Duration,
    /// Working time in seconds at the begin of its turn.
    turn: f64,
    /// Time of the next update of the numbers, followed by that of the answer.
    next_glance: Instant,
    next_answer: Instant,
    next_drawing: Instant,
    /// The latest improvement that was not shown yet.
    unseen: Option<CurvePoint>,
}

impl<'j> Watching<'j> {
    pub(super) fn new(job: &'j Job, jobs: &'j Arc<Jobs>, instance: &'j dyn Instance) -> Self {
        let begun = Instant::now();
        Watching {
            job,
            instance,
            drawing: ShapeWriter::default(),
            jobs,
            begun,
            stood: Duration::ZERO,
            turn: 0.0,
            next_glance: begun,
            next_answer: begun,
            next_drawing: begun,
            unseen: None,
        }
    }

    fn seconds(&self) -> f64 {
        (self.begun.elapsed().saturating_sub(self.stood)).as_secs_f64()
    }

    /// Whether a member of a race has worked as long as a turn lasts.
    fn is_turn_over(&self, seconds: f64) -> bool {
        self.job.race.is_some() && seconds >= self.turn + TURN
    }

    pub(super) fn see(&mut self, event: Event, sight: &dyn SolverView) {
        match event {
            Event::Started => {
                if self.job.is_about_to_rest() {
                    self.draw(sight);
                }
                self.rest();
            }
            Event::Improved { score, solved, tally, .. } => {
                let point =
                    CurvePoint(self.seconds(), work(&tally), score, tally.generated, solved);
                self.job.note(|course| {
                    (course.best, course.solved) = (Some(score), solved);
                    if course.curve.len() >= MOST_POINTS {
                        let mut keep = false;
                        course.curve.retain(|_| {
                            keep = !keep;
                            keep
                        });
                    }
                    course.curve.push(point);
                });
                self.unseen = Some(point);
            }
            Event::Slice { tally, best, bound, .. } => {
                let (now, seconds) = (Instant::now(), self.seconds());
                let stands = self.job.is_about_to_rest();
                if now >= self.next_answer || stands {
                    self.show_answer(sight);
                }
                if now >= self.next_glance || stands || self.is_turn_over(seconds) {
                    self.next_glance = now + GLANCE;
                    self.job.note(|course| {
                        (course.evaluations, course.nodes) = (tally.evaluations, tally.generated);
                        (course.seconds, course.bound) = (seconds, bound);
                    });
                    let rate = work(&tally) as f64 / seconds.max(1e-6);
                    self.job.feed.tell(
                        "glance",
                        &json!({
                            "seconds": seconds, "evaluations": tally.evaluations, "nodes": tally.generated,
                            "kept": tally.kept, "best": best, "bound": bound, "rate": rate,
                        }),
                    );
                    self.job.feed.tell("inside", &view::inside(&sight.inside()));
                }
                if stands || now >= self.next_drawing && self.job.feed.wants_shapes() {
                    self.draw(sight);
                }
                if self.job.order.seconds.is_some_and(|limit| seconds >= limit) {
                    self.job.run_out_of_time();
                } else {
                    self.rest();
                }
            }
            Event::Finished => {
                self.show_answer(sight);
                self.job.feed.tell("inside", &view::inside(&sight.inside()));
                if self.job.order.paused || self.job.feed.wants_shapes() {
                    self.draw(sight);
                }
                let seconds = self.seconds();
                self.job.note(|course| course.seconds = seconds);
            }
        }
    }

    fn show_answer(&mut self, sight: &dyn SolverView) {
        let Some(point) = self.unseen.take() else { return };
        let CurvePoint(seconds, evaluations, score, nodes, solved) = point;
        let writing = Instant::now();
        let answer = sight.answer();
        let shown = view::answer(&answer);
        self.job.feed.tell(
            "better",
            &json!({
                "seconds": seconds, "evaluations": evaluations, "nodes": nodes, "score": score,
                "solved": solved,
                "entries": answer.len(), "answer": shown,
            }),
        );
        self.next_answer =
            Instant::now() + (writing.elapsed() * RESTRAINT).max(Duration::from_millis(200));
    }

    /// Shows how the method works.
    fn draw(&mut self, sight: &dyn SolverView) {
        let begun = Instant::now();
        self.job.feed.tell(SHAPE, &self.drawing.of(self.instance, sight));
        self.next_drawing = Instant::now() + (begun.elapsed() * RESTRAINT / 4).max(DRAWING);
    }

    /// Waits if the job is paused.
    fn rest(&mut self) {
        self.job.set_due(None);
        let (resting, seconds) = (Instant::now(), self.seconds());
        let is_turn_over = self.is_turn_over(seconds);
        if self.job.wait(self.jobs, seconds, is_turn_over) {
            self.stood += resting.elapsed();
        }
        if is_turn_over {
            self.turn = seconds;
        }
        let left = self
            .job
            .order
            .seconds
            .map(|limit| Duration::from_secs_f64((limit - self.seconds()).max(0.0)));
        self.job.set_due(left.map(|left| Instant::now() + left));
    }
}
