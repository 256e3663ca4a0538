//! Files and the terminal's clipboard.

use std::fs::{self, File, OpenOptions};
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;

/// Files beyond this many bytes are not read.
const FILE_LIMIT: u64 = 64 << 20;

/// Terminals take at most about so many bytes in one sequence.
const SEQUENCE_LIMIT: usize = 70_000;

/// Reads a text file of bounded size.
pub(super) fn read(name: &str) -> Result<String, String> {
    let words = |error: io::Error| error.to_string();
    let file = File::open(name).map_err(words)?;
    let mut bytes = Vec::new();
    file.take(FILE_LIMIT + 1)
        .read_to_end(&mut bytes)
        .map_err(words)?;
    if bytes.len() as u64 > FILE_LIMIT {
        return Err(format!("larger than {} MB", FILE_LIMIT >> 20));
    }
    String::from_utf8(bytes).map_err(|_| String::from("it is not a text file"))
}

/// Whether there is something of this name.
pub(super) fn is_there(name: &str) -> bool {
    fs::symlink_metadata(name).is_ok()
}

/// Writes a text file, or adds to it. A file that is replaced is whole at every
/// moment: the new one is written beside it first.
pub(super) fn write(name: &str, text: &str, append: bool) -> Result<(), String> {
    let outcome = if append {
        let mut options = OpenOptions::new();
        let file = options.create(true).append(true).open(name);
        file.and_then(|mut file| file.write_all(text.as_bytes()))
    } else {
        let beside = format!("{name}.new");
        fs::write(&beside, text).and_then(|()| fs::rename(&beside, name))
    };
    outcome.map_err(|error| error.to_string())
}

/// What was kept in a file.
pub(super) fn read_kept(file: &Path) -> io::Result<String> {
    fs::read_to_string(file)
}

/// Keeps a text in a file, whose folder is made if need be.
pub(super) fn keep(file: &Path, text: &str) -> Result<(), String> {
    let beside = file.with_extension("new");
    let folder = file.parent().map_or(Ok(()), fs::create_dir_all);
    folder
        .and_then(|()| fs::write(&beside, text))
        .and_then(|()| fs::rename(&beside, file))
        .map_err(|error| format!("{}: {error}", file.display()))
}

/// Forgets what was kept.
pub(super) fn forget(file: &Path) {
    // What is not there is forgotten already.
    let _ = fs::remove_file(file);
}

/// Hands a text to the terminal's clipboard, by the sequence most terminals know
/// (OSC 52). There is no answer: a terminal that does not know it ignores it.
pub(super) fn offer_to_terminal(text: &str) {
    let mut out = io::stdout();
    let code = base64(text.as_bytes());
    if out.is_terminal() && code.len() <= SEQUENCE_LIMIT {
        let _ = write!(out, "\u{1b}]52;c;{code}\u{7}").and_then(|()| out.flush());
    }
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut code = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let number = three
            .iter()
            .chain([0; 2].iter())
            .take(3)
            .fold(0_usize, |number, &byte| number << 8 | usize::from(byte));
        for place in 0..4 {
            if place <= three.len() {
                let letter = LETTERS[number >> (18 - 6 * place) & 63];
                code.push(char::from(letter));
            } else {
                code.push('=');
            }
        }
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_of_the_standard_examples() {
        for (text, code) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(text.as_bytes()), code);
        }
    }
}
