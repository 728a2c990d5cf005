//! The page: the files of `web/`, embedded. A debug build reads them from the folder, so that a change is seen on reload.

use crate::fault::{Fault, not_found};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "web/"]
#[exclude = "*.d.ts"]
struct Web;

/// The file at the path; the page itself at `/`.
pub(crate) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Result<Response, Fault> {
    if method != Method::GET && method != Method::HEAD {
        return Err(not_found(uri.path()));
    }
    let path = match uri.path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    let file = Web::get(path).ok_or_else(|| not_found(uri.path()))?;
    let tag: String = file.metadata.sha256_hash()[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    let common = [(header::ETAG, tag.clone()), (header::CACHE_CONTROL, "no-cache".to_owned())];
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return Ok((StatusCode::NOT_MODIFIED, common).into_response());
    }
    Ok((common, [(header::CONTENT_TYPE, kind(path))], file.data).into_response())
}

/// What kind of file it is, by its ending.
fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_a_kind_and_the_page_is_light() {
        let mut weight = 0;
        for path in Web::iter() {
            assert_ne!(kind(&path), "application/octet-stream", "{path}");
            weight += Web::get(&path).map_or(0, |file| file.data.len());
        }
        assert!(weight < 300_000, "the page weighs {weight} bytes");
    }
}
