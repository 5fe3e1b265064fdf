//! The values each variable may still take, as bit sets, with a trail to undo changes.

use quarry_core::{Value, Values, Variable};

/// A variable has no value left, or a constraint cannot be satisfied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Conflict;

/// The result of one propagation step: fine so far, or a conflict.
pub(crate) type Propagated = Result<(), Conflict>;

/// Why propagation ended early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Break {
    /// A constraint cannot be satisfied.
    Conflict,
    /// The meter said stop; pending work is kept for the next call.
    Stopped,
}

impl From<Conflict> for Break {
    fn from(_: Conflict) -> Self {
        Break::Conflict
    }
}

/// The result of a propagation run: complete, or why it ended early.
pub(crate) type Conclusion = Result<(), Break>;

/// The value sets of all variables, each in the same number of words, with a trail of overwritten
/// words.
#[derive(Debug, Clone)]
pub(crate) struct Domains {
    words: Vec<u64>,
    width: usize,
    variables: usize,
    /// Overwritten words: (index, old word).
    trail: Vec<(u32, u64)>,
    /// Variables that lost values and whose constraints have not been notified yet.
    changed: Vec<Variable>,
    is_changed: Vec<bool>,
}

impl Domains {
    pub(crate) fn new(sets: &[Values]) -> Self {
        let most = sets.iter().map(|set| set.words().len()).max().unwrap_or(1);
        // A few fixed widths, so that code can be specialised for each of them.
        let width = [1, 2, 3, 4, 8, 16, 32]
            .into_iter()
            .find(|&width| width >= most)
            .unwrap_or(most.max(64));
        let mut words = vec![0; sets.len() * width];
        for (set, place) in sets.iter().zip(words.chunks_exact_mut(width)) {
            place[..set.words().len()].copy_from_slice(set.words());
        }
        let changed = (0..sets.len()).collect();
        let is_changed = vec![true; sets.len()];
        Domains { words, width, variables: sets.len(), trail: Vec::new(), changed, is_changed }
    }

    /// Adds words that a constraint needs restored on undo; returns the index of the first one.
    pub(crate) fn reserve(&mut self, words: impl Iterator<Item = u64>) -> usize {
        let begin = self.words.len();
        self.words.extend(words);
        begin
    }

    /// Returns a reserved word.
    #[inline]
    pub(crate) fn word(&self, place: usize) -> u64 {
        self.words[place]
    }

    /// Returns `W` consecutive reserved words.
    #[inline(always)]
    pub(crate) fn words_at<const W: usize>(&self, place: usize) -> &[u64; W] {
        self.words[place..][..W].try_into().expect("words that were reserved")
    }

    /// Overwrites `W` consecutive reserved words and returns the old ones.
    #[inline(always)]
    pub(crate) fn swap<const W: usize>(&mut self, place: usize, new: &[u64; W]) -> [u64; W] {
        let old = *self.words_at::<W>(place);
        for word in (0..W).filter(|&word| old[word] != new[word]) {
            self.write(place + word, new[word]);
        }
        old
    }

    /// Number of words per set.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// Number of variables.
    pub(crate) fn len(&self) -> usize {
        self.variables
    }

    pub(crate) fn get(&self, variable: Variable) -> &[u64] {
        &self.words[variable * self.width..][..self.width]
    }

    /// The sets of all variables as arrays, for code specialised to the width.
    #[inline(always)]
    pub(crate) fn sets<const W: usize>(&self) -> &[[u64; W]] {
        self.words.as_chunks().0
    }

    #[inline(always)]
    pub(crate) fn array<const W: usize>(&self, variable: Variable) -> &[u64; W] {
        &self.sets()[variable]
    }

    #[inline]
    pub(crate) fn contains(&self, variable: Variable, value: Value) -> bool {
        self.words[variable * self.width + usize::from(value) / 64] >> (value % 64) & 1 == 1
    }

    pub(crate) fn count(&self, variable: Variable) -> u32 {
        self.get(variable).iter().map(|word| word.count_ones()).sum()
    }

    /// The smallest value left.
    pub(crate) fn first(&self, variable: Variable) -> Option<Value> {
        let words = self.get(variable);
        let word = words.iter().position(|&word| word != 0)?;
        Some(word as Value * 64 + words[word].trailing_zeros() as Value)
    }

