//! `mapwright man`

use crate::failure::Failure;
use crate::out_file::OutFile;
use crate::output::print;
use clap_mangen::Man;
use mapwright::did_you_mean;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

/// Print a manual page, or write all of them to a folder
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mapwright man generate | man -l -
  mapwright man -o ~/.local/share/man/man1")]
pub(crate) struct Args {
    /// Command whose page to print [default: mapwright itself]
    #[arg(conflicts_with = "output")]
    command: Option<String>,
    /// Write mapwright.1 and a page per command to this folder, which is created if necessary
    #[arg(short, long = "output", value_name = "DIR")]
    output: Option<String>,
}

/// Manual page with its file name.
struct Page {
    command: String,
    file: String,
    text: Vec<u8>,
}

pub(crate) fn run(args: &Args, command: clap::Command) -> Result<ExitCode, Failure> {
    let pages = pages(command);
    match (&args.output, &args.command) {
        (Some(folder), _) => write(&pages, folder)?,
        (None, name) => {
            let name = name.as_deref().unwrap_or("mapwright");
            let page = pages.iter().find(|page| page.command == name).ok_or_else(|| {
                let hint = did_you_mean(name, pages.iter().map(|page| page.command.as_str()));
                Failure::bad_input(format!("no command is called {name:?}; {hint}"))
            })?;
            print(&String::from_utf8_lossy(&page.text))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Renders the page of the program and of each command.
fn pages(command: clap::Command) -> Vec<Page> {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let commands: Vec<clap::Command> =
        [command.clone()].into_iter().chain(command.get_subcommands().cloned()).collect();
    commands.into_iter().map(page).collect()
}

fn page(command: clap::Command) -> Page {
    let name = command.get_name().to_owned();
    let man = Man::new(command).manual("Mapwright Manual").source(concat!("mapwright ", env!("CARGO_PKG_VERSION")));
    let mut text = Vec::new();
    man.render(&mut text).expect("a vector can be written");
    Page { command: name, file: man.get_filename(), text }
}

fn write(pages: &[Page], folder: &str) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| Failure::cannot_write(folder, &error))?;
    for page in pages {
        let mut file = OutFile::open(&Path::new(folder).join(&page.file).to_string_lossy())?;
        file.write_with(|to| to.write_all(&page.text))?;
        file.finish()?;
    }
    Ok(())
}
