//! LevelDB databases, as the folders of compendiums: written once, from the first entry to the last.
//!
//! A database that was just written and never compacted consists of three files: a log of all
//! entries, the manifest with the log's number, and `CURRENT` with the manifest's name. LevelDB
//! sorts the entries when it opens the folder.

use crate::job::SideFile;

/// Writes a database.
pub(crate) struct Database {
    log: Log,
    /// Entries that are not in the log yet.
    batch: Vec<u8>,
    batch_entries: u32,
    /// Number of entries in the log.
    sequence: u64,
}

/// Bytes from which a batch is written to the log.
const BATCH: usize = 64 << 10;
/// Number of the log, by which the manifest refers to it.
const LOG_NUMBER: u64 = 3;
/// The operation that sets a value.
const PUT: u8 = 1;

impl Database {
    pub(crate) fn new() -> Database {
        Database { log: Log::default(), batch: Vec::new(), batch_entries: 0, sequence: 0 }
    }

    /// Adds an entry.
    pub(crate) fn put(&mut self, key: &str, value: &[u8]) {
        self.batch.push(PUT);
        for part in [key.as_bytes(), value] {
            varint(&mut self.batch, part.len() as u64);
            self.batch.extend_from_slice(part);
        }
        self.batch_entries += 1;
        if self.batch.len() >= BATCH {
            self.flush();
        }
    }

    fn flush(&mut self) {
        if self.batch_entries == 0 {
            return;
        }
        // Sequence numbers begin with 1.
        let mut record = Vec::with_capacity(12 + self.batch.len());
        record.extend_from_slice(&(self.sequence + 1).to_le_bytes());
        record.extend_from_slice(&self.batch_entries.to_le_bytes());
        record.append(&mut self.batch);
        self.log.add(&record);
        self.sequence += u64::from(self.batch_entries);
        self.batch_entries = 0;
    }

    /// Returns the files of the database, in this folder.
    pub(crate) fn files(mut self, folder: &str) -> Vec<SideFile> {
        self.flush();
        let mut manifest = Log::default();
        manifest.add(&version());
        let file = |name: &str, bytes: Vec<u8>| SideFile { name: format!("{folder}/{name}"), bytes };
        vec![
            file("CURRENT", b"MANIFEST-000002\n".to_vec()),
            file("MANIFEST-000002", manifest.bytes),
            file(&format!("{LOG_NUMBER:06}.log"), self.log.bytes),
        ]
    }
}

/// Returns the version edit of the manifest: the order of keys, the log to read, and the next
/// numbers of files and entries. The entries of the log are counted when it is read.
fn version() -> Vec<u8> {
    const COMPARATOR: &[u8] = b"leveldb.BytewiseComparator";
    let mut edit = vec![1];
    varint(&mut edit, COMPARATOR.len() as u64);
    edit.extend_from_slice(COMPARATOR);
    // The log, the log before it, the next file, the last entry.
    for (tag, number) in [(2, LOG_NUMBER), (9, 0), (3, LOG_NUMBER + 1), (4, 0)] {
        edit.push(tag);
        varint(&mut edit, number);
    }
    edit
}

/// Appends a number in groups of seven bits, the lowest first.
fn varint(to: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        to.push(number as u8 | 0x80);
        number >>= 7;
    }
    to.push(number as u8);
}

/// A file of records in blocks. A record that crosses the end of a block is split.
#[derive(Default)]
struct Log {
    bytes: Vec<u8>,
}

impl Log {
    const BLOCK: usize = 32 << 10;
    /// Checksum, length and kind of a fragment.
    const HEADER: usize = 7;

    fn add(&mut self, mut record: &[u8]) {
        let mut is_first = true;
        loop {
            let mut room = Self::BLOCK - self.bytes.len() % Self::BLOCK;
            if room < Self::HEADER {
                self.bytes.resize(self.bytes.len() + room, 0);
                room = Self::BLOCK;
            }
            let (fragment, rest) = record.split_at(record.len().min(room - Self::HEADER));
            let kind: u8 = match (is_first, rest.is_empty()) {
                (true, true) => 1,
                (true, false) => 2,
                (false, false) => 3,
                (false, true) => 4,
            };
            let crc = fragment.iter().fold(crc_step(!0, kind), |crc, &byte| crc_step(crc, byte));
            self.bytes.extend_from_slice(&masked(!crc).to_le_bytes());
            self.bytes.extend_from_slice(&(fragment.len() as u16).to_le_bytes());
            self.bytes.push(kind);
            self.bytes.extend_from_slice(fragment);
            if rest.is_empty() {
                return;
            }
            (record, is_first) = (rest, false);
        }
    }
}

