//! Drags and links on a terminal: a line from cell to cell, and a value that is pulled along.

use quarry::{FillGame, LinkKind, Picture, Place, Session};

/// Where a link begins, and what a drag of the mouse does.
#[derive(Debug, Default)]
pub(super) struct Linking {
    /// The cell where a link begins, chosen by key.
    from: Option<Place>,
    /// The cell where the mouse button went down, if its effect waits until it goes up.
    pressed: Option<Place>,
    /// Whether the mouse has been elsewhere since.
    has_moved: bool,
}

/// What a key or a drag leads to.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Linked {
    /// A move to play.
    Plays(String),
    /// Something to say.
    Says(String),
    /// The mouse was pressed and released in one place: a click.
    Clicks,
    /// Nothing.
    Nothing,
}

impl Linking {
    /// Begins a link at a cell, or draws or erases it from the one where it began.
    pub(super) fn key(&mut self, session: &Session, at: Place) -> Linked {
        let Some(game) = linked_game(session) else { return Linked::Nothing };
        match self.from.take() {
            None => {
                self.from = Some(at);
                Linked::Says("a link begins here: go to a neighbour and press l again".to_owned())
            }
            Some(from) => match game.linking(from, at) {
                Some(mv) => Linked::Plays(mv),
                None => Linked::Says("these cells cannot be linked".to_owned()),
            },
        }
    }

    /// The mouse button goes down; returns whether its effect waits until it goes up.
    pub(super) fn press(&mut self, session: &Session, at: Place) -> bool {
        let waits = linked_game(session).is_some() || pulled_value(session, at).is_some();
        self.pressed = waits.then_some(at);
        self.has_moved = false;
        waits
    }

    /// The mouse is at another place with the button down.
    pub(super) fn drag(&mut self, session: &Session, to: Place) -> Linked {
        let Some(from) = self.pressed.filter(|&from| from != to) else { return Linked::Nothing };
        self.has_moved = true;
        // Links are drawn when the button goes up.
        match linked_game(session) {
            Some(_) => Linked::Nothing,
            None => pulled(session, from, to).map_or(Linked::Nothing, Linked::Plays),
        }
    }

    /// The mouse button goes up.
    pub(super) fn release(&mut self, session: &Session, at: Place) -> Linked {
        match (self.pressed.take(), linked_game(session)) {
            (Some(from), _) if from == at && !self.has_moved => Linked::Clicks,
            (Some(from), Some(game)) => {
                game.linking(from, at).map_or(Linked::Nothing, Linked::Plays)
            }
            _ => Linked::Nothing,
        }
    }
}

/// Returns the move that pulls the value of a cell into another one, if values are pulled.
pub(super) fn pulled(session: &Session, from: Place, to: Place) -> Option<String> {
    let Session::Fill(game) = session else { return None };
    let value = pulled_value(session, from)?;
    let cells = game.cells();
    let cell = cells.iter().find(|cell| cell.place == to && !cell.is_given)?;
    (cell.value.as_ref() != Some(&value)).then(|| format!("pull {}={value}", cell.name))
}

/// Returns the value that a drag from a cell carries, if values are pulled.
fn pulled_value(session: &Session, from: Place) -> Option<String> {
    let Session::Fill(game) = session else { return None };
    let cells = || game.cells().into_iter();
    game.spreads().then(|| cells().find(|cell| cell.place == from)?.value).flatten()
}

/// Returns the game, if cells can be linked in it.
fn linked_game(session: &Session) -> Option<&dyn FillGame> {
    match session {
        Session::Fill(game) if !game.links().is_empty() => Some(&**game),
        _ => None,
    }
}

/// Returns the picture with a link between rows, if there may be one: it needs more lines.
pub(super) fn with_links(mut scene: Picture, session: &Session) -> Picture {
    if let Some(game) = linked_game(session) {
        let cells = game.cells();
        let ends =
            |link: quarry::FillLink| (cells[link.from].place.cell(), cells[link.to].place.cell());
        let across = game.links().into_iter().map(ends).find(|(from, to)| from.1 != to.1);
        if let Some((from, to)) = across {
            scene = scene.with_link(from, to, LinkKind::DrawnTie);
        }
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry::Catalogue;

    fn session(text: &str) -> Session {
        Catalogue::standard().open(text).expect("a puzzle").session().expect("a game")
    }

    #[test]
    fn links_are_drawn_by_key_and_by_mouse() {
        let session = session("1 _ _\n_ _ _\n_ _ 9");
        let [here, beside, far] = [(0, 0), (1, 1), (2, 2)].map(|(x, y)| Place::Cell(x, y));
        let mut linking = Linking::default();
        assert!(matches!(linking.key(&session, here), Linked::Says(_)));
        assert_eq!(linking.key(&session, beside), Linked::Plays("1,1-2,2=line".to_owned()));
        linking.key(&session, here);
        assert!(matches!(linking.key(&session, far), Linked::Says(_)));
        assert!(linking.press(&session, beside));
        assert_eq!(linking.drag(&session, here), Linked::Nothing);
        assert_eq!(linking.release(&session, here), Linked::Plays("1,1-2,2=line".to_owned()));
        assert!(linking.press(&session, beside));
        assert_eq!(linking.release(&session, beside), Linked::Clicks);
        let rows = with_links(session.scene(), &session).links;
        assert_eq!(rows.len(), 1, "room for a link between rows");
    }

    #[test]
    fn values_are_pulled_along() {
        let example = Catalogue::standard();
        let example = example.example("spiral-galaxies/7x7-easy").expect("it ships with Quarry");
        let mut session = session(example.text);
        let [dot, beside] = [(3, 1), (3, 0)].map(|(x, y)| Place::Cell(x, y));
        let mut linking = Linking::default();
        assert!(linking.press(&session, dot));
        let Linked::Plays(mv) = linking.drag(&session, beside) else { panic!("it is pulled") };
        assert_eq!(mv, "pull 1,4=4");
        session.play(&mv).expect("an entry");
        assert_eq!(linking.drag(&session, beside), Linked::Nothing, "it is there");
        assert_eq!(linking.release(&session, beside), Linked::Nothing);
        assert!(matches!(linking.key(&session, dot), Linked::Nothing), "no links here");
    }
}
