//! A client that calls the studio without a socket.

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use mapwright_studio::{Limits, Studio, app};
use serde_json::Value;
use std::sync::Arc;
use tower::ServiceExt;

/// Port that the studio is told it listens on.
pub(crate) const PORT: u16 = 8077;

/// A response of the studio.
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.header("content-type"), "application/json");
        serde_json::from_slice(&self.body).expect("JSON")
    }

    /// Returns the JSON of a successful response.
    pub(crate) fn ok(self) -> Value {
        let json = self.json();
        assert_eq!(self.status, 200, "{json}");
        json
    }

    /// Returns code, field and message of the first problem.
    pub(crate) fn problem(&self) -> (String, String, String) {
        let error = &self.json()["error"];
        let text = |value: &Value| value.as_str().unwrap_or_else(|| panic!("no text in {error}")).to_owned();
        let first = &error["problems"][0];
        (text(&error["code"]), text(&first["field"]), text(&first["message"]))
    }
}

/// Creates a studio for one test.
pub(crate) fn studio() -> Router {
    studio_with(Limits::default())
}

pub(crate) fn studio_with(limits: Limits) -> Router {
    app(Arc::new(Studio::new(PORT, limits)))
}

/// Creates a request like that of a program on this machine.
pub(crate) fn request(method: Method, path: &str) -> axum::http::request::Builder {
    Request::builder().method(method).uri(path).header(header::HOST, format!("127.0.0.1:{PORT}"))
}

pub(crate) async fn send(app: &Router, request: Request<Body>) -> Reply {
    let (head, body) = app.clone().oneshot(request).await.expect("a response").into_parts();
    let body = body.collect().await.expect("a body").to_bytes().to_vec();
    Reply { status: head.status, headers: head.headers, body }
}

pub(crate) async fn get(app: &Router, path: &str) -> Reply {
    send(app, request(Method::GET, path).body(Body::empty()).unwrap()).await
}

pub(crate) async fn post(app: &Router, path: &str, body: &Value) -> Reply {
    post_text(app, path, &body.to_string()).await
}

pub(crate) async fn post_text(app: &Router, path: &str, body: &str) -> Reply {
    let request = request(Method::POST, path).header(header::CONTENT_TYPE, "application/json");
    send(app, request.body(Body::from(body.to_owned())).unwrap()).await
}
