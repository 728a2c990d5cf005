//! [`Format`]: the list of all file formats of maps and recorded runs.

use mapwright_render::PictureFormat;
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
    /// Raster picture for a virtual table: exact squares, no margin, no grid.
    Vtt,
    /// Universal VTT: picture, walls, doors and lights in one file.
    Dd2vtt,
    /// Scene for Foundry VTT with its picture, as an archive.
    Foundry,
    /// Module for Foundry VTT with scenes and a journal, as an archive.
    FoundryModule,
    /// Picture and line of sight for Fantasy Grounds, as an archive.
    FantasyGrounds,
    /// Map for Tiled, as XML, with a tile set.
    Tmx,
    /// Map for Tiled, as JSON, with a tile set.
    Tmj,
    /// World for Tiled: the maps of a campaign, beside each other.
    World,
    /// Project for LDtk, with a tile set.
    Ldtk,
    /// Scene for Godot 4, with a tile set.
    Tscn,
    /// The layers of the picture as transparent PNG files, as an archive.
    Layers,
    /// The whole map as data.
    Json,
    /// The map as text, one character per tile.
    Txt,
    /// The recipe of the map.
    Toml,
    /// The tiles as numbers in a table.
    Csv,
    /// The tiles as a NumPy array.
    Npy,
    /// The graph of rooms and connections, for Graphviz.
    Dot,
    /// The graph of rooms and connections, as JSON.
    Graph,
    /// The format of watabou's One Page Dungeon.
    Watabou,
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

/// Group of formats in menus, by the place where the file is used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Group {
    /// Paper and pictures.
    Print,
    /// Virtual tables.
    VirtualTable,
    /// Game engines and map editors.
    GameEngine,
    /// Data for programs.
    Data,
    /// Recorded runs.
    Replay,
}

impl Group {
    /// All groups, in the order of menus.
    pub const ALL: [Group; 5] = [Group::Print, Group::VirtualTable, Group::GameEngine, Group::Data, Group::Replay];

    /// Returns the title for menus.
    pub const fn title(self) -> &'static str {
        match self {
            Group::Print => "Print",
            Group::VirtualTable => "Virtual table",
            Group::GameEngine => "Game engine",
            Group::Data => "Data",
            Group::Replay => "Replay",
        }
    }
}

/// Names of a format.
struct Facts {
    name: &'static str,
    /// File extensions; the first one is for new files.
    extensions: &'static [&'static str],
    media_type: &'static str,
    title: &'static str,
    group: Group,
    /// How to open the file, in one sentence.
    usage: &'static str,
}

impl Format {
    /// All formats, group by group.
    pub const ALL: [Format; 26] = [
        Format::Png,
        Format::Svg,
        Format::Pdf,
        Format::Vtt,
        Format::Dd2vtt,
        Format::Foundry,
        Format::FoundryModule,
        Format::FantasyGrounds,
        Format::Tmx,
        Format::Tmj,
        Format::World,
        Format::Ldtk,
        Format::Tscn,
        Format::Layers,
        Format::Json,
        Format::Txt,
        Format::Toml,
        Format::Csv,
        Format::Npy,
        Format::Dot,
        Format::Graph,
        Format::Watabou,
        Format::Gif,
        Format::Apng,
        Format::Trace,
        Format::Share,
    ];

