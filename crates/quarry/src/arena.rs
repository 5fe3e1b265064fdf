//! Environments for learners: many games of one puzzle, stepped together and written into arrays
//! that the caller owns.
//!
//! A call costs one virtual call, whatever the number of games. A game whose end was reported
//! restarts with the next step, whatever the action is then. Its next instance and luck follow from
//! its first seed and its number of games so far, so that a game does not depend on the others. An
//! illegal action changes nothing and earns the reward given in the settings.

use std::sync::Arc;

use quarry_core::ViewShape;
use quarry_core::{Encoded, Evaluator, Imitable, Meter, Picture, Puzzle, Rng, Score};

use crate::registry::{Make, Registry};

/// Settings of an arena.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ArenaSettings {
    /// Number of games.
    pub games: usize,
    /// Reward for an illegal action.
    pub illegal_reward: f64,
    /// Maximal number of actions before a game is truncated.
    pub limit: Option<u64>,
    /// Whether the actions of each game are kept, so that it can be judged.
    pub keeps_answers: bool,
}

/// The constant properties of an arena.
#[derive(Debug, Clone, PartialEq)]
pub struct ArenaOutline {
    /// Number of actions.
    pub actions: usize,
    /// Shape of a board.
    pub shape: ViewShape,
    /// Names of the numbers that can be observed instead of the board.
    pub features: Vec<String>,
}

/// Output buffers of a step. For each game they hold one entry, or as many as there are actions or
/// numbers in a view. An empty buffer is not written.
#[derive(Debug, Default)]
pub struct Ledger<'a> {
    /// Reward of the action.
    pub rewards: &'a mut [f64],
    /// Whether the game is over.
    pub over: &'a mut [bool],
    /// Whether the game was truncated.
    pub cut: &'a mut [bool],
    /// Score so far.
    pub scores: &'a mut [i64],
    /// Mask of legal actions.
    pub masks: &'a mut [i8],
    /// Boards, plane by plane and row by row.
    pub boards: &'a mut [u8],
    /// Feature values.
    pub features: &'a mut [f32],
}

/// Games for learners, of any puzzle.
pub trait Arena: Send + Sync {
    /// Returns the constant properties.
    fn outline(&self) -> &ArenaOutline;
    /// Returns the number of games.
    fn games(&self) -> usize;
    /// Restarts a game with the instance and luck of a seed, or of the seed that follows the last
    /// one.
    fn reset(&mut self, game: usize, seed: Option<u64>) -> Result<(), String>;
    /// Writes the state of all games, with rewards of 0.
    fn show(&self, ledger: &mut Ledger);
    /// Plays one action in each game. If any entry is not an action, nothing is played and the
    /// error names the first such entry.
    fn step(&mut self, actions: &[i64], ledger: &mut Ledger) -> Result<(), String>;
    /// Writes the action that an agent would choose in each game; 0 in a game that is over.
    fn advise(&self, agent: &str, actions: &mut [i64]) -> Result<(), String>;
    /// Returns the seed of a game's instance and luck.
    fn seed(&self, game: usize) -> u64;
    /// Returns whether a game's goal is reached.
    fn is_solved(&self, game: usize) -> bool;
    /// Draws a game.
    fn scene(&self, game: usize) -> Picture;
    /// Returns the text of the instance that is played.
    fn instance(&self, game: usize) -> String;
    /// Returns the moves so far as an answer, one string for each move or row; `None` unless
    /// answers are kept.
    fn answer(&self, game: usize) -> Option<Vec<String>>;
}

/// The source of the instances.
pub(crate) enum Dealer<P> {
    /// All games play this instance.
    One(Arc<P>),
    /// Every game generates its own instance.
    Each(Make<P>, Vec<(String, String)>),
}

impl<P> Dealer<P> {
    fn deal(&self, seed: u64) -> Result<Arc<P>, String> {
        match self {
            Dealer::One(puzzle) => Ok(Arc::clone(puzzle)),
            Dealer::Each(make, params) => {
                let instance = make(params, seed, &mut Meter::unlimited());
                instance.map(Arc::new).map_err(|error| error.to_string())
            }
        }
    }
}

/// Returns the action that an agent would choose.
type Advice<P> = Box<dyn Fn(&P, &<P as Encoded>::Game) -> Option<usize> + Send + Sync>;

/// A named agent that can choose actions.
pub(crate) struct Agent<P: Encoded> {
    name: &'static str,
    advice: Advice<P>,
}

