//! LEMMINGS: lead lemmings to an exit by giving some of them the right type at the right time.
//!
//! A level is a grid with platforms and walls between its cells. Lemmings enter one after the
//! other, walk and fall by themselves, and in each time step one of them can be given one of eight
//! types. The game is DMA Design's Lemmings (1991) in the version of K. Spoerer's thesis
//! (Nottingham 2007), with its simpler predecessor alpha-LEMMINGS. We do not have the thesis's
//! figures, and its rules leave gaps: `rules.rs` says how these are closed, `landscape.rs` which
//! levels replace its instances. Cormode's variant, in which every lemming has a turn in each time
//! step, is there too. `rules.rs` is the judge, `world.rs` the fast state for searches,
//! and tests compare the two.

mod course;
mod encoded;
#[cfg(test)]
mod every_plan;
mod examples;
mod formula;
mod generate;
pub mod landscape;
mod level;
mod likeness;
mod matching;
mod picture;
pub mod rules;
mod scoring;
mod senses;
mod slots;
mod text;
mod trace;
mod world;

use quarry_core::{
    About, Clockwork, Cue, Example, Facets, Featured, Foul, Located, Notation, ParseError, Picture,
    Puzzle, Score, Scripted, Sensed, Timed, Transformation, Verdict,
};

pub use generate::Params;
pub use level::{
    Cell, Command, Facing, Kind, LONGEST_SIDE, Level, Partitions, RuleSet, Skill, column_name,
};
pub use world::{Stock, World};

use world::Ground;

/// An order, or a pass, in one time step.
pub type Move = Timed<Command>;

/// An instance: a level that satisfies the requirements of [`Level`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lemmings {
    level: Level,
    ground: Ground,
}

impl Lemmings {
    /// Creates the game on a level. All cells must lie inside the grid, and there must be an
    /// entrance.
    pub fn new(level: Level) -> Self {
        let cells =
            level.entrances.iter().chain(&level.exits).chain(&level.platforms).chain(&level.walls);
        assert!(level.width.max(level.height) <= LONGEST_SIDE, "a row fits into a word");
        assert!(cells.copied().all(|cell| level.contains(cell)), "all cells lie inside the grid");
        assert!(!level.entrances.is_empty() && level.frequency > 0, "lemmings can enter");
        let ground = Ground::new(&level);
        Lemmings { level, ground }
    }

    /// The level that is played.
    pub fn level(&self) -> &Level {
        &self.level
    }
}

impl Puzzle for Lemmings {
    const ID: &'static str = "lemmings";
    const ABOUT: About = About {
        title: "LEMMINGS",
        rules: "Lemmings enter one by one, walk, fall and turn by themselves. In each time step one of them can be told to be a \
                basher, blocker, bomber, builder, climber, digger, floater or miner, as often as the level allows. Enough of \
                them must reach an exit before the time is up.",
        complexity: "Whether a level of the game it comes from can be solved in a given time is NP-complete (Cormode 2004); without \
                     a bound on the time it is PSPACE-complete (Viglietta 2015).",
    };
    type Answer = Vec<Move>;

    fn parse(text: &str) -> Result<Self, ParseError> {
        text::parse(text)
    }

    fn show(&self) -> String {
        text::show(&self.level)
    }

    fn transformations(&self) -> Vec<Transformation<'_>> {
        vec![Transformation::new("cnf", || formula::cnf(&self.level))]
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let level = &self.level;
        let quantities: Vec<_> = Skill::ALL
            .into_iter()
            .zip(level.quantities)
            .filter(|&(_, quantity)| quantity > 0)
            .map(|(skill, quantity)| format!("{} {quantity}", skill.name()))
            .collect();
        let mut partitions =
            format!("{} platforms, {} walls", level.platforms.len(), level.walls.len());
        if level.rules == RuleSet::Cormode {
            let Partitions { platforms, walls } = &level.impermeable;
            partitions += &format!(", {} of them impermeable", platforms.len() + walls.len());
        }
        vec![
            ("rules", level.rules.name().to_owned()),
            ("size", format!("{} x {}", level.width, level.height)),
            (
                "lemmings",
                format!(
                    "{}, one every {} steps, {} to be saved",
                    level.lemmings, level.frequency, level.target
                ),
            ),
            ("time limit", level.time_limit.to_string()),
            (
                "types",
                if quantities.is_empty() { "none".to_owned() } else { quantities.join(", ") },
            ),
            ("partitions", partitions),
        ]
    }

    fn picture(&self) -> Picture {
        picture::of(&self.level)
    }

    fn write_answer(&self, line: &Vec<Move>, entry: &mut dyn FnMut(&str)) {
        let orders = line.iter().filter(|mv| mv.command.is_some());
        orders.for_each(|order| entry(&text::show_move(&self.level, order)));
    }

    fn parse_answer(
        &self,
        entries: &mut dyn Iterator<Item = Located<&str>>,
    ) -> Result<Vec<Move>, ParseError> {
        text::parse_answer(&self.level, entries)
    }

    fn judge(&self, line: &Vec<Move>) -> Result<Verdict, Foul> {
        rules::judge(&self.level, line)
    }

    fn trace(&self, line: &Vec<Move>) -> Vec<String> {
        trace::trace(&self.level, line)
    }

    fn examples() -> &'static [Example] {
        examples::ALL
    }

    fn introduce(to: &mut impl Facets<Self>) {
        to.ticks();
        to.senses();
        to.brings::<matching::OrderMatching>();
        to.runs_hot();
        to.encodes();
        to.generates();
    }
}

impl Clockwork for Lemmings {
    type World = World;
    type Command = Command;
    type Stock = Stock;

    fn begin(&self) -> World {
        World::new(&self.level, &self.ground)
    }

