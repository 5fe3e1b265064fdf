//! The games of programmes of rules, for every hyper-heuristic. A programme plays one game, which
//! is its value; it is not played again, since its game would be the same. Games are played side by
//! side (see [`super::evaluation`]). The best programme is kept, so that it can be shown.

use quarry_core::{LowLevel, Meter, Recipe};
use rustc_hash::{FxHashMap, FxHashSet};

use super::evaluation::values;
use super::population::Individual;
use super::programme::{self, Gene, Programme, active};
use crate::playout::Playout;
use crate::recipe::Genomes;
use crate::swarm::merit::Merit;
use crate::worth::Incumbents;

/// A programme and how good its game was.
pub type ValuedProgramme = Individual<Programme, Merit>;

/// Plays the games of programmes.
pub struct ProgrammeGames<'a, S: LowLevel> {
    pub(super) space: &'a S,
    depth: u64,
    /// Values of the active parts of all programmes so far.
    pub(super) known: FxHashMap<Programme, Merit>,
    pub(super) incumbents: Incumbents<S::Move>,
    genomes: Genomes<Programme>,
}

impl<'a, S: LowLevel> ProgrammeGames<'a, S> {
    pub(super) fn new(space: &'a S, depth: u64) -> Self {
        ProgrammeGames {
            space,
            depth,
            known: FxHashMap::default(),
            incumbents: Incumbents::default(),
            genomes: Genomes::default(),
        }
    }

    /// Values of the programmes of every island; none if the meter stopped a game.
    pub(super) fn value(
        &mut self,
        islands: Vec<Vec<Programme>>,
        meter: &mut Meter,
    ) -> Option<Vec<Vec<ValuedProgramme>>> {
        let mut seen = FxHashSet::default();
        let unknown: Vec<&[Gene]> = (islands.iter().flatten().map(|programme| active(programme)))
            .filter(|&programme| !self.known.contains_key(programme) && seen.insert(programme))
            .collect();
        let (space, bar) = (self.space, self.incumbents.worth());
        let play = |game: &mut Playout<S>, programme: &&[Gene], meter: &mut Meter| {
            game.restart();
            let merit =
                game.finish_by(programme.iter().map(|&gene| usize::from(gene) - 1), meter)?;
            Ok((merit, (Some(merit.worth) > bar).then(|| game.line().to_vec())))
        };
        let mut programmes = unknown.iter();
        let (known, incumbents, genomes) =
            (&mut self.known, &mut self.incumbents, &mut self.genomes);
        let count = values(
            &unknown,
            self.depth,
            meter,
            || Playout::new(space, self.depth),
            play,
            |(merit, line), meter| {
                let programme =
                    programmes.next().expect("there is a value for each programme at most");
                known.insert(programme.to_vec(), merit);
                if let Some(line) = line {
                    let genome = || programme.to_vec();
                    genomes.offer(incumbents, space, merit.worth, meter, || line, genome);
                }
            },
        );
        let all_played = count == unknown.len();
        let valued =
            |genome: Programme| Individual { fitness: self.known[active(&genome)], genome };
        all_played.then(|| {
            islands.into_iter().map(|island| island.into_iter().map(valued).collect()).collect()
        })
    }

    /// Returns the programme of the best whole game.
    pub(super) fn recipe(&self) -> Option<Recipe> {
        self.genomes.whole.as_deref().map(recipe)
    }

    /// Returns the programme of the most promising partial game.
    pub(super) fn draft_recipe(&self) -> Option<Recipe> {
        self.genomes.draft.as_deref().map(recipe)
    }
}

fn recipe(programme: &[Gene]) -> Recipe {
    Recipe { setting: "programme", value: programme::write(programme) }
}

/// Numbers of all rules.
pub(super) fn all_rules<S: LowLevel>() -> Vec<Gene> {
    let count = Gene::try_from(S::HEURISTICS.len()).expect("a gene has room for 255 rules");
    assert!(count > 0, "a puzzle that offers rules of thumb has at least one");
    (1..=count).collect()
}

/// Returns the share of each rule in the active parts of some programmes.
pub(super) fn rule_shares<'p, S: LowLevel>(
    programmes: impl Iterator<Item = &'p [Gene]>,
) -> Vec<(String, f64)> {
    let mut uses = vec![0.0; S::HEURISTICS.len()];
    programmes.flat_map(active).for_each(|&gene| uses[usize::from(gene) - 1] += 1.0);
    let all: f64 = uses.iter().sum();
    let parts = S::HEURISTICS.iter().zip(uses).filter(|(_, used)| *used > 0.0);
    parts.map(|(&rule, used)| (rule.to_owned(), used / all)).collect()
}
