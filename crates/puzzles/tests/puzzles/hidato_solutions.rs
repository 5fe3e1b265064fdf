//! No solution, one or several: puzzles with a given removed or altered, counted by the engine, by
//! the learner alone and by a brute force that uses only the adjacency of cells.

use quarry_constraint::{ClauseLearner, Engine, EngineStep};
use quarry_core::{Constrained, Generate, Meter, Puzzle, Rng, Settings, Solutions};
use quarry_puzzles::pencil::hidato::Hidato;
use quarry_puzzles::pencil::hidato::{Cell, Filling, Number};

/// Numbers the cells from 1 on, each next to the one before; counts the solutions, up to two.
fn brute_force(puzzle: &Hidato) -> Solutions {
    let mut filling = puzzle.givens().clone();
    let starts: Vec<Cell> = (0..puzzle.board().len() as Cell).collect();
    let mut found = 0;
    go_on(puzzle, &mut filling, &starts, 1, &mut found);
    [Solutions::None, Solutions::One, Solutions::Several][found.min(2)]
}

fn go_on(
    puzzle: &Hidato,
    filling: &mut Filling,
    steps: &[Cell],
    number: Number,
    found: &mut usize,
) {
    if usize::from(number) > filling.len() {
        *found += usize::from(puzzle.judge(filling).is_ok_and(|verdict| verdict.solved));
        return;
    }
    let given =
        puzzle.givens().iter().position(|&given| given == Some(number)).map(|cell| cell as Cell);
    for &cell in steps {
        let fits = given.map_or(filling[usize::from(cell)].is_none(), |given| given == cell);
        if !fits || *found > 1 {
            continue;
        }
        let before = filling[usize::from(cell)].replace(number);
        go_on(puzzle, filling, puzzle.board().neighbours(cell), number + 1, found);
        filling[usize::from(cell)] = before;
    }
}

fn by_engine(puzzle: &Hidato) -> Solutions {
    let mut engine =
        Engine::new(&puzzle.model(), &mut Meter::unlimited()).expect("nothing stops it");
    let solutions = engine.count(u64::MAX, &mut Meter::unlimited());
    for assignment in engine.found() {
        assert!(puzzle.judge(&puzzle.decode(assignment)).is_ok_and(|verdict| verdict.solved));
    }
    assert!(engine.found().len() < 2 || engine.found()[0] != engine.found()[1]);
    solutions
}

fn by_learner(puzzle: &Hidato) -> Solutions {
    let mut learner = ClauseLearner::new(&puzzle.model(), |_, _| true, &mut Meter::unlimited())
        .expect("nothing stops it");
    let found = (0..2)
        .take_while(|_| learner.next(u64::MAX, &mut Meter::unlimited()).0 == EngineStep::Found)
        .count();
    [Solutions::None, Solutions::One, Solutions::Several][found]
}

/// Generates a puzzle and removes a given or changes its number.
fn altered(seed: u64) -> Hidato {
    let shape =
        ["side=3", "topology=square columns=4 rows=4", "topology=orthogonal columns=5 rows=4"];
    let mut settings = <Hidato as Generate>::Params::default();
    let links = if seed.is_multiple_of(5) { "links=0.2" } else { "links=0" };
    let words = shape[seed as usize % 3].split(' ').chain([links, "ends=free"]);
    for (name, value) in words.filter_map(|word| word.split_once('=')) {
        settings.set(name, value).expect("a parameter of the generator");
    }
    let puzzle =
        Hidato::generate(&settings, seed, &mut Meter::unlimited()).expect("a small puzzle");
    let mut rng = Rng::stream(seed, 1);
    let mut givens = puzzle.givens().clone();
    let given: Vec<usize> = (0..givens.len()).filter(|&cell| givens[cell].is_some()).collect();
    if let Some(&cell) = given.get(rng.below(given.len().max(1))) {
        let number = 1 + rng.below(givens.len()) as Number;
        let is_free = !givens.contains(&Some(number));
        givens[cell] = (is_free && seed.is_multiple_of(2)).then_some(number);
    }
    Hidato::new(puzzle.board().clone(), givens, puzzle.links().to_vec())
}

#[test]
fn a_thousand_altered_puzzles_are_counted_alike() {
    let mut seen = [0; 3];
    for seed in 0..1_000 {
        let puzzle = altered(seed);
        let expected = brute_force(&puzzle);
        assert_eq!(by_engine(&puzzle), expected, "the engine on seed {seed}\n{}", puzzle.show());
        if seed.is_multiple_of(4) {
            assert_eq!(
                by_learner(&puzzle),
                expected,
                "the learner on seed {seed}\n{}",
                puzzle.show()
            );
        }
        seen[expected as usize] += 1;
    }
    let [none, one, several, ..] = seen;
    assert!(
        none > 50 && several > 300 && none + one + several == 1_000,
        "{none} none, {one} one, {several} several"
    );
}
