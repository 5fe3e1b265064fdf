//! The solver against trying everything, fast states against the judge, and text forms.

use std::collections::HashMap;

use quarry_core::{
    Bounded, Coached, Guided, Interactive, Meter, NoSettings, NoTables, OwnSolver, Puzzle, Rng,
    StateSpace, drive,
};

use super::*;
use crate::mahjong::layouts;
use crate::mahjong::pairing_solver::{PairingSolver, PairingStep};

/// A random pile: up to 14 tiles anywhere on three layers, groups of two, four and six.
fn random_pile(rng: &mut Rng) -> Shanghai {
    let wanted = 2 * (1 + rng.below(7));
    let mut places: Vec<TilePlace> = Vec::new();
    let mut tries = 0;
    while places.len() < wanted && tries < 1000 {
        tries += 1;
        let place = TilePlace {
            column: rng.below(7) as u8,
            row: rng.below(4) as u8,
            layer: rng.below(3) as u8,
        };
        let overlaps = |other: &TilePlace| {
            other.layer == place.layer
                && other.column.abs_diff(place.column) < 2
                && other.row.abs_diff(place.row) < 2
        };
        if !places.iter().any(overlaps) {
            places.push(place);
        }
    }
    places.truncate(places.len() / 2 * 2);
    places.sort_by_key(|place| place.rank());
    let letters = ['a', 'b', 'c', 'd'];
    let kinds = 1 + rng.below(4);
    let mut faces: Vec<TileFace> = (0..places.len() / 2)
        .map(|_| TileFace([letters[rng.below(kinds)], 'x']))
        .flat_map(|face| [face, face])
        .collect();
    rng.shuffle(&mut faces);
    Shanghai::new(PileShape::new(places), faces)
}

/// The largest number of tiles that can be removed, by trying everything.
fn most_removed(puzzle: &Shanghai, board: Board, known: &mut HashMap<Board, i64>) -> i64 {
    if let Some(&most) = known.get(&board) {
        return most;
    }
    let mut pairs = Vec::new();
    puzzle.moves(&board, &mut pairs);
    let after = |pair: &TilePair| {
        let mut after = board;
        2 + {
            puzzle.play(&mut after, *pair);
            most_removed(puzzle, after, known)
        }
    };
    let most = pairs.iter().map(after).max().unwrap_or(0);
    known.insert(board, most);
    most
}

#[test]
fn the_solver_agrees_with_trying_everything() {
    let mut rng = Rng::new(5);
    let (mut solved, mut refuted) = (0, 0);
    for round in 0..3_000 {
        let puzzle = random_pile(&mut rng);
        let most = most_removed(&puzzle, puzzle.start(), &mut HashMap::new());
        let is_solvable = most == puzzle.shape.tiles() as i64;
        let mut search = PairingSearch::begin(&puzzle, &NoSettings, 1, &NoTables);
        let outcome = drive(&mut search, &mut Meter::unlimited(), &mut |_| {});
        assert_eq!(outcome.proved, !is_solvable, "round {round}\n{}", puzzle.show());
        assert!(puzzle.bound(&puzzle.start()) >= most);
        let found = outcome.found.map_or((false, 0), |found| {
            let verdict = puzzle.judge(&found.answer).expect("the line is legal");
            assert_eq!((verdict.solved, verdict.score), (found.solved, found.score));
            (found.solved, found.score)
        });
        assert_eq!(found.0, is_solvable, "round {round}\n{}", puzzle.show());
        assert!(found.1 <= most);
        if is_solvable {
            solved += 1;
            assert_eq!(puzzle.why_lost(&puzzle.start()), None);
            assert!(!puzzle.is_hopeless(&puzzle.start()));
        } else {
            refuted += 1;
            assert!(outcome.argument.is_some());
        }
    }
    assert!(solved > 500 && refuted > 500, "{solved} solved, {refuted} refuted");
}

/// The most tiles that can be removed if only tiles of some groups must go in pairs.
fn can_go(
    puzzle: &Shanghai,
    left: TileSet,
    paired: u128,
    known: &mut HashMap<TileSet, bool>,
) -> bool {
    if left.is_empty() {
        return true;
    }
    if let Some(&can) = known.get(&left) {
        return can;
    }
    let free: Vec<usize> = puzzle.shape.free(&left).iter().collect();
    let mut can = false;
    for (at, &one) in free.iter().enumerate() {
        let is_paired = paired >> puzzle.group_of(one) & 1 == 1;
        let partners: Vec<Option<usize>> = match is_paired {
            false => vec![None],
            true => free[at + 1..]
                .iter()
                .filter(|&&other| puzzle.group_of(other) == puzzle.group_of(one))
                .map(|&other| Some(other))
                .collect(),
        };
        for partner in partners {
            let mut after = left;
            after.remove(one);
            partner.iter().for_each(|&partner| after.remove(partner));
            can |= can_go(puzzle, after, paired, known);
        }
    }
    known.insert(left, can);
    can
}

