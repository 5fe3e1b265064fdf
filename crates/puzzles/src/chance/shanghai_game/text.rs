//! Text forms of games and episodes.
//!
//! An instance is a TOML file: `layers` as in the open puzzle, with `??` for every face; `faces`,
//! which lists one face for each tile, separated by blanks (if it is left out, the groups of four
//! of a full set in order, as many as there are tiles); and `seed` (the luck of the game; without
//! it every run has its own). An answer is a list of pairs. If the instance has no seed, the answer
//! begins with its own: `"seed 7"`.

use quarry_core::{Document, Located, ParseError, Position, Puzzle};

use super::ShanghaiGame;
use super::setup::Setup;
use crate::luck::read_seed;
use crate::mahjong::drawing::{check_puzzle, is_face_character, layers, show_layers};
use crate::mahjong::{PileShape, TileFace};

const HIDDEN: TileFace = TileFace(['?', '?']);

/// Reads an instance.
pub(super) fn parse(text: &str) -> Result<ShanghaiGame, ParseError> {
    let document = Document::parse(text)?;
    document.only(&["rules", "layers", "faces", "seed"])?;
    check_puzzle(&document, ShanghaiGame::ID)?;
    if let Some(rules) = document.text("rules")?
        && rules.value != "hidden"
    {
        let expected = "`rules = \"hidden\"` (with known faces, the puzzle is shanghai)";
        return Err(rules.wrong(expected, format!("\"{}\"", rules.value)));
    }
    let tiles = layers(&document)?;
    if let Some(tile) = tiles.iter().find(|tile| tile.face != HIDDEN) {
        let expected = "?? for every face, because faces are hidden";
        return Err(ParseError::new(tile.at, expected, tile.face.to_string()));
    }
    if tiles.len() % 2 == 1 {
        let last = tiles.last().map_or(Position::START, |tile| tile.at);
        return Err(ParseError::new(last, "an even number of tiles", tiles.len().to_string()));
    }
    let faces = match document.text("faces")? {
        None => TileFace::dealt_from(&TileFace::full_set(), tiles.len()),
        Some(list) => read_faces(&list, tiles.len())?,
    };
    let seed = read_seed(&document)?;
    let places = tiles.iter().map(|tile| tile.place).collect();
    Ok(ShanghaiGame::new(Setup::new(PileShape::new(places), faces), seed))
}

fn read_faces(list: &Located<&str>, tiles: usize) -> Result<Vec<TileFace>, ParseError> {
    let mut faces = Vec::new();
    for word in list.value.split_whitespace() {
        let mut characters = word.chars();
        let face = match (characters.next(), characters.next(), characters.next()) {
            (Some(one), Some(other), None) => Some([one, other]),
            _ => None,
        };
        let is_face = |face: &[char; 2]| face.iter().all(|&it| is_face_character(it));
        let face = face.filter(is_face).filter(|&face| TileFace(face) != HIDDEN);
        let expected = "faces of two characters, such as B1, separated by blanks";
        faces.push(TileFace(face.ok_or_else(|| list.wrong(expected, format!("`{word}`")))?));
    }
    if faces.len() != tiles {
        let expected = format!("{tiles} faces, one for each tile");
        return Err(list.wrong(expected, faces.len().to_string()));
    }
    let odd = faces
        .iter()
        .find(|face| faces.iter().filter(|other| other.kind() == face.kind()).count() % 2 == 1);
    match odd {
        None => Ok(faces),
        Some(face) => {
            let expected = format!("an even number of tiles that match {face}");
            Err(list.wrong(expected, "an odd number"))
        }
    }
}

/// Number of faces in a line of a file.
const FACES_IN_A_LINE: usize = 16;

/// Writes an instance.
pub(super) fn show(setup: &Setup, luck: Option<u64>) -> String {
    let mut text = format!("puzzle = \"{}\"\n", ShanghaiGame::ID);
    if setup.set() != TileFace::dealt_from(&TileFace::full_set(), setup.set().len()) {
        text.push_str("faces = \"\"\"\n");
        for line in setup.set().chunks(FACES_IN_A_LINE) {
            let words: Vec<String> = line.iter().map(TileFace::to_string).collect();
            text.push_str(&words.join(" "));
            text.push('\n');
        }
        text.push_str("\"\"\"\n");
    }
    if let Some(luck) = luck {
        text.push_str(&format!("seed = {luck}\n"));
    }
    text + &show_layers(setup.shape(), |_| HIDDEN)
}
