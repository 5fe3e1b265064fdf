//! Laws of puzzles with named techniques.

use quarry_core::{Explained, Meter, Next, Step, Tier};

/// Whoever comes to an end has an answer that the judge calls solved, and no step on the way speaks
/// against it.
pub(crate) fn steps_hold_in_the_answer_they_lead_to<P: Explained>(puzzle: &P) {
    let mut notes = puzzle.notes();
    let mut steps: Vec<Step> = Vec::new();
    while let Next::Step(step) = puzzle.next(&mut notes, Tier::Beyond, &mut Meter::unlimited()) {
        assert!(P::techniques().contains(&step.technique), "{} is not listed", step.technique.name);
        steps.push(step);
    }
    if puzzle.next(&mut notes, Tier::Beyond, &mut Meter::unlimited()) != Next::Solved {
        return;
    }
    let answer = puzzle.filled(&notes);
    assert!(puzzle.judge(&answer).is_ok_and(|verdict| verdict.solved), "{answer:?}");
    let values = puzzle.values(&answer);
    for step in steps {
        assert!(
            step.places.iter().all(|entry| values[entry.cell] == Some(entry.value)),
            "{step:?}"
        );
        assert!(
            step.excludes.iter().all(|entry| values[entry.cell] != Some(entry.value)),
            "{step:?}"
        );
    }
}
