//! Bit string: choose bits one after the other; the goal is all ones. Under `one-max` every one
//! counts; under `royal-road` only whole blocks of ones do, each as much as it has bits. These are
//! the landscapes on which M. Mitchell, J. Holland and S. Forrest, "When will a genetic algorithm
//! outperform hill climbing?" (1994), compare the two, which K. Spoerer's thesis (2007, chapter 7)
//! cites. Royal road is their function R1.
//!
//! A search that follows the gain of each move solves it at once. It is made for those that see
//! the value of whole strings only: evolution, and local search by changes of one bit.

mod text;

use quarry_core::{
    About, Example, Facets, Foul, Generate, GenerateError, Guided, Interactive, Located, Meter,
    Notation, Numbered, ParseError, Picture, Puzzle, Score, StateSpace, Tile, Tint, Touch, Verdict,
    key_of, settings,
};

/// Most bits, so that a string fits into a word.
const MOST_BITS: u64 = 128;

/// What counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Objective {
    /// Every one.
    OneMax,
    /// Blocks of ones of this many bits.
    RoyalRoad(u8),
}

/// An instance: the length of the string and what counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BitString {
    bits: u8,
    objective: Objective,
}

/// One bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bit(bool);

/// The bits chosen so far, the first in the lowest place, and their points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prefix {
    ones: u128,
    bits: u8,
    points: u8,
}

impl BitString {
    /// Returns the number of bits that count together.
    fn block(&self) -> u8 {
        match self.objective {
            Objective::OneMax => 1,
            Objective::RoyalRoad(block) => block,
        }
    }
}

/// Returns a word with this many ones, at least one.
fn all_ones(bits: u8) -> u128 {
    u128::MAX >> (128 - bits)
}

impl Puzzle for BitString {
    const ID: &'static str = "bit-string";
    const ABOUT: About = About {
        title: "Bit string",
        rules: "Choose bits one after the other until the string is full. Under one-max every one \
            is a point; under royal road only whole blocks of ones count, a point for each bit. \
            The goal is a string of ones.",
        complexity: "Trivial; it is made to compare methods that see the value of whole strings \
            only.",
    };
    type Answer = Vec<Bit>;

    fn parse(text: &str) -> Result<Self, ParseError> {
        text::parse(text)
    }

    fn show(&self) -> String {
        text::show(self)
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let counts = match self.objective {
            Objective::OneMax => "every one".to_owned(),
            Objective::RoyalRoad(block) => format!("blocks of {block} ones"),
        };
        vec![("bits", self.bits.to_string()), ("counts", counts)]
    }

    fn picture(&self) -> Picture {
        self.scene(&self.start())
    }

    fn write_answer(&self, line: &Vec<Bit>, entry: &mut dyn FnMut(&str)) {
        line.iter().for_each(|&bit| entry(&self.write_move(bit)));
    }

    fn parse_answer(
        &self,
        entries: &mut dyn Iterator<Item = Located<&str>>,
    ) -> Result<Vec<Bit>, ParseError> {
        entries.map(|entry| self.read_move(entry)).collect()
    }

    /// Counts block by block.
    fn judge(&self, line: &Vec<Bit>) -> Result<Verdict, Foul> {
        let bits = usize::from(self.bits);
        if line.len() > bits {
            return Err(Foul { at: bits, why: format!("the string has {bits} bits") });
        }
        let block = usize::from(self.block());
        let whole = |chunk: &&[Bit]| chunk.len() == block && chunk.iter().all(|bit| bit.0);
        let score = line.chunks(block).filter(whole).count() * block;
        Ok(Verdict { solved: line.len() == bits && score == bits, score: score as Score })
    }

    fn examples() -> &'static [Example] {
        examples!("one-max-8", "one-max-64", "royal-road-16", "royal-road-64")
    }

    fn introduce(to: &mut impl Facets<Self>) {
        to.plays();
        to.generates();
    }
}

impl StateSpace for BitString {
    type State = Prefix;
    type Move = Bit;

    fn start(&self) -> Prefix {
        Prefix { ones: 0, bits: 0, points: 0 }
    }

    fn moves(&self, prefix: &Prefix, out: &mut Vec<Bit>) {
        if prefix.bits < self.bits {
            out.extend([Bit(false), Bit(true)]);
        }
    }

    fn play(&self, prefix: &mut Prefix, bit: Bit) -> Score {
        prefix.ones |= u128::from(bit.0) << prefix.bits;
        prefix.bits += 1;
        let block = self.block();
        let is_whole = prefix.bits.is_multiple_of(block)
            && prefix.ones >> (prefix.bits - block) == all_ones(block);
        let gain = if is_whole { block } else { 0 };
        prefix.points += gain;
        gain.into()
    }

    fn is_solved(&self, prefix: &Prefix) -> bool {
        prefix.bits == self.bits && prefix.points == self.bits
    }

    fn key(&self, prefix: &Prefix) -> u128 {
        key_of(&(prefix.ones, prefix.bits))
    }
}

impl Guided for BitString {
    /// The bits still to be chosen and the points still missing. So a full string is nearer than
    /// its beginning, and among full strings the one with more points.
    fn estimate(&self, prefix: &Prefix) -> Score {
        Score::from(prefix.bits) + Score::from(prefix.points) - 2 * Score::from(self.bits)
    }
}

