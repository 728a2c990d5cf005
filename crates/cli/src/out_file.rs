//! [`OutFile`]: files that are written completely or not at all.

use crate::failure::Failure;
use crate::interrupt::{self, InterruptibleWriter, is_interrupt};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Output file, or stdout for `-`. An older file of that name stays unchanged until
/// [`OutFile::finish`].
pub(crate) struct OutFile {
    name: String,
    target: Target,
}

enum Target {
    Stdout,
    /// Temporary file, and the path that it is moved to when it is complete.
    File(NamedTempFile, PathBuf),
    /// Device or pipe, written directly.
    Device(File),
}

impl Target {
    fn is_same(&self, other: &Target) -> bool {
        match (self, other) {
            (Target::Stdout, Target::Stdout) => true,
            (Target::File(_, a), Target::File(_, b)) => a == b,
            _ => false,
        }
    }
}

impl OutFile {
    /// Opens the file. Call it before a long run, so that errors show up early.
    pub(crate) fn open(name: &str) -> Result<OutFile, Failure> {
        let cannot = |error: io::Error| Failure::cannot_write(name, &error);
        if name == "-" {
            return Ok(OutFile { name: "stdout".to_owned(), target: Target::Stdout });
        }
        let path = resolve_links(Path::new(name));
        let target = match fs::metadata(&path) {
            Ok(about) if about.is_dir() => return Err(cannot(io::Error::from(io::ErrorKind::IsADirectory))),
            Ok(about) if !about.is_file() => {
                Target::Device(OpenOptions::new().write(true).open(&path).map_err(cannot)?)
            }
            Ok(about) if about.permissions().readonly() => {
                return Err(cannot(io::Error::from(io::ErrorKind::PermissionDenied)));
            }
            older => {
                let file = interrupt::create_temporary(|| new_file(folder_of(&path))).map_err(cannot)?;
                if let Ok(older) = older {
                    fs::set_permissions(file.path(), older.permissions()).map_err(cannot)?;
                }
                Target::File(file, path)
            }
        };
        Ok(OutFile { name: name.to_owned(), target })
    }

    /// Returns the name for messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Returns true for stdout.
    pub(crate) fn is_stdout(&self) -> bool {
        matches!(self.target, Target::Stdout)
    }

    /// Returns true if both write to the same file.
    pub(crate) fn is_same(&self, other: &OutFile) -> bool {
        self.target.is_same(&other.target)
    }

    /// Calls a function that writes the contents.
    pub(crate) fn write_with(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
        let done = match &mut self.target {
            Target::Stdout => write_buffered(&mut io::stdout().lock(), write),
            Target::Device(file) => write_buffered(file, write),
            Target::File(file, _) => write_buffered(file, write).and_then(|()| file.as_file().sync_all()),
        };
        done.map_err(|error| self.failure(&error))
    }

    /// Moves the complete file into place.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let Target::File(file, path) = self.target else { return Ok(()) };
        let temporary = file.path().to_owned();
        let moved = interrupt::move_temporary(&temporary, || file.persist(&path));
        let done = moved.map_err(|error| error.error).and_then(|_| sync_folder(&path));
        done.map_err(|error| Failure::cannot_write(&self.name, &error))
    }

    fn failure(&self, error: &io::Error) -> Failure {
        match error.kind() {
            _ if is_interrupt(error) => Failure::cannot_write(&self.name, &io::Error::from(io::ErrorKind::Interrupted)),
            io::ErrorKind::InvalidInput => Failure::bad_input(error.to_string()).at(&self.name),
            _ => Failure::cannot_write(&self.name, error),
        }
    }
}

fn write_buffered(to: &mut dyn Write, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut buffered = BufWriter::with_capacity(1 << 16, InterruptibleWriter(to));
    write(&mut buffered)?;
    buffered.flush()
}

#[cfg(unix)]
fn new_file(folder: &Path) -> io::Result<NamedTempFile> {
    use std::os::unix::fs::PermissionsExt;
    // The system applies the umask.
    let mode = fs::Permissions::from_mode(0o666);
    if !folder.is_dir() {
        return Err(io::Error::new(io::ErrorKind::NotFound, "its folder does not exist"));
    }
    tempfile::Builder::new().prefix(".mapwright-").permissions(mode).tempfile_in(folder)
}

#[cfg(not(unix))]
fn new_file(folder: &Path) -> io::Result<NamedTempFile> {
    tempfile::Builder::new().prefix(".mapwright-").tempfile_in(folder)
}

/// Makes the rename durable on Unix; other systems need nothing.
fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(folder_of(path))?.sync_all()?;
    }
    Ok(())
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns the target of a symbolic link, so that the link stays; other paths are returned
/// unchanged.
fn resolve_links(path: &Path) -> PathBuf {
    match (fs::canonicalize(path), fs::read_link(path)) {
        (Ok(file), _) => file,
        (Err(_), Ok(target)) => folder_of(path).join(target),
        // A new file: with a canonical folder, so that two spellings of a path compare equal.
        (Err(_), Err(_)) => match (fs::canonicalize(folder_of(path)), path.file_name()) {
            (Ok(folder), Some(name)) => folder.join(name),
            _ => path.to_owned(),
        },
    }
}
