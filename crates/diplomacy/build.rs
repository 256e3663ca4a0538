//! Makes the list of the boards in `data/`: a board is added by putting its file
//! there. `data/order.txt` says in which order people see them; what it does not name
//! comes last, by name.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "a build script reads and writes files"
)]

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let data = Path::new(&root).join("data");
    println!("cargo::rerun-if-changed={}", data.display());
    let order = fs::read_to_string(data.join("order.txt"))?;
    let place = |name: &str| order.lines().position(|line| line.trim() == name);
    let mut names = Vec::new();
    for entry in fs::read_dir(&data)? {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "json") {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            names.push(stem.into_owned());
        }
    }
    names.sort_by_key(|name| (place(name).unwrap_or(usize::MAX), name.clone()));
    let mut list = format!(
        "/// The bundled boards, in the order they are listed to people.\n\
         const BUNDLED: [(&str, &str); {}] = [\n",
        names.len()
    );
    for name in &names {
        let file = data.join(format!("{name}.json")).display().to_string();
        list.extend([
            "    (\"",
            name,
            "\", include_str!(",
            &format!("{file:?}"),
            ")),\n",
        ]);
    }
    list += "];\n";
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("bundled.rs"), list)?;
    fs::write(
        Path::new(&out).join("names.rs"),
        languages(&data.join("names"))?,
    )
}

/// The lists of names in other languages, `names/LANGUAGE.json`.
fn languages(folder: &Path) -> io::Result<String> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        files.push(entry?.path());
    }
    files.sort();
    let mut list = format!(
        "/// Languages and the texts of their lists.\n\
         const NAMES: [(&str, &str); {}] = [\n",
        files.len()
    );
    for file in files {
        let language = file.file_stem().unwrap_or_default().to_string_lossy();
        let path = file.display().to_string();
        list.extend([
            "    (",
            &format!("{language:?}"),
            ", include_str!(",
            &format!("{path:?}"),
            ")),\n",
        ]);
    }
    list += "];\n";
    Ok(list)
}
