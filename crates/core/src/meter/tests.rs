use super::*;

fn limited(evaluations: u64, nodes: u64) -> Budget {
    Budget { evaluations: Some(evaluations), nodes: Some(nodes), ..Budget::default() }
}

#[test]
fn each_limit_stops_and_says_which() {
    let quiet = AtomicBool::new(false);
    let mut meter = Meter::new(Budget { evaluations: Some(2), ..Budget::default() }, &quiet);
    assert_eq!(meter.evaluate(), Ok(()));
    assert!(meter.goes_on());
    assert_eq!(meter.evaluate(), Ok(()));
    assert!(!meter.goes_on() && meter.halted() == Some(Halt::Evaluations));

    let mut meter = Meter::new(Budget { seconds: Some(0.0), ..Budget::default() }, &quiet);
    assert!(!meter.goes_on() && meter.halted() == Some(Halt::Seconds));

    let mut meter = Meter::new(Budget { memory: Some(1000), ..Budget::default() }, &quiet);
    meter.keep(10, 999);
    assert!(meter.goes_on());
    meter.keep(5, 1000);
    assert!(!meter.goes_on() && meter.halted() == Some(Halt::Memory));
    assert_eq!(meter.tally().kept, 10);
}

#[test]
fn what_is_not_allowed_is_refused_and_not_counted() {
    let quiet = AtomicBool::new(false);
    let mut meter = Meter::new(limited(2, 1), &quiet);
    assert_eq!(meter.spend_visit(), Ok(()));
    assert_eq!(meter.spend_visit(), Err(Refused), "no node is left");
    assert_eq!(meter.halted(), Some(Halt::Nodes));
    assert_eq!((meter.tally().generated, meter.tally().evaluations), (1, 1));
    assert_eq!(meter.evaluate(), Ok(()));
    assert_eq!(meter.evaluate(), Err(Refused));
    assert_eq!(meter.tally().evaluations, 2);
}

#[test]
fn the_process_may_take_as_much_as_the_limit_says() {
    use std::sync::atomic::AtomicU64;
    static HELD: AtomicU64 = AtomicU64::new(500);
    let quiet = AtomicBool::new(false);
    let budget = Budget { memory: Some(1000), ..Budget::default() };
    let mut meter = Meter::new(budget, &quiet).with_gauge(|| HELD.load(Ordering::Relaxed));
    assert!(meter.goes_on(), "memory held before the run does not count");
    HELD.store(1500, Ordering::Relaxed);
    std::thread::sleep(2 * BETWEEN_LOOKS_AT_MEMORY);
    assert!(
        (0..2 * LARGEST_STRIDE).any(|_| !meter.goes_on()) && meter.halted() == Some(Halt::Memory)
    );
}

#[test]
fn a_helper_obeys_the_time_limit_and_its_own_share() {
    let quiet = AtomicBool::new(false);
    let late = Meter::new(Budget { seconds: Some(0.0), ..Budget::default() }, &quiet);
    assert!(!late.helper(u64::MAX, u64::MAX).goes_on());
    let spent = Meter::new(limited(0, 0), &quiet);
    let mut helper = spent.helper(1, 5);
    assert!(helper.goes_on());
    assert_eq!((helper.evaluate(), helper.evaluate()), (Ok(()), Err(Refused)));
    assert!(!helper.goes_on());
}

#[test]
fn a_helpers_improvements_are_noted_where_they_would_have_happened() {
    let quiet = AtomicBool::new(false);
    let mut meter = Meter::new(Budget::default(), &quiet);
    assert_eq!(meter.spend_visit(), Ok(()));
    meter.note(true, 5);
    let mut helper = meter.helper(10, 10);
    for score in [4, 6, 6, 9] {
        assert_eq!(helper.spend_visit(), Ok(()));
        helper.note(true, score);
    }
    meter.absorb(&helper.into_part());
    let trace: Vec<_> =
        meter.take_trace().iter().map(|one| (one.score, one.tally.evaluations)).collect();
    assert_eq!(trace, [(5, 1), (6, 3), (9, 5)]);
    meter.note(false, 100);
    meter.note(true, 9);
    assert!(meter.take_trace().is_empty(), "no better than the earlier answer");
    assert_eq!(meter.tally().generated, 5);
}

#[test]
fn the_stop_flag_is_seen_soon_and_remembered() {
    let stop = AtomicBool::new(false);
    let mut meter = Meter::new(Budget::default(), &stop);
    assert!(meter.goes_on());
    stop.store(true, Ordering::Relaxed);
    assert!((0..2 * LARGEST_STRIDE).any(|_| !meter.goes_on()));
    stop.store(false, Ordering::Relaxed);
    assert!(!meter.goes_on());

    let mut meter = Meter::new(Budget::default(), &stop);
    assert!(meter.goes_on());
    stop.store(true, Ordering::Relaxed);
    meter.count(Tally { generated: LARGEST_STRIDE, ..Tally::default() });
    assert!(!meter.goes_on(), "many moves between two checks");
}

#[test]
fn what_is_rehearsed_has_its_time_in_the_end() {
    let quiet = AtomicBool::new(false);
    let pause = || std::thread::sleep(Duration::from_millis(30));
    let limited = || Meter::new(Budget { seconds: Some(1.0), ..Budget::default() }, &quiet);
    let left =
        |meter: &Meter| meter.deadline.map(|deadline| (deadline - meter.started).as_secs_f64());

    let mut meter = limited();
    meter.rehearse(pause);
    assert!(left(&meter).is_some_and(|left| (0.5..0.97).contains(&left)));

    let mut meter = limited();
    assert!(!meter.rehearse_growing(|| panic!("too early to extrapolate")));
    std::thread::sleep(Duration::from_millis(60));
    assert!(meter.rehearse_growing(pause), "long enough to extrapolate from");
    assert!(left(&meter).is_some_and(|left| (0.2..0.75).contains(&left)));

    let mut unlimited = Meter::new(Budget::default(), &quiet);
    unlimited.rehearse(|| panic!("no time limit, so no rehearsal"));
    assert!(unlimited.rehearse_growing(|| panic!("no time limit, so no rehearsal")));
}

#[test]
fn a_slice_ends_by_the_clock_or_after_one_step() {
    let quiet = AtomicBool::new(false);
    let mut meter = Meter::new(Budget::default(), &quiet);
    meter.begin_slice();
    assert!(meter.in_slice());
    std::thread::sleep(2 * SLICE);
    assert!((0..2 * LARGEST_STRIDE).any(|_| !meter.in_slice()) && meter.goes_on());
    meter.begin_slice();
    assert!(meter.in_slice());

    let mut fine = Meter::new(Budget::default(), &quiet).step_by_step();
    fine.begin_slice();
    assert!(fine.in_slice() && !fine.in_slice() && fine.goes_on());
}
