//! Policies of a nested search: for each level the odds of every code, and how they are adapted to
//! a game.
//!
//! A move is chosen with a probability proportional to its odds, exp(weight). Adapting to a game
//! adds `alpha` to the weight of each of its moves and subtracts `alpha` times its probability from
//! every choice that was available (Rosin 2011). These techniques make adapting cheap without
//! changing its result:
//! - codes are numbered, so that a policy is an array; a game records the numbers of its choices,
//!   and adapting to it replays nothing;
//! - a game that is kept becomes an [`EncodedGame`], with its codes numbered anew from 0, so that
//!   the data used for adapting lies close together;
//! - probabilities are those before the step, so the total loss of a code is its odds times a sum
//!   over the states in which it was offered: one exponential for each code of the game, not for
//!   each choice of each state, and all of them in one pass;
//! - a level is reset to the one above by undoing the differences, not by a copy;
//! - codes first seen in a game that is not kept are forgotten at once.
//!
//! The initial weight of a code is its bias times a factor. As long as a code has one bias, this is
//! the same as adding the bias whenever the weight is used, the generalised adaptation of Cazenave
//! (2020).

/// Nested policies; the first is the one that plays.
pub struct Policies {
    codes: Numbers,
    /// Number of codes known to all levels; later ones were first seen in the last game.
    settled: usize,
    biases: Vec<f64>,
    levels: Vec<Level>,
    /// While a lesson is made: the index of each code in it, if it has one.
    places: Vec<u32>,
    /// While adapting: data on each code of the lesson.
    pupils: Pupils,
}

#[derive(Default)]
struct Pupils {
    odds: Vec<f64>,
    /// Sum of alpha / total odds over the states in which the code was offered.
    shares: Vec<f64>,
    weights: Vec<f64>,
}

#[derive(Default)]
struct Level {
    weights: Vec<f64>,
    odds: Vec<f64>,
    /// Codes whose weight differs from the level above.
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
pub struct EncodedTrail {
    offered: Vec<u32>,
    steps: Vec<Step>,
}

#[derive(Debug, Clone, Copy)]
struct Step {
    /// End of this step's choices in `offered`; they begin where the previous step ends.
    end: u32,
    taken: u32,
}

impl EncodedTrail {
    /// Removes all steps.
    pub fn clear(&mut self) {
        self.offered.clear();
        self.steps.clear();
    }

    /// Records the choices of a state.
    #[inline]
    pub fn offer(&mut self, codes: impl Iterator<Item = u32>) {
        self.offered.extend(codes);
    }

    /// Records which choice was taken.
    #[inline]
    pub fn take(&mut self, code: u32) {
        self.steps.push(Step { end: self.offered.len() as u32, taken: code });
    }

    /// Approximate memory in bytes.
    pub fn bytes(&self) -> usize {
        self.offered.capacity() * size_of::<u32>() + self.steps.capacity() * size_of::<Step>()
    }
}

/// A game prepared for adapting: its trail, with codes given as indices into a list.
#[derive(Debug, Clone, Default)]
pub struct EncodedGame {
    codes: Vec<u32>,
    trail: EncodedTrail,
}

impl EncodedGame {
    /// Approximate memory in bytes.
    pub fn bytes(&self) -> usize {
        self.codes.capacity() * size_of::<u32>() + self.trail.bytes()
    }
}

impl Policies {
    /// Creates this number of levels, all empty.
    pub fn new(levels: usize) -> Self {
        Policies {
            codes: Numbers::new(),
            settled: 0,
            biases: Vec::new(),
            levels: (0..levels).map(|_| Level::default()).collect(),
            places: Vec::new(),
            pupils: Pupils::default(),
        }
    }

    /// Removes all codes and weights.
    pub fn clear(&mut self) {
        *self = Policies::new(self.levels.len());
    }

