//! The painter draws everything that a picture can contain. The drawings of the gallery are kept as
//! test output for visual inspection.

#[path = "../fixtures/gallery.rs"]
mod gallery;

use std::collections::BTreeMap;
use std::path::Path;

use quarry::painter::{Form, Ink, Style, Theme, paint, pixels, svg};
use quarry::{Catalogue, EdgeMark, LinkKind, Mark, Pictogram, Picture, Side, Tile, Tint};
use roxmltree::Document;

const STYLES: [(&str, Style); 3] =
    [("page", Style::PAGE), ("screen", Style::SCREEN), ("print", Style::PRINT)];

/// Returns the gallery and the first example of every puzzle.
fn pictures() -> Vec<(String, Picture)> {
    let gallery = gallery::all().into_iter().map(|(name, picture)| (name.to_owned(), picture));
    let catalogue = Catalogue::standard();
    let examples = catalogue.puzzles().filter_map(|entry| {
        let instance = entry.open(entry.examples().first()?.text).ok()?;
        Some((entry.id().to_owned(), instance.picture()))
    });
    gallery.chain(examples).collect()
}

/// Counts the elements of a drawing by class.
fn classes(document: &Document) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for class in document.descendants().filter_map(|node| node.attribute("class")) {
        *counts.entry(class.to_owned()).or_insert(0) += 1;
    }
    counts
}

/// Returns the classes of one picture of the gallery, without those of backgrounds.
fn drawn(name: &str) -> BTreeMap<String, usize> {
    let pictures = gallery::all();
    let (_, picture) = pictures.iter().find(|(known, _)| *known == name).expect("it is there");
    let text = svg(picture, &Style::SCREEN, name);
    let mut classes = classes(&Document::parse(&text).expect("it is well-formed"));
    classes.retain(|class, _| !class.starts_with("ground") && class != "picture");
    classes
}

fn counted(expected: &[(&str, usize)]) -> BTreeMap<String, usize> {
    expected.iter().map(|&(class, count)| (class.to_owned(), count)).collect()
}

#[test]
fn drawings_are_well_formed_and_accessible() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gallery");
    std::fs::create_dir_all(&folder).unwrap();
    for (name, picture) in pictures() {
        let (bytes, [height, width, _]) = pixels(&picture);
        let image = [format!("P6 {width} {height} 255\n").as_bytes(), &bytes].concat();
        std::fs::write(folder.join(format!("{name}.ppm")), image).unwrap();
        for (style_name, style) in STYLES {
            // The page scales drawings by itself; for viewing, they need a size.
            let style = Style { cell: 48.0, ..style };
            let text = svg(&picture, &style, "a < b & c");
            assert_eq!(text, svg(&picture, &style, "a < b & c"), "{name}: other bytes");
            std::fs::write(folder.join(format!("{name}-{style_name}.svg")), &text).unwrap();
            let document = Document::parse(&text)
                .unwrap_or_else(|error| panic!("{name} {style_name}: {error}"));
            let root = document.root_element();
            assert_eq!(root.attribute("role"), Some("img"));
            let text_of = |tag: &str| {
                let child = root.children().find(|node| node.tag_name().name() == tag);
                child.and_then(|node| node.text()).unwrap_or_default()
            };
            assert_eq!(text_of("title"), "a < b & c");
            assert!(text_of("desc").starts_with(&format!("{} columns, ", picture.columns)));
            let tiles = document.descendants().filter(|node| node.attribute("data-x").is_some());
            assert_eq!(tiles.count(), picture.tiles.len(), "{name}");
            let edges = document.descendants().filter(|node| node.attribute("data-edge").is_some());
            assert_eq!(edges.count(), picture.edges.len(), "{name}");
        }
    }
}

