use quarry_core::{Generate, GenerateError, Meter, settings};
use super::Cubic;
settings! {
    /// Parameters of generated boards.
    pub struct CubicParams {
        /// Number of columns.
        pub columns: u64 = 10, 3..=32;
    }
}
impl Generate for Cubic {
    type Params = CubicParams;
    fn generate(_: &CubicParams, _: u64, _: &mut Meter) -> Result<Self, GenerateError> { Err(GenerateError::Stopped) }
}
