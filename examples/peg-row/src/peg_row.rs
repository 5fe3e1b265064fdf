//! Peg row: peg solitaire on one row. A peg jumps over its neighbour into the hole behind it, and
//! the neighbour is taken off. Solved when a single peg is left. Which rows can be solved is known:
//! C. Moore and D. Eppstein, "One-dimensional peg solitaire, and duotaire", 2000.

use quarry_core::{
    About, Document, Example, Facets, Foul, Guided, Interactive, Located, Notation, Numbered,
    ParseError, Picture, Puzzle, Score, StateSpace, Tile, Tint, Touch, Verdict, key_of,
};

/// An instance: the row at the start, `true` for a peg.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PegRow {
    row: Vec<bool>,
}

/// A peg at a place, counted from 0, jumps two places to the right or left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Jump {
    from: usize,
    right: bool,
}

impl Puzzle for PegRow {
    const ID: &'static str = "peg_row";
    const ABOUT: About = About {
        title: "Peg row",
        rules: "Pegs stand in a row with holes. A peg jumps over a neighbouring peg into the hole \
            behind it, and the peg jumped over is taken off. Leave a single peg.",
        complexity: "Solvable rows form a regular language (Moore and Eppstein, 2000); on a \
            square board it is NP-complete.",
    };
    type Answer = Vec<Jump>;

    fn parse(text: &str) -> Result<Self, ParseError> {
        let document = Document::parse(text)?;
        document.only(&["row"])?;
        let row = document.text("row")?.ok_or_else(|| document.missing("row", "row = \"oo.o\""))?;
        let place = |c| match c {
            'o' => Ok(true),
            '.' => Ok(false),
            other => Err(row.wrong("o for a peg and . for a hole", format!("`{other}`"))),
        };
        Ok(PegRow { row: row.value.chars().map(place).collect::<Result<_, _>>()? })
    }

    fn show(&self) -> String {
        let row: String = self.row.iter().map(|&peg| if peg { 'o' } else { '.' }).collect();
        format!("puzzle = \"peg_row\"\nrow = \"{row}\"\n")
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        vec![("places", self.row.len().to_string()), ("pegs", pegs(&self.row).to_string())]
    }

    fn picture(&self) -> Picture {
        self.scene(&self.row)
    }

    fn write_answer(&self, answer: &Vec<Jump>, entry: &mut dyn FnMut(&str)) {
        answer.iter().for_each(|&jump| entry(&self.write_move(jump)));
    }

    fn parse_answer(
        &self,
        entries: &mut dyn Iterator<Item = Located<&str>>,
    ) -> Result<Vec<Jump>, ParseError> {
        entries.map(|entry| self.read_move(entry)).collect()
    }

    fn judge(&self, answer: &Vec<Jump>) -> Result<Verdict, Foul> {
        let mut row = self.row.clone();
        for (at, jump) in answer.iter().enumerate() {
            let foul = |why: &str| Err(Foul { at, why: why.to_owned() });
            let step = if jump.right { 1 } else { -1 };
            let place = |steps: isize| jump.from.checked_add_signed(steps * step);
            let (Some(from), Some(over), Some(to)) = (place(0), place(1), place(2)) else {
                return foul("off the row");
            };
            if from.max(to) >= row.len() {
                return foul("off the row");
            }
            if !(row[from] && row[over] && !row[to]) {
                return foul("needs a peg, a peg to jump over, and a hole behind it");
            }
            (row[from], row[over], row[to]) = (false, false, true);
        }
        Ok(Verdict { solved: pegs(&row) == 1, score: answer.len() as Score })
    }

    fn examples() -> &'static [Example] {
        &[Example { name: "first", text: include_str!("first.toml") }]
    }

    fn introduce(to: &mut impl Facets<Self>) {
        to.plays();
    }
}

fn pegs(row: &[bool]) -> usize {
    row.iter().filter(|&&peg| peg).count()
}

impl StateSpace for PegRow {
    type State = Vec<bool>;
    type Move = Jump;

    fn start(&self) -> Vec<bool> {
        self.row.clone()
    }

    fn moves(&self, row: &Vec<bool>, out: &mut Vec<Jump>) {
        for (left, window) in row.windows(3).enumerate() {
            match window {
                [true, true, false] => out.push(Jump { from: left, right: true }),
                [false, true, true] => out.push(Jump { from: left + 2, right: false }),
                _ => {}
            }
        }
    }

    fn play(&self, row: &mut Vec<bool>, jump: Jump) -> Score {
        let left = if jump.right { jump.from } else { jump.from - 2 };
        for place in &mut row[left..left + 3] {
            *place = !*place;
        }
        1
    }

    fn is_solved(&self, row: &Vec<bool>) -> bool {
        pegs(row) == 1
    }

    fn key(&self, row: &Vec<bool>) -> u128 {
        let mirrored: Vec<bool> = row.iter().rev().copied().collect();
        key_of(row.min(&mirrored))
    }
}

impl Numbered for Jump {
    fn number(self) -> u64 {
        self.from as u64 * 2 + u64::from(self.right)
    }

    fn of_number(number: u64) -> Self {
        Jump { from: (number / 2) as usize, right: number % 2 == 1 }
    }
}

impl Notation for PegRow {
    fn write_move(&self, jump: Jump) -> String {
        format!("{}{}", jump.from + 1, if jump.right { ">" } else { "<" })
    }

    fn read_move(&self, text: Located<&str>) -> Result<Jump, ParseError> {
        let wrong = || {
            text.wrong("a place and a direction, such as 3> or 5<", format!("\"{}\"", text.value))
        };
        let right = text.value.ends_with('>');
        let place = text.value.strip_suffix(['>', '<']).ok_or_else(wrong)?;
        let place: usize = place.parse().map_err(|_| wrong())?;
        Ok(Jump { from: place.checked_sub(1).ok_or_else(wrong)?, right })
    }
}

impl Guided for PegRow {}

impl Interactive for PegRow {
    fn scene(&self, row: &Vec<bool>) -> Picture {
        let tile = |(x, &peg): (usize, &bool)| {
            let tint = if peg { Tint::Kind(0) } else { Tint::Blank };
            Tile::new(x as u32, 0, tint, "")
        };
        Picture::of_squares(row.len() as u32, 1, row.iter().enumerate().map(tile).collect())
    }

    fn touch(&self, row: &Vec<bool>, x: u32, _: u32) -> Option<Touch<Jump>> {
        let mut jumps = Vec::new();
        self.moves(row, &mut jumps);
        let mv = jumps.into_iter().find(|jump| jump.from == x as usize)?;
        let behind = if mv.right { x + 2 } else { x - 2 };
        Some(Touch { moves: vec![mv], cells: vec![(x, 0), (behind, 0)], words: "jumps".to_owned() })
    }
}
