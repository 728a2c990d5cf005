//! Reading prefabs from text, with the position of every error.

use super::Prefab;
use super::legend::{KeepWord, Symbol};
use super::structure::Structure;
use crate::base::bits::BitGrid;
use crate::base::error::{Error, ErrorKind};
use crate::base::grid::{Grid, Pos, Rect, Size};
use crate::base::tile::Tile;
use crate::params::schema::printable;
use serde::Deserialize;
use std::borrow::Cow;
use std::collections::BTreeMap;
use toml::Spanned;

/// Maximum number of prefabs in a text.
const MAX_PREFABS: usize = 1_000;
/// Maximum number of characters in a legend.
const MAX_SYMBOLS: usize = 100;
const MAX_TAGS: usize = 20;
/// Maximum length of a name or tag, in characters.
const MAX_WORD: usize = 60;

/// Header before a drawing.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct Header {
    name: Option<String>,
    tags: Vec<String>,
    weight: Option<i64>,
    depth: Option<Vec<i64>>,
    turns: Option<bool>,
    mirrors: Option<bool>,
    legend: BTreeMap<String, toml::Value>,
    map: Option<Spanned<String>>,
}

/// List of several prefabs in one text.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Several {
    prefab: Vec<Header>,
}

/// Drawing, with the number of its first line in the text, from 1.
struct Rows<'a> {
    lines: Vec<&'a str>,
    first: usize,
}

