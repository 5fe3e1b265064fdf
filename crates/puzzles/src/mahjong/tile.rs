//! Tiles: where they lie, what they show, and pairs of them.

use std::fmt;

use quarry_core::Numbered;

/// The upper left quarter of a tile: column, row and layer, all from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TilePlace {
    /// Column in quarter cells, from the left.
    pub column: u8,
    /// Row in quarter cells, from the top.
    pub row: u8,
    /// Layer, from the lowest.
    pub layer: u8,
}

impl TilePlace {
    /// Order in which tiles are listed: layer by layer, each in reading order.
    pub(crate) fn rank(self) -> (u8, u8, u8) {
        (self.layer, self.row, self.column)
    }

    fn number(self) -> u64 {
        u64::from(self.layer) << 16 | u64::from(self.row) << 8 | u64::from(self.column)
    }

    fn of_number(number: u64) -> Self {
        TilePlace { column: number as u8, row: (number >> 8) as u8, layer: (number >> 16) as u8 }
    }
}

impl fmt::Display for TilePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let from_one = |number: u8| u32::from(number) + 1;
        write!(f, "{},{},{}", from_one(self.column), from_one(self.row), from_one(self.layer))
    }
}

/// A move: the two tiles that are removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TilePair {
    /// The tile that is named first.
    pub first: TilePlace,
    /// The other tile.
    pub second: TilePlace,
}

impl TilePair {
    /// Whether both name the same two tiles, in any order.
    pub(crate) fn is_same(self, other: TilePair) -> bool {
        self == other || self == TilePair { first: other.second, second: other.first }
    }
}

impl fmt::Display for TilePair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.first, self.second)
    }
}

impl Numbered for TilePair {
    fn number(self) -> u64 {
        self.first.number() << 24 | self.second.number()
    }

    fn of_number(number: u64) -> Self {
        TilePair { first: TilePlace::of_number(number >> 24), second: TilePlace::of_number(number) }
    }
}

/// What a tile shows: two characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TileFace(pub [char; 2]);

/// The faces of a full set that occur four times each.
const FOURFOLD: [&str; 34] = [
    "B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8", "B9", "C1", "C2", "C3", "C4", "C5", "C6", "C7",
    "C8", "C9", "D1", "D2", "D3", "D4", "D5", "D6", "D7", "D8", "D9", "WE", "WS", "WW", "WN", "RR",
    "RG", "RW",
];

impl TileFace {
    fn of(text: &str) -> Self {
        let mut characters = text.chars();
        TileFace([(); 2].map(|()| characters.next().expect("a face has two characters")))
    }

    /// Returns what all faces that match this one have in common: the four flowers match each
    /// other, and so do the four seasons.
    pub fn kind(self) -> TileFace {
        match self.0 {
            [suit @ ('F' | 'S'), '1'..='4'] => TileFace([suit, '1']),
            _ => self,
        }
    }

    /// Returns the name of the face's group in a sentence.
    pub fn group_name(self) -> String {
        match self.kind().0 {
            ['F', '1'] => "the flowers".to_owned(),
            ['S', '1'] => "the seasons".to_owned(),
            _ => format!("the {self}"),
        }
    }

    /// The groups of four of a full set, in a fixed order.
    pub(crate) fn full_set() -> Vec<[TileFace; 4]> {
        let fourfold = FOURFOLD.iter().map(|face| [TileFace::of(face); 4]);
        let bonus =
            ['F', 'S'].map(|suit| ['1', '2', '3', '4'].map(|digit| TileFace([suit, digit])));
        fourfold.chain(bonus).collect()
    }

    /// The faces for an even number of tiles: groups of four of the full set in this order, from
    /// the first again after the last, and half of one group if two tiles are left over.
    pub(crate) fn dealt_from(groups: &[[TileFace; 4]], tiles: usize) -> Vec<TileFace> {
        groups.iter().cycle().flatten().copied().take(tiles).collect()
    }
}

impl fmt::Display for TileFace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|character| write!(f, "{character}"))
    }
}
