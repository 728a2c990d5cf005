//! Reads the values of records: numbers, words, texts, objects with known keys, and arbitrary
//! values that are stored unchanged.

use super::bounded::{Input, Step};
use crate::base::error::Error;
use crate::base::nearest::hint;
use crate::map::{Extra, Tags};
use crate::params::schema::printable;
use serde::de::{Deserialize, IntoDeserializer};
use serde_json::{Number, Value};
use std::borrow::Cow;
use std::fmt;
use std::ops::RangeInclusive;

/// Ids and coordinates: 31 bits, so that adding one or doubling never overflows.
pub(super) const COUNT: RangeInclusive<i64> = 0..=i32::MAX as i64;

impl Input<'_> {
    pub(super) fn whole(&mut self, range: RangeInclusive<i64>) -> Result<i64, Error> {
        let number = self.number("a whole number")?;
        number.as_i64().filter(|number| range.contains(number)).ok_or_else(|| {
            let (low, high) = range.into_inner();
            self.bad(format!("{number} is not a whole number from {low} to {high}"))
        })
    }

    /// Reads a coordinate or a number of tiles.
    pub(super) fn count(&mut self) -> Result<i32, Error> {
        self.whole(COUNT).map(|number| number as i32)
    }

    /// Reads a width or height.
    pub(super) fn side(&mut self) -> Result<i32, Error> {
        self.whole(1..=i32::MAX.into()).map(|number| number as i32)
    }

    /// Reads the id of a room, passage, door or zone.
    pub(super) fn id(&mut self) -> Result<u32, Error> {
        self.whole(COUNT).map(|number| number as u32)
    }

    /// Reads any number. The standard library does the rounding, because it is exact to the last
    /// digit and `serde_json` is not.
    fn number(&mut self, expected: &str) -> Result<Number, Error> {
        if !matches!(self.peek()?, b'-' | b'0'..=b'9') {
            return Err(self.unexpected(expected));
        }
        let text = self.scan_word()?;
        let number: Option<Number> = serde_json::from_slice(text).ok();
        let exact = str::from_utf8(text).ok().and_then(|text| Number::from_f64(text.parse().ok()?));
        match number {
            Some(number) if number.is_f64() => exact.ok_or_else(|| self.bad("a number that is too large")),
            Some(number) => Ok(number),
            None => {
                let text = printable(&String::from_utf8_lossy(text));
                Err(self.bad(format!("{text} is not a number that fits")))
            }
        }
    }

    pub(super) fn string(&mut self) -> Result<String, Error> {
        self.scan_text(self.limits().max_text)?;
        self.text().map(Cow::into_owned)
    }

    /// Reads a variant of an enumeration. The known words come from the enumeration itself.
    pub(super) fn word<T: for<'de> Deserialize<'de>>(&mut self) -> Result<T, Error> {
        let typed = self.string()?;
        T::deserialize(typed.as_str().into_deserializer()).map_err(|Unknown(known)| self.unknown_word(&typed, known))
    }

    pub(super) fn unknown_word(&self, typed: &str, known: &[&str]) -> Error {
        let hint = hint(typed, known.iter().copied());
        self.bad(format!("{:?} is unknown here; {hint}", printable(typed)))
    }

    pub(super) fn tags(&mut self) -> Result<Tags, Error> {
        self.records(|input| input.string().map(Cow::Owned))
    }

    /// Reads a list of records.
    pub(super) fn records<T>(&mut self, mut read: impl FnMut(&mut Self) -> Result<T, Error>) -> Result<Vec<T>, Error> {
        let mut records = Vec::new();
        self.list(|input| {
            input.count_record()?;
            records.push(read(input)?);
            Ok(())
        })?;
        Ok(records)
    }

    /// Reads an object whose keys are names.
    pub(super) fn named<T>(
        &mut self,
        mut read: impl FnMut(&mut Self) -> Result<T, Error>,
        mut keep: impl FnMut(String, T) -> Option<T>,
    ) -> Result<(), Error> {
        self.object(|input| {
            let key = input.text()?.into_owned();
            input.at(Step::Key(key.clone().into()), |input| {
                let value = read(input)?;
                keep(key, value).map_or(Ok(()), |_| Err(input.bad("is in the object twice")))
            })
        })
    }

    /// Reads an object with known keys, each at most once, with the required keys present. Unknown
    /// keys are preserved.
    pub(super) fn record(
        &mut self,
        known: &'static [&'static str],
        needed: &[&str],
        field: impl FnMut(&mut Self, &'static str) -> Result<(), Error>,
    ) -> Result<Extra, Error> {
        let mut extra = Extra::default();
        self.fields(known, needed, field, |input, key| {
            if extra.get(&key).is_some() {
                return Err(input.bad("is in the object twice"));
            }
            extra.insert(key, input.value()?);
            Ok(())
        })?;
        Ok(extra)
    }

    /// Reads an object with known keys and refuses unknown ones.
    pub(super) fn exactly(
        &mut self,
        known: &'static [&'static str],
        needed: &[&str],
        field: impl FnMut(&mut Self, &'static str) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.fields(known, needed, field, |input, key| Err(input.unknown_word(&key, known)))
    }

    fn fields(
        &mut self,
        known: &'static [&'static str],
        needed: &[&str],
        mut field: impl FnMut(&mut Self, &'static str) -> Result<(), Error>,
        mut unknown: impl FnMut(&mut Self, String) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut seen = 0_u32;
        self.object(|input| {
            let key = input.text()?;
            let Some(index) = known.iter().position(|known| *known == key) else {
                let key = key.into_owned();
                return input.at(Step::Key(key.clone().into()), |input| unknown(input, key));
            };
            input.at(Step::Key(known[index].into()), |input| {
                if seen >> index & 1 == 1 {
                    return Err(input.bad("is in the object twice"));
                }
                seen |= 1 << index;
                field(input, known[index])
            })
        })?;
        let is_there = |name: &str| known.iter().position(|known| *known == name).is_some_and(|i| seen >> i & 1 == 1);
        match needed.iter().find(|name| !is_there(name)) {
            Some(name) => Err(self.bad(format!("{name} is missing; needed are {}", needed.join(", ")))),
            None => Ok(()),
        }
    }

    /// Reads any value, unchanged.
    pub(super) fn value(&mut self) -> Result<Value, Error> {
        self.count_value()?;
        match self.peek()? {
            b'"' => self.string().map(Value::String),
            b'[' => {
                let mut items = Vec::new();
                self.list(|input| {
                    items.push(input.value()?);
                    Ok(())
                })?;
                Ok(Value::Array(items))
            }
            b'{' => {
                let mut fields = serde_json::Map::new();
                self.named(Input::value, |key, value| fields.insert(key, value))?;
                Ok(Value::Object(fields))
            }
            b'a'..=b'z' => match self.scan_word()? {
                b"true" => Ok(Value::Bool(true)),
                b"false" => Ok(Value::Bool(false)),
                b"null" => Ok(Value::Null),
                other => {
                    let other = printable(&String::from_utf8_lossy(other));
                    Err(self.bad(format!("{other:?} is not a value; texts need quotes")))
                }
            },
            _ => self.number("a value").map(Value::Number),
        }
    }
}

