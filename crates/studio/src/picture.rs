//! Pictures for the page: the tiles with their positions, and the painter's drawing.
//!
//! Equal tiles share one look, so that the page can detect which tiles have changed. A film says
//! only what differs from one picture to the next.

use std::collections::HashMap;

use quarry::painter::{PaintedTile, Painting, Style, edge_name, markup, paint};
use quarry::{Picture, TileShape, Tint};
use serde_json::{Value, json};

/// Returns a picture with its drawing as JSON.
pub(crate) fn picture(picture: &Picture) -> Value {
    let painting = paint(picture, &Style::PAGE);
    drawing_of(picture, &painting, |_| true)
}

/// Returns a picture with those tiles only that look different from before; `None` if the tiles are
/// not in the same places.
pub(crate) fn changes(before: &Picture, after: &Picture) -> Option<Value> {
    let [old, new] = [before, after].map(|picture| paint(picture, &Style::PAGE));
    let outline = |painting: &Painting| (painting.origin, painting.size, painting.tiles.len());
    let place = |painted: &PaintedTile| (painted.tile.x, painted.tile.y, painted.tile.layer);
    let mut pairs = old.tiles.iter().zip(&new.tiles);
    if outline(&old) != outline(&new) || pairs.any(|(old, new)| place(old) != place(new)) {
        return None;
    }
    let mut known: HashMap<(usize, usize), bool> = HashMap::new();
    let is_changed = |index: usize| {
        let pair = (old.tiles[index].look, new.tiles[index].look);
        *known.entry(pair).or_insert_with(|| old.looks[pair.0] != new.looks[pair.1])
    };
    Some(drawing_of(after, &new, is_changed))
}

/// Returns the tiles of a painting that are wanted, by their indices, with their looks.
fn drawing_of(
    picture: &Picture,
    painting: &Painting,
    mut is_wanted: impl FnMut(usize) -> bool,
) -> Value {
    let style = Style::PAGE;
    let ((left, top), (width, height)) = (painting.origin, painting.size);
    let whole = [left, top, width, height].map(rounded);
    let tile_size = [painting.tile_size.0, painting.tile_size.1].map(rounded);
    let mut looks: Vec<Value> = Vec::new();
    let mut tiles: Vec<Value> = Vec::new();
    // The looks that are sent, by the painting's.
    let mut sent: HashMap<usize, usize> = HashMap::new();
    for (index, painted) in painting.tiles.iter().enumerate() {
        if !is_wanted(index) {
            continue;
        }
        let index = *sent.entry(painted.look).or_insert_with(|| {
            looks.push(look(painting, painted, &style));
            looks.len() - 1
        });
        let (tile, [left, top]) = (painted.tile, [painted.at.0, painted.at.1].map(rounded));
        tiles.push(json!([tile.x, tile.y, tile.layer, left, top, index]));
    }
    json!({
        "shape": match picture.shape {
            TileShape::Square => "square",
            TileShape::Hex => "hex",
            TileShape::Large => "large",
        },
        "columns": picture.columns,
        "rows": picture.rows,
        "box": whole,
        "tile_size": tile_size,
        "tiles": tiles,
        "looks": looks,
        "lines": lines(painting, &style),
    })
}

/// Returns the looks of tiles, in the order of their numbers.
fn looks(painting: &Painting, style: &Style) -> Vec<Value> {
    let mut looks: Vec<Value> = Vec::new();
    for painted in &painting.tiles {
        if painted.look == looks.len() {
            looks.push(look(painting, painted, style));
        }
    }
    looks
}

/// Returns the look of a tile.
fn look(painting: &Painting, painted: &PaintedTile, style: &Style) -> Value {
    let look = &painting.looks[painted.look];
    json!({
        "tint": tint(painted.tile.tint),
        "label": painted.tile.label,
        "words": look.words,
        "svg": markup(&look.primitives, style.theme),
    })
}

/// Pictures one after the other, each as what differs from the one before.
#[derive(Default)]
pub(crate) struct Pictures {
    before: Option<Before>,
}

/// The last picture, as far as the next one may share it.
struct Before {
    outline: Outline,
    /// The look of each tile, by its number among the looks since the last whole picture.
    tiles: Vec<usize>,
    looks: HashMap<String, usize>,
    lines: String,
}

