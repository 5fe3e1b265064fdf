use super::*;

/// Cases whose choice is the index of the largest of three numbers, the first one among equals.
fn kinds(cases: usize) -> Vec<(String, Samples)> {
    let mut rng = Rng::new(1);
    let mut samples = Samples::none(3, 3);
    for _ in 0..cases {
        let seen: Vec<i8> = (0..3).map(|_| rng.below(7) as i8 - 3).collect();
        let most = seen.iter().max();
        samples
            .chosen
            .push(seen.iter().position(|one| Some(one) == most).unwrap_or_default() as u8);
        samples.seen.extend(seen);
    }
    vec![("one".to_owned(), samples.clone()), ("other".to_owned(), samples)]
}

fn settings() -> FitSettings {
    FitSettings {
        hidden: 20,
        batch: 16,
        rate: 0.01,
        epochs: 6,
        turns: 2,
        folds: 5,
        ..FitSettings::default()
    }
}

fn bundle(course: &NetTraining) -> Bundle {
    let (tensors, notes) = course.kept();
    Bundle { notes, tensors }
}

fn go_on() -> bool {
    true
}

#[test]
fn nets_learn() {
    let kinds = kinds(1000);
    let mut course = NetTraining::new(&kinds, &FitSettings { epochs: 30, ..settings() }, 1);
    while !course.is_over() {
        assert!(course.step(&go_on));
    }
    for lesson in course.lessons() {
        assert_eq!(lesson.standings.len(), 2);
        assert!(lesson.standings.iter().all(|standing| standing.accuracy > 0.95), "{lesson:?}");
    }
}

/// Ten memorised cases: the loss drops to almost nothing.
#[test]
fn a_net_can_learn_few_cases_by_heart() {
    let (mut samples, mut rng) = (Samples::none(4, 10), Rng::new(9));
    for case in 0..10 {
        samples.seen.extend((0..4).map(|_| rng.below(7) as i8 - 3));
        samples.chosen.push(case);
    }
    let fit = FitSettings { batch: 10, rate: 0.01, decay: 1.0, ..settings() };
    let mut pupil = Pupil::new(&[4, 20, 20, 10], &mut rng);
    let mut desk = crate::backprop::Desk::new(fearless_simd::Level::new(), &pupil.net.sizes(), 10);
    for _ in 0..300 {
        pupil.learn(&samples, &(10..10), &fit, &mut rng, &go_on);
    }
    let marks = desk.answer(&pupil.net, &samples, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert!(marks.right == 10 && marks.loss < 0.1, "{marks:?}");
}

#[test]
fn neither_stops_nor_threads_change_a_bit() {
    let kinds = kinds(300);
    let whole = {
        let mut course = NetTraining::new(&kinds, &settings(), 7);
        while !course.is_over() {
            assert!(course.step(&go_on));
        }
        bundle(&course).bytes()
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    let mut kept: Option<Vec<u8>> = None;
    loop {
        let mut course = NetTraining::new(&kinds, &settings(), 7);
        if let Some(kept) = &kept {
            course.resume(&Bundle::read(kept).unwrap()).unwrap();
        }
        if course.is_over() {
            break;
        }
        assert!(!course.step(&|| false), "cut short");
        assert!(pool.install(|| course.step(&go_on)));
        kept = Some(bundle(&course).bytes());
    }
    assert!(kept == Some(whole));
}

#[test]
fn what_was_kept_of_another_course_is_refused() {
    let kinds = kinds(300);
    let mut course = NetTraining::new(&kinds, &settings(), 7);
    course.step(&go_on);
    let kept = bundle(&course);
    let complaint = |settings: FitSettings, kept: &Bundle| {
        NetTraining::new(&kinds, &settings, 7).resume(kept).unwrap_err().to_string()
    };
    assert!(complaint(FitSettings { turns: 1, ..settings() }, &kept).contains("notes on 2 nets"));
    assert!(complaint(FitSettings { hidden: 21, ..settings() }, &kept).contains("[3, 21, 21, 3]"));
    let mut half = kept.clone();
    half.tensors.retain(|tensor| !tensor.name.starts_with("training.1"));
    assert!(complaint(settings(), &half).contains("a net `training.1.one."));
}
