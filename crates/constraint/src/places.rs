//! Sets of places as bit words, and windows on them.
//!
//! When a vertex has few places left, they are mostly close together. Computations on them can use
//! a single word that begins near the first of them, instead of the words for all places.

/// The part of all places that is processed, in `N` words instead of `W`.
pub(crate) trait Window<const W: usize, const N: usize>: Copy {
    /// Returns the part of a set inside the window, after moving the set down by `by` places.
    fn see(self, set: &[u64; W], by: isize) -> [u64; N];
    /// Turns a windowed set back into a set of all places; places outside the window are absent.
    fn spread(self, seen: &[u64; N]) -> [u64; W];
    /// Returns the set of one place; empty if the place is outside the window.
    fn place(self, place: usize) -> [u64; N];
}

/// The window that contains all places.
#[derive(Clone, Copy)]
pub(crate) struct AllPlaces;

impl<const W: usize> Window<W, W> for AllPlaces {
    #[inline(always)]
    fn see(self, set: &[u64; W], by: isize) -> [u64; W] {
        if by == 0 {
            *set
        } else {
            std::array::from_fn(|word| word_from(set, word as isize * 64 + by))
        }
    }
    #[inline(always)]
    fn spread(self, seen: &[u64; W]) -> [u64; W] {
        *seen
    }
    #[inline(always)]
    fn place(self, place: usize) -> [u64; W] {
        let mut set = [0; W];
        set[place / 64] = 1 << (place % 64);
        set
    }
}

/// The window of 64 places that begins at this one.
#[derive(Clone, Copy)]
pub(crate) struct From(usize);

impl From {
    /// Returns the window that contains a set and the places beside it, if they fit.
    #[inline(always)]
    pub(crate) fn around<const W: usize>(set: &[u64; W]) -> Option<Self> {
        let first = first(set)?;
        let last_word = set.iter().rposition(|&word| word != 0)?;
        let last = last_word * 64 + 63 - set[last_word].leading_zeros() as usize;
        (W > 1 && last - first < 62).then_some(From(first.saturating_sub(1)))
    }
}

impl<const W: usize> Window<W, 1> for From {
    #[inline(always)]
    fn see(self, set: &[u64; W], by: isize) -> [u64; 1] {
        if by != 0 {
            return [word_from(set, self.0 as isize + by)];
        }
        let next = set.get(self.0 / 64 + 1).map_or(0, |&word| word);
        [set[self.0 / 64] >> (self.0 % 64) | next << 1 << (63 - self.0 % 64)]
    }
    #[inline(always)]
    fn spread(self, seen: &[u64; 1]) -> [u64; W] {
        let mut set = [0; W];
        set[self.0 / 64] = seen[0] << (self.0 % 64);
        if let Some(next) = set.get_mut(self.0 / 64 + 1) {
            *next = seen[0] >> 1 >> (63 - self.0 % 64);
        }
        set
    }
    #[inline(always)]
    fn place(self, place: usize) -> [u64; 1] {
        [if (self.0..self.0 + 64).contains(&place) { 1 << (place - self.0) } else { 0 }]
    }
}

/// Returns 64 places of a set, beginning at `from`, which may lie outside the set on either side.
#[inline(always)]
fn word_from<const W: usize>(set: &[u64; W], from: isize) -> u64 {
    let at = |word: isize| {
        usize::try_from(word).ok().and_then(|word| set.get(word)).map_or(0, |&word| word)
    };
    at(from >> 6) >> (from & 63) | at((from >> 6) + 1) << 1 << (63 - (from & 63))
}

/// Moves each place one up.
#[inline(always)]
pub(crate) fn up<const W: usize>(set: &[u64; W]) -> [u64; W] {
    std::array::from_fn(|word| set[word] << 1 | if word > 0 { set[word - 1] >> 63 } else { 0 })
}

/// Moves each place one down.
#[inline(always)]
pub(crate) fn down<const W: usize>(set: &[u64; W]) -> [u64; W] {
    std::array::from_fn(|word| set[word] >> 1 | if word + 1 < W { set[word + 1] << 63 } else { 0 })
}

/// Returns the places directly before and after those of a set.
#[inline(always)]
pub(crate) fn beside<const W: usize>(set: &[u64; W]) -> [u64; W] {
    let (above, below) = (up(set), down(set));
    std::array::from_fn(|word| above[word] | below[word])
}

#[inline(always)]
pub(crate) fn common<const W: usize>(one: &[u64; W], other: &[u64; W]) -> [u64; W] {
    std::array::from_fn(|word| one[word] & other[word])
}

#[inline(always)]
pub(crate) fn without<const W: usize>(one: &[u64; W], other: &[u64; W]) -> [u64; W] {
    std::array::from_fn(|word| one[word] & !other[word])
}

/// Whether two sets share a place.
#[inline(always)]
pub(crate) fn meet<const W: usize>(one: &[u64; W], other: &[u64; W]) -> bool {
    (0..W).fold(0, |any, word| any | one[word] & other[word]) != 0
}

/// Returns the smallest place of a set.
#[inline(always)]
pub(crate) fn first<const W: usize>(set: &[u64; W]) -> Option<usize> {
    let word = set.iter().position(|&word| word != 0)?;
    Some(word * 64 + set[word].trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers<const W: usize>(set: &[u64; W]) -> Vec<isize> {
        (0..64 * W)
            .filter(|&place| set[place / 64] >> (place % 64) & 1 == 1)
            .map(|place| place as isize)
            .collect()
    }

    #[test]
    fn sets_move_across_words() {
        let set = [1 | 1 << 63, 1 << 5, 1 << 63];
        assert_eq!(numbers(&set), [0, 63, 69, 191]);
        assert_eq!(numbers(&up(&set)), [1, 64, 70]);
        assert_eq!(numbers(&down(&set)), [62, 68, 190]);
        assert_eq!(numbers(&beside(&set)), [1, 62, 64, 68, 70, 190]);
        for by in -200..200 {
            let moved = |places: isize| -> Vec<isize> {
                let moved = numbers(&set).into_iter().map(|place| place - by);
                moved.filter(|place| (0..places).contains(place)).collect()
            };
            assert_eq!(numbers(&AllPlaces.see(&set, by)), moved(192), "down by {by}");
            assert_eq!(
                numbers(&From(0).see(&set, by)),
                moved(64),
                "down by {by}, seen from the first"
            );
        }
    }

    #[test]
    fn a_window_shows_a_set_and_what_lies_beside_it() {
        let places = |from: usize, to: usize| -> [u64; 3] {
            let mut set = [0; 3];
            [from, to].into_iter().for_each(|place| set[place / 64] |= 1 << (place % 64));
            set
        };
        for from in 0..192 {
            for to in from..192 {
                let set = places(from, to);
                let window = From::around(&set);
                assert_eq!(window.is_some(), to - from < 62, "{from} to {to}");
                if let Some(window) = window {
                    let seen = window.see(&set, 0);
                    assert_eq!(window.spread(&seen), set, "{from} to {to}");
                    assert_eq!(window.spread(&beside(&seen)), beside(&set), "{from} to {to}");
                    let ends: [u64; 1] = Window::<3, 1>::place(window, from);
                    assert_eq!(numbers::<3>(&window.spread(&ends)), [from as isize]);
                }
            }
        }
    }
}
