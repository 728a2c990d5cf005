//! [`Bounds`]: a range of numbers in text form, `"30..50"`.

use super::schema::printable;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Range of numbers: `"30..50"`, `"2.."`, `"..9"`, both ends included, or a single number.
///
/// ```
/// use mapwright::Bounds;
/// let bounds: Bounds = "30..50".parse().unwrap();
/// assert!(bounds.hold(30.0) && bounds.hold(50.0) && !bounds.hold(50.1));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// Minimum, if any.
    pub low: Option<f64>,
    /// Maximum, if any.
    pub high: Option<f64>,
}

impl Bounds {
    /// Returns true if the number is in range.
    pub fn hold(self, number: f64) -> bool {
        self.missed_by(number) == 0.0
    }

    /// Returns the distance of the number from the range.
    pub(crate) fn missed_by(self, number: f64) -> f64 {
        let below = self.low.map_or(0.0, |low| (low - number).max(0.0));
        let above = self.high.map_or(0.0, |high| (number - high).max(0.0));
        below + above
    }
}

impl FromStr for Bounds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| match text.trim() {
            "" => Ok(None),
            text => text.parse::<f64>().ok().filter(|number| number.is_finite()).map(Some).ok_or(()),
        };
        let (low, high) = text.split_once("..").unwrap_or((text, text));
        let bounds = number(low).and_then(|low| Ok(Bounds { low, high: number(high)? })).ok();
        match bounds.filter(|bounds| bounds.low.is_some() || bounds.high.is_some()) {
            Some(Bounds { low: Some(low), high: Some(high) }) if low > high => {
                Err(format!("{low} is larger than {high}"))
            }
            Some(bounds) => Ok(bounds),
            None => Err(format!("{:?} where {EXPECTED} is expected", printable(text))),
        }
    }
}

const EXPECTED: &str = "a number or a text like \"30..50\", \"2..\" or \"..9\"";

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.low, self.high) {
            (Some(low), Some(high)) if low == high => write!(f, "{low}"),
            (low, high) => {
                low.iter().try_for_each(|low| write!(f, "{low}"))?;
                f.write_str("..")?;
                high.iter().try_for_each(|high| write!(f, "{high}"))
            }
        }
    }
}

impl Serialize for Bounds {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Bounds {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = Bounds;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(EXPECTED)
            }
            fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Bounds, E> {
                self.visit_f64(number as f64)
            }
            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Bounds, E> {
                self.visit_f64(number as f64)
            }
            fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<Bounds, E> {
                match number.is_finite() {
                    true => Ok(Bounds { low: Some(number), high: Some(number) }),
                    false => Err(E::custom("the number must be finite")),
                }
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Bounds, E> {
                text.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(text: &str) -> Result<Bounds, String> {
        text.parse()
    }

    #[test]
    fn bounds_are_read_and_written() {
        for (text, low, high) in [
            ("30..50", Some(30.0), Some(50.0)),
            ("2..", Some(2.0), None),
            ("..0.5", None, Some(0.5)),
            ("7", Some(7.0), Some(7.0)),
        ] {
            assert_eq!(bounds(text), Ok(Bounds { low, high }));
            assert_eq!(Bounds { low, high }.to_string(), text);
        }
        for text in ["", "..", "a..b", "1..2..3", "nan..", "..inf", "1-2"] {
            assert!(bounds(text).unwrap_err().ends_with("is expected"), "{text}");
        }
        assert_eq!(bounds("5..4"), Err("5 is larger than 4".to_owned()));
    }
}
