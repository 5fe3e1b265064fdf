//! Names that people may have meant.

/// How alike a name must be to be suggested, from 0 to 1.
const ALIKE: f64 = 0.6;

/// How much less alike than the best another name may be to be suggested beside it.
const NEAR: f64 = 0.15;

/// How many are suggested.
const MOST: usize = 3;

/// What to say behind a name that is not known: ` (did you mean beam?)`, or nothing if no known
/// name is like it.
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

/// A slip of the fingers is alike, and so is a part of the name that is long enough to mean
/// something.
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
