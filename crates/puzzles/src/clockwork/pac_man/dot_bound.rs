//! A lower bound on the steps that eating the rest takes, whatever the ghosts do.
//!
//! Without ghosts the rest of the game is a path through all that is left, and every such path is a
//! spanning tree. Its weight is raised by prices on the dots that are subtracted again, two for each
//! dot, because a path passes through its dots: the 1-tree bound of M. Held and R. Karp ("The
//! traveling-salesman problem and minimum spanning trees", 1970), for a path that begins at Pac-Man
//! and ends anywhere. While a life can be given away, the path may be torn: a death carries him to
//! the start in the very step in which he eats, so each death takes the heaviest edge out of the
//! tree and begins a new path at the start. The least of all numbers of deaths is the bound.

use quarry_core::{Meter, key_of};
use rustc_hash::FxHashMap;

use super::maze::{Maze, members};
use super::world::World;

/// Prices are counted in these parts of a step.
pub(super) const SCALE: i32 = 16;

/// Most deaths that can still be followed by play: one life fewer than the most lives.
const MOST_DEATHS: usize = 8;

/// Numbers of steps between food that must be eaten and every square.
pub(super) struct Distances {
    squares: usize,
    table: Vec<u16>,
}

impl Distances {
    /// Walks the maze from each food; `None` if the meter stops it.
    pub(super) fn of(maze: &Maze, meter: &mut Meter) -> Option<Self> {
        let squares = maze.cells.len();
        let mut table = vec![0; squares * maze.wanted];
        let mut queue = Vec::with_capacity(squares);
        for (food, row) in table.chunks_mut(squares).enumerate() {
            if !meter.goes_on() {
                return None;
            }
            maze.distances_from(maze.food[food], row, &mut queue);
        }
        Some(Distances { squares, table })
    }

    /// Distances of a food from all squares.
    #[inline]
    pub(super) fn row(&self, food: usize) -> &[u16] {
        &self.table[food * self.squares..][..self.squares]
    }

    pub(super) fn bytes(&self) -> usize {
        self.table.capacity() * size_of::<u16>()
    }
}

/// The lightest tree through some nodes under prices.
#[derive(Default)]
pub(super) struct PricedTree {
    /// Weights of its edges, prices included.
    edges: Vec<i32>,
    /// Number of edges at each node.
    pub(super) degrees: Vec<i32>,
    /// For each node outside the tree: its lightest edge into it, and the node at its other end.
    nearest: Vec<(i32, u32)>,
    outside: Vec<u32>,
}

impl PricedTree {
    /// Builds the tree (Prim) and returns its weight. `far` is the distance of two nodes in parts
    /// of a step.
    pub(super) fn build(&mut self, prices: &[i32], far: impl Fn(usize, usize) -> i32) -> i32 {
        let nodes = prices.len();
        self.edges.clear();
        self.degrees.clear();
        self.degrees.resize(nodes, 0);
        self.outside.clear();
        self.outside.extend(1..nodes as u32);
        self.nearest.clear();
        self.nearest.resize(nodes, (i32::MAX, 0));
        let (mut last, mut weight) = (0, 0);
        while !self.outside.is_empty() {
            let mut best = (i32::MAX, 0);
            for (place, &node) in self.outside.iter().enumerate() {
                let node = node as usize;
                let edge = far(last, node) + prices[last] + prices[node];
                let nearest = &mut self.nearest[node];
                if edge < nearest.0 {
                    *nearest = (edge, last as u32);
                }
                if nearest.0 < best.0 {
                    best = (nearest.0, place);
                }
            }
            last = self.outside.swap_remove(best.1) as usize;
            self.degrees[last] += 1;
            self.degrees[self.nearest[last].1 as usize] += 1;
            self.edges.push(best.0);
            weight += best.0;
        }
        weight
    }
}

/// Bounds, remembered by what is left to eat.
pub(super) struct DotBound<'p> {
    maze: &'p Maze,
    pub(super) distances: Distances,
    known: FxHashMap<u128, Priced>,
    tree: PricedTree,
    /// Scratch: foods that are left, and their prices.
    left: Vec<u16>,
    prices: Vec<i32>,
}

/// What is known of a set of foods.
struct Priced {
    prices: Box<[i16]>,
    /// Weight of the tree less two prices for each food.
    tree: i32,
    /// Sum of this many heaviest edges.
    heaviest: [i32; MOST_DEATHS + 1],
    /// Least price of a last food.
    last: i32,
    /// Least distance and price of a first food after a death.
    from_start: i32,
}

/// Rounds of price changes for a set of foods: from nothing, and from the prices of a set with one
/// food more.
const ROUNDS: usize = 60;
const FURTHER_ROUNDS: usize = 12;

