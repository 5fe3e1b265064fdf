//! SameGame, alias Jawbreaker and Clickomania: remove groups of one colour until none is left.
//!
//! A board of coloured cells. A move removes a group of side-by-side cells of one colour; cells
//! above fall, empty columns close to the left. Five rule sets share this board (`variant.rs`): the
//! Jawbreaker of the hyper-heuristic paper (S. Salcedo-Sanz et al., Applied Intelligence, 2013),
//! the three-cell one of M. Monica's paper on greedy and backtracking play, once with columns that
//! close and once as printed, the SameGame benchmark
//! of 20 boards (Billings 2007, Schadd et al. 2008), and Clickomania (Biedl et al. 2002).
//! `rules.rs` is the judge, `board.rs` the board for searches, and tests compare the two.

mod board;
mod clearable;
mod encoded;
mod examples;
mod generate;
mod grid;
mod heuristics;
mod knowledge;
mod one_line;
mod packed;
mod picture;
pub mod rules;
mod text;
mod track;
mod variant;
mod walk;
mod wide;

use quarry_core::{
    About, Aim, Bounded, Choice, Coded, Example, Facets, Foul, Guided, Interactive, Located, Meter,
    ParseError, Picture, Puzzle, Refused, Rng, Sampled, Score, StateSpace, Verdict,
};

pub use board::Board;
pub use generate::Params;
pub use grid::{Cell, Colour, ColourCounts, Grid};
pub use packed::PackedBoard;
pub use track::Track;
pub use variant::Variant;
pub use walk::Walk;
pub use wide::WideBoard;

/// A move is any cell of the group it removes; we write the leftmost, then lowest.
pub type Move = Cell;

/// An instance: the rules and a settled board with at least one cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SameGame {
    rules: Variant,
    grid: Grid,
}

impl SameGame {
    /// Rule set of the instance.
    pub fn rules(&self) -> Variant {
        self.rules
    }

    /// Board before the first move.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }
}

impl Puzzle for SameGame {
    const ID: &'static str = "samegame";
    const ABOUT: About = About {
        title: "SameGame",
        rules: "Remove a group of side-by-side cells of one colour; cells above fall, empty columns close to the \
                left. Large groups earn more than small ones. The game ends when no group is left, and an empty \
                board is the best end.",
        complexity: "Whether a board can be cleared is NP-complete: with five colours on two columns or three \
                     colours on five columns (Biedl et al. 2002), even with two colours on two columns (Adler et \
                     al. 2017). One column of two colours takes linear time, and one column of any number of \
                     colours polynomial time (Biedl et al. 2002). Reaching a score is NP-complete too (Schadd et \
                     al. 2008).",
    };
    type Answer = Vec<Move>;

    fn parse(text: &str) -> Result<Self, ParseError> {
        text::parse(text)
    }

    fn recognises(text: &str) -> bool {
        text::is_bare_board(text)
    }

    fn show(&self) -> String {
        text::show(self)
    }

    fn objective(&self) -> Aim {
        self.aim()
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let board = self.start();
        let counts = board.counts();
        let colours: Vec<_> = (0..)
            .zip(counts)
            .filter(|&(_, &cells)| cells > 0)
            .map(|(colour, cells)| format!("{}: {cells}", text::character(colour)))
            .collect();
        let (mut groups, mut largest) = (0, 0);
        board.each_group(self.rules.min_group(), |_, size| {
            groups += 1;
            largest = largest.max(size);
        });
        vec![
            ("rules", self.rules.name().to_owned()),
            ("size", format!("{} x {}", self.grid.columns(), self.grid.rows())),
            ("colours", format!("{} ({})", colours.len(), colours.join(", "))),
            ("groups", groups.to_string()),
            ("largest group", format!("{largest} cells")),
            ("no score above", self.potential(&board).to_string()),
        ]
    }

    fn picture(&self) -> Picture {
        self.scene(&self.start())
    }

    fn write_answer(&self, line: &Vec<Move>, entry: &mut dyn FnMut(&str)) {
        line.iter().for_each(|mv| entry(&mv.to_string()));
    }

    fn parse_answer(
        &self,
        entries: &mut dyn Iterator<Item = Located<&str>>,
    ) -> Result<Vec<Move>, ParseError> {
        entries.map(|entry| text::parse_move(&entry)).collect()
    }

    fn judge(&self, line: &Vec<Move>) -> Result<Verdict, Foul> {
        rules::judge(self.rules, &self.grid, line)
    }

    fn examples() -> &'static [Example] {
        examples::ALL
    }

    fn introduce(to: &mut impl Facets<Self>) {
        to.plays();
        to.runs_hot();
        to.bounds();
        to.ends();
        to.codes();
        to.tracks();
        to.advises();
        to.brings::<one_line::OneLine>();
        to.encodes();
        to.generates();
    }
}

impl StateSpace for SameGame {
    type State = Board;
    type Move = Move;

