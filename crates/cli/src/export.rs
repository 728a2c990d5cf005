//! Options of files for other programs.

use crate::failure::Failure;
use clap::builder::PossibleValuesParser;
use mapwright_export::{ExportOptions, SecretDoors};
use mapwright_render::{MAX_CELL, PictureOptions};

/// Options of files for virtual tables, shared by all commands that write maps.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Virtual tables")]
pub(crate) struct ExportArgs {
    /// Pixels per square in files for virtual tables [default: 100, or fewer for large maps]; PNG files
    /// then have exact squares, and no grid, margin or title
    #[arg(long, value_name = "PX", value_parser = clap::value_parser!(u32).range(8..=i64::from(MAX_CELL)))]
    vtt: Option<u32>,
    /// Secret doors in walls for virtual tables: wall hides them, door lets you open them
    #[arg(long, value_name = "HOW", default_value = "wall", value_parser = secret_names())]
    secret: String,
    /// Pad pictures for virtual tables to a square
    #[arg(long)]
    pad_square: bool,
    /// Strength of lights at virtual tables, 0.1 to 10 [default: 1]
    #[arg(long, value_name = "N", value_parser = light_intensity)]
    light: Option<f32>,
}

fn secret_names() -> PossibleValuesParser {
    PossibleValuesParser::new(SecretDoors::ALL.map(|(_, name)| name))
}

fn light_intensity(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(value) if (0.1..=10.0).contains(&value) => Ok(value),
        _ => Err(format!("{text} is not between 0.1 and 10")),
    }
}

impl ExportArgs {
    /// Adds the options to those of the picture.
    pub(crate) fn resolve(&self, picture: PictureOptions) -> Result<ExportOptions, Failure> {
        let secret = self.secret.parse().map_err(|error: String| Failure::bad_input(error).at("--secret"))?;
        Ok(ExportOptions { picture, vtt: self.vtt, secret, pad_square: self.pad_square, light_intensity: self.light })
    }

    /// Returns true if PNG files are for virtual tables.
    pub(crate) fn is_vtt(&self) -> bool {
        self.vtt.is_some()
    }
}