impl Numbered for Bit {
    fn number(self) -> u64 {
        self.0.into()
    }

    fn of_number(number: u64) -> Self {
        Bit(number == 1)
    }
}

impl Notation for BitString {
    fn write_move(&self, bit: Bit) -> String {
        if bit.0 { "1" } else { "0" }.to_owned()
    }

    fn read_move(&self, text: Located<&str>) -> Result<Bit, ParseError> {
        match text.value {
            "0" => Ok(Bit(false)),
            "1" => Ok(Bit(true)),
            other => Err(text.wrong("a bit, 0 or 1".to_owned(), format!("\"{other}\""))),
        }
    }
}

/// A row of zeros above a row of ones, a column for each bit.
impl Interactive for BitString {
    fn scene(&self, prefix: &Prefix) -> Picture {
        let next = u32::from(prefix.bits);
        let tile = |x: u32, y: u32| {
            let is_chosen = x < next && prefix.ones >> x & 1 == u128::from(y);
            let (tint, label) = match is_chosen {
                true => (Tint::Kind(y as u8), y.to_string()),
                false if x == next => (Tint::Open, y.to_string()),
                false => (Tint::Blank, String::new()),
            };
            Tile::new(x, y, tint, label)
        };
        let columns = u32::from(self.bits);
        let tiles = (0..2).flat_map(|y| (0..columns).map(move |x| (x, y)));
        Picture::of_squares(columns, 2, tiles.map(|(x, y)| tile(x, y)).collect())
    }

    fn touch(&self, prefix: &Prefix, x: u32, y: u32) -> Option<Touch<Bit>> {
        let is_next = x == u32::from(prefix.bits) && prefix.bits < self.bits && y < 2;
        is_next.then(|| Touch {
            moves: vec![Bit(y == 1)],
            cells: vec![(x, y)],
            words: format!("bit {} is {y}", x + 1),
        })
    }
}

settings! {
    /// Parameters of generated strings.
    pub struct BitStringParams {
        /// Number of bits of one-max, or number of blocks of royal road.
        pub blocks: u64 = 8, 1..=128;
        /// What counts: every one, or whole blocks of ones.
        pub objective: &'static str = "royal-road", ["one-max", "royal-road"];
        /// Number of bits of a block of royal road.
        pub bits: u64 = 8, 1..=128;
    }
}

impl Generate for BitString {
    type Params = BitStringParams;

    fn generate(params: &BitStringParams, _: u64, _: &mut Meter) -> Result<Self, GenerateError> {
        let (block, objective) = match params.objective {
            "one-max" => (1, Objective::OneMax),
            _ => (params.bits, Objective::RoyalRoad(params.bits as u8)),
        };
        let bits = params.blocks * block;
        if bits > MOST_BITS {
            let words =
                format!("{bits} bits are too many; at most {MOST_BITS} fit: lower blocks or bits");
            return Err(GenerateError::Refused(words));
        }
        Ok(BitString { bits: bits as u8, objective })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn string(text: &str) -> Vec<Bit> {
        text.chars().filter(|bit| *bit != ' ').map(|bit| Bit(bit == '1')).collect()
    }

    #[test]
    fn a_block_counts_only_when_it_is_whole() {
        let royal = BitString { bits: 8, objective: Objective::RoyalRoad(4) };
        let one_max = BitString { bits: 8, objective: Objective::OneMax };
        for (bits, by_blocks, by_ones) in
            [("1111 0111", 4, 7), ("0111 1110", 0, 6), ("1111 1111", 8, 8), ("1111 11", 4, 6)]
        {
            let line = string(bits);
            let score = |puzzle: &BitString| puzzle.judge(&line).unwrap().score;
            assert_eq!((score(&royal), score(&one_max)), (by_blocks, by_ones), "{bits}");
            assert_eq!(royal.replayed(&line).1, by_blocks, "{bits}");
            assert_eq!(royal.judge(&line).unwrap().solved, by_blocks == 8);
        }
        assert_eq!(royal.judge(&string("111111111")).unwrap_err().at, 8);
    }

    #[test]
    fn a_longer_string_is_nearer_and_points_decide_among_full_ones() {
        let royal = BitString { bits: 8, objective: Objective::RoyalRoad(4) };
        let nearness = |bits: &str| royal.estimate(&royal.replayed(&string(bits)).0);
        assert_eq!(
            ["", "0", "1111", "1111 0000", "1111 1111"].map(nearness),
            [-16, -15, -8, -4, 0]
        );
        assert!(nearness("0111 0111") < nearness("1111 0000"));
    }

    #[test]
    fn the_longest_string_fits() {
        let royal = BitString { bits: 128, objective: Objective::RoyalRoad(128) };
        let (end, score) = royal.replayed(&[Bit(true); 128]);
        assert!(royal.is_solved(&end) && score == 128);
        let params = BitStringParams { blocks: 17, ..BitStringParams::default() };
        let error = BitString::generate(&params, 1, &mut Meter::unlimited()).unwrap_err();
        assert!(error.to_string().contains("136 bits are too many"), "{error}");
    }
}
