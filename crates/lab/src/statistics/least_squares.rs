//! Least-squares curves for [`Fit`](super::Fit).
//!
//! Lines and parabolas have closed forms, computed here by orthogonal polynomials (Forsythe 1957),
//! which stay accurate where the normal equations do not. `a e^(b x)` is fitted by Gauss-Newton
//! steps on b (variable projection, Kaufman 1975), halved until they improve, starting from the
//! log-linear fit. A log-linear fit alone would give most weight to small values and is often far
//! off at the large end, which matters most in growth studies.
//!
//! `Fit` ensures that x and y have equal length and are in range, with more different x than
//! coefficients.

use super::DataError;

/// Returns the coefficients of a + b x.
pub(super) fn line(x: &[f64], y: &[f64]) -> [f64; 3] {
    let centre = mean(x);
    let first: Vec<f64> = x.iter().map(|x| x - centre).collect();
    let slope = projection(&first, y);
    [mean(y) - slope * centre, slope, 0.0]
}

/// Returns the coefficients of a + b x + c x^2: the line, plus the part that a second-degree
/// polynomial orthogonal to all lines explains.
pub(super) fn parabola(x: &[f64], y: &[f64]) -> [f64; 3] {
    let centre = mean(x);
    let first: Vec<f64> = x.iter().map(|x| x - centre).collect();
    let squares: Vec<f64> = first.iter().map(|x| x * x).collect();
    let (height, tilt) = (mean(&squares), projection(&first, &squares));
    let second: Vec<f64> = first.iter().map(|x| x * x - tilt * x - height).collect();
    let c = projection(&second, y);
    let [a, b, _] = line(x, y);
    // (x - centre)^2 - tilt (x - centre) - height, in powers of x
    [a + c * (centre * (centre + tilt) - height), b - c * (2.0 * centre + tilt), c]
}

/// Returns the coefficients of a e^(b x), given the logarithms of y as well. Every b has one best
/// a, so only b is searched for.
pub(super) fn exponential(x: &[f64], log_y: &[f64], y: &[f64]) -> Result<[f64; 3], DataError> {
    const STEPS: usize = 100;
    const HALVINGS: i32 = 40;
    let centre = mean(x);
    // With centred x, both factors keep a moderate size.
    let centred: Vec<f64> = x.iter().map(|x| x - centre).collect();
    let curve = |b: f64| -> Vec<f64> { centred.iter().map(|x| (b * x).exp()).collect() };
    let misses = |b: f64| {
        let curve = curve(b);
        let a = projection(&curve, y);
        (a, y.iter().zip(curve).map(|(y, height)| y - a * height).collect::<Vec<f64>>())
    };
    let [_, mut b, _] = line(x, log_y);
    for _ in 0..STEPS {
        let (a, missed) = misses(b);
        let height = curve(b);
        let slope: Vec<f64> = height.iter().zip(&centred).map(|(height, x)| height * x).collect();
        // The effect of a change of b on the curve, without the part that a change of a could have.
        let step = projection(&beyond(&height, &slope), &missed) / a;
        let mut tries = (0..HALVINGS).map(|halvings| b + step * 0.5f64.powi(halvings));
        let Some(better) =
            tries.find(|&tried| sum_of_squares(&misses(tried).1) < sum_of_squares(&missed))
        else {
            break;
        };
        b = better;
    }
    let a = projection(&curve(b), y) * (-b * centre).exp();
    if a.is_normal() { Ok([a, b, 0.0]) } else { Err(DataError::OutOfRange) }
}

/// Returns the logarithms of positive numbers.
pub(super) fn logarithms(values: &[f64]) -> Result<Vec<f64>, DataError> {
    let logarithm =
        |&value: &f64| if value > 0.0 { Ok(value.ln()) } else { Err(DataError::NotPositive) };
    values.iter().map(logarithm).collect()
}

pub(super) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn sum_of_squares(values: &[f64]) -> f64 {
    values.iter().map(|value| value * value).sum()
}

/// Returns the part of the values that is orthogonal to the direction.
fn beyond(direction: &[f64], values: &[f64]) -> Vec<f64> {
    let share = projection(direction, values);
    values.iter().zip(direction).map(|(value, direction)| value - share * direction).collect()
}

/// Returns the coefficient of the direction in the values; 0 if the direction is too short.
fn projection(direction: &[f64], values: &[f64]) -> f64 {
    let length = sum_of_squares(direction);
    let along: f64 = direction.iter().zip(values).map(|(a, b)| a * b).sum();
    if length > 0.0 { along / length } else { 0.0 }
}
