//! Assembly: in which order are the parts of a product put together? Parts are joined to groups,
//! and groups to larger ones; each slides in a straight line to its place. A wrong order shows only
//! later, when a part can no longer get to its place. K. Spoerer, "The Lemmings Puzzle", 2007,
//! chapter 8, names automatic assembly sequencing as a problem that genetic algorithms on orders
//! might help with, after S. Russell and P. Norvig, "Artificial Intelligence", 1995, chapter 3. To
//! join two groups at a time by straight moves, and to want groups connected, is the two-handed
//! planar assembly of P. Agarwal, B. Aronov, T. Geft and D. Halperin, "On two-handed planar
//! assembly partitioning with connectivity constraints", 2021.
//!
//! Choices where the sources are silent. A product is a drawing of cells, and a part all cells of a
//! letter. A group slides up, down, left or right; the other groups lie elsewhere and are not in
//! the way. Joined groups share a side of a cell. Of two groups the lighter one is moved, and that
//! costs its number of cells: the work of handling. Nothing is taken apart again; a search goes
//! back instead, and a player takes moves back.

mod generate;
mod rules;
mod text;

use quarry_core::{
    About, Aim, Bounded, Drag, Example, Facets, Featured, Foul, Guided, Interactive, Located,
    Notation, Numbered, ParseError, Picture, Puzzle, Score, Side, StateSpace, Tile, Tint, Touch,
    Verdict, key_of,
};

/// Most parts: capital letters, then small ones.
const MOST_PARTS: usize = 52;

/// Most rows and columns of a drawing.
const LONGEST_SIDE: usize = 64;

/// Number of colours; more parts share them, and are told apart by their letters.
const COLOURS: usize = 26;

/// Score of a line that stops short of the whole product, before its joins are counted.
const STOPPED_SHORT: Score = -1_000_000;

/// A set of parts, a bit for each.
type Parts = u64;

/// An instance: which part has each cell of the product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assembly {
    columns: usize,
    /// Row by row.
    cells: Vec<Option<u8>>,
    /// Number of cells of each part.
    weights: Vec<u32>,
    /// Parts that share a side with each part.
    touching: Vec<Parts>,
    /// For each part and [`Side`], the parts that it meets on its way when it slides there.
    in_way: Vec<[Parts; 4]>,
}

/// Slides the group of one part to its place beside the group of another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Join {
    part: u8,
    side: Side,
    onto: u8,
}

/// The groups so far, in the order of their first parts.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Groups(Vec<Parts>);

/// Returns the parts of a set.
fn members(mut parts: Parts) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (parts != 0).then(|| parts.trailing_zeros() as usize)?;
        parts &= parts - 1;
        Some(first)
    })
}

impl Assembly {
    /// Creates an instance; every part up to the last has a cell.
    fn new(columns: usize, cells: Vec<Option<u8>>) -> Self {
        let parts = cells.iter().flatten().max().map_or(0, |&last| usize::from(last) + 1);
        let mut product = Assembly {
            columns,
            cells,
            weights: vec![0; parts],
            touching: vec![0; parts],
            in_way: vec![[0; 4]; parts],
        };
        for at in 0..product.cells.len() {
            let Some(part) = product.cells[at].map(usize::from) else { continue };
            product.weights[part] += 1;
            for side in Side::ALL {
                let ahead: Vec<Option<u8>> = product.ahead(at, side).collect();
                if let Some(&Some(beside)) = ahead.first() {
                    product.touching[part] |= 1 << beside;
                }
                for other in ahead.into_iter().flatten() {
                    // What slides that way to its place there passes this cell.
                    product.in_way[usize::from(other)][side as usize] |= 1 << part;
                }
            }
        }
        for part in 0..parts {
            product.touching[part] &= !(1 << part);
        }
        product
    }

    fn rows(&self) -> usize {
        self.cells.len() / self.columns
    }

    fn parts(&self) -> usize {
        self.weights.len()
    }

    /// Returns what lies in a straight line from a cell towards a side.
    fn ahead(&self, at: usize, side: Side) -> impl Iterator<Item = Option<u8>> {
        let (right, down) = side.step();
        let (x, y) = ((at % self.columns) as i32, (at / self.columns) as i32);
        (1..).map_while(move |steps| {
            let (x, y) = (x + steps * right, y + steps * down);
            let is_inside = x >= 0 && x < self.columns as i32 && y >= 0 && y < self.rows() as i32;
            is_inside.then(|| self.cells[y as usize * self.columns + x as usize])
        })
    }

