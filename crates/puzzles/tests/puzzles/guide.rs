//! The guide's chapter on pencil puzzles quotes Light Up.

const CHAPTER: &str = include_str!("../../../../docs/guide/pencil.md");
const LIGHT_UP: &str = include_str!("../../src/pencil/light_up/mod.rs");

#[test]
fn the_chapter_quotes_light_up() {
    let blocks: Vec<&str> = CHAPTER.split("```rust\n").skip(1).collect();
    assert!(blocks.len() > 5, "the chapter shows a declaration");
    for block in blocks {
        let code = block.split("```").next().unwrap_or_default();
        assert!(LIGHT_UP.contains(code), "not in Light Up's file:\n{code}");
    }
}