#[test]
fn the_groups_to_blame_are_enough() {
    let mut rng = Rng::new(6);
    let mut fewer = 0;
    for _ in 0..500 {
        let puzzle = random_pile(&mut rng);
        let whole = puzzle.start().left;
        let mut solver = PairingSolver::new(&puzzle.shape, whole, &puzzle.group_of, u128::MAX);
        let step =
            std::iter::repeat_with(|| solver.step()).find(|step| *step != PairingStep::Working);
        let Some(PairingStep::Refuted(groups)) = step else { continue };
        assert!(!can_go(&puzzle, whole, groups, &mut HashMap::new()), "{}", puzzle.show());
        let mut reduction = argument::GroupReduction::new(&puzzle, whole, groups);
        while reduction.step() {}
        let reduced = reduction.groups();
        assert!(!can_go(&puzzle, whole, reduced, &mut HashMap::new()), "{}", puzzle.show());
        fewer += usize::from(reduced.count_ones() < puzzle.groups.len() as u32);
        // None of them can be left out.
        for group in (0..puzzle.groups.len()).filter(|group| reduced >> group & 1 == 1) {
            assert!(can_go(&puzzle, whole, reduced & !(1 << group), &mut HashMap::new()));
        }
    }
    assert!(fewer > 50, "{fewer}");
}

#[test]
fn a_turtle_has_the_usual_tiles() {
    let shape = layouts::named("turtle").expect("it is built in");
    let on = |layer| shape.places().iter().filter(|place| place.layer == layer).count();
    assert_eq!([0, 1, 2, 3, 4].map(on), [87, 36, 16, 4, 1]);
    let whole = TileSet::first(144);
    // The ends of eight rows (the left ends of the middle ones touch the single tile), the three
    // tiles beside them, and the top.
    let free: Vec<String> =
        shape.free(&whole).iter().map(|tile| shape.places()[tile].to_string()).collect();
    assert!(free.contains(&"1,8,1".to_owned()) && free.contains(&"29,8,1".to_owned()));
    assert!(free.contains(&"14,8,5".to_owned()) && !free.contains(&"13,7,4".to_owned()));
    assert!(!free.contains(&"3,7,1".to_owned()) && !free.contains(&"27,8,1".to_owned()));
    for name in layouts::NAMES {
        let shape = layouts::named(name).expect("it is built in");
        assert!(shape.tiles().is_multiple_of(2), "{name}");
    }
}

fn pile(layers: &str) -> Result<Shanghai, String> {
    Shanghai::parse(&format!("layers = [{layers}]")).map_err(|error| error.to_string())
}

#[test]
fn the_judge_says_what_is_wrong() {
    let drawing = "'''\nB1F1B1F3\n[][][][]\n''', '''\n.WEWE\n.[][]\n'''";
    let puzzle = pile(drawing).expect("it is read");
    let judged = |line: &[&str]| {
        let at = quarry_core::Position::START;
        let entries = line.iter().map(|&value| Located { value, at });
        let line = puzzle.parse_answer(&mut entries.into_iter()).expect("it is read");
        puzzle.judge(&line).map_err(|foul| foul.to_string())
    };
    let foul = |line: &[&str]| judged(line).unwrap_err();
    assert_eq!(foul(&["1,2,1+5,1,1"]), "entry 1: there is no tile at 1,2,1: there never was one");
    assert_eq!(foul(&["1,1,1+1,1,1"]), "entry 1: 1,1,1: one tile is no pair");
    assert_eq!(foul(&["1,1,1+5,1,1"]), "entry 1: 1,1,1 is covered by the tile at 2,1,2");
    assert_eq!(
        foul(&["2,1,2+4,1,2", "1,1,1+5,1,1"]),
        "entry 2: 5,1,1 is hemmed in: tiles touch it on the left and on the right"
    );
    assert_eq!(foul(&["2,1,2+4,1,2", "1,1,1+7,1,1"]), "entry 2: B1 and F3 do not match");
    assert_eq!(
        foul(&["2,1,2+4,1,2", "4,1,2+7,1,1"]),
        "entry 2: there is no tile at 4,1,2: it is gone already"
    );
    assert_eq!(judged(&["4,1,2+2,1,2"]), Ok(Verdict { solved: false, score: 2 }));
    let flowers = pile("'F1F4\n[][]'").unwrap_err();
    assert!(flowers.contains("valid TOML"), "{flowers}");
    let flowers = pile("'''\nF1F4\n[][]\n'''").expect("it is read");
    let both = flowers.pair(0, 1);
    assert_eq!(flowers.judge(&vec![both]), Ok(Verdict { solved: true, score: 2 }));
    let foul = flowers.judge(&vec![both, both]).unwrap_err();
    assert_eq!(foul.to_string(), "entry 2: the puzzle is solved already");
}

