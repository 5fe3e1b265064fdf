//! Generates games from a shape, with the seed as their luck.

use quarry_core::{Generate, GenerateError, Meter, settings};

use super::ShanghaiGame;
use super::setup::Setup;
use crate::mahjong::{TileFace, kmahjongg, layouts};

settings! {
    /// Parameters of generated games.
    pub struct Params {
        /// Shape of the pile.
        pub layout: &'static str = "turtle", layouts::NAMES;
        /// Text of a KMahjongg layout file, which replaces the built-in shape.
        pub layout_text: String = String::new(), "the text of a KMahjongg layout, or nothing";
    }
}

impl Generate for ShanghaiGame {
    type Params = Params;

    fn generate(params: &Params, seed: u64, _: &mut Meter) -> Result<Self, GenerateError> {
        if i64::try_from(seed).is_err() {
            let why = format!("{seed} is too large for a file: ask for a seed up to {}", i64::MAX);
            return Err(why.into());
        }
        let shape = kmahjongg::chosen(params.layout, &params.layout_text)?;
        let set = TileFace::dealt_from(&TileFace::full_set(), shape.tiles());
        Ok(ShanghaiGame::new(Setup::new(shape, set), Some(seed)))
    }
}
