//! Probing: tries single values and rules out those that propagation refutes.
//!
//! Almost every puzzle with one solution is decided this way, because its wrong values are refuted
//! one at a time, each by propagation alone. What is ruled out stays ruled out for all later
//! probes, while a search proves the contradiction of one region again under each choice in
//! another.

use quarry_core::{Assignment, Value, Variable};

use crate::domains::Domains;

/// Probing ends after this many probes in a row that refute nothing. Puzzles with one solution have
/// needed at most 130; boards with few givens have thousands of values that are all possible.
const MOST_VAIN_PROBES: usize = 300;

/// Chooses what to probe. A pass goes through the open variables, smallest sets first; there is
/// another one as long as they refute something.
#[derive(Debug)]
pub(crate) struct Probing {
    /// The variables of this pass, and the position of the current one.
    pass: Vec<Variable>,
    at: usize,
    /// The smallest value of the current variable that may still be probed.
    value: usize,
    /// Whether something was refuted since the pass began.
    has_refuted: bool,
    /// Number of probes since the last refutation.
    vain: usize,
}

impl Probing {
    /// Begins with a pass if there is to be any.
    pub(crate) fn new(begins: bool) -> Self {
        Probing { pass: Vec::new(), at: 0, value: 0, has_refuted: begins, vain: 0 }
    }

    /// Records that the last probe was refuted.
    pub(crate) fn refuted(&mut self) {
        self.has_refuted = true;
        self.vain = 0;
    }

    /// Returns the next value to try, or `None` if there is no point in going on. Values of the
    /// known solution are left out.
    pub(crate) fn next(
        &mut self,
        domains: &Domains,
        known: Option<&Assignment>,
    ) -> Option<(Variable, Value)> {
        while self.vain < MOST_VAIN_PROBES {
            let Some(&variable) = self.pass.get(self.at) else {
                if !self.has_refuted {
                    return None;
                }
                self.begin_pass(domains);
                continue;
            };
            let is_wanted = |&value: &usize| {
                let value = value as Value;
                domains.contains(variable, value)
                    && known.is_none_or(|known| known[variable] != value)
            };
            let values = self.value..domains.width() * 64;
            let value = values.into_iter().find(is_wanted);
            if let Some(value) = value.filter(|_| domains.single(variable).is_none()) {
                self.value = value + 1;
                self.vain += 1;
                return Some((variable, value as Value));
            }
            self.at += 1;
            self.value = 0;
        }
        None
    }

    fn begin_pass(&mut self, domains: &Domains) {
        self.pass.clear();
        self.pass.extend((0..domains.len()).filter(|&variable| domains.count(variable) > 1));
        self.pass.sort_by_key(|&variable| domains.count(variable));
        (self.at, self.value, self.has_refuted) = (0, 0, false);
    }
}
