//! Growth of work: least-squares fits of four shapes, and the choice between them.
//!
//! All four minimise the squared residuals in the original space, so that their R2 and AIC can be
//! compared: lines and parabolas in closed form, `a e^(b x)` and `a x^b` (the same, in ln x) by
//! nonlinear least squares, starting from the log-linear fit. So these two need positive y, and the
//! power also needs positive x.
//!
//! AIC is n ln(RSS / n) + 2 (p + 1) for p coefficients and the variance. With fewer than about ten
//! points, AIC favours many coefficients.

use super::DataError;
use super::least_squares::{exponential, line, logarithms, mean, parabola};
use super::sample::{all_in_range, at_least, paired};

/// A shape of growth, with its coefficients a, b and c.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CurveShape {
    /// a + b x
    Linear,
    /// a + b x + c x^2
    Quadratic,
    /// a e^(b x)
    Exponential,
    /// a x^b
    Power,
}

impl CurveShape {
    /// All shapes.
    pub const ALL: [CurveShape; 4] =
        [CurveShape::Linear, CurveShape::Quadratic, CurveShape::Exponential, CurveShape::Power];

    /// Name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            CurveShape::Linear => "linear",
            CurveShape::Quadratic => "quadratic",
            CurveShape::Exponential => "exponential",
            CurveShape::Power => "power",
        }
    }

    fn coefficients(self) -> usize {
        if self == CurveShape::Quadratic { 3 } else { 2 }
    }
}

/// A curve fitted to points, and the quality of the fit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fit {
    /// Shape of the curve.
    pub shape: CurveShape,
    /// Coefficients a, b and c; c is 0 in shapes that have none.
    pub coefficients: [f64; 3],
    /// Share of the variance of y that the curve explains; `None` if all y are equal.
    pub r_squared: Option<f64>,
    /// Akaike's information criterion: lower is better; differences below 2 mean little.
    pub aic: f64,
}

impl Fit {
    /// Fits one shape by least squares. Needs more different x than the shape has coefficients.
    pub fn new(shape: CurveShape, x: &[f64], y: &[f64]) -> Result<Self, DataError> {
        paired(x.len(), y.len())?;
        all_in_range(x)?;
        all_in_range(y)?;
        let mut different = x.to_vec();
        different.sort_by(f64::total_cmp);
        different.dedup();
        at_least(shape.coefficients() + 1, different.len())?;
        let coefficients = match shape {
            CurveShape::Linear => line(x, y),
            CurveShape::Quadratic => parabola(x, y),
            CurveShape::Exponential => exponential(x, &logarithms(y)?, y)?,
            CurveShape::Power => exponential(&logarithms(x)?, &logarithms(y)?, y)?,
        };
        Ok(Fit::judged(shape, coefficients, x, y))
    }

    /// Fits all shapes that can be fitted, the best by AIC first; among equals the simplest.
    pub fn ranked(x: &[f64], y: &[f64]) -> Result<Vec<Self>, DataError> {
        // If a line cannot be fitted, nothing else can.
        Fit::new(CurveShape::Linear, x, y)?;
        let mut fits: Vec<Fit> =
            CurveShape::ALL.iter().filter_map(|&shape| Fit::new(shape, x, y).ok()).collect();
        fits.sort_by(|one, other| one.aic.total_cmp(&other.aic));
        Ok(fits)
    }

    /// Returns the value of the curve at x.
    pub fn at(&self, x: f64) -> f64 {
        let [a, b, c] = self.coefficients;
        match self.shape {
            CurveShape::Linear | CurveShape::Quadratic => a + x * (b + x * c),
            CurveShape::Exponential => a * (b * x).exp(),
            CurveShape::Power => a * x.powf(b),
        }
    }

    fn judged(shape: CurveShape, coefficients: [f64; 3], x: &[f64], y: &[f64]) -> Self {
        let mut fit = Fit { shape, coefficients, r_squared: None, aic: 0.0 };
        let n = y.len() as f64;
        let mean = mean(y);
        let residual: f64 = x.iter().zip(y).map(|(&x, y)| (y - fit.at(x)).powi(2)).sum();
        let total: f64 = y.iter().map(|y| (y - mean).powi(2)).sum();
        // Residuals below rounding error are noise: perfect fits differ only in the number of
        // coefficients.
        let rounding = y.iter().map(|y| (y * 1e-12).powi(2)).sum::<f64>().max(f64::MIN_POSITIVE);
        fit.r_squared = (total > rounding).then(|| 1.0 - residual / total);
        fit.aic = n * (residual.max(rounding) / n).ln() + 2.0 * (shape.coefficients() + 1) as f64;
        fit
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::testing::assert_close;
    use super::*;

    const X: [f64; 8] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0];
    const Y: [f64; 8] = [2.1, 3.9, 6.2, 8.3, 11.9, 17.8, 26.5, 38.0];

    #[track_caller]
    fn assert_fit(shape: CurveShape, coefficients: [f64; 3], r_squared: f64, aic: f64) {
        let fit = Fit::new(shape, &X, &Y).unwrap();
        // Two minimisers that stop a tiny distance apart agree to six digits in the coefficients,
        // not to nine.
        for (ours, reference) in fit.coefficients.into_iter().zip(coefficients) {
            assert!((ours - reference).abs() <= 1e-6 * reference.abs(), "{fit:?}");
        }
        assert_close(fit.r_squared.unwrap(), r_squared);
        assert_close(fit.aic, aic);
    }

