//! [`Json`]: the body of a request, read within bounds.

use crate::fault::Fault;
use crate::studio::Studio;
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use serde::de::{DeserializeOwned, IgnoredAny};
use std::sync::Arc;
use std::time::Duration;

/// The most bytes of a request.
pub(crate) const MOST: usize = 2 << 20;
/// The most bytes of a file that somebody opens.
pub(crate) const MOST_OF_A_FILE: usize = 16 << 20;
/// How deep values may lie in each other.
const DEEPEST: usize = 64;
/// How long a client may take to send its body.
const PATIENCE: Duration = Duration::from_secs(20);

/// A body of at most so many bytes.
pub(crate) struct Json<T, const BYTES: usize = MOST>(pub(crate) T);

impl<T: DeserializeOwned, const BYTES: usize> FromRequest<Arc<Studio>> for Json<T, BYTES> {
    type Rejection = Fault;

    async fn from_request(request: Request, studio: &Arc<Studio>) -> Result<Self, Fault> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("application/json") {
            let message = "the body has to be application/json, and its content-type has to say so";
            return Err(Fault::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-json", message));
        }
        let too_long = || {
            let message = format!("the body is too long; the limit is {BYTES} bytes");
            Fault::new(StatusCode::PAYLOAD_TOO_LARGE, "too-long", message)
        };
        let length = request.headers().get(header::CONTENT_LENGTH).and_then(|it| it.to_str().ok()?.parse::<u64>().ok());
        if length.is_some_and(|length| length > BYTES as u64) {
            return Err(too_long());
        }
        // Held until the body was read: what many send at once stays within bounds.
        let kilobytes = length.map_or(BYTES as u64, |length| length.min(BYTES as u64)) / 1024 + 1;
        let Ok(_held) = studio.bodies.try_acquire_many(kilobytes as u32) else { return Err(Fault::busy()) };
        let bytes = tokio::time::timeout(PATIENCE, axum::body::to_bytes(request.into_body(), BYTES));
        let bytes = match bytes.await {
            Ok(Ok(bytes)) => bytes,
            // Longer than the limit, or the client went away and sees no answer.
            Ok(Err(_)) => return Err(too_long()),
            Err(_) => {
                let message = "the body took too long to arrive";
                return Err(Fault::new(StatusCode::REQUEST_TIMEOUT, "slow-body", message));
            }
        };
        read(&bytes).map(Json)
    }
}

/// Reads a value; what is wrong with it says where.
fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Fault> {
    if depth(bytes) > DEEPEST {
        let message = format!("values lie more than {DEEPEST} deep in each other");
        return Err(Fault::new(StatusCode::BAD_REQUEST, "too-deep", message));
    }
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let (pointer, error) = (pointer(error.path()), error.into_inner());
        // Some values that will not do, like null for a word, are told as if they were no JSON.
        if error.is_data() || serde_json::from_slice::<IgnoredAny>(bytes).is_ok() {
            Fault::invalid(pointer, sentence(&error))
        } else {
            Fault::new(StatusCode::BAD_REQUEST, "bad-json", format!("not JSON: {error}"))
        }
    })?;
    let rest = reader.end();
    rest.map_err(|error| Fault::new(StatusCode::BAD_REQUEST, "bad-json", format!("not JSON: {error}")))?;
    Ok(value)
}

/// The message without line and column of the request, which nobody sees.
fn sentence(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let end = text.rfind(" at line ").unwrap_or(text.len());
    text[..end].to_owned()
}

fn pointer(path: &serde_path_to_error::Path) -> String {
    use serde_path_to_error::Segment;
    let segment = |segment: &Segment| match segment {
        Segment::Seq { index } => format!("/{index}"),
        Segment::Map { key } => format!("/{}", key.replace('~', "~0").replace('/', "~1")),
        Segment::Enum { .. } | Segment::Unknown => String::new(),
    };
    path.iter().map(segment).collect()
}

/// How deep brackets lie in each other, outside of texts.
fn depth(bytes: &[u8]) -> usize {
    let (mut deep, mut deepest, mut in_text, mut escaped) = (0usize, 0, false, false);
    for byte in bytes {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            b'[' | b'{' if !in_text => {
                deep += 1;
                deepest = deepest.max(deep);
            }
            b']' | b'}' if !in_text => deep = deep.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_in_texts_are_not_deep() {
        assert_eq!(depth(br#"{"a": ["[[[[\"[["]}"#), 2);
        assert_eq!(depth(b"]]]]["), 1);
        assert_eq!(depth(b"7"), 0);
    }
}
