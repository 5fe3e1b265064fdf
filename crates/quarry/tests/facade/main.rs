//! Tests of the public facade, with every puzzle and solver.

mod advice;
mod agreement;
mod aliases;
mod arena;
mod auto;
mod budgets;
mod chance_game;
mod clock_game;
mod clockwork;
mod estimate;
mod filling;
mod goal_analysis;
mod offline_tetris;
mod opening;
mod oracle;
mod painter;
mod signature;
mod solo_game;
mod tables;
mod transformations;
mod two_speeds;
