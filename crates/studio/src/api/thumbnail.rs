//! Small pictures of presets and layouts, for the gallery.

use crate::fault::{Fault, not_found};
use crate::studio::Studio;
use crate::wish::key_of;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use mapwright::{Kind, Recipe, Run, Seed, presets, registry};
use mapwright_render::{Look, View, png};
use std::sync::Arc;

/// The longest side, in pixels.
const SIDE: u32 = 320;
/// The seed of all of them: of those tried, the one with which most look like what they are.
const SEED: u64 = 7;

pub(crate) async fn serve(State(studio): State<Arc<Studio>>, Path(name): Path<String>) -> Result<Response, Fault> {
    let unknown = || not_found(&format!("/api/thumbnail/{name}"));
    let what = name.strip_suffix(".png").ok_or_else(unknown)?;
    let layout = || registry::find(registry::ALL, what).filter(|entry| entry.kind == Kind::Layout);
    let recipe = match presets::find(what) {
        Some(preset) => preset.recipe(),
        None => Recipe::of(layout().ok_or_else(unknown)?.id, serde_json::Map::new()),
    };
    let (own, key) = (Arc::clone(&studio), key_of(&what));
    let picture = studio.desk.work(move |stop| {
        if let Some(picture) = own.thumbnails.get(key) {
            return Ok(picture);
        }
        let plan = recipe.plan(registry::ALL).map_err(|error| Fault::of(&error, ""))?;
        let map = plan.run(Run { cancel: Some(stop), ..Run::new(Seed::new(SEED)) });
        let map = map.map_err(|error| Fault::of(&error, ""))?;
        let longest = map.size().width.max(map.size().height) as u32 + 2;
        // What is too small to be seen is not drawn.
        let look = Look { view: View::Player, furnish: false, ..Look::default() };
        let mut bytes = Vec::new();
        png(&map, &look, (SIDE / longest).clamp(1, 16), &mut bytes).map_err(|error| Fault::of_picture(&error))?;
        let picture = Arc::new(bytes);
        own.thumbnails.put(key, picture.len(), &picture);
        Ok(picture)
    });
    let headers = [(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, "private, max-age=3600")];
    Ok((headers, picture.await?.to_vec()).into_response())
}
