use super::*;

#[test]
fn regions_are_divided_once_and_framed() {
    let board = |x, y| Tile::new(x, y, Tint::Blank, "");
    let picture = Picture::grid(2, 2, board).with_regions(|x, _| x);
    let mut lines: Vec<_> = picture.edges.iter().map(Edge::ends).collect();
    let count = lines.len();
    lines.sort_unstable();
    lines.dedup();
    assert_eq!((count, lines.len()), (10, 10), "8 around the board, 2 between the columns");
    assert!(lines.contains(&[(1, 0), (1, 1)]) && !lines.contains(&[(0, 1), (1, 1)]));
}

#[test]
fn an_edge_is_the_same_from_both_sides() {
    let edge = |x, y, side| Edge { x, y, side, mark: EdgeMark::Line }.ends();
    assert_eq!(edge(0, 0, Side::Right), edge(1, 0, Side::Left));
    assert_eq!(edge(0, 0, Side::Bottom), edge(0, 1, Side::Top));
}

#[test]
fn the_highest_tile_of_a_place_is_found() {
    let tile = |layer, label: &str| Tile::new(1, 0, Tint::Plain, label).on_layer(layer);
    let tiles = vec![tile(0, "goal"), tile(2, "top"), tile(1, "box")];
    let picture = Picture::of_squares(2, 1, tiles);
    assert_eq!(picture.tile(1, 0).unwrap().label, "top");
    assert_eq!(picture.tile(0, 0), None);
}
