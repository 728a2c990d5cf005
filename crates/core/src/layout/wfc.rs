//! Overlapping wave function collapse: a map made of the patterns of a sample.

mod blocks;
mod canvas;
mod lanes;
mod patterns;
mod sample;
mod tables;
mod wave;

use super::drawn::{hang_doors, join};
use crate::base::error::{Error, ErrorKind};
use crate::base::grid::{Pos, Rect, Size};
use crate::base::nearest::hint;
use crate::base::promises::Promises;
use crate::base::tile::Tile;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::Map;
use crate::spatial::region::Join;
use blocks::Failure;
use canvas::{Canvas, UNDECIDED};
use patterns::Patterns;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Registry entry of the `wfc` layout.
pub const ENTRY: Entry = Entry::new::<Wfc>("wfc", Kind::Layout)
    .promising(Promises::CONNECTED.and(Promises::CLOSED_BORDER).and(Promises::ROOMS_DISJOINT))
    .revision(2)
    .may_fail();

/// Maximum number of patterns of a sample.
const MAX_PATTERNS: usize = 2_560;

/// A map in the style of a sample: every part of it looks like a piece of the sample.
///
/// Every square of a few tiles on the map occurs in the sample, and squares that are frequent there
/// are frequent here (wave function collapse, the overlapping model). Useful for styles that are
/// easier to draw than to describe: draw a small map and generate a large one. Not every sample can
/// be continued indefinitely: when no pattern fits a place, the search backtracks, and when that
/// fails the run ends with an error that names the place. Tunnels between separate areas do not
/// follow the sample.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Wfc {
    /// Shipped sample to follow.
    #[schemars(schema_with = "sample::names")]
    pub sample: String,
    /// Your own sample, drawn as a text map, instead of a shipped one: `#` wall, `.` floor, `~`
    /// water, `=` bridge, `+` door and so on. It needs a walkable tile, and wall for the border; 20
    /// by 20 tiles are plenty. Figures and stairs count as floor, and so do doors when `n` is 2. A
    /// first line of words followed by an empty line is a title.
    #[schemars(schema_with = "sample::drawn")]
    pub sample_map: Option<String>,
    /// Side of the compared squares, in tiles. 2 follows the sample loosely, 4 closely, but needs a
    /// larger sample. At most 2560 different squares are allowed, including rotated and mirrored
    /// ones.
    #[schemars(range(min = 2, max = 4))]
    pub n: usize,
    /// Rotated and mirrored images of the sample to use as well.
    pub symmetry: SampleSymmetry,
    /// Wrap the sample around at its edges, like a repeating texture. Leave it off for samples with
    /// a border.
    pub periodic_input: bool,
    /// Wrap the map around at its edges, so that copies fit side by side. The sample must then
    /// allow two borders next to each other.
    pub periodic: bool,
    /// Method of closing the border.
    pub border: BorderMethod,
    /// Maximum number of backtracks in one part of the map before the search gives up. Higher
    /// values help with samples that are hard to continue.
    #[schemars(range(min = 0, max = 20_000))]
    pub backtracks: u32,
    /// Parts of the map to join by tunnels, and by bridges over water. With `none`, every square of
    /// the map occurs in the sample.
    pub connect: Join,
}

/// Images of a sample that count as the sample.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SampleSymmetry {
    /// None: up stays up and left stays left.
    None,
    /// Mirrored left to right and top to bottom: rows stay rows.
    Mirrors,
    /// All eight rotations and reflections.
    #[default]
    All,
}

/// Method of closing the border of a map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BorderMethod {
    /// The border is wall from the start, and the tiles beside it follow the sample.
    #[default]
    Fit,
    /// A wall is drawn around the finished map, whatever is beside it: for samples without wall.
    Frame,
}

impl Default for Wfc {
    fn default() -> Self {
        Wfc {
            sample: "chambers".to_owned(),
            sample_map: None,
            n: 3,
            symmetry: SampleSymmetry::All,
            periodic_input: false,
            periodic: false,
            border: BorderMethod::Fit,
            backtracks: 2_000,
            connect: Join::All,
        }
    }
}

