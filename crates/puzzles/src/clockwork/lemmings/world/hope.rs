//! Hope: an upper bound on the number of lemmings that can still be saved.
//!
//! Each lemming is considered alone and may turn anywhere. A partition blocks no lemming while one
//! is left that could remove it, unless it is impermeable, and carries every lemming while one is
//! left that could build it; falls do no harm. What a lemming cannot do under these assumptions, it
//! cannot do at all. Only one thing is counted: each lemming that must climb needs a climber's unit
//! of its own.
//!
//! The cells from which an exit can be reached are found backwards from the exits, all cells of a
//! row at once. The length of the path is ignored; only the time of the straight path counts.

use super::terrain::BorderRow;
use super::{CLIMBER, Ground, Kind, Level, Skill, World};

/// Rows of cells as bits; those beyond the grid are empty.
type Cells = [u64; 64];

/// Which partitions may change, and whether lemmings may climb.
#[derive(Clone, Copy)]
struct Powers {
    platforms_fall: bool,
    walls_fall: bool,
    platforms_rise: bool,
    climbs: bool,
}

/// A lemming that may be saved.
struct Hopeful {
    x: u8,
    y: u8,
    climber: bool,
}

impl World {
    /// Whether fewer lemmings can be saved than the target requires.
    pub(in crate::clockwork::lemmings) fn is_hopeless(
        &self,
        level: &Level,
        ground: &Ground,
    ) -> bool {
        let able = |skill: Skill, kind: Kind| {
            self.has_left(level, skill) || self.lemmings.iter().any(|lemming| lemming.kind == kind)
        };
        let bombs = self.has_left(level, Skill::Bomber)
            || self.lemmings.iter().any(|lemming| lemming.fuse > 0);
        let (digs, mines) = (able(Skill::Digger, Kind::Digger), able(Skill::Miner, Kind::Miner));
        let powers = Powers {
            platforms_fall: digs || mines || bombs,
            walls_fall: able(Skill::Basher, Kind::Basher) || mines || bombs,
            platforms_rise: able(Skill::Builder, Kind::Builder),
            climbs: false,
        };
        let hopefuls = self.hopefuls(level, ground, powers);
        let wanted = usize::from(level.target.saturating_sub(self.saved));
        if hopefuls.len() < wanted {
            return true;
        }
        let near = self.near_exits(ground, powers);
        let (on_foot, others): (Vec<_>, Vec<_>) =
            hopefuls.into_iter().partition(|hopeful| hopeful.is_in(&near));
        let climbers = usize::from(self.left[Skill::Climber as usize]);
        if on_foot.len() >= wanted || climbers == 0 && others.iter().all(|other| !other.climber) {
            return on_foot.len() < wanted;
        }
        let near = self.near_exits(ground, Powers { climbs: true, ..powers });
        let (of_old, newly): (Vec<_>, Vec<_>) =
            others.iter().filter(|other| other.is_in(&near)).partition(|other| other.climber);
        on_foot.len() + of_old.len() + climbers.min(newly.len()) < wanted
    }

    /// Lemmings present and waiting, except those that are lost where they are or too far away for
    /// the time left.
    fn hopefuls(&self, level: &Level, ground: &Ground, powers: Powers) -> Vec<Hopeful> {
        // A lemming at an exit is saved in the next step.
        let steps = |from: u32| (level.time_limit - self.time).checked_sub(from + 1);
        let mut hopefuls = Vec::with_capacity(self.lemmings.len() + usize::from(self.waiting));
        for lemming in &self.lemmings {
            // A lemming that became a blocker in an exit, in its turn, is saved there.
            let stands = lemming.kind == Kind::Blocker && !ground.has_exit(lemming.x, lemming.y);
            let is_stuck = stands || lemming.is_doomed();
            if is_stuck && !powers.platforms_fall && self.terrain.on_platform(lemming) {
                continue;
            }
            let steps = match (steps(0), lemming.fuse) {
                (None, _) => continue,
                (Some(steps), 0) => steps,
                (Some(steps), fuse) => steps.min(u32::from(fuse) - 1),
            };
            if ground.away(lemming.x, lemming.y) <= steps {
                hopefuls.push(Hopeful {
                    x: lemming.x,
                    y: lemming.y,
                    climber: lemming.has(CLIMBER),
                });
            }
        }
        for number in level.lemmings - self.waiting..level.lemmings {
            let seen_at = u32::from(number) * level.frequency + 1;
            let Some(steps) = steps(seen_at - self.time) else { break };
            let entrance = level.entrances[usize::from(number) % level.entrances.len()];
            let (x, y) = (entrance.x as u8, entrance.y as u8);
            if ground.away(x, y) <= steps {
                hopefuls.push(Hopeful { x, y, climber: false });
            }
        }
        hopefuls
    }

