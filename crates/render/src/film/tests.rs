use super::*;
use inks::Ground;
use mapwright::trace::{Recorder, record};
use mapwright::{Map, Plan, Pos, Run, Seed, Tile, registry};
use std::io::Cursor as Bytes;

/// A frame as the viewer sees it: red, green, blue.
struct Shown {
    width: usize,
    rgb: Vec<[u8; 3]>,
    hundredths: u32,
}

impl Shown {
    /// Returns the colour in the middle of a cell.
    fn at(&self, pos: Pos, cell: usize) -> [u8; 3] {
        self.rgb[(pos.y as usize * cell + cell / 2) * self.width + pos.x as usize * cell + cell / 2]
    }
}

/// Composes frames over each other where they are not transparent.
fn compose(width: usize, height: usize, frames: impl Iterator<Item = ([usize; 4], Vec<[u8; 4]>, u32)>) -> Vec<Shown> {
    let mut rgb = vec![[1, 2, 3]; width * height];
    frames
        .map(|([left, top, wide, high], pixels, hundredths)| {
            assert!(left + wide <= width && top + high <= height && wide * high == pixels.len());
            for (index, [r, g, b, a]) in pixels.into_iter().enumerate() {
                if a > 0 {
                    rgb[(top + index / wide) * width + left + index % wide] = [r, g, b];
                }
            }
            Shown { width, rgb: rgb.clone(), hundredths }
        })
        .collect()
}

fn gif_frames(bytes: &[u8]) -> Vec<Shown> {
    let mut options = ::gif::DecodeOptions::new();
    options.set_color_output(::gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).unwrap();
    let (width, height) = (decoder.width().into(), decoder.height().into());
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let area = [frame.left, frame.top, frame.width, frame.height].map(usize::from);
        frames.push((area, frame.buffer.as_chunks::<4>().0.to_vec(), frame.delay.into()));
    }
    compose(width, height, frames.into_iter())
}

fn apng_frames(bytes: &[u8]) -> Vec<Shown> {
    let mut decoder = ::png::Decoder::new(Bytes::new(bytes));
    decoder.set_transformations(::png::Transformations::EXPAND | ::png::Transformations::ALPHA);
    let mut reader = decoder.read_info().unwrap();
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    let count = reader.info().animation_control.unwrap().num_frames;
    let mut frames = Vec::new();
    for _ in 0..count {
        let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut buffer).unwrap();
        let control = *reader.info().frame_control().unwrap();
        let area = [control.x_offset, control.y_offset, info.width, info.height].map(|side| side as usize);
        let pixels = buffer[..info.buffer_size()].as_chunks::<4>().0.to_vec();
        assert_eq!(control.delay_den, 100);
        frames.push((area, pixels, control.delay_num.into()));
    }
    compose(width, height, frames.into_iter())
}

fn traced(id: &str, size: (i32, i32)) -> Trace {
    let plan = Plan::of(registry::find(registry::ALL, id).unwrap(), &serde_json::json!({})).unwrap();
    record(&plan, Run::new(Seed::new(5)).size(size.0, size.1), None).unwrap()
}

fn files(trace: &Trace, look: &FilmLook) -> [Vec<u8>; 2] {
    let [mut one, mut other] = [Vec::new(), Vec::new()];
    gif(trace, look, &mut one).unwrap();
    apng(trace, look, &mut other).unwrap();
    [one, other]
}

#[test]
fn frames_show_what_the_cursor_says_in_both_formats() {
    for (id, cell, seconds) in [("mining", 3, 4), ("rooms-corridors", 8, 20), ("drunkard", 1, 2)] {
        let trace = traced(id, (40, 25));
        let look = FilmLook { cell, seconds, speed: Some(20), ..FilmLook::default() };
        let cut = Cut::of(trace.last(), &look).unwrap();
        let table = Inks::of(&look.style).table();
        let colors = |ground: Ground| {
            (0..=inks::WARMEST).map(move |warmth| usize::from(ground.ink(warmth))).collect::<Vec<usize>>()
        };
        let is_one =
            |rgb: [u8; 3], ground: Ground| colors(ground).into_iter().any(|ink| table[3 * ink..3 * ink + 3] == rgb);
        let [gif, apng] = files(&trace, &look);
        for frames in [gif_frames(&gif), apng_frames(&apng)] {
            assert_eq!(frames.len(), cut.frames(), "{id}");
            let mut cursor = Cursor::new(&trace);
            for (index, frame) in frames.iter().enumerate() {
                assert_eq!(frame.hundredths, u32::from(cut.hundredths(index)));
                cursor.go(cut.frame(index));
                let walker = trace.moment(cut.frame(index)).and_then(|moment| moment.at);
                // If cells are small, the walker covers some of them.
                let is_near = |walker: Option<Pos>, pos: Pos| {
                    walker.is_some_and(|at| (at.x - pos.x).abs().max((at.y - pos.y).abs()) <= 3)
                };
                for pos in trace.size().rect().positions() {
                    let cell_now = cursor.cells()[pos];
                    let rgb = frame.at(pos, cell as usize);
                    let is_last = index + 1 == frames.len();
                    let expected = match cell_now.tile() {
                        _ if cell_now.thing().is_some() || (!is_last && is_near(walker, pos)) => continue,
                        Tile::Floor => is_one(rgb, Ground::Floor),
                        Tile::Wall => is_one(rgb, Ground::Wall) || is_one(rgb, Ground::Rock),
                        _ => continue,
                    };
                    assert!(expected, "{id}: {:?} at {pos} of frame {index} is {rgb:?}", cell_now.tile());
                }
            }
        }
    }
}

