//! The score of the fast world.
//!
//! For LEMMINGS the thesis counts every lemming saved as much as the whole lives of all lemmings,
//! plus the lives and the explored cells; for alpha-LEMMINGS also the time left. There the score is
//! in tenths.

use quarry_core::Score;

use super::{Lemmings, RuleSet, World};

impl Lemmings {
    fn unit(&self) -> Score {
        match self.level().rules {
            RuleSet::Full | RuleSet::Cormode => 1,
            RuleSet::Alpha => 10,
        }
    }

    /// Score for this many saved lemmings.
    #[inline]
    pub(super) fn worth_of_saved(&self, saved: u16) -> Score {
        let level = self.level();
        self.unit()
            * Score::from(saved)
            * Score::from(level.lemmings)
            * Score::from(level.time_limit)
    }

    /// Score that is added only at the end of a game.
    pub(super) fn worth_of_end(&self, world: &World) -> Score {
        let early = if world.saved() > 0 { self.worth_of_time(world) } else { 0 };
        self.unit() * Score::from(world.explored()) + early
    }

    /// Score for ending the game now.
    fn worth_of_time(&self, world: &World) -> Score {
        let level = self.level();
        match level.rules {
            RuleSet::Full | RuleSet::Cormode => 0,
            RuleSet::Alpha => {
                10 * Score::from(level.lemmings) * Score::from(level.time_limit - world.time())
            }
        }
    }
}
