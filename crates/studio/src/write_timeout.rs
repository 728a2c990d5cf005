//! [`WriteTimeout`]: a stream that fails when the client reads nothing for too long.
//!
//! Without the timeout, clients that request much and read nothing would hold their connections
//! forever.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// A stream whose writes fail after making no progress for this long.
pub(crate) struct WriteTimeout<S> {
    stream: S,
    timeout: Duration,
    /// Timer that runs while a write makes no progress.
    timer: Option<Pin<Box<Sleep>>>,
}

impl<S> WriteTimeout<S> {
    pub(crate) fn new(stream: S, timeout: Duration) -> Self {
        WriteTimeout { stream, timeout, timer: None }
    }

    /// Passes on the result of a write, or an error when the write is pending for too long.
    fn or_timeout<T>(&mut self, cx: &mut Context<'_>, result: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if result.is_ready() {
            self.timer = None;
            return result;
        }
        let timeout = self.timeout;
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep(timeout)));
        ready!(timer.as_mut().poll(cx));
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client stopped reading")))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.or_timeout(cx, result)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let result = Pin::new(&mut self.stream).poll_flush(cx);
        self.or_timeout(cx, result)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let result = Pin::new(&mut self.stream).poll_shutdown(cx);
        self.or_timeout(cx, result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    #[tokio::test]
    async fn slow_readers_are_served_and_silent_ones_time_out() {
        let (near, mut far) = duplex(8);
        let mut stream = WriteTimeout::new(near, Duration::from_millis(300));
        let reading = tokio::spawn(async move {
            let mut chunk = [0; 4];
            for _ in 0..8 {
                tokio::time::sleep(Duration::from_millis(50)).await;
                far.read_exact(&mut chunk).await.unwrap();
            }
            far
        });
        stream.write_all(&[7; 32]).await.expect("slow, but it reads");
        let _silent = reading.await.unwrap();
        let error = stream.write_all(&[7; 32]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }
}
