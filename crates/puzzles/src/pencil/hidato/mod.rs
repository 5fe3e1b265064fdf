//! Hidato, also on hexagonal boards, and Numbrix: fill the cells with 1 to n so that each number
//! touches the next.
//!
//! The board has hexagons or squares, and some numbers are given. The hexagonal form follows the
//! genetic algorithm with niching by M. M. P. da Silva and C. S. de Magalhães. Hidato is by Gyora
//! Benedek (2008), Numbrix by Marilyn vos Savant, and links between cells come from Rikudo.
//! `rules.rs` is the judge.

mod arrange;
mod board;
mod circuit;
mod constraint;
mod examples;
mod fill;
mod generate;
mod human;
mod picture;
mod routed;
mod rules;
mod shape;
mod spare;
mod text;
mod trail;

use quarry_core::{
    About, Example, Facets, Foul, Located, ParseError, Picture, Puzzle, Transformation, Verdict,
};

pub use arrange::Layout;
pub use board::{Board, BoardPlace, Cell, Number, Topology};
pub use human::Notes;
pub use trail::Trail;

/// The number in each cell, in reading order; `None` for an empty cell.
pub type Filling = Vec<Option<Number>>;

/// An instance: a board with at least one cell, distinct givens, and links between touching cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hidato {
    board: Board,
    givens: Filling,
    links: Vec<(Cell, Cell)>,
}

impl Hidato {
    /// Creates a puzzle; `givens` has an entry for each cell, and each number occurs at most once.
    pub fn new(board: Board, givens: Filling, links: Vec<(Cell, Cell)>) -> Self {
        assert_eq!(board.len(), givens.len(), "each cell has a given or none");
        assert!(
            links.iter().all(|&(one, other)| board.neighbours(one).contains(&other)),
            "linked cells touch"
        );
        Hidato { board, givens, links }
    }

    /// The cells and their neighbours.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The given numbers.
    pub fn givens(&self) -> &Filling {
        &self.givens
    }

    /// Pairs of touching cells that must hold consecutive numbers.
    pub fn links(&self) -> &[(Cell, Cell)] {
        &self.links
    }
}

impl Puzzle for Hidato {
    const ID: &'static str = "hidato";
    const ABOUT: About = About {
        title: "Hidato",
        rules: "Fill the cells with the numbers from 1 to the number of cells, each once. Each number touches the next: by a \
                side on hexagons, by a side or a corner on squares, by a side alone in Numbrix. The given numbers stay where \
                they are, and cells joined by a line hold consecutive numbers.",
        complexity: "NP-complete on grids of squares: with all cells but the two ends empty it is the Hamiltonian path \
                     problem of grid graphs (Itai, Papadimitriou and Szwarcfiter 1982).",
    };
    const ANSWER_KEY: &'static str = "board";
    type Answer = Filling;

    fn parse(text: &str) -> Result<Self, ParseError> {
        text::parse(text)
    }

    fn recognises(text: &str) -> bool {
        text::is_bare_grid(text)
    }

    fn show(&self) -> String {
        text::show(self)
    }

    fn transformations(&self) -> Vec<Transformation<'_>> {
        let why = "it has links or numbers that are not at the ends";
        vec![Transformation::new("hcp", move || {
            circuit::tsplib(self).ok_or_else(|| why.to_owned())
        })]
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let given = self.givens.iter().flatten().count();
        vec![
            ("topology", self.board.topology().name().to_owned()),
            ("cells", self.board.len().to_string()),
            ("givens", given.to_string()),
            ("links", self.links.len().to_string()),
        ]
    }

    fn picture(&self) -> Picture {
        picture::scene(self, &self.givens)
    }

    fn write_answer(&self, filling: &Filling, entry: &mut dyn FnMut(&str)) {
        text::rows(&self.board, filling).iter().for_each(|row| entry(row));
    }

    fn parse_answer(
        &self,
        rows: &mut dyn Iterator<Item = Located<&str>>,
    ) -> Result<Filling, ParseError> {
        text::parse_answer(self, &rows.collect::<Vec<_>>())
    }

    fn judge(&self, filling: &Filling) -> Result<Verdict, Foul> {
        rules::judge(self, filling)
    }

    fn examples() -> &'static [Example] {
        examples::ALL
    }

    fn introduce(to: &mut impl Facets<Self>) {
        to.fills();
        to.constrains();
        to.explains();
        to.routes();
        to.encodes();
        to.generates();
        to.arranges();
    }
}
