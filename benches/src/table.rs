//! Prints tables.

/// Prints a title, the column headers and the rows with aligned columns.
pub(crate) fn print(title: &str, columns: &[&str], rows: &[Vec<String>]) {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([columns[column].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns.len()).map(width).collect();
    let line = |cells: Vec<&str>| {
        let padded = cells.iter().zip(&widths).enumerate().map(|(index, (cell, &width))| {
            if index == 0 { format!("{cell:width$}") } else { format!("{cell:>width$}") }
        });
        println!("  {}", padded.collect::<Vec<_>>().join("   "));
    };
    println!("\n{title}\n");
    line(columns.to_vec());
    line(
        widths
            .iter()
            .map(|&width| &"----------------------------------------------------------------"[..width.min(64)])
            .collect(),
    );
    rows.iter().for_each(|row| line(row.iter().map(String::as_str).collect()));
}

/// Formats a time in a suitable unit.
pub(crate) fn seconds(seconds: f64) -> String {
    match seconds {
        s if s < 1e-6 => format!("{:.0} ns", s * 1e9),
        s if s < 1e-3 => format!("{:.2} us", s * 1e6),
        s if s < 1.0 => format!("{:.2} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}

/// Formats a number with a comma before every three digits.
pub(crate) fn count(number: f64) -> String {
    let digits = format!("{number:.0}");
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group).into_owned());
    groups.collect::<Vec<_>>().join(",")
}

/// Compares a figure with its target; less is better.
pub(crate) fn verdict(measured: f64, target: f64) -> String {
    let ratio = target / measured;
    if ratio >= 1.0 { format!("met, {ratio:.2}x") } else { format!("MISSED, {ratio:.2}x") }
}
