//! Claims that scores rise or fall from instance to instance, such as with fewer colours.

use quarry_core::{Document, ParseError};

use crate::experiment::required_text;
use crate::size::MOST_PATTERNS;
use crate::statistics::MOST_COLUMNS;
use crate::subject::{self, Subject};

/// A claim about the order of scores in groups of instances.
#[derive(Debug, Clone, PartialEq)]
pub struct Trend {
    /// The claim in words.
    pub claim: String,
    /// Whether scores are claimed to rise rather than fall.
    pub rises: bool,
    /// Names of the instances of each group, in the order in which scores should rise or fall. All
    /// groups have the same length.
    pub groups: Vec<Vec<String>>,
}

/// Reads the entries `[[trends]]`.
pub(crate) fn read(document: &Document, subjects: &[Subject]) -> Result<Vec<Trend>, ParseError> {
    let mut left = MOST_PATTERNS;
    let entries = document.tables("trends")?;
    entries.iter().map(|entry| read_one(entry, subjects, &mut left)).collect()
}

/// Reads one trend; `left` is the number of groups that the file may still have.
fn read_one(
    document: &Document,
    subjects: &[Subject],
    left: &mut usize,
) -> Result<Trend, ParseError> {
    document.only_these(&["claim", "direction", "groups"])?;
    let claim = required_text(document, "claim", "claim = \"fewer colours, larger scores\"")?;
    let missing = || document.missing("direction", "direction = \"falls\"");
    let direction = document.text("direction")?.ok_or_else(missing)?;
    let rises = match direction.value {
        "rises" => true,
        "falls" => false,
        other => return Err(direction.wrong("rises or falls", format!("\"{other}\""))),
    };
    let missing = || document.missing("groups", "groups = [\"samegame/table1-5x5-*\"]");
    let patterns = document.list("groups")?.ok_or_else(missing)?;
    let mut groups: Vec<Vec<String>> = Vec::new();
    for names in patterns {
        *left = left.checked_sub(1).ok_or_else(|| {
            names.wrong(format!("at most {MOST_PATTERNS} groups in all trends"), "more")
        })?;
        let pattern = subject::pattern(names)?;
        let members = subjects.iter().map(|subject| &subject.name);
        let group: Vec<String> = members.filter(|name| pattern.matches(name)).cloned().collect();
        let length = groups.first().map_or(group.len(), Vec::len);
        if !(2..=MOST_COLUMNS).contains(&group.len()) || group.len() != length {
            let expected = format!(
                "names of 2 to {MOST_COLUMNS} of the experiment's instances, as many in each group"
            );
            let found = format!("\"{}\", which names {}", names.value, group.len());
            return Err(names.wrong(expected, found));
        }
        groups.push(group);
    }
    Ok(Trend { claim, rises, groups })
}
