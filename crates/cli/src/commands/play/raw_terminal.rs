//! The terminal while a game is played: raw mode, the alternate screen and the mouse.

use std::io::stdout;

use crossterm::cursor::{Hide, Show};
use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::execute;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

/// The terminal in raw mode; restored when dropped, also after an error.
pub(super) struct RawTerminal;

impl RawTerminal {
    pub(super) fn open() -> std::io::Result<Self> {
        enable_raw_mode()?;
        // From here on, `drop` undoes the changes.
        let terminal = RawTerminal;
        execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, Hide)?;
        Ok(terminal)
    }
}

impl Drop for RawTerminal {
    fn drop(&mut self) {
        // If the terminal is gone, nothing can be done.
        let _ = execute!(stdout(), Show, DisableMouseCapture, LeaveAlternateScreen);
        let _ = disable_raw_mode();
    }
}
