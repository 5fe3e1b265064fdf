//! Stores as tables of other libraries: columns are passed by the Arrow C stream interface, without
//! a copy and without conversion to text.

use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, Float64Builder, Int64Builder, StringBuilder};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchIterator, RecordBatchReader};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use quarry_lab::Store;
use quarry_lab::export::{
    Column, ColumnKind, ColumnValue, Export, ExportError, RowSink, Selection, What,
};

use crate::complaint::unfit;

/// The runs of a store or, with `what="improvements"`, each better answer found during them; of one
/// experiment, or of all.
///
/// Any library that accepts Arrow's C streams can read the frame: `pyarrow.table(frame)`,
/// `polars.DataFrame(frame)`, `frame.to_pandas()`.
#[pyfunction]
#[pyo3(signature = (path, *, what = "runs", experiment = None))]
pub(crate) fn read_store(
    py: Python,
    path: PathBuf,
    what: &str,
    experiment: Option<String>,
) -> PyResult<Frame> {
    let what = match what {
        "runs" => What::Runs,
        "improvements" => What::Improvements,
        other => {
            return Err(unfit(format!(
                "unknown table '{other}': expected 'runs' or 'improvements'"
            )));
        }
    };
    let selection = experiment.as_deref().map_or(Selection::All, Selection::Made);
    let read = || {
        let store = Store::read(&path).map_err(ExportError::Store)?;
        let export = Export::of(&store, &selection)?;
        let mut columns = Columns::of(export.columns(what));
        export.write(what, &mut columns)?;
        Ok::<_, ExportError>(columns)
    };
    let columns = py.detach(read).map_err(|error| unfit(format!("{}: {error}", path.display())))?;
    Ok(Frame { batch: columns.finish().map_err(unfit)? })
}

/// Columns being filled.
struct Columns {
    heads: Vec<Column>,
    cells: Vec<Cells>,
}

enum Cells {
    Whole(Int64Builder),
    Real(Float64Builder),
    Switch(BooleanBuilder),
    Text(StringBuilder),
}

impl Columns {
    fn of(heads: Vec<Column>) -> Self {
        let cells = |head: &Column| match head.kind {
            ColumnKind::Whole => Cells::Whole(Int64Builder::new()),
            ColumnKind::Real => Cells::Real(Float64Builder::new()),
            ColumnKind::Switch => Cells::Switch(BooleanBuilder::new()),
            ColumnKind::Text => Cells::Text(StringBuilder::new()),
        };
        Columns { cells: heads.iter().map(cells).collect(), heads }
    }

    fn finish(self) -> Result<RecordBatch, ArrowError> {
        let mut fields = Vec::new();
        let mut arrays: Vec<ArrayRef> = Vec::new();
        for (head, cells) in self.heads.into_iter().zip(self.cells) {
            let (kind, array): (DataType, ArrayRef) = match cells {
                Cells::Whole(mut cells) => (DataType::Int64, Arc::new(cells.finish())),
                Cells::Real(mut cells) => (DataType::Float64, Arc::new(cells.finish())),
                Cells::Switch(mut cells) => (DataType::Boolean, Arc::new(cells.finish())),
                Cells::Text(mut cells) => (DataType::Utf8, Arc::new(cells.finish())),
            };
            fields.push(Field::new(head.name, kind, true));
            arrays.push(array);
        }
        RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays)
    }
}

impl RowSink for Columns {
    fn take(&mut self, row: &[ColumnValue]) -> Result<(), ExportError> {
        for (cells, cell) in self.cells.iter_mut().zip(row) {
            match (cells, *cell) {
                (Cells::Whole(cells), ColumnValue::Empty) => cells.append_null(),
                (Cells::Real(cells), ColumnValue::Empty) => cells.append_null(),
                (Cells::Switch(cells), ColumnValue::Empty) => cells.append_null(),
                (Cells::Text(cells), ColumnValue::Empty) => cells.append_null(),
                (Cells::Whole(cells), ColumnValue::Whole(number)) => cells.append_value(number),
                (Cells::Real(cells), ColumnValue::Real(number)) => cells.append_value(number),
                (Cells::Real(cells), ColumnValue::Whole(number)) => {
                    cells.append_value(number as f64);
                }
                (Cells::Switch(cells), ColumnValue::Switch(switch)) => cells.append_value(switch),
                (Cells::Text(cells), ColumnValue::Text(text)) => cells.append_value(text),
                (_, cell) => panic!("internal error: {cell:?} in a column of another kind"),
            }
        }
        Ok(())
    }
}

/// A table that other libraries can read by Arrow's C stream interface, without conversion to text.
#[pyclass(module = "quarry", frozen)]
pub(crate) struct Frame {
    batch: RecordBatch,
}

#[pymethods]
impl Frame {
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.batch.schema().fields().iter().map(|field| field.name().clone()).collect()
    }
    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }
    /// The Arrow PyCapsule interface, by which other libraries take the columns.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A caller that requests another schema converts the result itself, as the interface
        // allows.
        let _ = requested_schema;
        let batches = RecordBatchIterator::new([Ok(self.batch.clone())], self.batch.schema());
        let batches: Box<dyn RecordBatchReader + Send> = Box::new(batches);
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(batches), c"arrow_array_stream")
    }
    /// As a pandas DataFrame.
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("pyarrow")?.call_method1("table", (slf,))?.call_method0("to_pandas")
    }
    /// As a polars DataFrame.
    fn to_polars<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("polars")?.call_method1("DataFrame", (slf,))
    }
    fn __repr__(&self) -> String {
        format!("Frame({} rows, {} columns)", self.batch.num_rows(), self.batch.num_columns())
    }
}
