//! The DIMACS form of formulas: `p cnf VARIABLES CLAUSES`, then each clause with a 0 at its end.

/// Writes a formula. Literals are numbers from 1, negative ones for false variables; each remark
/// becomes a line of its own at the top.
pub(crate) fn cnf(variables: usize, clauses: &[Vec<i32>], remarks: &[String]) -> String {
    let mut lines: Vec<String> = remarks.iter().map(|remark| format!("c {remark}")).collect();
    lines.push(format!("p cnf {variables} {}", clauses.len()));
    lines.extend(clauses.iter().map(|clause| {
        let literals: String = clause.iter().map(|literal| format!("{literal} ")).collect();
        format!("{literals}0")
    }));
    lines.join("\n")
}

/// Whether the first line of a text that is no remark begins with these words.
pub(crate) fn begins_with(text: &str, words: &[&str]) -> bool {
    let is_remark = |line: &&str| {
        let line = line.trim();
        line.is_empty() || line == "c" || line.starts_with("c ")
    };
    let first = text.lines().find(|line| !is_remark(line));
    first.is_some_and(|line| line.split_whitespace().take(words.len()).eq(words.iter().copied()))
}
