//! Metrics of one map, of many seeds, and of many seeds for each value of a parameter.

mod csv;
mod plots;
mod samples;
mod summary;
mod sweep;

pub(crate) use csv::write as write_csv;
pub(crate) use plots::{Plots, write_heat};
pub(crate) use samples::{SampleRequest, Samples};
pub(crate) use summary::{map_table, metric_list, samples_json, samples_table};
pub(crate) use sweep::{Sweep, sweep_json, sweep_table};

/// Formats a number for a table: whole numbers in full, others with about four digits.
pub(crate) fn short(number: f64) -> String {
    match number.abs() {
        _ if number.fract() == 0.0 && number.abs() < 1e15 => format!("{number}"),
        size if size >= 1_000.0 => format!("{number:.0}"),
        size if size >= 100.0 => format!("{number:.1}"),
        size if size >= 0.1 || size == 0.0 => format!("{number:.2}"),
        _ => format!("{number:.4}"),
    }
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn numbers_are_short() {
        let shown = [0.0, 7.0, -3.0, 0.01234, 12.3456, 123.456, 12345.6, 1e7].map(short);
        assert_eq!(shown, ["0", "7", "-3", "0.0123", "12.35", "123.5", "12346", "10000000"]);
    }
}
