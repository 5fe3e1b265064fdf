//! Constraints that are checked on complete assignments, and the clauses ("cuts") that exclude
//! assignments which break them.
//!
//! For a single loop this is far better than propagation: a 60 x 60 board takes a few hundred cuts.
//! A cut stays valid for all later queries to the same learner.

use batsat::{Lit, SolverInterface, lbool};

use crate::learner::ClauseLearner;

/// A constraint that is checked on complete assignments only.
#[derive(Debug, Clone)]
pub(crate) struct LazyConstraint {
    kind: Kind,
    gate: Option<Lit>,
}

#[derive(Debug, Clone)]
enum Kind {
    /// The true edges form a single loop.
    Loop { edges: Vec<Lit>, ends: Vec<[u16; 2]>, vertices: usize },
    /// Every true head can be derived; supports are (head, source, literal).
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
    /// Returns clauses that the last assignment breaks but every solution satisfies. The list is
    /// empty if the assignment is a solution.
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

/// Adds a clause for each vertex of the wrong degree: a vertex with one drawn edge needs another
/// one, and a vertex with more than two may not keep three of them. A model that already states the
/// degrees never triggers these clauses.
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

/// Adds a clause for each loop of drawn edges except the longest one. It is the shorter of "if
/// these edges of two loops are drawn, some edge leaves the first loop" and "if this edge of
/// another loop is drawn, not all edges of this loop are".
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
    // The longest piece is the most likely to be part of the solution's loop.
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

/// Adds a clause for each true head that cannot be derived: the head is false unless a support from
/// outside the set of underived heads holds.
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
        // A support from outside has a false literal or a false source; either one can go into the
        // clause.
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

/// Disjoint sets, each identified by one of its members.
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
        // Paths stay short without compression: loops are joined edge by edge along the board.
        self.parent[one.max(other)] = one.min(other) as u16;
    }
}
