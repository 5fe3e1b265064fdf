//! Events: an order matters only when something happens to its lemming.
//!
//! Being a climber or a floater has no visible effect until the lemming is before a wall or falls;
//! until then the order can wait. The stock is the number of orders left and of lemmings saved:
//! more of it is never worse for a world.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use quarry_core::key_of;

use super::terrain::Lemming;
use super::{CLIMBER, FLOATER, Ground, Kind, Level, PAUSED, RuleSet, Skill, World};
use crate::clockwork::lemmings::Command;

/// Number of assignments left for each type, and number of lemmings saved. Less or equal means no
/// more of anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stock {
    left: [u16; 8],
    saved: u16,
}

impl PartialOrd for Stock {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        let counts = |stock: &Stock| stock.left.into_iter().chain([stock.saved]);
        let mut order = Ordering::Equal;
        for (one, another) in counts(self).zip(counts(other)) {
            match (order, one.cmp(&another)) {
                (_, Ordering::Equal) => {}
                (Ordering::Equal, differs) => order = differs,
                (so_far, differs) if so_far == differs => {}
                _ => return None,
            }
        }
        Some(order)
    }
}

impl World {
    /// Returns a key of the world's future without its stock, and the stock. If partitions can no
    /// longer change, the order of turns does not matter, so lemmings are distinguished only by
    /// their state.
    pub(in crate::clockwork::lemmings) fn outlook(
        &self,
        level: &Level,
        ground: &Ground,
    ) -> (u128, Stock) {
        let stock = Stock { left: self.left, saved: self.saved };
        let mut words: Vec<u64> = self.lemmings.iter().map(Lemming::word).collect();
        if level.rules == RuleSet::Cormode {
            // Numbers say whose turn is when.
            let numbers = self.lemmings.iter().map(|lemming| u64::from(lemming.number));
            words.extend(numbers.chain([self.turn.into()]));
        } else if self.partitions_stay(level, ground) {
            words.sort_unstable();
        }
        (key_of(&Outlook { world: self, words }), stock)
    }

    /// Whether partitions can no longer change, except by a nuke that saves no lemming: a nuke
    /// could save one only by removing the platform of an exit.
    fn partitions_stay(&self, level: &Level, ground: &Ground) -> bool {
        const CHANGES: [Skill; 5] =
            [Skill::Basher, Skill::Bomber, Skill::Builder, Skill::Digger, Skill::Miner];
        let works = |lemming: &Lemming| {
            lemming.fuse > 0
                || matches!(lemming.kind, Kind::Basher | Kind::Builder | Kind::Digger | Kind::Miner)
        };
        let mut rows = ground.exits.iter().zip(&self.terrain.rows[1..]);
        !self.nuked
            && !CHANGES.into_iter().any(|skill| self.has_left(level, skill))
            && !self.lemmings.iter().any(works)
            && rows.all(|(exits, row)| exits & row.platforms == 0)
    }

    /// Whether nothing in the coming step depends on an order, so that it can be given in the next
    /// step instead. Where lemmings have turns, the next turn is another lemming's.
    pub(in crate::clockwork::lemmings) fn can_wait(
        &self,
        level: &Level,
        ground: &Ground,
        command: Command,
    ) -> bool {
        let Command::Assign(number, skill) = command else { return false };
        if level.turns() > 1 {
            return false;
        }
        let Some(lemming) = self.lemmings.iter().find(|lemming| lemming.number == number) else {
            return false;
        };
        // Any order ends a pause.
        !lemming.has(PAUSED)
            && match skill {
                Skill::Climber => !self.may_climb(ground, lemming),
                Skill::Floater => !self.may_float(ground, lemming),
                _ => false,
            }
    }

    /// Whether a lemming may climb in this step if it is a climber. Walls may vanish before its
    /// turn, but none appears.
    pub(super) fn may_climb(&self, ground: &Ground, lemming: &Lemming) -> bool {
        let row = usize::from(lemming.y) + 1;
        let (here, above) = (self.terrain.rows[row].walls, self.terrain.rows[row - 1].walls);
        let walls = if ground.alpha { here } else { here & above };
        walls & (lemming.bit() | lemming.bit() >> 1) != 0
    }