impl Generator for Wfc {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let patterns = self.patterns().map_err(|(_, wrong)| Error::new(ErrorKind::Invalid, wrong))?;
        let whole = map.size().rect();
        let (inside, edge) = match self.border {
            BorderMethod::Fit => (whole, patterns.number(Tile::Wall)),
            BorderMethod::Frame => (whole.grown(-1), None),
        };
        let mut canvas = Canvas::new(inside.size(), self.periodic, edge);
        let mut show = |canvas: &Canvas, cx: &mut Context<'_>| {
            if cx.is_traced() {
                draw(canvas, &patterns, inside, map);
                cx.step("decide", map);
            }
        };
        let solve = match patterns.keys.len() {
            0..=64 => blocks::solve::<1>,
            65..=128 => blocks::solve::<2>,
            129..=192 => blocks::solve::<3>,
            193..=256 => blocks::solve::<4>,
            257..=384 => blocks::solve::<6>,
            385..=512 => blocks::solve::<8>,
            513..=1_024 => blocks::solve::<16>,
            1_025..=1_536 => blocks::solve::<24>,
            _ => blocks::solve::<40>,
        };
        let back = solve(&patterns, &mut canvas, self.backtracks, cx, &mut show)
            .map_err(|failure| self.explain(failure, inside.size()))?;
        draw(&canvas, &patterns, inside, map);
        join(map, self.connect, cx)?;
        hang_doors(map);
        map.stats.insert("patterns".to_owned(), patterns.keys.len() as i64);
        map.stats.insert("steps_back".to_owned(), back as i64);
        cx.step("join", map);
        Ok(())
    }

    fn min_size(&self) -> Size {
        Size::new(self.n as i32 + 2, self.n as i32 + 2)
    }

    fn conflicts(&self) -> Vec<(&'static str, String)> {
        self.patterns().err().into_iter().collect()
    }

    fn keeps(&self, promises: Promises) -> Promises {
        if self.connect == Join::All { promises } else { promises - Promises::CONNECTED }
    }
}

impl Wfc {
    /// Returns the patterns of the sample, or the invalid parameter and the reason.
    fn patterns(&self) -> Result<Patterns, (&'static str, String)> {
        let (name, text) = match &self.sample_map {
            Some(text) => ("sample_map", text.as_str()),
            None => {
                let names = sample::SHIPPED.iter().map(|sample| sample.name);
                ("sample", sample::shipped(&self.sample).ok_or_else(|| ("sample", hint(&self.sample, names)))?)
            }
        };
        let n = self.n.clamp(2, 4);
        let tiles = sample::read(text, n > 2).map_err(|wrong| (name, wrong))?;
        let size = tiles.size();
        if !self.periodic_input && !size.holds(Size::new(n as i32, n as i32)) {
            return Err((name, format!("a sample of {size} is too small for squares of {n}x{n}")));
        }
        if self.border == BorderMethod::Fit && !tiles.cells().contains(&Tile::Wall) {
            let wrong = "the sample has no wall to close the border with; set border to frame";
            return Err(("border", wrong.to_owned()));
        }
        let patterns = Patterns::of(&tiles, n, self.symmetry, self.periodic_input);
        let count = patterns.keys.len();
        if count > MAX_PATTERNS {
            let limit = format!("the limit is {MAX_PATTERNS}; use a smaller n, less symmetry or a simpler sample");
            return Err(("n", format!("the sample has {count} patterns of {n}x{n}; {limit}")));
        }
        Ok(patterns)
    }

