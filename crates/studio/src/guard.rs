//! Access control: only the studio's own page and programs on this machine are served.
//!
//! A page on the internet cannot read from loopback, but it can send requests there, and its host
//! name can be made to point there (DNS rebinding). So the `Host` header has to be exactly one of
//! the studio's names, and where the browser says which page sent a request, it has to be the
//! studio's page. There are no CORS headers, so no other page can read a response.

use crate::api_error::ApiError;
use crate::studio::Studio;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// Content security policy of the page: it loads its own files and calls this server, nothing else.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; \
                           connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// Content security policy of an SVG that is opened as a document: it may do nothing.
pub(crate) const DRAWING_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

/// Refuses requests from other pages, and adds the security headers to every response.
pub(crate) async fn check_request(State(studio): State<Arc<Studio>>, request: Request, next: Next) -> Response {
    let mut response = match refusal(&studio, &request) {
        Some(error) => error.into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    let policy = headers.entry(header::CONTENT_SECURITY_POLICY);
    policy.or_insert(HeaderValue::from_static(PAGE_POLICY));
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Returns the reason to refuse the request, if there is one.
fn refusal(studio: &Studio, request: &Request) -> Option<ApiError> {
    let headers = request.headers();
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("\u{fffd}"));
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok()).filter(|_| hosts.next().is_none());
    if !host.is_some_and(|host| studio.is_host(host))
        || request.uri().authority().is_some_and(|it| !studio.is_host(it.as_str()))
    {
        let message = "unknown host name; open the address that the studio printed";
        return Some(ApiError::new(StatusCode::MISDIRECTED_REQUEST, "wrong-host", message));
    }
    let foreign = || Some(ApiError::new(StatusCode::FORBIDDEN, "foreign", "requests from other web pages are refused"));
    if let Some(origin) = text(header::ORIGIN)
        && !origin.strip_prefix("http://").is_some_and(|host| studio.is_host(host))
    {
        return foreign();
    }
    match text(HeaderName::from_static("sec-fetch-site")) {
        None | Some("same-origin") => None,
        // Typed into the address bar, or opened from a bookmark.
        Some("none") if request.method() != Method::POST => None,
        // A link on another page: it may open the studio's page and nothing else.
        Some("cross-site" | "same-site") if is_link_to_page(request) => None,
        Some(_) => foreign(),
    }
}

/// Tells whether the user followed a link to the studio's page.
fn is_link_to_page(request: &Request) -> bool {
    let is = |name: &'static str, value: &str| request.headers().get(name).is_some_and(|it| it == value);
    let document = is("sec-fetch-mode", "navigate") && is("sec-fetch-dest", "document");
    request.method() == Method::GET && request.uri().path() == "/" && document
}
