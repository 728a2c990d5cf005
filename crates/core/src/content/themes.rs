//! Themes: the character of a part of a map, as data. The files of `themes/`, embedded, and the
//! user's own.
//!
//! The step `themes` grows themes over the floor and records them as zones: the first tag of a
//! [`Zone`] in a theme is the name of the theme, the others are the theme's tags. Costs, effects
//! and look stay in the theme. The step records the user's own themes in [`Map::themes`], and
//! [`Themes::of`] finds every theme of a map by name.

use crate::base::error::{Error, ErrorKind};
use crate::base::nearest::hint;
use crate::base::shipped::{ShippedFile, shipped};
pub use crate::map::Theme;
use crate::map::{Map, Zone};
use crate::params::from_toml;
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::LazyLock;

/// Several themes in one text.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Several {
    /// List of themes.
    #[schemars(length(min = 1, max = 100))]
    theme: Vec<Theme>,
}

static FILES: &[ShippedFile<Theme>] = shipped!("themes");

static SHIPPED: LazyLock<Vec<Theme>> = LazyLock::new(|| {
    let read = |&ShippedFile { name, text, .. }: &ShippedFile<Theme>| {
        let theme: Theme = from_toml::read(text, "theme").unwrap_or_else(|error| panic!("themes/{name}: {error}"));
        Theme { name: name.to_owned(), ..theme }
    };
    FILES.iter().map(read).collect()
});

/// Returns all shipped themes, sorted by name.
pub fn all() -> &'static [Theme] {
    &SHIPPED
}

/// Returns the shipped theme with this name.
pub fn find(name: &str) -> Option<&'static Theme> {
    all().iter().find(|theme| theme.name == name)
}

/// Returns the file of the shipped theme with this name, as it was written.
pub fn text(name: &str) -> Option<&'static str> {
    ShippedFile::find(FILES, name).map(|file| file.text)
}

/// Reads one theme, or several as `[[theme]]`, each with a unique name.
pub fn from_toml(text: &str) -> Result<Vec<Theme>, Error> {
    from_file(text, "")
}

/// Reads the themes in a file of this name: a single theme without a name takes the name of the
/// file.
pub fn from_file(text: &str, name: &str) -> Result<Vec<Theme>, Error> {
    let value = from_toml::value(text, "theme", from_toml::MAX_BYTES)?;
    let mut themes = match value.get("theme") {
        Some(_) => from_toml::read::<Several>(text, "theme")?.theme,
        None => vec![from_toml::read(text, "theme")?],
    };
    if let [theme] = &mut themes[..]
        && theme.name.is_empty()
    {
        name.clone_into(&mut theme.name);
    }
    let problems = problems_of(&themes);
    if problems.is_empty() { Ok(themes) } else { Err(from_toml::invalid(problems, "theme")) }
}

/// Returns everything that is wrong with a list of themes beyond its schema, with paths like
/// `/theme/0/name`.
pub(crate) fn problems_of(themes: &[Theme]) -> Vec<(String, String)> {
    let mut problems = Vec::new();
    for (index, theme) in themes.iter().enumerate() {
        let mut wrong = |what: String| problems.push((format!("/theme/{index}/name"), what));
        if theme.name.is_empty() || theme.name.chars().any(|c| c.is_control() || c.is_whitespace()) {
            wrong("a theme needs a name, a word without spaces".to_owned());
        } else if themes[..index].iter().any(|other| other.name == theme.name) {
            wrong(format!("{:?} is already the name of an earlier theme", theme.name));
        }
        if !theme.decorations.is_empty() && theme.decorations.values().all(|&weight| weight == 0) {
            problems.push((format!("/theme/{index}/decorations"), "all weights are 0".to_owned()));
        }
        if theme.decorations.len() > 100 {
            problems.push((format!("/theme/{index}/decorations"), "more than 100 kinds".to_owned()));
        }
    }
    problems
}

/// Themes that a map knows.
#[derive(Clone, Debug, Default)]
pub struct Themes {
    own: Vec<Theme>,
}

impl Themes {
    /// Creates a list of the shipped themes and these, which replace shipped themes of the same
    /// name.
    pub fn new(own: Vec<Theme>) -> Themes {
        Themes { own }
    }

    /// Returns the themes of a map: the shipped themes and [`Map::themes`].
    pub fn of(map: &Map) -> Themes {
        Themes { own: map.themes.clone() }
    }

    /// Returns all themes, the user's own first.
    pub fn iter(&self) -> impl Iterator<Item = &Theme> + Clone {
        let shipped = all().iter().filter(|theme| self.own.iter().all(|own| own.name != theme.name));
        self.own.iter().chain(shipped)
    }

    /// Returns the theme with this name.
    pub fn find(&self, name: &str) -> Option<&Theme> {
        self.own.iter().find(|theme| theme.name == name).or_else(|| find(name))
    }

    /// Returns the theme of a zone.
    pub fn at(&self, zone: &Zone) -> Option<&Theme> {
        self.find(zone.tags.first()?)
    }

    /// Returns the theme with this name, or an error that suggests the nearest known name.
    pub fn known(&self, name: &str) -> Result<&Theme, Error> {
        self.find(name).ok_or_else(|| {
            let hint = hint(name, self.iter().map(|theme| &*theme.name));
            let name = crate::params::schema::printable(name);
            Error::new(ErrorKind::UnknownName, format!("no theme is called {name:?}; {hint}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_theme_is_complete() {
        assert!(all().len() >= 6 && all().is_sorted_by_key(|theme| &theme.name));
        for theme in all() {
            let Theme { name, summary, tags, decorations, monsters, look, .. } = theme;
            assert!(!summary.is_empty() && !tags.is_empty() && !monsters.is_empty() && !look.is_empty(), "{name}");
            assert!(!decorations.is_empty() && decorations.values().all(|&weight| weight > 0), "{name}");
            assert!(theme.weight > 0, "{name}");
        }
    }

    #[test]
    fn problems_of_themes_are_reported() {
        let problems = |text: &str| from_toml(text).unwrap_err().problems().to_vec();
        assert_eq!(problems("title = \"A\""), ["/theme/0/name: a theme needs a name, a word without spaces"]);
        let twice = "[[theme]]\nname = \"a\"\ntitle = \"A\"\n[[theme]]\nname = \"a\"\ntitle = \"B\"\n";
        assert_eq!(problems(twice), ["/theme/1/name: \"a\" is already the name of an earlier theme"]);
        assert!(
            problems("name = \"a\"\ntitle = \"A\"\ncost_percent = 0")[0]
                .starts_with("/cost_percent: 0 is not between 1 and 10000")
        );
        assert!(problems("name = \"a\"\ntitle = \"A\"\ncolour = 1")[0].contains("colour"));
        let nothing = problems("name = \"a\"\ntitle = \"A\"\ndecorations = { tree = 0 }");
        assert_eq!(nothing, ["/theme/0/decorations: all weights are 0"]);
        assert_eq!(Themes::default().known("forrest").unwrap_err().kind(), ErrorKind::UnknownName);
        assert!(Themes::default().known("forrest").unwrap_err().to_string().ends_with("did you mean forest?"));
    }
}
