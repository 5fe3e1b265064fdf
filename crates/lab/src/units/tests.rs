//! Tests of claims, orphaned leases, failing units and the collector, in one process;
//! `crates/cli/tests` uses several.

use crate::subject::Lookup;
use quarry::Catalogue;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::lease::{Condition, Lease, Owner};
use super::part::{PartFile, UnitResult};
use super::*;
use crate::finished::Finished;
use crate::record::Record;
use crate::{Experiment, Plan, ResultTable, Results, Store, execute};

const EXPERIMENT: &str = "question = \"who?\"\nruns = 3\nbudget = { evaluations = 50 }\n\
    [[instances]]\nname = \"samegame/table1-5x5-[34]\"\n\
    [[solvers]]\nname = \"random\"\n[[solvers]]\nname = \"beam\"\nruns = 1\nparams = { width = [1, 2] }\n";

const UNITS: usize = 10;

fn experiment() -> Experiment {
    Experiment::parse("test", EXPERIMENT, Lookup::in_folder(&Catalogue::standard(), Path::new(".")))
        .unwrap()
}

fn calm() -> Arc<AtomicBool> {
    Arc::new(AtomicBool::new(false))
}

fn prepare(path: &Path, plan: &Plan) -> Folder {
    let units: Vec<_> = plan.units().collect();
    Folder::prepare(path, "test", &units, Terms { block: Some(4), lease: Some(1) }).unwrap()
}

fn shift(folder: &Folder, plan: &Plan) -> Shift {
    let units: Vec<_> = plan.units().collect();
    work(folder, &units, &[1..=UNITS], 2, &calm(), &mut |_| {}).unwrap()
}

fn store(place: &Path) -> Store {
    Store::open(&place.join("runs.sqlite")).unwrap()
}

/// Returns the result of a unit, as a process would write it.
fn line(plan: &Plan, number: usize) -> UnitResult {
    let unit = plan.units().nth(number - 1).unwrap();
    let finished = Finished::of(unit, &calm()).unwrap().expect("the run was not stopped");
    UnitResult { unit: number, key: unit.key.clone(), record: Record::of(&finished), claim: 0 }
}

fn write(folder: &Folder, block: usize, claim: usize, lines: &[UnitResult]) {
    let mut part = PartFile::default();
    lines.iter().for_each(|line| part.push(line));
    part.write(&folder.part_path(block, claim)).unwrap();
}

#[test]
fn what_is_collected_is_what_a_local_run_stores() {
    let place = tempfile::tempdir().unwrap();
    let experiment = experiment();
    let plan = Plan::of(&experiment);
    let folder = prepare(&place.path().join("units"), &plan);
    assert_eq!(shift(&folder, &plan), Shift { done: UNITS, all: UNITS, failed: Vec::new() });
    let mut collected = store(place.path());
    let report = collect(&Catalogue::standard(), &folder, &mut collected).unwrap();
    assert!(report.is_complete() && report.new == UNITS && report.again == 0);
    let mut local = Store::open(&place.path().join("local.sqlite")).unwrap();
    execute(&plan, &mut local, 1, &calm(), &mut |_| {}).unwrap();
    let table = |store| ResultTable::of(&Results::of(&plan, store).unwrap()).to_string();
    assert_eq!(table(&collected), table(&local));
    for unit in plan.units() {
        let [one, other] =
            [&collected, &local].map(|store| store.find(&unit.key).unwrap().unwrap());
        let counted = |stored: &crate::Stored| {
            let steps =
                stored.improvements.iter().map(|step| (step.evaluations, step.nodes, step.score));
            (
                stored.score,
                stored.evaluations,
                stored.nodes,
                stored.is_cut_short(),
                steps.collect::<Vec<_>>(),
            )
        };
        assert_eq!(counted(&one), counted(&other));
    }
    let files = |part: &str| folder.path().join(part).read_dir().unwrap().count();
    assert_eq!((files("results"), files("leases")), (3, 3), "a block has one file of each kind");
}

