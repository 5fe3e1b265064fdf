//! Generates puzzles: draws a random solution with all its clues, then removes as many as possible.
//!
//! Clues are left out in random order, together with their images under the symmetry, as long as
//! the solution stays unique. One learner answers all these questions: each clue is a group, and
//! the solution is forbidden, so that a refutation proves that there is no other solution. The
//! refutation names the clues it needs, and all others are dropped at once. If a tier is requested,
//! clues are dropped one by one instead. Then as many of them are put back, the last first, as are
//! needed to solve the puzzle within the tier. The result is accepted only if the tier below does
//! not solve it. A puzzle's own search, where it has one, takes the learner's place and is asked
//! about each clue anew.

use quarry_constraint::{Assumption, ClauseLearner, Reply};
use quarry_core::{
    FinderStep, Generate, GenerateError, Literal, Meter, Rng, SolutionFinder, Tier, Value,
    settings, solved_within,
};

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

    fn generate(
        (options, wish): &Self::Params,
        seed: u64,
        meter: &mut Meter,
    ) -> Result<Self, GenerateError> {
        let mut rng = Rng::new(seed);
        let tier = Tier::named(wish.tier);
        let symmetry = ClueSymmetry::named(wish.symmetry);
        if symmetry != ClueSymmetry::None && !D::SYMMETRIES.contains(&symmetry) {
            let names: Vec<&str> = [&[ClueSymmetry::None], D::SYMMETRIES]
                .concat()
                .iter()
                .map(|one| one.name())
                .collect();
            return Err(GenerateError::Refused(format!(
                "symmetry={}: for this puzzle ask for symmetry={}",
                wish.symmetry,
                names.join(" or ")
            )));
        }
        for _ in 0..ATTEMPTS {
            if !meter.goes_on() {
                return Err(GenerateError::Stopped);
            }
            let Some(draft) = D::draft(options, symmetry, &mut rng, meter)? else { continue };
            if tier.is_some() && draft.solution.len() > MOST_RATED {
                return Err(GenerateError::Refused(format!(
                    "{} entries are too many to rate: ask for a smaller board or tier=any",
                    draft.solution.len()
                )));
            }
            if !wish.unique && tier.is_none() {
                return Ok(Declared::new(draft.puzzle));
            }
            let Some(draft) = made_unique(draft, symmetry, &mut rng, meter)? else { continue };
            let puzzle = dug(draft, symmetry, tier, &mut rng, meter)?;
            if let Some(puzzle) = puzzle.filter_tier(tier, meter)? {
                return Ok(puzzle);
            }
        }
        let what = match tier {
            Some(tier) => format!("a puzzle of tier={tier}"),
            None => "a puzzle with one solution".to_owned(),
        };
        Err(GenerateError::Refused(format!(
            "{ATTEMPTS} attempts did not produce {what}: ask for another seed, size or tier"
        )))
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
        match another_solution(&draft.puzzle, &values(&draft.solution), meter)? {
            Another::None => return Ok(Some(draft)),
            Another::Unknown => return Ok(None),
            Another::Found(second) => match D::mended(&draft, &second, symmetry, rng) {
                Some(mended) => draft = mended,
                None => return Ok(None),
            },
        }
    }
    Ok(None)
}

/// Whether a puzzle has a solution besides the known one.
enum Another {
    None,
    Found(EntryValues),
    Unknown,
}

