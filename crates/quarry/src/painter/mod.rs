//! The painter: pictures as drawings. Printing, Python, documents and the page all use it.
//!
//! [`paint`] turns a picture into primitives (`primitive.rs`): polygons, lines, circles and texts,
//! each with an ink (`ink.rs`) that a theme makes a colour of. Where things lie is said in
//! `geometry.rs`, what is on a tile in `tile.rs`, what is on and between tiles in `lines.rs`.
//! [`svg`] writes a whole drawing and [`pixels`] makes an image of it; other writers, such as that
//! for PDF, take the primitives. The same picture and style give the same bytes.

mod geometry;
mod ink;
mod lines;
mod pixels;
mod primitive;
mod svg;
mod tile;
mod words;

use std::collections::HashMap;

use quarry_core::{Edge, Picture, Tile};

use geometry::Geometry;

pub use ink::{Ink, Theme};
pub use pixels::pixels;
pub use primitive::{Form, Primitive};
pub use svg::{edge_name, markup, svg};

/// How a picture is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Style {
    /// Which colours the inks are.
    pub theme: Theme,
    /// How wide a tile is.
    pub cell: f64,
    /// Whether tiles of a kind show their label instead of the kind's shape.
    pub letters: bool,
}

impl Style {
    /// For the page, whose style sheet chooses the colours.
    pub const PAGE: Style = Style { theme: Theme::Page, cell: 32.0, letters: false };
    /// For screens that know nothing of the page.
    pub const SCREEN: Style = Style { theme: Theme::Screen, cell: 32.0, letters: false };
    /// For paper.
    pub const PRINT: Style = Style { theme: Theme::Print, cell: 1.0, letters: true };
}

/// How tiles with the same role, text and marks look.
#[derive(Debug, Clone, PartialEq)]
pub struct TileLook {
    /// What is drawn, from the upper left corner of the tile's box.
    pub primitives: Vec<Primitive>,
    /// The same in words.
    pub words: String,
}

/// A tile that is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PaintedTile<'p> {
    /// Which tile it is.
    pub tile: &'p Tile,
    /// The upper left corner of its box.
    pub at: (f64, f64),
    /// Its look, by its place in the list.
    pub look: usize,
}

/// A picture as primitives, in the order in which they are drawn: tiles, links, edges, dots.
#[derive(Debug, Clone, PartialEq)]
pub struct Painting<'p> {
    /// The upper left corner of all.
    pub origin: (f64, f64),
    /// Width and height of all.
    pub size: (f64, f64),
    /// Width and height of a tile.
    pub tile_size: (f64, f64),
    /// The tiles, lower layers first, then row by row.
    pub tiles: Vec<PaintedTile<'p>>,
    /// What tiles look like.
    pub looks: Vec<TileLook>,
    /// The lines between tiles.
    pub links: Vec<Primitive>,
    /// What is on the sides of tiles.
    pub edges: Vec<(Edge, Vec<Primitive>)>,
    /// What is on the corners of tiles.
    pub dots: Vec<Primitive>,
}

impl Painting<'_> {
    /// Everything in the order in which it is drawn, with its final place.
    pub fn primitives(&self) -> impl Iterator<Item = Primitive> {
        let tiles = self.tiles.iter().flat_map(|painted| {
            let look = &self.looks[painted.look].primitives;
            look.iter().map(|primitive| primitive.placed(painted.at, 1.0))
        });
        let edges = self.edges.iter().flat_map(|(_, primitives)| primitives);
        tiles.chain(self.links.iter().chain(edges).chain(&self.dots).cloned())
    }
}

/// A picture as primitives.
pub fn paint<'p>(picture: &'p Picture, style: &Style) -> Painting<'p> {
    let geometry = Geometry::of(picture, style);
    let manner = tile::Manner::of(picture, style);
    let mut order: Vec<&Tile> = picture.tiles.iter().collect();
    order.sort_by_key(|tile| (tile.layer, tile.y, tile.x));
    let mut looks = Vec::new();
    let mut known = HashMap::new();
    let mut tiles = Vec::new();
    for tile in order {
        let look =
            *known.entry((tile.tint, &tile.label, &tile.marks, tile.layer)).or_insert_with(|| {
                let primitives = tile::look(tile, &geometry, &manner);
                looks.push(TileLook { primitives, words: words::of(tile) });
                looks.len() - 1
            });
        tiles.push(PaintedTile { tile, at: geometry.corner(tile), look });
    }
    let (origin, size) = geometry.bounds();
    Painting {
        origin,
        size,
        tile_size: geometry.tile_size(),
        tiles,
        looks,
        links: lines::links(picture, &geometry),
        edges: lines::edges(picture, &geometry),
        dots: lines::dots(picture, &geometry),
    }
}