/// Where tiles are.
#[derive(PartialEq)]
struct Outline {
    origin: (f64, f64),
    size: (f64, f64),
    places: Vec<(u32, u32, u8)>,
}

impl Outline {
    fn of(painting: &Painting) -> Self {
        let tiles = painting.tiles.iter().map(|painted| painted.tile);
        let places = tiles.map(|tile| (tile.x, tile.y, tile.layer)).collect();
        Outline { origin: painting.origin, size: painting.size, places }
    }
}

/// About how many bytes a whole tile and a changed one need.
const TILE_BYTES: usize = 32;
const CHANGE_BYTES: usize = 12;

impl Pictures {
    /// Returns the next picture, whole or as its changes, and about how many bytes it needs.
    pub(crate) fn next(&mut self, picture: &Picture) -> (Value, usize) {
        let style = Style::PAGE;
        let painting = paint(picture, &style);
        let outline = Outline::of(&painting);
        let (all, drawn) = (looks(&painting, &style), lines(&painting, &style));
        let Some(before) = self.before.as_mut().filter(|before| before.outline == outline) else {
            let numbers = (0..).zip(&all).map(|(number, look)| (look.to_string(), number));
            let looks: HashMap<String, usize> = numbers.collect();
            let look_bytes: usize = looks.keys().map(String::len).sum();
            let bytes = TILE_BYTES * painting.tiles.len() + look_bytes + drawn.len();
            let tiles = painting.tiles.iter().map(|painted| painted.look).collect();
            self.before = Some(Before { outline, tiles, looks, lines: drawn });
            return (json!({"picture": drawing_of(picture, &painting, |_| true)}), bytes);
        };
        let (mut bytes, mut added) = (0, Vec::new());
        let mut numbers = Vec::new();
        for look in all {
            let text = look.to_string();
            let next = before.looks.len();
            let number = before.looks.get(&text).copied().unwrap_or(next);
            if number == next {
                bytes += text.len();
                before.looks.insert(text, number);
                added.push(look);
            }
            numbers.push(number);
        }
        let mut changed = Vec::new();
        for (index, painted) in painting.tiles.iter().enumerate() {
            let look = numbers[painted.look];
            if before.tiles[index] != look {
                before.tiles[index] = look;
                changed.push(json!([index, look]));
            }
        }
        bytes += CHANGE_BYTES * changed.len();
        let mut frame = json!({"tiles": changed, "looks": added, "lines": null});
        if before.lines != drawn {
            bytes += drawn.len();
            frame["lines"] = drawn.as_str().into();
            before.lines = drawn;
        }
        (frame, bytes)
    }
}

/// Draws everything on and between the tiles.
fn lines(painting: &Painting, style: &Style) -> String {
    let mut svg = markup(&painting.links, style.theme);
    for (edge, primitives) in &painting.edges {
        let drawn = markup(primitives, style.theme);
        svg.push_str(&format!("<g data-edge=\"{}\">{drawn}</g>", edge_name(edge)));
    }
    svg + &markup(&painting.dots, style.theme)
}

fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

fn tint(tint: Tint) -> Value {
    match tint {
        Tint::Blank => "blank".into(),
        Tint::Plain => "plain".into(),
        Tint::Given => "given".into(),
        Tint::Open => "open".into(),
        Tint::Shaded => "shaded".into(),
        Tint::Hatched => "hatched".into(),
        Tint::Wall => "wall".into(),
        Tint::Actor => "actor".into(),
        Tint::Kind(kind) => kind.into(),
    }
}

/// A picture is cropped if its content covers less than one in this many cells.
const SMALL_PART: u32 = 4;

