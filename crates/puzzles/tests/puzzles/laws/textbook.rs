//! Laws of puzzles that are played move by move.

use std::collections::{BTreeSet, HashSet};

use quarry_core::{
    Aim, Bounded, Featured, Guided, Interactive, Located, Notation, Numbered, Played, Position,
    Rng, Score, Side, Verdict,
};

/// Number of random games for each law on each instance.
pub(super) const GAMES: u64 = 3;

/// Length at which a random game is cut off, for puzzles where play can cycle.
const LONGEST: usize = 300;

/// Expensive checks run only every this many states.
pub(super) const STATES_BETWEEN_LOOKS: usize = 10;

/// A random game: every state with the score so far, and the moves between them.
pub(super) struct Game<P: Guided> {
    pub(super) line: Vec<P::Move>,
    pub(super) states: Vec<(P::State, Score)>,
}

impl<P: Guided> Game<P> {
    /// Whether the game was played to its end and not cut off.
    fn is_whole(&self, puzzle: &P) -> bool {
        self.states.last().is_some_and(|(state, _)| listed(puzzle, state).is_empty())
    }

    /// Score of the whole game, including its terminal score.
    fn final_score(&self, puzzle: &P) -> Score {
        let (state, score) = self.states.last().expect("a game has a first state");
        score + puzzle.terminal_score(state)
    }
}

pub(super) fn random_games<P: Guided>(puzzle: &P) -> impl Iterator<Item = Game<P>> + '_ {
    (0..GAMES).map(|seed| {
        let mut rng = Rng::new(seed);
        let mut game = Game { line: Vec::new(), states: vec![(puzzle.start(), 0)] };
        loop {
            let (mut state, score) = game.states.last().cloned().expect("a game has a first state");
            let moves = listed(puzzle, &state);
            if moves.is_empty() || game.line.len() == LONGEST {
                return game;
            }
            let mv = moves[rng.below(moves.len())];
            let score = score + puzzle.play(&mut state, mv);
            game.line.push(mv);
            game.states.push((state, score));
        }
    })
}

pub(super) fn listed<P: Guided>(puzzle: &P, state: &P::State) -> Vec<P::Move> {
    let mut moves = Vec::new();
    puzzle.moves(state, &mut moves);
    moves
}

/// State and judge agree on score and goal at every point of a game; in some states, the judge must
/// allow every listed move.
pub(crate) fn state_and_judge_agree<P: Played>(puzzle: &P) {
    for game in random_games(puzzle) {
        for (played, (state, score)) in game.states.iter().enumerate() {
            let mut line = game.line[..played].to_vec();
            let moves = listed(puzzle, state);
            let score = score + if moves.is_empty() { puzzle.terminal_score(state) } else { 0 };
            let solved = puzzle.is_solved(state);
            let verdict = puzzle.judge(&line);
            // Where a goal must be reached at the least cost, a line that stops short has no score
            // that means anything.
            let has_score = puzzle.aim() != Aim::ReachBest || solved;
            let score = if has_score { score } else { verdict.as_ref().map_or(0, |v| v.score) };
            assert_eq!(verdict, Ok(Verdict { solved, score }), "after {line:?}");
            assert!(moves.iter().all(|&mv| puzzle.resolve_move(state, mv) == Some(mv)));
            if played % STATES_BETWEEN_LOOKS != 0 {
                continue;
            }
            for mv in moves {
                line.push(mv);
                assert!(puzzle.judge(&line).is_ok(), "{line:?}: {:?}", puzzle.judge(&line));
                line.pop();
            }
        }
    }
}

/// The same line leads through states with the same key and the same moves in the same order.
pub(crate) fn replay_is_equal<P: Played>(puzzle: &P) {
    for game in random_games(puzzle) {
        let mut state = puzzle.start();
        for (&mv, (was, score)) in game.line.iter().zip(&game.states) {
            assert_eq!(puzzle.key(&state), puzzle.key(was));
            assert_eq!(listed(puzzle, &state), listed(puzzle, was));
            let gain = puzzle.play(&mut state, mv);
            assert_eq!(puzzle.play(&mut was.clone(), mv), gain, "from a score of {score}");
        }
    }
}

/// A written line is read back as the same line. Where answers leave passes out, a game that was cut
/// off may be read back with passes to its end.
pub(crate) fn answers_are_read_back<P: Played>(puzzle: &P) {
    for game in random_games(puzzle) {
        let shown = puzzle.show_answer(&game.line);
        let entries: Vec<_> = shown
            .iter()
            .map(|entry| Located { value: entry.as_str(), at: Position::START })
            .collect();
        let read = puzzle.parse_answer(&mut entries.iter().copied());
        match read {
            Ok(read) if !game.is_whole(puzzle) => assert_eq!(read[..game.line.len()], game.line),
            read => assert_eq!(read, Ok(game.line)),
        }
    }
}

