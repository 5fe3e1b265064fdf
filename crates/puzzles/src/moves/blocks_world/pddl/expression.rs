//! Words and lists in parentheses, with their positions.

use quarry_core::{Located, ParseError, Position};

/// A word, or a list in parentheses.
#[derive(Debug)]
pub(super) enum Expression<'t> {
    Word(Token<'t>),
    List(Position, Vec<Expression<'t>>),
}

impl<'t> Expression<'t> {
    /// Reads the first expression of a text.
    pub(super) fn read(text: &'t str) -> Result<Self, ParseError> {
        let tokens = tokens(text);
        // Lists that are open, each with its beginning.
        let mut open: Vec<(Position, Vec<Expression>)> = Vec::new();
        for (index, token) in tokens.iter().enumerate() {
            let done = match token.value {
                "(" => {
                    open.push((token.at, Vec::new()));
                    continue;
                }
                ")" => match open.pop() {
                    Some((at, list)) => Expression::List(at, list),
                    None => return Err(token.wrong("a problem that begins with `(`", "`)`")),
                },
                _ => Expression::Word(*token),
            };
            match (open.last_mut(), tokens.get(index + 1)) {
                (Some((_, list)), _) => list.push(done),
                (None, None) => return Ok(done),
                (None, Some(next)) => {
                    let found = format!("`{}`", next.value);
                    return Err(next.wrong("the end of the file after the problem", found));
                }
            }
        }
        let end = Position::of(text, text.trim_end().len());
        let expected = match open.last() {
            Some((begun, _)) => format!("`)` for the `(` at {begun}"),
            None => "a problem: (define (problem NAME) ...)".to_owned(),
        };
        Err(ParseError::new(end, expected, "the end of the file"))
    }

    pub(super) fn at(&self) -> Position {
        match self {
            Expression::Word(token) => token.at,
            Expression::List(at, _) => *at,
        }
    }

    fn shown(&self) -> String {
        match self {
            Expression::Word(token) => format!("`{}`", token.value),
            Expression::List(_, list) => match list.first() {
                Some(Expression::Word(head)) => format!("`({} ...)`", head.value),
                _ => "`(...)`".to_owned(),
            },
        }
    }

    pub(super) fn wrong(&self, expected: impl Into<String>) -> ParseError {
        ParseError::new(self.at(), expected, self.shown())
    }

    /// The head of a list, in lower case, and what follows it.
    pub(super) fn parts(&self) -> Option<(String, &[Expression<'t>])> {
        match self {
            Expression::List(_, list) => match list.split_first() {
                Some((Expression::Word(head), rest)) => {
                    Some((head.value.to_ascii_lowercase(), rest))
                }
                _ => None,
            },
            Expression::Word(_) => None,
        }
    }
}

/// A parenthesis or a word.
type Token<'t> = Located<&'t str>;

fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.split(';').next().unwrap_or_default();
        let mut column = 1;
        let mut rest = line;
        while let Some(first) = rest.chars().next() {
            let is_end = |c: char| c.is_whitespace() || c == '(' || c == ')';
            let length = match first {
                _ if first.is_whitespace() => {
                    column += 1;
                    rest = &rest[first.len_utf8()..];
                    continue;
                }
                '(' | ')' => 1,
                _ => rest.find(is_end).unwrap_or(rest.len()),
            };
            let at = Position { line: index + 1, column };
            found.push(Located { value: &rest[..length], at });
            column += rest[..length].chars().count();
            rest = &rest[length..];
        }
    }
    found
}
