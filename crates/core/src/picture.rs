//! Pictures as drawing lists: they say what is where, but not how it looks. Front ends choose
//! colours and shapes.
//!
//! A picture has four lists: tiles, each with a role, a text and marks; links, which are lines
//! between the middles of tiles; edges, which are the sides of tiles and what is on them; and dots
//! on the corners of tiles. Tiles may overlap. Builders make the usual boards in one line:
//!
//! ```
//! use quarry_core::{EdgeMark, LinkKind, Mark, Picture, Side, Tile, Tint};
//!
//! // Numbers in regions.
//! let boxes = Picture::grid(9, 9, |x, y| Tile::new(x, y, Tint::Open, ""))
//!     .with_regions(|x, y| (x / 3, y / 3));
//! // A loop on the edges between dots.
//! let fence = Picture::grid(5, 5, |x, y| Tile::new(x, y, Tint::Plain, "3"))
//!     .with_dots()
//!     .with_edge(0, 0, Side::Top, EdgeMark::Line)
//!     .with_edge(1, 0, Side::Top, EdgeMark::Cross);
//! // A loop through the middles of cells, one of which has a circle.
//! let pearl = Tile::new(0, 0, Tint::Open, "").marked(Mark::Circle);
//! let path = Picture::of_squares(2, 1, vec![pearl, Tile::new(1, 0, Tint::Open, "")])
//!     .with_link((0, 0), (1, 0), LinkKind::Line);
//! assert_eq!((boxes.edges.len(), fence.dots.len(), path.links.len()), (72, 36, 1));
//! ```

/// The role of a tile, from which a front end chooses its appearance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Tint {
    /// Empty.
    #[default]
    Blank,
    /// Occupied, without a specific kind.
    Plain,
    /// The n-th of several kinds, from 0: front ends give each its own colour and shape.
    Kind(u8),
    /// Part of the puzzle, which must not be changed.
    Given,
    /// Empty so far, but something has to be entered.
    Open,
    /// Filled with ink.
    Shaded,
    /// Filled with parallel lines: a second way to shade.
    Hatched,
    /// Part of the board that nothing enters. Walls that touch are one mass.
    Wall,
    /// The piece that the player steers.
    Actor,
}

/// A side of a tile, and the direction towards it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Above.
    Top,
    /// To the right.
    Right,
    /// Below.
    Bottom,
    /// To the left.
    Left,
}

impl Side {
    /// All sides, clockwise from the top.
    pub const ALL: [Side; 4] = [Side::Top, Side::Right, Side::Bottom, Side::Left];

    /// Returns the steps to the right and down that lead to this side.
    pub fn step(self) -> (i32, i32) {
        match self {
            Side::Top => (0, -1),
            Side::Right => (1, 0),
            Side::Bottom => (0, 1),
            Side::Left => (-1, 0),
        }
    }
}

/// A corner of a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Corner {
    /// Above, to the left.
    TopLeft,
    /// Above, to the right.
    TopRight,
    /// Below, to the left.
    BottomLeft,
    /// Below, to the right.
    BottomRight,
}

/// Something on a tile besides its label.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Mark {
    /// A circle around the middle.
    Circle,
    /// A circle filled with ink.
    Disc,
    /// A cross: excluded.
    Cross,
    /// A dot in the middle.
    Dot,
    /// A line from the upper left to the lower right corner.
    Diagonal,
    /// A small text in a corner.
    Note(Corner, String),
    /// An arrow towards a side.
    Arrow(Side),
    /// A line from the middle to a side: part of a pipe or a wire. The label of a tile with arms is
    /// their form as text; where the arms are drawn, it is not.
    Arm(Side),
    /// A small drawing that looks towards a side. The label of a tile with a figure is its form as
    /// text; where the figure is drawn, neither the label nor an arrow is.
    Figure(Pictogram, Side),
    /// A number that belongs to a figure. Front ends without figures leave it out.
    Count(u32),
}

/// What a figure shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pictogram {
    /// Somebody who walks.
    Walker,
    /// Somebody who climbs a wall.
    Climber,
    /// Somebody under an umbrella.
    Floater,
    /// Somebody who digs straight down.
    Digger,
    /// Somebody who digs slantwise.
    Miner,
    /// Somebody who breaks through a wall.
    Basher,
    /// Somebody who lays steps.
    Builder,
    /// Somebody who lets nobody pass.
    Blocker,
    /// Somebody who is about to explode.
    Bomber,
    /// A trap door that lets people in.
    Entrance,
    /// A gate that lets people out.
    Exit,
    /// A head with an open mouth.
    Eater,
    /// A ghost.
    Ghost,
    /// A box that can be pushed.
    Crate,
    /// A light bulb.
    Bulb,
}

