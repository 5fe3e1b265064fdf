//! Hints: what stands in the way, which blocks wait for each other in a ring, and which of them to
//! put down.

use quarry_core::{Coached, Remark};

use super::goal::SettledBlocks;
use super::picture::{Layout, way_home};
use super::{Arrangement, Block, BlocksWorld, Move, TABLE, few_towers, precedence};

/// Longest ring that is named in full.
const LONGEST_NAMED: usize = 6;

impl Coached for BlocksWorld {
    fn starting_at(&self, state: &Arrangement) -> Self {
        BlocksWorld { start: state.below().to_vec(), ..self.clone() }
    }

    fn why_lost(&self, state: &Arrangement) -> Option<Remark> {
        let words = few_towers::why_impossible(self, state)?;
        Some(Remark { cells: Vec::new(), words })
    }

    fn why_good(&self, state: &Arrangement, line: &[Move]) -> Remark {
        let mv = line[0];
        let settled = self.goal.settle(state.below());
        let layout = Layout::new(self, state);
        let mut concerned = vec![mv.block];
        let name = |block: Block| format!("`{}`", self.name(block));
        let words = if way_home(self, state, &settled, mv.block) == Some(mv) {
            match mv.to {
                TABLE => format!("{} can go home: it belongs on the table.", name(mv.block)),
                to => {
                    concerned.push(to);
                    let (block, to) = (name(mv.block), name(to));
                    format!(
                        "{block} can go home: {to}, on which it belongs, is in place and clear."
                    )
                }
            }
        } else if mv.to != TABLE {
            concerned.push(mv.to);
            let (block, to) = (name(mv.block), name(mv.to));
            format!("The table has little room: {block} makes way if it waits on {to}.")
        } else if settled.stays[usize::from(mv.block)] {
            format!("{} makes way for others.", name(mv.block))
        } else if precedence::moving_twice(&settled).contains(&mv.block) {
            self.above_its_place(state, &settled, mv.block, &mut concerned)
        } else {
            self.in_a_ring(state, &settled, mv.block, &mut concerned)
        };
        let mut cells: Vec<(u32, u32)> =
            concerned.iter().map(|&block| layout.place(block)).collect();
        cells.extend(layout.target(mv.to).filter(|_| concerned.len() < 3));
        Remark { cells, words }
    }
}

impl BlocksWorld {
    /// A block that stands on what has to move before it can go home.
    fn above_its_place(
        &self,
        state: &Arrangement,
        settled: &SettledBlocks,
        block: Block,
        concerned: &mut Vec<Block>,
    ) -> String {
        let name = self.name(block);
        let home = settled.target[usize::from(block)];
        if home == TABLE {
            return format!(
                "`{name}` is in the way: everything above the blocks below it must go."
            );
        }
        concerned.push(home);
        let home = self.name(home);
        let below = state.support(block);
        if below != TABLE && settled.stays[usize::from(below)] {
            return format!(
                "`{name}` is in its own way: it stands where the tower of `{home}`, on which it \
                 belongs, has to be built. It must move twice: put it down."
            );
        }
        format!(
            "`{name}` is in its own way: it stands above what must go to `{home}`, or above `{home}` \
             itself, before it can go home. It must move twice: put it down."
        )
    }

    /// A block of a ring of blocks that wait for each other.
    fn in_a_ring(
        &self,
        state: &Arrangement,
        settled: &SettledBlocks,
        block: Block,
        concerned: &mut Vec<Block>,
    ) -> String {
        let name = |block: Block| format!("`{}`", self.name(block));
        let can_any = state.clear_blocks().any(|top| way_home(self, state, settled, top).is_some());
        let Some(ring) = ring_through(settled, block) else {
            return format!("{} is in the way of blocks below it: put it down.", name(block));
        };
        concerned.extend(ring.iter().filter(|&&other| other != block));
        let shown: Vec<String> = if ring.len() <= LONGEST_NAMED {
            ring.iter().chain([&block]).map(|&block| name(block)).collect()
        } else {
            vec![name(block), "...".to_owned(), name(block)]
        };
        let stuck = if can_any { "" } else { "No block can go home now. " };
        format!(
            "{stuck}There is a ring of blocks, each of which must leave before the next arrives: \
             {}. Put {} down, and it is open.",
            shown.join(" → "),
            name(block)
        )
    }
}

/// A shortest ring through a block.
fn ring_through(settled: &SettledBlocks, block: Block) -> Option<Vec<Block>> {
    let (graph, _) = precedence::rings(settled);
    let vertex = (0..graph.len()).find(|&vertex| graph.block(vertex) == block)?;
    let cycle = graph.shortest_cycle(vertex)?;
    Some(cycle.into_iter().map(|vertex| graph.block(vertex)).collect())
}

#[cfg(test)]
mod tests {
    use quarry_core::{Puzzle, StateSpace};

    use super::*;

    fn why(text: &str, move_text: &str) -> String {
        let puzzle = BlocksWorld::parse(text).unwrap();
        let (block, to) = move_text.split_once(" on ").unwrap();
        let named = |name: &str| super::super::text::block_named(&puzzle, name);
        let mv = Move { block: named(block).unwrap(), to: named(to).unwrap_or(TABLE) };
        let state = puzzle.start();
        assert_eq!(puzzle.why_lost(&state), None);
        puzzle.why_good(&state, &[mv]).words
    }

    #[test]
    fn hints_say_what_is_in_the_way() {
        let sussman = "start = \"\"\"\na c\nb\n\"\"\"\ngoal = \"c b a\"\n";
        assert!(why(sussman, "c on table").contains("it belongs on the table"));
        let turned = "start = \"a b\"\ngoal = \"b a\"\n";
        assert!(why(turned, "b on table").contains("it belongs on the table"));
        let below = "start = \"\"\"\na b c\n\"\"\"\ngoal = \"\"\"\nb c a\n\"\"\"\n";
        assert!(why(below, "c on table").contains("It must move twice"));
        let ring = "start = \"\"\"\na b\nc d\n\"\"\"\ngoal = \"\"\"\na d\nc b\n\"\"\"\n";
        let words = why(ring, "b on table");
        assert!(
            words.starts_with("No block can go home now.") && words.contains("`b` → `d` → `b`")
        );
        let ready = "start = \"\"\"\na\nb\n\"\"\"\ngoal = \"a b\"\n";
        assert!(why(ready, "b on a").contains("`a`, on which it belongs, is in place and clear"));
    }

    #[test]
    fn a_lost_game_is_explained() {
        let text = "table = 2\nstart = \"a b c\"\ngoal = \"a c b\"\n";
        let puzzle = BlocksWorld::parse(text).unwrap();
        let lost = puzzle.why_lost(&puzzle.start()).expect("it is lost");
        assert!(lost.words.contains("keep their order"));
    }
}
