//! Two puzzles small enough to be fully known, and all solvers set up for them.

#![allow(unreachable_pub, reason = "tests of other files use the toys")]

mod low_level;

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use quarry_core::{
    Act, Aim, Bounded, Budget, Card, Choice, Coded, Event, Guided, LowLevel, Meter, NoSettings,
    Outcome, Refused, Rng, Sampled, Score, Search, StateSpace, Tracked, drive, key_of,
};
use quarry_solvers::evolve::hyper::{self, Hyper, HyperSettings};
use quarry_solvers::evolve::hyper_ants::{self, HyperAnts, HyperAntsSettings};
use quarry_solvers::evolve::hyper_islands::{self, HyperIslandsSettings};
use quarry_solvers::evolve::hyper_swarm::{self, HyperSwarm, HyperSwarmSettings};
use quarry_solvers::local::annealing::{self, Annealing, AnnealingSettings};
use quarry_solvers::local::hill_climbing::{self, HillClimbing, HillClimbingSettings};
use quarry_solvers::local::tabu::{self, Tabu, TabuSettings};
use quarry_solvers::local::vnd::{self, Vnd, VndSettings};
use quarry_solvers::local::vns::{self, Vns, VnsSettings};
use quarry_solvers::montecarlo::by_move::ByMove;
use quarry_solvers::montecarlo::dbs::{self, Dbs, DbsSettings};
use quarry_solvers::montecarlo::iterative_sampling::{
    self, IterativeSampling, IterativeSamplingSettings,
};
use quarry_solvers::montecarlo::mc_rws::{self, McRws, McRwsSettings};
use quarry_solvers::montecarlo::nmcs::{self, Nmcs, NmcsSettings};
use quarry_solvers::montecarlo::nrpa::{self, Nrpa, NrpaSettings};
use quarry_solvers::montecarlo::random::{self, Random, RandomSettings};
use quarry_solvers::montecarlo::sp_mcts::{self, SpMcts, SpMctsSettings};
use quarry_solvers::swarm::ant_colony::{self, AntColony, AntColonySettings};
use quarry_solvers::swarm::clonal_selection::{self, ClonalSelection, ClonalSelectionSettings};
use quarry_solvers::swarm::genetic_programming::{
    self, GeneticProgramming, GeneticProgrammingSettings,
};
use quarry_solvers::swarm::line_ga::{self, LineGa, LineGaSettings};
use quarry_solvers::swarm::particle_swarm::{self, ParticleSwarm, ParticleSwarmSettings};
use quarry_solvers::tree::a_star::{self, AStar};
use quarry_solvers::tree::backtrack::{self, Backtrack};
use quarry_solvers::tree::beam::{self, Beam, BeamSettings};
use quarry_solvers::tree::branch_and_bound::{self, BranchAndBound, BranchAndBoundSettings};
use quarry_solvers::tree::breadth_first::{self, BreadthFirst};
use quarry_solvers::tree::closed::GraphSettings;
use quarry_solvers::tree::depth_first::{self, DepthFirst};
use quarry_solvers::tree::depth_limited::{self, DepthLimited, DepthLimitedSettings};
use quarry_solvers::tree::greedy::{self, Greedy};
use quarry_solvers::tree::ida_star::{self, IdaStar, IdaStarSettings};
use quarry_solvers::tree::iterative_deepening::{self, IterativeDeepening};
use quarry_solvers::tree::k_best_first::{self, KBestFirst, KBestFirstSettings};
use quarry_solvers::tree::uniform_cost::{self, UniformCost};
use quarry_solvers::tree::weighted_a_star::{self, WeightedAStar, WeightedAStarSettings};
use quarry_solvers::whole::WholeGames;

/// SameGame in one row: n (n - 1) points for a run of n >= 2 equal cells; each cell left costs one.
pub struct Strip {
    pub cells: Vec<u8>,
    pub aim: Aim,
    pub played: Count,
}

/// Counts the moves really played, by any caller.
#[derive(Default)]
pub struct Count(AtomicU64);

