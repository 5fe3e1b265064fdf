//! The board that searches work on: packed if it fits, wide otherwise.
//!
//! Up to 16 x 16 cells and 8 colours the packed board is used, which is some twenty times faster;
//! the wide board covers the rest, up to 255 x 255 cells and 62 colours, and the rules under which
//! columns do not close. The kind never changes
//! during a game, so the choice costs one well-predicted branch per call. The tests below compare
//! both with `rules.rs`.

use std::cmp::Reverse;

use quarry_core::{Rng, Score};

use super::Move;
use super::grid::{Cell, Colour, Grid, GroupShape};
use super::packed::PackedBoard;
use super::variant::Variant;
use super::wide::WideBoard;

/// A settled board: no cell floats, and no empty column is left of a filled one, unless columns
/// stay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Board {
    /// Up to 16 x 16 cells and 8 colours.
    Packed(PackedBoard),
    /// Any other size, and columns that stay.
    Wide(WideBoard),
}

impl Board {
    /// Creates the board of a settled grid under these rules.
    pub fn new(rules: Variant, grid: &Grid) -> Self {
        if rules.closes_columns() {
            Board::from_grid(grid)
        } else {
            Board::Wide(WideBoard::standing(grid))
        }
    }

    /// Creates the board of a settled grid whose columns close.
    pub fn from_grid(grid: &Grid) -> Self {
        PackedBoard::from_grid(grid)
            .map_or_else(|| Board::Wide(WideBoard::from_grid(grid)), Board::Packed)
    }

    /// Colour of the cell in a place, on the board or off it; none if there is no cell.
    pub fn colour(&self, cell: Cell) -> Option<Colour> {
        match self {
            Board::Packed(board) => board.colour(cell.column.into(), cell.row.into()),
            Board::Wide(board) => board.colour(cell),
        }
    }

    /// Number of cells left of each colour; colours beyond the end of the slice have none.
    #[inline]
    pub fn counts(&self) -> &[u16] {
        match self {
            Board::Packed(board) => board.counts(),
            Board::Wide(board) => board.counts(),
        }
    }

    /// Colour with the most cells, the lowest among equals. It is usually kept for last.
    pub fn most_frequent_colour(&self) -> Colour {
        match self {
            Board::Packed(board) => board.most_frequent_colour(),
            Board::Wide(board) => board.most_frequent_colour(),
        }
    }

    /// Whether no cell is left.
    pub fn is_empty(&self) -> bool {
        match self {
            Board::Packed(board) => board.is_empty(),
            Board::Wide(board) => board.is_empty(),
        }
    }

    /// Calls `visit` with the leftmost, then lowest cell and the size of every group of at least
    /// `min_group` cells, in the order of those cells: by column from the left, then by row from
    /// the bottom.
    #[inline]
    pub fn each_group(&self, min_group: usize, mut visit: impl FnMut(Cell, usize)) {
        match self {
            Board::Packed(board) => {
                board.for_each_group(min_group, |group| visit(group.first_cell(), group.size()));
            }
            Board::Wide(board) => board.each_group(min_group, visit),
        }
    }

    /// Calls `visit` with the shape of every group of at least `min_group` cells, in the order of
    /// [`Board::each_group`].
    #[inline]
    pub(super) fn each_shape(&self, min_group: usize, mut visit: impl FnMut(GroupShape)) {
        match self {
            Board::Packed(board) => board.for_each_group(min_group, |group| visit(group.shape())),
            Board::Wide(board) => board.each_shape(min_group, visit),
        }
    }

    /// Calls `visit` with the size of every group of at least `min_group` cells that is left after
    /// removing `group`; `groups` must hold all groups of at least that size. The order is
    /// arbitrary.
    #[inline]
    pub(super) fn each_size_after(
        &self,
        group: &GroupShape,
        groups: &[GroupShape],
        min_group: usize,
        mut visit: impl FnMut(usize),
    ) {
        let mut after = self.clone();
        after.play(group.first);
        match (&after, self) {
            (Board::Packed(after), Board::Packed(before)) if after.width() == before.width() => {
                // Columns beyond the neighbours of the group's own columns are unchanged.
                let (left, right) = (group.first.column.saturating_sub(1), group.right + 1);
                for other in
                    groups.iter().filter(|other| other.right < left || other.first.column > right)
                {
                    visit(other.size);
                }
                let last = usize::from(right).min(after.width() - 1);
                after.each_size_in(left.into()..=last, min_group, visit);
            }
            _ => after.each_group(min_group, |_, size| visit(size)),
        }
    }

