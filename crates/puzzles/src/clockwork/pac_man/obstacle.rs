//! Why a level cannot be solved, where that is seen without a search.

use super::PacMan;
use super::dot_bound::Distances;
use super::maze::members;
use super::world::World;

/// Says why the goal is out of reach in a world: food that no way leads to, or less time than its
/// food needs.
pub(super) fn obstacle(puzzle: &PacMan, distances: &Distances, world: &World) -> Option<String> {
    let maze = &puzzle.maze;
    let is_cut_off = |&food: &usize| distances.row(food)[usize::from(world.cell)] == u16::MAX;
    let mut left = members(&world.food).take_while(|&food| food < maze.wanted);
    if let Some(food) = left.find(is_cut_off) {
        let cell = maze.cells[usize::from(maze.food[food])];
        return Some(format!("No way leads to the food at {cell}."));
    }
    let left = members(&world.food).take_while(|&food| food < maze.wanted);
    // A death brings him to the start at once.
    let starts = [Some(world.cell), (world.lives > 1).then_some(maze.start)];
    let far = |food: usize| {
        let from = starts.iter().flatten().map(|&from| distances.row(food)[usize::from(from)]);
        from.min().unwrap_or(0)
    };
    let time_left = puzzle.level.time_limit.saturating_sub(world.time);
    if u32::from(world.left) > time_left {
        return Some(format!(
            "{} things are left to eat, one in a step at best, and only {time_left} steps.",
            world.left
        ));
    }
    let farthest = left.map(|food| (far(food), food)).max()?;
    (u32::from(farthest.0) > time_left).then(|| {
        let cell = maze.cells[usize::from(maze.food[farthest.1])];
        format!("The food at {cell} is {} steps away, and only {time_left} are left.", farthest.0)
    })
}
