//! Eigenvectors of a symmetric matrix by Jacobi rotations: slow for large matrices, exact and short
//! for small ones.

/// A positive definite matrix as orthogonal axes and the square roots of its eigenvalues.
pub(super) struct Eigen {
    /// The axes, one per column.
    axes: Vec<Vec<f64>>,
    roots: Vec<f64>,
}

/// Every sweep squares the off-diagonal rest, so a few are enough.
const SWEEPS: usize = 50;
/// Off-diagonal rest at the end, relative to the diagonal.
const NEGLIGIBLE: f64 = 1e-15;

impl Eigen {
    pub(super) fn of(matrix: &[Vec<f64>]) -> Self {
        let n = matrix.len();
        let mut rest = matrix.to_vec();
        let mut axes: Vec<Vec<f64>> =
            (0..n).map(|k| (0..n).map(|l| if k == l { 1.0 } else { 0.0 }).collect()).collect();
        for _ in 0..SWEEPS {
            let mut is_done = true;
            for p in 0..n {
                for q in p + 1..n {
                    let beside = rest[p][q];
                    if beside.abs() <= NEGLIGIBLE * (rest[p][p] * rest[q][q]).abs().sqrt() {
                        continue;
                    }
                    is_done = false;
                    let theta = (rest[q][q] - rest[p][p]) / (2.0 * beside);
                    let tangent = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
                    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
                    let sine = tangent * cosine;
                    for row in &mut rest {
                        (row[p], row[q]) =
                            (cosine * row[p] - sine * row[q], sine * row[p] + cosine * row[q]);
                    }
                    let (upper, lower) = rest.split_at_mut(q);
                    for (one, other) in upper[p].iter_mut().zip(&mut lower[0]) {
                        (*one, *other) =
                            (cosine * *one - sine * *other, sine * *one + cosine * *other);
                    }
                    for row in &mut axes {
                        (row[p], row[q]) =
                            (cosine * row[p] - sine * row[q], sine * row[p] + cosine * row[q]);
                    }
                }
            }
            if is_done {
                break;
            }
        }
        // Rounding may leave a tiny negative value if the matrix is nearly singular.
        let roots = (0..n).map(|k| rest[k][k].max(f64::MIN_POSITIVE).sqrt()).collect();
        Eigen { axes, roots }
    }

    /// Multiplies the axes, the roots and a vector: maps isotropic directions to the shape of the
    /// matrix.
    pub(super) fn times_root(&self, vector: &[f64]) -> Vec<f64> {
        let stretched: Vec<f64> =
            vector.iter().zip(&self.roots).map(|(x, root)| x * root).collect();
        self.axes
            .iter()
            .map(|row| row.iter().zip(&stretched).map(|(axis, x)| axis * x).sum())
            .collect()
    }

    /// Multiplies the inverse of the matrix's root and a vector: maps the shape of the matrix to
    /// isotropic directions.
    pub(super) fn over_root(&self, vector: &[f64]) -> Vec<f64> {
        let n = vector.len();
        let along =
            |l: usize| (0..n).map(|k| self.axes[k][l] * vector[k]).sum::<f64>() / self.roots[l];
        let straight: Vec<f64> = (0..n).map(along).collect();
        self.axes
            .iter()
            .map(|row| row.iter().zip(&straight).map(|(axis, x)| axis * x).sum())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The axes of this matrix are (1, 1), (1, -1) and the third direction; its eigenvalues are 3,
    /// 1 and 4.
    #[test]
    fn a_small_matrix_by_hand() {
        let eigen = Eigen::of(&[vec![2.0, 1.0, 0.0], vec![1.0, 2.0, 0.0], vec![0.0, 0.0, 4.0]]);
        let mut values: Vec<f64> = eigen.roots.iter().map(|root| root * root).collect();
        values.sort_by(f64::total_cmp);
        assert!(
            values
                .iter()
                .zip([1.0, 3.0, 4.0])
                .all(|(value, expected)| (value - expected).abs() < 1e-12)
        );
        let straight = eigen.over_root(&[1.0, 1.0, 2.0]);
        let expected = [1.0 / 3f64.sqrt(), 1.0 / 3f64.sqrt(), 1.0];
        assert!(
            straight.iter().zip(expected).all(|(one, other)| (one - other).abs() < 1e-12),
            "{straight:?}"
        );
    }

    #[test]
    fn axes_and_values_give_the_matrix_back() {
        let n = 7;
        let mut rng = quarry_core::Rng::new(3);
        let factor: Vec<Vec<f64>> =
            (0..n).map(|_| (0..n).map(|_| rng.unit() - 0.5).collect()).collect();
        let entry = |k: usize, l: usize| (0..n).map(|m| factor[k][m] * factor[l][m]).sum::<f64>();
        let matrix: Vec<Vec<f64>> = (0..n).map(|k| (0..n).map(|l| entry(k, l)).collect()).collect();
        let eigen = Eigen::of(&matrix);
        let again = |k: usize, l: usize| -> f64 {
            (0..n).map(|m| eigen.axes[k][m] * eigen.roots[m].powi(2) * eigen.axes[l][m]).sum()
        };
        for (k, row) in matrix.iter().enumerate() {
            assert!((0..n).all(|l| (again(k, l) - row[l]).abs() < 1e-12));
        }
    }
}
