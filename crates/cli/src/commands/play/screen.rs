//! Play on a terminal: the board, a cursor with its group or chain highlighted, undo, redo, checks
//! and hints. In puzzles that are filled in, values are written into the cell or on the edge under
//! the cursor; in puzzles with a clock, digits choose an order there, and time can run forwards and backwards.

use std::io::{Stdout, Write, stdout};
use std::time::Duration;

use crossterm::cursor::MoveTo;
use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
    poll, read,
};
use crossterm::queue;
use crossterm::terminal::{Clear, ClearType, size};
use quarry::{CellMove, FillCell, Instance, Picture, Place, Session, Side};

use super::edges::{EdgeGrid, cell_beyond, cells, edges};
use super::keys::keys;
use super::links::{Linked, Linking, pulled, with_links};
use super::pencil::PencilMarks;
use super::pieces::{PieceMove, Pieces};
use super::raw_terminal::RawTerminal;
use super::{NO_SLIP, completion, hint, in_words};
use crate::input::Complaint;
use crate::paint::{Emphasis, TerminalLayout};
use crate::{Exit, Result};

/// Column and line at which the board starts on the screen.
const LEFT: u16 = 2;
const TOP: u16 = 2;
/// Lines below the board: the value of the group under the cursor, the last event, and the keys.
const BELOW: u16 = 4;

/// Duration of a time step while the world is running.
const TICK: Duration = Duration::from_millis(120);
/// Number of steps of a leap in time.
const LEAP: u32 = 10;
/// Number of orders of the plan that are shown before the current time.
const ORDERS_BEFORE: usize = 2;

pub(crate) fn run(instance: &dyn Instance, session: Session, name: &str) -> Result {
    let scene = with_links(session.scene(), &session);
    let keys = keys(&session);
    let (columns, lines) = TerminalLayout::of(&scene).size();
    let needed =
        (u32::from(LEFT) + columns, u32::from(TOP) + lines + u32::from(BELOW) + keys.len() as u32);
    let (width, height) = size()?;
    if needed.0 > u32::from(width) || needed.1 > u32::from(height) {
        let words = format!(
            "this board needs a terminal of {} columns and {} rows, yours has {width} and {height}: enlarge it, \
             or play line by line through a pipe (see quarry play --help)",
            needed.0, needed.1
        );
        return Err(Complaint::Words(words));
    }
    let guard = RawTerminal::open()?;
    let mut screen = PlayScreen {
        instance,
        session,
        name,
        running: false,
        cursor: Place::Cell(0, 0),
        home: (0, 0),
        pieces: Pieces::default(),
        typed: None,
        pencil: PencilMarks::default(),
        linking: Linking::default(),
        wrong: Vec::new(),
        says: String::new(),
    };
    screen.find_a_move();
    let exit = screen.play();
    drop(guard);
    let exit = exit?;
    let line = screen.session.line();
    let mut out = stdout();
    writeln!(out, "{name}: {} after {} moves", screen.session.status(), line.len())?;
    if !line.is_empty() {
        writeln!(out, "{}", line.join("; "))?;
    }
    Ok(exit)
}

struct PlayScreen<'s> {
    instance: &'s dyn Instance,
    session: Session,
    name: &'s str,
    /// Whether time is running.
    running: bool,
    /// The cell or edge under the cursor.
    cursor: Place,
    /// The cell that the cursor was in last.
    home: (u32, u32),
    pieces: Pieces,
    /// Characters typed so far into the cell under the cursor.
    typed: Option<String>,
    pencil: PencilMarks,
    linking: Linking,
    /// Places with errors found by the last check.
    wrong: Vec<Place>,
    says: String,
}

