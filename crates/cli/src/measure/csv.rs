//! Metrics of every map as CSV.

use super::samples::Samples;
use std::io::{self, Write};

/// Writes one line per map: seed, number of attempts, metrics. In a sweep, the value of the
/// parameter comes first.
pub(crate) fn write(
    samples: &[(Option<&str>, &Samples)],
    parameter: Option<&str>,
    to: &mut dyn Write,
) -> io::Result<()> {
    let Some((_, first)) = samples.first() else { return Ok(()) };
    if let Some(parameter) = parameter {
        write!(to, "{},", field(parameter))?;
    }
    write!(to, "seed,attempts")?;
    first.metrics.iter().try_for_each(|metric| write!(to, ",{}", metric.name))?;
    writeln!(to)?;
    for (value, samples) in samples {
        let value = value.map(|value| format!("{},", field(value))).unwrap_or_default();
        for (index, attempts) in samples.attempts.iter().enumerate() {
            write!(to, "{value}{},{attempts}", samples.seed(index).number())?;
            for column in &samples.columns {
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

/// Returns a text as a CSV field, quoted if necessary.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::field;

    #[test]
    fn fields_are_quoted_if_necessary() {
        assert_eq!([field("a b"), field("a,b"), field("say \"a\"")], ["a b", "\"a,b\"", "\"say \"\"a\"\"\""]);
    }
}
