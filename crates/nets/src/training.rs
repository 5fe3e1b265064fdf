//! Trains nets for several kinds of cases side by side, each on its own samples. All randomness of
//! a net's epoch comes from the seed and the numbers of the net and the epoch. The state of a
//! [`NetTraining`] is therefore all that must be saved, and neither interruptions nor threads
//! change a bit.

use std::ops::Range;

use quarry_core::text::quoted;
use quarry_core::{Document, ParseError, Rng};
use rayon::prelude::*;

use crate::adam::Adam;
use crate::bundle::{Bundle, Numbers, Tensor};
use crate::net::{Layer, Net};
use crate::pupil::{FitSettings, NetFitProgress, Pupil};
use crate::samples::Samples;

/// A training of several nets.
pub struct NetTraining<'s> {
    settings: FitSettings,
    seed: u64,
    kinds: &'s [(String, Samples)],
    /// Nets of the first turn, kind by kind, then those of the next.
    pupils: Vec<Pupil>,
}

/// The progress of the nets of a kind.
#[derive(Debug, Clone, PartialEq)]
pub struct NetProgress<'s> {
    /// Name of the kind.
    pub kind: &'s str,
    /// Progress in each turn; the first turn's net is kept.
    pub standings: Vec<NetFitProgress>,
}

/// Prefix of the names of tensors that are only needed to continue.
const TRAINING: &str = "training";

impl<'s> NetTraining<'s> {
    /// Creates a training without any epochs so far.
    pub fn new(kinds: &'s [(String, Samples)], settings: &FitSettings, seed: u64) -> Self {
        let mut settings = settings.clone();
        settings.turns = settings.turns.min(settings.folds);
        let mut course = NetTraining { settings, seed, kinds, pupils: Vec::new() };
        course.pupils = (0..course.settings.turns as usize * kinds.len())
            .map(|index| Pupil::new(&course.sizes(index % kinds.len()), &mut course.rng(index, 0)))
            .collect();
        course
    }

    fn sizes(&self, kind: usize) -> Vec<usize> {
        let (_, samples) = &self.kinds[kind];
        let hidden =
            std::iter::repeat_n(self.settings.hidden as usize, self.settings.layers as usize);
        [samples.inputs].into_iter().chain(hidden).chain([samples.choices]).collect()
    }

    fn rng(&self, pupil: usize, epoch: u64) -> Rng {
        let mut own = Rng::stream(self.seed, pupil as u64);
        Rng::stream(own.bits(), epoch)
    }

    /// Returns the cases that a turn holds out. They are consecutive, so that a game is not split
    /// between training and held-out cases.
    fn held_out(&self, turn: usize, samples: &Samples) -> Range<usize> {
        let folds = self.settings.folds as usize;
        turn * samples.len() / folds..(turn + 1) * samples.len() / folds
    }

    /// Returns whether the training of all nets is over.
    pub fn is_over(&self) -> bool {
        self.pupils.iter().all(|pupil| pupil.standing.is_done(&self.settings))
    }

    /// Runs one epoch of every net that is not done. Returns false, without any change, if it was
    /// interrupted.
    pub fn step(&mut self, goes_on: &(dyn Fn() -> bool + Sync)) -> bool {
        let learn = |(index, pupil): (usize, &Pupil)| {
            let (turn, (_, samples)) =
                (index / self.kinds.len(), &self.kinds[index % self.kinds.len()]);
            let mut pupil = pupil.clone();
            let mut rng = self.rng(index, pupil.standing.epoch + 1);
            let whole = pupil.standing.is_done(&self.settings)
                || pupil.learn(
                    samples,
                    &self.held_out(turn, samples),
                    &self.settings,
                    &mut rng,
                    goes_on,
                );
            whole.then_some(pupil)
        };
        let learned: Option<Vec<Pupil>> =
            self.pupils.par_iter().enumerate().with_max_len(1).map(learn).collect();
        let whole = learned.is_some();
        self.pupils = learned.unwrap_or(std::mem::take(&mut self.pupils));
        whole
    }