/// One process runs only the units of the last instance: it makes the runs before them for itself.
#[test]
fn chained_units_need_nothing_but_their_folder() {
    let text = "question = \"who?\"\nruns = 2\nbudget = { evaluations = 200 }\n[[instances]]\n\
        name = \"lemmings/alpha[123]\"\n[[solvers]]\nname = \"ga\"\n[[solvers]]\nname = \"ga-alpha\"\n\
        params = { population = 20 }\nchain = \"start\"\n";
    let catalogue = Catalogue::standard();
    let lookup = Lookup::in_folder(&catalogue, Path::new("."));
    let experiment = Experiment::parse("test", text, lookup).unwrap();
    let place = tempfile::tempdir().unwrap();
    let plan = Plan::of(&experiment);
    let folder = prepare(&place.path().join("units"), &plan);
    for numbers in [11..=12, 1..=10] {
        let shift = folder.with_units(&Catalogue::standard(), |units| {
            work(&folder, units, &[numbers], 1, &calm(), &mut |_| {}).unwrap()
        });
        assert!(shift.unwrap().is_over());
    }
    let mut collected = store(place.path());
    let report = collect(&Catalogue::standard(), &folder, &mut collected).unwrap();
    assert!(report.is_complete() && report.new == 12);
    let mut local = Store::open(&place.path().join("local.sqlite")).unwrap();
    execute(&plan, &mut local, 2, &calm(), &mut |_| {}).unwrap();
    let table = |store| ResultTable::of(&Results::of(&plan, store).unwrap()).to_string();
    assert_eq!(table(&collected), table(&local));
    for unit in plan.units() {
        let [one, other] =
            [&collected, &local].map(|store| store.find(&unit.key).unwrap().unwrap());
        assert_eq!((one.score, one.nodes), (other.score, other.nodes));
    }
}

/// Another process holds the first block and dies silently: its lease expires, its finished part of
/// the work is used, and what it writes if it is still alive does no harm.
#[test]
fn an_orphan_is_waited_for_and_then_harmless() {
    let place = tempfile::tempdir().unwrap();
    let experiment = experiment();
    let plan = Plan::of(&experiment);
    let folder = prepare(&place.path().join("units"), &plan);
    let look = folder.look(0, folder.now().unwrap()).unwrap();
    let (claim, mut orphan) =
        folder.claim(0, &look, &Owner::this()).unwrap().expect("there is no other process");
    assert!(folder.claim(0, &look, &Owner::this()).unwrap().is_none(), "a claim is made once");
    orphan.begin(2).unwrap();
    write(&folder, 0, claim, &[line(&plan, 1)]);
    assert!(folder.look(0, folder.now().unwrap()).unwrap().is_held);

    assert_eq!(shift(&folder, &plan).done, UNITS);
    let look = folder.look(0, folder.now().unwrap()).unwrap();
    let units = |lines: &[UnitResult]| lines.iter().map(|line| line.unit).collect::<Vec<_>>();
    assert_eq!(
        (look.leases.len(), units(&look.lines)),
        (2, vec![1, 2, 3, 4]),
        "unit 1 was not repeated"
    );
    assert_eq!((look.deaths(2).count(), look.deaths(1).count()), (1, 0));

    write(&folder, 0, claim, &[line(&plan, 1), line(&plan, 2), line(&plan, 3)]);
    orphan.end(Condition::Left).unwrap();
    let report = collect(&Catalogue::standard(), &folder, &mut store(place.path())).unwrap();
    assert!(report.is_complete() && report.differing.is_empty());
    assert_eq!(report.again, 2, "repeated, with identical bytes");
}

