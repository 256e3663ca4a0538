//! The compressed form of a log: gzip, as every machine can unpack it, but read
//! with more care than usual.
//!
//! Ours is one member whose header carries its own checksum, so that no byte of
//! its header, its text or its end can be changed unseen. Archives of other programs may have several
//! members, and any header that gzip allows. What stands behind the last member
//! is none of the archive, however short it is, and it is named with its place.

use std::io::{self, BufRead, Read, Write};

use flate2::bufread::GzDecoder;
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};

/// The first bytes of every member.
pub const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// Deflate, a checksum of the header, no time, no name, any system.
const HEADER: [u8; 10] = [MAGIC[0], MAGIC[1], 8, 2, 0, 0, 0, 0, 0, 0xff];

/// Packs a text. The same text gives the same bytes.
pub fn pack<'a>(lines: impl IntoIterator<Item = &'a str>) -> Vec<u8> {
    let mut header = Crc::new();
    header.update(&HEADER);
    let mut bytes = HEADER.to_vec();
    bytes.extend_from_slice(&(header.sum() as u16).to_le_bytes());
    let mut text = Crc::new();
    let mut body = DeflateEncoder::new(bytes, Compression::default());
    for line in lines {
        for piece in [line.as_bytes(), b"\n"] {
            text.update(piece);
            body.write_all(piece).expect("memory takes everything");
        }
    }
    let mut bytes = body.finish().expect("memory takes everything");
    bytes.extend_from_slice(&text.sum().to_le_bytes());
    bytes.extend_from_slice(&text.amount().to_le_bytes());
    bytes
}

/// The text of an archive.
pub struct Unpacked<R> {
    member: Option<GzDecoder<Counted<R>>>,
    /// Where that member begins.
    start: u64,
}

impl<R: BufRead> Unpacked<R> {
    /// Reads from the first byte of an archive on.
    pub fn new(source: R) -> Self {
        let source = Counted { source, read: 0 };
        Self {
            member: Some(GzDecoder::new(source)),
            start: 0,
        }
    }
}

impl<R: BufRead> Read for Unpacked<R> {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        if target.is_empty() {
            return Ok(0);
        }
        while let Some(member) = &mut self.member {
            let count = match member.read(target) {
                // What follows a member begins like another one, but is none.
                Err(_) if self.start > 0 && member.header().is_none() => {
                    return Err(stray(self.start));
                }
                other => other?,
            };
            if count > 0 {
                return Ok(count);
            }
            let Some(mut source) = self.member.take().map(GzDecoder::into_inner) else {
                break;
            };
            self.start = source.read;
            match source.fill_buf()?.first() {
                None => break,
                Some(first) if *first == MAGIC[0] => self.member = Some(GzDecoder::new(source)),
                Some(_) => return Err(stray(self.start)),
            }
        }
        Ok(0)
    }
}

fn stray(place: u64) -> io::Error {
    let words = format!("the archive ends before byte {place}, and stray bytes follow");
    io::Error::new(io::ErrorKind::InvalidData, words)
}

/// Counts what is read of a source.
struct Counted<R> {
    source: R,
    read: u64,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(target)?;
        self.read += count as u64;
        Ok(count)
    }
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.source.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.read += count as u64;
        self.source.consume(count);
    }
}
