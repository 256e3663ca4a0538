//! `cargo xtask web`: what of the house runs in a browser, as a static folder.
//!
//! The programs of `crates/gfx` are built for WebAssembly and laid beside the
//! pages in `crates/gfx/web`. The loader comes from the crates that define it, at
//! the versions in the lock file, so the two always fit. The pages load nothing
//! from anywhere else.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

use crate::metadata::{Metadata, Package};
use crate::{cargo, metadata, provision, serve, tree};

/// The target browsers run.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// The programs, each with the name its page loads.
const PROGRAMS: &[(&str, &str)] = &[
    ("parlour-gfx", "sight.wasm"),
    ("delve", "delve.wasm"),
    ("rogue-demo", "rogue.wasm"),
];

/// Files of foreign crates that the pages load.
const LOADER: &[(&str, &str)] = &[
    ("miniquad", "js/gl.js"),
    ("sapp-jsutils", "js/sapp_jsutils.js"),
];

/// Builds the folder, and serves it if asked.
pub fn run(serve: bool, port: u16) -> Result<ExitCode> {
    let folder = build()?;
    if serve {
        serve::forever(&folder, port)?;
    } else {
        println!("open it with: cargo xtask web --serve");
    }
    Ok(ExitCode::SUCCESS)
}

/// Builds the folder and says where it is.
pub fn build() -> Result<PathBuf> {
    if let Err(reason) = provision::target(TARGET) {
        bail!(reason);
    }
    let root = tree::root();
    let metadata = metadata::read(&root.join("Cargo.toml"))?;
    let mut words = vec!["build", "--profile", "web", "--target", TARGET];
    words.extend(["--package", "parlour-gfx"]);
    for (program, _) in PROGRAMS {
        words.extend(["--bin", program]);
    }
    if !cargo::run(&mut cargo::command(&words))?.ok {
        bail!("the programs for the browser do not build");
    }
    let target = cargo::target_folder();
    let folder = target.join("parlour-web");
    fs::create_dir_all(&folder).context("the folder for the pages")?;
    for (program, page_name) in PROGRAMS {
        let built = target.join(TARGET).join("web").join(program);
        copy(&built.with_extension("wasm"), &folder.join(page_name))?;
    }
    for page in fs::read_dir(root.join("crates/gfx/web"))? {
        let page = page?;
        copy(&page.path(), &folder.join(page.file_name()))?;
    }
    fs::write(folder.join("NOTICE.txt"), loader(&metadata, &folder)?)?;
    copy(
        &root.join("crates/gfx/assets/OFL.txt"),
        &folder.join("FONT-LICENSE.txt"),
    )?;
    println!("built: {}", folder.display());
    Ok(folder)
}

/// Copies the loader's files, and writes down whose they are.
fn loader(metadata: &Metadata, folder: &Path) -> Result<String> {
    let mut notice = String::from(
        "Parlour in the browser. Our own files: MIT OR Apache-2.0.\n\
         The font inside the programs: FONT-LICENSE.txt.\nFiles of others:\n",
    );
    for (name, file) in LOADER {
        let package = find(metadata, name)?;
        let home = Path::new(&package.manifest_path)
            .parent()
            .context("a manifest has a folder")?;
        let from = home.join(file);
        let to = from.file_name().context("a file has a name")?;
        copy(&from, &folder.join(to))?;
        let licence = package.license.as_deref().unwrap_or("unknown licence");
        let (to_name, version) = (to.to_string_lossy(), &package.version);
        notice += &[&to_name, ": ", name, " ", version, ", ", licence, "\n"].concat();
        let licence_file = home.join("LICENSE-MIT");
        if licence_file.exists() {
            copy(
                &licence_file,
                &folder.join(format!("LICENSE-MIT-{name}.txt")),
            )?;
        }
    }
    Ok(notice)
}

fn find<'a>(metadata: &'a Metadata, name: &str) -> Result<&'a Package> {
    let mut found = metadata.packages.iter().filter(|each| each.name == name);
    match (found.next(), found.next()) {
        (Some(package), None) => Ok(package),
        (None, _) => bail!("{name} is no dependency any more; see LOADER in xtask/src/web.rs"),
        (Some(_), Some(_)) => bail!("there are several versions of {name}"),
    }
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to).with_context(|| format!("{} to {}", from.display(), to.display()))?;
    Ok(())
}
