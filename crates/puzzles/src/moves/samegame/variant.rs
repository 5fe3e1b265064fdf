//! The five rule sets that share one board: which groups can be removed, what they score, whether
//! empty columns close, and how the game ends.
//!
//! Jawbreaker: S. Salcedo-Sanz et al., Applied Intelligence, 2013 (groups of two cells or more,
//! n(n-1) points); M. Monica's paper on greedy and backtracking play (Bandung Institute of
//! Technology, 2012) requires three cells, and its balls only drop: neither its text nor its
//! pseudo-code closes a column. `jawbreaker3` closes them nevertheless, as the game usually does;
//! `jawbreaker3-drop` is the paper to the letter. SameGame is the benchmark of Billings (2007) and Schadd et al.
//! (2008): (n-2)^2 points, 1000 for an empty board, else a penalty for every colour left.
//! Clickomania: Biedl et al. (2002), where only an empty board counts. This table is the only thing
//! that the judge and the fast boards share: it *is* the definition of the score.

use quarry_core::Score;

/// A rule set of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variant {
    /// Two cells or more, n(n-1) points.
    Jawbreaker,
    /// Three cells or more, n(n-1) points.
    Jawbreaker3,
    /// Three cells or more, n(n-1) points, and columns stay where they are.
    Jawbreaker3Drop,
    /// Two cells or more, (n-2)^2 points, a bonus or a penalty at the end.
    SameGame,
    /// Two cells or more, one point a cell, and only the empty board is a solution.
    Clickomania,
}

impl Variant {
    /// All rule sets, in the order in which they are listed.
    pub const ALL: [Variant; 5] = [
        Variant::Jawbreaker,
        Variant::Jawbreaker3,
        Variant::Jawbreaker3Drop,
        Variant::SameGame,
        Variant::Clickomania,
    ];

    /// Name of the rule set in files.
    pub fn name(self) -> &'static str {
        match self {
            Variant::Jawbreaker => "jawbreaker",
            Variant::Jawbreaker3 => "jawbreaker3",
            Variant::Jawbreaker3Drop => "jawbreaker3-drop",
            Variant::SameGame => "samegame",
            Variant::Clickomania => "clickomania",
        }
    }

    /// Returns the rule set with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|variant| variant.name() == name)
    }

    /// Number of cells a group needs to be removed.
    pub fn min_group(self) -> usize {
        match self {
            Variant::Jawbreaker3 | Variant::Jawbreaker3Drop => 3,
            Variant::Jawbreaker | Variant::SameGame | Variant::Clickomania => 2,
        }
    }

    /// Points for removing a group of `cells`.
    pub fn points(self, cells: usize) -> Score {
        let n = cells as Score;
        match self {
            Variant::Jawbreaker | Variant::Jawbreaker3 | Variant::Jawbreaker3Drop => n * (n - 1),
            Variant::SameGame => (n - 2).pow(2),
            Variant::Clickomania => n,
        }
    }

    /// Additional points for clearing the board.
    pub fn clearing_bonus(self) -> Score {
        match self {
            Variant::SameGame => 1000,
            _ => 0,
        }
    }

    /// Points deducted at the end for the `cells` (at least one) of one colour that are left.
    pub fn penalty(self, cells: usize) -> Score {
        match self {
            Variant::SameGame => (cells as Score - 2).pow(2),
            _ => 0,
        }
    }

    /// Score added at the end of the game when these cells are left.
    pub fn terminal_score(self, left: &[u16]) -> Score {
        let mut colours = left.iter().filter(|&&cells| cells > 0).peekable();
        if colours.peek().is_none() {
            return self.clearing_bonus();
        }
        -colours.map(|&cells| self.penalty(usize::from(cells))).sum::<Score>()
    }

    /// Whether a game is won only on an empty board; otherwise every finished game counts by its
    /// score.
    pub fn must_clear(self) -> bool {
        self == Variant::Clickomania
    }

    /// Whether the columns right of an empty one move to the left.
    pub fn closes_columns(self) -> bool {
        self != Variant::Jawbreaker3Drop
    }

    /// Whether moves are listed as the paper's `searchMax` meets their groups: row by row from the
    /// top, each from the left. Otherwise they are listed by their leftmost, then lowest cell.
    /// Greedy play takes the first of equals, so that this decides its ties.
    pub fn lists_from_the_top(self) -> bool {
        self == Variant::Jawbreaker3Drop
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_those_of_the_papers() {
        assert_eq!([2, 3, 7].map(|n| Variant::Jawbreaker.points(n)), [2, 6, 42]);
        assert_eq!([3, 10].map(|n| Variant::Jawbreaker3.points(n)), [6, 90]);
        assert_eq!(
            Variant::Jawbreaker3Drop.points(26),
            650,
            "the first move that the paper prints"
        );
        assert_eq!([2, 3, 7].map(|n| Variant::SameGame.points(n)), [0, 1, 25]);
        assert_eq!([2, 3, 7].map(|n| Variant::Clickomania.points(n)), [2, 3, 7]);
        assert_eq!(Variant::SameGame.points(255 * 255), 65_023 * 65_023);
    }

    #[test]
    fn only_samegame_pays_and_fines_at_the_end() {
        assert_eq!(Variant::SameGame.terminal_score(&[0, 0]), 1000);
        assert_eq!(Variant::SameGame.terminal_score(&[0, 1, 2, 5]), -(1 + 9));
        for variant in Variant::ALL.into_iter().filter(|&variant| variant != Variant::SameGame) {
            assert_eq!((variant.terminal_score(&[0]), variant.terminal_score(&[5])), (0, 0));
        }
    }

    #[test]
    fn names_lead_back() {
        assert!(
            Variant::ALL.iter().all(|&variant| Variant::named(variant.name()) == Some(variant))
        );
        assert_eq!(Variant::named("SameGame"), None);
    }
}
