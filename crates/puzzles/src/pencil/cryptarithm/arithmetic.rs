//! Written arithmetic as constraints.

use std::collections::BTreeMap;

use quarry_core::{Value, Values, Variable};
use quarry_pencil::{Note, RuleBook};

/// A digit of a number: a letter or a helper, or known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Digit {
    Known(Value),
    Variable(Variable),
}

/// A carry: `variable` plus `least`, or `least` alone.
#[derive(Debug, Clone, Copy)]
struct Carry {
    variable: Option<Variable>,
    least: i64,
    most: i64,
}

/// Written arithmetic as constraints.
pub(super) struct Arithmetic<'r> {
    rules: &'r mut RuleBook,
    base: usize,
    /// The two digits of the product of two digits, the higher one first.
    products: BTreeMap<(Digit, Digit), (Digit, Digit)>,
}

impl<'r> Arithmetic<'r> {
    /// Arithmetic in this base that adds its constraints to these rules.
    pub(super) fn new(base: usize, rules: &'r mut RuleBook) -> Self {
        Arithmetic { rules, base, products: BTreeMap::new() }
    }

    /// The smallest and the largest value of a digit.
    fn range(&self, digit: Digit) -> (i64, i64) {
        match digit {
            Digit::Known(value) => (value.into(), value.into()),
            Digit::Variable(variable) => {
                let domain = self.rules.domain(variable);
                let least = domain.iter().next().unwrap_or(0);
                (least.into(), domain.iter().last().unwrap_or(0).into())
            }
        }
    }

    /// Terms without repeated variables, what the known digits make, and the range of it all.
    fn collected(&self, digits: &[(i64, Digit)]) -> (BTreeMap<Variable, i64>, i64, (i64, i64)) {
        let mut factors: BTreeMap<Variable, i64> = BTreeMap::new();
        let mut known = 0;
        for &(factor, digit) in digits {
            match digit {
                Digit::Known(value) => known += factor * i64::from(value),
                Digit::Variable(variable) => *factors.entry(variable).or_default() += factor,
            }
        }
        factors.retain(|_, factor| *factor != 0);
        let mut range = (known, known);
        for (&variable, &factor) in &factors {
            let (least, most) = self.range(Digit::Variable(variable));
            range.0 += (factor * least).min(factor * most);
            range.1 += (factor * least).max(factor * most);
        }
        (factors, known, range)
    }

    /// A column of a written sum: the digits and the carry into it make a multiple of the base, and
    /// the multiple is the carry out of it. The last column has none.
    fn column(&mut self, digits: &[(i64, Digit)], into: Carry, is_last: bool) -> Carry {
        let base = self.base as i64;
        let (factors, known, range) = self.collected(digits);
        let least = -(-(range.0 + into.least)).div_euclid(base);
        let most = (range.1 + into.most).div_euclid(base);
        let (least, most) = if is_last { (0, 0) } else { (least, most) };
        if least > most {
            self.rules.clause([]);
            return Carry { variable: None, least: 0, most: 0 };
        }
        let variable =
            (least < most).then(|| self.rules.helper(Values::below((most - least + 1) as usize)));
        let inner = factors.into_iter().map(|(variable, factor)| (factor, variable));
        let terms = into.variable.map(|carry| (1, carry)).into_iter().chain(inner);
        let terms: Vec<(i64, Variable)> =
            terms.chain(variable.map(|carry| (-base, carry))).collect();
        self.rules.linear(terms, base * least - known - into.least);
        Carry { variable, least, most }
    }

