//! The share of a map that equals its mirror image.

use super::{Id, Metrics, Terrain};
use crate::base::tile::Tile;

pub(super) fn measure(terrain: &Terrain<'_>, metrics: &mut Metrics) {
    let tiles = &terrain.map.tiles;
    let height = tiles.rows().len();
    let sideways: usize = tiles.rows().map(mirrored).sum();
    let (mut upright, mut turned) = (0, 0);
    // Matches in one half count for both; a row in the middle is its own image.
    for (row, image) in tiles.rows().zip(tiles.rows().rev()).take(height / 2) {
        upright += 2 * row.iter().zip(image).filter(|(a, b)| a == b).count();
        turned += 2 * row.iter().zip(image.iter().rev()).filter(|(a, b)| a == b).count();
    }
    if height % 2 == 1 {
        let middle = tiles.row(height as i32 / 2);
        upright += middle.len();
        turned += mirrored(middle);
    }
    metrics.percent(Id::Symmetry, sideways.max(upright).max(turned), terrain.size().area());
}

/// Returns the number of tiles of a row that equal their image in it. Matches in one half count for
/// both.
fn mirrored(row: &[Tile]) -> usize {
    let half = row.len() / 2;
    let alike = row[..half].iter().zip(row.iter().rev()).filter(|(a, b)| a == b).count();
    2 * alike + row.len() % 2
}

#[cfg(test)]
mod tests {
    use crate::metrics::terrain::tests::known;

    #[test]
    fn the_best_of_three_images_counts() {
        let symmetry = |text: &str| known(text, ["symmetry"])[0];
        assert_eq!(symmetry("\n#.#\n..#"), 100.0 * 4.0 / 6.0);
        assert_eq!(symmetry("\n.##.\n#..#"), 100.0, "left and right");
        assert_eq!(symmetry("\n.##\n#..\n.##"), 100.0, "top and bottom");
        assert_eq!(symmetry("\n..#\n.+.\n#.."), 100.0, "half a turn");
        assert_eq!(symmetry("\n.'#\n.+.\n#.."), 100.0 * 7.0 / 9.0, "a door is no floor");
        assert_eq!(symmetry("."), 100.0);
    }
}
