//! The levels that ship with the puzzle: the landscape's eight sets of ten, and the seven of
//! alpha-LEMMINGS.
//!
//! The files are what `landscape.rs` builds, with a name and a source; a test compares them.

use quarry_core::Example;

pub(super) const ALL: &[Example] = examples![
    "01Bashers",
    "02Bashers",
    "03Bashers",
    "04Bashers",
    "05Bashers",
    "06Bashers",
    "07Bashers",
    "08Bashers",
    "09Bashers",
    "10Bashers",
    "01Blockers",
    "02Blockers",
    "03Blockers",
    "04Blockers",
    "05Blockers",
    "06Blockers",
    "07Blockers",
    "08Blockers",
    "09Blockers",
    "10Blockers",
    "01Bombers",
    "02Bombers",
    "03Bombers",
    "04Bombers",
    "05Bombers",
    "06Bombers",
    "07Bombers",
    "08Bombers",
    "09Bombers",
    "10Bombers",
    "01Builders",
    "02Builders",
    "03Builders",
    "04Builders",
    "05Builders",
    "06Builders",
    "07Builders",
    "08Builders",
    "09Builders",
    "10Builders",
    "01Climbers",
    "02Climbers",
    "03Climbers",
    "04Climbers",
    "05Climbers",
    "06Climbers",
    "07Climbers",
    "08Climbers",
    "09Climbers",
    "10Climbers",
    "01Diggers",
    "02Diggers",
    "03Diggers",
    "04Diggers",
    "05Diggers",
    "06Diggers",
    "07Diggers",
    "08Diggers",
    "09Diggers",
    "10Diggers",
    "01Floaters",
    "02Floaters",
    "03Floaters",
    "04Floaters",
    "05Floaters",
    "06Floaters",
    "07Floaters",
    "08Floaters",
    "09Floaters",
    "10Floaters",
    "01Miners",
    "02Miners",
    "03Miners",
    "04Miners",
    "05Miners",
    "06Miners",
    "07Miners",
    "08Miners",
    "09Miners",
    "10Miners",
    "alpha1",
    "alpha2",
    "alpha3",
    "alpha4",
    "alpha5",
    "alpha6",
    "alpha7",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clockwork::lemmings::{Command, Lemmings, Move, Skill, landscape};
    use quarry_core::Puzzle;

    #[test]
    fn the_files_are_what_the_landscape_builds() {
        let built: Vec<_> = landscape::all().collect();
        assert_eq!(ALL.len(), built.len());
        for (example, (name, sited)) in ALL.iter().zip(built) {
            assert_eq!(example.name, name);
            assert_eq!(Lemmings::parse(example.text).unwrap().level(), &sited.level, "{name}");
        }
    }

    #[test]
    fn every_witness_saves_enough() {
        for (name, sited) in landscape::all() {
            let verdict = Lemmings::new(sited.level.clone()).judge(&sited.witness).unwrap();
            let orders = sited.level.quantities.iter().sum::<u16>();
            assert!(verdict.solved, "{name}");
            let given = sited.witness.iter().filter(|order| order.command.is_some()).count();
            assert_eq!(given, usize::from(orders), "{name}: as many as there are units");
        }
    }

    /// The thesis's Table 7.1: at how many time steps the one order of a first level can be given.
    #[test]
    fn the_first_levels_are_as_lenient_as_published() {
        let leniency = |skill: Skill| {
            let level = landscape::level(skill, 1).unwrap().level;
            let (last, game) = (level.time_limit - 1, Lemmings::new(level));
            let solves = |at: &u32| {
                let order = Move { at: *at, command: Some(Command::Assign(0, skill)) };
                game.judge(&vec![order, Move { at: last, command: None }]).unwrap().solved
            };
            (0..last).filter(solves).count()
        };
        assert_eq!(Skill::ALL.map(leniency), [2, 1, 2, 2, 87, 1, 9, 1]);
    }

    #[test]
    fn the_sets_go_on_as_they_began() {
        for skill in Skill::ALL {
            for n in 11..=landscape::most(skill) {
                let sited = landscape::level(skill, n).unwrap();
                assert!(
                    Lemmings::new(sited.level).judge(&sited.witness).unwrap().solved,
                    "{n} {}",
                    skill.name()
                );
            }
        }
    }
}
