//! Satisfiability: give each variable of a formula a truth value so that every clause has a true
//! literal. The first problem that was shown to be NP-complete: S. Cook, "The complexity of
//! theorem-proving procedures", 1971. Instances are random ones at a given ratio of clauses to
//! variables (P. Cheeseman, B. Kanefsky, W. Taylor, "Where the really hard problems are", 1991), or
//! formulas with one solution, of which clauses were left out until none is superfluous.

mod as_akari;
mod dpll;
mod graph;
mod text;
mod walk;

use quarry_core::{
    About, CommunityForm, Corner, Document, Example, Facets, Fault, Foul, GenerateError, Literal,
    Mark, Meter, ParseError, Picture, Place, Rng, Tier, Tile, Tint, Transformation, Value, Values,
    settings,
};
use quarry_pencil::{
    BoardText, CellGrid, ClueSymmetry, Declaration, Declared, Draft, EntryMark, EntryValues,
    RuleBook, Shape, Sheet, Spot,
};

use crate::dimacs;
use crate::stepwise::Stepwise;

/// A formula: clauses of literals, which are numbers from 1, negative ones for false variables.
#[derive(Debug, Clone, PartialEq)]
pub struct Satisfiability {
    variables: usize,
    clauses: Vec<Vec<i32>>,
}

settings! {
    /// What a generated formula looks like.
    pub struct SatisfiabilityOptions {
        /// Clauses at random, whether they can be satisfied or not, or a puzzle with one solution.
        pub form: &'static str = "random", ["random", "puzzle"];
        /// Number of variables.
        pub variables: u64 = 20, 1..=1_000;
        /// Literals of a clause, each of another variable.
        pub width: u64 = 3, 1..=10;
        /// Clauses for each variable, of a random formula; a puzzle begins with more and keeps few.
        pub ratio: f64 = 4.3, 0.1..=100.0;
    }
}

/// Width of the picture in tiles.
const COLUMNS: usize = 20;

/// Most clauses that are drawn before clauses are left out, for each variable and for each of the
/// 2^width ways in which a clause can be wrong: enough that one solution is left.
const DRAFT_CLAUSES: usize = 3;

/// The variable of a literal, from 0.
fn variable(literal: i32) -> usize {
    literal.unsigned_abs() as usize - 1
}

/// The truth value that makes a literal true.
fn wanted(literal: i32) -> Value {
    Value::from(literal > 0)
}

impl Satisfiability {
    /// Rows of the picture that hold the variables.
    fn variable_rows(&self) -> usize {
        self.variables.div_ceil(COLUMNS)
    }

    /// The cell (column, row) of the first literal of each clause, and the number of rows. Clauses
    /// have a free cell between them; a clause that fits into a row is not broken.
    fn layout(variables: usize, clauses: &[Vec<i32>]) -> (Vec<(usize, usize)>, usize) {
        let (mut column, mut row) = (0, variables.div_ceil(COLUMNS) + 1);
        let mut places = Vec::with_capacity(clauses.len());
        for clause in clauses {
            if column > 0 && column + clause.len() > COLUMNS {
                (column, row) = (0, row + 1);
            }
            places.push((column, row));
            let end = column + clause.len();
            row += (end - 1) / COLUMNS;
            column = (end - 1) % COLUMNS + 2;
        }
        (places, row + 1)
    }

    fn words_of(clause: &[i32]) -> String {
        let literal = |&one: &i32| {
            let not = if one < 0 { "not " } else { "" };
            format!("{not}x{}", one.unsigned_abs())
        };
        clause.iter().map(literal).collect::<Vec<_>>().join(" or ")
    }

    /// A clause of different variables.
    fn random_clause(options: &SatisfiabilityOptions, rng: &mut Rng) -> Vec<i32> {
        let mut clause: Vec<i32> = Vec::with_capacity(options.width as usize);
        while clause.len() < options.width as usize {
            let number = rng.below(options.variables as usize) as i32 + 1;
            if !clause.iter().any(|literal| literal.abs() == number) {
                clause.push(if rng.below(2) == 0 { number } else { -number });
            }
        }
        clause
    }

