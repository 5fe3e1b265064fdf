//! Clearing a board of one column or one row, in polynomial time.
//!
//! Such a board is a word, and removing a group joins what is left and right of it. T. Biedl et al.
//! ("The complexity of Clickomania", 2002) show that exactly the words of a context-free language
//! can be cleared: a clearable word is empty, or two clearable words side by side, or two or three
//! cells of one colour with clearable words between them. A table over all parts of the word decides
//! it in O(n^3). With two colours linear time is enough; the table serves any number of colours.

use quarry_core::{
    Card, Found, Guided, Incumbent, Meter, NoSettings, OwnSolver, PuzzleSearch, Search,
    SettingError, SliceEnd, StateSpace, Tables,
};

use super::{Cell, Colour, Move, SameGame};

/// Decides whether a board of one column or one row can be cleared.
pub(super) struct OneLine;

impl OwnSolver<SameGame> for OneLine {
    const CARD: Card = Card {
        name: "one-line",
        summary: "Clears a board of one column or one row, or proves that it cannot be cleared.",
        complete: "yes",
        optimal: "any goal will do",
        time: "O(n^3) for n cells",
        memory: "O(n^2)",
        rank: 1,
        alias: None,
    };
    type Settings = NoSettings;

    fn check(puzzle: &SameGame, _: &NoSettings) -> Result<(), SettingError> {
        if is_line(puzzle) {
            return Ok(());
        }
        let why = "it works on Clickomania boards of one column or one row; choose another solver";
        Err(SettingError::OtherInstance(why.to_owned()))
    }

    fn turn(puzzle: &SameGame) -> Option<u64> {
        is_line(puzzle).then_some(1_000)
    }

    fn begin<'p>(
        puzzle: &'p SameGame,
        _: &NoSettings,
        _seed: u64,
        _: &'p dyn Tables,
    ) -> PuzzleSearch<'p, SameGame> {
        Box::new(LineSearch { puzzle, best: Incumbent::default(), is_refuted: false })
    }
}

fn is_line(puzzle: &SameGame) -> bool {
    let grid = puzzle.grid();
    puzzle.rules().must_clear()
        && puzzle.rules().min_group() == 2
        && (grid.columns() == 1 || grid.rows() == 1)
}

struct LineSearch<'p> {
    puzzle: &'p SameGame,
    best: Incumbent<Vec<Move>>,
    is_refuted: bool,
}

impl Search for LineSearch<'_> {
    type Answer = Vec<Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        let word = word(self.puzzle);
        let Some(parts) = Clearable::of(&word, meter) else { return SliceEnd::Working };
        if !parts.holds(0, word.len()) {
            self.is_refuted = true;
            return SliceEnd::Proved;
        }
        let mut state = self.puzzle.start();
        let (mut line, mut score) = (Vec::new(), 0);
        for at in clicks(&word, &parts.groups()) {
            let cell = if self.puzzle.grid().columns() == 1 {
                Cell { column: 0, row: at as u8 }
            } else {
                Cell { column: at as u8, row: 0 }
            };
            let mv = self.puzzle.resolve_move(&state, cell).expect("a group is left there");
            match meter.play(self.puzzle, &mut state, mv) {
                Ok(gain) => score += gain,
                Err(_) => return SliceEnd::Working,
            }
            line.push(mv);
        }
        score += self.puzzle.terminal_score(&state);
        self.best.offer(meter, true, score, || line);
        SliceEnd::Exhausted
    }

    fn best(&self) -> Option<&Found<Vec<Move>>> {
        self.best.best()
    }

    fn argument(&self) -> Option<String> {
        self.is_refuted.then(|| {
            "No way of pairing cells of one colour, with all between them removed first, leaves \
             none over."
                .to_owned()
        })
    }
}

/// The colours along the line.
fn word(puzzle: &SameGame) -> Vec<Colour> {
    let board = puzzle.start();
    let (columns, rows) = (puzzle.grid().columns(), puzzle.grid().rows());
    let cells = (0..columns).flat_map(|column| (0..rows).map(move |row| Cell { column, row }));
    cells.map_while(|cell| board.colour(cell)).collect()
}

/// Which parts of a word can be cleared.
struct Clearable<'w> {
    word: &'w [Colour],
    /// For each start: whether the part up to each end can be cleared.
    table: Vec<Vec<bool>>,
}

impl<'w> Clearable<'w> {
    /// Fills the table, short parts first; `None` if the meter stops the run.
    fn of(word: &'w [Colour], meter: &mut Meter) -> Option<Self> {
        let n = word.len();
        let mut clearable = Clearable { word, table: vec![vec![false; n + 1]; n + 1] };
        for start in (0..=n).rev() {
            if !meter.goes_on() {
                return None;
            }
            clearable.table[start][start] = true;
            for end in start + 2..=n {
                clearable.table[start][end] = clearable.first_group(start, end).is_some();
            }
        }
        Some(clearable)
    }

