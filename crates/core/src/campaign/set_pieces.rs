//! Set pieces: levels with a layout that is not chosen from the table.

use crate::campaign::danger::layout_source::{LayoutSource, Problems};
use crate::content::tables::MAX_DANGER;
use crate::params::schema::printable;
use crate::recipe::{Placer, Placers, Step};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map as JsonMap, Value};

/// Levels with a layout that is not chosen from the table, defined by exactly one of `use`,
/// `preset` and `steps`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetPiece {
    /// Levels of the set piece: a number, a list, or `"last"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<Which>,
    /// Interval between the levels of the set piece. A set piece that names its level takes
    /// precedence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1_000))]
    pub every: Option<u32>,
    /// Title of the level.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = 60))]
    pub title: String,
    /// Id of an algorithm.
    #[serde(rename = "use", default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 100))]
    pub uses: Option<String>,
    /// Parameters of the algorithm.
    #[serde(default, skip_serializing_if = "JsonMap::is_empty")]
    pub with: JsonMap<String, Value>,
    /// Name of a shipped recipe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 100))]
    pub preset: Option<String>,
    /// Steps, as in a recipe.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 500))]
    pub steps: Vec<Step>,
    /// Step that places the monsters of such a level. Default: that of the layout.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub monsters: Option<Placer>,
    /// Step that places the exits of such a level, beside its stairs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exits: Option<Placer>,
    /// Danger of the level: a number, or a difference from its usual danger, like `"+4"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub danger: Option<Shift>,
}

/// Levels of a set piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Which {
    /// One level, from 1.
    Number(#[schemars(range(min = 1, max = 1_000))] u32),
    /// The last level.
    Last(Last),
    /// All levels in the list.
    List(#[schemars(length(min = 1, max = 1_000), inner(range(min = 1, max = 1_000)))] Vec<u32>),
}

/// Keyword for the last level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Last {
    /// The last level.
    Last,
}

/// Danger of a set piece, absolute or relative.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Shift {
    /// Absolute danger.
    To(#[schemars(range(min = 0, max = 1_000))] u32),
    /// Difference from the usual danger: `"+4"`, `"-2"`.
    By(#[schemars(length(min = 2, max = 5))] String),
}

impl Shift {
    /// Returns the danger of a level whose usual danger is `usual`; `None` if the text is not a
    /// difference.
    pub fn apply(&self, usual: u32) -> Option<u32> {
        match self {
            Shift::To(danger) => Some(*danger),
            Shift::By(text) => {
                let digits = text.strip_prefix(['+', '-'])?;
                let amount: u32 = digits.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
                let shifted =
                    if text.starts_with('+') { usual.saturating_add(amount) } else { usual.saturating_sub(amount) };
                Some(shifted.min(MAX_DANGER))
            }
        }
    }
}

impl SetPiece {
    pub(crate) fn making(&self) -> LayoutSource<'_> {
        LayoutSource {
            uses: self.uses.as_deref(),
            with: &self.with,
            preset: self.preset.as_deref(),
            steps: &self.steps,
            placers: Placers { monsters: self.monsters.clone(), exits: self.exits.clone() },
        }
    }

    /// Returns the name of the layout.
    pub(super) fn name(&self) -> &str {
        if self.title.is_empty() { self.making().name() } else { &self.title }
    }

    /// Returns the levels that it names, out of `levels`.
    fn named(&self, levels: u32) -> Vec<u32> {
        match &self.level {
            None => Vec::new(),
            Some(Which::Number(level)) => vec![*level],
            Some(Which::Last(Last::Last)) => vec![levels],
            Some(Which::List(list)) => list.clone(),
        }
    }

    /// Removes levels past the last. Returns true if any level is left.
    pub(super) fn keep_above(&mut self, levels: u32) -> bool {
        match &mut self.level {
            Some(Which::Number(level)) => *level <= levels,
            Some(Which::List(list)) => {
                list.retain(|level| *level <= levels);
                !list.is_empty()
            }
            Some(Which::Last(_)) | None => true,
        }
    }
}

