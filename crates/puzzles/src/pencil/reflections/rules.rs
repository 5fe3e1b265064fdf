//! The rules as constraints: light that arrives at a cell from a side is a helper.

use quarry_core::{Literal, Side, Support, Value};
use quarry_pencil::RuleBook;

use super::light::{fallen, passed_on, risen};
use super::{EMPTY, IDLE_CRYSTAL, IDLE_MIRROR, Item, Reflections};

impl Reflections {
    /// Adds all rules.
    pub(super) fn add_rules(&self, rules: &mut RuleBook) {
        let grid = self.grid;
        let spot_of = self.spot_of();
        rules.definition();
        let arrives: Vec<[Literal; 4]> = (0..grid.len())
            .map(|_| std::array::from_fn(|_| Literal::is(rules.flag(), 1)))
            .collect();
        let head = |cell: usize, side: Side| (4 * cell + side as usize) as u16;
        let mut supports: Vec<Support> = Vec::new();
        for (cell, &item) in self.items.iter().enumerate() {
            if let Item::Laser(side) = item
                && let Some(next) = grid.step(cell, side)
            {
                let literal = arrives[next][side as usize];
                rules.clause([literal]);
                supports.push(Support { head: head(next, side), source: None, literal });
            }
            // Light from side to side of a cell, and the values that let it go so.
            let values: Vec<Value> = match (item, spot_of[cell]) {
                (Item::Fixed(value), _) => vec![value],
                (_, Some(spot)) => rules.domain(spot).iter().collect(),
                _ => continue,
            };
            for side in Side::ALL {
                for leaving in [side, risen(side), fallen(side)] {
                    let Some(next) = grid.step(cell, leaving) else { continue };
                    let goes = |&value: &Value| passed_on(value, side).contains(&leaving);
                    let going: Vec<Value> = values.iter().copied().filter(goes).collect();
                    if going.is_empty() {
                        continue;
                    }
                    let (comes, goes_on) =
                        (arrives[cell][side as usize], arrives[next][leaving as usize]);
                    // A ray goes on if it comes and the value lets it.
                    let ray = match spot_of[cell] {
                        Some(spot) if going.len() < values.len() => {
                            let ray = Literal::is(rules.flag(), 1);
                            rules.implies([ray], comes);
                            let lets = going.iter().map(|&value| Literal::is(spot, value));
                            rules.clause(lets.clone().chain([!ray]));
                            lets.for_each(|lets| _ = rules.implies([comes, lets], ray));
                            ray
                        }
                        _ => comes,
                    };
                    rules.implies([ray], goes_on);
                    let source = Some(head(cell, side));
                    supports.push(Support { head: head(next, leaving), source, literal: ray });
                }
            }
        }
        rules.founded(arrives.iter().flatten().copied().collect(), supports);
        for (cell, &item) in self.items.iter().enumerate() {
            let place = grid.words(cell);
            let arrives = arrives[cell];
            match (item, spot_of[cell]) {
                (Item::Bomb, _) => {
                    rules.rule("bomb", format!("no light hits the bomb at {place}"));
                    arrives.into_iter().for_each(|light| _ = rules.clause([!light]));
                }
                (Item::Bulb, _) => {
                    let sentence =
                        format!("light hits the bulb at {place} from an odd number of sides");
                    rules.rule("bulb", sentence);
                    for lit in (0..16u32).filter(|lit| lit.count_ones().is_multiple_of(2)) {
                        let differs = |side: usize| match lit >> side & 1 {
                            1 => !arrives[side],
                            _ => arrives[side],
                        };
                        rules.clause((0..4).map(differs));
                    }
                }
                (Item::Mirror | Item::Crystal, Some(spot)) => {
                    let idle = if item == Item::Mirror { IDLE_MIRROR } else { IDLE_CRYSTAL };
                    let left = Literal::is(spot, idle);
                    rules.rule(
                        "turned",
                        format!("the piece at {place} is turned only if it is lit"),
                    );
                    rules.clause(arrives.into_iter().chain([left]));
                    arrives.into_iter().for_each(|light| _ = rules.implies([light], !left));
                }
                _ => {}
            }
        }
        rules.rule("idle", "a piece is placed only where light hits it");
        for (cell, arrives) in arrives.iter().enumerate() {
            if let (Item::Free, Some(spot)) = (self.items[cell], spot_of[cell]) {
                rules.clause(arrives.iter().copied().chain([Literal::is(spot, EMPTY)]));
            }
        }
        for (name, count, values) in self.supplies().into_iter().filter(|supply| supply.1 > 0) {
            let free = (0..grid.len()).filter(|&cell| self.items[cell] == Item::Free);
            let spots = free.filter_map(|cell| spot_of[cell]);
            let placed = spots.flat_map(|spot| values.map(|value| Literal::is(spot, value)));
            let placed: Vec<Literal> = placed.collect();
            let sentence = match count {
                1 => format!("only 1 {name} is there"),
                _ => format!("only {count} {name}s are there"),
            };
            rules.rule("supply", sentence).count(0, count, placed);
        }
    }
}
