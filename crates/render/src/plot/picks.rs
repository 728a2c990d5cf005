//! [`range_picks()`]: chooses maps that represent all others.

use super::spread::{Spread, drawable};

/// Reason to show a map beside an expressive range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Nearest to the median of both metrics.
    Typical,
    /// Lowest value of the first metric.
    LeastX,
    /// Highest value of the first metric.
    MostX,
    /// Lowest value of the second metric.
    LeastY,
    /// Highest value of the second metric.
    MostY,
}

/// A map chosen to be shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pick {
    /// Index of the map.
    pub index: usize,
    /// Reasons. A map may have the lowest value of one metric and the highest of the other.
    pub roles: Vec<Role>,
}

impl Pick {
    /// Returns the reasons in a few words: `typical`, `most loops`.
    pub fn caption(&self, x: &str, y: &str) -> String {
        let word = |role: &Role| match role {
            Role::Typical => "typical".to_owned(),
            Role::LeastX => format!("least {x}"),
            Role::MostX => format!("most {x}"),
            Role::LeastY => format!("least {y}"),
            Role::MostY => format!("most {y}"),
        };
        self.roles.iter().map(word).collect::<Vec<_>>().join(", ")
    }
}

/// Returns the maps to show beside an expressive range, each once: a typical one first, then the
/// extremes of both metrics. If all values of a metric are equal, it has no extremes. Of several
/// equal maps, the first is taken.
///
/// ```
/// use mapwright_render::range_picks;
/// let (rooms, loops) = ([3.0, 5.0, 9.0], [1.0, 1.0, 1.0]);
/// let captions: Vec<String> = range_picks(&rooms, &loops).iter().map(|pick| pick.caption("rooms", "loops")).collect();
/// assert_eq!(captions, ["typical", "least rooms", "most rooms"]);
/// ```
pub fn range_picks(x: &[f64], y: &[f64]) -> Vec<Pick> {
    let both: Vec<(usize, [f64; 2])> = x
        .iter()
        .zip(y)
        .enumerate()
        .filter_map(|(index, (&x, &y))| Some((index, [drawable(x)?, drawable(y)?])))
        .collect();
    let spreads = [0, 1].map(|axis| Spread::of(both.iter().map(|(_, at)| at[axis])));
    let [Some(across), Some(up)] = &spreads else { return Vec::new() };
    // Both metrics count equally: each distance from the median is divided by the range.
    let distance = |at: [f64; 2]| {
        let far = |value: f64, spread: &Spread| {
            let scale = (spread.high() - spread.low()).max(f64::MIN_POSITIVE);
            ((value - spread.median()) / scale).abs()
        };
        far(at[0], across) + far(at[1], up)
    };
    let least = |of: &dyn Fn([f64; 2]) -> f64| {
        both.iter().min_by(|(_, a), (_, b)| of(*a).total_cmp(&of(*b))).map(|(index, _)| *index)
    };
    let mut found = vec![(Role::Typical, least(&distance))];
    if across.low() < across.high() {
        found.extend([(Role::LeastX, least(&|at| at[0])), (Role::MostX, least(&|at| -at[0]))]);
    }
    if up.low() < up.high() {
        found.extend([(Role::LeastY, least(&|at| at[1])), (Role::MostY, least(&|at| -at[1]))]);
    }
    let mut picks: Vec<Pick> = Vec::new();
    for (role, index) in found {
        let Some(index) = index else { continue };
        match picks.iter_mut().find(|pick| pick.index == index) {
            Some(pick) => pick.roles.push(role),
            None => picks.push(Pick { index, roles: vec![role] }),
        }
    }
    picks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typical_map_and_the_extremes_are_picked_once_each() {
        let x = [5.0, 1.0, 9.0, f64::NAN, 5.0, 6.0];
        let y = [50.0, 90.0, 10.0, 0.0, 48.0, 52.0];
        let picks = range_picks(&x, &y);
        let shown: Vec<(usize, &[Role])> = picks.iter().map(|pick| (pick.index, &*pick.roles)).collect();
        assert_eq!(
            shown,
            [(0, &[Role::Typical][..]), (1, &[Role::LeastX, Role::MostY][..]), (2, &[Role::MostX, Role::LeastY][..]),]
        );
        assert_eq!(picks[1].caption("rooms", "loops"), "least rooms, most loops");
        assert!(range_picks(&[], &[]).is_empty());
        assert_eq!(range_picks(&[3.0; 4], &[2.0; 4]), [Pick { index: 0, roles: vec![Role::Typical] }]);
    }
}
