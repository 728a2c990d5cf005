//! `docs/cli.md` equals the output of `--help`, and the commands of other pages work.

#[path = "../../core/tests/golden/file.rs"]
mod file;
#[path = "support/shell.rs"]
mod shell;

use std::fs;
use std::process::Command;

fn help(command: Option<&str>) -> String {
    let output =
        Command::new(env!("CARGO_BIN_EXE_mapwright")).args(command).arg("--help").env("COLUMNS", "100").output();
    String::from_utf8(output.expect("it starts").stdout).expect("text")
}

fn mapwright(args: &[&str]) -> Vec<u8> {
    let output = Command::new(env!("CARGO_BIN_EXE_mapwright")).args(args).output().expect("it starts");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

#[test]
fn the_readme_shows_real_output() {
    let readme = fs::read_to_string(file::project().join("README.md")).expect("a README");
    let command = "mapwright generate rooms-corridors --size 60x16 --seed 11";
    let map = String::from_utf8(mapwright(&command.split(' ').skip(1).collect::<Vec<_>>())).expect("text");
    assert!(readme.contains(&format!("$ {command}\n{map}")), "the map in the README is another one:\n{map}");
    let recipe = readme.split("`my.toml`:\n\n```toml\n").nth(1).and_then(|rest| rest.split("```").next());
    let recipe = recipe.expect("a recipe");
    let behind =
        fs::read_to_string(file::project().join("crates/core/data/recipes/cave-beside-keep.toml")).expect("a recipe");
    assert_eq!(recipe, behind, "the recipe in the README is not the one behind its picture");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("my.toml");
    fs::write(&path, recipe).expect("written");
    mapwright(&["generate", path.to_str().expect("a plain name"), "--seed", "7"]);
}

/// Returns the fenced blocks of this kind on a page.
fn fenced(page: &str, kind: &str) -> Vec<String> {
    let text = fs::read_to_string(file::project().join(page)).expect("a page");
    let fence = format!("```{kind}\n");
    let blocks = text.split(&fence).skip(1);
    let blocks: Vec<String> = blocks.filter_map(|rest| Some(rest.split_once("```")?.0.to_owned())).collect();
    assert!(!blocks.is_empty(), "{page} shows no {kind}");
    blocks
}

#[test]
fn campaigns_and_tables_on_their_page_make_levels() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a plain name").to_owned();
    let (campaign, table) = (path("campaign.toml"), path("table.toml"));
    fs::write(&campaign, &fenced("docs/campaigns.md", "toml campaign")[0]).expect("written");
    mapwright(&["campaign", &campaign, "--seed", "7"]);
    for block in fenced("docs/campaigns.md", "toml table") {
        fs::write(&table, block).expect("written");
        mapwright(&["check", &campaign, &table]);
        mapwright(&["campaign", &campaign, "--seed", "7", "--table", &table]);
    }
}

#[test]
fn rules_and_samples_on_their_pages_make_maps() {
    for rules in fenced("docs/rules.md", "rules") {
        mapwright(&["generate", "rewrite", "--seed", "7", "--set", &format!("rules={rules}")]);
    }
    for sample in fenced("docs/samples.md", "sample") {
        mapwright(&["generate", "wfc", "--seed", "7", "--set", &format!("sample_map={sample}")]);
    }
    let page = fs::read_to_string(file::project().join("docs/rules.md")).expect("a page");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` |"));
    let statements: Vec<String> = rows.map(|(statement, _)| statement.replace("\\|", "|")).collect();
    assert!(statements.len() > 8, "{statements:?}");
    for statement in statements {
        let rest = "let A = floor\nlet B = floor\nlet C = floor\nlet a = floor\nscatter . 50%";
        let meaning = if statement.starts_with("let") { "" } else { "let W = floor" };
        mapwright(&["generate", "rewrite", "--seed", "7", "--set", &format!("rules={statement}\n{rest}\n{meaning}")]);
    }
}

/// Returns the files that a page shows: a line with the name, then the text between fences.
fn files_of(page: &str) -> Vec<(String, String)> {
    let parts: Vec<&str> = page.split("`:\n\n```").collect();
    let file = |two: &[&str]| {
        let name = two[0].rsplit('`').next()?;
        let text = two[1].split_once('\n')?.1.split("```").next()?;
        Some((name.to_owned(), text.to_owned()))
    };
    parts.windows(2).filter_map(file).collect()
}

