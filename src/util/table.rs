//! The two tables: `options!` and `counters!` declare each option and each counter once.
//!
//! Command lines, help texts, JSON statistics and fuzzers read the rows; engines use plain struct fields.

use std::fmt;
use std::ops::RangeInclusive;

/// One option, as used by help texts and command lines.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionRow {
    /// The name, in snake case.
    pub name: &'static str,
    /// The current value as text.
    pub value: String,
    /// The accepted values: `true|false`, `1..=100`, or names separated by `|`.
    pub accepts: String,
    /// What the option does.
    pub help: &'static str,
    /// Whether the value is a list of literals, which can be given by the names of a formula's variables
    /// ([`engines::named`](crate::engines::named)).
    pub lists_literals: bool,
}

/// Why an option could not be set.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionError {
    /// There is no option of this name.
    UnknownName(String),
    /// The value is not of the option's type or not in its range.
    BadValue {
        /// The option.
        name: &'static str,
        /// The value given.
        value: String,
        /// The accepted values.
        accepts: String,
    },
    /// The option exists, but has no effect in this solver, for the reason that this sentence gives.
    WithoutEffect(String),
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::UnknownName(name) => write!(f, "there is no option '{name}'"),
            OptionError::BadValue { name, value, accepts } => {
                write!(f, "option '{name}' cannot be '{value}': expected {accepts}")
            }
            OptionError::WithoutEffect(sentence) => f.write_str(sentence),
        }
    }
}

impl std::error::Error for OptionError {}

/// A type of option values.
pub trait OptionValue: Sized {
    /// Whether the values are lists of literals.
    const LISTS_LITERALS: bool = false;
    /// A restriction of the values.
    type Range;
    /// The range of all values of the type.
    fn any() -> Self::Range;
    /// Reads a value from text if it is in the range.
    fn parse(text: &str, range: &Self::Range) -> Option<Self>;
    /// The value as text, as [`OptionValue::parse`] reads it.
    fn show(&self) -> String;
    /// The accepted values, as shown to users.
    fn accepts(range: &Self::Range) -> String;
}

impl OptionValue for bool {
    type Range = ();
    fn any() {}
    fn parse(text: &str, _: &()) -> Option<bool> {
        match text {
            "true" | "on" | "1" => Some(true),
            "false" | "off" | "0" => Some(false),
            _ => None,
        }
    }
    fn show(&self) -> String {
        self.to_string()
    }
    fn accepts(_: &()) -> String {
        "true|false".into()
    }
}

impl OptionValue for u64 {
    type Range = RangeInclusive<u64>;
    fn any() -> Self::Range {
        0..=u64::MAX
    }
    fn parse(text: &str, range: &Self::Range) -> Option<u64> {
        text.parse().ok().filter(|value| range.contains(value))
    }
    fn show(&self) -> String {
        self.to_string()
    }
    fn accepts(range: &Self::Range) -> String {
        if *range.end() == u64::MAX { format!("a number from {}", range.start()) } else { format!("{range:?}") }
    }
}

impl OptionValue for f64 {
    type Range = RangeInclusive<f64>;
    fn any() -> Self::Range {
        f64::MIN..=f64::MAX
    }
    fn parse(text: &str, range: &Self::Range) -> Option<f64> {
        text.parse().ok().filter(|value| range.contains(value))
    }
    fn show(&self) -> String {
        self.to_string()
    }
    fn accepts(range: &Self::Range) -> String {
        format!("{range:?}")
    }
}

/// A table of options, made by the macro `options!`.
pub trait OptionTable {
    /// The options with their current values, in the order of declaration.
    fn rows(&self) -> Vec<OptionRow>;

    /// Sets an option by name.
    ///
    /// # Errors
    /// When there is no such option, or the value is out of range.
    fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError>;
}

impl OptionRow {
    /// The row of an option with this value. Not inlined, since there are hundreds of calls.
    #[inline(never)]
    pub(crate) fn of<T: OptionValue>(name: &'static str, value: &T, range: &T::Range, help: &'static str) -> OptionRow {
        OptionRow { name, value: value.show(), accepts: T::accepts(range), help, lists_literals: T::LISTS_LITERALS }
    }
}

/// Sets an option's field from text. Not inlined, since there are hundreds of calls.
///
/// # Errors
/// When the value is out of range.
#[inline(never)]
pub(crate) fn assign<T: OptionValue>(
    name: &'static str,
    field: &mut T,
    value: &str,
    range: &T::Range,
) -> Result<(), OptionError> {
    let bad = || OptionError::BadValue { name, value: value.into(), accepts: T::accepts(range) };
    *field = T::parse(value, range).ok_or_else(bad)?;
    Ok(())
}

