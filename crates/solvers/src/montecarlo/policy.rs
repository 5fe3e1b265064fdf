//! The policies of a nested search: for each level the odds of every code, and how they learn from a game.
//!
//! A move is chosen with a chance in proportion to its odds, exp(weight). Adapting to a game adds `alpha` to the weight
//! of each of its moves and takes `alpha` times its chance from every choice there was (Rosin 2011). What makes that
//! cheap, and changes nothing in it:
//! - codes are numbered, so that a policy is an array; a game notes the numbers of the choices it met, and adapting to it
//!   plays nothing again;
//! - chances are those before the step, so that all a code loses is its odds times a sum over the states in which it was
//!   offered: one exponential for each code of the game, not for each choice of each state;
//! - a level is brought back to the one above by undoing what differs, not by a copy;
//! - codes met in a game that nobody keeps are forgotten at once.
//!
//! A code's first weight is its bias times a factor. As long as a code has one bias, that is the same as adding the bias
//! whenever the weight is used, the generalised adaptation of Cazenave (2020).

/// Nested policies, the one that plays first.
pub struct Policies {
    codes: Numbers,
    /// How many of the codes are known to all levels; those after them were met in the last game.
    settled: usize,
    biases: Vec<f64>,
    levels: Vec<Level>,
    /// While adapting: for each code the sum of alpha / total odds, and the codes for which there is one.
    shares: Vec<f64>,
    shared: Vec<u32>,
}

#[derive(Default)]
struct Level {
    weights: Vec<f64>,
    odds: Vec<f64>,
    /// The codes whose weight is not that of the level above.
    differs: Vec<u32>,
    is_listed: Vec<bool>,
}

impl Level {
    fn note(&mut self, code: u32) {
        if !std::mem::replace(&mut self.is_listed[code as usize], true) {
            self.differs.push(code);
        }
    }
}

/// The choices of each state of a game, by the numbers of their codes.
#[derive(Debug, Clone, Default)]
pub struct Trail {
    offered: Vec<u32>,
    steps: Vec<Step>,
}

#[derive(Debug, Clone, Copy)]
struct Step {
    /// Where its choices end in `offered`; they begin where the step before ends.
    end: u32,
    taken: u32,
}

impl Trail {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.offered.clear();
        self.steps.clear();
    }

    /// Notes the choices of a state.
    #[inline]
    pub fn offer(&mut self, codes: impl Iterator<Item = u32>) {
        self.offered.extend(codes);
    }

    /// Notes which of them was taken.
    #[inline]
    pub fn take(&mut self, code: u32) {
        self.steps.push(Step { end: self.offered.len() as u32, taken: code });
    }

    /// About how many bytes it takes.
    pub fn bytes(&self) -> usize {
        self.offered.capacity() * size_of::<u32>() + self.steps.capacity() * size_of::<Step>()
    }
}