#[test]
fn what_came_out_differently_is_named_and_not_stored() {
    let place = tempfile::tempdir().unwrap();
    let experiment = experiment();
    let plan = Plan::of(&experiment);
    let folder = prepare(&place.path().join("units"), &plan);
    shift(&folder, &plan);
    let look = folder.look(1, folder.now().unwrap()).unwrap();
    let (claim, lease) = folder.claim(1, &look, &Owner::this()).unwrap().unwrap();
    let mut other = line(&plan, 6);
    other.record.circumstances.seconds += 1.0;
    let mut wrong = line(&plan, 7);
    wrong.record.outcome.evaluations += 1;
    write(&folder, 1, claim, &[other, wrong]);
    lease.end(Condition::Left).unwrap();
    let report = collect(&Catalogue::standard(), &folder, &mut store(place.path())).unwrap();
    assert_eq!(report.differing.iter().map(|one| one.unit).collect::<Vec<_>>(), [7]);
    let words = &report.differing[0].words;
    assert!(
        words.starts_with("random") && words.contains(" on samegame/table1-5x5-4, seed "),
        "{words}"
    );
    assert_eq!((report.stored, report.again, report.is_complete()), (UNITS - 1, 2, false));
}

#[test]
fn a_damaged_file_is_named_and_its_units_are_done_again() {
    let place = tempfile::tempdir().unwrap();
    let experiment = experiment();
    let plan = Plan::of(&experiment);
    let folder = prepare(&place.path().join("units"), &plan);
    shift(&folder, &plan);
    let path = folder.part_path(2, 1);
    let text = std::fs::read_to_string(&path).unwrap();
    for (damage, why) in [
        (text.replacen("\"score\":", "\"score\":1", 1), "its checksum does not match"),
        (text[..text.len() / 2].to_owned(), "it is truncated"),
        (String::new(), "it is truncated"),
    ] {
        std::fs::write(&path, damage).unwrap();
        let report = collect(&Catalogue::standard(), &folder, &mut store(place.path())).unwrap();
        assert_eq!(report.missing.iter().map(|missing| missing.unit).collect::<Vec<_>>(), [9, 10]);
        assert!(
            report.damaged[0].0 == path && report.damaged[0].1.contains(why),
            "{:?}",
            report.damaged
        );
        std::fs::remove_file(place.path().join("runs.sqlite")).unwrap();
    }
    assert_eq!(shift(&folder, &plan).done, UNITS);
    let report = collect(&Catalogue::standard(), &folder, &mut store(place.path())).unwrap();
    assert!(report.is_complete() && report.damaged.len() == 1);
}

#[test]
fn three_deaths_are_enough() {
    let place = tempfile::tempdir().unwrap();
    let experiment = experiment();
    let plan = Plan::of(&experiment);
    let folder = prepare(&place.path().join("units"), &plan);
    for death in 1..=TRIES {
        let look = folder.look(0, folder.now().unwrap()).unwrap();
        let (_, mut lease) = folder.claim(0, &look, &Owner::this()).unwrap().unwrap();
        lease.begin(3).unwrap();
        // The last process dies silently.
        if death < TRIES {
            lease.end(Condition::Dead).unwrap();
        }
    }
    let units: Vec<_> = plan.units().collect();
    let mut surveyor = Surveyor::new(&folder, &units);
    assert_eq!(
        surveyor.survey().unwrap(),
        Survey { done: 0, failed: 0, deaths: 2 },
        "the last process may be alive"
    );
    assert_eq!(shift(&folder, &plan), Shift { done: UNITS - 1, all: UNITS, failed: vec![3] });
    assert_eq!(surveyor.survey().unwrap(), Survey { done: UNITS - 1, failed: 1, deaths: 3 });
    assert!(surveyor.missing().is_empty());
    let report = collect(&Catalogue::standard(), &folder, &mut store(place.path())).unwrap();
    assert_eq!(
        (report.failed.len(), report.failed[0].unit, report.failed[0].tries.len()),
        (1, 3, 3)
    );
    // Units that the store has from elsewhere are not missing.
    let mut store = store(place.path());
    execute(&plan, &mut store, 1, &calm(), &mut |_| {}).unwrap();
    assert!(collect(&Catalogue::standard(), &folder, &mut store).unwrap().is_complete());
}

