//! Answer files of collections: ordinary answer files below each other, each of them under a line
//! `[[answer]]`, in the order of the instances.

/// The line above each answer.
pub(super) const ANSWER_HEAD: &str = "[[answer]]";

/// One answer of such a file.
pub(super) struct AnswerPart<'t> {
    /// Number of lines above it.
    pub(super) above: usize,
    pub(super) text: &'t str,
}

/// Returns the answers of a file; none if it is the answer to a single instance.
pub(super) fn parts(text: &str) -> Vec<AnswerPart<'_>> {
    let mut heads = Vec::new();
    let mut offset = 0;
    for (line, whole) in text.split_inclusive('\n').enumerate() {
        if whole.trim() == ANSWER_HEAD {
            heads.push((line, offset, offset + whole.len()));
        }
        offset += whole.len();
    }
    let ends = heads.iter().skip(1).map(|&(_, begin, _)| begin).chain([text.len()]);
    let part = |(&(line, _, begin), end): (&(usize, usize, usize), usize)| AnswerPart {
        above: line + 1,
        text: &text[begin..end],
    };
    heads.iter().zip(ends).map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_told_apart_with_their_lines() {
        let found = parts("# two\n[[answer]]\nboard = 1\n\n [[answer]] \nboard = 2\n");
        let found: Vec<_> = found.iter().map(|part| (part.above, part.text)).collect();
        assert_eq!(found, [(2, "board = 1\n\n"), (5, "board = 2\n")]);
        assert!(parts("board = 1\n").is_empty());
    }
}
