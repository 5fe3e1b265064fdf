//! The fast world in the terms of the reference rules, so that the two can be compared field by
//! field.

use std::collections::BTreeSet;

use super::{CLIMBER, Cell, FELL, FLOATER, Kind, Lemming, PAUSED, World, terrain};
use crate::clockwork::lemmings::rules;

impl World {
    /// Lemmings in the environment, in the type of the reference rules.
    pub(crate) fn seen_lemmings(&self) -> impl Iterator<Item = rules::Lemming> + '_ {
        self.lemmings.iter().map(seen_lemming)
    }

    /// Platforms and walls of a row of the grid, one bit for each column.
    pub(crate) fn borders(&self, row: usize) -> (u64, u64) {
        // The row above the grid is stored too.
        let row = &self.terrain.rows[row + 1];
        (row.platforms, row.walls)
    }

    /// The world in the type of the reference rules.
    pub fn seen(&self) -> rules::State {
        let cells = |bits: fn(&terrain::BorderRow) -> u64| {
            let mut cells = BTreeSet::new();
            for (row, y) in self.terrain.rows.iter().zip(-1..) {
                cells.extend((0..64).filter(|x| bits(row) >> x & 1 == 1).map(|x| Cell { x, y }));
            }
            cells
        };
        rules::State {
            time: self.time,
            turn: self.turn,
            lemmings: self.seen_lemmings().collect(),
            waiting: self.waiting,
            saved: self.saved,
            dead: self.dead,
            left: self.left,
            nuked: self.nuked,
            platforms: cells(|row| row.platforms),
            walls: cells(|row| row.walls),
            life: self.life,
            explored: cells(|row| row.explored),
        }
    }
}

fn seen_lemming(lemming: &Lemming) -> rules::Lemming {
    rules::Lemming {
        number: lemming.number,
        cell: Cell { x: lemming.x as i8, y: lemming.y as i8 },
        facing: lemming.facing,
        kind: lemming.kind,
        climber: lemming.has(CLIMBER),
        floater: lemming.has(FLOATER),
        fuse: (lemming.fuse > 0).then_some(lemming.fuse),
        drop: lemming.drop,
        work: u8::from(lemming.has(terrain::HALF_DONE)),
        bricks: if lemming.kind == Kind::Builder { lemming.count } else { 0 },
        across: lemming.kind == Kind::Miner && lemming.count == 1,
        pause: u8::from(lemming.has(PAUSED)),
        fell: lemming.has(FELL),
    }
}
