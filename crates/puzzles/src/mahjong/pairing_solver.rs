//! Decides whether a pile can be removed: a search over pairings that learns from dead ends.
//!
//! After each decision the relaxed closure (decided pairs go together; an undecided tile in play
//! goes as soon as a possible partner is or was in play) must remove everything. If not, a small
//! set of tiles that hold each other (`stuck.rs`) gives a clause, from which the search learns
//! (`clauses.rs`). If the strict closure (decided pairs, and groups that are in play as a whole)
//! removes everything, the pile is solved. To try every pairing by itself first, as de Bondt does,
//! does not pay beside learning: 1500 turtles took 500 positions each with it and 306 without.

use super::clauses::{PairingClause, PairingClauses, Truth, positive};
use super::pairings::{PairingVariable, Pairings};
use super::pile::Pile;
use super::shape::PileShape;
use super::stuck::WaitingTile;
use super::tile_set::TileSet;

/// How a step ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PairingStep {
    /// There is more to do.
    Working,
    /// These pairs of tiles can be removed in this order, and nothing is left.
    Solved(Vec<(u8, u8)>),
    /// The pile cannot be removed, because of these groups.
    Refuted(u128),
}

/// A search for the pairings of a pile.
#[derive(Debug, Clone)]
pub(crate) struct PairingSolver<'s> {
    shape: &'s PileShape,
    pairings: Pairings,
    clauses: PairingClauses,
    /// The whole pile, and its tiles in play.
    whole: Pile,
    in_play: Vec<u8>,
    pile: Pile,
    /// Tiles that are or were in play.
    reached: TileSet,
    line: Vec<(u8, u8)>,
    /// Variable that must be true.
    assumed: Option<PairingVariable>,
    conflicts: u64,
    until_restart: u64,
    restarts: u64,
}

/// Contradictions between two restarts are this many times a term of Luby's sequence.
const RESTART_UNIT: u64 = 64;

impl<'s> PairingSolver<'s> {
    /// Creates a search for the tiles that are left, given the group of each tile. Tiles of groups
    /// outside `paired` go singly.
    pub(crate) fn new(shape: &'s PileShape, left: TileSet, group_of: &[u8], paired: u128) -> Self {
        let whole = Pile::new(shape, left);
        let pairings = Pairings::new(group_of, &left, paired);
        let clauses = PairingClauses::new(pairings.variables());
        PairingSolver {
            shape,
            pairings,
            clauses,
            in_play: shape.free(&left).iter().map(|tile| tile as u8).collect(),
            pile: whole.clone(),
            whole,
            reached: TileSet::default(),
            line: Vec::new(),
            assumed: None,
            conflicts: 0,
            until_restart: RESTART_UNIT,
            restarts: 0,
        }
    }

    /// Looks for a solution in which two tiles of one group are paired, instead of any that was
    /// looked for before. What was learned is kept.
    pub(crate) fn assume(&mut self, one: u8, other: u8) {
        let partners = &self.pairings.partners[usize::from(one)];
        let pair = partners.iter().find(|&&(partner, _)| partner == other);
        self.assumed = pair.map(|&(_, variable)| variable);
        self.clauses.back_to(0);
    }

    /// Number of contradictions so far.
    pub(crate) fn conflicts(&self) -> u64 {
        self.conflicts
    }

    /// Bytes that the search holds.
    pub(crate) fn bytes(&self) -> usize {
        self.clauses.bytes()
    }

    /// The moves that lead to the last position looked at.
    pub(crate) fn line(&self) -> &[(u8, u8)] {
        &self.line
    }

    /// Looks at one position.
    pub(crate) fn step(&mut self) -> PairingStep {
        let contradicted = self.clauses.propagate(&self.pairings).or_else(|| self.relaxed());
        if let Some(clause) = contradicted {
            self.conflicts += 1;
            if let Some(groups) = self.clauses.learn(clause, &self.pairings) {
                return PairingStep::Refuted(groups);
            }
            self.until_restart = self.until_restart.saturating_sub(1);
            return PairingStep::Working;
        }
        if self.clauses.depth() == 0
            && let Some(assumed) = self.assumed
        {
            match self.clauses.truth(assumed) {
                Truth::True => {}
                Truth::False => return PairingStep::Refuted(0),
                Truth::Open => {
                    self.clauses.decide(positive(assumed), &self.pairings);
                    return PairingStep::Working;
                }
            }
        }
        if self.until_restart == 0 {
            self.restarts += 1;
            self.until_restart = RESTART_UNIT * luby(self.restarts);
            self.clauses.restart();
            return PairingStep::Working;
        }
        self.strict();
        if self.pile.count() == 0 {
            return PairingStep::Solved(self.line.clone());
        }
        let variable = self.chosen();
        self.clauses.decide(positive(variable), &self.pairings);
        PairingStep::Working
    }

