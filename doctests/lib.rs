//! Compiles and runs the code in the README and the documents.
//!
//! It is a package of its own because the documents lie outside of the published crates: a crate
//! that includes them could not be tested once it is unpacked.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../docs/games.md")]
struct Games;

/// The start page for game developers.
#[cfg(doctest)]
#[doc = include_str!("../docs/start/game-developers.md")]
struct GameDevelopers;

/// Campaigns.
#[cfg(doctest)]
#[doc = include_str!("../docs/campaigns.md")]
struct Campaigns;

/// The guide to the algorithms.
#[cfg(doctest)]
#[doc = include_str!("../docs/choosing.md")]
struct Choosing;