    const fn facts(self) -> Facts {
        let (name, extensions, media_type, title, group, usage): (_, &[&str], _, _, _, _) = match self {
            Format::Png => (
                "png",
                &["png"],
                "image/png",
                "Picture (PNG)",
                Group::Print,
                "Any program that shows pictures opens it.",
            ),
            Format::Svg => (
                "svg",
                &["svg"],
                "image/svg+xml",
                "Vector drawing (SVG)",
                Group::Print,
                "Opens in browsers, Inkscape and Illustrator, and stays sharp at every size.",
            ),
            Format::Pdf => (
                "pdf",
                &["pdf"],
                "application/pdf",
                "Pages to print (PDF)",
                Group::Print,
                "Print it at 100 %, without \"fit to page\".",
            ),
            Format::Vtt => (
                "vtt",
                &["png"],
                "image/png",
                "Picture for any virtual table (PNG)",
                Group::VirtualTable,
                "Upload it as the map's background in Roll20 or Owlbear Rodeo, and set the grid to the same pixels per square.",
            ),
            Format::Dd2vtt => (
                "dd2vtt",
                &["dd2vtt", "df2vtt", "uvtt"],
                "application/json",
                "Universal VTT (DD2VTT)",
                Group::VirtualTable,
                "Import it in Foundry with the Universal Battlemap Importer, or in MapTool, Arkenforge and other tables: walls, doors and lights are in place.",
            ),
            Format::Foundry => (
                "foundry",
                &["zip"],
                "application/zip",
                "Foundry VTT scene (ZIP)",
                Group::VirtualTable,
                "Unpack it into your Foundry data folder, create a scene, and import the JSON file with a right-click.",
            ),
            Format::FoundryModule => (
                "foundry-module",
                &["zip"],
                "application/zip",
                "Foundry VTT module (ZIP)",
                Group::VirtualTable,
                "Unpack it into Data/modules, start Foundry, and open the compendium of the module.",
            ),
            Format::FantasyGrounds => (
                "fantasy-grounds",
                &["zip"],
                "application/zip",
                "Fantasy Grounds image (ZIP)",
                Group::VirtualTable,
                "Unpack both files into the images folder of your campaign.",
            ),
            Format::Tmx => (
                "tmx",
                &["tmx"],
                "application/xml",
                "Tiled map (TMX)",
                Group::GameEngine,
                "Tiled opens it; GameMaker, Unity, Godot and Bevy import it.",
            ),
            Format::Tmj => (
                "tmj",
                &["tmj"],
                "application/json",
                "Tiled map as JSON (TMJ)",
                Group::GameEngine,
                "Phaser loads it as it is, and Tiled opens it.",
            ),
            Format::World => (
                "world",
                &["world"],
                "application/json",
                "Tiled world (WORLD)",
                Group::GameEngine,
                "Tiled shows all levels of the campaign beside each other.",
            ),
            Format::Ldtk => (
                "ldtk",
                &["ldtk"],
                "application/json",
                "LDtk project (LDTK)",
                Group::GameEngine,
                "LDtk opens it; its importers for Bevy, Godot, Unity and others read it.",
            ),
            Format::Tscn => (
                "tscn",
                &["tscn"],
                "text/plain; charset=utf-8",
                "Godot scene (TSCN)",
                Group::GameEngine,
                "Copy both files into a project of Godot 4.3 or newer and open the scene.",
            ),
            Format::Layers => (
                "layers",
                &["zip"],
                "application/zip",
                "Layers as transparent pictures (ZIP)",
                Group::GameEngine,
                "Stack the pictures in any program; offsets.json says where each one belongs.",
            ),
            Format::Json => (
                "json",
                &["json"],
                "application/json",
                "Map data (JSON)",
                Group::Data,
                "Mapwright opens it again; programs read rooms, doors and everything else from it.",
            ),
            Format::Txt => (
                "txt",
                &["txt"],
                "text/plain; charset=utf-8",
                "Text map (TXT)",
                Group::Data,
                "One character per tile, one line per row.",
            ),
            Format::Toml => (
                "toml",
                &["toml"],
                "text/plain; charset=utf-8",
                "Recipe (TOML)",
                Group::Data,
                "`mapwright generate FILE` makes maps with it.",
            ),
            Format::Csv => (
                "csv",
                &["csv"],
                "text/csv; charset=utf-8",
                "Tile codes (CSV)",
                Group::Data,
                "Spreadsheets and data tools open it: one number per tile.",
            ),
            Format::Npy => (
                "npy",
                &["npy"],
                "application/octet-stream",
                "Tile codes (NPY)",
                Group::Data,
                "`numpy.load` reads it: an array of bytes, row by row.",
            ),
            Format::Dot => (
                "dot",
                &["dot"],
                "text/vnd.graphviz; charset=utf-8",
                "Graph of rooms (DOT)",
                Group::Data,
                "Graphviz draws it: rooms, connections, kinds of doors and locks.",
            ),
            Format::Graph => (
                "graph",
                &["json"],
                "application/json",
                "Graph of rooms (JSON)",
                Group::Data,
                "Programs read rooms, connections, kinds of doors and locks from it.",
            ),
            Format::Watabou => (
                "watabou",
                &["json"],
                "application/json",
                "One Page Dungeon data (JSON)",
                Group::Data,
                "Tools for watabou's One Page Dungeon read it, and Mapwright opens such files.",
            ),
            Format::Gif => {
                ("gif", &["gif"], "image/gif", "Animation (GIF)", Group::Replay, "Browsers and messengers play it.")
            }
            Format::Apng => {
                ("apng", &["png"], "image/apng", "Animation (APNG)", Group::Replay, "Browsers play it, in full colour.")
            }
            Format::Trace => (
                "trace",
                &["trace"],
                "application/octet-stream",
                "Recording to replay (trace)",
                Group::Replay,
                "`mapwright replay FILE` and the studio play it step by step.",
            ),
            Format::Share => (
                "share",
                &["share"],
                "text/plain; charset=utf-8",
                "Share code",
                Group::Data,
                "`mapwright generate CODE` makes the map again.",
            ),
        };
        Facts { name, extensions, media_type, title, group, usage }
    }

