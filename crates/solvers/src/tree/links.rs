//! Lines of play as parent links: a node costs one move and one index, however deep it lies.

/// Names a node of [`Links`].
pub(crate) type Link = u32;

/// A tree of moves that only grows.
pub(crate) struct Links<M> {
    links: Vec<(Link, M)>,
}

impl<M: Copy> Links<M> {
    /// The start, before any move.
    pub(crate) const ROOT: Link = 0;

    pub(crate) fn new() -> Self {
        Links { links: Vec::new() }
    }

    /// Adds the node that `mv` leads to.
    pub(crate) fn add(&mut self, parent: Link, mv: M) -> Link {
        self.links.push((parent, mv));
        Link::try_from(self.links.len()).expect("four thousand million nodes do not fit in memory")
    }

    /// The moves from the start to a node.
    pub(crate) fn line(&self, mut node: Link) -> Vec<M> {
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
        self.links.capacity() * size_of::<(Link, M)>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_share_their_stem() {
        let mut links = Links::new();
        let stem = links.add(Links::<char>::ROOT, 'a');
        let left = links.add(stem, 'b');
        let right = links.add(stem, 'c');
        let deep = links.add(left, 'd');
        assert_eq!(links.line(Links::<char>::ROOT), []);
        assert_eq!(links.line(right), ['a', 'c']);
        assert_eq!(links.line(deep), ['a', 'b', 'd']);
    }
}