#[test]
fn every_feature_leaves_its_elements() {
    let slither = [
        ("tile", 6),
        ("label", 3),
        ("dot", 12),
        ("edge line", 4),
        ("edge cross", 4),
        ("edge open", 2),
    ];
    assert_eq!(drawn("slither"), counted(&slither));
    let masyu =
        [("tile", 12), ("link line", 4), ("mark circle", 1), ("mark disc", 1), ("mark cross", 2)];
    assert_eq!(drawn("masyu"), counted(&masyu));
    let kakuro = [("tile", 9), ("label", 1), ("note", 4), ("mark diagonal", 4), ("edge border", 4)];
    assert_eq!(drawn("kakuro"), counted(&kakuro));
    let heyawake = drawn("heyawake");
    assert_eq!(heyawake["edge region"], 14 + 7, "around the board and between the regions");
    assert_eq!((heyawake["edge dot"], heyawake["mark dot"], heyawake["note"]), (1, 1, 1));
    assert!(heyawake["hatch"] > 5);
    assert_eq!(
        drawn("hashi"),
        counted(&[
            ("tile", 4),
            ("label", 4),
            ("mark circle", 4),
            ("link double", 4),
            ("link line", 1)
        ])
    );
    let mahjong = [("tile", 6), ("label", 6), ("side", 6)];
    assert_eq!(drawn("mahjong"), counted(&mahjong));
    assert_eq!(drawn("light-up")["link beam"], 4);
    assert_eq!((drawn("arrows")["mark arrow"], drawn("arrows")["note"]), (2 * 7, 4));
    let arms = counted(&[("tile", 6), ("mark arm", 2 + 2 + 2 + 1 + 4 + 2)]);
    assert_eq!(drawn("pipes"), arms, "and no label over them");
    assert_eq!(drawn("hex-links")["link tie"], 2 + 2, "the one across the rim at both ends");
    assert_eq!(drawn("torus")["link tie"], 1 + 2 * 2);
    assert_eq!((drawn("kinds")["mark kind"], drawn("kinds")["edge wall"]), (8, 2));
    let figures = drawn("figures");
    assert_eq!((figures.get("label"), figures["count"], figures["badge"]), (None, 1, 1));
    assert_eq!((figures["edge wall"], figures["edge barrier"], figures["edge rivets"]), (1, 1, 1));
    assert!(figures["figure"] > 3 * 15);
}

#[test]
fn graphs_have_round_vertices_and_masses_of_walls_an_outline() {
    let graph = Picture::grid(3, 1, |x, y| Tile::new(x, y, Tint::Kind(x as u8), ""))
        .with_link((0, 0), (1, 0), LinkKind::GraphEdge)
        .with_link((1, 0), (2, 0), LinkKind::GraphEdge);
    let text = svg(&graph, &Style::SCREEN, "a graph");
    let counts = classes(&Document::parse(&text).unwrap());
    assert_eq!((counts["mark circle"], counts["link graph-edge"]), (3, 2));
    assert_eq!(counts.get("ground kind"), None, "the colour is that of the circle");
    let walls = Picture::grid(3, 3, |x, y| {
        Tile::new(x, y, if (x, y) == (1, 1) { Tint::Blank } else { Tint::Wall }, "")
    });
    let text = svg(&walls, &Style::SCREEN, "a room");
    assert_eq!(classes(&Document::parse(&text).unwrap())["mass"], 4);
}

#[test]
fn a_figure_that_looks_left_is_the_mirror_image_of_one_that_looks_right() {
    let looks = |side| {
        let tile = Tile::new(0, 0, Tint::Plain, "").marked(Mark::Figure(Pictogram::Walker, side));
        let picture = Picture::of_squares(1, 1, vec![tile]);
        let painting = paint(&picture, &Style::SCREEN);
        let middles: Vec<f64> = painting
            .primitives()
            .filter_map(|primitive| match primitive.form {
                Form::Line { from, to, .. } => Some(from.0 + to.0),
                _ => None,
            })
            .collect();
        middles
    };
    let (right, left) = (looks(Side::Right), looks(Side::Left));
    assert_eq!(right.len(), left.len());
    for (one, other) in right.iter().zip(&left) {
        assert!((one + other - 2.0 * Style::SCREEN.cell).abs() < 1e-9, "{one} {other}");
    }
}

