//! Hamiltonian circuit: choose edges of a graph that form one closed line through every vertex.
//! NP-complete: R. Karp, "Reducibility among combinatorial problems", 1972. Instances are random
//! graphs of a given average degree (P. Cheeseman, B. Kanefsky, W. Taylor, "Where the really hard
//! problems are", 1991), or graphs with one circuit. The board is the upper half of the adjacency
//! matrix, so that each edge is a cell.

mod as_numbrix;
mod clauses;
mod forced_edges;

use quarry_core::{
    About, CommunityForm, Document, Example, Facets, Fault, Foul, GenerateError, Literal, Meter,
    ParseError, Picture, Place, Position, Rng, Tier, Tile, Tint, Transformation, Value, Values,
    settings,
};
use quarry_pencil::{
    BoardText, CellGrid, ClueSymmetry, Declaration, Declared, Draft, EntryMark, EntryValues,
    MOST_CELLS, RuleBook, Shape, Sheet, Spot,
};

use crate::graphs::PlainGraph;
use crate::stepwise::Stepwise;

/// An instance: the graph.
#[derive(Debug, Clone, PartialEq)]
pub struct HamiltonianCircuit {
    graph: PlainGraph,
}

settings! {
    /// What a generated graph looks like.
    pub struct HamiltonianCircuitOptions {
        /// Edges at random, whether they leave a circuit or not, or a puzzle with one solution.
        pub form: &'static str = "random", ["random", "puzzle"];
        /// Number of vertices.
        pub vertices: u64 = 20, 3..=100;
        /// Average number of neighbours.
        pub degree: f64 = 4.1, 0.1..=60.0;
    }
}

/// Values of an edge.
const USED: Value = 1;
const UNUSED: Value = 0;

/// Vertices in each row of an answer.
const ROW: usize = 20;

/// The mark of an unused edge in answers that are no whole circuit.
const NOT: &str = "x";

impl HamiltonianCircuit {
    /// For each vertex, its edges.
    fn edges_at(&self) -> Vec<Vec<usize>> {
        let mut at = vec![Vec::new(); self.graph.vertices];
        for (edge, &(one, other)) in self.graph.edges.iter().enumerate() {
            at[one].push(edge);
            at[other].push(edge);
        }
        at
    }

    fn other_end(&self, edge: usize, end: usize) -> usize {
        let (one, other) = self.graph.edges[edge];
        if one == end { other } else { one }
    }

    /// The vertices along the used edges from a vertex to the end of the line or back to it.
    fn walk(&self, at: &[Vec<usize>], filling: &[Option<Value>], from: usize) -> Vec<usize> {
        let (mut vertices, mut last) = (vec![from], None);
        loop {
            let here = vertices[vertices.len() - 1];
            let next =
                at[here].iter().find(|&&edge| filling[edge] == Some(USED) && Some(edge) != last);
            let Some(&edge) = next else { return vertices };
            let vertex = self.other_end(edge, here);
            if vertex == from || vertices.len() > self.graph.vertices {
                return vertices;
            }
            vertices.push(vertex);
            last = Some(edge);
        }
    }

    /// The vertices along the used edges from the first one.
    pub(in crate::pencil) fn order(&self, filling: &[Option<Value>]) -> Vec<usize> {
        self.walk(&self.edges_at(), filling, 0)
    }

    fn edge_named(&self, text: &str) -> Option<usize> {
        let (one, other) = text.split_once('-')?;
        let number = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
        let (one, other) = (number(one)?, number(other)?);
        self.graph.edges.binary_search(&(one.min(other), one.max(other))).ok()
    }

    fn edge_name(&self, edge: usize) -> String {
        let (one, other) = self.graph.edges[edge];
        format!("{}-{}", one + 1, other + 1)
    }

    /// The filling of a circuit, from the vertices in its order.
    fn circuit(&self, order: &[usize]) -> Result<EntryValues, String> {
        let mut filling = vec![Some(UNUSED); self.graph.edges.len()];
        for (place, &one) in order.iter().enumerate() {
            let other = order[(place + 1) % order.len()];
            let edge = self.graph.edges.binary_search(&(one.min(other), one.max(other)));
            let edge =
                edge.map_err(|_| format!("there is no edge from {} to {}", one + 1, other + 1))?;
            filling[edge] = Some(USED);
        }
        Ok(filling)
    }
}

