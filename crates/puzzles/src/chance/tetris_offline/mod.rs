//! Offline Tetris: the board and the whole sequence of pieces are given, and nothing is left to
//! chance. E. D. Demaine, S. Hohenberger and D. Liben-Nowell, "Tetris is hard, even to
//! approximate", 2003.
//!
//! Their four objectives: most rows, most tetrises (four rows at once), most pieces placed before
//! the game is lost, and the lowest height that no filled cell ever exceeds, with all pieces placed.
//! A cell is filled as soon as a piece rests, so its height counts even if its row disappears with
//! it. Each objective is NP-complete in their game, where pieces can slide and turn while they fall;
//! this one has the rule sets and placements of the game of chance, whose board and reference rules
//! it shares. A board may have filled cells before the first piece.

mod generate;
mod text;

use quarry_core::{
    About, Aim, Bounded, Chance, Example, Facets, Featured, Foul, Guided, Interactive, Located,
    Lucky, Notation, ParseError, Picture, Puzzle, Score, StateSpace, Touch, Verdict, key_of,
};

use super::tetris::rules::{Grid, placements, rest};
use super::tetris::{
    Board, COLUMNS, Piece, Placement, RuleSet, Rules, Setup, Source, State, Tetris, show_coming,
};

/// Most pieces of a sequence.
const MOST_PIECES: usize = 1_000;

/// Number of rows of a tetris.
const TETRIS_ROWS: Score = 4;

/// What counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Objective {
    /// Rows removed.
    Rows,
    /// Placements that remove four rows at once.
    Tetrises,
    /// Pieces placed before one finds no place.
    Pieces,
    /// The height of the highest cell that was ever filled, to be kept low while all pieces are
    /// placed.
    Height,
}

impl Objective {
    const ALL: [Objective; 4] =
        [Objective::Rows, Objective::Tetrises, Objective::Pieces, Objective::Height];

    fn name(self) -> &'static str {
        match self {
            Objective::Rows => "rows",
            Objective::Tetrises => "tetrises",
            Objective::Pieces => "pieces",
            Objective::Height => "height",
        }
    }

    fn named(name: &str) -> Option<Objective> {
        Objective::ALL.into_iter().find(|objective| objective.name() == name)
    }
}

/// An instance: the board, the sequence of pieces, and what counts.
#[derive(Debug, Clone)]
pub struct TetrisOffline {
    objective: Objective,
    /// Filled cells before the first piece, row by row from the bottom.
    well: Grid,
    sequence: Vec<Piece>,
    rules: Rules,
    /// How many bars there are in the sequence from each place on.
    bars_left: Vec<Score>,
}

/// A position: the board with the pieces in view, and the highest cell that counts so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    game: State,
    /// Height that the score has counted; 0 unless heights count.
    highest: u32,
}

impl TetrisOffline {
    /// Creates an instance with this many columns and rows; the well fits the board.
    fn new(
        size: (usize, usize),
        rules: RuleSet,
        objective: Objective,
        well: Grid,
        sequence: Vec<Piece>,
    ) -> Self {
        let (width, height) = size;
        let max_pieces = Some(sequence.len() as u64);
        let setup =
            Setup { width, height, rules, source: Source::Uniform, max_pieces, preview: true };
        let mut bars_left: Vec<Score> = sequence
            .iter()
            .rev()
            .scan(0, |bars, &piece| {
                *bars += Score::from(piece == Piece::I);
                Some(*bars)
            })
            .collect();
        bars_left.reverse();
        bars_left.push(0);
        let rules = Tetris::new(setup, None).rules().clone();
        TetrisOffline { objective, well, sequence, rules, bars_left }
    }

    fn setup(&self) -> &Setup {
        self.rules.setup()
    }

    /// The pieces from a place of the sequence on.
    fn pieces_from(&self, place: u64) -> &[Piece] {
        &self.sequence[(place as usize).min(self.sequence.len())..]
    }

    /// Height of the well before the first piece.
    fn well_height(&self) -> u32 {
        let mut rows = self.well.rows.iter();
        rows.rposition(|row| row.contains(&true)).map_or(0, |row| row as u32 + 1)
    }

    /// Most that can still be gained, where nothing stands in the way. Exact about cells: every row
    /// takes as many as the board is wide, and every tetris takes a bar.
    fn at_most(&self, game: &State) -> Score {
        let left = self.pieces_from(game.placed()).len() as Score;
        let rows = || (Score::from(game.board().filled()) + 4 * left) / self.setup().width as Score;
        match self.objective {
            Objective::Rows => rows(),
            Objective::Tetrises => {
                (rows() / TETRIS_ROWS).min(self.bars_left[game.placed() as usize])
            }
            Objective::Pieces => left,
            Objective::Height => 0,
        }
    }

