//! What each constraint excludes: simple tests, each of which recognises some sets of remaining
//! values that no solution of the constraint fits.

use std::collections::{BTreeSet, HashSet};

use quarry_core::{Constraint, Literal, Model, Value, Variable};

/// The values that each variable may have, in rising order.
pub(crate) type Domains = Vec<Vec<Value>>;

/// Sets of digits that a sum may need; beyond that nothing is said.
const MOST_DIGIT_SETS: usize = 100_000;

/// The value of a literal, if the remaining values decide it.
pub(crate) fn truth(domains: &Domains, literal: Literal) -> Option<bool> {
    let domain = &domains[literal.variable];
    let is = match (domain.contains(&literal.value), domain.len()) {
        (false, _) => Some(false),
        (true, 1) => Some(true),
        _ => None,
    };
    is.map(|is| is == literal.holds)
}

/// Whether no solution of a constraint fits the remaining values; the answer no may be wrong.
/// Without `thorough`, expensive tests are left out.
pub(crate) fn is_impossible(
    model: &Model,
    constraint: &Constraint,
    domains: &Domains,
    thorough: bool,
) -> bool {
    let may_be = |variable: Variable, value: Value| domains[variable].contains(&value);
    let truths = |literals: &[Literal]| -> Vec<Option<bool>> {
        literals.iter().map(|&literal| truth(domains, literal)).collect()
    };
    match constraint {
        Constraint::Different(variables) => {
            repeats(variables, domains) || thorough && !has_different_values(variables, domains)
        }
        Constraint::Related(one, other, relation) => {
            let allowed = &model.relations[*relation].allowed;
            let goes = |value: Value, with: Value| {
                allowed.get(usize::from(value)).is_some_and(|set| set.contains(with))
            };
            !domains[*one]
                .iter()
                .any(|&value| domains[*other].iter().any(|&with| goes(value, with)))
        }
        Constraint::Clause(literals) => truths(literals).iter().all(|&one| one == Some(false)),
        Constraint::Count { low, high, literals } => {
            let truths = truths(literals);
            let held = truths.iter().filter(|&&one| one == Some(true)).count();
            let possible = truths.iter().filter(|&&one| one != Some(false)).count();
            held > *high || possible < *low
        }
        Constraint::Table { variables, rows } => !rows.iter().any(|row| {
            variables.iter().zip(row).all(|(&variable, &value)| may_be(variable, value))
        }),
        Constraint::Linear { terms, total } => !sums(terms, domains).contains(total),
        Constraint::DistinctSum(variables, total) => {
            repeats(variables, domains) || thorough && !has_sum(variables, *total, domains)
        }
        Constraint::Connected { literals, neighbours, root } => {
            let mut truths = truths(literals);
            if let Some(root) = root.map(usize::from) {
                if truths[root] == Some(false) {
                    return true;
                }
                truths[root] = Some(true);
            }
            let Some(start) = truths.iter().position(|&one| one == Some(true)) else {
                return false;
            };
            let mut is_reached = vec![false; truths.len()];
            let mut waiting = vec![start];
            while let Some(vertex) = waiting.pop() {
                if truths[vertex] != Some(false) && !is_reached[vertex] {
                    is_reached[vertex] = true;
                    waiting.extend(neighbours[vertex].iter().map(|&next| usize::from(next)));
                }
            }
            (0..truths.len()).any(|vertex| truths[vertex] == Some(true) && !is_reached[vertex])
        }
        Constraint::Loop { edges, ends } => breaks_loop(&truths(edges), ends),
        Constraint::Founded { heads, supports } => {
            let truths = truths(heads);
            let mut derived = vec![false; heads.len()];
            loop {
                let next = supports.iter().find(|support| {
                    let head = usize::from(support.head);
                    !derived[head]
                        && truths[head] != Some(false)
                        && truth(domains, support.literal) != Some(false)
                        && support.source.is_none_or(|source| derived[usize::from(source)])
                });
                match next {
                    Some(support) => derived[usize::from(support.head)] = true,
                    None => break,
                }
            }
            (0..heads.len()).any(|head| truths[head] == Some(true) && !derived[head])
        }
        Constraint::Path { vertices, neighbours } => {
            let goes_on = |vertex: usize, place: Value| {
                usize::from(place) >= vertices.len()
                    || neighbours[vertex]
                        .iter()
                        .any(|&other| may_be(vertices[usize::from(other)], place))
            };
            let is_stuck = |vertex: usize| match *domains[vertices[vertex]] {
                [place] => {
                    usize::from(place) >= vertices.len()
                        || !goes_on(vertex, place + 1)
                        || place.checked_sub(1).is_some_and(|before| !goes_on(vertex, before))
                }
                _ => false,
            };
            // Each place is taken, so no vertex has a place beyond the last one.
            let within = || {
                let mut domains = domains.clone();
                for &variable in vertices {
                    domains[variable].retain(|&place| usize::from(place) < vertices.len());
                }
                domains
            };
            repeats(vertices, domains)
                || (0..vertices.len()).any(is_stuck)
                || thorough && !has_different_values(vertices, &within())
        }
    }
}

