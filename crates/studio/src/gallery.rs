//! What the gallery shows of a puzzle: its card, its pictures and its levels.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use quarry::{
    Budget, EdgeMark, Game, Instance, Picture, Place, PuzzleEntry, Session, Tier, Tile, Tint,
    way_on,
};
use serde_json::{Value, json};

use crate::picture::{cropped, picture};

/// Number of tiles that fill a small picture well.
const TILES_OF_A_COVER: f64 = 60.0;

/// Maximum seconds to rate a level for the list, and all levels of a puzzle; a level that takes
/// longer has no difficulty there.
const SECONDS_FOR_A_LEVEL: f64 = 1.0;
const SECONDS_FOR_ALL: f64 = 5.0;

/// What is shown of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum GalleryPart {
    Cover,
    Example,
    Levels,
}

impl GalleryPart {
    /// Computes this part, which may take seconds.
    pub(crate) fn of(self, entry: &dyn PuzzleEntry, stop: &Arc<AtomicBool>) -> Value {
        match self {
            GalleryPart::Cover => cover(entry, stop),
            GalleryPart::Example => example(entry, stop),
            GalleryPart::Levels => levels(entry, stop),
        }
    }
}

/// Returns the group of a puzzle: how it is played.
fn group(entry: &dyn PuzzleEntry, first: Option<&dyn Instance>) -> &'static str {
    if !entry.players().is_empty() {
        return "chance";
    }
    match first.and_then(Instance::session) {
        Some(Session::Fill(_)) => "pencil",
        Some(Session::Clock(_)) => "clockwork",
        Some(Session::Steps(_)) | None => "moves",
    }
}

/// Returns what the gallery shows at once: little, so that it is there quickly.
pub(crate) fn card(entry: &dyn PuzzleEntry) -> Value {
    let about = entry.about();
    let first = entry.examples().first().and_then(|example| entry.open(example.text).ok());
    json!({
        "id": entry.id(),
        "title": about.title,
        "rules": about.rules,
        "complexity": about.complexity,
        "group": group(entry, first.as_deref()),
        "levels": entry.examples().iter().map(|example| example.name).collect::<Vec<_>>(),
        "solvers": entry.solvers().len(),
        "generates": entry.generator().is_some(),
    })
}

/// Returns a picture of a game in progress, on the level whose size and shape suit a small picture
/// best.
fn cover(entry: &dyn PuzzleEntry, stop: &Arc<AtomicBool>) -> Value {
    let opened = entry.examples().iter().filter_map(|example| entry.open(example.text).ok());
    let with_size = opened.map(|instance| {
        let picture = instance.picture();
        let size = picture.tiles.len().max(1) as f64 / TILES_OF_A_COVER;
        let shape = f64::from(picture.columns.max(1)) / f64::from(picture.rows.max(1));
        (size.ln().abs() + shape.ln().abs(), instance)
    });
    let best = with_size.min_by(|(one, _), (other, _)| one.total_cmp(other));
    best.map_or(Value::Null, |(_, instance)| picture(&cropped(in_progress(&*instance, stop))))
}

/// Returns a position that shows much of the puzzle: a board that is partly filled in, or the
/// fullest position of a good game where little is there at the start.
fn in_progress(instance: &dyn Instance, stop: &Arc<AtomicBool>) -> Picture {
    let Some(mut session) = instance.session() else { return instance.picture() };
    let is_filled = |tile: &&Tile| !matches!(tile.tint, Tint::Blank | Tint::Open);
    let filled = |picture: &Picture| picture.tiles.iter().filter(is_filled).count();
    let mut best = session.scene();
    let is_filled_in = matches!(session, Session::Fill(_));
    if !is_filled_in && 2 * filled(&best) > best.tiles.len() {
        return best;
    }
    let line = way_on(instance, &session, stop).map_or_else(|_| Vec::new(), |way| way.moves);
    if is_filled_in {
        // A part of a loop says little; other boards are shown with six of ten entries.
        let is_shown = |(index, mv): (usize, &String)| {
            let is_edge = matches!(session.place_of(mv), Some(Place::Edge(..)));
            (is_edge || index * 7 % 10 < 6).then(|| mv.clone())
        };
        let shown: Vec<String> = line.iter().enumerate().filter_map(is_shown).collect();
        play(&mut session, &shown);
        return without_crosses(session.scene());
    }
    let mut look = |game: &dyn Game| {
        let scene = game.scene();
        if filled(&scene) > filled(&best) {
            best = scene;
        }
    };
    for mv in &line {
        play(&mut session, std::slice::from_ref(mv));
        look(&*session);
    }
    if let Session::Clock(game) = &mut session {
        game.go_to(0);
        while !game.is_over() {
            game.go_to(game.clock().0 + 1);
            look(&**game);
        }
    }
    best
}