    /// Removes what the relaxed rules remove. Returns a contradicted clause if something is left.
    fn relaxed(&mut self) -> Option<PairingClause> {
        let PairingSolver { pile, reached, pairings, clauses, .. } = self;
        pile.clone_from(&self.whole);
        *reached = TileSet::default();
        let mut waiting = self.in_play.clone();
        while let Some(tile) = waiting.pop() {
            let tile = usize::from(tile);
            reached.insert(tile);
            let mut goes = pairings.goes_singly(tile);
            for &(partner, variable) in &pairings.partners[tile] {
                let partner = usize::from(partner);
                if reached.contains(partner) && clauses.truth(variable) != Truth::False {
                    goes = true;
                    if pile.left().contains(partner) {
                        pile.take(self.shape, partner, |freed| waiting.push(freed as u8));
                    }
                }
            }
            if goes {
                pile.take(self.shape, tile, |freed| waiting.push(freed as u8));
            }
        }
        (pile.count() > 0).then(|| self.stuck_clause())
    }

    /// The shortest clause that a set of stuck tiles contradicts.
    fn stuck_clause(&self) -> PairingClause {
        let PairingSolver { pairings, clauses, .. } = self;
        let waiting = WaitingTile::of(self.shape, &self.pile, |tile, list| {
            let possible = pairings.partners[tile]
                .iter()
                .filter(|(_, variable)| clauses.truth(*variable) != Truth::False);
            list.extend(possible.map(|&(partner, _)| partner));
        });
        let mut best: Option<PairingClause> = None;
        waiting.knots(self.pile.left(), |knot| {
            let mut clause = PairingClause { literals: Vec::new(), groups: 0 };
            for tile in knot.without(&waiting.held).iter() {
                clause.groups |= 1 << pairings.group_of[tile];
                for &(partner, variable) in &pairings.partners[tile] {
                    let partner = usize::from(partner);
                    let is_held = knot.contains(partner) && waiting.held.contains(partner);
                    let literal = positive(variable);
                    if clauses.truth(variable) == Truth::False
                        && !is_held
                        && !clause.literals.contains(&literal)
                    {
                        clause.literals.push(literal);
                    }
                }
            }
            let is_shorter =
                best.as_ref().is_none_or(|best| clause.literals.len() < best.literals.len());
            if is_shorter {
                best = Some(clause);
            }
        });
        best.expect("stuck tiles wait for each other")
    }

    /// Removes what can be removed without any further decision.
    fn strict(&mut self) {
        let PairingSolver { pile, reached, pairings, clauses, line, .. } = self;
        pile.clone_from(&self.whole);
        *reached = TileSet::default();
        line.clear();
        let mut waiting = self.in_play.clone();
        while let Some(tile) = waiting.pop() {
            reached.insert(tile.into());
            if pairings.goes_singly(tile.into()) {
                pile.take(self.shape, tile.into(), |freed| waiting.push(freed as u8));
                continue;
            }
            let mate = |tile: u8| {
                let partners = &pairings.partners[usize::from(tile)];
                let decided = partners.iter().find(|(_, way)| clauses.truth(*way) == Truth::True);
                decided.map(|&(partner, _)| partner)
            };
            let begun = line.len();
            match mate(tile) {
                Some(mate) if reached.contains(mate.into()) => line.push((mate, tile)),
                Some(_) => {}
                None => {
                    let group = &pairings.groups[usize::from(pairings.group_of[usize::from(tile)])];
                    let open: Vec<u8> =
                        group.iter().copied().filter(|&tile| mate(tile).is_none()).collect();
                    if open.iter().all(|&tile| reached.contains(tile.into())) {
                        line.extend(open.chunks(2).map(|pair| (pair[0], pair[1])));
                    }
                }
            }
            for &(one, other) in &line[begun..] {
                for gone in [one, other] {
                    pile.take(self.shape, gone.into(), |freed| waiting.push(freed as u8));
                }
            }
        }
    }

    /// The variable to decide next: of the pairs in play, the one that contradictions blame most.
    fn chosen(&self) -> PairingVariable {
        let in_play = self.pile.left().and(&self.reached);
        let mut best: Option<(f64, PairingVariable)> = None;
        for tile in in_play.iter() {
            for &(partner, variable) in &self.pairings.partners[tile] {
                if in_play.contains(partner.into()) && self.clauses.truth(variable) == Truth::Open {
                    let weight = self.clauses.weight(variable);
                    if best.is_none_or(|(most, _)| weight > most) {
                        best = Some((weight, variable));
                    }
                }
            }
        }
        best.expect("the relaxed rules remove something more").1
    }
}

/// Luby's sequence 1, 1, 2, 1, 1, 2, 4, ...: restarts that suit any search (1993).
fn luby(index: u64) -> u64 {
    let mut index = index.max(1);
    loop {
        let bits = u64::BITS - index.leading_zeros();
        if index == (1 << bits) - 1 {
            return 1 << (bits - 1);
        }
        index -= (1 << (bits - 1)) - 1;
    }
}