impl Policies {
    /// As many levels without experience.
    pub fn new(levels: usize) -> Self {
        Policies {
            codes: Numbers::new(),
            settled: 0,
            biases: Vec::new(),
            levels: (0..levels).map(|_| Level::default()).collect(),
            shares: Vec::new(),
            shared: Vec::new(),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Policies::new(self.levels.len());
    }

    /// The number of a code, and whether it was known. An unknown one begins with the weight `bias`.
    #[inline]
    pub fn number(&mut self, code: u64, bias: f64) -> u32 {
        let number = self.codes.number(code);
        if number as usize == self.biases.len() {
            self.biases.push(bias);
            self.levels[0].odds.push(if bias == 0.0 { 1.0 } else { bias.exp() });
        }
        number
    }

    /// The odds of a code in the policy that plays.
    #[inline]
    pub fn odds(&self, code: u32) -> f64 {
        self.levels[0].odds[code as usize]
    }

    /// Forgets the codes that were first met in the last game. Otherwise that game's trail must be kept with
    /// [`Policies::keep_codes`] before it can be adapted to.
    pub fn drop_codes(&mut self) {
        self.codes.truncate(self.settled);
        self.biases.truncate(self.settled);
        self.levels[0].odds.truncate(self.settled);
    }

    /// Makes the codes that were first met in the last game known to all levels.
    pub fn keep_codes(&mut self) {
        let fresh = self.settled..self.biases.len();
        let (playing, above) = self.levels.split_first_mut().expect("some level plays");
        for level in above.iter_mut() {
            level.odds.extend_from_slice(&playing.odds[fresh.clone()]);
        }
        for level in &mut self.levels {
            level.weights.extend_from_slice(&self.biases[fresh.clone()]);
            level.is_listed.resize(fresh.end, false);
        }
        self.shares.resize(fresh.end, 0.0);
        self.settled = fresh.end;
    }

    /// Makes a level equal to the one above it.
    pub fn reset(&mut self, level: usize) {
        let (lower, above) = self.levels.split_at_mut(level + 1);
        let (below, this) = lower.split_at_mut(level);
        let (this, above) = (&mut this[0], &above[0]);
        for code in this.differs.drain(..) {
            let at = code as usize;
            this.is_listed[at] = false;
            this.weights[at] = above.weights[at];
            this.odds[at] = above.odds[at];
            if let Some(below) = below.last_mut() {
                below.note(code);
            }
        }
    }

    /// Adapts one level to a game, by the step `alpha`.
    pub fn adapt(&mut self, level: usize, trail: &Trail, alpha: f64) {
        let (below, this) = self.levels.split_at_mut(level);
        let this = &mut this[0];
        let mut start = 0;
        for step in &trail.steps {
            let offered = &trail.offered[start..step.end as usize];
            start = step.end as usize;
            if offered.len() == 1 {
                continue; // no choice, nothing to learn
            }
            let share = alpha / total(&this.odds, offered);
            for &code in offered {
                let shares = &mut self.shares[code as usize];
                if *shares == 0.0 {
                    self.shared.push(code);
                }
                *shares += share;
            }
            this.weights[step.taken as usize] += alpha;
        }
        for code in self.shared.drain(..) {
            let at = code as usize;
            this.weights[at] -= std::mem::take(&mut self.shares[at]) * this.odds[at];
            this.odds[at] = this.weights[at].exp();
            this.note(code);
            if let Some(below) = below.last_mut() {
                below.note(code);
            }
        }
    }

    /// About how many bytes it takes.
    pub fn bytes(&self) -> usize {
        self.codes.bytes() + self.biases.capacity() * (2 + 3 * self.levels.len()) * size_of::<f64>()
    }
}

/// The sum of the odds of some codes, in four lanes because one addition cannot begin before the last has ended.
fn total(odds: &[f64], codes: &[u32]) -> f64 {
    let (fours, rest) = codes.as_chunks::<4>();
    let mut sums = [0.0; 4];
    for four in fours {
        for (sum, &code) in sums.iter_mut().zip(four) {
            *sum += odds[code as usize];
        }
    }
    let rest: f64 = rest.iter().map(|&code| odds[code as usize]).sum();
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
}

/// Replaces each number by the sum of all up to it, four at a time for the same reason. Returns the sum of all.
pub fn accumulate(numbers: &mut [f64]) -> f64 {
    let (fours, rest) = numbers.as_chunks_mut::<4>();
    let mut total = 0.0;
    for four in fours {
        let [a, b, c, d] = *four;
        let (ab, cd) = (a + b, c + d);
        *four = [total + a, total + ab, total + (ab + c), total + (ab + cd)];
        total = four[3];
    }
    for number in rest {
        total += *number;
        *number = total;
    }
    total
}

/// Numbers for codes, in the order in which they are met: a table with linear probing. Whatever came last can be taken
/// out again, and leaves the table as it was before.
struct Numbers {
    /// (code, number), a power of two of them, at least half of them free.
    slots: Vec<(u64, u32)>,
    /// The slot of each number.
    taken: Vec<u32>,
}

const FREE: u32 = u32::MAX;

impl Numbers {
    fn new() -> Self {
        Numbers { slots: vec![(0, FREE); 1024], taken: Vec::new() }
    }

    #[inline]
    fn number(&mut self, code: u64) -> u32 {
        let mask = self.slots.len() - 1;
        let mut at = code as usize & mask;
        loop {
            match self.slots[at] {
                (_, FREE) => break,
                (known, number) if known == code => return number,
                _ => at = (at + 1) & mask,
            }
        }
        let number = self.taken.len() as u32;
        self.slots[at] = (code, number);
        self.taken.push(at as u32);
        if 2 * self.taken.len() > self.slots.len() {
            self.grow();
        }
        number
    }

    #[cold]
    fn grow(&mut self) {
        let codes: Vec<u64> = self.taken.iter().map(|&slot| self.slots[slot as usize].0).collect();
        self.slots = vec![(0, FREE); 2 * self.slots.len()];
        self.taken.clear();
        for code in codes {
            self.number(code);
        }
    }

    fn truncate(&mut self, len: usize) {
        for &slot in &self.taken[len..] {
            self.slots[slot as usize].1 = FREE;
        }
        self.taken.truncate(len);
    }

    fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<(u64, u32)>() + self.taken.capacity() * size_of::<u32>()
    }
}
