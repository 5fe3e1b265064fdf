//! The unknowns of a pile: which tiles are paired.
//!
//! A group of four has three pairings, one variable each. In a larger group there is a variable for
//! each two tiles. In both cases exactly one variable of each choice is true.

use super::tile_set::TileSet;

/// Number of a variable.
pub(super) type PairingVariable = u16;

/// A set of groups, one bit each: a pile of 256 tiles has at most 128 groups.
pub(crate) type GroupSet = u128;

/// The variables of a pile, and what belongs to them.
#[derive(Debug, Clone)]
pub(super) struct Pairings {
    /// Tiles of each group that are left.
    pub(super) groups: Vec<Vec<u8>>,
    pub(super) group_of: Vec<u8>,
    /// For each tile: its possible partners, and the variable that pairs it with each.
    pub(super) partners: Vec<Vec<(u8, PairingVariable)>>,
    /// For each variable: the tiles that it pairs.
    pub(super) pairs: Vec<Vec<(u8, u8)>>,
    /// Sets of variables of which exactly one is true.
    pub(super) choices: Vec<Vec<PairingVariable>>,
    /// For each variable: the choices that it is in.
    pub(super) choices_of: Vec<Vec<u16>>,
    /// Groups whose tiles are paired. The others' tiles go singly.
    pub(super) paired: GroupSet,
}

impl Pairings {
    /// The pairings of the tiles that are left, given the group of each tile.
    pub(super) fn new(group_of: &[u8], left: &TileSet, paired: GroupSet) -> Self {
        let count = group_of.iter().map(|&group| usize::from(group) + 1).max().unwrap_or(0);
        let mut groups: Vec<Vec<u8>> = vec![Vec::new(); count];
        left.iter().for_each(|tile| groups[usize::from(group_of[tile])].push(tile as u8));
        let mut pairings = Pairings {
            groups: Vec::new(),
            group_of: group_of.to_vec(),
            partners: vec![Vec::new(); group_of.len()],
            pairs: Vec::new(),
            choices: Vec::new(),
            choices_of: Vec::new(),
            paired,
        };
        for (number, group) in groups.iter().enumerate() {
            if paired >> number & 1 == 0 {
                continue;
            }
            match group[..] {
                [] => {}
                [a, b, c, d] => {
                    let ways = [[(a, b), (c, d)], [(a, c), (b, d)], [(a, d), (b, c)]];
                    let choice = ways.iter().map(|pairs| pairings.variable(pairs)).collect();
                    pairings.choose(choice);
                }
                _ => pairings.pair_all(group),
            }
        }
        Pairings { groups, ..pairings }
    }

    fn variable(&mut self, pairs: &[(u8, u8)]) -> PairingVariable {
        let variable = self.pairs.len() as PairingVariable;
        for &(one, other) in pairs {
            self.partners[usize::from(one)].push((other, variable));
            self.partners[usize::from(other)].push((one, variable));
        }
        self.pairs.push(pairs.to_vec());
        self.choices_of.push(Vec::new());
        variable
    }

    fn choose(&mut self, choice: Vec<PairingVariable>) {
        let number = self.choices.len() as u16;
        choice.iter().for_each(|&of| self.choices_of[usize::from(of)].push(number));
        self.choices.push(choice);
    }

    fn pair_all(&mut self, group: &[u8]) {
        for (at, &one) in group.iter().enumerate() {
            for &other in &group[at + 1..] {
                self.variable(&[(one, other)]);
            }
        }
        // Two tiles have one choice in common.
        let tiles = if group.len() == 2 { &group[..1] } else { group };
        for &tile in tiles {
            let own = self.partners[usize::from(tile)].iter().map(|&(_, variable)| variable);
            let own = own.collect();
            self.choose(own);
        }
    }

    /// Number of variables.
    pub(super) fn variables(&self) -> usize {
        self.pairs.len()
    }

    /// Group of a variable's tiles.
    pub(super) fn group_of_variable(&self, variable: PairingVariable) -> u8 {
        let (tile, _) = self.pairs[usize::from(variable)][0];
        self.group_of[usize::from(tile)]
    }

    /// Whether a tile goes as soon as it is in play.
    pub(super) fn goes_singly(&self, tile: usize) -> bool {
        self.paired >> self.group_of[tile] & 1 == 0
    }
}
