//! Generates puzzles: draws a random solution with all its clues, then removes as many as possible.
//!
//! Clues are left out in random order, together with their images under the symmetry, as long as
//! the solution stays unique. One learner answers all these questions: each clue is a group, and
//! the solution is forbidden, so that a refutation proves that there is no other solution. The
//! refutation names the clues it needs, and all others are dropped at once. If a tier is requested,
//! clues are dropped one by one instead. Then as many of them are put back, the last first, as are
//! needed to solve the puzzle within the tier. The result is accepted only if its rating is the
//! requested one. A puzzle's own search, where it has one, takes the learner's place and is asked
//! about each clue anew.

mod mending;

use quarry_constraint::{Assumption, ClauseLearner, Reply};
use quarry_core::{
    Domain, Field, FinderStep, Generate, GenerateError, Literal, Meter, Rng, Settings,
    SolutionFinder, Tier, Value, settings, tier_within,
};

use self::mending::mended_to;
use crate::{CellGrid, Declaration, Declared, Draft, EntryValues};

settings! {
    /// Properties of a generated puzzle.
    pub struct GeneratorWish {
        /// Difficulty for people, as reported by `quarry rate`.
        pub tier: &'static str = "any", ["any", "easy", "medium", "hard", "expert", "beyond"];
        /// Symmetry of the clue positions.
        pub symmetry: &'static str = "none", ["none", "half-turn", "mirror"];
        /// Whether the solution must be unique; it always is if a tier is requested.
        pub unique: bool = true, ();
    }
}

/// Symmetry of the clue positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClueSymmetry {
    /// No symmetry.
    None,
    /// Half a turn of the board.
    HalfTurn,
    /// Reflection that swaps left and right.
    Mirror,
}

impl ClueSymmetry {
    /// All symmetries but none.
    pub const ALL: &'static [ClueSymmetry] = &[ClueSymmetry::HalfTurn, ClueSymmetry::Mirror];

    /// Returns the symmetry with this name, as in [`GeneratorWish`].
    pub fn named(name: &str) -> Self {
        match name {
            "half-turn" => ClueSymmetry::HalfTurn,
            "mirror" => ClueSymmetry::Mirror,
            _ => ClueSymmetry::None,
        }
    }

    /// Returns its name, as in [`GeneratorWish`].
    pub fn name(self) -> &'static str {
        match self {
            ClueSymmetry::None => "none",
            ClueSymmetry::HalfTurn => "half-turn",
            ClueSymmetry::Mirror => "mirror",
        }
    }

    /// Returns the image of a cell under the symmetry.
    pub fn image(self, grid: CellGrid, cell: usize) -> usize {
        match self {
            ClueSymmetry::None => cell,
            ClueSymmetry::HalfTurn => grid.len() - 1 - cell,
            ClueSymmetry::Mirror => grid.at(grid.row(cell), grid.columns - 1 - grid.column(cell)),
        }
    }
}

/// How many further clues are left out one by one, with a rating each, while a puzzle is too easy.
/// Another draft is the better chance after that.
const MOST_FURTHER_REMOVALS: usize = 10;

/// One in this many stages of leaving clues out is as near as it gets to the last one that still
/// has the tier.
const FEW_STAGES: usize = 8;

/// Number of drafts that are tried before a request counts as impossible.
const ATTEMPTS: usize = 200;

/// The most entries of a board for which a tier can be requested: rating larger ones takes too
/// long.
const MOST_RATED: usize = 1_000;

/// How often a draft with several solutions is changed before a new one is drawn.
const MENDINGS: usize = 60;

/// Conflicts allowed for one question about a draft.
const MOST_CONFLICTS: u64 = 20_000;

/// Conflicts allowed for one question about a clue; a clue whose question needs more stays.
const MOST_CONFLICTS_FOR_A_CLUE: u64 = 400;

/// Nodes between two checks of the meter where the puzzle has its own search, and how often that
/// goes on for one question.
const NODES_PER_ROUND: u64 = 256;
const MOST_FINDER_ROUNDS: usize = 100;

/// How many questions about clues may take too long; after them, all clues that are left stay.
const MOST_PAUSES: usize = 30;

impl<D: Declaration> Generate for Declared<D> {
    type Params = (D::Options, GeneratorWish);

