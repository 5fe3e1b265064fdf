//! Laws of puzzles that are played step by step, checked on random games.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::atomic::AtomicBool;

use quarry_core::{
    Act, Aim, Bounded, Budget, Clocked, Coded, Cue, Featured, Interactive, Located, LowLevel,
    Meter, Played, Position, Potential, Refused, Rng, Sampled, Score, Scripted, Staged, StateSpace,
    Tracked, Verdict,
};

/// How many random games each law looks at on each instance.
const GAMES: u64 = 3;

/// Some laws look long at a state, so they do so in every so many states only.
const STATES_BETWEEN_LOOKS: usize = 10;

/// A random game: every state with the score so far, and the moves between them.
struct Game<P: StateSpace> {
    line: Vec<P::Move>,
    states: Vec<(P::State, Score)>,
}

impl<P: StateSpace> Game<P> {
    /// The score of the whole game, its ending included.
    fn final_score(&self, puzzle: &P) -> Score {
        let (state, score) = self.states.last().expect("a game has a first state");
        score + puzzle.terminal_score(state)
    }
}

fn random_games<P: StateSpace>(puzzle: &P) -> impl Iterator<Item = Game<P>> + '_ {
    (0..GAMES).map(|seed| {
        let mut rng = Rng::new(seed);
        let mut game = Game { line: Vec::new(), states: vec![(puzzle.start(), 0)] };
        loop {
            let (mut state, score) = game.states.last().cloned().expect("a game has a first state");
            let moves = listed(puzzle, &state);
            if moves.is_empty() {
                return game;
            }
            let mv = moves[rng.below(moves.len())];
            let score = score + puzzle.play(&mut state, mv);
            game.line.push(mv);
            game.states.push((state, score));
        }
    })
}

fn listed<P: StateSpace>(puzzle: &P, state: &P::State) -> Vec<P::Move> {
    let mut moves = Vec::new();
    puzzle.moves(state, &mut moves);
    moves
}

