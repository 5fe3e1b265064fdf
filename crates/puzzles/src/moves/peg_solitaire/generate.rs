#[derive(Debug)]
pub struct Params;
