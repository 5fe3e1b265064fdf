//! Who descends from whom in a population, for people who watch. Members are recognised by their
//! genomes, so that selection and replacement need not tell what they do; equal genomes are one
//! member, born when the first of them was.

use std::hash::{BuildHasher, Hash};

use quarry_core::{Crossing, Cue, GeneOrigin, Population, PopulationMember, Score};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::population::{Individual, best};

/// Number of members that are shown, the best first.
const MEMBERS_SHOWN: usize = 300;
/// Number of genes of a child that are shown.
const GENES_SHOWN: usize = 400;
/// Number of births that are remembered for each living member.
const BIRTHS_EACH: usize = 8;

/// The births in a population of genomes that are read as lists of genes.
pub(super) struct Pedigree {
    births: FxHashMap<u64, Birth>,
    next: u32,
    /// Genomes and genes of the newest couple's child, as far as it is not a copy of a parent.
    newest: Option<([u64; 3], Vec<GeneOrigin>)>,
}

#[derive(Clone, Copy)]
struct Birth {
    id: u32,
    born: u64,
    parents: Option<[u32; 2]>,
}

/// A gene as a number that says its place and what it is; members have as much in common as their
/// sets of these numbers.
pub(super) type GeneCode = u64;

/// The genes of a genome in which the place counts.
pub(super) fn by_place<T: Hash>(genome: impl Iterator<Item = T>) -> Vec<GeneCode> {
    genome.enumerate().map(|gene| code(&gene)).collect()
}

/// The orders of a plan that has a cue for each time step.
pub(super) fn orders(cues: &[Cue]) -> Vec<GeneCode> {
    let given = cues.iter().enumerate().filter(|(_, cue)| **cue != Cue::default());
    given.map(|order| code(&order)).collect()
}

/// A number for a genome or a gene.
pub(super) fn code<G: Hash + ?Sized>(genome: &G) -> u64 {
    FxBuildHasher.hash_one(genome)
}

impl Pedigree {
    pub(super) fn new() -> Self {
        Pedigree { births: FxHashMap::default(), next: 0, newest: None }
    }

    fn birth(&mut self, code: u64, parents: Option<[u32; 2]>, born: u64) -> Birth {
        let next = &mut self.next;
        *self.births.entry(code).or_insert_with(|| {
            *next += 1;
            Birth { id: *next - 1, born, parents }
        })
    }

    /// Records a child of two parents.
    pub(super) fn born<G: Hash>(
        &mut self,
        child: &G,
        [mother, father]: [&G; 2],
        generation: u64,
        genes: impl Fn(&G) -> Vec<GeneCode>,
    ) {
        let codes = [code(mother), code(father), code(child)];
        if self.births.contains_key(&codes[2]) {
            return;
        }
        let parents = [codes[0], codes[1]].map(|code| self.birth(code, None, 0).id);
        self.birth(codes[2], Some(parents), generation);
        let [mother, father] =
            [mother, father].map(|parent| genes(parent).into_iter().collect::<FxHashSet<_>>());
        let origin = |gene: &GeneCode| match (mother.contains(gene), father.contains(gene)) {
            (true, true) => GeneOrigin::Both,
            (true, false) => GeneOrigin::Mother,
            (false, true) => GeneOrigin::Father,
            (false, false) => GeneOrigin::New,
        };
        let origins: Vec<_> = genes(child).iter().take(GENES_SHOWN).map(origin).collect();
        self.newest = Some((codes, origins));
    }

    /// Returns the population as it is shown.
    pub(super) fn shown<G: Hash, F: Copy + Ord>(
        &self,
        generation: u64,
        population: &[Individual<G, F>],
        score: impl Fn(F) -> Score,
        genes: impl Fn(&G) -> Vec<GeneCode>,
    ) -> Population {
        let scores: FxHashMap<u64, Score> =
            population.iter().map(|one| (code(&one.genome), score(one.fitness))).collect();
        let ideal: FxHashSet<GeneCode> = best(population)
            .map(|best| genes(&best.genome).into_iter().collect())
            .unwrap_or_default();
        let member = |one: &Individual<G, F>| {
            let of_first = Birth { id: u32::MAX, born: 0, parents: None };
            let birth = self.births.get(&code(&one.genome)).copied().unwrap_or(of_first);
            let genes = genes(&one.genome);
            let common = genes.iter().filter(|gene| ideal.contains(gene)).count();
            let most = genes.len().max(ideal.len()).max(1);
            let distance = 1.0 - common as f64 / most as f64;
            let Birth { id, born, parents } = birth;
            PopulationMember { id, score: score(one.fitness), born, distance, parents }
        };
        let mut members: Vec<_> = population.iter().map(member).collect();
        members.sort_by_key(|member| std::cmp::Reverse(member.score));
        members.truncate(MEMBERS_SHOWN);
        let crossing = self.newest.as_ref().map(|(codes, genes)| Crossing {
            family: codes.map(|code| {
                let id = self.births.get(&code).map_or(u32::MAX, |birth| birth.id);
                (id, scores.get(&code).copied())
            }),
            genes: genes.clone(),
        });
        Population { members, generation, crossing }
    }

    /// Forgets members that died long ago, and numbers the first generation.
    pub(super) fn settle<G: Hash, F>(&mut self, generation: u64, population: &[Individual<G, F>]) {
        for one in population {
            self.birth(code(&one.genome), None, generation);
        }
        if self.births.len() > BIRTHS_EACH * population.len().max(64) {
            let living: FxHashSet<u64> = population.iter().map(|one| code(&one.genome)).collect();
            let newest = self.newest.as_ref().map_or([0; 3], |(codes, _)| *codes);
            self.births.retain(|code, _| living.contains(code) || newest.contains(code));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_have_parents_and_genes_have_origins() {
        let mut pedigree = Pedigree::new();
        let individual = |(genome, fitness)| Individual { genome, fitness };
        let first = [(vec![1, 2, 3, 4], 2), (vec![5, 6, 7, 4], 1)].map(individual);
        pedigree.settle(0, &first);
        let child = vec![1, 6, 9, 4];
        pedigree.born(&child, [&first[0].genome, &first[1].genome], 1, |genome| {
            by_place(genome.iter())
        });
        let mut second = first.to_vec();
        second.push(individual((child, 3)));
        pedigree.settle(1, &second);
        let shown = pedigree.shown(1, &second, |score| score, |genome| by_place(genome.iter()));
        let born: Vec<_> =
            shown.members.iter().map(|one| (one.id, one.score, one.born, one.parents)).collect();
        assert_eq!(born, [(2, 3, 1, Some([0, 1])), (0, 2, 0, None), (1, 1, 0, None)]);
        let distances = shown.members.iter().map(|one| one.distance);
        assert_eq!(distances.collect::<Vec<_>>(), [0.0, 0.5, 0.5]);
        let crossing = shown.crossing.expect("there was a child");
        assert_eq!(crossing.family, [(0, Some(2)), (1, Some(1)), (2, Some(3))]);
        use GeneOrigin::{Both, Father, Mother, New};
        assert_eq!(crossing.genes, [Mother, Father, New, Both]);
    }
}
