//! A time step by the reference rules.

use std::collections::BTreeSet;

use super::super::level::{Cell, Command, Facing, Kind, Level, RuleSet, Skill};
use super::{Lemming, State, is_legal};

/// A lemming does not survive a larger drop (R6).
const DEEPEST_DROP: u8 = 5;
/// Number of steps until a bomber explodes (R12).
const FUSE: u8 = 5;
/// Number of platforms a builder builds (R9).
const BRICKS: u8 = 3;

/// What remains to be done in a lemming's update after its action.
enum Acted {
    /// It has acted.
    Done,
    /// It has changed its type and acts again by the new one in the same time step.
    Again,
}

/// Something around a lemming that may be there or not, and that its update may ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in super::super) enum Fact {
    Platform(Cell),
    Wall(Cell),
    /// A blocker that no other lemming hides.
    Blocked(Cell),
}

/// A time step in progress.
pub(super) struct TimeStep<'a> {
    pub(super) level: &'a Level,
    pub(super) state: &'a mut State,
    /// Is told whatever the update of a lemming asks for.
    pub(super) asked: &'a dyn Fn(Fact),
}

impl TimeStep<'_> {
    /// R5: a time step, or one turn of it (R17).
    pub(super) fn play(&mut self, action: Option<Command>) {
        // (a) Play the action.
        match action {
            Some(Command::Assign(number, skill)) => self.assign(number, skill),
            Some(Command::Nuke) => self.nuke(),
            None => {}
        }
        // R17: the rest of the time step follows after the turn of the last lemming.
        if self.level.rules == RuleSet::Cormode {
            self.state.turn += 1;
            if self.state.turn < self.level.lemmings {
                return;
            }
            self.state.turn = 0;
        }
        // (b) Compute the blocking cells.
        let blocking = self.blocking_cells();
        // (c) Update the lemmings in order of entry, one after the other, effects on partitions
        // immediate.
        for lemming in std::mem::take(&mut self.state.lemmings) {
            let still_there = self.update(lemming, &blocking);
            self.state.lemmings.extend(still_there);
        }
        // (d) Entry.
        self.enter();
        // (e) Life for every lemming in the environment.
        self.state.life += self.state.lemmings.len() as u64;
        // (f) Time.
        self.state.time += 1;
    }

    /// R3: lemming k enters during the update of time step k * frequency.
    fn enter(&mut self) {
        let number = self.level.lemmings - self.state.waiting;
        if self.state.waiting == 0 || self.state.time != u32::from(number) * self.level.frequency {
            return;
        }
        let lemming = newcomer(self.level, number);
        self.state.waiting -= 1;
        self.state.explored.insert(lemming.cell);
        self.state.lemmings.push(lemming);
    }

    /// R4: an assignment. If it is not legal it is a pass.
    pub(super) fn assign(&mut self, number: u16, skill: Skill) {
        if !is_legal(self.level, self.state, number, skill) {
            return;
        }
        // A legal assignment costs one unit at once.
        self.state.left[skill as usize] -= 1;
        let place = self
            .state
            .lemmings
            .iter()
            .position(|lemming| lemming.number == number)
            .expect("it is legal");
        let doomed = self.is_doomed(&self.state.lemmings[place]);
        let lemming = &mut self.state.lemmings[place];
        // Any assignment ends the pause of a finished builder.
        lemming.pause = 0;
        match skill {
            Skill::Bomber => lemming.fuse = Some(FUSE),
            Skill::Climber => lemming.climber = true,
            Skill::Floater => lemming.floater = true,
            // The unit of a doomed lemming is spent without any other effect.
            _ if doomed => {}
            Skill::Basher => lemming.become_a(Kind::Basher),
            Skill::Blocker => lemming.become_a(Kind::Blocker),
            Skill::Builder => lemming.become_a(Kind::Builder),
            Skill::Digger => lemming.become_a(Kind::Digger),
            Skill::Miner => lemming.become_a(Kind::Miner),
        }
    }

    /// R13: once only; all lemmings in the environment that are not bombers get a fuse, and no more
    /// lemmings enter. R17: not in Cormode's variant.
    pub(super) fn nuke(&mut self) {
        if self.state.nuked || self.level.rules == RuleSet::Cormode {
            return;
        }
        self.state.nuked = true;
        self.state.waiting = 0;
        for lemming in &mut self.state.lemmings {
            lemming.fuse = lemming.fuse.or(Some(FUSE));
        }
    }

    /// R8: the cells with a blocker, except those where another lemming whose last move was
    /// downwards hides it.
    fn blocking_cells(&self) -> BTreeSet<Cell> {
        let lemmings = &self.state.lemmings;
        let hidden = |blocker: &Lemming| {
            lemmings.iter().any(|other| {
                other.number != blocker.number && other.cell == blocker.cell && other.fell
            })
        };
        let blockers = lemmings.iter().filter(|lemming| lemming.kind == Kind::Blocker);
        blockers.filter(|blocker| !hidden(blocker)).map(|blocker| blocker.cell).collect()
    }

    /// R5: updates one lemming; returns it if it is still in the environment.
    pub(super) fn update(
        &mut self,
        mut lemming: Lemming,
        blocking: &BTreeSet<Cell>,
    ) -> Option<Lemming> {
        // 1. On a platform: if it fell too far it dies.
        if self.is_on_platform(&lemming) {
            if lemming.drop > DEEPEST_DROP {
                self.state.dead += 1;
                return None;
            }
            lemming.drop = 0;
        }
        // 2. In an exit cell it is saved, standing or falling, whatever its type.
        if self.level.exits.contains(&lemming.cell) {
            self.state.saved += 1;
            return None;
        }
        // 3. It acts by its type; a lemming that gives up its type acts as a walker in the same
        // time step.
        while let Acted::Again = self.act(&mut lemming, blocking) {}
        // R2: a lemming that moves out of the grid dies at once.
        if !self.level.contains(lemming.cell) {
            self.state.dead += 1;
            return None;
        }
        // 4. R12: a bomber's fuse burns after it has acted; at 0 it explodes where it is.
        if let Some(fuse) = &mut lemming.fuse {
            *fuse -= 1;
            if *fuse == 0 {
                self.clear_around(lemming.cell);
                self.state.dead += 1;
                return None;
            }
        }
        Some(lemming)
    }

    fn act(&mut self, lemming: &mut Lemming, blocking: &BTreeSet<Cell>) -> Acted {
        match lemming.kind {
            Kind::Walker => self.walk(lemming, blocking),
            Kind::Basher => self.bash(lemming, blocking),
            Kind::Blocker => self.block(lemming),
            Kind::Builder => self.build(lemming, blocking),
            Kind::Climber => self.climb(lemming, blocking),
            Kind::Digger => self.dig(lemming),
            Kind::Floater => self.float(lemming),
            Kind::Miner => self.mine(lemming, blocking),
        }
    }

    /// R7: walkers walk and fall.
    fn walk(&mut self, lemming: &mut Lemming, blocking: &BTreeSet<Cell>) -> Acted {
        if !self.is_on_platform(lemming) {
            lemming.pause = 0;
            // R16: in alpha-LEMMINGS floating starts as soon as the walker is not on a platform.
            if lemming.floater && (lemming.drop >= 2 || self.level.rules == RuleSet::Alpha) {
                lemming.become_a(Kind::Floater);
                return Acted::Again;
            }
            return self.go(lemming, lemming.cell.by(0, 1), false);
        }
        if lemming.pause > 0 {
            lemming.pause -= 1;
            return Acted::Done;
        }
        // Moves ahead; if that is blocked, the other way in the same time step; if that is blocked
        // too, it stays, turned.
        for attempt in 0..2 {
            match self.way_ahead(lemming, blocking) {
                Way::Free(target) => return self.go(lemming, target, true),
                Way::Wall if lemming.climber && !self.is_ceiling_above(lemming.cell) => {
                    lemming.become_a(Kind::Climber);
                    return Acted::Again;
                }
                Way::Wall | Way::Blocker if attempt == 0 => lemming.facing = lemming.facing.back(),
                Way::Wall | Way::Blocker => {}
            }
        }
        Acted::Done
    }

    /// R7: where a walker on a platform would go, or what blocks it.
    fn way_ahead(&self, lemming: &Lemming, blocking: &BTreeSet<Cell>) -> Way {
        let (cell, ahead) = (lemming.cell, lemming.facing.ahead());
        let (here, above) = (self.is_wall_ahead(lemming, 0), self.is_wall_ahead(lemming, -1));
        // A wall's height is measured upwards from the lemming's own row; one of one cell only is
        // walked through, and stays. R16: in alpha-LEMMINGS a wall of any height blocks.
        if here && (above || self.level.rules == RuleSet::Alpha) {
            return Way::Wall;
        }
        // Up onto a platform one cell higher, unless there is a ceiling or a wall beside the way.
        let step_up =
            self.is_platform_under(cell.by(ahead, -1)) && !self.is_ceiling_above(cell) && !above;
        let target = if step_up { cell.by(ahead, -1) } else { cell.by(ahead, 0) };
        if self.is_blocked(target, blocking) { Way::Blocker } else { Way::Free(target) }
    }

    /// R8: a blocker stands still; not on a platform it gives up its type.
    fn block(&self, lemming: &mut Lemming) -> Acted {
        if self.is_on_platform(lemming) { Acted::Done } else { lemming.give_up() }
    }

    /// R9: a builder gives up if any of the four partition places around the corner it must cross
    /// exists.
    fn build(&mut self, lemming: &mut Lemming, blocking: &BTreeSet<Cell>) -> Acted {
        let target = lemming.cell.by(lemming.facing.ahead(), -1);
        let obstructed = self.is_wall_ahead(lemming, 0)
            || self.is_wall_ahead(lemming, -1)
            || self.is_ceiling_above(lemming.cell)
            || self.is_platform_under(target);
        if !self.is_on_platform(lemming) || obstructed {
            return lemming.give_up();
        }
        if !self.is_due(lemming) {
            return Acted::Done;
        }
        if self.is_blocked(target, blocking) {
            return lemming.turn_away();
        }
        if self.level.contains(target) {
            self.state.platforms.insert(target);
        }
        lemming.bricks += 1;
        if lemming.bricks == BRICKS {
            lemming.become_a(Kind::Walker);
            lemming.pause = 1;
        }
        self.go(lemming, target, true)
    }

    /// R10: a basher gives up unless on a platform with a wall on its front border. R18: or if that
    /// wall is impermeable.
    fn bash(&mut self, lemming: &mut Lemming, blocking: &BTreeSet<Cell>) -> Acted {
        let wall = front_wall(lemming, 0);
        if !self.is_on_platform(lemming)
            || !self.is_wall_ahead(lemming, 0)
            || self.level.impermeable.walls.contains(&wall)
        {
            return lemming.give_up();
        }
        if !self.is_due(lemming) {
            return Acted::Done;
        }
        let target = lemming.cell.by(lemming.facing.ahead(), 0);
        if self.is_blocked(target, blocking) {
            return lemming.turn_away();
        }
        self.state.walls.remove(&wall);
        self.go(lemming, target, true)
    }

    /// R10: a digger gives up unless on a platform. R18: or if that is impermeable.
    fn dig(&mut self, lemming: &mut Lemming) -> Acted {
        if !self.is_on_platform(lemming) || self.is_impermeable_under(lemming.cell) {
            return lemming.give_up();
        }
        if !self.is_due(lemming) {
            return Acted::Done;
        }
        self.state.platforms.remove(&lemming.cell);
        self.go(lemming, lemming.cell.by(0, 1), true)
    }

    /// R10: a miner gives up unless on a platform; its moves alternate, down first. R18: or if one
    /// of the two partitions in the way of its next move is impermeable.
    fn mine(&mut self, lemming: &mut Lemming, blocking: &BTreeSet<Cell>) -> Acted {
        let beside = lemming.cell.by(lemming.facing.ahead(), 0);
        let stopped = if lemming.across {
            let solid = &self.level.impermeable.walls;
            solid.contains(&front_wall(lemming, 0)) || solid.contains(&front_wall(lemming, -1))
        } else {
            self.is_impermeable_under(lemming.cell) || self.is_impermeable_under(beside)
        };
        if !self.is_on_platform(lemming) || stopped {
            return lemming.give_up();
        }
        if !self.is_due(lemming) {
            return Acted::Done;
        }
        if lemming.across {
            if self.is_blocked(beside, blocking) {
                return lemming.turn_away();
            }
            self.state.walls.remove(&front_wall(lemming, 0));
            self.state.walls.remove(&front_wall(lemming, -1));
            lemming.across = false;
            self.go(lemming, beside, true)
        } else {
            self.state.platforms.remove(&lemming.cell);
            self.state.platforms.remove(&beside);
            lemming.across = true;
            self.go(lemming, lemming.cell.by(0, 1), true)
        }
    }

    /// R11: a climber goes up the wall and over its top.
    fn climb(&mut self, lemming: &mut Lemming, blocking: &BTreeSet<Cell>) -> Acted {
        lemming.drop = 0;
        if self.is_wall_ahead(lemming, 0) {
            if self.is_ceiling_above(lemming.cell) {
                lemming.facing = lemming.facing.back();
                return lemming.give_up();
            }
            self.go(lemming, lemming.cell.by(0, -1), false);
            // Climbing keeps the drop at 0.
            lemming.drop = 0;
            return Acted::Done;
        }
        let over = lemming.cell.by(lemming.facing.ahead(), 0);
        if self.is_blocked(over, blocking) {
            lemming.facing = lemming.facing.back();
            return lemming.give_up();
        }
        lemming.become_a(Kind::Walker);
        let was_on_platform = self.is_on_platform(lemming);
        self.go(lemming, over, was_on_platform)
    }

    /// R11: a floater gives up on a platform.
    fn float(&mut self, lemming: &mut Lemming) -> Acted {
        if self.is_on_platform(lemming) {
            return lemming.give_up();
        }
        if self.is_due(lemming) {
            self.go(lemming, lemming.cell.by(0, 1), false);
        }
        // Floating keeps the drop at 0.
        lemming.drop = 0;
        Acted::Done
    }

    /// R10: a slow move is due on every second time step of work, counting the step of the
    /// assignment as the first. R16: in alpha-LEMMINGS it is due on each.
    fn is_due(&self, lemming: &mut Lemming) -> bool {
        lemming.work += 1;
        let due = lemming.work == 2 || self.level.rules == RuleSet::Alpha;
        if due {
            lemming.work = 0;
        }
        due
    }

    /// Moves a lemming by one cell. R6: unless it was on a platform before and is on one after, it
    /// drops.
    fn go(&mut self, lemming: &mut Lemming, to: Cell, was_on_platform: bool) -> Acted {
        lemming.fell = to == lemming.cell.by(0, 1);
        lemming.cell = to;
        if self.level.contains(to) {
            self.state.explored.insert(to);
        }
        if !(was_on_platform && self.is_on_platform(lemming)) {
            lemming.drop += 1;
        }
        Acted::Done
    }

    /// R12: clears the four borders of a cell. R18: impermeable ones stay.
    fn clear_around(&mut self, cell: Cell) {
        let solid = &self.level.impermeable;
        for platform in [cell, cell.by(0, -1)] {
            if !solid.platforms.contains(&platform) {
                self.state.platforms.remove(&platform);
            }
        }
        for wall in [cell, cell.by(-1, 0)] {
            if !solid.walls.contains(&wall) {
                self.state.walls.remove(&wall);
            }
        }
    }

    fn is_impermeable_under(&self, cell: Cell) -> bool {
        self.level.impermeable.platforms.contains(&cell)
    }

    fn is_doomed(&self, lemming: &Lemming) -> bool {
        self.is_on_platform(lemming) && lemming.drop > DEEPEST_DROP
    }

    fn is_on_platform(&self, lemming: &Lemming) -> bool {
        self.is_platform_under(lemming.cell)
    }

    fn is_blocked(&self, cell: Cell, blocking: &BTreeSet<Cell>) -> bool {
        (self.asked)(Fact::Blocked(cell));
        blocking.contains(&cell)
    }

    fn is_platform_under(&self, cell: Cell) -> bool {
        (self.asked)(Fact::Platform(cell));
        self.state.platforms.contains(&cell)
    }

    fn is_ceiling_above(&self, cell: Cell) -> bool {
        self.is_platform_under(cell.by(0, -1))
    }

    fn is_wall_ahead(&self, lemming: &Lemming, down: i8) -> bool {
        let wall = front_wall(lemming, down);
        (self.asked)(Fact::Wall(wall));
        self.state.walls.contains(&wall)
    }
}

