//! Thumbnails of presets and layouts, for the gallery.

use crate::api_error::{ApiError, not_found};
use crate::map_request::key_of;
use crate::studio::Studio;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use mapwright::{Kind, Recipe, Run, Seed, presets, registry};
use mapwright_render::{Look, View, png};
use std::sync::Arc;

/// Maximum side of a thumbnail, in pixels.
const MAX_SIDE: u32 = 320;
/// Seed of all thumbnails. Of the seeds tried, it gives the most typical maps.
const SEED: u64 = 7;

/// Serves the thumbnail of a preset or a layout; the name ends in `.png`.
pub(super) async fn serve(State(studio): State<Arc<Studio>>, Path(name): Path<String>) -> Result<Response, ApiError> {
    let unknown = || not_found(&format!("/api/thumbnail/{name}"));
    let id = name.strip_suffix(".png").ok_or_else(unknown)?;
    let layout = || registry::find(registry::ALL, id).filter(|entry| entry.kind == Kind::Layout);
    let recipe = match presets::find(id) {
        Some(preset) => preset.recipe(),
        None => Recipe::of(layout().ok_or_else(unknown)?.id, serde_json::Map::new()),
    };
    let (shared, key) = (Arc::clone(&studio), key_of(&id));
    let picture = studio.queue.run(move |stop| {
        if let Some(picture) = shared.thumbnails.get(key) {
            return Ok(picture);
        }
        let plan = recipe.plan(registry::ALL).map_err(|error| ApiError::from_error(&error, ""))?;
        let map = plan.run(Run::new(Seed::new(SEED)).cancel(stop));
        let map = map.map_err(|error| ApiError::from_error(&error, ""))?;
        let longest = map.size().width.max(map.size().height) as u32 + 2;
        // Furniture would be too small to see.
        let look = Look { view: View::Player, furnish: false, ..Look::default() };
        let mut bytes = Vec::new();
        png(&map, &look, (MAX_SIDE / longest).clamp(1, 16), &mut bytes)
            .map_err(|error| ApiError::from_render_error(&error))?;
        let picture = Arc::new(bytes);
        shared.thumbnails.put(key, picture.len(), &picture);
        Ok(picture)
    });
    let headers = [(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, "private, max-age=3600")];
    Ok((headers, picture.await?.to_vec()).into_response())
}
