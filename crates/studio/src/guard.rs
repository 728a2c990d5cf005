//! Who may ask: the studio's own page, and programs on this machine.
//!
//! A page on the internet cannot read from loopback, but it can send requests there, and a name of its own can be made to point there
//! (DNS rebinding). So the `Host` has to be one of ours, letter for letter, and where the browser says which page a request comes from, it
//! has to be this one. There are no CORS headers: no other page may read an answer.

use crate::fault::Fault;
use crate::studio::Studio;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// What a page from here may do: show itself and its own pictures, and ask this server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// What a drawing may do when somebody opens it by itself: nothing.
pub(crate) const DRAWING_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

/// Lets requests in or refuses them, and puts the headers on every answer.
pub(crate) async fn watch(State(studio): State<Arc<Studio>>, request: Request, next: Next) -> Response {
    let mut response = match refusal(&studio, &request) {
        Some(fault) => fault.into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    let policy = headers.get(header::CONTENT_SECURITY_POLICY).cloned().unwrap_or(HeaderValue::from_static(POLICY));
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// Why the request is not let in.
fn refusal(studio: &Studio, request: &Request) -> Option<Fault> {
    let headers = request.headers();
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("\u{fffd}"));
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok()).filter(|_| hosts.next().is_none());
    if !host.is_some_and(|host| studio.is_host(host))
        || request.uri().authority().is_some_and(|it| !studio.is_host(it.as_str()))
    {
        let message = "this is not the name of the studio; open the address that it printed";
        return Some(Fault::new(StatusCode::MISDIRECTED_REQUEST, "wrong-host", message));
    }
    let foreign = || Some(Fault::new(StatusCode::FORBIDDEN, "foreign", "the request comes from another page"));
    if let Some(origin) = text(header::ORIGIN)
        && !origin.strip_prefix("http://").is_some_and(|host| studio.is_host(host))
    {
        return foreign();
    }
    match text(HeaderName::from_static("sec-fetch-site")) {
        None | Some("same-origin") => None,
        // Typed into the address bar, or opened from a bookmark.
        Some("none") if request.method() != Method::POST => None,
        // A link to the page on some other page: it opens the page and nothing else.
        Some("cross-site" | "same-site") if is_link(request) => None,
        Some(_) => foreign(),
    }
}

/// Whether somebody followed a link to the page itself.
fn is_link(request: &Request) -> bool {
    let is = |name: &'static str, value: &str| request.headers().get(name).is_some_and(|it| it == value);
    let document = is("sec-fetch-mode", "navigate") && is("sec-fetch-dest", "document");
    request.method() == Method::GET && request.uri().path() == "/" && document
}