    fn offered() -> Vec<Field> {
        let offered = |mut field: Field| {
            let Domain::Choice(words) = &mut field.domain else { return Some(field) };
            match field.name {
                "tier" => words.retain(|word| is_possible::<D>(Tier::named(word))),
                "symmetry" => words.retain(|word| has_symmetry::<D>(ClueSymmetry::named(word))),
                _ => {}
            }
            // One word is no choice.
            (words.len() > 1).then_some(field)
        };
        D::Options::fields()
            .into_iter()
            .chain(GeneratorWish::fields().into_iter().filter_map(offered))
            .collect()
    }

    fn generate(
        (options, wish): &Self::Params,
        seed: u64,
        meter: &mut Meter,
    ) -> Result<Self, GenerateError> {
        let mut rng = Rng::new(seed);
        let tier = Tier::named(wish.tier);
        let symmetry = ClueSymmetry::named(wish.symmetry);
        if !has_symmetry::<D>(symmetry) {
            let names = [&[ClueSymmetry::None], D::SYMMETRIES].concat();
            let names = names.iter().map(|one| one.name());
            return Err(other_wish("symmetry", wish.symmetry, names));
        }
        if !is_possible::<D>(tier) {
            let names = ["any"].into_iter().chain(D::TIERS.iter().map(|one| one.name()));
            return Err(other_wish("tier", wish.tier, names));
        }
        if let Some(puzzle) = D::blind_draft(options, &mut rng, meter)? {
            return match tier {
                None => Ok(Declared::new(puzzle)),
                Some(_) => Err(GenerateError::Refused(
                    "an instance that may have no solution has no tier: ask for tier=any, or for \
                    a puzzle with one solution"
                        .to_owned(),
                )),
            };
        }
        let mut missed = Missed::default();
        for _ in 0..ATTEMPTS {
            if !meter.goes_on() {
                return Err(GenerateError::Stopped);
            }
            let draft = match tier {
                None | Some(Tier::Easy | Tier::Medium) => D::draft,
                Some(_) => D::hard_draft,
            };
            let Some(draft) = draft(options, symmetry, &mut rng, meter)? else { continue };
            if tier.is_some() && draft.solution.len() > MOST_RATED {
                return Err(GenerateError::Refused(format!(
                    "{} entries are too many to rate: ask for a smaller board or tier=any",
                    draft.solution.len()
                )));
            }
            if !wish.unique && tier.is_none() {
                return Ok(Declared::new(draft.puzzle));
            }
            if let Some(tier) = tier.filter(|_| draft.puzzle.clues().is_empty()) {
                match mended_to(draft, symmetry, tier, &mut missed, &mut rng, meter)? {
                    Some(puzzle) => return Ok(puzzle),
                    None => continue,
                }
            }
            let Some(draft) = made_unique(draft, symmetry, &mut rng, meter)? else { continue };
            let mut digger = Digger::new(draft, symmetry, &mut rng, meter)?;
            let Some(tier) = tier else {
                let stages = digger.stages(false, meter)?;
                return Ok(digger.with(&stages[stages.len() - 1]));
            };
            let dug = digger.dug_to(tier, meter)?;
            if dug.tier == Some(tier) {
                return Ok(dug.puzzle);
            }
            missed.note(dug.tier);
        }
        Err(missed.refusal(tier))
    }
}

/// Whether puzzles can be generated in this tier; they always can if none is requested.
fn is_possible<D: Declaration>(tier: Option<Tier>) -> bool {
    tier.is_none_or(|tier| D::TIERS.contains(&tier))
}

/// Whether the clues can have this symmetry.
fn has_symmetry<D: Declaration>(symmetry: ClueSymmetry) -> bool {
    symmetry == ClueSymmetry::None || D::SYMMETRIES.contains(&symmetry)
}

/// Refuses a wish that this puzzle never fulfils, and says which ones it can.
fn other_wish<'n>(
    key: &str,
    value: &str,
    possible: impl Iterator<Item = &'n str>,
) -> GenerateError {
    let possible = possible.collect::<Vec<_>>().join(" or ");
    GenerateError::Refused(format!("{key}={value}: for this puzzle ask for {key}={possible}"))
}

/// How many puzzles with one solution did not have the requested tier.
#[derive(Debug, Default)]
struct Missed {
    easier: usize,
    harder: usize,
}

impl Missed {
    /// Counts a puzzle of another tier; `None` if it is harder than requested.
    fn note(&mut self, tier: Option<Tier>) {
        match tier {
            Some(_) => self.easier += 1,
            None => self.harder += 1,
        }
    }

