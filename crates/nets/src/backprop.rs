//! The outputs of a net for many cases at once, their loss, and the gradient of every weight
//! (backpropagation). The loss is the cross-entropy of the softmax and the recorded choice.

use fearless_simd::Level;

use crate::kernel::{PackedMatrix, View, padded_len, stride};
use crate::net::Net;
use crate::samples::Samples;

/// Loss and accuracy on some cases.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Marks {
    /// Sum of the losses of all cases.
    pub(crate) loss: f64,
    /// Number of cases in which the most probable choice was the recorded one.
    pub(crate) right: u64,
    /// Number of cases.
    pub(crate) cases: u64,
}

/// Workspace for a batch of cases.
pub(crate) struct Desk {
    level: Level,
    cases: usize,
    packed: PackedMatrix,
    inputs: Vec<f32>,
    /// Outputs of each layer for each case.
    said: Vec<Vec<f32>>,
    /// Gradient of the loss with respect to the outputs of each layer.
    blame: Vec<Vec<f32>>,
    /// Gradient of the loss with respect to each weight.
    pub(crate) gradient: Net,
}

impl Desk {
    /// Creates a workspace for nets of these sizes.
    pub(crate) fn new(level: Level, sizes: &[usize], cases: usize) -> Self {
        let each_layer =
            || sizes[1..].iter().map(|&outputs| vec![0.0; padded_len(cases, outputs)]).collect();
        Desk {
            level,
            cases,
            packed: PackedMatrix::default(),
            inputs: vec![0.0; padded_len(cases, sizes[0])],
            said: each_layer(),
            blame: each_layer(),
            gradient: Net::zero(sizes),
        }
    }

    /// Computes the outputs for at most as many cases as the workspace holds.
    pub(crate) fn answer(&mut self, net: &Net, samples: &Samples, cases: &[usize]) -> Marks {
        assert!(cases.len() <= self.cases, "too many cases for the workspace");
        self.inputs.fill(0.0);
        for (row, &case) in self.inputs.chunks_exact_mut(stride(samples.inputs)).zip(cases) {
            for (cell, &seen) in row.iter_mut().zip(samples.case(case)) {
                *cell = f32::from(seen);
            }
        }
        for (place, layer) in net.layers.iter().enumerate() {
            let (before, after) = self.said.split_at_mut(place);
            let from = before.last().unwrap_or(&self.inputs);
            let said = &mut after[0];
            said.chunks_exact_mut(layer.biases.len())
                .for_each(|row| row.copy_from_slice(&layer.biases));
            let left = View::of(from, self.cases, layer.inputs);
            let right = View::of(&layer.weights, layer.inputs, layer.outputs);
            self.packed.add_product(self.level, left, right, said);
            if place + 1 < net.layers.len() {
                said.iter_mut().for_each(|cell| *cell = cell.max(0.0));
            }
        }
        self.mark(samples, cases)
    }

    /// Computes loss and accuracy, and the gradient with respect to the outputs of the last layer.
    fn mark(&mut self, samples: &Samples, cases: &[usize]) -> Marks {
        let width = stride(samples.choices);
        let (said, blame) =
            (self.said.last().expect("a layer"), self.blame.last_mut().expect("a layer"));
        let mut marks = Marks { cases: cases.len() as u64, ..Marks::default() };
        blame.fill(0.0);
        for ((said, blame), &case) in
            said.chunks_exact(width).zip(blame.chunks_exact_mut(width)).zip(cases)
        {
            let (said, blame) = (&said[..samples.choices], &mut blame[..samples.choices]);
            let chosen = usize::from(samples.chosen[case]);
            let most = said.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            blame.iter_mut().zip(said).for_each(|(blame, said)| *blame = libm::expf(said - most));
            let sum: f32 = blame.iter().sum();
            marks.loss += f64::from(most - said[chosen]) + libm::log(f64::from(sum));
            marks.right += u64::from(said.iter().position(|&one| one == most) == Some(chosen));
            let share = 1.0 / cases.len() as f32;
            blame.iter_mut().for_each(|blame| *blame *= share / sum);
            blame[chosen] -= share;
        }
        marks
    }

