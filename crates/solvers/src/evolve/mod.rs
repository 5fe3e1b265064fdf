//! Evolutionary algorithms, and the small parts that they are built from.
//!
//! Every random decision is made on one thread, by the generator of its island. Only games are
//! played in parallel, and they use no random numbers, so the number of threads does not matter.
//! The parts treat genomes as slices and use only the order of fitness values:
//!
//! | part | what it does |
//! | --- | --- |
//! | [`population`] | individuals, the best of them, whether all have the same fitness |
//! | [`selection`] | choice of parents |
//! | [`crossover`] | two children from two parents or more |
//! | [`mutation`] | small changes of one genome |
//! | [`scaling`] | scaling of scores before parents are drawn |
//! | [`generation`] | the next generation, as a whole |
//! | [`replacement`] | choice of survivors |
//! | [`insertion`] | genes on which almost all members agree, fixed for all |
//! | [`islands`] | shares of the rules for each island, and migration |
//! | [`evaluation`] | parallel evaluation of fitness, as far as the budget goes |
//!
//! [`programme`] is the genome of the hyper-heuristics, which are evolved ([`hyper`]), laid by ants
//! ([`hyper_ants`]) or flown by a swarm ([`hyper_swarm`]), these two by [`programme_search`]; the
//! genome of [`ga`] and [`memetic`] is an order of things in places. [`scripts`] is the engine of the
//! algorithms that evolve plans for a clockwork world: [`ga_scripts`], [`ga_alpha`], [`ga_events`] and
//! [`ga_nets`] differ in how a plan is coded in genes. [`aging`] evolves the weights of a player by
//! games; [`ascent`] learns them with [`cma_es`], [`cross_entropy`] or [`weight_ants`] from
//! estimates, where games are too long to be
//! played. [`offline`] evolves programmes and formulas on many boards at once.

pub mod aging;
pub mod ascent;
pub mod cma_es;
pub mod cross_entropy;
pub mod crossover;
pub mod evaluation;
pub mod ga;
pub mod ga_alpha;
pub mod ga_cbgi;
pub mod ga_events;
pub mod ga_nets;
pub mod ga_scripts;
pub mod generation;
pub mod hyper;
pub mod hyper_ants;
pub mod hyper_islands;
pub mod hyper_swarm;
pub mod insertion;
pub mod islands;
pub mod memetic;
pub mod mutation;
pub mod offline;
mod pedigree;
pub mod population;
pub mod programme;
pub mod programme_games;
pub mod programme_search;
pub mod replacement;
pub mod scaling;
pub mod scripts;
pub mod selection;
pub mod weight_ants;