/// Declares an `enum` whose variants are the values of an option, each with its name on the command line.
macro_rules! choices {
    ($(#[$meta:meta])* $vis:vis enum $Name:ident { $($(#[$doc:meta])* $Value:ident = $text:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $Name { $($(#[$doc])* $Value),* }

        impl $crate::util::table::OptionValue for $Name {
            type Range = ();
            fn any() {}
            fn parse(text: &str, _: &()) -> Option<Self> {
                match text { $($text => Some($Name::$Value),)* _ => None }
            }
            fn show(&self) -> String {
                match self { $($Name::$Value => $text),* }.into()
            }
            fn accepts(_: &()) -> String {
                [$($text),*].join("|")
            }
        }
    };
}
pub(crate) use choices;

/// Declares a struct of options: `name: type = default, in range, "help";` where the range may be left out.
///
/// Gives the struct `Default` and [`OptionTable`].
macro_rules! options {
    ($(#[$meta:meta])* $vis:vis struct $Name:ident {
        $($field:ident : $Type:ty = $default:expr $(, in $range:expr)?, $help:literal;)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug)]
        $vis struct $Name { $(#[doc = $help] pub $field: $Type),* }

        impl Default for $Name {
            fn default() -> Self {
                $Name { $($field: $default),* }
            }
        }

        impl $crate::util::table::OptionTable for $Name {
            fn rows(&self) -> Vec<$crate::util::table::OptionRow> {
                use $crate::util::table::{OptionRow, OptionValue as Value};
                let mut rows = Vec::new();
                $({
                    let range = <$Type as Value>::any();
                    $(let _ = range; let range = $range;)?
                    rows.push(OptionRow::of(stringify!($field), &self.$field, &range, $help));
                })*
                rows
            }

            fn set(&mut self, name: &str, value: &str) -> Result<(), $crate::util::table::OptionError> {
                use $crate::util::table::{OptionError, OptionValue as Value, assign};
                match name {
                    $(name if name == stringify!($field) => {
                        let range = <$Type as Value>::any();
                        $(let _ = range; let range = $range;)?
                        assign(stringify!($field), &mut self.$field, value, &range)
                    })*
                    _ => Err(OptionError::UnknownName(name.into())),
                }
            }
        }
    };
}
pub(crate) use options;

/// What a counter is divided by for its secondary figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Per {
    /// No secondary figure.
    Nothing,
    /// Per second of CPU time.
    Second,
    /// Per one of another counter.
    Counter(&'static str),
    /// As a percentage of another counter.
    Percent(&'static str),
}

/// One counter as statistics show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CounterRow {
    /// The name, in snake case; it is the key in the JSON statistics.
    pub name: &'static str,
    /// The count.
    pub value: u64,
    /// The secondary figure.
    pub per: Per,
    /// What is counted.
    pub help: &'static str,
}

/// A table of counters, made by the macro `counters!`, whose counts can be summed up.
pub trait CounterTable {
    /// Adds to each count what it has grown by between two moments.
    fn add_growth(&mut self, before: &Self, after: &Self);
}

/// Declares a struct of counters: `name [/ per], "what is counted";` where `per` is a [`Per`].
///
/// Gives the struct `Default` (all 0), `rows()` and [`CounterTable`].
macro_rules! counters {
    ($(#[$meta:meta])* $vis:vis struct $Name:ident {
        $($field:ident $(/ $per:expr)?, $help:literal;)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        $vis struct $Name { $(#[doc = $help] pub $field: u64),* }

        impl $Name {
            /// The counters, in the order of declaration.
            pub fn rows(&self) -> Vec<$crate::util::table::CounterRow> {
                use $crate::util::table::Per::*;
                vec![$({
                    let per = Nothing;
                    $(let _ = per; let per = $per;)?
                    $crate::util::table::CounterRow {
                        name: stringify!($field),
                        value: self.$field,
                        per,
                        help: $help,
                    }
                }),*]
            }
        }

        impl $crate::util::table::CounterTable for $Name {
            fn add_growth(&mut self, before: &Self, after: &Self) {
                $(self.$field += after.$field.saturating_sub(before.$field);)*
            }
        }
    };
}
pub(crate) use counters;

#[cfg(test)]
mod tests {
    use super::*;

    choices! { enum Color { Red = "red", Blue = "blue" } }
    options! {
        struct Sample {
            loud: bool = false, "be loud";
            level: u64 = 3, in 1..=9, "how high";
            share: f64 = 0.5, in 0.0..=1.0, "how much";
            color: Color = Color::Red, "which colour";
        }
    }
    counters! { struct Counts { steps / Second, "steps taken"; kept / Percent("steps"), "steps kept"; lost, "steps lost"; } }

    #[test]
    fn options_are_set_by_name_within_their_range() {
        let mut sample = Sample::default();
        sample.set("level", "9").expect("in range");
        sample.set("color", "blue").expect("a choice");
        sample.set("loud", "on").expect("a bool");
        sample.set("share", "1").expect("in range");
        assert_eq!((sample.level, sample.color, sample.loud, sample.share), (9, Color::Blue, true, 1.0));
        let error = sample.set("level", "10").expect_err("out of range");
        assert_eq!(error.to_string(), "option 'level' cannot be '10': expected 1..=9");
        assert_eq!(sample.set("pitch", "1"), Err(OptionError::UnknownName("pitch".into())));
        assert_eq!(sample.rows()[3].accepts, "red|blue");
    }

    #[test]
    fn counters_have_rows() {
        let counts = Counts { steps: 4, kept: 2, lost: 1 };
        let rows = counts.rows();
        assert_eq!((rows[1].name, rows[1].value, rows[1].per), ("kept", 2, Per::Percent("steps")));
        assert_eq!((rows[0].per, rows[2].per), (Per::Second, Per::Nothing));
        let mut sum = Counts { steps: 1, kept: 1, lost: 1 };
        sum.add_growth(&counts, &Counts { steps: 9, kept: 2, lost: 2 });
        assert_eq!(sum, Counts { steps: 6, kept: 1, lost: 2 });
    }
}
