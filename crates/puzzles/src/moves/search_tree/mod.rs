//! Search tree: a tree of given branching and depth with goals at given places, made to measure
//! how searches grow. Each step takes one of `branching` branches, and a line ends at a goal or at
//! the depth `deepest`. The sizes are the b, d and m of Table 3.1 in K. Spoerer, "The Lemmings
//! Puzzle", 2007, chapter 3, after S. Russell and P. Norvig, "Artificial Intelligence", 1995.
//!
//! With `merges`, the order of the branches does not matter: lines that take each branch equally
//! often meet in one state. So there are far fewer states than lines, which is what separates graph
//! search from tree search. Any goal will do; the score counts the steps, so that one can see
//! whether the shallowest was found. Nothing hints at where a goal is: the bound knows depths only.

mod text;

use quarry_core::{
    About, Bounded, Example, Facets, Foul, Generate, GenerateError, Guided, Identified,
    Interactive, Layered, Located, Meter, Notation, Numbered, ParseError, Picture, Puzzle, Rng,
    Score, StateSpace, Tile, Tint, Touch, Verdict, settings,
};

/// Most branches of a node.
const MOST_BRANCHES: u64 = 16;

/// Most steps of a line.
const MOST_STEPS: u64 = 30;

/// An instance: the shape of the tree and its goals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchTree {
    branching: u8,
    deepest: u8,
    merges: bool,
    /// The branches on the way to each goal; at least one goal, each within the depth.
    goals: Vec<Vec<Branch>>,
    /// Place of each goal.
    goal_places: Vec<NodePlace>,
}

/// One of the branches of a node, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Branch(u8);

/// A node, by the branches on the way to it: four bits each, the last in the lowest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TreeNode {
    way: u128,
    depth: u8,
}

/// What distinguishes a node from others: the whole way, or how often each branch was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct NodePlace {
    way: u128,
    depth: u8,
}

impl TreeNode {
    const ROOT: TreeNode = TreeNode { way: 0, depth: 0 };

    fn child(self, branch: Branch) -> TreeNode {
        TreeNode { way: self.way << 4 | u128::from(branch.0), depth: self.depth + 1 }
    }

    /// Returns the branches on the way here, the last one first.
    fn branches_back(self) -> impl Iterator<Item = u8> {
        (0..self.depth).map(move |step| (self.way >> (4 * step) & 15) as u8)
    }
}

impl SearchTree {
    /// Creates an instance; every goal lies within the tree.
    fn new(branching: u8, deepest: u8, merges: bool, goals: Vec<Vec<Branch>>) -> Self {
        let mut tree =
            SearchTree { branching, deepest, merges, goals: Vec::new(), goal_places: Vec::new() };
        for goal in &goals {
            let node = goal.iter().fold(TreeNode::ROOT, |node, &branch| node.child(branch));
            tree.goal_places.push(tree.place(node));
        }
        SearchTree { goals, ..tree }
    }

    fn place(&self, node: TreeNode) -> NodePlace {
        let way = if self.merges {
            // Counts up to 30 fit into five bits.
            node.branches_back().map(|branch| 1 << (5 * u32::from(branch))).sum()
        } else {
            node.way
        };
        NodePlace { way, depth: node.depth }
    }

    /// Returns the depth of the shallowest goal.
    fn shallowest(&self) -> usize {
        self.goals.iter().map(Vec::len).min().expect("a tree has a goal")
    }
}

impl Puzzle for SearchTree {
    const ID: &'static str = "search-tree";
    const ABOUT: About = About {
        title: "Search tree",
        rules: "A tree has the same number of branches at every node. Each step takes one of them. \
            Somewhere below there are goals, and nothing tells where. Reach one of them before the \
            line ends. In a tree that merges, the order of the steps does not matter.",
        complexity: "A search must look at every node in the worst case: b^d of them with b \
            branches and the shallowest goal at depth d.",
    };
    type Answer = Vec<Branch>;

    fn parse(text: &str) -> Result<Self, ParseError> {
        text::parse(text)
    }

    fn show(&self) -> String {
        text::show(self)
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        vec![
            ("branching", self.branching.to_string()),
            ("shallowest goal", self.shallowest().to_string()),
            ("deepest line", self.deepest.to_string()),
            ("lines meet", if self.merges { "yes" } else { "no" }.to_owned()),
        ]
    }

