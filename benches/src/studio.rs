//! Benchmarks of the studio server: start-up time, throughput and latency, and memory under load.

use crate::table;
use anyhow::{Context, Result, bail};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use std::{env, fs};

/// Number of concurrent clients; a browser opens six connections.
const CLIENTS: usize = 6;
/// Duration of each measurement, in seconds.
const SECONDS: u64 = 4;

pub(crate) fn targets() -> Result<()> {
    let starts: Result<Vec<f64>> = (0..9).map(|_| Ok(Studio::start()?.startup)).collect();
    let up = starts?.into_iter().fold(f64::MAX, f64::min);
    let studio = Studio::start()?;
    let small = studio.send_requests(SECONDS, "/api/generate", &|seed| request_body(seed, ""))?;
    let picture = r#", "format": "png", "cell": 16, "window": [-1, -1, 82, 52]"#;
    let drawn = studio.send_requests(SECONDS, "/api/render", &|seed| request_body(seed, picture))?;
    let row = |what: &str, measured: String, target: String, verdict: String| {
        vec![what.to_owned(), measured, target, verdict]
    };
    let time = |what: &str, measured: f64, target: f64| {
        row(what, table::seconds(measured), table::seconds(target), table::verdict(measured, target))
    };
    let rate = |what: &str, measured: f64, target: f64| {
        let verdict = table::verdict(1.0 / measured, 1.0 / target);
        row(what, format!("{}/s", table::count(measured)), format!("{}/s", table::count(target)), verdict)
    };
    let rows = [
        time("started, until it answers", up, 0.05),
        rate("maps of 80x50 (bsp)", small.rate, 200.0),
        time("  p99", small.percentile(99), 0.2),
        rate("pictures of 80x50 (bsp, 1312x832)", drawn.rate, 10.0),
        time("  p95", drawn.percentile(95), 0.1 * CLIENTS as f64),
    ];
    let title = format!("Studio, {CLIENTS} concurrent clients; the target for pictures is 100 ms with one client");
    table::print(&title, &["figure", "measured", "target", ""], &rows);
    Ok(())
}

/// Sends requests for some seconds and fails if memory grows in the second half of the time.
pub(crate) fn soak(seconds: u64) -> Result<()> {
    let studio = Studio::start()?;
    let mut rows = Vec::new();
    let mut resident = Vec::new();
    let rounds = 10;
    for round in 1..=rounds {
        let many = format!(
            r#", "format": "png", "cell": 4, "look": {{"style": "parchment"}}, "window": [{round}, 0, 40, 30]"#
        );
        let first_seed = round as usize * 1_000_000;
        let asked = studio.send_requests((seconds / rounds / 2).max(1), "/api/generate", &|seed| {
            request_body(first_seed + seed, "")
        })?;
        let drawn = studio.send_requests((seconds / rounds / 2).max(1), "/api/render", &|seed| {
            request_body(first_seed + seed, &many)
        })?;
        resident.push(studio.resident()?);
        rows.push(vec![
            format!("{round} of {rounds}"),
            table::count(asked.times.len() as f64),
            table::count(drawn.times.len() as f64),
            table::seconds(asked.percentile(99)),
            format!("{:.1} MB", resident[resident.len() - 1] as f64 / 1e6),
        ]);
    }
    table::print("Studio under constant load", &["round", "maps", "pictures", "p99 of maps", "memory"], &rows);
    let half = resident.len() / 2;
    let (early, late) = (resident[half], resident[resident.len() - 1]);
    // The caches are full after the first rounds.
    if late > early + early / 5 + (16 << 20) {
        bail!("memory grows: {early} bytes halfway, {late} at the end");
    }
    println!("\n  memory does not grow");
    Ok(())
}