    /// Appends a move for every group of at least `min_group` cells, in the order of
    /// [`Board::each_group`].
    #[inline]
    pub fn groups(&self, min_group: usize, out: &mut Vec<Move>) {
        match self {
            Board::Packed(board) => board.groups(min_group, out),
            Board::Wide(board) => board.each_group(min_group, |cell, _| out.push(cell)),
        }
    }

    /// Appends the same moves in the order in which a scan row by row from the top meets them.
    pub fn groups_from_the_top(&self, min_group: usize, out: &mut Vec<Move>) {
        match self {
            Board::Packed(board) => {
                // No rules need this on a packed board, so it may take its time.
                let mut groups = Vec::new();
                board.groups(min_group, &mut groups);
                groups.sort_by_key(|&group| {
                    let cells = self.cells_of(group).into_iter();
                    cells.map(|cell| (Reverse(cell.row), cell.column)).min()
                });
                out.append(&mut groups);
            }
            Board::Wide(board) => board.groups_from_the_top(min_group, out),
        }
    }

    /// Returns the leftmost, then lowest cell of the group in this place, and its size; none for an
    /// empty place.
    #[inline]
    pub fn group_of(&self, cell: Cell) -> Option<(Cell, usize)> {
        match self {
            Board::Packed(board) => {
                let group = board.group_at(cell.column.into(), cell.row.into())?;
                Some((group.first_cell(), group.size()))
            }
            Board::Wide(board) => {
                let cells = board.cells_of(cell);
                Some((*cells.first()?, cells.len()))
            }
        }
    }

    /// Returns the cells of the group in this place, ordered by column, then by row; none for an
    /// empty place.
    pub fn cells_of(&self, cell: Cell) -> Vec<Cell> {
        match self {
            Board::Packed(board) => {
                let group = board.group_at(cell.column.into(), cell.row.into());
                group.map(|group| group.cells().collect()).unwrap_or_default()
            }
            Board::Wide(board) => board.cells_of(cell),
        }
    }

    /// Removes the group of a cell and returns its size.
    #[inline]
    pub fn play(&mut self, mv: Move) -> usize {
        match self {
            Board::Packed(board) => board.play(mv),
            Board::Wide(board) => board.play(mv),
        }
    }

    /// Whether there is a group of `min_group` cells.
    #[inline]
    pub fn has_move(&self, min_group: usize) -> bool {
        match self {
            Board::Packed(board) => board.has_move(min_group),
            Board::Wide(board) => board.has_move(min_group),
        }
    }

    /// Key of the position, equal for mirror images and for renamed colours.
    #[inline]
    pub fn key(&self) -> u128 {
        match self {
            Board::Packed(board) => board.key(),
            Board::Wide(board) => board.key(),
        }
    }

    /// Approximate heap memory in bytes.
    pub fn heap_bytes(&self) -> usize {
        match self {
            Board::Packed(_) => 0,
            Board::Wide(board) => board.places(),
        }
    }

    /// Plays a random game to the end. Each removable cell is equally likely to name the move, but
    /// the colour most frequent at the start is removed only when nothing else can be, so that it
    /// gathers into large groups. Returns the points including the terminal score, and appends the
    /// moves to `line`; none if `may_play`, called before each move, returned false.
    pub fn playout_tabu(
        &mut self,
        rules: Variant,
        rng: &mut Rng,
        line: &mut Vec<Move>,
        may_play: impl FnMut() -> bool,
    ) -> Option<Score> {
        match self {
            Board::Packed(board) => {
                board.playout_tabu(board.most_frequent_colour(), rules, rng, line, may_play)
            }
            Board::Wide(board) => board.playout_tabu(rules, rng, line, may_play),
        }
    }

