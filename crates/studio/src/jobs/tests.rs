//! Tests of the jobs: places, turns, pauses and faults.

use std::time::{Duration, Instant};

use super::*;

fn order(name: &str, threads: usize) -> JobRequest {
    JobRequest {
        puzzle: "samegame".to_owned(),
        name: Some(name.to_owned()),
        text: Catalogue::standard()
            .example("samegame/table1-5x5-3")
            .expect("it ships")
            .text
            .to_owned(),
        solver: "iterative-sampling".to_owned(),
        params: Vec::new(),
        seed: 1,
        threads,
        seconds: None,
        evaluations: Some(500),
        nodes: None,
        memory: memory_of_each(1),
        paused: false,
    }
}

fn ended(job: &Job) -> JobState {
    let begun = Instant::now();
    while !job.stage().is_over() {
        assert!(begun.elapsed() < Duration::from_secs(60), "job {} does not end", job.id);
        thread::sleep(Duration::from_millis(5));
    }
    job.stage()
}

/// A job without an end, until it is stopped.
fn endless(paused: bool) -> JobRequest {
    JobRequest { evaluations: None, paused, ..order("endless", 1) }
}

fn until(jobs: &Jobs, id: u64, stage: JobState) -> Arc<Job> {
    let job = jobs.find(id).expect("it was taken");
    let begun = Instant::now();
    while job.stage() != stage {
        assert!(begun.elapsed() < Duration::from_secs(60), "job {id} is {:?}", job.stage());
        thread::sleep(Duration::from_millis(5));
    }
    job
}

#[test]
fn a_paused_job_gives_its_place_away_and_waits_for_one() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let jobs = Jobs::open(Catalogue::standard(), folder.path(), 1).expect("an empty folder");
    let (ids, _) = jobs.take(vec![endless(false), endless(false)]).expect("there is room");
    let first = until(&jobs, ids[0], JobState::Running);
    jobs.set_gait(&first, Gait::Standing).expect("it may pause");
    until(&jobs, ids[0], JobState::Paused);
    let second = until(&jobs, ids[1], JobState::Running);
    assert_eq!(jobs.load()["running"], 1);

    // It may take a single slice, but goes on only when the other is done.
    jobs.set_gait(&first, Gait::Steps(1)).expect("it may step");
    jobs.set_gait(&first, Gait::Going).expect("it may go on");
    until(&jobs, ids[0], JobState::Queued);
    jobs.stop(&second);
    until(&jobs, ids[0], JobState::Running);
    jobs.stop(&first);
    assert_eq!((ended(&first), ended(&second)), (JobState::Stopped, JobState::Stopped));
}

#[test]
fn a_job_that_waits_to_go_on_can_be_stopped() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let jobs = Jobs::open(Catalogue::standard(), folder.path(), 1).expect("an empty folder");
    let (ids, _) = jobs.take(vec![endless(true), endless(false)]).expect("there is room");
    let paused = until(&jobs, ids[0], JobState::Paused);
    let running = until(&jobs, ids[1], JobState::Running);
    jobs.set_gait(&paused, Gait::Going).expect("it may go on");
    until(&jobs, ids[0], JobState::Queued);
    jobs.stop(&paused);
    assert_eq!(ended(&paused), JobState::Stopped);
    assert_eq!(running.stage(), JobState::Running);
    jobs.stop(&running);
    assert_eq!(ended(&running), JobState::Stopped);
}

#[test]
fn paused_jobs_are_limited_however_they_were_paused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let jobs = Jobs::open(Catalogue::standard(), folder.path(), 1).expect("an empty folder");
    let orders = |number| (0..number).map(|_| endless(true)).collect::<Vec<_>>();
    let (mut ids, _) = jobs.take(orders(MOST_PAUSED)).expect("there is room");
    assert!(jobs.take(orders(1)).is_err());
    ids.extend(jobs.take(vec![endless(false)]).expect("it is not paused").0);
    let one_more = until(&jobs, ids[MOST_PAUSED], JobState::Running);
    assert!(jobs.set_gait(&one_more, Gait::Standing).is_err());
    for id in ids {
        let job = jobs.find(id).expect("it was taken");
        jobs.stop(&job);
        assert_eq!(ended(&job), JobState::Stopped);
    }
}