/// The folder alone gives the same units: the same keys, and the same results.
#[test]
fn a_folder_is_enough_to_run_its_units() {
    let place = tempfile::tempdir().unwrap();
    let experiment = experiment();
    let plan = Plan::of(&experiment);
    let folder = prepare(&place.path().join("units"), &plan);
    let shift = folder.with_units(&Catalogue::standard(), |units| {
        assert!(units.iter().zip(plan.units()).all(|(one, other)| one.key == other.key));
        work(&folder, units, &[1..=UNITS], 1, &calm(), &mut |_| {}).unwrap()
    });
    assert_eq!(shift.unwrap().done, UNITS);
    let again = folder.look(0, folder.now().unwrap()).unwrap().lines;
    assert!(
        again.iter().all(|found| found.record.outcome == line(&plan, found.unit).record.outcome)
    );
}

#[test]
fn two_processes_share_a_folder() {
    let place = tempfile::tempdir().unwrap();
    let experiment = experiment();
    let plan = Plan::of(&experiment);
    let folder = prepare(&place.path().join("units"), &plan);
    let units: Vec<_> = plan.units().collect();
    let shifts = std::thread::scope(|scope| {
        let crew = [1..=7, 4..=UNITS].map(|range| {
            let (folder, units) = (&folder, &units);
            scope.spawn(move || work(folder, units, &[range], 1, &calm(), &mut |_| {}).unwrap())
        });
        crew.map(|one| one.join().unwrap())
    });
    assert!(shifts.iter().all(|shift| shift.done == 7 && shift.all == 7));
    let report = collect(&Catalogue::standard(), &folder, &mut store(place.path())).unwrap();
    assert!(report.is_complete() && report.again == 0, "{report:?}");
}

#[test]
fn a_lease_is_read_as_it_was_written() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("000007.1");
    let mut lease = Lease::take(&path, &Owner::this()).unwrap().unwrap();
    lease.begin(12).unwrap();
    let seen = lease::LeaseView::read(&path).unwrap();
    assert_eq!((seen.condition, seen.unit), (Condition::Held, 12));
    assert!(seen.owner.ends_with(&format!("process {}", std::process::id())));
    std::thread::sleep(Duration::from_millis(20));
    lease.renew().unwrap();
    let renewed = lease::LeaseView::read(&path).unwrap();
    assert!(renewed.renewed > seen.renewed && renewed.unit == 12);
    lease.end(Condition::Dead).unwrap();
    assert_eq!(lease::LeaseView::read(&path).unwrap().condition, Condition::Dead);
    std::fs::write(&path, "").unwrap();
    assert_eq!(
        lease::LeaseView::read(&path).unwrap().condition,
        Condition::Held,
        "just being created"
    );
}

/// A unit that was killed from outside can have new tries.
#[test]
fn what_was_given_up_can_be_tried_again() {
    let place = tempfile::tempdir().unwrap();
    let experiment = experiment();
    let plan = Plan::of(&experiment);
    let folder = prepare(&place.path().join("units"), &plan);
    for _ in 1..=TRIES {
        let look = folder.look(0, folder.now().unwrap()).unwrap();
        let (_, mut lease) = folder.claim(0, &look, &Owner::this()).unwrap().unwrap();
        lease.begin(3).unwrap();
        lease.end(Condition::Dead).unwrap();
    }
    assert_eq!(shift(&folder, &plan).failed, [3]);
    assert_eq!(folder.retry(&[1..=2, 4..=UNITS]).unwrap(), 0, "it is not among those");
    assert_eq!(folder.retry(&[1..=UNITS]).unwrap(), 1);
    assert_eq!(shift(&folder, &plan), Shift { done: UNITS, all: UNITS, failed: Vec::new() });
    let report = collect(&Catalogue::standard(), &folder, &mut store(place.path())).unwrap();
    assert!(report.is_complete());
}

