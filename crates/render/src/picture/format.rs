//! [`Format`]: every kind of file that maps and their runs are written as.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A kind of file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// A picture in pixels.
    Png,
    /// A picture in vectors.
    Svg,
    /// A picture on sheets of paper.
    Pdf,
    /// The map with everything in it.
    Json,
    /// The map as text.
    Txt,
    /// The recipe of the map.
    Toml,
    /// The run as a moving picture.
    Gif,
    /// The run as a moving picture in full colour.
    Apng,
    /// The run, to be replayed.
    Trace,
    /// The share code. It is no part of the serialized form: a server answers it as text, not as a file.
    #[serde(skip)]
    Share,
}

/// The formats that show one map as a picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PictureFormat {
    /// Pixels.
    Png,
    /// Vectors for screens.
    Svg,
    /// Vectors for paper.
    Pdf,
}

/// The facts about a format.
struct Facts {
    name: &'static str,
    extension: &'static str,
    media_type: &'static str,
    title: &'static str,
}

impl Format {
    /// All of them: pictures, data, runs, codes.
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
            Format::Svg => ("svg", "svg", "image/svg+xml", "Drawing (SVG)"),
            Format::Pdf => ("pdf", "pdf", "application/pdf", "For printing (PDF)"),
            Format::Json => ("json", "json", "application/json", "Map, with everything (JSON)"),
            Format::Txt => ("txt", "txt", "text/plain; charset=utf-8", "Map as text"),
            Format::Toml => ("toml", "toml", "text/plain; charset=utf-8", "Recipe (TOML)"),
            Format::Gif => ("gif", "gif", "image/gif", "How it was made (GIF)"),
            Format::Apng => ("apng", "png", "image/apng", "How it was made (animated PNG)"),
            Format::Trace => ("trace", "trace", "application/octet-stream", "How it was made, to replay (trace)"),
            Format::Share => ("share", "share", "text/plain; charset=utf-8", "Share code"),
        };
        Facts { name, extension, media_type, title }
    }

    /// The name that users type.
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// The extension of its files, without a dot.
    pub const fn extension(self) -> &'static str {
        self.facts().extension
    }

    /// The media type, for `Content-Type`.
    pub const fn media_type(self) -> &'static str {
        self.facts().media_type
    }

    /// The label in menus.
    pub const fn title(self) -> &'static str {
        self.facts().title
    }

    /// The format as one of those that show one map as a picture.
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
