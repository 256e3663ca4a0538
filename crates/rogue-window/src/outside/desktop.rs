//! Files on the desktop.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use super::{FILE_LIMIT, text_of};

/// Reads a text file of bounded size.
pub fn read(name: &str) -> Result<String, String> {
    let path = path_of(name);
    let file = File::open(&path).map_err(|error| error.to_string())?;
    if file.metadata().is_ok_and(|about| about.is_dir()) {
        return Err(String::from("it is a folder"));
    }
    let mut bytes = Vec::new();
    file.take(FILE_LIMIT + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| error.to_string())?;
    text_of(bytes)
}

/// Whether there is something of this name.
pub fn is_there(name: &str) -> bool {
    fs::symlink_metadata(path_of(name)).is_ok()
}

/// Writes a text file, or adds to it. A file that is replaced is whole at every
/// moment: the new one is written beside it first.
pub fn write(name: &str, text: &str, append: bool) -> Result<(), String> {
    let path = path_of(name);
    let outcome = if append {
        OpenOptions::new()
            .create(true)
            .append(true)
            .open(&path)
            .and_then(|mut file| file.write_all(text.as_bytes()))
    } else {
        replace(&path, text)
    };
    outcome.map_err(|error| error.to_string())
}

/// Keeps a text in a file, whose folder is made if need be.
pub(super) fn keep(path: &Path, text: &str) -> Result<(), String> {
    path.parent()
        .map_or(Ok(()), fs::create_dir_all)
        .and_then(|()| replace(path, text))
        .map_err(|error| format!("{}: {error}", path.display()))
}

fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    if path.is_dir() {
        return Err(std::io::ErrorKind::IsADirectory.into());
    }
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    fs::write(&beside, text)?;
    fs::rename(&beside, path)
}

fn path_of(name: &str) -> PathBuf {
    match (name.strip_prefix("~/"), std::env::var_os("HOME")) {
        (Some(rest), Some(home)) => Path::new(&home).join(rest),
        _ => name.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_and_added_to() {
        let folder = std::env::temp_dir().join(format!("parlour-gfx-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for the test");
        let name = folder.join("map.txt");
        let name = name.to_str().expect("a plain name");
        write(name, "s.\n", false).expect("it can be written");
        write(name, "##\n", false).expect("it can be replaced");
        write(name, "..\n", true).expect("it can be added to");
        assert_eq!(read(name).as_deref(), Ok("##\n..\n"));
        fs::write(name, [0xff, 0xfe]).expect("it can be written");
        assert_eq!(read(name), Err(String::from("it is not a text file")));
        let folder_name = folder.to_str().expect("a plain name");
        assert_eq!(read(folder_name), Err(String::from("it is a folder")));
        assert!(write(folder_name, "", false).is_err());
        fs::remove_dir_all(&folder).expect("the folder can go");
        assert!(read(name).is_err());
    }
}