    /// Returns the progress of each kind.
    pub fn lessons(&self) -> Vec<NetProgress<'s>> {
        let standings = |kind| {
            self.pupils.iter().skip(kind).step_by(self.kinds.len()).map(|pupil| pupil.standing)
        };
        let lesson = |(kind, (name, _)): (usize, &'s (String, Samples))| NetProgress {
            kind: name,
            standings: standings(kind).collect(),
        };
        self.kinds.iter().enumerate().map(lesson).collect()
    }

    /// Returns the nets and, until the training is over, what is needed to continue, as tensors;
    /// and the progress of each net, as notes.
    pub fn kept(&self) -> (Vec<Tensor>, String) {
        let (mut tensors, mut notes) = (Vec::new(), String::new());
        for (index, pupil) in self.pupils.iter().enumerate() {
            let (turn, (kind, _)) =
                (index / self.kinds.len(), &self.kinds[index % self.kinds.len()]);
            if turn == 0 {
                tensors.extend(net_tensors(kind, &pupil.best, Numbers::Short));
            }
            if !self.is_over() {
                for (part, net) in parts(pupil) {
                    tensors.extend(net_tensors(
                        &format!("{TRAINING}.{turn}.{kind}.{part}"),
                        net,
                        Numbers::Long,
                    ));
                }
            }
            let NetFitProgress { epoch, since, loss, accuracy } = pupil.standing;
            notes += &format!(
                "\n[[net]]\nkind = {}\nturn = {turn}\nepoch = {epoch}\nsince = {since}\nloss = {loss:?}\naccuracy = {accuracy:?}\nsteps = {}\n",
                quoted(kind),
                pupil.adam.steps
            );
        }
        (tensors, notes)
    }

    /// Continues from the saved state of the same training. The caller must check that it is the
    /// same.
    pub fn resume(&mut self, bundle: &Bundle) -> Result<(), ParseError> {
        let document = Document::parse(&bundle.notes)?;
        let notes = document.tables("net")?;
        if notes.len() != self.pupils.len() {
            return Err(bundle
                .wrong(format!("notes on {} nets", self.pupils.len()), notes.len().to_string()));
        }
        let standings = notes.iter().map(standing).collect::<Result<Vec<_>, _>>()?;
        let is_over = standings.iter().all(|standing| standing.is_done(&self.settings));
        let mut pupils = Vec::new();
        for (index, (standing, note)) in standings.into_iter().zip(&notes).enumerate() {
            let (turn, (kind, _)) =
                (index / self.kinds.len(), &self.kinds[index % self.kinds.len()]);
            let sizes = self.sizes(index % self.kinds.len());
            let read = |name: &str| net_of(bundle, name, &sizes);
            // Only the figures of the other turns are kept.
            let best = if turn == 0 { read(kind)? } else { Net::zero(&sizes) };
            pupils.push(if is_over {
                Pupil { net: best.clone(), adam: Adam::new(&sizes), best, standing }
            } else {
                let [net, first, second] =
                    PARTS.map(|part| read(&format!("{TRAINING}.{turn}.{kind}.{part}")));
                let adam = Adam { first: first?, second: second?, steps: count(note, "steps")? };
                Pupil { net: net?, adam, best, standing }
            });
        }
        self.pupils = pupils;
        Ok(())
    }
}

/// Parts of a net's state that are needed to continue.
const PARTS: [&str; 3] = ["net", "first", "second"];

fn parts(pupil: &Pupil) -> [(&'static str, &Net); 3] {
    let [net, first, second] = PARTS;
    [(net, &pupil.net), (first, &pupil.adam.first), (second, &pupil.adam.second)]
}

fn standing(note: &Document) -> Result<NetFitProgress, ParseError> {
    let real = |key: &str| {
        note.number(key)?
            .ok_or_else(|| note.missing(key, &format!("{key} = 0.5")))
            .map(|found| found.value)
    };
    let (epoch, since) = (count(note, "epoch")?, count(note, "since")?);
    Ok(NetFitProgress { epoch, since, loss: real("loss")?, accuracy: real("accuracy")? })
}

fn count(note: &Document, key: &str) -> Result<u64, ParseError> {
    let found = note.integer(key)?.ok_or_else(|| note.missing(key, &format!("{key} = 1")))?;
    u64::try_from(found.value).map_err(|_| {
        found.wrong(format!("a whole number from 0 for `{key}`"), found.value.to_string())
    })
}

fn net_tensors(name: &str, net: &Net, numbers: fn(Vec<f32>) -> Numbers) -> Vec<Tensor> {
    let layers = (1..).zip(&net.layers);
    let tensors = layers.flat_map(|(number, layer)| {
        let Layer { inputs, outputs, biases, .. } = layer;
        let weights = numbers(layer.dense().collect());
        let biases = numbers(biases[..*outputs].to_vec());
        [
            Tensor {
                name: format!("{name}.{number}.weights"),
                shape: vec![*inputs, *outputs],
                numbers: weights,
            },
            Tensor {
                name: format!("{name}.{number}.biases"),
                shape: vec![*outputs],
                numbers: biases,
            },
        ]
    });
    tensors.collect()
}

/// Reads the net with this name and checks its sizes.
fn net_of(bundle: &Bundle, name: &str, sizes: &[usize]) -> Result<Net, ParseError> {
    let net = Net::read(bundle, name)?;
    if net.sizes() != sizes {
        return Err(bundle.wrong(
            format!("a net `{name}` of the sizes {sizes:?}"),
            format!("{:?}", net.sizes()),
        ));
    }
    Ok(net)
}

impl Net {
    /// Reads the net with this name from a file.
    pub fn read(bundle: &Bundle, name: &str) -> Result<Net, ParseError> {
        let mut layers: Vec<Layer> = Vec::new();
        loop {
            let [weights, biases] = ["weights", "biases"]
                .map(|part| bundle.tensor(&format!("{name}.{}.{part}", layers.len() + 1)));
            let (Some(weights), Some(biases)) = (weights, biases) else { break };
            let fits = match (weights.shape.as_slice(), biases.shape.as_slice()) {
                (&[inputs, outputs], &[also]) => {
                    let joins = layers.last().is_none_or(|layer| layer.outputs == inputs);
                    (outputs == also && inputs > 0 && outputs > 0 && joins)
                        .then_some((inputs, outputs))
                }
                _ => None,
            };
            match (fits, weights.numbers.real(), biases.numbers.real()) {
                (Some((inputs, outputs)), Some(weights), Some(biases)) => {
                    layers.push(Layer::from_dense(inputs, outputs, weights, biases));
                }
                _ => {
                    let found = format!("{:?} and {:?}", weights.shape, biases.shape);
                    return Err(bundle
                        .wrong(format!("layers of the net `{name}` that fit together"), found));
                }
            }
        }
        if layers.is_empty() {
            return Err(bundle.wrong(format!("a net `{name}`"), "no such net".to_owned()));
        }
        Ok(Net { layers })
    }
}

#[cfg(test)]
mod tests;
