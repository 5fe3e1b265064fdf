//! Players of games of chance. They see the state, but never future events.

pub mod episode;
pub mod expectimax;
pub mod hybrid;
pub mod net;
pub mod random_player;
pub mod recording;
pub mod splitting;
pub mod whole_game;
