//! One file for each command.

mod answers;
pub(crate) mod chances;
pub(crate) mod check;
pub(crate) mod collect;
pub(crate) mod estimate;
pub(crate) mod export;
pub(crate) mod generate;
pub(crate) mod hint;
pub(crate) mod import;
pub(crate) mod list;
pub(crate) mod play;
pub(crate) mod print;
pub(crate) mod prove;
pub(crate) mod rate;
pub(crate) mod record;
pub(crate) mod report;
pub(crate) mod reproduce;
pub(crate) mod run;
pub(crate) mod shell;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod studio;
pub(crate) mod train;
pub(crate) mod tune;
pub(crate) mod verify;
pub(crate) mod welcome;
