//! The towers as a drawing list: they stand side by side on the line of the table, and the goal
//! stands right of them as a ghost.
//!
//! Towers are in the order of their bottom blocks. Right of the last tower is a free place on the
//! table, unless the table is full; above each tower is a free cell. A block is put down by dragging
//! it to either, or to the top block of a tower. Touching a block sends it home if it can go there.
//! A block in place has a tick; so has a block of the goal where everything below it is in place.

use quarry_core::{
    Corner, Drag, Edge, EdgeMark, Interactive, Mark, Picture, Side, StateSpace, Tile, Tint, Touch,
};

use super::goal::{SettledBlocks, towers};
use super::{Arrangement, Block, BlocksWorld, Move, TABLE};

/// The tick on a block that is in place.
const TICK: &str = "✓";

/// Where things are in the scene of a state.
pub(super) struct Layout {
    towers: Vec<Vec<Block>>,
    /// Place of each block, as (x, y).
    places: Vec<(u32, u32)>,
    /// Number of rows, and the first column of the goal.
    rows: u32,
    goal: u32,
    /// The free place on the table, if it has room.
    free: Option<(u32, u32)>,
}

impl Layout {
    pub(super) fn new(puzzle: &BlocksWorld, state: &Arrangement) -> Self {
        let towers = towers(state.below());
        let open = |is_open: bool| usize::from(is_open);
        let chains = puzzle.goal.chains().iter();
        let heights = chains.map(|chain| {
            chain.blocks.len() + open(chain.is_open_below) + open(chain.is_open_above)
        });
        let highest = towers.iter().map(|tower| tower.len() + 1).chain(heights).max().unwrap_or(1);
        let rows = highest as u32;
        let mut places = vec![(0, 0); puzzle.count()];
        for (x, tower) in towers.iter().enumerate() {
            for (height, &block) in tower.iter().enumerate() {
                places[usize::from(block)] = (x as u32, rows - 1 - height as u32);
            }
        }
        let width = towers.len() as u32;
        let has_room = puzzle.table.is_none_or(|most| state.towers() < most);
        let free = has_room.then_some((width, rows - 1));
        let goal = width + u32::from(has_room) + 1;
        Layout { towers, places, rows, goal, free }
    }

    /// Place of a block.
    pub(super) fn place(&self, block: Block) -> (u32, u32) {
        self.places[usize::from(block)]
    }

    /// The cell where a block comes to stand if it is put there, if that is in the scene.
    pub(super) fn target(&self, to: Block) -> Option<(u32, u32)> {
        if to == TABLE {
            return self.free;
        }
        let (x, y) = self.place(to);
        y.checked_sub(1).map(|y| (x, y))
    }

    fn block_at(&self, x: u32, y: u32) -> Option<Block> {
        let height = (self.rows - 1).checked_sub(y)?;
        self.towers.get(x as usize)?.get(height as usize).copied()
    }
}

/// The move that brings a block home, if it can go there now.
pub(super) fn way_home(
    puzzle: &BlocksWorld,
    state: &Arrangement,
    settled: &SettledBlocks,
    block: Block,
) -> Option<Move> {
    let to = settled.target[usize::from(block)];
    let is_ready = to == TABLE || settled.stays[usize::from(to)];
    let mv = Move { block, to };
    let can_go = !settled.stays[usize::from(block)] && is_ready;
    (can_go && !puzzle.is_solved(state) && puzzle.is_legal(state, mv)).then_some(mv)
}

