//! Pixels in kitty's graphics protocol: a PNG in base64 chunks.

use super::picture::TermPixels;
use crate::error::Error;
use ::png::{BitDepth, ColorType, Encoder};
use base64::Engine;
use std::io::Write;

/// Maximum bytes per chunk.
const CHUNK: usize = 4096;

/// Writes the picture. Responses are turned off (`q=2`): nothing would read them, and they would
/// show up at the prompt.
pub(super) fn write(pixels: TermPixels<'_>, to: &mut impl Write) -> Result<(), Error> {
    let mut png = Vec::new();
    let mut encoder = Encoder::new(&mut png, pixels.width, pixels.height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(::png::Compression::Fast);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels.rgb)?;
    writer.finish()?;
    let data = base64::engine::general_purpose::STANDARD.encode(png);
    let mut chunks = data.as_bytes().chunks(CHUNK).peekable();
    let mut keys = "a=T,f=100,";
    while let Some(chunk) = chunks.next() {
        let more = u8::from(chunks.peek().is_some());
        write!(to, "\x1b_G{keys}q=2,m={more};")?;
        to.write_all(chunk)?;
        to.write_all(b"\x1b\\")?;
        keys = "";
    }
    to.write_all(b"\n")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::term::picture::{TermPicture, TermPixels, term_picture};
    use base64::Engine;

    /// Returns the pixels the terminal receives, and the number of chunks.
    fn shown(width: u32, height: u32, rgb: &[u8]) -> (Vec<u8>, usize) {
        let mut bytes = Vec::new();
        term_picture(TermPixels { width, height, rgb }, TermPicture::Kitty, &mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let chunks: Vec<&str> = text.strip_suffix("\x1b\\\n").unwrap().split("\x1b\\").collect();
        let mut data = String::new();
        for (index, chunk) in chunks.iter().enumerate() {
            let (keys, chunk) = chunk.strip_prefix("\x1b_G").unwrap().split_once(';').unwrap();
            let more = u8::from(index + 1 < chunks.len());
            let first = if index == 0 { "a=T,f=100," } else { "" };
            assert_eq!(keys, format!("{first}q=2,m={more}"));
            assert!(chunk.len() <= 4096 && (more == 0 || chunk.len() == 4096));
            data += chunk;
        }
        let png = base64::engine::general_purpose::STANDARD.decode(data).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.width, info.height, info.color_type), (width, height, png::ColorType::Rgb));
        (pixels, chunks.len())
    }

    #[test]
    fn the_terminal_gets_the_pixels() {
        let noise: Vec<u8> = (0..3 * 90 * 70_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        let (pixels, chunks) = shown(90, 70, &noise);
        assert_eq!(pixels, noise);
        assert!(chunks > 2, "{chunks}");
        assert_eq!(shown(1, 1, &[1, 2, 3]), (vec![1, 2, 3], 1));
    }
}