    /// Plays quickly and deterministically to the end. The colour most frequent at the start is
    /// removed only when nothing else can be. Of the others, the packed board takes the largest
    /// group, the first listed among equals, and the wide board one after the other from the left.
    /// Returns the points including the terminal score, and appends the moves to `line`; none if
    /// `goes_on` returned false.
    pub fn finish(
        &mut self,
        rules: Variant,
        line: &mut Vec<Move>,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Option<Score> {
        if let Board::Wide(board) = self {
            return board.finish(rules, line, goes_on);
        }
        let kept = self.most_frequent_colour();
        let mut points = 0;
        while let Some(mv) = self.largest(kept, rules.min_group()) {
            if !goes_on() {
                return None;
            }
            points += rules.points(self.play(mv));
            line.push(mv);
        }
        Some(points + rules.terminal_score(self.counts()))
    }

    /// Returns the first of the largest groups, but not of the `kept` colour while there are
    /// others.
    fn largest(&self, kept: Colour, min_group: usize) -> Option<Move> {
        let mut best = None;
        self.each_group(min_group, |first, size| {
            let value = (self.colour(first) != Some(kept), size);
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, first));
            }
        });
        best.map(|(_, first)| first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::samegame::grid::COLOURS;
    use crate::moves::samegame::rules;
    use quarry_core::Verdict;

    /// Both boards of a grid; only the wide one if it cannot be packed or its columns stay.
    fn boards_of(rules: Variant, grid: &Grid) -> Vec<Board> {
        if !rules.closes_columns() {
            return vec![Board::new(rules, grid)];
        }
        let packed = PackedBoard::from_grid(grid).map(Board::Packed);
        packed.into_iter().chain([Board::Wide(WideBoard::from_grid(grid))]).collect()
    }

    fn assert_same(board: &Board, grid: &Grid, min_group: usize) {
        let mut expected = Vec::new();
        for cell in grid.cells() {
            assert_eq!(board.colour(cell), grid.at(cell));
            let group: Vec<Cell> = rules::group_of(grid, cell).into_iter().collect();
            assert_eq!(board.cells_of(cell), group);
            assert_eq!(board.group_of(cell), group.first().map(|&first| (first, group.len())));
            if group.len() >= min_group && group[0] == cell {
                expected.push((cell, group.len()));
            }
        }
        let outside = Cell { column: grid.columns(), row: grid.rows() };
        assert_eq!((board.colour(outside), board.group_of(outside)), (None, None));
        let counts = grid.counts();
        assert_eq!(board.counts(), &counts[..board.counts().len()]);
        assert_eq!(board.is_empty(), counts == [0; COLOURS]);
        let mut visited = Vec::new();
        board.each_group(min_group, |cell, size| visited.push((cell, size)));
        assert_eq!(visited, expected);
        let mut moves = Vec::new();
        board.groups(min_group, &mut moves);
        assert_eq!(moves, expected.iter().map(|&(cell, _)| cell).collect::<Vec<_>>());
        assert_eq!(board.has_move(min_group), !expected.is_empty());
        moves.clear();
        board.groups_from_the_top(min_group, &mut moves);
        let mut scanned = Vec::new();
        for row in (0..grid.rows()).rev() {
            for column in 0..grid.columns() {
                let group = rules::group_of(grid, Cell { column, row });
                let first = group.first().copied().filter(|first| !scanned.contains(first));
                scanned.extend(first.filter(|_| group.len() >= min_group));
            }
        }
        assert_eq!(moves, scanned);
    }

    #[test]
    fn both_boards_follow_the_rules_at_every_step() {
        let mut rng = Rng::new(1);
        for round in 0..600 {
            let (columns, rows) = (1 + rng.below(18) as u8, 1 + rng.below(18) as u8);
            let colours = 1 + rng.below(if round % 4 == 0 { COLOURS } else { 8 });
            let mut grid = Grid::random(columns, rows, colours, &mut rng);
            let rules = Variant::ALL[rng.below(Variant::ALL.len())];
            let mut boards = boards_of(rules, &grid);
            let min_group = 2 + rng.below(2);
            loop {
                for board in &boards {
                    assert_same(board, &grid, min_group);
                }
                let mut groups = Vec::new();
                boards[0].groups(min_group, &mut groups);
                if groups.is_empty() {
                    break;
                }
                // Any cell of the group identifies it.
                let group = boards[0].cells_of(groups[rng.below(groups.len())]);
                let mv = group[rng.below(group.len())];
                for board in &mut boards {
                    assert_eq!(board.play(mv), group.len());
                }
                rules::remove(rules, &mut grid, &group.into_iter().collect());
            }
        }
    }

    #[test]
    fn small_boards_are_packed_and_large_ones_are_not() {
        let mut rng = Rng::new(2);
        let mut is_packed = |columns, rows, colours| {
            // Enough cells that every colour occurs.
            matches!(
                Board::from_grid(&Grid::random(columns, rows, colours, &mut rng)),
                Board::Packed(_)
            )
        };
        assert!(is_packed(16, 16, 8) && is_packed(1, 1, 1));
        assert!(!is_packed(17, 1, 2) && !is_packed(1, 17, 2) && !is_packed(16, 16, 9));
    }

    /// The law tests compare ordinary boards with the judge at every step; this test compares odd
    /// boards at the end of the game.
    #[test]
    fn playouts_are_games_worth_what_the_judge_says() {
        let mut rng = Rng::new(3);
        for _ in 0..200 {
            let (columns, rows) = (1 + rng.below(24) as u8, 1 + rng.below(24) as u8);
            let colours = 1 + rng.below(COLOURS).min(rng.below(COLOURS));
            let grid = Grid::random(columns, rows, colours, &mut rng);
            for rules in Variant::ALL {
                for board in boards_of(rules, &grid) {
                    compare_a_playout(&grid, board, rules, &mut rng);
                }
            }
        }
    }

    #[test]
    fn the_largest_board_with_all_colours_is_played_to_the_end() {
        let mut rng = Rng::new(4);
        let grid = Grid::random(255, 255, COLOURS, &mut rng);
        let mut board = Board::from_grid(&grid);
        let (mut line, mut score) = (Vec::new(), 0);
        while let Some(mv) = random_move(&board, &mut rng) {
            score += Variant::SameGame.points(board.play(mv));
            line.push(mv);
        }
        assert!(line.len() > 1000);
        score += Variant::SameGame.terminal_score(board.counts());
        assert_eq!(
            rules::judge(Variant::SameGame, &grid, &line),
            Ok(Verdict { solved: true, score })
        );
    }

    /// Picks any cell of any group; guessing cells is faster than listing all groups of a large
    /// board.
    fn random_move(board: &Board, rng: &mut Rng) -> Option<Move> {
        let guess = |_| {
            let cell = Cell { column: rng.below(255) as u8, row: rng.below(255) as u8 };
            board.group_of(cell).filter(|&(_, size)| size >= 2).map(|_| cell)
        };
        (0..100).find_map(guess).or_else(|| {
            let mut groups = Vec::new();
            board.groups(2, &mut groups);
            groups.first().copied()
        })
    }

    /// Odd boards of every size, from the start and from the middle of a game: the finished line
    /// has the judge's score, and the colour kept for last is removed only when nothing else can
    /// be.
    #[test]
    fn a_finished_game_is_over_and_worth_what_the_judge_says() {
        let mut rng = Rng::new(5);
        for _ in 0..300 {
            let (columns, rows) = (1 + rng.below(24) as u8, 1 + rng.below(24) as u8);
            let grid = Grid::random(columns, rows, 1 + rng.below(8), &mut rng);
            for rules in Variant::ALL {
                for mut board in boards_of(rules, &grid) {
                    let (mut line, mut score) = (Vec::new(), 0);
                    for _ in 0..rng.below(6) {
                        let mut groups = Vec::new();
                        board.groups(rules.min_group(), &mut groups);
                        let Some(&mv) = groups.get(rng.below(groups.len().max(1))) else { break };
                        score += rules.points(board.play(mv));
                        line.push(mv);
                    }
                    let (begun, mut replayed) = (line.len(), board.clone());
                    let kept = board.most_frequent_colour();
                    score += board.finish(rules, &mut line, &mut || true).expect("never stopped");
                    for &mv in &line[begun..] {
                        let mut groups = Vec::new();
                        replayed.groups(rules.min_group(), &mut groups);
                        assert!(groups.contains(&mv));
                        let is_kept = |cell: &Cell| replayed.colour(*cell) == Some(kept);
                        assert!(!is_kept(&mv) || groups.iter().all(is_kept));
                        replayed.play(mv);
                    }
                    assert!(!board.has_move(rules.min_group()));
                    let solved = !rules.must_clear() || board.is_empty();
                    assert_eq!(rules::judge(rules, &grid, &line), Ok(Verdict { solved, score }));
                }
            }
        }
    }

    #[test]
    fn small_boards_are_finished_by_their_largest_groups() {
        let mut rng = Rng::new(6);
        for _ in 0..100 {
            let grid = Grid::random(8, 8, 4, &mut rng);
            let mut board = Board::from_grid(&grid);
            let (mut replayed, mut line) = (board.clone(), Vec::new());
            let kept = board.most_frequent_colour();
            board.finish(Variant::SameGame, &mut line, &mut || true).expect("never stopped");
            for mv in line {
                let size = |mv: Move| replayed.group_of(mv).map_or(0, |(_, size)| size);
                let mut groups = Vec::new();
                replayed.groups(2, &mut groups);
                let mut others: Vec<Move> = groups
                    .iter()
                    .copied()
                    .filter(|&mv| replayed.colour(mv) != Some(kept))
                    .collect();
                if others.is_empty() {
                    others = groups;
                }
                let most = others.iter().map(|&mv| size(mv)).max();
                assert_eq!(others.into_iter().find(|&mv| Some(size(mv)) == most), Some(mv));
                replayed.play(mv);
            }
        }
    }

    #[test]
    fn games_stop_where_they_are_told_to() {
        let mut board = Board::from_grid(&Grid::random(40, 40, 5, &mut Rng::new(7)));
        let mut asked = 0;
        let mut twice = || {
            asked += 1;
            asked <= 2
        };
        assert_eq!(board.clone().finish(Variant::SameGame, &mut Vec::new(), &mut twice), None);
        let rng = &mut Rng::new(8);
        assert_eq!(board.playout_tabu(Variant::SameGame, rng, &mut Vec::new(), || false), None);
    }

    /// Whether cells are drawn until one is removable or the groups are listed, each removable cell
    /// is equally likely.
    #[test]
    fn wide_boards_draw_removable_cells_evenly() {
        let mut rng = Rng::new(9);
        let grid = Grid::random(17, 17, 3, &mut rng);
        let board = WideBoard::from_grid(&grid);
        let tabu = board.most_frequent_colour();
        for min_group in [2, 3] {
            let mut sizes = Vec::new();
            board.each_group(min_group, |cell, size| sizes.push((cell, size)));
            sizes.retain(|&(cell, _)| board.colour(cell) != Some(tabu));
            let cells: usize = sizes.iter().map(|&(_, size)| size).sum();
            let draws = 400 * cells;
            let mut counts = vec![0.0; sizes.len()];
            for _ in 0..draws {
                let mv = board.choose(Some(tabu), min_group, &mut rng).expect("there are groups");
                counts[sizes.iter().position(|&(cell, _)| cell == mv).expect("a listed group")] +=
                    1.0;
            }
            let expected = |size: usize| (400 * size) as f64;
            let chi_square: f64 = counts
                .iter()
                .zip(&sizes)
                .map(|(count, &(_, size))| (count - expected(size)).powi(2) / expected(size))
                .sum();
            let mean = sizes.len() as f64 - 1.0;
            let deviation = (2.0 * mean).sqrt();
            assert!(
                (chi_square - mean).abs() < 4.0 * deviation,
                "{chi_square} where {mean} is expected"
            );
        }
    }

    /// Checks that the tabu colour is removed only when nothing else can be, and that the line has
    /// the score that the playout returns.
    fn compare_a_playout(grid: &Grid, mut board: Board, rules: Variant, rng: &mut Rng) {
        let mut replayed = board.clone();
        let most = replayed.counts().iter().max().copied();
        let tabu =
            replayed.counts().iter().position(|&count| Some(count) == most).unwrap() as Colour;
        let mut line = Vec::new();
        let score = board.playout_tabu(rules, rng, &mut line, || true).expect("never stopped");
        for &mv in &line {
            let mut groups = Vec::new();
            replayed.groups(rules.min_group(), &mut groups);
            assert!(groups.contains(&mv));
            let is_tabu = |cell: &Cell| replayed.colour(*cell) == Some(tabu);
            assert!(!is_tabu(&mv) || groups.iter().all(is_tabu));
            replayed.play(mv);
        }
        assert_eq!(replayed, board);
        assert!(!board.has_move(rules.min_group()));
        let solved = !rules.must_clear() || board.is_empty();
        assert_eq!(rules::judge(rules, grid, &line), Ok(Verdict { solved, score }));
    }
}