#[test]
fn complaints_say_where_and_what() {
    let complaint = |layers: &str| pile(layers).unwrap_err();
    assert_eq!(
        complaint("'''\nB1B1\n[]]]\n'''"),
        "line 3, column 3: expected [] under B1, found ]]"
    );
    assert!(complaint("'''\nB1B1\n'''").starts_with("line 3, column 1: expected [] under B1"));
    assert!(
        complaint("'''\nB1B\n[][]\n'''").starts_with("line 2, column 3: expected a face of two")
    );
    assert!(complaint("'''\n[]\n'''").contains("expected a face of two characters"));
    assert_eq!(
        complaint("'''\nB1B2\n[][]\n'''"),
        "line 2, column 1: expected an even number of tiles that match B1, found 1"
    );
    assert!(complaint("").contains("expected a tile"));
    let rules = Shanghai::parse("rules = \"hidden\"\nlayers = []").unwrap_err().to_string();
    assert!(rules.contains("shanghai-game"), "{rules}");
    let row = "B1".repeat(200);
    assert!(complaint(&format!("'''\n{row}\n'''")).contains("at most 255 columns"));
    let many =
        format!("'''\n{0}\n{1}\n{0}\n{1}\n{0}\n{1}\n'''", "B1".repeat(100), "[]".repeat(100));
    assert!(complaint(&many).contains("at most 256 tiles"));
}

#[test]
fn layouts_of_kmahjongg_are_read() {
    let layout = "kmahjongg-layout-v1.1\n# two stacks\nw6\nh4\nd2\n\
        12..12\n43..43\n......\n......\n# next\n12..12\n43..43\n......\n......\n";
    assert!(Shanghai::recognises(layout) && !Shanghai::recognises("layers = []"));
    let puzzle = Shanghai::parse(layout).expect("it is read");
    assert_eq!((puzzle.shape.tiles(), puzzle.shape.layers()), (4, 2));
    assert_eq!(Shanghai::parse(&puzzle.show()), Ok(puzzle));
    let complaint = |from: &str, to: &str| {
        Shanghai::parse(&layout.replacen(from, to, 1)).unwrap_err().to_string()
    };
    assert_eq!(
        complaint("w6", "x6"),
        "line 3, column 1: expected w and a number from 1 to 255, found `x6`"
    );
    assert!(complaint("43..43", "43..44").starts_with("line 6, column 5: expected a whole tile"));
    assert!(complaint("v1.1", "v1.7").contains("kmahjongg-layout-v1.0 or v1.1"));
    assert!(complaint("12..12\n43..43", "12....\n43....").contains("an even number of tiles"));
    assert!(complaint("d2", "d3").contains("row 1 of level 2"));
}

#[test]
fn hints_name_safe_groups_and_choices() {
    // All four B1 are in play; of the C1, the two on top must not go together.
    let safe = pile("'''\nB1..B1..B1..B1\n[]..[]..[]..[]\n'''").expect("it is read");
    let start = safe.start();
    let mut moves = Vec::new();
    safe.moves(&start, &mut moves);
    assert_eq!(moves.len(), 6);
    let remark = safe.why_good(&start, &moves[..1]);
    assert!(remark.words.contains("All 4 of the B1 are in play"), "{}", remark.words);
    assert_eq!(remark.cells.len(), 4);

    let layers = "'''\nC1..B1..C1..\n[]..[]..[]..\n''', '''\nC1..C1..B1..\n[]..[]..[]..\n'''";
    let choice = pile(layers).expect("it is read");
    assert!(choice.touch(&choice.start(), 0, 0).is_some(), "one partner in play");
    assert_eq!(choice.drags(&choice.start()).len(), 2);
    assert_eq!(choice.why_lost(&choice.start()), None);

    let lost = pile("'''\nB1..\n[]..\n''', '''\nB1..\n[]..\n'''").expect("it is read");
    let remark = lost.why_lost(&lost.start()).expect("it is lost");
    assert!(remark.words.contains("the B1 (at 1,1,1; 1,1,2)"), "{}", remark.words);
}
