//! The language of rewriting programs, and its parser.
//!
//! One statement per line; `--` begins a comment. Letters are single characters; `#` is wall, `.`
//! floor, `~` water, and all others get a meaning by `let`.
//!
//! ```text
//! start #                      fills the field at the start; default: wall
//! let W = floor                meaning of a letter: wall, floor, water, bridge, void or door
//! put W middle                 one letter in the middle; or: put W anywhere x 5
//! scatter . 45%                every cell with this probability
//! one W## -> WaW               replaces one match, chosen at random, until there is none left
//! one x 20 A# -> AA            at most 20 times; x 30%: 30 percent of the number of cells
//! all x 3 .#. -> ...           all matches that do not overlap, in at most three passes
//! first AB -> CB | A# -> AA    the first alternative that matches anywhere, until none does
//! one fixed ##/## -> ../..     only as drawn; otherwise rotated and mirrored in every way
//! ```
//!
//! A pattern has one or more rows, separated by `/`. `*` matches anything, and leaves the cell
//! unchanged in the result.

use crate::base::tile::Tile;
use crate::params::schema::printable;

/// A parsed program.
#[derive(Clone, Debug)]
pub(super) struct Program {
    pub(super) start: u8,
    pub(super) statements: Vec<Statement>,
    /// Meaning of every letter on the finished map.
    pub(super) meaning: [Meaning; 128],
}

/// Meaning of a letter on the finished map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    Tile(Tile),
    /// A door where it stands in an opening, floor elsewhere.
    Door,
}

#[derive(Clone, Debug)]
pub(super) enum Statement {
    Put { letter: u8, place: PutAt, times: Times },
    Scatter { letter: u8, percent: u32 },
    Apply { how: How, times: Times, alternatives: Vec<Vec<Variant>> },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PutAt {
    Middle,
    Anywhere,
}

/// Selection of the matches to replace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum How {
    /// One of all matches.
    One,
    /// All matches that do not overlap.
    All,
    /// One match of the first alternative that has any.
    First,
}

/// Limit on the number of replacements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Times {
    Unbounded,
    Number(u64),
    Percent(u64),
}

impl Times {
    pub(super) fn of(self, cells: u64) -> u64 {
        match self {
            Times::Unbounded => u64::MAX,
            Times::Number(number) => number,
            Times::Percent(percent) => (cells * percent).div_ceil(100),
        }
    }
}

/// A rule in one of its orientations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Variant {
    pub(super) width: i32,
    pub(super) height: i32,
    /// Row by row; 0 is a wildcard.
    pub(super) from: Vec<u8>,
    pub(super) to: Vec<u8>,
}

const MAX_STATEMENTS: usize = 256;
const MAX_ALTERNATIVES: usize = 32;
/// Maximum side of a pattern.
const MAX_SIDE: usize = 24;
const WILDCARD: u8 = b'*';

impl Program {
    /// Parses a program. Errors name the line and the problem.
    pub(super) fn read(text: &str) -> Result<Program, String> {
        let mut reader = Reader {
            program: Program { start: b'#', statements: Vec::new(), meaning: [Meaning::Tile(Tile::Void); 128] },
            known: [false; 128],
            used: [None; 128],
        };
        for (letter, tile) in [(b'#', Tile::Wall), (b'.', Tile::Floor), (b'~', Tile::Water)] {
            reader.program.meaning[letter as usize] = Meaning::Tile(tile);
            reader.known[letter as usize] = true;
        }
        for (index, line) in text.lines().enumerate() {
            let line = line.split("--").next().unwrap_or_default().trim();
            if !line.is_empty() {
                reader.line(line, index + 1).map_err(|what| format!("line {}: {what}", index + 1))?;
            }
        }
        let unknown = (0..128).find_map(|letter| {
            let line = reader.used[letter].filter(|_| !reader.known[letter])?;
            Some((letter as u8 as char, line))
        });
        if let Some((letter, line)) = unknown {
            return Err(format!("line {line}: {letter} has no meaning; add: let {letter} = floor"));
        }
        if reader.program.statements.is_empty() {
            return Err("no statement; the shortest program is: scatter . 50%".to_owned());
        }
        Ok(reader.program)
    }
}

struct Reader {
    program: Program,
    known: [bool; 128],
    /// Line in which a letter is first used.
    used: [Option<usize>; 128],
}