    fn picture(&self) -> Picture {
        self.scene(&TreeNode::ROOT)
    }

    fn write_answer(&self, line: &Vec<Branch>, entry: &mut dyn FnMut(&str)) {
        line.iter().for_each(|&branch| entry(&self.write_move(branch)));
    }

    fn parse_answer(
        &self,
        entries: &mut dyn Iterator<Item = Located<&str>>,
    ) -> Result<Vec<Branch>, ParseError> {
        entries.map(|entry| self.read_move(entry)).collect()
    }

    fn judge(&self, line: &Vec<Branch>) -> Result<Verdict, Foul> {
        let is_goal = |line: &[Branch]| {
            self.goals.iter().any(|goal| {
                if self.merges {
                    let sorted = |line: &[Branch]| {
                        let mut branches: Vec<u8> = line.iter().map(|branch| branch.0).collect();
                        branches.sort_unstable();
                        branches
                    };
                    sorted(goal) == sorted(line)
                } else {
                    goal == line
                }
            })
        };
        for (at, branch) in line.iter().enumerate() {
            let foul = |why: String| Err(Foul { at, why });
            if at == usize::from(self.deepest) {
                return foul(format!("lines end after {} steps", self.deepest));
            }
            if branch.0 >= self.branching {
                return foul(format!("there are {} branches", self.branching));
            }
            if is_goal(&line[..at]) {
                return foul("the goal is reached already".to_owned());
            }
        }
        Ok(Verdict { solved: is_goal(line), score: -(line.len() as Score) })
    }

    fn examples() -> &'static [Example] {
        examples!(
            "tiny",
            "two-goals",
            "left-first",
            "right-last",
            "binary-deep",
            "wide",
            "merging",
            "merging-wide",
        )
    }

    fn introduce(to: &mut impl Facets<Self>) {
        to.plays();
        to.bounds();
        to.ends();
        to.layers();
        to.generates();
    }
}

impl StateSpace for SearchTree {
    type State = TreeNode;
    type Move = Branch;

    fn start(&self) -> TreeNode {
        TreeNode::ROOT
    }

    fn moves(&self, node: &TreeNode, out: &mut Vec<Branch>) {
        if node.depth < self.deepest && !self.is_solved(node) {
            out.extend((0..self.branching).map(Branch));
        }
    }

    fn play(&self, node: &mut TreeNode, branch: Branch) -> Score {
        *node = node.child(branch);
        -1
    }

    fn is_solved(&self, node: &TreeNode) -> bool {
        self.goal_places.contains(&self.place(*node))
    }

    fn key(&self, node: &TreeNode) -> u128 {
        let place = self.place(*node);
        place.way | u128::from(place.depth) << 120
    }
}

impl Guided for SearchTree {}

impl Bounded for SearchTree {
    /// The steps to the next depth at which there is a goal.
    fn bound(&self, node: &TreeNode) -> Score {
        if self.is_solved(node) {
            return 0;
        }
        let depth = usize::from(node.depth);
        let below = self.goals.iter().filter_map(|goal| goal.len().checked_sub(depth));
        below.filter(|&steps| steps > 0).min().map_or(0, |steps| -(steps as Score))
    }
}

impl Identified for SearchTree {}

impl Layered for SearchTree {
    /// Every way to a state has as many steps as the state is deep.
    const LAYERS_BACK: usize = 0;
}

impl Numbered for Branch {
    fn number(self) -> u64 {
        self.0.into()
    }

    fn of_number(number: u64) -> Self {
        Branch(number as u8)
    }
}

impl Notation for SearchTree {
    fn write_move(&self, branch: Branch) -> String {
        (branch.0 + 1).to_string()
    }

    fn read_move(&self, text: Located<&str>) -> Result<Branch, ParseError> {
        text::read_branch(text, self.branching)
    }
}

