//! Drawing lists: entrances, exits, partitions on the borders of cells, and the lemmings of a
//! world.

use quarry_core::{Edge, EdgeMark, Mark, Pictogram, Picture, Side, Sight, Staged, Tile, Tint};

use super::rules::{Lemming, State};
use super::{
    Cell, Command, Facing, Kind, Lemmings, Level, Partitions, RuleSet, Skill, World, rules,
};

/// Picture of the level before the first lemming enters.
pub(super) fn of(level: &Level) -> Picture {
    with(level, &rules::start(level))
}

/// Picture of the level in a state.
fn with(level: &Level, state: &State) -> Picture {
    let place = |cell: &Cell| (u32::from(cell.x.unsigned_abs()), u32::from(cell.y.unsigned_abs()));
    let tile = |cell: Cell| {
        let (x, y) = place(&cell);
        // Shows the lemming that entered last, or a bomber if there is one.
        let here = || state.lemmings.iter().filter(|lemming| lemming.cell == cell);
        let seen = here().max_by_key(|lemming| (lemming.fuse.is_some(), lemming.number));
        let (is_entrance, is_exit) = (level.entrances.contains(&cell), level.exits.contains(&cell));
        let (tint, label) = match seen {
            Some(lemming) => (Tint::Plain, sign(lemming)),
            None if is_entrance => (Tint::Given, "E"),
            None if is_exit => (Tint::Given, "X"),
            None => (Tint::Blank, ""),
        };
        let doors = [(is_entrance, Pictogram::Entrance), (is_exit, Pictogram::Exit)];
        let doors = doors.into_iter().filter(|(is_here, _)| *is_here);
        let mut marks: Vec<_> = doors.map(|(_, door)| Mark::Figure(door, Side::Right)).collect();
        marks.extend(seen.map(figure));
        let count = here().count();
        if count > 1 {
            marks.push(Mark::Count(count as u32));
        }
        Tile { marks, ..Tile::new(x, y, tint, label) }
    };
    let cells = (0..level.height).flat_map(|y| (0..level.width).map(move |x| Cell { x, y }));
    let (columns, rows) = place(&Cell { x: level.width, y: level.height });
    let Partitions { platforms: hard_platforms, walls: hard_walls } = &level.impermeable;
    let wall = |cell: &Cell, side, is_hard| {
        let (x, y) = place(cell);
        Edge { x, y, side, mark: if is_hard { EdgeMark::Barrier } else { EdgeMark::Wall } }
    };
    let platforms = state.platforms.iter();
    let platforms = platforms.map(|cell| wall(cell, Side::Bottom, hard_platforms.contains(cell)));
    let walls = state.walls.iter();
    let walls = walls.map(|cell| wall(cell, Side::Right, hard_walls.contains(cell)));
    Picture {
        edges: platforms.chain(walls).collect(),
        ..Picture::of_squares(columns, rows, cells.map(tile).collect())
    }
}

/// Returns one character for a lemming: its type, and its direction where that matters.
fn sign(lemming: &Lemming) -> &'static str {
    let Lemming { kind, facing, fuse, .. } = lemming;
    match (kind, facing) {
        _ if fuse.is_some() => "*",
        (Kind::Walker, Facing::Left) => "<",
        (Kind::Walker, Facing::Right) => ">",
        (Kind::Basher, _) => "=",
        (Kind::Blocker, _) => "#",
        (Kind::Builder, Facing::Left) => "\\",
        (Kind::Builder, Facing::Right) => "/",
        (Kind::Climber, _) => "^",
        (Kind::Digger, _) => "v",
        (Kind::Floater, _) => "T",
        (Kind::Miner, _) => "%",
    }
}

/// Returns the drawing of a lemming.
fn figure(lemming: &Lemming) -> Mark {
    let figure = match lemming.kind {
        _ if lemming.fuse.is_some() => Pictogram::Bomber,
        Kind::Walker => Pictogram::Walker,
        Kind::Basher => Pictogram::Basher,
        Kind::Blocker => Pictogram::Blocker,
        Kind::Builder => Pictogram::Builder,
        Kind::Climber => Pictogram::Climber,
        Kind::Digger => Pictogram::Digger,
        Kind::Floater => Pictogram::Floater,
        Kind::Miner => Pictogram::Miner,
    };
    let facing = match lemming.facing {
        Facing::Left => Side::Left,
        Facing::Right => Side::Right,
    };
    Mark::Figure(figure, facing)
}

/// Describes a lemming in words.
fn described(lemming: &Lemming) -> String {
    let Lemming { number, kind, facing, climber, floater, fuse, .. } = lemming;
    let way = match facing {
        Facing::Left => "left",
        Facing::Right => "right",
    };
    let flags = [(*climber, Skill::Climber), (*floater, Skill::Floater)];
    let flags: String = flags
        .iter()
        .filter(|(has, _)| *has)
        .map(|(_, flag)| format!(" +{}", flag.name()))
        .collect();
    let fuse = fuse.map_or(String::new(), |fuse| format!(", explodes in {fuse}"));
    format!("{number} {}{flags} facing {way}{fuse}", kind.name())
}