fn request_body(seed: usize, more: &str) -> String {
    format!(r#"{{"wish": {{"recipe": {{"step": [{{"use": "bsp"}}]}}, "size": [80, 50], "seed": "{seed}"}}{more}}}"#)
}

/// A running studio; dropping it ends the process.
struct Studio {
    child: Child,
    host: String,
    /// Seconds from start to the first response.
    startup: f64,
}

impl Drop for Studio {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Throughput and latency of a series of requests.
struct Responses {
    /// Responses per second.
    rate: f64,
    /// Latencies in seconds, ascending.
    times: Vec<f64>,
}

impl Responses {
    fn percentile(&self, percent: usize) -> f64 {
        self.times
            .get((self.times.len() * percent / 100).min(self.times.len().saturating_sub(1)))
            .copied()
            .unwrap_or(f64::NAN)
    }
}

impl Studio {
    fn start() -> Result<Studio> {
        let program = env::current_exe()?.with_file_name("mapwright");
        let begun = Instant::now();
        let mut child = Command::new(&program)
            .args(["studio", "--port", "0", "--no-open"])
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().context("the studio has no output")?).read_line(&mut line)?;
        let host = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        let mut studio = Studio { child, host, startup: 0.0 };
        Client::of(&studio.host)?.get("/api/health")?;
        studio.startup = begun.elapsed().as_secs_f64();
        Ok(studio)
    }

    /// Sends requests from all clients at once, each for a different map.
    fn send_requests(&self, seconds: u64, path: &str, body: &(dyn Fn(usize) -> String + Sync)) -> Result<Responses> {
        let begun = Instant::now();
        let until = begun + Duration::from_secs(seconds);
        let run_client = |client: usize| -> Result<Vec<f64>> {
            let mut connection = Client::of(&self.host)?;
            let mut times = Vec::new();
            while Instant::now() < until {
                let sent = Instant::now();
                connection.post(path, &body(client * 100_000 + times.len()))?;
                times.push(sent.elapsed().as_secs_f64());
            }
            Ok(times)
        };
        let mut times = thread::scope(|scope| -> Result<Vec<f64>> {
            let clients: Vec<_> = (0..CLIENTS).map(|client| scope.spawn(move || run_client(client))).collect();
            let mut all = Vec::new();
            for client in clients {
                all.extend(client.join().map_err(|_| anyhow::anyhow!("a client panicked"))??);
            }
            Ok(all)
        })?;
        let rate = times.len() as f64 / begun.elapsed().as_secs_f64();
        times.sort_by(f64::total_cmp);
        Ok(Responses { rate, times })
    }

    /// Returns the resident memory of the process, in bytes.
    fn resident(&self) -> Result<usize> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS")?;
        Ok(line.trim().trim_end_matches("kB").trim().parse::<usize>()? * 1024)
    }
}

/// An HTTP client with one persistent connection.
struct Client {
    host: String,
    stream: BufReader<TcpStream>,
}

impl Client {
    fn of(host: &str) -> Result<Client> {
        let stream = TcpStream::connect(host)?;
        stream.set_nodelay(true)?;
        Ok(Client { host: host.to_owned(), stream: BufReader::new(stream) })
    }

    fn get(&mut self, path: &str) -> Result<Vec<u8>> {
        let head = format!("GET {path} HTTP/1.1\r\nhost: {}\r\n\r\n", self.host);
        self.talk(head.as_bytes()).with_context(|| path.to_owned())
    }

    fn post(&mut self, path: &str, body: &str) -> Result<Vec<u8>> {
        let (host, length) = (&self.host, body.len());
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\ncontent-length: {length}"
        );
        self.talk(format!("{head}\r\n\r\n{body}").as_bytes()).with_context(|| path.to_owned())
    }

    fn talk(&mut self, request: &[u8]) -> Result<Vec<u8>> {
        self.stream.get_mut().write_all(request)?;
        let (mut status, mut length) = (String::new(), 0);
        self.stream.read_line(&mut status)?;
        loop {
            let mut line = String::new();
            self.stream.read_line(&mut line)?;
            if line.trim().is_empty() {
                break;
            }
            if let Some(number) = line.to_lowercase().strip_prefix("content-length:") {
                length = number.trim().parse()?;
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        if !status.contains(" 200 ") {
            bail!("{}: {}", status.trim(), String::from_utf8_lossy(&body));
        }
        Ok(body)
    }
}
