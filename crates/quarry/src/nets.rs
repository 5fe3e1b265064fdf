//! Files of nets, identified by their contents.
//!
//! A setting cannot hold a million numbers, and a file's name does not identify them. Front ends
//! and experiment files therefore hand over a file's bytes once
//! ([`Catalogue::admit_nets`](crate::Catalogue::admit_nets)), and the setting holds the checksum of
//! its numbers: a store identifies runs by content.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use quarry_core::{Document, Encoded, Imitable, ParseError, Puzzle, SettingError, USUAL_NETS};
use quarry_nets::{Bundle, Net};
use quarry_solvers::chance::net::NetSettings;
use quarry_solvers::tree::net_distance::{NetDistanceSettings, NetInputs};

use crate::training::distances::KIND;

/// The nets of a file, not yet matched to kinds of states.
struct Admitted {
    puzzle: String,
    bundle: Bundle,
}

/// The files handed over so far, by checksum. Entries are never changed or removed.
#[derive(Default)]
pub(crate) struct AdmittedNets(Mutex<BTreeMap<String, Arc<Admitted>>>);

impl AdmittedNets {
    /// Adds a file of nets written by `quarry train`. Returns the name that stands for the file in
    /// the settings of solvers.
    pub(crate) fn admit(&self, file: &[u8]) -> Result<String, ParseError> {
        let bundle = Bundle::read(file)?;
        let document = Document::parse(&bundle.notes)?;
        let puzzle = document
            .text("puzzle")?
            .ok_or_else(|| document.missing("puzzle", "puzzle = \"tetris\""))?;
        let (puzzle, checksum) = (puzzle.value.to_owned(), bundle.checksum());
        let mut admitted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        admitted.entry(checksum.clone()).or_insert_with(|| Arc::new(Admitted { puzzle, bundle }));
        Ok(checksum)
    }

    /// Returns the nets that a setting names, one for each kind of states, if they fit the
    /// instance.
    pub(crate) fn suited<P: Imitable>(
        &self,
        puzzle: &P,
        settings: &NetSettings,
    ) -> Result<Vec<Net>, SettingError> {
        let unsuited = |why: String| SettingError::Unsuited("model".to_owned(), why);
        let advice = format!(
            "; `quarry train {0}-record` and `quarry train {0}-net` make nets for any instance",
            P::ID
        );
        let name = match settings.model.as_str() {
            USUAL_NETS => {
                self.admit(P::USUAL_NETS).expect("the nets that ship with the program are valid")
            }
            other => other.to_owned(),
        };
        let admitted = self.called::<P>(&name, &advice).map_err(unsuited)?;
        let rules = puzzle.rules();
        let read = |(number, kind): (usize, &&str)| {
            let net =
                Net::read(&admitted.bundle, kind).map_err(|error| unsuited(error.to_string()))?;
            let (sizes, wanted) = (net.sizes(), (P::inputs(rules), P::choices(rules, number)));
            match (sizes[0], sizes[sizes.len() - 1]) {
                found if found == wanted => Ok(net),
                (inputs, choices) => Err(unsuited(format!(
                    "this instance needs nets with {} inputs and {} outputs for `{kind}`, these have {inputs} and {choices}{advice}",
                    wanted.0, wanted.1
                ))),
            }
        };
        P::KINDS.iter().enumerate().map(read).collect()
    }

    /// Returns the net of distances that a setting names, if it fits the size of the instance.
    pub(crate) fn of_distances<P: Encoded>(
        &self,
        puzzle: &P,
        settings: &NetDistanceSettings,
    ) -> Result<Net, SettingError> {
        let unsuited = |why: String| SettingError::Unsuited("net".to_owned(), why);
        let advice = format!(
            "; `quarry train {0}-distances` and `quarry train {0}-distance-net` make one for any instance",
            P::ID
        );
        if settings.net == USUAL_NETS {
            return Err(unsuited(format!("no net ships with the program{advice}")));
        }
        let admitted = self.called::<P>(&settings.net, &advice).map_err(unsuited)?;
        let net = Net::read(&admitted.bundle, KIND).map_err(|error| unsuited(error.to_string()))?;
        match (net.sizes()[0], NetInputs::new(puzzle).count()) {
            (found, wanted) if found == wanted => Ok(net),
            (found, wanted) => Err(unsuited(format!(
                "this instance needs a net with {wanted} inputs, this one has {found}{advice}"
            ))),
        }
    }

    /// Returns the file with this checksum, if its nets are for the puzzle; otherwise says why not.
    fn called<P: Puzzle>(&self, name: &str, advice: &str) -> Result<Arc<Admitted>, String> {
        let admitted = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned();
        let admitted = admitted
            .ok_or_else(|| format!("no file with the checksum {name} was given{advice}"))?;
        if admitted.puzzle != P::ID {
            let found = &admitted.puzzle;
            return Err(format!("expected nets for {}, found nets for {found}", P::ID));
        }
        Ok(admitted)
    }
}
