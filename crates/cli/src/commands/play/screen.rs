//! Playing on a terminal: the board, a cursor, the group under it lit, undo, redo and hints.

use std::io::{Stdout, Write, stdout};

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{
    DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers,
    MouseButton, MouseEvent, MouseEventKind, read,
};
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size,
};
use crossterm::{execute, queue};
use quarry::Session;

use crate::input::Complaint;
use crate::paint::{self, CELL_WIDTH, Emphasis};
use crate::{Exit, Result};

/// Where the board begins on the screen.
const LEFT: u16 = 2;
const TOP: u16 = 2;
/// Lines below it: what the group under the cursor is worth, what happened, the keys.
const BELOW: u32 = 5;

const KEYS: &str = "arrows or mouse  enter/click play  u undo  r redo  n restart  h hint  q quit";

pub(crate) fn run(session: &mut dyn Session, name: &str) -> Result {
    let scene = session.scene();
    let needed = (u32::from(LEFT) + scene.columns * CELL_WIDTH, u32::from(TOP) + scene.rows + BELOW);
    let (width, height) = size()?;
    if needed.0 > u32::from(width) || needed.1 > u32::from(height) {
        let words = format!(
            "this board needs a terminal of {} columns and {} rows, yours has {width} and {height}: enlarge it, \
             or play line by line through a pipe (see quarry play --help)",
            needed.0, needed.1
        );
        return Err(Complaint::Words(words));
    }
    let guard = Screen::open()?;
    let mut table = Table { session, name, cursor: (0, 0), says: String::new() };
    table.find_a_move();
    let exit = table.play();
    drop(guard);
    let exit = exit?;
    let line = table.session.line();
    println!("{name}: score {} after {} moves", table.session.score(), line.len());
    if !line.is_empty() {
        println!("{}", line.join(" "));
    }
    Ok(exit)
}

/// The terminal in our hands; given back when dropped, also on an error.
struct Screen;

impl Screen {
    fn open() -> std::io::Result<Self> {
        enable_raw_mode()?;
        // From here on `drop` undoes whatever was done.
        let screen = Screen;
        execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, Hide)?;
        Ok(screen)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // Nothing sensible can be done if the terminal is gone.
        let _ = execute!(stdout(), Show, DisableMouseCapture, LeaveAlternateScreen);
        let _ = disable_raw_mode();
    }
}

struct Table<'s> {
    session: &'s mut dyn Session,
    name: &'s str,
    cursor: (u32, u32),
    says: String,
}

impl Table<'_> {
    fn play(&mut self) -> std::io::Result<Exit> {
        loop {
            self.draw()?;
            match read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => {
                    if let Some(exit) = self.key(key) {
                        return Ok(exit);
                    }
                }
                Event::Mouse(mouse) => self.mouse(mouse),
                _ => {}
            }
        }
    }

    fn key(&mut self, key: KeyEvent) -> Option<Exit> {
        let scene = self.session.scene();
        let (right, bottom) = (scene.columns.saturating_sub(1), scene.rows.saturating_sub(1));
        let (x, y) = self.cursor;
        self.says.clear();
        match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                return Some(Exit::Interrupted);
            }
            KeyCode::Char('q') | KeyCode::Esc => {
                return Some(if self.session.is_solved() { Exit::Yes } else { Exit::No });
            }
            KeyCode::Left => self.cursor.0 = x.saturating_sub(1),
            KeyCode::Right => self.cursor.0 = (x + 1).min(right),
            KeyCode::Up => self.cursor.1 = y.saturating_sub(1),
            KeyCode::Down => self.cursor.1 = (y + 1).min(bottom),
            KeyCode::Enter | KeyCode::Char(' ') => self.touch(),
            KeyCode::Char('u') | KeyCode::Backspace => self.undo(),
            KeyCode::Char('r') => self.redo(),
            KeyCode::Char('n') => self.session.restart(),
            KeyCode::Char('h') => self.hint(),
            _ => {}
        }
        None
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        let scene = self.session.scene();
        let (Some(x), Some(y)) = (mouse.column.checked_sub(LEFT), mouse.row.checked_sub(TOP)) else { return };
        let (x, y) = (u32::from(x) / CELL_WIDTH, u32::from(y));
        if x >= scene.columns || y >= scene.rows {
            return;
        }
        if self.cursor != (x, y) {
            self.cursor = (x, y);
            self.says.clear();
        }
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => self.touch(),
            MouseEventKind::Down(MouseButton::Right) => self.undo(),
            _ => {}
        }
    }

    fn touch(&mut self) {
        let (x, y) = self.cursor;
        self.says = match self.session.touch(x, y) {
            None => "nothing to play there".to_owned(),
            Some(reach) => match self.session.play(&reach.mv) {
                Ok(gain) => format!("{}: {gain:+}", reach.mv),
                Err(why) => why,
            },
        };
    }

    fn undo(&mut self) {
        if !self.session.undo() {
            self.says = "nothing to take back".to_owned();
        }
    }

    fn redo(&mut self) {
        if !self.session.redo() {
            self.says = "nothing to play again".to_owned();
        }
    }

    /// Says the hint and puts the cursor on it.
    fn hint(&mut self) {
        let Some(hint) = self.session.hint() else {
            self.says = "no move is left".to_owned();
            return;
        };
        let scene = self.session.scene();
        let places = (0..scene.rows).flat_map(|y| (0..scene.columns).map(move |x| (x, y)));
        let mut meant =
            places.filter(|&(x, y)| self.session.touch(x, y).is_some_and(|reach| reach.mv == hint.mv));
        if let Some(place) = meant.next() {
            self.cursor = place;
        }
        self.says = format!("hint {}: {}", hint.mv, hint.reason);
    }

    /// Puts the cursor on the first cell that does something.
    fn find_a_move(&mut self) {
        let scene = self.session.scene();
        let mut places = (0..scene.columns).flat_map(|x| (0..scene.rows).rev().map(move |y| (x, y)));
        if let Some(place) = places.find(|&(x, y)| self.session.touch(x, y).is_some()) {
            self.cursor = place;
        }
    }

    fn draw(&self) -> std::io::Result<()> {
        let mut out = stdout();
        let reach = self.session.touch(self.cursor.0, self.cursor.1);
        let lit = reach.as_ref().map(|reach| reach.cells.as_slice()).unwrap_or_default();
        let scene = self.session.scene();
        queue!(out, Clear(ClearType::All))?;
        at(&mut out, 0, &format!("{}   score {}", self.name, self.session.score()))?;
        let emphasis = Emphasis { lit, cursor: Some(self.cursor) };
        let mut row = TOP;
        for line in paint::lines(&scene, &emphasis) {
            at(&mut out, row, &line)?;
            row += 1;
        }
        let words = match (&reach, self.session.is_over(), self.session.is_solved()) {
            (_, true, true) => "the end".to_owned(),
            (_, true, false) => "the end, but the goal is not reached".to_owned(),
            (Some(reach), ..) => reach.words.clone(),
            (None, ..) => String::new(),
        };
        at(&mut out, row + 1, &words)?;
        at(&mut out, row + 2, &self.says)?;
        at(&mut out, row + 4, KEYS)?;
        out.flush()
    }
}

fn at(out: &mut Stdout, row: u16, text: &str) -> std::io::Result<()> {
    queue!(out, MoveTo(LEFT, row))?;
    let shown = if std::env::var_os("NO_COLOR").is_some() {
        anstream::adapter::strip_str(text).to_string()
    } else {
        text.to_owned()
    };
    out.write_all(shown.as_bytes())
}
