//! `mapwright play` in a real terminal: tmux holds it, types the keys and tells what is on the screen.

#[path = "support/run.rs"]
mod run;

use run::{Folder, mapwright};
use std::fs;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

/// A terminal of its own, with the game in it. When it goes, the terminal goes too.
struct Tmux {
    socket: String,
    folder: Folder,
}

impl Tmux {
    /// Starts the game with these arguments in a terminal of 80 columns and 24 rows.
    fn play(name: &str, args: &str) -> Tmux {
        let folder = Folder::new();
        let tmux = Tmux { socket: format!("mapwright-{name}-{}", std::process::id()), folder };
        let [before, after, process] = ["before", "after", "process"].map(|file| tmux.folder.path(file));
        let game = env!("CARGO_BIN_EXE_mapwright");
        // A shell that becomes the game tells its number, so that the game can be sent a signal.
        let script = format!(
            "export LANG=C.UTF-8 LC_ALL=C.UTF-8\nstty -g > '{before}'\n\
             sh -c 'echo $$ > \"$0\"; exec \"$@\"' '{process}' '{game}' play {args}\n\
             echo \"ended with $?\"\nstty -g > '{after}'\nread wait\n",
        );
        let script = tmux.folder.write("script", &script);
        tmux.tmux(&["-f", "/dev/null", "new-session", "-d", "-s", "game", "-x", "80", "-y", "24", "sh", &script]);
        tmux
    }

    fn tmux(&self, args: &[&str]) -> String {
        let output = Command::new("tmux").args(["-L", &self.socket]).args(args).env_remove("TMUX").output();
        let output = output.expect("tmux starts; where it is missing, install it: apt-get install tmux");
        assert!(output.status.success(), "tmux {args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn press(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys", "-t", "game"], keys].concat());
    }

    fn screen(&self) -> String {
        self.tmux(&["capture-pane", "-p", "-t", "game"])
    }

    /// The screen once it is as expected.
    fn wait(&self, what: &str, expected: impl Fn(&str) -> bool) -> String {
        for _ in 0..400 {
            let screen = self.screen();
            if expected(&screen) {
                return screen;
            }
            sleep(Duration::from_millis(50));
        }
        panic!("waited in vain: {what}\n{}", self.screen());
    }

    fn sees(&self, text: &str) -> String {
        self.wait(text, |screen| screen.contains(text))
    }

    fn resize(&self, width: &str, height: &str) {
        self.tmux(&["resize-window", "-t", "game", "-x", width, "-y", height]);
    }

    /// That the game has ended like this and the terminal is as it was before.
    fn has_ended(&self, code: u8) {
        let screen = self.sees(&format!("ended with {code}"));
        assert!(!screen.contains("danger"), "the screen of the game is gone:\n{screen}");
        let state = self.tmux(&["display-message", "-p", "-t", "game", "#{alternate_on} #{cursor_flag}"]);
        assert_eq!(state.trim(), "0 1", "the usual screen, with a cursor");
        self.wait("the settings", |_| fs::read_to_string(self.folder.path("after")).is_ok_and(|text| !text.is_empty()));
        let [before, after] =
            ["before", "after"].map(|file| fs::read_to_string(self.folder.path(file)).expect("written"));
        assert_eq!(before, after, "stty says the same as before");
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        let _ = Command::new("tmux").args(["-L", &self.socket, "kill-server"]).env_remove("TMUX").output();
    }
}

/// The number after a word of the status line.
fn number(screen: &str, word: &str) -> u32 {
    let rest = screen.split(word).nth(1).unwrap_or_default().trim_start();
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or_else(|_| panic!("no number after {word}:\n{screen}"))
}

const PLAIN: &str = "arena --size 30x12 --seed 7 --ascii --no-color";

