//! A beam that widens until it misses nothing: the core of `level-beam` and `fewest-sweeps`.
//!
//! Positions lie in layers, by the number of jumps or of sweeps that lead to them; symmetric ones are
//! one. Of each layer only the most promising are kept, those with few pegs far from the middle. A round that dropped nothing has seen all, which proves that there is no better way.
//! Otherwise the next round is wider. Where sweeps are counted, positions are cut that need too many
//! by their regions (`regions.rs`); pagoda functions found for the best positions cut others.

use quarry_core::{Found, Incumbent, Meter, Refused, Rng, Score};
use rustc_hash::FxHashSet;

use super::bits::{Bits, SearchBoard};
use super::endgames::Endgames;
use super::impossible;
use super::jump_search::score;
use super::layout::image;
use super::pagoda::{Pagoda, Weighing};
use super::regions::RegionMasks;
use super::table::Table;
use super::{Jump, Objective, PegSolitaire};

/// Width of the first round, and the factor by which the next ones are wider.
const FIRST_WIDTH: usize = 250;
const WIDER: usize = 4;

/// Width from which on the search from the goal is worth more.
const WIDE: usize = 1_600;

/// Memory of a round, in bytes, unless the limit is lower.
const MEMORY: u64 = 1 << 30;

/// Most pagoda functions that are kept.
const MOST_PAGODAS: usize = 24;

/// Why there is no answer after a round that dropped nothing.
pub(super) const ALL_SEARCHED: &str = "All positions that can be reached and are not excluded by weights were searched, up to \
     symmetry.";

/// What a layer counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LayerUnit {
    Jumps,
    Sweeps,
}

/// How far a search by layers is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    /// There is more to do.
    Open,
    /// Memory allows no wider rounds, and nothing is proved.
    Exhausted,
    /// There is no better answer than the best one, or none at all.
    Proved,
}

/// A position in a layer, and the one in the layer before that leads to it.
#[derive(Clone, Copy)]
struct Node<B> {
    position: B,
    parent: u32,
}

/// A position within a sweep, and the hole of the peg that may go on.
#[derive(Clone, Copy)]
struct Waiting<B> {
    position: B,
    moving: u8,
}

pub(super) struct Layers<'p, B> {
    puzzle: &'p PegSolitaire,
    board: SearchBoard<B>,
    unit: LayerUnit,
    goals: Vec<u128>,
    target_pegs: u32,
    weighings: Vec<Weighing<B>>,
    /// Regions, where sweeps are counted.
    regions: Option<RegionMasks<B>>,
    endgames: Option<Endgames<B>>,
    /// What the pegs of each byte of a position cost.
    costs: Vec<[u32; 256]>,
    rng: Rng,
    width: usize,
    most_bytes: u64,
    round: u64,
    dropped: bool,
    layers: Vec<Vec<Node<B>>>,
    /// Number of positions in the layers.
    stored: usize,
    /// The layer that is being made, and the positions that need not come into it.
    next: Vec<Node<B>>,
    seen: Table<B, ()>,
    /// Number of positions at which the layer that is being made is thinned out.
    crowd: usize,
    /// Number of positions of the last layer that have been expanded.
    expanded: usize,
    waiting: Vec<Waiting<B>>,
    in_sweep: FxHashSet<(B, u8)>,
    nodes: u64,
    nodes_at_pagoda: u64,
    /// Fewest sweeps of the answers that others have found.
    bar: Option<Score>,
    pub(super) best: Incumbent<Vec<Jump>>,
}

/// Returns the positions of the goal that are in the class of the start, in all their symmetric forms:
/// a position of a layer may be a mirror image of what is played.
fn goals_in_all_forms(puzzle: &PegSolitaire) -> Vec<u128> {
    let goals = impossible::goals_in_class(puzzle, puzzle.pegs);
    let mut forms: Vec<u128> = puzzle
        .goal_symmetries()
        .flat_map(|symmetry| goals.iter().map(move |&goal| image(symmetry, goal)))
        .collect();
    forms.sort_unstable();
    forms.dedup();
    forms
}

