//! Contracts of solvers that evolve plans for a clockwork world.

use std::sync::atomic::AtomicBool;

use quarry_core::{
    Budget, Clockwork, Cue, Domain, Event, Halt, Meter, Outcome, Score, Scripted, Search, Sensed,
    SettingValue, Timed, drive,
};
use quarry_solvers::evolve::ga_alpha::{GaAlphaSettings, Start};
use quarry_solvers::evolve::ga_events::GaEventsSettings;
use quarry_solvers::evolve::ga_nets::GaNetsSettings;
use quarry_solvers::evolve::ga_scripts::GaScriptsSettings;
use quarry_solvers::evolve::scripts::Scripts;

/// Ringers arrive one after the other and wake at fixed times. A bell counts if it is rung by the
/// ringer who has just woken; a false one costs only its time step. A call ends the game.
struct Tower {
    ringers: u16,
    /// Whether the goal can be reached at all.
    can_end: bool,
}

#[derive(Clone)]
struct Peal {
    time: u32,
    rung: Vec<bool>,
    silenced: bool,
}

const STEPS: u32 = 20;
const SILENCE: u16 = 9;

impl Tower {
    /// Time at which a ringer wakes.
    fn wakes(&self, ringer: u16) -> u32 {
        2 + 3 * u32::from(ringer)
    }
}

impl Clockwork for Tower {
    type World = Peal;
    type Command = (Option<u16>, u16);
    type Stock = ();

    fn begin(&self) -> Peal {
        Peal { time: 0, rung: vec![false; usize::from(self.ringers)], silenced: false }
    }
    fn now(&self, peal: &Peal) -> u32 {
        peal.time
    }
    fn horizon(&self) -> u32 {
        STEPS
    }
    fn is_over(&self, peal: &Peal) -> bool {
        peal.time == STEPS || peal.silenced
    }
    fn is_solved(&self, peal: &Peal) -> bool {
        self.can_end && peal.rung.iter().all(|&rung| rung)
    }
    fn each_command(&self, peal: &Peal, mut each: impl FnMut(Self::Command)) {
        (0..self.ringers)
            .filter(|&ringer| peal.time == self.wakes(ringer))
            .for_each(|ringer| each((Some(ringer), 1)));
        each((None, SILENCE));
    }
    fn spell(&self, command: Self::Command) -> String {
        format!("{command:?}")
    }
    fn orders(&self) -> u64 {
        u64::from(self.ringers) * self.roles().len() as u64 + 1
    }
    fn tick(&self, peal: &mut Peal, command: Option<Self::Command>) -> Score {
        let before = peal.rung.iter().filter(|&&rung| rung).count();
        match command.filter(|&command| self.obeys(peal, command)) {
            Some((Some(ringer), _)) => peal.rung[usize::from(ringer)] = true,
            Some((None, _)) => peal.silenced = true,
            None => {}
        }
        peal.time += 1;
        10 * (peal.rung.iter().filter(|&&rung| rung).count() - before) as Score
    }
    fn last_gain(&self, peal: &Peal) -> Score {
        Score::from(peal.time)
    }
    fn future(&self, peal: &Peal) -> u128 {
        u128::from(peal.time)
    }
    fn outlook(&self, peal: &Peal) -> (u128, ()) {
        (self.future(peal), ())
    }
}

impl Scripted for Tower {
    fn cast(&self) -> u16 {
        self.ringers
    }
    fn roles(&self) -> Vec<u16> {
        vec![1, 2]
    }
    fn calls(&self) -> Vec<u16> {
        vec![SILENCE]
    }
    fn command(&self, cue: Cue) -> Option<Self::Command> {
        cue.what
            .filter(|&what| cue.whom.is_some() == (what != SILENCE))
            .map(|what| (cue.whom, what))
    }
    fn each_occasion(&self, peal: &Peal, each: impl FnMut(u16)) {
        (0..self.ringers)
            .filter(|&ringer| [u32::from(ringer), self.wakes(ringer)].contains(&peal.time))
            .for_each(each);
    }
}

