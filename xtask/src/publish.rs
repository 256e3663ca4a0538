//! `cargo xtask publish`: the crates that are made for others too, packed as they would be
//! uploaded, built from what was packed, and their doctests run from there. Nothing is
//! uploaded.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

use crate::metadata;
use crate::suite::Outcome;

/// The crates that are published, lowest level first.
pub const CRATES: [&str; 7] = [
    "rules",
    "grid",
    "regicide",
    "diplomacy",
    "atlas",
    "rogue",
    "rogue-window",
];

/// The whole of it, as a part of the long run.
pub fn part(root: &Path) -> Result<Outcome> {
    Ok(Outcome::one(run(root, false)? == ExitCode::SUCCESS))
}

/// Packs everything; with `quick` nothing of it is built.
pub fn run(root: &Path, quick: bool) -> Result<ExitCode> {
    let mut publish = cargo(root);
    publish.args(["publish", "--workspace", "--dry-run", "--allow-dirty"]);
    if quick {
        publish.arg("--no-verify");
    }
    done(&mut publish, "cargo publish --workspace --dry-run")?;
    if quick {
        println!("packed: {}", CRATES.join(", "));
        return Ok(ExitCode::SUCCESS);
    }
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let metadata = metadata::read(&root.join("Cargo.toml"))?;
    let packed = |name: &str| -> Result<PathBuf> {
        let package = format!("parlour-{name}");
        let of_name = metadata.members().find(|it| it.name == package);
        let version = &of_name
            .with_context(|| format!("{package} is no crate"))?
            .version;
        Ok(target.join("package").join(format!("{package}-{version}")))
    };
    for name in CRATES {
        // What was verified lies unpacked beside the package.
        let packed = packed(name)?;
        if !packed.is_dir() {
            bail!("{} is missing: cargo did not unpack it", packed.display());
        }
        for file in ["README.md", "Cargo.toml", "src/lib.rs"] {
            if !packed.join(file).is_file() {
                bail!("parlour-{name}: {file} is not in the package");
            }
        }
    }
    // Their dependencies on each other are not on the registry yet, so the doctests of the
    // packed files run with the workspace's crates in their place.
    for name in CRATES {
        let packed = packed(name)?;
        let mut doctests = cargo(&packed);
        doctests.args(["test", "--doc", "--all-features"]);
        for other in CRATES.iter().filter(|other| **other != name) {
            let path = root.join("crates").join(other);
            let patch = format!(
                "patch.crates-io.parlour-{other}.path={:?}",
                path.display().to_string()
            );
            doctests.args(["--config", &patch]);
        }
        doctests.arg("--target-dir").arg(target.join("packed"));
        done(
            &mut doctests,
            &format!("the doctests of parlour-{name} as packed"),
        )?;
    }
    println!("packed, built and tested: {}", CRATES.join(", "));
    Ok(ExitCode::SUCCESS)
}

fn cargo(folder: &Path) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(folder);
    cargo
}

fn done(command: &mut Command, what: &str) -> Result<()> {
    let status = command
        .status()
        .with_context(|| format!("{what} does not start"))?;
    if !status.success() {
        bail!("{what} failed");
    }
    Ok(())
}
