//! The studio: Mapwright in the browser. **A small local server and a page that needs nothing
//! else.**
//!
//! ```no_run
//! mapwright_studio::run(8077, |address| println!("http://{address}/"))?;
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! - [`app`] is the whole server as a [`Router`](axum::Router): the page and its JSON API. Tests call it without
//!   a socket.
//! - [`Studio`] is the state of the server: caches of maps and pictures. Everything in it can be
//!   rebuilt from a request, except imported maps, so restarting the server loses nothing else.
//! - [`run`] listens on loopback and serves until Ctrl-C.
//!
//! A request describes its map completely: recipe, size, seed and edits. Requests can therefore be
//! sent in any order and to any server, and the map is the one that the command line makes.
//!
//! Any web page can make the browser send requests to this machine. `guard.rs` accepts only
//! requests from the studio's own page and from local programs. Everything is bounded: bodies,
//! tiles, pixels, time and the length of the queue.

mod api;
mod api_error;
mod app;
mod approx_bytes;
mod assets;
mod body;
mod guard;
mod look;
mod lru_cache;
mod map_request;
mod picture;
mod replay;
mod serve;
mod studio;
mod view;
mod work_queue;
mod write_timeout;

pub use app::app;
pub use serve::{run, serve};
pub use studio::{Limits, Studio};

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
