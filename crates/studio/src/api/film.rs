//! An answer as a film: the position after each move, or after each time step.
//!
//! A film may have any length. It is fetched in stretches, whose first frame is whole and whose
//! other frames say what differs from the frame before. The films that were fetched last stay open
//! as games that have been played to their end; these keep some of their positions, so that another
//! stretch, wherever it begins, costs what its frames cost. The first one costs the whole game.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::State;
use quarry::{Catalogue, Instance, Score, Session};
use serde::Deserialize;
use serde_json::{Value, json};

use super::Shared;
use super::play::{begun, in_time};
use crate::blocking::Body;
use crate::picture::Pictures;
use crate::problem::{Answer, Problem};

/// Maximum number of frames of a stretch, and the number without a wish.
const MOST_FRAMES: usize = 2_000;
const USUAL_FRAMES: usize = 100;

/// A stretch ends early when its changes have this size in bytes, or after this time: it always has a
/// frame.
const LARGEST: usize = 2 << 20;
const LONGEST: Duration = Duration::from_secs(2);

/// Maximum number of points of the curve of a whole game.
const MOST_POINTS: usize = 1_000;

/// Maximum number of films that stay open.
const MOST_OPEN: usize = 4;

#[derive(Deserialize)]
pub(crate) struct Script {
    /// The instance and the answer, or the job that has found one.
    text: Option<String>,
    answer: Option<Vec<String>>,
    job: Option<u64>,
    /// Number of the first frame, of frames, and from one frame to the next.
    #[serde(default)]
    from: usize,
    count: Option<usize>,
    step: Option<usize>,
}

/// Films that stay open.
#[derive(Default)]
pub(crate) struct Films {
    open: Mutex<VecDeque<(Source, Arc<Mutex<Film>>)>>,
}

/// What a film shows.
#[derive(Clone, PartialEq, Eq)]
struct Source {
    text: String,
    answer: Vec<String>,
}

pub(crate) async fn film(State(studio): Shared, Body(script): Body<Script>) -> Answer {
    let shared = Arc::clone(&studio);
    studio
        .blocking
        .run(move |stop| {
            let count = script.count.unwrap_or(USUAL_FRAMES).clamp(1, MOST_FRAMES);
            let source = match (script.job, script.text, script.answer) {
                (Some(id), None, None) => {
                    let (text, answer) = shared.jobs.answer(id)?;
                    Source { text, answer }
                }
                (None, Some(text), Some(answer)) => Source { text, answer },
                _ => return Err(Problem::unfit("expected a text and an answer, or a job")),
            };
            let film = shared.films.film(&shared.catalogue, source, stop)?;
            let mut film = film.lock().unwrap_or_else(PoisonError::into_inner);
            film.stretch(script.from, count, script.step.unwrap_or(1).max(1), stop)
        })
        .await
}

impl Films {
    /// Returns the film of an answer, which is opened unless it is still open.
    fn film(
        &self,
        catalogue: &Catalogue,
        source: Source,
        stop: &AtomicBool,
    ) -> Result<Arc<Mutex<Film>>, Problem> {
        let open = || self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let known = {
            let mut open = open();
            let place = open.iter().position(|(known, _)| *known == source);
            place.and_then(|place| open.remove(place))
        };
        let (source, film) = match known {
            Some(known) => known,
            None => {
                let instance = catalogue.open(&source.text)?;
                let film = Film::open(&*instance, &source.answer, stop)?;
                (source, Arc::new(Mutex::new(film)))
            }
        };
        let mut open = open();
        open.push_front((source, Arc::clone(&film)));
        open.truncate(MOST_OPEN);
        Ok(film)
    }
}

/// A game that has been played to its end.
struct Film {
    session: Session,
    /// Number of moves that are played now, in a game without a clock.
    at: usize,
    /// What happens before each frame but the first, where anything does.
    words: BTreeMap<usize, String>,
    /// Number of the last frame.
    last: usize,
    /// Frames and their scores, over the whole game.
    curve: Vec<(usize, Score)>,
}

impl Film {
    fn open(
        instance: &dyn Instance,
        answer: &[String],
        stop: &AtomicBool,
    ) -> Result<Self, Problem> {
        let session = begun(instance)?;
        // If this is not an answer, it may be the moves themselves; if not, playing them returns
        // the error.
        let mut moves = session.moves_to(answer).unwrap_or_else(|_| answer.to_vec());
        let mut film = Film { session, at: 0, words: BTreeMap::new(), last: 0, curve: Vec::new() };
        let opening = film.session.line().len();
        for (index, mv) in moves.iter().enumerate() {
            in_time(stop)?;
            film.session.play(mv).map_err(Problem::unfit)?;
            film.last += 1;
            // The first entry of an answer may say what luck it was played with.
            film.last -= usize::from(index == 0 && film.session.line().len() == opening);
        }
        moves.drain(..moves.len() - film.last);
        film.at = film.last;
        if let Session::Clock(game) = &mut film.session {
            game.go_to(u32::MAX);
            film.last = game.clock().0 as usize;
            let time = |mv: &str| mv.split(' ').next()?.parse::<usize>().ok();
            film.words = moves.into_iter().filter_map(|mv| Some((time(&mv)? + 1, mv))).collect();
        } else {
            film.words = (1..).zip(moves).collect();
        }
        let step = film.last.div_ceil(MOST_POINTS).max(1);
        for frame in (0..film.last).step_by(step).chain([film.last]) {
            film.go_to(frame, stop)?;
            film.curve.push((frame, film.session.score()));
        }
        Ok(film)
    }

    fn go_to(&mut self, frame: usize, stop: &AtomicBool) -> Result<(), Problem> {
        in_time(stop)?;
        if let Session::Clock(game) = &mut self.session {
            game.go_to(frame as u32);
            return Ok(());
        }
        while self.at > frame && self.session.undo() {
            self.at -= 1;
        }
        while self.at < frame && self.session.redo() {
            in_time(stop)?;
            self.at += 1;
        }
        Ok(())
    }

    fn stretch(
        &mut self,
        from: usize,
        count: usize,
        step: usize,
        stop: &AtomicBool,
    ) -> Result<Value, Problem> {
        if from > self.last {
            return Err(Problem::unfit(format!(
                "this film has {} frames, the first is number 0",
                self.last + 1
            )));
        }
        let (begun, mut size) = (Instant::now(), 0);
        let (mut pictures, mut frames) = (Pictures::default(), Vec::new());
        for at in (from..=self.last).step_by(step).take(count) {
            self.go_to(at, stop)?;
            let (mut frame, bytes) = pictures.next(&self.session.scene());
            frame["score"] = self.session.score().into();
            frame["words"] = self.words.get(&at).map_or("", String::as_str).into();
            frames.push(frame);
            // The first picture is whole, however large the board is.
            size += if at == from { 0 } else { bytes };
            if size >= LARGEST || begun.elapsed() >= LONGEST {
                break;
            }
        }
        Ok(json!({"from": from, "last": self.last, "frames": frames, "curve": self.curve}))
    }
}
