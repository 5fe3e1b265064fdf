//! Generates products that can be put together: a block is cut into two groups that slide apart,
//! and the groups are cut again until there are enough parts.

use quarry_core::{Generate, GenerateError, Meter, Rng, settings};

use super::{Assembly, MOST_PARTS, text};

settings! {
    /// Parameters of generated products.
    pub struct AssemblyParams {
        /// Number of columns.
        pub columns: u64 = 10, 2..=64;
        /// Number of rows.
        pub rows: u64 = 10, 2..=64;
        /// Number of parts.
        pub parts: u64 = 12, 2..=52;
        /// Greatest jag of a cut from one line of cells to the next.
        pub jag: u64 = 2, 0..=8;
    }
}

/// Number of cuts that are tried for each part.
const CUTS: u64 = 2_000;

impl Generate for Assembly {
    type Params = AssemblyParams;

    /// Cuts a random part across its rows or its columns: what lies before the cut slides away
    /// from the rest. So the cuts, taken back, put the product together.
    fn generate(
        params: &AssemblyParams,
        seed: u64,
        meter: &mut Meter,
    ) -> Result<Self, GenerateError> {
        let mut rng = Rng::new(seed);
        let (columns, rows) = (params.columns as usize, params.rows as usize);
        let mut cells: Vec<Option<u8>> = vec![Some(0); columns * rows];
        let mut parts = 1;
        for _ in 0..CUTS * params.parts {
            if parts == params.parts as u8 {
                break;
            }
            if !meter.goes_on() {
                return Err(GenerateError::Stopped);
            }
            // A cell at random: large parts are cut more often.
            let part = cells[rng.below(cells.len())];
            let along_rows = rng.below(2) == 0;
            let (lines, length) = if along_rows { (rows, columns) } else { (columns, rows) };
            let cut = jagged(lines, length, params.jag, &mut rng);
            let mut tried = cells.clone();
            for (at, cell) in tried.iter_mut().enumerate() {
                let (x, y) = (at % columns, at / columns);
                let (line, place) = if along_rows { (y, x) } else { (x, y) };
                if *cell == part && place < cut[line] {
                    *cell = Some(parts);
                }
            }
            let is_whole = |part| text::is_connected(columns, &tried, |cell| cell == part);
            if is_whole(part) == Some(true) && is_whole(Some(parts)) == Some(true) {
                cells = tried;
                parts += 1;
            }
        }
        if parts < params.parts as u8 {
            let words = format!(
                "a product of {columns} x {rows} cells could not be cut into {} parts: ask for \
                 fewer parts or a larger product",
                params.parts
            );
            return Err(GenerateError::Refused(words));
        }
        Ok(Assembly::new(columns, in_reading_order(cells)))
    }
}

/// Returns a cut: how many cells of each line lie before it. It jumps by at most `jag` from one
/// line to the next.
fn jagged(lines: usize, length: usize, jag: u64, rng: &mut Rng) -> Vec<usize> {
    let mut place = rng.below(length + 1);
    let jag = jag as usize;
    let next = |_| {
        place = (place + rng.below(2 * jag + 1)).saturating_sub(jag).min(length);
        place
    };
    (0..lines).map(next).collect()
}

/// Names the parts anew, in the order of their first cells.
fn in_reading_order(cells: Vec<Option<u8>>) -> Vec<Option<u8>> {
    let mut names = [None; MOST_PARTS];
    let mut next = 0..;
    let mut rename = |part: u8| {
        *names[usize::from(part)].get_or_insert_with(|| next.next().expect("there are few parts"))
    };
    cells.into_iter().map(|cell| cell.map(&mut rename)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_core::{Guided, Puzzle, StateSpace};

    #[test]
    fn a_product_has_the_wanted_parts_and_size_or_is_refused() {
        let params = AssemblyParams { columns: 7, rows: 9, parts: 20, jag: 3 };
        let product = Assembly::generate(&params, 1, &mut Meter::unlimited()).unwrap();
        assert_eq!((product.columns, product.rows(), product.parts()), (7, 9, 20));
        assert_eq!(Assembly::parse(&product.show()), Ok(product.clone()));
        assert!(!product.is_hopeless(&product.start()));
        let crowded = AssemblyParams { columns: 2, rows: 2, parts: 5, jag: 0 };
        let error = Assembly::generate(&crowded, 1, &mut Meter::unlimited()).unwrap_err();
        assert!(error.to_string().contains("ask for fewer parts"), "{error}");
    }
}