/// The words of an enumeration, found by asking for an unknown word.
#[derive(Debug)]
struct Unknown(&'static [&'static str]);

impl serde::de::Error for Unknown {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Unknown(&[])
    }

    fn unknown_variant(_: &str, known: &'static [&'static str]) -> Self {
        Unknown(known)
    }
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "known are {}", self.0.join(", "))
    }
}

impl std::error::Error for Unknown {}

#[cfg(test)]
mod tests {
    use crate::saved::Limits;
    use crate::saved::bounded::Input;
    use serde_json::Value;

    fn value(text: &str) -> Result<Value, String> {
        let (limits, mut bytes) = (Limits::default(), text.as_bytes());
        let mut input = Input::new(&mut bytes, &limits);
        let value = input.value().map_err(|error| error.to_string())?;
        input.end().map_err(|error| error.to_string())?;
        Ok(value)
    }

    #[test]
    fn numbers_come_out_as_they_went_in() {
        for text in ["0", "-1", "18446744073709551615", "-9223372036854775808", "0.1", "5e-324", "-0.0"] {
            assert_eq!(value(text).unwrap().to_string(), text);
        }
        // Numbers for which the reader of `serde_json` is off by one in the last place.
        for text in ["122.416294033786585", "31.245270191439438", "1.7976931348623157e308"] {
            let exact: f64 = text.parse().unwrap();
            assert_eq!(value(text).unwrap().as_f64().map(f64::to_bits), Some(exact.to_bits()));
        }
    }

    #[test]
    fn invalid_values_are_rejected() {
        for text in [
            "01",
            "1.",
            ".5",
            "+1",
            "1e",
            "--1",
            "1e999",
            "tru",
            "truex",
            "nul",
            "'a'",
            "NaN",
            "-",
            "[1,]",
            "[,1]",
            "{\"a\"}",
            "{\"a\":}",
            "{a:1}",
            "{\"a\":1,}",
            "{\"a\":1,\"a\":2}",
            "[1 2]",
            "[1]]",
            "\"\\x\"",
            "\"\\ud800\"",
            "\"a\nb\"",
            "\u{feff}1",
            "1 1",
        ] {
            assert!(value(text).is_err(), "{text:?} was read as {:?}", value(text));
        }
    }
}
