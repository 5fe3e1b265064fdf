//! Evolution: small parts that an evolutionary algorithm is put together from, and the algorithms.
//!
//! Every random decision is made on one thread, from the generator of its island; only games are
//! played in parallel, and they need no chance. So the number of threads changes nothing. The parts
//! know nothing of genomes but that they are slices, and nothing of fitness but its order:
//!
//! | part | what it does |
//! | --- | --- |
//! | [`population`] | individuals, the best of them, whether all are worth the same |
//! | [`selection`] | who mates |
//! | [`crossover`] | two children from two parents or more |
//! | [`mutation`] | small changes of one genome |
//! | [`scaling`] | what scores count for when mates are drawn |
//! | [`generation`] | the next generation, as a whole |
//! | [`replacement`] | who lives on |
//! | [`insertion`] | genes on which all but a few agree, fixed for everyone |
//! | [`islands`] | what is different on each, and who travels |
//! | [`evaluation`] | fitness on all threads, as far as the budget goes |
//!
//! [`programme`] is the genome of the hyper-heuristics; the genome of [`ga`] and [`memetic`] is an
//! order of things in places. [`scripts`] is the engine of the algorithms that evolve plans for a
//! clockwork world: [`ga_scripts`], [`ga_alpha`] and [`ga_events`] differ in how a plan is written
//! in genes. [`aging`] evolves the weights of a player by games, [`ascent`] by estimates of games
//! that nobody could wait for, with [`cma_es`].

pub mod aging;
pub mod ascent;
pub mod cma_es;
pub mod crossover;
pub mod evaluation;
pub mod ga;
pub mod ga_alpha;
pub mod ga_cbgi;
pub mod ga_events;
pub mod ga_scripts;
pub mod generation;
pub mod hyper;
pub mod hyper_islands;
pub mod insertion;
pub mod islands;
pub mod memetic;
pub mod mutation;
pub mod population;
pub mod programme;
pub mod replacement;
pub mod scaling;
pub mod scripts;
pub mod selection;
