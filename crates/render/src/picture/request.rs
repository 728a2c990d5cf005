//! [`PictureRequest`]: the options of a picture by name, as the user gives them.
//!
//! The command line and the studio both build a request, so that they share names, defaults and
//! errors.

use super::options::PictureOptions;
use crate::backend::pdf::PdfLook;
use crate::backend::svg::Letters;
use crate::error::{Error, ErrorKind};
use crate::geometry::water::WaterLevel;
use crate::limits::MAX_CELL;
use crate::look::view::View;
use crate::look::{LAYERS, Layers, Look};
use crate::style::Style;
use mapwright::did_you_mean;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Options of a picture file by name; `None` stands for the default.
///
/// ```
/// use mapwright_render::{LookRequest, PictureRequest};
/// let look = LookRequest { style: Some("parchment".to_owned()), ..LookRequest::default() };
/// let mut request = PictureRequest { look, paper: Some("a3".to_owned()), ..PictureRequest::default() };
/// assert!(request.options().is_ok());
///
/// request.look.without = vec!["grid".to_owned(), "flor".to_owned()];
/// let error = request.options().unwrap_err();
/// assert_eq!((error.option, error.index), ("without", Some(1)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct PictureRequest {
    /// Options of the drawing.
    pub look: LookRequest,
    /// Pixels per square, 1 to [`MAX_CELL`].
    pub cell: Option<u32>,
    /// The [`Paper`](crate::Paper) of a PDF.
    pub paper: Option<String>,
    /// The size of a [`Square`](crate::Square) in a PDF.
    pub square: Option<String>,
    /// The [`Pages`](crate::Pages) of a PDF.
    pub pages: Option<String>,
    /// The letters of an SVG.
    pub letters: Letters,
    /// Exits and entities in text files.
    pub entities: bool,
}

/// Options of a drawing by name, with the defaults of the command line.
#[derive(Clone, PartialEq, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct LookRequest {
    /// Name of the style.
    #[schemars(schema_with = "style_names")]
    pub style: Option<String>,
    /// The audience: game master or players.
    pub view: View,
    /// Layers to leave out.
    #[schemars(schema_with = "layer_names")]
    pub without: Vec<String>,
    /// Room numbers.
    pub numbers: Option<bool>,
    /// Furniture in maps without decorations.
    pub furnish: Option<bool>,
    /// Shallow water, in the picture only.
    #[schemars(schema_with = "water_names")]
    pub water: Option<String>,
    /// Danger from 0 to 25, which tints the walls.
    pub danger: Option<u32>,
    /// Title above the map.
    #[schemars(length(max = 200), regex(pattern = "^[^\\u0000-\\u001f\\u007f-\\u009f]*$"))]
    pub title: Option<String>,
    /// Compass.
    pub compass: bool,
    /// Scale bar; a square is five feet.
    pub scale: bool,
    /// Legend of the symbols below the map.
    pub legend: bool,
    /// Crop the empty paper around the map.
    pub crop: bool,
}

/// Returns the schema of one of these names, or null for the default.
pub fn names_schema<'a>(names: impl Iterator<Item = &'a str>) -> Schema {
    let names: Vec<Option<&str>> = names.map(Some).chain([None]).collect();
    json_schema!({"type": ["string", "null"], "enum": names})
}

fn style_names(_: &mut SchemaGenerator) -> Schema {
    names_schema(Style::names())
}

fn water_names(_: &mut SchemaGenerator) -> Schema {
    names_schema(WaterLevel::ALL.into_iter().map(|(name, _)| name))
}

fn layer_names(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "array", "items": {"type": "string", "enum": LAYERS}, "maxItems": 50})
}

/// An option of a request that cannot be used.
#[derive(Debug)]
pub struct BadOption {
    /// Name of the option, like `style`.
    pub option: &'static str,
    /// Index in the option, if the option is a list.
    pub index: Option<usize>,
    /// The reason.
    pub error: Error,
}

impl BadOption {
    fn new(option: &'static str, error: Error) -> BadOption {
        BadOption { option, index: None, error }
    }
}

impl fmt::Display for BadOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.option, self.error)
    }
}

impl std::error::Error for BadOption {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}

impl PictureRequest {
    /// Resolves all names; the style must be a built-in one.
    pub fn options(&self) -> Result<PictureOptions, BadOption> {
        self.options_with(self.look.look()?)
    }

    /// Resolves all names but those of the look, which the caller provides.
    pub fn options_with(&self, look: Look) -> Result<PictureOptions, BadOption> {
        self.check_cell()?;
        Ok(PictureOptions {
            look,
            cell: self.cell,
            pdf: PdfLook {
                paper: parsed("paper", self.paper.as_deref())?,
                square: parsed("square", self.square.as_deref())?,
                pages: parsed("pages", self.pages.as_deref())?,
            },
            letters: self.letters,
            entities: self.entities,
        })
    }

    /// Checks the range of `cell`.
    pub fn check_cell(&self) -> Result<(), BadOption> {
        match self.cell {
            Some(cell) if !(1..=MAX_CELL).contains(&cell) => {
                let message = format!("{cell} is not between 1 and {MAX_CELL}");
                Err(BadOption::new("cell", Error::new(ErrorKind::Invalid, message)))
            }
            _ => Ok(()),
        }
    }
}

/// Parses an option, or returns its default.
fn parsed<T: FromStr<Err = Error> + Default>(option: &'static str, name: Option<&str>) -> Result<T, BadOption> {
    name.map_or_else(|| Ok(T::default()), str::parse).map_err(|error| BadOption::new(option, error))
}

impl LookRequest {
    /// Returns the built-in style with this name.
    pub fn style(&self) -> Result<Style, BadOption> {
        let name = self.style.as_deref().unwrap_or(Style::DEFAULT_NAME);
        Style::named(name).map_err(|error| BadOption::new("style", error))
    }

    /// Resolves all names; the style must be a built-in one.
    pub fn look(&self) -> Result<Look, BadOption> {
        self.look_in(self.style()?)
    }

    /// Resolves all names but that of the style, which the caller provides.
    pub fn look_in(&self, style: Style) -> Result<Look, BadOption> {
        Ok(Look {
            style,
            view: self.view,
            layers: self.layers()?,
            numbers: self.numbers,
            furnish: self.furnish.unwrap_or(true),
            water: self.water_level()?,
            danger: self.danger,
            title: self.title.clone(),
            compass: self.compass,
            scale: self.scale,
            legend: self.legend,
            crop: self.crop,
            ..Look::default()
        })
    }

    fn water_level(&self) -> Result<WaterLevel, BadOption> {
        let name = self.water.as_deref();
        name.map_or(Ok(WaterLevel::default()), water_level).map_err(|error| BadOption::new("water", error))
    }

    fn layers(&self) -> Result<Layers, BadOption> {
        self.without.iter().enumerate().try_fold(Layers::default(), |layers, (index, name)| {
            layers.without(name).map_err(|error| BadOption { option: "without", index: Some(index), error })
        })
    }
}

/// Returns the water level with this name.
pub fn water_level(name: &str) -> Result<WaterLevel, Error> {
    let level = WaterLevel::ALL.into_iter().find(|(known, _)| *known == name);
    level.map(|(_, level)| level).ok_or_else(|| {
        let hint = did_you_mean(name, WaterLevel::ALL.map(|(name, _)| name));
        Error::new(ErrorKind::Invalid, format!("unknown water level {name:?}; {hint}"))
    })
}
