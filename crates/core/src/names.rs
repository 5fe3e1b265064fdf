//! Suggestions for misspelled names.

/// Minimal similarity of a suggested name, from 0 to 1.
const ALIKE: f64 = 0.6;

/// Maximal difference in similarity between the best suggestion and the others.
const NEAR: f64 = 0.15;

/// Maximal number of suggestions.
const MOST: usize = 3;

/// Returns the text to append to an unknown name: ` (did you mean beam?)`, or nothing if no known
/// name is similar.
pub fn did_you_mean<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    let given = name.to_lowercase();
    let mut alike: Vec<(f64, &str)> = known
        .into_iter()
        .map(|known| (likeness(&given, known), known))
        .filter(|(alike, _)| *alike >= ALIKE)
        .collect();
    alike.sort_by(|one, other| other.0.total_cmp(&one.0));
    let least = alike.first().map_or(0.0, |(best, _)| best - NEAR);
    let near = alike.into_iter().take_while(|(alike, _)| *alike >= least);
    let nearest: Vec<&str> = near.take(MOST).map(|(_, known)| known).collect();
    if nearest.is_empty() {
        String::new()
    } else {
        format!(" (did you mean {}?)", nearest.join(" or "))
    }
}

/// Returns the similarity of two names, which recognises typos and sufficiently long parts of a
/// name.
fn likeness(given: &str, known: &str) -> f64 {
    const MEANS_SOMETHING: usize = 3;
    let known = known.to_lowercase();
    let (shorter, longer) =
        if given.len() < known.len() { (given, &*known) } else { (&*known, given) };
    let by_letters = strsim::normalized_damerau_levenshtein(given, &known);
    if shorter.len() >= MEANS_SOMETHING && longer.contains(shorter) {
        by_letters.max(ALIKE)
    } else {
        by_letters
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_and_parts_of_names_are_understood() {
        let known = ["beam", "exact", "annealing", "sp-mcts", "a-star", "ida-star"];
        let meant = |name: &str| did_you_mean(name, known);
        assert_eq!(meant("baem"), " (did you mean beam?)");
        assert_eq!(meant("Anealing"), " (did you mean annealing?)");
        assert_eq!(meant("star"), " (did you mean a-star or ida-star?)");
        assert_eq!(meant("mcts"), " (did you mean sp-mcts?)");
        assert_eq!(meant("astar"), " (did you mean a-star?)");
        assert_eq!(
            (meant("magic"), meant(""), meant("ex")),
            (String::new(), String::new(), String::new())
        );
    }
}
