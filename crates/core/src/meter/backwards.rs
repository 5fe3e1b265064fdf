//! Play backwards, counted like play forwards.

use crate::{Meter, Refused, Reversible, Score};

impl Meter<'_> {
    /// Lists the ways back from a state into `out`, which is cleared first. Counts one expanded
    /// state.
    #[inline]
    pub fn ways_back<S: Reversible>(
        &mut self,
        space: &S,
        state: &S::State,
        out: &mut Vec<S::WayBack>,
    ) {
        self.tally.expanded += 1;
        out.clear();
        space.ways_back(state, out);
    }

    /// Goes back to a state that is then evaluated. Counts one node and one evaluation.
    #[inline]
    pub fn go_back<S: Reversible>(
        &mut self,
        space: &S,
        state: &mut S::State,
        way: S::WayBack,
    ) -> Result<(S::Move, Score), Refused> {
        self.spend_visit()?;
        Ok(space.go_back(state, way))
    }
}