/// No game gains more than the bound of any state on its way, and at its end the bound is exact.
pub(crate) fn bound_is_never_beaten<P: Played + Bounded>(puzzle: &P) {
    for game in random_games(puzzle).filter(|game| game.is_whole(puzzle)) {
        let end = game.final_score(puzzle);
        for (state, score) in &game.states {
            assert!(
                score + puzzle.bound(state) >= end,
                "{} after {score} of {end}",
                puzzle.bound(state)
            );
        }
        let (last, score) = &game.states[game.line.len()];
        assert_eq!(score + puzzle.bound(last), end);
    }
}

/// Every game ends.
pub(crate) fn games_end<P: Played + Bounded>(puzzle: &P) {
    assert_eq!(puzzle.longest_game(), None);
}

/// The cost of a step, the loss in score plus potential, is never negative; at the end the
/// potential is the terminal score.
pub(crate) fn costs_are_never_negative<P: Played + Bounded>(puzzle: &P) {
    for game in random_games(puzzle) {
        let totals: Vec<Score> =
            game.states.iter().map(|(state, score)| score + puzzle.potential(state)).collect();
        assert!(totals.is_sorted_by(|before, after| before >= after), "{totals:?}");
        if game.is_whole(puzzle) {
            assert_eq!(totals.last(), Some(&game.final_score(puzzle)));
        }
    }
}

/// Finishing a game quickly gives a legal whole game from any state, with the score that it
/// returns; and it can always be stopped.
pub(crate) fn finishing_is_play<P: Played>(puzzle: &P) {
    for game in random_games(puzzle) {
        for (played, (begun, score)) in game.states.iter().enumerate().step_by(STATES_BETWEEN_LOOKS)
        {
            let (mut state, mut line) = (begun.clone(), game.line[..played].to_vec());
            let Some(gained) = puzzle.finish(&mut state, &mut line, &mut || true) else {
                assert!(puzzle.aim().needs_goal(), "without a goal, every game can be finished");
                continue;
            };
            assert!(listed(puzzle, &state).is_empty());
            assert_eq!(puzzle.judge(&line).map(|verdict| verdict.score), Ok(score + gained));
            if line.len() > played {
                assert_eq!(puzzle.finish(&mut begun.clone(), &mut Vec::new(), &mut || false), None);
            }
        }
    }
}

/// The same play shows the same features, and games show more than one set of features.
pub(crate) fn features_are_seen_again<P: Played + Featured>(puzzle: &P) {
    let shown = |state: &P::State| {
        let mut features = Vec::new();
        puzzle.features(state, &mut features);
        features
    };
    let (mut sights, mut moves) = (HashSet::from([shown(&puzzle.start())]), 0);
    for game in random_games(puzzle) {
        let mut state = puzzle.start();
        for (&mv, (next, _)) in game.line.iter().zip(&game.states[1..]) {
            puzzle.play(&mut state, mv);
            assert_eq!(shown(&state), shown(next));
            sights.insert(shown(&state));
            moves += 1;
        }
    }
    assert!(moves == 0 || sights.len() > 1, "nothing is ever new");
}

/// Touches, drags and arrow keys make legal moves, and every listed move can be made by a touch or
/// a drag.
pub(crate) fn every_move_can_be_touched<P: Played + Interactive>(puzzle: &P) {
    for game in random_games(puzzle) {
        for (state, _) in &game.states {
            let scene = puzzle.scene(state);
            let touches = (scene.tiles.iter())
                .filter_map(|tile| puzzle.touch(state, tile.x, tile.y))
                .map(|touch| touch.moves);
            let drags = puzzle.drags(state).into_iter().map(|drag| drag.moves);
            let steered = Side::ALL.into_iter().filter_map(|side| puzzle.steer(state, side));
            let lines: Vec<Vec<P::Move>> =
                touches.chain(drags).chain(steered.map(|mv| vec![mv])).collect();
            for line in &lines {
                let mut after = state.clone();
                assert!(!line.is_empty());
                for &mv in line {
                    assert_eq!(puzzle.resolve_move(&after, mv), Some(mv));
                    puzzle.play(&mut after, mv);
                }
            }
            assert!(listed(puzzle, state).iter().all(|&mv| lines.contains(&vec![mv])));
        }
    }
}

/// Searches that are compiled once for all puzzles identify moves by their numbers.
pub(crate) fn moves_have_numbers<P: Played>(puzzle: &P) {
    for game in random_games(puzzle) {
        for (state, _) in game.states.iter().step_by(STATES_BETWEEN_LOOKS) {
            let moves = listed(puzzle, state);
            let numbers: BTreeSet<u64> = moves.iter().map(|mv| mv.number()).collect();
            assert_eq!(numbers.len(), moves.len(), "every move has its own number");
            assert!(moves.iter().all(|&mv| P::Move::of_number(mv.number()) == mv));
        }
    }
}

/// A written move is read back as the same move.
pub(crate) fn moves_are_read_back<P: Played + Notation>(puzzle: &P) {
    for game in random_games(puzzle) {
        for (state, _) in game.states.iter().step_by(STATES_BETWEEN_LOOKS) {
            for mv in listed(puzzle, state) {
                let text = puzzle.write_move(mv);
                let entry = Located { value: text.as_str(), at: Position::START };
                assert_eq!(puzzle.read_move(entry), Ok(mv));
            }
        }
    }
}
