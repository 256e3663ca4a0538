//! What `cargo metadata` says of a workspace, as far as the checks read it.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use serde::Deserialize;

/// The packages of a workspace and all they depend on.
#[derive(Debug, Deserialize)]
pub struct Metadata {
    /// Our own packages and every dependency.
    pub packages: Vec<Package>,
    /// The ids of our own.
    pub workspace_members: BTreeSet<String>,
}

/// One package.
#[derive(Debug, Deserialize)]
pub struct Package {
    /// Unique among all packages.
    pub id: String,
    /// The name in `Cargo.toml`.
    pub name: String,
    /// Its version.
    pub version: String,
    /// An SPDX expression.
    pub license: Option<String>,
    /// The file `Cargo.toml` it was read from.
    #[serde(default)]
    pub manifest_path: String,
    /// Where it was loaded from; nothing for a path.
    pub source: Option<String>,
    /// What it depends on, of every kind.
    pub dependencies: Vec<Dependency>,
}

/// One arrow to another package.
#[derive(Debug, Deserialize)]
pub struct Dependency {
    /// The package it points to.
    pub name: String,
    /// `dev`, `build`, or nothing for an ordinary one.
    pub kind: Option<String>,
}

impl Metadata {
    /// Our own packages.
    pub fn members(&self) -> impl Iterator<Item = &Package> {
        self.packages
            .iter()
            .filter(|package| self.workspace_members.contains(&package.id))
    }
}

/// Asks cargo.
pub fn read(manifest: &Path) -> Result<Metadata> {
    let output = Command::new(crate::cargo::program())
        .args(["metadata", "--format-version", "1", "--all-features"])
        .arg("--manifest-path")
        .arg(manifest)
        .stderr(Stdio::inherit())
        .output()
        .context("cargo does not start")?;
    if !output.status.success() {
        bail!("cargo metadata fails on {}", manifest.display());
    }
    serde_json::from_slice(&output.stdout).context("cargo metadata has changed its form")
}
