//! [`Format`]: every file format of maps and recorded runs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A file format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Raster picture.
    Png,
    /// Vector picture.
    Svg,
    /// Pages for printing.
    Pdf,
    /// The whole map as data.
    Json,
    /// The map as text, one character per tile.
    Txt,
    /// The recipe of the map.
    Toml,
    /// Animation of the run.
    Gif,
    /// Animation of the run in full colour.
    Apng,
    /// Recording of the run, to replay.
    Trace,
    /// Share code. Not serialized: a server responds with text, not with a file.
    #[serde(skip)]
    Share,
}

/// The formats that show one map as a picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PictureFormat {
    /// Raster.
    Png,
    /// Vectors for screens.
    Svg,
    /// Vectors for paper.
    Pdf,
}

/// Names of a format.
struct Facts {
    name: &'static str,
    extension: &'static str,
    media_type: &'static str,
    title: &'static str,
}

impl Format {
    /// All formats: pictures, data, recordings, share codes.
    pub const ALL: [Format; 10] = [
        Format::Png,
        Format::Svg,
        Format::Pdf,
        Format::Json,
        Format::Txt,
        Format::Toml,
        Format::Gif,
        Format::Apng,
        Format::Trace,
        Format::Share,
    ];

    const fn facts(self) -> Facts {
        let (name, extension, media_type, title) = match self {
            Format::Png => ("png", "png", "image/png", "Picture (PNG)"),
            Format::Svg => ("svg", "svg", "image/svg+xml", "Vector drawing (SVG)"),
            Format::Pdf => ("pdf", "pdf", "application/pdf", "Pages to print (PDF)"),
            Format::Json => ("json", "json", "application/json", "Map data (JSON)"),
            Format::Txt => ("txt", "txt", "text/plain; charset=utf-8", "Text map (TXT)"),
            Format::Toml => ("toml", "toml", "text/plain; charset=utf-8", "Recipe (TOML)"),
            Format::Gif => ("gif", "gif", "image/gif", "Animation (GIF)"),
            Format::Apng => ("apng", "png", "image/apng", "Animation (APNG)"),
            Format::Trace => ("trace", "trace", "application/octet-stream", "Recording to replay (trace)"),
            Format::Share => ("share", "share", "text/plain; charset=utf-8", "Share code"),
        };
        Facts { name, extension, media_type, title }
    }

    /// Returns the name that users type.
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// Returns the file extension, without a dot.
    pub const fn extension(self) -> &'static str {
        self.facts().extension
    }

    /// Returns the media type, for `Content-Type`.
    pub const fn media_type(self) -> &'static str {
        self.facts().media_type
    }

    /// Returns the label for menus.
    pub const fn title(self) -> &'static str {
        self.facts().title
    }

    /// Returns the picture format, if this is one.
    pub const fn picture(self) -> Option<PictureFormat> {
        match self {
            Format::Png => Some(PictureFormat::Png),
            Format::Svg => Some(PictureFormat::Svg),
            Format::Pdf => Some(PictureFormat::Pdf),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_serialized_under_their_names() {
        for format in Format::ALL.into_iter().filter(|format| *format != Format::Share) {
            assert_eq!(serde_json::to_value(format).unwrap(), format.name());
        }
    }

    #[test]
    fn share_codes_are_not_deserialized() {
        let error = serde_json::from_str::<Format>("\"share\"").unwrap_err().to_string();
        assert!(error.contains("unknown variant `share`") && !error.contains("or `share`"), "{error}");
    }
}
