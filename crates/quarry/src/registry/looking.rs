//! Observes the games of players, to estimate how long they last.

use quarry_core::{Puzzle, SettingError, Settings, Tally};

use super::{ObserveEstimate, Registry, configured, lookup};
use crate::estimate::{Evidence, Inquiry};

impl<P: Puzzle> Registry<P> {
    /// Defines how the games of a paired player are observed.
    pub(super) fn watch<T: Settings>(
        &mut self,
        name: &str,
        look: impl Fn(&P, &T, &Inquiry, &mut ObserveEstimate) -> (Evidence, Tally)
        + Send
        + Sync
        + 'static,
    ) {
        let look = move |puzzle: &P,
                         settings: &T,
                         (),
                         inquiry: &Inquiry,
                         observe: &mut ObserveEstimate| {
            look(puzzle, settings, inquiry, observe)
        };
        self.watch_fitted(name, |_, _: &T| Ok(()), look);
    }

    /// Like [`Registry::watch`], for a player that needs something that may not fit an instance.
    pub(super) fn watch_fitted<T: Settings, N: 'static>(
        &mut self,
        name: &str,
        fit: impl Fn(&P, &T) -> Result<N, SettingError> + Send + Sync + 'static,
        look: impl Fn(&P, &T, N, &Inquiry, &mut ObserveEstimate) -> (Evidence, Tally)
        + Send
        + Sync
        + 'static,
    ) {
        let place = lookup::named(&self.cards(), name).expect("a player is paired first");
        self.solvers[place].look = Some(Box::new(move |puzzle, params, inquiry, observe| {
            let settings = configured(params)?;
            Ok(look(puzzle, &settings, fit(puzzle, &settings)?, inquiry, observe))
        }));
    }
}
