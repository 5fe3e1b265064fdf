//! Laws of games of chance.

use quarry_core::{
    Chance, Dealt, Episode, Evaluator, Fixed, Foresight, Guided, Interactive, Located, Lucky, Pick,
    Position, Rng, Score, StateSpace, Valued, Verdict,
};

/// Number of random episodes for each law on each instance.
const EPISODES: u64 = 3;

/// The judge replays the whole line for each listed move, so it is called only every this many
/// states.
const STATES_BETWEEN_LOOKS: usize = 10;

type Move<P> = <<P as Lucky>::Rules as StateSpace>::Move;

type State<P> = <<P as Lucky>::Rules as StateSpace>::State;

/// A random episode: every state with the score so far, and the moves played.
pub(super) struct Played<P: Lucky> {
    pub(super) episode: Episode<Move<P>>,
    pub(super) states: Vec<(Dealt<State<P>>, Score)>,
}

pub(super) fn random_episodes<P: Lucky>(puzzle: &P) -> impl Iterator<Item = Played<P>> + '_ {
    (0..EPISODES).map(|seed| {
        let luck = puzzle.luck().unwrap_or(seed);
        let table = Fixed::new(puzzle.rules(), luck);
        let mut rng = Rng::stream(seed, 1);
        let mut played = Played {
            episode: Episode { luck, line: Vec::new() },
            states: vec![(table.start(), 0)],
        };
        loop {
            let (mut state, score) =
                played.states.last().cloned().expect("an episode has a first state");
            let moves = listed(puzzle, state.seen());
            if moves.is_empty() {
                return played;
            }
            let mv = moves[rng.below(moves.len())];
            let score = score + table.play(&mut state, mv);
            played.episode.line.push(mv);
            played.states.push((state, score));
        }
    })
}

pub(super) fn listed<P: Lucky>(puzzle: &P, state: &State<P>) -> Vec<Move<P>> {
    let mut moves = Vec::new();
    puzzle.rules().moves(state, &mut moves);
    moves
}

/// State and judge agree on score and end at every point of an episode; in some states, the judge
/// must allow every listed move.
pub(crate) fn state_and_judge_agree<P: Lucky>(puzzle: &P) {
    let rules = puzzle.rules();
    for Played { episode, states } in random_episodes(puzzle) {
        for (played, (state, score)) in states.iter().enumerate() {
            let mut so_far = Episode { line: episode.line[..played].to_vec(), ..episode };
            let moves = listed(puzzle, state.seen());
            let score =
                score + if moves.is_empty() { rules.terminal_score(state.seen()) } else { 0 };
            let solved = rules.is_solved(state.seen());
            assert_eq!(solved, moves.is_empty(), "an episode is whole when the game is over");
            assert_eq!(puzzle.judge(&so_far), Ok(Verdict { solved, score }), "after {so_far:?}");
            if played % STATES_BETWEEN_LOOKS == 0 {
                for mv in moves {
                    so_far.line.push(mv);
                    assert!(
                        puzzle.judge(&so_far).is_ok(),
                        "{so_far:?}: {:?}",
                        puzzle.judge(&so_far)
                    );
                    so_far.line.pop();
                }
            }
        }
    }
}

/// A written episode is read back as the same episode.
pub(crate) fn answers_are_read_back<P: Lucky>(puzzle: &P) {
    for Played { episode, .. } in random_episodes(puzzle) {
        let shown = puzzle.show_answer(&episode);
        let entries: Vec<_> = shown
            .iter()
            .map(|entry| Located { value: entry.as_str(), at: Position::START })
            .collect();
        assert_eq!(puzzle.parse_answer(&mut entries.iter().copied()), Ok(episode));
    }
}

/// Weights add up to the total; a state that waits for an event has no moves; and the puzzle's own
/// way to draw is equivalent to drawing by weights.
pub(crate) fn events_are_drawn_as_they_weigh<P: Lucky>(puzzle: &P) {
    let rules = puzzle.rules();
    for Played { episode, states } in random_episodes(puzzle) {
        for (&mv, (state, _)) in episode.line.iter().zip(&states) {
            let mut after = state.seen().clone();
            rules.play(&mut after, mv);
            let mut events = Vec::new();
            rules.events(&after, &mut events);
            if events.is_empty() {
                continue;
            }
            assert!(listed(puzzle, &after).is_empty());
            assert_eq!(events.iter().map(|(_, weight)| weight).sum::<u32>(), rules.total_weight());
            for seed in 0..5 {
                let (mut drawn, mut rng) = (after.clone(), Rng::new(seed));
                let mut rest = rng.clone();
                let mut left = rest.below(rules.total_weight() as usize) as u32;
                rules.draw(&mut drawn, &mut rng);
                let (mut expected, mut owed) = (after.clone(), events.iter());
                let happens = owed.find(|(_, weight)| match left.checked_sub(*weight) {
                    None => true,
                    Some(rest) => {
                        left = rest;
                        false
                    }
                });
                rules.apply_event(&mut expected, happens.expect("the weights reach the whole").0);
                // One event may lead to others.
                rules.draw(&mut expected, &mut rest);
                assert_eq!(rules.key(&drawn), rules.key(&expected));
            }
        }
    }
}

