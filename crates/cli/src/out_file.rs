//! Files that are written whole or not at all.

use crate::failure::Failure;
use crate::interrupt::{Stoppable, is_stop};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A file to be, or stdout for `-`. Until it is finished, what was there before stays as it is.
pub(crate) struct OutFile {
    name: String,
    place: Place,
}

enum Place {
    Stdout,
    /// A new file beside the old one, which it replaces when it is complete.
    Beside(NamedTempFile, PathBuf),
    /// A device or a pipe: nothing to replace.
    Device(File),
}

impl Place {
    fn is_same(&self, other: &Place) -> bool {
        match (self, other) {
            (Place::Stdout, Place::Stdout) => true,
            (Place::Beside(_, a), Place::Beside(_, b)) => a == b,
            _ => false,
        }
    }
}

impl OutFile {
    /// Opens it before the long run, so that a bad place is told at once.
    pub(crate) fn open(name: &str) -> Result<OutFile, Failure> {
        let cannot = |error: io::Error| Failure::cannot_write(name, &error);
        if name == "-" {
            return Ok(OutFile { name: "stdout".to_owned(), place: Place::Stdout });
        }
        let path = behind_links(Path::new(name));
        let place = match fs::metadata(&path) {
            Ok(about) if about.is_dir() => return Err(cannot(io::Error::from(io::ErrorKind::IsADirectory))),
            Ok(about) if !about.is_file() => Place::Device(OpenOptions::new().write(true).open(&path).map_err(cannot)?),
            Ok(about) if about.permissions().readonly() => {
                return Err(cannot(io::Error::from(io::ErrorKind::PermissionDenied)));
            }
            older => {
                let file = new_file(folder_of(&path)).map_err(cannot)?;
                if let Ok(older) = older {
                    fs::set_permissions(file.path(), older.permissions()).map_err(cannot)?;
                }
                Place::Beside(file, path)
            }
        };
        Ok(OutFile { name: name.to_owned(), place })
    }

    /// What people call it.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is stdout.
    pub(crate) fn is_stdout(&self) -> bool {
        matches!(self.place, Place::Stdout)
    }

    /// Whether both are the same place.
    pub(crate) fn is_same(&self, other: &OutFile) -> bool {
        self.place.is_same(&other.place)
    }

    /// Writes whatever is put there.
    pub(crate) fn write_with(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
        let done = match &mut self.place {
            Place::Stdout => put(&mut io::stdout().lock(), write),
            Place::Device(file) => put(file, write),
            Place::Beside(file, _) => put(file, write).and_then(|()| file.as_file().sync_all()),
        };
        done.map_err(|error| self.failure(&error))
    }

    /// Puts the finished file in its place.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let Place::Beside(file, path) = self.place else { return Ok(()) };
        let done = file.persist(&path).map_err(|error| error.error).and_then(|_| sync_folder(&path));
        done.map_err(|error| Failure::cannot_write(&self.name, &error))
    }

    fn failure(&self, error: &io::Error) -> Failure {
        match error.kind() {
            _ if is_stop(error) => Failure::cannot_write(&self.name, &io::Error::from(io::ErrorKind::Interrupted)),
            io::ErrorKind::InvalidInput => Failure::bad_input(error.to_string()).at(&self.name),
            _ => Failure::cannot_write(&self.name, error),
        }
    }
}

fn put(to: &mut dyn Write, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut buffered = BufWriter::with_capacity(1 << 16, Stoppable(to));
    write(&mut buffered)?;
    buffered.flush()
}

#[cfg(unix)]
fn new_file(folder: &Path) -> io::Result<NamedTempFile> {
    use std::os::unix::fs::PermissionsExt;
    // What any new file gets; the system takes away what the user's mask says.
    let usual = fs::Permissions::from_mode(0o666);
    if !folder.is_dir() {
        return Err(io::Error::new(io::ErrorKind::NotFound, "its folder does not exist"));
    }
    tempfile::Builder::new().prefix(".mapwright-").permissions(usual).tempfile_in(folder)
}

#[cfg(not(unix))]
fn new_file(folder: &Path) -> io::Result<NamedTempFile> {
    tempfile::Builder::new().prefix(".mapwright-").tempfile_in(folder)
}

/// Makes the new name itself safe against a power cut; elsewhere than on Unix there is nothing to do.
fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(folder_of(path))?.sync_all()?;
    }
    Ok(())
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The file that a link leads to, there or not yet there, so that the link stays; any other path as it is.
fn behind_links(path: &Path) -> PathBuf {
    match (fs::canonicalize(path), fs::read_link(path)) {
        (Ok(file), _) => file,
        (Err(_), Ok(target)) => folder_of(path).join(target),
        // A new file: its folder in one form, so that two names of it are seen to be one.
        (Err(_), Err(_)) => match (fs::canonicalize(folder_of(path)), path.file_name()) {
            (Ok(folder), Some(name)) => folder.join(name),
            _ => path.to_owned(),
        },
    }
}
