//! `mapwright studio` in a real process, share codes, and remade maps with edits.

#[path = "support/run.rs"]
mod run;

use mapwright::edit::{Edit, edited};
use mapwright::{Recipe, Run, Seed, registry, saved};
use run::{Folder, mapwright};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// Running studio with its address. It ends with the test.
struct Studio {
    child: Child,
    host: String,
}

impl Drop for Studio {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Studio {
    fn start() -> Studio {
        let mut child = Command::new(env!("CARGO_BIN_EXE_mapwright"))
            .args(["studio", "--port", "0", "--no-open"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let host = line.trim().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/')).expect("an address");
        Studio { host: host.to_owned(), child }
    }

    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", self.host).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }
}

#[test]
fn it_prints_its_address_serves_the_page_and_stops() {
    let mut studio = Studio::start();
    assert!(studio.host.starts_with("127.0.0.1:"), "{}", studio.host);
    assert!(studio.get("/").contains("<title>Mapwright studio</title>"));
    let port = studio.host.rsplit(':').next().unwrap();
    let second = mapwright(&["studio", "--no-open", "--port", port]);
    assert_eq!(second.code, 2);
    assert_eq!(second.stderr.lines().count(), 1);
    assert!(second.stderr.contains(&format!("port {port} is in use")), "{}", second.stderr);
    let id = studio.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert!(studio.child.wait().unwrap().success(), "Ctrl-C exits with code 0");
}

#[test]
fn a_share_code_remakes_the_map() {
    let args = ["generate", "sun-temple", "--seed", "18446744073709551615", "-q", "-o", "-", "--as"];
    let code = mapwright(&[&args[..], &["share"]].concat()).stdout;
    assert!(code.starts_with("mw1.") && code.lines().count() == 1, "{code}");
    let text = mapwright(&[&args[..], &["txt"]].concat()).stdout;
    let again = mapwright(&["generate", code.trim(), "-q", "-o", "-", "--as", "txt"]);
    assert_eq!((again.code, again.stdout), (0, text));
    let cut = mapwright(&["generate", &code[..40]]);
    assert_eq!((cut.code, cut.stderr.lines().count()), (2, 1));
    assert!(cut.stderr.contains("cut off"), "{}", cut.stderr);
}

#[test]
fn an_edited_map_is_remade_with_its_edits() {
    let folder = Folder::new();
    let recipe = Recipe::of("rooms-corridors", serde_json::Map::new());
    let map = recipe.plan(registry::ALL).unwrap().run(Run::new(Seed::new(7)).size(60, 40)).unwrap();
    let label = Edit::Label { at: [3, 3], text: "Beware".to_owned() };
    let moved = Edit::MoveRoom { room: map.rooms[0].id.0, by: [0, 1] };
    let map = [label, moved].iter().fold(map, |map, edit| edited(&map, edit, registry::ALL, None).unwrap());
    let text = saved::to_string(&map);
    folder.write("edited.json", &text);
    let again = mapwright(&["generate", &folder.path("edited.json"), "-q", "-o", "-", "--as", "json"]);
    assert_eq!((again.code, again.stdout), (0, text));
    let other = mapwright(&["generate", &folder.path("edited.json"), "--seed", "8", "-o", "-", "--as", "json"]);
    assert_eq!(other.code, 0);
    assert!(other.stderr.contains("its edits are left out"), "{}", other.stderr);
    assert_eq!(saved::from_str(&other.stdout).unwrap().source.edits, []);
}
