//! How light goes.

use quarry_core::{Side, Value};

use super::{
    EMPTY, FALLING_CRYSTAL, FALLING_MIRROR, IDLE_CRYSTAL, IDLE_MIRROR, Item, RISING_CRYSTAL,
    RISING_MIRROR, Reflections,
};

/// Where light goes that a rising mirror turns.
pub(super) fn risen(side: Side) -> Side {
    match side {
        Side::Right => Side::Top,
        Side::Top => Side::Right,
        Side::Left => Side::Bottom,
        Side::Bottom => Side::Left,
    }
}

/// Where light goes that a falling mirror turns.
pub(super) fn fallen(side: Side) -> Side {
    match side {
        Side::Right => Side::Bottom,
        Side::Bottom => Side::Right,
        Side::Left => Side::Top,
        Side::Top => Side::Left,
    }
}

/// Where light goes from a cell with this value that came in this direction.
pub(super) fn passed_on(value: Value, side: Side) -> Vec<Side> {
    match value {
        EMPTY => vec![side],
        RISING_MIRROR => vec![risen(side)],
        FALLING_MIRROR => vec![fallen(side)],
        RISING_CRYSTAL => vec![side, risen(side)],
        FALLING_CRYSTAL => vec![side, fallen(side)],
        _ => Vec::new(),
    }
}

/// For each cell the directions in which light comes, in the order of [`Side::ALL`].
pub(super) type Light = Vec<[bool; 4]>;

/// How many of the sides are lit.
pub(super) fn beams(sides: &[bool; 4]) -> usize {
    sides.iter().filter(|&&lit| lit).count()
}

pub(super) fn is_lit(sides: &[bool; 4]) -> bool {
    beams(sides) > 0
}

impl Reflections {
    /// The light. Where a cell is open or a piece is not turned, it ends, or if `may_be` is set,
    /// goes wherever it could.
    pub(super) fn light(&self, filling: &[Option<Value>], may_be: bool) -> Light {
        let spot_of = self.spot_of();
        let mut light: Light = vec![[false; 4]; self.grid.len()];
        let mut waiting: Vec<(usize, Side)> = Vec::new();
        for (cell, item) in self.items.iter().enumerate() {
            if let Item::Laser(side) = *item {
                waiting.extend(self.grid.step(cell, side).map(|next| (next, side)));
            }
        }
        while let Some((cell, side)) = waiting.pop() {
            let place = &mut light[cell][side as usize];
            if std::mem::replace(place, true) {
                continue;
            }
            let turned = [risen(side), fallen(side)];
            let entry = spot_of[cell].and_then(|spot| filling[spot]);
            let leaves = match (self.items[cell], entry) {
                (Item::Free | Item::Crystal, None | Some(IDLE_CRYSTAL)) if may_be => {
                    [&[side], &turned[..]].concat()
                }
                (Item::Mirror, None | Some(IDLE_MIRROR)) if may_be => turned.to_vec(),
                (Item::Fixed(value), _) | (_, Some(value)) => passed_on(value, side),
                _ => Vec::new(),
            };
            for side in leaves {
                waiting.extend(self.grid.step(cell, side).map(|next| (next, side)));
            }
        }
        light
    }

    /// The light if nothing is placed.
    pub(super) fn light_as_is(&self) -> Light {
        let spots = self.spot_of().into_iter().flatten().count();
        self.light(&vec![Some(EMPTY); spots], false)
    }
}