    /// Whether a lemming may float in this step if it is a floater. Under the alpha rules it floats
    /// as soon as it falls, and a lemming nearby may remove its platform before its turn.
    pub(super) fn may_float(&self, ground: &Ground, lemming: &Lemming) -> bool {
        let is_near = |other: &Lemming| {
            other.number != lemming.number
                && other.x.abs_diff(lemming.x) <= 1
                && other.y.abs_diff(lemming.y) <= 2
        };
        if ground.alpha {
            !self.terrain.on_platform(lemming) || self.lemmings.iter().any(is_near)
        } else {
            lemming.drop >= 2
        }
    }

    /// Marks a lemming as a climber or floater, as if the order had been given long ago.
    pub(in crate::clockwork::lemmings) fn backdate(&mut self, command: Command) {
        let Command::Assign(number, skill) = command else { return };
        let mark = match skill {
            Skill::Climber => CLIMBER,
            Skill::Floater => FLOATER,
            _ => return,
        };
        let lemming = self.lemmings.iter_mut().find(|lemming| lemming.number == number);
        lemming.expect("a lemming whose order could wait is present").set(mark, true);
        self.left[skill as usize] -= 1;
    }
}

/// A world without its stock, with its lemmings in the given order.
struct Outlook<'a> {
    world: &'a World,
    words: Vec<u64>,
}

impl Hash for Outlook<'_> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let World { time, waiting, nuked, terrain, .. } = self.world;
        hasher.write_u64(u64::from(*time) << 32 | u64::from(*waiting) << 1 | u64::from(*nuked));
        hasher.write_u64((terrain.hash >> 64) as u64);
        hasher.write_u64(terrain.hash as u64);
        self.words.iter().for_each(|&word| hasher.write_u64(word));
        hasher.write_u64(self.words.len() as u64);
    }
}

#[cfg(test)]
mod tests {
    use quarry_core::{Clockwork, Puzzle};

    use super::*;
    use crate::clockwork::lemmings::Lemmings;

    fn game(quantities: &str, drawing: &str) -> Lemmings {
        let text = format!(
            "puzzle = \"lemmings\"\nlemmings = 2\ntarget = 2\ntime_limit = 20\nfrequency = 1\n\
             quantities = {{ {quantities} }}\ndrawing = \"\"\"\n{drawing}\n\"\"\""
        );
        Lemmings::parse(&text).expect("a level")
    }

    /// The world after this many steps without an order.
    fn after(game: &Lemmings, steps: u32) -> World {
        let mut world = game.begin();
        (0..steps).for_each(|_| _ = game.tick(&mut world, None));
        world
    }

    #[test]
    fn a_stock_is_more_only_if_nothing_of_it_is_less() {
        let stock = |basher: u16, saved: u16| Stock { left: [basher, 0, 0, 0, 0, 0, 0, 0], saved };
        assert!(
            stock(1, 1) <= stock(1, 1) && stock(1, 1) < stock(1, 2) && stock(2, 2) > stock(1, 2)
        );
        assert_eq!(stock(1, 2).partial_cmp(&stock(2, 1)), None);
    }

    const LEDGE: &str = ". . . .|\n. e____|\n.\n.\n__. X";

    #[test]
    fn a_climber_can_wait_for_a_wall_and_a_floater_for_a_fall() {
        let game = game("climber = 1, floater = 1, builder = 1", LEDGE);
        let waits = |world: &World, skill| game.can_wait(world, Command::Assign(0, skill));
        for (steps, expected, climber, floater) in [
            (1, "B2", true, true),
            (2, "C2", true, true),
            (3, "D2", false, true),
            (4, "C2", true, true),
            (6, "A2", true, true),
            (7, "A3", true, false),
            (8, "A4", true, false),
        ] {
            let world = after(&game, steps);
            let (_, cell, ..) = world.lemmings().next().expect("it lives");
            assert_eq!(cell.to_string(), expected);
            assert_eq!(
                (waits(&world, Skill::Climber), waits(&world, Skill::Floater)),
                (climber, floater),
                "{cell}"
            );
            assert!(!waits(&world, Skill::Builder));
        }
    }

    #[test]
    fn lemmings_are_interchangeable_where_partitions_stay() {
        let is_symmetric = |quantities: &str| {
            let game = game(quantities, LEDGE);
            let one = after(&game, 4);
            let mut other = one.clone();
            other.lemmings.reverse();
            assert_ne!(game.future(&one), game.future(&other));
            game.outlook(&one) == game.outlook(&other)
        };
        assert!(is_symmetric("blocker = 1, floater = 1"));
        assert!(!is_symmetric("digger = 1"));
    }
}
