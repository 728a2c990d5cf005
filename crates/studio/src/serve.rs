//! Listening: on loopback, within bounds, until Ctrl-C.

use crate::app;
use crate::patient::Patient;
use crate::studio::{Limits, Studio};
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::future::Future;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};

/// The most connections at a time; a browser uses six.
const CONNECTIONS: usize = 256;
/// How long a client may take to say what it wants, and how long it may read nothing of the answer.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long answers may take to end when the studio stops.
const FAREWELL: Duration = Duration::from_secs(2);

/// Serves the studio on loopback until Ctrl-C; port 0 picks a free one. `ready` is told the address as soon as it can be asked.
pub fn run(port: u16, ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
        let address = listener.local_addr()?;
        let studio = Arc::new(Studio::new(address.port(), Limits::default()));
        ready(address);
        serve(listener, app(studio), stopped()).await;
        Ok(())
    });
    // Work that is still being done is not waited for.
    runtime.shutdown_background();
    served
}

/// Ctrl-C, or the wish of the system to end it.
async fn stopped() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let (Ok(mut end), Ok(mut hangup)) = (signal(SignalKind::terminate()), signal(SignalKind::hangup())) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = end.recv() => {}
                _ = hangup.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

/// Serves the app until `stop` is over, and lets answers that have begun end.
pub async fn serve(listener: TcpListener, app: Router, stop: impl Future<Output = ()>) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let (tell, told) = watch::channel(false);
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = accept(&listener, &places) => accepted,
            () = &mut stop => break,
        };
        let Some((stream, place)) = accepted else { continue };
        let (app, told) = (app.clone(), told.clone());
        tokio::spawn(async move {
            converse(stream, app, told).await;
            drop(place);
        });
    }
    let _ = tell.send(true);
    let all = places.acquire_many(CONNECTIONS as u32);
    let _ = tokio::time::timeout(FAREWELL, all).await;
}

/// The next connection, when there is a place for it.
async fn accept(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> Option<(TcpStream, tokio::sync::OwnedSemaphorePermit)> {
    let place = Arc::clone(places).acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, _)) => Some((stream, place)),
        Err(_) => {
            // Out of handles, most likely: it passes.
            tokio::time::sleep(Duration::from_millis(50)).await;
            None
        }
    }
}

/// One connection, from its first request to its last.
async fn converse(stream: TcpStream, app: Router, mut told: watch::Receiver<bool>) {
    let _ = stream.set_nodelay(true);
    let stream = Patient::new(stream, PATIENCE);
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(PATIENCE).max_buf_size(64 << 10);
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), TowerToHyperService::new(app)));
    let stopped = async { drop(told.wait_for(|stopped| *stopped).await) };
    tokio::select! {
        // A client that breaks off is no matter.
        _ = connection.as_mut() => {}
        () = stopped => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}
