//! `cargo xtask site`: documents, book, pictures, the crates' own documents and the pages
//! that are played, as a static folder under `target/site`.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;

use crate::suite::Outcome;
use crate::{cargo, tree, web};

/// Builds the whole; `quick` leaves out the crates and what is played.
pub fn run(quick: bool) -> Result<ExitCode> {
    let out = cargo::target_folder().join("site");
    if out.is_dir() {
        fs::remove_dir_all(&out)?;
    }
    fs::create_dir_all(&out)?;
    if !quick {
        let words = ["doc", "--workspace", "--no-deps", "--all-features"];
        if !cargo::run(&mut cargo::command(&words))?.ok {
            return Ok(ExitCode::FAILURE);
        }
        copy(&cargo::target_folder().join("doc"), &out.join("api"))?;
        copy(&web::build()?, &out.join("play"))?;
    }
    if !pages(&out)? {
        return Ok(ExitCode::FAILURE);
    }
    println!("{}", out.join("index.html").display());
    Ok(ExitCode::SUCCESS)
}

/// The part of the suite: every link of the documents leads somewhere.
pub fn part() -> Result<Outcome> {
    let out = cargo::target_folder().join("site");
    fs::create_dir_all(&out)?;
    Ok(Outcome::one(pages(&out)?))
}

/// The documents as pages; whether every link leads somewhere.
fn pages(out: &Path) -> Result<bool> {
    let root = tree::root();
    let manifest = root.join("tools/site/Cargo.toml");
    let mut make = cargo::command(&["run", "--quiet", "--locked", "--manifest-path"]);
    make.arg(manifest)
        .arg("--")
        .arg(&root)
        .arg(out)
        .env("CARGO_TARGET_DIR", cargo::target_folder().join("tools"));
    Ok(cargo::run(&mut make)?.ok)
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let place = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &place)?;
        } else {
            fs::copy(entry.path(), place)?;
        }
    }
    Ok(())
}
