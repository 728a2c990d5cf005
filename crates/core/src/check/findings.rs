//! The list of findings, and the work limit of a rule.

use super::{Finding, Rule};
use crate::base::grid::{Pos, Size};
use std::fmt;

/// Maximum number of findings written out per rule.
pub(super) const MAX_FINDINGS: u64 = 100;

/// The findings so far.
#[derive(Default)]
pub(super) struct Findings {
    list: Vec<(Rule, Finding)>,
    tallies: Vec<Tally>,
}

/// The number of findings of a rule, and the position of the first one that is not written out.
struct Tally {
    rule: Rule,
    count: u64,
    next: Pos,
}

impl Findings {
    /// Adds a finding, or only counts it if its rule has enough of them.
    #[cold]
    pub(super) fn add(&mut self, rule: Rule, pos: Pos, message: fmt::Arguments<'_>) {
        let count = self.count(rule, pos, 1);
        if count <= MAX_FINDINGS {
            self.list.push((rule, Finding { rule: rule.name(), pos, message: message.to_string() }));
        }
    }

    /// Counts findings that are not written out.
    #[cold]
    pub(super) fn add_unwritten(&mut self, rule: Rule, pos: Pos, number: u64) {
        self.count(rule, pos, number);
    }

    /// Returns true if the rule has a finding.
    pub(super) fn has(&self, rule: Rule) -> bool {
        self.tallies.iter().any(|tally| tally.rule == rule)
    }

    /// Returns true if the rule has as many findings as are written out, so that looking for
    /// details is pointless.
    pub(super) fn is_full(&self, rule: Rule) -> bool {
        self.tallies.iter().any(|tally| tally.rule == rule && tally.count >= MAX_FINDINGS)
    }

    fn count(&mut self, rule: Rule, pos: Pos, number: u64) -> u64 {
        let index = self.tallies.iter().position(|tally| tally.rule == rule).unwrap_or_else(|| {
            self.tallies.push(Tally { rule, count: 0, next: pos });
            self.tallies.len() - 1
        });
        let tally = &mut self.tallies[index];
        if tally.count <= MAX_FINDINGS {
            tally.next = pos;
        }
        tally.count += number;
        tally.count
    }

    /// Returns all findings rule by rule, each in the order found.
    pub(super) fn into_list(mut self) -> Vec<Finding> {
        for tally in self.tallies {
            let written = self.list.iter().filter(|(rule, _)| *rule == tally.rule).count() as u64;
            if tally.count > written {
                let message = format!("and {} more", tally.count - written);
                self.list.push((tally.rule, Finding { rule: tally.rule.name(), pos: tally.next, message }));
            }
        }
        self.list.sort_by_key(|(rule, _)| *rule);
        self.list.into_iter().map(|(_, finding)| finding).collect()
    }
}

/// The remaining work that a rule may spend on looking at cells, in machine words.
///
/// Records are tiny and may claim to cover the whole map, so a small file could cause days of work.
/// The allowance is many times the need of any map whose records lie side by side.
pub(super) struct Effort(u64);

impl Effort {
    /// Allows visiting each cell of the map many times.
    pub(super) fn on(size: Size) -> Self {
        let cells = u64::from(size.width.unsigned_abs()) * u64::from(size.height.unsigned_abs());
        Effort(cells * 8 + (1 << 24))
    }

    /// Spends this many words. Returns false if that exceeds the limit.
    pub(super) fn spend(&mut self, words: u64) -> bool {
        let left = self.0.checked_sub(words);
        self.0 = left.unwrap_or(0);
        left.is_some()
    }
}

/// Formats a count: "1 walkable tile", "2 walkable tiles".
pub(super) struct Counted(pub(super) u64, pub(super) &'static str);

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}{}", self.0, self.1, if self.0 == 1 { "" } else { "s" })
    }
}

/// Formats untrusted text: shortened, and free of control characters.
pub(super) struct Quoted<'a>(pub(super) &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = self.0.char_indices().nth(40).map_or(self.0.len(), |(index, _)| index);
        write!(f, "{:?}{}", &self.0[..end], if end < self.0.len() { "…" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_writes_out_a_hundred_and_counts_the_rest() {
        let mut found = Findings::default();
        for x in 0..130 {
            found.add(Rule::Exits, Pos::new(x, 0), format_args!("exit {x}"));
        }
        found.add(Rule::Rooms, Pos::new(0, 0), format_args!("room"));
        found.add_unwritten(Rule::Exits, Pos::new(0, 9), 70);
        let list = found.into_list();
        assert_eq!((list[0].rule, list.len()), ("rooms", 102));
        let last = &list[101];
        assert_eq!((last.rule, last.pos, last.message.as_str()), ("exits", Pos::new(100, 0), "and 100 more"));
    }

    #[test]
    fn a_hundred_findings_need_no_last_one() {
        let mut found = Findings::default();
        (0..100).for_each(|x| found.add(Rule::Exits, Pos::new(x, 0), format_args!("exit")));
        assert!(found.is_full(Rule::Exits) && !found.is_full(Rule::Rooms));
        assert_eq!(found.into_list().len(), 100);
    }

    #[test]
    fn texts_from_outside_are_short_and_plain() {
        assert_eq!(Quoted("a\u{7}b").to_string(), r#""a\u{7}b""#);
        assert_eq!(Quoted(&"ü".repeat(99)).to_string(), format!("\"{}\"…", "ü".repeat(40)));
        assert_eq!(
            (Counted(1, "tile").to_string(), Counted(0, "tile").to_string()),
            ("1 tile".into(), "0 tiles".into())
        );
    }

    #[test]
    fn effort_runs_out() {
        let mut effort = Effort::on(Size::new(1, 1));
        assert!(effort.spend(1 << 24) && effort.spend(8));
        assert!(!effort.spend(1));
    }
}
