//! `mapwright man`: the manual pages.

#[path = "support/run.rs"]
mod run;

use run::{Folder, mapwright, with_stdin};
use std::fs;
use std::process::{Command, Stdio};

/// Returns the names of all commands, from the help.
fn commands() -> Vec<String> {
    let help = mapwright(&["--help"]).stdout;
    let list = help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("a list of commands");
    // Continued descriptions are indented further.
    let lines = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = lines.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
    names.map(str::to_owned).collect()
}

#[test]
fn every_command_has_a_page() {
    let folder = Folder::new();
    let pages = folder.path("share/man1");
    let out = mapwright(&["man", "-o", &pages]);
    assert_eq!((out.code, out.stdout.as_str(), out.stderr.as_str()), (0, "", ""));
    let commands = commands();
    assert!(commands.len() > 10 && commands.contains(&"man".to_owned()), "{commands:?}");
    assert_eq!(fs::read_dir(&pages).expect("a folder").count(), commands.len() + 1);
    let page = |name: &str| fs::read_to_string(format!("{pages}/{name}.1")).expect("a page");
    let main = page("mapwright");
    for command in &commands {
        assert!(main.contains(&format!("mapwright\\-{command}(1)")), "{command} in {main}");
        let text = page(&format!("mapwright-{command}"));
        assert!(text.contains(".SH NAME") && text.contains(".SH SYNOPSIS"), "{text}");
        for flag in flags(command) {
            let flag = flag.replace('-', "\\-");
            assert!(text.contains(&flag), "{command}: {flag} in {text}");
        }
        assert_eq!(mapwright(&["man", command]).stdout, text, "printed and written");
        is_valid(command, &text);
    }
    is_valid("mapwright", &main);
    assert_eq!(mapwright(&["man"]).stdout, main);
}

/// Returns the long options of a command, from its help.
fn flags(command: &str) -> Vec<String> {
    let help = mapwright(&[command, "--help"]).stdout;
    let words = help.lines().filter_map(|line| line.trim_start().strip_prefix("-")).flat_map(str::split_whitespace);
    let flags = words.filter(|word| word.starts_with("--")).map(|word| word.trim_end_matches(','));
    flags.map(str::to_owned).collect()
}

/// Asserts that the page is valid: by its own text, and by groff where it is installed.
fn is_valid(name: &str, page: &str) {
    let known = [".TH", ".SH", ".SS", ".TP", ".PP", ".RS", ".RE", ".br", ".ie", ".el", ".IP"];
    for line in page.lines() {
        let request = line.split_whitespace().next().unwrap_or_default();
        assert!(!line.starts_with('.') || known.contains(&request), "{name}: unknown request {line:?}");
        assert!(!line.starts_with('\''), "{name}: a control character starts {line:?}");
        // Every backslash belongs to an escape of a font, a hyphen, a backslash or a protected
        // character.
        for (index, _) in line.match_indices('\\') {
            let escape = line[index + 1..].chars().next();
            assert!(escape.is_some_and(|escape| "fR-\\&*(.nae'".contains(escape)), "{name}: {line:?}");
        }
    }
    let groff = Command::new("groff")
        .args(["-man", "-Tutf8", "-ww", "-z"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn();
    if let Ok(mut child) = groff {
        use std::io::Write;
        child.stdin.take().expect("a pipe").write_all(page.as_bytes()).expect("written");
        let output = child.wait_with_output().expect("it ends");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && !errors.contains("error"), "{name}: {errors}");
    }
}

#[test]
fn mistyped_commands_get_a_suggestion() {
    let out = with_stdin(&["man", "generat"], b"");
    assert_eq!((out.code, out.stdout.as_str()), (2, ""));
    assert_eq!(out.stderr, "mapwright: no command is called \"generat\"; did you mean generate?\n");
    let out = mapwright(&["man", "generate", "-o", "x"]);
    assert_eq!((out.code, out.stderr.lines().count()), (2, 1), "{}", out.stderr);
}
