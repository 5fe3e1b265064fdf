//! Sums of products, the main work of a net: matrix times matrix for learning, row times matrix for
//! a single answer.
//!
//! A vector holds neighbouring cells of the result, so that each cell is summed in the order of its
//! terms, whatever the number of lanes. Multiplications and additions are not fused, because not
//! every machine supports that. All code paths therefore give the same bits. Matrices are packed
//! first, so that the inner loop reads both sequentially (Goto and van de Geijn 2008).

use fearless_simd::{Level, dispatch, f32x16, prelude::*};

/// Number of cells in a vector; rows of matrices are padded to a multiple of it.
pub(crate) const LANES: usize = 16;
/// Rows of the result that are computed together; the number of rows is padded to a multiple of it.
pub(crate) const TALL: usize = 4;
/// Vectors of an answer that are computed together.
const WIDE: usize = 4;

/// Returns the padded length of a row of this many cells.
pub(crate) fn stride(cells: usize) -> usize {
    cells.next_multiple_of(LANES)
}

/// Returns the number of cells of a matrix, including padding.
pub(crate) fn padded_len(rows: usize, columns: usize) -> usize {
    rows.next_multiple_of(TALL) * stride(columns)
}

/// Returns all levels of vector instructions that this machine supports, with their names, the
/// fastest last.
pub fn levels() -> Vec<(&'static str, Level)> {
    let level = Level::new();
    let mut levels = vec![("portable", Level::baseline())];
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    {
        levels.extend(level.as_avx2().map(|avx2| ("AVX2", avx2.level())));
        levels.extend(level.as_avx512().map(|avx512| ("AVX-512", avx512.level())));
    }
    levels
}

/// A borrowed matrix, plain or transposed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct View<'a> {
    cells: &'a [f32],
    rows: usize,
    columns: usize,
    down: usize,
    across: usize,
}

impl<'a> View<'a> {
    /// Creates a view of a matrix whose rows are padded.
    pub(crate) fn of(cells: &'a [f32], rows: usize, columns: usize) -> Self {
        View { cells, rows, columns, down: stride(columns), across: 1 }
    }

    /// Returns the transpose.
    pub(crate) fn turned(self) -> Self {
        let View { cells, rows, columns, down, across } = self;
        View { cells, rows: columns, columns: rows, down: across, across: down }
    }
}

/// Buffers for packed matrices.
#[derive(Debug, Clone, Default)]
pub(crate) struct PackedMatrix {
    left: Vec<f32>,
    right: Vec<f32>,
}

impl PackedMatrix {
    /// Adds a product to a padded matrix.
    pub(crate) fn add_product(&mut self, level: Level, left: View, right: View, sum: &mut [f32]) {
        assert_eq!(left.columns, right.rows, "left columns must equal right rows");
        assert_eq!(sum.len(), padded_len(left.rows, right.columns), "wrong result size");
        let depth = left.columns;
        pack(&mut self.left, left.turned(), TALL);
        pack(&mut self.right, right, LANES);
        let stride = stride(right.columns);
        let (left, right) = (&self.left, &self.right);
        dispatch!(level, simd => multiply(simd, left, right, depth, stride, sum));
    }
}

/// Packs a matrix into bands of `band` columns, row by row within a band; the last band is padded
/// with 0.
fn pack(out: &mut Vec<f32>, matrix: View, band: usize) {
    out.clear();
    out.resize(matrix.columns.next_multiple_of(band) * matrix.rows, 0.0);
    for (first, out) in
        (0..matrix.columns).step_by(band).zip(out.chunks_exact_mut(band * matrix.rows))
    {
        let columns = band.min(matrix.columns - first);
        for (row, out) in out.chunks_exact_mut(band).enumerate() {
            let from = &matrix.cells[row * matrix.down + first * matrix.across..];
            for (out, cell) in out[..columns].iter_mut().zip(from.iter().step_by(matrix.across)) {
                *out = *cell;
            }
        }
    }
}

#[inline(always)]
fn multiply<S: Simd>(
    simd: S,
    left: &[f32],
    right: &[f32],
    depth: usize,
    stride: usize,
    sum: &mut [f32],
) {
    for (column, right) in (0..stride).step_by(LANES).zip(right.chunks_exact(depth * LANES)) {
        for (left, sum) in left.chunks_exact(depth * TALL).zip(sum.chunks_exact_mut(TALL * stride))
        {
            let mut cells = [f32x16::splat(simd, 0.0); TALL];
            for row in 0..TALL {
                cells[row] = f32x16::from_slice(simd, &sum[row * stride + column..][..LANES]);
            }
            for (left, right) in left.chunks_exact(TALL).zip(right.chunks_exact(LANES)) {
                let right = f32x16::from_slice(simd, right);
                for row in 0..TALL {
                    cells[row] += right * left[row];
                }
            }
            for row in 0..TALL {
                cells[row].store_slice(&mut sum[row * stride + column..][..LANES]);
            }
        }
    }
}

