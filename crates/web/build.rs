//! Lists the pages, so that the binary holds them: what stands in `pages/` is what
//! a browser loads. `PARLOUR_PROGRAMS` names a folder with programs for browsers, as
//! `cargo xtask web` makes it; without it the binary has none.

#![expect(
    clippy::disallowed_macros,
    reason = "cargo hears what a build script prints"
)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let crate_folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where"));
    let pages = crate_folder.join("pages");
    println!("cargo::rerun-if-changed=build.rs");
    let mut files = Vec::new();
    if pages.is_dir() {
        for entry in fs::read_dir(&pages)? {
            let path = entry?.path();
            let is_page = path
                .extension()
                .is_some_and(|it| it == "html" || it == "js");
            if path.is_file() && is_page {
                files.push(path);
            }
        }
        // A folder that is named is looked through by cargo as well: `pages` itself
        // may hold what the pages' tests have installed.
        let assets = pages.join("assets");
        if assets.is_dir() {
            println!("cargo::rerun-if-changed={}", assets.display());
            gather(&assets, &mut files)?;
        }
    }
    let mut list = listed("PAGES", &pages, files);
    println!("cargo::rerun-if-env-changed=PARLOUR_PROGRAMS");
    let (folder, found) = match env::var_os("PARLOUR_PROGRAMS") {
        Some(folder) => {
            let folder = PathBuf::from(folder);
            let found = programs(&folder, &pages)?;
            (folder, found)
        }
        None => (pages, Vec::new()),
    };
    list += &listed("PROGRAMS", &folder, found);
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where"));
    fs::write(out.join("pages.rs"), list)
}

/// A table of files by their names in a folder.
fn listed(name: &str, folder: &Path, mut files: Vec<PathBuf>) -> String {
    files.sort();
    let mut list = format!("pub(super) static {name}: &[(&str, &[u8])] = &[\n");
    for file in &files {
        println!("cargo::rerun-if-changed={}", file.display());
        let name = file.strip_prefix(folder).expect("it was found there");
        let name = name.to_string_lossy().replace('\\', "/");
        let _ = writeln!(
            list,
            "    ({name:?}, include_bytes!({:?})),",
            file.display().to_string()
        );
    }
    list.push_str("];\n");
    list
}

/// The programs for which there is a page, what loads them, and whose that is.
fn programs(folder: &Path, pages: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let ends = |end: &str| path.extension().is_some_and(|it| it == end);
        let page = path.file_stem().map(|name| pages.join(name));
        let has_page = || page.is_some_and(|page| page.with_extension("html").exists());
        if ends("js") || ends("txt") || (ends("wasm") && has_page()) {
            found.push(path);
        }
    }
    Ok(found)
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        // Types are for whoever checks the pages, not for browsers.
        let types = path.to_string_lossy().ends_with(".d.ts");
        if path.is_dir() {
            gather(&path, files)?;
        } else if !types {
            files.push(path);
        }
    }
    Ok(())
}
