//! What a search has to do: bring the stones from the start to the targets with pushes, or from the
//! targets back to the start with pulls. A solution played backwards is a line of pulls, so that a
//! search may begin at either end; distances, dead cells and plans are mirror images of each other.

use super::maze::{APART, Cell, FAR, Maze, NONE, cells, flip, holds};

/// Whether the device pushes the stones or pulls them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sense {
    Push,
    Pull,
}

/// Where stones begin and where they have to go.
#[derive(Debug)]
pub(super) struct Task {
    pub(super) sense: Sense,
    pub(super) starts: Vec<Cell>,
    pub(super) goals: Vec<Cell>,
    /// Where the device has to get in the end, if that matters.
    pub(super) end: Option<Cell>,
    goal_set: Vec<u64>,
    /// Cells from which a stone gets to no goal.
    dead: Vec<u64>,
    /// Pushes or pulls by goal, cell of the stone and piece of the floor that holds the device.
    far: Vec<u16>,
}

impl Task {
    /// The task of a position: to solve it with pushes, or to get back to it with pulls.
    pub(super) fn new(maze: &Maze, stones: &[u64], device: Cell, sense: Sense) -> Task {
        let (start, targets) = (cells(stones).collect(), maze.targets.clone());
        let (starts, goals, end) = match sense {
            Sense::Push => (start, targets, None),
            Sense::Pull => (targets, start, Some(device)),
        };
        let mut task = Task {
            sense,
            starts,
            goals,
            end,
            goal_set: vec![0; maze.words()],
            dead: vec![0; maze.words()],
            far: Vec::new(),
        };
        task.goals.iter().for_each(|&goal| flip(&mut task.goal_set, goal));
        task.measure(maze);
        task
    }

    /// Follows a stone back from each goal, breadth first.
    fn measure(&mut self, maze: &Maze) {
        let states = maze.len() * 4;
        let mut is_alive = self.goal_set.clone();
        let mut queue = Vec::new();
        for &goal in &self.goals {
            let begin = self.far.len();
            self.far.resize(begin + states, FAR);
            let far = &mut self.far[begin..];
            queue.clear();
            for piece in (0..4).map(|side| maze.piece_of_side(goal, side)) {
                if piece != APART && far[state(goal, piece)] == FAR {
                    far[state(goal, piece)] = 0;
                    queue.push((goal, piece));
                }
            }
            let mut first = 0;
            while let Some(&(stone, piece)) = queue.get(first) {
                first += 1;
                let moves = far[state(stone, piece)] + 1;
                for side in (0..4).filter(|&side| maze.piece_of_side(stone, side) == piece) {
                    // The device stands at this side; what it did last is taken back.
                    let Some(before) = before(maze, self.sense, stone, side) else { continue };
                    let place = &mut far[state(before, maze.piece_of_side(before, side))];
                    if *place == FAR {
                        *place = moves;
                        queue.push((before, maze.piece_of_side(before, side)));
                    }
                }
            }
            for &(stone, _) in &queue {
                is_alive[usize::from(stone) / 64] |= 1 << (stone % 64);
            }
        }
        for cell in (0..maze.len() as Cell).filter(|&cell| !holds(&is_alive, cell)) {
            flip(&mut self.dead, cell);
        }
    }

    /// The least number of pushes or pulls that bring a stone to a goal, alone on the board, from a
    /// piece of the floor; `FAR` if there is no way.
    #[inline]
    pub(super) fn distance(&self, maze: &Maze, goal: usize, stone: Cell, piece: u8) -> u16 {
        if piece == APART {
            return if self.goals[goal] == stone { 0 } else { FAR };
        }
        self.far[goal * maze.len() * 4 + state(stone, piece)]
    }

    /// Whether a cell is a goal.
    #[inline]
    pub(super) fn is_goal(&self, cell: Cell) -> bool {
        holds(&self.goal_set, cell)
    }

    /// Whether all stones are on goals.
    pub(super) fn is_done(&self, stones: &[u64]) -> bool {
        stones == self.goal_set
    }

    /// Whether a stone on this cell can never get to a goal.
    #[inline]
    pub(super) fn is_dead(&self, cell: Cell) -> bool {
        holds(&self.dead, cell)
    }
}

fn state(stone: Cell, piece: u8) -> usize {
    usize::from(stone) * 4 + usize::from(piece)
}

/// Where a stone was before the last push or pull, after which the device stands at one of its
/// sides; the device stood at the same side before. `None` if there is a wall.
#[inline]
pub(super) fn before(maze: &Maze, sense: Sense, stone: Cell, side: usize) -> Option<Cell> {
    match sense {
        Sense::Push => {
            let from = maze.next[usize::from(stone)][side];
            (from != NONE && maze.next[usize::from(from)][side] != NONE).then_some(from)
        }
        Sense::Pull => {
            let from = maze.next[usize::from(stone)][side ^ 2];
            (from != NONE && maze.next[usize::from(stone)][side] != NONE).then_some(from)
        }
    }
}