    /// Returns the number of a code. A new code starts with the weight `bias`.
    #[inline]
    pub fn number(&mut self, code: u64, bias: f64) -> u32 {
        let number = self.codes.number(code);
        if number as usize == self.biases.len() {
            self.biases.push(bias);
            self.levels[0].odds.push(exp(bias));
        }
        number
    }

    /// Odds of a code in the policy that plays.
    #[inline]
    pub fn odds(&self, code: u32) -> f64 {
        self.levels[0].odds[code as usize]
    }

    /// Odds of a code in the policy that plays; those of its bias if the code is new.
    pub fn odds_of_code(&self, code: u64, bias: f64) -> f64 {
        self.codes.known(code).map_or_else(|| exp(bias), |number| self.odds(number))
    }

    /// Forgets the codes first seen in the last game. Not to be called if a [`Policies::lesson`] is
    /// made of it.
    pub fn drop_codes(&mut self) {
        self.codes.truncate(self.settled);
        self.biases.truncate(self.settled);
        self.levels[0].odds.truncate(self.settled);
    }

    /// Makes the codes first seen in the last game known to all levels, and turns its trail into a
    /// lesson.
    pub fn lesson(&mut self, trail: &EncodedTrail, lesson: &mut EncodedGame) {
        self.keep_codes();
        lesson.codes.clear();
        lesson.trail.clear();
        lesson.trail.offer(trail.offered.iter().map(|&code| {
            let place = &mut self.places[code as usize];
            if *place == FREE {
                *place = lesson.codes.len() as u32;
                lesson.codes.push(code);
            }
            *place
        }));
        let steps = trail.steps.iter();
        lesson
            .trail
            .steps
            .extend(steps.map(|step| Step { taken: self.places[step.taken as usize], ..*step }));
        for &code in &lesson.codes {
            self.places[code as usize] = FREE;
        }
    }