#[test]
fn the_last_frame_is_the_map_and_nothing_glows() {
    let trace = traced("mining", (50, 30));
    let look = FilmLook { cell: 5, seconds: 3, ..FilmLook::default() };
    let table = Inks::of(&look.style).table();
    for frames in [gif_frames(&files(&trace, &look)[0]), apng_frames(&files(&trace, &look)[1])] {
        let last = frames.last().unwrap();
        for pos in trace.size().rect().positions().filter(|&pos| trace.map().tiles[pos] == Tile::Floor) {
            let ink = usize::from(Ground::Floor.ink(0));
            assert_eq!(last.at(pos, 5), table[3 * ink..3 * ink + 3], "{pos}");
        }
        assert!(last.hundredths > 240, "it is held");
        let before = &frames[frames.len() - 2];
        assert!(before.rgb != last.rgb && frames[0].rgb != frames[1].rgb);
    }
}

#[test]
fn the_same_run_gives_the_same_bytes() {
    let (trace, look) = (traced("mining", (40, 25)), FilmLook { seconds: 2, ..FilmLook::default() });
    assert_eq!(files(&trace, &look), files(&trace, &look));
}

#[test]
fn a_long_run_is_a_small_file() {
    let trace = traced("mining", (200, 200));
    assert!(trace.last() > 30_000, "{} moments", trace.last());
    let sizes = files(&trace, &FilmLook { cell: 2, ..FilmLook::default() }).map(|file| file.len());
    assert!(sizes.iter().all(|&bytes| bytes < 2_000_000), "{sizes:?}");
}

#[test]
fn a_run_without_moments_has_a_frame_at_any_size() {
    for (width, height) in [(1, 1), (300, 1), (1, 300), (17, 9)] {
        let size = Size::new(width, height);
        let trace = Recorder::new(size).finish(Map::new(size, Tile::Wall)).unwrap();
        for caption in [false, true] {
            let look = FilmLook { cell: 7, caption, ..FilmLook::default() };
            let [gif, apng] = files(&trace, &look);
            assert_eq!((gif_frames(&gif).len(), apng_frames(&apng).len()), (trace.last() + 1, trace.last() + 1));
        }
    }
}

#[test]
fn invalid_looks_are_rejected_before_the_first_byte() {
    let trace = traced("arena", (600, 500));
    let rejected = |change: fn(&mut FilmLook)| {
        let mut look = FilmLook::default();
        change(&mut look);
        let mut bytes = Vec::new();
        let error = gif(&trace, &look, &mut bytes).unwrap_err();
        assert_eq!(error.to_string(), apng(&trace, &look, &mut bytes).unwrap_err().to_string());
        assert!(bytes.is_empty());
        error
    };
    assert_eq!(
        rejected(|look| look.cell = 6).to_string(),
        "a film of 600x500 tiles at cell 6 has frames of 3600x3000 pixels, more than 8388608: \
         cell 5 is the largest that fits"
    );
    assert_eq!(rejected(|look| look.cell = 0).kind(), ErrorKind::Invalid);
    assert_eq!(
        rejected(|look| (look.cell, look.speed) = (1, Some(51))).to_string(),
        "speed: 51 is not between 1 and 50"
    );
}

/// A writer that accepts some bytes and then fails.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(std::io::ErrorKind::StorageFull)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn the_error_of_a_failing_writer_is_passed_on() {
    let trace = traced("mining", (30, 20));
    for room in [0, 5, 500, 2_000] {
        let look = FilmLook::default();
        for error in [gif(&trace, &look, Full(room)).unwrap_err(), apng(&trace, &look, Full(room)).unwrap_err()] {
            assert_eq!(std::io::Error::from(error).kind(), std::io::ErrorKind::StorageFull, "{room}");
        }
    }
}
