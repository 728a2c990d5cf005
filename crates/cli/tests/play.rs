//! `mapwright play` in a real terminal, driven by tmux.

#[path = "support/run.rs"]
mod run;

#[path = "support/tmux.rs"]
mod tmux;

use run::mapwright;
use std::thread::sleep;
use std::time::Duration;
use tmux::Tmux;

/// Starts the game with these arguments.
fn play(name: &str, args: &str) -> Tmux {
    Tmux::start(name, &format!("play {args}"))
}

/// Asserts that the game has ended with this code and its screen is gone.
fn has_ended(tmux: &Tmux, code: u8) {
    let screen = tmux.has_ended(code);
    assert!(!screen.contains("danger"), "the screen of the game is gone:\n{screen}");
}

/// Returns the number after a word of the status line.
fn number(screen: &str, word: &str) -> u32 {
    let rest = screen.split(word).nth(1).unwrap_or_default().trim_start();
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or_else(|_| panic!("no number after {word}:\n{screen}"))
}

const PLAIN: &str = "arena --size 30x12 --seed 7 --ascii --no-color";

#[test]
fn the_player_walks_opens_the_map_and_quits() {
    let tmux = play("walk", PLAIN);
    let first = tmux.sees("danger 1");
    assert!(first.contains("Level 1 ") && first.contains("steps 0") && first.contains("? help"), "{first}");
    let lines: Vec<&str> = first.lines().collect();
    assert_eq!(lines[11].chars().nth(40), Some('@'), "in the middle:\n{first}");
    assert_eq!(lines.len(), 24);
    // There and back: at least one direction is free in a hall.
    for (there, back) in [("h", "l"), ("Down", "Up"), ("8", "2"), ("n", "y")] {
        tmux.press(&[there]);
        tmux.press(&[back]);
    }
    let walked = tmux.wait("steps", |screen| screen.contains("steps") && number(screen, "steps") >= 4);
    assert_eq!(walked.lines().nth(11).and_then(|line| line.chars().nth(40)), Some('@'), "{walked}");
    tmux.press(&["m"]);
    tmux.sees("Map of level 1");
    tmux.press(&["m"]);
    tmux.sees("? help");
    tmux.press(&["?"]);
    tmux.sees("Press any key to return");
    tmux.press(&["Escape"]);
    tmux.sees("? help");
    tmux.press(&["q"]);
    has_ended(&tmux, 0);
}

#[test]
fn the_terminal_can_be_resized_to_one_cell_and_back() {
    let tmux = play("resize", PLAIN);
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
    has_ended(&tmux, 0);
}

#[test]
fn stairs_lead_down_and_up_again() {
    let tmux = play("stairs", &format!("{PLAIN} --level 3 --light 40"));
    tmux.sees("Level 3 ");
    tmux.sees("danger 3");
    let arrive = |key: &str, level: &str| {
        // Walking stops whenever something comes into view.
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
    has_ended(&tmux, 0);
}

#[test]
fn a_signal_ends_the_game_and_restores_the_terminal() {
    let tmux = play("signal", "cellular --size 60x40 --seed 7");
    let shown = tmux.sees("danger 1");
    assert!(shown.contains('█') && shown.contains('·'), "blocks where the locale has them:\n{shown}");
    tmux.kill();
    has_ended(&tmux, 130);
}

#[test]
fn errors_are_reported_before_the_screen_is_cleared() {
    let tmux = play("wrong", "no-such-thing");
    let screen = tmux.sees("ended with 2");
    assert!(screen.contains("no-such-thing"), "{screen}");
    has_ended(&tmux, 2);
}

#[test]
fn play_needs_a_terminal() {
    let out = mapwright(&["play"]);
    assert_eq!((out.code, out.stdout.as_str(), out.stderr.lines().count()), (2, "", 1));
    assert!(out.stderr.contains("play needs a terminal"), "{}", out.stderr);
}
