//! The HTTP API: routes and handlers. `api/openapi.rs` describes them to programs, and a test
//! compares the two.

mod catalog;
mod maps;
mod openapi;
mod parse;
mod thumbnail;

use crate::api_error::{ApiError, not_found};
use crate::studio::Studio;
use axum::Router;
use axum::http::{Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use serde::Serialize;
use std::sync::Arc;

/// Returns the routes of all paths below `/api`.
pub(crate) fn routes() -> Router<Arc<Studio>> {
    Router::new()
        .route("/api/health", get(catalog::health))
        .route("/api/openapi.json", get(openapi::serve))
        .route("/api/list", get(catalog::list))
        .route("/api/schema", get(catalog::schemas))
        .route("/api/schema/{id}", get(catalog::schema))
        .route("/api/thumbnail/{name}", get(thumbnail::serve))
        .route("/api/generate", post(maps::generate))
        .route("/api/render", post(maps::render))
        .route("/api/check", post(maps::check))
        .route("/api/measure", post(maps::measure))
        .route("/api/sight", post(maps::sight))
        .route("/api/trace", post(maps::trace))
        .route("/api/recipe", post(parse::recipe))
        .route("/api/import", post(parse::import))
        .route("/api/share", post(parse::share))
        .route("/api/{*rest}", any(unknown_path))
}

async fn unknown_path(uri: Uri) -> ApiError {
    not_found(uri.path())
}

/// Returns a response with the value as JSON.
fn json(value: &impl Serialize) -> Response {
    match serde_json::to_vec(value) {
        Ok(text) => ([(header::CONTENT_TYPE, "application/json")], text).into_response(),
        Err(_) => ApiError::internal().into_response(),
    }
}
