//! [`Studio`]: the state of the server, and how it makes the maps that requests describe.

use crate::api_error::ApiError;
use crate::approx_bytes::approx_bytes;
use crate::lru_cache::LruCache;
use crate::map_request::{MapRequest, edit_error};
use crate::replay::MAX_MOMENTS;
use crate::work_queue::WorkQueue;
use axum::http::StatusCode;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use mapwright::edit::{Edit, edited, edited_by};
use mapwright::trace::{self, Trace};
use mapwright::{Digest, Hasher, Map, Run, registry, saved};
use mapwright_export::{is_watabou, read_watabou};
use mapwright_render::scene::Scene;
use mapwright_render::{Look, draw, player_map};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::available_parallelism;
use std::time::Instant;
use tokio::sync::Semaphore;

/// Limits on what requests may ask for.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Maximum number of tiles of a map.
    pub max_tiles: usize,
    /// Number of requests processed at the same time.
    pub workers: usize,
    /// Maximum number of requests that wait for a worker; further requests are refused.
    pub max_waiting: usize,
    /// Time after which a request is cancelled, in seconds.
    pub timeout_seconds: u64,
}

impl Default for Limits {
    fn default() -> Self {
        let workers = available_parallelism().map_or(2, |cores| cores.get().max(2));
        Limits { max_tiles: 1_048_576, workers, max_waiting: 64, timeout_seconds: 60 }
    }
}

/// Maximum size of all request bodies that are being received, in KiB.
const MAX_BODIES_KIB: usize = 64 << 10;
/// Maximum number of edits in a request.
const MAX_EDITS: usize = 10_000;
/// Number of edits to go back when searching the cache for an earlier state of an edited map. The
/// cache holds about as many maps.
const MAX_LOOKBACK: usize = 64;
/// Maximum number of records in an imported map.
const MAX_IMPORT_RECORDS: usize = 400_000;
/// Maximum number of values under unknown keys in an imported map.
const MAX_IMPORT_VALUES: usize = 200_000;

/// Maximum number of moments and of changed tiles in an imported trace.
const MAX_IMPORT_MOMENTS: usize = 1 << 20;
const MAX_IMPORT_CHANGES: u64 = 1 << 24;
/// Memory per moment of a trace that is open, in bytes.
const MOMENT_BYTES: usize = 48;

/// A recorded run.
pub(crate) struct Recording {
    pub(crate) trace: Arc<Trace>,
    /// Duration of the run in milliseconds; `None` for a trace from a file.
    pub(crate) milliseconds: Option<f64>,
    /// True if the run ends in another map than the imported one that it makes again.
    pub(crate) differs: bool,
}

/// State of the server: caches, queue and limits. A restarted studio gives the same answers, except
/// that imported maps have to be opened again.
pub struct Studio {
    /// Accepted values of the `Host` header, with the port.
    hosts: [String; 3],
    pub(crate) limits: Limits,
    pub(crate) queue: WorkQueue,
    /// One permit per KiB of request bodies that are being received.
    pub(crate) body_budget: Arc<Semaphore>,
    /// Maps by request.
    pub(crate) maps: LruCache<Map>,
    /// Maps opened from files, by the digest of their text.
    pub(crate) imported: LruCache<Map>,
    /// Traces opened from files, by the digest of their text.
    traces: LruCache<Trace>,
    /// Large maps as players see them, by request.
    pub(crate) player_maps: LruCache<Map>,
    /// Drawn maps by request and look; sizes are in tiles instead of bytes.
    pub(crate) scenes: LruCache<Scene>,
    /// Thumbnails of presets and layouts, as PNG.
    pub(crate) thumbnails: LruCache<Vec<u8>>,
}

impl Studio {
    /// Creates a studio for this port of loopback.
    pub fn new(port: u16, limits: Limits) -> Studio {
        let host = |name: &str| if port == 80 { name.to_owned() } else { format!("{name}:{port}") };
        Studio {
            hosts: ["127.0.0.1", "localhost", "[::1]"].map(host),
            limits,
            queue: WorkQueue::new(limits.workers, limits.max_waiting, limits.timeout_seconds),
            body_budget: Arc::new(Semaphore::new(MAX_BODIES_KIB)),
            maps: LruCache::new(64, 96 << 20),
            imported: LruCache::new(16, 128 << 20),
            traces: LruCache::new(4, 96 << 20),
            player_maps: LruCache::new(4, 32 << 20),
            scenes: LruCache::new(12, 1 << 18),
            thumbnails: LruCache::new(256, 16 << 20),
        }
    }

