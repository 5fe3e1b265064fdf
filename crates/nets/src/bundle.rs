//! A file of numbers: tensors in the safetensors format, with notes and a checksum.
//!
//! The format allows a table of strings. Quarry writes a single entry, `quarry`, whose text is a
//! TOML document: the bytes therefore do not depend on the order of a table, and errors in the
//! notes have a line number. The document starts with the checksum (BLAKE3) of all numbers. Other
//! programs can read the tensors as usual.

use std::borrow::Cow;
use std::collections::HashMap;

use quarry_core::text::quoted;
use quarry_core::{Document, ParseError, Position};
use safetensors::{Dtype, SafeTensors, View, serialize};

use crate::net::short;

/// Numbers of one type.
#[derive(Debug, Clone, PartialEq)]
pub enum Numbers {
    /// Real numbers of 32 bits.
    Long(Vec<f32>),
    /// Real numbers, stored in 16 bits (bfloat16).
    Short(Vec<f32>),
    /// Whole numbers from -128 to 127.
    Signed(Vec<i8>),
    /// Whole numbers from 0 to 255.
    Plain(Vec<u8>),
}

impl Numbers {
    /// Returns the real numbers, if these are real.
    pub fn real(&self) -> Option<&[f32]> {
        match self {
            Numbers::Long(numbers) | Numbers::Short(numbers) => Some(numbers),
            Numbers::Signed(_) | Numbers::Plain(_) => None,
        }
    }

    fn kind(&self) -> Dtype {
        match self {
            Numbers::Long(_) => Dtype::F32,
            Numbers::Short(_) => Dtype::BF16,
            Numbers::Signed(_) => Dtype::I8,
            Numbers::Plain(_) => Dtype::U8,
        }
    }

    fn bytes(&self) -> Vec<u8> {
        match self {
            Numbers::Long(numbers) => {
                numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
            }
            Numbers::Short(numbers) => {
                numbers.iter().flat_map(|&number| short(number).to_le_bytes()).collect()
            }
            Numbers::Signed(numbers) => {
                numbers.iter().map(|number| number.cast_unsigned()).collect()
            }
            Numbers::Plain(numbers) => numbers.clone(),
        }
    }

    fn of(kind: Dtype, bytes: &[u8]) -> Option<Self> {
        let upper = |pair: &[u8; 2]| f32::from_bits(u32::from(u16::from_le_bytes(*pair)) << 16);
        match kind {
            Dtype::F32 => Some(Numbers::Long(
                bytes.as_chunks().0.iter().map(|&four| f32::from_le_bytes(four)).collect(),
            )),
            Dtype::BF16 => Some(Numbers::Short(bytes.as_chunks().0.iter().map(upper).collect())),
            Dtype::I8 => {
                Some(Numbers::Signed(bytes.iter().map(|byte| byte.cast_signed()).collect()))
            }
            Dtype::U8 => Some(Numbers::Plain(bytes.to_vec())),
            _ => None,
        }
    }
}

/// Numbers with a name and a shape.
#[derive(Debug, Clone, PartialEq)]
pub struct Tensor {
    /// Name of the tensor.
    pub name: String,
    /// Size of each dimension.
    pub shape: Vec<usize>,
    /// Numbers in row-major order.
    pub numbers: Numbers,
}

/// The contents of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Bundle {
    /// Description of the numbers: a TOML document.
    pub notes: String,
    /// Tensors of the file.
    pub tensors: Vec<Tensor>,
}

const NOTES: &str = "quarry";

struct Written<'t>(&'t Tensor, Vec<u8>);

impl View for &Written<'_> {
    fn dtype(&self) -> Dtype {
        self.0.numbers.kind()
    }
    fn shape(&self) -> &[usize] {
        &self.0.shape
    }
    fn data(&self) -> Cow<'_, [u8]> {
        Cow::Borrowed(&self.1)
    }
    fn data_len(&self) -> usize {
        self.1.len()
    }
}

impl Bundle {
    /// Returns the file's bytes, always the same for the same bundle.
    pub fn bytes(&self) -> Vec<u8> {
        let written: Vec<_> =
            self.tensors.iter().map(|tensor| Written(tensor, tensor.numbers.bytes())).collect();
        let checked = checksum(
            written.iter().map(|Written(tensor, bytes)| (tensor.name.as_str(), bytes.as_slice())),
        );
        let notes = format!("blake3 = {}\n{}", quoted(&checked), self.notes);
        let table = HashMap::from([(NOTES.to_owned(), notes)]);
        let tensors = written.iter().map(|tensor| (tensor.0.name.as_str(), tensor));
        serialize(tensors, Some(table))
            .expect("tensors have as many numbers as their shapes say, and different names")
    }