/// One tile of a picture; x from the left, y from the top, both from 0.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tile {
    /// Column, from the left.
    pub x: u32,
    /// Row, from the top.
    pub y: u32,
    /// Number of layers below. The highest of several tiles in one place is seen and touched first.
    pub layer: u8,
    /// Role, from which front ends choose the appearance.
    pub tint: Tint,
    /// Text on the tile, where the tint alone is not enough.
    pub label: String,
    /// Other marks on the tile.
    pub marks: Vec<Mark>,
}

impl Tile {
    /// Creates a tile on the lowest layer without marks.
    pub fn new(x: u32, y: u32, tint: Tint, label: impl Into<String>) -> Self {
        Tile { x, y, tint, label: label.into(), ..Tile::default() }
    }

    /// Adds a mark to the tile.
    #[must_use]
    pub fn marked(mut self, mark: Mark) -> Self {
        self.marks.push(mark);
        self
    }

    /// Moves the tile to another layer.
    #[must_use]
    pub fn on_layer(mut self, layer: u8) -> Self {
        self.layer = layer;
        self
    }
}

/// The shape of the tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum TileShape {
    /// Squares, each one column wide.
    #[default]
    Square,
    /// Hexagons, each two columns wide, so that rows can be shifted by half a tile.
    Hex,
    /// Squares, each two columns wide and two rows high, so that tiles of the next layer can be
    /// shifted by half a tile in both directions.
    Large,
}

impl TileShape {
    /// Returns how many columns a tile takes.
    pub fn columns(self) -> u32 {
        match self {
            TileShape::Square => 1,
            TileShape::Hex | TileShape::Large => 2,
        }
    }

    /// Returns how many rows a tile takes.
    pub fn rows(self) -> u32 {
        match self {
            TileShape::Square | TileShape::Hex => 1,
            TileShape::Large => 2,
        }
    }
}

/// The kind of a line between the middles of two tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LinkKind {
    /// A clue: the tiles are neighbours that belong together. If they do not touch, they are
    /// neighbours across the edge of the board.
    Tie,
    /// A tie that the player has drawn.
    DrawnTie,
    /// A drawn line: part of a path or a loop, or a bridge.
    Line,
    /// Two lines side by side, such as a double bridge.
    Double,
    /// Light that falls from one tile to the other.
    Beam,
    /// An edge of a graph whose vertices are the tiles.
    GraphEdge,
}

impl LinkKind {
    /// Returns whether the line says that two neighbours belong together.
    pub fn is_tie(self) -> bool {
        matches!(self, LinkKind::Tie | LinkKind::DrawnTie)
    }
}

/// A straight line between the middles of two tiles, each by its column and row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Link {
    /// End that comes first in reading order.
    pub from: (u32, u32),
    /// The other end.
    pub to: (u32, u32),
    /// Kind of the line.
    pub kind: LinkKind,
}

impl Link {
    /// Returns whether the ends touch each other on a board of this shape.
    pub fn is_short(&self, shape: TileShape) -> bool {
        let (across, down) = (self.from.0.abs_diff(self.to.0), self.from.1.abs_diff(self.to.1));
        across <= shape.columns() && down <= shape.rows()
    }

    /// Returns the steps to the right and down, in columns and rows, that lead from the first end
    /// to the other one if they are neighbours, possibly across the edge of the board.
    pub fn step(&self, shape: TileShape) -> (i32, i32) {
        // Tiles that are too far apart to touch are neighbours in the opposite direction.
        let near = |from: u32, to: u32, reach: u32, step: u32| {
            let towards = to as i32 - from as i32;
            if from.abs_diff(to) <= reach { towards } else { -towards.signum() * step as i32 }
        };
        let down = near(self.from.1, self.to.1, shape.rows(), shape.rows());
        let is_slanted = shape == TileShape::Hex && down != 0;
        let columns = shape.columns();
        let right = near(self.from.0, self.to.0, columns, if is_slanted { 1 } else { columns });
        (right, down)
    }
}

/// What is drawn on a side of a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EdgeMark {
    /// Empty so far, but a line may be drawn.
    Open,
    /// A thin line between cells.
    Border,
    /// A thick line between regions.
    Region,
    /// A solid wall.
    Wall,
    /// A wall that nothing breaks, where others can be broken.
    Barrier,
    /// A drawn line: part of a loop.
    Line,
    /// A cross: no line goes here.
    Cross,
    /// A dot: a clue about the two tiles.
    Dot,
}

impl EdgeMark {
    /// Returns whether this is a wall between tiles.
    pub fn is_wall(self) -> bool {
        matches!(self, EdgeMark::Wall | EdgeMark::Barrier)
    }
}

