//! Graph colouring: give each vertex one of k colours so that no edge joins two of the same.
//! NP-complete for every k from 3: R. Karp, "Reducibility among combinatorial problems", 1972.
//! Instances are random graphs of a given average degree (P. Cheeseman, B. Kanefsky, W. Taylor,
//! "Where the really hard problems are", 1991), or graphs with some vertices coloured beforehand
//! that leave one solution. The forms include the same question as a formula.

mod clauses;
mod saturation;
mod tabu;

use quarry_core::{
    About, CommunityForm, Corner, Document, Example, Facets, Fault, Foul, GenerateError, LinkKind,
    Mark, Meter, ParseError, Picture, Place, Position, Rng, Tier, Tile, Tint, Transformation,
    Value, Values, settings,
};
use quarry_pencil::{
    BoardText, CellGrid, ClueSymmetry, Declaration, Declared, Draft, EntryValues, OPEN, RuleBook,
    Shape, Sheet, Spot,
};

use crate::dimacs;
use crate::graphs::PlainGraph;
use crate::stepwise::Stepwise;

/// An instance: the graph, the number of colours, and the vertices that have one already.
#[derive(Debug, Clone, PartialEq)]
pub struct Colouring {
    graph: PlainGraph,
    colours: Value,
    givens: Vec<Option<Value>>,
}

settings! {
    /// What a generated graph looks like.
    pub struct ColouringOptions {
        /// Edges at random, whether they leave a colouring or not, or a puzzle with one solution.
        pub form: &'static str = "random", ["random", "puzzle"];
        /// Number of vertices.
        pub vertices: u64 = 30, 2..=300;
        /// Number of colours.
        pub colours: u64 = 3, 2..=26;
        /// Average number of neighbours.
        pub degree: f64 = 4.5, 0.1..=60.0;
    }
}

/// Colours of a graph whose form does not say how many.
const USUAL_COLOURS: i64 = 3;
const MOST_COLOURS: i64 = 26;

/// The remark in DIMACS files that says how many colours there are.
const COLOURS_REMARK: &str = "colours";

/// Vertices in each row of an answer.
const ROW: usize = 20;

impl Colouring {
    fn blank(graph: PlainGraph, colours: Value) -> Self {
        let givens = vec![None; graph.vertices];
        Colouring { graph, colours, givens }
    }
}