/// R3: a lemming in the cell of its entrance, which take turns, facing right, a walker, not moved
/// yet.
pub(in super::super) fn newcomer(level: &Level, number: u16) -> Lemming {
    Lemming {
        number,
        cell: level.entrances[usize::from(number) % level.entrances.len()],
        facing: Facing::Right,
        kind: Kind::Walker,
        climber: false,
        floater: false,
        fuse: None,
        drop: 0,
        work: 0,
        bricks: 0,
        across: false,
        pause: 0,
        fell: false,
    }
}

/// R13: whether a nuke may save a lemming, which only happens to one that has fallen too far onto
/// the platform of an exit: in the last step of its fuse another explosion may have taken that
/// platform away. Others are saved without it, or die by it.
pub(in super::super) fn may_be_saved_by_nuke(level: &Level, lemming: &Lemming) -> bool {
    let below = FUSE as i8 - 1;
    let exit = lemming.cell.by(0, below);
    lemming.kind == Kind::Walker
        && lemming.drop + FUSE - 1 > DEEPEST_DROP
        && level.exits.contains(&exit)
}

/// What a walker finds ahead.
enum Way {
    Free(Cell),
    Wall,
    Blocker,
}

/// Cell whose wall is on the lemming's front border, this many rows further down.
fn front_wall(lemming: &Lemming, down: i8) -> Cell {
    match lemming.facing {
        Facing::Left => lemming.cell.by(-1, down),
        Facing::Right => lemming.cell.by(0, down),
    }
}

impl Lemming {
    /// Changes the type and clears the progress of the old one.
    fn become_a(&mut self, kind: Kind) {
        self.kind = kind;
        self.work = 0;
        self.bricks = 0;
        self.across = false;
        self.pause = 0;
    }

    /// R5: becomes a walker and acts as a walker in this same time step.
    fn give_up(&mut self) -> Acted {
        self.become_a(Kind::Walker);
        Acted::Again
    }

    /// R8: a worker whose due move would enter a blocking cell becomes a walker facing the other
    /// way, which uses up the step.
    fn turn_away(&mut self) -> Acted {
        self.become_a(Kind::Walker);
        self.facing = self.facing.back();
        Acted::Done
    }
}
