//! Tests of the public facade, with every puzzle and solver.

mod advice;
mod agreement;
mod aliases;
mod auto;
mod budgets;
mod clockwork;
mod estimate;
mod goal_analysis;
mod offline_tetris;
mod opening;
mod oracle;
mod painter;
mod signature;
mod transformations;
mod two_speeds;
