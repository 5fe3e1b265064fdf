//! Tests of the terminal output, without colours.

use super::*;
use quarry::{Catalogue, Edge, EdgeMark, LinkKind, Side};

use crate::gallery;

fn drawn(example: &str) -> Vec<String> {
    let text = Catalogue::standard().example(example).expect("the example exists").text;
    let picture = Catalogue::standard().open(text).expect("it is read").picture();
    plain(&picture, &Emphasis::default())
}

#[test]
fn hexagons_are_shifted_and_links_are_lines() {
    assert_eq!(drawn("hidato/tiny-hex-7"), [" _ _  ", "7 5 _ ", " 1 _  "]);
    assert_eq!(
        drawn("hidato/rikudo-18"),
        [
            "      1   _   _     ",
            "       ╲            ",
            "    _   _   _   _   ",
            "             ╲      ",
            "  _   5      18   _ ",
            "     ╱              ",
            "    _   _   _   _   ",
            "                    ",
            "      8   _───_     ",
        ]
    );
}

#[test]
fn kinds_are_shapes_and_holes_are_nothing() {
    assert_eq!(drawn("samegame/tiny-samegame")[0], "● ▲ ■ ■ ▲ ● ");
    assert_eq!(drawn("hidato/square-holes")[2], " _  _  _        _ 27 28 ");
}

#[test]
fn borders_are_lines_below_and_behind() {
    let lines = drawn("lemmings/alpha4");
    assert_eq!(lines[7], "· ·│_ E · · · ·│· · · · · · · · · · · · ");
    assert_eq!(lines[17], "· · · · · · · · _ _ _ _ X\u{332} _ · · · · · · ");
}

fn hexagons() -> Picture {
    let tile = |(x, y)| Tile::new(x, y, Tint::Given, "12");
    let tiles = [(1, 0), (3, 0), (0, 1), (2, 1), (4, 1), (1, 3)].map(tile).to_vec();
    Picture { shape: TileShape::Hex, ..Picture::of_squares(6, 4, tiles) }
        .with_link((1, 0), (2, 1), LinkKind::Tie)
        .with_link((3, 0), (2, 1), LinkKind::Tie)
}

#[test]
fn the_cursor_goes_from_tile_to_tile() {
    let picture = hexagons();
    let layout = TerminalLayout::of(&picture);
    assert_eq!(layout.beside((1, 0), 1, 0), Some((3, 0)));
    assert_eq!(layout.beside((3, 0), 1, 0), None);
    assert_eq!(layout.beside((1, 0), 0, 1), Some((2, 1)), "to the right from even rows");
    assert_eq!(layout.beside((2, 1), 0, -1), Some((1, 0)), "and back");
    assert_eq!(layout.beside((4, 1), 0, 1), Some((1, 3)), "over rows without a tile");
    assert_eq!(layout.beside((0, 1), -1, 0), None);
}

#[test]
fn places_of_the_terminal_are_tiles() {
    let picture = hexagons();
    let layout = TerminalLayout::of(&picture);
    assert_eq!(layout.size(), (12, 7));
    assert_eq!(layout.lines(&Emphasis::default()).len(), 7);
    assert_eq!(
        (layout.tile_at(0, 0), layout.tile_at(2, 0), layout.tile_at(5, 0)),
        (None, Some((1, 0)), Some((1, 0)))
    );
    assert_eq!(
        (layout.tile_at(0, 2), layout.tile_at(11, 3), layout.tile_at(99, 9)),
        (Some((0, 1)), Some((4, 1)), None)
    );
}

#[test]
fn what_stands_out_can_be_told_without_colour() {
    let picture = hexagons();
    let emphasis =
        Emphasis { lit: &[(1, 0)], wrong: &[(3, 0)], cursor: Some((0, 1)), ..Emphasis::default() };
    assert_eq!(plain(&picture, &emphasis)[..3], ["   12• 12!  ", "     ╲ ╱    ", " 12◀ 12  12 "]);
}

fn plain(picture: &Picture, emphasis: &Emphasis) -> Vec<String> {
    let lines = TerminalLayout::of(picture).lines(emphasis);
    lines.iter().map(|line| anstream::adapter::strip_str(line).to_string()).collect()
}