/// Returns the controllers of a puzzle as agents.
pub(crate) fn agents_of<P: Imitable>() -> Vec<Agent<P>> {
    let agent = |controller: &'static quarry_core::Controller<P::Evaluator>| Agent {
        name: controller.name,
        advice: Box::new(move |puzzle: &P, game: &P::Game| {
            let pick = controller.evaluator.best(puzzle.rules(), P::seen(game))?;
            Some(puzzle.action(pick.mv))
        }),
    };
    P::controllers().iter().map(agent).collect()
}

type Open<P> =
    Box<dyn Fn(Dealer<P>, ArenaSettings) -> Result<Box<dyn Arena>, String> + Send + Sync>;

/// Opens arenas for a puzzle.
pub(crate) struct Opening<P> {
    agents: Vec<&'static str>,
    open: Open<P>,
}

impl<P: Encoded> Opening<P> {
    /// Creates the opening with these agents.
    pub(crate) fn new(agents: fn() -> Vec<Agent<P>>) -> Self {
        let names = agents().iter().map(|agent| agent.name).collect();
        let open = move |dealer, settings| {
            Ok(Box::new(Games::new(dealer, agents(), settings)?) as Box<dyn Arena>)
        };
        Opening { agents: names, open: Box::new(open) }
    }
}

impl<P> Opening<P> {
    pub(crate) fn agents(&self) -> Vec<&'static str> {
        self.agents.clone()
    }
}

impl<P: Puzzle> Registry<P> {
    pub(crate) fn open_arena(
        &self,
        dealer: Dealer<P>,
        settings: ArenaSettings,
    ) -> Result<Box<dyn Arena>, String> {
        let opening =
            self.arena.as_ref().ok_or_else(|| format!("{} has no environments", P::ID))?;
        (opening.open)(dealer, settings)
    }
}

/// One game of an arena.
struct Seat<P: Encoded> {
    puzzle: Arc<P>,
    game: P::Game,
    /// First seed, and the number of games that followed it.
    first: u64,
    games: u64,
    /// Seed of this game.
    seed: u64,
    score: Score,
    played: u64,
    over: bool,
    cut: bool,
    actions: Vec<usize>,
}

struct Games<P: Encoded> {
    dealer: Dealer<P>,
    agents: Vec<Agent<P>>,
    settings: ArenaSettings,
    outline: ArenaOutline,
    seats: Vec<Seat<P>>,
    /// Mask of legal actions, game by game.
    masks: Vec<i8>,
}

impl<P: Encoded> Games<P> {
    fn new(
        dealer: Dealer<P>,
        agents: Vec<Agent<P>>,
        settings: ArenaSettings,
    ) -> Result<Self, String> {
        let puzzle = dealer.deal(0)?;
        let outline = ArenaOutline {
            actions: puzzle.actions(),
            shape: puzzle.shape(),
            features: puzzle.measured(),
        };
        let masks = vec![0; outline.actions * settings.games];
        let mut games = Games { dealer, agents, settings, outline, seats: Vec::new(), masks };
        for seat in 0..settings.games {
            games.seats.push(games.seat(seat as u64, 0)?);
            games.mark(seat);
        }
        Ok(games)
    }

    /// Creates the `games`-th game that follows a first seed.
    fn seat(&self, first: u64, games: u64) -> Result<Seat<P>, String> {
        // Seeds have 53 bits, so that files and other programs preserve them.
        let seed = if games == 0 { first } else { Rng::stream(first, games).bits() >> 11 };
        let puzzle = self.dealer.deal(seed)?;
        if (puzzle.actions(), puzzle.shape()) != (self.outline.actions, self.outline.shape) {
            let advice = "choose parameters that fix the size";
            return Err(format!(
                "the instance of seed {seed} differs in size from that of seed 0: {advice}"
            ));
        }
        let (game, score) = (puzzle.deal(seed), puzzle.opening());
        Ok(Seat {
            puzzle,
            game,
            first,
            games,
            seed,
            score,
            played: 0,
            over: false,
            cut: false,
            actions: Vec::new(),
        })
    }

    /// Marks the legal actions of a game, and ends the game if there are none.
    #[inline]
    fn mark(&mut self, index: usize) -> Score {
        let seat = &mut self.seats[index];
        let mask = &mut self.masks[index * self.outline.actions..][..self.outline.actions];
        seat.over = !seat.puzzle.legal(&seat.game, mask);
        let gained = if seat.over { seat.puzzle.closing(&seat.game) } else { 0 };
        seat.score += gained;
        gained
    }

