//! Formulas and truth values as text: a clause in each line, or DIMACS.

use quarry_core::{Document, Foul, ParseError, Position, Value};
use quarry_pencil::{BoardText, EntryValues, MOST_CELLS, OPEN, Sheet};

use super::{COLUMNS, Satisfiability};

/// Most variables of a formula.
const MOST_VARIABLES: i64 = 5_000;

impl Satisfiability {
    /// Whether the picture of the formula is not too large.
    pub(super) fn fits(&self) -> bool {
        let (_, rows) = Satisfiability::layout(self.variables, &self.clauses);
        rows * COLUMNS <= MOST_CELLS && self.variable_rows() < rows
    }
}

/// Reads clauses: each is a line, or ends with 0 as in DIMACS.
pub(super) fn read(
    board: &BoardText<'_>,
    file: &Document<'_>,
) -> Result<Satisfiability, ParseError> {
    let mut variables = file.positive("variables", MOST_VARIABLES)?.map(|many| many as usize);
    let start = board.lines().first().map_or(Position::START, |line| line.at);
    let mut clauses: Vec<Vec<i32>> = Vec::new();
    let mut open: Vec<i32> = Vec::new();
    let mut is_dimacs = false;
    for line in board.lines() {
        let mut first = line.value.split_whitespace();
        match first.next() {
            Some("c") => continue,
            Some("%") => break,
            Some("p") => {
                let many = first.nth(1).and_then(|many| many.parse::<i64>().ok());
                let many = many.filter(|many| (1..=MOST_VARIABLES).contains(many));
                let expected =
                    || format!("p cnf, a number of variables to {MOST_VARIABLES}, and of clauses");
                variables = Some(many.ok_or_else(|| line.wrong(expected(), line.value))? as usize);
                is_dimacs = true;
                continue;
            }
            _ => {}
        }
        let expected = || match variables {
            Some(most) => format!("literals: numbers from 1 to {most}, or with a minus"),
            None => format!("literals: numbers from 1 to {MOST_VARIABLES}, or with a minus"),
        };
        for word in line.words(char::is_whitespace) {
            let wrong = || word.wrong(expected(), format!("`{}`", word.value));
            let number: i32 = word.value.parse().map_err(|_| wrong())?;
            let most = variables.unwrap_or(MOST_VARIABLES as usize);
            if number == 0 && is_dimacs && !open.is_empty() {
                clauses.push(std::mem::take(&mut open));
            } else if number == 0 || number.unsigned_abs() as usize > most {
                return Err(wrong());
            } else if !open.contains(&number) {
                open.push(number);
            }
        }
        if !is_dimacs && !open.is_empty() {
            clauses.push(std::mem::take(&mut open));
        }
    }
    if !open.is_empty() {
        clauses.push(open);
    }
    let used = clauses.iter().flatten().map(|literal| literal.unsigned_abs() as usize).max();
    let Some(used) = used else {
        return Err(ParseError::new(start, "a clause in each line: `1 -2 3`", "none"));
    };
    let formula = Satisfiability { variables: variables.unwrap_or(used), clauses };
    if formula.fits() {
        Ok(formula)
    } else {
        let expected = format!("a formula whose literals fit {MOST_CELLS} cells");
        Err(ParseError::new(start, expected, format!("{} clauses", formula.clauses.len())))
    }
}

/// Writes the true literals in order, and `_` for a variable that is open.
pub(super) fn answer_sheet(filling: &[Option<Value>]) -> Sheet {
    let token = |(index, entry): (usize, &Option<Value>)| match entry {
        None => OPEN.to_owned(),
        Some(0) => format!("-{}", index + 1),
        Some(_) => (index + 1).to_string(),
    };
    let tokens: Vec<String> = filling.iter().enumerate().map(token).collect();
    let rows = tokens.chunks(COLUMNS).map(<[String]>::to_vec).collect();
    Sheet { rows, ..Sheet::default() }
}

/// Reads true literals in any order; other variables are open. Takes what solvers print, too: `s`
/// lines say nothing, `v` lines end with 0.
pub(super) fn read_answer(variables: usize, board: &BoardText<'_>) -> Result<EntryValues, Foul> {
    let mut filling: EntryValues = vec![None; variables];
    for (at, line) in board.lines().iter().enumerate() {
        let mut words = line.value.split_whitespace().peekable();
        match words.peek() {
            Some(&("s" | "c")) => continue,
            Some(&"v") => _ = words.next(),
            _ => {}
        }
        for word in words.filter(|&word| word != OPEN && word != "0") {
            let foul = |why: String| Foul { at, why };
            let number: Option<i32> = word.parse().ok().filter(|&number| number != 0);
            let number = number.ok_or_else(|| foul(format!("no literal: '{word}'")))?;
            let index = number.unsigned_abs() as usize - 1;
            let Some(entry) = filling.get_mut(index) else {
                return Err(foul(format!("there is no variable {}", index + 1)));
            };
            if entry.replace(Value::from(number > 0)).is_some() {
                return Err(foul(format!("x{} stands twice", index + 1)));
            }
        }
    }
    Ok(filling)
}