    /// Tells whether the studio is served under this host name and port.
    pub(crate) fn is_host(&self, host: &str) -> bool {
        self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host))
    }

    /// Returns the map as players see it, from the cache or newly made.
    pub(crate) fn seen_by_players(&self, map: &Map, key: Digest) -> Arc<Map> {
        self.player_maps.get(key).unwrap_or_else(|| {
            let seen = Arc::new(player_map(map));
            self.player_maps.put(key, approx_bytes(&seen), &seen);
            seen
        })
    }

    /// Returns the drawn map, from the cache or newly drawn.
    pub(crate) fn scene(&self, map: &Map, key: Digest, look: &Look) -> Result<Arc<Scene>, ApiError> {
        if let Some(scene) = self.scenes.get(key) {
            return Ok(scene);
        }
        let scene = Arc::new(draw(map, look).map_err(|error| ApiError::from_render_error(&error))?);
        self.scenes.put(key, map.size().area(), &scene);
        Ok(scene)
    }

    /// Returns the run of a request: seed, size, limits and the flag that cancels it.
    pub(crate) fn run<'a>(&self, request: &MapRequest, stop: &'a AtomicBool) -> Result<Run<'a>, ApiError> {
        let mut run = Run::new(request.seed()?).max_tiles(self.limits.max_tiles).cancel(stop);
        if let Some([width, height]) = request.size {
            if width < 1 || height < 1 {
                let message = format!("{width}x{height} is not a map size; both sides must be at least 1");
                return Err(ApiError::invalid("/wish/size", message));
            }
            run = run.size(width, height);
        }
        Ok(run)
    }

    /// Returns the map of a request, from the cache or newly made.
    pub(crate) fn make(&self, request: &MapRequest, stop: &AtomicBool) -> Result<Arc<Map>, ApiError> {
        let key = request.key();
        if let Some(map) = self.maps.get(key) {
            return Ok(map);
        }
        let edits = request.edits.len();
        if edits > MAX_EDITS {
            return Err(ApiError::invalid("/wish/edits", format!("{edits} edits; the limit is {MAX_EDITS}")));
        }
        let map = match &request.edits[..] {
            [] => self.unedited(request, stop)?,
            [.., last] => self.edit(request, last, stop)?,
        };
        self.maps.put(key, approx_bytes(&map), &map);
        Ok(map)
    }

    /// Applies the edits of a request, starting from the latest cached state of the map.
    fn edit(&self, request: &MapRequest, last: &Edit, stop: &AtomicBool) -> Result<Arc<Map>, ApiError> {
        let (applied, start) = self.latest_cached(request, stop)?;
        let [before_last @ .., _] = &request.edits[applied..] else { return Ok(start) };
        let map = if before_last.is_empty() {
            start
        } else {
            let map = edited_by(Map::clone(&start), before_last, registry::ALL, Some(stop));
            let map = Arc::new(map.map_err(|error| edit_error(&error, applied))?);
            // Undoing the last edit asks for this map. The caller caches the final one.
            let mut without_last = request.clone();
            without_last.edits.pop();
            self.maps.put(without_last.key(), approx_bytes(&map), &map);
            map
        };
        let edited = edited(&map, last, registry::ALL, Some(stop));
        let field = || format!("/wish/edits/{}", request.edits.len() - 1);
        edited.map(Arc::new).map_err(|error| ApiError::from_error(&error, &field()))
    }

    /// Returns the latest state of the map before its last edit that is in the cache, or the map
    /// without edits, and the number of edits applied to it. In most cases only the last edit is
    /// missing.
    fn latest_cached(&self, request: &MapRequest, stop: &AtomicBool) -> Result<(usize, Arc<Map>), ApiError> {
        let mut earlier = request.clone();
        // A loop instead of recursion: there may be thousands of edits.
        while !earlier.edits.is_empty() && request.edits.len() - earlier.edits.len() < MAX_LOOKBACK {
            earlier.edits.pop();
            if let Some(map) = self.maps.get(earlier.key()) {
                return Ok((earlier.edits.len(), map));
            }
        }
        Ok((0, self.unedited(request, stop)?))
    }

    /// Returns the map of a request before any edit.
    fn unedited(&self, request: &MapRequest, stop: &AtomicBool) -> Result<Arc<Map>, ApiError> {
        match &request.map {
            Some(_) if request.recipe.is_some() => {
                Err(ApiError::invalid("/wish/map", "`recipe` and `map` exclude each other; send only one"))
            }
            Some(name) => self.imported_map(name),
            None => {
                let map = request.plan()?.run(self.run(request, stop)?);
                Ok(Arc::new(map.map_err(|error| ApiError::from_run_error(&error))?))
            }
        }
    }

    /// Records the run of a request without its edits: of the recipe, or of the recipe in an
    /// imported map. An imported trace is the run itself.
    pub(crate) fn record(
        &self,
        request: &MapRequest,
        max_moments: usize,
        stop: &AtomicBool,
    ) -> Result<Recording, ApiError> {
        let (plan, run, imported) = match &request.map {
            None => (request.plan()?, self.run(request, stop)?, None),
            Some(name) => {
                if let Some(trace) = digest_named(name).and_then(|digest| self.traces.get(digest)) {
                    return Ok(Recording { trace, milliseconds: None, differs: false });
                }
                let map = self.unedited(request, stop)?;
                let Some(recipe) = &map.source.origin.recipe else {
                    return Err(ApiError::invalid("/wish/map", "a hand-drawn map has no recipe to run again"));
                };
                let plan = recipe
                    .plan(registry::ALL)
                    .map_err(|error| ApiError::from_error_at(&error, |_| MAP_FIELD.to_owned()))?;
                let run = Run::new(map.source.seed).size(map.size().width, map.size().height);
                (plan, run.max_tiles(self.limits.max_tiles).cancel(stop), Some(map))
            }
        };
        let start = Instant::now();
        let trace = trace::record(&plan, run, Some(max_moments.min(MAX_MOMENTS)));
        let milliseconds = Some(start.elapsed().as_secs_f64() * 1e3);
        let trace = trace.map_err(|error| match &imported {
            None => ApiError::from_run_error(&error),
            Some(_) => ApiError::from_error_at(&error, |_| MAP_FIELD.to_owned()),
        })?;
        let differs = imported.is_some_and(|map| map.digest() != trace.map().digest());
        Ok(Recording { trace: Arc::new(trace), milliseconds, differs })
    }

    /// Returns true if this name stands for an imported trace.
    pub(crate) fn has_trace(&self, key: Digest) -> bool {
        self.traces.get(key).is_some()
    }

    /// Returns a map that was imported before, by the name that the import returned.
    fn imported_map(&self, name: &str) -> Result<Arc<Map>, ApiError> {
        digest_named(name).and_then(|digest| self.imported.get(digest)).ok_or_else(|| {
            let message = "the studio no longer has this map; open its file again";
            ApiError::new(StatusCode::NOT_FOUND, "unknown-map", message)
        })
    }

    /// Reads a map from the text of a file with this extension, and keeps it for later requests.
    /// Returns its key and the map.
    pub(crate) fn import(&self, extension: &str, text: &str) -> Result<(Digest, Arc<Map>), ApiError> {
        let bad_text = |error: mapwright::Error| ApiError::from_error(&error, "/text");
        let mut hasher = Hasher::default();
        hasher.text(text);
        let key = hasher.digest();
        let map = match extension {
            "trace" => self.import_trace(key, text)?,
            "json" if is_watabou(text.as_bytes()) => {
                read_watabou(text.as_bytes()).map_err(|error| ApiError::invalid("/text", error.to_string()))?
            }
            "json" => {
                let limits = saved::Limits {
                    max_tiles: self.limits.max_tiles,
                    max_records: MAX_IMPORT_RECORDS,
                    max_values: MAX_IMPORT_VALUES,
                    ..saved::Limits::default()
                };
                saved::read(text.as_bytes(), &limits).map_err(bad_text)?
            }
            "txt" => {
                // Rows are padded to the longest one: a short text can stand for a large map.
                let widest = text.lines().map(str::len).max().unwrap_or(0);
                let padded = widest.saturating_mul(text.lines().count());
                if padded > 4 * self.limits.max_tiles {
                    return Err(self.wrong_area(padded));
                }
                Map::from_ascii(text).map_err(bad_text)?
            }
            _ => {
                let message =
                    "the studio opens recipes (.toml), saved maps (.json), text maps (.txt) and traces (.trace)";
                return Err(ApiError::invalid("/name", message));
            }
        };
        let tiles = map.size().area();
        if tiles == 0 || tiles > self.limits.max_tiles {
            return Err(self.wrong_area(tiles));
        }
        let map = Arc::new(map);
        self.imported.put(key, approx_bytes(&map), &map);
        Ok((key, map))
    }

    /// Reads a trace from base64, keeps it, and returns its map.
    fn import_trace(&self, key: Digest, text: &str) -> Result<Map, ApiError> {
        let bytes = STANDARD.decode(text.trim());
        let bytes = bytes.map_err(|_| ApiError::invalid("/text", "a trace is not text: send it as base64"))?;
        let limits = trace::Limits {
            max_bytes: bytes.len(),
            max_tiles: self.limits.max_tiles,
            max_moments: MAX_IMPORT_MOMENTS,
            max_changes: MAX_IMPORT_CHANGES,
        };
        let trace = Trace::read(&bytes[..], &limits).map_err(|error| ApiError::from_error(&error, "/text"))?;
        let (map, trace) = (trace.map().clone(), Arc::new(trace));
        let size = bytes.len() + MOMENT_BYTES * trace.last() + approx_bytes(&map);
        self.traces.put(key, size, &trace);
        Ok(map)
    }

    fn wrong_area(&self, tiles: usize) -> ApiError {
        let message = format!("the map has {tiles} tiles; the studio accepts 1 to {}", self.limits.max_tiles);
        ApiError::invalid("/text", message)
    }
}

/// JSON pointer of an imported map in a request body.
const MAP_FIELD: &str = "/wish/map";

/// Returns the digest with this name: 32 hexadecimal digits.
fn digest_named(name: &str) -> Option<Digest> {
    u128::from_str_radix(name, 16).ok().filter(|_| name.len() == 32).map(Digest)
}
