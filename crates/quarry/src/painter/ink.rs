//! Inks by purpose, and the colours that a theme gives them.
//!
//! The colours of kinds are Okabe and Ito's, which colour-blind readers can tell apart. On paper
//! everything is black, white or grey.

/// The colours of the inks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    /// Variables of the page's style sheet, with the colours of `Screen` as fallback.
    Page,
    /// Fixed colours on a light background.
    Screen,
    /// Black and greys.
    Print,
}

/// The purpose of a drawn element, which decides its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ink {
    /// Background of a blank tile.
    Blank,
    /// Background of a plain tile.
    Plain,
    /// Background of a given tile.
    Given,
    /// Background of a tile that waits for an entry.
    Open,
    /// Background of a shaded tile.
    Shaded,
    /// Walls that fill a tile.
    Wall,
    /// Background of the n-th kind.
    Kind(u8),
    /// Texts and marks.
    Text,
    /// Texts and marks on given tiles.
    OnGiven,
    /// Texts on plain tiles.
    OnPlain,
    /// Texts and marks on shaded tiles.
    OnShaded,
    /// Texts and marks on tiles of the n-th kind.
    OnKind(u8),
    /// Thin lines around tiles, and the lines of hatched tiles.
    Outline,
    /// Walls between tiles, and borders of regions.
    Border,
    /// Drawn lines: loops, paths, bridges.
    Drawn,
    /// Crosses where nothing is to be drawn.
    Excluded,
    /// Ties between tiles.
    Tie,
    /// Ground that can be broken, and things of wood.
    Earth,
    /// White, in every theme.
    Paper,
    /// Beams of light.
    Beam,
}

type Rgb = [u8; 3];

/// Kinds: background, ink on it, grey on paper.
const KINDS: [(Rgb, Rgb, u8); 8] = [
    ([230, 159, 0], [28, 21, 0], 255),
    ([86, 180, 233], [6, 32, 46], 217),
    ([0, 158, 115], [0, 21, 15], 179),
    ([240, 228, 66], [42, 39, 0], 140),
    ([0, 114, 178], [255, 255, 255], 102),
    ([213, 94, 0], [255, 255, 255], 64),
    ([204, 121, 167], [43, 10, 28], 236),
    ([163, 167, 171], [21, 24, 26], 198),
];

/// Number of kinds with their own colour and shape.
pub(super) const KIND_COUNT: usize = KINDS.len();

fn kind(kind: u8) -> (Rgb, Rgb, u8) {
    KINDS[usize::from(kind) % KINDS.len()]
}

impl Ink {
    /// Returns the colour as red, green and blue.
    pub fn rgb(self, theme: Theme) -> [u8; 3] {
        if theme == Theme::Print { [self.grey(); 3] } else { self.colour() }
    }

    /// Returns the colour as an attribute of an SVG element.
    pub fn attribute(self, theme: Theme) -> String {
        let [red, green, blue] = self.rgb(theme);
        let colour = format!("#{red:02x}{green:02x}{blue:02x}");
        match (theme, self.variable()) {
            (Theme::Page, Some(name)) => format!("var(--tile-{name}, {colour})"),
            _ => colour,
        }
    }

    /// Returns the variable of the page's style sheet; the colours of kinds are the same in every
    /// theme of the page.
    fn variable(self) -> Option<&'static str> {
        Some(match self {
            Ink::Blank => "blank",
            Ink::Plain => "plain",
            Ink::Given => "given",
            Ink::Open => "open",
            Ink::Shaded => "shaded",
            Ink::Wall => "wall",
            Ink::Text => "ink",
            Ink::OnGiven => "ink-on-given",
            Ink::OnShaded => "ink-on-shaded",
            Ink::Outline => "line",
            Ink::Border => "border",
            Ink::Drawn => "drawn",
            Ink::Excluded => "excluded",
            Ink::Tie => "link",
            Ink::Beam => "beam",
            Ink::Earth => "earth",
            Ink::OnPlain => "ink-on-plain",
            Ink::Kind(_) | Ink::OnKind(_) | Ink::Paper => return None,
        })
    }

    fn colour(self) -> Rgb {
        match self {
            Ink::Blank => [241, 241, 238],
            Ink::Plain => [226, 239, 248],
            Ink::OnPlain => [0, 79, 128],
            Ink::Given => [208, 216, 222],
            Ink::Open | Ink::OnShaded | Ink::Paper => [255, 255, 255],
            Ink::Shaded | Ink::Text | Ink::OnGiven | Ink::Border => [28, 33, 38],
            Ink::Wall => [86, 97, 107],
            Ink::Earth => [138, 90, 43],
            Ink::Outline => [130, 138, 145],
            Ink::Drawn => [0, 114, 178],
            Ink::Excluded => [179, 71, 0],
            Ink::Tie => [230, 159, 0],
            Ink::Beam => [240, 205, 66],
            Ink::Kind(number) => kind(number).0,
            Ink::OnKind(number) => kind(number).1,
        }
    }

    fn grey(self) -> u8 {
        match self {
            Ink::Blank | Ink::Plain | Ink::Open | Ink::OnShaded | Ink::Paper => 255,
            Ink::Given => 224,
            Ink::Shaded => 64,
            Ink::Wall => 120,
            Ink::Beam => 170,
            Ink::Excluded => 90,
            Ink::Kind(number) => kind(number).2,
            Ink::OnKind(number) if kind(number).2 < 128 => 255,
            Ink::Outline | Ink::Text | Ink::OnGiven | Ink::OnPlain | Ink::OnKind(_) => 0,
            Ink::Earth => 90,
            Ink::Border | Ink::Drawn | Ink::Tie => 0,
        }
    }
}