    /// Describes the constraint that failed, and the parameters that may help. Another seed would
    /// not: the search has tried enough random choices.
    fn explain(&self, failure: Failure, size: Size) -> Error {
        let (n, fit) = (self.n, self.border == BorderMethod::Fit);
        let ends = if fit { " from wall to wall" } else { "" };
        let what = match failure {
            Failure::Stop(error) => return error,
            Failure::NoRow => format!("the {n}x{n} squares of the sample make no row of {} tiles{ends}", size.width),
            Failure::NoColumn => {
                format!("the {n}x{n} squares of the sample make no column of {} tiles{ends}", size.height)
            }
            Failure::Nothing(at) => {
                let beside = match self.touches_edge(at, size) {
                    true if fit && self.periodic => "beside the walls of two opposite edges",
                    true if fit => "beside the wall of the border",
                    _ => "next to its possible neighbours",
                };
                format!("no {n}x{n} square of the sample fits at {at}, {beside}")
            }
            Failure::NoFloor => {
                format!("no floor fits into {size}: every square with floor leaves another place without one")
            }
            Failure::Stuck { at, times, back } => {
                let often = if times == 1 { "once".to_owned() } else { format!("{times} times") };
                let search = format!("the search failed {often} and backtracked {back} times");
                format!("no {n}x{n} square of the sample fits at {at}, next to the finished tiles around it: {search}")
            }
        };
        let is_search = matches!(failure, Failure::Stuck { .. });
        let mut help = Vec::new();
        let mut offer = |applies: bool, what: &'static str| help.extend(applies.then_some(what));
        offer(self.periodic, "periodic = false");
        offer(self.n > 2, "a smaller n");
        offer(self.symmetry != SampleSymmetry::All, "more symmetry");
        offer(fit, "border = \"frame\"");
        offer(!self.periodic_input && !is_search, "periodic_input = true");
        offer(is_search, "more backtracks");
        offer(is_search, "a smaller map");
        offer(true, "another sample");
        Error::new(ErrorKind::GaveUp, format!("{what}; try {}", help.join(" or ")))
    }

    /// Returns whether the square with this top-left tile touches an edge of the map.
    fn touches_edge(&self, at: Pos, size: Size) -> bool {
        let n = self.n as i32;
        !size.rect().grown(-1).encloses(Rect::new(at.x, at.y, n, n))
    }
}