impl<'p, B: Bits> Layers<'p, B> {
    pub(super) fn new(puzzle: &'p PegSolitaire, unit: LayerUnit, seed: u64) -> Self {
        let layout = puzzle.layout();
        let mut costs = vec![[0; 256]; layout.holes.len().div_ceil(8)];
        for (hole, &cost) in puzzle.costs.iter().enumerate() {
            for (value, total) in costs[hole / 8].iter_mut().enumerate() {
                *total += if value >> (hole % 8) & 1 == 1 { cost } else { 0 };
            }
        }
        let mut layers = Layers {
            puzzle,
            board: SearchBoard::new(puzzle),
            unit,
            goals: goals_in_all_forms(puzzle),
            target_pegs: puzzle.target.pegs(),
            weighings: Vec::new(),
            regions: (unit == LayerUnit::Sweeps).then(|| RegionMasks::new(puzzle.regions())),
            endgames: None,
            costs,
            rng: Rng::new(seed),
            width: if unit == LayerUnit::Jumps { FIRST_WIDTH } else { FIRST_WIDTH / 10 },
            most_bytes: MEMORY,
            round: 0,
            dropped: false,
            layers: Vec::new(),
            stored: 0,
            next: Vec::new(),
            seen: Table::new(MEMORY),
            crowd: 0,
            expanded: 0,
            waiting: Vec::new(),
            in_sweep: FxHashSet::default(),
            nodes: 0,
            nodes_at_pagoda: 0,
            bar: None,
            best: Incumbent::default(),
        };
        layers.restart();
        layers
    }

    /// Prepares the search for sweeps by one from the goal. Returns whether there is more to do.
    pub(super) fn prepare(&mut self, meter: &mut Meter) -> Result<bool, Refused> {
        let new = || Endgames::new(self.puzzle, &self.board);
        let is_unfinished = self.endgames.get_or_insert_with(new).step(&self.board, meter)?;
        Ok(is_unfinished)
    }

    /// Returns whether the search from the goal should go on, because narrow rounds were not enough.
    pub(super) fn wants_preparation(&mut self) -> bool {
        self.width >= WIDE && self.endgames.as_mut().is_some_and(Endgames::extend)
    }

    /// Asks for answers with fewer sweeps than one that is known.
    pub(super) fn beat(&mut self, sweeps: Score) {
        self.bar = Some(self.bar.map_or(sweeps, |bar| bar.min(sweeps)));
    }

    fn restart(&mut self) {
        let start = Node { position: self.board.canonical(B::of(self.puzzle.pegs)), parent: 0 };
        self.layers.clear();
        self.layers.push(vec![start]);
        self.stored = 1;
        self.next.clear();
        self.seen.clear();
        self.seen.insert(start.position);
        (self.expanded, self.dropped) = (0, false);
        self.crowd = 2 * WIDER * self.width;
        self.waiting.clear();
    }

    /// Does a little work: makes one jump, or goes on to the next position, layer or round.
    pub(super) fn step(&mut self, meter: &mut Meter) -> Result<Progress, Refused> {
        if let Some(from) = self.waiting.pop() {
            self.jumps_of(from, meter)?;
            return Ok(Progress::Open);
        }
        let depth = self.layers.len() as Score;
        // What is found in this layer needs one more than it counts.
        let is_late = self.unit == LayerUnit::Sweeps && self.bar.is_some_and(|bar| depth >= bar);
        let layer = &self.layers[self.layers.len() - 1];
        if let Some(node) = layer.get(self.expanded).filter(|_| !is_late) {
            let position = node.position;
            self.expanded += 1;
            self.in_sweep.clear();
            self.first_jumps(position, meter)?;
            return Ok(Progress::Open);
        }
        if self.next.is_empty() || is_late {
            return Ok(self.end_of_round(meter));
        }
        self.next_layer(meter);
        Ok(Progress::Open)
    }

    /// Returns about how many positions and bytes are held.
    pub(super) fn held(&self) -> (usize, usize) {
        let nodes = self.stored + self.next.capacity();
        let sweeps = self.in_sweep.capacity() * size_of::<(B, u8)>();
        let endgames = self.endgames.as_ref().map_or(0, Endgames::bytes);
        (nodes, nodes * size_of::<Node<B>>() + self.seen.bytes() + sweeps + endgames)
    }

    fn first_jumps(&mut self, position: B, meter: &mut Meter) -> Result<(), Refused> {
        for index in 0..self.board.jumps.len() {
            let jump = self.board.jumps[index];
            if jump.is_legal(position) {
                meter.spend_visit()?;
                self.reach(Waiting { position: position ^ jump.changed, moving: jump.to }, meter);
            }
        }
        Ok(())
    }