    /// Whether no piece can be placed any more.
    fn is_over(&self, game: &State) -> bool {
        self.rules.is_solved(game)
    }
}

impl Puzzle for TetrisOffline {
    const ID: &'static str = "tetris-offline";
    const ABOUT: About = About {
        title: "Offline Tetris",
        rules: "All pieces of a game of Tetris are known in advance. Turn each, drop it into a column, and full rows disappear. What \
                counts is one of four: the rows, the tetrises (four rows at once), the pieces placed before one finds no place, or how \
                low the highest cell stays while all are placed.",
        complexity: "All four objectives are NP-complete; rows and pieces are hard to approximate within a factor of p^(1-e) for p \
                     pieces, heights within 2-e (Breukelaar et al. 2004).",
    };
    type Answer = Vec<Placement>;

    fn parse(text: &str) -> Result<Self, ParseError> {
        text::parse(text)
    }

    fn show(&self) -> String {
        text::show(self)
    }

    fn objective(&self) -> Aim {
        self.aim()
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let setup = self.setup();
        vec![
            ("objective", self.objective.name().to_owned()),
            ("rules", setup.rules.name().to_owned()),
            ("size", format!("{} x {}", setup.width, setup.height)),
            ("pieces", self.sequence.len().to_string()),
        ]
    }

    fn picture(&self) -> Picture {
        self.scene(&self.start())
    }

    fn write_answer(&self, line: &Vec<Placement>, entry: &mut dyn FnMut(&str)) {
        line.iter().for_each(|&mv| entry(&self.write_move(mv)));
    }

    fn parse_answer(
        &self,
        entries: &mut dyn Iterator<Item = Located<&str>>,
    ) -> Result<Vec<Placement>, ParseError> {
        entries.map(|entry| self.read_move(entry)).collect()
    }

    fn judge(&self, line: &Vec<Placement>) -> Result<Verdict, Foul> {
        let setup = self.setup();
        let mut grid = self.well.clone();
        let (mut rows, mut tetrises) = (0, 0);
        let mut highest = self.well_height() as usize;
        for (at, &mv) in line.iter().enumerate() {
            let foul = |why| Foul { at, why };
            let Some(&piece) = self.sequence.get(at) else {
                return Err(foul(format!("there are {at} pieces")));
            };
            if mv.piece != piece {
                let why = format!("the piece is {}, not {}", piece.letter(), mv.piece.letter());
                return Err(foul(why));
            }
            let row = rest(setup, &grid, mv).map_err(foul)?;
            highest = highest.max(row + piece.drawings()[usize::from(mv.rotation)].len());
            let full = grid.lay(mv, row).len() as Score;
            rows += full;
            tetrises += Score::from(full == TETRIS_ROWS);
        }
        let all_placed = line.len() == self.sequence.len();
        let blocked = |&piece: &Piece| placements(setup, &grid, piece).is_empty();
        let is_over = all_placed || self.sequence.get(line.len()).is_some_and(blocked);
        Ok(match self.objective {
            Objective::Rows => Verdict { solved: is_over, score: rows },
            Objective::Tetrises => Verdict { solved: is_over, score: tetrises },
            Objective::Pieces => Verdict { solved: is_over, score: line.len() as Score },
            Objective::Height => Verdict { solved: all_placed, score: -(highest as Score) },
        })
    }

    fn examples() -> &'static [Example] {
        examples!(
            "tiny",
            "lowest",
            "one-tetris",
            "tetrises",
            "survive",
            "bag-rows",
            "clear-the-well",
            "buried-well",
            "clearable",
            "long-rows",
        )
    }

    fn introduce(to: &mut impl Facets<Self>) {
        to.plays();
        to.bounds();
        to.ends();
        to.features();
        to.generates();
    }
}

impl StateSpace for TetrisOffline {
    type State = Standing;
    type Move = Placement;

    fn start(&self) -> Standing {
        let mut columns = [0; COLUMNS];
        for (row, cells) in self.well.rows.iter().enumerate() {
            for (column, &filled) in columns.iter_mut().zip(cells) {
                *column |= u32::from(filled) << row;
            }
        }
        let in_view = self.sequence.iter().copied().take(2);
        Standing { game: self.rules.begun(Board::of(columns), in_view), highest: 0 }
    }

    fn moves(&self, standing: &Standing, out: &mut Vec<Placement>) {
        self.rules.moves(&standing.game, out);
    }

