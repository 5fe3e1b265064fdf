//! Instant Insanity: cubes with coloured faces are turned and put in a row so that no colour shows
//! twice along any of its four long sides. NP-complete: E. Robertson and I. Munro,
//! "NP-completeness, puzzles and games", 1978.
//!
//! A cube is a row of six colours: top, front, bottom, back, left, right. The order of the cubes
//! does not matter, so they stay in the given one. Turning the whole row about its axis or end for
//! end gives the same answer eight times over; solutions are counted by the first of them in the
//! alphabet, while the judge takes any.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use quarry_core::{
    About, Corner, Document, Example, Fault, Foul, GenerateError, Literal, Mark, Meter, ParseError,
    Picture, Place, Rng, Tier, Tile, Tint, Value, Values, settings,
};
use quarry_pencil::{
    BoardText, CellGrid, ClueSymmetry, Declaration, Draft, EntryValues, OPEN, RuleBook, Shape,
    Sheet, Spot,
};

/// The faces of a cube in the order of a row. The first four are the ring that shows.
const FACES: [&str; 6] = ["top", "front", "bottom", "back", "left", "right"];

/// The faces that show: the ring around the row's axis.
const RING: usize = 4;

/// A cube as it lies: the colour of each face.
type Cube = [Value; 6];

/// An instance: the colours in the order of the alphabet, and the cubes.
#[derive(Debug, Clone, PartialEq)]
pub struct InstantInsanity {
    colours: Vec<String>,
    cubes: Vec<Cube>,
}

settings! {
    /// What a generated row of cubes looks like.
    pub struct InstantInsanityOptions {
        /// Number of cubes, and of colours.
        pub cubes: u64 = 4, 1..=26;
    }
}

/// The 24 ways to turn a cube: for each face the one that comes there.
fn turns() -> Vec<[usize; 6]> {
    // Rolled forward about the row's axis, and turned about the vertical.
    let roll = |[top, front, bottom, back, left, right]: [usize; 6]| {
        [back, top, front, bottom, left, right]
    };
    let spin = |[top, front, bottom, back, left, right]: [usize; 6]| {
        [top, right, bottom, left, front, back]
    };
    let mut turns = vec![[0, 1, 2, 3, 4, 5]];
    let mut at = 0;
    while at < turns.len() {
        for next in [roll(turns[at]), spin(turns[at])] {
            if !turns.contains(&next) {
                turns.push(next);
            }
        }
        at += 1;
    }
    turns
}

/// The eight ways to turn the whole row, by what they do with a ring.
fn row_turns() -> Vec<[usize; RING]> {
    let shift = |by: usize| std::array::from_fn(|face| (face + by) % RING);
    let mirror = |by: usize| std::array::from_fn(|face| (RING + by - face) % RING);
    (0..RING).map(shift).chain((0..RING).map(mirror)).collect()
}

/// The colours of a cube that show.
fn ring(cube: &Cube) -> [Value; RING] {
    std::array::from_fn(|face| cube[face])
}

/// The ways that a cube can lie, one for each ring: the one with the smallest ends.
fn ways(cube: &Cube) -> Vec<Cube> {
    let all: BTreeSet<Cube> = turns().iter().map(|turn| turn.map(|face| cube[face])).collect();
    let mut ways: Vec<Cube> = Vec::new();
    for way in all {
        if ways.last().is_none_or(|last| ring(last) != ring(&way)) {
            ways.push(way);
        }
    }
    ways
}

/// The written form of a row: the smallest of its eight images.
fn written_form(row: &[Cube]) -> Vec<Cube> {
    let image = |turn: [usize; RING]| -> Vec<Cube> {
        let lying = |cube: &Cube| {
            let turned = turn.map(|face| cube[face]);
            ways(cube).into_iter().find(|way| ring(way) == turned)
        };
        row.iter().filter_map(lying).collect()
    };
    let images = row_turns().into_iter().map(image);
    images.min_by_key(|image| image.iter().map(ring).collect::<Vec<_>>()).unwrap_or_default()
}

impl InstantInsanity {
    fn spot(cube: usize, face: usize) -> usize {
        cube * FACES.len() + face
    }

    /// Colours for one face of each cube: on the ring all of them, in any order.
    fn random_side(face: usize, cubes: usize, rng: &mut Rng) -> Vec<Value> {
        if face >= RING {
            return (0..cubes).map(|_| rng.below(cubes) as Value).collect();
        }
        let mut along: Vec<Value> = (0..cubes as Value).collect();
        rng.shuffle(&mut along);
        along
    }

    /// A draft of cubes that lie as in a solution: they are turned at random.
    fn turned(mut cubes: Vec<Cube>, rng: &mut Rng) -> Draft<Self> {
        let solution = written_form(&cubes).into_iter().flatten().map(Some).collect();
        let turns = turns();
        for cube in &mut cubes {
            *cube = turns[rng.below(turns.len())].map(|face| cube[face]);
        }
        let colours = ('A'..='Z').take(cubes.len()).map(String::from).collect();
        Draft { puzzle: InstantInsanity { colours, cubes }, solution }
    }
}

