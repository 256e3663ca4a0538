//! `cargo xtask package`: a Debian package, and a tarball with the same things, both with
//! their checksums, in `target/package`.
//!
//! `--from FILE` packs a program that is built already; otherwise it is built, optimised.
//! `--trial` installs, starts, upgrades and removes the package in namespaces of its own,
//! and carries out the Containerfile there.

mod container;
mod trial;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, ensure};

use crate::suite::Outcome;
use crate::{cargo, provision, tree, web};

/// What goes where, besides what the program itself writes: in the tree, in the package,
/// with which rights.
const FILES: [(&str, &str, u32); 5] = [
    (
        "deploy/parlour.service",
        "usr/lib/systemd/system/parlour.service",
        0o644,
    ),
    ("deploy/serve.toml", "etc/parlour/serve.toml", 0o600),
    (
        "deploy/grafana.json",
        "usr/share/doc/parlour/grafana.json",
        0o644,
    ),
    ("docs/serve.md", "usr/share/doc/parlour/serve.md", 0o644),
    ("docs/operate.md", "usr/share/doc/parlour/operate.md", 0o644),
];

/// Who is told of what to complete, and in which file.
const SHELLS: [(&str, &str); 3] = [
    ("bash", "usr/share/bash-completion/completions/parlour"),
    ("zsh", "usr/share/zsh/vendor-completions/_parlour"),
    ("fish", "usr/share/fish/vendor_completions.d/parlour.fish"),
];

/// Makes the package.
pub fn run(from: Option<PathBuf>, try_it: bool) -> Result<ExitCode> {
    let root = tree::root();
    let program = match from {
        Some(program) => program,
        None => built()?,
    };
    let folder = root.join("target/package");
    let version = version(&program)?;
    let package = pack(&root, &program, &folder, &version)?;
    println!("{}", package.display());
    if !try_it {
        return Ok(ExitCode::SUCCESS);
    }
    let mut well = true;
    for (what, outcome) in [
        (
            "the package",
            trial::run(&root, &program, &folder, &package)?,
        ),
        ("the container", container::run(&root, &program, &folder)?),
    ] {
        println!("{what}: {outcome}");
        well &= matches!(outcome, Outcome::Passed(_));
    }
    Ok(if well {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Builds the program as it is shipped: with what runs in browsers inside.
fn built() -> Result<PathBuf> {
    let mut build = cargo::command(&["build", "--release", "--locked", "-p", "parlour-app"]);
    build.env(web::PROGRAMS, web::build()?);
    if let Ok(revision) = said(Command::new("git").args(["rev-parse", "--short=12", "HEAD"])) {
        build.env("PARLOUR_REVISION", revision.trim());
    }
    ensure!(build.status()?.success(), "the program is not built");
    Ok(cargo::target_folder().join("release/parlour"))
}

/// What the program says its version is.
fn version(program: &Path) -> Result<String> {
    let words = said(Command::new(program).arg("--version"))?;
    let version = words.split_whitespace().last().context("no version")?;
    Ok(version.to_owned())
}

/// Lays everything out as it is installed, and packs it twice.
fn pack(root: &Path, program: &Path, folder: &Path, version: &str) -> Result<PathBuf> {
    provision::debian("dpkg", || provision::there("dpkg-deb")).map_err(anyhow::Error::msg)?;
    let staged = folder.join("staged");
    if staged.exists() {
        fs::remove_dir_all(&staged)?;
    }
    put(&fs::read(program)?, &staged.join("usr/bin/parlour"), 0o755)?;
    // Names of functions are of no use where it is installed.
    if provision::there("strip") {
        let _ = Command::new("strip")
            .arg(staged.join("usr/bin/parlour"))
            .status();
    }
    for (from, to, rights) in FILES {
        let text = fs::read(root.join(from)).with_context(|| from.to_owned())?;
        put(&text, &staged.join(to), rights)?;
    }
    for (shell, to) in SHELLS {
        let words = said(Command::new(program).args(["completions", shell]))?;
        put(words.as_bytes(), &staged.join(to), 0o644)?;
    }
    let pages = staged.join("usr/share/man/man1");
    fs::create_dir_all(&pages)?;
    said(Command::new(program).arg("man").arg(&pages))?;
    let pressed = Command::new("gzip").arg("-9nr").arg(&pages).status()?;
    ensure!(pressed.success(), "the manual pages are not compressed");
    let copyright = copyright(root)?;
    let to = staged.join("usr/share/doc/parlour/copyright");
    put(copyright.as_bytes(), &to, 0o644)?;
    let architecture = said(Command::new("dpkg").arg("--print-architecture"))?;
    let architecture = architecture.trim();
    let name = format!("parlour_{version}_{architecture}");
    let archive = folder.join(format!("{name}.tar.gz"));
    let tar = Command::new("tar")
        .args(["--owner=0", "--group=0", "--sort=name", "-czf"])
        .arg(&archive)
        .arg("-C")
        .arg(&staged)
        .args(["usr", "etc"])
        .status()?;
    ensure!(tar.success(), "the tarball is not made");
    control(root, &staged, version, architecture)?;
    let package = folder.join(format!("{name}.deb"));
    let made = Command::new("dpkg-deb")
        // Made in seconds; the best compression takes minutes for a tenth less.
        .args(["--root-owner-group", "-Zgzip", "--build"])
        .arg(&staged)
        .arg(&package)
        .status()?;
    ensure!(made.success(), "the package is not made");
    let sums = Command::new("sha256sum")
        .current_dir(folder)
        .args([format!("{name}.deb"), format!("{name}.tar.gz")])
        .output()?;
    fs::write(folder.join("SHA256SUMS"), sums.stdout)?;
    Ok(package)
}

/// What dpkg has to know.
fn control(root: &Path, staged: &Path, version: &str, architecture: &str) -> Result<()> {
    let size = said(
        Command::new("du")
            .args(["-sk", "--exclude=DEBIAN"])
            .arg(staged),
    )?;
    let size = size.split_whitespace().next().unwrap_or("0").to_owned();
    let text = fs::read_to_string(root.join("deploy/debian/control"))?;
    let text = text
        .replace("{version}", version)
        .replace("{architecture}", architecture)
        .replace("{size}", &size);
    let folder = staged.join("DEBIAN");
    put(text.as_bytes(), &folder.join("control"), 0o644)?;
    put(
        b"/etc/parlour/serve.toml\n",
        &folder.join("conffiles"),
        0o644,
    )?;
    for script in ["postinst", "prerm", "postrm"] {
        let text = fs::read(root.join("deploy/debian").join(script))?;
        put(&text, &folder.join(script), 0o755)?;
    }
    Ok(())
}

/// Whose it is, and under which terms.
fn copyright(root: &Path) -> Result<String> {
    let mut text = String::new();
    for file in ["NOTICE", "LICENSE-MIT", "LICENSE-APACHE"] {
        text.push_str(&fs::read_to_string(root.join(file))?);
        text.push('\n');
    }
    Ok(text)
}

fn put(bytes: &[u8], to: &Path, rights: u32) -> Result<()> {
    let place = || to.display().to_string();
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).with_context(place)?;
    }
    fs::write(to, bytes).with_context(place)?;
    fs::set_permissions(to, fs::Permissions::from_mode(rights)).with_context(place)
}

/// What a program prints.
fn said(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("{command:?}"))?;
    ensure!(output.status.success(), "{command:?} fails");
    Ok(String::from_utf8(output.stdout)?)
}
