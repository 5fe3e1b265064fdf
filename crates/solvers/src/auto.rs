//! The strongest methods that a puzzle's facets allow, working in turns; the default solver. A turn
//! is counted in nodes and evaluations, never in time, so that a counted budget gives the same
//! answer on every machine. A proof ends the search, and so does a goal where any goal will do; a
//! member that gives up leaves its turns to the others, and each hears at the beginning of a turn
//! which score the others have reached. Huberman, Lukose and Hogg (1997) and Gomes and Selman (2001)
//! call such a mixture a portfolio. Needs members; promises what the best of them promises. Time:
//! that of the fastest member, divided by its share; memory: the limit is shared equally, and a
//! member that has used up its share is dismissed.

use quarry_core::{
    Card, Credit, Found, Inside, Meter, Overtime, Score, Search, Shares, SliceEnd, Solutions, Turn,
};

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "auto",
    summary: "Runs the strongest methods for the puzzle in turns until one of them settles it.",
    complete: "as its members",
    optimal: "as its members",
    time: "the fastest member's, by its share",
    memory: "that of all members",
    rank: 100,
    ..Card::PLAIN
};

/// One of the methods of a portfolio.
pub struct Member<'a, A> {
    name: &'static str,
    search: Box<dyn Search<Answer = A> + 'a>,
    /// Length of a turn, in nodes and evaluations together, chosen so that all members' turns take
    /// about the same time.
    turn: u64,
    /// Whether the method only runs after another member has found a solution, to look for a
    /// second.
    waits: bool,
    is_over: bool,
    work: u64,
    /// Bytes that the method holds.
    bytes: u64,
}

impl<'a, A: Clone + 'a> Member<'a, A> {
    /// Creates a member with the length of its turns.
    pub fn new(name: &'static str, turn: u64, search: impl Search<Answer = A> + 'a) -> Self {
        let search = Box::new(search);
        Member { name, search, turn, waits: false, is_over: false, work: 0, bytes: 0 }
    }

    /// Makes the method wait until another member has found a solution.
    pub fn for_a_second(self) -> Self {
        Member { waits: true, ..self }
    }

    /// Whether the method counts solutions.
    pub fn counts_solutions(&self) -> bool {
        self.search.solutions().is_some()
    }

    fn solution(&self) -> Option<&Found<A>> {
        self.search.best().filter(|best| best.solved)
    }

    /// Frees the method's memory and keeps what it has found.
    fn dismiss(&mut self) {
        let (best, bound) = (self.search.best().cloned(), self.search.bound());
        self.search = Box::new(Dismissed { best, bound });
        (self.is_over, self.bytes) = (true, 0);
    }
}

/// What is left of a method that has used up its memory.
struct Dismissed<A> {
    best: Option<Found<A>>,
    bound: Option<Score>,
}

impl<A: Clone> Search for Dismissed<A> {
    type Answer = A;

    fn slice(&mut self, _: &mut Meter) -> SliceEnd {
        SliceEnd::Exhausted
    }
    fn best(&self) -> Option<&Found<A>> {
        self.best.as_ref()
    }
    fn bound(&self) -> Option<Score> {
        self.bound
    }
}

/// When a portfolio is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Until {
    /// A goal is reached, or proved to be out of reach.
    Goal,
    /// It is known whether there are no solutions, one or several.
    Counted,
    /// An answer is proved to be the best.
    Best,
}

/// A portfolio of methods that take turns.
pub struct Auto<'a, A> {
    members: Vec<Member<'a, A>>,
    /// Index of the member whose turn it is; `turn_end` is the total work at which its turn ends.
    at: usize,
    turn_end: u64,
    turn_begins: bool,
    /// Index of the member that has proved something.
    proved_by: Option<usize>,
    until: Until,
}