impl<'p> DotBound<'p> {
    pub(super) fn new(maze: &'p Maze, distances: Distances) -> Self {
        DotBound {
            maze,
            distances,
            known: FxHashMap::default(),
            tree: PricedTree::default(),
            left: Vec::new(),
            prices: Vec::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    pub(super) fn bytes(&self) -> usize {
        let each = size_of::<(u128, Priced)>() + 1;
        self.distances.bytes()
            + self.known.capacity() * each
            + self.known.len() * self.maze.wanted * size_of::<i16>()
    }

    /// Key of what is left to eat.
    pub(super) fn key(&self, food: &[u64]) -> u128 {
        let whole = self.maze.wanted / 64;
        let rest = food.get(whole).map_or(0, |word| word & ((1 << (self.maze.wanted % 64)) - 1));
        key_of(&(&food[..whole], rest))
    }

    /// Returns a number of steps without which the rest cannot be eaten. `before` is the key of a
    /// larger set of foods that is known already, whose prices are a good start.
    pub(super) fn steps(&mut self, world: &World, before: Option<u128>) -> u32 {
        self.steps_from(world.cell, &world.food, world.lives, before)
    }

    /// The same for Pac-Man at a square with this food and so many lives left.
    pub(super) fn steps_from(
        &mut self,
        square: u16,
        food: &[u64],
        lives: u8,
        before: Option<u128>,
    ) -> u32 {
        let wanted = self.maze.wanted;
        self.left.clear();
        self.left.extend(members(food).take_while(|&food| food < wanted).map(|it| it as u16));
        if self.left.is_empty() {
            return 0;
        }
        let key = self.key(food);
        if !self.known.contains_key(&key) {
            let priced = self.priced(square, before);
            self.known.insert(key, priced);
        }
        let priced = &self.known[&key];
        let first = |&food: &u16| {
            let food = usize::from(food);
            i32::from(self.distances.row(food)[usize::from(square)]) * SCALE
                + i32::from(priced.prices[food])
        };
        let first = self.left.iter().map(first).min().unwrap_or(0);
        let deaths = usize::from(lives - 1).min(self.left.len()).min(MOST_DEATHS);
        let Priced { tree, heaviest, last, from_start, .. } = priced;
        let torn = |deaths: usize| {
            let paths = deaths as i32;
            let begun = tree - heaviest[deaths] + first + paths * from_start + (paths + 1) * last;
            // He may also die before he eats anything.
            match deaths.checked_sub(1) {
                None => begun,
                Some(fewer) => {
                    begun.min(SCALE + tree - heaviest[fewer] + paths * (from_start + last))
                }
            }
        };
        let least = (0..=deaths).map(torn).min().unwrap_or(0);
        let steps = (least + SCALE - 1).div_euclid(SCALE).max(0) as u32;
        steps.max(self.left.len() as u32)
    }

    /// Raises prices where the tree has too many edges and lowers them where it has too few, for
    /// the foods in `self.left` and Pac-Man at this square.
    fn priced(&mut self, square: u16, before: Option<u128>) -> Priced {
        let nodes = self.left.len();
        let known = before.and_then(|key| self.known.get(&key));
        self.prices.clear();
        self.prices.extend(
            self.left
                .iter()
                .map(|&food| known.map_or(0, |it| i32::from(it.prices[usize::from(food)]))),
        );
        let (rounds, first_step) =
            if known.is_some() { (FURTHER_ROUNDS, SCALE / 4) } else { (ROUNDS, SCALE) };
        let (distances, left, maze) = (&self.distances, &self.left, self.maze);
        let to = |node: usize, square: u16| {
            i32::from(distances.row(usize::from(left[node]))[usize::from(square)]) * SCALE
        };
        let squares: Vec<u16> = left.iter().map(|&food| maze.food[usize::from(food)]).collect();
        let mut best: Option<(i32, Priced)> = None;
        for round in 0..rounds {
            let prices = &self.prices;
            let weight = self.tree.build(prices, |one, other| to(one, squares[other]));
            let tree = weight - 2 * prices.iter().sum::<i32>();
            let cheapest = |from: u16| {
                let cost = |node: usize| (to(node, from) + prices[node], node);
                (0..nodes).map(cost).min().unwrap_or((0, 0))
            };
            let (first, entry) = cheapest(square);
            let (last, exit) = (0..nodes).map(|node| (prices[node], node)).min().unwrap_or((0, 0));
            let value = tree + first + last;
            if best.as_ref().is_none_or(|(most, _)| value > *most) {
                let mut edges = self.tree.edges.clone();
                edges.sort_unstable_by(|one, other| other.cmp(one));
                let mut heaviest = [0; MOST_DEATHS + 1];
                for deaths in 1..=MOST_DEATHS {
                    let edge = edges.get(deaths - 1).copied().unwrap_or(0);
                    heaviest[deaths] = heaviest[deaths - 1] + edge;
                }
                let mut by_food = vec![0; maze.wanted].into_boxed_slice();
                for (&food, &price) in left.iter().zip(prices) {
                    by_food[usize::from(food)] = price as i16;
                }
                let from_start = cheapest(maze.start).0;
                best = Some((value, Priced { prices: by_food, tree, heaviest, last, from_start }));
            }
            self.tree.degrees[entry] += 1;
            self.tree.degrees[exit] += 1;
            if self.tree.degrees.iter().all(|&degree| degree == 2) {
                break;
            }
            let step = (first_step * (rounds - round) as i32 / rounds as i32).max(1);
            for (price, &degree) in self.prices.iter_mut().zip(&self.tree.degrees) {
                *price = (*price + step * (degree - 2)).clamp(-MOST_PRICE, MOST_PRICE);
            }
        }
        best.map(|(_, priced)| priced).expect("there is at least one round")
    }
}

/// Prices stay within 16 bits.
const MOST_PRICE: i32 = 30_000;