impl Interactive for BlocksWorld {
    fn scene(&self, state: &Arrangement) -> Picture {
        let layout = Layout::new(self, state);
        let settled = self.goal.settle(state.below());
        let mut tiles = Vec::new();
        let mut edges = Vec::new();
        let mut on_table = |x: u32| {
            edges.push(Edge { x, y: layout.rows - 1, side: Side::Bottom, mark: EdgeMark::Wall });
        };
        for (x, tower) in layout.towers.iter().enumerate() {
            on_table(x as u32);
            for &block in tower {
                let (x, y) = layout.place(block);
                let tile = Tile::new(x, y, Tint::Plain, self.name(block));
                let is_home = settled.stays[usize::from(block)];
                tiles.push(if is_home { ticked(tile, Tint::Given) } else { tile });
            }
            let top = tower[tower.len() - 1];
            if let Some((x, y)) = layout.target(top) {
                tiles.push(Tile::new(x, y, Tint::Blank, ""));
            }
        }
        if let Some((x, y)) = layout.free {
            on_table(x);
            tiles.push(Tile::new(x, y, Tint::Open, ""));
        }
        for (index, chain) in self.goal.chains().iter().enumerate() {
            let x = layout.goal + index as u32;
            on_table(x);
            let mut y = layout.rows;
            let mut ghost = |tint: Tint, label: &str, is_home: bool| {
                y -= 1;
                let tile = Tile::new(x, y, tint, label);
                tiles.push(if is_home { ticked(tile, tint) } else { tile });
            };
            if chain.is_open_below {
                ghost(Tint::Blank, "?", false);
            }
            for &block in &chain.blocks {
                ghost(Tint::Hatched, self.name(block), settled.stays[usize::from(block)]);
            }
            if chain.is_open_above {
                ghost(Tint::Blank, "?", false);
            }
        }
        let columns = layout.goal + self.goal.chains().len() as u32;
        Picture { edges, ..Picture::of_squares(columns, layout.rows, tiles) }
    }

    fn touch(&self, state: &Arrangement, x: u32, y: u32) -> Option<Touch<Move>> {
        let layout = Layout::new(self, state);
        let block = layout.block_at(x, y)?;
        let settled = self.goal.settle(state.below());
        let mv = way_home(self, state, &settled, block)?;
        let cells = [Some((x, y)), layout.target(mv.to)].into_iter().flatten().collect();
        let words = format!("{} goes home, on {}", self.name(block), self.name(mv.to));
        Some(Touch { moves: vec![mv], cells, words })
    }

    fn drags(&self, state: &Arrangement) -> Vec<Drag<Move>> {
        let layout = Layout::new(self, state);
        let mut listed = Vec::new();
        self.moves(state, &mut listed);
        let mut drags = Vec::new();
        for mv in listed {
            let from = layout.place(mv.block);
            let onto = (mv.to != TABLE).then(|| layout.place(mv.to));
            for to in [onto, layout.target(mv.to)].into_iter().flatten() {
                drags.push(Drag { from, to, moves: vec![mv] });
            }
        }
        drags
    }
}

fn ticked(tile: Tile, tint: Tint) -> Tile {
    Tile { tint, ..tile }.marked(Mark::Note(Corner::TopRight, TICK.to_owned()))
}

#[cfg(test)]
mod tests {
    use quarry_core::Puzzle;

    use super::*;

    #[test]
    fn towers_stand_on_the_table_with_the_goal_beside_them() {
        let text = "table = 3\nstart = \"\"\"\na c\nb\n\"\"\"\ngoal = \"\"\"\na b\nc\n\"\"\"\n";
        let puzzle = BlocksWorld::parse(text).unwrap();
        let mut state = puzzle.start();
        let scene = puzzle.scene(&state);
        assert_eq!(
            (scene.columns, scene.rows),
            (6, 3),
            "two towers, a free place, a gap, the goal"
        );
        let label = |x, y| scene.tile(x, y).map(|tile| tile.label.as_str());
        assert_eq!((label(0, 2), label(0, 1), label(1, 2)), (Some("a"), Some("c"), Some("b")));
        assert_eq!((label(4, 2), label(4, 1), label(5, 2)), (Some("a"), Some("b"), Some("c")));
        assert!(scene.tile(0, 2).is_some_and(|tile| !tile.marks.is_empty()), "a is in place");
        assert!(scene.tile(1, 2).is_some_and(|tile| tile.marks.is_empty()));

        let touch = puzzle.touch(&state, 0, 1).expect("c goes home");
        assert_eq!(touch.cells, [(0, 1), (2, 2)]);
        assert_eq!(puzzle.touch(&state, 1, 2), None, "b cannot go home yet");
        let drags = puzzle.drags(&state);
        assert!(drags.iter().any(|drag| drag.from == (1, 2) && drag.to == (0, 0)), "above c");
        assert!(drags.iter().any(|drag| drag.from == (1, 2) && drag.to == (0, 1)), "onto c");

        puzzle.play(&mut state, touch.moves[0]);
        assert_eq!(Layout::new(&puzzle, &state).free, None, "the table is full");
        assert!(puzzle.drags(&state).iter().all(|drag| drag.to != (3, 2)));
    }
}