    /// The only value left, if exactly one is left.
    pub(crate) fn single(&self, variable: Variable) -> Option<Value> {
        only(self.get(variable))
    }

    /// Overwrites a word and records the old one on the trail.
    #[inline]
    pub(crate) fn write(&mut self, place: usize, word: u64) {
        self.trail.push((place as u32, self.words[place]));
        self.words[place] = word;
    }

    #[inline]
    fn touch(&mut self, variable: Variable) {
        if !self.is_changed[variable] {
            self.is_changed[variable] = true;
            self.changed.push(variable);
        }
    }

    /// Removes all values that are not in `allowed`.
    #[inline]
    pub(crate) fn keep(&mut self, variable: Variable, allowed: &[u64]) -> Propagated {
        let base = variable * self.width;
        let (mut any, mut changed) = (0, false);
        for (index, &mask) in allowed.iter().enumerate() {
            let old = self.words[base + index];
            let new = old & mask;
            any |= new;
            if new != old {
                self.write(base + index, new);
                changed = true;
            }
        }
        if changed {
            self.touch(variable);
        }
        if any == 0 { Err(Conflict) } else { Ok(()) }
    }

    /// Removes one value.
    #[inline]
    pub(crate) fn remove(&mut self, variable: Variable, value: Value) -> Propagated {
        let place = variable * self.width + usize::from(value) / 64;
        let bit = 1 << (value % 64);
        if self.words[place] & bit == 0 {
            return Ok(());
        }
        self.write(place, self.words[place] & !bit);
        self.touch(variable);
        if self.get(variable).iter().all(|&word| word == 0) { Err(Conflict) } else { Ok(()) }
    }

    /// Removes all values but one.
    pub(crate) fn fix(&mut self, variable: Variable, value: Value) -> Propagated {
        let base = variable * self.width;
        let mut changed = false;
        let holds = self.contains(variable, value);
        for index in 0..self.width {
            let mask = if index == usize::from(value) / 64 { 1 << (value % 64) } else { 0 };
            let old = self.words[base + index];
            if old & mask != old {
                self.write(base + index, old & mask);
                changed = true;
            }
        }
        if changed {
            self.touch(variable);
        }
        if holds { Ok(()) } else { Err(Conflict) }
    }

    /// Takes the next variable whose constraints must be notified of a change.
    #[inline]
    pub(crate) fn next_changed(&mut self) -> Option<Variable> {
        let variable = self.changed.pop()?;
        self.is_changed[variable] = false;
        Some(variable)
    }

    /// Whether all changes have been passed on to the constraints.
    pub(crate) fn is_quiet(&self) -> bool {
        self.changed.is_empty()
    }

    /// The current length of the trail.
    pub(crate) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Undoes everything since a mark, and drops pending change notifications.
    pub(crate) fn undo(&mut self, mark: usize) {
        for (place, word) in self.trail.drain(mark..).rev() {
            self.words[place as usize] = word;
        }
        self.hush();
    }

    /// Drops all pending change notifications.
    pub(crate) fn hush(&mut self) {
        for variable in self.changed.drain(..) {
            self.is_changed[variable] = false;
        }
    }

    /// Approximate size in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.words.len() * 8 + self.trail.capacity() * 16 + self.len() * 9
    }
}

/// The only value of a set, if it has exactly one.
#[inline]
pub(crate) fn only(words: &[u64]) -> Option<Value> {
    let mut found = None;
    for (index, &word) in words.iter().enumerate() {
        if word != 0 {
            if found.is_some() || !word.is_power_of_two() {
                return None;
            }
            found = Some(index as Value * 64 + word.trailing_zeros() as Value);
        }
    }
    found
}

/// The values in one word of a set; `word` is the index of that word.
#[inline]
pub(crate) fn bits(word: usize, set: u64) -> impl Iterator<Item = Value> {
    let rests = std::iter::successors(Some(set), |rest| Some(rest & rest.wrapping_sub(1)));
    rests
        .take_while(|&rest| rest != 0)
        .map(move |rest| (word * 64) as Value + rest.trailing_zeros() as Value)
}
