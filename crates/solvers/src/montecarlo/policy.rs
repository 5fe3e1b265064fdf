//! The policies of a nested search: for each level the odds of every code, and how they learn from
//! a game.
//!
//! A move is chosen with a chance in proportion to its odds, exp(weight). Adapting to a game adds
//! `alpha` to the weight of each of its moves and takes `alpha` times its chance from every choice
//! there was (Rosin 2011). What makes that cheap, and changes nothing in it:
//! - codes are numbered, so that a policy is an array; a game notes the numbers of the choices it
//!   met, and adapting to it plays nothing again;
//! - a game that is kept becomes a [`EncodedGame`], its codes numbered anew from 0: what adapting
//!   looks at lies close together;
//! - chances are those before the step, so that all a code loses is its odds times a sum over the
//!   states in which it was offered: one exponential for each code of the game, not for each choice
//!   of each state, and all of them in one go;
//! - a level is brought back to the one above by undoing what differs, not by a copy;
//! - codes met in a game that nobody keeps are forgotten at once.
//!
//! A code's first weight is its bias times a factor. As long as a code has one bias, that is the
//! same as adding the bias whenever the weight is used, the generalised adaptation of Cazenave
//! (2020).

/// Nested policies, the one that plays first.
pub struct Policies {
    codes: Numbers,
    /// How many of the codes are known to all levels; those after them were met in the last game.
    settled: usize,
    biases: Vec<f64>,
    levels: Vec<Level>,
    /// While a lesson is made: the place of each code in it, if it has one.
    places: Vec<u32>,
    /// While adapting: what there is to know of each code of the lesson.
    pupils: Pupils,
}

#[derive(Default)]
struct Pupils {
    odds: Vec<f64>,
    /// The sum of alpha / total odds over the states in which the code was offered.
    shares: Vec<f64>,
    weights: Vec<f64>,
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
pub struct EncodedTrail {
    offered: Vec<u32>,
    steps: Vec<Step>,
}

#[derive(Debug, Clone, Copy)]
struct Step {
    /// Where its choices end in `offered`; they begin where the step before ends.
    end: u32,
    taken: u32,
}

impl EncodedTrail {
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

/// What can be learned from a game: its trail, told by places in a list of its codes.
#[derive(Debug, Clone, Default)]
pub struct EncodedGame {
    codes: Vec<u32>,
    trail: EncodedTrail,
}

impl EncodedGame {
    /// About how many bytes it takes.
    pub fn bytes(&self) -> usize {
        self.codes.capacity() * size_of::<u32>() + self.trail.bytes()
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
            places: Vec::new(),
            pupils: Pupils::default(),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Policies::new(self.levels.len());
    }

    /// The number of a code, and whether it was known. An unknown one begins with the weight
    /// `bias`.
    #[inline]
    pub fn number(&mut self, code: u64, bias: f64) -> u32 {
        let number = self.codes.number(code);
        if number as usize == self.biases.len() {
            self.biases.push(bias);
            self.levels[0].odds.push(exp(bias));
        }
        number
    }

    /// The odds of a code in the policy that plays.
    #[inline]
    pub fn odds(&self, code: u32) -> f64 {
        self.levels[0].odds[code as usize]
    }

    /// Forgets the codes that were first met in the last game, unless there is to be a
    /// [`Policies::lesson`] of it.
    pub fn drop_codes(&mut self) {
        self.codes.truncate(self.settled);
        self.biases.truncate(self.settled);
        self.levels[0].odds.truncate(self.settled);
    }

    /// Makes the codes that were first met in the last game known to all levels, and a lesson of
    /// its trail.
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

    /// Adapts one level to a game, by the step `alpha`.
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
                continue; // no choice, nothing to learn
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

    /// About how many bytes it takes.
    pub fn bytes(&self) -> usize {
        self.codes.bytes() + self.biases.capacity() * (2 + 3 * self.levels.len()) * size_of::<f64>()
    }
}

/// The exponential of a number, to within 1e-14 of it; far out it stays at the largest or smallest
/// odds there are. Written so that several are worked out at once, and the same on every machine,
/// which a system's own function need not be.
#[inline]
fn exp(number: f64) -> f64 {
    /// Adding it leaves no digit behind the point, and the whole number in the lowest bits.
    const ROUND: f64 = 1.5 * (1u64 << 52) as f64;
    /// ln 2 in two parts, the first short enough that its products with whole numbers are exact.
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

/// The sum of the odds at some places, in four lanes because one addition cannot begin before the
/// last has ended.
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
/// sum of all.
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

/// Numbers for codes, in the order in which they are met: a table with linear probing. Whatever
/// came last can be taken out again, and leaves the table as it was before.
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

    /// One state with two choices of equal odds: what is taken gains half of alpha, what is left
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