    /// A turn is a tick: one order or pass.
    fn now(&self, world: &World) -> u32 {
        world.time() * self.level.turns() + u32::from(world.turn())
    }

    fn horizon(&self) -> u32 {
        self.level.time_limit * self.level.turns()
    }

    fn is_over(&self, world: &World) -> bool {
        world.is_over(&self.level)
    }

    fn is_decided(&self, world: &World) -> bool {
        let alive = world.present() + usize::from(world.waiting()) + usize::from(world.saved());
        self.is_over(world) || self.is_solved(world) || alive < usize::from(self.level.target)
    }

    fn is_solved(&self, world: &World) -> bool {
        world.saved() >= self.level.target
    }

    fn each_command(&self, world: &World, each: impl FnMut(Command)) {
        world.each_command(&self.level, &self.ground, each);
    }

    fn each_obeyed(&self, world: &World, each: impl FnMut(Command)) {
        world.each_obeyed(&self.level, each);
    }

    fn spell(&self, command: Command) -> String {
        text::spell(command)
    }

    /// Every type with a quantity for every lemming, and the nuke where there is one.
    fn orders(&self) -> u64 {
        let types = Skill::ALL.into_iter().filter(|&skill| self.level.allows(skill)).count();
        let nukes = u64::from(self.level.rules != RuleSet::Cormode);
        u64::from(self.level.lemmings) * types as u64 + nukes
    }

    fn is_hopeless(&self, world: &World) -> bool {
        world.is_hopeless(&self.level, &self.ground)
    }

    fn steps_to_goal(&self, world: &World) -> u32 {
        let steps = world.steps_to_goal(&self.level, &self.ground);
        steps.saturating_mul(self.level.turns()).saturating_sub(world.turn().into())
    }

    fn heap_bytes(&self, world: &World) -> usize {
        world.heap_bytes()
    }

    fn obeys(&self, world: &World, command: Command) -> bool {
        world.obeys(&self.level, command)
    }

    #[inline]
    fn tick(&self, world: &mut World, command: Option<Command>) -> Score {
        let saved = world.saved();
        world.tick(&self.level, &self.ground, command);
        let lives = if world.turn() == 0 { world.present() } else { 0 };
        self.worth_of_saved(world.saved() - saved) + lives as Score
    }

    fn last_gain(&self, world: &World) -> Score {
        self.worth_of_end(world)
    }

    fn future(&self, world: &World) -> u128 {
        world.key(&self.level)
    }

    fn identity(&self, world: &World) -> u128 {
        world.named_key()
    }

    fn outlook(&self, world: &World) -> (u128, Stock) {
        world.outlook(&self.level, &self.ground)
    }

    fn can_wait(&self, world: &World, command: Command) -> bool {
        world.can_wait(&self.level, &self.ground, command)
    }

    fn backdate(&self, world: &mut World, command: Command) {
        world.backdate(command);
    }
}

quarry_core::clockwork!(Lemmings);

/// The number of the nuke among the types, as in the thesis.
const NUKE: u16 = 256;

/// The coding of the thesis: an action is a lemming and a type; the nuke is no lemming with the
/// nuke's number.
impl Notation for Lemmings {
    fn write_move(&self, mv: Move) -> String {
        text::show_move(&self.level, &mv)
    }

    fn read_move(&self, entry: Located<&str>) -> Result<Move, ParseError> {
        text::parse_order_or_pass(&self.level, &entry)
    }
}

impl Scripted for Lemmings {
    fn cast(&self) -> u16 {
        self.level.lemmings
    }

    fn roles(&self) -> Vec<u16> {
        (0..)
            .zip(self.level.quantities)
            .filter(|&(_, quantity)| quantity > 0)
            .map(|(skill, _)| skill)
            .collect()
    }

    fn calls(&self) -> Vec<u16> {
        match self.level.rules {
            RuleSet::Full | RuleSet::Alpha => vec![NUKE],
            RuleSet::Cormode => Vec::new(),
        }
    }

    fn command(&self, cue: Cue) -> Option<Command> {
        match (cue.whom, cue.what?) {
            (None, NUKE) => Some(Command::Nuke),
            (Some(lemming), skill) => {
                Skill::ALL.get(usize::from(skill)).map(|&skill| Command::Assign(lemming, skill))
            }
            (None, _) => None,
        }
    }

    fn likeness(&self, other: &Self) -> Vec<(&'static str, f64)> {
        likeness::likeness(&self.level, &other.level)
    }

    fn each_occasion(&self, world: &World, each: impl FnMut(u16)) {
        world.each_occasion(&self.level, each);
    }
}

impl Sensed for Lemmings {
    fn senses(&self, sight: u64) -> usize {
        senses::count(sight)
    }

    fn each_sense(
        &self,
        world: &World,
        sight: u64,
        numbers: &mut Vec<f32>,
        each: impl FnMut(u16, &[f32]),
    ) {
        senses::each(&self.level, world, sight, numbers, each);
    }
}

/// The number of lemmings saved, and each cell and direction in which some lemming is, of any type.
impl Featured for Lemmings {
    fn features(&self, world: &World, out: &mut Vec<u64>) {
        const PLACES: u64 = 1 << 13;
        let sight = |cell: Cell, facing: Facing| {
            let place = u64::from(cell.y.unsigned_abs()) * 64 + u64::from(cell.x.unsigned_abs());
            place * 2 + u64::from(facing == Facing::Right)
        };
        out.push(PLACES + u64::from(world.saved()));
        out.extend(world.lemmings().map(|(_, cell, facing, _)| sight(cell, facing)));
    }

    fn distance(&self, world: &World) -> u64 {
        world.distance(&self.level, &self.ground)
    }
}