impl Declaration for InstantInsanity {
    const ID: &'static str = "instant-insanity";
    const ABOUT: About = About {
        title: "Instant Insanity",
        rules: "Turn each cube so that, when they stand in a row, no colour shows twice along the \
            top, along the front, along the bottom or along the back. The ends of the cubes do not \
            count.",
        complexity: "NP-complete (Robertson and Munro, 1978).",
    };
    const SHAPES: &'static [Shape] = &[
        Shape::new("colour taken", Tier::Easy, 1, |step| {
            step.is_one("side") && step.facts.len() == 1
        }),
        Shape::new("turns of a cube", Tier::Easy, 2, |step| step.is_one("cube")),
        Shape::new("colours of a side", Tier::Medium, 4, |step| step.is_one("side")),
        Shape::new("cube and side", Tier::Medium, 6, |step| {
            step.rules.len() == 2 && step.is_of(&["cube", "side"])
        }),
    ];
    type Options = InstantInsanityOptions;

    fn read(board: &BoardText<'_>, _: &Document<'_>) -> Result<Self, ParseError> {
        let wanted = "six colours: top, front, bottom, back, left, right";
        for (row, line) in board.rows().iter().zip(board.lines()) {
            if row.len() != FACES.len() {
                return Err(line.wrong(wanted, row.len().to_string()));
            }
        }
        let colour = |token: &str| (!matches!(token, "_" | "." | "-")).then(|| token.to_owned());
        let (_, tokens) = board.cells("a colour", colour)?;
        let names: BTreeSet<&String> = tokens.iter().collect();
        let colours: Vec<String> = names.into_iter().cloned().collect();
        let index = |token: &String| colours.binary_search(token).unwrap_or(0) as Value;
        let faces: Vec<Value> = tokens.iter().map(index).collect();
        let cubes = faces.chunks_exact(FACES.len());
        let cubes = cubes.map(|cube| std::array::from_fn(|face| cube[face])).collect();
        Ok(InstantInsanity { colours, cubes })
    }

    fn sheet(&self) -> Sheet {
        let token = |spot: usize| self.mark(self.cubes[spot / FACES.len()][spot % FACES.len()]);
        Sheet { is_compact: true, ..Sheet::spaced(self.grid(), token) }
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        vec![("cubes", self.cubes.len().to_string()), ("colours", self.colours.len().to_string())]
    }

    fn examples() -> &'static [Example] {
        examples!["first", "3", "4", "4-hard", "5", "6", "8", "10", "12"]
    }

    fn grid(&self) -> CellGrid {
        CellGrid { rows: self.cubes.len(), columns: FACES.len() }
    }

    fn spots(&self) -> Vec<Spot> {
        let spot = |cube: usize, face: usize| Spot {
            place: Place::Cell(face as u32, cube as u32),
            name: format!("{},{}", cube + 1, FACES[face]),
            words: format!("the {} of cube {}", FACES[face], cube + 1),
            values: Values::below(self.colours.len()),
            given: None,
        };
        let cubes = 0..self.cubes.len();
        cubes.flat_map(|cube| (0..FACES.len()).map(move |face| spot(cube, face))).collect()
    }

    fn mark(&self, value: Value) -> String {
        self.colours[usize::from(value)].clone()
    }

    fn unmark(&self, text: &str) -> Option<Value> {
        let found = self.colours.iter().position(|colour| colour == text);
        found.map(|index| index as Value)
    }

    fn marks_in_words(&self) -> String {
        format!("one of the colours {}", self.colours.join(", "))
    }

    fn read_answer(&self, board: &BoardText<'_>) -> Result<EntryValues, Foul> {
        let (found, wanted) = (board.rows().len(), self.cubes.len());
        if found != wanted {
            let plural = if found == 1 { "" } else { "s" };
            return Err(Foul { at: 0, why: format!("{found} cube{plural}, not {wanted}") });
        }
        let mut filling = EntryValues::new();
        for (cube, row) in board.rows().iter().enumerate() {
            if row.len() != FACES.len() {
                let plural = if row.len() == 1 { "" } else { "s" };
                let why = format!("cube {} has {} face{plural}", cube + 1, row.len());
                return Err(Foul { at: cube, why });
            }
            for token in row {
                let place = self.grid().words(filling.len());
                let colour = self.unmark(token.value);
                if colour.is_none() && token.value != OPEN {
                    let why = format!("{place}: unknown mark '{}'", token.value);
                    return Err(Foul { at: cube, why });
                }
                filling.push(colour);
            }
        }
        Ok(filling)
    }

    fn faults(&self, filling: &[Option<Value>]) -> Vec<Fault> {
        let mut faults = Vec::new();
        let spot = InstantInsanity::spot;
        let turns = turns();
        for (index, cube) in self.cubes.iter().enumerate() {
            let shown = |face: usize| filling[spot(index, face)];
            let agrees = |turn: &[usize; 6]| {
                (0..FACES.len())
                    .all(|face| shown(face).is_none_or(|colour| colour == cube[turn[face]]))
            };
            if !turns.iter().any(agrees) {
                let cells = (0..FACES.len()).map(|face| spot(index, face));
                let cells = cells.filter(|&cell| filling[cell].is_some()).collect();
                let words = format!("cube {} cannot be turned like that", index + 1);
                faults.push(Fault { cells, words });
            }
        }
        for (face, side) in FACES.iter().enumerate().take(RING) {
            for (colour, name) in self.colours.iter().enumerate() {
                let cells = (0..self.cubes.len()).map(|cube| spot(cube, face));
                let has = |&cell: &usize| filling[cell] == Some(colour as Value);
                let cells: Vec<usize> = cells.filter(has).collect();
                if cells.len() > 1 {
                    faults.push(Fault {
                        cells,
                        words: format!("{name} shows twice along the {side}"),
                    });
                }
            }
        }
        faults
    }

    fn rules(&self, rules: &mut RuleBook) {
        let spot = InstantInsanity::spot;
        let ways: Vec<Vec<Cube>> = self.cubes.iter().map(ways).collect();
        let mut way_of = Vec::new();
        for (cube, ways) in ways.iter().enumerate() {
            let way = rules.helper(Values::below(ways.len()));
            way_of.push(way);
            rules.rule("cube", format!("cube {} is turned in one of its ways", cube + 1));
            let faces = (0..FACES.len()).map(|face| spot(cube, face));
            let row = |(index, way): (usize, &Cube)| [&[index as Value][..], way].concat();
            rules.table([way].into_iter().chain(faces), ways.iter().enumerate().map(row).collect());
        }
        for (face, side) in FACES.iter().enumerate().take(RING) {
            rules.rule("side", format!("no colour shows twice along the {side}"));
            rules.different((0..self.cubes.len()).map(|cube| spot(cube, face)));
        }
        // Of the images of a row only the smallest is a solution: at the first cube that differs
        // from its image, the image is larger.
        let mut forbidden = Vec::new();
        rules.definition();
        for turn in row_turns() {
            let mut same_before: Option<Literal> = None;
            for (ways, &way) in ways.iter().zip(&way_of) {
                let same_so_far = Literal::is(rules.flag(), 1);
                for (index, lying) in ways.iter().enumerate() {
                    let lies_so = Literal::is(way, index as Value);
                    let premises = [lies_so].into_iter().chain(same_before);
                    match turn.map(|face| lying[face]).cmp(&ring(lying)) {
                        Ordering::Less => {
                            forbidden.push(premises.map(|literal| !literal).collect::<Vec<_>>());
                        }
                        Ordering::Equal => _ = rules.implies(premises, same_so_far),
                        Ordering::Greater => _ = rules.implies([lies_so], !same_so_far),
                    }
                }
                if let Some(before) = same_before {
                    rules.implies([!before], !same_so_far);
                }
                same_before = Some(same_so_far);
            }
        }
        rules.written_form("of the eight ways to turn the whole row the first counts");
        for clause in forbidden {
            rules.clause(clause);
        }
    }

    /// The colours of each cube as it is given are small notes.
    fn picture(&self, filling: &[Option<Value>]) -> Picture {
        Picture::grid(FACES.len() as u32, self.cubes.len() as u32, |x, y| {
            let (cube, face) = (y as usize, x as usize);
            let given = Mark::Note(Corner::TopLeft, self.mark(self.cubes[cube][face]));
            let tile = match filling[InstantInsanity::spot(cube, face)] {
                None => Tile::new(x, y, Tint::Open, ""),
                Some(colour) => Tile::new(x, y, Tint::Kind(colour as u8), self.mark(colour)),
            };
            tile.marked(given)
        })
    }

    fn draft(
        options: &InstantInsanityOptions,
        _: ClueSymmetry,
        rng: &mut Rng,
        _: &mut Meter,
    ) -> Result<Option<Draft<Self>>, GenerateError> {
        let count = options.cubes as usize;
        let mut cubes = vec![[0; FACES.len()]; count];
        for face in 0..FACES.len() {
            let colours = InstantInsanity::random_side(face, count, rng);
            cubes.iter_mut().zip(colours).for_each(|(cube, colour)| cube[face] = colour);
        }
        Ok(Some(InstantInsanity::turned(cubes, rng)))
    }

    /// One face of each cube gets another colour, or the one of another face: cubes whose colours
    /// repeat can lie in fewer ways.
    fn mended(
        draft: &Draft<Self>,
        _: &[Option<Value>],
        _: ClueSymmetry,
        rng: &mut Rng,
    ) -> Option<Draft<Self>> {
        let values: Vec<Value> = draft.solution.iter().copied().flatten().collect();
        let cubes = values.chunks_exact(FACES.len());
        let mut cubes: Vec<Cube> =
            cubes.map(|cube| std::array::from_fn(|face| cube[face])).collect();
        let face = rng.below(FACES.len());
        let colours = match rng.below(RING + 1) {
            RING => InstantInsanity::random_side(face, cubes.len(), rng),
            other => cubes.iter().map(|cube| cube[other]).collect(),
        };
        cubes.iter_mut().zip(colours).for_each(|(cube, colour)| cube[face] = colour);
        Some(InstantInsanity::turned(cubes, rng))
    }
}

#[cfg(test)]
mod tests;