impl Count {
    pub fn one_more(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the count since the last call.
    pub fn take(&self) -> u64 {
        self.0.swap(0, Ordering::Relaxed)
    }
}

/// A space that counts its moves itself.
pub trait Counting: StateSpace {
    fn played(&self) -> &Count;
}

impl Counting for Strip {
    fn played(&self) -> &Count {
        &self.played
    }
}

impl Counting for Sliding {
    fn played(&self) -> &Count {
        &self.played
    }
}

impl Strip {
    pub fn new(cells: &str) -> Self {
        Strip { cells: cells.bytes().collect(), aim: Aim::Maximise, played: Count::default() }
    }

    /// The same row, with clearing it as the only goal.
    pub fn to_clear(cells: &str) -> Self {
        Strip { aim: Aim::Reach, ..Strip::new(cells) }
    }

    /// A random row, the same for the same seed.
    pub fn shuffled(length: usize, colours: usize, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let cells = (0..length).map(|_| b'a' + rng.below(colours) as u8).collect();
        Strip { cells, aim: Aim::Maximise, played: Count::default() }
    }

    fn run_at(state: &[u8], start: usize) -> usize {
        state[start..].iter().take_while(|&&cell| cell == state[start]).count()
    }

    fn colour_counts(state: &[u8]) -> impl Iterator<Item = Score> {
        (b'a'..=b'z').map(|colour| state.iter().filter(|&&cell| cell == colour).count() as Score)
    }

    fn is_over(state: &[u8]) -> bool {
        state.windows(2).all(|pair| pair[0] != pair[1])
    }
}

impl StateSpace for Strip {
    type State = Vec<u8>;
    type Move = usize;

    fn start(&self) -> Vec<u8> {
        self.cells.clone()
    }
    fn moves(&self, state: &Vec<u8>, out: &mut Vec<usize>) {
        let mut at = 0;
        while at < state.len() {
            let run = Strip::run_at(state, at);
            if run >= 2 {
                out.push(at);
            }
            at += run;
        }
    }
    fn play(&self, state: &mut Vec<u8>, start: usize) -> Score {
        self.played.one_more();
        let run = Strip::run_at(state, start);
        assert!(
            run >= 2 && (start == 0 || state[start - 1] != state[start]),
            "illegal move {start}"
        );
        state.drain(start..start + run);
        (run * (run - 1)) as Score
    }
    fn is_solved(&self, state: &Vec<u8>) -> bool {
        state.is_empty()
    }
    /// Mirror images share a key, as the contract allows.
    fn key(&self, state: &Vec<u8>) -> u128 {
        let mirrored: Vec<u8> = state.iter().rev().copied().collect();
        key_of(state.min(&mirrored))
    }
}

impl Guided for Strip {
    fn terminal_score(&self, state: &Vec<u8>) -> Score {
        -(state.len() as Score)
    }
    fn aim(&self) -> Aim {
        self.aim
    }
    fn estimate(&self, state: &Vec<u8>) -> Score {
        self.potential(state)
    }
}

impl Bounded for Strip {
    /// Bound: every colour in one run, and a colour with one cell left keeps it.
    fn bound(&self, state: &Vec<u8>) -> Score {
        if Strip::is_over(state) {
            return self.terminal_score(state);
        }
        Strip::colour_counts(state)
            .map(|count| if count == 1 { -1 } else { count * (count - 1) })
            .sum()
    }

    /// Potential: every colour in one run.
    fn potential(&self, state: &Vec<u8>) -> Score {
        if Strip::is_over(state) {
            return self.terminal_score(state);
        }
        Strip::colour_counts(state).map(|count| count * (count - 1)).sum()
    }
}

impl Sampled for Strip {
    /// Plays the rightmost run or the one before it.
    fn sample(
        &self,
        state: &mut Vec<u8>,
        rng: &mut Rng,
        line: &mut Vec<usize>,
        meter: &mut Meter,
    ) -> Result<Score, Refused> {
        let mut gained = 0;
        let mut moves = Vec::new();
        loop {
            moves.clear();
            self.moves(state, &mut moves);
            let Some(last) = moves.len().checked_sub(1) else {
                return Ok(gained + self.terminal_score(state));
            };
            meter.spend_node()?;
            let mv = moves[last.saturating_sub(rng.below(2))];
            gained += self.play(state, mv);
            line.push(mv);
        }
    }
}

/// A cell is identified by its position at the start.
impl Tracked for Strip {
    type Track = Vec<(usize, u8)>;
    type Thing = usize;

