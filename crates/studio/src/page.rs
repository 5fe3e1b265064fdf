//! The files of the page, compiled into the binary.

use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};

use crate::compressed::CompressedText;
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
    "canvasboard.js" is SCRIPT,
    "chart.js" is SCRIPT,
    "clock.js" is SCRIPT,
    "daily.js" is SCRIPT,
    "difficulty.js" is SCRIPT,
    "dom.js" is SCRIPT,
    "dots.js" is SCRIPT,
    "edges.js" is SCRIPT,
    "entry.js" is SCRIPT,
    "experiment.js" is SCRIPT,
    "figures.js" is SCRIPT,
    "filling.js" is SCRIPT,
    "falling.js" is SCRIPT,
    "film.js" is SCRIPT,
    "finish.js" is SCRIPT,
    "form.js" is SCRIPT,
    "frames.js" is SCRIPT,
    "gallery.css" is STYLE,
    "gallery.js" is SCRIPT,
    "game.js" is SCRIPT,
    "gestures.js" is SCRIPT,
    "gif.js" is SCRIPT,
    "grid.js" is SCRIPT,
    "help.js" is SCRIPT,
    "history.js" is SCRIPT,
    "inside.css" is STYLE,
    "jobs.js" is SCRIPT,
    "keys.js" is SCRIPT,
    "lab.css" is STYLE,
    "lab.js" is SCRIPT,
    "learn.js" is SCRIPT,
    "lessons.js" is SCRIPT,
    "looks.js" is SCRIPT,
    "losses.js" is SCRIPT,
    "main.js" is SCRIPT,
    "menu.js" is SCRIPT,
    "new.js" is SCRIPT,
    "own.js" is SCRIPT,
    "motion.js" is SCRIPT,
    "numberpad.js" is SCRIPT,
    "method.js" is SCRIPT,
    "panel.js" is SCRIPT,
    "picture.js" is SCRIPT,
    "pieces.js" is SCRIPT,
    "play.css" is STYLE,
    "play.js" is SCRIPT,
    "presets.js" is SCRIPT,
    "progress.js" is SCRIPT,
    "puzzle.js" is SCRIPT,
    "replay.js" is SCRIPT,
    "review.js" is SCRIPT,
    "reviewcurve.js" is SCRIPT,
    "router.js" is SCRIPT,
    "saves.js" is SCRIPT,
    "settings.js" is SCRIPT,
    "setup.js" is SCRIPT,
    "shapes.js" is SCRIPT,
    "snapshots.js" is SCRIPT,
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
    "splitting.js" is SCRIPT,
    "standings.js" is SCRIPT,
    "styles.js" is SCRIPT,
    "table.js" is SCRIPT,
    "theme.js" is SCRIPT,
    "thumbnail.js" is SCRIPT,
    "view_tetris.css" is STYLE,
    "view_tetris.js" is SCRIPT,
    "view_timeline.css" is STYLE,
    "view_timeline.js" is SCRIPT,
    "tilecanvas.js" is SCRIPT,
    "timer.js" is SCRIPT,
    "undotree.js" is SCRIPT,
    "views.js" is SCRIPT,
    "treeview.js" is SCRIPT,
    "watch.js" is SCRIPT,
    "zip.js" is SCRIPT,
];

/// The only document; the part of an address after `#` is handled by its scripts.
const INDEX: &str = include_str!("../page/index.html");

pub(crate) async fn index(request: HeaderMap) -> Response {
    static PACKED: LazyLock<CompressedText> = LazyLock::new(|| CompressedText::new(HTML, INDEX));
    PACKED.answer(&request)
}

pub(crate) async fn file(Path(name): Path<String>, request: HeaderMap) -> Response {
    static PACKED: LazyLock<Vec<(&str, CompressedText)>> = LazyLock::new(|| {
        FILES.iter().map(|&(name, kind, text)| (name, CompressedText::new(kind, text))).collect()
    });
    match PACKED.iter().find(|(known, _)| *known == name) {
        Some((_, text)) => text.answer(&request),
        None => Problem::missing(format!("there is no file {name}")).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_file_is_served() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/page/app");
        let names = std::fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap());
        let listed: BTreeSet<String> = FILES.iter().map(|(name, ..)| (*name).to_owned()).collect();
        assert_eq!(names.collect::<BTreeSet<_>>(), listed);
    }

    /// Returns the files that a script needs before it can run; others are loaded when needed.
    fn imported(text: &str) -> impl Iterator<Item = &str> {
        let heads =
            text.lines().filter(|line| line.starts_with("import ") || line.starts_with("} from "));
        heads.filter_map(|line| line.split_once("\"./")?.1.strip_suffix("\";"))
    }

    #[test]
    fn the_first_page_is_light() {
        let mut first = vec!["app.css", "main.js"];
        let mut seen = 0;
        let mut weight = INDEX.len();
        while let Some(name) = first.get(seen) {
            let text = FILES.iter().find(|(known, ..)| known == name).expect(name).2;
            weight += text.len();
            seen += 1;
            first.extend(imported(text).collect::<BTreeSet<_>>());
            let mut known = BTreeSet::new();
            first.retain(|name| known.insert(*name));
        }
        assert!(first.contains(&"gallery.js") && !first.contains(&"play.js"), "{first:?}");
        assert!(weight < 300 << 10, "{weight} bytes in {} files", first.len());
    }
}
