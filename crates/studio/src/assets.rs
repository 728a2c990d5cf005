//! The page: the files of `web/`, embedded in the program. A debug build reads them from the folder
//! instead, so that reloading the page shows a change.
//!
//! The files keep their comments and white space, and are sent compressed, at a third of their
//! size.

use crate::api_error::{ApiError, not_found};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::RustEmbed;
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

#[derive(RustEmbed)]
#[folder = "web/"]
struct Web;

/// Compressed files by their tag, which is a hash of the content.
static GZIPPED: Mutex<BTreeMap<String, Arc<[u8]>>> = Mutex::new(BTreeMap::new());
/// Maximum number of compressed files kept: more than the page has. The limit matters only in debug
/// builds, where every change of a file adds one.
const MAX_GZIPPED: usize = 500;

/// Serves the file at the path; `/` is the page itself.
pub(crate) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Result<Response, ApiError> {
    let missing = || not_found(uri.path());
    if method != Method::GET && method != Method::HEAD {
        return Err(missing());
    }
    let path = match uri.path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    let content_type = content_type(path).ok_or_else(missing)?;
    let file = Web::get(path).ok_or_else(missing)?;
    let tag: String = file.metadata.sha256_hash()[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    let quoted = format!("\"{tag}\"");
    let common = [
        (header::ETAG, quoted.clone()),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::VARY, "accept-encoding".to_owned()),
    ];
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == quoted.as_bytes()) {
        return Ok((StatusCode::NOT_MODIFIED, common).into_response());
    }
    let is_gzipped = accepts_gzip(&headers);
    let bytes = if is_gzipped { gzipped(&tag, &file.data).to_vec() } else { file.data.into_owned() };
    let mut response = (common, [(header::CONTENT_TYPE, content_type)], bytes).into_response();
    if is_gzipped {
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    Ok(response)
}

/// Tells whether the client accepts gzip.
fn accepts_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    let mut words = accepted.flat_map(|value| value.split(',')).map(str::trim);
    words.any(|word| word == "gzip" || word.starts_with("gzip;") && !word.trim_end_matches('0').ends_with(['=', '.']))
}

/// Returns the compressed content of a file, from the cache or newly compressed.
fn gzipped(tag: &str, data: &[u8]) -> Arc<[u8]> {
    let cache = || GZIPPED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(bytes) = cache().get(tag) {
        return Arc::clone(bytes);
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let bytes = encoder.write_all(data).and_then(|()| encoder.finish()).unwrap_or_default();
    let bytes: Arc<[u8]> = bytes.into();
    let mut cache = cache();
    if cache.len() < MAX_GZIPPED {
        cache.insert(tag.to_owned(), Arc::clone(&bytes));
    }
    bytes
}

/// Returns the content type of a file by its extension. Files without one, like the type
/// declarations of the page's scripts (`.d.ts`), are not served.
fn content_type(path: &str) -> Option<&'static str> {
    match path.rsplit_once('.')?.1 {
        "html" => Some("text/html; charset=utf-8"),
        "css" => Some("text/css; charset=utf-8"),
        "js" => Some("text/javascript; charset=utf-8"),
        "svg" => Some("image/svg+xml"),
        "png" => Some("image/png"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_a_content_type_and_the_page_is_small() {
        let mut total = 0;
        for path in Web::iter().filter(|path| !path.ends_with(".d.ts")) {
            assert!(content_type(&path).is_some(), "{path}");
            let file = Web::get(&path).unwrap();
            total += gzipped(&path, &file.data).len();
        }
        assert!(total < 150_000, "the page has {total} bytes");
    }

    #[test]
    fn type_declarations_are_not_served() {
        assert!(Web::get("js/types.d.ts").is_some());
        assert_eq!(content_type("js/types.d.ts"), None);
    }

    #[test]
    fn only_clients_that_accept_gzip_get_it() {
        let accepts = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(value));
            accepts_gzip(&headers)
        };
        assert!(["gzip", "deflate, gzip", "br;q=1.0, gzip;q=0.8", "gzip;q=1"].into_iter().all(accepts));
        assert!(!["", "br", "gzip;q=0", "gzip;q=0.0", "x-gzip-not", "identity"].into_iter().any(accepts));
    }
}