    fn start(&self) -> Board {
        Board::new(self.rules, &self.grid)
    }

    fn moves(&self, board: &Board, out: &mut Vec<Move>) {
        if self.rules.lists_from_the_top() {
            board.groups_from_the_top(self.rules.min_group(), out);
        } else {
            board.groups(self.rules.min_group(), out);
        }
    }

    fn play(&self, board: &mut Board, mv: Move) -> Score {
        self.rules.points(board.play(mv))
    }

    fn is_solved(&self, board: &Board) -> bool {
        if self.rules.must_clear() {
            board.is_empty()
        } else {
            !board.has_move(self.rules.min_group())
        }
    }

    fn key(&self, board: &Board) -> u128 {
        board.key()
    }
}

impl Guided for SameGame {
    fn terminal_score(&self, board: &Board) -> Score {
        self.rules.terminal_score(board.counts())
    }
    fn aim(&self) -> Aim {
        if self.rules.must_clear() { Aim::Reach } else { Aim::Maximise }
    }
    fn resolve_move(&self, board: &Board, mv: Move) -> Option<Move> {
        let (first, size) = board.group_of(mv)?;
        (size >= self.rules.min_group()).then_some(first)
    }
    fn estimate(&self, board: &Board) -> Score {
        self.guess(board)
    }
    fn finish(
        &self,
        board: &mut Board,
        line: &mut Vec<Move>,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Option<Score> {
        board.finish(self.rules, line, goes_on)
    }
    fn heap_bytes(&self, board: &Board) -> usize {
        board.heap_bytes()
    }
}

/// Random play with a tabu colour: the most frequent one is kept for last.
impl Sampled for SameGame {
    fn sample(
        &self,
        board: &mut Board,
        rng: &mut Rng,
        line: &mut Vec<Move>,
        meter: &mut Meter,
    ) -> Result<Score, Refused> {
        let may_play = || meter.goes_on() && meter.spend_node().is_ok();
        board.playout_tabu(self.rules, rng, line, may_play).ok_or(Refused)
    }
}

/// The code of a move is made of its cells and their colour.
impl Coded for SameGame {
    type Walk = Walk;

    fn walk(&self, from: Board, selective: bool) -> Walk {
        Walk::new(from, self.rules, selective)
    }

    fn place<'w>(&self, walk: &'w Walk) -> &'w Board {
        walk.board()
    }

    #[inline]
    fn choices<'w>(&self, walk: &'w mut Walk) -> &'w mut [Choice<Move>] {
        walk.choices()
    }

    #[inline]
    fn take(&self, walk: &mut Walk, index: usize) -> Score {
        walk.take(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example(name: &str) -> SameGame {
        let example = SameGame::examples().iter().find(|example| example.name == name).unwrap();
        SameGame::parse(example.text).unwrap()
    }

    #[test]
    fn any_cell_of_a_group_means_its_move() {
        let game = example("standard-01");
        let mut board = game.start();
        let mut moves = Vec::new();
        game.moves(&board, &mut moves);
        for &mv in &moves {
            for cell in board.cells_of(mv) {
                assert_eq!(game.resolve_move(&board, cell), Some(mv));
                assert_eq!(game.judge(&vec![cell]), game.judge(&vec![mv]));
            }
        }
        let single = game.grid.cells().find(|cell| board.cells_of(*cell).len() == 1).unwrap();
        assert_eq!(game.resolve_move(&board, single), None);
        assert_eq!(game.resolve_move(&board, Cell { column: 15, row: 0 }), None);
        assert_eq!(game.resolve_move(&board, Cell { column: 0, row: 15 }), None);

        let last = *board.cells_of(moves[3]).last().unwrap();
        let mut same = board.clone();
        assert_eq!(game.play(&mut board, moves[3]), game.play(&mut same, last));
        assert_eq!(board, same);
    }

    #[test]
    fn facts_say_what_is_worth_knowing() {
        let facts = SameGame::parse("rules = \"jawbreaker\"\nboard = \"\"\"\n001\n021\n\"\"\"")
            .unwrap()
            .facts();
        let expected = [
            ("rules", "jawbreaker"),
            ("size", "3 x 2"),
            ("colours", "3 (0: 3, 1: 2, 2: 1)"),
            ("groups", "2"),
            ("largest group", "3 cells"),
            ("no score above", "8"),
        ];
        assert_eq!(facts, expected.map(|(what, value)| (what, value.to_owned())));
    }

    #[test]
    fn the_aim_follows_the_rules() {
        assert_eq!(example("tiny-clickomania").aim(), Aim::Reach);
        assert_eq!(example("tiny-jawbreaker3").aim(), Aim::Maximise);
        let pair = SameGame::parse("rules = \"clickomania\"\nboard = \"01\"").unwrap();
        assert!(!pair.is_solved(&pair.start()), "over, but not empty");
    }
}
