//! Ctrl-C: every command ends, whatever it does, and leaves no temporary file behind.
#![cfg(unix)]

#[path = "support/run.rs"]
mod run;

use run::{Folder, mapwright};
use std::io::Write;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

fn start(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_mapwright"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts")
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([name, &child.id().to_string()]).status().expect("kill");
    assert!(sent.success());
}

/// Waits until the folder has a temporary file. Returns false if the program ended without one.
fn has_temporary_file(folder: &Folder, child: &mut Child) -> bool {
    loop {
        if folder.names().iter().any(|name| name.starts_with(".mapwright-")) {
            return true;
        }
        if child.try_wait().expect("a child").is_some() {
            return false;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

fn end(child: Child) -> Output {
    child.wait_with_output().expect("it ends")
}

#[test]
fn a_program_that_waits_for_input_ends_and_removes_its_file() {
    for name in ["-INT", "-TERM", "-HUP"] {
        let folder = Folder::new();
        // It never gets a whole map, and would wait forever.
        let mut child = start(&["render", "-", "-o", &folder.path("map.png")]);
        let mut input = child.stdin.take().expect("a pipe");
        input.write_all(b"{\"format\": \"mapwright-map\", ").expect("it reads");
        assert!(has_temporary_file(&folder, &mut child));
        signal(&child, name);
        let status = child.wait().expect("it ends");
        drop(input);
        assert_eq!(status.code(), Some(130), "{name}");
        assert_eq!(folder.names(), Vec::<String>::new(), "{name}");
    }
}

#[test]
fn no_file_stays_behind_whenever_the_signal_comes() {
    let folder = Folder::new();
    let map = folder.path("map.json");
    let out = mapwright(&["generate", "cellular", "--size", "500x500", "--seed", "1", "-o", &map]);
    assert_eq!(out.code, 0, "{}{}", out.stdout, out.stderr);
    let commands: [&[&str]; 7] = [
        &["render", &map, "--cell", "16", "-o"],
        &["render", &map, "--pages", "one", "-o"],
        &["generate", "voronoi", "--size", "3000x3000", "-q", "-o"],
        &["generate", "bsp-interior", "--size", "3000x3000", "-q", "-o"],
        &["measure", &map, "--heatmap", "visibility", "-o"],
        &["render", &map, "--view", "player", "-o"],
        &["generate", "dungeon", "--set", "size=large", "-q", "-o"],
    ];
    let formats = ["png", "pdf", "txt", "json", "png", "svg", "pdf"];
    for (index, (command, format)) in commands.into_iter().zip(formats).enumerate() {
        // The moment of the signal differs: at once, and a little later.
        for delay in [0, 40, 160] {
            let out = Folder::new();
            let file = out.path(&format!("out.{format}"));
            let args: Vec<&str> = command.iter().copied().chain([file.as_str()]).collect();
            let mut child = start(&args);
            if has_temporary_file(&out, &mut child) {
                thread::sleep(Duration::from_millis(delay));
                signal(&child, "-INT");
            }
            let status = end(child).status;
            let names = out.names();
            assert!(names.iter().all(|name| !name.starts_with(".mapwright-")), "{index}, {delay}: {names:?}");
            assert!(status.code() == Some(130) || !names.is_empty(), "{index}, {delay}: {status}");
        }
    }
}

#[test]
fn an_older_file_stays_as_it_was() {
    let folder = Folder::new();
    let old = folder.write("map.png", "older");
    let mut child = start(&["render", "-", "-o", &old]);
    let input = child.stdin.take().expect("a pipe");
    assert!(has_temporary_file(&folder, &mut child));
    signal(&child, "-INT");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    drop(input);
    assert_eq!(std::fs::read_to_string(&old).expect("a file"), "older");
    assert_eq!(folder.names(), ["map.png"]);
}

#[test]
fn a_measurement_of_large_maps_keeps_its_results() {
    let folder = Folder::new();
    let csv = folder.path("many.csv");
    // A map that takes seconds to measure does not keep the program from ending.
    let args = ["measure", "maze", "--size", "1500x1500", "--count", "1000", "--csv", &csv];
    let mut child = start(&args);
    assert!(has_temporary_file(&folder, &mut child));
    thread::sleep(Duration::from_millis(300));
    signal(&child, "-INT");
    let output = end(child);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{told}");
    assert!(told.contains("their results are kept"), "{told}");
    assert_eq!(folder.names(), ["many.csv"]);
}
