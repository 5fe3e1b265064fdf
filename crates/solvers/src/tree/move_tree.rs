//! Lines of play as parent links: a node costs one move and one index, at any depth.

/// Index of a node in [`MoveTree`].
pub(crate) type NodeId = u32;

/// A tree of moves that only grows.
pub(crate) struct MoveTree<M> {
    links: Vec<(NodeId, M)>,
}

impl<M: Copy> MoveTree<M> {
    /// The start, before any move.
    pub(crate) const ROOT: NodeId = 0;

    pub(crate) fn new() -> Self {
        MoveTree { links: Vec::new() }
    }

    /// Adds the node that `mv` leads to.
    pub(crate) fn add(&mut self, parent: NodeId, mv: M) -> NodeId {
        self.links.push((parent, mv));
        NodeId::try_from(self.links.len())
            .expect("four thousand million nodes do not fit in memory")
    }

    /// Returns the moves from the start to a node.
    pub(crate) fn line(&self, mut node: NodeId) -> Vec<M> {
        let mut line = Vec::new();
        while node != Self::ROOT {
            let (parent, mv) = self.links[node as usize - 1];
            line.push(mv);
            node = parent;
        }
        line.reverse();
        line
    }

    pub(crate) fn bytes(&self) -> usize {
        self.links.capacity() * size_of::<(NodeId, M)>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_share_their_stem() {
        let mut links = MoveTree::new();
        let stem = links.add(MoveTree::<char>::ROOT, 'a');
        let left = links.add(stem, 'b');
        let right = links.add(stem, 'c');
        let deep = links.add(left, 'd');
        assert_eq!(links.line(MoveTree::<char>::ROOT), []);
        assert_eq!(links.line(right), ['a', 'c']);
        assert_eq!(links.line(deep), ['a', 'b', 'd']);
    }
}