/// Touches and drags make listed moves, and every listed move can be made by one of them.
pub(crate) fn every_move_can_be_touched<P: Lucky<Rules: Interactive>>(puzzle: &P) {
    let rules = puzzle.rules();
    for Played { states, .. } in random_episodes(puzzle) {
        for (state, _) in &states {
            let scene = rules.scene(state.seen());
            let touches = (scene.tiles.iter())
                .filter_map(|tile| rules.touch(state.seen(), tile.x, tile.y))
                .map(|touch| touch.moves[0]);
            let drags = rules.drags(state.seen()).into_iter().map(|drag| drag.moves[0]);
            let made: Vec<Move<P>> = touches.chain(drags).collect();
            let moves = listed(puzzle, state.seen());
            assert!(made.iter().all(|mv| moves.contains(mv)));
            assert!(moves.iter().all(|mv| made.contains(mv)));
        }
    }
}

/// A controller's fast choice is the first listed of the moves it values most.
pub(crate) fn controllers_choose_the_first_of_the_best<P: Valued>(puzzle: &P) {
    for controller in P::controllers() {
        chooses_the_first_of_the_best(puzzle, controller.name, &controller.evaluator);
    }
}

pub(super) fn chooses_the_first_of_the_best<P: Lucky>(
    puzzle: &P,
    name: &str,
    evaluator: &impl Evaluator<P::Rules>,
) {
    let rules = puzzle.rules();
    for Played { states, .. } in random_episodes(puzzle) {
        for (state, _) in &states {
            let moves = listed(puzzle, state.seen());
            let mut best: Option<Pick<Move<P>>> = None;
            for &mv in &moves {
                let value = evaluator.worth(rules, state.seen(), mv);
                if best.is_none_or(|best| value > best.value) {
                    best = Some(Pick { mv, value, among: moves.len() as u32 });
                }
            }
            assert_eq!(evaluator.best(rules, state.seen()), best, "{name}");
        }
        for (state, _) in states.iter().step_by(STATES_BETWEEN_LOOKS) {
            let all = listed(puzzle, state.seen());
            let some: Vec<_> = all.iter().copied().skip(1).step_by(3).collect();
            for (moves, foresight) in
                [(&all, Foresight::Mean), (&some, Foresight::Mean), (&all, Foresight::Worst)]
            {
                if let Some(foreseen) = evaluator.foresee(rules, state.seen(), moves, foresight) {
                    let found = Some((foreseen.mv, foreseen.value));
                    let defined =
                        foreseen_by_definition(puzzle, evaluator, state.seen(), moves, foresight);
                    assert_eq!(found, defined, "{name} {foresight:?}");
                }
            }
        }
    }
}

/// Best of some moves with the next event taken into account, computed move by move and event by
/// event.
fn foreseen_by_definition<P: Lucky>(
    puzzle: &P,
    evaluator: &impl Evaluator<P::Rules>,
    state: &<P::Rules as StateSpace>::State,
    moves: &[Move<P>],
    foresight: Foresight,
) -> Option<(Move<P>, i128)> {
    let rules = puzzle.rules();
    let then = |state: &_| match evaluator.best(rules, state) {
        Some(pick) => i128::from(pick.value),
        None => i128::from(evaluator.end(rules, state)),
    };
    let mut best = None;
    for &mv in moves {
        let mut after = state.clone();
        rules.play(&mut after, mv);
        let mut owed = Vec::new();
        rules.events(&after, &mut owed);
        let whole = i128::from(rules.total_weight());
        let mut value = whole * i128::from(evaluator.step(rules, state, mv));
        if owed.is_empty() {
            value += whole * then(&after);
        }
        let replies: Vec<(u32, i128)> = owed
            .into_iter()
            .map(|(event, weight)| {
                let mut next = after.clone();
                rules.apply_event(&mut next, event);
                (weight, then(&next))
            })
            .collect();
        value += match foresight {
            Foresight::Mean => {
                replies.iter().map(|&(weight, reply)| i128::from(weight) * reply).sum::<i128>()
            }
            Foresight::Worst => whole * replies.iter().map(|&(_, reply)| reply).min().unwrap_or(0),
        };
        if best.is_none_or(|(_, most)| value > most) {
            best = Some((mv, value));
        }
    }
    best
}