/// Leaves out the crosses of excluded edges, which are notes and not part of a solution.
fn without_crosses(mut scene: Picture) -> Picture {
    scene.edges.retain(|edge| edge.mark != EdgeMark::Cross);
    scene
}

/// Plays moves that the session has proposed itself. On a board that is filled in in part, an entry
/// may need another one; it is left out.
fn play(session: &mut Session, moves: &[String]) {
    for mv in moves {
        let _ = session.play(mv);
    }
}

/// Returns the rules in pictures: the first level at the start, on the way, and at the end of a
/// good game.
fn example(entry: &dyn PuzzleEntry, stop: &Arc<AtomicBool>) -> Value {
    let first = entry.examples().first().and_then(|example| entry.open(example.text).ok());
    let Some(instance) = first else { return json!([]) };
    let Some(mut session) = instance.session() else {
        return json!([frame("the start", &instance.picture())]);
    };
    let mut frames = vec![frame("the start", &session.scene())];
    let line = way_on(&*instance, &session, stop).map_or_else(|_| Vec::new(), |way| way.moves);
    if line.is_empty() {
        return json!(frames);
    }
    if matches!(session, Session::Steps(_)) && line.len() > 1 {
        play(&mut session, &line[..1]);
        frames.push(frame(&format!("after the move {}", line[0]), &session.scene()));
        play(&mut session, &line[1..]);
    } else {
        play(&mut session, &line);
    }
    if let Session::Clock(game) = &mut session {
        let mut last = game.clock().1;
        game.go_to(last);
        // A goal is often reached long before the time is up.
        while last > 0 && game.is_over() {
            last -= 1;
            game.go_to(last);
        }
        game.go_to(last / 2);
        frames.push(frame(&format!("at time {}", last / 2), &game.scene()));
        game.go_to(last + 1);
    }
    let words = if session.is_solved() && session.has_goal() { "solved" } else { "the end" };
    let end = match session {
        Session::Fill(_) => words.to_owned(),
        Session::Steps(_) | Session::Clock(_) => format!("{words}: {}", session.status()),
    };
    frames.push(frame(&end, &without_crosses(session.scene())));
    json!(frames)
}

fn frame(words: &str, scene: &Picture) -> Value {
    json!({"words": words, "picture": picture(scene)})
}

/// Returns the levels with what is known of each.
fn levels(entry: &dyn PuzzleEntry, stop: &Arc<AtomicBool>) -> Value {
    let begun = Instant::now();
    let mut measure = None;
    let mut level = |name: &str, text: &str| {
        let instance = entry.open(text).ok()?;
        if measure.is_none() {
            measure = instance.session().and_then(|session| counted(&session.status()));
        }
        let left = (SECONDS_FOR_ALL - begun.elapsed().as_secs_f64()).max(0.0);
        let seconds = Some(left.min(SECONDS_FOR_A_LEVEL));
        let rating = instance.rating(Budget { seconds, ..Budget::default() }, stop);
        let header = instance.header();
        let known = header
            .known
            .iter()
            .map(|known| json!({"score": known.score, "by": known.by, "proved": known.proved}));
        Some(json!({
            "name": name,
            "title": header.name,
            "source": header.source,
            "note": header.note,
            "difficulty": rating.and_then(|rating| rating.tier).map(Tier::name),
            "known": known.collect::<Vec<_>>(),
        }))
    };
    let levels: Vec<Value> =
        entry.examples().iter().filter_map(|example| level(example.name, example.text)).collect();
    json!({"measure": measure, "levels": levels})
}

/// Returns what a status counts: "pushes" for "pushes 0".
fn counted(status: &str) -> Option<String> {
    let (word, rest) = status.split_once(' ')?;
    let is_counted = rest.starts_with(|first: char| first.is_ascii_digit());
    (is_counted && word.chars().all(char::is_alphabetic)).then(|| word.to_owned())
}