/// A row for each step, a column for each branch.
impl Interactive for SearchTree {
    fn scene(&self, node: &TreeNode) -> Picture {
        let mut taken: Vec<u8> = node.branches_back().collect();
        taken.reverse();
        let is_over = self.is_solved(node);
        let (columns, rows) = (u32::from(self.branching), u32::from(self.deepest));
        let tile = |x: u32, y: u32| {
            let tint = match taken.get(y as usize) {
                Some(&branch) if u32::from(branch) == x && is_over => Tint::Kind(1),
                Some(&branch) if u32::from(branch) == x => Tint::Kind(0),
                None if y == u32::from(node.depth) && !is_over => Tint::Open,
                _ => Tint::Blank,
            };
            Tile::new(x, y, tint, (x + 1).to_string())
        };
        let tiles = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
        Picture::of_squares(columns, rows, tiles.map(|(x, y)| tile(x, y)).collect())
    }

    fn touch(&self, node: &TreeNode, x: u32, y: u32) -> Option<Touch<Branch>> {
        let mut listed = Vec::new();
        self.moves(node, &mut listed);
        let &mv = listed.get(x as usize).filter(|_| y == u32::from(node.depth))?;
        let words = format!("branch {}", self.write_move(mv));
        Some(Touch { moves: vec![mv], cells: vec![(x, y)], words })
    }
}

settings! {
    /// Parameters of generated trees.
    pub struct SearchTreeParams {
        /// Depth of the shallowest goal.
        pub depth: u64 = 6, 1..=30;
        /// Number of branches of a node.
        pub branching: u64 = 3, 1..=16;
        /// Depth at which lines end, beyond that of the shallowest goal.
        pub below: u64 = 2, 0..=29;
        /// Whether lines that take each branch equally often meet.
        pub merges: bool = false, ();
    }
}

impl Generate for SearchTree {
    type Params = SearchTreeParams;

    /// Puts one goal at the wanted depth; all lines are equally likely.
    fn generate(
        params: &SearchTreeParams,
        seed: u64,
        _: &mut Meter,
    ) -> Result<Self, GenerateError> {
        let deepest = params.depth + params.below;
        if deepest > MOST_STEPS {
            let words = format!("a line of {deepest} steps is too long; at most {MOST_STEPS} fit");
            return Err(GenerateError::Refused(words));
        }
        let mut rng = Rng::new(seed);
        let branch = |_| Branch(rng.below(params.branching as usize) as u8);
        let goal = (0..params.depth).map(branch).collect();
        Ok(SearchTree::new(params.branching as u8, deepest as u8, params.merges, vec![goal]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts the states that can be reached, by key.
    fn states(tree: &SearchTree) -> usize {
        let (mut seen, mut open) = (rustc_hash::FxHashSet::default(), vec![tree.start()]);
        while let Some(node) = open.pop() {
            if seen.insert(tree.key(&node)) {
                let mut moves = Vec::new();
                tree.moves(&node, &mut moves);
                open.extend(moves.into_iter().map(|branch| node.child(branch)));
            }
        }
        seen.len()
    }

    #[test]
    fn a_tree_has_all_nodes_and_a_merging_one_few_states() {
        let goal = vec![Branch(2); 4];
        // 1 + 3 + 9 + 27 + 81 nodes.
        assert_eq!(states(&SearchTree::new(3, 4, false, vec![goal.clone()])), 121);
        // Pairs and triples of counts: 1 + 3 + 6 + 10 + 15.
        assert_eq!(states(&SearchTree::new(3, 4, true, vec![goal])), 35);
    }

    #[test]
    fn the_largest_tree_fits_into_a_key() {
        let line = vec![Branch(15); MOST_STEPS as usize];
        for merges in [false, true] {
            let tree = SearchTree::new(16, MOST_STEPS as u8, merges, vec![line.clone()]);
            let (end, score) = tree.replayed(&line);
            assert!(tree.is_solved(&end) && score == -30);
            let other = [&[Branch(14)], &line[1..]].concat();
            assert!(!tree.is_solved(&tree.replayed(&other).0));
            assert_ne!(tree.key(&end), tree.key(&tree.replayed(&other).0));
        }
    }

    #[test]
    fn the_order_of_steps_matters_only_in_a_tree_that_does_not_merge() {
        let (goal, turned) = (vec![Branch(0), Branch(1)], vec![Branch(1), Branch(0)]);
        let solved = |merges| {
            let tree = SearchTree::new(2, 3, merges, vec![goal.clone()]);
            (tree.judge(&goal).unwrap().solved, tree.judge(&turned).unwrap().solved)
        };
        assert_eq!((solved(false), solved(true)), ((true, false), (true, true)));
    }
}
