//! [`PictureRequest`]: the options of a picture as a user names them, and the [`PictureOptions`] they mean.
//!
//! The command line and the studio both fill in a request, so that names, defaults and errors are the same in both.

use super::options::PictureOptions;
use crate::backend::pdf::PdfLook;
use crate::backend::svg::Letters;
use crate::error::{Error, ErrorKind};
use crate::geometry::water::WaterLevel;
use crate::limits::MAX_CELL;
use crate::look::view::View;
use crate::look::{Layers, Look};
use crate::style::Style;
use mapwright::did_you_mean;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The options of a picture file, by name. An option that is `None` has its default.
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
    /// Everything that decides how the map is drawn.
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

/// How a picture looks; what is left out is as on the command line.
#[derive(Clone, PartialEq, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct LookRequest {
    /// The name of a style.
    pub style: Option<String>,
    /// For whom it is.
    pub view: View,
    /// Layers that are left out.
    #[schemars(length(max = 50))]
    pub without: Vec<String>,
    /// Whether rooms have their numbers.
    pub numbers: Option<bool>,
    /// Whether bare rooms are furnished.
    pub furnish: Option<bool>,
    /// Shallow water for the picture.
    pub water: Option<String>,
    /// How dangerous it is, 0 to 25: walls turn to the colour of danger.
    pub danger: Option<u32>,
    /// A title above the map.
    #[schemars(length(max = 200))]
    pub title: Option<String>,
    /// A compass.
    pub compass: bool,
    /// A scale: a square is five feet.
    pub scale: bool,
    /// The symbols explained below the map.
    pub legend: bool,
    /// Empty paper around the map is cut away.
    pub crop: bool,
}

/// An option of a request that cannot be used.
#[derive(Debug)]
pub struct BadOption {
    /// Name of the option, like `style`.
    pub option: &'static str,
    /// Position in the list, from 0, where the option is a list.
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
    /// Looks up every name, the style among the shipped ones.
    pub fn options(&self) -> Result<PictureOptions, BadOption> {
        self.options_with(self.look.look()?)
    }

    /// Looks up every name but those of the look, which the caller brings.
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

    /// Refuses a cell that is out of range.
    pub fn check_cell(&self) -> Result<(), BadOption> {
        match self.cell {
            Some(cell) if !(1..=MAX_CELL).contains(&cell) => {
                let message = format!("{cell} is not in 1..={MAX_CELL}");
                Err(BadOption::new("cell", Error::new(ErrorKind::Invalid, message)))
            }
            _ => Ok(()),
        }
    }
}

/// The value with this name, or the default.
fn parsed<T: FromStr<Err = Error> + Default>(option: &'static str, name: Option<&str>) -> Result<T, BadOption> {
    name.map_or_else(|| Ok(T::default()), str::parse).map_err(|error| BadOption::new(option, error))
}

impl LookRequest {
    /// Looks up the style among the shipped ones.
    pub fn style(&self) -> Result<Style, BadOption> {
        let name = self.style.as_deref().unwrap_or(Style::DEFAULT_NAME);
        Style::named(name).map_err(|error| BadOption::new("style", error))
    }

    /// Looks up every name, the style among the shipped ones.
    pub fn look(&self) -> Result<Look, BadOption> {
        self.look_in(self.style()?)
    }

    /// Looks up every name but that of the style: the caller brings the style, read from a file.
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
        Error::new(ErrorKind::Invalid, format!("no such level; {hint}"))
    })
}
