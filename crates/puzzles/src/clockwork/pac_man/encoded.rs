//! Pac-Man for learners. In each time step action 0 is a pass, and 1 to 4 turn him up, left, down
//! and right.
//!
//! The board has five planes: walls; food, 1 for a dot and 2 for a pill; Pac-Man, 1 to 4 by his
//! direction; the ghost with the lowest number in play on a square, its kind plus 1, and its
//! direction, 1 to 4, or 5 if it has none. The numbers describe time, lives, power, what is left,
//! and each ghost. An action gains the score of its time step.

use quarry_core::{Clockwork, Encoded, Picture, Score, Staged, Timed, ViewShape};

use super::level::{Direction, Square};
use super::{Move, PacMan, World};

const PLANES: usize = 5;
/// Number of measures for each ghost.
const SAID: usize = 3;

fn order(action: usize) -> Option<Direction> {
    action.checked_sub(1).map(|order| Direction::ALL[order])
}

impl Encoded for PacMan {
    type Game = World;

    fn deal(&self, _: u64) -> World {
        self.begin()
    }

    fn actions(&self) -> usize {
        1 + Direction::ALL.len()
    }

    fn legal(&self, world: &World, out: &mut [i8]) -> bool {
        out.fill(0);
        if world.is_over() {
            return false;
        }
        out[0] = 1;
        self.each_command(world, |order| out[1 + order as usize] = 1);
        true
    }

    fn act(&self, world: &mut World, action: usize) -> Score {
        self.tick(world, order(action))
    }

    fn closing(&self, world: &World) -> Score {
        self.last_gain(world)
    }

    fn reached(&self, world: &World) -> bool {
        Clockwork::is_solved(self, world)
    }

    fn shape(&self) -> ViewShape {
        let (rows, columns) = (self.level.rows, self.level.columns);
        ViewShape { planes: PLANES, rows, columns, most: 5 }
    }

    fn see(&self, world: &World, out: &mut [u8]) {
        out.fill(0);
        let squares = self.level.rows * self.level.columns;
        let at = |square: u16| {
            let (x, y) = self.maze.place(square);
            y as usize * self.level.columns + x as usize
        };
        for (place, &square) in self.level.squares.iter().enumerate() {
            out[place] = u8::from(square == Square::Wall);
        }
        for food in super::maze::members(&world.food) {
            let is_pill = self.maze.pills[food / 64] >> (food % 64) & 1 == 1;
            out[squares + at(self.maze.food[food])] = 1 + u8::from(is_pill);
        }
        out[2 * squares + at(world.cell)] = 1 + world.facing as u8;
        let mut ghosts: Vec<_> = world.ghosts_in_play().collect();
        ghosts.reverse();
        for (number, ghost) in ghosts {
            out[3 * squares + at(ghost.cell)] = 1 + self.maze.ghosts[number].0 as u8;
            let facing = world.ghost_facing(number).map_or(5, |facing| 1 + facing as u8);
            out[4 * squares + at(ghost.cell)] = facing;
        }
    }

    fn measured(&self) -> Vec<String> {
        let numbers =
            ["time", "time left", "lives", "power", "left to eat", "column", "row", "direction"];
        let said = |ghost: usize| {
            ["column", "row", "steps at home"].map(|what| format!("ghost {}: {what}", ghost + 1))
        };
        let ghosts = (0..self.maze.ghosts.len()).flat_map(said);
        numbers.map(str::to_owned).into_iter().chain(ghosts).collect()
    }

    fn measure(&self, world: &World, out: &mut [f32]) {
        let (x, y) = self.maze.place(world.cell);
        let time_left = self.level.time_limit - world.time;
        let (all, each) = out.split_at_mut(8);
        all.copy_from_slice(&[
            world.time as f32,
            time_left as f32,
            f32::from(world.lives),
            f32::from(world.power),
            f32::from(world.left),
            x as f32,
            y as f32,
            f32::from(world.facing as u8),
        ]);
        for (said, ghost) in each.chunks_mut(SAID).zip(&world.ghosts) {
            let (x, y) = self.maze.place(ghost.cell);
            said.copy_from_slice(&[x as f32, y as f32, f32::from(ghost.at_home)]);
        }
    }

    fn depict(&self, world: &World) -> Picture {
        self.scene(world)
    }

    fn answer(&self, _: u64, actions: &[usize]) -> Vec<Move> {
        (0..).zip(actions).map(|(at, &action)| Timed { at, command: order(action) }).collect()
    }
}
