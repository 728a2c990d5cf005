//! The studio on a real socket: what cannot be asked without one.

use mapwright_studio::{Limits, Studio, app, serve};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A studio at a free port of loopback; it stops when the sender goes.
async fn studio(limits: Limits) -> (SocketAddr, oneshot::Sender<()>, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel();
    let app = app(Arc::new(Studio::new(address.port(), limits)));
    let serving = tokio::spawn(serve(listener, app, async { drop(stopped.await) }));
    (address, stop, serving)
}

/// Sends bytes and reads all that comes back.
async fn talk(address: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // A server that has heard enough may close before all is sent.
    let _ = stream.write_all(bytes).await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).into_owned()
}

fn get(address: SocketAddr, path: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n").into_bytes()
}

fn post(address: SocketAddr, body: &str) -> Vec<u8> {
    let length = body.len();
    let head = format!(
        "POST /api/generate HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: {length}"
    );
    format!("{head}\r\n\r\n{body}").into_bytes()
}

#[tokio::test]
async fn it_answers_and_stops() {
    let (address, stop, serving) = studio(Limits::default()).await;
    assert!(talk(address, &get(address, "/api/health")).await.starts_with("HTTP/1.1 200"));
    assert!(talk(address, &get(address, "/")).await.contains("<!doctype html>"));
    // A connection that is kept open does not keep the studio.
    let _idle = TcpStream::connect(address).await.unwrap();
    drop(stop);
    serving.await.unwrap();
    assert!(TcpStream::connect(address).await.is_err());
}

#[tokio::test]
async fn noise_is_refused_and_others_are_answered() {
    let (address, _stop, _serving) = studio(Limits::default()).await;
    let long = format!("GET /{} HTTP/1.1\r\nhost: {address}\r\n\r\n", "a".repeat(100_000));
    let many: String = (0..500).map(|number| format!("x-{number}: 1\r\n")).collect();
    let many = format!("GET / HTTP/1.1\r\nhost: {address}\r\n{many}\r\n");
    let noise: [&[u8]; 8] = [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\0\0\0\0\r\n\r\n",
        b"POST /api/generate HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n",
        b"POST /api/generate HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
        long.as_bytes(),
        many.as_bytes(),
    ];
    for bytes in noise {
        let answer = talk(address, bytes).await;
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer}");
        assert!(talk(address, &get(address, "/api/health")).await.starts_with("HTTP/1.1 200"));
    }
    let old = format!("GET /api/health HTTP/1.0\r\nhost: {address}\r\n\r\n");
    assert!(talk(address, old.as_bytes()).await.contains(" 200 "));
    assert!(talk(address, b"GET /api/health HTTP/1.0\r\n\r\n").await.contains(" 421 "));
}

#[tokio::test]
async fn a_client_that_leaves_takes_its_work_along() {
    let (address, _stop, _serving) = studio(Limits { workers: 1, waiting: 0, ..Limits::default() }).await;
    let endless = r#"{"wish": {"recipe": {"attempts": 1000, "require": {"openness": "99..100"}, "step": [{"use": "maze"}]}, "size": [900, 900], "seed": "7"}}"#;
    let small = r#"{"wish": {"recipe": {"step": [{"use": "arena"}]}, "seed": "7"}}"#;
    let mut client = TcpStream::connect(address).await.unwrap();
    client.write_all(&post(address, endless)).await.unwrap();
    until(address, small, " 503 ").await;
    drop(client);
    // The only place becomes free, long before the work would have ended by itself.
    until(address, small, " 200 ").await;
}

/// Asks until the answer has this status, but not for ever.
async fn until(address: SocketAddr, body: &str, status: &str) {
    for _ in 0..2_000 {
        if talk(address, &post(address, body)).await.contains(status) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("never{status}");
}

#[tokio::test]
async fn many_clients_at_once_are_answered() {
    let (address, _stop, _serving) = studio(Limits { waiting: 200, ..Limits::default() }).await;
    let body = |seed: usize| format!(r#"{{"wish": {{"recipe": {{"step": [{{"use": "bsp"}}]}}, "seed": "{seed}"}}}}"#);
    let asked: Vec<_> =
        (0..100).map(|seed| tokio::spawn(async move { talk(address, &post(address, &body(seed))).await })).collect();
    for asked in asked {
        assert!(asked.await.unwrap().starts_with("HTTP/1.1 200"));
    }
}

#[tokio::test]
async fn the_page_is_packed_for_who_takes_it() {
    let (address, _stop, _serving) = studio(Limits::default()).await;
    let ask = |more: &str| {
        format!("GET /js/main.js HTTP/1.1\r\nhost: {address}\r\n{more}connection: close\r\n\r\n").into_bytes()
    };
    let plain = talk(address, &ask("")).await;
    assert!(!plain.contains("content-encoding") && plain.contains("import {"));
    let packed = talk(address, &ask("accept-encoding: gzip, br\r\n")).await;
    assert!(packed.contains("content-encoding: gzip") && packed.len() < plain.len());
    assert!(packed.contains("vary: accept-encoding"));
}
