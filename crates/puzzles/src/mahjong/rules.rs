//! The reference rules, used by the judge: written from the rules of the game alone, without speed
//! in mind.

use quarry_core::{Foul, Score, Verdict};

use super::tile::{TileFace, TilePair, TilePlace};

/// Replays a line from the whole pile. Returns the number of tiles removed, or the first pair that
/// breaks the rules.
pub(crate) fn judge(tiles: &[(TilePlace, TileFace)], line: &[TilePair]) -> Result<Verdict, Foul> {
    let mut left = tiles.to_vec();
    for (at, pair) in line.iter().enumerate() {
        let foul = |why: String| Err(Foul { at, why });
        if left.is_empty() {
            return foul("the puzzle is solved already".to_owned());
        }
        let both = [pair.first, pair.second];
        for place in both {
            if !left.iter().any(|&(tile, _)| tile == place) {
                let was_there = tiles.iter().any(|&(tile, _)| tile == place);
                let since = if was_there { "it is gone already" } else { "there never was one" };
                return foul(format!("there is no tile at {place}: {since}"));
            }
        }
        if pair.first == pair.second {
            return foul(format!("{place}: one tile is no pair", place = pair.first));
        }
        for place in both {
            if let Some((cover, _)) = left.iter().find(|(other, _)| lies_on(*other, place)) {
                return foul(format!("{place} is covered by the tile at {cover}"));
            }
        }
        for place in both {
            if is_hemmed_in(place, &left) {
                return foul(format!(
                    "{place} is hemmed in: tiles touch it on the left and on the right"
                ));
            }
        }
        let [one, other] = both.map(|place| face_at(place, &left));
        if !match_each_other(one, other) {
            return foul(format!("{one} and {other} do not match"));
        }
        left.retain(|(place, _)| !both.contains(place));
    }
    let removed = (tiles.len() - left.len()) as Score;
    Ok(Verdict { solved: left.is_empty(), score: removed })
}

/// Whether a tile overlaps a tile of a lower layer in any quarter.
pub(crate) fn lies_on(upper: TilePlace, lower: TilePlace) -> bool {
    upper.layer > lower.layer
        && quarters(upper).iter().any(|quarter| quarters(lower).contains(quarter))
}

/// The columns and rows of the four quarters of a tile.
fn quarters(place: TilePlace) -> [(u32, u32); 4] {
    let (column, row) = (u32::from(place.column), u32::from(place.row));
    [(column, row), (column + 1, row), (column, row + 1), (column + 1, row + 1)]
}

/// Whether tiles touch both the left and the right side.
pub(crate) fn is_hemmed_in(place: TilePlace, left: &[(TilePlace, TileFace)]) -> bool {
    let touches = |side: i64| {
        left.iter().any(|&(other, _)| {
            other.layer == place.layer
                && i64::from(other.column) == i64::from(place.column) + side
                && other.row.abs_diff(place.row) <= 1
        })
    };
    touches(-2) && touches(2)
}

fn face_at(place: TilePlace, left: &[(TilePlace, TileFace)]) -> TileFace {
    let tile = left.iter().find(|&&(other, _)| other == place);
    tile.expect("the tile was found before").1
}

/// Whether two faces match: they are equal, both flowers, or both seasons.
pub(crate) fn match_each_other(one: TileFace, other: TileFace) -> bool {
    let is_one_of =
        |face: TileFace, suit: char| face.0[0] == suit && ('1'..='4').contains(&face.0[1]);
    one == other || ['F', 'S'].iter().any(|&suit| is_one_of(one, suit) && is_one_of(other, suit))
}
