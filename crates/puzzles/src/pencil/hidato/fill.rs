//! Filling in the board by hand.

use std::collections::{BTreeMap, VecDeque};

use quarry_core::{Fault, Filled, Picture, Place, Related};

use super::{Board, Cell, Filling, Hidato, Number, picture};

impl Filled for Hidato {
    fn blank(&self) -> Filling {
        self.givens.clone()
    }

    fn values(&self, filling: &Filling) -> Vec<Option<u32>> {
        filling.iter().map(|entry| entry.map(u32::from)).collect()
    }

    fn put(&self, filling: &mut Filling, cell: usize, value: Option<u32>) {
        assert!(
            value.is_none_or(|value| (1..=self.most()).contains(&value)),
            "values are those of the board"
        );
        filling[cell] = value.map(|value| value as Number);
    }

    fn most(&self) -> u32 {
        self.board.len() as u32
    }

    /// The next missing number, so that a path can be entered without typing.
    fn likely_value(&self, filling: &Filling, after: Option<u32>) -> Option<u32> {
        let mut missing = vec![true; self.board.len() + 1];
        filling.iter().flatten().for_each(|&number| missing[usize::from(number)] = false);
        let from = after.unwrap_or(0) + 1;
        (from..=self.most()).chain(1..from).find(|&value| missing[value as usize])
    }

    fn name(&self, cell: usize) -> String {
        self.board.name(cell as Cell)
    }

    fn place(&self, cell: usize) -> Place {
        let (x, y) = picture::place(self, cell as Cell);
        Place::Cell(x, y)
    }

    fn drawn(&self, filling: &Filling) -> Picture {
        picture::scene(self, filling)
    }

    /// Neighbouring cells, unless the instance links them.
    fn linkable(&self) -> Vec<(usize, usize)> {
        let graph = self.board.graph().iter().enumerate();
        let pairs = graph
            .flat_map(|(one, around)| around.iter().map(move |&other| (one, usize::from(other))));
        let is_given = |one: usize, other: usize| {
            let pair = (one as Cell, other as Cell);
            self.links.contains(&pair) || self.links.contains(&(pair.1, pair.0))
        };
        pairs.filter(|&(one, other)| one < other && !is_given(one, other)).collect()
    }

    fn linked(&self, links: &[(usize, usize)]) -> Option<Self> {
        let mut linked = self.clone();
        let drawn = links.iter().map(|&(one, other)| (one as Cell, other as Cell));
        linked.links.extend(drawn);
        Some(linked)
    }

    /// The chain of touching consecutive numbers around a cell, in rising order.
    fn related(&self, filling: &Filling, cell: usize) -> Related {
        let Some(number) = filling[cell] else {
            return Related { cells: Vec::new(), words: None };
        };
        let follow = |onward: fn(Number) -> Number| {
            let mut chain = Vec::new();
            let (mut at, mut number) = (cell as Cell, number);
            loop {
                number = onward(number);
                let next = |&&other: &&Cell| filling[usize::from(other)] == Some(number);
                let Some(&other) = self.board.neighbours(at).iter().find(next) else {
                    return chain;
                };
                chain.push(usize::from(other));
                at = other;
            }
        };
        let mut chain = follow(|number| number - 1);
        chain.reverse();
        chain.push(cell);
        chain.extend(follow(|number| number + 1));
        let words = match (filling[chain[0]], filling[chain[chain.len() - 1]]) {
            (Some(first), Some(last)) if first < last => {
                Some(format!("in a chain from {first} to {last}"))
            }
            _ => None,
        };
        Related { cells: chain, words }
    }

