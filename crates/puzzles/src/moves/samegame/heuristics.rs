//! The nineteen rules of thumb of the hyper-heuristic paper: moves that an expert might make.
//!
//! S. Salcedo-Sanz et al., Applied Intelligence (2013), section 4, H1 to H19 in the paper's order.
//! The paper prints "n <= 2" where a set needs at least two cells to be removed; here a set is any
//! group that the rules allow to be removed. Where the text is silent: a scan goes column by
//! column, and without a scan the first group from the left, then from the bottom, wins among
//! equals; "in form of a column" means one cell wide, of a row one cell high; the abundance of a
//! colour is its number of cells. H1, H2, H4 to H11, H16 and H19 cost one list of the groups, the
//! others up to one list for each group, because they look at the board after its removal. The
//! tests compare all of them with versions on the plain grid.

#[cfg(test)]
mod tests;

use std::cell::{Cell, RefCell};
use std::cmp::Reverse;

use quarry_core::{LowLevel, Score};

use super::grid::GroupShape;
use super::variant::Variant;
use super::{Board, Move, SameGame};

impl LowLevel for SameGame {
    const HEURISTICS: &'static [&'static str] = &[
        "smallest",
        "largest",
        "largest-before-it-shrinks",
        "column-left-top",
        "column-left-bottom",
        "column-right-top",
        "column-right-bottom",
        "row-left-top",
        "row-left-bottom",
        "row-right-top",
        "row-right-bottom",
        "richest-rest",
        "fewest-groups",
        "fewer-smallest",
        "not-more-smallest",
        "rarest-colour",
        "grow-largest",
        "largest-when-grown",
        "whole-colour",
    ];

    fn choose(
        &self,
        board: &Board,
        heuristic: usize,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Option<Move> {
        let position = Position::new(self.rules, board, goes_on);
        let choice = match heuristic + 1 {
            1 => position.best(|group| Some(Reverse(group.size))),
            2 => position.best(|group| Some(group.size)),
            3 => position.largest_if_others_leave(|left, largest| left < largest),
            4 => position.column(|group| (-left(group), top(group))),
            5 => position.column(|group| (-left(group), -bottom(group))),
            6 => position.column(|group| (left(group), top(group))),
            7 => position.column(|group| (left(group), -bottom(group))),
            8 => position.row(|group| (-left(group), top(group))),
            9 => position.row(|group| (-left(group), -bottom(group))),
            10 => position.row(|group| (right(group), top(group))),
            11 => position.row(|group| (right(group), -bottom(group))),
            12 => position.best(|group| Some(position.points_after(group))),
            13 => position.best(|group| Some(Reverse(position.groups_after(group)))),
            14 => position.smallest_if_it_leaves(|left, as_small| left < as_small),
            15 => position.smallest_if_it_leaves(|left, as_small| left <= as_small),
            16 => position.best(|group| Some(Reverse(position.cells_of_colour(group)))),
            17 => position.grow_largest(),
            18 => position.largest_if_others_leave(|left, largest| left <= largest),
            19 => {
                position.best(|group| (group.size == position.cells_of_colour(group)).then_some(()))
            }
            _ => panic!("there is no rule of thumb number {heuristic}"),
        };
        choice.filter(|_| !position.stopped.get())
    }

    /// Rows plus columns plus two per colour. The paper's population is 20 more; its number of
    /// generations is ten times that.
    fn extent(&self) -> usize {
        let colours = self.grid.counts().iter().filter(|&&cells| cells > 0).count();
        usize::from(self.grid.rows()) + usize::from(self.grid.columns()) + 2 * colours
    }
}

fn left(group: &GroupShape) -> i16 {
    group.first.column.into()
}

fn right(group: &GroupShape) -> i16 {
    group.right.into()
}

fn bottom(group: &GroupShape) -> i16 {
    group.bottom.into()
}

fn top(group: &GroupShape) -> i16 {
    group.top.into()
}

