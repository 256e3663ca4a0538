//! Makes the lists of the pictures in `data/` and, as they were before, in `data/ages/`:
//! one is added by putting its file there.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let data = Path::new(&root).join("data");
    println!("cargo::rerun-if-changed={}", data.display());
    let list = [
        "/// The pictures that come with the crate.\n",
        &listed("BUNDLED", &data)?,
        "\n/// Those in whose place there is a newer one by now.\n",
        &listed("OLDER", &data.join("ages"))?,
    ];
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("bundled.rs"), list.concat())
}

/// The texts of the pictures in a folder; one that is not there has none.
fn listed(name: &str, folder: &Path) -> io::Result<String> {
    let mut files = Vec::new();
    if folder.is_dir() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|end| end == "json") {
                files.push(path.display().to_string());
            }
        }
    }
    files.sort();
    let lines: String = files
        .iter()
        .map(|file| ["    include_str!(", &format!("{file:?}"), "),\n"].concat())
        .collect();
    let count = files.len();
    Ok(format!("const {name}: [&str; {count}] = [\n{lines}];\n"))
}
