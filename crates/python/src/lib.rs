//! The compiled part of the Python package `quarry`: a front end, like the command line.
//!
//! It converts between Python's values and the facade's plain data. The public interface (names,
//! docstrings with examples, environments) is written in Python and lies in `python/quarry`;
//! `_native.pyi` declares what is here. Long-running work does not hold Python's lock.

#![expect(
    clippy::needless_pass_by_value,
    clippy::too_many_arguments,
    reason = "Python passes values, and there are many keyword arguments"
)]

mod arena;
mod attended;
mod catalogue;
mod complaint;
mod drawing;
mod instance;
mod report;
mod settings;
mod store;
mod study;

use pyo3::prelude::*;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("ParseError", module.py().get_type::<complaint::ParseError>())?;
    module.add_class::<catalogue::Puzzle>()?;
    module.add_class::<catalogue::Solver>()?;
    module.add_class::<catalogue::Setting>()?;
    module.add_class::<instance::Instance>()?;
    module.add_class::<instance::Judgement>()?;
    module.add_class::<instance::Hint>()?;
    module.add_class::<report::Report>()?;
    module.add_class::<report::Improvement>()?;
    module.add_class::<study::Study>()?;
    module.add_class::<study::Progress>()?;
    module.add_class::<store::Frame>()?;
    module.add_class::<arena::Arena>()?;
    module.add_function(wrap_pyfunction!(catalogue::puzzles, module)?)?;
    module.add_function(wrap_pyfunction!(instance::load, module)?)?;
    module.add_function(wrap_pyfunction!(instance::generate, module)?)?;
    module.add_function(wrap_pyfunction!(study::run, module)?)?;
    module.add_function(wrap_pyfunction!(store::read_store, module)?)
}
