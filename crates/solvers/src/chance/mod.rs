//! Players of games of chance: they see the state, never the luck to come.

pub mod episode;
pub mod expectimax;
pub mod random_player;
pub mod splitting;
pub mod whole_game;