#[test]
fn one_walks_looks_at_the_map_and_quits() {
    let tmux = Tmux::play("walk", PLAIN);
    let first = tmux.sees("danger 1");
    assert!(first.contains("Level 1 ") && first.contains("steps 0") && first.contains("? help"), "{first}");
    let lines: Vec<&str> = first.lines().collect();
    assert_eq!(lines[11].chars().nth(40), Some('@'), "in the middle:\n{first}");
    assert_eq!(lines.len(), 24);
    // There and back: in a hall one way at least is free.
    for (there, back) in [("h", "l"), ("Down", "Up"), ("8", "2"), ("n", "y")] {
        tmux.press(&[there]);
        tmux.press(&[back]);
    }
    let walked = tmux.wait("steps", |screen| screen.contains("steps") && number(screen, "steps") >= 4);
    assert_eq!(walked.lines().nth(11).and_then(|line| line.chars().nth(40)), Some('@'), "{walked}");
    tmux.press(&["m"]);
    tmux.sees("All that is known of level 1");
    tmux.press(&["m"]);
    tmux.sees("? help");
    tmux.press(&["?"]);
    tmux.sees("What the keys do");
    tmux.press(&["Escape"]);
    tmux.sees("? help");
    tmux.press(&["q"]);
    tmux.has_ended(0);
}

#[test]
fn one_resizes_the_terminal_to_almost_nothing_and_back() {
    let tmux = Tmux::play("resize", PLAIN);
    let first = tmux.sees("danger 1");
    tmux.resize("20", "5");
    tmux.wait("too small", |screen| screen.contains("too small") && !screen.contains("danger"));
    tmux.resize("1", "1");
    tmux.press(&["."]);
    tmux.resize("200", "50");
    tmux.wait("a large screen", |screen| screen.lines().count() == 50 && screen.contains("steps 1"));
    tmux.resize("80", "24");
    let map = |screen: &str| screen.lines().skip(1).take(21).map(str::to_owned).collect::<Vec<_>>();
    tmux.wait("the first screen again", |screen| screen.lines().count() == 24 && map(screen) == map(&first));
    tmux.press(&["C-c"]);
    tmux.has_ended(0);
}

#[test]
fn one_takes_stairs_down_and_up_again() {
    let tmux = Tmux::play("stairs", &format!("{PLAIN} --level 3 --light 40"));
    tmux.sees("Level 3 ");
    tmux.sees("danger 3");
    let arrive = |key: &str, level: &str| {
        // On the way there may be things to see; each is worth a stop.
        for _ in 0..100 {
            tmux.press(&[key]);
            sleep(Duration::from_millis(50));
            if tmux.screen().contains(level) {
                return;
            }
        }
        panic!("no {level}:\n{}", tmux.screen());
    };
    arrive(">", "Level 4, danger 4.");
    let below = tmux.sees("on stairs up");
    assert_eq!(below.lines().nth(11).and_then(|line| line.chars().nth(40)), Some('@'), "{below}");
    tmux.press(&["<"]);
    tmux.sees("Level 3, danger 3.");
    tmux.sees("on stairs down");
    tmux.press(&["Enter"]);
    tmux.sees("Level 4, danger 4.");
    tmux.press(&["Escape"]);
    tmux.has_ended(0);
}

#[test]
fn a_signal_ends_it_and_the_terminal_is_as_before() {
    let tmux = Tmux::play("signal", "cellular --size 60x40 --seed 7");
    let shown = tmux.sees("danger 1");
    assert!(shown.contains('█') && shown.contains('·'), "blocks where the locale has them:\n{shown}");
    let process = fs::read_to_string(tmux.folder.path("process")).expect("its number");
    let sent = Command::new("kill").arg(process.trim()).status().expect("kill starts");
    assert!(sent.success());
    tmux.has_ended(130);
}

#[test]
fn what_is_wrong_is_said_before_the_terminal_is_taken() {
    let tmux = Tmux::play("wrong", "no-such-thing");
    let screen = tmux.sees("ended with 2");
    assert!(screen.contains("no-such-thing"), "{screen}");
    tmux.has_ended(2);
}

#[test]
fn without_a_terminal_there_is_nothing_to_play() {
    let out = mapwright(&["play"]);
    assert_eq!((out.code, out.stdout.as_str(), out.stderr.lines().count()), (2, "", 1));
    assert!(out.stderr.contains("play needs a terminal"), "{}", out.stderr);
}
