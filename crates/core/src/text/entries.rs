//! The entries of an answer, with each distinct entry stored once: an answer may have millions of
//! moves of a few hundred kinds.

use std::collections::HashMap;
use std::ops::Index;
use std::sync::Arc;

/// The moves or rows of an answer, in order.
#[derive(Debug, Clone, Default)]
pub struct Entries {
    /// Distinct entries, in order of first appearance.
    dictionary: Vec<Arc<str>>,
    known: HashMap<Arc<str>, u32>,
    /// Index of each entry in the dictionary.
    indices: Vec<u32>,
}

impl Entries {
    /// Appends an entry.
    pub fn push(&mut self, entry: &str) {
        let index = self.known.get(entry).copied().unwrap_or_else(|| {
            let index =
                u32::try_from(self.dictionary.len()).expect("fewer than 2^32 distinct entries");
            let word: Arc<str> = entry.into();
            self.dictionary.push(Arc::clone(&word));
            self.known.insert(word, index);
            index
        });
        self.indices.push(index);
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.indices.len()
    }

    /// Returns whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.indices.is_empty()
    }

    /// Iterates over the entries.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        self.indices.iter().map(|&index| &*self.dictionary[index as usize])
    }

    /// Returns the distinct entries, in order of first appearance.
    pub fn dictionary(&self) -> &[Arc<str>] {
        &self.dictionary
    }

    /// Returns the index of each entry in the dictionary.
    pub fn indices(&self) -> &[u32] {
        &self.indices
    }

    /// Joins all entries into one text.
    pub fn join(&self, between: &str) -> String {
        let mut text = String::new();
        for (index, entry) in self.iter().enumerate() {
            if index > 0 {
                text.push_str(between);
            }
            text.push_str(entry);
        }
        text
    }

    /// Returns each entry as a separate string, for short answers.
    pub fn to_vec(&self) -> Vec<String> {
        self.iter().map(str::to_owned).collect()
    }

    /// Encodes the indices in base64 (RFC 4648), each in as many bits as the dictionary needs,
    /// highest bit first.
    pub fn packed(&self) -> String {
        let packing = Packing::of(self.dictionary.len());
        let mut text = String::with_capacity(packing.letters(self.len()).unwrap_or_default());
        let (mut held, mut bits) = (0u64, 0);
        let put = |text: &mut String, sextet: u64| {
            text.push(char::from(ALPHABET[(sextet & 63) as usize]));
        };
        for &index in &self.indices {
            held = held << packing.bits | u64::from(index);
            bits += packing.bits;
            while bits >= 6 {
                bits -= 6;
                put(&mut text, held >> bits);
            }
        }
        if bits > 0 {
            put(&mut text, held << (6 - bits));
        }
        // The last byte is padded with zeros, and the last group of four with `=`.
        let letters = packing.letters(self.len()).unwrap_or_default();
        text.extend(std::iter::repeat_n('A', letters - text.len()));
        text.extend(std::iter::repeat_n('=', letters.next_multiple_of(4) - letters));
        text
    }
}

/// Entries are equal if their texts are: the dictionary follows from them.
impl PartialEq for Entries {
    fn eq(&self, other: &Self) -> bool {
        self.indices == other.indices && self.dictionary == other.dictionary
    }
}

impl Eq for Entries {}

impl Index<usize> for Entries {
    type Output = str;

    fn index(&self, index: usize) -> &str {
        &self.dictionary[self.indices[index] as usize]
    }
}

impl<T: AsRef<str>> FromIterator<T> for Entries {
    fn from_iter<I: IntoIterator<Item = T>>(entries: I) -> Self {
        let mut collected = Entries::default();
        entries.into_iter().for_each(|entry| collected.push(entry.as_ref()));
        collected
    }
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The number of bits of a dictionary index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Packing {
    pub(super) bits: u32,
}

impl Packing {
    /// Returns the packing for a dictionary of this size: at least one bit, so that a short file
    /// cannot stand for an endless answer.
    pub fn of(dictionary: usize) -> Self {
        Packing { bits: dictionary.max(2).next_power_of_two().ilog2() }
    }

    /// Returns how many base64 letters this many indices take, without the final `=`.
    pub(super) fn letters(self, count: usize) -> Option<usize> {
        let bytes = count.checked_mul(self.bits as usize)?.div_ceil(8);
        Some(bytes.checked_mul(8)?.div_ceil(6))
    }

    /// Returns the value of a base64 letter.
    pub(super) fn sextet(letter: u8) -> Option<u64> {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        Some(u64::from(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distinct_entries_are_kept_once() {
        let entries: Entries = ["b", "a", "b", "b"].into_iter().collect();
        assert_eq!((entries.dictionary().len(), entries.indices()), (2, &[0, 1, 0, 0][..]));
        assert_eq!((entries.join(" "), &entries[1]), ("b a b b".to_owned(), "a"));
        assert_eq!(entries.to_vec(), ["b", "a", "b", "b"]);
        assert_ne!(entries, ["a", "b", "a", "a"].into_iter().collect());
        assert_eq!(Entries::default().join(" "), "");
    }

    #[test]
    fn indices_are_packed_as_base64_packs_bytes() {
        let packed = |entries: &[&str]| entries.iter().collect::<Entries>().packed();
        // 0 1 2 3 in two bits each are the byte 0b00011011.
        assert_eq!(packed(&["a", "b", "c", "d"]), "Gw==");
        assert_eq!((packed(&[]), packed(&["a"])), (String::new(), "AA==".to_owned()));
        // Four bytes of zeros and three bits more.
        assert_eq!(packed(&["a"; 35]), "AAAAAAA=");
        let many: Vec<String> = (0..256).map(|number| number.to_string()).collect();
        let many: Entries = many.iter().collect();
        assert!(many.packed().starts_with("AAECAwQFBgcI"), "a byte each");
    }

    #[test]
    fn an_index_takes_no_more_bits_than_it_needs() {
        let bits = |dictionary| Packing::of(dictionary).bits;
        assert_eq!([0, 1, 2, 3, 4, 5, 256, 257].map(bits), [1, 1, 1, 2, 2, 3, 8, 9]);
        assert_eq!(Packing::of(257).letters(usize::MAX), None);
    }
}
