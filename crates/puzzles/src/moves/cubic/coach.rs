use quarry_core::{Coached, Remark};
use super::{Board, Cubic, Move};
impl Cubic { pub(super) fn why_refuted(&self) -> String { "x.".to_owned() } }
impl Coached for Cubic {
    fn starting_at(&self, _: &Board) -> Self { self.clone() }
    fn why_lost(&self, _: &Board) -> Option<Remark> { None }
    fn why_good(&self, _: &Board, _: &[Move]) -> Remark { Remark { cells: vec![], words: "".to_owned() } }
}
