//! LEMMINGS for learners. In each time step action 0 is a pass, `1 + 8 * lemming + type` is an
//! order, and the last action is the nuke.
//!
//! The board has eight planes: platforms below cells; walls to their right; openings, 1 for an
//! entrance and 2 for an exit; then, for the lemming in a cell that entered last, its number plus
//! 1, its kind plus 1, its direction (1 left, 2 right) and its permanent marks (1 climber, 2
//! floater, 4 bomber); and the number of lemmings in the cell. The numbers describe the time, the
//! lemmings and types left, and the position of each lemming. An action gains the score of its time
//! step; when the goal is decided, the rest of the time passes at once, and its score comes with
//! the last action.

use quarry_core::ViewShape;
use quarry_core::{Clockwork, Encoded, Picture, Score, Staged, Timed};

use super::level::{Facing, Skill};
use super::{Command, Lemmings, Move, World};

const SKILLS: usize = Skill::ALL.len();
const PLANES: usize = 8;
/// Number of measures for each lemming.
const SAID: usize = 4;

impl Lemmings {
    fn nuke(&self) -> usize {
        1 + usize::from(self.level.lemmings) * SKILLS
    }

    fn order(&self, action: usize) -> Option<Command> {
        let order = action.checked_sub(1)?;
        Some(if action == self.nuke() {
            Command::Nuke
        } else {
            Command::Assign((order / SKILLS) as u16, Skill::ALL[order % SKILLS])
        })
    }
}

impl Encoded for Lemmings {
    type Game = World;

    fn deal(&self, _: u64) -> World {
        self.begin()
    }

    fn actions(&self) -> usize {
        self.nuke() + 1
    }

    fn legal(&self, world: &World, out: &mut [i8]) -> bool {
        out.fill(0);
        if self.is_decided(world) {
            return false;
        }
        out[0] = 1;
        self.each_obeyed(world, |command| match command {
            Command::Nuke => out[self.nuke()] = 1,
            Command::Assign(lemming, skill) => {
                out[1 + usize::from(lemming) * SKILLS + skill as usize] = 1;
            }
        });
        true
    }

    fn act(&self, world: &mut World, action: usize) -> Score {
        self.tick(world, self.order(action))
    }

    fn closing(&self, world: &World) -> Score {
        self.run_down(&mut world.clone())
    }

    fn reached(&self, world: &World) -> bool {
        self.is_solved(world)
    }

    fn shape(&self) -> ViewShape {
        let [rows, columns] =
            [self.level.height, self.level.width].map(|side| side.unsigned_abs().into());
        ViewShape { planes: PLANES, rows, columns, most: u8::MAX }
    }

    fn see(&self, world: &World, out: &mut [u8]) {
        out.fill(0);
        let ViewShape { rows, columns, .. } = self.shape();
        let cells = rows * columns;
        let at = |cell: super::Cell| {
            usize::from(cell.y.unsigned_abs()) * columns + usize::from(cell.x.unsigned_abs())
        };
        for y in 0..rows {
            let (platforms, walls) = world.borders(y);
            for x in 0..columns {
                out[y * columns + x] = (platforms >> x & 1) as u8;
                out[cells + y * columns + x] = (walls >> x & 1) as u8;
            }
        }
        self.level.entrances.iter().for_each(|&cell| out[2 * cells + at(cell)] = 1);
        self.level.exits.iter().for_each(|&cell| out[2 * cells + at(cell)] = 2);
        for lemming in world.seen_lemmings() {
            let place = at(lemming.cell);
            let marks = [lemming.climber, lemming.floater, lemming.fuse.is_some()];
            let told =
                marks.iter().zip([1, 2, 4]).filter(|(told, _)| **told).map(|(_, bit)| bit).sum();
            out[3 * cells + place] = u8::try_from(lemming.number + 1).unwrap_or(u8::MAX);
            out[4 * cells + place] = lemming.kind as u8 + 1;
            out[5 * cells + place] = if lemming.facing == Facing::Left { 1 } else { 2 };
            out[6 * cells + place] = told;
            out[7 * cells + place] = out[7 * cells + place].saturating_add(1);
        }
    }

    fn measured(&self) -> Vec<String> {
        let counts =
            ["time", "time left", "waiting", "inside", "saved", "dead", "still to be saved"]
                .map(str::to_owned);
        let left = Skill::ALL.map(|skill| format!("{}s left", skill.name()));
        let said = |lemming: u16| {
            ["column", "row", "looks right", "kind"]
                .map(|what| format!("lemming {lemming}: {what}"))
        };
        counts.into_iter().chain(left).chain((0..self.level.lemmings).flat_map(said)).collect()
    }

    fn measure(&self, world: &World, out: &mut [f32]) {
        let left = self.level.time_limit - world.time();
        let counts = [world.waiting(), world.present() as u16, world.saved(), world.dead()];
        let wanted = self.level.target.saturating_sub(world.saved());
        let (all, each) = out.split_at_mut(7 + SKILLS);
        all[..2].copy_from_slice(&[world.time() as f32, left as f32]);
        all[2..6].copy_from_slice(&counts.map(f32::from));
        all[6] = f32::from(wanted);
        all[7..].copy_from_slice(&Skill::ALL.map(|skill| f32::from(world.left(skill))));
        // Lemmings that are not present have no position.
        each.fill(-1.0);
        for (number, cell, facing, kind) in world.lemmings() {
            let looks = if facing == Facing::Right { 1.0 } else { 0.0 };
            let said = [f32::from(cell.x), f32::from(cell.y), looks, f32::from(kind as u8)];
            each[usize::from(number) * SAID..][..SAID].copy_from_slice(&said);
        }
    }

    fn depict(&self, world: &World) -> Picture {
        self.scene(world)
    }

    fn answer(&self, _: u64, actions: &[usize]) -> Vec<Move> {
        (0..).zip(actions).map(|(at, &action)| Timed { at, command: self.order(action) }).collect()
    }
}