/// A ringer senses how long it has been awake, one number for each of the cells in sight and one for
/// not being awake.
impl Sensed for Tower {
    fn senses(&self, sight: u64) -> usize {
        sight as usize + 1
    }
    fn each_sense(
        &self,
        peal: &Peal,
        sight: u64,
        numbers: &mut Vec<f32>,
        mut each: impl FnMut(u16, &[f32]),
    ) {
        for ringer in 0..self.ringers {
            let awake = peal.time.checked_sub(self.wakes(ringer)).map_or(sight, u64::from);
            numbers.clear();
            numbers.resize(self.senses(sight), 0.0);
            numbers[awake.min(sight) as usize] = 1.0;
            each(ringer, numbers);
        }
    }
}

const SOLVERS: [&str; 5] = ["ga", "ga-alpha", "ga-events", "ga-nets", "ga-nets of each"];
const POPULATION: u64 = 20;

struct Course {
    generations: u64,
    goes_on: bool,
    budget: Option<u64>,
}

type Ran = (Outcome<Vec<Timed<(Option<u16>, u16)>>>, Vec<u64>);

/// Returns the outcome, and the evaluations at which it improved.
fn run(solver: &str, tower: &Tower, course: &Course, seed: u64) -> Ran {
    fn driven<S: Search>(mut search: S, budget: Option<u64>) -> (Outcome<S::Answer>, Vec<u64>) {
        let stop = AtomicBool::new(false);
        let mut meter = Meter::new(Budget { evaluations: budget, ..Budget::default() }, &stop);
        let mut better = Vec::new();
        let outcome = drive(&mut search, &mut meter, &mut |event| {
            if let Event::Improved { tally, .. } = event {
                better.push(tally.evaluations);
            }
        });
        (outcome, better)
    }
    let (population, generations, goes_on) = (POPULATION, course.generations, course.goes_on);
    match solver {
        "ga" => {
            let settings =
                GaScriptsSettings { population, generations, goes_on, ..Default::default() };
            driven(Scripts::by_step(tower, &settings, seed), course.budget)
        }
        "ga-alpha" => {
            let (mutation, start) = (0.05, Start::Random);
            let settings = GaAlphaSettings {
                population,
                generations,
                goes_on,
                mutation,
                start,
                ..Default::default()
            };
            driven(Scripts::with_cast(tower, &settings, seed), course.budget)
        }
        "ga-nets" | "ga-nets of each" => {
            let nets = if solver == "ga-nets" { "shared" } else { "each" };
            let settings =
                GaNetsSettings { population, generations, goes_on, nets, ..Default::default() };
            driven(Scripts::by_agent(tower, &settings, seed), course.budget)
        }
        _ => {
            let settings =
                GaEventsSettings { population, generations, goes_on, ..Default::default() };
            driven(Scripts::by_event(tower, &settings, seed), course.budget)
        }
    }
}

#[test]
fn they_ring_all_bells_and_the_answer_is_worth_what_they_say() {
    let tower = Tower { ringers: 3, can_end: true };
    let course = Course { generations: 5_000, goes_on: false, budget: None };
    for solver in SOLVERS {
        for seed in 0..3 {
            let (outcome, _) = run(solver, &tower, &course, seed);
            assert_eq!(outcome.halted, None);
            let found = outcome.found.expect("there is always an answer");
            assert!(found.solved, "{solver} {seed}: {found:?}");
            let mut peal = tower.begin();
            let mut score = 0;
            for timed in &found.answer {
                assert_eq!(timed.at, peal.time);
                assert!(
                    timed.command.is_none_or(|command| tower.obeys(&peal, command)),
                    "only orders that are obeyed"
                );
                score += tower.tick(&mut peal, timed.command);
            }
            assert!(tower.is_over(&peal), "to the very end");
            assert_eq!(score + tower.last_gain(&peal), found.score);
        }
    }
}

