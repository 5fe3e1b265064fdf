//! Constraints that are checked when everything is assigned, and clauses that cut off what breaks
//! them.
//!
//! For a single loop this is far better than propagation: a board of 60 x 60 takes a few hundred
//! cuts. A cut holds for every question to the same learner.

use batsat::{Lit, SolverInterface, lbool};

use crate::learner::ClauseLearner;

/// A constraint that is checked on whole assignments.
#[derive(Debug, Clone)]
pub(crate) struct LazyConstraint {
    kind: Kind,
    gate: Option<Lit>,
}

#[derive(Debug, Clone)]
enum Kind {
    /// The true edges are one loop.
    Loop { edges: Vec<Lit>, ends: Vec<[u16; 2]>, vertices: usize },
    /// The true heads can be derived; supports are (head, source, literal).
    Founded { heads: Vec<Lit>, supports: Vec<(u16, Option<u16>, Lit)> },
}

impl LazyConstraint {
    pub(crate) fn loop_of(edges: Vec<Lit>, ends: Vec<[u16; 2]>, gate: Option<Lit>) -> Self {
        let vertices = ends.iter().flatten().max().map_or(0, |&last| usize::from(last) + 1);
        LazyConstraint { kind: Kind::Loop { edges, ends, vertices }, gate }
    }

    pub(crate) fn founded(
        heads: Vec<Lit>,
        supports: Vec<(u16, Option<u16>, Lit)>,
        gate: Option<Lit>,
    ) -> Self {
        LazyConstraint { kind: Kind::Founded { heads, supports }, gate }
    }
}

impl ClauseLearner {
    /// Clauses that the last assignment breaks and no solution does; empty if it is one.
    pub(crate) fn cuts(&self) -> Vec<Vec<Lit>> {
        let is_true = |literal: Lit| self.solver.value_lit(literal) == lbool::TRUE;
        let mut cuts = Vec::new();
        for LazyConstraint { kind, gate } in &self.lazy {
            if gate.is_some_and(|gate| !is_true(gate)) {
                continue;
            }
            let before = cuts.len();
            match kind {
                Kind::Loop { edges, ends, vertices } => {
                    let drawn: Vec<bool> = edges.iter().map(|&edge| is_true(edge)).collect();
                    cut_ends(edges, ends, *vertices, &drawn, &mut cuts);
                    if cuts.len() == before {
                        cut_strays(edges, ends, *vertices, &drawn, &mut cuts);
                    }
                }
                Kind::Founded { heads, supports } => {
                    cut_unfounded(heads, supports, is_true, &mut cuts);
                }
            }
            if let Some(gate) = gate {
                cuts[before..].iter_mut().for_each(|cut| cut.push(!*gate));
            }
        }
        cuts
    }
}

/// For each vertex with one drawn edge a clause that asks for another one, and for each with more
/// than two a clause that forbids three of them. Models that say this by themselves need none.
fn cut_ends(
    edges: &[Lit],
    ends: &[[u16; 2]],
    vertices: usize,
    drawn: &[bool],
    cuts: &mut Vec<Vec<Lit>>,
) {
    let mut degree = vec![0; vertices];
    for (ends, _) in ends.iter().zip(drawn).filter(|&(_, &drawn)| drawn) {
        ends.iter().for_each(|&end| degree[usize::from(end)] += 1);
    }
    for vertex in (0..vertices).filter(|&vertex| degree[vertex] != 0 && degree[vertex] != 2) {
        let here = (0..edges.len()).filter(|&edge| ends[edge].contains(&(vertex as u16)));
        cuts.push(if degree[vertex] == 1 {
            here.map(|edge| if drawn[edge] { !edges[edge] } else { edges[edge] }).collect()
        } else {
            here.filter(|&edge| drawn[edge]).take(3).map(|edge| !edges[edge]).collect()
        });
    }
}