    fn faults(&self, filling: &Filling) -> Vec<Fault> {
        let mut holders: BTreeMap<Number, Vec<usize>> = BTreeMap::new();
        for (cell, entry) in filling.iter().enumerate() {
            entry.iter().for_each(|&number| holders.entry(number).or_default().push(cell));
        }
        let mut faults = Vec::new();
        for (number, cells) in holders.iter().filter(|(_, cells)| cells.len() > 1) {
            let times = if cells.len() == 2 {
                "twice".to_owned()
            } else {
                format!("{} times", cells.len())
            };
            faults.push(Fault { cells: cells.clone(), words: format!("{number} stands {times}") });
        }
        let single: Vec<(Number, usize)> = holders
            .iter()
            .filter_map(|(&number, cells)| match cells[..] {
                [cell] => Some((number, cell)),
                _ => None,
            })
            .collect();
        for pair in single.windows(2) {
            let [(low, from), (high, to)] = [pair[0], pair[1]];
            let distance = usize::from(high - low);
            let words = match steps(&self.board, from, to) {
                Some(steps) if steps <= distance => continue,
                Some(_) if distance == 1 => format!("{low} and {high} do not touch"),
                Some(steps) => {
                    format!("{low} and {high} are {steps} steps apart, at most {distance} would do")
                }
                None => format!("no way leads from {low} to {high}"),
            };
            faults.push(Fault { cells: vec![from, to], words });
        }
        for &(one, other) in &self.links {
            let cells = [usize::from(one), usize::from(other)];
            if let (Some(low), Some(high)) = (filling[cells[0]], filling[cells[1]])
                && low.abs_diff(high) != 1
            {
                let (low, high) = (low.min(high), low.max(high));
                faults.push(Fault {
                    cells: cells.to_vec(),
                    words: format!("{low} and {high} are linked, but not consecutive"),
                });
            }
        }
        faults.extend(link_faults(self));
        faults
    }
}

/// Links that no path can contain: three at one cell, or a closed chain.
fn link_faults(puzzle: &Hidato) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut at: Vec<Vec<usize>> = vec![Vec::new(); puzzle.board.len()];
    for &(one, other) in &puzzle.links {
        at[usize::from(one)].push(usize::from(other));
        at[usize::from(other)].push(usize::from(one));
    }
    for (cell, linked) in at.iter().enumerate().filter(|(_, linked)| linked.len() > 2) {
        let words = format!("{} is linked with {} cells", puzzle.name(cell), linked.len());
        faults.push(Fault { cells: vec![cell], words });
    }
    // Each closed chain is walked once, from its first cell.
    let mut is_seen = vec![false; at.len()];
    for start in 0..at.len() {
        let mut chain = vec![start];
        let (mut before, mut here) = (start, start);
        while at[here].len() == 2 && !is_seen[here] {
            is_seen[here] = true;
            let onward = if at[here][0] == before { at[here][1] } else { at[here][0] };
            (before, here) = (here, onward);
            if here == start {
                let words = format!("the links at {} form a closed chain", puzzle.name(start));
                faults.push(Fault { cells: chain, words });
                break;
            }
            chain.push(here);
        }
    }
    faults
}

