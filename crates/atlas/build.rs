//! Makes the list of the pictures in `data/`: one is added by putting its file there.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let data = Path::new(&root).join("data");
    println!("cargo::rerun-if-changed={}", data.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(&data)? {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "json") {
            files.push(path.display().to_string());
        }
    }
    files.sort();
    let lines: String = files
        .iter()
        .map(|file| ["    include_str!(", &format!("{file:?}"), "),\n"].concat())
        .collect();
    let list = format!(
        "/// The pictures that come with the crate.\n\
         const BUNDLED: [&str; {}] = [\n{lines}];\n",
        files.len()
    );
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("bundled.rs"), list)
}