pub(super) fn read(text: &str, keep: KeepWord) -> Result<Vec<Prefab>, Error> {
    let length = text.chars().count();
    if length > Prefab::MAX_TEXT {
        let message = format!("a text of {length} characters; the limit is {}", Prefab::MAX_TEXT);
        return Err(Error::new(ErrorKind::TooBig, message));
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines: Vec<&str> = text.lines().collect();
    let prefabs = if let Some(rule) = lines.iter().position(|line| line.trim_end() == "---") {
        let above: usize = text.split_inclusive('\n').take(rule).map(str::len).sum();
        let header: Header = toml::from_str(&text[..above]).map_err(|error| toml_error(&error, text))?;
        if header.map.is_some() {
            return Err(bad("both map and a drawing after ---; remove one of them"));
        }
        vec![build(header, &Rows { lines: lines[rule + 1..].to_vec(), first: rule + 2 }, keep)?]
    } else if lines.iter().any(|line| is_toml(line)) {
        several(text)?
            .into_iter()
            .map(|header| from_toml(header, text, keep))
            .collect::<Result<Vec<Prefab>, Error>>()?
    } else {
        vec![build(Header::default(), &Rows { lines, first: 1 }, keep)?]
    };
    Ok(prefabs)
}

/// Returns true if the line shows that the text is TOML, because it cannot be part of a drawing.
fn is_toml(line: &str) -> bool {
    let line = line.trim();
    line == "[[prefab]]" || line.strip_prefix("map").is_some_and(|rest| rest.trim_start().starts_with('='))
}

fn several(text: &str) -> Result<Vec<Header>, Error> {
    let list = text.lines().any(|line| line.trim() == "[[prefab]]");
    let headers = if list {
        toml::from_str::<Several>(text).map(|several| several.prefab)
    } else {
        toml::from_str::<Header>(text).map(|header| vec![header])
    };
    let headers = headers.map_err(|error| toml_error(&error, text))?;
    if headers.len() > MAX_PREFABS {
        return Err(Error::new(ErrorKind::TooBig, format!("{} prefabs; the limit is {MAX_PREFABS}", headers.len())));
    }
    Ok(headers)
}

fn from_toml(mut header: Header, text: &str, keep: KeepWord) -> Result<Prefab, Error> {
    let Some(map) = header.map.take() else {
        let name = header.name.as_deref().map(printable).unwrap_or_default();
        return Err(bad(format!("the prefab {name:?} has no map")));
    };
    let start = map.span().start;
    let opened = text.get(start..).is_some_and(|rest| rest.starts_with("\"\"\"\n") || rest.starts_with("'''\n"));
    let before = text.get(..start).map_or(0, |before| before.matches('\n').count());
    let first = before + 1 + usize::from(opened);
    build(header, &Rows { lines: map.get_ref().lines().collect(), first }, keep)
}

fn build(header: Header, rows: &Rows<'_>, keep: KeepWord) -> Result<Prefab, Error> {
    let Header { name, tags, weight, depth, turns, mirrors, legend, map: _ } = header;
    let name = name.unwrap_or_default();
    word("name", &name)?;
    if tags.len() > MAX_TAGS {
        return Err(bad(format!("{} tags; the limit is {MAX_TAGS}", tags.len())));
    }
    tags.iter().try_for_each(|tag| word("tag", tag))?;
    let weight = weight.map_or(Ok(10), |weight| in_range("weight", weight, 0, Prefab::MAX_WEIGHT))?;
    let depth = match depth.as_deref() {
        None => [0, Prefab::MAX_DEPTH],
        Some(&[low, high]) => {
            let [low, high] = [low, high].map(|depth| in_range("depth", depth, 0, Prefab::MAX_DEPTH));
            let depth = [low?, high?];
            if depth[0] > depth[1] {
                return Err(bad(format!("depth: the first, {}, must not be above the last, {}", depth[0], depth[1])));
            }
            depth
        }
        Some(other) => {
            return Err(bad(format!("depth is a list of {}, where the first and the last are expected", other.len())));
        }
    };
    let mut symbols = Symbols::read(&legend, keep)?;
    let (cells, corner) = draw(rows, &mut symbols)?;
    let at = |pos: Pos| place(rows, pos + corner);
    let structure = Structure::of(&cells, &symbols.list).map_err(|(pos, what)| bad(format!("{}: {what}", at(pos))))?;
    let covers = BitGrid::from_fn(cells.size(), |pos| !symbols.list[cells[pos] as usize].is_nothing());
    let mut tiles = Grid::new(cells.size(), Tile::Wall);
    for pos in covers.iter() {
        let symbol = &symbols.list[cells[pos] as usize];
        let sure = symbol.things.len() == 1 && !symbol.is_anchor();
        tiles[pos] = symbol.things[0].tile.filter(|_| sure).unwrap_or(Tile::Wall);
    }
    Ok(Prefab {
        name: keep(name),
        tags: tags.into_iter().map(keep).collect(),
        weight,
        depth,
        turns: turns.unwrap_or(true),
        mirrors: mirrors.unwrap_or(true),
        tiles,
        covers,
        symbols: symbols.list,
        cells,
        structure,
        laid: Default::default(),
    })
}

/// Symbols of a drawing and their characters.
struct Symbols {
    list: Vec<Symbol>,
    codes: BTreeMap<char, u8>,
}

impl Symbols {
    /// Reads a legend. Code 0 stands for existing cells that stay.
    fn read(legend: &BTreeMap<String, toml::Value>, keep: KeepWord) -> Result<Symbols, Error> {
        if legend.len() > MAX_SYMBOLS {
            return Err(bad(format!("a legend of {} characters; the limit is {MAX_SYMBOLS}", legend.len())));
        }
        let mut symbols = Symbols { list: Vec::new(), codes: BTreeMap::new() };
        let nothing = Symbol::read(&["anything"], keep).map_err(bad)?;
        symbols.list.push(nothing);
        for (key, value) in legend {
            let shown = printable(key);
            let mut chars = key.chars();
            let (Some(c), None) = (chars.next(), chars.next()) else {
                return Err(bad(format!("legend {shown:?}: one character is expected")));
            };
            if c.is_control() {
                return Err(bad(format!("legend {shown:?}: a visible character is expected")));
            }
            let texts: Option<Vec<&str>> = match value {
                toml::Value::String(text) => Some(vec![text]),
                toml::Value::Array(items) => items.iter().map(toml::Value::as_str).collect(),
                _ => None,
            };
            let Some(texts) = texts else {
                return Err(bad(format!("legend {shown:?}: a text or a list of texts is expected")));
            };
            let symbol = Symbol::read(&texts, keep).map_err(|why| bad(format!("legend {shown:?}: {why}")))?;
            symbols.add(c, symbol);
        }
        Ok(symbols)
    }

    fn add(&mut self, c: char, symbol: Symbol) -> u8 {
        let code = if symbol.is_nothing() {
            0
        } else {
            // The legend and the known characters together are fewer than 256.
            self.list.push(symbol);
            (self.list.len() - 1) as u8
        };
        self.codes.insert(c, code);
        code
    }

    fn code(&mut self, c: char) -> Option<u8> {
        match self.codes.get(&c) {
            Some(&code) => Some(code),
            None => Symbol::known(c).map(|symbol| self.add(c, symbol)),
        }
    }
}

/// Returns the cells of the drawing without the empty margins, and the size of the left and top
/// margin.
fn draw(rows: &Rows<'_>, symbols: &mut Symbols) -> Result<(Grid<u8>, Pos), Error> {
    let mut drawn: Vec<(Pos, u8)> = Vec::new();
    for (y, line) in rows.lines.iter().enumerate() {
        for (x, c) in line.trim_end().chars().enumerate() {
            let pos = Pos::new(x as i32, y as i32);
            let Some(code) = symbols.code(c) else {
                let known = Symbol::all_known();
                let what = format!("{c:?} means nothing; known are `{known}`, and a legend may explain others");
                return Err(bad(format!("{}: {what}", place(rows, pos))));
            };
            if code != 0 {
                drawn.push((pos, code));
            }
        }
    }
    let Some(&(first, _)) = drawn.first() else {
        return Err(bad("the drawing is empty"));
    };
    let (mut low, mut high) = (first, first);
    for (pos, _) in &drawn {
        (low.x, high.x, high.y) = (low.x.min(pos.x), high.x.max(pos.x), pos.y);
    }
    let bounds = Rect::spanning(low, high);
    let side = Prefab::MAX_SIDE;
    if !Size::new(side, side).holds(bounds.size()) {
        let message = format!("a drawing of {}; the limit is {side}x{side}", bounds.size());
        return Err(Error::new(ErrorKind::TooBig, message));
    }
    let mut cells = Grid::new(bounds.size(), 0);
    drawn.into_iter().for_each(|(pos, code)| cells[pos - low] = code);
    Ok((cells, low))
}

fn place(rows: &Rows<'_>, pos: Pos) -> String {
    format!("line {}, column {}", rows.first + pos.y as usize, pos.x + 1)
}

fn bad(what: impl Into<String>) -> Error {
    Error::new(ErrorKind::BadFile, what)
}

fn word(what: &str, text: &str) -> Result<(), Error> {
    if text.chars().count() > MAX_WORD || text.chars().any(char::is_control) {
        let shown = printable(text);
        return Err(bad(format!("the {what} {shown:?} is too long or not plain text; at most {MAX_WORD} characters")));
    }
    Ok(())
}

fn in_range(what: &str, number: i64, low: u32, high: u32) -> Result<u32, Error> {
    let fits = u32::try_from(number).ok().filter(|number| (low..=high).contains(number));
    fits.ok_or_else(|| bad(format!("{what}: {number} is not between {low} and {high}")))
}

/// Shortens the parser's error to one line with its position.
fn toml_error(error: &toml::de::Error, text: &str) -> Error {
    let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or("");
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    let line = before.matches('\n').count() + 1;
    let what: Cow<'_, str> = error.message().lines().next().unwrap_or("not TOML").into();
    bad(format!("line {line}, column {column}: {}", what.chars().filter(|c| !c.is_control()).collect::<String>()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::{Rng, Seed};
    use crate::check::check;
    use crate::generator::{Context, Generator};
    use crate::layout;
    use crate::map::Map;
    use crate::prefab::{Library, shipped};
    use crate::shape::{section, vaults};

    /// A room with a passage to a second one, surrounded by rock.
    const PLACE: &str = "\
        \n\
        ####################\n\
        #......#############\n\
        #......#############\n\
        #...........########\n\
        #......####.########\n\
        #......####.########\n\
        ###########.########\n\
        ####......#.########\n\
        ####...............#\n\
        ####......##########\n\
        ####################\n\
        ####################";

    /// Reads the text. An accepted text must make valid maps in every role; a refused one must give
    /// an error of one line.
    fn read_or_refused(text: &str) -> bool {
        let prefabs = match Prefab::read(text) {
            Ok(prefabs) => prefabs,
            Err(error) => {
                let error = error.to_string();
                assert!(!error.contains('\n') && error.len() < 600, "{error}");
                return false;
            }
        };
        let library = Library::from(vec![text.to_owned()]);
        for prefab in library.prefabs().unwrap() {
            let (pick, library) = (prefab.name.to_string(), library.clone());
            let side = prefab.size().width.max(prefab.size().height) + 2;
            let mut rock = Map::new(Size::new(side, side), Tile::Wall);
            let level = layout::prefab::Prefab { pick: pick.clone(), library: library.clone(), ..Default::default() };
            drawn(&level, &mut rock, text);
            let section = section::Section { pick: pick.clone(), library: library.clone(), ..Default::default() };
            let vaults = vaults::Vaults { pick, library, count: 2, repeats: true, ..Default::default() };
            let mut map = Map::from_ascii(PLACE).unwrap();
            if map.size().holds(Size::new(side, side)) {
                drawn(&section, &mut map, text);
                drawn(&vaults, &mut map, text);
            }
        }
        !prefabs.is_empty()
    }

    fn drawn(generator: &dyn Generator, map: &mut Map, text: &str) {
        if generator.conflicts().is_empty() {
            generator.generate(map, &mut Context::new(Seed::new(1))).unwrap();
            assert_eq!(check(map), [], "{text}\n\n{}", map.to_ascii());
        }
    }

    fn text_of(letters: &[char], count: i32, rng: &mut Rng) -> String {
        (0..count).filter_map(|_| rng.pick(letters)).collect()
    }

    fn error(text: &str) -> String {
        let error = Prefab::read(text).unwrap_err().to_string();
        assert!(!error.contains('\n') && error.len() < 600, "{error}");
        error
    }

    #[test]
    fn the_same_prefab_in_every_form() {
        let drawing = "#####\n#c..+\n#####\n";
        let header = "name = \"cell\"\ntags = [\"vault\"]\nweight = 3\ndepth = [2, 5]\nturns = false\n";
        let legend = "legend = { c = \"decoration chest\" }\n";
        let texts = [
            format!("{header}{legend}---\n{drawing}"),
            format!("{header}{legend}map = \"\"\"\n{drawing}\"\"\""),
            format!("[[prefab]]\n{header}{legend}map = '''\n{drawing}'''"),
            format!("\u{feff}{header}{legend}---\r\n\r\n{}", drawing.replace('\n', "  \r\n")),
        ];
        for text in texts {
            let prefabs = Prefab::read(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            let [prefab] = &prefabs[..] else { panic!("one prefab in {text}") };
            assert_eq!((prefab.name.as_ref(), prefab.tags.len(), prefab.weight), ("cell", 1, 3));
            assert_eq!((prefab.depth, prefab.turns, prefab.mirrors), ([2, 5], false, true));
            assert_eq!((prefab.size(), prefab.structure.rooms.len()), (Size::new(5, 3), 1));
        }
        let alone = &Prefab::read("   ##\n  #.#\n   ##").unwrap()[0];
        assert_eq!((alone.size(), alone.weight, alone.depth), (Size::new(3, 3), 10, [0, 1_000]));
        let several = "[[prefab]]\nmap = \"#.\"\n[[prefab]]\nmap = \".#\"";
        assert_eq!(Prefab::read(several).unwrap().len(), 2);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        assert!(error("").contains("the drawing is empty"));
        assert!(error("???\n  ?").contains("the drawing is empty"));
        assert!(error("###\n###").starts_with("line 1, column 1: no walkable tile"));
        assert!(error("####\n#.x#\n####").starts_with("line 2, column 3: 'x' means nothing; known are `#.,"));
        assert!(error("tags = [\"a\"]\n---\n###\n#.\tx").starts_with("line 4, column 3: '\\t' means nothing"));
        assert!(error("map = \"\"\"\n###\n#.!\"\"\"").starts_with("line 3, column 3: '!'"));
        assert!(error("#####\n#.#.#\n#####").starts_with("line 2, column 4: cannot be reached"));
        assert!(error("  ###\n  #*#\n  ###").starts_with("line 2, column 4: an anchor must lie at the edge"));
        assert!(error("####\n#+.#\n####").starts_with("line 2, column 2: a door must stand in an opening"));
        assert!(error("#..#\n#@.#\n#.@#").starts_with("line 3, column 3: a second start"));
        assert!(error("weigth = 3\n---\n.").starts_with("line 1, column 1: unknown field"));
        assert!(error("weight = 101\n---\n.").contains("weight: 101 is not between 0 and 100"));
        assert!(error("depth = [5, 2]\n---\n.").contains("depth: the first, 5, must not be above the last, 2"));
        assert!(error("depth = [5, 1001]\n---\n.").contains("depth: 1001 is not between 0 and 1000"));
        assert!(error("depth = [5]\n---\n.").contains("a list of 1"));
        assert!(error("legend = { xy = \"floor\" }\n---\n.").contains("one character is expected"));
        assert!(error("legend = { x = 3 }\n---\n.").contains("a text or a list of texts"));
        assert!(error("legend = { x = \"flor\" }\n---\n.").contains("did you mean floor?"));
        assert!(error("name = \"\\u001b[31m\"\n---\n.").contains("not plain text"));
        assert!(error("map = \".\"\n---\n.").contains("remove one of them"));
        assert!(error("[[prefab]]\nname = \"a\"").contains("the prefab \"a\" has no map"));
        assert!(error(&".".repeat(201)).contains("the limit is 200x200"));
        assert!(error(&"#".repeat(70_000)).contains("the limit is 65536"));
        assert!(error(&format!("legend = {}1{}\n---\n.", "[".repeat(5_000), "]".repeat(5_000))).starts_with("line 1"));
    }

    #[test]
    fn no_garbage_makes_it_panic() {
        let mut rng = Seed::new(1).child("garbage").rng();
        let letters: Vec<char> = format!("{}\n\n\n \t\"=[]{{}}-x\u{1f5ff}\u{0}", Symbol::all_known()).chars().collect();
        for _ in 0..20_000 {
            let count = rng.range(0, 60);
            read_or_refused(&text_of(&letters, count, &mut rng));
        }
    }

    #[test]
    fn accepted_drawings_make_valid_maps() {
        let mut rng = Seed::new(3).child("drawings").rng();
        let letters: Vec<char> = "##########......++'**,,~? ".chars().collect();
        let mut accepted = 0;
        for _ in 0..30_000 {
            let (width, height) = (rng.range(1, 6), rng.range(1, 5));
            let rows: Vec<String> = (0..height).map(|_| text_of(&letters, width, &mut rng)).collect();
            accepted += u32::from(read_or_refused(&rows.join("\n")));
        }
        assert!(accepted > 2_000, "{accepted}");
    }

    #[test]
    fn nothing_hangs_on_an_anchor() {
        for text in ["####\n*+.#\n####", "#####\n++..#\n#####", "####\n**.#\n####", "#####\n#...#\n#####\n ++"] {
            let error = error(text);
            assert!(error.contains("it leads only to an anchor or a door at the edge"), "{text}\n{error}");
        }
        assert!(error("####\n*+.#\n####").starts_with("line 2, column 2: "));
        assert!(read_or_refused("#####\n*.+.#\n#####"));
    }

    #[test]
    fn a_damaged_file_is_read_or_refused() {
        let mut rng = Seed::new(2).child("damage").rng();
        for file in super::super::library::FILES {
            let letters: Vec<char> = file.text.chars().collect();
            for _ in 0..40 {
                let mut damaged = letters.clone();
                for _ in 0..rng.range(1, 4) {
                    let (from, to) = (rng.below(damaged.len() as u32), rng.below(damaged.len() as u32));
                    damaged[to as usize] = damaged[from as usize];
                }
                let text: String = damaged.into_iter().collect();
                read_or_refused(&text);
            }
        }
        assert!(shipped().len() >= 30);
    }
}
