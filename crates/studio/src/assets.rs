//! The page: the files of `web/`, embedded. A debug build reads them from the folder, so that a change is seen on reload.
//!
//! They are written to be read, with comments and white space, and packed when they are sent: a third of the bytes.

use crate::fault::{Fault, not_found};
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
#[exclude = "*.d.ts"]
struct Web;

/// Packed files by their tags; a tag stands for what is in the file.
static PACKED: Mutex<BTreeMap<String, Arc<[u8]>>> = Mutex::new(BTreeMap::new());
/// More than there are: only while somebody works on the page do files change.
const MOST_PACKED: usize = 500;

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
    let quoted = format!("\"{tag}\"");
    let common = [
        (header::ETAG, quoted.clone()),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::VARY, "accept-encoding".to_owned()),
    ];
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == quoted.as_bytes()) {
        return Ok((StatusCode::NOT_MODIFIED, common).into_response());
    }
    let is_packed = takes_gzip(&headers);
    let bytes = if is_packed { packed(&tag, &file.data).to_vec() } else { file.data.into_owned() };
    let mut response = (common, [(header::CONTENT_TYPE, kind(path))], bytes).into_response();
    if is_packed {
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    Ok(response)
}

/// Whether the client unpacks what it gets.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    let mut words = accepted.flat_map(|value| value.split(',')).map(str::trim);
    words.any(|word| word == "gzip" || word.starts_with("gzip;") && !word.trim_end_matches('0').ends_with(['=', '.']))
}

fn packed(tag: &str, data: &[u8]) -> Arc<[u8]> {
    let shelf = || PACKED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(bytes) = shelf().get(tag) {
        return Arc::clone(bytes);
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let packed = encoder.write_all(data).and_then(|()| encoder.finish()).unwrap_or_default();
    let packed: Arc<[u8]> = packed.into();
    let mut shelf = shelf();
    if shelf.len() < MOST_PACKED {
        shelf.insert(tag.to_owned(), Arc::clone(&packed));
    }
    packed
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
            let file = Web::get(&path).unwrap();
            weight += packed(&path, &file.data).len();
        }
        assert!(weight < 150_000, "the page weighs {weight} bytes");
    }

    #[test]
    fn only_who_takes_it_gets_it_packed() {
        let takes = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(value));
            takes_gzip(&headers)
        };
        assert!(["gzip", "deflate, gzip", "br;q=1.0, gzip;q=0.8", "gzip;q=1"].into_iter().all(takes));
        assert!(!["", "br", "gzip;q=0", "gzip;q=0.0", "x-gzip-not", "identity"].into_iter().any(takes));
    }
}