    fn track(&self) -> Self::Track {
        self.cells.iter().copied().enumerate().collect()
    }
    fn state(&self, track: &Self::Track) -> Vec<u8> {
        track.iter().map(|&(_, colour)| colour).collect()
    }
    fn thing_of(&self, track: &Self::Track, start: usize) -> usize {
        track[start].0
    }
    fn act(&self, track: &mut Self::Track, thing: usize) -> Act<usize> {
        let Some(at) = track.iter().position(|&(origin, _)| origin == thing) else {
            return Act::Never;
        };
        let state = self.state(track);
        let start =
            (0..=at).rev().take_while(|&start| state[start] == state[at]).last().unwrap_or(at);
        let run = Strip::run_at(&state, start);
        if run < 2 {
            return Act::NotNow;
        }
        self.played.one_more();
        track.drain(start..start + run);
        Act::Gained(start, (run * (run - 1)) as Score)
    }
    fn any_thing(&self, track: &Self::Track, rng: &mut Rng) -> Option<usize> {
        let mut moves = Vec::new();
        self.moves(&self.state(track), &mut moves);
        (!moves.is_empty()).then(|| track[moves[rng.below(moves.len())]].0)
    }
}

/// The code of a move is the length and the colour of its run.
impl Coded for Strip {
    type Walk = (Vec<u8>, Vec<Choice<usize>>);

    fn walk(&self, from: Vec<u8>, _selective: bool) -> Self::Walk {
        (from, Vec::new())
    }
    fn place<'w>(&self, (state, _): &'w Self::Walk) -> &'w Vec<u8> {
        state
    }
    fn choices<'w>(&self, (state, choices): &'w mut Self::Walk) -> &'w mut [Choice<usize>] {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        let code =
            |start: usize| u64::from(state[start]) << 32 | Strip::run_at(state, start) as u64;
        choices.clear();
        for start in moves {
            if choices.iter().all(|other: &Choice<usize>| other.code != code(start)) {
                choices.push(Choice::new(start, code(start), 0.0));
            }
        }
        choices
    }
    fn take(&self, walk: &mut Self::Walk, index: usize) -> Score {
        let start = walk.1[index].mv;
        self.play(&mut walk.0, start)
    }
}

/// The sliding puzzle on 3 x 2 cells: a move names the cell whose tile slides into the gap, and
/// costs one.
pub struct Sliding {
    pub tiles: [u8; 6],
    pub aim: Aim,
    pub played: Count,
}

impl Sliding {
    pub const SOLVED: [u8; 6] = [1, 2, 3, 4, 5, 0];

    /// Creates a puzzle this many random slides away from the goal.
    pub fn scrambled(slides: usize, seed: u64) -> Self {
        let mut sliding =
            Sliding { tiles: Sliding::SOLVED, aim: Aim::Reach, played: Count::default() };
        let mut rng = Rng::new(seed);
        for _ in 0..slides {
            let mut moves = Vec::new();
            sliding.moves(&sliding.tiles, &mut moves);
            let mut tiles = sliding.tiles;
            sliding.play(&mut tiles, moves[rng.below(moves.len())]);
            sliding.tiles = tiles;
        }
        sliding
    }

    /// Two tiles swapped: the goal cannot be reached.
    pub fn impossible() -> Self {
        Sliding { tiles: [2, 1, 3, 4, 5, 0], aim: Aim::Reach, played: Count::default() }
    }

    /// The same puzzle, in which only a proof of the fewest moves ends a search.
    pub fn in_fewest_moves(self) -> Self {
        Sliding { aim: Aim::ReachBest, ..self }
    }

