//! Files that hold secrets: readable by their owner alone, from the moment they are
//! made. On systems without such rights they are files like any other.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// Opens a file to be written anew; what was in it is gone. One that is there and
/// belongs to somebody else stays as readable as it was.
pub fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    let file = owned(options.write(true).create(true).truncate(true)).open(path)?;
    let _ = close_to_others(&file);
    Ok(file)
}

/// The same for a file that must not be there yet.
pub fn create_new(path: &Path) -> io::Result<File> {
    owned(OpenOptions::new().write(true).create_new(true)).open(path)
}

/// Opens a file to be added to, which is made if it is not there.
pub fn append(path: &Path) -> io::Result<File> {
    let file = owned(OpenOptions::new().append(true).create(true)).open(path)?;
    let _ = close_to_others(&file);
    Ok(file)
}

/// Writes a whole file.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    create(path)?.write_all(bytes)
}

/// Makes a folder and those above it that are missing. One that is there stays as
/// it is.
pub fn make_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Makes sure that a file is there, and that others cannot read it. Rights that
/// somebody has given on purpose are theirs: only those are taken away that files
/// get when nobody says anything.
#[cfg(feature = "sqlite")]
pub(crate) fn keep(path: &Path) -> io::Result<()> {
    match create_new(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            // Somebody else's file may be used all the same.
            let _ = File::open(path).and_then(|file| close_to_others(&file));
            Ok(())
        }
        made => made.map(|_| ()),
    }
}

#[cfg(unix)]
fn owned(options: &mut OpenOptions) -> &mut OpenOptions {
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600)
}

#[cfg(not(unix))]
fn owned(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// Takes the rights away that a file has because nobody said anything.
#[cfg(unix)]
fn close_to_others(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;

    let facts = file.metadata()?;
    let unsaid = matches!(facts.permissions().mode() & 0o777, 0o644 | 0o664 | 0o666);
    if facts.is_file() && unsaid {
        file.set_permissions(std::fs::Permissions::from_mode(0o600))?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn close_to_others(_: &File) -> io::Result<()> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn what_is_made_is_its_owners_alone() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("deep/deeper");
        make_folder(&deep).unwrap();
        assert_eq!(mode(&deep), 0o700);
        assert_eq!(mode(&folder.path().join("deep")), 0o700);
        for (name, make) in [
            ("a", create as fn(&Path) -> io::Result<File>),
            ("b", create_new),
            ("c", append),
        ] {
            make(&deep.join(name)).unwrap();
            assert_eq!(mode(&deep.join(name)), 0o600, "{name}");
        }
        keep(&deep.join("d")).unwrap();
        assert_eq!(mode(&deep.join("d")), 0o600);
        assert!(create_new(&deep.join("d")).is_err());
    }

    #[test]
    fn rights_that_nobody_chose_are_taken_away_and_others_stay() {
        let folder = tempfile::tempdir().unwrap();
        for (before, after) in [
            (0o644, 0o600),
            (0o664, 0o600),
            (0o640, 0o640),
            (0o600, 0o600),
        ] {
            let path = folder.path().join(format!("{before:o}"));
            fs::write(&path, "kept").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(before)).unwrap();
            keep(&path).unwrap();
            assert_eq!(mode(&path), after);
            assert_eq!(fs::read_to_string(&path).unwrap(), "kept");
        }
    }
}
