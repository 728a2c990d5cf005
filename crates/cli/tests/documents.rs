//! `docs/cli.md` is what `--help` says.

#[path = "../../core/tests/golden/file.rs"]
mod file;

use std::process::Command;

fn help(command: Option<&str>) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_mapwright")).args(command).arg("--help").env("COLUMNS", "100").output();
    String::from_utf8(output.expect("it starts").stdout).expect("text")
}

#[test]
fn the_command_line_is_documented() {
    let mut page = String::from("# The command line\n\nMade from `--help` by `cargo xtask bless`.\n\n```text\n");
    page.push_str(&help(None));
    page.push_str("```\n");
    for command in ["list", "describe", "generate", "render", "check", "completions"] {
        page.push_str(&format!("\n## `mapwright {command}`\n\n```text\n{}```\n", help(Some(command))));
    }
    file::assert_file("docs/cli.md", &page);
    assert!(file::blessing() || file::project().join("docs/cli.md").exists());
}
