//! Pixels as half blocks: the upper pixel is the foreground colour, the lower one the background.

use super::picture::TermPixels;
use std::io::{self, Write};

type Pixel = [u8; 3];

pub(super) fn write(pixels: TermPixels<'_>, to: &mut impl Write) -> io::Result<()> {
    let mut rows = pixels.rows();
    let mut line = Vec::new();
    while let Some(upper) = rows.next() {
        let lower = rows.next();
        line.clear();
        let mut foreground: Option<Pixel> = None;
        // Below the last of an odd number of rows is the terminal's own colour, as at the start of
        // a line.
        let mut background: Option<Pixel> = None;
        for (x, &above) in upper.iter().enumerate() {
            let below = lower.map(|lower| lower[x]);
            if below != background {
                color(&mut line, 48, below);
                background = below;
            }
            // A character of a single colour needs no foreground.
            if below == Some(above) {
                line.push(b' ');
                continue;
            }
            if foreground != Some(above) {
                color(&mut line, 38, Some(above));
                foreground = Some(above);
            }
            line.extend("▀".bytes());
        }
        line.extend(b"\x1b[0m\n");
        to.write_all(&line)?;
    }
    Ok(())
}

fn color(line: &mut Vec<u8>, which: u8, color: Option<Pixel>) {
    let Some([r, g, b]) = color else { return };
    write!(line, "\x1b[{which};2;{r};{g};{b}m").expect("memory takes all bytes");
}

#[cfg(test)]
mod tests {
    use crate::term::picture::{TermPicture, TermPixels, term_picture};

    fn text(width: u32, rgb: &[u8]) -> String {
        let height = rgb.len() as u32 / 3 / width;
        let mut bytes = Vec::new();
        term_picture(TermPixels { width, height, rgb }, TermPicture::HalfBlocks, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    /// Decodes the text as a terminal would: rows of pixels, `None` for the terminal's own colour.
    fn shown(text: &str) -> Vec<Vec<Option<[u8; 3]>>> {
        let mut rows = Vec::new();
        for line in text.lines() {
            let (mut upper, mut lower) = (Vec::new(), Vec::new());
            let (mut front, mut back) = (None, None);
            let mut rest = line;
            while let Some(c) = rest.chars().next() {
                rest = &rest[c.len_utf8()..];
                match c {
                    '\x1b' => {
                        let (code, after) = rest.split_once('m').unwrap();
                        rest = after;
                        let parts: Vec<u8> = code[1..].split(';').map(|part| part.parse().unwrap()).collect();
                        match parts[..] {
                            [0] => (front, back) = (None, None),
                            [38, 2, r, g, b] => front = Some([r, g, b]),
                            [48, 2, r, g, b] => back = Some([r, g, b]),
                            _ => panic!("{code}"),
                        }
                    }
                    '▀' => {
                        upper.push(front);
                        lower.push(back);
                    }
                    ' ' => {
                        upper.push(back);
                        lower.push(back);
                    }
                    c => panic!("{c:?}"),
                }
            }
            assert_eq!((front, back), (None, None), "colours are off at the end");
            rows.extend([upper, lower]);
        }
        rows
    }

    #[test]
    fn a_terminal_shows_the_pixels() {
        let (width, height) = (13, 9);
        let rgb: Vec<u8> = (0..width * height)
            .flat_map(|i| [(i * 37 % 256) as u8, if i % 5 < 3 { 7 } else { 200 }, (i / 29 * 50) as u8])
            .collect();
        let shown = shown(&text(width, &rgb));
        assert_eq!(shown.len(), 10, "an odd last row is followed by a blank one");
        for (row, pixels) in shown.iter().zip(rgb.as_chunks::<3>().0.chunks(width as usize)) {
            assert_eq!(*row, pixels.iter().copied().map(Some).collect::<Vec<_>>());
        }
        assert!(shown[9].iter().all(Option::is_none));
    }

    #[test]
    fn a_colour_is_written_once_per_run() {
        let text = text(3, &[[1, 2, 3]; 3].into_iter().chain([[4, 5, 6]; 3]).flatten().collect::<Vec<_>>());
        assert_eq!(text, "\x1b[48;2;4;5;6m\x1b[38;2;1;2;3m▀▀▀\x1b[0m\n");
        assert_eq!(self::text(2, &[9; 12]), "\x1b[48;2;9;9;9m  \x1b[0m\n");
    }
}
