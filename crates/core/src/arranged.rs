//! Arrangements: puzzles whose answer is an order of things in places.

use crate::{Rng, Score};

/// A thing to be put somewhere, numbered from 0.
pub type Thing = u16;

/// Facet: the answer puts things into as many places, one into each. `self` holds what never
/// changes, `Layout` the things as they lie and whatever makes it quick to say what that is worth.
pub trait Arranged: Sync {
    /// Things in their places.
    type Layout: Send;
    /// The answer that an order stands for.
    type Whole: Clone;

    /// How many places there are, and things.
    fn places(&self) -> usize;
    /// More than this no order is worth.
    fn most(&self) -> Score;
    /// Every thing in the place of its own number.
    fn layout(&self) -> Self::Layout;
    /// Lays all things anew, `order[place]` into each place, and says what that is worth.
    fn lay(&self, layout: &mut Self::Layout, order: &[Thing]) -> Score;
    /// What it would be worth with the things in two places exchanged; quicker than to lay them
    /// all.
    fn exchanged(&self, layout: &Self::Layout, one: usize, other: usize) -> Score;
    /// Exchanges them.
    fn exchange(&self, layout: &mut Self::Layout, one: usize, other: usize);
    /// Two different places whose exchange may mend something that is amiss, at random; none where
    /// none comes to mind.
    fn mend(&self, layout: &Self::Layout, rng: &mut Rng) -> Option<(usize, usize)>;
    /// The things as they lie.
    fn order<'l>(&self, layout: &'l Self::Layout) -> &'l [Thing];
    /// Whether the goal is reached.
    fn is_solved(&self, layout: &Self::Layout) -> bool;
    /// The answer.
    fn whole(&self, order: &[Thing]) -> Self::Whole;
}