    /// Computes the gradient of the mean loss of the last batch with respect to each weight.
    pub(crate) fn blame(&mut self, net: &Net) {
        for place in (0..net.layers.len()).rev() {
            let layer = &net.layers[place];
            let (before, after) = self.blame.split_at_mut(place);
            let blame = &after[0];
            let gradient = &mut self.gradient.layers[place];
            let from = if place == 0 { &self.inputs } else { &self.said[place - 1] };
            gradient.weights.fill(0.0);
            let of_blame = View::of(blame, self.cases, layer.outputs);
            let inputs = View::of(from, self.cases, layer.inputs).turned();
            self.packed.add_product(self.level, inputs, of_blame, &mut gradient.weights);
            gradient.biases.fill(0.0);
            for row in blame.chunks_exact(gradient.biases.len()) {
                gradient.biases.iter_mut().zip(row).for_each(|(sum, cell)| *sum += cell);
            }
            if let Some(blame) = before.last_mut() {
                blame.fill(0.0);
                let weights = View::of(&layer.weights, layer.inputs, layer.outputs).turned();
                self.packed.add_product(self.level, of_blame, weights, blame);
                // Outputs that were rectified to 0 have no gradient.
                blame
                    .iter_mut()
                    .zip(from)
                    .filter(|(_, said)| **said <= 0.0)
                    .for_each(|(cell, _)| *cell = 0.0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use quarry_core::Rng;

    use super::*;

    /// Each weight and bias is varied a little in both directions; the loss must change as the
    /// gradient predicts.
    #[test]
    fn the_gradient_is_that_of_finite_differences() {
        let mut rng = Rng::new(3);
        let sizes = [5, 7, 6, 4];
        let net = Net::random(&sizes, &mut rng);
        let mut samples = Samples::none(5, 4);
        for _ in 0..6 {
            samples.seen.extend((0..5).map(|_| rng.below(7) as i8 - 3));
            samples.chosen.push(rng.below(4) as u8);
        }
        let cases = [0, 1, 2, 3, 4, 5];
        let mut desk = Desk::new(Level::new(), &sizes, 8);
        desk.answer(&net, &samples, &cases);
        desk.blame(&net);
        let gradient = desk.gradient.clone();
        let mut loss = |net: &Net| desk.answer(net, &samples, &cases).loss / cases.len() as f64;
        let (mut worst, mut steepest) = (0.0f64, 0.0f64);
        for (place, layer) in gradient.layers.iter().enumerate() {
            for k in 0..layer.weights.len() + layer.biases.len() {
                let number = |net: &mut Net, by: f32| match net.layers[place].weights.get_mut(k) {
                    Some(weight) => *weight += by,
                    None => net.layers[place].biases[k - layer.weights.len()] += by,
                };
                let slope =
                    layer.weights.iter().chain(&layer.biases).nth(k).copied().unwrap_or_default();
                let [less, more] = [-1e-3, 1e-3].map(|by| {
                    let mut moved = net.clone();
                    number(&mut moved, by);
                    loss(&moved)
                });
                worst = worst.max(((more - less) / 2e-3 - f64::from(slope)).abs());
                steepest = steepest.max(f64::from(slope.abs()));
            }
        }
        assert!(steepest > 0.1 && worst < 1e-3, "off by {worst}, the steepest slope is {steepest}");
    }

    #[test]
    fn padding_and_the_rest_of_a_desk_change_nothing() {
        let mut rng = Rng::new(4);
        let net = Net::random(&[2, 3, 5], &mut rng);
        let samples =
            Samples { inputs: 2, choices: 5, seen: vec![1, -2, 0, 3], chosen: vec![4, 0] };
        let gradient = |cases| {
            let mut desk = Desk::new(Level::new(), &[2, 3, 5], cases);
            let marks = desk.answer(&net, &samples, &[0, 1]);
            desk.blame(&net);
            (marks, desk.gradient)
        };
        let (marks, small) = gradient(2);
        assert_eq!((marks, small.clone()), gradient(128));
        assert_eq!(marks.cases, 2);
        assert!(
            small.layers[1]
                .weights
                .chunks_exact(16)
                .all(|row| row[5..].iter().all(|&pad| pad == 0.0))
        );
    }
}
