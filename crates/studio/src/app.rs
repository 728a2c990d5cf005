//! The whole server as a [`Router`]: the routes, the page and the guard.

use crate::studio::Studio;
use crate::{api, api_error, assets, guard};
use axum::Router;
use axum::middleware::from_fn_with_state;
use std::sync::Arc;

/// Builds the whole server: the page at `/`, the API below `/api`.
pub fn app(studio: Arc<Studio>) -> Router {
    api::routes()
        .fallback(assets::serve)
        .method_not_allowed_fallback(api_error::method_not_allowed)
        .layer(from_fn_with_state(Arc::clone(&studio), guard::check_request))
        .with_state(studio)
}
