//! The luck of a game of chance in text: the key `seed` of an instance, and the first entry `seed 7`
//! of an answer to an instance that leaves it open.

use quarry_core::{Document, Episode, Located, ParseError, Position};

/// Reads the luck that an instance fixes, if it fixes one.
pub(crate) fn read_seed(document: &Document) -> Result<Option<u64>, ParseError> {
    let Some(seed) = document.integer("seed")? else { return Ok(None) };
    let luck = u64::try_from(seed.value);
    luck.map(Some).map_err(|_| seed.wrong("a seed from 0", seed.value.to_string()))
}

/// Says in a fact where the luck comes from.
pub(crate) fn fact(luck: Option<u64>) -> (&'static str, String) {
    ("luck", luck.map_or("of each run".to_owned(), |seed| format!("seed {seed}")))
}

/// Writes an episode, with its luck where the instance fixes none.
pub(crate) fn write_episode<M>(
    fixed: Option<u64>,
    episode: &Episode<M>,
    name: impl Fn(&M) -> String,
    entry: &mut dyn FnMut(&str),
) {
    if fixed.is_none() {
        entry(&format!("seed {}", episode.luck));
    }
    episode.line.iter().for_each(|mv| entry(&name(mv)));
}

/// Reads an episode. If the instance fixes the luck, the answer may repeat it. `a_move` is what an
/// entry stands for, with its article.
pub(crate) fn read_episode<M>(
    fixed: Option<u64>,
    entries: &mut dyn Iterator<Item = Located<&str>>,
    a_move: &str,
    read: impl Fn(&Located<&str>) -> Result<M, ParseError>,
) -> Result<Episode<M>, ParseError> {
    let first = entries.next();
    let seed =
        first.and_then(|entry| Some((entry, entry.value.trim_start().strip_prefix("seed")?)));
    let (luck, first) = match (fixed, seed) {
        (_, Some((entry, seed))) => {
            let seed = seed.trim().parse().ok();
            let seed = seed.filter(|seed| fixed.is_none_or(|fixed| fixed == *seed));
            let expected = || match fixed {
                Some(fixed) => format!("{a_move}, or the seed of the instance: \"seed {fixed}\""),
                None => "a seed such as \"seed 7\"".to_owned(),
            };
            (seed.ok_or_else(|| entry.wrong(expected(), format!("\"{}\"", entry.value)))?, None)
        }
        (Some(luck), None) => (luck, first),
        (None, None) => {
            let expected =
                "\"seed N\" as the first entry, because the instance leaves the luck open";
            let at = first.map_or(Position::START, |entry| entry.at);
            let found = first.map_or("no entry".to_owned(), |entry| format!("\"{}\"", entry.value));
            return Err(ParseError::new(at, expected, found));
        }
    };
    let line = first.into_iter().chain(entries).map(|entry| read(&entry));
    Ok(Episode { luck, line: line.collect::<Result<_, _>>()? })
}