    /// Cells from which an exit can be reached.
    fn near_exits(&self, ground: &Ground, powers: Powers) -> Cells {
        let ways = Ways::new(&self.terrain.rows, ground, powers);
        let mut near: Cells = [0; 64];
        near[..ways.height].copy_from_slice(&ground.exits);
        // Alternates between up and down, so that a long way up or down is found in one pass.
        while ways.grow(&mut near, (0..ways.height).rev()) | ways.grow(&mut near, 0..ways.height) {}
        near
    }
}

impl Hopeful {
    fn is_in(&self, cells: &Cells) -> bool {
        cells[usize::from(self.y)] >> self.x & 1 == 1
    }
}

/// Moves that may be possible, as the cells from which they start.
struct Ways {
    height: usize,
    /// On a platform or where one may be built; stairs start and end here.
    borne: Cells,
    /// Moves to the side.
    walk: Cells,
    fall: Cells,
    climb: Cells,
    /// Cells whose right border cannot be passed.
    barred: Cells,
}

impl Ways {
    fn new(rows: &[BorderRow], ground: &Ground, powers: Powers) -> Self {
        let height = usize::from(ground.height);
        let whole = u64::MAX >> (64 - ground.width);
        let mut ways = Ways {
            height,
            borne: [0; 64],
            walk: [0; 64],
            fall: [0; 64],
            climb: [0; 64],
            barred: [0; 64],
        };
        // Walls as they were at the start: a climber may be on a wall that is now gone, or step
        // over its former end.
        let beside =
            |row: usize| ground.terrain.rows.get(row).map_or(0, |row| row.walls | row.walls << 1);
        for y in 0..height {
            let (above, here, solid) = (rows[y], rows[y + 1], ground.impermeable[y + 1]);
            let borne = if powers.platforms_rise { whole } else { here.platforms };
            ways.borne[y] = borne;
            ways.walk[y] = borne;
            let floor = if powers.platforms_fall { solid.platforms } else { here.platforms };
            ways.fall[y] = whole & !floor;
            if powers.climbs {
                ways.climb[y] = beside(y + 1);
                ways.walk[y] |= beside(y + 1) | beside(y + 2);
            }
            let stays = |now: u64, solid: u64| if powers.walls_fall { solid } else { now };
            let (low, high) =
                (stays(here.walls, solid.walls), stays(above.walls, ground.impermeable[y].walls));
            ways.barred[y] = if ground.alpha { low } else { low & high };
        }
        ways
    }

    /// Adds the cells from which one step leads to the given cells or to cells just added, row by
    /// row; returns whether there are any.
    fn grow(&self, near: &mut Cells, rows: impl Iterator<Item = usize>) -> bool {
        let mut has_grown = false;
        for y in rows {
            let above = if y > 0 { near[y - 1] } else { 0 };
            let landing = if y > 0 { above & self.borne[y - 1] } else { 0 };
            let below = if y + 1 < self.height { near[y + 1] } else { 0 };
            let aside =
                |cells: u64| cells >> 1 & !self.barred[y] | cells << 1 & !(self.barred[y] << 1);
            let before = near[y];
            let mut here = before
                | self.borne[y] & aside(landing)
                | self.fall[y] & below
                | self.climb[y] & above;
            loop {
                let wider = here | self.walk[y] & aside(here);
                if wider == here {
                    break;
                }
                here = wider;
            }
            near[y] = here;
            has_grown |= here != before;
        }
        has_grown
    }
}