/// Copies the decided tiles to the map; the rest is void.
fn draw(canvas: &Canvas, patterns: &Patterns, inside: Rect, map: &mut Map) {
    let tile = |&number: &u8| if number == UNDECIDED { Tile::Void } else { patterns.tiles[number as usize] };
    for (y, row) in (inside.y..).zip(canvas.tiles().rows()) {
        let target = &mut map.tiles.row_mut(y)[inside.x as usize..];
        target.iter_mut().zip(row).for_each(|(target, number)| *target = tile(number));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;
    use crate::check::check;

    const SYMMETRIES: [SampleSymmetry; 3] = [SampleSymmetry::None, SampleSymmetry::Mirrors, SampleSymmetry::All];

    fn make(wfc: &Wfc, size: Size, seed: u64) -> Result<Map, Error> {
        let mut map = Map::new(size, Tile::Wall);
        wfc.generate(&mut map, &mut Context::new(Seed::new(seed)))?;
        Ok(map)
    }

    fn raw(sample: &str, n: usize) -> Wfc {
        Wfc { sample: sample.to_owned(), n, connect: Join::None, ..Wfc::default() }
    }

    #[test]
    fn every_square_of_the_map_occurs_in_the_sample() {
        for name in sample::SHIPPED.iter().map(|sample| sample.name) {
            for n in [2, 3] {
                let wfc = raw(name, n);
                let patterns = wfc.patterns().unwrap();
                for (seed, size) in [(1, Size::new(30, 20)), (2, Size::new(100, 70)), (3, Size::new(9, 14))] {
                    let map = make(&wfc, size, seed).unwrap_or_else(|error| panic!("{name} {n} {size}: {error}"));
                    let foreign = patterns.first_foreign(&map.tiles, false);
                    assert_eq!(foreign, None, "{name}, {n}, seed {seed}:\n{}", map.to_ascii());
                    let edge = size.rect().positions().filter(|&pos| !size.rect().grown(-1).contains(pos));
                    assert!(edge.into_iter().all(|pos| map.tiles[pos] == Tile::Wall), "{name}: closed by wall");
                }
            }
        }
    }

    #[test]
    fn blocks_solved_again_fit_the_others() {
        for name in ["ruins", "temple"] {
            let wfc = Wfc { symmetry: SampleSymmetry::None, ..raw(name, 4) };
            let maps: Vec<Map> = (1..=4).filter_map(|seed| make(&wfc, Size::new(300, 200), seed).ok()).collect();
            assert!(!maps.is_empty());
            let patterns = wfc.patterns().unwrap();
            assert!(maps.iter().all(|map| patterns.first_foreign(&map.tiles, false).is_none()), "{name}");
        }
    }

    #[test]
    fn every_square_across_the_edges_of_a_periodic_map_occurs_too() {
        for symmetry in SYMMETRIES {
            let wfc = Wfc { periodic: true, periodic_input: true, symmetry, ..raw("cave", 3) };
            for (seed, size) in [(1, Size::new(30, 20)), (2, Size::new(90, 47)), (3, Size::new(41, 95))] {
                let map = make(&wfc, size, seed).unwrap();
                assert_eq!(wfc.patterns().unwrap().first_foreign(&map.tiles, true), None, "\n{}", map.to_ascii());
            }
        }
    }

    #[test]
    fn a_frame_closes_samples_without_wall() {
        let water = "~~~~~~\n~~..~~\n~....~\n~~..~~\n~~~~~~".to_owned();
        let wfc = Wfc { sample_map: Some(water), connect: Join::None, ..Wfc::default() };
        assert_eq!(wfc.conflicts()[0].0, "border");
        let wfc = Wfc { border: BorderMethod::Frame, periodic_input: true, ..wfc };
        let map = make(&wfc, Size::new(40, 30), 1).unwrap();
        let inner = map.tiles.crop(Rect::new(1, 1, 38, 28));
        assert_eq!(wfc.patterns().unwrap().first_foreign(&inner, false), None);
        assert!(map.tiles.row(0).iter().all(|&tile| tile == Tile::Wall));
    }

    #[test]
    fn doors_of_the_sample_become_doors() {
        let map = make(&Wfc::default(), Size::new(80, 50), 3).unwrap();
        assert!(map.doors.len() > 5, "{}", map.to_ascii());
        assert_eq!(check(&map), []);
        assert!(make(&Wfc { n: 2, ..Wfc::default() }, Size::new(40, 30), 3).unwrap().doors.is_empty());
    }

    #[test]
    fn shipped_samples_are_followed_with_every_n_and_symmetry() {
        let mut wfc = Wfc::default();
        for name in sample::SHIPPED.iter().map(|sample| sample.name) {
            wfc.sample = name.to_owned();
            for (n, symmetry) in [2, 3, 4].into_iter().flat_map(|n| SYMMETRIES.map(|symmetry| (n, symmetry))) {
                (wfc.n, wfc.symmetry) = (n, symmetry);
                assert_eq!(wfc.conflicts(), [], "{name}, n {n}, {symmetry:?}");
                let maps: Vec<Map> = (1..=4).filter_map(|seed| make(&wfc, Size::new(80, 50), seed).ok()).collect();
                assert!(maps.len() >= 3, "{name}, n {n}, {symmetry:?}: {} of 4 seeds", maps.len());
                assert!(maps.iter().all(|map| check(map).is_empty()), "{name}, n {n}, {symmetry:?}");
            }
        }
    }

    fn explained(wfc: &Wfc, size: Size) -> String {
        let error = make(wfc, size, 1).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::GaveUp, "other dice do not help");
        error.to_string()
    }

    fn drawn(text: &str) -> Wfc {
        Wfc { sample_map: Some(text.to_owned()), ..Wfc::default() }
    }

    #[test]
    fn a_sample_without_a_solution_is_explained() {
        // Lanes two tiles apart cannot be closed by a border of wall on all four sides.
        let lanes = Wfc { symmetry: SampleSymmetry::None, ..drawn(".#.#.#\n.#.#.#\n.#.#.#") };
        assert_eq!(
            explained(&lanes, Size::new(40, 30)),
            "the 3x3 squares of the sample make no row of 40 tiles from wall to wall; \
             try a smaller n or more symmetry or border = \"frame\" or periodic_input = true or another sample"
        );
        assert_eq!(
            explained(&drawn("####\n#..#\n#..#\n####"), Size::new(80, 50)),
            "the 3x3 squares of the sample make no row of 80 tiles from wall to wall; \
             try a smaller n or border = \"frame\" or periodic_input = true or another sample"
        );
        let islands = Wfc { periodic: true, ..raw("islands", 3) };
        assert_eq!(
            explained(&islands, Size::new(80, 50)),
            "no 3x3 square of the sample fits at 78,48, beside the walls of two opposite edges; \
             try periodic = false or a smaller n or border = \"frame\" or periodic_input = true or another sample"
        );
        let water = format!("{0}{1}{1}{1}#~~~.~~~#\n{1}{1}{1}{0}", "#########\n", "#~~~~~~~#\n");
        assert!(explained(&drawn(&water), Size::new(5, 5)).starts_with("no floor fits into 5x5: "));
    }

    #[test]
    fn giving_up_costs_no_more_on_large_maps() {
        let hard = Wfc { symmetry: SampleSymmetry::None, ..raw("city", 4) };
        for side in [300, 600] {
            let mut cx = Context::new(Seed::new(1));
            let error = hard.generate(&mut Map::new(Size::new(side, side), Tile::Wall), &mut cx).unwrap_err();
            assert!(
                error.to_string().contains(", next to the finished tiles around it: the search failed "),
                "{error}"
            );
            assert!(error.to_string().ends_with(" or more backtracks or a smaller map or another sample"), "{error}");
            assert!(cx.spent < 600_000_000, "{side}: {} words", cx.spent);
        }
    }

    #[test]
    fn a_run_can_be_stopped_at_any_time() {
        let mut cx = Context { budget: 0, ..Context::new(Seed::new(1)) };
        for _ in 0..30 {
            cx.budget = cx.spent + 1 + cx.spent / 2;
            let error = Wfc::default().generate(&mut Map::new(Size::new(300, 300), Tile::Wall), &mut cx).unwrap_err();
            assert!(error.to_string().starts_with("the budget of "), "{error}");
            // The work between two checks of the budget takes a small part of a second.
            assert!(cx.spent - cx.budget < 3_000_000, "{} words of {}", cx.spent, cx.budget);
            if cx.budget > 10_000_000 {
                break;
            }
        }
    }

    #[test]
    fn invalid_samples_are_rejected() {
        let wrong = |wfc: Wfc| wfc.conflicts().remove(0);
        let (name, why) = wrong(Wfc { sample: "chamber".to_owned(), ..Wfc::default() });
        assert_eq!((name, why.as_str()), ("sample", "did you mean chambers?"));
        let (name, why) = wrong(drawn("#.\n##"));
        assert_eq!((name, why.as_str()), ("sample_map", "a sample of 2x2 is too small for squares of 3x3"));
        let mut rng = Seed::new(1).rng();
        let noise: Vec<&str> =
            (0..900).map(|i| if i % 30 == 29 { "\n" } else { ["#", "."][rng.below(2) as usize] }).collect();
        let (name, why) = wrong(Wfc { n: 4, ..drawn(&noise.concat()) });
        assert!(name == "n" && why.contains("patterns of 4x4; the limit is 2560"), "{why}");
        let (name, why) = wrong(drawn(""));
        let reason = "the sample is empty; leave it out to follow a shipped one";
        assert_eq!((name, why.as_str()), ("sample_map", reason));
    }
}
