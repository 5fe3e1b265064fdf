//! A beam over the order in which blocks come home on a narrow table, one block a layer; the moves that
//! bring a block home are those of `digging.rs`. Of each layer those are kept that have moved least
//! and need least by a count of blocks that are in the way of their own towers. Rounds are ever
//! wider. Our own; promises nothing. Time O(w n^2) a round for n blocks, memory O(w n).

use quarry_core::{Meter, Refused};
use rustc_hash::FxHashSet;

use super::digging::Digging;
use super::goal::SettledBlocks;
use super::{Block, Move, TABLE};

/// Widths of the first and the last round; each is twice as wide as the one before.
const FIRST_WIDTH: usize = 2;
const LAST_WIDTH: usize = 512;

/// Most blocks that are tried next from an arrangement.
const MOST_OPTIONS: usize = 6;

/// The rounds.
pub(super) struct DiggingBeam<'p> {
    start: Digging<'p>,
    width: usize,
    layer: Vec<Node<'p>>,
    /// Number of nodes of the layer that have been expanded.
    expanded: usize,
    next: Vec<Node<'p>>,
    met: FxHashSet<u128>,
    /// For each layer but the first: the parent of every node, and the moves that lead from it.
    steps: Vec<Vec<(usize, Vec<Move>)>>,
    /// Moves of the best line that is known.
    bar: usize,
}

struct Node<'p> {
    digging: Digging<'p>,
    parent: usize,
    moves: usize,
    /// Moves so far and at least to come.
    estimate: usize,
}

/// How far the beam is.
pub(super) enum Progress {
    Open,
    /// A line with fewer moves than the best one before.
    Found(Vec<Move>),
    /// The last round is over.
    Done,
}

impl<'p> DiggingBeam<'p> {
    pub(super) fn new(start: Digging<'p>) -> Self {
        let mut beam = DiggingBeam {
            start,
            width: FIRST_WIDTH,
            layer: Vec::new(),
            expanded: 0,
            next: Vec::new(),
            met: FxHashSet::default(),
            steps: Vec::new(),
            bar: usize::MAX,
        };
        beam.restart();
        beam
    }

    /// Asks for lines with fewer moves than this.
    pub(super) fn beat(&mut self, moves: usize) {
        self.bar = self.bar.min(moves);
    }

    /// Returns how many arrangements are held, and about how many bytes they take.
    pub(super) fn held(&self, blocks: usize) -> (usize, usize) {
        let nodes = self.layer.len() + self.next.len();
        (nodes, nodes * (16 * blocks + 200) + self.steps.len() * self.width * 100)
    }

    fn restart(&mut self) {
        let node = Node { digging: self.start.clone(), parent: 0, moves: 0, estimate: 0 };
        self.layer = vec![node];
        self.steps.clear();
        self.begin_layer();
    }

    fn begin_layer(&mut self) {
        self.next.clear();
        self.met.clear();
        self.expanded = 0;
    }

    /// Expands a node, or goes on to the next layer or round.
    pub(super) fn step(&mut self, meter: &mut Meter) -> Result<Progress, Refused> {
        let Some(node) = self.layer.get(self.expanded) else { return Ok(self.end_layer()) };
        let settled = node.digging.settled();
        let options = node.digging.nearest(&settled);
        if options.is_empty() {
            let line = self.line(self.expanded);
            self.expanded += 1;
            let is_better = line.len() < self.bar;
            self.bar = self.bar.min(line.len());
            return Ok(if is_better { Progress::Found(line) } else { Progress::Open });
        }
        for &block in options.iter().take(MOST_OPTIONS) {
            let mut digging = node.digging.clone();
            digging.forget_line();
            digging.bring(block, &settled);
            digging.line().iter().try_for_each(|_| meter.spend_node())?;
            let moves = node.moves + digging.line().len();
            let estimate = moves + moves_to_come(&digging.settled());
            if estimate < self.bar && self.met.insert(digging.state().identity()) {
                self.next.push(Node { digging, parent: self.expanded, moves, estimate });
            }
        }
        self.expanded += 1;
        Ok(Progress::Open)
    }

    fn end_layer(&mut self) -> Progress {
        if self.next.is_empty() {
            if self.width >= LAST_WIDTH {
                return Progress::Done;
            }
            self.width *= 2;
            self.restart();
            return Progress::Open;
        }
        let mut layer = std::mem::take(&mut self.next);
        // Stable, so that among equals the first found stay.
        layer.sort_by_key(|node| node.estimate);
        layer.truncate(self.width);
        let steps = layer.iter().map(|node| (node.parent, node.digging.line().to_vec()));
        self.steps.push(steps.collect());
        self.layer = layer;
        self.begin_layer();
        Progress::Open
    }

    /// The line that leads to a node of the layer.
    fn line(&self, node: usize) -> Vec<Move> {
        let mut parts = Vec::new();
        let mut at = node;
        for layer in self.steps.iter().rev() {
            let (parent, moves) = &layer[at];
            parts.push(moves.as_slice());
            at = *parent;
        }
        parts.reverse();
        parts.concat()
    }
}

/// Counts the moves that are certainly needed: one for each misplaced block, and two where it stands
/// above a misplaced block of its own goal tower that comes below it there.
fn moves_to_come(settled: &SettledBlocks) -> usize {
    let blocks = settled.target.len();
    let (mut tower, mut level) = (vec![0; blocks], vec![0; blocks]);
    let bottoms = |support: &[Block]| -> Vec<Block> {
        (0..blocks as Block).filter(|&block| support[usize::from(block)] == TABLE).collect()
    };
    for (number, bottom) in bottoms(&settled.target).into_iter().enumerate() {
        let (mut block, mut height) = (bottom, 0);
        while block != TABLE {
            (tower[usize::from(block)], level[usize::from(block)]) = (number, height);
            (block, height) = (settled.target_above[usize::from(block)], height + 1);
        }
    }
    let mut moves = 0;
    // The lowest level of each goal tower among the misplaced blocks below, and the tower in which
    // that was seen.
    let mut lowest = vec![(usize::MAX, 0); blocks];
    for (number, bottom) in bottoms(&settled.below).into_iter().enumerate() {
        let mut block = bottom;
        while block != TABLE {
            let at = usize::from(block);
            if !settled.stays[at] {
                let (seen_in, below) = lowest[tower[at]];
                let below = if seen_in == number { below } else { usize::MAX };
                moves += 1 + usize::from(below < level[at]);
                lowest[tower[at]] = (number, below.min(level[at]));
            }
            block = settled.above[at];
        }
    }
    moves
}
