//! The reference semantics of each constraint, written for clarity.

use super::{Constraint, Literal, Model, Support, Value, Values, Variable};

impl Model {
    /// Whether an assignment satisfies a constraint.
    pub(super) fn keeps(&self, constraint: &Constraint, assignment: &[Value]) -> bool {
        let value = |variable: Variable| assignment[variable];
        let is_true = |literal: &Literal| literal.is_true(assignment);
        match constraint {
            Constraint::Different(variables) => all_different(variables, assignment),
            Constraint::Related(one, other, relation) => {
                let allowed = self.relations[*relation].allowed.get(usize::from(value(*one)));
                allowed.is_some_and(|allowed| allowed.contains(value(*other)))
            }
            Constraint::Clause(literals) => literals.iter().any(is_true),
            Constraint::Count { low, high, literals } => {
                (*low..=*high).contains(&literals.iter().filter(|one| is_true(one)).count())
            }
            Constraint::Table { variables, rows } => {
                rows.iter().any(|row| variables.iter().zip(row).all(|(&one, &is)| value(one) == is))
            }
            Constraint::Linear { terms, total } => {
                let term =
                    |&(factor, variable): &(i64, Variable)| factor * i64::from(value(variable));
                terms.iter().map(term).sum::<i64>() == *total
            }
            Constraint::DistinctSum(variables, total) => {
                all_different(variables, assignment)
                    && variables.iter().map(|&one| u64::from(value(one))).sum::<u64>() == *total
            }
            Constraint::Connected { literals, neighbours, root } => {
                let inside: Vec<bool> = literals.iter().map(is_true).collect();
                let start = root.map(usize::from).or_else(|| inside.iter().position(|&one| one));
                let Some(start) = start else { return true };
                let reached = reached_from(start, &inside, neighbours);
                inside[start] && inside == reached
            }
            Constraint::Loop { edges, ends } => {
                let drawn: Vec<[u16; 2]> = edges
                    .iter()
                    .zip(ends)
                    .filter(|(edge, _)| is_true(edge))
                    .map(|(_, &ends)| ends)
                    .collect();
                is_one_loop(&drawn)
            }
            Constraint::Founded { heads, supports } => {
                let mut derived = vec![false; heads.len()];
                let derives = |support: &&Support, derived: &[bool]| {
                    is_true(&support.literal)
                        && is_true(&heads[usize::from(support.head)])
                        && support.source.is_none_or(|source| derived[usize::from(source)])
                        && !derived[usize::from(support.head)]
                };
                while let Some(next) = supports.iter().find(|one| derives(one, &derived)) {
                    derived[usize::from(next.head)] = true;
                }
                heads.iter().zip(derived).all(|(head, derived)| !is_true(head) || derived)
            }
            Constraint::Path { vertices, neighbours } => {
                let mut path = vec![None; vertices.len()];
                for (vertex, &variable) in vertices.iter().enumerate() {
                    if let Some(place) = path.get_mut(usize::from(value(variable))) {
                        *place = Some(vertex);
                    }
                }
                let step = |pair: &[Option<usize>]| match *pair {
                    [Some(from), Some(to)] => neighbours[from].contains(&(to as u16)),
                    _ => false,
                };
                path.iter().all(Option::is_some) && path.windows(2).all(step)
            }
        }
    }
}

fn all_different(variables: &[Variable], assignment: &[Value]) -> bool {
    let mut seen = Values::default();
    variables.iter().all(|&variable| {
        let new = !seen.contains(assignment[variable]);
        seen.insert(assignment[variable]);
        new
    })
}

/// Returns the vertices that can be reached from `start` without leaving `inside`.
fn reached_from(start: usize, inside: &[bool], neighbours: &[Vec<u16>]) -> Vec<bool> {
    let mut reached = vec![false; inside.len()];
    let mut waiting = vec![start];
    while let Some(vertex) = waiting.pop() {
        if inside[vertex] && !reached[vertex] {
            reached[vertex] = true;
            waiting.extend(neighbours[vertex].iter().map(|&next| usize::from(next)));
        }
    }
    reached
}

/// Whether following the edges from the first one returns to its start and uses all of them.
fn is_one_loop(edges: &[[u16; 2]]) -> bool {
    let Some(&[start, mut at]) = edges.first() else { return false };
    let mut used = vec![false; edges.len()];
    used[0] = true;
    while at != start {
        let mut onward = (0..edges.len()).filter(|&edge| !used[edge] && edges[edge].contains(&at));
        let (Some(edge), None) = (onward.next(), onward.next()) else { return false };
        used[edge] = true;
        let [one, other] = edges[edge];
        at = if one == at { other } else { one };
    }
    used.into_iter().all(|used| used)
}
