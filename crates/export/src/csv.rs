//! The tiles as numbers in a table, for spreadsheets and data tools.
//!
//! One line per row of the map, one number per tile, separated by commas, without a header: line
//! `y`, column `x` is [`Tile::code`](mapwright::Tile::code) of the tile at `x,y`.
//!
//! What it tells: the tiles and nothing else. A file for players has wall in place of secret doors
//! and of everything behind them, and closed doors in place of locked ones.

use crate::error::Error;
use crate::job::{Job, SideFile};
use std::io::Write;

/// Writes the map.
pub(crate) fn write(job: &Job<'_>, to: &mut dyn Write) -> Result<Vec<SideFile>, Error> {
    // No code has more than two digits.
    let mut line = Vec::with_capacity(3 * job.map.size().width as usize + 1);
    for row in job.map.tiles.rows() {
        line.clear();
        for tile in row {
            let code = tile.code();
            if code >= 10 {
                line.push(b'0' + code / 10);
            }
            line.extend([b'0' + code % 10, b',']);
        }
        line.pop();
        line.push(b'\n');
        to.write_all(&line)?;
    }
    Ok(Vec::new())
}

#[cfg(test)]
mod tests {
    use crate::{ExportOptions, Format, write};
    use mapwright::Map;
    use mapwright_render::{Look, PictureOptions, View, player_map};

    fn text(map: &Map, options: &ExportOptions) -> String {
        let mut file = Vec::new();
        write(map, Format::Csv, "map", options, &mut file).unwrap();
        String::from_utf8(file).unwrap()
    }

    #[test]
    fn every_tile_is_its_code() {
        let map = Map::from_ascii(" #.+'\nLS|~=\n<>...").unwrap();
        assert_eq!(text(&map, &ExportOptions::default()), "0,1,2,3,4\n5,6,7,8,9\n10,11,2,2,2\n");
        assert_eq!(text(&Map::from_ascii("#").unwrap(), &ExportOptions::default()), "1\n");
    }

    #[test]
    fn players_find_no_secret_doors() {
        let map = Map::from_ascii("######\n#<.S.#\n#L####\n#....#\n######").unwrap();
        let look = Look { view: View::Player, ..Look::default() };
        let picture = PictureOptions { look, ..PictureOptions::default() };
        let seen = text(&map, &ExportOptions { picture, ..ExportOptions::default() });
        let tiles = player_map(&map).tiles;
        let codes =
            tiles.rows().map(|row| row.iter().map(|tile| tile.code().to_string()).collect::<Vec<_>>().join(","));
        assert_eq!(seen.lines().map(str::to_owned).collect::<Vec<_>>(), codes.collect::<Vec<_>>());
        assert!(seen.contains('3') && !seen.contains(['5', '6']), "{seen}");
    }
}
