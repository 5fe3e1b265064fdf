//! Changes of drafts without clues to leave out, until they have one solution and the wanted tier.

use quarry_core::{GenerateError, Meter, Rng, Tier, Value};

use super::{ClueSymmetry, Dug, Missed, Second, second_solution};
use crate::{Declaration, Declared, Draft, EntryValues};

/// How often such a draft is changed if a tier is requested.
const TIER_MENDINGS: usize = 150;

/// Number of entries at which a puzzle with one solution is changed.
const CHANGED_ENTRIES: usize = 2;

/// One change for the worse in so many is kept while a draft is changed for a tier.
const ACCEPTED_ONE_IN: usize = 5;

/// Changes a draft without clues to leave out until its solution is unique and it has the tier, and
/// counts the other puzzles with one solution that it came across.
///
/// Where a draft has several solutions, it is changed where they differ; where it has one,
/// anywhere. A change is taken back if it makes the puzzle easier or too hard, or if the solutions
/// then differ in more entries.
pub(super) fn mended_to<D: Declaration>(
    mut draft: Draft<D>,
    symmetry: ClueSymmetry,
    wanted: Tier,
    missed: &mut Missed,
    rng: &mut Rng,
    meter: &mut Meter,
) -> Result<Option<Declared<D>>, GenerateError> {
    // The tier of the draft if its solution is unique; where it is to be changed.
    let mut tier: Option<Tier> = None;
    let mut second: Option<EntryValues> = None;
    for _ in 0..TIER_MENDINGS {
        let next = match &second {
            None => Some(draft.clone()),
            Some(second) => D::mended(&draft, second, symmetry, rng),
        };
        let Some(next) = next else { break };
        match second_solution(&next, meter)? {
            Second::Unknown if second.is_none() => break,
            Second::Unknown => {}
            // A person can do what propagation does: such a puzzle is not hard, and most are such.
            Second::None { is_propagated: true } if wanted > Tier::Medium => {
                missed.note(Some(Tier::Medium));
                if tier <= Some(Tier::Medium) {
                    (draft, tier) = (next, Some(Tier::Medium));
                }
                second = Some(changed_somewhere(&draft.solution, rng));
            }
            Second::None { .. } => {
                let (next, dug, is_eased) = eased_to(next, wanted, rng, meter)?;
                let found = dug.tier;
                if found == Some(wanted) {
                    return Ok(Some(dug.puzzle));
                }
                missed.note(found);
                if is_eased && found.is_none() {
                    break;
                }
                if found.is_some() && found >= tier {
                    (draft, tier) = (next, found);
                }
                if tier.is_some() {
                    second = Some(changed_somewhere(&draft.solution, rng));
                } else if second.is_none() {
                    break;
                }
            }
            Second::Found(other) => {
                let differ = |one: &[Option<Value>], other: &[Option<Value>]| {
                    one.iter().zip(other).filter(|(one, other)| one != other).count()
                };
                let before = second.as_ref().map_or(usize::MAX, |it| differ(&draft.solution, it));
                let is_closer = differ(&next.solution, &other) <= before;
                if tier.is_none() && (is_closer || rng.below(ACCEPTED_ONE_IN) == 0) {
                    (draft, second) = (next, Some(other));
                } else if tier.is_some() {
                    second = Some(changed_somewhere(&draft.solution, rng));
                }
            }
        }
    }
    Ok(None)
}

/// Makes a draft with one solution easier as long as it is too hard and the puzzle supports this;
/// also returns whether it did.
fn eased_to<D: Declaration>(
    mut draft: Draft<D>,
    wanted: Tier,
    rng: &mut Rng,
    meter: &mut Meter,
) -> Result<(Draft<D>, Dug<D>, bool), GenerateError> {
    let mut is_eased = false;
    loop {
        let dug = Dug::new(Declared::new(draft.puzzle.clone()), wanted, meter)?;
        match D::eased(&draft, rng).filter(|_| dug.tier.is_none()) {
            Some(eased) => (draft, is_eased) = (eased, true),
            None => return Ok((draft, dug, is_eased)),
        }
    }
}

/// Returns a solution without a few entries that follow each other, if it has any.
fn changed_somewhere(solution: &[Option<Value>], rng: &mut Rng) -> EntryValues {
    let mut changed = solution.to_vec();
    let first = rng.below(solution.len().max(1));
    changed.iter_mut().skip(first).take(CHANGED_ENTRIES).for_each(|entry| *entry = None);
    changed
}