    fn weight(&self, group: Parts) -> u32 {
        members(group).map(|part| self.weights[part]).sum()
    }

    fn touch_each_other(&self, group: Parts, other: Parts) -> bool {
        members(group).any(|part| self.touching[part] & other != 0)
    }

    /// Returns the parts that a group would meet on its way to its place, by the side to which it
    /// slides.
    fn in_way_of(&self, group: Parts) -> [Parts; 4] {
        let mut all = [0; 4];
        for part in members(group) {
            for (all, one) in all.iter_mut().zip(self.in_way[part]) {
                *all |= one;
            }
        }
        all
    }

    fn has_move(&self, groups: &Groups) -> bool {
        groups.0.iter().enumerate().any(|(at, &group)| {
            groups.0[at + 1..].iter().any(|&other| self.join(group, other).is_some())
        })
    }

    /// Returns how two groups are joined, if they can be: the lighter one slides, the earlier one
    /// of equals, towards the first side on whose way there is nothing.
    fn join(&self, group: Parts, other: Parts) -> Option<Join> {
        if !self.touch_each_other(group, other) {
            return None;
        }
        let is_lighter = self.weight(group) <= self.weight(other);
        let (moved, onto) = if is_lighter { (group, other) } else { (other, group) };
        let in_way = self.in_way_of(moved);
        let side = Side::ALL.into_iter().find(|&side| in_way[side as usize] & onto == 0)?;
        let first = |group: Parts| group.trailing_zeros() as u8;
        Some(Join { part: first(moved), side, onto: first(onto) })
    }
}

impl Groups {
    /// Returns the place of the group of a part.
    fn place_of(&self, part: u8) -> Option<usize> {
        self.0.iter().position(|group| group >> part & 1 == 1)
    }
}

impl Puzzle for Assembly {
    const ID: &'static str = "assembly";
    const ABOUT: About = About {
        title: "Assembly",
        rules: "A product is made of parts. Two parts or groups of parts that touch in the product \
            are joined: one slides in a straight line to its place beside the other. Nothing of \
            the other may be in its way. Each join costs the cells of the lighter of the two. Put \
            the product together at the least cost.",
        complexity: "To split a product of unit squares into two connected groups by one straight \
            move is NP-complete, and so is complete assembly by such moves where parts are \
            polygons (Agarwal, Aronov, Geft and Halperin, 2021).",
    };
    type Answer = Vec<Join>;

    fn parse(text: &str) -> Result<Self, ParseError> {
        text::parse(text)
    }

    fn show(&self) -> String {
        text::show(self)
    }

    fn objective(&self) -> Aim {
        Aim::ReachBest
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        vec![
            ("size", format!("{} x {}", self.columns, self.rows())),
            ("parts", self.parts().to_string()),
            ("at least", format!("{} cells to be moved", -self.bound(&self.start()))),
        ]
    }

    fn picture(&self) -> Picture {
        self.scene(&self.start())
    }

    fn write_answer(&self, line: &Vec<Join>, entry: &mut dyn FnMut(&str)) {
        line.iter().for_each(|&join| entry(&self.write_move(join)));
    }

    fn parse_answer(
        &self,
        entries: &mut dyn Iterator<Item = Located<&str>>,
    ) -> Result<Vec<Join>, ParseError> {
        entries.map(|entry| self.read_move(entry)).collect()
    }

    fn judge(&self, line: &Vec<Join>) -> Result<Verdict, Foul> {
        rules::judge(self, line)
    }

    fn examples() -> &'static [Example] {
        examples!("box", "chest", "twelve", "thirty", "fifty-two", "interlocked")
    }

    fn introduce(to: &mut impl Facets<Self>) {
        to.plays();
        to.bounds();
        to.ends();
        to.features();
        to.generates();
    }
}

impl StateSpace for Assembly {
    type State = Groups;
    type Move = Join;

    fn start(&self) -> Groups {
        Groups((0..self.parts()).map(|part| 1 << part).collect())
    }

    fn moves(&self, groups: &Groups, out: &mut Vec<Join>) {
        for (at, &group) in groups.0.iter().enumerate() {
            let others = groups.0[at + 1..].iter();
            out.extend(others.filter_map(|&other| self.join(group, other)));
        }
    }

