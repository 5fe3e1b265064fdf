//! A propagator for heads that need a derivation.

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
#[derive(Debug)]
pub(crate) struct Foundedness {
    pub(super) heads: Vec<Lit>,
    pub(super) supports: Vec<Support>,
    pub(super) gate: Option<Lit>,
    /// For each head the supports that derive it, and those that it is the source of.
    deriving: Vec<Vec<u32>>,
    onward: Vec<Vec<u32>>,
    is_derivable: Vec<bool>,
    waiting: Vec<u16>,
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
            is_derivable: vec![false; heads.len()],
            met: vec![0; heads.len()],
            heads,
            supports,
            gate,
            deriving,
            onward,
            waiting: Vec::new(),
            round: 0,
        }
    }

    pub(super) fn run(
        &mut self,
        reasons: &mut Reasons,
        arg: &mut TheoryArg<'_>,
    ) -> Result<(), Conflict> {
        if self.gate.is_some_and(|gate| value(gate, arg) != Some(true)) {
            return Ok(());
        }
        self.derive(arg);
        // True heads first: each one is a conflict, which ends the propagation.
        for state in [Some(true), None] {
            for head in 0..self.heads.len() {
                if !self.is_derivable[head] && value(self.heads[head], arg) == state {
                    self.exclude(head as u16, reasons, arg)?;
                }
            }
        }
        Ok(())
    }

    /// Marks the heads that can still be derived.
    fn derive(&mut self, arg: &TheoryArg<'_>) {
        let may_hold = |literal: Lit| value(literal, arg) != Some(false);
        self.is_derivable.fill(false);
        for &(head, source, literal) in &self.supports {
            if source.is_none() && may_hold(literal) {
                self.waiting.push(head);
            }
        }
        while let Some(head) = self.waiting.pop() {
            let at = usize::from(head);
            if self.is_derivable[at] || !may_hold(self.heads[at]) {
                continue;
            }
            self.is_derivable[at] = true;
            for &support in &self.onward[at] {
                let (onward, _, literal) = self.supports[support as usize];
                if may_hold(literal) {
                    self.waiting.push(onward);
                }
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