impl Staged for Lemmings {
    fn scene(&self, world: &World) -> Picture {
        with(self.level(), &world.seen())
    }

    fn status(&self, world: &World) -> String {
        let left: Vec<_> = Skill::ALL
            .into_iter()
            .zip(self.level().quantities)
            .filter(|&(_, quantity)| quantity > 0)
            .map(|(skill, _)| format!("{} {}", skill.name(), world.left(skill)))
            .collect();
        let left =
            if left.is_empty() { String::new() } else { format!("; left: {}", left.join(", ")) };
        let counts = [
            (world.present(), "inside"),
            (world.waiting().into(), "waiting"),
            (world.dead().into(), "dead"),
        ];
        let counts: String =
            counts.iter().map(|(count, what)| format!(", {count} {what}")).collect();
        let turn = match self.level().rules {
            RuleSet::Full | RuleSet::Alpha => String::new(),
            RuleSet::Cormode => format!("; turn of lemming {}", world.turn()),
        };
        format!("saved {} of {}{counts}{left}{turn}", world.saved(), self.level().target)
    }

    fn sight(&self, world: &World, x: u32, y: u32) -> Option<Sight<Command>> {
        let level = self.level();
        let cell = Cell { x: i8::try_from(x).ok()?, y: i8::try_from(y).ok()? };
        let here: Vec<_> = world.seen_lemmings().filter(|lemming| lemming.cell == cell).collect();
        let mut orders: Vec<(String, Command)> = Vec::new();
        for lemming in &here {
            let name = |skill: Skill| match here.len() {
                1 => skill.name().to_owned(),
                _ => format!("{} {}", lemming.number, skill.name()),
            };
            let orders_for =
                Skill::ALL.map(|skill| (name(skill), Command::Assign(lemming.number, skill)));
            orders.extend(orders_for);
        }
        let mut words: Vec<_> = here.iter().map(described).collect();
        if level.entrances.contains(&cell) {
            words.push("entrance".to_owned());
            orders.push(("nuke".to_owned(), Command::Nuke));
        }
        if level.exits.contains(&cell) {
            words.push("exit".to_owned());
        }
        let Partitions { platforms, walls } = &level.impermeable;
        for (partitions, name) in [(platforms, "platform"), (walls, "wall")] {
            if partitions.contains(&cell) {
                words.push(format!("impermeable {name}"));
            }
        }
        orders.retain(|&(_, command)| world.obeys(level, command));
        (!words.is_empty())
            .then(|| Sight { words: format!("{cell}: {}", words.join("; ")), orders })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_core::{Clockwork, Puzzle};

    #[test]
    fn partitions_are_borders_of_cells() {
        let text = "lemmings = 1\ntarget = 1\ntime_limit = 9\nfrequency = 1\ndrawing = \"e__|X\"";
        let picture = Lemmings::parse(text).unwrap().picture();
        assert_eq!((picture.columns, picture.rows), (3, 1));
        assert_eq!([0, 2].map(|x| picture.tile(x, 0).unwrap().label.as_str()), ["E", "X"]);
        assert_eq!(picture.tile(1, 0).unwrap().tint, Tint::Blank);
        let wall = |(x, side)| Edge { x, y: 0, side, mark: EdgeMark::Wall };
        assert_eq!(
            picture.edges,
            [(0, Side::Bottom), (1, Side::Bottom), (1, Side::Right)].map(wall)
        );
    }

    #[test]
    fn lemmings_are_seen_where_they_are() {
        let text = "lemmings = 2\ntarget = 1\ntime_limit = 9\nfrequency = 1\nquantities = { blocker = 1, floater = 1 }\n\
                    drawing = \"e_____X\"";
        let lemmings = Lemmings::parse(text).unwrap();
        let mut world = lemmings.begin();
        lemmings.tick(&mut world, None);
        let sight = lemmings.sight(&world, 0, 0).unwrap();
        assert_eq!(sight.words, "A1: 0 walker facing right; entrance");
        assert_eq!(
            sight.orders.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(),
            ["blocker", "floater", "nuke"]
        );
        lemmings.tick(&mut world, Some(Command::Assign(0, Skill::Blocker)));
        assert_eq!(
            lemmings.scene(&world).tile(0, 0).unwrap().label,
            ">",
            "the second one stands in front"
        );
        let sight = lemmings.sight(&world, 0, 0).unwrap();
        assert_eq!(sight.words, "A1: 0 blocker facing right; 1 walker facing right; entrance");
        assert_eq!(
            sight.orders.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(),
            ["0 floater", "1 floater", "nuke"]
        );
        assert_eq!(
            lemmings.status(&world),
            "saved 0 of 1, 2 inside, 0 waiting, 0 dead; left: blocker 0, floater 1"
        );
        assert_eq!(lemmings.sight(&world, 2, 0), None);
    }
}