    /// Reads a file.
    pub fn read(bytes: &[u8]) -> Result<Bundle, ParseError> {
        let wrong =
            |expected: &str, found: String| ParseError::new(Position::START, expected, found);
        let strange =
            |error| wrong("a safetensors file that `quarry train` has written", format!("{error}"));
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(strange)?;
        let notes = header.metadata().as_ref().and_then(|table| table.get(NOTES));
        let notes = notes.ok_or_else(|| {
            wrong("a safetensors file of Quarry", "a file of another program".to_owned())
        })?;
        let document = Document::parse(notes)?;
        let claimed = document
            .text("blake3")?
            .ok_or_else(|| document.missing("blake3", "blake3 = \"...\""))?;
        let file = SafeTensors::deserialize(bytes).map_err(strange)?;
        let mut views = file.tensors();
        views.sort_by(|one, other| one.0.cmp(&other.0));
        let checked = checksum(views.iter().map(|(name, view)| (name.as_str(), view.data())));
        if checked != claimed.value {
            return Err(claimed.wrong(
                format!("the checksum of the numbers, {checked}, of an undamaged file"),
                claimed.value.to_owned(),
            ));
        }
        let read = |(name, view): &(String, safetensors::tensor::TensorView)| {
            let numbers = Numbers::of(view.dtype(), view.data()).ok_or_else(|| {
                wrong(
                    "numbers of the types F32, BF16, I8 or U8",
                    format!("`{name}` of {:?}", view.dtype()),
                )
            })?;
            Ok(Tensor { name: name.clone(), shape: view.shape().to_vec(), numbers })
        };
        let tensors = views.iter().map(read).collect::<Result<_, _>>()?;
        let notes = notes.split_once('\n').map_or("", |(_, rest)| rest).to_owned();
        Ok(Bundle { notes, tensors })
    }

    /// Returns the checksum of all numbers, as stored in the file.
    pub fn checksum(&self) -> String {
        let bytes: Vec<_> = self.tensors.iter().map(|tensor| tensor.numbers.bytes()).collect();
        checksum(
            self.tensors
                .iter()
                .zip(&bytes)
                .map(|(tensor, bytes)| (tensor.name.as_str(), bytes.as_slice())),
        )
    }

    /// Returns the tensor with a name.
    pub fn tensor(&self, name: &str) -> Option<&Tensor> {
        self.tensors.iter().find(|tensor| tensor.name == name)
    }

    /// Returns an error about the contents of the file.
    pub fn wrong(&self, expected: String, found: String) -> ParseError {
        ParseError::new(Position::START, expected, found)
    }
}

/// Computes the checksum of names and bytes, in the order of names.
fn checksum<'t>(tensors: impl Iterator<Item = (&'t str, &'t [u8])>) -> String {
    let mut tensors: Vec<_> = tensors.collect();
    tensors.sort_unstable();
    let mut hasher = blake3::Hasher::new();
    for (name, bytes) in tensors {
        hasher.update(name.as_bytes());
        hasher.update(bytes);
    }
    hasher.finalize().to_hex().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bundle() -> Bundle {
        let tensor = |name: &str, shape: &[usize], numbers| Tensor {
            name: name.to_owned(),
            shape: shape.to_vec(),
            numbers,
        };
        Bundle {
            notes: "puzzle = \"any\"\n".to_owned(),
            tensors: vec![
                tensor("a", &[2, 2], Numbers::Short(vec![1.0, -0.5, 0.0, 2.0])),
                tensor("b", &[1], Numbers::Long(vec![0.1])),
                tensor("c", &[3], Numbers::Signed(vec![-3, 0, 3])),
                tensor("d", &[2], Numbers::Plain(vec![0, 255])),
            ],
        }
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(Bundle::read(&bundle().bytes()), Ok(bundle()));
        assert_eq!(bundle().bytes(), bundle().bytes());
    }

    #[test]
    fn complaints_say_what_is_wrong_with_a_file() {
        let complaint = |bytes: &[u8]| Bundle::read(bytes).unwrap_err().to_string();
        let bytes = bundle().bytes();
        assert!(complaint(b"").contains("a safetensors file"));
        assert!(complaint(b"puzzle = \"tetris\"").contains("a safetensors file"));
        assert!(complaint(&bytes[..bytes.len() - 1]).contains("a safetensors file"));
        let mut flipped = bytes.clone();
        *flipped.last_mut().unwrap() ^= 1;
        assert!(complaint(&flipped).contains("checksum"));
        let foreign: Vec<(&str, &Written)> = Vec::new();
        assert!(complaint(&serialize(foreign, None).unwrap()).contains("another program"));
    }
}