    fn drawn(
        options: &SatisfiabilityOptions,
        clauses: usize,
        rng: &mut Rng,
        meter: &mut Meter,
        mut allows: impl FnMut(&[i32]) -> bool,
    ) -> Result<Self, GenerateError> {
        if options.width > options.variables {
            return Err(GenerateError::Refused(format!(
                "{} variables are too few for clauses of {}: ask for more variables or a smaller \
                width",
                options.variables, options.width
            )));
        }
        let mut formula =
            Satisfiability { variables: options.variables as usize, clauses: Vec::new() };
        while formula.clauses.len() < clauses {
            if !meter.goes_on() {
                return Err(GenerateError::Stopped);
            }
            let clause = Satisfiability::random_clause(options, rng);
            if allows(&clause) {
                formula.clauses.push(clause);
            }
        }
        if !formula.fits() {
            return Err(GenerateError::Refused(format!(
                "{clauses} clauses of {} do not fit a picture: ask for fewer variables or a \
                smaller ratio",
                options.width
            )));
        }
        Ok(formula)
    }
}

impl Declaration for Satisfiability {
    const ID: &'static str = "satisfiability";
    const ABOUT: About = About {
        title: "Satisfiability",
        rules: "Give each variable a truth value so that every clause has at least one true \
            literal. A literal is a variable, which is true if the variable is, or its negation, \
            which is true if the variable is false.",
        complexity: "NP-complete (Cook, 1971), with three literals in each clause too (Karp, \
            1972); polynomial with two (Krom, 1967). Random formulas are hardest where half of \
            them can be satisfied (Cheeseman, Kanefsky and Taylor, 1991).",
    };
    const KEYS: &'static [&'static str] = &["variables"];
    const SHAPES: &'static [Shape] = &[
        Shape::new("last literal", Tier::Easy, 1, |step| step.rules.len() == 1),
        Shape::new("two clauses", Tier::Medium, 4, |step| step.rules.len() == 2),
        Shape::new("three clauses", Tier::Hard, 8, |step| step.rules.len() == 3),
    ];
    type Options = SatisfiabilityOptions;

    fn read(board: &BoardText<'_>, file: &Document<'_>) -> Result<Self, ParseError> {
        text::read(board, file)
    }

    fn recognises(text: &str) -> bool {
        dimacs::begins_with(text, &["p", "cnf"])
    }

    fn sheet(&self) -> Sheet {
        let token = |literal: &i32| literal.to_string();
        let rows = self.clauses.iter().map(|clause| clause.iter().map(token).collect());
        let sheet = Sheet { rows: rows.collect(), ..Sheet::default() };
        sheet.with_key("variables", self.variables)
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let ratio = self.clauses.len() as f64 / self.variables as f64;
        let widths = || self.clauses.iter().map(Vec::len);
        let (least, most) = (widths().min().unwrap_or(0), widths().max().unwrap_or(0));
        let width = if least == most { most.to_string() } else { format!("{least} to {most}") };
        vec![
            ("variables", self.variables.to_string()),
            ("clauses", self.clauses.len().to_string()),
            ("literals of a clause", width),
            ("clauses for each variable", format!("{ratio:.2}")),
        ]
    }

    fn examples() -> &'static [Example] {
        examples![
            "first", "12-one", "20-one", "20-below", "20-at", "40-at", "40-above", "75-at", "two"
        ]
    }

    fn more_forms(&self) -> Vec<CommunityForm> {
        let text = dimacs::cnf(self.variables, &self.clauses, &[]);
        vec![CommunityForm { format: "dimacs", text, lost: Vec::new() }]
    }

    fn transformations(&self) -> Vec<Transformation<'_>> {
        vec![
            Transformation::new("graph", || Ok(graph::dimacs(self))),
            Transformation::new("akari", || as_akari::written(self)),
        ]
    }

    fn grid(&self) -> CellGrid {
        let (_, rows) = Satisfiability::layout(self.variables, &self.clauses);
        CellGrid { rows, columns: COLUMNS }
    }

    fn spots(&self) -> Vec<Spot> {
        let spot = |index: usize| Spot {
            place: Place::Cell((index % COLUMNS) as u32, (index / COLUMNS) as u32),
            name: format!("x{}", index + 1),
            words: format!("x{}", index + 1),
            values: Values::below(2),
            given: None,
        };
        (0..self.variables).map(spot).collect()
    }

    const MARKS: Option<[EntryMark; 2]> = Some([
        EntryMark::new(1, "T", "true", "is true"),
        EntryMark::new(0, "F", "false", "is false"),
    ]);

    fn answer_sheet(&self, filling: &[Option<Value>]) -> Sheet {
        text::answer_sheet(filling)
    }

    fn read_answer(&self, board: &BoardText<'_>) -> Result<EntryValues, Foul> {
        text::read_answer(self.variables, board)
    }

    fn faults(&self, filling: &[Option<Value>]) -> Vec<Fault> {
        let mut faults = Vec::new();
        for (index, clause) in self.clauses.iter().enumerate() {
            let is_false = |literal: &i32| {
                let entry = filling[literal.unsigned_abs() as usize - 1];
                entry == Some(if *literal > 0 { 0 } else { 1 })
            };
            if clause.iter().all(is_false) {
                let cells = clause.iter().map(|literal| literal.unsigned_abs() as usize - 1);
                let words = Satisfiability::words_of(clause);
                let words = format!("clause {} ({words}) has no true literal", index + 1);
                faults.push(Fault { cells: cells.collect(), words });
            }
        }
        faults
    }

    fn rules(&self, rules: &mut RuleBook) {
        for (index, clause) in self.clauses.iter().enumerate() {
            let sentence = format!("clause {}: {}", index + 1, Satisfiability::words_of(clause));
            rules.clue(index, "clause", sentence);
            // A clause with both literals of a variable is always satisfied.
            if clause.iter().any(|literal| clause.contains(&-literal)) {
                continue;
            }
            rules.clause(clause.iter().map(|&one| Literal::is(variable(one), wanted(one))));
        }
    }

    fn solvers(to: &mut impl Facets<Declared<Self>>) {
        to.brings::<Stepwise<dpll::Dpll>>();
        to.brings::<Stepwise<walk::WalkSat>>();
    }

    /// The variables in the first rows, the clauses below; ink shows which literals are true.
    fn picture(&self, filling: &[Option<Value>]) -> Picture {
        let (places, rows) = Satisfiability::layout(self.variables, &self.clauses);
        let mut tiles: Vec<Tile> = Vec::new();
        for (index, entry) in filling.iter().enumerate() {
            let (x, y) = ((index % COLUMNS) as u32, (index / COLUMNS) as u32);
            let tile = match entry {
                None => Tile::new(x, y, Tint::Open, ""),
                Some(1) => Tile::new(x, y, Tint::Plain, "T"),
                Some(_) => Tile::new(x, y, Tint::Plain, "F"),
            };
            tiles.push(tile.marked(Mark::Note(Corner::TopLeft, (index + 1).to_string())));
        }
        for (clause, &(column, row)) in self.clauses.iter().zip(&places) {
            for (offset, &literal) in clause.iter().enumerate() {
                let at = column + offset;
                let (x, y) = ((at % COLUMNS) as u32, (row + at / COLUMNS) as u32);
                let tint = match filling[variable(literal)] {
                    None => Tint::Given,
                    Some(value) if value == wanted(literal) => Tint::Shaded,
                    Some(_) => Tint::Hatched,
                };
                tiles.push(Tile::new(x, y, tint, literal.to_string()));
            }
        }
        Picture::of_squares(COLUMNS as u32, rows as u32, tiles)
    }

    /// No tier can be asked for: which ones occur is not measured.
    const TIERS: &'static [Tier] = &[];

    fn blind_draft(
        options: &SatisfiabilityOptions,
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> Result<Option<Self>, GenerateError> {
        if options.form == "puzzle" {
            return Ok(None);
        }
        let clauses = (options.ratio * options.variables as f64).round().max(1.0) as usize;
        Satisfiability::drawn(options, clauses, rng, meter, |_| true).map(Some)
    }

    /// Clauses that a random solution satisfies.
    fn draft(
        options: &SatisfiabilityOptions,
        _: ClueSymmetry,
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> Result<Option<Draft<Self>>, GenerateError> {
        let values: Vec<Value> = (0..options.variables).map(|_| rng.below(2) as Value).collect();
        let clauses = DRAFT_CLAUSES * (options.variables << options.width.min(6)) as usize;
        let holds = |clause: &[i32]| clause.iter().any(|&one| values[variable(one)] == wanted(one));
        let puzzle = Satisfiability::drawn(options, clauses, rng, meter, holds)?;
        Ok(Some(Draft { puzzle, solution: values.iter().copied().map(Some).collect() }))
    }

    fn clues(&self) -> Vec<(u32, u32)> {
        let (places, _) = Satisfiability::layout(self.variables, &self.clauses);
        places.into_iter().map(|(column, row)| (column as u32, row as u32)).collect()
    }

    fn with_clues(&self, kept: &[bool]) -> Self {
        let clauses = self.clauses.iter().zip(kept).filter(|(_, kept)| **kept);
        Satisfiability {
            variables: self.variables,
            clauses: clauses.map(|(clause, _)| clause.clone()).collect(),
        }
    }
}

#[cfg(test)]
mod tests;
