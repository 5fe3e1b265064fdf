//! Text forms of instances. An instance is a TOML file with `layers` (`mahjong/drawing.rs`); `rules`
//! may say `open`.
//!
//! A layout file of KMahjongg is read too. It has no faces, so it is dealt with seed 1, so that the
//! pile can be removed if any deal of the shape was found that can. Other deals come from the
//! generator, which takes the same text.

use quarry_core::{Document, Meter, ParseError, Puzzle};

use super::Shanghai;
use super::generate::{deal_solvable, dealt};
use crate::mahjong::drawing::{check_puzzle, layers, show_layers};
use crate::mahjong::{PileShape, kmahjongg};

/// Seed with which a layout is dealt that is opened as an instance.
const USUAL_SEED: u64 = 1;

/// Reads an instance.
pub(super) fn parse(text: &str) -> Result<Shanghai, ParseError> {
    if kmahjongg::is_layout(text) {
        return deal_to(kmahjongg::read_shape(text)?);
    }
    let document = Document::parse(text)?;
    document.only(&["rules", "layers"])?;
    check_puzzle(&document, Shanghai::ID)?;
    if let Some(rules) = document.text("rules")?
        && rules.value != "open"
    {
        let expected = "`rules = \"open\"` (with hidden faces, the puzzle is shanghai-game)";
        return Err(rules.wrong(expected, format!("\"{}\"", rules.value)));
    }
    let tiles = layers(&document)?;
    for tile in &tiles {
        let kind = tile.face.kind();
        let matching = tiles.iter().filter(|other| other.face.kind() == kind).count();
        if matching % 2 == 1 {
            let expected = format!("an even number of tiles that match {}", tile.face);
            return Err(ParseError::new(tile.at, expected, matching.to_string()));
        }
    }
    let places = tiles.iter().map(|tile| tile.place).collect();
    Ok(Shanghai::new(PileShape::new(places), tiles.iter().map(|tile| tile.face).collect()))
}

/// Deals tiles to a shape.
fn deal_to(shape: PileShape) -> Result<Shanghai, ParseError> {
    let solvable = deal_solvable(&shape, USUAL_SEED, &mut Meter::unlimited()).ok();
    let faces = solvable.unwrap_or_else(|| dealt(shape.tiles(), USUAL_SEED));
    Ok(Shanghai::new(shape, faces))
}

/// Writes an instance.
pub(super) fn show(puzzle: &Shanghai) -> String {
    let drawing = show_layers(&puzzle.shape, |tile| puzzle.faces[tile]);
    format!("puzzle = \"{}\"\n{drawing}", Shanghai::ID)
}
