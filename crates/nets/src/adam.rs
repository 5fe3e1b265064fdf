//! Adam (Kingma and Ba 2015): each weight has its own step size, from the running means of its
//! gradient and of the gradient's square.

use fearless_simd::{Level, dispatch};

use crate::net::Net;

const FIRST: f32 = 0.9;
const SECOND: f32 = 0.999;
const SMALL: f32 = 1e-8;

/// The running means, and the number of steps taken.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Adam {
    pub(crate) first: Net,
    pub(crate) second: Net,
    pub(crate) steps: u64,
}

impl Adam {
    pub(crate) fn new(sizes: &[usize]) -> Self {
        Adam { first: Net::zero(sizes), second: Net::zero(sizes), steps: 0 }
    }

    /// Moves every weight of a net against its gradient.
    pub(crate) fn step(&mut self, level: Level, net: &mut Net, gradient: &Net, rate: f64) {
        self.steps += 1;
        let lean = |decay: f32| 1.0 - libm::pow(f64::from(decay), self.steps as f64);
        let rate = (rate * lean(SECOND).sqrt() / lean(FIRST)) as f32;
        let means = self.first.layers.iter_mut().zip(&mut self.second.layers);
        for ((layer, gradient), (first, second)) in
            net.layers.iter_mut().zip(&gradient.layers).zip(means)
        {
            step(
                level,
                &mut layer.weights,
                &gradient.weights,
                &mut first.weights,
                &mut second.weights,
                rate,
            );
            step(
                level,
                &mut layer.biases,
                &gradient.biases,
                &mut first.biases,
                &mut second.biases,
                rate,
            );
        }
    }
}

fn step(
    level: Level,
    numbers: &mut [f32],
    gradient: &[f32],
    first: &mut [f32],
    second: &mut [f32],
    rate: f32,
) {
    dispatch!(level, _ => move_all(numbers, gradient, first, second, rate));
}

#[inline(always)]
fn move_all(
    numbers: &mut [f32],
    gradient: &[f32],
    first: &mut [f32],
    second: &mut [f32],
    rate: f32,
) {
    for (((number, slope), first), second) in
        numbers.iter_mut().zip(gradient).zip(first).zip(second)
    {
        *first = FIRST * *first + (1.0 - FIRST) * slope;
        *second = SECOND * *second + (1.0 - SECOND) * slope * slope;
        *number -= rate * *first / (second.sqrt() + SMALL);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first step equals the rate, against the slope; a weight without a slope does not move.
    #[test]
    fn the_first_step_is_the_rate() {
        let (mut net, mut gradient) = (Net::zero(&[1, 2]), Net::zero(&[1, 2]));
        gradient.layers[0].weights[0] = 0.3;
        gradient.layers[0].biases[1] = -20.0;
        Adam::new(&[1, 2]).step(Level::new(), &mut net, &gradient, 0.01);
        let layer = &net.layers[0];
        assert!((layer.weights[0] + 0.01).abs() < 1e-6 && (layer.biases[1] - 0.01).abs() < 1e-6);
        assert_eq!((layer.weights[1], layer.biases[0]), (0.0, 0.0));
    }
}
