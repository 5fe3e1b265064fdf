use std::sync::atomic::AtomicBool;

use quarry_core::{
    Aim, Budget, Certain, Episode, Guided, Halt, Rng, Score, StateSpace, Verdict, drive,
};

use super::*;
use crate::chance::episode::Play;
use crate::chance::random_player::RandomPlayer;

/// Draw a card from 1 to 3 and put it on one of two heaps. A heap above four is bust and ends the
/// game.
struct Heaps;

#[derive(Clone, Debug, PartialEq)]
struct Table {
    heaps: [i64; 2],
    card: Option<i64>,
    bust: bool,
}

impl StateSpace for Heaps {
    type State = Table;
    type Move = usize;

    fn start(&self) -> Table {
        Table { heaps: [0, 0], card: None, bust: false }
    }
    fn moves(&self, table: &Table, out: &mut Vec<usize>) {
        if table.card.is_some() {
            out.extend([0, 1]);
        }
    }
    fn play(&self, table: &mut Table, heap: usize) -> Score {
        let card = table.card.take().expect("a card was drawn");
        table.heaps[heap] += card;
        table.bust = table.heaps[heap] > 4;
        if table.bust { 0 } else { card }
    }
    fn is_solved(&self, table: &Table) -> bool {
        table.bust
    }
    fn key(&self, table: &Table) -> u128 {
        quarry_core::key_of(&(table.heaps, table.card, table.bust))
    }
}

impl Guided for Heaps {
    fn aim(&self) -> Aim {
        Aim::Maximise
    }
}

impl Chance for Heaps {
    type Event = i64;

    fn total_weight(&self) -> u32 {
        4
    }
    fn events(&self, table: &Table, out: &mut Vec<(i64, u32)>) {
        if table.card.is_none() && !table.bust {
            out.extend([(1, 2), (2, 1), (3, 1)]);
        }
    }
    fn apply_event(&self, table: &mut Table, card: i64) {
        table.card = Some(card);
    }
}

/// Values gains only.
struct Gains;

impl<S: Guided> Evaluator<S> for Gains {
    fn step(&self, rules: &S, state: &S::State, mv: S::Move) -> i64 {
        rules.play(&mut state.clone(), mv)
    }
    fn worth(&self, rules: &S, state: &S::State, mv: S::Move) -> i64 {
        self.step(rules, state, mv)
    }
    fn end(&self, _: &S, _: &S::State) -> i64 {
        0
    }
}

/// Value by the textbook definition, in floating-point numbers that are exact here.
fn textbook(table: &Table, events: u64, foresight: &str) -> f64 {
    let move_value = |heap: usize| {
        let mut after = table.clone();
        let gain = Heaps.play(&mut after, heap) as f64;
        let mut owed = Vec::new();
        Heaps.events(&after, &mut owed);
        if events == 0 || owed.is_empty() {
            return gain;
        }
        let replies = owed.iter().map(|&(card, weight)| {
            let next = Table { card: Some(card), ..after.clone() };
            (f64::from(weight) / 4.0, textbook(&next, events - 1, foresight))
        });
        match foresight {
            "mean" => gain + replies.map(|(share, reply)| share * reply).sum::<f64>(),
            _ => gain + replies.map(|(_, reply)| reply).fold(f64::INFINITY, f64::min),
        }
    };
    move_value(0).max(move_value(1))
}

fn with_meter<T>(budget: Budget, work: impl FnOnce(&mut Meter) -> T) -> T {
    let stop = AtomicBool::new(false);
    work(&mut Meter::new(budget, &stop))
}

#[test]
fn values_are_the_textbooks() {
    let mut differ = 0;
    for (lookahead, foresight) in
        (0..=4).flat_map(|lookahead| FORESIGHTS.map(|foresight| (lookahead, foresight)))
    {
        let settings = ExpectimaxSettings { foresight, ..Default::default() };
        let player = Expectimax::new(&Gains, &settings);
        for (a, b, card) in [(0, 0, 1), (2, 3, 2), (4, 1, 3), (4, 4, 1), (3, 2, 1)] {
            let table = Table { heaps: [a, b], card: Some(card), bust: false };
            let best = with_meter(Budget::default(), |meter| {
                player.best(&Heaps, &table, lookahead, meter)
            });
            let (_, value) =
                best.expect("nothing is limited").expect("a card can be put somewhere");
            let expected = textbook(&table, lookahead, foresight);
            assert_eq!(
                value as f64,
                expected * 4f64.powi(lookahead as i32),
                "{table:?} {lookahead}"
            );
            differ += usize::from(expected != textbook(&table, lookahead, "mean"));
        }
    }
    assert!(differ > 5, "the worst event is another value than the mean");
}

#[test]
fn looking_ahead_avoids_what_comes() {
    // A 1 fits on both heaps. Only by looking at the next card is it better to spare the lower
    // heap.
    let table = Table { heaps: [1, 3], card: Some(1), bust: false };
    let choose = |lookahead| {
        let mut player =
            Expectimax::new(&Gains, &ExpectimaxSettings { lookahead, ..Default::default() });
        with_meter(Budget::default(), |meter| player.choose(&Heaps, &table, meter))
    };
    assert_eq!((choose("0"), choose("1")), (Ok(Some(0)), Ok(Some(1))));
}

/// Values gains too; its alarm is the height of the higher heap.
struct Alarmed;