impl<'a, A: Clone + PartialEq + 'a> Auto<'a, A> {
    /// Creates a portfolio of these methods, which take turns in this order. The first must not be
    /// one that waits. Without members, it gives up at once.
    pub fn new(members: Vec<Member<'a, A>>, until: Until) -> Self {
        assert!(members.first().is_none_or(|first| !first.waits), "the first must not wait");
        let turn_end = members.first().map_or(0, |first| first.turn);
        Auto { members, at: 0, turn_end, turn_begins: true, proved_by: None, until }
    }

    /// Index of the member with the best answer, the first among equals.
    fn winner(&self) -> Option<usize> {
        let value = |member: &Member<A>| member.search.best().map(|best| (best.solved, best.score));
        let best = self.members.iter().filter_map(value).max()?;
        self.members.iter().position(|member| value(member) == Some(best))
    }

    /// Gives the next member with work left its turn; returns false if there is none.
    fn pass_on(&mut self, meter: &Meter) -> bool {
        let is_solved = self.members.iter().any(|member| member.solution().is_some());
        let has_work = |member: &Member<A>| !member.is_over && (is_solved || !member.waits);
        let count = self.members.len();
        let next = (1..=count)
            .map(|step| (self.at + step) % count)
            .find(|&at| has_work(&self.members[at]));
        self.at = next.unwrap_or(self.at);
        self.turn_end = meter.work() + self.members[self.at].turn;
        self.turn_begins = true;
        next.is_some()
    }

    /// Returns two different solutions, if solutions are counted and two have been found.
    fn two_solutions(&self) -> Option<[&Found<A>; 2]> {
        let mut found = self.members.iter().filter_map(Member::solution);
        let first = found.next().filter(|_| self.until == Until::Counted)?;
        found.find(|other| other.answer != first.answer).map(|other| [first, other])
    }

    /// Lets the member whose turn it is work for a slice.
    fn work(&mut self, meter: &mut Meter) -> SliceEnd {
        let known = self.members.iter().filter_map(Member::solution).map(|best| best.score).max();
        let sharing = self.members.iter().filter(|member| !member.is_over).count() as u64;
        let member = &mut self.members[self.at];
        if std::mem::take(&mut self.turn_begins)
            && self.until == Until::Best
            && let Some(score) = known
        {
            member.search.beat(score);
        }
        let before = meter.work();
        let mut turn = Turn { end: self.turn_end, sharing, bytes: member.bytes, is_full: false };
        let progress = meter.in_turn(&mut turn, |meter| member.search.slice(meter));
        member.work += meter.work() - before;
        member.bytes = turn.bytes;
        member.is_over = progress != SliceEnd::Working;
        if turn.is_full && sharing > 1 && progress == SliceEnd::Working {
            member.dismiss();
        }
        progress
    }

    fn whole_work(&self) -> u64 {
        self.members.iter().map(|member| member.work).sum()
    }
}

impl<'a, A: Clone + PartialEq + 'a> Search for Auto<'a, A> {
    type Answer = A;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        if self.members.is_empty() {
            return SliceEnd::Exhausted;
        }
        loop {
            let progress = self.work(meter);
            let reached = self.members[self.at].solution().is_some() && self.until == Until::Goal;
            match progress {
                SliceEnd::Proved => {
                    self.proved_by = Some(self.at);
                    return SliceEnd::Proved;
                }
                SliceEnd::Exhausted if self.two_solutions().is_some() => return SliceEnd::Proved,
                SliceEnd::Exhausted if reached => return SliceEnd::Exhausted,
                SliceEnd::Exhausted | SliceEnd::Working => {}
            }
            let is_turn_over = self.members[self.at].is_over || meter.work() >= self.turn_end;
            if is_turn_over && !self.pass_on(meter) {
                return SliceEnd::Exhausted;
            }
            if !meter.in_slice() {
                return SliceEnd::Working;
            }
        }
    }

    fn best(&self) -> Option<&Found<A>> {
        if let Some([first, _]) = self.two_solutions() {
            return Some(first);
        }
        self.members[self.winner()?].search.best()
    }

    fn draft(&self) -> Option<A> {
        self.members.iter().find_map(|member| member.search.draft())
    }

    fn finish(&mut self, meter: &mut Meter, overtime: &mut Overtime) {
        self.members.iter_mut().for_each(|member| member.search.finish(meter, overtime));
    }

    fn bound(&self) -> Option<Score> {
        self.members.iter().filter_map(|member| member.search.bound()).min()
    }

    /// Taken from a member that counts solutions and has a result. A proof without a solution says
    /// that there is none, whoever it is from.
    fn solutions(&self) -> Option<Solutions> {
        if self.two_solutions().is_some() {
            return Some(Solutions::Several);
        }
        let counts = self.members.iter().filter_map(|member| member.search.solutions());
        let count = counts.min_by_key(|&count| count == Solutions::Unknown)?;
        let is_known = self.members.iter().any(|member| member.solution().is_some());
        let is_refuted = self.proved_by.is_some() && !is_known;
        Some(if is_refuted { Solutions::None } else { count })
    }

    fn second(&self) -> Option<&Found<A>> {
        if let Some([_, second]) = self.two_solutions() {
            return Some(second);
        }
        self.members.iter().find_map(|member| member.search.second())
    }

    /// Taken from the member that has proved something.
    fn argument(&self) -> Option<String> {
        self.members[self.proved_by?].search.argument()
    }

    fn credits(&self) -> Vec<Credit> {
        let (whole, winner) = (self.whole_work().max(1) as f64, self.winner());
        let credit = |(at, member): (usize, &Member<A>)| Credit {
            name: member.name,
            share: member.work as f64 / whole,
            won: Some(at) == winner,
        };
        self.members.iter().enumerate().map(credit).collect()
    }

    fn keep_record(&mut self) {
        self.members.iter_mut().for_each(|member| member.search.keep_record());
    }

    fn line(&self, item: u32) -> Option<A> {
        self.members.get(self.at)?.search.line(item)
    }

    fn current(&self) -> Option<A> {
        self.members.get(self.at)?.search.current()
    }

    /// From the member whose turn it is, plus how the work is divided.
    fn inside(&self) -> Inside {
        let at_work = self.members.get(self.at);
        let mut inside = at_work.map_or(Inside::default(), |member| member.search.inside());
        let parts = self
            .credits()
            .into_iter()
            .map(|credit| (credit.name.to_owned(), credit.share))
            .collect();
        inside.shares = Some(Shares { of: "work by method", parts });
        inside
    }
}