    /// Plays one action and returns its reward.
    #[inline]
    fn act(&mut self, index: usize, action: usize) -> Result<f64, String> {
        let seat = &mut self.seats[index];
        if seat.over || seat.cut {
            let (first, games) = (seat.first, seat.games + 1);
            self.seats[index] = self.seat(first, games)?;
            self.mark(index);
            return Ok(0.0);
        }
        seat.played += 1;
        seat.cut = self.settings.limit.is_some_and(|limit| seat.played >= limit);
        if self.masks[index * self.outline.actions + action] == 0 {
            return Ok(self.settings.illegal_reward);
        }
        if self.settings.keeps_answers {
            seat.actions.push(action);
        }
        let gained = seat.puzzle.act(&mut seat.game, action);
        seat.score += gained;
        Ok((gained + self.mark(index)) as f64)
    }

    #[inline]
    fn write(&self, index: usize, reward: f64, ledger: &mut Ledger) {
        let (seat, outline) = (&self.seats[index], &self.outline);
        if let Some(place) = ledger.rewards.get_mut(index) {
            *place = reward;
        }
        if let Some(place) = ledger.over.get_mut(index) {
            *place = seat.over;
        }
        if let Some(place) = ledger.cut.get_mut(index) {
            *place = seat.cut && !seat.over;
        }
        if let Some(place) = ledger.scores.get_mut(index) {
            *place = seat.score;
        }
        if let Some(board) = part(ledger.boards, index, outline.shape.len()) {
            seat.puzzle.see(&seat.game, board);
        }
        if let Some(features) = part(ledger.features, index, outline.features.len()) {
            seat.puzzle.measure(&seat.game, features);
        }
        if let Some(mask) = part(ledger.masks, index, outline.actions) {
            mask.copy_from_slice(&self.masks[index * outline.actions..][..outline.actions]);
        }
    }
}

/// Returns the part of a list that belongs to a game.
#[inline]
fn part<T>(list: &mut [T], index: usize, each: usize) -> Option<&mut [T]> {
    list.get_mut(index * each..(index + 1) * each)
}

impl<P: Encoded> Arena for Games<P> {
    fn outline(&self) -> &ArenaOutline {
        &self.outline
    }
    fn games(&self) -> usize {
        self.seats.len()
    }
    fn reset(&mut self, game: usize, seed: Option<u64>) -> Result<(), String> {
        let (first, games) = match seed {
            Some(seed) => (seed, 0),
            None => (self.seats[game].first, self.seats[game].games + 1),
        };
        self.seats[game] = self.seat(first, games)?;
        self.mark(game);
        Ok(())
    }
    fn show(&self, ledger: &mut Ledger) {
        (0..self.seats.len()).for_each(|game| self.write(game, 0.0, ledger));
    }
    fn step(&mut self, actions: &[i64], ledger: &mut Ledger) -> Result<(), String> {
        let (games, known) = (self.seats.len(), self.outline.actions);
        if actions.len() != games {
            return Err(format!(
                "expected {games} actions, one for each game, found {}",
                actions.len()
            ));
        }
        let is_action = |&action: &i64| usize::try_from(action).is_ok_and(|action| action < known);
        if let Some(game) = actions.iter().position(|action| !is_action(action)) {
            let last = known - 1;
            return Err(format!(
                "game {game}: expected an action from 0 to {last}, found {}",
                actions[game]
            ));
        }
        for (game, &action) in actions.iter().enumerate() {
            let reward = self.act(game, action as usize)?;
            self.write(game, reward, ledger);
        }
        Ok(())
    }
    fn advise(&self, agent: &str, actions: &mut [i64]) -> Result<(), String> {
        let Some(known) = self.agents.iter().find(|known| known.name == agent) else {
            let names: Vec<_> = self.agents.iter().map(|known| known.name).collect();
            return Err(match names.is_empty() {
                true => format!("unknown agent '{agent}': {} has none", P::ID),
                false => format!("unknown agent '{agent}': expected one of {}", names.join(", ")),
            });
        };
        for (seat, action) in self.seats.iter().zip(actions) {
            let advised = if seat.over { None } else { (known.advice)(&seat.puzzle, &seat.game) };
            *action = advised.map_or(0, |action| action as i64);
        }
        Ok(())
    }
    fn seed(&self, game: usize) -> u64 {
        self.seats[game].seed
    }
    fn is_solved(&self, game: usize) -> bool {
        let seat = &self.seats[game];
        seat.puzzle.reached(&seat.game)
    }
    fn scene(&self, game: usize) -> Picture {
        let seat = &self.seats[game];
        seat.puzzle.depict(&seat.game)
    }
    fn instance(&self, game: usize) -> String {
        self.seats[game].puzzle.show()
    }
    fn answer(&self, game: usize) -> Option<Vec<String>> {
        let Seat { puzzle, seed, actions, .. } = &self.seats[game];
        self.settings.keeps_answers.then(|| puzzle.show_answer(&puzzle.answer(*seed, actions)))
    }
}
