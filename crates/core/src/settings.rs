//! Settings, declared once: the declaration provides the default, the range, the help text, the
//! command line's `--param` and the form field.

use std::fmt;
use std::ops::RangeInclusive;

use crate::names::did_you_mean;

/// The values that a setting accepts.
#[derive(Debug, Clone, PartialEq)]
pub enum Domain {
    /// A whole number in a range.
    Whole(RangeInclusive<u64>),
    /// A number in a range.
    Real(RangeInclusive<f64>),
    /// `true` or `false`.
    Switch,
    /// One of several words.
    Choice(Vec<&'static str>),
    /// Any text of the described form.
    Text(&'static str),
    /// A text of the described form, which a training can find; front ends accept its file instead,
    /// whose name ends in `.toml`.
    Recipe(&'static str),
    /// A text of the described form, with which a run begins; a run hands its own on as its
    /// [recipe](crate::Search::recipe), so that another one can begin with it.
    Start(&'static str),
    /// This many weights from 0 to 1; front ends accept a model file for them.
    Weights(usize),
    /// Nets, by the checksum of their numbers or as the usual ones; front ends accept a model file
    /// for them.
    Nets,
    /// This many numbers from -1000 to 1000; front ends accept a model file for them.
    Numbers(usize),
}

/// Setting value that stands for the nets that ship with the program.
pub const USUAL_NETS: &str = "usual";

impl From<RangeInclusive<u64>> for Domain {
    fn from(range: RangeInclusive<u64>) -> Self {
        Domain::Whole(range)
    }
}
impl From<RangeInclusive<f64>> for Domain {
    fn from(range: RangeInclusive<f64>) -> Self {
        Domain::Real(range)
    }
}
impl From<()> for Domain {
    fn from((): ()) -> Self {
        Domain::Switch
    }
}
impl<const N: usize> From<[&'static str; N]> for Domain {
    fn from(words: [&'static str; N]) -> Self {
        Domain::Choice(words.to_vec())
    }
}

impl From<&'static str> for Domain {
    fn from(form: &'static str) -> Self {
        Domain::Text(form)
    }
}

impl Domain {
    /// Returns whether a setting of this domain accepts the value.
    pub fn admits(&self, text: &str) -> bool {
        match self {
            Domain::Whole(_) => u64::read(text, self).is_some(),
            Domain::Real(_) => f64::read(text, self).is_some(),
            Domain::Switch => bool::read(text, self).is_some(),
            Domain::Choice(_) => <&'static str>::read(text, self).is_some(),
            Domain::Text(_) | Domain::Start(_) => true,
            Domain::Recipe(_) => !text.ends_with(".toml"),
            Domain::Weights(_) | Domain::Numbers(_) => Vec::<f64>::read(text, self).is_some(),
            Domain::Nets => {
                let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
                text == USUAL_NETS || text.len() == 64 && text.bytes().all(is_digit)
            }
        }
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Domain::Whole(range) => {
                write!(f, "a whole number from {} to {}", range.start(), range.end())
            }
            Domain::Real(range) => write!(f, "a number from {} to {}", range.start(), range.end()),
            Domain::Switch => write!(f, "true or false"),
            Domain::Choice(words) => write!(f, "one of {}", words.join(", ")),
            Domain::Text(form) | Domain::Start(form) => write!(f, "{form}"),
            Domain::Recipe(form) => {
                write!(f, "{form}, or a file `*.toml` that `quarry train` has written")
            }
            Domain::Weights(count) => {
                write!(f, "{count} weights from 0 to 1 separated by commas, or a model file")
            }
            Domain::Nets => {
                write!(f, "`{USUAL_NETS}`, or a file of nets that `quarry train` has written")
            }
            Domain::Numbers(count) => {
                write!(f, "{count} numbers separated by commas, or a model file")
            }
        }
    }
}

/// Description of a setting.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// Name of the setting.
    pub name: &'static str,
    /// Help text.
    pub help: &'static str,
    /// Default value, as text.
    pub default: String,
    /// Accepted values.
    pub domain: Domain,
}

/// Why a setting was refused.
#[derive(Debug, Clone, PartialEq)]
pub enum SettingError {
    /// No setting has this name; carries the known names.
    Unknown(String, Vec<&'static str>),
    /// The value is outside the setting's domain.
    Unfit(String, String, Domain),
    /// The value is valid, but not for this instance; says why and what to do.
    Unsuited(String, String),
    /// The solver cannot work on this instance, whatever its settings; says why and what to do.
    OtherInstance(String),
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SettingError::Unknown(name, known) if known.is_empty() => {
                write!(f, "unknown setting '{name}': there are no settings here")
            }
            SettingError::Unknown(name, known) => {
                let meant = did_you_mean(name, known.iter().copied());
                write!(f, "unknown setting '{name}'{meant}: expected one of {}", known.join(", "))
            }
            SettingError::Unfit(name, value, domain) => {
                let words = if let Domain::Choice(words) = domain { words.as_slice() } else { &[] };
                let meant = did_you_mean(value, words.iter().copied());
                write!(f, "setting '{name}': expected {domain}, found '{value}'{meant}")
            }
            SettingError::Unsuited(name, why) => write!(f, "setting '{name}': {why}"),
            SettingError::OtherInstance(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for SettingError {}

/// Parses a whole number as people write it: 10000, 10_000 or 1e4.
pub fn whole_number(text: &str) -> Option<u64> {
    let text = text.replace('_', "");
    let Some((digits, exponent)) = text.split_once(['e', 'E']) else { return text.parse().ok() };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_number(whole) || !is_number(part) {
        return None;
    }
    let part = part.trim_end_matches('0');
    let zeros = exponent.parse::<u32>().ok()?.checked_sub(u32::try_from(part.len()).ok()?)?;
    format!("{whole}{part}").parse::<u64>().ok()?.checked_mul(10u64.checked_pow(zeros)?)
}

/// A type that a setting can have.
pub trait SettingValue: Sized {
    /// Reads a value of the domain; `None` if the text is outside it.
    fn read(text: &str, domain: &Domain) -> Option<Self>;
    /// Writes the value as text.
    fn write(&self) -> String;
}

impl SettingValue for u64 {
    fn read(text: &str, domain: &Domain) -> Option<Self> {
        let value = whole_number(text)?;
        matches!(domain, Domain::Whole(range) if range.contains(&value)).then_some(value)
    }
    fn write(&self) -> String {
        self.to_string()
    }
}
impl SettingValue for f64 {
    fn read(text: &str, domain: &Domain) -> Option<Self> {
        let value = text.parse().ok()?;
        matches!(domain, Domain::Real(range) if range.contains(&value)).then_some(value)
    }
    fn write(&self) -> String {
        self.to_string()
    }
}
impl SettingValue for bool {
    fn read(text: &str, _: &Domain) -> Option<Self> {
        text.parse().ok()
    }
    fn write(&self) -> String {
        self.to_string()
    }
}
impl SettingValue for String {
    fn read(text: &str, domain: &Domain) -> Option<Self> {
        domain.admits(text).then(|| text.to_owned())
    }
    fn write(&self) -> String {
        self.clone()
    }
}
impl SettingValue for Vec<f64> {
    fn read(text: &str, domain: &Domain) -> Option<Self> {
        let (count, range) = match domain {
            Domain::Weights(count) => (*count, 0.0..=1.0),
            Domain::Numbers(count) => (*count, -1_000.0..=1_000.0),
            _ => return None,
        };
        let number = |part: &str| part.trim().parse().ok().filter(|number| range.contains(number));
        let numbers: Self = text.split(',').map(number).collect::<Option<_>>()?;
        (numbers.len() == count).then_some(numbers)
    }
    fn write(&self) -> String {
        self.iter().map(f64::to_string).collect::<Vec<_>>().join(",")
    }
}
impl SettingValue for &'static str {
    fn read(text: &str, domain: &Domain) -> Option<Self> {
        match domain {
            Domain::Choice(words) => words.iter().copied().find(|word| *word == text),
            _ => None,
        }
    }
    fn write(&self) -> String {
        (*self).to_owned()
    }
}

/// A plain struct whose fields are settings; write it with [`settings!`](crate::settings!).
pub trait Settings: Default + Clone + Send + Sync + 'static {
    /// Describes the settings, in the order of their declaration.
    fn fields() -> Vec<Field>;
    /// Sets one setting by name.
    fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError>;
    /// Returns all names with their current values.
    fn values(&self) -> Vec<(&'static str, String)>;
}

/// Two groups of settings as one; no name may be in both.
impl<A: Settings, B: Settings> Settings for (A, B) {
    fn fields() -> Vec<Field> {
        A::fields().into_iter().chain(B::fields()).collect()
    }
    fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        match (self.0.set(name, value), self.1.set(name, value)) {
            (
                Err(SettingError::Unknown(name, mut known)),
                Err(SettingError::Unknown(_, others)),
            ) => {
                known.extend(others);
                Err(SettingError::Unknown(name, known))
            }
            (Err(SettingError::Unknown(..)), of_second) => of_second,
            (of_first, _) => of_first,
        }
    }
    fn values(&self) -> Vec<(&'static str, String)> {
        self.0.values().into_iter().chain(self.1.values()).collect()
    }
}

/// For items without settings.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct NoSettings;

impl Settings for NoSettings {
    fn fields() -> Vec<Field> {
        Vec::new()
    }
    fn set(&mut self, name: &str, _: &str) -> Result<(), SettingError> {
        Err(SettingError::Unknown(name.to_owned(), Vec::new()))
    }
    fn values(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}

/// Declares a settings struct: `name: type = default, domain;` with the help text as doc comment.
///
/// ```
/// quarry_core::settings! {
///     /// How a walk is taken.
///     pub struct WalkSettings {
///         /// How many steps.
///         pub steps: u64 = 10, 1..=1000;
///         /// Which way.
///         pub way: &'static str = "left", ["left", "right"];
///         /// Whether to come back.
///         pub back: bool = false, ();
///     }
/// }
/// use quarry_core::Settings;
/// let mut walk = WalkSettings::default();
/// walk.set("steps", "25").unwrap();
/// assert_eq!(walk.steps, 25);
/// assert!(walk.set("steps", "0").is_err());
/// assert_eq!(WalkSettings::fields()[1].help, "Which way.");
/// ```
#[macro_export]
macro_rules! settings {
    (
        $(#[$head:meta])*
        $visible:vis struct $name:ident {
            $(
                $(#[doc = $help:literal])+
                $field_visible:vis $field:ident: $kind:ty = $default:expr, $domain:expr;
            )*
        }
    ) => {
        $(#[$head])*
        #[derive(Debug, Clone, PartialEq)]
        $visible struct $name {
            $(
                $(#[doc = $help])+
                $field_visible $field: $kind,
            )*
        }
        impl Default for $name {
            fn default() -> Self {
                $name { $($field: $default),* }
            }
        }
        impl $crate::Settings for $name {
            fn fields() -> Vec<$crate::Field> {
                let default = $name::default();
                vec![$($crate::Field {
                    name: stringify!($field),
                    help: concat!($($help),+).trim(),
                    default: $crate::SettingValue::write(&default.$field),
                    domain: $crate::Domain::from($domain),
                }),*]
            }
            fn set(&mut self, name: &str, value: &str) -> Result<(), $crate::SettingError> {
                match name {
                    $(stringify!($field) => {
                        let domain = $crate::Domain::from($domain);
                        self.$field = $crate::SettingValue::read(value, &domain).ok_or_else(|| {
                            $crate::SettingError::Unfit(name.to_owned(), value.to_owned(), domain)
                        })?;
                        Ok(())
                    })*
                    _ => Err($crate::SettingError::Unknown(name.to_owned(), vec![$(stringify!($field)),*])),
                }
            }
            fn values(&self) -> Vec<(&'static str, String)> {
                vec![$((stringify!($field), $crate::SettingValue::write(&self.$field))),*]
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_read_as_people_write_them() {
        for (text, number) in [
            ("10_000", 10_000),
            ("1e6", 1_000_000),
            ("2.5E3", 2_500),
            ("1.50e1", 15),
            ("0e9", 0),
            ("7e0", 7),
        ] {
            assert_eq!(whole_number(text), Some(number), "{text}");
        }
        for text in [
            "",
            "1.5",
            "1.25e1",
            "1e-3",
            "-1",
            "e3",
            "1e",
            "1e30",
            "1e99999999999",
            ".5e1",
            "x",
            "1ee3",
        ] {
            assert_eq!(whole_number(text), None, "{text}");
        }
    }

    #[test]
    fn a_domain_admits_what_its_settings_take() {
        assert!(Domain::from(1..=9).admits("9") && !Domain::from(1..=9).admits("10"));
        assert!(Domain::from(0.0..=1.0).admits("0.5") && !Domain::from(0.0..=1.0).admits("half"));
        assert!(Domain::from(()).admits("true") && !Domain::from(()).admits("1"));
        assert!(Domain::from(["left"]).admits("left") && !Domain::from(["left"]).admits("right"));
        assert!(Domain::Weights(2).admits("0.5, 1") && !Domain::Weights(2).admits("0.5,1.5"));
        assert!(Domain::Numbers(2).admits("-0.5,7") && !Domain::Numbers(2).admits("0.5,NaN"));
        assert!(!Domain::Weights(2).admits("0.5") && !Domain::Weights(2).admits("model.toml"));
        assert!(Domain::Recipe("").admits("9 15") && !Domain::Recipe("").admits("found.toml"));
        assert!(Domain::Nets.admits(USUAL_NETS) && Domain::Nets.admits(&"0a".repeat(32)));
        assert!(!Domain::Nets.admits("nets.safetensors") && !Domain::Nets.admits(&"0A".repeat(32)));
    }

    crate::settings! {
        struct Near {
            /// How near.
            near: u64 = 1, 0..=9;
        }
    }
    crate::settings! {
        struct Far {
            /// How far.
            far: bool = false, ();
        }
    }

    #[test]
    fn two_groups_are_one() {
        let mut both = <(Near, Far)>::default();
        assert_eq!((both.set("near", "4"), both.set("far", "true")), (Ok(()), Ok(())));
        assert_eq!(both.values(), [("near", "4".to_owned()), ("far", "true".to_owned())]);
        assert!(both.set("near", "10").unwrap_err().to_string().contains("from 0 to 9"));
        assert!(both.set("far", "10").unwrap_err().to_string().contains("true or false"));
        assert!(both.set("wide", "1").unwrap_err().to_string().contains("one of near, far"));
        assert_eq!(<(Near, Far)>::fields().len(), 2);
    }
}
