//! The laboratory: many seeded runs, and what may soundly be said about them.

pub mod statistics;