#[test]
fn a_generation_is_as_many_evaluations_as_there_are_plans() {
    let tower = Tower { ringers: 3, can_end: true };
    for solver in SOLVERS {
        let (outcome, better) =
            run(solver, &tower, &Course { generations: 30, goes_on: true, budget: None }, 1);
        assert_eq!(
            outcome.tally.evaluations,
            30 * POPULATION,
            "{solver} goes on to its last generation"
        );
        assert!(better.is_sorted_by(|one, next| one < next), "{better:?}");
        let (outcome, better) =
            run(solver, &tower, &Course { generations: 5_000, goes_on: false, budget: None }, 1);
        let last = better.last().expect("it is solved").next_multiple_of(POPULATION);
        assert_eq!(outcome.tally.evaluations, last, "{solver} ends with the first that is solved");
    }
}

#[test]
fn budgets_are_kept_to_exactly_and_seeds_decide() {
    let tower = Tower { ringers: 5, can_end: false };
    let course = Course { generations: 1_000, goes_on: false, budget: Some(1_234) };
    for solver in SOLVERS {
        let came_to = |seed| {
            let (outcome, better) = run(solver, &tower, &course, seed);
            let Outcome { found, tally, halted, .. } = outcome;
            assert_eq!((tally.evaluations, halted), (1_234, Some(Halt::Evaluations)), "{solver}");
            (found, tally, better)
        };
        let first = came_to(7);
        assert_eq!(came_to(7), first, "{solver}");
        assert!((8..16).any(|seed| came_to(seed) != first), "{solver}");
    }
}

/// A script that rings all bells is solved in the first generation, whatever else it contains.
#[test]
fn a_population_can_begin_from_a_script() {
    let tower = Tower { ringers: 2, can_end: true };
    let cue = |whom, what| Cue { whom: Some(whom), what: Some(what) };
    let script = vec![(2, cue(0, 1)), (4, cue(7, 1)), (5, cue(1, 1)), (500, cue(1, 1))];
    let settings = GaAlphaSettings {
        start: Start::Script(script),
        generations: 1,
        ..GaAlphaSettings::default()
    };
    let stop = AtomicBool::new(false);
    let mut meter = Meter::new(Budget::default(), &stop);
    let outcome = drive(&mut Scripts::with_cast(&tower, &settings, 1), &mut meter, &mut |_| {});
    assert!(outcome.found.is_some_and(|found| found.solved && found.score == 40));
    assert_eq!(outcome.tally.evaluations, 250);
}

/// What a run hands on makes its best plan the first of the next run.
#[test]
fn a_run_begins_with_what_another_has_found() {
    let tower = Tower { ringers: 4, can_end: true };
    let found = |start, generations| {
        let settings = GaAlphaSettings {
            start,
            generations,
            mutation: 0.05,
            population: POPULATION,
            ..GaAlphaSettings::default()
        };
        let stop = AtomicBool::new(false);
        let mut meter = Meter::new(Budget::default(), &stop);
        drive(&mut Scripts::with_cast(&tower, &settings, 3), &mut meter, &mut |_| {})
    };
    let first = found(Start::Random, 40);
    let recipe = first.recipe.expect("a plan was found");
    assert_eq!(recipe.setting, "start");
    let start = Start::read(&recipe.value, &Domain::Start("")).expect("it is a start");
    let next = found(start, 1);
    assert_eq!((next.found, next.recipe), (first.found, Some(recipe)));

    let settings = GaScriptsSettings { generations: 2, ..GaScriptsSettings::default() };
    let (stop, mut search) = (AtomicBool::new(false), Scripts::by_step(&tower, &settings, 1));
    let outcome = drive(&mut search, &mut Meter::new(Budget::default(), &stop), &mut |_| {});
    assert!(
        outcome.found.is_some() && outcome.recipe.is_none(),
        "its runs cannot be begun with it"
    );
}