    fn play(&self, groups: &mut Groups, join: Join) -> Score {
        let place = |part| groups.place_of(part).expect("every part is in a group");
        let (one, other) = (place(join.part), place(join.onto));
        let cost = self.weight(groups.0[one]).min(self.weight(groups.0[other]));
        let joined = groups.0[one] | groups.0[other];
        groups.0[one.min(other)] = joined;
        groups.0.remove(one.max(other));
        -Score::from(cost)
    }

    fn is_solved(&self, groups: &Groups) -> bool {
        groups.0.len() == 1
    }

    fn key(&self, groups: &Groups) -> u128 {
        key_of(groups)
    }
}

impl Guided for Assembly {
    fn aim(&self) -> Aim {
        self.objective()
    }

    fn terminal_score(&self, groups: &Groups) -> Score {
        if self.is_solved(groups) { 0 } else { STOPPED_SHORT }
    }

    fn estimate(&self, groups: &Groups) -> Score {
        self.bound(groups)
    }

    /// Whatever is added to two groups stays in the way. So where two groups block each other on
    /// all four sides, they never come together.
    fn is_hopeless(&self, groups: &Groups) -> bool {
        groups.0.iter().enumerate().any(|(at, &group)| {
            let in_way = self.in_way_of(group);
            let is_blocked = |other: &Parts| in_way.iter().all(|parts| parts & other != 0);
            groups.0[at + 1..].iter().any(is_blocked)
        })
    }

    /// Any of the sides that are free will do, and either group may be named as the moved one.
    fn resolve_move(&self, groups: &Groups, join: Join) -> Option<Join> {
        let group = groups.0[groups.place_of(join.part)?];
        let onto = groups.0[groups.place_of(join.onto)?];
        let is_free = group != onto && self.in_way_of(group)[join.side as usize] & onto == 0;
        let (first, second) = if group.trailing_zeros() < onto.trailing_zeros() {
            (group, onto)
        } else {
            (onto, group)
        };
        is_free.then(|| self.join(first, second))?
    }

    fn heap_bytes(&self, groups: &Groups) -> usize {
        groups.0.capacity() * size_of::<Parts>()
    }
}

impl Bounded for Assembly {
    /// A join costs the weight of the lighter group, and the heaviest group grows by no more than
    /// that. At the end it is the whole product.
    fn bound(&self, groups: &Groups) -> Score {
        if !self.has_move(groups) {
            return self.terminal_score(groups);
        }
        let heaviest = groups.0.iter().map(|&group| self.weight(group)).max().unwrap_or(0);
        Score::from(heaviest) - Score::from(self.weights.iter().sum::<u32>())
    }

    fn potential(&self, groups: &Groups) -> Score {
        if self.has_move(groups) { 0 } else { self.terminal_score(groups) }
    }
}

impl Featured for Assembly {
    /// Which part each part's group begins with.
    fn features(&self, groups: &Groups, out: &mut Vec<u64>) {
        for &group in &groups.0 {
            let first = u64::from(group.trailing_zeros());
            out.extend(members(group).map(|part| part as u64 * 64 + first));
        }
    }

    fn distance(&self, groups: &Groups) -> u64 {
        groups.0.len() as u64 - 1
    }
}

impl Numbered for Join {
    fn number(self) -> u64 {
        (u64::from(self.part) * 64 + u64::from(self.onto)) * 4 + self.side as u64
    }

    fn of_number(number: u64) -> Self {
        let side = Side::ALL[(number % 4) as usize];
        Join { part: (number / 256) as u8, side, onto: (number / 4 % 64) as u8 }
    }
}

impl Notation for Assembly {
    fn write_move(&self, join: Join) -> String {
        text::write_move(join)
    }

    fn read_move(&self, text: Located<&str>) -> Result<Join, ParseError> {
        text::read_move(text, self.parts())
    }
}

/// The product as it will be: a colour and a frame for each group, a letter for each part. A group
/// is dragged over the border to a neighbour.
impl Interactive for Assembly {
    fn scene(&self, groups: &Groups) -> Picture {
        let group_of = |x: u32, y: u32| {
            let part = self.cells[y as usize * self.columns + x as usize]?;
            groups.place_of(part).map(|at| groups.0[at].trailing_zeros())
        };
        let picture = Picture::grid(self.columns as u32, self.rows() as u32, |x, y| {
            match (group_of(x, y), self.cells[y as usize * self.columns + x as usize]) {
                (Some(first), Some(part)) => {
                    let colour = first as usize % COLOURS;
                    Tile::new(x, y, Tint::Kind(colour as u8), text::letter(part))
                }
                _ => Tile::new(x, y, Tint::Blank, ""),
            }
        });
        picture.with_regions(group_of)
    }