    /// Goes on with the jumps of a sweep.
    fn jumps_of(&mut self, from: Waiting<B>, meter: &mut Meter) -> Result<(), Refused> {
        let first = self.board.jumps.partition_point(|jump| jump.from < from.moving);
        for index in first..self.board.jumps.len() {
            let jump = self.board.jumps[index];
            if jump.from != from.moving {
                break;
            }
            if jump.is_legal(from.position) {
                meter.spend_visit()?;
                let position = from.position ^ jump.changed;
                self.reach(Waiting { position, moving: jump.to }, meter);
            }
        }
        Ok(())
    }

    /// Takes in a position after a jump.
    fn reach(&mut self, there: Waiting<B>, meter: &mut Meter) {
        self.nodes += 1;
        let Waiting { position, moving } = there;
        if position.count() == self.target_pegs {
            if self.puzzle.target.is_met(position.wide()) {
                self.found(position, meter);
            }
            return;
        }
        if self.weighings.iter().any(|weighing| weighing.refutes(position)) {
            return;
        }
        if let Some(regions) = &self.regions {
            // The sweep may go on, whatever is known of this position as the end of a sweep.
            if self.can_go_on(moving, position) && self.in_sweep.insert((position, moving)) {
                self.waiting.push(there);
            }
            let sweeps = self.layers.len() as Score;
            if let Some(bar) = self.bar
                && (sweeps + 1 >= bar || regions.need(position, (bar - sweeps) as usize))
            {
                return;
            }
        }
        let canonical = self.board.canonical(position);
        if let (Some(bar), Some(endgames)) = (self.bar, &self.endgames) {
            // Fewer than the bar in all: what is left besides the sweeps so far and one less.
            let left = bar - 1 - self.layers.len() as Score;
            if endgames.need_more(canonical, left as usize) {
                return;
            }
        }
        if self.seen.is_full() {
            self.dropped |= !self.seen.contains(canonical);
        } else if self.seen.insert(canonical) {
            self.next.push(Node { position: canonical, parent: self.expanded as u32 - 1 });
            if self.next.len() >= self.crowd {
                self.keep_best();
                self.crowd = 2 * self.next.len().max(WIDER * self.width);
            }
        }
    }

    fn can_go_on(&self, hole: u8, position: B) -> bool {
        let first = self.board.jumps.partition_point(|jump| jump.from < hole);
        let here = self.board.jumps[first..].iter().take_while(|jump| jump.from == hole);
        here.into_iter().any(|jump| jump.is_legal(position))
    }

    fn cost(&self, position: B) -> u32 {
        (0..self.costs.len()).map(|byte| self.costs[byte][position.byte(byte)]).sum()
    }

    /// Keeps the most promising positions of the layer that is being made.
    fn keep_best(&mut self) {
        if self.next.len() <= self.width {
            return;
        }
        let mut rng = self.rng.clone();
        self.rng.bits();
        // From the second round on, chance decides between positions that are nearly as good.
        let spread = if self.round == 0 { 1 } else { 4 };
        let rank = |node: &Node<B>| {
            let cost = 8 * self.cost(node.position) + rng.below(8 * spread) as u32;
            (node.position.count(), cost, *node)
        };
        let mut ranked: Vec<(u32, u32, Node<B>)> = self.next.iter().map(rank).collect();
        ranked.sort_unstable_by_key(|(pegs, cost, node)| (*pegs, *cost, node.position));
        // Positions are compared with others of as many pegs.
        let groups = ranked.chunk_by(|one, next| one.0 == next.0);
        let best: Vec<Node<B>> =
            groups.flat_map(|group| &group[..group.len().min(self.width)]).map(|it| it.2).collect();
        self.dropped |= best.len() < self.next.len();
        self.next = best;
    }

    fn next_layer(&mut self, meter: &mut Meter) {
        self.keep_best();
        let mut layer = std::mem::take(&mut self.next);
        self.learn(&mut layer, meter);
        self.stored += layer.len();
        self.layers.push(layer);
        self.expanded = 0;
        self.crowd = 2 * WIDER * self.width;
        if self.unit == LayerUnit::Jumps {
            // Every layer has a peg less than the one before.
            self.seen.clear();
        }
    }

