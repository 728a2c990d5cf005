//! More than 500 hostile requests: each is refused with the right status and, if a field is wrong,
//! its name.

use crate::client::{PORT, get, post, post_text, request, send, studio, studio_with};
use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderValue, Method, Request, header};
use hyper::body::Frame;
use mapwright_studio::Limits;
use serde_json::{Value, json};
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

const GENERATE: &str = r#"{"wish": {"recipe": {"step": [{"use": "arena"}]}, "seed": "7"}}"#;

/// Number of hostile requests sent by all tests of this file.
static SENT: AtomicUsize = AtomicUsize::new(0);

fn count() {
    SENT.fetch_add(1, Ordering::Relaxed);
}

fn request_with(method: Method, path: &str, headers: &[(&str, &str)], body: &str) -> Request<Body> {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, HeaderValue::from_bytes(value.as_bytes()).unwrap());
    }
    request.body(Body::from(body.to_owned())).unwrap()
}

#[tokio::test]
async fn only_the_studios_own_host_names_are_accepted() {
    let app = studio();
    let own = format!("127.0.0.1:{PORT}");
    for host in [own.clone(), format!("localhost:{PORT}"), format!("LOCALHOST:{PORT}"), format!("[::1]:{PORT}")] {
        let reply = send(&app, request_with(Method::GET, "/api/health", &[("host", &host)], "")).await;
        assert_eq!(reply.status, 200, "{host}");
    }
    let strange = [
        "",
        "localhost",
        "127.0.0.1",
        "127.0.0.1:80",
        "127.0.0.1:8078",
        "localhost.evil.com",
        "localhost.evil.com:8077",
        "evil.com",
        "evil.com:8077",
        "127.0.0.1.evil.com:8077",
        "127.0.0.1:8077.evil.com",
        "0.0.0.0:8077",
        "127.1:8077",
        "2130706433:8077",
        "127.0.0.2:8077",
        "[::]:8077",
        "::1:8077",
        "localhost:08077",
        "localhost:8077 ",
        " localhost:8077",
        "localhost:8077/",
        "user@localhost:8077",
        "localhost:8077,evil.com",
        "localhost.:8077",
        "http://localhost:8077",
        "локалхост:8077",
        "localhost:8077#",
        "localhost:8077?",
        "localhost%00:8077",
        "[::1%lo]:8077",
    ];
    for host in strange {
        for path in ["/", "/api/health", "/api/list", "/js/main.js"] {
            count();
            let reply = send(&app, request_with(Method::GET, path, &[("host", host)], "")).await;
            assert_eq!((reply.status.as_u16(), &*reply.problem().0), (421, "wrong-host"), "{host:?} {path}");
        }
    }
    count();
    assert_eq!(send(&app, request_with(Method::GET, "/", &[], "")).await.status, 421, "no host at all");
    count();
    assert_eq!(
        send(&app, request_with(Method::GET, "/", &[("host", &own), ("host", "evil.com")], "")).await.status,
        421,
        "two hosts"
    );
    count();
    assert_eq!(send(&app, request_with(Method::GET, "http://evil.com/", &[("host", &own)], "")).await.status, 421);
}

