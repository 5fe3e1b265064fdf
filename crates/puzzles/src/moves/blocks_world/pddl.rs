//! Problems and plans of the planning competition, in PDDL.
//!
//! Problems of the domain with four operators (`on`, `ontable`, `clear`, `handempty`) and of the one
//! with three (`on`, `on-table`, `clear`) are read; names are compared without regard to case, as
//! PDDL does. A chain of a goal that says neither `ontable` nor `clear` is open at both ends, but a
//! goal that leaves nothing to choose is complete: every support is named, or there is one chain of
//! all blocks. Problems are written for the four operators. A plan picks every block up and puts it
//! down, so that it is twice as long as the line of moves.

use std::fmt::Write;
use std::ops::Range;

use quarry_core::{CommunityForm, Located, ParseError, Position};
use rustc_hash::{FxHashMap, FxHashSet};

use super::goal::{ANYTHING, Chain, Goal, inverted, towers};
use super::text::{block_named, check_name};
use super::{Block, BlocksWorld, MOST_BLOCKS, Move, Objective, TABLE};

/// Whether a text is meant as a PDDL problem.
pub(super) fn is_problem(text: &str) -> bool {
    let mut lines = text.lines().map(|line| line.split(';').next().unwrap_or_default().trim());
    let first = lines.find(|line| !line.is_empty()).unwrap_or_default();
    first.starts_with('(') && text.to_ascii_lowercase().contains("define")
}

/// The problems of a text, if there are several.
pub(super) fn divide(text: &str) -> Vec<Range<usize>> {
    let (mut depth, mut is_comment, mut begun) = (0usize, false, 0);
    let mut parts = Vec::new();
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'\n' => is_comment = false,
            b';' => is_comment = true,
            b'(' if !is_comment => depth += 1,
            b')' if !is_comment => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    parts.push(begun..at + 1);
                    begun = at + 1;
                }
            }
            _ => {}
        }
    }
    if parts.len() > 1 { parts } else { Vec::new() }
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