impl Declaration for Colouring {
    const ID: &'static str = "colouring";
    const ABOUT: About = About {
        title: "Graph colouring",
        rules: "Give each vertex one of the colours so that no line joins two vertices of the \
            same colour.",
        complexity: "NP-complete with three or more colours (Karp, 1972), polynomial with two. \
            Random graphs are hardest where half of them can be coloured (Cheeseman, Kanefsky \
            and Taylor, 1991).",
    };
    const KEYS: &'static [&'static str] = &["vertices", "colours", "given"];
    const SHAPES: &'static [Shape] = &[
        Shape::new("last colour", Tier::Easy, 1, |step| step.rules.len() == 1),
        Shape::new("two neighbours", Tier::Easy, 2, |step| step.rules.len() == 2),
        Shape::new("three neighbours", Tier::Medium, 4, |step| step.rules.len() == 3),
    ];
    type Options = ColouringOptions;

    fn read(board: &BoardText<'_>, file: &Document<'_>) -> Result<Self, ParseError> {
        let graph = PlainGraph::read(board, file)?;
        let said = board.lines().iter().find_map(|line| {
            let words: Vec<&str> = line.value.split_whitespace().collect();
            let said = matches!(words[..], ["c", COLOURS_REMARK, _]);
            said.then(|| (line, words[2].parse::<i64>().ok()))
        });
        let colours = match (file.integer("colours")?, said) {
            (Some(colours), _) => (Some(colours.at), Some(colours.value)),
            (None, Some((line, colours))) => (Some(line.at), colours),
            (None, None) => (None, Some(USUAL_COLOURS)),
        };
        let colours = match colours {
            (_, Some(colours)) if (1..=MOST_COLOURS).contains(&colours) => colours as Value,
            (at, found) => {
                let expected = format!("a number of colours from 1 to {MOST_COLOURS}");
                let found = found.map_or("none".to_owned(), |found| found.to_string());
                return Err(ParseError::new(at.unwrap_or(Position::START), expected, found));
            }
        };
        let mut puzzle = Colouring::blank(graph, colours);
        if let Some(given) = file.text("given")? {
            for token in given.value.split_whitespace() {
                let pair = token.split_once('=').and_then(|(vertex, colour)| {
                    let vertex = vertex.parse::<usize>().ok()?.checked_sub(1)?;
                    let colour = colour.parse::<Value>().ok().filter(|n| (1..=colours).contains(n));
                    Some((puzzle.givens.get_mut(vertex)?, colour? - 1))
                });
                let expected = "a vertex and its colour: `4=1`";
                let (place, colour) =
                    pair.ok_or_else(|| given.wrong(expected, format!("`{token}`")))?;
                *place = Some(colour);
            }
        }
        // Two given neighbours of one colour are an error: a blank board has no faults.
        let clash = puzzle.faults(&puzzle.givens).into_iter().next();
        match (clash, file.text("given")?) {
            (Some(fault), Some(given)) => {
                Err(given.wrong("given colours that differ", fault.words))
            }
            _ => Ok(puzzle),
        }
    }

    fn recognises(text: &str) -> bool {
        ["edge", "edges", "col"].iter().any(|word| dimacs::begins_with(text, &["p", word]))
    }

    fn sheet(&self) -> Sheet {
        let sheet = self.graph.sheet().with_key("colours", self.colours);
        let given = self.givens.iter().enumerate();
        let given = given.filter_map(|(vertex, colour)| Some((vertex + 1, (*colour)? + 1)));
        let given: Vec<String> =
            given.map(|(vertex, colour)| format!("{vertex}={colour}")).collect();
        if given.is_empty() { sheet } else { sheet.with_text("given", &given.join(" ")) }
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        vec![
            ("vertices", self.graph.vertices.to_string()),
            ("edges", self.graph.edges.len().to_string()),
            ("average degree", self.graph.average_degree()),
            ("colours", self.colours.to_string()),
            ("given", self.givens.iter().flatten().count().to_string()),
        ]
    }

    fn examples() -> &'static [Example] {
        examples![
            "first", "12-one", "20-one", "30-below", "30-at", "50-at", "50-above", "four", "two"
        ]
    }

    fn more_forms(&self) -> Vec<CommunityForm> {
        let lost = if self.givens.iter().any(Option::is_some) { vec!["given"] } else { vec![] };
        let remark = format!("{COLOURS_REMARK} {}", self.colours);
        vec![CommunityForm { format: "dimacs", text: self.graph.dimacs(&[remark]), lost }]
    }

    fn transformations(&self) -> Vec<Transformation<'_>> {
        vec![Transformation::new("cnf", || Ok(clauses::cnf(self)))]
    }

    fn grid(&self) -> CellGrid {
        PlainGraph::circle(self.graph.vertices).0
    }

    fn spots(&self) -> Vec<Spot> {
        let (_, places) = PlainGraph::circle(self.graph.vertices);
        let spot = |(vertex, &(x, y)): (usize, &(u32, u32))| Spot {
            place: Place::Cell(x, y),
            name: format!("v{}", vertex + 1),
            words: format!("vertex {}", vertex + 1),
            values: Values::below(self.colours.into()),
            given: self.givens[vertex],
        };
        places.iter().enumerate().map(spot).collect()
    }

    fn mark(&self, value: Value) -> String {
        (value + 1).to_string()
    }

    fn unmark(&self, text: &str) -> Option<Value> {
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<Value>().ok().filter(|_| is_number)?.checked_sub(1)
    }

    fn marks_in_words(&self) -> String {
        format!("a colour from 1 to {}", self.colours)
    }

    /// The colours in the order of the vertices.
    fn answer_sheet(&self, filling: &[Option<Value>]) -> Sheet {
        let token = |entry: &Option<Value>| entry.map_or(OPEN.to_owned(), |value| self.mark(value));
        let tokens: Vec<String> = filling.iter().map(token).collect();
        Sheet { rows: tokens.chunks(ROW).map(<[String]>::to_vec).collect(), ..Sheet::default() }
    }

    fn read_answer(&self, board: &BoardText<'_>) -> Result<EntryValues, Foul> {
        let mut filling = EntryValues::new();
        for (at, line) in board.lines().iter().enumerate() {
            for token in line.value.split([' ', ',']).filter(|token| !token.is_empty()) {
                let colour = self.unmark(token).filter(|&colour| colour < self.colours);
                if colour.is_none() && token != OPEN {
                    return Err(Foul { at, why: format!("no colour: '{token}'") });
                }
                filling.push(colour);
            }
        }
        let (found, wanted) = (filling.len(), self.graph.vertices);
        match found == wanted {
            true => Ok(filling),
            false => Err(Foul { at: 0, why: format!("{found} colours for {wanted} vertices") }),
        }
    }

    fn faults(&self, filling: &[Option<Value>]) -> Vec<Fault> {
        let mut faults = Vec::new();
        for &(one, other) in &self.graph.edges {
            if filling[one].is_some() && filling[one] == filling[other] {
                let words = format!("vertices {} and {} have the same colour", one + 1, other + 1);
                faults.push(Fault { cells: vec![one, other], words });
            }
        }
        faults
    }

    fn rules(&self, rules: &mut RuleBook) {
        for &(one, other) in &self.graph.edges {
            rules.rule("edge", format!("vertices {} and {} differ", one + 1, other + 1));
            rules.different([one, other]);
        }
        for (vertex, given) in self.givens.iter().enumerate() {
            if let Some(colour) = *given {
                let sentence = format!("vertex {} has colour {}", vertex + 1, colour + 1);
                rules.clue(vertex, "given", sentence).is(vertex, colour);
            }
        }
    }

    fn solvers(to: &mut impl Facets<Declared<Self>>) {
        to.brings::<Stepwise<saturation::Dsatur>>();
        to.brings::<Stepwise<tabu::TabuCol>>();
    }

    fn picture(&self, filling: &[Option<Value>]) -> Picture {
        let (grid, places) = PlainGraph::circle(self.graph.vertices);
        let tile = |(vertex, &(x, y)): (usize, &(u32, u32))| {
            let tile = match filling[vertex] {
                None => Tile::new(x, y, Tint::Open, ""),
                Some(colour) => Tile::new(x, y, Tint::Kind(colour as u8), self.mark(colour)),
            };
            tile.marked(Mark::Note(Corner::TopLeft, (vertex + 1).to_string()))
        };
        let tiles = places.iter().enumerate().map(tile).collect();
        let board = Picture::of_squares(grid.columns as u32, grid.rows as u32, tiles);
        self.graph.edges.iter().fold(board, |board, &(one, other)| {
            board.with_link(places[one], places[other], LinkKind::GraphEdge)
        })
    }

    /// No tier can be asked for: which ones occur is not measured.
    const TIERS: &'static [Tier] = &[];

    fn blind_draft(
        options: &ColouringOptions,
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> Result<Option<Self>, GenerateError> {
        if options.form == "puzzle" {
            return Ok(None);
        }
        let graph = PlainGraph::random(options.vertices as usize, options.degree, rng, meter)?;
        Ok(Some(Colouring::blank(graph, options.colours as Value)))
    }

    /// A random graph without the edges that a random colouring forbids, and all its colours.
    fn draft(
        options: &ColouringOptions,
        _: ClueSymmetry,
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> Result<Option<Draft<Self>>, GenerateError> {
        let (vertices, colours) = (options.vertices as usize, options.colours as usize);
        let solution: EntryValues =
            (0..vertices).map(|_| Some(rng.below(colours) as Value)).collect();
        // A share of 1/k of all pairs is forbidden.
        let degree = options.degree * colours as f64 / (colours as f64 - 1.0);
        let graph = PlainGraph::random(vertices, degree, rng, meter)?;
        let edges = graph.edges.into_iter().filter(|edge| solution[edge.0] != solution[edge.1]);
        let graph = PlainGraph::new(vertices, edges);
        if graph.edges.is_empty() {
            return Ok(None);
        }
        let puzzle = Colouring { graph, colours: colours as Value, givens: solution.clone() };
        Ok(Some(Draft { puzzle, solution }))
    }

    /// Every vertex can be a clue; those without a colour are none.
    fn clues(&self) -> Vec<(u32, u32)> {
        PlainGraph::circle(self.graph.vertices).1
    }

    fn with_clues(&self, kept: &[bool]) -> Self {
        let givens = self.givens.iter().zip(kept).map(|(given, &kept)| given.filter(|_| kept));
        Colouring { givens: givens.collect(), ..self.clone() }
    }
}

#[cfg(test)]
mod tests;
