//! [`Short`]: numbers in files: at most three decimals, no exponent, no negative zero.

use std::fmt;

/// A number in a file.
#[derive(Clone, Copy)]
pub(crate) struct Short(pub(crate) f32);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let thousandths = (f64::from(self.0) * 1000.0).round() as i64;
        let (whole, rest) = (thousandths.unsigned_abs() / 1000, thousandths.unsigned_abs() % 1000);
        if thousandths < 0 {
            f.write_str("-")?;
        }
        if rest == 0 { write!(f, "{whole}") } else { f.write_str(format!("{whole}.{rest:03}").trim_end_matches('0')) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let text = |value: f32| Short(value).to_string();
        assert_eq!([0.0, -0.0, -0.0004].map(text), ["0", "0", "0"]);
        assert_eq!([7.0, 7.5, -7.25, 1023.999, 0.07].map(text), ["7", "7.5", "-7.25", "1023.999", "0.07"]);
        assert_eq!([1e-9, 1_000_000.0].map(text), ["0", "1000000"]);
    }
}