#[tokio::test]
async fn requests_from_other_pages_are_refused() {
    let app = studio();
    let host = format!("127.0.0.1:{PORT}");
    let post_with = async |extra: &[(&str, &str)]| {
        let mut headers = vec![("host", &*host), ("content-type", "application/json")];
        headers.extend_from_slice(extra);
        send(&app, request_with(Method::POST, "/api/generate", &headers, GENERATE)).await
    };
    let origin = format!("http://{host}");
    assert_eq!(post_with(&[("origin", &origin), ("sec-fetch-site", "same-origin")]).await.status, 200);
    assert_eq!(post_with(&[]).await.status, 200, "programs send neither header");
    for origin in [
        "null",
        "",
        "http://evil.com",
        "https://127.0.0.1:8077",
        "http://127.0.0.1:8078",
        "http://127.0.0.1",
        "http://localhost:8077.evil.com",
        "http://evil.com:8077",
        "http://localhost.evil.com:8077",
        "file://",
        "chrome-extension://abcdef",
        "http://127.0.0.1:8077/",
        "HTTP://127.0.0.1:8077",
        "http://user@127.0.0.1:8077",
        "http://127.0.0.1:8077 http://evil.com",
    ] {
        count();
        let reply = post_with(&[("origin", origin)]).await;
        assert_eq!((reply.status.as_u16(), &*reply.problem().0), (403, "foreign"), "{origin}");
        assert_eq!(reply.header("access-control-allow-origin"), "");
    }
    for site in ["cross-site", "same-site", "none", "", "SAME-ORIGIN", "same-origin, none", "évil"] {
        count();
        assert_eq!(post_with(&[("sec-fetch-site", site)]).await.status, 403, "{site}");
    }
    let link = |path: &str, mode: &str, dest: &str| {
        let headers =
            [("host", &*host), ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", mode), ("sec-fetch-dest", dest)];
        request_with(Method::GET, path, &headers, "")
    };
    assert_eq!(send(&app, link("/", "navigate", "document")).await.status, 200, "a link may open the page");
    for (path, mode, dest) in [
        ("/", "navigate", "iframe"),
        ("/", "no-cors", "image"),
        ("/", "cors", "empty"),
        ("/api/list", "navigate", "document"),
        ("/api/thumbnail/mine.png", "no-cors", "image"),
        ("/js/main.js", "no-cors", "script"),
        ("/css/base.css", "no-cors", "style"),
        ("/", "navigate", "object"),
        ("/", "navigate", "embed"),
    ] {
        count();
        assert_eq!(send(&app, link(path, mode, dest)).await.status, 403, "{path} {mode} {dest}");
    }
    // A CORS preflight request.
    count();
    let headers = [("host", &*host), ("origin", "http://evil.com"), ("access-control-request-method", "POST")];
    let reply = send(&app, request_with(Method::OPTIONS, "/api/generate", &headers, "")).await;
    assert_eq!((reply.status.as_u16(), reply.header("access-control-allow-origin")), (403, ""));
}

#[tokio::test]
async fn every_response_has_the_security_headers() {
    let app = studio();
    for path in ["/", "/api/list", "/nothing", "/api/nothing", "/api/thumbnail/mine.png"] {
        let reply = get(&app, path).await;
        assert!(reply.header("content-security-policy").starts_with("default-src 'none'"), "{path}");
        assert!(!reply.header("content-security-policy").contains("unsafe"), "{path}");
        assert_eq!(reply.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(reply.header("cross-origin-resource-policy"), "same-origin", "{path}");
        assert_eq!(reply.header("referrer-policy"), "no-referrer", "{path}");
        assert_eq!(reply.header("access-control-allow-origin"), "", "{path}");
    }
}

/// Paths that read a body.
const POST_PATHS: [&str; 8] = [
    "/api/generate",
    "/api/render",
    "/api/check",
    "/api/measure",
    "/api/trace",
    "/api/recipe",
    "/api/import",
    "/api/share",
];

#[tokio::test]
async fn other_content_types_are_refused() {
    let app = studio();
    for path in POST_PATHS {
        for content_type in [
            "",
            "text/plain",
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=x",
            "application/jsonp",
            "text/json",
            "application/json2",
            "*/*",
            "application/xml",
        ] {
            count();
            let request = request(Method::POST, path).header(header::CONTENT_TYPE, content_type);
            let reply = send(&app, request.body(Body::from(GENERATE)).unwrap()).await;
            assert_eq!(reply.status, 415, "{path} {content_type}");
        }
    }
}

#[tokio::test]
async fn malformed_json_is_refused() {
    let app = studio();
    for path in POST_PATHS {
        for body in [
            "",
            "{",
            "}",
            "nul",
            "{\"wish\":",
            "{\"wish\": {}}}",
            "[1, 2",
            "\u{feff}{}",
            "{'wish': 1}",
            "{\"a\": NaN}",
            "{\"a\": 1e999}",
            "//",
            "{\"a\": \"\u{1}\"}",
            "{\"a\": \"\\ud800\"}",
            "\"",
            "1 2",
        ] {
            count();
            let reply = post_text(&app, path, body).await;
            let status = reply.status.as_u16();
            assert!([400, 422].contains(&status), "{path} {body:?}: {status}");
            assert!(!reply.problem().2.is_empty());
        }
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            count();
            let deep = format!("{}1{}", open.repeat(1000), close.repeat(1000));
            let reply = post_text(&app, path, &deep).await;
            assert_eq!((reply.status.as_u16(), &*reply.problem().0), (400, "too-deep"), "{path}");
        }
    }
    for bytes in [&b"\xff\xfe"[..], b"{\"wish\": \"\xff\"}", b"\x00", b"\x1f\x8b\x08"] {
        count();
        let request = request(Method::POST, "/api/generate").header(header::CONTENT_TYPE, "application/json");
        let reply = send(&app, request.body(Body::from(bytes)).unwrap()).await;
        assert!([400, 422].contains(&reply.status.as_u16()));
    }
}

#[tokio::test]
async fn json_of_the_wrong_shape_is_refused() {
    let app = studio();
    for path in POST_PATHS {
        for body in [
            "[]",
            "null",
            "1",
            "\"text\"",
            "true",
            "{}",
            "{\"wish\": null}",
            "{\"wish\": []}",
            "{\"wish\": {\"recipe\": 7}}",
            "{\"__proto__\": {}}",
            "{\"toml\": 1, \"recipe\": 2}",
        ] {
            count();
            let reply = post_text(&app, path, body).await;
            assert_eq!(reply.status, 422, "{path} {body}: {}", reply.problem().2);
        }
    }
}

#[tokio::test]
async fn long_bodies_are_refused() {
    let app = studio();
    for (path, most) in [("/api/generate", 2 << 20), ("/api/recipe", 2 << 20), ("/api/import", 16 << 20)] {
        count();
        let long = format!("{{\"name\": \"a.txt\", \"text\": \"{}\"}}", "#".repeat(most));
        let reply = post_text(&app, path, &long).await;
        assert_eq!((reply.status.as_u16(), &*reply.problem().0), (413, "too-long"), "{path}");
        count();
        let request = request(Method::POST, path).header(header::CONTENT_TYPE, "application/json");
        let request = request.header(header::CONTENT_LENGTH, "99999999999").body(Body::from("{}")).unwrap();
        assert_eq!(send(&app, request).await.status, 413, "{path}");
    }
}

#[tokio::test]
async fn paths_do_not_reach_other_files() {
    let app = studio();
    for path in [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "/js/../../Cargo.toml",
        "/js/..%5c..%5cCargo.toml",
        "//etc/passwd",
        "/etc/passwd",
        "/index.html/",
        "/js",
        "/js/",
        "/js/types.d.ts",
        "/.git/config",
        "/js/main.js%00",
        "/js/main.js/..",
        "/web/index.html",
        "/%00",
        "/%ff",
        "/api",
        "/api/",
        "/api/generate/",
        "/api/list/x",
        "/api/schema/../list",
        "/api/schema/%2e%2e",
        "/api/thumbnail/",
        "/api/thumbnail/..%2f..%2fCargo.toml",
        "/api/thumbnail/mine.svg",
        "/api//list",
        "/API/LIST",
        "/favicon.ico",
    ] {
        count();
        let reply = get(&app, path).await;
        assert!([400, 404].contains(&reply.status.as_u16()), "{path}: {}", reply.status);
        assert!(!String::from_utf8_lossy(&reply.body).contains("[package]"), "{path}");
    }
    for method in [Method::PUT, Method::DELETE, Method::PATCH, Method::OPTIONS, Method::TRACE, Method::CONNECT] {
        for path in ["/", "/api/list", "/api/generate", "/js/main.js"] {
            if method == Method::CONNECT {
                continue;
            }
            count();
            let status = send(&app, request(method.clone(), path).body(Body::empty()).unwrap()).await.status.as_u16();
            assert!([404, 405].contains(&status), "{method} {path}: {status}");
        }
    }
}

/// Replaces every value of a valid request in turn. Nothing breaks, and nothing takes long.
#[tokio::test]
async fn strange_values_never_break_the_server() {
    let app = studio();
    let good = json!({
        "wish": {
            "recipe": {"title": "x", "attempts": 2, "require": {"openness": "0..100"}, "step": [
                {"use": "bsp", "id": "halls", "with": {"max_depth": 3, "grid": 2}},
                {"use": "doors", "area": {"x": 0, "y": 0, "width": "50%", "height": 20}},
            ]},
            "size": [40, 30], "seed": "7", "populate": 3,
            "edits": [
                {"do": "paint", "tile": "floor", "cells": [[5, 5]], "rects": [[6, 6, 3, 3]]},
                {"do": "label", "at": [5, 5], "text": "here"},
            ],
        },
        "look": {
            "style": "ink", "view": "gm", "without": ["grid"], "numbers": true, "furnish": true, "water": "dry",
            "danger": 3, "title": "t", "compass": true, "scale": true, "legend": true, "crop": true},
        "format": "png", "cell": 4, "window": [0, 0, 10, 10], "heat": null, "letters": "text",
    });
    let mut pointers = Vec::new();
    walk(&good, String::new(), &mut pointers);
    assert!(pointers.len() > 30);
    let strange = [
        json!(null),
        json!(-1),
        json!(2_147_483_648u64),
        json!(1e300),
        json!(1.5),
        json!(""),
        json!("\u{0}\u{7f}"),
        json!("../../x"),
        json!([]),
        json!({}),
        json!(true),
        json!("x".repeat(10_000)),
        json!([[[[]]]]),
        json!({"a": {"b": 1}}),
        json!("<svg onload=alert(1)>"),
    ];
    for pointer in &pointers {
        for value in &strange {
            count();
            let mut body = good.clone();
            *body.pointer_mut(pointer).unwrap() = value.clone();
            let reply = post(&app, "/api/render", &body).await;
            let status = reply.status.as_u16();
            assert!([200, 404, 422].contains(&status), "{pointer} = {value}: {status}");
            if status != 200 {
                let (code, field, message) = reply.problem();
                assert_ne!(code, "broken", "{pointer} = {value}");
                assert!(
                    !message.is_empty() && message.len() < 2_000 && !message.contains('\u{0}'),
                    "{pointer} = {value}: {message}"
                );
                assert!(field.is_empty() || field.starts_with('/'), "{field}");
            }
        }
    }
    assert!(SENT.load(Ordering::Relaxed) > 500);
}

fn walk(value: &Value, at: String, into: &mut Vec<String>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, value)| walk(value, format!("{at}/{key}"), into)),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, value)| walk(value, format!("{at}/{index}"), into));
        }
        _ => into.push(at.clone()),
    }
    if !at.is_empty() && (value.is_object() || value.is_array()) {
        into.push(at);
    }
}