    fn keep_codes(&mut self) {
        let fresh = self.settled..self.biases.len();
        let (playing, above) = self.levels.split_first_mut().expect("some level plays");
        for level in above.iter_mut() {
            level.odds.extend_from_slice(&playing.odds[fresh.clone()]);
        }
        for level in &mut self.levels {
            level.weights.extend_from_slice(&self.biases[fresh.clone()]);
            level.is_listed.resize(fresh.end, false);
        }
        self.places.resize(fresh.end, FREE);
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

    /// Adapts one level to a game with step size `alpha`.
    pub fn adapt(&mut self, level: usize, lesson: &EncodedGame, alpha: f64) {
        let (below, this) = self.levels.split_at_mut(level);
        let this = &mut this[0];
        let Pupils { odds, shares, weights } = &mut self.pupils;
        odds.clear();
        odds.extend(lesson.codes.iter().map(|&code| this.odds[code as usize]));
        weights.clear();
        weights.extend(lesson.codes.iter().map(|&code| this.weights[code as usize]));
        shares.clear();
        shares.resize(lesson.codes.len(), 0.0);
        let mut start = 0;
        for step in &lesson.trail.steps {
            let offered = &lesson.trail.offered[start..step.end as usize];
            start = step.end as usize;
            if offered.len() == 1 {
                continue; // a forced move teaches nothing
            }
            let share = alpha / total(odds, offered);
            for &place in offered {
                shares[place as usize] += share;
            }
            weights[step.taken as usize] += alpha;
        }
        for ((weight, odds), share) in weights.iter_mut().zip(odds.iter_mut()).zip(&*shares) {
            *weight -= share * *odds;
            *odds = exp(*weight);
        }
        for ((&code, &weight), &odds) in lesson.codes.iter().zip(&*weights).zip(&*odds) {
            this.weights[code as usize] = weight;
            this.odds[code as usize] = odds;
            this.note(code);
            if let Some(below) = below.last_mut() {
                below.note(code);
            }
        }
    }

    /// Approximate memory in bytes.
    pub fn bytes(&self) -> usize {
        self.codes.bytes() + self.biases.capacity() * (2 + 3 * self.levels.len()) * size_of::<f64>()
    }
}

/// Exponential function with relative error below 1e-14; arguments outside the range give the
/// largest or smallest odds. Written so that the compiler can vectorise it, and so that it gives
/// the same result on every machine, which the system's own function need not.
#[inline]
fn exp(number: f64) -> f64 {
    /// Adding this number rounds to an integer, which is then in the lowest bits.
    const ROUND: f64 = 1.5 * (1u64 << 52) as f64;
    /// ln 2 in two parts, the first short enough that its products with integers are exact.
    const LN_2: [f64; 2] = [6.931_471_803_691_238e-1, 1.908_214_929_270_588e-10];
    const FACTORS: [f64; 11] = {
        let mut factors = [1.0; 11];
        let mut n = 1;
        while n < factors.len() {
            factors[n] = factors[n - 1] / n as f64;
            n += 1;
        }
        factors
    };
    let number = number.clamp(-700.0, 700.0);
    let rounded = number * std::f64::consts::LOG2_E + ROUND;
    let doublings = rounded - ROUND;
    let rest = (number - doublings * LN_2[0]) - doublings * LN_2[1];
    let series = FACTORS.iter().rev().fold(1.0 / 39_916_800.0, |sum, factor| sum * rest + factor);
    series * f64::from_bits((rounded.to_bits().wrapping_add(1023)) << 52)
}

/// Sum of the odds at some indices, in four lanes because an addition cannot begin before the
/// previous one has ended.
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

/// Replaces each number by the sum of all up to it, four at a time for the same reason. Returns the
/// total.
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

/// Numbers for codes in the order in which they are seen: a hash table with linear probing. The
/// latest codes can be removed again, which leaves the table as it was before.
struct Numbers {
    /// (code, number) pairs; the length is a power of two, and at least half are free.
    slots: Vec<(u64, u32)>,
    /// The slot of each number.
    taken: Vec<u32>,
}

const FREE: u32 = u32::MAX;

impl Numbers {
    fn new() -> Self {
        Numbers { slots: vec![(0, FREE); 1024], taken: Vec::new() }
    }

    /// Returns the number of a code, if it has one.
    fn known(&self, code: u64) -> Option<u32> {
        let mask = self.slots.len() - 1;
        let mut at = code as usize & mask;
        loop {
            match self.slots[at] {
                (_, FREE) => return None,
                (known, number) if known == code => return Some(number),
                _ => at = (at + 1) & mask,
            }
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponentials_are_right_and_bounded() {
        for step in -6900..=6900 {
            let number = f64::from(step) / 10.0 + 0.037;
            assert!((exp(number) / number.exp() - 1.0).abs() < 1e-14, "at {number}");
        }
        assert_eq!(exp(0.0), 1.0);
        assert_eq!((exp(-1e9), exp(1e9)), (exp(-700.0), exp(700.0)));
    }

    /// One state with two choices of equal odds: the choice taken gains half of alpha, the other
    /// loses it.
    #[test]
    fn adapting_moves_the_odds_as_published() {
        let mut policies = Policies::new(2);
        let codes = [policies.number(7, 0.0), policies.number(9, 0.0)];
        let mut trail = EncodedTrail::default();
        trail.offer(codes.into_iter());
        trail.take(codes[1]);
        trail.offer([codes[0]].into_iter());
        trail.take(codes[0]);
        let mut lesson = EncodedGame::default();
        policies.lesson(&trail, &mut lesson);
        policies.adapt(0, &lesson, 1.0);
        let odds = codes.map(|code| policies.odds(code));
        assert!(
            (odds[0] - (-0.5f64).exp()).abs() < 1e-12 && (odds[1] - 0.5f64.exp()).abs() < 1e-12
        );
        policies.reset(0);
        assert_eq!(codes.map(|code| policies.odds(code)), [1.0, 1.0]);
    }
}
