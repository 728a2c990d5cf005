//! The API: what can be asked. `openapi.rs` tells the same to programs, and a test holds the two together.

mod known;
mod maps;
mod texts;
mod thumbnail;

pub(crate) use known::{ListView, Schemas};
pub(crate) use maps::{CheckView, MeasureView, MeasureWish, OfMap, TraceWish};
pub(crate) use texts::{ImportView, ImportWish, RecipeView, RecipeWish, ShareWish, SharedView};

use crate::fault::{Fault, not_found};
use crate::openapi;
use crate::studio::Studio;
use axum::Router;
use axum::http::{Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use serde::Serialize;
use std::sync::Arc;

/// All paths below `/api`.
pub(crate) fn routes() -> Router<Arc<Studio>> {
    Router::new()
        .route("/api/health", get(known::health))
        .route("/api/openapi.json", get(openapi::serve))
        .route("/api/list", get(known::list))
        .route("/api/schema", get(known::schemas))
        .route("/api/schema/{id}", get(known::schema))
        .route("/api/thumbnail/{name}", get(thumbnail::serve))
        .route("/api/generate", post(maps::generate))
        .route("/api/render", post(maps::render))
        .route("/api/check", post(maps::check))
        .route("/api/measure", post(maps::measure))
        .route("/api/trace", post(maps::trace))
        .route("/api/recipe", post(texts::recipe))
        .route("/api/import", post(texts::import))
        .route("/api/share", post(texts::share))
        .route("/api/{*rest}", any(nowhere))
}

async fn nowhere(uri: Uri) -> Fault {
    not_found(uri.path())
}

/// An answer as JSON.
pub(crate) fn json(value: &impl Serialize) -> Response {
    match serde_json::to_vec(value) {
        Ok(text) => ([(header::CONTENT_TYPE, "application/json")], text).into_response(),
        Err(_) => Fault::broken().into_response(),
    }
}