    /// numpy: c = np.polyfit(x, y, degree); R2 and AIC from its residuals by their formulas.
    #[test]
    fn polynomials_agree_with_numpy() {
        let line = [-7.235_714_285_714_289, 4.794_047_619_047_619, 0.0];
        assert_fit(CurveShape::Linear, line, 0.887_910_110_917_523_8, 27.787_270_669_601_37);
        let parabola = [5.094_642_857_142_849, -2.604_166_666_666_657_6, 0.822_023_809_523_808_6];
        assert_fit(CurveShape::Quadratic, parabola, 0.992_332_373_572_808_6, 8.328_918_470_310_633);
    }

    /// scipy: curve_fit(lambda x, a, b: a * np.exp(b * x), x, y, p0=(1.5, .4), xtol=1e-14,
    /// ftol=1e-14), and likewise a * x**b from (1, 2).
    #[test]
    fn exponential_and_power_agree_with_scipy() {
        let exponential = [1.822_372_972_455_545_3, 0.380_271_432_413_441_63, 0.0];
        assert_fit(
            CurveShape::Exponential,
            exponential,
            0.999_216_706_069_741_4,
            -11.921_116_482_938_753,
        );
        let power = [0.357_067_998_232_235_3, 2.228_067_177_033_923_3, 0.0];
        assert_fit(CurveShape::Power, power, 0.983_362_577_953_781_1, 12.526_097_611_931_293);
    }

    #[test]
    fn every_shape_is_recognised_by_aic() {
        let chosen = |curve: fn(f64) -> f64| Fit::ranked(&X, &X.map(curve)).unwrap()[0].shape;
        assert_eq!(chosen(|x| 3.0 + 2.0 * x), CurveShape::Linear);
        assert_eq!(chosen(|x| 3.0 - 2.0 * x + x * x), CurveShape::Quadratic);
        assert_eq!(chosen(|x| 2.0 * (0.7 * x).exp()), CurveShape::Exponential);
        assert_eq!(chosen(|x| 2.0 * x.powf(3.3)), CurveShape::Power);
        let order = Fit::ranked(&X, &Y).unwrap().into_iter().map(|fit| fit.shape);
        let expected =
            [CurveShape::Exponential, CurveShape::Quadratic, CurveShape::Power, CurveShape::Linear];
        assert_eq!(order.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn equal_heights_are_a_line_without_r_squared() {
        for height in [0.0, 0.1, 5.0] {
            let fit = Fit::ranked(&X, &[height; 8]).unwrap()[0];
            assert_eq!((fit.shape, fit.r_squared), (CurveShape::Linear, None));
            assert!(fit.aic.is_finite());
            assert_close(fit.at(100.0), height);
        }
    }

    #[test]
    fn steep_growth_stays_finite() {
        let steep = X.map(|x| 10f64.powf(7.0 * x));
        for shape in CurveShape::ALL {
            let fit = Fit::new(shape, &X, &steep).unwrap();
            assert!(fit.aic.is_finite() && fit.r_squared.unwrap().is_finite(), "{fit:?}");
        }
    }

    #[test]
    fn far_from_zero_the_curve_is_the_same() {
        let near = Fit::new(CurveShape::Exponential, &X, &Y).unwrap();
        let far = Fit::new(CurveShape::Exponential, &X.map(|x| x + 100.0), &Y).unwrap();
        assert!((far.coefficients[1] - near.coefficients[1]).abs() < 1e-7, "{far:?}");
        assert_close(far.r_squared.unwrap(), near.r_squared.unwrap());
        // So far away that a = e^-760 is not representable.
        assert_eq!(
            Fit::new(CurveShape::Exponential, &X.map(|x| x + 2000.0), &Y),
            Err(DataError::OutOfRange)
        );
    }

    #[test]
    fn points_closer_than_numbers_can_say_give_no_nan() {
        let tiny = X.map(|x| x * 1e-200);
        for shape in CurveShape::ALL {
            let fit = Fit::new(shape, &tiny, &Y);
            assert!(
                fit.is_err()
                    || fit.is_ok_and(
                        |fit| fit.aic.is_finite() && fit.r_squared.is_some_and(f64::is_finite)
                    )
            );
        }
    }

    #[test]
    fn what_cannot_be_fitted_says_why() {
        let fit = |shape, x: &[f64], y: &[f64]| Fit::new(shape, x, y).unwrap_err();
        assert_eq!(fit(CurveShape::Linear, &X, &Y[1..]), DataError::Unpaired { left: 8, right: 7 });
        assert_eq!(fit(CurveShape::Linear, &[], &[]), DataError::TooFew { needed: 3, given: 0 });
        assert_eq!(
            fit(CurveShape::Quadratic, &[1.0; 8], &Y),
            DataError::TooFew { needed: 4, given: 1 }
        );
        assert_eq!(fit(CurveShape::Exponential, &X, &X.map(|x| x - 3.0)), DataError::NotPositive);
        assert_eq!(fit(CurveShape::Power, &X.map(|x| x - 1.0), &Y), DataError::NotPositive);
        assert_eq!(fit(CurveShape::Linear, &X, &X.map(|_| f64::NAN)), DataError::OutOfRange);
        // The best of the remaining shapes.
        assert_eq!(Fit::ranked(&X, &X.map(|x| 1.0 - x)).unwrap()[0].shape, CurveShape::Linear);
    }
}