#[test]
fn jobs_told_to_go_step_by_step_count_as_paused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let jobs = Jobs::open(Catalogue::standard(), folder.path(), 1).expect("an empty folder");
    let mut ids = Vec::new();
    for _ in 0..2 {
        let orders = (0..MOST_PAUSED / 2 + 2).map(|_| endless(false)).collect();
        ids.extend(jobs.take(orders).expect("there is room").0);
    }
    let all: Vec<Arc<Job>> = ids.iter().map(|&id| jobs.find(id).expect("it was taken")).collect();
    let stepped = all.iter().filter(|job| jobs.set_gait(job, Gait::Steps(1)).is_ok()).count();
    assert_eq!(stepped, MOST_PAUSED);
    // Those that stepped are paused, and gave their places to the others.
    for job in &all[..MOST_PAUSED] {
        until(&jobs, job.id, JobState::Paused);
    }
    until(&jobs, ids[MOST_PAUSED], JobState::Running);
    for job in all {
        jobs.stop(&job);
        assert_eq!(ended(&job), JobState::Stopped);
    }
}

#[test]
fn all_members_of_a_race_work_equally_long_on_few_places() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let jobs = Jobs::open(Catalogue::standard(), folder.path(), 2).expect("an empty folder");
    let (ids, race) = jobs.take((0..6).map(|_| endless(false)).collect()).expect("there is room");
    assert_eq!(race, Some(ids[0]));
    let members: Vec<Arc<Job>> =
        ids.iter().map(|&id| jobs.find(id).expect("it was taken")).collect();
    let worked = || -> Vec<f64> {
        members.iter().filter_map(|job| job.view(false)["seconds"].as_f64()).collect()
    };
    let begun = Instant::now();
    while worked().iter().sum::<f64>() < 6.0 {
        assert!(jobs.load()["running"].as_u64() <= Some(2));
        assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", worked());
        thread::sleep(Duration::from_millis(5));
    }
    let worked = worked();
    let (least, most) = (
        worked.iter().copied().fold(f64::INFINITY, f64::min),
        worked.iter().copied().fold(0.0, f64::max),
    );
    assert!(least > 0.6 * most, "{worked:?}");

    // A member that pauses gives its turns to the others, and comes back among them.
    jobs.set_gait(&members[3], Gait::Standing).expect("it may pause");
    until(&jobs, ids[3], JobState::Paused);
    let stood = members[3].view(false)["seconds"].as_f64();
    jobs.stop(&members[0]);
    assert_eq!(ended(&members[0]), JobState::Stopped);
    assert_eq!(members[3].view(false)["seconds"].as_f64(), stood);
    jobs.set_gait(&members[3], Gait::Going).expect("it may go on");
    until(&jobs, ids[3], JobState::Running);
    for job in &members {
        jobs.stop(job);
    }
    for job in &members {
        assert_eq!(ended(job), JobState::Stopped);
    }
    let begun = Instant::now();
    while jobs.load()["running"] != 0 {
        assert!(begun.elapsed() < Duration::from_secs(60), "places are given back");
    }
}

#[test]
fn a_paused_job_that_nobody_watches_is_stopped_and_says_so() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut jobs = Jobs::open(Catalogue::standard(), folder.path(), 1).expect("an empty folder");
    Arc::get_mut(&mut jobs).expect("nobody else has it").idle = Duration::from_millis(400);
    let (ids, _) = jobs.take(vec![endless(true), endless(true)]).expect("there is room");
    let watched = until(&jobs, ids[0], JobState::Paused);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime");
    let watcher = {
        let _inside = runtime.enter();
        Arc::clone(&watched.feed).watch("")
    };
    let left = jobs.find(ids[1]).expect("it was taken");
    assert_eq!(ended(&left), JobState::Stopped);
    let said = left.view(false)["error"].to_string();
    assert!(said.contains("nobody watched"), "{said}");
    assert_eq!(watched.stage(), JobState::Paused);
    drop(watcher);
    assert_eq!(ended(&watched), JobState::Stopped);
}

/// The panic happens inside the thread pool of the solver. The only worker continues with the
/// next job.
#[test]
fn a_solver_that_panics_ends_its_job_and_no_other() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let jobs =
        Jobs::open(Catalogue::standard(), &folder.path().join("jobs"), 1).expect("an empty folder");
    for threads in [1, 2] {
        let orders = vec![order("faulty", threads), order("sound", threads)];
        let (ids, _) = jobs.take(orders).expect("there is room");
        let [faulty, sound] = [ids[0], ids[1]].map(|id| jobs.find(id).expect("it was taken"));
        assert_eq!((ended(&faulty), ended(&sound)), (JobState::Failed, JobState::Done));
        let error = faulty.view(false)["error"].as_str().expect("a reason").to_owned();
        assert!(
            error.starts_with("internal error: ") && error.contains("an injected fault"),
            "{error}"
        );
        jobs.resume(&faulty).expect("it can be tried again");
        assert_eq!(ended(&faulty), JobState::Failed);
    }
    let begun = Instant::now();
    while jobs.load()["running"] != 0 {
        assert!(begun.elapsed() < Duration::from_secs(60), "places are given back");
    }
}
