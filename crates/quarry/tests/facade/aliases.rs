//! Aliases: a name that several solvers share stands for one that can work on the instance.

use std::collections::{BTreeSet, HashSet};

use quarry::Catalogue;

#[test]
fn an_alias_stands_for_the_strongest_solver_that_fits_the_instance() {
    let catalogue = Catalogue::standard();
    let mut puzzles_with_a_choice = BTreeSet::new();
    for entry in catalogue.puzzles() {
        let solvers = entry.solvers();
        let aliases: HashSet<&str> = solvers.iter().filter_map(|one| one.card.alias).collect();
        let mut chosen = HashSet::new();
        for example in entry.examples() {
            let instance = entry.open(example.text).expect("examples parse");
            for &alias in &aliases {
                let shared = solvers.iter().filter(|one| one.card.alias == Some(alias));
                let fits = |name: &str| instance.settings(name, &[]).is_ok();
                let ranks = shared.filter(|one| fits(one.card.name)).map(|one| one.card.rank);
                let stands_for = instance.solver(alias).expect("the alias is known").card;
                assert_eq!(stands_for.alias, Some(alias));
                if let Some(strongest) = ranks.max() {
                    assert!(fits(alias), "{alias} of {} {}", entry.id(), example.name);
                    assert_eq!(stands_for.rank, strongest, "{} {}", entry.id(), example.name);
                }
                chosen.insert((alias, stands_for.name));
            }
        }
        if chosen.len() > aliases.len() {
            puzzles_with_a_choice.insert(entry.id());
        }
    }
    assert!(puzzles_with_a_choice.len() >= 2, "{puzzles_with_a_choice:?}");
}
