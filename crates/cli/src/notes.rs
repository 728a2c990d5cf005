//! Notes of a map: requests that it does not meet, and remarks.

use mapwright::Note;

/// Returns a note in one line.
pub(crate) fn describe(note: &Note) -> String {
    let Note { step, what, asked, delivered, why, .. } = note;
    match note.is_remark() {
        true => format!("{step}: {what}: {why}"),
        false => format!("{step}: {what}: {delivered} instead of {asked}: {why}"),
    }
}
