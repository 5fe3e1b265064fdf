//! Reading problems.

use quarry_core::{ParseError, Position};
use rustc_hash::FxHashMap;

use super::super::goal::{ANYTHING, Chain, Goal, towers};
use super::super::text::check_name;
use super::super::{Block, BlocksWorld, MOST_BLOCKS, Objective, TABLE};
use super::expression::Expression;

/// Reads a problem.
pub(in super::super) fn parse(text: &str) -> Result<BlocksWorld, ParseError> {
    let problem = Problem::read(text)?;
    let start = problem.start()?;
    let (goal, is_partial) = problem.goal()?;
    let Problem { names, .. } = problem;
    Ok(BlocksWorld { names, start, goal, is_partial, table: None, objective: Objective::Moves })
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
        for (bottom, &below) in (0..).zip(&support) {
            if below == TABLE || below == ANYTHING {
                let mut block: Block = bottom;
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
