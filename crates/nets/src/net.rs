//! A net: layers of weights and biases, all but the last rectified. It outputs a number for each
//! choice; their softmax gives the probabilities of the choices. Weights are stored in padded rows,
//! one for each input, so that an answer adds up only the rows of inputs that are not 0: after
//! rectified layers these are about half of them.

use fearless_simd::Level;
use quarry_core::Rng;

use crate::kernel::{add_rows, padded_len, stride};

/// A layer, which maps the inputs or the previous layer to its outputs.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Layer {
    pub(crate) inputs: usize,
    pub(crate) outputs: usize,
    /// One padded row for each input.
    pub(crate) weights: Vec<f32>,
    /// One bias for each output, padded.
    pub(crate) biases: Vec<f32>,
}

impl Layer {
    /// Creates a layer of zeros.
    pub(crate) fn zero(inputs: usize, outputs: usize) -> Self {
        Layer {
            inputs,
            outputs,
            weights: vec![0.0; padded_len(inputs, outputs)],
            biases: vec![0.0; stride(outputs)],
        }
    }

    /// Creates random weights whose spread preserves the signal through rectified layers (He et al.
    /// 2015).
    fn random(inputs: usize, outputs: usize, rng: &mut Rng) -> Self {
        let mut layer = Layer::zero(inputs, outputs);
        let spread = (6.0 / inputs as f64).sqrt();
        for row in layer.weights.chunks_exact_mut(stride(outputs)).take(inputs) {
            row[..outputs].fill_with(|| ((2.0 * rng.unit() - 1.0) * spread) as f32);
        }
        layer
    }

    /// Returns the weights without padding, input by input.
    pub(crate) fn dense(&self) -> impl Iterator<Item = f32> {
        let rows = self.weights.chunks_exact(stride(self.outputs)).take(self.inputs);
        rows.flat_map(|row| &row[..self.outputs]).copied()
    }

    /// Creates a layer from weights without padding, and biases.
    pub(crate) fn from_dense(
        inputs: usize,
        outputs: usize,
        weights: &[f32],
        biases: &[f32],
    ) -> Self {
        let mut layer = Layer::zero(inputs, outputs);
        for (row, dense) in
            layer.weights.chunks_exact_mut(stride(outputs)).zip(weights.chunks_exact(outputs))
        {
            row[..outputs].copy_from_slice(dense);
        }
        layer.biases[..outputs].copy_from_slice(biases);
        layer
    }
}

/// A feed-forward net.
#[derive(Debug, Clone, PartialEq)]
pub struct Net {
    pub(crate) layers: Vec<Layer>,
}

/// Buffers for the computation of answers.
#[derive(Debug, Clone)]
pub struct Scratch {
    level: Level,
    terms: Vec<(usize, f32)>,
    sums: Vec<f32>,
}

impl Scratch {
    /// Creates buffers for the instructions of this level.
    pub fn new(level: Level) -> Self {
        Scratch { level, terms: Vec::new(), sums: Vec::new() }
    }
}

impl Net {
    /// Creates an untrained net of these sizes, starting with the number of inputs.
    pub fn random(sizes: &[usize], rng: &mut Rng) -> Self {
        Net { layers: sizes.windows(2).map(|pair| Layer::random(pair[0], pair[1], rng)).collect() }
    }

    /// Returns how many numbers make a net of these sizes.
    pub fn count(sizes: &[usize]) -> usize {
        sizes.windows(2).map(|pair| (pair[0] + 1) * pair[1]).sum()
    }

    /// Creates a net of these sizes from its numbers: for each layer the weights, input by input,
    /// and then the biases.
    pub fn of(sizes: &[usize], numbers: &[f32]) -> Self {
        assert_eq!(numbers.len(), Net::count(sizes), "as many numbers as the sizes need");
        let mut rest = numbers;
        let layer = |pair: &[usize]| {
            let (weights, others) = rest.split_at(pair[0] * pair[1]);
            let (biases, others) = others.split_at(pair[1]);
            rest = others;
            Layer::from_dense(pair[0], pair[1], weights, biases)
        };
        Net { layers: sizes.windows(2).map(layer).collect() }
    }

    /// Creates a net of zeros.
    pub(crate) fn zero(sizes: &[usize]) -> Self {
        Net { layers: sizes.windows(2).map(|pair| Layer::zero(pair[0], pair[1])).collect() }
    }