impl Declaration for HamiltonianCircuit {
    const ID: &'static str = "hamiltonian-circuit";
    const ABOUT: About = About {
        title: "Hamiltonian circuit",
        rules: "Choose edges of the graph that form one closed line through all vertices, each \
            once. The cell in row 2 and column 5 stands for the edge between vertices 2 and 5.",
        complexity: "NP-complete (Karp, 1972). A random graph begins to have a circuit at an \
            average degree of about ln n + ln ln n (Komlós and Szemerédi, 1983), where simple \
            backtracking takes longest (Cheeseman, Kanefsky and Taylor, 1991) and pruning makes \
            most graphs easy (Vandegriend and Culberson, 1998).",
    };
    const KEYS: &'static [&'static str] = &["vertices"];
    const SHAPES: &'static [Shape] = &[
        Shape::new("two edges at a vertex", Tier::Easy, 1, |step| step.is_one("vertex")),
        Shape::new("no small circuit", Tier::Medium, 4, |step| step.is_one("circuit")),
        Shape::new("two vertices", Tier::Medium, 5, |step| step.is_of(&["vertex"])),
    ];
    type Options = HamiltonianCircuitOptions;

    fn read(board: &BoardText<'_>, file: &Document<'_>) -> Result<Self, ParseError> {
        let graph = PlainGraph::read(board, file)?;
        if graph.vertices.pow(2) <= MOST_CELLS {
            return Ok(HamiltonianCircuit { graph });
        }
        let at = board.lines().first().map_or(Position::START, |line| line.at);
        let expected = format!("a graph whose matrix has at most {MOST_CELLS} cells");
        Err(ParseError::new(at, expected, format!("{} vertices", graph.vertices)))
    }

    /// A file of TSPLIB; a list of edges alone is taken for a graph to colour.
    fn recognises(text: &str) -> bool {
        let is_type = |line: &str| {
            line.split_once(':').is_some_and(|(key, of)| (key.trim(), of.trim()) == ("TYPE", "HCP"))
        };
        text.lines().take(20).any(is_type)
    }

    fn sheet(&self) -> Sheet {
        self.graph.sheet()
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let vertices = self.graph.vertices as f64;
        vec![
            ("vertices", self.graph.vertices.to_string()),
            ("edges", self.graph.edges.len().to_string()),
            ("average degree", self.graph.average_degree()),
            ("ln n + ln ln n", format!("{:.2}", vertices.ln() + vertices.ln().ln())),
        ]
    }

    fn examples() -> &'static [Example] {
        examples![
            "first",
            "octahedron",
            "petersen",
            "cut-vertex",
            "dodecahedron",
            "cube-4",
            "grid-6x6",
            "grid-5x5",
            "knight-5x6"
        ]
    }

    fn more_forms(&self) -> Vec<CommunityForm> {
        let form = |format, text| CommunityForm { format, text, lost: Vec::new() };
        vec![form("dimacs", self.graph.dimacs(&[])), form("hcp", self.graph.tsplib())]
    }

    fn transformations(&self) -> Vec<Transformation<'_>> {
        vec![
            Transformation::new("cnf", || Ok(clauses::cnf(self))),
            Transformation::new("numbrix", || as_numbrix::written(self)),
        ]
    }

    fn grid(&self) -> CellGrid {
        CellGrid { rows: self.graph.vertices, columns: self.graph.vertices }
    }

    fn spots(&self) -> Vec<Spot> {
        let spot = |(edge, &(one, other)): (usize, &(usize, usize))| Spot {
            place: Place::Cell(other as u32, one as u32),
            name: self.edge_name(edge),
            words: format!("the edge from {} to {}", one + 1, other + 1),
            values: Values::below(2),
            given: None,
        };
        self.graph.edges.iter().enumerate().map(spot).collect()
    }

    const MARKS: Option<[EntryMark; 2]> = Some([
        EntryMark::new(USED, "o", "an edge of the circuit", "belongs to the circuit"),
        EntryMark::new(UNUSED, NOT, "no edge of it", "does not belong to the circuit"),
    ]);

    /// A circuit is written as its vertices in order; anything else as its edges: `1-2` for a used
    /// one, `x1-2` for an unused one.
    fn answer_sheet(&self, filling: &[Option<Value>]) -> Sheet {
        let is_full = filling.iter().all(Option::is_some);
        let order = self.order(filling);
        let is_circuit = is_full && self.circuit(&order).is_ok_and(|whole| whole == filling);
        let tokens: Vec<String> = if is_circuit && order.len() > 2 {
            order.iter().map(|vertex| (vertex + 1).to_string()).collect()
        } else {
            let entries = filling.iter().enumerate();
            let entries = entries.filter_map(|(edge, entry)| Some((edge, (*entry)?)));
            let entries = entries.map(|(edge, value)| {
                let not = if value == USED { "" } else { NOT };
                format!("{not}{}", self.edge_name(edge))
            });
            entries.collect()
        };
        Sheet { rows: tokens.chunks(ROW).map(<[String]>::to_vec).collect(), ..Sheet::default() }
    }

    /// Reads vertices in the order of a circuit, or edges.
    fn read_answer(&self, board: &BoardText<'_>) -> Result<EntryValues, Foul> {
        let lines = || board.lines().iter().enumerate();
        let tokens = || {
            lines().flat_map(|(at, line)| {
                line.words(|c| " ,\t".contains(c)).map(move |word| (at, word.value))
            })
        };
        if tokens().next().is_some_and(|(_, token)| !token.contains('-')) {
            let mut order = Vec::new();
            for (at, token) in tokens() {
                let vertex = token.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
                let vertex = vertex.filter(|&vertex| vertex < self.graph.vertices);
                let why = || Foul { at, why: format!("no vertex: '{token}'") };
                let vertex = vertex.ok_or_else(why)?;
                if order.contains(&vertex) {
                    return Err(Foul { at, why: format!("vertex {token} stands twice") });
                }
                order.push(vertex);
            }
            return self.circuit(&order).map_err(|why| Foul { at: 0, why });
        }
        let mut filling = vec![None; self.graph.edges.len()];
        for (at, token) in tokens() {
            let (name, value) = match token.strip_prefix(NOT) {
                Some(name) => (name, UNUSED),
                None => (token, USED),
            };
            let why = |what: &str| Foul { at, why: format!("{what}: '{token}'") };
            let edge = self.edge_named(name).ok_or_else(|| why("no edge of the graph"))?;
            if filling[edge].replace(value).is_some() {
                return Err(why("this edge stands twice"));
            }
        }
        Ok(filling)
    }

    fn faults(&self, filling: &[Option<Value>]) -> Vec<Fault> {
        let mut faults = Vec::new();
        let edges_at = self.edges_at();
        for (vertex, at) in edges_at.iter().enumerate() {
            let many = |value| at.iter().filter(|&&edge| filling[edge] == value).count();
            let words = match (many(Some(USED)), many(None)) {
                (3.., _) => "has more than two edges",
                (0 | 1, 0) if !at.is_empty() => "has fewer than two edges",
                _ => continue,
            };
            let cells = at.iter().copied().filter(|&edge| filling[edge].is_some()).collect();
            faults.push(Fault { cells, words: format!("vertex {} {words}", vertex + 1) });
        }
        if !faults.is_empty() {
            return faults;
        }
        // Every vertex has at most two edges now: the line from it is a path or a circuit.
        let ends = &self.graph.edges;
        let used: Vec<usize> =
            (0..filling.len()).filter(|&edge| filling[edge] == Some(USED)).collect();
        let mut seen = vec![false; self.graph.vertices];
        for from in used.iter().map(|&edge| ends[edge].0) {
            if seen[from] {
                continue;
            }
            let line = self.walk(&edges_at, filling, from);
            line.iter().for_each(|&vertex| seen[vertex] = true);
            let is_inside = |edge: &usize| {
                let (one, other) = ends[*edge];
                line.contains(&one) && line.contains(&other)
            };
            let cells: Vec<usize> = used.iter().copied().filter(is_inside).collect();
            if cells.len() == line.len() && line.len() < self.graph.vertices {
                let words = format!("the circuit through vertex {} is too small", from + 1);
                return vec![Fault { cells, words }];
            }
        }
        if filling.iter().all(Option::is_some) && used.len() < self.graph.vertices {
            let words = "no circuit passes all vertices".to_owned();
            faults.push(Fault { cells: (0..filling.len()).collect(), words });
        }
        faults
    }

    fn rules(&self, rules: &mut RuleBook) {
        for (vertex, at) in self.edges_at().into_iter().enumerate() {
            let sentence = format!("the circuit uses two of the edges at vertex {}", vertex + 1);
            let used = at.iter().map(|&edge| Literal::is(edge, USED));
            rules.rule("vertex", sentence).count(2, 2, used);
        }
        let ends = self.graph.edges.iter().map(|&(one, other)| [one as u16, other as u16]);
        let used = (0..self.graph.edges.len()).map(|edge| Literal::is(edge, USED));
        rules.rule("circuit", "the used edges form one circuit").one_loop(used, ends.collect());
    }

    fn solvers(to: &mut impl Facets<Declared<Self>>) {
        to.brings::<Stepwise<forced_edges::ForcedEdges>>();
    }

    fn picture(&self, filling: &[Option<Value>]) -> Picture {
        let size = self.graph.vertices as u32;
        let tile = |x: u32, y: u32| {
            let edge = self.graph.edges.binary_search(&(y as usize, x as usize));
            match edge.ok().map(|edge| filling[edge]) {
                _ if x == y => Tile::new(x, y, Tint::Given, (x + 1).to_string()),
                None => Tile::new(x, y, Tint::Blank, ""),
                Some(None) => Tile::new(x, y, Tint::Open, ""),
                Some(Some(value)) => Tile::new(x, y, Tint::Plain, self.mark(value)),
            }
        };
        Picture::grid(size, size, tile)
    }

    /// No tier can be asked for: which ones occur is not measured.
    const TIERS: &'static [Tier] = &[];

    fn blind_draft(
        options: &HamiltonianCircuitOptions,
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> Result<Option<Self>, GenerateError> {
        if options.form == "puzzle" {
            return Ok(None);
        }
        let graph = PlainGraph::random(options.vertices as usize, options.degree, rng, meter)?;
        Ok(Some(HamiltonianCircuit { graph }))
    }

    /// A circuit in random order among the edges of a random graph.
    fn draft(
        options: &HamiltonianCircuitOptions,
        _: ClueSymmetry,
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> Result<Option<Draft<Self>>, GenerateError> {
        let vertices = options.vertices as usize;
        let mut order: Vec<usize> = (0..vertices).collect();
        rng.shuffle(&mut order);
        let circuit = (0..vertices).map(|place| (order[place], order[(place + 1) % vertices]));
        // The circuit alone is two edges at each vertex.
        let others = PlainGraph::random(vertices, (options.degree - 2.0).max(0.0), rng, meter)?;
        let graph = PlainGraph::new(vertices, circuit.chain(others.edges));
        let puzzle = HamiltonianCircuit { graph };
        let solution = puzzle.circuit(&order).expect("its edges are those of the graph");
        Ok(Some(Draft { puzzle, solution }))
    }

    /// Takes an edge away that the second circuit has and the first has not.
    fn mended(
        draft: &Draft<Self>,
        second: &[Option<Value>],
        _: ClueSymmetry,
        rng: &mut Rng,
    ) -> Option<Draft<Self>> {
        let differs =
            |&edge: &usize| second[edge] == Some(USED) && draft.solution[edge] == Some(UNUSED);
        let other: Vec<usize> = (0..second.len()).filter(differs).collect();
        let gone = *other.get(rng.below(other.len().max(1)))?;
        let Draft { mut puzzle, mut solution } = draft.clone();
        puzzle.graph.edges.remove(gone);
        solution.remove(gone);
        Some(Draft { puzzle, solution })
    }
}

#[cfg(test)]
mod tests;