    pub fn distance(a: usize, b: usize) -> Score {
        ((a % 3).abs_diff(b % 3) + (a / 3).abs_diff(b / 3)) as Score
    }

    /// Finds the answer with a search that shares no code with the solvers.
    pub fn fewest_moves(&self) -> Score {
        let mut depths = HashMap::from([(self.tiles, 0)]);
        let mut queue = VecDeque::from([self.tiles]);
        while let Some(tiles) = queue.pop_front() {
            let depth = depths[&tiles];
            if tiles == Sliding::SOLVED {
                return depth;
            }
            let mut moves = Vec::new();
            self.moves(&tiles, &mut moves);
            for mv in moves {
                let mut next = tiles;
                self.play(&mut next, mv);
                depths.entry(next).or_insert_with(|| {
                    queue.push_back(next);
                    depth + 1
                });
            }
        }
        unreachable!("a scrambled puzzle can be solved")
    }
}

impl StateSpace for Sliding {
    type State = [u8; 6];
    type Move = usize;

    fn start(&self) -> [u8; 6] {
        self.tiles
    }
    fn moves(&self, state: &[u8; 6], out: &mut Vec<usize>) {
        let gap = state.iter().position(|&tile| tile == 0).unwrap();
        out.extend((0..6).filter(|&cell| Sliding::distance(cell, gap) == 1));
    }
    fn play(&self, state: &mut [u8; 6], cell: usize) -> Score {
        self.played.one_more();
        let gap = state.iter().position(|&tile| tile == 0).unwrap();
        assert_eq!(Sliding::distance(cell, gap), 1, "illegal move {cell}");
        state.swap(cell, gap);
        -1
    }
    fn is_solved(&self, state: &[u8; 6]) -> bool {
        *state == Sliding::SOLVED
    }
    fn key(&self, state: &[u8; 6]) -> u128 {
        key_of(state)
    }
}

impl Guided for Sliding {
    fn aim(&self) -> Aim {
        self.aim
    }
    fn estimate(&self, state: &[u8; 6]) -> Score {
        self.bound(state)
    }
}

impl Bounded for Sliding {
    /// Every tile takes the shortest way to its place.
    fn bound(&self, state: &[u8; 6]) -> Score {
        let tiles = state.iter().enumerate().filter(|&(_, &tile)| tile != 0);
        -tiles.map(|(cell, &tile)| Sliding::distance(cell, usize::from(tile) - 1)).sum::<Score>()
    }
}

/// Score of the best finished game, found by trying all.
pub fn brute_force<S: Guided>(space: &S) -> Score {
    fn best_from<S: Guided>(space: &S, state: &S::State) -> Score {
        let mut moves = Vec::new();
        space.moves(state, &mut moves);
        let values = moves.into_iter().map(|mv| {
            let mut next = state.clone();
            let gain = space.play(&mut next, mv);
            gain + best_from(space, &next)
        });
        values.max().unwrap_or_else(|| space.terminal_score(state))
    }
    best_from(space, &space.start())
}

/// Plays a line and returns (solved, score) as the contract defines them.
pub fn replay<S: Guided>(space: &S, line: &[S::Move]) -> (bool, Score) {
    let mut state = space.start();
    let mut moves = Vec::new();
    let mut score = 0;
    for (at, mv) in line.iter().enumerate() {
        moves.clear();
        space.moves(&state, &mut moves);
        assert!(moves.contains(mv), "move {at} of {line:?} is illegal");
        score += space.play(&mut state, *mv);
    }
    moves.clear();
    space.moves(&state, &mut moves);
    let solved = match space.aim() {
        Aim::Reach | Aim::ReachBest => space.is_solved(&state),
        Aim::Maximise => moves.is_empty(),
    };
    (solved, if moves.is_empty() { score + space.terminal_score(&state) } else { score })
}

