//! Loops: they are checked on complete assignments, and clauses ("cuts") exclude assignments which
//! break them.
//!
//! This is far better than propagation: a 60 x 60 board takes a few hundred cuts.
//! A cut stays valid for all later queries to the same learner.

use batsat::{Lit, SolverInterface, lbool};

use crate::learner::ClauseLearner;

/// A single loop, checked on complete assignments only: the true edges form it.
#[derive(Debug, Clone)]
pub(crate) struct LazyLoop {
    edges: Vec<Lit>,
    ends: Vec<[u16; 2]>,
    vertices: usize,
    gate: Option<Lit>,
    /// Index of the constraint.
    constraint: usize,
}

impl LazyLoop {
    pub(crate) fn new(
        edges: Vec<Lit>,
        ends: Vec<[u16; 2]>,
        gate: Option<Lit>,
        constraint: usize,
    ) -> Self {
        let vertices = ends.iter().flatten().max().map_or(0, |&last| usize::from(last) + 1);
        LazyLoop { edges, ends, vertices, gate, constraint }
    }
}

impl ClauseLearner {
    /// Returns clauses that the last assignment breaks but every solution satisfies, each with the
    /// constraint that it follows from. The list is empty if the assignment is a solution.
    pub(crate) fn cuts(&self) -> Vec<(usize, Vec<Lit>)> {
        let is_true = |literal: Lit| self.solver.value_lit(literal) == lbool::TRUE;
        let mut all = Vec::new();
        for LazyLoop { edges, ends, vertices, gate, constraint } in &self.lazy_loops {
            if gate.is_some_and(|gate| !is_true(gate)) {
                continue;
            }
            let mut cuts = Vec::new();
            let drawn: Vec<bool> = edges.iter().map(|&edge| is_true(edge)).collect();
            cut_ends(edges, ends, *vertices, &drawn, &mut cuts);
            if cuts.is_empty() {
                cut_strays(edges, ends, *vertices, &drawn, &mut cuts);
            }
            for mut cut in cuts {
                cut.extend(gate.map(|gate| !gate));
                all.push((*constraint, cut));
            }
        }
        all
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
