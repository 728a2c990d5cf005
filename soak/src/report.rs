//! Prints the results as a table.

use crate::args::Args;
use crate::case::Case;
use crate::runner::{Results, share};
use crate::tally::{Tally, one_in};
use mapwright::Entry;
use std::time::Duration;

/// Maps that take longer than this are reported.
const SLOW: Duration = Duration::from_secs(2);

pub(crate) fn print(args: &Args, results: &Results, threads: usize) {
    let columns =
        ["algorithm", "maps", "does not fit", "conflicting", "gave up", "invalid", "slowest", "with 95 % confidence"];
    let mut rows = vec![columns.map(str::to_owned)];
    let tallies = || args.entries.iter().copied().zip(&results.tallies);
    rows.extend(tallies().map(|(entry, tally)| row(entry, tally)));
    let widths: Vec<usize> =
        (0..columns.len()).map(|column| rows.iter().map(|row| row[column].len()).max().unwrap_or(0)).collect();
    for row in &rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| match column {
            0 | 7 => format!("{cell:width$}"),
            _ => format!("{cell:>width$}"),
        });
        println!("{}", cells.collect::<Vec<_>>().join("   ").trim_end());
    }
    for (index, (entry, tally)) in tallies().enumerate() {
        if tally.unresolved > 0 {
            let (unresolved, share) = (number(tally.unresolved), number(share(args, index)));
            println!("{}: {unresolved} of {share} cases made no map with any draw", entry.id);
        }
        if let Some((took, case, draw)) = tally.slowest.filter(|(took, ..)| *took > SLOW) {
            let command = Case::draw(args, entry, case, draw).map(|case| case.command()).unwrap_or_default();
            println!(
                "\n{} took {:.1} s, more than {:.0} s:\n{command}",
                entry.id,
                took.as_secs_f64(),
                SLOW.as_secs_f64()
            );
        }
    }
    for (entry, tally) in tallies() {
        for (case, defect, command) in &tally.failures {
            println!("\nFAILED {}, case {case}: {defect}\n{command}", entry.id);
        }
        let more = tally.failed - tally.failures.len() as u64;
        if more > 0 {
            println!("\n{} failed {} more times", entry.id, number(more));
        }
    }
    let tried: u64 = results.tallies.iter().map(Tally::tried).sum();
    let failed: u64 = results.tallies.iter().map(|tally| tally.failed).sum();
    let fingerprint = results.tallies.iter().fold(0u128, |sum, tally| sum.wrapping_add(tally.fingerprint));
    println!(
        "\n{}; {:.1} s on {threads} threads; fingerprint of all maps {fingerprint:032x}",
        bound(tried, failed),
        results.took.as_secs_f64()
    );
}

fn row(entry: &Entry, tally: &Tally) -> [String; 8] {
    let slowest =
        tally.slowest.map_or_else(|| "-".to_owned(), |(took, ..)| format!("{:.1} ms", took.as_secs_f64() * 1e3));
    let [made, does_not_fit, conflict, gave_up, failed] =
        [tally.tried(), tally.does_not_fit, tally.conflict, tally.gave_up, tally.failed].map(number);
    [entry.id.to_owned(), made, does_not_fit, conflict, gave_up, failed, slowest, bound(tally.tried(), tally.failed)]
}

/// Describes the number of invalid maps; if there are none, also the upper bound on their rate.
fn bound(tried: u64, failed: u64) -> String {
    let found = format!("{} invalid of {}", number(failed), number(tried));
    match one_in(tried) {
        bound if failed == 0 && bound > 1 => format!("{found}: fewer than 1 in {}", number(bound)),
        _ => found,
    }
}

/// Formats a number with a comma before every three digits.
fn number(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| str::from_utf8(group).unwrap_or_default()).collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_thousands_separators() {
        assert_eq!([0, 12, 999, 1_000, 66_761, 1_000_000].map(number).join(" "), "0 12 999 1,000 66,761 1,000,000");
    }

    #[test]
    fn a_bound_is_stated_only_without_invalid_maps() {
        assert_eq!(bound(6_400, 0), "0 invalid of 6,400: fewer than 1 in 2,136");
        assert_eq!(bound(6_400, 2), "2 invalid of 6,400");
        assert_eq!(bound(2, 0), "0 invalid of 2");
    }
}