    /// Says that no puzzle was as requested, and what they were.
    fn refusal(&self, wanted: Option<Tier>) -> GenerateError {
        let Missed { easier, harder } = self;
        GenerateError::Refused(match (wanted, easier + harder) {
            (Some(wanted), count @ 1..) => format!(
                "none of {count} puzzles was {wanted}, {easier} were easier and {harder} harder: \
                ask for another tier, seed or size"
            ),
            _ => format!(
                "{ATTEMPTS} attempts did not produce a puzzle with one solution: ask for another \
                seed or size"
            ),
        })
    }
}

/// Changes a draft until its solution is unique; returns `None` if that fails.
fn made_unique<D: Declaration>(
    mut draft: Draft<D>,
    symmetry: ClueSymmetry,
    rng: &mut Rng,
    meter: &mut Meter,
) -> Result<Option<Draft<D>>, GenerateError> {
    for _ in 0..MENDINGS {
        match second_solution(&draft, meter)? {
            Second::None { .. } => return Ok(Some(draft)),
            Second::Found(second) => match D::mended(&draft, &second, symmetry, rng) {
                Some(mended) => draft = mended,
                None => return Ok(None),
            },
            Second::Unknown => return Ok(None),
        }
    }
    Ok(None)
}

/// Whether a draft has another solution.
enum Second {
    /// There is none, and whether propagation alone showed it.
    None {
        is_propagated: bool,
    },
    Found(EntryValues),
    /// It took too long to find out.
    Unknown,
}

fn second_solution<D: Declaration>(
    draft: &Draft<D>,
    meter: &mut Meter,
) -> Result<Second, GenerateError> {
    let known = values(&draft.solution);
    let mut is_propagated = false;
    let (reply, second) = if let Some(mut finder) = draft.puzzle.finder() {
        (ask_finder(&mut *finder, &known, meter), finder.solution())
    } else {
        let model = Declared::new(draft.puzzle.clone()).rules().model;
        let learner = ClauseLearner::new(&model, |_, _| true, meter);
        let mut learner = learner.ok_or(GenerateError::Stopped)?;
        learner.forbid(&known);
        let reply = learner.ask(&[], MOST_CONFLICTS, meter);
        is_propagated = learner.conflicts() == 0;
        (reply, learner.solution().clone())
    };
    match reply {
        Reply::Refuted(_) => Ok(Second::None { is_propagated }),
        Reply::Solution => {
            Ok(Second::Found(second[..known.len()].iter().copied().map(Some).collect()))
        }
        Reply::Paused => Ok(Second::Unknown),
        Reply::Stopped => Err(GenerateError::Stopped),
    }
}

/// Looks for a solution besides the known one. A refutation names nothing that it needs.
fn ask_finder(finder: &mut dyn SolutionFinder, known: &[Value], meter: &mut Meter) -> Reply {
    for _ in 0..MOST_FINDER_ROUNDS {
        if !meter.goes_on() {
            return Reply::Stopped;
        }
        match finder.next(NODES_PER_ROUND) {
            FinderStep::Found if finder.solution() != known => return Reply::Solution,
            FinderStep::Found | FinderStep::Paused => {}
            FinderStep::End => return Reply::Refuted(Vec::new()),
        }
    }
    Reply::Paused
}

fn values(solution: &[Option<Value>]) -> Vec<Value> {
    solution.iter().map(|entry| entry.expect("a solution is full")).collect()
}

/// Leaves out clues of a puzzle whose solution is unique.
struct Digger<D> {
    /// The puzzle with all clues.
    puzzle: D,
    /// Its solution.
    known: Vec<Value>,
    /// What answers questions, unless the puzzle has its own search.
    learner: Option<ClauseLearner>,
    /// Clues that are left out together, in the order in which they are tried.
    orbits: Vec<Vec<usize>>,
    /// For each clue, whether a rule comes from it.
    has_rule: Vec<bool>,
}

/// For each clue, whether it is kept.
type Kept = Vec<bool>;

