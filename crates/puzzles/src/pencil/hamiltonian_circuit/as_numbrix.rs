//! A grid graph as a board of Numbrix that can be filled if and only if the graph has a Hamiltonian
//! circuit: A. Itai, C. Papadimitriou, J. Szwarcfiter, "Hamilton paths in grid graphs", 1982.
//!
//! In a grid graph the vertices are cells, and the edges are all pairs of cells with a common side.
//! The first cell of the uppermost row has at most two neighbours, to the right and below, and a
//! circuit passes both. So there is a circuit if and only if there is a path through all cells from
//! this one to one of its neighbours, and these get the first and the last number.
//!
//! A graph does not say where its vertices lie. They are placed one after the other, each beside
//! one that has its place, and the last is taken back where one has none. That is quick where most
//! vertices lie on small squares; graphs that need many tries are refused.

use std::collections::HashMap;

use quarry_core::Puzzle;

use super::HamiltonianCircuit;
use crate::graphs::PlainGraph;
use crate::pencil::hidato::{Board, BoardPlace, Hidato, Topology};

/// Most places that are tried.
const MOST_TRIES: usize = 200_000;

/// Column and row.
type Spot = (i16, i16);

/// The last is tried first, so that vertices in reading order keep it.
const SIDES: [Spot; 4] = [(0, -1), (-1, 0), (0, 1), (1, 0)];

fn beside((x, y): Spot) -> [Spot; 4] {
    SIDES.map(|(right, down)| (x + right, y + down))
}

/// Writes the board, with the vertex of each cell as a remark, or says why there is none.
pub(super) fn written(circuit: &HamiltonianCircuit) -> Result<String, String> {
    let graph = &circuit.graph;
    if graph.vertices < 3 {
        return Err("it has fewer than three vertices, and so no circuit".to_owned());
    }
    let spots = placed(graph)?;
    let corner = |of: fn(&Spot) -> i16| spots.iter().map(of).min().expect("there are vertices");
    let (left, top) = (corner(|spot| spot.0), corner(|spot| spot.1));
    let mut cells: Vec<(i16, i16, usize)> =
        spots.iter().zip(0..).map(|(spot, vertex)| (spot.1 - top, spot.0 - left, vertex)).collect();
    cells.sort_unstable();
    let place = |&(y, x, _): &(i16, i16, usize)| BoardPlace { x: 2 * x as u16, y: y as u16 };
    let board = Board::new(Topology::Orthogonal, cells.iter().map(place).collect());
    let mut givens = vec![None; cells.len()];
    givens[0] = Some(1);
    let last = board.neighbours(0).iter().min().expect("the graph is connected");
    givens[usize::from(*last)] = Some(cells.len() as u16);
    let mut remarks = "# the vertices in their cells, row by row\n".to_owned();
    for row in cells.chunk_by(|one, other| one.0 == other.0) {
        let vertices: Vec<String> = row.iter().map(|cell| (cell.2 + 1).to_string()).collect();
        remarks += &format!("# {}\n", vertices.join(" "));
    }
    let text = Hidato::new(board, givens, Vec::new()).show();
    Ok(remarks + text.trim_end())
}

/// Finds a cell for each vertex so that cells have a common side exactly if there is an edge.
fn placed(graph: &PlainGraph) -> Result<Vec<Spot>, String> {
    let neighbours = graph.neighbours();
    let order = order(&neighbours).ok_or("it is not connected, and so has no circuit")?;
    let mut spots: Vec<Option<Spot>> = vec![None; graph.vertices];
    let mut vertex_at: HashMap<Spot, usize> = HashMap::new();
    // For each vertex in the order, the places that are still to be tried.
    let mut open: Vec<Vec<Spot>> = vec![vec![(0, 0)]];
    for _ in 0..MOST_TRIES {
        let depth = open.len();
        let Some(candidates) = open.last_mut() else {
            return Err("it is no grid graph: its vertices have no places on squares such that \
                exactly those with an edge have a common side"
                .to_owned());
        };
        let vertex = order[depth - 1];
        if let Some(before) = spots[vertex].take() {
            vertex_at.remove(&before);
        }
        let Some(spot) = candidates.pop() else {
            open.pop();
            continue;
        };
        let around = || beside(spot).into_iter().filter_map(|beside| vertex_at.get(&beside));
        let is_edge = |other: &usize| neighbours[vertex].contains(&(*other as u16));
        let known = neighbours[vertex].iter().filter(|&&one| spots[usize::from(one)].is_some());
        if vertex_at.contains_key(&spot)
            || !around().all(is_edge)
            || around().count() != known.count()
        {
            continue;
        }
        spots[vertex] = Some(spot);
        vertex_at.insert(spot, vertex);
        let Some(&next) = order.get(depth) else {
            return Ok(spots.into_iter().flatten().collect());
        };
        let known = neighbours[next].iter().find_map(|&one| spots[usize::from(one)]);
        open.push(beside(known.expect("an earlier neighbour")).to_vec());
    }
    Err(format!("no places on squares were found for its vertices in {MOST_TRIES} tries"))
}

/// The vertices, each after as many of its neighbours as can be; none if some cannot be reached.
fn order(neighbours: &[Vec<u16>]) -> Option<Vec<usize>> {
    let mut known = vec![0; neighbours.len()];
    let mut is_placed = vec![false; neighbours.len()];
    let mut order = Vec::with_capacity(neighbours.len());
    known[0] = 1;
    while order.len() < neighbours.len() {
        let open = (0..neighbours.len()).rev().filter(|&vertex| !is_placed[vertex]);
        let next = open.max_by_key(|&vertex| known[vertex]).filter(|&vertex| known[vertex] > 0)?;
        is_placed[next] = true;
        order.push(next);
        neighbours[next].iter().for_each(|&other| known[usize::from(other)] += 1);
    }
    Some(order)
}
