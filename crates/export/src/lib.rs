//! [`mapwright`] maps in the formats of other programs: virtual tables, game engines, data tools.
//!
//! ```
//! use mapwright::{Seed, Size, generate};
//! use mapwright_export::{ExportOptions, Format, write};
//!
//! let map = generate("dungeon", Size::new(52, 44), Seed::new(7))?;
//! let mut file = Vec::new();
//! write(&map, Format::Txt, "crypt", &ExportOptions::default(), &mut file)?;
//! assert!(file.starts_with(b"#"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Format`] is the one list of file formats: command line, studio and this library read it, with
//! the ending, the group in menus and one sentence on how to open the file. [`write()`] writes one
//! map, [`write_campaign()`] all levels of a campaign in one file.
//!
//! A file for players ([`View::Player`](mapwright_render::View::Player)) is made from
//! [`player_map`](mapwright_render::player_map) and nothing else, so it cannot contain what players
//! must not know. It has no seed and no recipe either, because both would bring the secrets back.

mod archive;
mod csv;
mod error;
mod fantasy_grounds;
mod format;
mod foundry;
mod godot;
mod graph;
mod job;
mod layers;
mod ldtk;
mod npy;
mod number;
mod options;
mod sight;
mod sight_view;
mod table;
mod tiled;
mod uvtt;
mod vtt_image;
mod watabou;
mod write;

pub use error::{Error, ErrorKind};
pub use format::{Format, Group};
pub use job::{CampaignJob, CampaignLevel, SideFile};
pub use options::{ExportOptions, SHEET_TILE, SecretDoors};
pub use sight_view::{LightView, SightDoorView, SightView};
pub use watabou::{WATABOU_MAX_BYTES, is_watabou, read_watabou};
pub use write::{write, write_archive, write_campaign, write_campaign_archive};

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
