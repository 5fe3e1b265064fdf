//! Conversion of what a method shows of itself to JSON. Nodes and other things that come in great
//! numbers are rows without names of their fields.

use std::collections::BTreeMap;

use quarry::{
    BeamLayer, GeneOrigin, Instance, MethodShape, NodeState, PopulationMember, ReasoningStep, Rung,
    SearchNode, Session, SolverView, Tree, wire,
};
use serde_json::{Value, json};

use crate::picture::picture;

/// Number of moves of a line beyond which its position is not drawn.
const LONGEST_LINE: usize = 2_000;

/// Draws what a method shows; remembers the names of moves and the position between two drawings.
#[derive(Default)]
pub(crate) struct ShapeWriter {
    /// Name of the last move of the line that each item stands for.
    names: BTreeMap<u32, String>,
    session: Option<Session>,
}

impl ShapeWriter {
    /// Returns the shape with the position that the method works on.
    pub(crate) fn of(&mut self, instance: &dyn Instance, sight: &dyn SolverView) -> Value {
        let shape = sight.inside().shape;
        let shape = shape.map(|shape| self.shape(&shape, sight));
        json!({"shape": shape, "board": self.board(instance, sight)})
    }

    fn board(&mut self, instance: &dyn Instance, sight: &dyn SolverView) -> Option<Value> {
        let current = sight.current().filter(|line| line.len() <= LONGEST_LINE)?;
        let answer: Vec<String> = current.iter().map(str::to_owned).collect();
        if self.session.is_none() {
            self.session = instance.session();
        }
        let session = self.session.as_mut()?;
        if matches!(session, Session::Clock(_)) {
            return None;
        }
        let moves = session.moves_to(&answer).ok()?;
        let played = session.line();
        if !moves.starts_with(&played) {
            session.restart();
        }
        for mv in &moves[session.line().len()..] {
            session.play(mv).ok()?;
        }
        let scene = picture(&session.scene());
        Some(json!({"picture": scene, "moves": moves, "score": session.score()}))
    }

    fn shape(&mut self, shape: &MethodShape, sight: &dyn SolverView) -> Value {
        match shape {
            MethodShape::Tree(tree) => self.tree(tree, sight),
            MethodShape::Layers(layers) => json!({
                "kind": "layers", "width": layers.width,
                "layers": layers.layers.iter().map(layer).collect::<Vec<_>>(),
            }),
            MethodShape::Population(population) => {
                let crossing = population.crossing.as_ref().map(|crossing| {
                    let genes: String = crossing.genes.iter().map(origin).collect();
                    json!({"family": crossing.family, "genes": genes})
                });
                json!({
                    "kind": "population", "generation": population.generation,
                    "members": population.members.iter().map(member).collect::<Vec<_>>(),
                    "crossing": crossing,
                })
            }
            MethodShape::Ladder(ladder) => json!({
                "kind": "ladder", "exchanges": ladder.exchanges,
                "rungs": ladder.rungs.iter().map(rung).collect::<Vec<_>>(),
            }),
            MethodShape::Heat(heat) => {
                let names = (0..heat.moves.len() as u32).map(|item| self.name(item, sight));
                let moves: Vec<_> = names.zip(&heat.moves).collect();
                json!({"kind": "heat", "of": heat.of, "moves": moves})
            }
            MethodShape::Reasoning(reasons) => json!({
                "kind": "reasons", "steps": reasons.steps.iter().map(reason).collect::<Vec<_>>(),
            }),
        }
    }

    fn tree(&mut self, tree: &Tree, sight: &dyn SolverView) -> Value {
        if let Some(oldest) = tree.nodes.get(1).map(|node| node.id) {
            self.names.retain(|&id, _| id >= oldest);
        }
        let nodes: Vec<Value> = tree
            .nodes
            .iter()
            .map(|node| {
                let SearchNode { id, parent, depth, score, at_most, state } = *node;
                let name = if parent.is_some() { self.name(id, sight) } else { String::new() };
                json!([id, parent, depth, score, at_most, letter(state), name])
            })
            .collect();
        let queued = |node: &SearchNode| json!([node.id, node.depth, node.score, node.at_most]);
        let queue: Vec<Value> = tree.queue.iter().map(queued).collect();
        json!({"kind": "tree", "total": tree.total, "at": tree.at, "nodes": nodes, "queue": queue})
    }

    /// Returns the last move of an item's line.
    fn name(&mut self, item: u32, sight: &dyn SolverView) -> String {
        let last = || {
            let line = sight.line(item)?;
            line.iter().last().map(str::to_owned)
        };
        self.names.entry(item).or_insert_with(|| last().unwrap_or_default()).clone()
    }
}

fn letter(state: NodeState) -> char {
    match state {
        NodeState::Open => 'o',
        NodeState::Expanded => 'x',
        NodeState::Known => 'k',
        NodeState::Cut => 'c',
        NodeState::End => 'e',
    }
}

fn layer(BeamLayer { depth, made, kept, best, worst }: &BeamLayer) -> Value {
    json!({"depth": depth, "made": made, "kept": kept, "best": best, "worst": worst})
}

fn member(&PopulationMember { id, score, born, distance, parents }: &PopulationMember) -> Value {
    json!([id, score, born, distance, parents])
}

fn origin(origin: &GeneOrigin) -> char {
    match origin {
        GeneOrigin::Both => 'b',
        GeneOrigin::Mother => 'm',
        GeneOrigin::Father => 'f',
        GeneOrigin::New => 'n',
    }
}

fn rung(&Rung { temperature, replica, score, best }: &Rung) -> Value {
    json!([temperature, replica, score, best])
}

fn reason(ReasoningStep { number, kind, sentence, because, decides }: &ReasoningStep) -> Value {
    let places = |places: &[_]| places.iter().map(|&place| wire::place(place)).collect::<Vec<_>>();
    json!({
        "number": number, "kind": kind, "sentence": sentence,
        "because": places(because), "decides": places(decides),
    })
}
