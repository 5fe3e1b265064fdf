//! The painter, which turns pictures into drawings. Used for printing, Python, documents and the
//! page.
//!
//! [`paint`] turns a picture into primitives (`primitive.rs`): polygons, lines, circles and texts,
//! each with an ink (`ink.rs`) whose colour depends on the theme. The layout is in `geometry.rs`,
//! the content of tiles in `tile.rs`, their figures in `figure.rs`, and everything on and between
//! tiles in `lines.rs`. [`svg`] writes a whole drawing and [`pixels`] makes an image of it; other
//! writers, such as the one for PDF, take the primitives. The same picture and style give the same
//! bytes.

mod figure;
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

/// The style of a drawing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Style {
    /// Colours of the inks.
    pub theme: Theme,
    /// Width of a tile.
    pub cell: f64,
    /// Whether tiles of a kind show their label instead of the kind's shape.
    pub letters: bool,
}

impl Style {
    /// For the page, whose style sheet chooses the colours.
    pub const PAGE: Style = Style { theme: Theme::Page, cell: 32.0, letters: false };
    /// For screens without the page's style sheet.
    pub const SCREEN: Style = Style { theme: Theme::Screen, cell: 32.0, letters: false };
    /// For paper.
    pub const PRINT: Style = Style { theme: Theme::Print, cell: 1.0, letters: true };
}

/// The appearance of tiles with the same role, text and marks.
#[derive(Debug, Clone, PartialEq)]
pub struct TileLook {
    /// Primitives, relative to the upper left corner of the tile's bounding box.
    pub primitives: Vec<Primitive>,
    /// Description in words.
    pub words: String,
}

/// A tile and its place in the drawing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PaintedTile<'p> {
    /// Tile of the picture.
    pub tile: &'p Tile,
    /// Upper left corner of its bounding box.
    pub at: (f64, f64),
    /// Index of its look in [`Painting::looks`].
    pub look: usize,
}

/// A picture as primitives, in the order in which they are drawn: tiles, links, edges, dots.
#[derive(Debug, Clone, PartialEq)]
pub struct Painting<'p> {
    /// Upper left corner of the drawing.
    pub origin: (f64, f64),
    /// Width and height of the drawing.
    pub size: (f64, f64),
    /// Width and height of a tile.
    pub tile_size: (f64, f64),
    /// Tiles, lower layers first, then row by row.
    pub tiles: Vec<PaintedTile<'p>>,
    /// Distinct appearances of tiles.
    pub looks: Vec<TileLook>,
    /// Lines between tiles.
    pub links: Vec<Primitive>,
    /// Sides of tiles, with their primitives.
    pub edges: Vec<(Edge, Vec<Primitive>)>,
    /// Dots on the corners of tiles.
    pub dots: Vec<Primitive>,
}

impl Painting<'_> {
    /// Returns all primitives in drawing order, at their final positions.
    pub fn primitives(&self) -> impl Iterator<Item = Primitive> {
        let tiles = self.tiles.iter().flat_map(|painted| {
            let look = &self.looks[painted.look].primitives;
            look.iter().map(|primitive| primitive.placed(painted.at, 1.0))
        });
        let edges = self.edges.iter().flat_map(|(_, primitives)| primitives);
        tiles.chain(self.links.iter().chain(edges).chain(&self.dots).cloned())
    }
}

/// Turns a picture into primitives.
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
        links: [lines::masses(picture, &geometry), lines::links(picture, &geometry)].concat(),
        edges: lines::edges(picture, &geometry),
        dots: lines::dots(picture, &geometry),
    }
}