/// A board and its removable groups.
struct Position<'a> {
    rules: Variant,
    board: &'a Board,
    /// Ordered by column, then row of their first cells.
    groups: Vec<GroupShape>,
    /// Called before each removal is examined, which takes a while on a large board; `stopped` says
    /// whether it returned false.
    goes_on: RefCell<&'a mut dyn FnMut() -> bool>,
    stopped: Cell<bool>,
}

impl<'a> Position<'a> {
    fn new(rules: Variant, board: &'a Board, goes_on: &'a mut dyn FnMut() -> bool) -> Self {
        let mut groups = Vec::new();
        board.each_shape(rules.min_group(), |group| groups.push(group));
        Position { rules, board, groups, goes_on: RefCell::new(goes_on), stopped: Cell::new(false) }
    }

    /// Returns the group with the greatest value, the first among equals; groups without a value
    /// are skipped.
    fn best<V: Ord>(&self, value: impl Fn(&GroupShape) -> Option<V>) -> Option<Move> {
        let mut best: Option<(V, Move)> = None;
        for group in &self.groups {
            if let Some(value) = value(group)
                && best.as_ref().is_none_or(|(most, _)| value > *most)
            {
                best = Some((value, group.first));
            }
        }
        best.map(|(_, mv)| mv)
    }

    fn column<V: Ord>(&self, value: impl Fn(&GroupShape) -> V) -> Option<Move> {
        self.best(|group| group.is_column().then(|| value(group)))
    }

    fn row<V: Ord>(&self, value: impl Fn(&GroupShape) -> V) -> Option<Move> {
        self.best(|group| group.is_row().then(|| value(group)))
    }

    fn largest(&self) -> usize {
        self.groups.iter().map(|group| group.size).max().unwrap_or(0)
    }

    /// Returns the largest group, if `holds` is true for each other removal, given the largest
    /// group after that removal and the largest group now.
    fn largest_if_others_leave(&self, holds: impl Fn(usize, usize) -> bool) -> Option<Move> {
        let largest = self.largest();
        let mv = self.groups.iter().find(|group| group.size == largest)?.first;
        let mut others = self.groups.iter().filter(|group| group.first != mv);
        others.all(|group| holds(self.largest_after(group), largest)).then_some(mv)
    }

    /// Returns the removal that leaves the largest group, if that is larger than any group now.
    fn grow_largest(&self) -> Option<Move> {
        let largest = self.largest();
        self.best(|group| Some(self.largest_after(group)).filter(|&left| left > largest))
    }

    /// Returns the first of the smallest groups for which `holds` is true, given the number of
    /// groups of this size after its removal and now.
    fn smallest_if_it_leaves(&self, holds: impl Fn(usize, usize) -> bool) -> Option<Move> {
        let size = self.groups.iter().map(|group| group.size).min()?;
        let smallest = || self.groups.iter().filter(|group| group.size == size);
        let as_small = smallest().count();
        let found = smallest().find(|group| {
            let mut left = 0;
            self.each_size_after(group, |other| left += usize::from(other == size));
            holds(left, as_small)
        });
        found.map(|group| group.first)
    }

    fn cells_of_colour(&self, group: &GroupShape) -> usize {
        self.board.counts()[usize::from(group.colour)].into()
    }

    fn largest_after(&self, group: &GroupShape) -> usize {
        let mut largest = 0;
        self.each_size_after(group, |size| largest = largest.max(size));
        largest
    }

    fn points_after(&self, group: &GroupShape) -> Score {
        let mut points = 0;
        self.each_size_after(group, |size| points += self.rules.points(size));
        points
    }

    fn groups_after(&self, group: &GroupShape) -> usize {
        let mut groups = 0;
        self.each_size_after(group, |_| groups += 1);
        groups
    }

    /// Visits the size of every group that is left after removing one.
    #[inline]
    fn each_size_after(&self, group: &GroupShape, visit: impl FnMut(usize)) {
        if self.stopped.get() || !(self.goes_on.borrow_mut())() {
            return self.stopped.set(true);
        }
        self.board.each_size_after(group, &self.groups, self.rules.min_group(), visit);
    }
}
