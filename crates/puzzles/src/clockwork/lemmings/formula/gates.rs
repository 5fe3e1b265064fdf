//! Logical gates as clauses (G. Tseitin, 1968). What is constant, equal or contrary never becomes a
//! gate, and equal gates are one.

use rustc_hash::FxHashMap;

/// A variable from 1, or its negation as a negative number.
pub(super) type GateLiteral = i32;

/// Always true: the first variable, by a clause of its own.
pub(super) const TRUE: GateLiteral = 1;
/// Always false.
pub(super) const FALSE: GateLiteral = -TRUE;

/// Gates made so far.
pub(super) struct Gates {
    variables: i32,
    clauses: Vec<Vec<GateLiteral>>,
    conjunctions: FxHashMap<Vec<GateLiteral>, GateLiteral>,
}

impl Gates {
    pub(super) fn new() -> Self {
        let conjunctions = FxHashMap::default();
        Gates { variables: TRUE, clauses: vec![vec![TRUE]], conjunctions }
    }

    /// Makes a variable.
    pub(super) fn variable(&mut self) -> GateLiteral {
        self.variables += 1;
        self.variables
    }

    pub(super) fn variables(&self) -> usize {
        self.variables.unsigned_abs() as usize
    }

    pub(super) fn clauses(&self) -> &[Vec<GateLiteral>] {
        &self.clauses
    }

    /// Demands that one of these holds.
    pub(super) fn demand(&mut self, clause: impl IntoIterator<Item = GateLiteral>) {
        let mut clause: Vec<GateLiteral> = clause.into_iter().filter(|&one| one != FALSE).collect();
        clause.sort_unstable();
        clause.dedup();
        let holds = clause.iter().any(|one| *one == TRUE || clause.binary_search(&-one).is_ok());
        if clause.is_empty() {
            // The form has no place for an empty clause.
            clause.push(FALSE);
        }
        if !holds {
            self.clauses.push(clause);
        }
    }

    /// Returns whether all of these hold.
    pub(super) fn all(&mut self, parts: impl IntoIterator<Item = GateLiteral>) -> GateLiteral {
        let mut parts: Vec<GateLiteral> = parts.into_iter().filter(|&part| part != TRUE).collect();
        parts.sort_unstable();
        parts.dedup();
        if parts.iter().any(|part| *part == FALSE || parts.binary_search(&-part).is_ok()) {
            return FALSE;
        }
        match parts[..] {
            [] => return TRUE,
            [part] => return part,
            _ => {}
        }
        if let Some(&known) = self.conjunctions.get(&parts) {
            return known;
        }
        let gate = self.variable();
        for &part in &parts {
            self.clauses.push(vec![-gate, part]);
        }
        self.clauses.push(parts.iter().map(|part| -part).chain([gate]).collect());
        self.conjunctions.insert(parts, gate);
        gate
    }

    /// Returns whether one of these holds.
    pub(super) fn any(&mut self, parts: impl IntoIterator<Item = GateLiteral>) -> GateLiteral {
        -self.all(parts.into_iter().map(|part| -part))
    }

    /// Returns whether at least so many of these hold (a sequential counter, Sinz 2005).
    pub(super) fn at_least(
        &mut self,
        count: usize,
        parts: impl IntoIterator<Item = GateLiteral>,
    ) -> GateLiteral {
        // Whether so many of the parts so far hold, from 0 to the count.
        let mut reached = vec![FALSE; count + 1];
        reached[0] = TRUE;
        for part in parts {
            for number in (1..=count).rev() {
                let one_more = self.all([reached[number - 1], part]);
                reached[number] = self.any([reached[number], one_more]);
            }
        }
        reached[count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether some values of the other variables satisfy all clauses.
    fn satisfiable(gates: &Gates) -> bool {
        let holds = |values: u32, literal: &GateLiteral| {
            (values >> (literal.unsigned_abs() - 1) & 1 == 1) == (*literal > 0)
        };
        (0..1u32 << gates.variables()).any(|values| {
            gates.clauses().iter().all(|clause| clause.iter().any(|one| holds(values, one)))
        })
    }

    #[test]
    fn gates_say_what_their_names_say() {
        for values in 0..16u32 {
            for count in 0..=4 {
                let mut gates = Gates::new();
                let parts: Vec<GateLiteral> = (0..4).map(|_| gates.variable()).collect();
                for (place, &part) in parts.iter().enumerate() {
                    gates.demand([if values >> place & 1 == 1 { part } else { -part }]);
                }
                let gate = gates.at_least(count, parts.iter().copied());
                gates.demand([gate]);
                assert_eq!(satisfiable(&gates), values.count_ones() as usize >= count);
            }
        }
    }

    #[test]
    fn what_is_known_becomes_no_gate() {
        let mut gates = Gates::new();
        let (one, other) = (gates.variable(), gates.variable());
        assert_eq!((gates.all([one, TRUE]), gates.any([one, FALSE])), (one, one));
        assert_eq!((gates.all([one, -one]), gates.any([one, -one])), (FALSE, TRUE));
        assert_eq!(gates.all([one, other]), gates.all([other, one, one]));
        assert_eq!(gates.variables(), 4);
    }
}
