//! Laws of puzzles whose answer is a path.

use quarry_core::{Meter, Path, PathTask, Rng, Routed};

/// Whoever is touched touches back, fixed vertices come in the order of their places, and linked
/// ones touch. A path that does all that is asked is a solution to the judge.
pub(crate) fn courses_are_graphs<P: Routed>(puzzle: &P) {
    let PathTask { graph, fixed, links } = puzzle.course();
    let touch = |one: u16, other: u16| graph[usize::from(one)].contains(&other);
    for (around, one) in graph.iter().zip(0..) {
        assert!(around.iter().all(|&other| other != one && touch(other, one)));
    }
    assert!(fixed.windows(2).all(|pair| pair[0].1 < pair[1].1));
    assert!(links.iter().all(|&(one, other)| touch(one, other)));
    let path = Path::random(&graph, &mut Rng::new(1), &mut Meter::unlimited())
        .expect("an instance has a solution");
    let is_right = fixed.iter().all(|&(vertex, place)| path.place(vertex) == place)
        && links.iter().all(|&(one, other)| path.place(one).abs_diff(path.place(other)) == 1);
    let found = puzzle.arrived(path.order());
    let verdict = puzzle.judge(&found.answer);
    assert_eq!(
        verdict.is_ok_and(|verdict| verdict.solved && verdict.score == found.score),
        is_right
    );
}
