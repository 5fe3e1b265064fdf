//! The keys of each kind of game, in words.

use quarry::Session;

/// Describes the keys.
pub(super) fn keys(session: &Session) -> &'static [&'static str] {
    match session {
        Session::Fill(game) if !game.links().is_empty() => &[
            "arrows or mouse  enter/click next number  l or drag link two cells, or erase it",
            "type a value  backspace erase  u undo  r redo  n restart",
            "p pencil marks on, off  c check  k can it be completed?  h hint  q quit",
        ],
        Session::Fill(game) if game.spreads() => &[
            "arrows or mouse  shift+arrow or drag pulls the value along, with its partner",
            "type a value  backspace erase  u undo  r redo  n restart",
            "p pencil marks on, off  c check  k can it be completed?  h hint  q quit",
        ],
        Session::Steps(_) => &[
            "arrows or mouse  enter/click play or take  u undo  r redo  n restart  h hint  q quit",
        ],
        Session::Fill(_) => &[
            "arrows or mouse  shift+arrow or tab edges  space/click next value  b/right click previous",
            "type a value  backspace erase  u undo  r redo  n restart",
            "p pencil marks on, off  c check  k can it be completed?  h hint  q quit",
        ],
        Session::Clock(_) => &[
            ". step  , back  > ten steps  < ten back  home start  end end  space run, stop",
            "arrows or mouse  tab next one  digits give an order  x remove it",
            "u undo  r redo  n restart  c check  h hint  q quit",
        ],
    }
}