/// Runs a search within a budget.
pub fn run<T: Search>(mut search: T, budget: Budget) -> Outcome<T::Answer> {
    let stop = AtomicBool::new(false);
    drive(&mut search, &mut Meter::new(budget, &stop), &mut |_| {})
}

pub fn evaluations(limit: u64) -> Budget {
    Budget { evaluations: Some(limit), ..Budget::default() }
}

/// A run: its outcome, and its improvements as (complete, score, evaluations, nodes).
pub struct Ran<M> {
    pub outcome: Outcome<Vec<M>>,
    pub trace: Vec<(bool, Score, u64, u64)>,
}

/// A search of any type, ready to run; the flag says whether a game that was cut short is finished.
pub type Ready<'a, M> = Box<dyn FnOnce(&mut Meter, bool) -> Ran<M> + 'a>;

pub fn ready<'a, S: Guided>(
    card: Card,
    space: &'a S,
    search: impl Search<Answer = Vec<S::Move>> + 'a,
) -> (&'static str, Ready<'a, S::Move>) {
    (card.name, Box::new(move |meter, finish| ran(space, search, meter, finish)))
}

fn ran<S: Guided>(
    space: &S,
    mut search: impl Search<Answer = Vec<S::Move>>,
    meter: &mut Meter,
    finish: bool,
) -> Ran<S::Move> {
    let mut trace = Vec::new();
    let mut observe = |event| {
        if let Event::Improved { solved, score, tally, .. } = event {
            trace.push((solved, score, tally.evaluations, tally.generated));
        }
    };
    let outcome = if finish {
        drive(&mut WholeGames::new(space, search), meter, &mut observe)
    } else {
        drive(&mut search, meter, &mut observe)
    };
    Ran { outcome, trace }
}

/// The solvers that search a finite space completely, with or without a closed list.
pub fn exhaustive<S: Bounded>(space: &S, closed: bool) -> Vec<(&'static str, Ready<'_, S::Move>)> {
    let graph = GraphSettings { closed };
    vec![
        ready(breadth_first::CARD, space, BreadthFirst::new(space, &graph)),
        ready(uniform_cost::CARD, space, UniformCost::new(space, &graph)),
        ready(depth_first::CARD, space, DepthFirst::new(space, &graph)),
        ready(
            depth_limited::CARD,
            space,
            DepthLimited::new(space, &DepthLimitedSettings { limit: 30, closed }),
        ),
        ready(iterative_deepening::CARD, space, IterativeDeepening::new(space, &graph)),
        ready(a_star::CARD, space, AStar::new(space, &graph)),
        ready(ida_star::CARD, space, IdaStar::new(space, &IdaStarSettings { closed, states: 0 })),
        ready(
            weighted_a_star::CARD,
            space,
            WeightedAStar::new(space, &WeightedAStarSettings { weight: 3.0, closed }),
        ),
        ready(
            k_best_first::CARD,
            space,
            KBestFirst::new(space, &KBestFirstSettings { k: 5, weight: 2.0, closed }),
        ),
    ]
}

