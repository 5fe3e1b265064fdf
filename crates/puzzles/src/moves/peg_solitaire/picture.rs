//! The board as a drawing list, and how pegs are moved by hand: a peg is dragged, or chosen and put
//! into a hole. Touching a peg with a single jump makes that jump.

use quarry_core::{
    Drag, Interactive, Located, Mark, Notation, ParseError, Picture, Score, StateSpace, Tile, Tint,
    Touch,
};

use super::{Cell, Jump, PegPosition, PegSolitaire, text};

impl Notation for PegSolitaire {
    fn write_move(&self, jump: Jump) -> String {
        format!("{}-{}", jump.from, jump.to)
    }

    fn read_move(&self, entry: Located<&str>) -> Result<Jump, ParseError> {
        text::read_jump(&entry)
    }
}

impl PegSolitaire {
    fn jumps(&self, position: &PegPosition) -> Vec<Jump> {
        let mut jumps = Vec::new();
        self.moves(position, &mut jumps);
        jumps
    }
}

fn place(cell: Cell) -> (u32, u32) {
    (cell.column.into(), cell.row.into())
}

impl Interactive for PegSolitaire {
    fn scene(&self, position: &PegPosition) -> Picture {
        let layout = self.layout();
        let tile = |(hole, &cell): (usize, &Cell)| {
            let (x, y) = place(cell);
            if position.pegs >> hole & 1 == 1 {
                Tile::new(x, y, Tint::Plain, "").marked(Mark::Disc)
            } else {
                Tile::new(x, y, Tint::Blank, "").marked(Mark::Circle)
            }
        };
        let tiles = layout.holes.iter().enumerate().map(tile).collect();
        Picture::of_squares(layout.columns as u32, layout.rows as u32, tiles)
    }

    fn status(&self, position: &PegPosition, _moves: usize, _score: Score) -> String {
        format!("pegs left {}", position.pegs.count_ones())
    }

    fn touch(&self, position: &PegPosition, x: u32, y: u32) -> Option<Touch<Jump>> {
        let jumps = self.jumps(position);
        let mut here =
            jumps.iter().filter(|jump| [jump.from, jump.to].map(place).contains(&(x, y)));
        let (&jump, None) = (here.next()?, here.next()) else { return None };
        Some(Touch {
            moves: vec![jump],
            cells: [jump.from, jump.to].map(place).to_vec(),
            words: format!("jump from {} to {}", jump.from, jump.to),
        })
    }

    fn drags(&self, position: &PegPosition) -> Vec<Drag<Jump>> {
        let drag =
            |jump: Jump| Drag { from: place(jump.from), to: place(jump.to), moves: vec![jump] };
        self.jumps(position).into_iter().map(drag).collect()
    }
}
