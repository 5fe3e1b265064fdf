//! Template: one sentence that says what the puzzle is.
//!
//! This is a toy that works: from 1, reach a target with as few steps as possible, where a step
//! adds one or doubles. Replace its rules by yours; docs/guide/your-first-puzzle.md walks through
//! such a file.

use quarry_core::{
    About, Document, Example, Facets, Foul, Guided, Interactive, Located, Notation, Numbered,
    ParseError, Picture, Puzzle, Score, StateSpace, Tile, Tint, Touch, Verdict,
};

/// An instance: the number to be reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    target: u32,
}

/// A step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Step {
    /// Adds one.
    Add,
    /// Doubles.
    Double,
}

impl Puzzle for Template {
    const ID: &'static str = "template";
    const ABOUT: About = About {
        title: "Template",
        rules: "Begin with 1. A step adds one or doubles. Reach the target in as few steps as \
            possible.",
        complexity: "Easy: read the target's binary digits.",
    };
    type Answer = Vec<Step>;

    fn parse(text: &str) -> Result<Self, ParseError> {
        let document = Document::parse(text)?;
        document.only(&["target"])?;
        let target = document.integer("target")?;
        let target = target.ok_or_else(|| document.missing("target", "target = 13"))?;
        match u32::try_from(target.value) {
            Ok(value @ 1..=1_000_000) => Ok(Template { target: value }),
            _ => Err(target.wrong("a number from 1 to 1000000", target.value.to_string())),
        }
    }

    fn show(&self) -> String {
        format!("puzzle = \"template\"\ntarget = {}\n", self.target)
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        vec![("target", self.target.to_string())]
    }

    fn picture(&self) -> Picture {
        self.scene(&1)
    }

    fn write_answer(&self, answer: &Vec<Step>, entry: &mut dyn FnMut(&str)) {
        answer.iter().for_each(|&step| entry(&self.write_move(step)));
    }

    fn parse_answer(
        &self,
        entries: &mut dyn Iterator<Item = Located<&str>>,
    ) -> Result<Vec<Step>, ParseError> {
        entries.map(|entry| self.read_move(entry)).collect()
    }

    /// The rules again, independently: the judge shares no code with the state below.
    fn judge(&self, answer: &Vec<Step>) -> Result<Verdict, Foul> {
        let (mut number, target) = (1_u64, u64::from(self.target));
        for (at, step) in answer.iter().enumerate() {
            number += if *step == Step::Add { 1 } else { number };
            if number > target {
                return Err(Foul { at, why: format!("{number} is beyond the target {target}") });
            }
        }
        Ok(Verdict { solved: number == target, score: -(answer.len() as Score) })
    }

    fn examples() -> &'static [Example] {
        &[Example {
            name: "first",
            text: "puzzle = \"template\"\nname = \"A first instance\"\ntarget = 23\n",
        }]
    }

    fn introduce(to: &mut impl Facets<Self>) {
        to.plays();
    }
}

impl StateSpace for Template {
    type State = u32;
    type Move = Step;

    fn start(&self) -> u32 {
        1
    }

    fn moves(&self, number: &u32, out: &mut Vec<Step>) {
        if *number < self.target {
            out.push(Step::Add);
        }
        if number * 2 <= self.target {
            out.push(Step::Double);
        }
    }

    fn play(&self, number: &mut u32, step: Step) -> Score {
        *number += if step == Step::Add { 1 } else { *number };
        -1
    }

    fn is_solved(&self, number: &u32) -> bool {
        *number == self.target
    }

    fn key(&self, number: &u32) -> u128 {
        u128::from(*number)
    }
}

/// No knowledge beyond the rules.
impl Guided for Template {}

impl Numbered for Step {
    fn number(self) -> u64 {
        self as u64
    }

    fn of_number(number: u64) -> Self {
        if number == 0 { Step::Add } else { Step::Double }
    }
}

impl Notation for Template {
    fn write_move(&self, step: Step) -> String {
        match step {
            Step::Add => "add".to_owned(),
            Step::Double => "double".to_owned(),
        }
    }

    fn read_move(&self, text: Located<&str>) -> Result<Step, ParseError> {
        match text.value {
            "add" => Ok(Step::Add),
            "double" => Ok(Step::Double),
            other => Err(text.wrong("add or double", format!("\"{other}\""))),
        }
    }
}

/// Two tiles are the possible steps, with the number between them.
impl Interactive for Template {
    fn scene(&self, number: &u32) -> Picture {
        let mut listed = Vec::new();
        self.moves(number, &mut listed);
        let step = |step: Step, x: u32, label: &str| {
            let tint = if listed.contains(&step) { Tint::Open } else { Tint::Blank };
            Tile::new(x, 0, tint, label)
        };
        let middle = Tile::new(1, 0, Tint::Plain, number.to_string());
        let tiles = vec![step(Step::Add, 0, "+1"), middle, step(Step::Double, 2, "x2")];
        Picture::of_squares(3, 1, tiles)
    }

    fn touch(&self, number: &u32, x: u32, _: u32) -> Option<Touch<Step>> {
        let mv = match x {
            0 => Step::Add,
            2 => Step::Double,
            _ => return None,
        };
        let mut listed = Vec::new();
        self.moves(number, &mut listed);
        let words = self.write_move(mv);
        listed.contains(&mv).then(|| Touch { moves: vec![mv], cells: vec![(x, 0)], words })
    }
}
