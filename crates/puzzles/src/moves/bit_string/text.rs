//! Bit strings as text: the number of bits, and what counts.

use quarry_core::{Document, ParseError};

use super::{BitString, MOST_BITS, Objective};

/// Reads an instance.
pub(super) fn parse(text: &str) -> Result<BitString, ParseError> {
    let document = Document::parse(text)?;
    document.only(&["bits", "objective", "block"])?;
    let bits = document
        .positive("bits", MOST_BITS as i64)?
        .ok_or_else(|| document.missing("bits", "bits = 64"))? as u8;
    let example = "objective = \"one-max\"";
    let name = document.text("objective")?.ok_or_else(|| document.missing("objective", example))?;
    let block = document.positive("block", MOST_BITS as i64)?;
    let objective = match name.value {
        "one-max" => {
            if let (Some(block), Some(at)) = (block, document.place("block")) {
                let expected = "no block, since one-max counts single bits".to_owned();
                return Err(ParseError::new(at, expected, block.to_string()));
            }
            Objective::OneMax
        }
        "royal-road" => {
            let block = block.ok_or_else(|| document.missing("block", "block = 8"))? as u8;
            if !bits.is_multiple_of(block) {
                let at = document.place("block").unwrap_or(name.at);
                let expected = format!("a block that divides {bits} bits");
                return Err(ParseError::new(at, expected, block.to_string()));
            }
            Objective::RoyalRoad(block)
        }
        other => return Err(name.wrong("one-max or royal-road".to_owned(), format!("\"{other}\""))),
    };
    Ok(BitString { bits, objective })
}

/// Writes an instance.
pub(super) fn show(string: &BitString) -> String {
    let objective = match string.objective {
        Objective::OneMax => "objective = \"one-max\"\n".to_owned(),
        Objective::RoyalRoad(block) => format!("objective = \"royal-road\"\nblock = {block}\n"),
    };
    format!("puzzle = \"bit-string\"\nbits = {}\n{objective}", string.bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let error = |text: &str| parse(text).unwrap_err().to_string();
        let uneven = error("bits = 10\nobjective = \"royal-road\"\nblock = 4");
        assert!(uneven.contains("line 3") && uneven.contains("divides 10 bits"), "{uneven}");
        assert!(error("bits = 129").contains("column 8"), "{}", error("bits = 129"));
        let other = error("bits = 8\nobjective = \"two-max\"");
        assert!(other.contains("one-max or royal-road"), "{other}");
        assert!(error("bits = 8\nobjective = \"royal-road\"").contains("block = 8"));
        let idle = error("bits = 8\nobjective = \"one-max\"\nblock = 2");
        assert!(idle.contains("line 3") && idle.contains("no block"), "{idle}");
    }
}