/// Adds multiples of some rows of a padded matrix to a padded row.
pub(crate) fn add_rows(level: Level, terms: &[(usize, f32)], matrix: &[f32], sum: &mut [f32]) {
    dispatch!(level, simd => add_rows_by(simd, terms, matrix, sum));
}

#[inline(always)]
fn add_rows_by<S: Simd>(simd: S, terms: &[(usize, f32)], matrix: &[f32], sum: &mut [f32]) {
    let stride = sum.len();
    let wide = stride / (WIDE * LANES) * (WIDE * LANES);
    for column in (0..wide).step_by(WIDE * LANES) {
        add_band::<S, WIDE>(simd, terms, matrix, stride, column, sum);
    }
    for column in (wide..stride).step_by(LANES) {
        add_band::<S, 1>(simd, terms, matrix, stride, column, sum);
    }
}

#[inline(always)]
fn add_band<S: Simd, const WIDE: usize>(
    simd: S,
    terms: &[(usize, f32)],
    matrix: &[f32],
    stride: usize,
    column: usize,
    sum: &mut [f32],
) {
    let sum = &mut sum[column..][..WIDE * LANES];
    let mut cells = [f32x16::splat(simd, 0.0); WIDE];
    for (cell, sum) in cells.iter_mut().zip(sum.chunks_exact(LANES)) {
        *cell = f32x16::from_slice(simd, sum);
    }
    for &(row, times) in terms {
        let row = &matrix[row * stride + column..][..WIDE * LANES];
        for (cell, row) in cells.iter_mut().zip(row.chunks_exact(LANES)) {
            *cell += f32x16::from_slice(simd, row) * times;
        }
    }
    for (cell, sum) in cells.iter().zip(sum.chunks_exact_mut(LANES)) {
        cell.store_slice(sum);
    }
}

#[cfg(test)]
mod tests {
    use quarry_core::Rng;

    use super::*;

    fn random(rows: usize, columns: usize, rng: &mut Rng) -> Vec<f32> {
        let mut cells = vec![0.0; padded_len(rows, columns)];
        for row in 0..rows {
            for column in 0..columns {
                cells[row * stride(columns) + column] = rng.unit() as f32 - 0.5;
            }
        }
        cells
    }

    /// Computes the product by its definition, with each sum in order.
    fn product(left: View, right: View) -> Vec<f32> {
        let mut sum = vec![0.0; padded_len(left.rows, right.columns)];
        let at = |view: View, row, column| view.cells[row * view.down + column * view.across];
        for row in 0..left.rows {
            for column in 0..right.columns {
                let cell = &mut sum[row * stride(right.columns) + column];
                for term in 0..left.columns {
                    *cell += at(left, row, term) * at(right, term, column);
                }
            }
        }
        sum
    }

    #[test]
    fn products_are_the_same_to_the_bit_at_every_level() {
        let mut rng = Rng::new(1);
        let mut packed = PackedMatrix::default();
        for (rows, depth, columns) in
            [(1, 1, 1), (4, 16, 16), (9, 33, 50), (128, 9, 40), (5, 3, 65)]
        {
            let (left, right) = (random(rows, depth, &mut rng), random(depth, columns, &mut rng));
            let (left, right) = (View::of(&left, rows, depth), View::of(&right, depth, columns));
            let turned = random(columns, depth, &mut rng);
            let turned = View::of(&turned, columns, depth).turned();
            for (name, level) in levels() {
                for right in [right, turned] {
                    let mut sum = vec![0.0; padded_len(rows, columns)];
                    packed.add_product(level, left, right, &mut sum);
                    assert_eq!(sum, product(left, right), "{name} {rows} {depth} {columns}");
                }
            }
        }
    }

    #[test]
    fn a_row_times_a_matrix_is_that_row_of_the_product() {
        let mut rng = Rng::new(2);
        for (depth, columns) in [(9, 400), (400, 34), (3, 81)] {
            let (left, right) = (random(1, depth, &mut rng), random(depth, columns, &mut rng));
            let terms: Vec<_> = left[..depth].iter().copied().enumerate().collect();
            let whole = product(View::of(&left, 1, depth), View::of(&right, depth, columns));
            for (name, level) in levels() {
                let mut sum = vec![0.0; stride(columns)];
                add_rows(level, &terms, &right, &mut sum);
                assert_eq!(sum, whole[..stride(columns)], "{name} {depth} {columns}");
            }
        }
    }
}