/// All solvers, set up for small spaces and budgets.
pub fn every<S: Bounded + LowLevel>(
    space: &S,
    seed: u64,
) -> Vec<(&'static str, Ready<'_, S::Move>)> {
    let depth = 100;
    let climbing = |pick| HillClimbingSettings { pick, depth };
    let tabu = TabuSettings { depth, ..TabuSettings::default() };
    let annealing = AnnealingSettings { depth, steps: 1_000, ..AnnealingSettings::default() };
    let vns = VnsSettings { depth, ..VnsSettings::default() };
    let hyper = HyperSettings { depth, ..HyperSettings::default() };
    let islands = HyperIslandsSettings { depth, islands: 3, ..HyperIslandsSettings::default() };
    let nrpa = NrpaSettings { depth, level: 2, iterations: 30, ..NrpaSettings::default() };
    let sp_mcts = SpMctsSettings { depth, playouts: 1_000, ..SpMctsSettings::default() };
    let nmcs = NmcsSettings { depth, level: 1, ..NmcsSettings::default() };
    let mc_rws = McRwsSettings { depth, ..McRwsSettings::default() };
    let vnd = VndSettings { depth, ..VndSettings::default() };
    let ants = AntColonySettings { depth, ..AntColonySettings::default() };
    let line_ga = LineGaSettings { depth, ..LineGaSettings::default() };
    let clonal = ClonalSelectionSettings { depth, ..ClonalSelectionSettings::default() };
    let particles = ParticleSwarmSettings { depth, ..ParticleSwarmSettings::default() };
    let formulas = GeneticProgrammingSettings { depth, ..GeneticProgrammingSettings::default() };
    let hyper_ants = HyperAntsSettings { depth, ..HyperAntsSettings::default() };
    let hyper_swarm = HyperSwarmSettings { depth, ..HyperSwarmSettings::default() };
    let mut all = exhaustive(space, true);
    all.extend([
        ready(backtrack::CARD, space, Backtrack::new(space, &NoSettings)),
        ready(
            branch_and_bound::CARD,
            space,
            BranchAndBound::new(space, &BranchAndBoundSettings { width: 3 }),
        ),
        ready(greedy::CARD, space, Greedy::new(space, &NoSettings)),
        ready(beam::CARD, space, Beam::new(space, &BeamSettings { width: 100 })),
        ready(random::CARD, space, Random::new(space, &RandomSettings { depth }, seed)),
        ready(
            iterative_sampling::CARD,
            space,
            IterativeSampling::new(space, &IterativeSamplingSettings { depth }, seed),
        ),
        ready(hill_climbing::CARD, space, HillClimbing::new(space, &climbing("first"), seed)),
        ready(hill_climbing::CARD, space, HillClimbing::new(space, &climbing("steepest"), seed)),
        ready(hill_climbing::CARD, space, HillClimbing::new(space, &climbing("random"), seed)),
        ready(tabu::CARD, space, Tabu::new(space, &tabu, seed)),
        ready(annealing::CARD, space, Annealing::new(space, &annealing, seed)),
        ready(vns::CARD, space, Vns::new(space, &vns, seed)),
        ready(hyper::CARD, space, Hyper::new(space, &hyper, seed)),
        ready(hyper_islands::CARD, space, Hyper::on_islands(space, &islands, seed)),
        ready(dbs::CARD, space, Dbs::new(space, &DbsSettings { depth, ..DbsSettings::default() })),
        ready(mc_rws::CARD, space, McRws::new(space, &mc_rws, seed)),
        ready(sp_mcts::CARD, space, SpMcts::new(space, &sp_mcts, seed)),
        ready(nmcs::CARD, space, Nmcs::new(space, &nmcs, seed)),
        ready(vnd::CARD, space, Vnd::new(space, &vnd, seed)),
        ready(line_ga::CARD, space, LineGa::new(space, &line_ga, seed)),
        ready(clonal_selection::CARD, space, ClonalSelection::new(space, &clonal, seed)),
        ready(particle_swarm::CARD, space, ParticleSwarm::new(space, &particles, seed)),
        ready(genetic_programming::CARD, space, GeneticProgramming::new(space, &formulas, seed)),
        ready(hyper_ants::CARD, space, HyperAnts::new(space, &hyper_ants, seed)),
        ready(hyper_swarm::CARD, space, HyperSwarm::new(space, &hyper_swarm, seed)),
        (
            ant_colony::CARD.name,
            Box::new(move |meter, finish| {
                let coded = ByMove(space);
                ran(space, AntColony::new(&coded, &ants, seed), meter, finish)
            }),
        ),
        (
            nrpa::CARD.name,
            Box::new(move |meter, finish| {
                let coded = ByMove(space);
                ran(space, Nrpa::new(&coded, &nrpa, seed), meter, finish)
            }),
        ),
    ]);
    all
}

/// Runs a search within a budget.
pub fn within<M>(budget: Budget, search: Ready<'_, M>) -> Outcome<Vec<M>> {
    let stop = AtomicBool::new(false);
    search(&mut Meter::new(budget, &stop), true).outcome
}
