//! `cargo xtask web`: what of the house runs in a browser, as a static folder.
//!
//! The programs of `crates/gfx` are built for WebAssembly and laid beside their
//! pages, which `crates/gfx/web/pages.toml` lists and `page.html` frames. The loader comes from the crates that define it, at
//! the versions in the lock file, so the two always fit. The pages load nothing
//! from anywhere else.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::metadata::{Metadata, Package};
use crate::{cargo, metadata, provision, serve, tree};

/// The target browsers run.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// The pages that hold a program.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pages {
    page: Vec<Page>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    name: String,
    program: String,
    title: String,
    head: String,
}

impl Page {
    fn wasm(&self) -> String {
        format!("{}.wasm", self.name)
    }

    fn html(&self, frame: &str) -> String {
        frame
            .replace("{title}", &self.title)
            .replace("{head}", self.head.trim())
            .replace("{program}", &self.wasm())
    }
}

/// Files of `crates/gfx/web` that are laid beside the pages as they are.
const AS_THEY_ARE: &[&str] = &["index.html", "parlour.css"];

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
        println!("put it into the program with: cargo xtask web --binary");
    }
    Ok(ExitCode::SUCCESS)
}

/// The variable by which `crates/web/build.rs` finds what the program is to hold.
pub const PROGRAMS: &str = "PARLOUR_PROGRAMS";

/// Builds the program with what runs in browsers inside: `parlour web` serves it.
pub fn run_binary() -> Result<ExitCode> {
    let folder = build()?;
    let mut command = cargo::command(&["build", "--release", "--bin", "parlour"]);
    if !cargo::run(command.env(PROGRAMS, &folder))?.ok {
        return Ok(ExitCode::FAILURE);
    }
    let program = cargo::target_folder().join("release/parlour");
    println!("built: {}", program.display());
    Ok(ExitCode::SUCCESS)
}

/// The examples of the window that pages show for the tests: the program, and the page
/// around it.
const EXAMPLES: &[(&str, &str)] = &[
    ("cellar", "crates/gfx/web/page.html"),
    ("crown", "docs/book/parts/page.html"),
];

/// Builds a folder of the window's examples, and says how large they are.
pub fn build_examples() -> Result<PathBuf> {
    if let Err(reason) = provision::target(TARGET) {
        bail!(reason);
    }
    let root = tree::root();
    let mut words = vec!["build", "--profile", "web", "--target", TARGET];
    words.extend(["--package", "parlour-rogue-window"]);
    for (name, _) in EXAMPLES {
        words.extend(["--example", name]);
    }
    if !cargo::run(&mut cargo::command(&words))?.ok {
        bail!("the examples of the window do not build for the browser");
    }
    let target = cargo::target_folder();
    let folder = target.join("parlour-web-examples");
    fs::create_dir_all(&folder).context("the folder for the examples")?;
    for (name, frame) in EXAMPLES {
        let wasm = format!("{name}.wasm");
        let built = target.join(TARGET).join("web/examples").join(&wasm);
        copy(&built, &folder.join(&wasm))?;
        let page = Page {
            name: (*name).to_owned(),
            program: (*name).to_owned(),
            title: (*name).to_owned(),
            head: String::new(),
        };
        let frame = fs::read_to_string(root.join(frame)).context("the page of an example")?;
        fs::write(folder.join(format!("{name}.html")), page.html(&frame))?;
        println!("{wasm}: {} bytes", fs::metadata(&built)?.len());
    }
    copy(
        &root.join("crates/gfx/web/parlour.css"),
        &folder.join("parlour.css"),
    )?;
    copy(
        &root.join("crates/rogue-window/web/parlour.js"),
        &folder.join("parlour.js"),
    )?;
    let metadata = metadata::read(&root.join("Cargo.toml"))?;
    fs::write(folder.join("NOTICE.txt"), loader(&metadata, &folder)?)?;
    Ok(folder)
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
    let web = root.join("crates/gfx/web");
    let read = |name: &str| {
        let text = fs::read_to_string(web.join(name));
        text.with_context(|| name.to_owned())
    };
    let pages: Pages = toml::from_str(&read("pages.toml")?).context("pages.toml")?;
    let frame = read("page.html")?;
    for page in &pages.page {
        words.extend(["--bin", &page.program]);
    }
    if !cargo::run(&mut cargo::command(&words))?.ok {
        bail!("the programs for the browser do not build");
    }
    let target = cargo::target_folder();
    let folder = target.join("parlour-web");
    fs::create_dir_all(&folder).context("the folder for the pages")?;
    for page in &pages.page {
        let built = target.join(TARGET).join("web").join(&page.program);
        copy(&built.with_extension("wasm"), &folder.join(page.wasm()))?;
        let name = format!("{}.html", page.name);
        fs::write(folder.join(&name), page.html(&frame)).context(name)?;
    }
    for name in AS_THEY_ARE {
        copy(&web.join(name), &folder.join(name))?;
    }
    // What the display gives every page stands with the display.
    let beside = root.join("crates/rogue-window/web/parlour.js");
    copy(&beside, &folder.join("parlour.js"))?;
    fs::write(folder.join("NOTICE.txt"), loader(&metadata, &folder)?)?;
    copy(
        &root.join("crates/rogue-window/assets/OFL.txt"),
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