impl PlayScreen<'_> {
    fn play(&mut self) -> std::io::Result<Exit> {
        loop {
            self.draw()?;
            if self.running && !poll(TICK)? {
                self.tick();
                continue;
            }
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
        self.says.clear();
        let typed = self.typed.take();
        if !matches!(key.code, KeyCode::Left | KeyCode::Right | KeyCode::Up | KeyCode::Down) {
            self.wrong.clear();
        }
        let is_shifted = key.modifiers.contains(KeyModifiers::SHIFT);
        match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                return Some(Exit::Interrupted);
            }
            KeyCode::Char('q') | KeyCode::Esc => {
                return Some(if self.session.is_solved() { Exit::Yes } else { Exit::No });
            }
            KeyCode::Left => self.arrow(Side::Left, is_shifted),
            KeyCode::Right => self.arrow(Side::Right, is_shifted),
            KeyCode::Up => self.arrow(Side::Top, is_shifted),
            KeyCode::Down => self.arrow(Side::Bottom, is_shifted),
            _ if self.watch(key.code) => {}
            KeyCode::Enter | KeyCode::Char(' ') => self.touch(false),
            KeyCode::Char(character) if self.is_value(character) => {
                self.type_on(character, typed);
            }
            KeyCode::Tab if self.writes() => {
                self.move_to(self.edges().next_around(self.home, self.cursor));
            }
            KeyCode::Char('b') if self.writes() => self.touch(true),
            KeyCode::Char('p') if self.writes() => {
                self.pencil.is_on = !self.pencil.is_on;
                let state = if self.pencil.is_on { "on: values are noted" } else { "off" };
                self.says = format!("pencil marks {state}");
            }
            KeyCode::Char('l') if self.writes() => {
                let linked = self.linking.key(&self.session, self.cursor);
                self.carry_link(linked);
            }
            KeyCode::Char('k') if self.writes() => self.ask_for_completion(),
            KeyCode::Backspace | KeyCode::Delete if self.writes() => self.erase(typed),
            KeyCode::Char('c') => self.check(),
            KeyCode::Char('u') | KeyCode::Backspace => self.undo(),
            KeyCode::Char('r') => self.redo(),
            KeyCode::Char('n') => {
                self.session.restart();
                self.pencil.erase_all();
            }
            KeyCode::Char('h') => self.hint(),
            _ => {}
        }
        None
    }

    fn writes(&self) -> bool {
        matches!(self.session, Session::Fill(_))
    }

    /// Returns the cell or edge under the cursor, if something can be written there.
    fn cell(&self) -> Option<FillCell> {
        let Session::Fill(game) = &self.session else { return None };
        game.cells().into_iter().find(|cell| cell.place == self.cursor)
    }

    /// Returns whether a character is a value of the cell under the cursor, or part of a number.
    /// Values come before commands.
    fn is_value(&self, character: char) -> bool {
        let is_choice = |cell: FillCell| cell.choices.contains(&character.to_string());
        self.writes() && (character.is_ascii_digit() || self.cell().is_some_and(is_choice))
    }

    fn edges(&self) -> EdgeGrid {
        match &self.session {
            Session::Fill(game) => EdgeGrid::of(&game.cells()),
            Session::Steps(_) | Session::Clock(_) => EdgeGrid::of(&[]),
        }
    }

    fn move_to(&mut self, place: Place) {
        self.cursor = place;
        if let Place::Cell(x, y) = place {
            self.home = (x, y);
        }
    }

    /// Handles a key that only has a meaning with a clock; returns whether it was one.
    fn watch(&mut self, key: KeyCode) -> bool {
        let Session::Clock(game) = &mut self.session else { return false };
        let (now, last) = game.clock();
        let was_running = std::mem::take(&mut self.running);
        match key {
            KeyCode::Char('.') => game.go_to(now + 1),
            KeyCode::Char(',') => game.go_to(now.saturating_sub(1)),
            KeyCode::Char('>') | KeyCode::PageDown => game.go_to(now + LEAP),
            KeyCode::Char('<') | KeyCode::PageUp => game.go_to(now.saturating_sub(LEAP)),
            KeyCode::Home => game.go_to(0),
            KeyCode::End => game.go_to(last),
            KeyCode::Char(' ') => self.running = !was_running,
            KeyCode::Tab => self.find_next_choice(),
            KeyCode::Char(digit @ '1'..='9') => self.choose(digit as usize - '1' as usize),
            KeyCode::Char('x') => {
                let pass = game.pass(now);
                self.says = game.play(&pass).err().unwrap_or(pass);
                game.go_to(now);
            }
            _ => return false,
        }
        true
    }

    fn tick(&mut self) {
        if let Session::Clock(game) = &mut self.session {
            game.go_to(game.clock().0 + 1);
        }
        self.running = !self.session.is_over();
    }

    /// Gives the order with this number at the cursor.
    fn choose(&mut self, index: usize) {
        match self.orders(self.home).get(index) {
            Some(choice) => self.play_move(&choice.mv),
            None => self.says = "no such order here".to_owned(),
        }
    }

    /// Returns the possible orders at a cell, if there is a clock.
    fn orders(&self, (x, y): (u32, u32)) -> Vec<CellMove> {
        match &self.session {
            Session::Clock(game) => game.orders(Place::Cell(x, y)),
            Session::Steps(_) | Session::Fill(_) => Vec::new(),
        }
    }

    /// Moves the cursor to the next cell, in reading order, that has possible orders.
    fn find_next_choice(&mut self) {
        let scene = self.session.scene();
        let mut places: Vec<_> = scene.tiles.iter().map(|tile| (tile.y, tile.x)).collect();
        places.sort_unstable();
        let (x, y) = self.home;
        let here = places.partition_point(|&place| place <= (y, x));
        places.rotate_left(here);
        let calls = |&(y, x): &(u32, u32)| !self.orders((x, y)).is_empty();
        match places.into_iter().find(calls) {
            Some((y, x)) => self.move_to(Place::Cell(x, y)),
            None => self.says = "there is no order to give".to_owned(),
        }
    }

    /// Returns the picture of the game with the pencil marks.
    fn scene(&self) -> Picture {
        let mut scene = self.session.scene();
        if let Session::Fill(game) = &self.session {
            self.pencil.draw(&mut scene, &game.cells());
        }
        scene
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        let scene = self.scene();
        let (Some(x), Some(y)) = (mouse.column.checked_sub(LEFT), mouse.row.checked_sub(TOP))
        else {
            return;
        };
        let layout = TerminalLayout::of(&scene);
        let (x, y) = (u32::from(x), u32::from(y));
        let edge = layout.edge_at(x, y).and_then(|at| self.edges().at(at));
        let cell = || layout.tile_at(x, y).map(|(x, y)| Place::Cell(x, y));
        let Some(place) = edge.or_else(cell) else { return };
        if self.cursor != place {
            self.move_to(place);
            self.typed = None;
            self.says.clear();
        }
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                let begins_link = self.linking.press(&self.session, self.cursor);
                if !begins_link {
                    self.touch(false);
                }
            }
            MouseEventKind::Drag(MouseButton::Left) => {
                let linked = self.linking.drag(&self.session, self.cursor);
                self.carry_link(linked);
            }
            MouseEventKind::Up(MouseButton::Left) => {
                let linked = self.linking.release(&self.session, self.cursor);
                self.carry_link(linked);
                let done = self.pieces.put_down(&self.session, self.cursor);
                self.carry_out(done);
            }
            MouseEventKind::Down(MouseButton::Right) if self.writes() => self.touch(true),
            MouseEventKind::Down(MouseButton::Right) => self.undo(),
            _ => {}
        }
    }

    /// Moves the cursor to the next tile to the right or left, down or up; with Shift, to the edge
    /// on that side, or from an edge to the next one like it.
    ///
    /// Where values are pulled, Shift takes the value of the tile along.
    fn step(&mut self, right: i32, down: i32, is_shifted: bool) {
        let scene = self.session.scene();
        let (layout, edges) = (TerminalLayout::of(&scene), self.edges());
        let next = match self.cursor {
            Place::Cell(..) if is_shifted && !edges.is_empty() => {
                edges.beside(self.cursor, right, down)
            }
            Place::Cell(x, y) => layout.beside((x, y), right, down).map(|(x, y)| Place::Cell(x, y)),
            Place::Link(..) => None,
            Place::Edge(..) => {
                let cell = cell_beyond(self.cursor, right, down);
                let cell = cell.filter(|&(x, y)| !is_shifted && scene.tile(x, y).is_some());
                let cell = cell.map(|(x, y)| Place::Cell(x, y));
                cell.or_else(|| edges.beside(self.cursor, 2 * right, 2 * down))
            }
        };
        let Some(next) = next else { return };
        if is_shifted && let Some(mv) = pulled(&self.session, self.cursor, next) {
            self.play_move(&mv);
        }
        self.move_to(next);
    }

    fn carry_link(&mut self, linked: Linked) {
        match linked {
            Linked::Plays(mv) => self.play_move(&mv),
            Linked::Says(words) => self.says = words,
            Linked::Clicks => self.touch(false),
            Linked::Nothing => {}
        }
    }

    /// Puts down what is held, or plays, takes or turns what is under the cursor.
    fn touch(&mut self, is_back: bool) {
        let turned = self.cell().and_then(|cell| cell.turn(is_back));
        let reach = || self.session.touch(self.cursor).map(|reach| reach.moves);
        let moves = turned.map(|mv| vec![mv]).or_else(reach).unwrap_or_default();
        let done = match self.pieces.put_down(&self.session, self.cursor) {
            PieceMove::Nothing if moves.is_empty() => self.pieces.take(&self.session, self.cursor),
            PieceMove::Nothing => PieceMove::Plays(moves),
            done => done,
        };
        if !self.carry_out(done) && !matches!(self.session, Session::Clock(_)) {
            self.says = "nothing to play there".to_owned();
        }
    }

    /// An arrow key plays, moves the piece that is held, or moves the cursor.
    fn arrow(&mut self, towards: Side, is_shifted: bool) {
        let done = self.pieces.arrow(&self.session, towards);
        if !self.carry_out(done) {
            let (right, down) = towards.step();
            self.step(right, down, is_shifted);
        }
    }

    /// Returns whether there was something to do.
    fn carry_out(&mut self, done: PieceMove) -> bool {
        match done {
            PieceMove::Plays(moves) => moves.iter().for_each(|mv| self.play_move(mv)),
            PieceMove::Says(words) => self.says = words.to_owned(),
            PieceMove::Nothing => return false,
        }
        true
    }

    fn play_move(&mut self, mv: &str) {
        self.says = match self.session.play(mv) {
            Ok(gain) if matches!(self.session, Session::Steps(_)) => format!("{mv}: {gain:+}"),
            Ok(_) => mv.to_owned(),
            Err(why) => why,
        };
    }

    /// Returns the move that writes a text under the cursor, if the cell can be written.
    fn writing(&self, text: Option<&str>) -> Option<String> {
        match &self.session {
            Session::Fill(game) => game.writing(self.cursor, text),
            Session::Steps(_) | Session::Clock(_) => None,
        }
    }

    /// Appends a character to those typed before if some value begins so, or starts a new value.
    fn type_on(&mut self, character: char, typed: Option<String>) {
        let choices = self.cell().map_or(Vec::new(), |cell| cell.choices);
        let begins =
            |text: &String| choices.is_empty() || choices.iter().any(|one| one.starts_with(text));
        match typed.map(|before| format!("{before}{character}")).filter(begins) {
            Some(more) if self.pencil.is_on => {
                // What was noted before was only the beginning.
                self.note(&more[..more.len() - character.len_utf8()]);
                self.note(&more);
                self.typed = Some(more);
            }
            Some(more) => self.write(more, true),
            None if self.pencil.is_on => {
                self.note(&character.to_string());
                self.typed = Some(character.to_string());
            }
            None => self.write(character.to_string(), false),
        }
    }

    /// Notes a value for the cell under the cursor, or removes it.
    fn note(&mut self, text: &str) {
        match self.cell() {
            Some(cell) if cell.value.is_none() => self.pencil.turn(self.cursor, text),
            _ => self.says = "pencil marks are for open cells".to_owned(),
        }
    }

    /// Removes the last typed digit, the whole entry of the cell, or its pencil marks.
    fn erase(&mut self, typed: Option<String>) {
        if self.pencil.is_on && self.pencil.erase(self.cursor) {
            return;
        }
        let mut text = typed.unwrap_or_default();
        text.pop();
        if !text.is_empty() {
            return self.write(text, true);
        }
        let Some(mv) = self.writing(None) else { return };
        if let Err(why) = self.session.play(&mv) {
            self.says = why;
        }
    }

    /// Writes into the cell under the cursor; `again` if the text replaces what was typed just
    /// before.
    fn write(&mut self, text: String, again: bool) {
        let Some(mv) = self.writing(Some(&text)) else { return };
        if again {
            self.session.undo();
        }
        match self.session.play(&mv) {
            Ok(_) => self.typed = Some(text),
            Err(why) => {
                if again {
                    self.session.redo();
                }
                self.says = why;
            }
        }
    }

    /// Shows the entries that contradict the rules.
    fn check(&mut self) {
        let slips = self.session.slips();
        self.wrong = slips.iter().flat_map(|slip| slip.places.clone()).collect();
        self.says = match slips.as_slice() {
            [] => NO_SLIP.to_owned(),
            [only] => only.words.clone(),
            [first, rest @ ..] => format!("{}, and {} more", first.words, rest.len()),
        };
    }

    /// Says whether what is written can be completed, and shows the wrong entries.
    fn ask_for_completion(&mut self) {
        let (words, wrong) = completion(self.instance, &self.session);
        self.says = words.to_owned();
        self.wrong = wrong;
    }

    fn undo(&mut self) {
        if !self.session.undo() {
            self.says = "nothing to undo".to_owned();
        }
    }

    fn redo(&mut self) {
        if !self.session.redo() {
            self.says = "nothing to redo".to_owned();
        }
    }

    /// Shows the hint and moves the cursor to it.
    fn hint(&mut self) {
        match hint(&*self.session) {
            Ok(hint) => {
                let place = hint.mv.as_deref().and_then(|mv| self.session.place_of(mv));
                let cell = place.map(|place| match place {
                    Place::Link((x, y), _) => Place::Cell(x, y),
                    place => place,
                });
                self.move_to(cell.unwrap_or(self.cursor));
                self.says = format!("hint {}", in_words(&hint));
            }
            Err(why) => self.says = why.to_owned(),
        }
    }

    /// Moves the cursor to the first cell that has a move.
    fn find_a_move(&mut self) {
        let scene = self.session.scene();
        let mut places =
            (0..scene.columns).flat_map(|x| (0..scene.rows).rev().map(move |y| (x, y)));
        let plays = |x, y| {
            self.session.touch(Place::Cell(x, y)).is_some_and(|reach| !reach.moves.is_empty())
        };
        if let Some((x, y)) = places.find(|&(x, y)| plays(x, y)) {
            self.move_to(Place::Cell(x, y));
        }
    }

    fn draw(&self) -> std::io::Result<()> {
        let mut out = stdout();
        let reach = self.session.touch(self.cursor);
        let lit = reach.as_ref().map_or(Vec::new(), |reach| cells(&reach.places));
        let scene = self.scene();
        queue!(out, Clear(ClearType::All))?;
        at(&mut out, 0, &format!("{}   {}", self.name, self.session.status()))?;
        let (wrong, wrong_edges) = (cells(&self.wrong), edges(&self.wrong));
        let emphasis = Emphasis {
            lit: &lit,
            wrong: &wrong,
            cursor: cells(&[self.cursor]).first().copied(),
            wrong_edges: &wrong_edges,
            cursor_edge: edges(&[self.cursor]).first().copied(),
        };
        let mut row = TOP;
        for line in TerminalLayout::of(&scene).lines(&emphasis) {
            at(&mut out, row, &line)?;
            row += 1;
        }
        let words = match (&reach, self.session.is_over(), self.session.is_solved()) {
            (_, true, true) => "the end".to_owned(),
            (_, true, false) => "the end, but the goal is not reached".to_owned(),
            (Some(reach), ..) => {
                let noted = self.cell().map_or(String::new(), |cell| self.pencil.words(&cell));
                format!("{}{noted}{}", reach.words, self.choices())
            }
            (None, ..) => String::new(),
        };
        at(&mut out, row + 1, &words)?;
        at(&mut out, row + 2, &self.says)?;
        if matches!(self.session, Session::Clock(_)) {
            at(&mut out, row + 3, &self.plan())?;
        }
        for (keys, below) in keys(&self.session).iter().zip(BELOW..) {
            at(&mut out, row + below, keys)?;
        }
        out.flush()
    }

    /// Lists the orders at the cursor with their digits.
    fn choices(&self) -> String {
        self.orders(self.home)
            .iter()
            .zip(1..=9)
            .map(|(choice, digit)| format!("  [{digit}] {}", choice.name))
            .collect()
    }

    /// Formats the plan around the current time, which is marked.
    fn plan(&self) -> String {
        let line = self.session.line();
        let Session::Clock(game) = &self.session else { return String::new() };
        let (now, _) = game.clock();
        let time =
            |mv: &String| mv.split_whitespace().next().and_then(|time| time.parse::<u32>().ok());
        let past = line.partition_point(|mv| time(mv).is_some_and(|time| time < now));
        let earlier =
            line[past.saturating_sub(ORDERS_BEFORE)..past].iter().map(|mv| format!("{mv}, "));
        let later = line[past..].iter().map(|mv| format!("  {mv}")).take(ORDERS_BEFORE + 1);
        format!("plan  {}▸{}", earlier.collect::<String>(), later.collect::<String>())
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
