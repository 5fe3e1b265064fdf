//! Tables as Parquet files, compressed with Snappy. Every column is nullable; text is UTF-8.
//!
//! Columns are written one by one, as the format intends. Using Arrow would add a dependency to
//! build that nothing else here needs.

use std::io::Write;
use std::sync::Arc;

use parquet::basic::{Compression, ConvertedType, LogicalType, Repetition, Type as Physical};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

use super::ExportError;
use super::columns::{Column, ColumnKind, ColumnValue, RowSink};

/// Number of rows that are buffered until they are written as a row group.
const GROUP: usize = 1 << 16;

pub(super) struct ParquetFile<W: Write + Send> {
    out: SerializedFileWriter<W>,
    waiting: Vec<Waiting>,
    rows: usize,
}

/// Buffered values of a column, waiting for their row group to be full.
struct Waiting {
    values: Values,
    /// For each row, 1 if it has a value, 0 if not.
    present: Vec<i16>,
}

enum Values {
    Whole(Vec<i64>),
    Real(Vec<f64>),
    Switch(Vec<bool>),
    Text(Vec<ByteArray>),
}

impl<W: Write + Send> ParquetFile<W> {
    pub(super) fn new(out: W, columns: &[Column]) -> Result<Self> {
        let fields = columns.iter().map(field).collect::<Result<_>>()?;
        let schema = Type::group_type_builder("quarry").with_fields(fields).build()?;
        let made_by = concat!("quarry version ", env!("CARGO_PKG_VERSION"));
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by(made_by.to_owned())
            .build();
        let out = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties))?;
        let waiting = columns.iter().map(|column| Waiting::of(column.kind)).collect();
        Ok(ParquetFile { out, waiting, rows: 0 })
    }

    fn write_group(&mut self) -> Result<()> {
        let mut group = self.out.next_row_group()?;
        let mut waiting = self.waiting.iter_mut();
        while let (Some(waiting), Some(mut column)) = (waiting.next(), group.next_column()?) {
            waiting.write(column.untyped())?;
            column.close()?;
        }
        group.close()?;
        self.rows = 0;
        Ok(())
    }

    pub(super) fn finish(mut self) -> std::result::Result<(), ExportError> {
        if self.rows > 0 {
            self.write_group()?;
        }
        Ok(self.out.into_inner()?.flush()?)
    }
}

impl<W: Write + Send> RowSink for ParquetFile<W> {
    fn take(&mut self, cells: &[ColumnValue]) -> std::result::Result<(), ExportError> {
        for (column, cell) in self.waiting.iter_mut().zip(cells) {
            column.push(cell);
        }
        self.rows += 1;
        if self.rows == GROUP {
            self.write_group()?;
        }
        Ok(())
    }
}

fn field(column: &Column) -> Result<Arc<Type>> {
    let physical = match column.kind {
        ColumnKind::Whole => Physical::INT64,
        ColumnKind::Real => Physical::DOUBLE,
        ColumnKind::Switch => Physical::BOOLEAN,
        ColumnKind::Text => Physical::BYTE_ARRAY,
    };
    let text = column.kind == ColumnKind::Text;
    Type::primitive_type_builder(&column.name, physical)
        .with_repetition(Repetition::OPTIONAL)
        .with_logical_type(text.then_some(LogicalType::String))
        .with_converted_type(if text { ConvertedType::UTF8 } else { ConvertedType::NONE })
        .build()
        .map(Arc::new)
}

impl Waiting {
    fn of(kind: ColumnKind) -> Self {
        let values = match kind {
            ColumnKind::Whole => Values::Whole(Vec::new()),
            ColumnKind::Real => Values::Real(Vec::new()),
            ColumnKind::Switch => Values::Switch(Vec::new()),
            ColumnKind::Text => Values::Text(Vec::new()),
        };
        Waiting { values, present: Vec::new() }
    }

    fn push(&mut self, cell: &ColumnValue) {
        match (&mut self.values, *cell) {
            (_, ColumnValue::Empty) => return self.present.push(0),
            (Values::Whole(values), ColumnValue::Whole(number)) => values.push(number),
            (Values::Real(values), ColumnValue::Real(number)) => values.push(number),
            (Values::Real(values), ColumnValue::Whole(number)) => values.push(number as f64),
            (Values::Switch(values), ColumnValue::Switch(switch)) => values.push(switch),
            (Values::Text(values), ColumnValue::Text(text)) => {
                values.push(ByteArray::from(text.as_bytes().to_vec()));
            }
            (_, cell) => panic!("internal error: {cell:?} in a column of another kind"),
        }
        self.present.push(1);
    }

    fn write(&mut self, column: &mut ColumnWriter) -> Result<()> {
        let present = Some(self.present.as_slice());
        match (&mut self.values, column) {
            (Values::Whole(values), ColumnWriter::Int64ColumnWriter(column)) => {
                column.write_batch(values, present, None)?;
                values.clear();
            }
            (Values::Real(values), ColumnWriter::DoubleColumnWriter(column)) => {
                column.write_batch(values, present, None)?;
                values.clear();
            }
            (Values::Switch(values), ColumnWriter::BoolColumnWriter(column)) => {
                column.write_batch(values, present, None)?;
                values.clear();
            }
            (Values::Text(values), ColumnWriter::ByteArrayColumnWriter(column)) => {
                column.write_batch(values, present, None)?;
                values.clear();
            }
            _ => unreachable!("the schema was made of the same columns"),
        }
        self.present.clear();
        Ok(())
    }
}

impl From<ParquetError> for ExportError {
    fn from(error: ParquetError) -> Self {
        match error {
            // The writer's own error, such as a full disk, says more than the Parquet error around
            // it.
            ParquetError::External(cause) => match cause.downcast::<std::io::Error>() {
                Ok(cause) => ExportError::Write(*cause),
                Err(cause) => ExportError::Write(std::io::Error::other(cause)),
            },
            error => ExportError::Write(std::io::Error::other(error)),
        }
    }
}
