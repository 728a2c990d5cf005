//! The server: listens on loopback, with limits on connections and time, until Ctrl-C.

use crate::app::app;
use crate::studio::{Limits, Studio};
use crate::write_timeout::WriteTimeout;
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
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

/// Maximum number of open connections; a browser uses six.
const MAX_CONNECTIONS: usize = 256;
/// Time in which a client has to send its request headers, and for which it may stop reading the
/// response.
const CLIENT_TIMEOUT: Duration = Duration::from_secs(20);
/// Time that open responses have to finish when the studio stops.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

/// Serves the studio on loopback until Ctrl-C. Port 0 picks a free port. `ready` is called with the
/// address as soon as connections are accepted.
pub fn run(port: u16, ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
        let address = listener.local_addr()?;
        let studio = Arc::new(Studio::new(address.port(), Limits::default()));
        ready(address);
        serve(listener, app(studio), shutdown_signal()).await;
        Ok(())
    });
    // Does not wait for work that is still running.
    runtime.shutdown_background();
    served
}

/// Waits for Ctrl-C or for the system's signal to end the process.
async fn shutdown_signal() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let (Ok(mut terminate), Ok(mut hangup)) = (signal(SignalKind::terminate()), signal(SignalKind::hangup())) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
                _ = hangup.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

/// Serves the app until `stop` completes, then gives open responses a short time to finish.
pub async fn serve(listener: TcpListener, app: Router, stop: impl Future<Output = ()>) {
    let permits = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let (shutdown_sender, shutdown) = watch::channel(false);
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = accept(&listener, &permits) => accepted,
            () = &mut stop => break,
        };
        let Some((stream, permit)) = accepted else { continue };
        let (app, shutdown) = (app.clone(), shutdown.clone());
        tokio::spawn(async move {
            serve_connection(stream, app, shutdown).await;
            drop(permit);
        });
    }
    let _ = shutdown_sender.send(true);
    let all_closed = permits.acquire_many(MAX_CONNECTIONS as u32);
    let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, all_closed).await;
}

/// Accepts the next connection, as soon as the limit allows one more.
async fn accept(listener: &TcpListener, permits: &Arc<Semaphore>) -> Option<(TcpStream, OwnedSemaphorePermit)> {
    let permit = Arc::clone(permits).acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, _)) => Some((stream, permit)),
        Err(_) => {
            // Most likely the process is out of file handles, which passes.
            tokio::time::sleep(Duration::from_millis(50)).await;
            None
        }
    }
}

/// Serves all requests of one connection.
async fn serve_connection(stream: TcpStream, app: Router, mut shutdown: watch::Receiver<bool>) {
    let _ = stream.set_nodelay(true);
    let stream = WriteTimeout::new(stream, CLIENT_TIMEOUT);
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(CLIENT_TIMEOUT).max_buf_size(64 << 10);
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), TowerToHyperService::new(app)));
    let stopped = async { drop(shutdown.wait_for(|stopped| *stopped).await) };
    tokio::select! {
        // Errors are ignored: they only mean that the client disconnected.
        _ = connection.as_mut() => {}
        () = stopped => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}