    /// Looks for a pagoda function that refutes the best position of a layer, and drops all others
    /// that it refutes.
    fn learn(&mut self, layer: &mut Vec<Node<B>>, meter: &mut Meter) {
        let holes = self.puzzle.layout().holes.len() as u64;
        let cost_in_nodes = holes.pow(3) / 64;
        while self.weighings.len() < MOST_PAGODAS
            && self.nodes - self.nodes_at_pagoda >= cost_in_nodes
        {
            self.nodes_at_pagoda += cost_in_nodes;
            let best = layer.iter().min_by_key(|node| (self.cost(node.position), node.position));
            let Some(best) = best.map(|node| node.position.wide()) else { return };
            let layout = self.puzzle.layout();
            let Some(pagoda) = Pagoda::against(layout, best, &self.goals, meter) else { return };
            let weighing = Weighing::new(&pagoda);
            layer.retain(|node| !weighing.refutes(node.position));
            self.weighings.push(weighing);
        }
    }

    fn end_of_round(&mut self, meter: &mut Meter) -> Progress {
        let is_solved = self.best.best().is_some();
        if !self.dropped {
            return Progress::Proved;
        }
        if self.unit == LayerUnit::Jumps && is_solved {
            return Progress::Exhausted;
        }
        let most = meter.memory().map_or(MEMORY, |most| most / 2).min(MEMORY);
        if most < self.most_bytes {
            self.most_bytes = most;
            self.seen = Table::new(most / 2);
        }
        let layers = self.layers.len().max(self.puzzle.pegs.count_ones() as usize / 2);
        let bytes =
            layers * (self.width * WIDER + WIDER * WIDER * self.width) * size_of::<Node<B>>();
        if (bytes as u64) < self.most_bytes / 2 {
            self.width *= WIDER;
        }
        self.round += 1;
        self.restart();
        Progress::Open
    }

    /// Notes the way to a position that meets the goal, one jump or sweep from the position that is
    /// being expanded.
    fn found(&mut self, goal: B, meter: &mut Meter) {
        let mut wanted = vec![self.board.canonical(goal)];
        let mut index = self.expanded - 1;
        for layer in self.layers.iter().skip(1).rev() {
            wanted.push(layer[index].position);
            index = layer[index].parent as usize;
        }
        let mut line = Vec::new();
        let mut position = B::of(self.puzzle.pegs);
        for canonical in wanted.into_iter().rev() {
            let jumps = self.way(position, canonical);
            position =
                jumps.iter().fold(position, |at, &index| at ^ self.board.jumps[index].changed);
            line.extend(jumps.into_iter().map(|index| self.jump(index)));
        }
        let score = score(self.puzzle, &line);
        self.best.offer(meter, true, score, || line);
        if self.puzzle.objective == Objective::Sweeps {
            self.beat(-score);
        }
    }

    fn jump(&self, index: usize) -> Jump {
        let layout = self.puzzle.layout();
        let cell = |hole: u8| layout.holes[usize::from(hole)];
        let line = layout.lines[index];
        Jump::new(cell(line.from), cell(line.to))
    }

    /// Returns the jumps, of one peg, that lead from a position to one whose symmetric form is known.
    fn way(&self, from: B, canonical: B) -> Vec<usize> {
        let is_there = |position: B| self.board.canonical(position) == canonical;
        let pegs = canonical.count();
        let mut seen = FxHashSet::default();
        // Positions with the jumps that led to them.
        let mut open: Vec<(B, Vec<usize>)> = vec![(from, Vec::new())];
        while let Some((position, way)) = open.pop() {
            for (index, jump) in self.board.jumps.iter().enumerate() {
                let same_peg =
                    way.last().is_none_or(|&last| self.board.jumps[last].to == jump.from);
                if !same_peg || !jump.is_legal(position) {
                    continue;
                }
                let after = position ^ jump.changed;
                let longer: Vec<usize> = way.iter().copied().chain([index]).collect();
                if is_there(after) {
                    return longer;
                }
                if after.count() > pegs && seen.insert((after, jump.to)) {
                    open.push((after, longer));
                }
            }
        }
        unreachable!("a position is reached from the one that it was made of");
    }

    /// Returns whether any answer has been found.
    pub(super) fn found_answer(&self) -> Option<&Found<Vec<Jump>>> {
        self.best.best()
    }

    /// Returns the number of positions that this round has seen, up to symmetry.
    pub(super) fn positions_seen(&self) -> usize {
        self.seen.len()
    }

    /// Returns figures for people who watch: the width, the layer and the size of the table.
    pub(super) fn figures(&self) -> [(&'static str, f64); 3] {
        [
            ("width", self.width as f64),
            ("layer", self.layers.len() as f64 - 1.0),
            ("positions seen", self.seen.len() as f64),
        ]
    }
}
