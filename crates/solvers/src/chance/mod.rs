//! Players of games of chance: they see the state, never the luck to come.

pub mod episode;
pub mod expectimax;
pub mod hybrid;
pub mod net;
pub mod random_player;
pub mod recording;
pub mod splitting;
pub mod whole_game;