fn another_solution<D: Declaration>(
    puzzle: &D,
    known: &[Value],
    meter: &mut Meter,
) -> Result<Another, GenerateError> {
    let entries = |solution: &[Value]| solution[..known.len()].iter().copied().map(Some).collect();
    if let Some(mut finder) = puzzle.finder() {
        return Ok(match ask_finder(&mut *finder, known, meter) {
            Reply::Solution => Another::Found(entries(&finder.solution())),
            Reply::Refuted(_) => Another::None,
            Reply::Paused => Another::Unknown,
            Reply::Stopped => return Err(GenerateError::Stopped),
        });
    }
    let model = Declared::new(puzzle.clone()).rules().model;
    let learner = ClauseLearner::new(&model, |_, _| true, meter);
    let mut learner = learner.ok_or(GenerateError::Stopped)?;
    learner.forbid(known);
    Ok(match learner.ask(&[], MOST_CONFLICTS, meter) {
        Reply::Solution => Another::Found(entries(learner.solution())),
        Reply::Refuted(_) => Another::None,
        Reply::Paused => Another::Unknown,
        Reply::Stopped => return Err(GenerateError::Stopped),
    })
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

/// Leaves out clues as long as the solution stays unique and no harder to find than requested.
fn dug<D: Declaration>(
    draft: Draft<D>,
    symmetry: ClueSymmetry,
    tier: Option<Tier>,
    rng: &mut Rng,
    meter: &mut Meter,
) -> Result<Declared<D>, GenerateError> {
    let Draft { puzzle, solution } = draft;
    let clues = puzzle.clues();
    let known = values(&solution);
    let hardest = tier.filter(|&tier| tier < Tier::Beyond);
    let has_finder = puzzle.finder().is_some();
    let mut learner = match has_finder {
        true => None,
        false => Some(ClueLearner::new(&puzzle, &known, meter)?),
    };
    let mut orbits = orbits(puzzle.grid(), &clues, symmetry);
    rng.shuffle(&mut orbits);
    // The clues that are left after each successful removal.
    let mut stages = vec![vec![true; clues.len()]];
    let mut pauses = 0;
    for orbit in &orbits {
        if pauses == MOST_PAUSES {
            break;
        }
        let kept = &stages[stages.len() - 1];
        if orbit.iter().all(|&clue| !kept[clue]) {
            continue;
        }
        let mut without = kept.clone();
        orbit.iter().for_each(|&clue| without[clue] = false);
        // The learner rather names what is assumed first: the clues that are tried last, so that
        // those which stay are spread over the board.
        let tried_last = orbits.iter().rev().flatten().copied();
        let assumed: Vec<usize> = tried_last.filter(|&clue| without[clue]).collect();
        let reply = match &mut learner {
            Some(learner) => learner.ask(&assumed, meter),
            None => match puzzle.with_clues(&without).finder() {
                Some(mut finder) => ask_finder(&mut *finder, &known, meter),
                None => Reply::Paused,
            },
        };
        match reply {
            Reply::Refuted(needed) => {
                if hardest.is_none() && !has_finder {
                    let is_needed = |clue: &usize| needed.iter().any(|&one| assumed[one] == *clue);
                    for orbit in &orbits {
                        let stays = orbit.iter().any(|clue| without[*clue] && is_needed(clue));
                        orbit.iter().for_each(|&clue| without[clue] = stays);
                    }
                }
                stages.push(without);
            }
            Reply::Solution => {}
            Reply::Paused => pauses += 1,
            Reply::Stopped => return Err(GenerateError::Stopped),
        }
    }
    let at = |stage: usize| Declared::new(puzzle.with_clues(&stages[stage]));
    let Some(hardest) = hardest else { return Ok(at(stages.len() - 1)) };
    // More clues usually make a puzzle easier, so a binary search is good enough.
    let (mut solved, mut unsolved) = (0, stages.len());
    while solved + 1 < unsolved {
        let middle = (solved + unsolved) / 2;
        if solved_within(&at(middle), hardest, meter).ok_or(GenerateError::Stopped)? {
            solved = middle;
        } else {
            unsolved = middle;
        }
    }
    Ok(at(solved))
}

/// A learner that can leave out clues, with the known solution forbidden.
struct ClueLearner {
    learner: ClauseLearner,
    has_rule: Vec<bool>,
}

impl ClueLearner {
    fn new<D: Declaration>(
        puzzle: &D,
        known: &[Value],
        meter: &mut Meter,
    ) -> Result<Self, GenerateError> {
        let rules = Declared::new(puzzle.clone()).rules();
        let clue = |rule: &Option<usize>| rule.and_then(|rule| rules.rules[rule].clue);
        let groups: Vec<Option<usize>> = rules.rule_of.iter().map(clue).collect();
        let learner = ClauseLearner::with_groups(&rules.model, &groups, meter);
        let mut learner = learner.ok_or(GenerateError::Stopped)?;
        learner.forbid(known);
        let clues = 0..puzzle.clues().len();
        let has_rule = clues.map(|clue| groups.contains(&Some(clue))).collect();
        Ok(ClueLearner { learner, has_rule })
    }

    /// Looks for another solution with these clues. A refutation names those that it needs, by
    /// their index in the list.
    fn ask(&mut self, clues: &[usize], meter: &mut Meter) -> Reply {
        let asked: Vec<usize> =
            (0..clues.len()).filter(|&index| self.has_rule[clues[index]]).collect();
        let assumed: Vec<Assumption> =
            asked.iter().map(|&index| Assumption::Group(clues[index])).collect();
        match self.learner.ask(&assumed, MOST_CONFLICTS_FOR_A_CLUE, meter) {
            Reply::Refuted(needed) => {
                Reply::Refuted(needed.into_iter().map(|index| asked[index]).collect())
            }
            reply => reply,
        }
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

impl<D: Declaration> Declared<D> {
    /// Returns the puzzle if it has the requested tier: solved within it, but not within the tier
    /// below.
    fn filter_tier(
        self,
        wanted: Option<Tier>,
        meter: &mut Meter,
    ) -> Result<Option<Self>, GenerateError> {
        let Some(wanted) = wanted else { return Ok(Some(self)) };
        let below = Tier::ALL.into_iter().take_while(|&tier| tier < wanted).last();
        let mut solved = |tier| solved_within(&self, tier, meter).ok_or(GenerateError::Stopped);
        let is_easier = below.map_or(Ok(false), &mut solved)?;
        let is_harder = wanted < Tier::Beyond && !solved(wanted)?;
        Ok((!is_easier && !is_harder).then_some(self))
    }
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
