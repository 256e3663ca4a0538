//! The outside of saves and recordings: a line that says what the file is, and a
//! header that is sealed, so that no byte of it can be changed unseen.
//!
//! ```text
//! envelope = magic header [" " seal] newline
//! header   = JSON on one line
//! seal     = the check value of the header's text, 16 hex digits
//! ```
//!
//! Files from before there were seals have none, and are read.

use std::io::Read;

use flate2::bufread::ZlibDecoder;
use parlour_rules::Fingerprint;
use serde::Serialize;
use serde::de::DeserializeOwned;

const SEAL_DIGITS: usize = 16;

/// Why an envelope cannot be opened.
pub(crate) enum Closed {
    /// It does not begin with the magic line.
    Foreign,
    /// It does, but this is wrong with it.
    Damaged(&'static str),
}

/// The envelope around what follows.
pub(crate) fn write(magic: &[u8], header: &impl Serialize) -> Vec<u8> {
    let text = serde_json::to_string(header).expect("a header is plain data");
    let mut bytes = magic.to_vec();
    bytes.extend_from_slice(text.as_bytes());
    bytes.push(b' ');
    bytes.extend_from_slice(check_value(text.as_bytes()).to_string().as_bytes());
    bytes.push(b'\n');
    bytes
}

/// The header, which is shorter than `longest` with its seal, and what follows.
pub(crate) fn open<'b, H: DeserializeOwned>(
    magic: &[u8],
    bytes: &'b [u8],
    longest: usize,
) -> Result<(H, &'b [u8]), Closed> {
    let rest = bytes.strip_prefix(magic).ok_or(Closed::Foreign)?;
    let end = rest
        .iter()
        .take(longest)
        .position(|&byte| byte == b'\n')
        .ok_or(Closed::Damaged("the header is cut off"))?;
    let line = &rest[..end];
    let sealed = line.len().checked_sub(SEAL_DIGITS + 1);
    let text = match sealed.map(|middle| line.split_at(middle)) {
        Some((text, [b' ', seal @ ..])) => {
            if check_value(text).to_string().as_bytes() != seal {
                return Err(Closed::Damaged("the header is not what its seal says"));
            }
            text
        }
        _ => line,
    };
    let header = serde_json::from_slice(text);
    let header = header.map_err(|_| Closed::Damaged("the header is broken"))?;
    Ok((header, &rest[end + 1..]))
}

/// Unpacks a text of at most so many bytes; what stands behind it is refused.
pub(crate) fn unpack(packed: &[u8], at_most: u64, what: &str) -> Result<Vec<u8>, String> {
    let mut text = Vec::new();
    let mut decoder = ZlibDecoder::new(packed);
    (&mut decoder)
        .take(at_most)
        .read_to_end(&mut text)
        .map_err(|_| format!("the {what} is broken"))?;
    let stray = decoder.into_inner().len();
    if stray > 0 && (text.len() as u64) < at_most {
        let end = packed.len() - stray;
        return Err(format!(
            "the {what} ends after {end} bytes, and {stray} stray bytes follow"
        ));
    }
    Ok(text)
}

/// A number for bytes.
pub(crate) fn check_value(bytes: &[u8]) -> Fingerprint {
    use std::hash::Hasher;
    let mut hasher = siphasher::sip::SipHasher13::new();
    hasher.write(bytes);
    Fingerprint(hasher.finish())
}