    /// The terms, each with its digits, make 0: a rule for each column. If there are several
    /// equations, `of` says in sentences which one it is.
    pub(super) fn balance(&mut self, terms: &[(i64, Vec<Digit>)], equation: &str, of: &str) {
        let columns = terms.iter().map(|(_, digits)| digits.len()).max().unwrap_or(0);
        let mut carry = Carry { variable: None, least: 0, most: 0 };
        for column in 0..columns {
            let is_last = column + 1 == columns;
            let kind = if is_last { "last column" } else { "column" };
            let from_right = column + 1;
            let sentence = format!("column {from_right} from the right of {equation} adds up");
            self.rules.rule(kind, sentence);
            let digits =
                terms.iter().filter_map(|(sign, digits)| Some((*sign, *digits.get(column)?)));
            let digits: Vec<(i64, Digit)> = digits.collect();
            carry = self.column(&digits, carry, is_last);
            if let Carry { variable: Some(variable), least, .. } = carry {
                let words = format!("the carry into column {} from the right{of}", from_right + 1);
                self.rules.note(Note { variable, words, least });
            }
        }
    }

    /// The digits of a sum whose columns have these digits, one for each column.
    fn sum(&mut self, columns: &[Vec<Digit>]) -> Vec<Digit> {
        let mut carry = Carry { variable: None, least: 0, most: 0 };
        let mut sum = Vec::new();
        for (index, column) in columns.iter().enumerate() {
            let is_last = index + 1 == columns.len();
            if let (&[only], None, 0) = (column.as_slice(), carry.variable, carry.least) {
                sum.push(only);
                continue;
            }
            let digit = Digit::Variable(self.rules.helper(Values::below(self.base)));
            let added = column.iter().map(|&digit| (1, digit));
            let digits: Vec<(i64, Digit)> = added.chain([(-1, digit)]).collect();
            carry = self.column(&digits, carry, is_last);
            sum.push(digit);
        }
        sum
    }

    /// The digits of a product, by partial products as on paper.
    pub(super) fn product(&mut self, one: &[Digit], other: &[Digit]) -> Vec<Digit> {
        self.rules.definition();
        let mut columns = vec![Vec::new(); one.len() + other.len()];
        for (shift, &by) in other.iter().enumerate() {
            let mut row = vec![Vec::new(); one.len() + 1];
            for (index, &digit) in one.iter().enumerate() {
                let (high, low) = self.times(digit, by);
                row[index].push(low);
                row[index + 1].push(high);
            }
            for (index, digit) in self.sum(&row).into_iter().enumerate() {
                columns[index + shift].push(digit);
            }
        }
        self.sum(&columns)
    }

    /// The two digits of a product of two digits.
    fn times(&mut self, one: Digit, other: Digit) -> (Digit, Digit) {
        let key = (one.min(other), one.max(other));
        if let Some(&product) = self.products.get(&key) {
            return product;
        }
        let base = self.base as Value;
        let product = match key {
            (Digit::Known(0), _) => (Digit::Known(0), Digit::Known(0)),
            (Digit::Known(1), other) => (Digit::Known(0), other),
            (Digit::Known(one), Digit::Known(other)) => {
                (Digit::Known(one * other / base), Digit::Known(one * other % base))
            }
            (one, other) => {
                let high = self.rules.helper(Values::below(self.base - 1));
                let low = self.rules.helper(Values::below(self.base));
                let variables = [one, other].into_iter().filter_map(|digit| match digit {
                    Digit::Known(_) => None,
                    Digit::Variable(variable) => Some(variable),
                });
                let mut variables: Vec<Variable> = variables.collect();
                variables.dedup();
                let (all, fixed) = (0..base, |digit: Digit| match digit {
                    Digit::Known(value) => Some(value),
                    Digit::Variable(_) => None,
                });
                let mut rows = Vec::new();
                for second in all.clone() {
                    match fixed(one) {
                        Some(first) => rows.push((vec![second], first * second)),
                        None if one == other => rows.push((vec![second], second * second)),
                        None => rows
                            .extend(all.clone().map(|first| (vec![first, second], first * second))),
                    }
                }
                let rows = rows.into_iter().map(|(mut row, product)| {
                    row.extend([product / base, product % base]);
                    row
                });
                let rows = rows.collect();
                self.rules.table(variables.into_iter().chain([high, low]), rows);
                (Digit::Variable(high), Digit::Variable(low))
            }
        };
        self.products.insert(key, product);
        product
    }
}
