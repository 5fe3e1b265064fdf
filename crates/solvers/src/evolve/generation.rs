//! The next generation as a whole: the step of the simple genetic algorithm (Goldberg 1989) in
//! which no member survives, as in GALib (Wall 1996).

use quarry_core::Rng;

use super::selection::Wheel;

/// Creates as many children as there are parents. Both mates are drawn from the wheel, so a member
/// may mate with itself. With probability `crossover` their children are crossed, otherwise they
/// are copies; all children are mutated. If the number is odd, the last child is either of its
/// couple's two. `born` gets each child with its parents.
pub fn offspring<G: Clone>(
    parents: &[&G],
    wheel: &Wheel,
    crossover: f64,
    rng: &mut Rng,
    mut cross: impl FnMut(&G, &G, &mut Rng) -> [G; 2],
    mut mutate: impl FnMut(&mut G, &mut Rng),
    mut born: impl FnMut(&G, [&G; 2]),
) -> Vec<G> {
    let mut children = Vec::with_capacity(parents.len());
    while children.len() < parents.len() {
        let (mother, father) = (parents[wheel.spin(rng)], parents[wheel.spin(rng)]);
        let [first, second] = if rng.unit() < crossover {
            cross(mother, father, rng)
        } else {
            [mother.clone(), father.clone()]
        };
        let begin = children.len();
        if begin + 1 < parents.len() {
            children.extend([first, second]);
        } else {
            children.push(if rng.below(2) == 0 { first } else { second });
        }
        for child in &mut children[begin..] {
            mutate(child, rng);
            born(child, [mother, father]);
        }
    }
    children
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Genomes record what was done to them.
    fn born(parents: &[&str], fitness: &[f64], crossover: f64, rng: &mut Rng) -> Vec<String> {
        let parents: Vec<String> = parents.iter().map(|&name| name.to_owned()).collect();
        let parents: Vec<&String> = parents.iter().collect();
        let cross = |a: &String, b: &String, _: &mut Rng| [format!("{a}{b}"), format!("{b}{a}")];
        let mutate = |child: &mut String, _: &mut Rng| child.push('!');
        offspring(&parents, &Wheel::new(fitness), crossover, rng, cross, mutate, |_, _| {})
    }

    #[test]
    fn all_children_are_mutated_whether_crossed_or_copied() {
        let mut rng = Rng::new(1);
        assert_eq!(
            born(&["a", "b"], &[1.0, 0.0], 0.0, &mut rng),
            ["a!", "a!"],
            "a member may mate with itself"
        );
        assert_eq!(born(&["a", "b"], &[1.0, 0.0], 1.0, &mut rng), ["aa!", "aa!"]);
        let crossed = (0..5_000).flat_map(|_| born(&["a", "b"], &[1.0, 1.0], 0.6, &mut rng));
        let crossed = crossed.filter(|child| child.len() == 3).count();
        assert!((5_800..6_200).contains(&crossed), "{crossed}");
    }

    #[test]
    fn an_odd_child_is_either_of_its_couple() {
        let mut rng = Rng::new(2);
        let mut last = std::collections::BTreeSet::new();
        for _ in 0..200 {
            let children = born(&["a", "b", "c"], &[1.0; 3], 1.0, &mut rng);
            assert_eq!(children.len(), 3);
            last.insert(children[2].clone());
        }
        assert_eq!(last.len(), 9);
    }
}
