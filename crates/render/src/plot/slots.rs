//! Assigns pictures to slots around a plot.

use crate::scene::Point;

/// Assigns a slot to every target so that the total length of the connecting lines is minimal; then
/// no two of them cross. There must be at least as many slots as targets. Tries all permutations,
/// because there are few of both.
pub(super) fn assign(slots: &[Point], targets: &[Point]) -> Vec<usize> {
    let mut best = (f32::MAX, Vec::new());
    try_all(slots, targets, &mut Vec::new(), 0.0, &mut best);
    best.1
}

fn try_all(slots: &[Point], targets: &[Point], taken: &mut Vec<usize>, length: f32, best: &mut (f32, Vec<usize>)) {
    let Some(target) = targets.get(taken.len()) else {
        if length < best.0 {
            *best = (length, taken.clone());
        }
        return;
    };
    for (index, slot) in slots.iter().enumerate() {
        if !taken.contains(&index) {
            taken.push(index);
            try_all(slots, targets, taken, length + slot.distance(*target), best);
            taken.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::pt;

    #[test]
    fn lines_do_not_cross() {
        let slots = [pt(0.0, 0.0), pt(10.0, 0.0), pt(20.0, 0.0)];
        assert_eq!(assign(&slots, &[pt(19.0, 9.0), pt(1.0, 9.0)]), [2, 0]);
        assert_eq!(assign(&slots, &[pt(19.0, 9.0), pt(1.0, 9.0), pt(18.0, 9.0)]), [2, 0, 1]);
        assert!(assign(&slots, &[]).is_empty());
    }
}
