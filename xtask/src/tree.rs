//! The files of the project.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The folder that holds the workspace. Cargo says where that is when it starts this
/// program; where it was built may be another, if the folder was copied.
pub fn root() -> PathBuf {
    let here = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let here = here.filter(|it| it.join("src/tree.rs").exists());
    here.unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")))
        .parent()
        .expect("xtask is a folder of the workspace")
        .to_path_buf()
}

/// Every file below `root`, in order of its path, without build output, packages of
/// node and git's own.
pub fn files(root: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    collect(root, &mut found)?;
    found.sort();
    Ok(found)
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    for entry in entries {
        let entry = entry?;
        let path = entry.path();
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let kind = entry.file_type()?;
        if kind.is_dir() {
            let built = name == "target" || name.starts_with("target-") || name == "node_modules";
            if !built && name != ".git" {
                collect(&path, found)?;
            }
        } else if kind.is_file() && name != ".git" {
            found.push(path);
        }
    }
    Ok(())
}

/// The path as it reads from the workspace folder.
pub fn shown(path: &Path, root: &Path) -> String {
    path.strip_prefix(root)
        .unwrap_or(path)
        .display()
        .to_string()
}
