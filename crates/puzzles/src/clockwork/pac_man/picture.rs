//! Drawing lists: dots and pills as marks, Pac-Man as an arrow, and each kind of ghost
//! with a shape and colour of its own and its number in a corner.

use quarry_core::{Corner, Mark, Pictogram, Picture, Side, Sight, Staged, Tile, Timed, Tint};

use super::coach;
use super::level::{Cell, Direction, Square};
use super::maze::NONE;
use super::{PacMan, World};

/// Picture of a world.
pub(super) fn of(puzzle: &PacMan, world: &World) -> Picture {
    let level = &puzzle.level;
    let tile = |cell: Cell| tile(puzzle, world, cell);
    let tiles = level.cells().map(tile).collect();
    Picture::of_squares(level.columns as u32, level.rows as u32, tiles)
}

fn tile(puzzle: &PacMan, world: &World, cell: Cell) -> Tile {
    let (x, y) = (u32::from(cell.x), u32::from(cell.y));
    let Some(square) = puzzle.maze.number(cell) else {
        return Tile::new(x, y, Tint::Wall, "");
    };
    if world.cell == square {
        let facing = side(world.facing);
        let tile = Tile::new(x, y, Tint::Actor, "").marked(Mark::Arrow(facing));
        let tile = tile.marked(Mark::Figure(Pictogram::Eater, facing));
        let power = u32::from(world.power);
        return if power > 0 { tile.marked(Mark::Count(power)) } else { tile };
    }
    let mut here = world.ghosts_in_play().filter(|(_, ghost)| ghost.cell == square);
    if let Some((first, _)) = here.next() {
        let kind = puzzle.maze.ghosts[first].0 as u8;
        let tint = if world.power > 0 { Tint::Hatched } else { Tint::Kind(kind) };
        let number = (first + 1).to_string();
        let label = if world.power > 0 { number.clone() } else { String::new() };
        let facing = world.ghost_facing(first).map_or(Side::Right, side);
        let mut tile = Tile::new(x, y, tint, label).marked(Mark::Figure(Pictogram::Ghost, facing));
        if world.power == 0 {
            tile = tile.marked(Mark::Note(Corner::TopRight, number));
        }
        return here.fold(tile, |tile, (other, _)| {
            tile.marked(Mark::Note(Corner::BottomRight, (other + 1).to_string()))
        });
    }
    if puzzle.maze.home == square {
        let waiting = world.ghosts.iter().take(puzzle.maze.ghosts.len());
        let waiting = waiting.filter(|ghost| ghost.at_home > 0).count();
        let tile = Tile::new(x, y, Tint::Open, "H");
        return match waiting {
            0 => tile,
            _ => tile.marked(Mark::Note(Corner::TopRight, waiting.to_string())),
        };
    }
    let tile = Tile::new(x, y, Tint::Blank, "");
    match food(puzzle, world, square) {
        Some(Square::Pill) => tile.marked(Mark::Disc),
        Some(_) => tile.marked(Mark::Dot),
        None => tile,
    }
}

/// The food that is left at a square.
fn food(puzzle: &PacMan, world: &World, square: u16) -> Option<Square> {
    let index = puzzle.maze.food_at[usize::from(square)];
    let is_left = index != NONE && world.has_food(usize::from(index));
    is_left.then(|| puzzle.level.square(puzzle.maze.cells[usize::from(square)]))
}

fn side(direction: Direction) -> Side {
    match direction {
        Direction::Up => Side::Top,
        Direction::Left => Side::Left,
        Direction::Down => Side::Bottom,
        Direction::Right => Side::Right,
    }
}

fn direction(side: Side) -> Direction {
    match side {
        Side::Top => Direction::Up,
        Side::Left => Direction::Left,
        Side::Bottom => Direction::Down,
        Side::Right => Direction::Right,
    }
}

impl Staged for PacMan {
    fn scene(&self, world: &World) -> Picture {
        of(self, world)
    }

    fn status(&self, world: &World) -> String {
        let lives = if world.lives == 1 { "life" } else { "lives" };
        let power = match world.power {
            0 => String::new(),
            power => format!(", power for {power} steps"),
        };
        format!("{} left to eat, {} {lives}{power}", world.left, world.lives)
    }

    /// Pac-Man's square offers all orders, the squares beside him the one that leads there.
    fn sight(&self, world: &World, x: u32, y: u32) -> Option<Sight<Direction>> {
        let cell = Cell { y: u8::try_from(y).ok()?, x: u8::try_from(x).ok()? };
        let square = self.maze.number(cell)?;
        let is_here = world.cell == square;
        let leads_here =
            |order: &Direction| is_here || self.maze.ahead(world.cell, *order) == square;
        let orders: Vec<_> = Direction::ALL
            .into_iter()
            .filter(|&order| world.obeys(&self.maze, order))
            .filter(leads_here)
            .map(|order| (order.name().to_owned(), order))
            .collect();
        let mut words = Vec::new();
        if is_here {
            words.push(format!("Pac-Man, facing {}", world.facing.name()));
        }
        for (number, _) in world.ghosts_in_play().filter(|(_, ghost)| ghost.cell == square) {
            words.push(coach::ghost_name(self, number));
        }
        match food(self, world, square) {
            Some(Square::Pill) => words.push("pill".to_owned()),
            Some(_) => words.push("dot".to_owned()),
            None => {}
        }
        if self.maze.home == square {
            words.push("home of the ghosts".to_owned());
        }
        (!words.is_empty() || !orders.is_empty()).then(|| {
            let words =
                if words.is_empty() { "empty corridor".to_owned() } else { words.join("; ") };
            Sight { words: format!("{cell}: {words}"), orders }
        })
    }

    /// An arrow key turns Pac-Man, or lets him go on if he faces that way already.
    fn steer(&self, world: &World, towards: Side) -> Option<Option<Direction>> {
        let towards = direction(towards);
        if world.is_over() || self.maze.ahead(world.cell, towards) == NONE {
            return None;
        }
        Some((towards != world.facing).then_some(towards))
    }

    fn starting_at(&self, world: &World) -> Option<Self> {
        Some(PacMan { opening: world.clone(), ..self.clone() })
    }

    fn why(&self, world: &World, way: &[Timed<Direction>]) -> Option<String> {
        Some(coach::why(self, world, way))
    }
}
