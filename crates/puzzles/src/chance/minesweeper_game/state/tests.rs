use std::collections::HashMap;

use quarry_pencil::CellGrid;

use super::super::rules::layout;
use super::*;

fn rules(rows: usize, columns: usize, mines: usize, start: StartRule) -> Rules {
    Rules::new(Setup { grid: CellGrid { rows, columns }, mines, start, first: None })
}

#[test]
fn the_luck_lays_the_mines_of_the_reference_rules() {
    for start in StartRule::ALL {
        let rules = rules(6, 7, 9, start);
        for luck in 0..50 {
            let first = (luck as usize * 11) % 42;
            assert_eq!(rules.lay(first, Rng::new(luck)), layout(&rules.setup, luck, first));
        }
    }
}

/// Whether a layout agrees with the start rule and with all that is open.
fn agrees(rules: &Rules, state: &State, is_mine: &[bool]) -> bool {
    let (grid, first) = (rules.setup.grid, usize::from(state.first.expect("it was chosen")));
    let is_clear = |cell: usize| !is_mine[cell];
    let is_allowed = match rules.setup.start {
        StartRule::Any => true,
        StartRule::Safe => is_clear(first),
        StartRule::Open => is_clear(first) && grid.around(first).all(is_clear),
    };
    let around = |cell: usize| grid.around(cell).filter(|&other| is_mine[other]).count() as u32;
    let fits = |cell: usize| match state.cells[cell] {
        None => true,
        Some(clue) => is_clear(cell) && clue == Clue::Number(around(cell)),
    };
    is_allowed && (0..grid.len()).all(fits)
}

#[test]
fn events_weigh_as_many_layouts_as_show_them() {
    let mut compared = 0;
    for (seed, start) in (0..90).zip(StartRule::ALL.into_iter().cycle()) {
        let mut rng = Rng::new(seed);
        let rules = rules(3, 4, 1 + rng.below(3), start);
        let luck = Rng::stream(seed, 1);
        let mut state = rules.start();
        let mut moves = Vec::new();
        rules.moves(&state, &mut moves);
        while !moves.is_empty() {
            rules.play(&mut state, moves[rng.below(moves.len())]);
            let is_mine = rules.lay(state.first.expect("it was chosen").into(), luck.clone());
            while let Some(&cell) = state.pending.last() {
                let cell = usize::from(cell);
                let shows = |is_mine: &[bool]| match is_mine[cell] {
                    true => Shown::Mine,
                    false => {
                        let around = rules.setup.grid.around(cell);
                        Shown::Number(around.filter(|&other| is_mine[other]).count() as u8)
                    }
                };
                let mut wanted: HashMap<Shown, f64> = HashMap::new();
                for bits in (0_u32..1 << 12).filter(|n| n.count_ones() == rules.setup.mines as u32)
                {
                    let layout: Vec<bool> = (0..12).map(|cell| bits >> cell & 1 == 1).collect();
                    if agrees(&rules, &state, &layout) {
                        *wanted.entry(shows(&layout)).or_default() += 1.0;
                    }
                }
                let weights = rules.weigh(&state, cell).expect("it is little work");
                assert_eq!(weights.into_iter().collect::<HashMap<_, _>>(), wanted, "{state:?}");
                compared += 1;
                rules.apply_event(&mut state, shows(&is_mine));
            }
            moves.clear();
            rules.moves(&state, &mut moves);
        }
    }
    assert!(compared > 300, "{compared}");
}

/// Opens cells in a fixed order until the end, with one way of drawing events.
fn shown(rules: &Rules, order: &[usize], mut draw: impl FnMut(&mut State)) -> Vec<Option<Clue>> {
    let mut state = rules.start();
    for &cell in order {
        if rules.is_solved(&state) || state.cells[cell].is_some() {
            continue;
        }
        rules.play(&mut state, Cell::new(cell));
        draw(&mut state);
    }
    state.cells
}

/// Event by event, games come out as often as they do when all mines are laid at once.
#[test]
fn drawn_games_are_distributed_as_dealt_ones() {
    const GAMES: u64 = 4000;
    for start in StartRule::ALL {
        let rules = rules(3, 4, 2, start);
        let order = [0, 7, 9, 2, 4, 11, 5];
        let mut seen: HashMap<Vec<Option<Clue>>, [f64; 2]> = HashMap::new();
        for luck in 0..GAMES {
            let mut rng = Rng::new(luck);
            let dealt = shown(&rules, &order, |state| rules.deal(state, &mut rng));
            seen.entry(dealt).or_default()[0] += 1.0;
            let mut rng = Rng::stream(luck, 1);
            let drawn = shown(&rules, &order, |state| rules.draw(state, &mut rng));
            seen.entry(drawn).or_default()[1] += 1.0;
        }
        let often = seen.values().filter(|[dealt, drawn]| dealt + drawn >= 20.0);
        let (mut chi, mut freedom) = (0.0, -1.0);
        for [dealt, drawn] in often {
            chi += (dealt - drawn).powi(2) / (dealt + drawn);
            freedom += 1.0;
        }
        assert!(freedom > 5.0, "{start:?}: {freedom}");
        assert!(chi < freedom + 3.3 * f64::sqrt(2.0 * freedom), "{start:?}: {chi} of {freedom}");
    }
}

#[test]
fn weights_are_shares_of_layouts() {
    let rules = rules(1, 4, 1, StartRule::Any);
    let mut state = rules.start();
    rules.play(&mut state, Cell::new(0));
    let mut events = Vec::new();
    rules.events(&state, &mut events);
    let quarter = WHOLE / 4;
    let wanted =
        [(Shown::Number(0), 2 * quarter), (Shown::Number(1), quarter), (Shown::Mine, quarter)];
    assert_eq!(events, wanted);
    let thirds = [Shown::Number(0), Shown::Number(1), Shown::Mine].map(|one| (one, 1.0));
    let wanted = [333_333, 333_334, 333_333];
    assert_eq!(rounded(&thirds).iter().map(|&(_, weight)| weight).collect::<Vec<_>>(), wanted);
}