/// A side of a tile of a square board, and what is on it. The right side of a tile is the left side
/// of the next one; pictures may use either form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Edge {
    /// Column of the tile.
    pub x: u32,
    /// Row of the tile.
    pub y: u32,
    /// Side of the tile.
    pub side: Side,
    /// What is on the side.
    pub mark: EdgeMark,
}

impl Edge {
    /// Returns the corners at which the edge begins and ends; corner (x, y) is the upper left one
    /// of tile (x, y).
    pub fn ends(&self) -> [(u32, u32); 2] {
        let Edge { x, y, .. } = *self;
        match self.side {
            Side::Top => [(x, y), (x + 1, y)],
            Side::Right => [(x + 1, y), (x + 1, y + 1)],
            Side::Bottom => [(x, y + 1), (x + 1, y + 1)],
            Side::Left => [(x, y), (x, y + 1)],
        }
    }
}

/// A board of tiles.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Picture {
    /// Shape of the tiles.
    pub shape: TileShape,
    /// Width in columns.
    pub columns: u32,
    /// Height in rows.
    pub rows: u32,
    /// Tiles in any order; places without a tile are not part of the board.
    pub tiles: Vec<Tile>,
    /// Lines between the middles of tiles.
    pub links: Vec<Link>,
    /// Marks on the sides of tiles.
    pub edges: Vec<Edge>,
    /// Corners with a dot; corner (x, y) is the upper left one of tile (x, y).
    pub dots: Vec<(u32, u32)>,
}

impl Picture {
    /// Creates a board of squares.
    pub fn of_squares(columns: u32, rows: u32, tiles: Vec<Tile>) -> Self {
        Picture { columns, rows, tiles, ..Picture::default() }
    }

    /// Creates a full board of squares, each made from its column and row.
    pub fn grid(columns: u32, rows: u32, tile: impl Fn(u32, u32) -> Tile) -> Self {
        let places = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
        Picture::of_squares(columns, rows, places.map(|(x, y)| tile(x, y)).collect())
    }

    /// Adds thick lines around regions: between tiles to which `region` gives different values, and
    /// around the board.
    #[must_use]
    pub fn with_regions<R: PartialEq>(mut self, region: impl Fn(u32, u32) -> R) -> Self {
        for y in 0..self.rows {
            for x in 0..self.columns {
                let mut divide = |side| {
                    self.edges.push(Edge { x, y, side, mark: EdgeMark::Region });
                };
                if x == 0 || region(x - 1, y) != region(x, y) {
                    divide(Side::Left);
                }
                if y == 0 || region(x, y - 1) != region(x, y) {
                    divide(Side::Top);
                }
                if x + 1 == self.columns {
                    divide(Side::Right);
                }
                if y + 1 == self.rows {
                    divide(Side::Bottom);
                }
            }
        }
        self
    }

    /// Adds dots on all corners.
    #[must_use]
    pub fn with_dots(mut self) -> Self {
        let corners = (0..=self.rows).flat_map(|y| (0..=self.columns).map(move |x| (x, y)));
        self.dots.extend(corners);
        self
    }

    /// Adds a mark on an edge.
    #[must_use]
    pub fn with_edge(mut self, x: u32, y: u32, side: Side, mark: EdgeMark) -> Self {
        self.edges.push(Edge { x, y, side, mark });
        self
    }

    /// Adds a line between the middles of two tiles.
    #[must_use]
    pub fn with_link(mut self, from: (u32, u32), to: (u32, u32), kind: LinkKind) -> Self {
        self.links.push(Link { from, to, kind });
        self
    }

    /// Returns whether lines are drawn on or between the tiles, other than walls and ties.
    pub fn has_lines(&self) -> bool {
        let has_arm = |tile: &Tile| tile.marks.iter().any(|mark| matches!(mark, Mark::Arm(_)));
        self.edges.iter().any(|edge| !edge.mark.is_wall())
            || self.links.iter().any(|link| !link.kind.is_tie())
            || !self.dots.is_empty()
            || self.tiles.iter().any(has_arm)
    }

    /// Returns whether a tie goes across the edge of the board.
    pub fn is_wrapped(&self) -> bool {
        let is_far = |link: &Link| link.kind.is_tie() && !link.is_short(self.shape);
        self.links.iter().any(is_far)
    }

    /// Returns the tile at a place; the highest one if there are several.
    pub fn tile(&self, x: u32, y: u32) -> Option<&Tile> {
        let here = self.tiles.iter().filter(|tile| (tile.x, tile.y) == (x, y));
        here.reduce(|best, tile| if tile.layer > best.layer { tile } else { best })
    }
}

#[cfg(test)]
mod tests;