/// At every point of a game both agree on score and goal; here and there, the judge allows every
/// listed move.
pub(crate) fn state_and_judge_agree<P: Played>(puzzle: &P) {
    for game in random_games(puzzle) {
        for (played, (state, score)) in game.states.iter().enumerate() {
            let mut line = game.line[..played].to_vec();
            let moves = listed(puzzle, state);
            let score = score + if moves.is_empty() { puzzle.terminal_score(state) } else { 0 };
            let solved = puzzle.is_solved(state);
            assert_eq!(puzzle.judge(&line), Ok(Verdict { solved, score }), "after {line:?}");
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

/// What is written of a line is read as that line.
pub(crate) fn answers_are_read_back<P: Played>(puzzle: &P) {
    for game in random_games(puzzle) {
        let shown = puzzle.show_answer(&game.line);
        let entries: Vec<_> = shown
            .iter()
            .map(|entry| Located { value: entry.as_str(), at: Position::START })
            .collect();
        assert_eq!(puzzle.parse_answer(&mut entries.iter().copied()), Ok(game.line));
    }
}

/// No game gains more than the bound of any state it went through, and at its end the bound is
/// exact.
pub(crate) fn bound_is_never_beaten<P: Played + Bounded>(puzzle: &P) {
    for game in random_games(puzzle) {
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

/// A step costs what the score and the potential lose together; at the end the potential is the
/// ending.
pub(crate) fn costs_are_never_negative<P: Played + Potential>(puzzle: &P) {
    for game in random_games(puzzle) {
        let totals: Vec<Score> =
            game.states.iter().map(|(state, score)| score + puzzle.potential(state)).collect();
        assert!(totals.is_sorted_by(|before, after| before >= after), "{totals:?}");
        assert_eq!(totals.last(), Some(&game.final_score(puzzle)));
    }
}

/// A sample is a whole legal game, worth what it says.
pub(crate) fn samples_are_whole_games<P: Played + Sampled>(puzzle: &P) {
    for seed in 0..GAMES {
        let stop = AtomicBool::new(false);
        let sampled = |nodes, line: &mut Vec<_>| {
            let mut meter = Meter::new(Budget { nodes, ..Budget::default() }, &stop);
            let mut state = puzzle.start();
            let gained = puzzle.sample(&mut state, &mut Rng::new(seed), line, &mut meter);
            (state, gained, meter.tally().generated)
        };
        let mut line = Vec::new();
        let (state, gained, nodes) = sampled(None, &mut line);
        let score = gained.expect("nothing is limited");
        assert!(listed(puzzle, &state).is_empty());
        assert_eq!(puzzle.judge(&line), Ok(Verdict { solved: puzzle.is_solved(&state), score }));
        assert_eq!(nodes, line.len() as u64);
        if let Some(fewer) = nodes.checked_sub(1) {
            let mut cut = Vec::new();
            let (_, gained, spent) = sampled(Some(fewer), &mut cut);
            assert_eq!(
                (gained, spent, cut.len() as u64),
                (Err(Refused), fewer, fewer),
                "no move past the meter"
            );
        }
    }
}

/// A game that is finished in haste is a legal whole game, whatever it begins with, worth what it
/// says; and there is no haste that cannot be stopped.
pub(crate) fn finishing_is_play<P: Played>(puzzle: &P) {
    for game in random_games(puzzle) {
        for (played, (begun, score)) in game.states.iter().enumerate().step_by(STATES_BETWEEN_LOOKS)
        {
            let (mut state, mut line) = (begun.clone(), game.line[..played].to_vec());
            let Some(gained) = puzzle.finish(&mut state, &mut line, &mut || true) else {
                assert_eq!(
                    puzzle.aim(),
                    Aim::Reach,
                    "where the score counts, every game can be finished"
                );
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

/// Every rule of thumb has a name of its own and names a listed move or none, always the same in
/// the same state.
pub(crate) fn heuristics_choose_listed_moves<P: Played + LowLevel>(puzzle: &P) {
    let names: BTreeSet<_> = P::HEURISTICS.iter().collect();
    assert_eq!(names.len(), P::HEURISTICS.len());
    assert!(puzzle.extent() > 0);
    for game in random_games(puzzle) {
        for (state, _) in &game.states {
            let moves = listed(puzzle, state);
            for (heuristic, name) in P::HEURISTICS.iter().enumerate() {
                let choice = puzzle.choose(state, heuristic, &mut || true);
                assert!(choice.is_none_or(|mv| moves.contains(&mv)), "{name}: {choice:?}");
                assert_eq!(
                    puzzle.choose(&state.clone(), heuristic, &mut || true),
                    choice,
                    "{name}"
                );
            }
        }
    }
}

/// Acting on a thing plays the move on it; a thing chosen has a move, by either choice, and there
/// is none only at the end. Things keep their identity: what has no move now or is gone says so and
/// changes nothing.
pub(crate) fn tracks_are_play<P: Played + Tracked>(puzzle: &P) {
    for seed in 0..GAMES {
        let mut rng = Rng::new(seed);
        let (mut state, mut track) = (puzzle.start(), puzzle.track());
        let mut met = Vec::new();
        loop {
            assert_eq!(puzzle.key(&puzzle.state(&track)), puzzle.key(&state));
            for &thing in &met {
                let mut after = track.clone();
                match puzzle.act(&mut after, thing) {
                    Act::Gained(mv, gain) => assert_eq!(puzzle.play(&mut state.clone(), mv), gain),
                    Act::NotNow | Act::Never => assert!(track == after),
                }
            }
            let (any, likely) =
                (puzzle.any_thing(&track, &mut rng), puzzle.likely_thing(&track, &mut rng));
            let moves = listed(puzzle, &state);
            assert_eq!((any.is_none(), likely.is_none()), (moves.is_empty(), moves.is_empty()));
            let (Some(any), Some(likely)) = (any, likely) else { break };
            let thing = if rng.below(2) == 0 { any } else { likely };
            let move_on = |thing| match puzzle.act(&mut track.clone(), thing) {
                Act::Gained(mv, _) => Some(mv),
                Act::NotNow | Act::Never => None,
            };
            let mv = move_on(thing).expect("a thing that was chosen has a move");
            assert!(moves.contains(&mv) && move_on(any).is_some());
            assert!(moves.iter().all(|&mv| move_on(puzzle.thing_of(&track, mv)) == Some(mv)));
            assert_eq!(puzzle.act(&mut track, thing), Act::Gained(mv, puzzle.play(&mut state, mv)));
            assert!(!matches!(puzzle.act(&mut track.clone(), thing), Act::Gained(..)));
            met.extend([any, likely]);
        }
    }
}

/// A walk offers listed moves with a code each, gains what play gains, and comes to the same
/// states; one that is not selective offers every move. The same way leads to the same offers.
pub(crate) fn walks_are_play<P: Played + Coded>(puzzle: &P) {
    for seed in 0..GAMES {
        let selective = seed % 2 == 0;
        let mut rng = Rng::new(seed);
        let mut state = puzzle.start();
        let mut walk = puzzle.walk(puzzle.start(), selective);
        loop {
            let moves = listed(puzzle, &state);
            let choices = puzzle.choices(&mut walk.clone()).to_vec();
            assert!(choices.iter().all(|choice| moves.contains(&choice.mv)));
            assert_eq!(choices.is_empty(), moves.is_empty());
            assert!(selective || choices.len() == moves.len());
            let codes: HashSet<u64> = choices.iter().map(|choice| choice.code).collect();
            assert_eq!(codes.len(), choices.len(), "a code names one choice");
            assert_eq!(puzzle.key(puzzle.place(&walk)), puzzle.key(&state));
            if choices.is_empty() {
                break;
            }
            let index = rng.below(choices.len());
            let again = puzzle.take(&mut walk.clone(), index);
            assert_eq!(puzzle.take(&mut walk, index), again);
            assert_eq!(puzzle.play(&mut state, choices[index].mv), again);
        }
    }
}

/// The same play shows the same features, and play shows more than one sight.
pub(crate) fn features_are_seen_again<P: Played + Featured>(puzzle: &P) {
    let shown = |state: &P::State| {
        let mut features = Vec::new();
        puzzle.features(state, &mut features);
        features
    };
    for game in random_games(puzzle) {
        let mut state = puzzle.start();
        let mut sights = HashSet::from([shown(&state)]);
        for (&mv, (next, _)) in game.line.iter().zip(&game.states[1..]) {
            puzzle.play(&mut state, mv);
            assert_eq!(shown(&state), shown(next));
            sights.insert(shown(&state));
        }
        assert!(game.line.is_empty() || sights.len() > 1, "nothing is ever new");
    }
}

/// Every move takes one time step, the pass comes first, and no game outlasts its horizon. What the
/// clockwork would not obey is a pass, and its play is the state space's.
pub(crate) fn every_step_ticks_once<P: Clocked>(puzzle: &P) {
    for game in random_games(puzzle) {
        assert!(game.line.len() <= puzzle.horizon() as usize);
        let mut world = puzzle.begin();
        let mut earlier = Vec::new();
        for (time, (state, score)) in (0..).zip(&game.states) {
            assert_eq!(puzzle.now(&world), time);
            assert_eq!(puzzle.future(&world), puzzle.key(state), "after a score of {score}");
            assert_eq!(listed(puzzle, state).is_empty(), puzzle.is_decided(&world));
            let (mut worth_giving, mut obeyed) = (Vec::new(), Vec::new());
            puzzle.each_command(&world, |command| worth_giving.push(command));
            puzzle.each_obeyed(&world, |command| obeyed.push(command));
            assert!(worth_giving.iter().all(|command| obeyed.contains(command)));
            assert!(obeyed.iter().all(|&command| puzzle.obeys(&world, command)));
            assert!(obeyed.len() as u64 <= puzzle.orders());
            earlier.extend(worth_giving);
            if let Some(command) = earlier.iter().find(|&&command| !puzzle.obeys(&world, command)) {
                let (mut passed, mut refused) = (world.clone(), world.clone());
                assert_eq!(
                    puzzle.tick(&mut passed, None),
                    puzzle.tick(&mut refused, Some(*command))
                );
                assert_eq!(puzzle.future(&passed), puzzle.future(&refused));
            }
            if let Some(mv) = game.line.get(time as usize) {
                assert_eq!(
                    puzzle.tick(&mut world, mv.command),
                    puzzle.play(&mut state.clone(), *mv)
                );
            }
        }
    }
}

/// An order that can wait changes nothing in its time step, whatever else is ordered: it comes to
/// the same if it is given after it, and if it was given long ago. Worlds of one name have one
/// outlook.
pub(crate) fn what_can_wait_comes_to_the_same_later<P: Clocked>(puzzle: &P) {
    let mut outlooks = HashMap::new();
    for game in random_games(puzzle) {
        for (world, _) in &game.states {
            let (outlook, stock) = puzzle.outlook(world);
            let (known, before) = *outlooks.entry(puzzle.future(world)).or_insert((outlook, stock));
            assert!(outlook == known && stock <= before && before <= stock);
        }
        for (world, _) in game.states.iter().step_by(STATES_BETWEEN_LOOKS) {
            if puzzle.is_decided(world) {
                continue;
            }
            let mut orders = Vec::new();
            puzzle.each_obeyed(world, |command| orders.push(command));
            for &order in orders.iter().filter(|&&order| puzzle.can_wait(world, order)) {
                let mut given = world.clone();
                let gained = puzzle.tick(&mut given, Some(order));
                let others = orders.iter().copied().filter(|&other| other != order).map(Some);
                for other in others.chain([None]) {
                    let (mut before, mut after) = (world.clone(), world.clone());
                    puzzle.backdate(&mut before, order);
                    assert_eq!(puzzle.tick(&mut before, other), puzzle.tick(&mut after, other));
                    if puzzle.obeys(&after, order) {
                        puzzle.backdate(&mut after, order);
                        assert_eq!(
                            puzzle.identity(&before),
                            puzzle.identity(&after),
                            "{order:?}, {other:?}"
                        );
                    }
                    if other.is_none() {
                        assert_eq!(puzzle.identity(&given), puzzle.identity(&before), "{order:?}");
                        assert_eq!(gained, puzzle.tick(&mut world.clone(), None));
                    }
                }
            }
        }
    }
}

/// What a cell calls for is obeyed, and every listed order has a cell that calls for it.
pub(crate) fn every_order_can_be_seen<P: Clocked + Staged>(puzzle: &P) {
    for game in random_games(puzzle) {
        for (world, _) in game.states.iter().step_by(STATES_BETWEEN_LOOKS) {
            let scene = puzzle.scene(world);
            let seen: Vec<P::Command> = (scene.tiles.iter())
                .filter_map(|tile| puzzle.sight(world, tile.x, tile.y))
                .flat_map(|sight| sight.orders)
                .map(|(_, command)| command)
                .collect();
            assert!(seen.iter().all(|&command| puzzle.obeys(world, command)));
            puzzle.each_command(world, |command| assert!(seen.contains(&command), "{command:?}"));
        }
    }
}

/// Every order that is listed is a cue of the cast and its roles, or a call; nobody told nothing is
/// a pass; and whoever can be told something has had an occasion before.
pub(crate) fn orders_are_cues<P: Clocked + Scripted>(puzzle: &P) {
    let (roles, calls) = (puzzle.roles(), puzzle.calls());
    let given = |whom, what: &u16| puzzle.command(Cue { whom, what: Some(*what) });
    let called: HashSet<_> = calls.iter().filter_map(|what| given(None, what)).collect();
    assert!(
        puzzle.command(Cue::default()).is_none()
            && roles.iter().all(|what| given(None, what).is_none())
    );
    for game in random_games(puzzle) {
        let mut met = HashSet::new();
        for (world, _) in &game.states {
            puzzle.each_occasion(world, |whom| _ = met.insert(whom));
            assert!(met.iter().all(|&whom| whom < puzzle.cast()));
            let known: HashSet<_> = met
                .iter()
                .flat_map(|&whom| roles.iter().filter_map(move |what| given(Some(whom), what)))
                .collect();
            puzzle.each_command(world, |command| {
                assert!(known.contains(&command) || called.contains(&command));
            });
        }
    }
}

/// Touching a cell means a listed move or nothing, and every listed move has a cell to touch.
pub(crate) fn every_move_can_be_touched<P: Played + Interactive>(puzzle: &P) {
    for game in random_games(puzzle) {
        for (state, _) in &game.states {
            let scene = puzzle.scene(state);
            let touched: Vec<P::Move> = (scene.tiles.iter())
                .filter_map(|tile| puzzle.touch(state, tile.x, tile.y))
                .map(|touch| touch.mv)
                .collect();
            let moves = listed(puzzle, state);
            assert!(touched.iter().all(|mv| moves.contains(mv)));
            assert!(moves.iter().all(|mv| touched.contains(mv)));
        }
    }
}
