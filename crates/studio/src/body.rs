//! [`Json`]: reads the JSON body of a request, with limits on its length, depth and duration.

use crate::api_error::ApiError;
use crate::studio::Studio;
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use serde::de::{DeserializeOwned, IgnoredAny};
use std::sync::Arc;
use std::time::Duration;

/// Maximum length of a request body, in bytes.
pub(crate) const MAX_BODY_BYTES: usize = 2 << 20;
/// Maximum length of the body of an import, which holds a file, in bytes.
pub(crate) const MAX_IMPORT_BYTES: usize = 16 << 20;
/// Maximum nesting depth of JSON values.
const MAX_DEPTH: usize = 64;
/// Time in which a client has to send its body.
const BODY_TIMEOUT: Duration = Duration::from_secs(20);

/// A JSON body of at most `MAX_BYTES` bytes.
pub(crate) struct Json<T, const MAX_BYTES: usize = MAX_BODY_BYTES>(pub(crate) T);

impl<T: DeserializeOwned, const MAX_BYTES: usize> FromRequest<Arc<Studio>> for Json<T, MAX_BYTES> {
    type Rejection = ApiError;

    async fn from_request(request: Request, studio: &Arc<Studio>) -> Result<Self, ApiError> {
        let content_type =
            request.headers().get(header::CONTENT_TYPE).and_then(|it| it.to_str().ok()).unwrap_or_default();
        let content_type = content_type.split(';').next().unwrap_or_default().trim();
        if !content_type.eq_ignore_ascii_case("application/json") {
            let message = "the body must be JSON, sent with content-type: application/json";
            return Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-json", message));
        }
        let too_long = || {
            let message = format!("the body is too long; the limit is {MAX_BYTES} bytes");
            ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too-long", message)
        };
        let length = request.headers().get(header::CONTENT_LENGTH).and_then(|it| it.to_str().ok()?.parse::<u64>().ok());
        if length.is_some_and(|length| length > MAX_BYTES as u64) {
            return Err(too_long());
        }
        // Held until the body is read, which bounds the memory for all bodies together.
        let kib = length.map_or(MAX_BYTES as u64, |length| length.min(MAX_BYTES as u64)) / 1024 + 1;
        let Ok(_permits) = studio.body_budget.try_acquire_many(kib as u32) else { return Err(ApiError::busy()) };
        let bytes = tokio::time::timeout(BODY_TIMEOUT, axum::body::to_bytes(request.into_body(), MAX_BYTES));
        let bytes = match bytes.await {
            Ok(Ok(bytes)) => bytes,
            // Too long; or the client disconnected, and will not see the response.
            Ok(Err(_)) => return Err(too_long()),
            Err(_) => {
                let message = format!("the body did not arrive within {} seconds", BODY_TIMEOUT.as_secs());
                return Err(ApiError::new(StatusCode::REQUEST_TIMEOUT, "slow-body", message));
            }
        };
        parse(&bytes).map(Json)
    }
}

/// Parses a value; errors name the field.
fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    if depth(bytes) > MAX_DEPTH {
        let message = format!("JSON values are nested more than {MAX_DEPTH} levels deep");
        return Err(ApiError::new(StatusCode::BAD_REQUEST, "too-deep", message));
    }
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let (pointer, error) = (pointer(error.path()), error.into_inner());
        // serde_json reports some wrong values, like null for a string, as syntax errors.
        if error.is_data() || serde_json::from_slice::<IgnoredAny>(bytes).is_ok() {
            ApiError::invalid(pointer, without_position(&error))
        } else {
            ApiError::new(StatusCode::BAD_REQUEST, "bad-json", format!("invalid JSON: {error}"))
        }
    })?;
    let rest = reader.end();
    rest.map_err(|error| ApiError::new(StatusCode::BAD_REQUEST, "bad-json", format!("invalid JSON: {error}")))?;
    Ok(value)
}

/// Returns the message without line and column: users of the page never see the request body.
fn without_position(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let end = text.rfind(" at line ").unwrap_or(text.len());
    text[..end].to_owned()
}

/// Returns the path as a JSON pointer.
fn pointer(path: &serde_path_to_error::Path) -> String {
    use serde_path_to_error::Segment;
    let segment = |segment: &Segment| match segment {
        Segment::Seq { index } => format!("/{index}"),
        Segment::Map { key } => format!("/{}", key.replace('~', "~0").replace('/', "~1")),
        Segment::Enum { .. } | Segment::Unknown => String::new(),
    };
    path.iter().map(segment).collect()
}

/// Returns the nesting depth of brackets, ignoring brackets in strings.
fn depth(bytes: &[u8]) -> usize {
    let (mut depth, mut max_depth, mut in_string, mut escaped) = (0usize, 0, false, false);
    for byte in bytes {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => {
                depth += 1;
                max_depth = max_depth.max(depth);
            }
            b']' | b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    max_depth
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_in_strings_do_not_count() {
        assert_eq!(depth(br#"{"a": ["[[[[\"[["]}"#), 2);
        assert_eq!(depth(b"]]]]["), 1);
        assert_eq!(depth(b"7"), 0);
    }
}