#[test]
fn everything_lies_within_the_drawing() {
    for (name, picture) in pictures() {
        for (_, style) in STYLES {
            let painting = paint(&picture, &style);
            let (left, top) = painting.origin;
            let (right, bottom) = (left + painting.size.0, top + painting.size.1);
            let is_inside = |&(x, y): &(f64, f64), reach: f64| {
                let slack = 0.01 * style.cell;
                x - reach >= left - slack
                    && x + reach <= right + slack
                    && y - reach >= top - slack
                    && y + reach <= bottom + slack
            };
            for primitive in painting.primitives() {
                let fits = match &primitive.form {
                    Form::Polygon { points, .. } => points.iter().all(|at| is_inside(at, 0.0)),
                    Form::Line { from, to, width, .. } => {
                        is_inside(from, width / 2.0) && is_inside(to, width / 2.0)
                    }
                    Form::Circle { middle, radius, .. } => is_inside(middle, *radius),
                    Form::Text { at, .. } => is_inside(at, 0.0),
                };
                assert!(fits, "{name}: {primitive:?} lies outside");
            }
        }
    }
}

#[test]
fn upper_tiles_are_drawn_last_and_leave_what_is_below_them_visible() {
    let below = Tile::new(0, 0, Tint::Open, "");
    let above = Tile::new(0, 0, Tint::Kind(1), "").on_layer(1);
    let picture = Picture::of_squares(1, 1, vec![above, below]);
    let painting = paint(&picture, &Style::SCREEN);
    assert_eq!(painting.tiles.iter().map(|tile| tile.tile.layer).collect::<Vec<_>>(), [0, 1]);
    let wide = |look: usize| {
        let Form::Polygon { points, .. } = &painting.looks[look].primitives[0].form else {
            panic!("a ground comes first");
        };
        points[1].0 - points[0].0
    };
    assert!(wide(painting.tiles[1].look) < 0.8 * wide(painting.tiles[0].look));
}

#[test]
fn pixels_show_what_the_primitives_say() {
    let tile = |x, y| match x {
        0 => Tile::new(x, y, Tint::Shaded, ""),
        1 => Tile::new(x, y, Tint::Kind(2), "7"),
        _ => Tile::new(x, y, Tint::Open, "").marked(Mark::Disc),
    };
    let picture = Picture::grid(3, 1, tile).with_edge(1, 0, Side::Left, EdgeMark::Line);
    let (bytes, [height, width, depth]) = pixels(&picture);
    // A margin of two pixels around tiles of sixteen pixels.
    assert_eq!((height, width, depth, bytes.len()), (20, 52, 3, 20 * 52 * 3));
    let at = |x: usize, y: usize| &bytes[3 * (y * width + x)..3 * (y * width + x) + 3];
    let is = |x, y, ink: Ink| at(x, y) == ink.rgb(Theme::Screen);
    assert!(is(9, 9, Ink::Shaded) && is(18, 9, Ink::Drawn) && is(21, 5, Ink::Kind(2)));
    assert!(is(42, 10, Ink::Text), "the middle of the disc");
    assert!(is(37, 5, Ink::Open), "beside the disc");
    let written = (19..33).flat_map(|x| (3..17).map(move |y| (x, y)));
    let dots = written.filter(|&(x, y)| is(x, y, Ink::OnKind(2))).count();
    // The seven has seven dots of four pixels each.
    assert_eq!(dots, 7 * 4);
}

#[test]
fn tiles_are_told_in_words() {
    let words = |name: &str, x: u32, y: u32| {
        let pictures = gallery::all();
        let (_, picture) = pictures.iter().find(|(known, _)| *known == name).expect("it is there");
        let painting = paint(picture, &Style::PAGE);
        let tile = painting.tiles.iter().rfind(|tile| (tile.tile.x, tile.tile.y) == (x, y));
        painting.looks[tile.expect("a tile").look].words.clone()
    };
    assert_eq!(words("kakuro", 1, 0), "shaded, divided, 16 at the bottom left");
    assert_eq!(words("hashi", 0, 0), "3, given, open circle");
    assert_eq!(words("slither", 1, 0), "empty");
    assert_eq!(words("masyu", 0, 0), "to be filled in");
    assert_eq!(words("arrows", 1, 1), "2, given, arrow right");
    assert_eq!(words("pipes", 0, 1), "to be filled in, line up");
    assert_eq!(words("kinds", 1, 0), "triangle");
    assert_eq!(words("figures", 0, 0), "walker");
    assert_eq!(words("figures", 3, 3), "entrance, walker, 3");
}
