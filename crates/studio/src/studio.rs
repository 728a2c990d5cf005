//! [`Studio`]: what the server keeps between requests.

use crate::desk::Desk;
use crate::shelf::Shelf;
use mapwright::Map;
use mapwright_render::scene::Scene;
use std::sync::Arc;
use std::thread::available_parallelism;
use tokio::sync::Semaphore;

/// What requests may ask for.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most tiles of a map.
    pub tiles: usize,
    /// How many requests are worked on at a time.
    pub workers: usize,
    /// How many may wait for their turn.
    pub waiting: usize,
    /// After how many seconds work is given up.
    pub seconds: u64,
}

impl Default for Limits {
    fn default() -> Self {
        let workers = available_parallelism().map_or(2, |cores| cores.get().max(2));
        Limits { tiles: 1_048_576, workers, waiting: 64, seconds: 60 }
    }
}

/// So many kilobytes of requests are read at a time.
const BODIES: usize = 64 << 10;

/// The state of the server. All of it can be had again: a studio that is started anew answers the same requests the same way.
pub struct Studio {
    /// The names under which it may be asked, with the port.
    hosts: [String; 3],
    pub(crate) limits: Limits,
    pub(crate) desk: Desk,
    /// How many kilobytes of bodies may be on their way.
    pub(crate) bodies: Arc<Semaphore>,
    /// Maps by their wish.
    pub(crate) maps: Shelf<Map>,
    /// Maps that somebody opened from a file, by their text.
    pub(crate) opened: Shelf<Map>,
    /// Large maps as players see them, by their wish.
    pub(crate) seen: Shelf<Map>,
    /// Drawn maps by wish and look.
    pub(crate) scenes: Shelf<Scene>,
    /// Small pictures of presets, as PNG.
    pub(crate) thumbnails: Shelf<Vec<u8>>,
}

impl Studio {
    /// A studio that listens at this port of loopback.
    pub fn new(port: u16, limits: Limits) -> Studio {
        let host = |name: &str| if port == 80 { name.to_owned() } else { format!("{name}:{port}") };
        Studio {
            hosts: ["127.0.0.1", "localhost", "[::1]"].map(host),
            limits,
            desk: Desk::new(limits.workers, limits.waiting, limits.seconds),
            bodies: Arc::new(Semaphore::new(BODIES)),
            maps: Shelf::new(64, 96 << 20),
            opened: Shelf::new(16, 128 << 20),
            seen: Shelf::new(4, 32 << 20),
            scenes: Shelf::new(12, 1 << 18),
            thumbnails: Shelf::new(256, 16 << 20),
        }
    }

    /// Whether this is one of its names.
    pub(crate) fn is_host(&self, host: &str) -> bool {
        self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host))
    }
}
