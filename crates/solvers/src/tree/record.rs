//! A record of a search tree, for people who watch the search. It holds the newest nodes with the
//! lines that lead to them, and costs nothing unless a search is asked to keep one.

use quarry_core::{NodeState, Score, SearchNode, Tree};

use super::move_tree::NodeId;

/// Number of newest nodes that are kept, with all nodes before them on their lines.
const NEWEST: usize = 1_500;

/// Number of open nodes of a queue that are shown.
pub(super) const QUEUE: usize = 24;

/// What is known of a node: its score so far, and the most that it can lead to.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct NodeValue {
    pub(super) score: Option<Score>,
    pub(super) at_most: Option<Score>,
}

/// The newest part of a search tree.
pub(super) struct TreeRecord<M> {
    /// Nodes in the order of their numbers, each with the move that leads to it.
    nodes: Vec<(SearchNode, Option<M>)>,
    total: u32,
    /// Number of the node that is being expanded.
    at: Option<u32>,
    /// Number of nodes at which old ones are dropped.
    full: usize,
    /// Number of the node that a link of a [`MoveTree`](super::move_tree::MoveTree) stands for.
    of_links: Vec<u32>,
}

impl<M: Copy> TreeRecord<M> {
    /// A record without nodes.
    pub(super) fn new() -> Self {
        TreeRecord { nodes: Vec::new(), total: 0, at: None, full: 2 * NEWEST, of_links: Vec::new() }
    }

    /// Drops all nodes; the next ones are numbered on.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.of_links.clear();
        self.at = None;
        self.full = 2 * NEWEST;
    }

    /// Adds a node and returns its number.
    pub(super) fn add(
        &mut self,
        parent: Option<u32>,
        by: Option<M>,
        depth: u32,
        value: NodeValue,
        state: NodeState,
    ) -> u32 {
        let (id, NodeValue { score, at_most }) = (self.total, value);
        self.total += 1;
        self.nodes.push((SearchNode { id, parent, depth, score, at_most, state }, by));
        if self.nodes.len() >= self.full {
            self.drop_old();
        }
        id
    }

    /// Says which node a link stands for. Links are numbered in order.
    pub(super) fn link(&mut self, link: NodeId, node: u32) {
        debug_assert_eq!(self.of_links.len(), link as usize, "links come in order");
        self.of_links.push(node);
    }

    /// Number of the node that a link stands for.
    pub(super) fn of_link(&self, link: NodeId) -> Option<u32> {
        self.of_links.get(link as usize).copied()
    }

    /// Says which node is being expanded.
    pub(super) fn go_to(&mut self, id: Option<u32>) {
        self.at = id;
    }

    /// Returns the moves to the node that is being expanded.
    pub(super) fn current(&self) -> Option<Vec<M>> {
        self.line(self.at?)
    }

    /// Changes a node, unless it was dropped.
    pub(super) fn change(&mut self, id: u32, change: impl FnOnce(&mut SearchNode)) {
        if let Ok(place) = self.place(id) {
            change(&mut self.nodes[place].0);
        }
    }

    /// Returns the moves that lead to a node.
    pub(super) fn line(&self, id: u32) -> Option<Vec<M>> {
        let mut line = Vec::new();
        let mut next = Some(id);
        while let Some(id) = next {
            let (node, by) = &self.nodes[self.place(id).ok()?];
            line.extend(by);
            next = node.parent;
        }
        line.reverse();
        Some(line)
    }

    /// Returns the tree as it is shown.
    pub(super) fn tree(&self, queue: Vec<SearchNode>) -> Tree {
        let nodes = self.nodes.iter().map(|(node, _)| *node).collect();
        Tree { nodes, total: self.total, at: self.at, queue }
    }

    fn place(&self, id: u32) -> Result<usize, usize> {
        self.nodes.binary_search_by_key(&id, |(node, _)| node.id)
    }

    /// Keeps the newest nodes and those on the lines to them.
    fn drop_old(&mut self) {
        let mut is_kept = vec![false; self.nodes.len()];
        for newest in (self.nodes.len() - NEWEST..self.nodes.len()).rev() {
            let mut next = Some(newest);
            while let Some(place) = next.filter(|&place| !is_kept[place]) {
                is_kept[place] = true;
                let parent = self.nodes[place].0.parent;
                next = parent.and_then(|parent| self.place(parent).ok());
            }
        }
        let mut is_kept = is_kept.into_iter();
        self.nodes.retain(|_| is_kept.next() == Some(true));
        self.full = self.nodes.len() + NEWEST;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_nodes_are_kept_with_their_lines() {
        let mut record = TreeRecord::new();
        let root = record.add(None, None, 0, NodeValue::default(), NodeState::Open);
        let mut child = |of, by, depth, state| {
            record.add(Some(of), Some(by), depth, NodeValue::default(), state)
        };
        let stem = child(root, 'a', 1, NodeState::Open);
        let lost = child(root, 'b', 1, NodeState::Cut);
        record.change(stem, |node| node.state = NodeState::Expanded);
        let newest = (0..3 * NEWEST as u32)
            .map(|_| record.add(Some(stem), Some('c'), 2, NodeValue::default(), NodeState::Open))
            .last()
            .unwrap();
        assert_eq!(record.line(newest), Some(vec!['a', 'c']));
        assert_eq!(record.line(lost), None);
        record.go_to(Some(newest));
        assert_eq!(record.current(), Some(vec!['a', 'c']));
        let tree = record.tree(Vec::new());
        assert!(tree.nodes.len() <= 2 * NEWEST + 2 && tree.total == newest + 1);
        assert_eq!(tree.nodes[1].state, NodeState::Expanded);
        assert_eq!(tree.nodes.last().map(|node| node.depth), Some(2));
        record.clear();
        assert_eq!(record.add(None, None, 0, NodeValue::default(), NodeState::Open), newest + 1);
    }
}
