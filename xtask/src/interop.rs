//! `cargo xtask interop`: runs against foreign packages.
//!
//! Each run is a folder `interop/NAME` with a `requirements.txt` of pinned Python
//! packages and a `run.py`. It gets a virtual environment of its own under
//! `target/interop/NAME` and the path of a freshly built `parlour` as its first
//! word; it passes if it ends with exit code 0. What a run finds is committed as
//! fixtures, which `cargo xtask test` checks without any foreign package.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

use crate::suite::{Outcome, Suite};
use crate::{cargo, provision, tree};

/// Runs the named folders, or all of them.
pub fn run(names: &[String]) -> Result<ExitCode> {
    let root = tree::root();
    let known = folders(&root.join("interop"))?;
    for name in names {
        if !known.iter().any(|(known, _)| known == name) {
            let all: Vec<&str> = known.iter().map(|(known, _)| known.as_str()).collect();
            bail!(
                "there is no interop run `{name}`; there are: {}",
                all.join(", ")
            );
        }
    }
    if known.is_empty() {
        println!("no foreign package is compared with yet: there is no folder interop/NAME");
        return Ok(ExitCode::SUCCESS);
    }
    let mut build = cargo::command(&["build", "--package", "parlour-app"]);
    if !cargo::run(&mut build)?.ok {
        bail!("parlour does not build");
    }
    let mut suite = Suite::default();
    for (name, folder) in known {
        if names.is_empty() || names.contains(&name) {
            suite.part(name.clone().leak(), || one(&name, &folder));
        }
    }
    Ok(suite.close(true))
}

fn one(name: &str, folder: &Path) -> Result<Outcome> {
    let requirements = folder.join("requirements.txt");
    let text = fs::read_to_string(&requirements)
        .with_context(|| format!("interop/{name}/requirements.txt"))?;
    if let Some(loose) = unpinned(&text) {
        bail!("interop/{name}/requirements.txt: `{loose}` is not pinned with ==");
    }
    if let Err(reason) = provision::debian("python3-venv", has_venv) {
        return Ok(Outcome::NotRun(reason));
    }
    let target = cargo::target_folder();
    let home = target.join("interop").join(name);
    if !home.join("bin/python").exists() {
        succeed(Command::new("python3").args(["-m", "venv"]).arg(&home))?;
    }
    let python = home.join("bin/python");
    succeed(
        Command::new(&python)
            .args(["-m", "pip", "install", "--quiet", "-r"])
            .arg(&requirements),
    )?;
    let mut script = Command::new(&python);
    script
        .arg("run.py")
        .arg(target.join("debug/parlour"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .current_dir(folder);
    Ok(Outcome::one(cargo::run(&mut script)?.ok))
}

fn folders(home: &Path) -> Result<Vec<(String, PathBuf)>> {
    if !home.is_dir() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(home)? {
        let path = entry?.path();
        if path.join("run.py").is_file() {
            let name = path
                .file_name()
                .expect("an entry has a name")
                .to_string_lossy()
                .into_owned();
            found.push((name, path));
        }
    }
    found.sort();
    Ok(found)
}

/// Whether python can make virtual environments.
pub fn has_venv() -> bool {
    Command::new("python3")
        .args(["-c", "import venv, ensurepip"])
        .output()
        .is_ok_and(|out| out.status.success())
}

/// The first requirement without an exact version.
pub fn unpinned(requirements: &str) -> Option<&str> {
    requirements
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty() && !line.starts_with('#') && !line.contains("=="))
}

fn succeed(command: &mut Command) -> Result<()> {
    if cargo::run(command)?.ok {
        Ok(())
    } else {
        bail!("{command:?} failed")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_pinned() {
        assert_eq!(unpinned("# peers\n\ndiplomacy==1.1.2\n"), None);
        assert_eq!(unpinned("diplomacy>=1.1\n"), Some("diplomacy>=1.1"));
    }
}
