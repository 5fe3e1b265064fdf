//! The game for players: what is open, and what a cell that is being opened may show.

use std::sync::{Arc, OnceLock};

use quarry_core::{Aim, Chance, Guided, Rng, Score, StateSpace, key_of};
use quarry_pencil::Clue;

use super::player::MoveAnalysis;
use super::setup::{Setup, StartRule};
use crate::mine_chances::{Chances, MinePosition, TooMuch, layouts};

/// What a player may know about a game: everything except its luck.
#[derive(Debug, Clone)]
pub struct Rules {
    pub(super) setup: Setup,
}

impl Rules {
    pub(super) fn new(setup: Setup) -> Self {
        Rules { setup }
    }

    /// Setup of the game.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// What can be seen in a state.
    pub(super) fn position<'s>(&self, cells: &'s [Option<Clue>]) -> MinePosition<'s> {
        MinePosition { grid: self.setup.grid, cells, mines: Some(self.setup.mines) }
    }

    /// Whether the start rule keeps mines away from the cell that is opened next.
    pub(super) fn is_start_safe(&self, state: &State) -> bool {
        state.open == 0 && self.setup.start != StartRule::Any
    }

    /// Weighs what a closed cell may show, by the number of layouts for each.
    fn weigh(&self, state: &State, cell: usize) -> Result<Vec<(Shown, f64)>, TooMuch> {
        let mut goes_on = |_| true;
        let mut cells = state.cells.clone();
        let most = match (state.open, self.setup.start) {
            (0, StartRule::Open) => 0,
            _ => self.setup.grid.around(cell).filter(|&other| cells[other].is_none()).count(),
        };
        let mut weights = Vec::new();
        for number in 0..=most as u8 {
            cells[cell] = Some(Clue::Number(number.into()));
            weights.push((Shown::Number(number), layouts(&self.position(&cells), &mut goes_on)?));
        }
        if !self.is_start_safe(state) {
            let chances = Chances::of(&self.position(&state.cells), &mut goes_on)?;
            weights.push((Shown::Mine, *chances.mined(cell).expect("the cell is closed")));
        }
        weights.retain(|&(_, layouts)| layouts > 0.0);
        Ok(weights)
    }
}

/// A cell in reading order; to play it is to open it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cell(u16);

impl Cell {
    /// The cell at this place in reading order.
    pub fn new(index: usize) -> Self {
        Cell(u16::try_from(index).expect("a board has fewer than 1000 cells"))
    }

    /// Its place in reading order.
    pub fn index(self) -> usize {
        self.0.into()
    }
}

/// What a cell shows when it is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shown {
    /// The number of mines around it.
    Number(u8),
    /// A mine: the game is lost.
    Mine,
}

/// A position: what is open, and what is being opened.
#[derive(Debug, Clone)]
pub struct State {
    pub(super) cells: Vec<Option<Clue>>,
    /// Number of open cells.
    pub(super) open: usize,
    /// Cells that are being opened, the next one last.
    pending: Vec<u16>,
    /// The first cell that was opened.
    first: Option<u16>,
    /// The mine that was opened.
    pub(super) exploded: Option<u16>,
    /// What a player makes of it, once it has been asked for.
    pub(super) analysis: OnceLock<Arc<MoveAnalysis>>,
}

impl State {
    fn begin(&mut self, cell: u16) {
        self.first.get_or_insert(cell);
        self.pending.push(cell);
        self.analysis = OnceLock::new();
    }

    /// Whether cells are being opened.
    pub(super) fn is_pending(&self) -> bool {
        !self.pending.is_empty()
    }
}

/// Weights are rounded to millionths, so that values that look four events ahead stay in range.
const WHOLE: u32 = 1_000_000;

impl StateSpace for Rules {
    type State = State;
    type Move = Cell;

    fn start(&self) -> State {
        let mut state = State {
            cells: vec![None; self.setup.grid.len()],
            open: 0,
            pending: Vec::new(),
            first: None,
            exploded: None,
            analysis: OnceLock::new(),
        };
        if let Some(first) = self.setup.first {
            state.begin(first as u16);
        }
        state
    }

    fn moves(&self, state: &State, out: &mut Vec<Cell>) {
        if state.is_pending() || self.is_solved(state) {
            return;
        }
        let closed = state.cells.iter().enumerate().filter(|(_, shown)| shown.is_none());
        out.extend(closed.map(|(cell, _)| Cell::new(cell)));
    }