/// The pictures of the gallery, line by line.
const GALLERY: [(&str, &[&str]); 15] = [
    (
        "slither",
        &["┏━━━╸   •   •", "┃ 3 ×     2 ·", "┗━━━━━━━╸   •", "      1      ", "•   • × • · •"],
    ),
    (
        "masyu",
        &[
            " ┌───○───┐   · ",
            " │       │     ",
            " │   ·   │   × ",
            " │       │     ",
            " ●───────┘   · ",
        ],
    ),
    (
        "kakuro",
        &[
            "                   ",
            " █████  16╲   7╲   ",
            "            ╷      ",
            "  ╲11    9  │  ·   ",
            "      ╶─────┼─────╴",
            "  ╲12    ·  │  ·   ",
            "            ╵      ",
        ],
    ),
    (
        "heyawake",
        &[
            "┏━━━━━━━┳━━━━━━━┓",
            "┃ ²  ███┃ ·   · ┃",
            "┃ ●     ┃       ┃",
            "┃███  • ┃▒▒▒  · ┃",
            "┣━━━━━━━╋━━━━━━━┫",
            "┃ ·   · ┃ ·  █7█┃",
            "┗━━━━━━━┻━━━━━━━┛",
        ],
    ),
    (
        "hashi",
        &[
            "  (3)════════════════════(12)  ",
            "   │                       ║   ",
            "   │                       ║   ",
            "   │                       ║   ",
            "  (1)                     (2)  ",
        ],
    ),
    ("sokoban", &["███████████████", "███ @  ● ○●  ○ ", "███████████████"]),
    (
        "mahjong",
        &["┌───┬───┐    ", "│1┏━┷━┓2├───┐", "├─┨ 9 ┠─┤ E │", "│3┗━┯━┛4├───┘", "└───┴───┘    "],
    ),
    (
        "light-up",
        &[
            " ·   ┊   ·  █1█",
            "     ┊         ",
            " ┄┄┄┄○┄┄┄┄┄┄┄┄ ",
            "     ┊         ",
            "███  ┊   ·   · ",
        ],
    ),
    ("arrows", &["    ↑     →     ↓     ← ", "   2↑    2→    2↓ ₃¹5²₄ "]),
    ("pipes", &[" ┌───────┐ ", " │   ╷   │ ", " ╵ ╶─┼─╴ │ "]),
    (
        "sudoku",
        &[
            "┏━━━━━━━┳━━━━━━━┓",
            "┃ 1   2 ┃ ·   · ┃",
            "┃       ┃       ┃",
            "┃ ·   · ┃ ·   4 ┃",
            "┣━━━━━━━╋━━━━━━━┫",
            "┃ ·   · ┃ ·   · ┃",
            "┃       ┃       ┃",
            "┃ ·   · ┃ ·   · ┃",
            "┗━━━━━━━┻━━━━━━━┛",
        ],
    ),
    ("hex-links", &["       ", "  1 _  ", "  ╲    ", "─_ _ 7─", "       ", "  _─_  ", "       "]),
    (
        "torus",
        &[
            "      │      ",
            "  1 ─ 2   3  ",
            "             ",
            "─ 4   5   6 ─",
            "             ",
            "  7   8   9  ",
            "      │      ",
        ],
    ),
    ("kinds", &["●\u{332} ▲│■ ◆ ", "✚ ★ ♥ ◗ "]),
    ("figures", &["a│b\u{332} c d ", "e f g h ", "i j k l ", "m n o p "]),
];

#[test]
fn everything_a_picture_can_have_is_drawn() {
    let pictures = gallery::all();
    assert_eq!(pictures.len(), GALLERY.len());
    for ((name, picture), (expected_name, expected)) in pictures.iter().zip(GALLERY) {
        assert_eq!(*name, expected_name);
        let drawn = plain(picture, &Emphasis::default());
        assert_eq!(drawn, expected, "{name}:\n{}", drawn.join("\n"));
        let (columns, lines) = TerminalLayout::of(picture).size();
        assert_eq!(drawn.len(), lines as usize, "{name}");
        let width = |line: &String| line.chars().filter(|&letter| letter != '\u{332}').count();
        assert!(drawn.iter().all(|line| width(line) == columns as usize), "{name}");
    }
}

fn of_gallery(name: &str) -> Picture {
    let mut pictures = gallery::all().into_iter();
    pictures.find(|(known, _)| *known == name).expect("a picture of the gallery").1
}

#[test]
fn every_place_of_a_ruled_board_belongs_to_a_tile() {
    let picture = of_gallery("sudoku");
    let layout = TerminalLayout::of(&picture);
    assert_eq!((layout.tile_at(0, 0), layout.tile_at(1, 1)), (None, Some((0, 0))));
    assert_eq!((layout.tile_at(15, 7), layout.tile_at(6, 3)), (Some((3, 3)), Some((1, 1))));
    let emphasis =
        Emphasis { lit: &[(1, 0)], wrong: &[(3, 1)], cursor: Some((0, 0)), ..Emphasis::default() };
    let lines = plain(&picture, &emphasis);
    assert_eq!(lines[1], "┃ 1◀  2•┃ ·   · ┃");
    assert_eq!(lines[3], "┃ ·   · ┃ ·   4!┃");
}

#[test]
fn of_tiles_on_each_other_the_highest_is_touched() {
    let picture = of_gallery("mahjong");
    let layout = TerminalLayout::of(&picture);
    assert_eq!((layout.tile_at(1, 1), layout.tile_at(4, 2)), (Some((0, 0)), Some((1, 1))));
    let emphasis = Emphasis { cursor: Some((1, 1)), ..Emphasis::default() };
    assert_eq!(plain(&picture, &emphasis)[2], "├─┨ 9◀┠─┤ E │");
    let picture = of_gallery("sokoban");
    let layout = TerminalLayout::of(&picture);
    assert_eq!(layout.tile_at(10, 1), Some((3, 1)));
}

#[test]
fn the_cursor_is_shown_on_an_edge_and_clicks_take_the_nearest() {
    let text = "puzzle = \"slither-link\"\nboard = \"\"\"\n12\n\"\"\"";
    let picture = Catalogue::standard().open(text).expect("it is read").picture();
    let edge = |x, side| Edge { x, y: 0, side, mark: EdgeMark::Open };
    let emphasis = Emphasis {
        wrong_edges: &[edge(0, Side::Left)],
        cursor_edge: Some(edge(1, Side::Top)),
        ..Emphasis::default()
    };
    assert_eq!(plain(&picture, &emphasis), ["• · •▶·◀•", "·!1 · 2 ·", "• · • · •"]);
    let layout = TerminalLayout::of(&picture);
    assert_eq!(layout.edge_at(6, 0), Some((3, 0)), "above the second cell");
    for column in 3..=5 {
        assert_eq!(layout.edge_at(column, 1), Some((2, 1)), "between the cells, or right beside");
    }
    assert_eq!((layout.edge_at(2, 1), layout.edge_at(4, 0)), (None, None), "a middle, a corner");
}