/// The number of steps between two cells, if they are connected.
fn steps(board: &Board, from: usize, to: usize) -> Option<usize> {
    let mut distance = vec![None; board.len()];
    distance[from] = Some(0);
    let mut queue = VecDeque::from([from]);
    while let Some(cell) = queue.pop_front() {
        if cell == to {
            return distance[to];
        }
        for &next in board.neighbours(cell as Cell) {
            let next = usize::from(next);
            if distance[next].is_none() {
                distance[next] = distance[cell].map(|steps| steps + 1);
                queue.push_back(next);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_core::Puzzle;

    fn filled(puzzle: &Hidato, entries: &[(usize, u32)]) -> Filling {
        let mut filling = puzzle.blank();
        entries.iter().for_each(|&(cell, value)| puzzle.put(&mut filling, cell, Some(value)));
        filling
    }

    fn words(puzzle: &Hidato, entries: &[(usize, u32)]) -> Vec<String> {
        puzzle.faults(&filled(puzzle, entries)).into_iter().map(|fault| fault.words).collect()
    }

    #[test]
    fn every_fault_is_named() {
        let puzzle = Hidato::parse("1 _ _\n_ _ _\n_ _ 9").unwrap();
        assert_eq!(words(&puzzle, &[]), [""; 0]);
        assert_eq!(words(&puzzle, &[(1, 2), (4, 3)]), [""; 0]);
        assert_eq!(words(&puzzle, &[(2, 2)]), ["1 and 2 do not touch"]);
        assert_eq!(
            words(&puzzle, &[(6, 2), (7, 3), (2, 4)]),
            ["1 and 2 do not touch", "3 and 4 do not touch"]
        );
        assert_eq!(words(&puzzle, &[(1, 4), (2, 4)]), ["4 stands twice"]);
        assert_eq!(words(&puzzle, &[(1, 4), (2, 4), (3, 4)]), ["4 stands 3 times"]);
        let line = Hidato::parse("1 _ _ _ # _ _").unwrap();
        assert_eq!(words(&line, &[(3, 3)]), ["1 and 3 are 3 steps apart, at most 2 would do"]);
        assert_eq!(words(&line, &[(4, 5)]), ["no way leads from 1 to 5"]);
        let text = "topology = \"square\"\nlinks = [\"0-1\"]\nboard = \"_ _ _\"";
        let linked = Hidato::parse(text).unwrap();
        assert_eq!(words(&linked, &[(0, 3), (1, 1)]), ["1 and 3 are linked, but not consecutive"]);
        assert_eq!(linked.faults(&filled(&linked, &[(0, 3), (1, 1)]))[0].cells, [0, 1]);
        assert_eq!(words(&linked, &[(0, 3), (1, 2)]), [""; 0]);
    }

    #[test]
    fn links_that_no_path_contains_are_faults() {
        let puzzle = Hidato::parse("_ _ _\n_ _ _\n_ _ 9").unwrap();
        let words = |links: &[(usize, usize)]| -> Vec<String> {
            let linked = puzzle.linked(links).expect("a puzzle with links");
            linked.faults(&linked.blank()).into_iter().map(|fault| fault.words).collect()
        };
        assert_eq!(words(&[(0, 1), (1, 2), (2, 5)]), [""; 0]);
        assert_eq!(words(&[(0, 4), (1, 4), (4, 8)]), ["2,2 is linked with 3 cells"]);
        assert_eq!(
            words(&[(0, 1), (3, 4), (0, 3), (1, 4), (5, 8)]),
            ["the links at 1,1 form a closed chain"]
        );
    }

    #[test]
    fn neighbours_can_be_linked_unless_they_are() {
        let text = "topology = \"orthogonal\"\nlinks = [\"1-0\"]\nboard = \"\"\"\n_ _\n_ 4\n\"\"\"";
        let puzzle = Hidato::parse(text).unwrap();
        assert_eq!(puzzle.linkable(), [(0, 2), (1, 3), (2, 3)]);
        let linked = puzzle.linked(&[(2, 3)]).expect("a puzzle with links");
        assert_eq!(linked.linkable(), [(0, 2), (1, 3)]);
        let solution = [2, 1, 3, 4].map(Some).to_vec();
        assert!(puzzle.allows_link(&solution, (2, 3)));
        assert!(!puzzle.allows_link(&solution, (1, 3)), "1 and 4 are not consecutive");
    }

    #[test]
    fn chains_run_as_far_as_the_numbers_touch() {
        let puzzle = Hidato::parse("1 2 5\n_ 3 4\n7 _ _").unwrap();
        for cell in [0, 1, 4, 5, 2] {
            assert_eq!(puzzle.related(&puzzle.blank(), cell).cells, [0, 1, 4, 5, 2]);
        }
        assert_eq!(puzzle.related(&puzzle.blank(), 6).cells, [6]);
        assert_eq!(puzzle.related(&puzzle.blank(), 3).cells, [0; 0]);
    }

    #[test]
    fn the_next_missing_number_is_offered() {
        let puzzle = Hidato::parse("1 2 5\n_ _ _\n_ _ 9").unwrap();
        let blank = puzzle.blank();
        let next = |after| puzzle.likely_value(&blank, after);
        assert_eq!(
            (next(None), next(Some(3)), next(Some(4)), next(Some(8))),
            (Some(3), Some(4), Some(6), Some(3))
        );
        let full = filled(&puzzle, &[(3, 3), (4, 4), (5, 6), (6, 7), (7, 8)]);
        assert_eq!(puzzle.likely_value(&full, Some(2)), None);
    }
}