impl<D: Declaration> Digger<D> {
    fn new(
        draft: Draft<D>,
        symmetry: ClueSymmetry,
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> Result<Self, GenerateError> {
        let Draft { puzzle, solution } = draft;
        let clues = puzzle.clues();
        let known = values(&solution);
        let mut orbits = orbits(puzzle.grid(), &clues, symmetry);
        rng.shuffle(&mut orbits);
        if puzzle.finder().is_some() {
            let has_rule = vec![true; clues.len()];
            return Ok(Digger { puzzle, known, learner: None, orbits, has_rule });
        }
        let rules = Declared::new(puzzle.clone()).rules();
        let groups: Vec<Option<usize>> =
            rules.rule_of.iter().map(|rule| rule.and_then(|rule| rules.rules[rule].clue)).collect();
        let learner = ClauseLearner::with_groups(&rules.model, &groups, meter);
        let mut learner = learner.ok_or(GenerateError::Stopped)?;
        learner.forbid(&known);
        let has_rule = (0..clues.len()).map(|clue| groups.contains(&Some(clue))).collect();
        Ok(Digger { puzzle, known, learner: Some(learner), orbits, has_rule })
    }

    fn with(&self, kept: &Kept) -> Declared<D> {
        Declared::new(self.puzzle.with_clues(kept))
    }

    /// Asks whether the solution is unique with these clues. Returns the clues that a refutation of
    /// all others needs; `Err(true)` if the question took too long.
    fn needed(
        &mut self,
        kept: &Kept,
        meter: &mut Meter,
    ) -> Result<Result<Vec<usize>, bool>, GenerateError> {
        if !meter.goes_on() {
            return Err(GenerateError::Stopped);
        }
        // The learner rather names what is assumed first: the clues that are tried last, so that
        // those which stay are spread over the board.
        let clues: Vec<usize> = self
            .orbits
            .iter()
            .rev()
            .flatten()
            .copied()
            .filter(|&clue| kept[clue] && self.has_rule[clue])
            .collect();
        let reply = if let Some(learner) = &mut self.learner {
            let assumed: Vec<Assumption> = clues.iter().copied().map(Assumption::Group).collect();
            learner.ask(&assumed, MOST_CONFLICTS_FOR_A_CLUE, meter)
        } else {
            let finder = self.puzzle.with_clues(kept).finder();
            let mut finder = finder.expect("a puzzle keeps its search with fewer clues");
            match ask_finder(&mut *finder, &self.known, meter) {
                // It does not say which clues it needs.
                Reply::Refuted(_) => Reply::Refuted((0..clues.len()).collect()),
                reply => reply,
            }
        };
        match reply {
            Reply::Refuted(needed) => Ok(Ok(needed.into_iter().map(|one| clues[one]).collect())),
            Reply::Solution => Ok(Err(false)),
            Reply::Paused => Ok(Err(true)),
            Reply::Stopped => Err(GenerateError::Stopped),
        }
    }

    /// Leaves out clues until none can be spared, and returns what is left after each removal. All
    /// clues that a refutation does not need go at once, unless `one_by_one`.
    fn stages(&mut self, one_by_one: bool, meter: &mut Meter) -> Result<Vec<Kept>, GenerateError> {
        let mut stages = vec![vec![true; self.has_rule.len()]];
        let mut pauses = 0;
        for index in 0..self.orbits.len() {
            if pauses == MOST_PAUSES {
                break;
            }
            let orbit = &self.orbits[index];
            let kept = &stages[stages.len() - 1];
            if orbit.iter().all(|&clue| !kept[clue]) {
                continue;
            }
            let mut without = kept.clone();
            orbit.iter().for_each(|&clue| without[clue] = false);
            match self.needed(&without, meter)? {
                Ok(needed) => {
                    for orbit in self.orbits.iter().filter(|_| !one_by_one) {
                        let stays =
                            orbit.iter().any(|clue| without[*clue] && needed.contains(clue));
                        orbit.iter().for_each(|&clue| without[clue] = stays);
                    }
                    stages.push(without);
                }
                Err(is_paused) => pauses += usize::from(is_paused),
            }
        }
        Ok(stages)
    }

    /// Leaves out about as many clues as the tier allows.
    fn dug_to(mut self, wanted: Tier, meter: &mut Meter) -> Result<Dug<D>, GenerateError> {
        let stages = self.stages(wanted < Tier::Beyond, meter)?;
        let mut unsolved = stages.len() - 1;
        let last = Dug::new(self.with(&stages[unsolved]), wanted, meter)?;
        // From the last stage nothing can be left out, so if it is easier, it stays so.
        if last.tier.is_some() {
            return Ok(last);
        }
        // More clues usually make a puzzle easier, so a binary search is good enough. Ratings take
        // long, so it ends early once the tier is right.
        let few = (stages.len() / FEW_STAGES).max(1);
        let mut solved = 0;
        let mut best = last;
        while solved < unsolved && (best.tier != Some(wanted) || unsolved - solved > few) {
            let middle = usize::midpoint(solved, unsolved);
            let dug = Dug::new(self.with(&stages[middle]), wanted, meter)?;
            if dug.tier.is_some() {
                (solved, best) = (middle + 1, dug);
            } else {
                unsolved = middle;
            }
        }
        let Some(solved) = solved.checked_sub(1) else { return Ok(best) };
        // The next removal makes the puzzle too hard, but others may not.
        let mut kept = stages[solved].clone();
        let mut tried = 0;
        for index in 0..self.orbits.len() {
            if best.tier.is_none_or(|tier| tier == wanted) || tried == MOST_FURTHER_REMOVALS {
                break;
            }
            let mut without = kept.clone();
            self.orbits[index].iter().for_each(|&clue| without[clue] = false);
            if without == kept || stages.get(unsolved) == Some(&without) {
                continue;
            }
            if self.needed(&without, meter)?.is_ok() {
                tried += 1;
                let dug = Dug::new(self.with(&without), wanted, meter)?;
                if dug.tier.is_some() {
                    (kept, best) = (without, dug);
                }
            }
        }
        Ok(best)
    }
}

/// A puzzle and its tier, which is `None` if it is harder than requested.
struct Dug<D> {
    puzzle: Declared<D>,
    tier: Option<Tier>,
}

impl<D: Declaration> Dug<D> {
    fn new(puzzle: Declared<D>, wanted: Tier, meter: &mut Meter) -> Result<Self, GenerateError> {
        let hardest = wanted.min(Tier::Expert);
        let tier = tier_within(&puzzle, hardest, meter).ok_or(GenerateError::Stopped)?;
        let tier = if wanted == Tier::Beyond { tier.or(Some(wanted)) } else { tier };
        Ok(Dug { puzzle, tier })
    }
}

/// Groups clues that have to be left out together.
fn orbits(grid: CellGrid, clues: &[(u32, u32)], symmetry: ClueSymmetry) -> Vec<Vec<usize>> {
    let cell = |&(x, y): &(u32, u32)| grid.at(y as usize, x as usize);
    let mut orbits: Vec<(usize, Vec<usize>)> = Vec::new();
    for (index, clue) in clues.iter().enumerate() {
        let cell = cell(clue);
        let name = cell.min(symmetry.image(grid, cell));
        match orbits.iter_mut().find(|orbit| orbit.0 == name) {
            Some(orbit) => orbit.1.push(index),
            None => orbits.push((name, vec![index])),
        }
    }
    orbits.into_iter().map(|(_, clues)| clues).collect()
}

/// Number of entries that are fixed at random when a random solution is drawn.
const RANDOM_ENTRIES: usize = 60;

/// Draws a random solution of a puzzle: fixes random entries, one after the other, as long as they
/// can be completed. Returns `None` if there is no solution or none is found within the conflict
/// limit.
pub fn solution_of<D: Declaration>(
    puzzle: &D,
    rng: &mut Rng,
    meter: &mut Meter,
) -> Result<Option<EntryValues>, GenerateError> {
    let declared = Declared::new(puzzle.clone());
    let learner = ClauseLearner::new(&declared.rules().model, |_, _| true, meter);
    let mut learner = learner.ok_or(GenerateError::Stopped)?;
    let mut order: Vec<usize> = (0..declared.spots.len()).collect();
    rng.shuffle(&mut order);
    let mut wanted: Vec<Assumption> = Vec::new();
    let mut solution: Option<Vec<Value>> = None;
    // The first question has no fixed entries: is there a solution at all?
    let spots = order.iter().copied().take(RANDOM_ENTRIES).map(Some);
    for spot in [None].into_iter().chain(spots) {
        if let Some(spot) = spot {
            let values: Vec<Value> = declared.spots[spot].values.iter().collect();
            let value = values[rng.below(values.len())];
            wanted.push(Assumption::Fact(Literal::is(spot, value)));
            if solution.as_ref().is_some_and(|solution| solution[spot] == value) {
                continue;
            }
        }
        match learner.ask(&wanted, MOST_CONFLICTS, meter) {
            Reply::Solution => solution = Some(learner.solution()[..order.len()].to_vec()),
            Reply::Stopped => return Err(GenerateError::Stopped),
            Reply::Refuted(_) | Reply::Paused if solution.is_none() => return Ok(None),
            Reply::Refuted(_) | Reply::Paused => _ = wanted.pop(),
        }
    }
    Ok(solution.map(|solution| solution.into_iter().map(Some).collect()))
}
