//! A propagator for heads that need a derivation.

use std::mem;

use batsat::Lit;
use batsat::theory::TheoryArg;

use super::{Conflict, Reasons, conclude, value};

/// A way to derive a head: its literal is true, and so is its source, if it has one.
type Support = (u16, Option<u16>, Lit);

/// Each true head can be derived by supports, step by step from supports without a source.
///
/// A search forward along supports that are not false finds the heads that can still be derived.
/// The others are false: a search backward from one of them meets only false supports and heads
/// that cannot be derived either, and these false supports are the reason.
///
/// The search forward is left out as long as the supports that it went along show that it would
/// find the same heads. They are kept over backtracking, which makes no support false.
#[derive(Debug)]
pub(crate) struct Foundedness {
    pub(super) heads: Vec<Lit>,
    pub(super) supports: Vec<Support>,
    pub(super) gate: Option<Lit>,
    /// For each head the supports that derive it, and those that it is the source of.
    deriving: Vec<Vec<u32>>,
    onward: Vec<Vec<u32>>,
    /// For each head the support by which the last search forward found it.
    found_by: Vec<Option<u32>>,
    /// Positions of the literals that have changed, heads first, then supports.
    changed: Vec<u32>,
    /// Whether the last search forward says nothing about the present.
    is_stale: bool,
    /// How often the solver had backtracked when all open heads were last known to be found.
    backtracks: u64,
    /// Supports to follow.
    waiting: Vec<u32>,
    /// For each head, the last backward search that met it.
    met: Vec<u32>,
    round: u32,
}

impl Foundedness {
    pub(crate) fn new(heads: Vec<Lit>, supports: Vec<Support>, gate: Option<Lit>) -> Self {
        let mut deriving = vec![Vec::new(); heads.len()];
        let mut onward = vec![Vec::new(); heads.len()];
        for (index, &(head, source, _)) in (0..).zip(&supports) {
            deriving[usize::from(head)].push(index);
            if let Some(source) = source {
                onward[usize::from(source)].push(index);
            }
        }
        Foundedness {
            found_by: vec![None; heads.len()],
            met: vec![0; heads.len()],
            heads,
            supports,
            gate,
            deriving,
            onward,
            changed: Vec::new(),
            is_stale: true,
            backtracks: 0,
            waiting: Vec::new(),
            round: 0,
        }
    }

    /// Notes that the literal at this position has a value now.
    pub(super) fn note_change(&mut self, position: u32) {
        self.changed.push(position);
    }

    /// Forgets the noted changes: the solver backtracks.
    pub(super) fn forget_changes(&mut self) {
        self.changed.clear();
    }

    /// Draws all conclusions, after the solver has backtracked so often.
    pub(super) fn run(
        &mut self,
        backtracks: u64,
        reasons: &mut Reasons,
        arg: &mut TheoryArg<'_>,
    ) -> Result<(), Conflict> {
        if self.gate.is_some_and(|gate| value(gate, arg) != Some(true)) {
            self.changed.clear();
            self.is_stale = true;
            return Ok(());
        }
        let finds_all = self.still_finds_all(backtracks, arg);
        self.backtracks = backtracks;
        if finds_all {
            debug_assert!(
                {
                    self.derive(arg);
                    self.finds_all_open(arg)
                },
                "a search forward that is left out would find all heads that are not false"
            );
            return Ok(());
        }
        self.derive(arg);
        // True heads first: each one is a conflict, which ends the propagation.
        for state in [Some(true), None] {
            for head in 0..self.heads.len() {
                if self.found_by[head].is_none() && value(self.heads[head], arg) == state {
                    self.exclude(head as u16, reasons, arg)?;
                }
            }
        }
        Ok(())
    }

    /// Whether every head that is not false is still derived as the last search forward found it.
    fn still_finds_all(&mut self, backtracks: u64, arg: &TheoryArg<'_>) -> bool {
        let mut changed = mem::take(&mut self.changed);
        let is_kept = !self.is_stale && changed.iter().all(|&one| self.leaves_all(one, arg));
        changed.clear();
        self.changed = changed;
        // Heads that were false may be open again.
        is_kept && (backtracks == self.backtracks || self.finds_all_open(arg))
    }

    /// Whether all heads are still derived after the change of the literal at this position.
    fn leaves_all(&self, position: u32, arg: &TheoryArg<'_>) -> bool {
        let is_false = |literal: Lit| value(literal, arg) == Some(false);
        let finds = |support: u32| {
            let head = usize::from(self.supports[support as usize].0);
            self.found_by[head] == Some(support) && !is_false(self.heads[head])
        };
        let at = position as usize;
        match (self.heads.get(at), self.supports.get(at.wrapping_sub(self.heads.len()))) {
            (Some(&head), _) => {
                !is_false(head) || !self.onward[at].iter().any(|&onward| finds(onward))
            }
            (None, Some(&(_, _, support))) => {
                !is_false(support) || !finds(position - self.heads.len() as u32)
            }
            // The gate.
            (None, None) => true,
        }
    }

    /// Whether the last search forward found all heads that are not false.
    fn finds_all_open(&self, arg: &TheoryArg<'_>) -> bool {
        let mut heads = self.heads.iter().zip(&self.found_by);
        heads.all(|(&head, found)| found.is_some() || value(head, arg) == Some(false))
    }

    /// Finds the heads that can still be derived.
    fn derive(&mut self, arg: &TheoryArg<'_>) {
        let may_hold = |literal: Lit| value(literal, arg) != Some(false);
        self.is_stale = false;
        self.found_by.fill(None);
        let first = (0..).zip(&self.supports).filter(|(_, support)| support.1.is_none());
        self.waiting.extend(first.map(|(index, _)| index));
        while let Some(support) = self.waiting.pop() {
            let (head, _, literal) = self.supports[support as usize];
            let at = usize::from(head);
            if self.found_by[at].is_none() && may_hold(literal) && may_hold(self.heads[at]) {
                self.found_by[at] = Some(support);
                self.waiting.extend(&self.onward[at]);
            }
        }
    }

    /// Makes a head false that cannot be derived, and all heads from which it could come.
    fn exclude(
        &mut self,
        head: u16,
        reasons: &mut Reasons,
        arg: &mut TheoryArg<'_>,
    ) -> Result<(), Conflict> {
        self.round += 1;
        self.met[usize::from(head)] = self.round;
        let mut part = vec![head];
        let mut reason: Vec<Lit> = self.gate.into_iter().collect();
        let mut next = 0;
        while let Some(&head) = part.get(next) {
            next += 1;
            for &support in &self.deriving[usize::from(head)] {
                let (_, source, literal) = self.supports[support as usize];
                if value(literal, arg) == Some(false) {
                    reason.push(!literal);
                } else if let Some(source) = source {
                    let at = usize::from(source);
                    if value(self.heads[at], arg) == Some(false) {
                        reason.push(!self.heads[at]);
                    } else if self.met[at] != self.round {
                        self.met[at] = self.round;
                        part.push(source);
                    }
                }
            }
        }
        let place = reasons.keep(&reason);
        for head in part {
            conclude(!self.heads[usize::from(head)], place, reasons, arg)?;
        }
        Ok(())
    }
}