/// Returns a request that runs until it is cancelled: a maze that cannot meet its requirement.
fn endless() -> Value {
    let recipe = json!({"attempts": 1000, "require": {"openness": "99..100"}, "step": [{"use": "maze"}]});
    json!({"wish": {"recipe": recipe, "size": [900, 900], "seed": "7"}})
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_queue_refuses_requests_until_clients_disconnect() {
    let app = studio_with(Limits { workers: 1, max_waiting: 1, ..Limits::default() });
    // One request runs, one waits, and the third is refused at once.
    let mut busy = Vec::new();
    let refused = loop {
        let wish = endless();
        let app = app.clone();
        let mut reply = Box::pin(async move { post(&app, "/api/generate", &wish).await });
        match tokio::time::timeout(Duration::from_millis(200), &mut reply).await {
            Ok(refused) => break refused,
            Err(_) => busy.push(reply),
        }
    };
    assert_eq!((busy.len(), refused.status.as_u16()), (2, 503));
    assert_eq!((refused.header("retry-after"), &*refused.problem().0), ("1", "busy"));
    assert_eq!(get(&app, "/api/health").await.status, 200, "requests that need no worker are served");
    // Disconnecting cancels the running request, which frees its worker.
    drop(busy);
    wait_until_served(&app).await;
}

/// Repeats a request until it succeeds, for at most 20 seconds.
async fn wait_until_served(app: &Router) {
    for _ in 0..2_000 {
        if post_text(app, "/api/generate", GENERATE).await.status == 200 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("no worker became free");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_time_out() {
    let app = studio_with(Limits { workers: 1, max_waiting: 1, timeout_seconds: 1, ..Limits::default() });
    let reply = post(&app, "/api/generate", &endless()).await;
    assert_eq!((reply.status.as_u16(), &*reply.problem().0), (504, "too-slow"));
    wait_until_served(&app).await;
}

#[tokio::test]
async fn many_long_bodies_at_once_are_refused_before_they_arrive() {
    let app = studio();
    // These bodies never arrive, but their length is reserved.
    let import = || {
        let request = request(Method::POST, "/api/import").header(header::CONTENT_TYPE, "application/json");
        request.header(header::CONTENT_LENGTH, "16000000").body(Body::new(Never)).unwrap()
    };
    let mut slow = Vec::new();
    let refused = loop {
        let mut reply = Box::pin(send(&app, import()));
        match tokio::time::timeout(Duration::from_millis(50), &mut reply).await {
            Ok(refused) => break refused,
            Err(_) => slow.push(reply),
        }
    };
    assert_eq!((slow.len(), refused.status.as_u16()), (4, 503));
    drop(slow);
    assert_eq!(post_text(&app, "/api/generate", GENERATE).await.status, 200);
}

/// A body that never arrives.
struct Never;

impl HttpBody for Never {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        Poll::Pending
    }
}