/// Returns the index of the set piece of every level.
pub(super) fn by_level(pieces: &[SetPiece], levels: u32, problems: &mut Problems) -> Vec<Option<usize>> {
    let mut found: Vec<Option<usize>> = vec![None; levels as usize];
    let mut put =
        |found: &mut Vec<Option<usize>>, index: usize, level: u32, key: &str| match found.get_mut(level as usize - 1) {
            Some(Some(other)) if *other == index => {
                problems.push((format!("/set_piece/{index}/{key}"), format!("level {level} is listed twice")));
            }
            Some(Some(other)) => {
                let what = format!("level {level} has a set piece already: /set_piece/{other}");
                problems.push((format!("/set_piece/{index}/{key}"), what));
            }
            Some(free) => *free = Some(index),
            None => {
                let what = format!("there is no level {level}; the last is {levels}");
                problems.push((format!("/set_piece/{index}/{key}"), what));
            }
        };
    for (index, piece) in pieces.iter().enumerate() {
        piece
            .named(levels)
            .into_iter()
            .filter(|level| *level > 0)
            .for_each(|level| put(&mut found, index, level, "level"));
    }
    // Repeating set pieces yield to those that name their level.
    let mut again: Vec<Option<usize>> = vec![None; levels as usize];
    for (index, every) in pieces.iter().enumerate().filter_map(|(index, piece)| Some((index, piece.every?))) {
        (1..=levels / every.max(1)).for_each(|nth| put(&mut again, index, nth * every, "every"));
    }
    for (index, piece) in pieces.iter().enumerate() {
        let mut wrong = |path: &str, what: String| problems.push((format!("/set_piece/{index}{path}"), what));
        if piece.level.is_some() == piece.every.is_some() {
            wrong("", "set either level or every".to_owned());
        }
        if let Some(Shift::By(text)) = piece.danger.as_ref().filter(|shift| shift.apply(0).is_none()) {
            wrong(
                "/danger",
                format!("{:?} where a number, or a text like \"+4\" or \"-2\" is expected", printable(text)),
            );
        }
        if piece.title.chars().any(char::is_control) {
            wrong("/title", "control characters; write it on one line".to_owned());
        }
    }
    found.into_iter().zip(again).map(|(named, again)| named.or(again)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(level: Option<Which>, every: Option<u32>) -> SetPiece {
        SetPiece { level, every, uses: Some("arena".to_owned()), ..SetPiece::default() }
    }

    #[test]
    fn named_levels_come_before_those_that_come_again_and_again() {
        let pieces = [
            piece(None, Some(3)),
            piece(Some(Which::List(vec![2, 6])), None),
            piece(Some(Which::Last(Last::Last)), None),
        ];
        let mut problems = Problems::new();
        let found = by_level(&pieces, 9, &mut problems);
        assert_eq!(found, [None, Some(1), Some(0), None, None, Some(1), None, None, Some(2)]);
        assert_eq!(problems, []);
    }

    #[test]
    fn contradictions_are_named() {
        let number = |level| piece(Some(Which::Number(level)), None);
        let of = |pieces: &[SetPiece]| {
            let mut problems = Problems::new();
            by_level(pieces, 6, &mut problems);
            problems.into_iter().map(|(path, what)| format!("{path}: {what}")).collect::<Vec<_>>()
        };
        assert_eq!(
            of(&[number(6), piece(Some(Which::Last(Last::Last)), None)]),
            ["/set_piece/1/level: level 6 has a set piece already: /set_piece/0"]
        );
        assert_eq!(of(&[number(7)]), ["/set_piece/0/level: there is no level 7; the last is 6"]);
        assert_eq!(
            of(&[piece(None, Some(2)), piece(None, Some(3))]),
            ["/set_piece/1/every: level 6 has a set piece already: /set_piece/0"]
        );
        assert_eq!(of(&[piece(None, None)]), ["/set_piece/0: set either level or every"]);
        let shifted = SetPiece { danger: Some(Shift::By("+x".to_owned())), ..number(1) };
        assert!(of(&[shifted])[0].starts_with("/set_piece/0/danger: \"+x\" where a number"));
    }

    #[test]
    fn danger_is_set_or_shifted() {
        let by = |text: &str| Shift::By(text.to_owned()).apply(10);
        assert_eq!((by("+4"), by("-2"), by("-99"), by("+9999")), (Some(14), Some(8), Some(0), Some(1_000)));
        assert_eq!((by("4"), by("++4"), by("+"), Shift::To(3).apply(10)), (None, None, None, Some(3)));
    }
}
