//! Every map and its numbers, for other programs.

use super::spread::Spread;
use std::io::{self, Write};

/// One line for every map: its seed, how many attempts it took, its numbers. With `value`, the value of the parameter comes first.
pub(crate) fn write(
    spreads: &[(Option<&str>, &Spread)],
    parameter: Option<&str>,
    to: &mut dyn Write,
) -> io::Result<()> {
    let Some((_, first)) = spreads.first() else { return Ok(()) };
    if let Some(parameter) = parameter {
        write!(to, "{},", field(parameter))?;
    }
    write!(to, "seed,attempts")?;
    first.metrics.iter().try_for_each(|metric| write!(to, ",{}", metric.name))?;
    writeln!(to)?;
    for (value, spread) in spreads {
        let value = value.map(|value| format!("{},", field(value))).unwrap_or_default();
        for (index, attempts) in spread.attempts.iter().enumerate() {
            write!(to, "{value}{},{attempts}", spread.seed(index).number())?;
            for column in &spread.columns {
                match column[index] {
                    number if number.is_finite() => write!(to, ",{number}")?,
                    _ => write!(to, ",")?,
                }
            }
            writeln!(to)?;
        }
    }
    Ok(())
}

/// A text as a field: in quotes where it has to be.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::field;

    #[test]
    fn fields_are_quoted_where_they_have_to_be() {
        assert_eq!([field("a b"), field("a,b"), field("say \"a\"")], ["a b", "\"a,b\"", "\"say \"\"a\"\"\""]);
    }
}