/// For each loop of the drawn edges but one, a clause that joins it to the others: the shorter one
/// of "if these edges of two loops are drawn, some edge leaves the first loop" and "if this edge of
/// another loop is drawn, not all edges of this one are".
fn cut_strays(
    edges: &[Lit],
    ends: &[[u16; 2]],
    vertices: usize,
    drawn: &[bool],
    cuts: &mut Vec<Vec<Lit>>,
) {
    let mut piece = UnionFind::new(vertices);
    for (ends, _) in ends.iter().zip(drawn).filter(|&(_, &drawn)| drawn) {
        piece.join(ends[0], ends[1]);
    }
    let mut of_piece: Vec<Vec<usize>> = vec![Vec::new(); vertices];
    for edge in (0..edges.len()).filter(|&edge| drawn[edge]) {
        of_piece[piece.find(ends[edge][0])].push(edge);
    }
    let mut pieces: Vec<&Vec<usize>> = of_piece.iter().filter(|edges| !edges.is_empty()).collect();
    if pieces.len() < 2 {
        return;
    }
    // The longest piece is likely to be the loop.
    pieces.sort_by_key(|edges| edges.len());
    let longest = pieces[pieces.len() - 1];
    for &stray in &pieces[..pieces.len() - 1] {
        let name = piece.find(ends[stray[0]][0]);
        let leaves = |edge: &usize| {
            let [one, other] = ends[*edge].map(|vertex| piece.find(vertex) == name);
            one != other
        };
        let leaving: Vec<usize> = (0..edges.len()).filter(leaves).collect();
        let mut cut = vec![!edges[longest[0]]];
        if stray.len() < leaving.len() + 1 {
            cut.extend(stray.iter().map(|&edge| !edges[edge]));
        } else {
            cut.push(!edges[stray[0]]);
            cut.extend(leaving.into_iter().map(|edge| edges[edge]));
        }
        cuts.push(cut);
    }
}

/// If true heads are not derived, one clause for each: it is false unless something from outside
/// supports one of them.
fn cut_unfounded(
    heads: &[Lit],
    supports: &[(u16, Option<u16>, Lit)],
    is_true: impl Fn(Lit) -> bool,
    cuts: &mut Vec<Vec<Lit>>,
) {
    let mut derived = vec![false; heads.len()];
    let mut onward: Vec<Vec<u16>> = vec![Vec::new(); heads.len()];
    let mut waiting = Vec::new();
    for &(head, source, literal) in supports {
        if is_true(literal) && is_true(heads[usize::from(head)]) {
            match source {
                Some(source) => onward[usize::from(source)].push(head),
                None => waiting.push(head),
            }
        }
    }
    while let Some(head) = waiting.pop() {
        if !derived[usize::from(head)] {
            derived[usize::from(head)] = true;
            waiting.extend(&onward[usize::from(head)]);
        }
    }
    let unfounded = |head: u16| is_true(heads[usize::from(head)]) && !derived[usize::from(head)];
    let outside: Vec<Lit> = supports
        .iter()
        .filter(|&&(head, source, _)| unfounded(head) && !source.is_some_and(unfounded))
        // Of a support from outside, the literal or its source is false; either of them does.
        .map(|&(_, source, literal)| match source {
            Some(source) if is_true(literal) => heads[usize::from(source)],
            _ => literal,
        })
        .collect();
    for head in (0..heads.len() as u16).filter(|&head| unfounded(head)) {
        let mut cut = outside.clone();
        cut.push(!heads[usize::from(head)]);
        cuts.push(cut);
    }
}

/// Sets that are joined, each known by one of its members.
struct UnionFind {
    parent: Vec<u16>,
}

impl UnionFind {
    fn new(members: usize) -> Self {
        UnionFind { parent: (0..members as u16).collect() }
    }

    fn find(&self, member: u16) -> usize {
        let mut at = member;
        while self.parent[usize::from(at)] != at {
            at = self.parent[usize::from(at)];
        }
        usize::from(at)
    }

    fn join(&mut self, one: u16, other: u16) {
        let (one, other) = (self.find(one), self.find(other));
        // Paths stay short enough: loops are joined edge by edge along the board.
        self.parent[one.max(other)] = one.min(other) as u16;
    }
}