    fn play(&self, state: &mut State, cell: Cell) -> Score {
        assert!(state.cells[cell.index()].is_none(), "a listed cell is closed");
        state.begin(cell.0);
        0
    }

    fn is_solved(&self, state: &State) -> bool {
        state.exploded.is_some() || self.is_won(state)
    }

    fn key(&self, state: &State) -> u128 {
        key_of(&(&state.cells, &state.pending, state.exploded))
    }
}

impl Rules {
    pub(super) fn is_won(&self, state: &State) -> bool {
        state.open + self.setup.mines == self.setup.grid.len()
    }

    /// Marks the mines that a luck lays.
    fn lay(&self, first: usize, mut luck: Rng) -> Vec<bool> {
        let Setup { grid, mines, start, .. } = self.setup;
        let mut is_mine = vec![false; grid.len()];
        let mut free: Vec<u16> = (0..grid.len() as u16).collect();
        let (row, column) = (grid.row(first), grid.column(first));
        match start {
            StartRule::Any => {}
            StartRule::Safe => _ = free.remove(first),
            StartRule::Open => free.retain(|&cell| {
                let cell = usize::from(cell);
                grid.row(cell).abs_diff(row) > 1 || grid.column(cell).abs_diff(column) > 1
            }),
        }
        for _ in 0..mines {
            is_mine[usize::from(free.swap_remove(luck.below(free.len())))] = true;
        }
        is_mine
    }
}

impl Guided for Rules {
    fn aim(&self) -> Aim {
        Aim::Maximise
    }

    fn terminal_score(&self, state: &State) -> Score {
        Score::from(self.is_won(state))
    }
}

impl Chance for Rules {
    type Event = Shown;

    fn total_weight(&self) -> u32 {
        WHOLE
    }

    /// What the next cell may show. Lists nothing if the layouts are too many to be counted, which
    /// takes a frontier with more than 32 numbers abreast.
    fn events(&self, state: &State, out: &mut Vec<(Shown, u32)>) {
        let Some(&cell) = state.pending.last() else { return };
        if let Ok(weights) = self.weigh(state, cell.into()) {
            out.extend(rounded(&weights));
        }
    }

    fn apply_event(&self, state: &mut State, event: Shown) {
        let cell = state.pending.pop().expect("an event opens a cell");
        state.analysis = OnceLock::new();
        let Shown::Number(number) = event else {
            state.exploded = Some(cell);
            state.pending.clear();
            return;
        };
        state.cells[usize::from(cell)] = Some(Clue::Number(number.into()));
        state.open += 1;
        if number == 0 {
            let closed = |&other: &usize| state.cells[other].is_none();
            let around = self.setup.grid.around(cell.into()).filter(closed);
            state.pending.extend(around.map(|other| other as u16));
        }
        // A cell may be wanted by several zeros.
        while let Some(&next) = state.pending.last()
            && state.cells[usize::from(next)].is_some()
        {
            state.pending.pop();
        }
    }

    /// The luck lays all mines, and every event follows from that. It stays as it is: it lays the
    /// same mines every time.
    fn deal(&self, state: &mut State, luck: &mut Rng) {
        let (Some(first), true) = (state.first, state.is_pending()) else { return };
        let is_mine = self.lay(first.into(), luck.clone());
        while let Some(&cell) = state.pending.last() {
            let around = self.setup.grid.around(cell.into());
            let number = around.filter(|&other| is_mine[other]).count() as u8;
            let is_lost = is_mine[usize::from(cell)];
            let event = if is_lost { Shown::Mine } else { Shown::Number(number) };
            self.apply_event(state, event);
        }
    }

    fn is_won_or_lost(&self) -> bool {
        true
    }
}

/// Numbers of layouts as weights that add up to the whole: each runs from its predecessors' sum to
/// its own, both rounded.
fn rounded(weights: &[(Shown, f64)]) -> Vec<(Shown, u32)> {
    let all: f64 = weights.iter().map(|(_, layouts)| layouts).sum();
    let (mut sum, mut before) = (0.0, 0);
    let mut rounded = Vec::new();
    for &(shown, layouts) in weights {
        sum += layouts;
        let end = (sum / all * f64::from(WHOLE)).round() as u32;
        rounded.push((shown, end - before));
        before = end;
    }
    rounded.retain(|&(_, weight)| weight > 0);
    rounded
}

#[cfg(test)]
mod tests;
