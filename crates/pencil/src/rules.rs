//! The rules of an instance: constraints, each group with a sentence.

use quarry_core::{Constraint, Literal, Model, Support, Value, Values, Variable};

/// A rule of the puzzle in words; its constraints are in the [`RuleBook`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// Kind of the rule, for naming techniques: "row", "number", "loop".
    pub kind: &'static str,
    /// The rule as a sentence without a capital or a full stop: "row 3 holds each number once".
    pub sentence: String,
    /// Index of the clue that the rule comes from; `None` for general rules of the puzzle.
    pub clue: Option<usize>,
}

/// A helper that people reason about and note down beside the board, such as a carry. Steps say
/// something about it as they do about entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The variable of the helper.
    pub variable: Variable,
    /// Its name in sentences, such as "the carry into column 3".
    pub words: String,
    /// What the variable's value 0 stands for; the value 1 stands for one more.
    pub least: i64,
}

/// The kind of rule that says which of several fillings counts.
const WRITTEN_FORM: &str = "written form";

/// Collects the rules of an instance. The first variables are its entries, in order; the value of
/// such a variable is what is entered there.
#[derive(Debug, Clone, Default)]
pub struct RuleBook {
    pub(crate) model: Model,
    pub(crate) rules: Vec<Rule>,
    /// For each constraint, the index of its rule; `None` for definitions of helpers.
    pub(crate) rule_of: Vec<Option<usize>>,
    pub(crate) notes: Vec<Note>,
    current: Option<usize>,
}

impl RuleBook {
    /// Creates an empty rule book for entries with these values.
    pub(crate) fn new(domains: Vec<Values>) -> Self {
        let answers = Some(domains.len());
        RuleBook { model: Model { domains, answers, ..Model::default() }, ..RuleBook::default() }
    }

    /// The rules, in the order in which they were begun.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The constraints, and for each the index of its rule; `None` for definitions of helpers.
    pub fn constraints(&self) -> (&Model, &[Option<usize>]) {
        (&self.model, &self.rule_of)
    }

    /// The helpers that steps say something about.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// Begins a rule; the constraints added next belong to it.
    pub fn rule(&mut self, kind: &'static str, sentence: impl Into<String>) -> &mut Self {
        self.begin(kind, sentence.into(), None)
    }

    /// Begins a rule that comes from a clue: it does not hold without the clue.
    pub fn clue(
        &mut self,
        clue: usize,
        kind: &'static str,
        sentence: impl Into<String>,
    ) -> &mut Self {
        self.begin(kind, sentence.into(), Some(clue))
    }

    /// Begins the rule that chooses one of several fillings that count as the same solution.
    pub fn written_form(&mut self, sentence: impl Into<String>) -> &mut Self {
        self.begin(WRITTEN_FORM, sentence.into(), None)
    }

    /// Returns the model without that rule.
    pub(crate) fn without_written_form(self) -> Model {
        let RuleBook { mut model, rules, rule_of, .. } = self;
        let is_form = |rule: &Option<usize>| rule.is_some_and(|it| rules[it].kind == WRITTEN_FORM);
        let mut forms = rule_of.iter().map(is_form);
        model.constraints.retain(|_| forms.next() != Some(true));
        model
    }

    /// Begins definitions of helpers, which by themselves do not restrict the entries.
    pub fn definition(&mut self) -> &mut Self {
        self.current = None;
        self
    }

    fn begin(&mut self, kind: &'static str, sentence: String, clue: Option<usize>) -> &mut Self {
        self.current = Some(self.rules.len());
        self.rules.push(Rule { kind, sentence, clue });
        self
    }

    /// Adds a helper variable with these values.
    pub fn helper(&mut self, domain: Values) -> Variable {
        self.model.domains.push(domain);
        self.model.domains.len() - 1
    }

    /// Lets steps say something about a helper.
    pub fn note(&mut self, note: Note) -> &mut Self {
        self.notes.push(note);
        self
    }

    /// Adds a helper variable that is 0 or 1.
    pub fn flag(&mut self) -> Variable {
        self.helper(Values::below(2))
    }

    /// The values of a variable.
    pub fn domain(&self, variable: Variable) -> &Values {
        &self.model.domains[variable]
    }

    /// Adds a constraint to the current rule.
    pub fn post(&mut self, constraint: Constraint) -> &mut Self {
        self.model.constraints.push(constraint);
        self.rule_of.push(self.current);
        self
    }

    /// Adds: the variable has this value.
    pub fn is(&mut self, variable: Variable, value: Value) -> &mut Self {
        self.clause([Literal::is(variable, value)])
    }

    /// Adds: at least one of the literals is true.
    pub fn clause(&mut self, literals: impl IntoIterator<Item = Literal>) -> &mut Self {
        self.post(Constraint::Clause(literals.into_iter().collect()))
    }

    /// Adds: if all conditions are true, so is the last literal.
    pub fn implies(
        &mut self,
        conditions: impl IntoIterator<Item = Literal>,
        conclusion: Literal,
    ) -> &mut Self {
        self.clause(conditions.into_iter().map(|literal| !literal).chain([conclusion]))
    }

    /// Adds: at least `low` and at most `high` of the literals are true.
    pub fn count(
        &mut self,
        low: usize,
        high: usize,
        literals: impl IntoIterator<Item = Literal>,
    ) -> &mut Self {
        self.post(Constraint::Count { low, high, literals: literals.into_iter().collect() })
    }

    /// Adds: no two of the variables are equal.
    pub fn different(&mut self, variables: impl IntoIterator<Item = Variable>) -> &mut Self {
        self.post(Constraint::Different(variables.into_iter().collect()))
    }

    /// Adds: the values of the variables form one of the rows.
    pub fn table(
        &mut self,
        variables: impl IntoIterator<Item = Variable>,
        rows: Vec<Vec<Value>>,
    ) -> &mut Self {
        self.post(Constraint::Table { variables: variables.into_iter().collect(), rows })
    }

    /// Adds: the sum of factors times values equals the total.
    pub fn linear(
        &mut self,
        terms: impl IntoIterator<Item = (i64, Variable)>,
        total: i64,
    ) -> &mut Self {
        self.post(Constraint::Linear { terms: terms.into_iter().collect(), total })
    }

    /// Adds: no two of the variables are equal, and their sum is the total.
    pub fn distinct_sum(
        &mut self,
        variables: impl IntoIterator<Item = Variable>,
        total: u64,
    ) -> &mut Self {
        self.post(Constraint::DistinctSum(variables.into_iter().collect(), total))
    }

    /// Adds: the vertices whose literals are true are connected; `root` is one of them.
    pub fn connected(
        &mut self,
        literals: impl IntoIterator<Item = Literal>,
        neighbours: Vec<Vec<u16>>,
        root: Option<u16>,
    ) -> &mut Self {
        let literals = literals.into_iter().collect();
        self.post(Constraint::Connected { literals, neighbours, root })
    }

    /// Adds: the true edges form one closed loop.
    pub fn one_loop(
        &mut self,
        edges: impl IntoIterator<Item = Literal>,
        ends: Vec<[u16; 2]>,
    ) -> &mut Self {
        self.post(Constraint::Loop { edges: edges.into_iter().collect(), ends })
    }

    /// Adds: every true head can be derived along true supports.
    pub fn founded(&mut self, heads: Vec<Literal>, supports: Vec<Support>) -> &mut Self {
        self.post(Constraint::Founded { heads, supports })
    }
}
