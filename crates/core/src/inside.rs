//! What a method shows of itself between two slices: numbers, shares of a whole, and one of a few
//! shapes that can be drawn.

use crate::{Place, Score};

/// A method's view of its own state.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Inside {
    /// Named numbers, such as a frontier's depth or a population's mean.
    pub numbers: Vec<(&'static str, f64)>,
    /// How a whole is divided, if the method divides one.
    pub shares: Option<Shares>,
    /// The method's state as something to draw, if it has such a form. Searches that must keep a
    /// record for it do so after [`Search::keep_record`](crate::Search::keep_record).
    pub shape: Option<MethodShape>,
}

impl Inside {
    /// Creates a value with numbers only.
    pub fn of<const N: usize>(numbers: [(&'static str, f64); N]) -> Self {
        Inside { numbers: numbers.to_vec(), ..Inside::default() }
    }

    /// Adds a shape.
    pub fn with(self, shape: Option<MethodShape>) -> Self {
        Inside { shape, ..self }
    }
}

/// A whole and its parts, in order.
#[derive(Debug, Clone, PartialEq)]
pub struct Shares {
    /// The whole, in a few words.
    pub of: &'static str,
    /// Named parts, from 0 to 1 each.
    pub parts: Vec<(String, f64)>,
}

/// The state of a method as something to draw. The list is closed, so that views can draw all of
/// them, and every shape is bounded in size. What the items of a shape stand for is told by
/// [`Search::line`](crate::Search::line).
#[derive(Debug, Clone, PartialEq)]
pub enum MethodShape {
    /// Positions and the moves between them.
    Tree(Tree),
    /// BeamLayers of positions, each made from the one before.
    Layers(BeamLayers),
    /// Members that have parents.
    Population(Population),
    /// Replicas at different temperatures.
    Ladder(Ladder),
    /// How probable each move is; item `n` is the n-th move.
    Heat(Heat),
    /// The last steps of reasoning.
    Reasoning(ReasoningSteps),
}

/// A search tree, or the newest part of it. Its items are the nodes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Tree {
    /// Nodes in the order of their numbers; a parent comes before its children.
    pub nodes: Vec<SearchNode>,
    /// Number of nodes so far, including those left out.
    pub total: u32,
    /// Number of the node that is being expanded.
    pub at: Option<u32>,
    /// The open nodes that come next, the first one first, if the method has a queue.
    pub queue: Vec<SearchNode>,
}

/// A node of a search tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchNode {
    /// Number of the node, from 0 in the order in which nodes were met.
    pub id: u32,
    /// Number of the node that it was reached from.
    pub parent: Option<u32>,
    /// Number of moves from the start.
    pub depth: u32,
    /// Score so far; `None` before the node is visited.
    pub score: Option<Score>,
    /// Most that any game through it can score, if the method asks for that.
    pub at_most: Option<Score>,
    /// What has become of it.
    pub state: NodeState,
}

/// What has become of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeState {
    /// It waits to be expanded.
    Open,
    /// Its moves are being tried or have been tried.
    Expanded,
    /// The same position was reached before, at least as well.
    Known,
    /// It is left out: too deep, or it promises too little.
    Cut,
    /// The game is over or the goal is reached.
    End,
}

/// The layers of a beam search.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BeamLayers {
    /// The newest layers, in order.
    pub layers: Vec<BeamLayer>,
    /// Number of positions that a layer may keep.
    pub width: u64,
}

/// A layer of positions with the same number of moves.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BeamLayer {
    /// Number of moves from the start.
    pub depth: u32,
    /// Number of different positions that were found for the layer, as far as they were compared.
    pub made: u64,
    /// Number of positions that were kept.
    pub kept: u64,
    /// The best positions kept, best first: value, and rank of the parent in the layer before.
    pub best: Vec<(Score, u32)>,
    /// Value of the worst position kept.
    pub worst: Score,
}

/// A population. Its items are the members, by number.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Population {
    /// Members, in no particular order.
    pub members: Vec<PopulationMember>,
    /// Number of generations so far.
    pub generation: u64,
    /// The newest child of two parents.
    pub crossing: Option<Crossing>,
}

/// A member of a population.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PopulationMember {
    /// Number of the member, from 0 in the order of birth.
    pub id: u32,
    /// Its score.
    pub score: Score,
    /// Generation in which it was born.
    pub born: u64,
    /// Share of its genes that differ from those of the best member, from 0 to 1.
    pub distance: f64,
    /// Numbers of its parents; none for the first members.
    pub parents: Option<[u32; 2]>,
}

/// A child and where each of its genes comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Crossing {
    /// Numbers of mother, father and child, with the scores of those that live.
    pub family: [(u32, Option<Score>); 3],
    /// GeneOrigin of the child's genes in order.
    pub genes: Vec<GeneOrigin>,
}

/// Where a gene comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GeneOrigin {
    /// Both parents have it in this place.
    Both,
    /// Only the mother has it in this place.
    Mother,
    /// Only the father has it in this place.
    Father,
    /// Neither has it in this place.
    New,
}

/// Replicas of a game from the coldest to the hottest.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Ladder {
    /// One rung for each temperature.
    pub rungs: Vec<Rung>,
    /// Number of exchanges that were tried and that were made.
    pub exchanges: [u64; 2],
}

/// A replica at its temperature.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rung {
    /// Its temperature; `None` before the first exchange.
    pub temperature: Option<f64>,
    /// Number of the replica, which it keeps when it changes its place.
    pub replica: u32,
    /// Score of the replica now.
    pub score: Option<Score>,
    /// Best score that it ever had.
    pub best: Option<Score>,
}

/// Probabilities of the moves of the first position. Its items are the moves.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Heat {
    /// What the probabilities are, in a few words.
    pub of: &'static str,
    /// Probability of each move.
    pub moves: Vec<f64>,
}

/// Steps of reasoning, the newest last.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ReasoningSteps {
    /// The last steps.
    pub steps: Vec<ReasoningStep>,
}

/// A step of reasoning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReasoningStep {
    /// Number of the step, from 1.
    pub number: u64,
    /// Kind of the step: a technique's name, or what happened.
    pub kind: String,
    /// The step in a sentence.
    pub sentence: String,
    /// Places that the reason refers to.
    pub because: Vec<Place>,
    /// Places that it decides.
    pub decides: Vec<Place>,
}