/// Returns the checksum as it is stored. A checksum of data that contains its own checksum would be
/// of no use.
fn masked(crc: u32) -> u32 {
    crc.rotate_right(15).wrapping_add(0xa282_ead8)
}

/// CRC-32C (Castagnoli) of every byte.
static CRC_TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0x82f6_3b78 } else { crc >> 1 };
            bit += 1;
        }
        table[byte] = crc;
        byte += 1;
    }
    table
};

fn crc_step(crc: u32, byte: u8) -> u32 {
    CRC_TABLE[usize::from(crc as u8 ^ byte)] ^ crc >> 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_crc_32c() {
        let crc = |bytes: &[u8]| !bytes.iter().fold(!0, |crc, &byte| crc_step(crc, byte));
        assert_eq!(crc(b"123456789"), 0xe306_9283);
        assert_eq!(crc(&[0; 32]), 0x8a91_36aa);
        assert_eq!(masked(0), 0xa282_ead8);
    }

    #[test]
    fn numbers_are_written_in_groups_of_seven_bits() {
        let written = |number: u64| {
            let mut bytes = Vec::new();
            varint(&mut bytes, number);
            bytes
        };
        assert_eq!(written(127), [0x7f]);
        assert_eq!(written(300), [0xac, 0x02]);
    }

    /// Reads the records of a log.
    fn records(bytes: &[u8]) -> Vec<Vec<u8>> {
        let mut records: Vec<Vec<u8>> = Vec::new();
        for block in bytes.chunks(Log::BLOCK) {
            let mut at = 0;
            while block.len() - at >= Log::HEADER {
                let length = usize::from(u16::from_le_bytes([block[at + 4], block[at + 5]]));
                let kind = block[at + 6];
                let fragment = &block[at + 7..at + 7 + length];
                match kind {
                    1 | 2 => records.push(fragment.to_vec()),
                    3 | 4 => records.last_mut().unwrap().extend_from_slice(fragment),
                    _ => panic!("a fragment of kind {kind}"),
                }
                at += Log::HEADER + length;
            }
            assert!(block[at..].iter().all(|&byte| byte == 0), "blocks end with zeros");
        }
        records
    }

    #[test]
    fn records_survive_the_ends_of_blocks() {
        // The lengths leave 7, 6, 1 and 0 bytes at the end of a block, and fill several blocks.
        for first in [Log::BLOCK - 14, Log::BLOCK - 13, Log::BLOCK - 8, Log::BLOCK - 7, 3 * Log::BLOCK] {
            let written = [vec![1; first], vec![2; 100], Vec::new(), vec![3; 40_000]];
            let mut log = Log::default();
            written.iter().for_each(|record| log.add(record));
            assert_eq!(records(&log.bytes), written, "{first}");
        }
    }

    #[test]
    fn batches_count_their_entries() {
        let mut database = Database::new();
        let value = vec![b'7'; 30_000];
        (0..5).for_each(|number| database.put(&format!("!scenes!{number}"), &value));
        let files = database.files("packs/scenes");
        assert_eq!(
            files.iter().map(|file| &*file.name).collect::<Vec<_>>(),
            ["packs/scenes/CURRENT", "packs/scenes/MANIFEST-000002", "packs/scenes/000003.log"]
        );
        let batches: Vec<(u64, u32)> = records(&files[2].bytes)
            .iter()
            .map(|batch| {
                (batch[..8].try_into().map(u64::from_le_bytes), batch[8..12].try_into().map(u32::from_le_bytes))
            })
            .map(|(sequence, entries)| (sequence.unwrap(), entries.unwrap()))
            .collect();
        assert_eq!(batches, [(1, 3), (4, 2)]);
    }
}
