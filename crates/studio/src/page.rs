//! The files of the page, compiled into the binary.

use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::problem::Problem;

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

macro_rules! files {
    ($($name:literal is $kind:ident),* $(,)?) => {
        &[$(($name, $kind, include_str!(concat!("../page/app/", $name)))),*]
    };
}

/// Name, media type and text of each file.
const FILES: &[(&str, &str, &str)] = files![
    "api.js" is SCRIPT,
    "app.css" is STYLE,
    "board.js" is SCRIPT,
    "chart.js" is SCRIPT,
    "clock.js" is SCRIPT,
    "dom.js" is SCRIPT,
    "dots.js" is SCRIPT,
    "edges.js" is SCRIPT,
    "entry.js" is SCRIPT,
    "experiment.js" is SCRIPT,
    "figures.js" is SCRIPT,
    "filling.js" is SCRIPT,
    "film.js" is SCRIPT,
    "form.js" is SCRIPT,
    "gallery.js" is SCRIPT,
    "game.js" is SCRIPT,
    "gestures.js" is SCRIPT,
    "gif.js" is SCRIPT,
    "grid.js" is SCRIPT,
    "help.js" is SCRIPT,
    "history.js" is SCRIPT,
    "jobs.js" is SCRIPT,
    "keys.js" is SCRIPT,
    "lab.css" is STYLE,
    "lab.js" is SCRIPT,
    "learn.js" is SCRIPT,
    "lessons.js" is SCRIPT,
    "looks.js" is SCRIPT,
    "main.js" is SCRIPT,
    "menu.js" is SCRIPT,
    "panel.js" is SCRIPT,
    "picture.js" is SCRIPT,
    "pieces.js" is SCRIPT,
    "plan-parts.js" is SCRIPT,
    "plan.js" is SCRIPT,
    "play.js" is SCRIPT,
    "race-film.js" is SCRIPT,
    "race.css" is STYLE,
    "ranking.js" is SCRIPT,
    "replay.js" is SCRIPT,
    "rival.js" is SCRIPT,
    "router.js" is SCRIPT,
    "scale.js" is SCRIPT,
    "setup.js" is SCRIPT,
    "sorting.js" is SCRIPT,
    "source.js" is SCRIPT,
    "standings.js" is SCRIPT,
    "styles.js" is SCRIPT,
    "table.js" is SCRIPT,
    "theme.js" is SCRIPT,
    "watch.js" is SCRIPT,
    "zip.js" is SCRIPT,
];

/// The only document; the part of an address after `#` is handled by its scripts.
const INDEX: &str = include_str!("../page/index.html");

pub(crate) async fn index() -> Response {
    ([(header::CONTENT_TYPE, HTML)], INDEX).into_response()
}

pub(crate) async fn file(Path(name): Path<String>) -> Response {
    match FILES.iter().find(|(known, ..)| *known == name) {
        Some((_, kind, text)) => ([(header::CONTENT_TYPE, *kind)], *text).into_response(),
        None => {
            Problem::new(StatusCode::NOT_FOUND, format!("there is no file {name}")).into_response()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_file_is_served_and_all_of_them_are_light() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/page/app");
        let names = std::fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap());
        let listed: BTreeSet<String> = FILES.iter().map(|(name, ..)| (*name).to_owned()).collect();
        assert_eq!(names.collect::<BTreeSet<_>>(), listed);
        let weight: usize = FILES.iter().map(|(.., text)| text.len()).sum::<usize>() + INDEX.len();
        assert!(weight < 300 << 10, "{weight} bytes");
    }
}