    fn play(&self, standing: &mut Standing, mv: Placement) -> Score {
        let game = &mut standing.game;
        let top = self.rules.top(game.board(), mv).expect("a listed placement fits");
        let rows = self.rules.play(game, mv);
        if let Some(&next) = self.pieces_from(game.placed()).get(1) {
            self.rules.apply_event(game, next);
        }
        match self.objective {
            Objective::Rows => rows,
            Objective::Tetrises => (rows == TETRIS_ROWS).into(),
            Objective::Pieces => 1,
            Objective::Height => {
                let before = standing.highest;
                standing.highest = before.max(top).max(self.well_height());
                Score::from(before) - Score::from(standing.highest)
            }
        }
    }

    fn is_solved(&self, standing: &Standing) -> bool {
        match self.objective {
            Objective::Height => self.pieces_from(standing.game.placed()).is_empty(),
            _ => self.is_over(&standing.game),
        }
    }

    fn key(&self, standing: &Standing) -> u128 {
        let game = &standing.game;
        key_of(&(game.board(), game.placed(), standing.highest))
    }
}

impl Guided for TetrisOffline {
    fn aim(&self) -> Aim {
        match self.objective {
            Objective::Height => Aim::ReachBest,
            _ => Aim::Maximise,
        }
    }

    /// What the cells allow, less for holes and for steps between columns.
    fn estimate(&self, standing: &Standing) -> Score {
        let board = standing.game.board();
        let heights = &board.heights()[..self.setup().width];
        let holes = heights.iter().sum::<u32>() - board.filled();
        let steps: u32 = heights.windows(2).map(|pair| pair[0].abs_diff(pair[1])).sum();
        self.at_most(&standing.game) - Score::from(holes) - Score::from(steps) / 4
    }
}

impl Bounded for TetrisOffline {
    /// Where heights count, the next piece must rest somewhere.
    fn bound(&self, standing: &Standing) -> Score {
        let game = &standing.game;
        if self.objective != Objective::Height {
            return if self.is_over(game) { 0 } else { self.at_most(game) };
        }
        let mut listed = Vec::new();
        self.moves(standing, &mut listed);
        let tops = listed.iter().filter_map(|&mv| self.rules.top(game.board(), mv));
        let reach = tops.min().map_or(0, |top| top.max(self.well_height()));
        Score::from(standing.highest) - Score::from(reach.max(standing.highest))
    }

    /// A lost game gives away all that was left.
    fn potential(&self, standing: &Standing) -> Score {
        if self.is_over(&standing.game) { 0 } else { self.at_most(&standing.game) }
    }
}

impl Featured for TetrisOffline {
    /// The height of each column, and the number of cells below it that are empty.
    fn features(&self, standing: &Standing, out: &mut Vec<u64>) {
        let board = standing.game.board();
        for (column, &height) in board.heights()[..self.setup().width].iter().enumerate() {
            let holes = (0..height as usize).filter(|&row| !board.is_filled(column, row)).count();
            out.push((column as u64) << 16 | u64::from(height) << 8 | holes as u64);
        }
    }

    /// Pieces still to be placed.
    fn distance(&self, standing: &Standing) -> u64 {
        self.pieces_from(standing.game.placed()).len() as u64
    }
}

impl Notation for TetrisOffline {
    fn write_move(&self, mv: Placement) -> String {
        self.rules.write_move(mv)
    }

    fn read_move(&self, entry: Located<&str>) -> Result<Placement, ParseError> {
        self.rules.read_move(entry)
    }
}

/// Rows from one piece beside the board to the one after it.
const COMING_ROWS: u32 = 3;
/// Number of pieces shown beside the board.
const MOST_COMING: usize = 4;

/// As in the game of chance, with the next pieces beside the board.
impl Interactive for TetrisOffline {
    fn scene(&self, standing: &Standing) -> Picture {
        let mut scene = self.rules.scene(&standing.game);
        let coming = self.pieces_from(standing.game.placed()).iter().skip(1);
        let rows = (0..).map(|index| index * COMING_ROWS);
        // The next piece is there already.
        for (&piece, row) in coming.zip(rows).take(MOST_COMING).skip(1) {
            if row + COMING_ROWS <= scene.rows {
                show_coming(&mut scene, piece, row);
            }
        }
        scene
    }

    fn status(&self, standing: &Standing, moves: usize, score: Score) -> String {
        let next: String =
            self.pieces_from(standing.game.placed()).iter().take(7).map(|p| p.letter()).collect();
        let next = if next.is_empty() { "none".to_owned() } else { next };
        let counted = match self.objective {
            Objective::Height => format!("height {}", -score),
            _ => format!("{} {score}", self.objective.name()),
        };
        format!("{counted}, {moves} of {} pieces placed, next {next}", self.sequence.len())
    }

    fn touch(&self, standing: &Standing, x: u32, y: u32) -> Option<Touch<Placement>> {
        self.rules.touch(&standing.game, x, y)
    }
}

#[cfg(test)]
mod tests;
