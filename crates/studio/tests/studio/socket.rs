//! The studio on a real socket: connections, noise, disconnecting clients and compression.

use mapwright_studio::{Limits, Studio, app, serve};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// Starts a studio on a free port of loopback; it stops when the sender is dropped.
async fn studio(limits: Limits) -> (SocketAddr, oneshot::Sender<()>, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel();
    let app = app(Arc::new(Studio::new(address.port(), limits)));
    let serving = tokio::spawn(serve(listener, app, async { drop(stopped.await) }));
    (address, stop, serving)
}

/// Sends bytes and reads the whole response.
async fn exchange(address: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // The server may close the connection before everything is sent.
    let _ = stream.write_all(bytes).await;
    let mut reply = Vec::new();
    let _ = stream.read_to_end(&mut reply).await;
    String::from_utf8_lossy(&reply).into_owned()
}

fn get(address: SocketAddr, path: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n").into_bytes()
}

fn post(address: SocketAddr, body: &str) -> Vec<u8> {
    let length = body.len();
    let head = format!(
        "POST /api/generate HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
         connection: close\r\ncontent-length: {length}"
    );
    format!("{head}\r\n\r\n{body}").into_bytes()
}

#[tokio::test]
async fn serves_requests_and_stops() {
    let (address, stop, serving) = studio(Limits::default()).await;
    assert!(exchange(address, &get(address, "/api/health")).await.starts_with("HTTP/1.1 200"));
    assert!(exchange(address, &get(address, "/")).await.contains("<!doctype html>"));
    // An idle connection does not keep the studio running.
    let _idle = TcpStream::connect(address).await.unwrap();
    drop(stop);
    serving.await.unwrap();
    assert!(TcpStream::connect(address).await.is_err());
}

#[tokio::test]
async fn malformed_requests_do_not_disturb_others() {
    let (address, _stop, _serving) = studio(Limits::default()).await;
    let long_path = format!("GET /{} HTTP/1.1\r\nhost: {address}\r\n\r\n", "a".repeat(100_000));
    let headers: String = (0..500).map(|number| format!("x-{number}: 1\r\n")).collect();
    let many_headers = format!("GET / HTTP/1.1\r\nhost: {address}\r\n{headers}\r\n");
    let malformed: [&[u8]; 8] = [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\0\0\0\0\r\n\r\n",
        b"POST /api/generate HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n",
        b"POST /api/generate HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
        long_path.as_bytes(),
        many_headers.as_bytes(),
    ];
    for bytes in malformed {
        let reply = exchange(address, bytes).await;
        assert!(reply.is_empty() || reply.starts_with("HTTP/1.1 4"), "{reply}");
        assert!(exchange(address, &get(address, "/api/health")).await.starts_with("HTTP/1.1 200"));
    }
    let old = format!("GET /api/health HTTP/1.0\r\nhost: {address}\r\n\r\n");
    assert!(exchange(address, old.as_bytes()).await.contains(" 200 "));
    assert!(exchange(address, b"GET /api/health HTTP/1.0\r\n\r\n").await.contains(" 421 "));
}

#[tokio::test]
async fn disconnecting_cancels_the_request() {
    let (address, _stop, _serving) = studio(Limits { workers: 1, max_waiting: 0, ..Limits::default() }).await;
    let endless = r#"{"wish": {"size": [900, 900], "seed": "7", "recipe": {
        "attempts": 1000, "require": {"openness": "99..100"}, "step": [{"use": "maze"}]
    }}}"#;
    let small = r#"{"wish": {"recipe": {"step": [{"use": "arena"}]}, "seed": "7"}}"#;
    let mut client = TcpStream::connect(address).await.unwrap();
    client.write_all(&post(address, endless)).await.unwrap();
    wait_for_status(address, small, " 503 ").await;
    drop(client);
    // The only worker becomes free, long before the work would have ended by itself.
    wait_for_status(address, small, " 200 ").await;
}

/// Repeats the request until the response has this status, for at most 20 seconds.
async fn wait_for_status(address: SocketAddr, body: &str, status: &str) {
    for _ in 0..2_000 {
        if exchange(address, &post(address, body)).await.contains(status) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("no response with{status}");
}

#[tokio::test]
async fn a_hundred_clients_at_once_are_served() {
    let (address, _stop, _serving) = studio(Limits { max_waiting: 200, ..Limits::default() }).await;
    let body = |seed: usize| format!(r#"{{"wish": {{"recipe": {{"step": [{{"use": "bsp"}}]}}, "seed": "{seed}"}}}}"#);
    let replies: Vec<_> = (0..100)
        .map(|seed| tokio::spawn(async move { exchange(address, &post(address, &body(seed))).await }))
        .collect();
    for reply in replies {
        assert!(reply.await.unwrap().starts_with("HTTP/1.1 200"));
    }
}

#[tokio::test]
async fn the_page_is_compressed_for_clients_that_accept_gzip() {
    let (address, _stop, _serving) = studio(Limits::default()).await;
    let request = |more: &str| {
        format!("GET /js/main.js HTTP/1.1\r\nhost: {address}\r\n{more}connection: close\r\n\r\n").into_bytes()
    };
    let plain = exchange(address, &request("")).await;
    assert!(!plain.contains("content-encoding") && plain.contains("import {"));
    let compressed = exchange(address, &request("accept-encoding: gzip, br\r\n")).await;
    assert!(compressed.contains("content-encoding: gzip") && compressed.len() < plain.len());
    assert!(compressed.contains("vary: accept-encoding"));
}
