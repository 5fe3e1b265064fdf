//! Laws of the facets for learners: environments, evaluators of weights, inputs and numbers for
//! nets.

use super::chance::{Played, chooses_the_first_of_the_best, listed, random_episodes};
use quarry_core::{
    Encoded, Guided, Imitable, LearnedEvaluator, Rng, StateSpace, Valued, Verdict, WeightRange,
};

/// Players by learned weights choose as all other controllers do.
pub(crate) fn learned_weights_choose_the_first_of_the_best<P, E>(puzzle: &P)
where
    P: Valued,
    E: LearnedEvaluator<P::Rules>,
{
    assert_eq!(E::USUAL.len(), E::WEIGHED.len(), "a weight for each name");
    if let WeightRange::Signed(spread) = E::RANGE {
        assert_eq!(spread.len(), E::WEIGHED.len(), "a spread for each weight");
        assert!(spread.iter().all(|&far| far > 0.0), "learning looks in every direction");
    }
    chooses_the_first_of_the_best(puzzle, E::PLAYER.0, &E::of(E::USUAL));
}

/// Every move has a unique number within its kind of states, and states have as many inputs as
/// declared.
pub(crate) fn states_and_moves_have_numbers<P: Imitable>(puzzle: &P) {
    let rules = puzzle.rules();
    for Played { states, .. } in random_episodes(puzzle) {
        for (state, _) in &states {
            let mut seen = Vec::new();
            P::inputs_of(rules, state.seen(), &mut seen);
            assert_eq!(seen.len(), P::inputs(rules));
            let moves = listed(puzzle, state.seen());
            let Some(kind) = P::kind(rules, state.seen()) else {
                assert!(moves.is_empty(), "where something is chosen there is a kind");
                continue;
            };
            assert!(kind < P::KINDS.len() && P::choices(rules, kind) <= 256);
            let mut numbers: Vec<_> = moves.iter().map(|&mv| P::choice(rules, mv)).collect();
            numbers.sort_unstable();
            numbers.dedup();
            assert!(
                numbers.len() == moves.len()
                    && numbers.iter().all(|&number| number < P::choices(rules, kind))
            );
        }
    }
}

/// Number of random games for each law on each instance.
const GAMES: u64 = 3;

/// Limit on actions: good play may last for ever. Play is bad here, but large boards take time.
const MOST_ACTIONS: usize = 300;

/// Plays at random, calls `look` with each position and its legal actions, and returns the actions
/// and their gain; `None` for a game that is too long.
fn play<P: Encoded>(
    puzzle: &P,
    luck: u64,
    mut look: impl FnMut(&P::Game, &[i8]),
) -> Option<(Vec<usize>, P::Game, i64)> {
    let mut rng = Rng::stream(luck, 7);
    let mut game = puzzle.deal(luck);
    let (mut actions, mut score) = (Vec::new(), puzzle.opening());
    let mut mask = vec![9; puzzle.actions()];
    loop {
        let any = puzzle.legal(&game, &mut mask);
        let legal: Vec<usize> = (0..mask.len()).filter(|&action| mask[action] == 1).collect();
        assert!(mask.iter().all(|&mark| mark == 0 || mark == 1), "every action is marked");
        assert_eq!(any, !legal.is_empty());
        look(&game, &mask);
        if legal.is_empty() {
            score += puzzle.closing(&game);
            return Some((actions, game, score));
        }
        if actions.len() == MOST_ACTIONS {
            return None;
        }
        let action = legal[rng.below(legal.len())];
        score += puzzle.act(&mut game, action);
        actions.push(action);
    }
}

/// The gains of actions add up to the judge's score, and both agree on the goal.
pub(crate) fn gains_are_the_judges<P: Encoded>(puzzle: &P) {
    for luck in 0..GAMES {
        if let Some((actions, game, score)) = play(puzzle, luck, |_, _| {}) {
            let answer = puzzle.answer(luck, &actions);
            let solved = puzzle.reached(&game);
            assert_eq!(puzzle.judge(&answer), Ok(Verdict { solved, score }), "{answer:?}");
        }
    }
}

/// A position overwrites the whole array, with no number above the declared maximum.
pub(crate) fn positions_fill_their_arrays<P: Encoded>(puzzle: &P) {
    let (shape, numbers) = (puzzle.shape(), puzzle.measured().len());
    let mut boards = [vec![0; shape.len()], vec![u8::MAX; shape.len()]];
    let mut measures = [vec![0.0; numbers], vec![f32::MAX; numbers]];
    play(puzzle, 1, |game, _| {
        boards.iter_mut().for_each(|board| puzzle.see(game, board));
        assert_eq!(boards[0], boards[1]);
        assert!(boards[0].iter().all(|&number| number <= shape.most));
        measures.iter_mut().for_each(|measure| puzzle.measure(game, measure));
        assert_eq!(measures[0], measures[1]);
        assert!(measures[0].iter().all(|number| number.is_finite()));
    });
}

/// The same luck gives the same game.
pub(crate) fn luck_fixes_the_game<P: Encoded>(puzzle: &P) {
    let seen = |luck: u64| {
        let mut boards = Vec::new();
        play(puzzle, luck, |game, _| {
            let mut board = vec![0; puzzle.shape().len()];
            puzzle.see(game, &mut board);
            boards.push(board);
        });
        boards
    };
    assert_eq!(seen(5), seen(5));
}

/// A learner's game is a state of the puzzle: both begin alike, agree on the goal, and have moves
/// together.
pub(crate) fn games_are_states<P>(puzzle: &P)
where
    P: Guided + Encoded<Game = <P as StateSpace>::State>,
{
    assert_eq!(puzzle.key(&puzzle.deal(0)), puzzle.key(&puzzle.start()));
    play(puzzle, 2, |game, mask| {
        assert_eq!(puzzle.is_solved(game), puzzle.reached(game));
        let mut moves = Vec::new();
        puzzle.moves(game, &mut moves);
        assert!(mask.contains(&1) || moves.is_empty() || puzzle.is_solved(game));
    });
}

/// The choice of a controller is legal, as long as any move is.
pub(crate) fn controllers_can_be_followed<P: Imitable>(puzzle: &P) {
    use quarry_core::Evaluator;
    for controller in P::controllers() {
        play(puzzle, 2, |game, mask| {
            let pick = controller.evaluator.best(puzzle.rules(), P::seen(game));
            assert_eq!(pick.is_some(), mask.contains(&1));
            assert!(pick.is_none_or(|pick| mask[puzzle.action(pick.mv)] == 1));
        });
    }
}
