//! Matchings of one kind of thing with another, by augmenting paths.

/// No one.
const NOBODY: usize = usize::MAX;

/// Who is matched with each of the others.
#[derive(Debug, Clone, Default)]
pub(super) struct StoneMatching {
    taken: Vec<usize>,
    is_seen: Vec<bool>,
    path: Vec<(usize, usize)>,
}

impl StoneMatching {
    /// Begins a matching with this many others.
    pub(super) fn begin(&mut self, others: usize) {
        self.taken.clear();
        self.taken.resize(others, NOBODY);
    }

    /// Finds a partner for another one, giving earlier ones other partners where needed. Returns
    /// false, and changes nothing, if that is impossible.
    pub(super) fn add(&mut self, one: usize, fits: impl Fn(usize, usize) -> bool) -> bool {
        self.is_seen.clear();
        self.is_seen.resize(self.taken.len(), false);
        self.path.clear();
        self.path.push((one, 0));
        while let Some((one, first)) = self.path.pop() {
            let other =
                (first..self.taken.len()).find(|&other| !self.is_seen[other] && fits(one, other));
            let Some(other) = other else { continue };
            self.is_seen[other] = true;
            self.path.push((one, other));
            if self.taken[other] == NOBODY {
                for &(one, other) in &self.path {
                    self.taken[other] = one;
                }
                return true;
            }
            self.path.push((self.taken[other], 0));
        }
        false
    }
}