/// A clock that was wrong, or a file from elsewhere, does not hold a block until tomorrow; nor does
/// a lease that is no text or no file stop everybody.
#[test]
fn leases_of_tomorrow_and_damaged_ones_expire() {
    let place = tempfile::tempdir().unwrap();
    let experiment = experiment();
    let plan = Plan::of(&experiment);
    let folder = prepare(&place.path().join("units"), &plan);
    let path = |block: usize| folder.path().join(format!("leases/{block:06}.1"));
    for (block, days) in [(0, 1), (1, -1)] {
        let look = folder.look(block, folder.now().unwrap()).unwrap();
        let (_, mut lease) = folder.claim(block, &look, &Owner::this()).unwrap().unwrap();
        lease.begin(4 * block + 1).unwrap();
        drop(lease);
        let file = std::fs::File::options().write(true).open(path(block)).unwrap();
        let day = Duration::from_secs(86_400);
        let now = folder.now().unwrap();
        file.set_modified(if days > 0 { now + day } else { now - day }).unwrap();
    }
    let held = |block: usize| folder.look(block, folder.now().unwrap()).unwrap().is_held;
    assert!(!held(0) && !held(1));
    std::fs::write(path(1), b"held \xff\xfe").unwrap();
    assert!(held(1), "it was just changed");
    std::fs::create_dir(path(2)).unwrap();
    assert_eq!(shift(&folder, &plan).done, UNITS);
    let report = collect(&Catalogue::standard(), &folder, &mut store(place.path())).unwrap();
    assert!(report.is_complete());
    let damaged: Vec<_> = report.damaged.iter().map(|(damaged, _)| damaged.clone()).collect();
    assert_eq!(damaged, [path(1), path(2)]);
    assert!(report.damaged[0].1.starts_with("it is not UTF-8 text; its block counts as claimed"));
}

#[test]
fn what_the_judge_refuses_is_not_stored() {
    let place = tempfile::tempdir().unwrap();
    let experiment = experiment();
    let plan = Plan::of(&experiment);
    let folder = prepare(&place.path().join("units"), &plan);
    let mut lines: Vec<_> = (1..=4).map(|number| line(&plan, number)).collect();
    lines[0].record.outcome.score = lines[0].record.outcome.score.map(|score| score + 1);
    lines[1].record.outcome.complete ^= true;
    lines[2].record.outcome.answer = "no move".to_owned();
    let look = folder.look(0, folder.now().unwrap()).unwrap();
    let (claim, lease) = folder.claim(0, &look, &Owner::this()).unwrap().unwrap();
    write(&folder, 0, claim, &lines);
    lease.end(Condition::Left).unwrap();
    let report = collect(&Catalogue::standard(), &folder, &mut store(place.path())).unwrap();
    assert_eq!((report.stored, report.missing.len()), (1, UNITS - 4));
    let whys: Vec<_> = report.refused.iter().map(|one| (one.unit, one.why.as_str())).collect();
    let begins = ["it states score ", "it states that its answer is ", "its answer cannot be read"];
    assert!(
        whys.len() == 3 && whys.iter().zip(begins).all(|((_, why), begin)| why.starts_with(begin)),
        "{whys:?}"
    );
    let path = folder.part_path(0, claim);
    assert!(report.refused.iter().all(|one| one.path == path));
    std::fs::remove_file(path).unwrap();
    assert_eq!(shift(&folder, &plan).done, UNITS);
}

