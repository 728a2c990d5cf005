//! Zip archives with the same bytes for the same files: fixed times, files in the given order.

use crate::error::Error;
use crate::job::SideFile;
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// Packs files into a zip archive. Files that are compressed already are stored as they are.
pub(crate) fn zip(files: &[SideFile]) -> Result<Vec<u8>, Error> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for file in files {
        let packed = file.name.ends_with(".png");
        let method = if packed { CompressionMethod::Stored } else { CompressionMethod::Deflated };
        let options = SimpleFileOptions::default()
            .compression_method(method)
            .last_modified_time(DateTime::default())
            .unix_permissions(0o644);
        archive.start_file(&file.name, options).map_err(std::io::Error::from)?;
        archive.write_all(&file.bytes)?;
    }
    Ok(archive.finish().map_err(std::io::Error::from)?.into_inner())
}