/// Returns all sums of factors times values.
pub(crate) fn sums(terms: &[(i64, Variable)], domains: &Domains) -> BTreeSet<i64> {
    terms.iter().fold(BTreeSet::from([0]), |sums, &(factor, variable)| {
        let steps = || domains[variable].iter().map(|&value| factor * i64::from(value));
        sums.iter().flat_map(|sum| steps().map(move |by| sum + by)).collect()
    })
}

/// Whether two variables have the same single value.
fn repeats(variables: &[Variable], domains: &Domains) -> bool {
    let mut seen = HashSet::new();
    let single = |&variable: &Variable| match *domains[variable] {
        [value] => Some(value),
        _ => None,
    };
    !variables.iter().filter_map(single).all(|value| seen.insert(value))
}

/// Whether the variables can have different values: a matching of variables and values.
fn has_different_values(variables: &[Variable], domains: &Domains) -> bool {
    fn give(
        at: usize,
        variables: &[Variable],
        domains: &Domains,
        seen: &mut HashSet<Value>,
        owner: &mut std::collections::HashMap<Value, usize>,
    ) -> bool {
        for &value in &domains[variables[at]] {
            if !seen.insert(value) {
                continue;
            }
            let free = match owner.get(&value).copied() {
                None => true,
                Some(other) => give(other, variables, domains, seen, owner),
            };
            if free {
                owner.insert(value, at);
                return true;
            }
        }
        false
    }
    let mut owner = std::collections::HashMap::new();
    (0..variables.len()).all(|at| give(at, variables, domains, &mut HashSet::new(), &mut owner))
}

/// Whether the variables can have different values with this sum: all sets of values that the
/// first variables can use.
fn has_sum(variables: &[Variable], total: u64, domains: &Domains) -> bool {
    let values: BTreeSet<Value> =
        variables.iter().flat_map(|&variable| domains[variable].iter().copied()).collect();
    let values: Vec<Value> = values.into_iter().collect();
    if values.len() > 64 {
        return true;
    }
    let mut sets = HashSet::from([0_u64]);
    for &variable in variables {
        let bits: Vec<u64> = (0..values.len())
            .filter(|&at| domains[variable].contains(&values[at]))
            .map(|at| 1 << at)
            .collect();
        let with =
            |set: u64| bits.iter().filter(move |&&bit| set & bit == 0).map(move |bit| set | bit);
        sets = sets.iter().flat_map(|&set| with(set)).collect();
        if sets.len() > MOST_DIGIT_SETS {
            return true;
        }
    }
    let sum = |set: u64| -> u64 {
        let used = (0..values.len()).filter(|at| set >> at & 1 == 1);
        used.map(|at| u64::from(values[at])).sum()
    };
    sets.into_iter().any(|set| sum(set) == total)
}

/// Whether drawn and crossed out edges can no longer become one loop.
fn breaks_loop(edges: &[Option<bool>], ends: &[[u16; 2]]) -> bool {
    let vertices = ends.iter().flatten().map(|&end| usize::from(end) + 1).max().unwrap_or(0);
    let at = |wanted: fn(Option<bool>) -> bool| {
        let mut degree = vec![0; vertices];
        for (_, ends) in edges.iter().zip(ends).filter(|&(&edge, _)| wanted(edge)) {
            ends.iter().for_each(|&end| degree[usize::from(end)] += 1);
        }
        degree
    };
    let drawn = at(|edge| edge == Some(true));
    let possible = at(|edge| edge != Some(false));
    let has_dead_end =
        (0..vertices).any(|vertex| drawn[vertex] > 2 || drawn[vertex] > 0 && possible[vertex] < 2);
    if has_dead_end || edges.iter().all(|&edge| edge == Some(false)) {
        return true;
    }
    // The pieces by possible edges, and those by drawn edges.
    let reach = pieces(vertices, edges, ends, |edge| edge != Some(false));
    let lines = pieces(vertices, edges, ends, |edge| edge == Some(true));
    let mut of_drawn = (0..edges.len()).filter(|&edge| edges[edge] == Some(true));
    let Some(first) = of_drawn.next() else { return false };
    let is_apart = |pieces: &[usize], edge: usize| {
        pieces[usize::from(ends[edge][0])] != pieces[usize::from(ends[first][0])]
    };
    // A piece of drawn edges all of whose vertices have two of them is a loop.
    let is_closed =
        |piece: usize| (0..vertices).all(|vertex| lines[vertex] != piece || drawn[vertex] == 2);
    let first_is_closed = is_closed(lines[usize::from(ends[first][0])]);
    of_drawn.any(|edge| {
        is_apart(&reach, edge)
            || is_apart(&lines, edge)
                && (first_is_closed || is_closed(lines[usize::from(ends[edge][0])]))
    })
}

/// Returns for each vertex the lowest vertex that it is joined to by the wanted edges.
fn pieces(
    vertices: usize,
    edges: &[Option<bool>],
    ends: &[[u16; 2]],
    wanted: fn(Option<bool>) -> bool,
) -> Vec<usize> {
    let mut piece: Vec<usize> = (0..vertices).collect();
    loop {
        let mut changed = false;
        for (_, ends) in edges.iter().zip(ends).filter(|&(&edge, _)| wanted(edge)) {
            let [one, other] = ends.map(usize::from);
            let lowest = piece[one].min(piece[other]);
            changed |= piece[one] != lowest || piece[other] != lowest;
            (piece[one], piece[other]) = (lowest, lowest);
        }
        if !changed {
            return piece;
        }
    }
}