#[test]
fn the_examples_on_the_page_about_prefabs_work() {
    let page = fs::read_to_string(file::project().join("docs/prefabs.md")).expect("the page");
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("my-prefabs")).expect("a folder in it");
    let files = files_of(&page);
    assert_eq!(files.len(), 3, "{files:?}");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("written");
    }
    let commands: Vec<&str> = page.lines().filter(|line| line.starts_with("mapwright generate ")).collect();
    assert_eq!(commands.len(), 3);
    for command in commands {
        let run = |args: &[&str]| {
            let mut program = Command::new(env!("CARGO_BIN_EXE_mapwright"));
            let output = program.args(args).current_dir(folder.path()).output().expect("it starts");
            let said = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("text"));
            assert!(output.status.success(), "{command}: {said:?}");
            assert!(!said[1].contains("note"), "{command}: {}", said[1]);
        };
        for seed in ["1", "2", "3"] {
            let mut args: Vec<&str> = command.split(' ').skip(1).collect();
            args.extend(["--seed", seed, "-o", "map.json"]);
            run(&args);
            run(&["check", "map.json"]);
        }
    }
}

#[test]
fn the_commands_on_the_page_about_dungeons_work() {
    let mut commands = 0;
    for line in fenced("docs/dungeons.md", "sh").iter().flat_map(|block| block.lines()) {
        let words = shell::words(line.strip_prefix("mapwright ").expect("a command of the program"));
        let args: Vec<&str> = words.iter().map(String::as_str).collect();
        // Nothing is written: whatever is asked for goes to the standard output.
        let output = args.iter().position(|arg| *arg == "-o").unwrap_or(args.len());
        assert!(!mapwright(&[&args[..output], &["-o", "-", "--as", "json"]].concat()).is_empty(), "{line}");
        commands += 1;
    }
    assert_eq!(commands, 8);
}

/// Pictures of the pages with their commands.
const PICTURES: &[(&str, &str)] = &[
    (
        "sun-temple",
        "sun-temple --seed 7 --style parchment --title 'Temple of the Sun' --compass --scale --crop --cell 22",
    ),
    ("mansion", "mansion --seed 7 --style colour --crop --cell 18"),
    ("cave-beside-keep", "cave-beside-keep --seed 7 --cell 14"),
];

#[test]
fn pictures_match_the_program() {
    let mut pictures: Vec<(String, String)> =
        PICTURES.iter().map(|(name, command)| ((*name).to_owned(), (*command).to_owned())).collect();
    for style in mapwright_render::Style::names() {
        let cell = if style == "tiles" { 16 } else { 14 };
        let command =
            format!("dungeon --seed 11 --set size=tiny --set water=pools --style {style} --crop --cell {cell}");
        pictures.push((format!("style-{style}"), command));
        let page = fs::read_to_string(file::project().join("docs/pictures.md")).expect("a page");
        assert!(page.contains(&format!("pictures/style-{style}.png")), "{style} is not on the page");
    }
    for (name, command) in &pictures {
        let words = shell::words(command);
        let mut args = vec!["generate"];
        args.extend(words.iter().map(String::as_str));
        args.extend(["-o", "-", "--as", "png"]);
        file::assert_bytes(&format!("docs/pictures/{name}.png"), &mapwright(&args));
    }
}

/// Pictures of metrics and runs with their commands; the file name comes last.
const OTHERS: &[(&str, &str)] = &[
    ("mine.gif", "replay mining --size 60x40 --seed 7 --cell 8 --seconds 10 -o"),
    ("heat-distance.png", "measure bsp --populate 5 --seed 7 --cell 12 --heatmap distance -o"),
    ("expressive-range.png", "measure cellular --count 1500 --of openness,loops --quiet --plot"),
];

#[test]
fn pictures_of_metrics_and_runs_match_the_program() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, command) in OTHERS {
        let path = folder.path().join(name);
        let mut args: Vec<&str> = command.split(' ').collect();
        args.push(path.to_str().expect("a plain name"));
        mapwright(&args);
        file::assert_bytes(&format!("docs/pictures/{name}"), &fs::read(&path).expect("a picture"));
    }
}

#[test]
fn the_command_line_is_documented() {
    let mut page = String::from("# The command line\n\nMade from `--help` by `cargo xtask bless`.\n\n```text\n");
    page.push_str(&help(None));
    page.push_str("```\n");
    for command in [
        "list",
        "describe",
        "generate",
        "render",
        "check",
        "measure",
        "replay",
        "campaign",
        "play",
        "studio",
        "completions",
        "man",
    ] {
        page.push_str(&format!("\n## `mapwright {command}`\n\n```text\n{}```\n", help(Some(command))));
    }
    file::assert_file("docs/cli.md", &page);
    assert!(file::blessing() || file::project().join("docs/cli.md").exists());
}