    /// Returns the number of inputs, the widths of the hidden layers, and the number of choices.
    pub fn sizes(&self) -> Vec<usize> {
        let inputs = self.layers.first().map(|layer| layer.inputs);
        inputs.into_iter().chain(self.layers.iter().map(|layer| layer.outputs)).collect()
    }

    /// Returns a number for each choice; higher means more probable.
    pub fn answer<'r>(&self, inputs: &[f32], scratch: &'r mut Scratch) -> &'r [f32] {
        assert_eq!(inputs.len(), self.layers[0].inputs, "a number for each input");
        let Scratch { level, terms, sums } = scratch;
        let living = |(_, value): &(usize, f32)| *value != 0.0;
        terms.clear();
        terms.extend(inputs.iter().copied().enumerate().filter(living));
        for (place, layer) in self.layers.iter().enumerate() {
            sums.clear();
            sums.extend_from_slice(&layer.biases);
            add_rows(*level, terms, &layer.weights, sums);
            if place + 1 < self.layers.len() {
                terms.clear();
                terms.extend(
                    sums[..layer.outputs]
                        .iter()
                        .copied()
                        .enumerate()
                        .filter(|(_, value)| *value > 0.0),
                );
            }
        }
        &sums[..self.layers.last().map_or(0, |layer| layer.outputs)]
    }

    /// Returns a copy with weights of 16 bits (bfloat16), as stored in files: rounded to the
    /// nearest, ties to even.
    pub(crate) fn rounded(&self) -> Self {
        let mut net = self.clone();
        for layer in &mut net.layers {
            for number in layer.weights.iter_mut().chain(&mut layer.biases) {
                *number = f32::from_bits(u32::from(short(*number)) << 16);
            }
        }
        net
    }
}

/// Returns the upper half of a number's bits, rounded.
pub(crate) fn short(number: f32) -> u16 {
    let bits = number.to_bits();
    ((bits + 0x7fff + (bits >> 16 & 1)) >> 16) as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::levels;

    #[test]
    fn answers_are_the_same_to_the_bit_at_every_level() {
        let mut rng = Rng::new(5);
        let net = Net::random(&[9, 50, 70, 17], &mut rng);
        assert_eq!(net.sizes(), [9, 50, 70, 17]);
        let inputs: Vec<f32> = (0..9).map(|_| rng.below(7) as f32 - 3.0).collect();
        let answers: Vec<Vec<u32>> = levels()
            .into_iter()
            .map(|(_, level)| {
                net.answer(&inputs, &mut Scratch::new(level)).iter().map(|x| x.to_bits()).collect()
            })
            .collect();
        assert_eq!(answers[0].len(), 17);
        assert!(answers.iter().all(|answer| *answer == answers[0]));
    }

    /// Two inputs, two hidden units and an output, worked out by hand.
    #[test]
    fn a_net_is_made_of_its_numbers() {
        let sizes = [2, 2, 1];
        let numbers = [1.0, -1.0, 0.5, 2.0, 0.25, 0.0, 3.0, 10.0, -1.0];
        assert_eq!(Net::count(&sizes), numbers.len());
        let net = Net::of(&sizes, &numbers);
        assert_eq!(net.sizes(), sizes);
        let mut scratch = Scratch::new(Level::baseline());
        // Hidden: 1 + 0.5 + 0.25, and -1 + 2.
        assert_eq!(net.answer(&[1.0, 1.0], &mut scratch), [3.0 * 1.75 + 10.0 - 1.0]);
        // Hidden: 1.25, and nothing instead of -1.
        assert_eq!(net.answer(&[1.0, 0.0], &mut scratch), [3.0 * 1.25 - 1.0]);
    }

    #[test]
    fn sixteen_bits_are_the_nearest() {
        for (number, kept) in
            [(1.0, 1.0), (1.001, 1.0), (1.007, 1.007_812_5), (-3.3, -3.296_875), (0.0, 0.0)]
        {
            assert_eq!(f32::from_bits(u32::from(short(number)) << 16), kept);
        }
        let net = Net::random(&[3, 4, 2], &mut Rng::new(1));
        assert_eq!(net.rounded().rounded(), net.rounded());
    }
}
