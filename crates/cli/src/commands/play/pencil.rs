//! Pencil marks on a terminal: values that are noted for cells that are still open.

use std::collections::{BTreeMap, BTreeSet};

use quarry::{Corner, FillCell, Mark, Picture, Place};

/// The sign of a cell with several marks; the line below the board lists them.
const SEVERAL: &str = "⁺";

/// The marks of a game. They are notes of the player and not part of the moves.
#[derive(Debug, Default)]
pub(super) struct PencilMarks {
    /// Whether values that are typed become marks.
    pub(super) is_on: bool,
    marks: BTreeMap<Place, BTreeSet<String>>,
}

impl PencilMarks {
    /// Notes a value, or removes it.
    pub(super) fn turn(&mut self, place: Place, value: &str) {
        let here = self.marks.entry(place).or_default();
        if !here.remove(value) {
            here.insert(value.to_owned());
        }
    }

    /// Removes all marks of a place; returns whether there were any.
    pub(super) fn erase(&mut self, place: Place) -> bool {
        self.marks.remove(&place).is_some_and(|here| !here.is_empty())
    }

    pub(super) fn erase_all(&mut self) {
        self.marks.clear();
    }

    /// Lists the marks of a place in the order of its values.
    pub(super) fn words(&self, cell: &FillCell) -> String {
        let Some(here) = self.marks.get(&cell.place).filter(|here| !here.is_empty()) else {
            return String::new();
        };
        let order = |mark: &&String| cell.choices.iter().position(|choice| choice == *mark);
        let mut marks: Vec<&String> = here.iter().collect();
        marks.sort_by_key(order);
        let marks: Vec<&str> = marks.into_iter().map(String::as_str).collect();
        format!("  noted: {}", marks.join(" "))
    }

    /// Adds the marks of open cells to a picture.
    pub(super) fn draw(&self, picture: &mut Picture, cells: &[FillCell]) {
        for cell in cells.iter().filter(|cell| cell.value.is_none()) {
            let (Place::Cell(x, y), Some(here)) = (cell.place, self.marks.get(&cell.place)) else {
                continue;
            };
            let mut marks = here.iter();
            let sign = match (marks.next(), marks.next()) {
                (None, _) => continue,
                (Some(only), None) if only.chars().count() == 1 => only.as_str(),
                _ => SEVERAL,
            };
            let here = picture.tiles.iter_mut().filter(|tile| (tile.x, tile.y) == (x, y));
            here.for_each(|tile| tile.marks.push(Mark::Note(Corner::TopLeft, sign.to_owned())));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry::{Tile, Tint};

    fn cell(x: u32, value: Option<&str>) -> FillCell {
        FillCell {
            place: Place::Cell(x, 0),
            name: format!("1,{}", x + 1),
            choices: ["1", "2", "10"].map(str::to_owned).to_vec(),
            value: value.map(str::to_owned),
            is_given: false,
        }
    }

    #[test]
    fn marks_are_listed_in_order_and_drawn_on_open_cells() {
        let mut marks = PencilMarks::default();
        let cells = [cell(0, None), cell(1, None), cell(2, Some("2"))];
        for value in ["10", "2", "1", "1"] {
            marks.turn(cells[0].place, value);
        }
        marks.turn(cells[1].place, "1");
        marks.turn(cells[2].place, "1");
        assert_eq!(marks.words(&cells[0]), "  noted: 2 10", "the 1 was removed again");
        let mut picture = Picture::grid(3, 1, |x, y| Tile::new(x, y, Tint::Open, ""));
        marks.draw(&mut picture, &cells);
        let notes: Vec<Vec<Mark>> = picture.tiles.into_iter().map(|tile| tile.marks).collect();
        let note = |text: &str| vec![Mark::Note(Corner::TopLeft, text.to_owned())];
        assert_eq!(notes, [note(SEVERAL), note("1"), vec![]], "filled cells show no marks");
        assert!(marks.erase(cells[0].place) && !marks.erase(cells[0].place));
        assert_eq!(marks.words(&cells[0]), "");
    }
}