/// Damages a folder in many ways: nothing panics, and nothing but what the units really brought
/// enters a store.
#[test]
fn a_damaged_folder_harms_nobody() {
    let place = tempfile::tempdir().unwrap();
    let experiment = experiment();
    let plan = Plan::of(&experiment);
    let units: Vec<_> = plan.units().collect();
    let sound = prepare(&place.path().join("sound"), &plan);
    shift(&sound, &plan);
    let mut truth = store(place.path());
    collect(&Catalogue::standard(), &sound, &mut truth).unwrap();
    let files = [
        "folder.json",
        "outline.json",
        "leases/000000.1",
        "leases/000001.1",
        "results/000000.1",
        "results/000001.1",
        "results/000002.1",
    ];
    let content = files.map(|file| std::fs::read(sound.path().join(file)).unwrap());
    let mut rng = quarry_core::Rng::new(7);
    let catalogue = Catalogue::standard();
    for round in 0..100 {
        let path = place.path().join(format!("{round}"));
        for part in ["results", "leases", "logs"] {
            std::fs::create_dir_all(path.join(part)).unwrap();
        }
        for (file, content) in files.iter().zip(&content) {
            std::fs::write(path.join(file), content).unwrap();
        }
        let mut is_resealed = false;
        for _ in 0..=rng.below(2) {
            is_resealed |= damage(&path, &files, &content, &mut rng);
        }
        // Half of the folders are those of an earlier program, which had no checksums.
        if round % 2 == 0 {
            unseal(&path.join("folder.json"));
        }
        let Ok(folder) = Folder::open(&path) else { continue };
        let mut store = Store::open(&path.join("runs.sqlite")).unwrap();
        let _ = collect(&catalogue, &folder, &mut store);
        for unit in &units {
            let Some(stored) = store.find(&unit.key).unwrap() else { continue };
            let truth = truth.find(&unit.key).unwrap().unwrap();
            // What no judge can check is believed, if its checksum is right.
            let is_right = match is_resealed {
                true => (stored.score, stored.complete) == (truth.score, truth.complete),
                false => stored == truth,
            };
            assert!(is_right, "round {round}: {stored:?}");
        }
        let _ = folder.with_units(&catalogue, |units| {
            let _ = Surveyor::new(&folder, units).survey();
            let _ = scores(&folder, units);
        });
        let _ = folder.retry(&[1..=UNITS]);
        std::fs::remove_dir_all(&path).unwrap();
    }
}

/// Takes the checksums out of the file that identifies a folder.
fn unseal(path: &Path) {
    let Ok(text) = std::fs::read(path) else { return };
    let Ok(mut label) = serde_json::from_slice::<serde_json::Value>(&text) else { return };
    if let Some(label) = label.as_object_mut() {
        label.remove("seal");
        label.remove("outline");
    }
    std::fs::write(path, label.to_string()).unwrap();
}

/// Damages one of the files; returns whether a right checksum hides that.
fn damage(path: &Path, files: &[&str], content: &[Vec<u8>], rng: &mut quarry_core::Rng) -> bool {
    let chosen = rng.below(files.len());
    let file = path.join(files[chosen]);
    let Ok(mut bytes) = std::fs::read(&file) else { return false };
    if bytes.is_empty() {
        return false;
    }
    let mut is_resealed = false;
    let at = rng.below(bytes.len());
    match rng.below(9) {
        0 => bytes.truncate(at),
        1 => bytes[at] ^= 1 << rng.below(8),
        2 => bytes = content[rng.below(content.len())].clone(),
        3 => bytes.extend_from_slice(&content[rng.below(content.len())]),
        4 => bytes.fill(0xff),
        5 => drop(bytes.drain(at..(at + rng.below(40)).min(bytes.len()))),
        // Another number, with a right checksum where there is one.
        6 | 7 => {
            let digits: Vec<usize> =
                (0..bytes.len()).filter(|&at| bytes[at].is_ascii_digit()).collect();
            if let Some(&at) = digits.get(rng.below(digits.len().max(1))) {
                let other: &[u8] = match rng.below(3) {
                    0 => b"0",
                    1 => b"9",
                    _ => b"99999999999999999999",
                };
                bytes.splice(at..=at, other.iter().copied());
            }
            is_resealed = reseal(&mut bytes);
        }
        _ => {
            std::fs::remove_file(&file).unwrap();
            if rng.below(2) == 0 {
                std::fs::create_dir(&file).unwrap();
            }
            return false;
        }
    }
    std::fs::write(&file, bytes).unwrap();
    is_resealed
}

/// Gives changed results a right checksum; returns whether they are results.
fn reseal(bytes: &mut Vec<u8>) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let Some((lines, _)) = text.trim_end().rsplit_once('\n') else { return false };
    let lines: Vec<UnitResult> =
        lines.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    if lines.is_empty() {
        return false;
    }
    let place = tempfile::tempdir().unwrap();
    let mut part = PartFile::default();
    lines.iter().for_each(|line| part.push(line));
    part.write(&place.path().join("part")).unwrap();
    *bytes = std::fs::read(place.path().join("part")).unwrap();
    true
}
