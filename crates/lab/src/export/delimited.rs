//! Tables as CSV.

use std::io::{self, Write};

use super::ExportError;
use super::columns::{Column, ColumnValue, RowSink};

pub(super) struct Delimited<W: Write> {
    out: csv::Writer<W>,
}

impl<W: Write> Delimited<W> {
    pub(super) fn new(out: W, columns: &[Column]) -> Result<Self, ExportError> {
        let mut out = csv::Writer::from_writer(out);
        out.write_record(columns.iter().map(|column| &column.name))?;
        Ok(Delimited { out })
    }

    pub(super) fn finish(mut self) -> Result<(), ExportError> {
        Ok(self.out.flush()?)
    }
}

impl<W: Write> RowSink for Delimited<W> {
    fn take(&mut self, cells: &[ColumnValue]) -> Result<(), ExportError> {
        for cell in cells {
            match cell {
                ColumnValue::Empty => self.out.write_field("")?,
                ColumnValue::Whole(number) => self.out.write_field(number.to_string())?,
                ColumnValue::Real(number) => self.out.write_field(number.to_string())?,
                ColumnValue::Switch(switch) => self.out.write_field(switch.to_string())?,
                ColumnValue::Text(text) => self.out.write_field(text)?,
            }
        }
        Ok(self.out.write_record(None::<&[u8]>)?)
    }
}

impl From<csv::Error> for ExportError {
    fn from(error: csv::Error) -> Self {
        ExportError::Write(io::Error::from(error))
    }
}
