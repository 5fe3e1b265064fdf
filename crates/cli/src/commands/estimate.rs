//! `quarry estimate`: estimates a player's mean score, by splitting or from whole games.

use std::io::Write;

use quarry::{
    Catalogue, Estimate, Evidence, Glimpse, Inquiry, Means, Splitting, SplittingSettings, WholeGame,
};
use quarry_lab::statistics::{Interval, Lifetimes, Proportion, ratio};
use serde_json::json;

use crate::args::{EstimateArgs, PuzzleName};
use crate::input::Complaint;
use crate::interrupt::stop_on_interrupt;
use crate::progress::CountBar;
use crate::{Exit, Result, input};

const LEVEL: f64 = 0.95;

pub(crate) fn run(catalogue: &Catalogue, args: &EstimateArgs) -> Result {
    let instance = input::instance(catalogue, &args.instance, &PuzzleName::default())?;
    let default = catalogue.puzzle(instance.puzzle()).map_or("", |entry| entry.default_solver());
    let solver = args.solver.as_deref().unwrap_or(default);
    let means = match args.games {
        Some(count) => Means::Games { count, most: args.most },
        None => {
            Means::Splitting(SplittingSettings { stretches: args.stretches, moves: args.moves })
        }
    };
    let inquiry = Inquiry {
        solver: args.solver.clone(),
        params: input::settings(catalogue, &*instance, solver, &args.params)?,
        means,
        seed: args.seed,
        threads: usize::from(args.threads),
        stop: stop_on_interrupt()?,
    };
    let (count, unit) = args.games.map_or((args.stretches, "stretches"), |games| (games, "games"));
    let progress = CountBar::new(args.quiet, solver, count, unit);
    let (mut told, mut games) = (Ok(()), 0);
    let estimate = instance.estimate(&inquiry, &mut |glimpse| match glimpse {
        Glimpse::Stretches(count) => progress.note(count as u64),
        Glimpse::Game(game) => {
            games += 1;
            progress.note(games);
            if args.json && told.is_ok() {
                told = tell(game);
            }
        }
    });
    drop(progress);
    told?;
    let estimate = estimate.map_err(|error| Complaint::Words(error.to_string()))?;
    let found = Found::of(&estimate.seen);
    print(args, &estimate, &found)?;
    if found.count as u64 == count {
        return Ok(Exit::Yes);
    }
    let unit = if found.won.is_some() { "games" } else { unit };
    crate::tell!("stopped: the estimate is of the first {} of {count} {unit}", found.count);
    Ok(Exit::Interrupted)
}

/// Prints and flushes at once: a game may have taken hours.
fn tell(game: &WholeGame) -> std::io::Result<()> {
    let WholeGame { luck, score, moves, ended } = game;
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}", json!({"luck": luck, "score": score, "moves": moves, "ended": ended}))?;
    out.flush()
}

/// The mean, its interval, and the data behind them.
struct Found {
    mean: Option<f64>,
    interval: Option<Interval>,
    /// Number of stretches or games.
    count: usize,
    /// Number of ends that were reached.
    ends: u64,
    /// Number of games won, if games are won or lost; the mean is then a share.
    won: Option<u64>,
}

impl Found {
    fn of(seen: &Evidence) -> Found {
        match seen {
            Evidence::Stretches(Splitting { stretches, .. }) => {
                let ends = stretches.iter().map(|stretch| stretch.met).sum();
                let brought: Vec<f64> =
                    stretches.iter().map(|stretch| stretch.score as f64).collect();
                let shares: Vec<f64> = stretches.iter().map(|stretch| stretch.ends).collect();
                // Without any end or score, the mean is unknown.
                let found = ratio(&brought, &shares, LEVEL).ok();
                let (mean, interval) = found.unzip();
                Found { mean, interval, count: stretches.len(), ends, won: None }
            }
            Evidence::Games(games) => {
                let total = games.iter().map(|game| game.score as f64).sum();
                let ends = games.iter().filter(|game| game.ended).count() as u64;
                let lives = Lifetimes::new(total, ends, games.len() as u64 - ends).ok();
                let interval = lives.map(|lives| lives.interval(LEVEL));
                let mean = lives.and_then(Lifetimes::mean);
                Found { mean, interval, count: games.len(), ends, won: None }
            }
            Evidence::WonOrLost(games) => {
                let ended = || games.iter().filter(|game| game.ended);
                let ends = ended().count() as u64;
                let won = ended().filter(|game| game.score > 0).count() as u64;
                let wins = Proportion::new(won, ends).ok();
                let interval = wins.map(|wins| wins.wilson(LEVEL));
                let mean = wins.map(Proportion::share);
                Found { mean, interval, count: games.len(), ends, won: Some(won) }
            }
        }
    }
}

fn print(args: &EstimateArgs, estimate: &Estimate, found: &Found) -> std::io::Result<()> {
    let Found { mean, interval, count, ends, won } = *found;
    let Estimate { solver, params, tally, .. } = estimate;
    let mut out = anstream::stdout().lock();
    if args.json {
        let params: serde_json::Map<_, _> =
            params.iter().map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
        let is_whole = args.games.is_some() || won.is_some();
        let what = if is_whole { "games" } else { "stretches" };
        let interval = interval.map(|interval| [interval.low, interval.high]);
        let mut object = json!({"instance": args.instance, "solver": solver, "params": params, "seed": args.seed, what: count,
            "ends": ends, "mean": mean, "level": LEVEL, "interval": interval, "nodes": tally.generated});
        if let Some(won) = won {
            object["won"] = json!(won);
        }
        return writeln!(out, "{object}");
    }
    let params: Vec<_> = params.iter().map(|(name, value)| format!("{name}={value}")).collect();
    writeln!(out, "instance  {}", args.instance)?;
    writeln!(out, "solver    {solver} {}", params.join(" "))?;
    match mean {
        Some(share) if won.is_some() => writeln!(out, "won       {:.2} %", 100.0 * share)?,
        Some(mean) => writeln!(out, "mean      {} a game", figure(mean))?,
        None => writeln!(out, "mean      not known: no game ended")?,
    }
    if let Some(Interval { low, high, .. }) = interval {
        match won {
            Some(_) => {
                let (low, high) = (100.0 * low, 100.0 * high);
                writeln!(out, "interval  {low:.2} % to {high:.2} %, with 95 % confidence")?;
            }
            None => {
                let (low, high) = (figure(low), figure(high));
                writeln!(out, "interval  {low} to {high}, with 95 % confidence")?;
            }
        }
    }
    match args.games {
        _ if won.is_some() => {
            let won = won.unwrap_or(0);
            writeln!(out, "from      {count} games, of which {ends} ended and {won} were won")?;
        }
        Some(_) => writeln!(out, "from      {count} games, of which {ends} ended")?,
        None => writeln!(
            out,
            "from      {count} stretches of {} moves; {ends} ends were reached",
            args.moves
        )?,
    }
    writeln!(out, "work      {} moves played", tally.generated)
}

/// Formats a number: without decimals if it is large.
fn figure(number: f64) -> String {
    if number >= 1_000.0 { format!("{number:.0}") } else { format!("{number:.2}") }
}