/// Crops a picture to its content with a margin of one cell, if the content is small.
pub(crate) fn cropped(mut picture: Picture) -> Picture {
    let is_simple =
        picture.shape == TileShape::Square && picture.links.is_empty() && picture.dots.is_empty();
    let drawn = picture.tiles.iter().filter(|tile| tile.tint != Tint::Blank);
    let places = drawn.map(|tile| (tile.x, tile.y));
    let used: Vec<_> = places.chain(picture.edges.iter().map(|edge| (edge.x, edge.y))).collect();
    let span = |along: fn(&(u32, u32)) -> u32, count: u32| {
        let (first, last) = (used.iter().map(along).min()?, used.iter().map(along).max()?);
        Some((first.saturating_sub(1), (last + 2).min(count)))
    };
    let (across, down) =
        (span(|place| place.0, picture.columns), span(|place| place.1, picture.rows));
    let (Some((left, right)), Some((top, bottom)), true) = (across, down, is_simple) else {
        return picture;
    };
    let (width, height) = (right - left, bottom - top);
    if SMALL_PART * width * height >= picture.columns * picture.rows {
        return picture;
    }
    picture.tiles.retain(|tile| (left..right).contains(&tile.x) && (top..bottom).contains(&tile.y));
    (picture.columns, picture.rows) = (width, height);
    for tile in &mut picture.tiles {
        (tile.x, tile.y) = (tile.x - left, tile.y - top);
    }
    for edge in &mut picture.edges {
        (edge.x, edge.y) = (edge.x - left, edge.y - top);
    }
    picture
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry::{EdgeMark, Side, Tile};

    #[test]
    fn equal_tiles_share_a_look() {
        let board = Picture::grid(3, 1, |x, y| Tile::new(x, y, Tint::Kind((x % 2) as u8), "a"))
            .with_edge(1, 0, Side::Left, EdgeMark::Line);
        let value = picture(&board);
        let looks: Vec<_> = (0..3).map(|tile| value["tiles"][tile][5].as_u64().unwrap()).collect();
        assert_eq!(looks, [0, 1, 0]);
        assert_eq!(value["looks"].as_array().unwrap().len(), 2);
        assert_eq!(value["looks"][1]["words"], "triangle a");
        assert!(value["looks"][0]["svg"].as_str().unwrap().starts_with("<polygon class=\"ground"));
        assert!(value["lines"].as_str().unwrap().contains("<g data-edge=\"1,0,left\"><line "));
    }

    #[test]
    fn a_picture_after_another_says_what_is_different() {
        let board = |kind: fn(u32) -> u8| {
            Picture::grid(3, 1, |x, y| Tile::new(x, y, Tint::Kind(kind(x)), "a"))
        };
        let mut pictures = Pictures::default();
        let (first, _) = pictures.next(&board(|x| (x % 2) as u8));
        assert_eq!(first["picture"], picture(&board(|x| (x % 2) as u8)));
        let (second, _) = pictures.next(&board(|x| [0, 1, 5][x as usize]));
        assert_eq!((&second["tiles"], &second["lines"]), (&json!([[2, 2]]), &Value::Null));
        assert_eq!(second["looks"][0]["tint"], 5);
        let (third, _) = pictures.next(&board(|_| 5));
        assert_eq!((&third["tiles"], &third["looks"]), (&json!([[0, 2], [1, 2]]), &json!([])));
        let (other, _) =
            pictures.next(&Picture::grid(2, 1, |x, y| Tile::new(x, y, Tint::Blank, "")));
        assert_eq!(other["picture"]["columns"], 2, "another outline is a whole picture");
    }

    #[test]
    fn only_the_used_part_of_a_large_board_is_kept() {
        let tile = |x, y| {
            let tint = if (x, y) == (7, 5) { Tint::Plain } else { Tint::Blank };
            Tile::new(x, y, tint, "")
        };
        let board = Picture::grid(10, 10, tile).with_edge(8, 5, Side::Right, EdgeMark::Wall);
        let part = cropped(board.clone());
        assert_eq!((part.columns, part.rows, part.tiles.len()), (4, 3, 12));
        assert_eq!(part.tile(1, 1).unwrap().tint, Tint::Plain);
        assert_eq!((part.edges[0].x, part.edges[0].y), (2, 1));
        let full = Picture::grid(10, 10, |x, y| Tile::new(x, y, Tint::Plain, ""));
        assert_eq!(cropped(full.clone()), full);
        let blank = Picture::grid(2, 2, |x, y| Tile::new(x, y, Tint::Blank, ""));
        assert_eq!(cropped(blank.clone()), blank);
    }
}
