//! Pixels as sixels: columns of six pixels, one colour after the other.

mod colors;

use super::picture::TermPixels;
use colors::Colors;
use std::io::{self, Write};

/// Rows per band.
const BAND: usize = 6;

pub(super) fn write(pixels: TermPixels<'_>, to: &mut impl Write) -> io::Result<()> {
    let (width, height) = (pixels.width as usize, pixels.height as usize);
    let colors = Colors::of(pixels.rgb.as_chunks::<3>().0);
    let mut out = Vec::new();
    // Uncovered pixels stay unchanged, and pixels are square.
    write!(out, "\x1bP0;1q\"1;1;{width};{height}")?;
    for (index, [r, g, b]) in colors.percent().enumerate() {
        write!(out, "#{index};2;{r};{g};{b}")?;
    }
    to.write_all(&out)?;
    let rows: Vec<&[[u8; 3]]> = pixels.rows().collect();
    // Bits of the columns for every colour; cleared after use.
    let mut columns = vec![0_u8; width * colors.len()];
    let mut used = vec![false; colors.len()];
    for (band, rows) in rows.chunks(BAND).enumerate() {
        out.clear();
        for (bit, row) in rows.iter().enumerate() {
            for (x, &pixel) in row.iter().enumerate() {
                let color = colors.index(pixel);
                used[color] = true;
                columns[color * width + x] |= 1 << bit;
            }
        }
        if band > 0 {
            out.push(b'-');
        }
        let mut is_first = true;
        for color in (0..colors.len()).filter(|&color| std::mem::take(&mut used[color])) {
            if !std::mem::take(&mut is_first) {
                out.push(b'$');
            }
            write!(out, "#{color}")?;
            let columns = &mut columns[color * width..][..width];
            write_runs(columns, &mut out)?;
            columns.fill(0);
        }
        to.write_all(&out)?;
    }
    to.write_all(b"\x1b\\\n")
}

/// Writes the columns, run-length encoded. Trailing empty columns are left out.
fn write_runs(columns: &[u8], out: &mut Vec<u8>) -> io::Result<()> {
    let end = columns.iter().rposition(|&bits| bits != 0).map_or(0, |last| last + 1);
    for run in columns[..end].chunk_by(|a, b| a == b) {
        let sixel = b'?' + run[0];
        if run.len() > 3 {
            write!(out, "!{}", run.len())?;
            out.push(sixel);
        } else {
            out.extend(run.iter().map(|_| sixel));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::term::picture::{TermPicture, TermPixels, term_picture};

    fn text(width: u32, rgb: &[u8]) -> String {
        let height = rgb.len() as u32 / 3 / width;
        let mut bytes = Vec::new();
        term_picture(TermPixels { width, height, rgb }, TermPicture::Sixel, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    /// Decodes the sixels as a terminal would, with colours in percent. Every pixel must be set
    /// once.
    fn shown(text: &str) -> Vec<Vec<[u8; 3]>> {
        let mut rest = text.strip_prefix("\x1bP0;1q\"1;1;").unwrap().strip_suffix("\x1b\\\n").unwrap();
        let number = |rest: &mut &str| -> usize {
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let (digits, after) = rest.split_at(end);
            *rest = after;
            digits.parse().unwrap()
        };
        let width = number(&mut rest);
        rest = rest.strip_prefix(';').unwrap();
        let height = number(&mut rest);
        let mut pixels = vec![vec![None; width]; height];
        let mut colors = Vec::new();
        let (mut x, mut top, mut color) = (0, 0, 0);
        while let Some(c) = rest.chars().next() {
            rest = &rest[1..];
            let mut count = 1;
            let mut sixel = c;
            match c {
                '#' => {
                    color = number(&mut rest);
                    if let Some(definition) = rest.strip_prefix(";2;") {
                        assert_eq!(color, colors.len());
                        rest = definition;
                        let r = number(&mut rest) as u8;
                        rest = &rest[1..];
                        let g = number(&mut rest) as u8;
                        rest = &rest[1..];
                        colors.push([r, g, number(&mut rest) as u8]);
                    }
                    continue;
                }
                '$' => {
                    x = 0;
                    continue;
                }
                '-' => {
                    (x, top) = (0, top + 6);
                    continue;
                }
                '!' => {
                    count = number(&mut rest);
                    sixel = rest.chars().next().unwrap();
                    rest = &rest[1..];
                }
                _ => {}
            }
            assert!(('?'..='~').contains(&sixel), "{sixel:?}");
            for _ in 0..count {
                for bit in (0..6).filter(|bit| (sixel as u8 - b'?') >> bit & 1 == 1) {
                    assert_eq!(pixels[top + bit][x].replace(colors[color]), None, "a pixel is set once");
                }
                x += 1;
            }
        }
        assert!(colors.len() <= 256);
        pixels
            .into_iter()
            .map(|row| row.into_iter().map(|pixel| pixel.expect("every pixel is set")).collect())
            .collect()
    }

    fn percent(value: u8) -> u8 {
        ((u32::from(value) * 100 + 127) / 255) as u8
    }

    #[test]
    fn few_colours_are_exact() {
        let (width, height) = (23, 17);
        let rgb: Vec<u8> = (0..width * height).flat_map(|i| [(i % 7 * 40) as u8, (i / 50 * 30) as u8, 255]).collect();
        let shown = shown(&text(width, &rgb));
        assert_eq!(shown.len(), height as usize);
        for (row, expected) in shown.iter().zip(rgb.as_chunks::<3>().0.chunks(width as usize)) {
            assert_eq!(*row, expected.iter().map(|pixel| pixel.map(percent)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn many_colours_are_near() {
        let (width, height) = (128_u32, 128);
        let rgb: Vec<u8> = (0..width * height)
            .flat_map(|i| [(i % width * 2) as u8, (i / width * 2) as u8, (255 - (i % width + i / width)) as u8])
            .collect();
        let text = text(width, &rgb);
        assert_eq!(text, self::text(width, &rgb));
        let mut off = 0_u32;
        for (pixel, expected) in shown(&text).iter().flatten().zip(rgb.as_chunks::<3>().0) {
            let parts = pixel.iter().zip(expected.map(percent)).map(|(a, b)| u32::from(a.abs_diff(b)));
            let worst = parts.max().unwrap();
            assert!(worst <= 12, "{pixel:?} for {expected:?}");
            off += worst;
        }
        assert!(off < 5 * width * height, "{off}");
    }

    #[test]
    fn runs_are_counted_and_empty_ends_left_out() {
        let rgb: Vec<u8> = [[0; 3]; 10].into_iter().chain([[255; 3]; 2]).flatten().collect();
        assert_eq!(text(12, &rgb), "\x1bP0;1q\"1;1;12;1#0;2;0;0;0#1;2;100;100;100#0!10@$#1!10?@@\x1b\\\n");
    }
}