impl Reader {
    fn line(&mut self, line: &str, number: usize) -> Result<(), String> {
        if self.program.statements.len() >= MAX_STATEMENTS {
            return Err(format!("more than {MAX_STATEMENTS} statements"));
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "start" => self.program.start = self.letter(rest, number)?,
            "let" => self.define(rest, number)?,
            "put" => self.put(rest, number)?,
            "scatter" => {
                let (letter, percent) = rest.split_once(char::is_whitespace).ok_or("write it like: scatter . 45%")?;
                let letter = self.letter(letter, number)?;
                let percent = crate::params::schema::percent(percent.trim())
                    .ok_or("the percentage must be from 0% to 100%")? as u32;
                self.program.statements.push(Statement::Scatter { letter, percent });
            }
            "one" => self.apply(How::One, rest, number)?,
            "all" => self.apply(How::All, rest, number)?,
            "first" => self.apply(How::First, rest, number)?,
            other => {
                let known = ["start", "let", "put", "scatter", "one", "all", "first"];
                let hint = crate::base::nearest::hint(other, known);
                return Err(format!("{:?} is not a statement; {hint}", printable(other)));
            }
        }
        Ok(())
    }

    fn letter(&mut self, text: &str, line: usize) -> Result<u8, String> {
        match text.as_bytes() {
            [letter] if self.is_letter(*letter) => {
                self.used[*letter as usize].get_or_insert(line);
                Ok(*letter)
            }
            _ => Err(format!("{:?} is not a letter; a letter is one printable character", printable(text))),
        }
    }

    fn is_letter(&self, byte: u8) -> bool {
        byte.is_ascii_graphic() && !b"/|*-".contains(&byte)
    }

    fn define(&mut self, rest: &str, line: usize) -> Result<(), String> {
        let (letter, meaning) = rest.split_once('=').ok_or("write it like: let W = floor")?;
        let letter = self.letter(letter.trim(), line)?;
        let meaning = match meaning.trim() {
            "wall" => Meaning::Tile(Tile::Wall),
            "floor" => Meaning::Tile(Tile::Floor),
            "water" => Meaning::Tile(Tile::Water),
            "bridge" => Meaning::Tile(Tile::Bridge),
            "void" => Meaning::Tile(Tile::Void),
            "door" => Meaning::Door,
            other => {
                let hint = crate::base::nearest::hint(other, ["wall", "floor", "water", "bridge", "void", "door"]);
                return Err(format!("{:?} is not a meaning; {hint}", printable(other)));
            }
        };
        self.program.meaning[letter as usize] = meaning;
        self.known[letter as usize] = true;
        Ok(())
    }

    fn put(&mut self, rest: &str, line: usize) -> Result<(), String> {
        let mut words = rest.split_whitespace();
        let letter = self.letter(words.next().unwrap_or_default(), line)?;
        let place = match words.next() {
            Some("middle") => PutAt::Middle,
            Some("anywhere") => PutAt::Anywhere,
            _ => return Err("write it like: put W middle, or: put W anywhere x 5".to_owned()),
        };
        let times = match (words.next(), words.next(), words.next()) {
            (None, ..) => Times::Number(1),
            (Some("x"), Some(times), None) => read_times(times)?,
            _ => return Err("write it like: put W anywhere x 5".to_owned()),
        };
        self.program.statements.push(Statement::Put { letter, place, times });
        Ok(())
    }

    fn apply(&mut self, how: How, mut rest: &str, line: usize) -> Result<(), String> {
        let mut times = Times::Unbounded;
        let mut fixed = false;
        loop {
            let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            match word {
                "x" => {
                    let (number, after) = after.trim().split_once(char::is_whitespace).unwrap_or((after.trim(), ""));
                    times = read_times(number)?;
                    rest = after.trim();
                }
                "fixed" => {
                    fixed = true;
                    rest = after.trim();
                }
                _ => break,
            }
        }
        let mut alternatives = Vec::new();
        for rule in rest.split('|') {
            if alternatives.len() >= MAX_ALTERNATIVES {
                return Err(format!("more than {MAX_ALTERNATIVES} alternatives"));
            }
            let (from, to) = rule.split_once("->").ok_or("a rule is written like: W## -> WaW")?;
            let (from, to) = (self.pattern(from.trim(), line)?, self.pattern(to.trim(), line)?);
            if (from.0, from.1) != (to.0, to.1) {
                let (before, after) = (format!("{}x{}", from.0, from.1), format!("{}x{}", to.0, to.1));
                return Err(format!("the pattern is {before} and its result {after}; make them the same size"));
            }
            let drawn = Variant { width: from.0 as i32, height: from.1 as i32, from: from.2, to: to.2 };
            if drawn.from.iter().zip(&drawn.to).all(|(from, to)| *to == 0 || from == to) {
                return Err("this rule changes nothing".to_owned());
            }
            alternatives.push(if fixed { vec![drawn] } else { orientations(drawn) });
        }
        self.program.statements.push(Statement::Apply { how, times, alternatives });
        Ok(())
    }