    /// Returns the name that users type.
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// Returns the file extension for new files, without a dot.
    pub const fn extension(self) -> &'static str {
        self.facts().extensions[0]
    }

    /// Returns all file extensions of the format, without dots.
    pub const fn extensions(self) -> &'static [&'static str] {
        self.facts().extensions
    }

    /// Returns the media type, for `Content-Type`.
    pub const fn media_type(self) -> &'static str {
        self.facts().media_type
    }

    /// Returns the label for menus.
    pub const fn title(self) -> &'static str {
        self.facts().title
    }

    /// Returns the group in menus.
    pub const fn group(self) -> Group {
        self.facts().group
    }

    /// Returns one sentence on how to open the file.
    pub const fn usage(self) -> &'static str {
        self.facts().usage
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

    /// Returns true if the format shows a run, not a map.
    pub const fn is_recording(self) -> bool {
        matches!(self.group(), Group::Replay)
    }

    /// Returns true if a file can hold one map.
    pub const fn holds_a_map(self) -> bool {
        !self.is_recording() && !matches!(self, Format::World)
    }

    /// Returns true if no other files belong beside the file. Otherwise, an archive with all of them
    /// is easier to pass on.
    pub const fn is_single_file(self) -> bool {
        !matches!(self, Format::Tmx | Format::Tmj | Format::World | Format::Ldtk | Format::Tscn)
    }

    /// Returns true if one file can hold all levels of a campaign.
    pub const fn holds_a_campaign(self) -> bool {
        matches!(self, Format::World | Format::Ldtk | Format::FoundryModule)
    }

    /// Returns the format that a file extension stands for by itself. Several formats share
    /// `.json`, `.png` and `.zip`: the saved map and the picture are meant, and an archive needs a
    /// name.
    ///
    /// ```
    /// use mapwright_export::Format;
    /// assert_eq!(Format::of_extension("png"), Some(Format::Png));
    /// assert_eq!(Format::of_extension("zip"), None);
    /// ```
    pub fn of_extension(extension: &str) -> Option<Format> {
        let own = |format: &Format| format.extensions().contains(&extension) && extension != "zip";
        let map = Format::ALL.into_iter().find(|format| *format == Format::Json && own(format));
        map.or_else(|| Format::ALL.into_iter().find(own))
    }

    /// Returns the format with this name.
    pub fn named(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
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

    #[test]
    fn every_format_is_found_by_its_name_and_has_words_for_menus() {
        for (index, format) in Format::ALL.into_iter().enumerate() {
            assert_eq!(Format::named(format.name()), Some(format));
            assert!(Format::ALL[..index].iter().all(|other| other.title() != format.title()));
            assert!(format.usage().ends_with('.') && !format.usage().contains(". "), "{}", format.usage());
            assert!(Group::ALL.contains(&format.group()));
        }
    }

    #[test]
    fn extensions_shared_by_formats_mean_the_plain_one() {
        assert_eq!(Format::of_extension("json"), Some(Format::Json));
        assert_eq!(Format::of_extension("png"), Some(Format::Png));
        assert_eq!(Format::of_extension("zip"), None);
        assert_eq!(Format::of_extension("doc"), None);
    }
}