    fn status(&self, groups: &Groups, _: usize, score: Score) -> String {
        format!("{} groups, {} cells moved", groups.0.len(), -score)
    }

    fn touch(&self, _: &Groups, _: u32, _: u32) -> Option<Touch<Join>> {
        None
    }

    fn drags(&self, groups: &Groups) -> Vec<Drag<Join>> {
        let mut drags = Vec::new();
        for at in 0..self.cells.len() {
            let Some(from) = self.cells[at].and_then(|part| groups.place_of(part)) else {
                continue;
            };
            for side in Side::ALL {
                let Some(Some(beside)) = self.ahead(at, side).next() else { continue };
                let to = groups.place_of(beside).expect("every part is in a group");
                let (first, second) = (from.min(to), from.max(to));
                if first == second {
                    continue;
                }
                if let Some(join) = self.join(groups.0[first], groups.0[second]) {
                    let (x, y) = ((at % self.columns) as u32, (at / self.columns) as u32);
                    let (right, down) = side.step();
                    let to = (x.wrapping_add_signed(right), y.wrapping_add_signed(down));
                    drags.push(Drag { from: (x, y), to, moves: vec![join] });
                }
            }
        }
        drags
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn product(drawing: &str) -> Assembly {
        Assembly::parse(&format!("product = \"\"\"\n{drawing}\n\"\"\"\n")).unwrap()
    }

    fn played(product: &Assembly, line: &[&str]) -> Vec<Join> {
        let entry = |text: &&str| {
            let text: &'static str = text.to_string().leak();
            product.read_move(Located { value: text, at: quarry_core::Position::START }).unwrap()
        };
        line.iter().map(entry).collect()
    }

    /// A box with its content and a lid.
    const BOX: &str = "CCCC\nABBA\nABBA\nAAAA";

    #[test]
    fn a_lid_that_comes_too_early_shuts_the_content_out() {
        let closed = product(BOX);
        let right = played(&closed, &["B down A", "C down A"]);
        assert_eq!(closed.judge(&right), Ok(Verdict { solved: true, score: -8 }));
        let early = played(&closed, &["C down A"]);
        assert_eq!(closed.judge(&early), Ok(Verdict { solved: false, score: STOPPED_SHORT - 4 }));
        let (state, _) = closed.replayed(&early);
        assert!(closed.is_hopeless(&state) && !closed.is_hopeless(&closed.start()));
        let late = played(&closed, &["C down A", "B down A"]);
        assert_eq!(closed.judge(&late).unwrap_err().at, 1);
    }

    #[test]
    fn either_group_and_any_free_side_may_be_named() {
        let closed = product(BOX);
        let listed = played(&closed, &["B down A"])[0];
        let named = |text| closed.resolve_move(&closed.start(), played(&closed, &[text])[0]);
        assert_eq!((named("B down A"), named("A up B")), (Some(listed), Some(listed)));
        assert_eq!((named("B left A"), named("A down B")), (None, None));
        let beside = product("AB");
        let ways = ["A right B", "B left A", "A up B", "B down A"];
        let resolved = ways.map(|way| {
            let line = played(&beside, &[way]);
            assert_eq!(beside.judge(&line), Ok(Verdict { solved: true, score: -1 }), "{way}");
            beside.resolve_move(&beside.start(), line[0])
        });
        assert!(resolved[0].is_some() && resolved.iter().all(|join| *join == resolved[0]));
        assert!(beside.judge(&played(&beside, &["A left B"])).is_err());
    }

    #[test]
    fn parts_that_block_each_other_on_all_sides_are_seen_at_once() {
        let interlocked = product("AAAAB\nABBAB\nABAAB\nABBBB");
        assert!(interlocked.is_hopeless(&interlocked.start()));
        let row = product("ABCD");
        assert_eq!(row.bound(&row.start()), -3);
        assert_eq!(
            row.judge(&played(&row, &["A down B", "C up D", "A down C"])).unwrap().score,
            -4
        );
    }
}