/// A word, or a list in parentheses.
#[derive(Debug)]
enum Expression<'t> {
    Word(Token<'t>),
    List(Position, Vec<Expression<'t>>),
}

impl<'t> Expression<'t> {
    /// Reads the first expression of a text.
    fn read(text: &'t str) -> Result<Self, ParseError> {
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

    fn at(&self) -> Position {
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

    fn wrong(&self, expected: impl Into<String>) -> ParseError {
        ParseError::new(self.at(), expected, self.shown())
    }

    /// The head of a list, in lower case, and what follows it.
    fn parts(&self) -> Option<(String, &[Expression<'t>])> {
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

/// What a fact says.
enum Fact {
    On(Block, Block),
    OnTable(Block),
    Clear(Block),
    /// The hand is empty.
    Empty,
}

struct Problem<'t> {
    names: Vec<String>,
    numbers: FxHashMap<String, Block>,
    init: Vec<(Fact, Position)>,
    goal: Vec<(Fact, Position)>,
    text: &'t str,
}

/// Reads a problem.
pub(super) fn parse(text: &str) -> Result<BlocksWorld, ParseError> {
    let problem = Problem::read(text)?;
    let start = problem.start()?;
    let (goal, is_partial) = problem.goal()?;
    let Problem { names, .. } = problem;
    Ok(BlocksWorld { names, start, goal, is_partial, table: None, objective: Objective::Moves })
}

impl<'t> Problem<'t> {
    fn read(text: &'t str) -> Result<Self, ParseError> {
        let whole = Expression::read(text)?;
        let Some((define, parts)) = whole.parts().filter(|(head, _)| head == "define") else {
            return Err(whole.wrong("(define (problem NAME) ...)"));
        };
        let mut problem = Problem {
            names: Vec::new(),
            numbers: FxHashMap::default(),
            init: Vec::new(),
            goal: Vec::new(),
            text,
        };
        let (mut has_init, mut has_goal) = (false, false);
        for part in parts {
            let Some((head, rest)) = part.parts() else {
                return Err(part.wrong(format!("a list in parentheses in `({define} ...)`")));
            };
            match &*head {
                "problem" | ":domain" | ":requirements" | ":metric" | ":length" => {}
                "domain" => {
                    return Err(part.wrong("a problem; this is a domain: open a problem of it"));
                }
                ":objects" => problem.read_objects(rest)?,
                ":init" => {
                    has_init = true;
                    let facts = rest.iter().map(|fact| problem.fact(fact));
                    problem.init = facts.collect::<Result<_, _>>()?;
                }
                ":goal" => {
                    has_goal = true;
                    problem.goal = problem.conditions(part, rest)?;
                }
                _ => return Err(part.wrong("one of :domain, :objects, :init, :goal")),
            }
        }
        for (has, key) in
            [(!problem.names.is_empty(), ":objects"), (has_init, ":init"), (has_goal, ":goal")]
        {
            if !has {
                return Err(problem.missing(&format!("a list ({key} ...)")));
            }
        }
        Ok(problem)
    }

    fn missing(&self, expected: &str) -> ParseError {
        let end = Position::of(self.text, self.text.trim_end().len());
        ParseError::new(end, expected, "the end of the problem")
    }

    /// Objects, perhaps with types: `a b - block`.
    fn read_objects(&mut self, objects: &[Expression]) -> Result<(), ParseError> {
        let mut is_type = false;
        for object in objects {
            let Expression::Word(word) = object else { return Err(object.wrong("a block")) };
            if std::mem::take(&mut is_type) {
                continue;
            }
            if word.value == "-" {
                is_type = true;
                continue;
            }
            check_name(word)?;
            if self.names.len() == MOST_BLOCKS {
                return Err(word.wrong(format!("at most {MOST_BLOCKS} blocks"), "more"));
            }
            let number = self.names.len() as Block;
            if self.numbers.insert(word.value.to_ascii_lowercase(), number).is_some() {
                return Err(word.wrong("each object once", format!("`{}` again", word.value)));
            }
            self.names.push(word.value.to_owned());
        }
        Ok(())
    }

    fn conditions(
        &self,
        goal: &Expression,
        rest: &[Expression],
    ) -> Result<Vec<(Fact, Position)>, ParseError> {
        let [condition] = rest else { return Err(goal.wrong("one condition: (:goal (and ...))")) };
        match condition.parts() {
            Some((head, facts)) if head == "and" => {
                facts.iter().map(|fact| self.fact(fact)).collect()
            }
            _ => Ok(vec![self.fact(condition)?]),
        }
    }

    fn fact(&self, fact: &Expression) -> Result<(Fact, Position), ParseError> {
        let expected = "a fact: (on A B), (ontable A), (clear A) or (handempty)";
        let Some((head, rest)) = fact.parts() else { return Err(fact.wrong(expected)) };
        let block = |argument: &Expression| {
            let Expression::Word(word) = argument else { return Err(argument.wrong("a block")) };
            let number = self.numbers.get(&word.value.to_ascii_lowercase());
            number.copied().ok_or_else(|| argument.wrong("one of the objects"))
        };
        let said = match (&*head, rest) {
            ("on", [block_, below]) => Fact::On(block(block_)?, block(below)?),
            ("ontable" | "on-table", [one]) => Fact::OnTable(block(one)?),
            ("clear", [one]) => Fact::Clear(block(one)?),
            ("handempty" | "arm-empty", []) => Fact::Empty,
            ("block", [_]) => Fact::Empty,
            _ => return Err(fact.wrong(expected)),
        };
        Ok((said, fact.at()))
    }

    /// What each block stands on, by facts that must not contradict each other.
    fn supports(&self, facts: &[(Fact, Position)]) -> Result<Vec<Block>, ParseError> {
        let mut support = vec![ANYTHING; self.names.len()];
        let mut load = vec![ANYTHING; self.names.len()];
        let name = |block: Block| &self.names[usize::from(block)];
        for &(ref fact, at) in facts {
            let (block, below) = match *fact {
                Fact::On(block, below) => (block, below),
                Fact::OnTable(block) => (block, TABLE),
                Fact::Clear(_) | Fact::Empty => continue,
            };
            let known = &mut support[usize::from(block)];
            if *known != ANYTHING && *known != below {
                let expected = format!("`{}` in one place", name(block));
                return Err(ParseError::new(at, expected, "a second one"));
            }
            *known = below;
            if below != TABLE {
                let known = &mut load[usize::from(below)];
                if *known != ANYTHING && *known != block {
                    let expected = format!("one block on `{}`", name(below));
                    return Err(ParseError::new(
                        at,
                        expected,
                        format!("`{}` as well", name(block)),
                    ));
                }
                *known = block;
            }
        }
        // Whatever is not above a block that stands on the table or anywhere is in a circle.
        let mut is_based = vec![false; support.len()];
        for bottom in 0..support.len() {
            if support[bottom] == TABLE || support[bottom] == ANYTHING {
                let mut block = bottom as Block;
                while block != ANYTHING {
                    is_based[usize::from(block)] = true;
                    block = load[usize::from(block)];
                }
            }
        }
        for &(ref fact, at) in facts {
            if let Fact::On(block, _) = *fact
                && !is_based[usize::from(block)]
            {
                let found = format!("`{}` above itself", name(block));
                return Err(ParseError::new(at, "towers that stand on the table", found));
            }
        }
        for &(ref fact, at) in facts {
            if let Fact::Clear(block) = *fact
                && load[usize::from(block)] != ANYTHING
            {
                let on = name(load[usize::from(block)]);
                let expected = format!("`{}` to be clear or to carry a block", name(block));
                return Err(ParseError::new(at, expected, format!("both: `{on}` is on it")));
            }
        }
        Ok(support)
    }

    fn start(&self) -> Result<Vec<Block>, ParseError> {
        let support = self.supports(&self.init)?;
        match support.iter().position(|&below| below == ANYTHING) {
            None => Ok(support),
            Some(lost) => {
                let name = &self.names[lost];
                Err(self.missing(&format!("(on {name} ...) or (ontable {name}) in :init")))
            }
        }
    }

    fn goal(&self) -> Result<(Goal, bool), ParseError> {
        let support = self.supports(&self.goal)?;
        let mut is_clear = vec![false; support.len()];
        let mut is_named = vec![false; support.len()];
        for (fact, _) in &self.goal {
            match *fact {
                Fact::On(block, below) => {
                    is_named[usize::from(block)] = true;
                    is_named[usize::from(below)] = true;
                }
                Fact::OnTable(block) => is_named[usize::from(block)] = true,
                Fact::Clear(block) => {
                    is_named[usize::from(block)] = true;
                    is_clear[usize::from(block)] = true;
                }
                Fact::Empty => {}
            }
        }
        let based: Vec<Block> =
            support.iter().map(|&below| if below == ANYTHING { TABLE } else { below }).collect();
        let chains = towers(&based);
        let is_complete = chains.len() == 1 || !support.contains(&ANYTHING);
        let chain = |blocks: Vec<Block>| {
            let (bottom, top) = (blocks[0], blocks[blocks.len() - 1]);
            let is_open_below = !is_complete && support[usize::from(bottom)] == ANYTHING;
            let is_open_above = !is_complete && !is_clear[usize::from(top)];
            Chain { blocks, is_open_below, is_open_above }
        };
        let named =
            chains.into_iter().filter(|blocks| is_complete || is_named[usize::from(blocks[0])]);
        Ok((Goal::new(named.map(chain).collect(), support.len()), !is_complete))
    }
}

/// Names that PDDL accepts: as they are, or numbers if they are not.
fn names(puzzle: &BlocksWorld) -> (Vec<String>, bool) {
    let mut seen = FxHashSet::default();
    let is_fit = |name: &String| {
        name.starts_with(|first: char| first.is_ascii_alphabetic())
            && seen.insert(name.to_ascii_lowercase())
    };
    if puzzle.names.iter().all(is_fit) {
        return (puzzle.names.clone(), true);
    }
    ((1..=puzzle.count()).map(|number| format!("b{number}")).collect(), false)
}

/// Writes the problem for the domain with four operators.
pub(super) fn form(puzzle: &BlocksWorld) -> CommunityForm {
    let (names, is_kept) = names(puzzle);
    let name = |block: Block| &names[usize::from(block)];
    let (mut init, mut goal) = (String::from("(handempty)"), String::new());
    let above = inverted(&puzzle.start);
    for block in puzzle.blocks() {
        match puzzle.start[usize::from(block)] {
            TABLE => _ = write!(init, " (ontable {})", name(block)),
            below => _ = write!(init, " (on {} {})", name(block), name(below)),
        }
        if above[usize::from(block)] == TABLE {
            _ = write!(init, " (clear {})", name(block));
        }
    }
    for chain in puzzle.goal.chains() {
        let (bottom, top) = (chain.blocks[0], chain.blocks[chain.blocks.len() - 1]);
        if !chain.is_open_below {
            _ = write!(goal, " (ontable {})", name(bottom));
        }
        for pair in chain.blocks.windows(2) {
            _ = write!(goal, " (on {} {})", name(pair[1]), name(pair[0]));
        }
        if !chain.is_open_above {
            _ = write!(goal, " (clear {})", name(top));
        }
    }
    let lines = [
        "(define (problem blocks)".to_owned(),
        "(:domain blocks)".to_owned(),
        format!("(:objects {})", names.join(" ")),
        format!("(:init {init})"),
        format!("(:goal (and{goal})))"),
    ];
    let lost = [
        (!is_kept).then_some("names of blocks"),
        puzzle.table.map(|_| "table"),
        (puzzle.objective == Objective::Any).then_some("objective"),
    ];
    CommunityForm {
        format: "pddl",
        text: lines.join("\n"),
        lost: lost.into_iter().flatten().collect(),
    }
}

/// A line as a plan of the four operators. Comments show the towers before each move.
pub(super) fn plan(puzzle: &BlocksWorld, line: &[Move]) -> Vec<String> {
    let (names, _) = names(puzzle);
    let name = |block: Block| &names[usize::from(block)];
    let mut below = puzzle.start.clone();
    let mut plan = Vec::new();
    let comment = |below: &[Block]| {
        let tower = |tower: Vec<Block>| {
            tower.into_iter().map(|block| name(block).as_str()).collect::<Vec<_>>().join(" ")
        };
        format!("; {}", towers(below).into_iter().map(tower).collect::<Vec<_>>().join(" | "))
    };
    for &Move { block, to } in line {
        plan.push(comment(&below));
        plan.push(match below[usize::from(block)] {
            TABLE => format!("(pick-up {})", name(block)),
            from => format!("(unstack {} {})", name(block), name(from)),
        });
        plan.push(match to {
            TABLE => format!("(put-down {})", name(block)),
            to => format!("(stack {} {})", name(block), name(to)),
        });
        below[usize::from(block)] = to;
    }
    plan.push(comment(&below));
    plan
}

/// Reads an operator of a plan. The first of a pair says which block is held; the second one makes
/// a move.
pub(super) fn parse_operator(
    puzzle: &BlocksWorld,
    entry: &Located<&str>,
    held: &mut Option<Block>,
) -> Result<Option<Move>, ParseError> {
    let expected = "an operator: (pick-up A), (unstack A B), (put-down A) or (stack A B)";
    let wrong = || entry.wrong(expected, format!("\"{}\"", entry.value));
    let inner = entry.value.trim().strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let words: Vec<&str> = inner.ok_or_else(wrong)?.split_whitespace().collect();
    let named = |name: &str| {
        let folded = || puzzle.names.iter().position(|known| known.eq_ignore_ascii_case(name));
        let block = block_named(puzzle, name).or_else(|| folded().map(|index| index as Block));
        block.ok_or_else(|| entry.wrong("the name of a block", format!("\"{name}\"")))
    };
    let (head, block) = match &*words {
        [head, block, ..] => (head.to_ascii_lowercase(), named(block)?),
        _ => return Err(wrong()),
    };
    let to = match (&*head, &words[2..]) {
        ("pick-up", []) | ("unstack", [_]) => {
            if let Some(before) = held.replace(block) {
                let expected = format!("`{}` to be put down first", puzzle.name(before));
                return Err(entry.wrong(expected, format!("\"{}\"", entry.value)));
            }
            return Ok(None);
        }
        ("put-down", []) => TABLE,
        ("stack", [to]) => named(to)?,
        _ => return Err(wrong()),
    };
    if held.take() != Some(block) {
        let expected = format!("`{}` to be picked up first", puzzle.name(block));
        return Err(entry.wrong(expected, format!("\"{}\"", entry.value)));
    }
    Ok(Some(Move { block, to }))
}
