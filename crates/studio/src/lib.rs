//! The studio: Mapwright in the browser, **a small server on this machine and a page that needs nothing else.**
//!
//! ```no_run
//! mapwright_studio::run(8077, |address| println!("http://{address}/"))?;
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! - [`app`] is the whole server as a [`Router`]: the page and its JSON API. Tests call it without a socket.
//! - [`Studio`] is what it keeps between requests: maps and pictures that are likely to be asked for again, never anything that cannot be
//!   had once more from the wish itself. A server that is stopped and started again forgets nothing that matters.
//! - [`run`] listens on loopback and serves until Ctrl-C.
//!
//! A request names its map by how it is made: recipe, size, seed and the edits since. So any answer can be asked for at any time, in any
//! order and of any server, and the map is the one that the command line makes.
//!
//! Whoever can open a page in the browser can send requests to this machine. The guard lets in only what this page itself sends: see
//! `guard.rs`. Everything is bounded: bodies, tiles, pixels, time, and how many wait in line.

mod api;
mod assets;
mod body;
mod desk;
mod fault;
mod guard;
mod look;
mod openapi;
mod patient;
mod picture;
mod replay;
mod serve;
mod shelf;
mod studio;
mod view;
mod weight;
mod wish;

pub use serve::{run, serve};
pub use studio::{Limits, Studio};

use axum::Router;
use axum::middleware::from_fn_with_state;
use std::sync::Arc;

/// The whole server: the page at `/`, the API below `/api`.
pub fn app(studio: Arc<Studio>) -> Router {
    api::routes()
        .fallback(assets::serve)
        .method_not_allowed_fallback(fault::method_not_allowed)
        .layer(from_fn_with_state(Arc::clone(&studio), guard::watch))
        .with_state(studio)
}
