//! Populations, colonies and swarms that play whole games: nature-inspired methods for every puzzle
//! that is played step by step.
//!
//! | part | what it does |
//! | --- | --- |
//! | [`merit`] | the value of a game, and how near a miss came to the goal |
//! | [`breeding`] | the engine of methods whose genomes are lines of play |
//! | [`patience`] | when a population is given up for a new one |
//! | `flight` | particles and how they fly |
//! | `pheromone` | trails that evaporate, within limits |
//! | [`expression`] | formulas that are evolved |
//!
//! [`line_ga`] and [`clonal_selection`] change lines, [`particle_swarm`] changes priorities of
//! moves, [`ant_colony`] changes probabilities of moves, and [`genetic_programming`] changes the
//! formula of a player.

pub mod ant_colony;
pub mod breeding;
pub mod clonal_selection;
pub mod expression;
pub(crate) mod flight;
pub mod genetic_programming;
pub mod line_ga;
pub mod merit;
pub mod particle_swarm;
pub mod patience;
pub(crate) mod pheromone;
