//! Command line arguments.

use mapwright::{Entry, Seed, did_you_mean, registry};

const HELP: &str = "usage: cargo xtask soak --maps N [--seed SEED] [--only ID] | --dungeons N";
const MAX_COUNT: u64 = 1_000_000_000;

/// Arguments of a soak test with random parameters.
#[derive(Debug)]
pub(crate) struct Args {
    pub(crate) maps: u64,
    pub(crate) seed: Seed,
    /// Algorithms that recipes may use.
    pub(crate) all: &'static [Entry],
    /// Algorithms under test.
    pub(crate) entries: Vec<&'static Entry>,
}

/// The soak test to run.
#[derive(Debug)]
pub(crate) enum Task {
    /// Maps with random parameters and sizes.
    Maps(Args),
    /// Every kind of dungeon with this many seeds.
    Dungeons(u64),
}

impl Task {
    pub(crate) fn read(words: impl Iterator<Item = String>) -> Result<Task, String> {
        let words: Vec<String> = words.collect();
        match &words[..] {
            [flag, seeds] if flag == "--dungeons" => Ok(Task::Dungeons(parse_count("--dungeons", seeds)?)),
            _ => Args::read(words.into_iter()).map(Task::Maps),
        }
    }
}

impl Args {
    pub(crate) fn read(words: impl Iterator<Item = String>) -> Result<Args, String> {
        let (mut maps, mut seed, mut only) = (None, None, None);
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            let (flag, given) = match word.split_once('=') {
                Some((flag, value)) => (flag.to_owned(), Some(value.to_owned())),
                None => (word, None),
            };
            let slot = match flag.as_str() {
                "--maps" => &mut maps,
                "--seed" => &mut seed,
                "--only" => &mut only,
                _ => return Err(format!("unknown argument {flag:?}; {HELP}")),
            };
            let value = given.or_else(|| words.next()).ok_or_else(|| format!("{flag} needs a value; {HELP}"))?;
            if slot.replace(value).is_some() {
                return Err(format!("{flag} is given twice"));
            }
        }
        let maps = parse_count("--maps", &maps.ok_or_else(|| format!("--maps is missing; {HELP}"))?)?;
        let seed = match seed {
            Some(word) => Seed::from_word(&word)
                .ok_or_else(|| format!("--seed {word}: expected a whole number from 0 to {}, or a word", u64::MAX))?,
            None => Seed::new(1),
        };
        let entries = match only {
            None => registry::ALL.iter().collect(),
            Some(id) => {
                let ids = registry::ALL.iter().map(|entry| entry.id);
                let unknown = || format!("--only {id}: no such algorithm; {}", did_you_mean(&id, ids));
                vec![registry::find(registry::ALL, &id).ok_or_else(unknown)?]
            }
        };
        Ok(Args { maps, seed, all: registry::ALL, entries })
    }
}

fn parse_count(flag: &str, text: &str) -> Result<u64, String> {
    let plain: String = text.chars().filter(|c| !matches!(c, '_' | ',')).collect();
    match plain.parse::<u64>() {
        Ok(maps) if (1..=MAX_COUNT).contains(&maps) => Ok(maps),
        _ => Err(format!("{flag} {text}: expected a whole number from 1 to {MAX_COUNT}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Args, String> {
        Args::read(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn arguments_are_parsed() {
        let args = read("--maps 200_000 --seed=crypt").unwrap();
        assert_eq!((args.maps, args.entries.len()), (200_000, registry::ALL.len()));
        assert_eq!(args.seed, Seed::from_word("crypt").unwrap());
        assert_eq!(read("--only cellular --maps 5").unwrap().entries[0].id, "cellular");
    }

    #[test]
    fn dungeons_select_the_dungeon_task() {
        let read = |line: &str| Task::read(line.split_whitespace().map(str::to_owned));
        assert!(matches!(read("--dungeons 1_000"), Ok(Task::Dungeons(1000))));
        assert!(matches!(read("--maps 10"), Ok(Task::Maps(_))));
        assert!(read("--dungeons none").unwrap_err().contains("--dungeons none: expected a whole number"));
        assert!(read("--dungeons").unwrap_err().contains("unknown argument"));
    }

    #[test]
    fn invalid_arguments_are_reported() {
        for (line, message) in [
            ("", "--maps is missing"),
            ("--maps", "--maps needs a value"),
            ("--maps 0", "from 1 to 1000000000"),
            ("--maps -5", "from 1 to 1000000000"),
            ("--maps 99999999999999999999999", "from 1 to 1000000000"),
            ("--maps ten", "from 1 to 1000000000"),
            ("--maps 5 --maps 6", "given twice"),
            ("--maps 5 --only celular", "did you mean cellular?"),
            ("--maps 5 --seed -1", "a whole number"),
            ("--map 5", "unknown argument \"--map\""),
            ("5", "unknown argument \"5\""),
        ] {
            let problem = read(line).expect_err(line);
            assert!(problem.contains(message), "{line}: {problem}");
        }
    }
}
