//! Generates piles from a shape and a seed: dealt at random, dealt so that they can be solved, or
//! solvable and hard.
//!
//! A solvable deal comes from playing on tiles without faces: two random places in play get
//! matching faces and are removed, until none is left; a dead end begins again. Such deals are
//! easier than random ones that happen to be solvable. A hard pile is the one of several solvable
//! deals that took the solver the most contradictions; each of them is random if that can be
//! solved, and made by play if not.

use quarry_core::{Generate, GenerateError, Meter, Rng, settings};

use super::Shanghai;
use crate::mahjong::pairing_solver::{PairingSolver, PairingStep};
use crate::mahjong::{PileShape, TileFace, TileSet, kmahjongg, layouts};

settings! {
    /// Parameters of generated piles.
    pub struct Params {
        /// Shape of the pile.
        pub layout: &'static str = "turtle", layouts::NAMES;
        /// Text of a KMahjongg layout file, which replaces the built-in shape.
        pub layout_text: String = String::new(), "the text of a KMahjongg layout, or nothing";
        /// How tiles are dealt: at random, so that the pile can be solved, or solvable but hard.
        pub deal: &'static str = "random", ["random", "solvable", "hard"];
        /// With deal=hard: number of deals from which the hardest is chosen.
        pub tries: u64 = 20, 1..=10_000;
    }
}

/// Number of dead ends after which no solvable deal is looked for any more.
const MOST_DEAD_ENDS: usize = 200;

/// Steps after which a deal is left aside.
const MOST_STEPS: usize = 50_000;

impl Generate for Shanghai {
    type Params = Params;

    fn generate(params: &Params, seed: u64, meter: &mut Meter) -> Result<Self, GenerateError> {
        let shape = kmahjongg::chosen(params.layout, &params.layout_text)?;
        let faces = match params.deal {
            "random" => dealt(shape.tiles(), seed),
            "solvable" => deal_solvable(&shape, seed, meter)?,
            _ => hardest(&shape, params.tries, seed, meter)?,
        };
        Ok(Shanghai::new(shape, faces))
    }
}

/// Deals a set of tiles at random. Every deal is equally likely.
pub(super) fn dealt(tiles: usize, seed: u64) -> Vec<TileFace> {
    let mut faces = TileFace::dealt_from(&TileFace::full_set(), tiles);
    Rng::new(seed).shuffle(&mut faces);
    faces
}

/// Deals tiles so that the pile can be solved.
pub(super) fn deal_solvable(
    shape: &PileShape,
    seed: u64,
    meter: &mut Meter,
) -> Result<Vec<TileFace>, GenerateError> {
    let mut rng = Rng::new(seed);
    let set = TileFace::dealt_from(&TileFace::full_set(), shape.tiles());
    let mut pairs: Vec<[TileFace; 2]> = set.chunks(2).map(|pair| [pair[0], pair[1]]).collect();
    for _ in 0..MOST_DEAD_ENDS {
        rng.shuffle(&mut pairs);
        let mut left = TileSet::first(shape.tiles());
        let mut faces = set.clone();
        for pair in &pairs {
            if !meter.goes_on() {
                return Err(GenerateError::Stopped);
            }
            let mut free: Vec<usize> = shape.free(&left).iter().collect();
            if free.len() < 2 {
                break;
            }
            for &face in pair {
                let tile = free.swap_remove(rng.below(free.len()));
                faces[tile] = face;
                left.remove(tile);
            }
        }
        if left.is_empty() {
            return Ok(faces);
        }
    }
    let why = "no way to remove all tiles of this shape was found, whatever their faces: ask for \
        another layout or for deal=random";
    Err(why.to_owned().into())
}

/// Returns the hardest of several deals that can be solved.
fn hardest(
    shape: &PileShape,
    tries: u64,
    seed: u64,
    meter: &mut Meter,
) -> Result<Vec<TileFace>, GenerateError> {
    let mut best: Option<(u64, Vec<TileFace>)> = None;
    for index in 0..tries {
        let own_seed = Rng::stream(seed, index).bits();
        let mut faces = dealt(shape.tiles(), own_seed);
        let mut effort = effort(shape, &faces, meter)?;
        if effort.is_none() {
            faces = deal_solvable(shape, own_seed, meter)?;
            effort = self::effort(shape, &faces, meter)?;
        }
        if effort.is_some() && effort > best.as_ref().map(|(most, _)| *most) {
            best = effort.map(|effort| (effort, faces));
        }
    }
    best.map(|(_, faces)| faces).ok_or_else(|| {
        let why = format!("none of {tries} deals was solved in time: ask for more tries");
        why.into()
    })
}

/// Returns the number of contradictions on the way to a solution, if one is found soon.
fn effort(
    shape: &PileShape,
    faces: &[TileFace],
    meter: &mut Meter,
) -> Result<Option<u64>, GenerateError> {
    let puzzle = Shanghai::new(shape.clone(), faces.to_vec());
    let whole = TileSet::first(shape.tiles());
    let mut solver = PairingSolver::new(shape, whole, &puzzle.group_of, u128::MAX);
    for _ in 0..MOST_STEPS {
        if !meter.goes_on() {
            return Err(GenerateError::Stopped);
        }
        match solver.step() {
            PairingStep::Working => {}
            PairingStep::Solved(_) => return Ok(Some(solver.conflicts())),
            PairingStep::Refuted(_) => break,
        }
    }
    Ok(None)
}