impl Evaluator<Heaps> for Alarmed {
    fn step(&self, rules: &Heaps, table: &Table, heap: usize) -> i64 {
        Gains.step(rules, table, heap)
    }
    fn worth(&self, rules: &Heaps, table: &Table, heap: usize) -> i64 {
        Gains.worth(rules, table, heap)
    }
    fn end(&self, rules: &Heaps, table: &Table) -> i64 {
        Gains.end(rules, table)
    }
    fn alarm(&self, _: &Heaps, table: &Table) -> u64 {
        20 * table.heaps[0].max(table.heaps[1]) as u64
    }
}

#[test]
fn an_adaptive_player_looks_ahead_only_when_alarmed() {
    let player = |lookahead, alarm| {
        let settings = ExpectimaxSettings { lookahead, alarm, ..Default::default() };
        Expectimax::new(&Alarmed, &settings)
    };
    // The move chosen, and the number of moves evaluated for it.
    let choose = |lookahead, alarm, heaps| {
        let table = Table { heaps, card: Some(1), bust: false };
        with_meter(Budget::default(), |meter| {
            (player(lookahead, alarm).choose(&Heaps, &table, meter), meter.tally().evaluations)
        })
    };
    let (low, high) = ([0, 2], [1, 3]);
    for heaps in [low, high] {
        assert_ne!(choose("0", 50, heaps).1, choose("1", 50, heaps).1);
        assert_eq!(choose("adaptive", 0, heaps), choose("1", 50, heaps));
        assert_eq!(choose("adaptive", 100, heaps), choose("0", 50, heaps));
    }
    assert_eq!(choose("adaptive", 60, low), choose("0", 50, low));
    assert_eq!(choose("adaptive", 60, high), choose("1", 50, high));
    let line = |lookahead, alarm, luck| {
        let mut play = Play::new(&Heaps, player(lookahead, alarm), luck);
        let outcome = with_meter(Budget::default(), |meter| drive(&mut play, meter, &mut |_| {}));
        outcome.found.map(|found| found.answer.line)
    };
    for luck in 0..20 {
        assert_eq!(line("adaptive", 0, luck), line("1", 50, luck));
        assert_eq!(line("adaptive", 100, luck), line("0", 50, luck));
    }
}

/// A deterministic space treated as a game of chance: looking far enough ahead finds the best line.
#[test]
fn certain_games_can_be_played_too() {
    /// A row of coins, taken from either end; the n-th coin taken counts n times.
    struct Row;
    impl StateSpace for Row {
        type State = Vec<i64>;
        type Move = bool;
        fn start(&self) -> Vec<i64> {
            vec![3, 1, 9, 2]
        }
        fn moves(&self, row: &Vec<i64>, out: &mut Vec<bool>) {
            if !row.is_empty() {
                out.extend([true, false]);
            }
        }
        fn play(&self, row: &mut Vec<i64>, left: bool) -> Score {
            let coin = if left { row.remove(0) } else { row.pop().expect("a coin is left") };
            coin * (4 - row.len() as i64)
        }
        fn is_solved(&self, row: &Vec<i64>) -> bool {
            row.is_empty()
        }
        fn key(&self, row: &Vec<i64>) -> u128 {
            quarry_core::key_of(row)
        }
    }

    impl Guided for Row {}
    let space = Certain(Row);
    let outcome = |lookahead| {
        let player =
            Expectimax::new(&Gains, &ExpectimaxSettings { lookahead, ..Default::default() });
        with_meter(Budget::default(), |meter| {
            drive(&mut Play::new(&space, player, 1), meter, &mut |_| {})
        })
    };
    assert_eq!(outcome("0").found.map(|found| found.score), Some(3 + 2 * 2 + 3 * 9 + 4));
    // Takes 2, 3, 1, 9 in this order.
    assert_eq!(
        outcome("3").found.map(|found| (found.solved, found.score)),
        Some((true, 2 + 2 * 3 + 3 + 4 * 9))
    );
}

#[test]
fn an_episode_ends_with_the_game_or_is_cut_short() {
    let replay = |episode: &Episode<usize>| {
        let table = quarry_core::Fixed::new(&Heaps, episode.luck);
        let mut state = table.start();
        let score = episode.line.iter().map(|&mv| table.play(&mut state, mv)).sum();
        Verdict { solved: table.is_solved(&state), score }
    };
    for luck in 0..20 {
        let play = |budget| {
            let player = RandomPlayer::new(luck);
            with_meter(budget, |meter| {
                drive(&mut Play::new(&Heaps, player, luck), meter, &mut |_| {})
            })
        };
        let whole = play(Budget::default());
        let found = whole.found.expect("an episode is always an answer");
        assert_eq!(replay(&found.answer), Verdict { solved: found.solved, score: found.score });
        assert!(found.solved && whole.halted.is_none());
        let cut = play(Budget { nodes: Some(1), ..Budget::default() });
        let found = cut.found.expect("the beginning of an episode is an answer too");
        assert_eq!(
            (found.answer.line.len(), found.solved, cut.halted),
            (1, false, Some(Halt::Nodes))
        );
    }
}

/// Events are drawn with the frequencies that their weights say.
#[test]
fn events_happen_as_often_as_they_weigh() {
    let mut rng = Rng::new(1);
    let mut seen = [0u32; 4];
    for _ in 0..4000 {
        let mut table = Heaps.start();
        Heaps.draw(&mut table, &mut rng);
        seen[table.card.expect("a card was owed") as usize] += 1;
    }
    assert!(
        seen[1].abs_diff(2000) < 150
            && seen[2].abs_diff(1000) < 120
            && seen[3].abs_diff(1000) < 120,
        "{seen:?}"
    );
}
