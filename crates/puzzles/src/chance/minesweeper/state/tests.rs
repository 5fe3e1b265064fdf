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