    fn holds(&self, start: usize, end: usize) -> bool {
        self.table[start][end]
    }

    /// Returns the cells that the first cell of a part is removed with: one or two others of its
    /// colour, so that everything between and behind them can be cleared.
    fn first_group(&self, start: usize, end: usize) -> Option<(usize, Option<usize>)> {
        let same = |from: usize| (from..end).filter(move |&at| self.word[at] == self.word[start]);
        same(start + 1).filter(|&second| self.holds(start + 1, second)).find_map(|second| {
            if self.holds(second + 1, end) {
                return Some((second, None));
            }
            let fits = |&third: &usize| self.holds(second + 1, third) && self.holds(third + 1, end);
            same(second + 1).find(fits).map(|third| (second, Some(third)))
        })
    }

    /// Divides a clearable word into groups, each after the groups between its cells.
    fn groups(&self) -> Vec<Vec<usize>> {
        let mut groups = Vec::new();
        let mut parts = vec![(0, self.word.len())];
        // A group is found before what lies between its cells, so the order is turned round.
        while let Some((start, end)) = parts.pop() {
            let Some((second, third)) = self.first_group(start, end) else { continue };
            let last = third.unwrap_or(second);
            parts.extend([
                (start + 1, second),
                (second + 1, last.max(second + 1)),
                (last + 1, end),
            ]);
            groups.push([start, second].into_iter().chain(third).collect());
        }
        groups.reverse();
        groups
    }
}

/// Returns the places to click, as they are numbered at the time, that remove these groups.
///
/// A click removes all neighbours of the colour, also those of another group. So a group that
/// touches a cell of its colour whose own group is not yet together waits, and goes with it.
fn clicks(word: &[Colour], groups: &[Vec<usize>]) -> Vec<usize> {
    let mut left: Vec<usize> = (0..word.len()).collect();
    let mut is_due = vec![false; word.len()];
    let mut clicks = Vec::new();
    for group in groups {
        group.iter().for_each(|&cell| is_due[cell] = true);
        let at = left.iter().position(|&cell| cell == group[0]);
        // It may have gone with another group already.
        let Some(at) = at else { continue };
        let is_same = |cell: &usize| word[*cell] == word[group[0]];
        let first =
            left[..at].iter().rposition(|cell| !is_same(cell)).map_or(0, |before| before + 1);
        let end =
            left[at..].iter().position(|cell| !is_same(cell)).map_or(left.len(), |it| at + it);
        if left[first..end].iter().all(|&cell| is_due[cell]) {
            left.drain(first..end);
            clicks.push(first);
        }
    }
    clicks
}

#[cfg(test)]
mod tests {
    use quarry_core::{NoTables, Puzzle, Rng, drive};

    use super::*;

    /// Whether a word can be cleared, by trying everything.
    fn by_trial(word: &[Colour]) -> bool {
        if word.is_empty() {
            return true;
        }
        let mut start = 0;
        while start < word.len() {
            let end = (start..word.len()).find(|&at| word[at] != word[start]);
            let end = end.unwrap_or(word.len());
            if end - start > 1 && by_trial(&[&word[..start], &word[end..]].concat()) {
                return true;
            }
            start = end;
        }
        false
    }

    #[test]
    fn a_line_is_cleared_wherever_trying_everything_clears_it() {
        let mut rng = Rng::new(1);
        let mut cleared = 0;
        for round in 0..600 {
            let (length, colours) = (1 + round % 13, 2 + round % 3);
            let word: Vec<Colour> = (0..length).map(|_| rng.below(colours) as Colour).collect();
            let letters: Vec<String> =
                word.iter().map(|&colour| ((b'a' + colour) as char).to_string()).collect();
            for separator in ["", "\n"] {
                let text = format!(
                    "puzzle = \"samegame\"\nrules = \"clickomania\"\nboard = \"\"\"\n{}\n\"\"\"\n",
                    letters.join(separator)
                );
                let puzzle = SameGame::parse(&text).expect("a board");
                let mut search = OneLine::begin(&puzzle, &NoSettings, 1, &NoTables);
                let outcome = drive(&mut search, &mut Meter::unlimited(), &mut |_| {});
                let is_clearable = by_trial(&super::word(&puzzle));
                assert_eq!(outcome.proved, !is_clearable, "{text}");
                if is_clearable {
                    let answer = outcome.found.expect("a way").answer;
                    assert!(puzzle.judge(&answer).expect("it is legal").solved, "{text}");
                    cleared += 1;
                }
            }
        }
        assert!((100..1100).contains(&cleared), "{cleared} of 1200");
    }
}