    /// Parses the width, height and letters of a pattern.
    fn pattern(&mut self, text: &str, line: usize) -> Result<(usize, usize, Vec<u8>), String> {
        let rows: Vec<&str> = text.split('/').map(str::trim).collect();
        let width = rows[0].len();
        if width == 0 || rows.iter().any(|row| row.len() != width) {
            return Err(format!("the rows of {:?} have different lengths", printable(text)));
        }
        if width > MAX_SIDE || rows.len() > MAX_SIDE {
            return Err(format!("a pattern of {width}x{} is too large; at most {MAX_SIDE}x{MAX_SIDE}", rows.len()));
        }
        let mut letters = Vec::with_capacity(width * rows.len());
        for byte in rows.iter().flat_map(|row| row.bytes()) {
            if byte == WILDCARD {
                letters.push(0);
            } else if self.is_letter(byte) {
                self.used[byte as usize].get_or_insert(line);
                letters.push(byte);
            } else {
                return Err(format!("{:?} contains a character that is not a letter", printable(text)));
            }
        }
        Ok((width, rows.len(), letters))
    }
}

fn read_times(text: &str) -> Result<Times, String> {
    if let Some(percent) = crate::params::schema::percent(text) {
        return Ok(Times::Percent(percent as u64));
    }
    let number = text.parse::<u32>().map_err(|_| format!("{:?} is not a number or a percentage", printable(text)))?;
    Ok(Times::Number(number.into()))
}

/// Returns the rule in all distinct rotations and reflections.
fn orientations(drawn: Variant) -> Vec<Variant> {
    let mut all: Vec<Variant> = Vec::with_capacity(8);
    let mut variant = drawn;
    for _ in 0..4 {
        for candidate in [variant.clone(), mirrored(&variant)] {
            if !all.contains(&candidate) {
                all.push(candidate);
            }
        }
        variant = turned(&variant);
    }
    all
}

fn mirrored(rule: &Variant) -> Variant {
    let flip = |letters: &[u8]| letters.chunks(rule.width as usize).flat_map(|row| row.iter().rev().copied()).collect();
    Variant { from: flip(&rule.from), to: flip(&rule.to), ..*rule }
}

/// Rotates a quarter turn to the right.
fn turned(rule: &Variant) -> Variant {
    let (width, height) = (rule.width as usize, rule.height as usize);
    let turn = |letters: &[u8]| {
        (0..width).flat_map(|x| (0..height).rev().map(move |y| y * width + x)).map(|index| letters[index]).collect()
    };
    Variant { width: rule.height, height: rule.width, from: turn(&rule.from), to: turn(&rule.to) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        Program::read(text).unwrap_err()
    }

    #[test]
    fn a_maze_is_one_rule() {
        let program = Program::read("put W middle\none W## -> WaW -- the rule\nlet W = floor\nlet a = floor").unwrap();
        let Statement::Apply { alternatives, .. } = &program.statements[1] else { panic!("a rule") };
        assert_eq!(alternatives[0].len(), 4, "turned in four ways; mirrored it is the same");
    }

    #[test]
    fn rules_are_turned_and_mirrored_where_that_makes_a_difference() {
        let count = |text: &str| match &Program::read(text).unwrap().statements[0] {
            Statement::Apply { alternatives, .. } => alternatives[0].len(),
            _ => 0,
        };
        assert_eq!(count("all # -> ."), 1);
        assert_eq!(count("all #. -> .#"), 4);
        assert_eq!(count("all ##/#. -> ../.#"), 4);
        assert_eq!(count("all ##./#.. -> .../..."), 8);
        assert_eq!(count("all fixed ##./#.. -> .../..."), 1);
    }

    #[test]
    fn errors_name_their_line() {
        assert_eq!(refused("\nput W nowhere"), "line 2: write it like: put W middle, or: put W anywhere x 5");
        assert_eq!(refused("one W -> #"), "line 1: W has no meaning; add: let W = floor");
        assert_eq!(refused("one ## -> ..."), "line 1: the pattern is 2x1 and its result 3x1; make them the same size");
        assert_eq!(refused("one ##/# -> ..."), "line 1: the rows of \"##/#\" have different lengths");
        assert_eq!(refused("one x many # -> ."), "line 1: \"many\" is not a number or a percentage");
        assert_eq!(refused("one #* -> #*"), "line 1: this rule changes nothing");
        assert!(refused("onne # -> .").contains("did you mean one?"));
        assert!(refused("let a = flor").contains("did you mean floor?"));
        assert!(refused("").starts_with("no statement"));
        assert!(refused(&format!("one {} -> .", "#".repeat(25))).contains("at most 24x24"));
    }
}
